"""How a game ended, in words: from the side of the only person at the table, or for all who share it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from interpreter.expressions import StateWorld, fill_template
from interpreter.position import Result
from interpreter.program import NO_MOVE
from runtime.presentation.sections import plain_name
from runtime.presentation.shown import Shown

Mood = Literal["plain", "won", "lost", "drawn"]


@dataclass(frozen=True, slots=True)
class Ending:
    """`title` heads the card, `text` is what the spec says or how it came to that, `outcome` who has won in a sentence.

    `told`: the spec has a text for this end. `reason` is what the end condition says, if it says anything.
    """

    title: str
    text: str
    outcome: str
    mood: Mood
    told: bool
    reason: str = ""


def ending(shown: Shown, persons: Sequence[int], said: str | None = None) -> Ending:
    """How the game ended. With one person at the table, it is told to them; otherwise to all.

    `said` is what the end condition says, where it is known better than from the view.
    """
    plan = shown.plan.result
    mood = _mood(shown, persons)
    written = {"won": plan.win, "lost": plan.lose, "drawn": plan.draw, "plain": None}[mood]
    if _is_open(shown):
        written = plan.over
    title = shown.text(plan.title) if plan.title is not None else _title(shown, mood)
    parts = [shown.text(written)] if written is not None else []
    reason = said or ("" if parts and not _tells_more(shown) else _reason(shown))
    if reason and reason not in parts:
        parts.append(reason)
    own = reason if reason and _says(shown) else ""
    return Ending(title, "\n".join(parts), _outcome(shown, mood), mood, written is not None, own)


def _tells_more(shown: Shown) -> bool:
    """Whether the reason of an end adds to what the spec says of all ends alike: who of several could not move."""
    return len(shown.schema.titles) > 1 if shown.view.end is None else _says(shown)


def _says(shown: Shown) -> bool:
    """Whether the end condition has words of its own."""
    return shown.view.end is not None and shown.view.end.say is not None


def _is_open(shown: Shown) -> bool:
    """Whether nobody has won or lost: of a single player, nothing was asked."""
    return len(shown.schema.titles) == 1 and _result(shown).won is None


def _mood(shown: Shown, persons: Sequence[int]) -> Mood:
    _, winner, won = _result(shown)
    if len(shown.schema.titles) == 1:
        return "plain" if won is None else "won" if won else "lost"
    if not winner:
        return "drawn"
    if len(persons) != 1:
        return "plain"
    return "won" if winner == persons[0] else "lost"


def _title(shown: Shown, mood: Mood) -> str:
    winner = _result(shown).winner
    if mood == "plain" and winner:
        # The past tense is the same for White, for the Geese and for You.
        return f"{shown.schema.titles[winner - 1]} won"
    return {"won": "You win", "lost": "You lose", "drawn": "A draw", "plain": "The end"}[mood]


def _outcome(shown: Shown, mood: Mood) -> str:
    winner = _result(shown).winner
    if mood == "plain" and winner:
        return f"{shown.schema.titles[winner - 1]} won."
    return {"won": "You have won.", "lost": "You have lost.", "drawn": "A draw.", "plain": "The game is over."}[mood]


def _reason(shown: Shown) -> str:
    """What the end condition says, or is called; the engine's own ends have words of their own."""
    view, end, several = shown.view, shown.view.end, len(shown.schema.titles) > 1
    if end is None and _result(shown).end == NO_MOVE:
        return f"No move is left for {shown.schema.titles[view.mover - 1]}." if several else "No move is left."
    if end is None:
        return "Nobody has a move left." if several else "No move is left."
    if end.say is None:
        return f"{plain_name(end.name)}."
    return fill_template(end.say, end.scope, StateWorld(view.program, view.data, view.mover), {}, view.program)


def _result(shown: Shown) -> Result:
    """The result of a game that is over."""
    result = shown.view.result
    assert result is not None
    return result
