"""What is shown beside the board: panels, the status line, who plays, and how a game ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from interpreter import Fault
from interpreter.expressions import Number, StateWorld, fill_template, strip
from interpreter.position import Result
from interpreter.program import NO_MOVE, Program
from runtime.session.session import Seat
from runtime.show.shown import Shown
from runtime.show.values import PanelShown, PlayerShown, by_name, plain_name

Mood = Literal["plain", "won", "lost", "drawn", "over"]
NOTHING = "–"
UNLIMITED = "∞"


@dataclass(frozen=True, slots=True)
class Ending:
    """`title` heads the card, `text` is the spec's text or the reason, `outcome` says in a sentence who has won.

    `told`: the spec has a text for this end. `reason` is the text of the end condition, if it has one.
    """

    title: str
    text: str
    outcome: str
    mood: Mood
    told: bool
    reason: str = ""


def ending(shown: Shown, persons: Sequence[int], said: str | None = None) -> Ending:
    """How the game ended. If there is one person at the table, it addresses them; otherwise everybody.

    `said` is the text of the end condition, if it is known better than from the view.
    """
    plan = shown.plan.result
    mood = _mood(shown, persons)
    written = {"won": plan.win, "lost": plan.lose, "drawn": plan.draw, "over": plan.over, "plain": None}[mood]
    title = shown.text(plan.title) if plan.title is not None else _title(shown, mood)
    parts = [shown.text(written)] if written is not None else []
    reason = said or ("" if parts and not _tells_more(shown) else _reason(shown))
    if reason and reason not in parts:
        parts.append(reason)
    if written is None and _result(shown).payoff is not None and "payoff(" not in _saying(shown):
        parts.append(_payoffs(shown))
    own = reason if reason and _says(shown) else ""
    return Ending(title, "\n".join(parts), _outcome(shown, mood), mood, written is not None, own)


def _payoffs(shown: Shown) -> str:
    """What each player gets."""
    paid = _result(shown).payoff or ()
    titles = shown.schema.titles
    return ", ".join(f"{title} {signed(number)}" for title, number in zip(titles, paid, strict=True)) + "."


def signed(number: int) -> str:
    """A number with its sign, as people write it."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def _tells_more(shown: Shown) -> bool:
    """Whether the reason of an end adds to what the spec says about all ends: for instance who out of several could not
    move."""
    return len(shown.schema.titles) > 1 if shown.view.end is None else _says(shown)


def _says(shown: Shown) -> bool:
    """Whether the end condition has a text of its own."""
    return shown.view.end is not None and shown.view.end.say is not None


def _saying(shown: Shown) -> str:
    """The text of the end condition, as the spec has it."""
    return str(shown.view.end.say) if shown.view.end is not None and shown.view.end.say is not None else ""


def _mood(shown: Shown, persons: Sequence[int]) -> Mood:
    _, winner, won, _ = _result(shown)
    if len(shown.schema.titles) == 1:
        return "over" if won is None else "won" if won else "lost"
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
    return {"won": "You win", "lost": "You lose", "drawn": "A draw"}.get(mood, "The end")


def _outcome(shown: Shown, mood: Mood) -> str:
    winner = _result(shown).winner
    if mood == "plain" and winner:
        return f"{shown.schema.titles[winner - 1]} won."
    return {"won": "You have won.", "lost": "You have lost.", "drawn": "A draw."}.get(mood, "The game is over.")


def _reason(shown: Shown) -> str:
    """The text of the end condition, or its name; the engine's own ends have their own texts."""
    view, end, several = shown.view, shown.view.end, len(shown.schema.titles) > 1
    if end is None and _result(shown).end == NO_MOVE:
        return f"No move is left for {shown.schema.titles[view.mover - 1]}." if several else "No move is left."
    if end is None:
        return "Nobody has a move left." if several else "No move is left."
    if end.say is None:
        return f"{plain_name(end.name)}."
    try:
        return fill_template(end.say, end.scope, StateWorld(view.program, view.data, view.mover), {}, view.program)
    except Fault as fault:
        view.program.tell_later(fault)
        return ""


def _result(shown: Shown) -> Result:
    """The result of a game that is over."""
    result = shown.view.result
    assert result is not None
    return result


def panels(shown: Shown) -> tuple[PanelShown, ...]:
    """The panels of the spec; without any, every number of the state."""
    written = shown.panels()
    if written is not None:
        return tuple(
            PanelShown(label, value or (UNLIMITED if unlimited else NOTHING)) for label, value, unlimited in written
        )
    found = []
    for name, labels in _variables(shown.program).items():
        value = shown.world.variable(name)
        values = value if isinstance(value, list) else [value]
        pairs = zip(labels, values, strict=True)
        found += [PanelShown(label, NOTHING if each is None else str(each)) for label, each in pairs]
    return tuple(found)


def panel_labels(program: Program) -> list[str]:
    """The labels of all panels."""
    view = program.spec.view
    if view is not None and view.panels is not None:
        return list(by_name(view.panels))
    return [label for labels in _variables(program).values() for label in labels]


def _variables(program: Program) -> dict[str, list[str]]:
    """The numbers of the state, each with the labels of its panels: one, or one for each player."""
    players, titles = program.schema.players, program.schema.titles
    found = {}
    for name, variable in program.schema.variables.items():
        label, whose = plain_name(name), [f"{plain_name(name)}, {title}" for title in titles]
        if isinstance(strip(variable.type), Number) and variable.per in (None, players):
            found[name] = whose if variable.per is not None and len(titles) > 1 else [label]
    return found


def persons(shown: Shown, seats: Mapping[str, Seat] | None) -> tuple[int, ...]:
    """The players that people play; all of them if there are no seats."""
    words = shown.schema.players.words
    return tuple(number for number, name in enumerate(words, 1) if seats is None or seats.get(name) != "computer")


def players(shown: Shown, seats: Mapping[str, Seat] | None) -> tuple[PlayerShown, ...]:
    """Who plays, in the order of the spec."""
    schema, people = shown.schema, persons(shown, seats)
    mover = 0 if shown.over else shown.view.mover
    return tuple(
        PlayerShown(
            number,
            str(name),
            str(schema.titles[number - 1]),
            shown.colours.player(number),
            number == mover,
            number not in people,
            shown.view.viewer == number,
        )
        for number, name in enumerate(schema.players.words, start=1)
    )


def status(shown: Shown, seats: Mapping[str, Seat] | None = None, stuck: str | None = None) -> str:
    """The line below the board: the first message of the spec that applies, or whose turn it is.

    After the end only messages that mention it count: the others are about moves that nobody can make by then. `stuck`
    is the text about an end that the player can recover from.
    """
    said = shown.status()
    if said is not None:
        return said
    if shown.over:
        if stuck is not None:
            return stuck
        ended = ending(shown, persons(shown, seats))
        return f"{ended.outcome} {ended.reason}".rstrip()
    titles, mover = shown.schema.titles, shown.view.mover
    if shown.thinking:
        return f"{titles[mover - 1]} is thinking …"
    return f"{titles[mover - 1]} to move." if len(titles) > 1 else ""
