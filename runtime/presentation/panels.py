"""Values and texts beside the board: panels, the status line, and who plays."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.expressions import Number, strip
from interpreter.program import Program
from runtime.presentation.endings import ending
from runtime.presentation.sections import by_name, plain_name
from runtime.presentation.shown import Shown
from runtime.presentation.values import PanelShown, PlayerShown
from runtime.session import Seat

NOTHING = "–"
UNLIMITED = "∞"


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
    """The players that people play; without seats all of them."""
    words = shown.schema.players.words
    return tuple(number for number, name in enumerate(words, 1) if seats is None or seats.get(name) != "computer")


def players(shown: Shown, seats: Mapping[str, Seat] | None) -> tuple[PlayerShown, ...]:
    """Who plays, in the order of the spec."""
    schema, people = shown.schema, persons(shown, seats)
    mover = 0 if shown.view.over else shown.view.mover
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
    """The line below the board: the first message of the spec that fits, or whose turn it is.

    After the end only messages that ask for it count: the others speak of moves that nobody makes any more. `stuck` is
    what to say of an end that can be recovered from.
    """
    over = shown.view.over
    said = shown.first(shown.plan.status, over)
    if said is not None:
        return said
    if over:
        if stuck is not None:
            return stuck
        ended = ending(shown, persons(shown, seats))
        return f"{ended.outcome} {ended.reason}".rstrip()
    titles, mover = shown.schema.titles, shown.view.mover
    if shown.thinking:
        return f"{titles[mover - 1]} is thinking …"
    return f"{titles[mover - 1]} to move." if len(titles) > 1 else ""
