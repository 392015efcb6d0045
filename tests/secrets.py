"""Everything that a player is told at a position, to compare worlds that the player cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from random import Random
from typing import Any

from interpreter import Action, Game, State, View
from interpreter.expressions import Listing, Piece, Type, strip
from interpreter.position import PieceValue
from interpreter.program.numbers import Numbering
from runtime.bots import Options, made
from runtime.bots.bot import hint_options, playing_options
from runtime.session.choice import Choosing
from runtime.session.draft import Draft
from runtime.session.gestures import press, targets
from runtime.session.hand import Click, Moment
from runtime.session.hints import hints
from runtime.session.session import Move, Session
from runtime.show import last_sites, log_lines, present
from runtime.show.stages import stages
from runtime.terminal.table import listed_moves

BOTS = ("random", "ranked", "search", "tree")
HIDDEN = "hidden"


# What a player notices at the table, derived from the rules of sight alone: without views and numbers of pieces.


def noticed(state: State, viewer: int) -> tuple[Any, ...]:
    """What a player sees or remembers in a position."""
    program, data = state.program, state.data
    schema, fields = program.schema, program.layout.fields

    def entry(column: str, target: int) -> Any:
        known = program.known(data, viewer, column, target)
        return data[fields[column].index][target] if known else HIDDEN

    def face(kind: str, piece: int) -> tuple[Any, ...]:
        return tuple(entry(prop.column, piece) for prop in schema.kinds[kind].properties.values())

    cells = tuple(
        tuple(entry(prop.column, site) for name in board.instances for site in schema.topology.boards[name].sites)
        for board in schema.boards.values()
        for prop in board.cells.values()
    )
    places = tuple(
        tuple(face(kind, piece) if piece else None for piece in state.pieces_by_site(kind)) for kind in schema.kinds
    )
    zones = []
    for zone in schema.zones.values():
        for key in zone.keys:
            faces = [face(zone.kind, piece.number) for piece in state.zone(zone.name, key)]
            seen = zone.seen_by == "all" or (zone.seen_by == "owner" and key == viewer)
            zones.append(tuple(faces) if seen else tuple(sorted(faces, key=repr)))
    variables = tuple(
        repr(state.variable(name)) for name, each in schema.variables.items() if not _holds_pieces(each.type)
    )
    pending = [way.action for way in state.pending.ways] if state.pending is not None else None
    chosen = tuple(each is not None for each in state.choices)
    header = (state.mover, state.turn_number, state.phase, state.result, pending, chosen)
    return header, cells, places, tuple(zones), variables


def _holds_pieces(kind: Type) -> bool:
    inner = strip(kind)
    return isinstance(inner, Piece) or (isinstance(inner, Listing) and _holds_pieces(inner.item))


# What the program tells


def written(value: Any, numbers: bool = True) -> str:
    """A value byte by byte, in an order that does not depend on how it was made; optionally without numbers of
    pieces."""
    return repr(_plain(value, numbers))


def _plain(value: Any, numbers: bool) -> Any:
    if isinstance(value, PieceValue):
        return ("piece", value.kind, value.number if numbers else 0)
    if is_dataclass(value) and not isinstance(value, type):
        left_out = {"program"} if numbers else {"program", "number", "view"}
        parts = (getattr(value, each.name) for each in fields(value) if each.name not in left_out)
        return type(value).__name__, [_plain(part, numbers) for part in parts]
    if isinstance(value, frozenset | set):
        return sorted((_plain(item, numbers) for item in value), key=repr)
    if isinstance(value, Mapping):
        return [(_plain(key, numbers), _plain(item, numbers)) for key, item in value.items()]
    if isinstance(value, State):
        return _plain(value.data, numbers)
    return [_plain(item, numbers) for item in value] if isinstance(value, list | tuple) else value


def told(game: Game, state: State, viewer: int, actions: list[Action], help_too: bool = True) -> dict[str, str]:
    """Everything that a player is told at a position, by source. Whatever is shown with the numbers of the state is
    compared in those of the view."""
    view, seen = game.view(state, viewer), game.renumbered(state, viewer)
    session = Session(game, start=seen)
    found = {
        "view": written(view),
        "presentation": written(present(session, viewer=viewer)),
        "status": written(game.status(state)) if not state.over else "",
    }
    if state.over or state.mover != viewer:
        return found
    # Hidden things that a rule reads are revealed by trying the move, not before.
    trying = [name for name in state.program.actions if Choosing(game, seen, name).tells_hidden()]
    found["legal"] = written([action for action in game.legal(seen) if action[0] not in trying])
    found["refusals"] = written([game.check(seen, action) for action in actions if action[0] not in trying])
    found["listed"] = written(listed_moves(game, seen))
    found["targets"] = written(list(_lit(game, seen)))
    if help_too:
        if not session.why_no_hint and not sees_all(state):
            found["hints"] = written([(hint.tier, hint.text) for hint in hints(game, state, viewer, 5)])
            found["hinted"] = written(hints(game, seen, viewer, 5))
        for name in BOTS:
            found[f"bot {name}"] = written(_bot(game, state, name, viewer).choose(view, 5).ranking)
    return found


def sees_all(state: State) -> bool:
    """Whether hints may reveal what the player cannot know, according to the spec."""
    return hint_options(state.program).sees_all or state.program.computer_plan.undo_if is not None


def _lit(game: Game, state: State) -> Iterator[Any]:
    """What is lit before a move and after each first click, and the answers to the clicks."""
    moment = Moment(game, state)
    first = sorted(targets(moment, Draft()), key=repr)
    yield first
    for site in range(1, state.program.schema.topology.count + 1, 3):
        pressed = press(moment, Draft(), Click(site))
        yield pressed.draft, pressed.refusal, pressed.action
        if pressed.draft != Draft() and pressed.action is None:
            yield sorted(targets(moment, pressed.draft), key=repr)


@cache
def _bot_of(game: Game, program: Any, name: str, viewer: int, state: State) -> Any:
    options = playing_options(program)
    small = Options(
        name, depth=1, budget=10, evaluate=options.evaluate, luck=options.luck, worlds=1,
        rules=options.rules, only=options.only, vocabulary=options.vocabulary,
    )  # fmt: skip
    return made(game, state, viewer, small)


def _bot(game: Game, state: State, name: str, viewer: int) -> Any:
    return _bot_of(game, state.program, name, viewer, state.program.state(state.program.blank()))


def told_of(game: Game, move: Move, viewer: int) -> dict[str, str]:
    """Everything that a player is told about a move. Stages follow pieces by the numbers of the state, which are not
    shown."""
    shown = [
        (noticed(stage.state, viewer), stage.milliseconds, stage.slides, stage.flashes)
        for stage in stages(game, move.before, move.events, move.after, viewer, move.action)
    ]
    after = present(Session(game, start=game.renumbered(move.after, viewer)), viewer=viewer)
    return {
        "view": written(game.view(move.after, viewer)),
        "presentation": written(replace(after, targets=frozenset())),
        "log": written(log_lines(game, viewer, move)),
        "last move": written(last_sites(game, [move], viewer)),
        "stages": written(shown, numbers=False),
    }


# The same position with other numbers


def disguised(state: State, random: Random) -> State:
    """A state in which all pieces that can lie unseen have different numbers."""
    program, data = state.program, state.data
    for kind in program.sight.zones:
        count = len(data[program.places.sites[kind]])
        data = Numbering.of(program, kind, [0, *random.sample(range(1, count), count - 1)]).position(data)
    return program.state(data)


def worlds(game: Game, view: View, count: int) -> Iterator[State]:
    """Worlds that are consistent with a view."""
    return (game.sample(view, seed) for seed in range(1, count + 1))


def differing(ours: dict[str, str], theirs: dict[str, str]) -> list[str]:
    """Where two worlds can be told apart."""
    return [name for name, text in ours.items() if theirs.get(name) != text]
