"""The position from which a test or a lesson starts: `given` → a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from interpreter.faults import Fault
from interpreter.game import Game
from interpreter.pictures import extent, symbols
from interpreter.position import PHASE, TO_MOVE, TURN_NUMBER
from interpreter.rules.bench import Bench
from interpreter.rules.drawing import Drawing
from interpreter.rules.program import Program
from interpreter.rules.settings import BadSetting, Chosen
from interpreter.spec.acceptance_model import Given
from interpreter.spec.diagnostics import Diagnostics, SpecError
from interpreter.spec.nodes import Node, Scalar
from interpreter.spec.suggest import suggestion
from interpreter.state import State
from interpreter.streams import THEN_LUCK
from runtime.acceptance.doing import compiled_steps
from runtime.acceptance.ground import Ground, ground_of
from runtime.acceptance.places import Place, places_of
from runtime.acceptance.scripts import Script, check_script
from runtime.daily import daily_level, daily_seed

Data = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A checked `given`, from which the state can be made any number of times."""

    game: Game
    ground: Ground
    chosen: Chosen
    seed: int
    pictures: Mapping[str, Node]
    places: tuple[Place, ...]
    prepare: Callable[[Data, int], Data] | None
    header: Mapping[int, int]
    scripts: tuple[Script, ...]
    first_time: bool = False

    @property
    def program(self) -> Program:
        """The program under the settings of the position."""
        return self.ground.program

    def state(self, then_luck: bool = False) -> State:
        """The state: setup, then boards and zones, then `do`, then whose turn it is, then the scripts. With
        `then_luck` the seed goes on where a script ends; otherwise that is a mistake."""
        game, program = self.game, self.program
        data = game.laid_out(program, self.pictures, self.seed)
        start = data
        data = game.guarded(program, lambda: program.functions["setup"](start, start[TO_MOVE], []))
        if self.places:
            data = self._drawn(data)
        if self.prepare is not None:
            prepare, drawn = self.prepare, data
            data = game.guarded(program, lambda: prepare(drawn, drawn[TO_MOVE]))
        if PHASE not in self.header and TO_MOVE not in self.header:
            prepared = data
            data = game.guarded(program, lambda: program.turns.opened(prepared))
        values = list(data)
        for index, value in self.header.items():
            values[index] = value
        for script in self.scripts:
            outcomes = script.outcomes(tuple(values))
            follows = (THEN_LUCK,) if then_luck and outcomes else ()
            values[program.layout.fields[f"stream.{script.stream}"].index] = (*outcomes, *follows)
        data = program.turns.recorded(tuple(values))
        return program.state(program.remember(data) if program.remembers else data)

    def _drawn(self, data: Data) -> Data:
        bench = Bench(self.program.schema, self.program.layout, data)
        diagnostics = Diagnostics()
        drawing = Drawing(self.program, bench, diagnostics)
        for place in self.places:
            place.draw(drawing)
        diagnostics.raise_if_errors()
        return bench.data()


def _warn_of_sizes(program: Program, drawn: Mapping[str, Node], diagnostics: Diagnostics) -> None:
    """A picture that makes a board smaller or larger than its start is allowed, but most often a row was lost."""
    for key, board in program.spec.boards.items():
        drawn_size = program.extents.get(str(key), (0, 0))[:2]
        if str(key) not in drawn or str(key) not in program.extents or not isinstance(board.start, Scalar):
            continue
        columns, rows, _ = extent(symbols(board.start))
        if drawn_size != (columns, rows):
            message = f"This picture is {drawn_size[0]} by {drawn_size[1]}, the board starts with {columns} by {rows}."
            diagnostics.warning("picture-size", drawn[str(key)].span, message, "Give the board columns: and rows:.")


def position_of(
    game: Game,
    given: Given | None,
    diagnostics: Diagnostics,
    level: Scalar | None = None,
    settings: Mapping[Scalar, Scalar] | None = None,
) -> Position | None:
    """Check a `given`, where none is the start of a game; None if there is no program to go on with.

    Level and settings count as far as the `given` says nothing else.
    """
    before = len(diagnostics.errors)
    day = None if given is None or given.daily is None else _day(game, given.daily, diagnostics)
    if given is not None:
        level = given.level if given.level is not None else level
        settings = {**(settings or {}), **(given.settings or {})}
    chosen = _chosen(game, level, settings or {}, diagnostics, daily_level(game) if day is not None else None)
    boards = {str(name) for name in game.spec.boards}
    drawn = {} if given is None else {str(k): v for k, v in given.places.items() if str(k) in boards}
    try:
        program = game.program(chosen, drawn)
    except SpecError as problem:
        diagnostics.extend(problem.diagnostics)
        return None
    if program.diagnostics.errors:
        diagnostics.extend(program.diagnostics)
        return None
    pictures = {**chosen.pictures, **{name: node for name, node in drawn.items() if name in program.extents}}
    _warn_of_sizes(program, drawn, diagnostics)
    ground = ground_of(game, program, diagnostics)
    seed = game.spec.seed or 0 if given is None or given.seed is None else given.seed
    seed = seed if day is None else daily_seed(game.name, day)
    if given is None:
        return Position(game, ground, chosen, seed, pictures, (), None, {}, ())
    header = _header(ground, given)
    places = places_of(ground, given)
    prepare = compiled_steps(ground, given.do) if given.do else None
    scripts = [check_script(ground, stream, text) for stream, text in (given.random or {}).items()]
    found = tuple(script for script in scripts if script is not None)
    if len(diagnostics.errors) == before:
        _rehearse(ground, places)
    return Position(game, ground, chosen, seed, pictures, places, prepare, header, found, given.first_time)


def _day(game: Game, written: Scalar, diagnostics: Diagnostics) -> date | None:
    """The day whose game a test is about; None after a report."""
    if game.spec.daily is None:
        diagnostics.error(
            "no-daily", written.span, "This game has no game of the day.", "Write daily: under the title."
        )
        return None
    try:
        return date.fromisoformat(str(written))
    except ValueError:
        diagnostics.error("bad-day", written.span, f"‘{written}’ is no day.", "Write it as in '2026-11-17'.")
        return None


def _chosen(
    game: Game,
    named: Scalar | None,
    given: Mapping[Scalar, Scalar],
    diagnostics: Diagnostics,
    of_the_day: str | None = None,
) -> Chosen:
    """The settings of a test; wrong ones are reported and left as they are by default."""
    level = (of_the_day if of_the_day in game.settings.levels else None) if named is None else str(named)
    if named is not None and level not in game.settings.levels:
        hint = suggestion(named, game.settings.levels, "This game has no levels: leave it out.")
        diagnostics.error("unknown-level", named.span, f"There is no level ‘{level}’.", hint)
        level = None
    settings: dict[str, Any] = {}
    for name, word in given.items():
        if str(name) not in game.settings.types:
            hint = suggestion(name, game.settings.types, "This game has no settings: leave it out.")
            diagnostics.error("unknown-setting", name.span, f"There is no setting ‘{name}’.", hint)
            continue
        try:
            game.settings.value(str(name), str(word))
            settings[str(name)] = str(word)
        except BadSetting as problem:
            message, _, help = str(problem).partition(". ")
            diagnostics.error("bad-setting", word.span, f"{message.rstrip('.')}.", help or "Write one of these.")
    return game.settings.choose(level, settings)


def _header(ground: Ground, given: Given) -> dict[int, int]:
    """Whose turn it is, which turn, and which phase."""
    found: dict[int, int] = {}
    schema, error = ground.program.schema, ground.diagnostics.error
    if given.to_move is not None:
        words = schema.players.words
        if str(given.to_move) in words:
            found[TO_MOVE] = words.index(str(given.to_move)) + 1
        else:
            hint = suggestion(given.to_move, words)
            error("unknown-player", given.to_move.span, f"There is no player {given.to_move}.", hint)
    phase = given.places.get("phase")
    if phase is not None:
        words = tuple(plan.name for plan in ground.program.phases)
        if isinstance(phase, Scalar) and str(phase) in words:
            found[PHASE] = words.index(str(phase)) + 1
        else:
            hint = suggestion(str(phase), words)
            error("unknown-phase", phase.span, f"There is no phase {phase}.", hint)
    turn = given.places.get("turn_number")
    if turn is not None:
        if isinstance(turn, Scalar) and turn.isdecimal() and int(turn) > 0:
            found[TURN_NUMBER] = int(turn)
        else:
            error("bad-turn-number", turn.span, "turn_number is a number from 1.", "Write 1 for the first turn.")
    return found


def _rehearse(ground: Ground, places: tuple[Place, ...]) -> None:
    """Draw everything once on an empty state, so that pictures that do not fit are reported."""
    program = ground.program
    drawing = Drawing(program, Bench(program.schema, program.layout, program.blank()), ground.diagnostics)
    for place in places:
        try:
            place.draw(drawing)
        except Fault as fault:
            ground.diagnostics.error("bad-position", place.span, fault.message, "Draw fewer pieces, or a larger place.")
