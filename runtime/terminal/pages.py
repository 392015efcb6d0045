"""The pages that a player can ask for: help, rules, settings, moves."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from interpreter import Game, State
from interpreter.spec.model import Setting
from runtime.gestures.laying import laying_actions
from runtime.gestures.letters import spelling_actions
from runtime.presentation.moves import worded
from runtime.presentation.sections import setting_title
from runtime.session import Session
from runtime.terminal.completion import possible_actions
from runtime.terminal.vocabulary import offered
from runtime.wording import whole_number

PAGE = 18
"""Lines on one page of moves: with what stands around it, it fits a small terminal."""


def help_page(game: Game, state: State) -> list[str]:
    """How to play in the terminal: the actions of this game, then all commands."""
    lines = ["Type a move, its number, or a command. The Tab key completes what you type."]
    actions = [_action_line(state, name) for name in possible_actions(game, state)]
    if actions:
        lines += ["Moves now:", *(f"  {line}" for line in actions)]
    lines.append("Commands:")
    for word in offered(game):
        called = f"{word.name} {word.argument}".rstrip()
        lines.append(f"  {called:<22} {word.about}")
    return lines


def _action_line(state: State, name: str) -> str:
    """How an action is written, and its title."""
    plan = state.program.actions[name]
    parts = []
    for choice in plan.choices:
        if name in laying_actions(state.program):
            parts += ["word", "site", "across or down"]
        elif choice.fields:
            parts.append("/".join(part.name for part in choice.fields) + " …")
        else:
            spelt = "word or " if name in spelling_actions(state.program) else ""
            parts.append(choice.name if choice.form == "one" else f"{spelt}{choice.name} …")
    written = " ".join([name, *(f"<{part}>" for part in parts)])
    title = plan.spec.title
    return written if title is None else f"{written:<22}  {state.program.say(title, state.data, state.mover)}"


def rules_page(game: Game, width: int) -> list[str]:
    """What the game is about, and its rules."""
    lines = wrap(str(game.spec.about), width) if game.spec.about is not None else []
    if lines and game.spec.rules:
        lines.append("")
    for number, rule in game.spec.rules.items():
        head = f"{number}  "
        lines += wrap(str(rule.text), width, initial_indent=head, subsequent_indent=" " * len(head))
    return lines or ["This game comes without rules in words; ‘help’ shows what you can do."]


def settings_page(session: Session) -> list[str]:
    """The level and the settings of this game."""
    game = session.game
    lines = []
    if session.level is not None:
        lines.append(f"Level: {session.level} (of {', '.join(game.levels)})")
    for name, setting in game.spec.settings.items():
        title = setting_title(str(name), setting)
        value = session.settings[str(name)]
        shown = "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        lines.append(f"{name} = {shown:<10} {title}: {_allowed(setting)}")
        lines += [f"    {line}" for line in _meanings(setting)]
    if game.spec.settings:
        lines.append("‘settings name=value’ starts a new game with one changed.")
    return lines or ["This game has no settings."]


def _allowed(setting: Setting) -> str:
    """What a setting takes."""
    if setting.options:
        return ", ".join(setting.words)
    return str(setting.range) if setting.range is not None else "true, false"


def _meanings(setting: Setting) -> list[str]:
    """What a setting does and what its options mean, as far as the spec says."""
    explained = setting.options is not None and setting.options.explained is not None
    options = [f"{word}: {setting.meaning(word)}" for word in setting.words if explained]
    return [setting.about, *options] if setting.about else options


def moves_page(texts: Sequence[str], argument: str, width: int) -> list[str]:
    """One page of numbered moves: by its number, or those that hold a word."""
    if not texts:
        return ["There is no move to choose."]
    rows = list(enumerate(texts, start=1))
    page = whole_number(argument) if argument else 1
    if page is None:
        page = 1
        rows = [(number, text) for number, text in rows if argument.lower() in text.lower().split()]
        if not rows:
            return [f"No move has ‘{argument}’ in it. Give a page, a site or an action."]
    rows = [(number, worded(text)) for number, text in rows]
    columns, cell = _columns(rows, width)
    lines = _in_columns(rows, columns, cell)
    pages = -(-len(lines) // PAGE)
    if not 1 <= page <= pages:
        return [f"There is no page {page}; there {'is only one' if pages == 1 else f'are {pages}'}."]
    shown = lines[(page - 1) * PAGE : page * PAGE]
    if pages > 1:
        more = f" ‘moves {page + 1}’ shows the next." if page < pages else ""
        shown.append(f"Page {page} of {pages}, {len(rows)} moves.{more}")
    return shown


def _columns(rows: Sequence[tuple[int, str]], width: int) -> tuple[int, int]:
    cell = max(len(f"{number:>4} {text}") for number, text in rows) + 2
    return max(1, min(width // cell, 6)), cell


def _in_columns(rows: Sequence[tuple[int, str]], columns: int, cell: int) -> list[str]:
    """The rows in columns, read from left to right."""
    entries = [f"{number:>4} {text}" for number, text in rows]
    return [
        "".join(entry.ljust(cell) for entry in entries[start : start + columns]).rstrip()
        for start in range(0, len(entries), columns)
    ]
