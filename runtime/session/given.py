"""The position from which a test or a lesson starts: `given` → a state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from collections.abc import Mapping as AnyMapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, partial
from typing import Any

from interpreter import BadAction, BadSetting, Event, Fault, Game, State, expressions
from interpreter.drawing import Drawing, extent, read_value, symbols
from interpreter.position import PieceValue, Turn, mover_of
from interpreter.program import Chosen, Notation, Program
from interpreter.spec.diagnostics import Diagnostics, SpecError, either, meaning, suggestion
from interpreter.spec.model import Given, Steps
from interpreter.spec.nodes import Mapping, Node, Scalar, Span
from interpreter.streams import THEN_LUCK
from runtime.session.daily import daily_level, daily_seed, has_daily
from runtime.session.draft import Spot
from runtime.session.session import Session, limits_of

_WORD = re.compile(r"\S+")
MOST_LISTED = 12
"""How many items of a list are shown; of a longer one the rest is only counted."""
Data = tuple[Any, ...]
HEADER_KEYS = ("phase", "turn_number")
"""What `given` may set besides boards, zones and its options."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The program of a test; `diagnostics` collects what is wrong with the test."""

    game: Game
    program: Program
    diagnostics: Diagnostics
    steps: expressions.StepChecker
    scope: expressions.Scope

    def condition(self, scalar: Scalar) -> expressions.terms.Term | None:
        """A checked condition that may read everything, or None after a report."""
        before = len(self.diagnostics.errors)
        self.steps.checker.size = 0
        term = self.steps.condition(scalar, self.scope)
        if term is not None and len(self.diagnostics.errors) == before:
            self._refuse_unkept(term)
        return term if len(self.diagnostics.errors) == before else None

    def _refuse_unkept(self, term: expressions.terms.Term) -> None:
        """Report a use of seen_before whose values no rule compares, so that nobody has recorded them."""
        kept = [f"‘{call.node.source}’" for call in self.program.plan.seen]
        for call in self.program.plan.unkept(term):
            message = "The rules do not compare these values, so nothing remembers them."
            help = f"Write it as in the rules: {either(kept)}." if kept else "Check what the players see instead."
            self.diagnostics.error("no-history", call.node.span, message, help)


def ground_of(game: Game, program: Program, diagnostics: Diagnostics) -> Ground:
    """The ground of a test. Its draws and events are kept apart from those of the rules."""
    steps = replace(
        program.steps,
        checker=expressions.Checker(diagnostics, program.checker.count),
        events={},
        streams={},
        stream_types={},
        continued=[],
        ended={},
        used_routines=set(),
    )
    names = expressions.RULES | {"assist"}
    if len(program.schema.players.words) > 1:
        names -= {"me", "opponent"}
    scope = expressions.Scope(program.schema, names, place="acceptance", parts={"assist": _assist(program)})
    return Ground(game, program, diagnostics, steps, scope)


def _assist(program: Program) -> expressions.Record:
    """The type of `assist`, whose value is `Session.left`: a number if there is a limit, otherwise none."""
    limits = limits_of(program)
    kinds = (("undo", limits.undo), ("hints", limits.hints), ("lives", limits.lives))
    return expressions.Record(
        tuple((f"{kind}_left", expressions.NOTHING if limit is None else expressions.NUMBER) for kind, limit in kinds)
    )


@dataclass(frozen=True, slots=True)
class Word:
    """One word and its position."""

    text: str
    span: Span


def words_of(text: Scalar) -> list[Word]:
    """The words of a text that is separated by blanks."""
    return [Word(found[0], text.part(found.start(), found.end())) for found in _WORD.finditer(text)]


def described(program: Program, data: tuple[Any, ...], value: Any, kind: expressions.Type) -> str:
    """A value of the reference evaluator in words."""
    inner = expressions.strip(kind)
    if value is None:
        return "none"
    if isinstance(inner, expressions.Listing):
        items = list(value)
        shown = [described(program, data, item, inner.item) for item in items[:MOST_LISTED]]
        if len(items) > MOST_LISTED:
            shown.append(f"… {len(items)} in all")
        return ", ".join(shown) or "nothing"
    if isinstance(inner, expressions.Record):
        parts = zip(value, inner.fields, strict=True)
        return ", ".join(f"{name} {described(program, data, part, field)}" for part, (name, field) in parts)
    if isinstance(inner, expressions.Text | expressions.Letter):
        return f"'{value}'"
    if isinstance(value, PieceValue):
        return f"{value.kind} {Notation(program).value_text(data, value.number, inner)}"
    return Notation(program).value_text(data, value, inner)


def spot_name(state: State, spot: Spot) -> str:
    """A site by its name, with its board if several have one; a piece by its site or by its symbol."""
    number, kind = (
        (spot.number, expressions.Piece(spot.kind)) if isinstance(spot, PieceValue) else (spot, expressions.SITE)
    )
    return Notation(state.program).value_text(state.data, number, kind)


def spots_named(found: Iterable[str], written: Iterable[str]) -> list[str]:
    """The names that a test uses for spots, in order, as they are found: a site may be written without its board if
    that is unambiguous among the sites found."""
    full = dict.fromkeys(found)
    alike = Counter(name.rpartition(".")[2] for name in full)
    short = {name.rpartition(".")[2]: name for name in full if alike[name.rpartition(".")[2]] == 1}
    return sorted(name if name in full else short.get(name, name) for name in written)


def sites_listed(ground: Ground, node: Node, what: str) -> frozenset[int] | None:
    """The sites that a test lists as its answer, `none` for no site; None after a report."""
    notation, sites = Notation(ground.program), set[int]()
    for scalar in [node] if isinstance(node, Scalar) else node:
        for word in words_of(scalar) if isinstance(scalar, Scalar) and scalar != "none" else []:
            try:
                sites.add(notation.value((), word.text, expressions.SITE, what, []))
            except BadAction as problem:
                message, _, help = str(problem).partition(". ")
                help = help or expressions.extents(ground.program.schema.topology)
                ground.diagnostics.error("bad-site", word.span, f"{message.rstrip('.')}.", help)
                return None
    return frozenset(sites)


def site_names(state: State, sites: frozenset[int]) -> str:
    """Sites by their names."""
    notation = Notation(state.program)
    return ", ".join(notation.value_text(state.data, site, expressions.SITE) for site in sorted(sites)) or "none"


@dataclass(frozen=True, slots=True)
class StartPosition:
    """A checked `given`, from which the state can be made any number of times."""

    game: Game
    ground: Ground
    chosen: Chosen
    seed: int
    pictures: AnyMapping[str, Node]
    places: tuple[Place, ...]
    prepare: Callable[[Data, int], Data] | None
    turn: Turn
    scripts: tuple[Script, ...]
    first_time: bool = False

    @property
    def program(self) -> Program:
        """The program under the settings of the position."""
        return self.ground.program

    def state(self, then_luck: bool = False, events: list[Event] | None = None) -> State:
        """The state: setup, then boards and zones, then `do`, then whose turn it is, then the scripts; then the turn
        begins, if the game has steps for that. With `then_luck` the seed continues where a script ends; otherwise that
        is a mistake. What happens as the turn begins is added to `events`."""
        told = events if events is not None else []
        game, program = self.game, self.program
        data = game.seeded(program, game.laid_out(program, self.pictures), self.seed)
        start = data
        data = program.guarded(lambda: program.set_up(start))
        if self.places:
            data = self._drawn(data)
        if self.prepare is not None:
            prepare, drawn = self.prepare, data
            data = program.guarded(lambda: prepare(drawn, mover_of(drawn)))
        if self.turn.phase is None and self.turn.mover is None:
            prepared = data
            data = program.guarded(lambda: program.turns.opened(prepared))
        data = self.turn.put(data)
        for script in self.scripts:
            outcomes = script.outcomes(data)
            follows = (THEN_LUCK,) if then_luck and outcomes else ()
            data = program.scripted(data, script.stream, (*outcomes, *follows))
        data = program.turns.recorded(data)
        recorded = program.remember(data) if program.remembers else data
        return program.state(program.guarded(lambda: program.turns.begin_given(recorded, told)))

    def session(self, state: State, opening: Iterable[Event] = ()) -> Session:
        """The game as players play it, from this position on."""
        return Session(self.game, self.chosen.level, seed=self.seed, start=state, opening=opening)

    def _drawn(self, data: Data) -> Data:
        bench = self.program.bench(data)
        diagnostics = Diagnostics()
        drawing = Drawing(self.program, bench, diagnostics)
        for place in self.places:
            place.draw(drawing)
        diagnostics.raise_if_errors()
        return bench.data()


def _warn_of_sizes(program: Program, drawn: AnyMapping[str, Node], diagnostics: Diagnostics) -> None:
    """Warn of a picture that makes a board smaller or larger than its start, which is allowed but usually means that a
    row was lost."""
    for key, board in program.spec.boards.items():
        drawn_size = program.extents.get(str(key), (0, 0))[:2]
        if str(key) not in drawn or str(key) not in program.extents or not isinstance(board.start, Scalar):
            continue
        columns, rows, _ = extent(symbols(board.start))
        if drawn_size != (columns, rows):
            message = f"This picture is {drawn_size[0]} by {drawn_size[1]}; the board starts with {columns} by {rows}."
            diagnostics.warning("picture-size", drawn[str(key)].span, message, "Give the board columns: and rows:.")


def position_of(
    game: Game,
    given: Given | None,
    diagnostics: Diagnostics,
    level: Scalar | None = None,
    settings: AnyMapping[Scalar, Scalar] | None = None,
) -> StartPosition | None:
    """Check a `given`, where none means the start of a game; None if there is no program to use.

    Level and settings count only if the `given` says nothing else.
    """
    before = len(diagnostics.errors)
    day = None if given is None or given.daily is None else _day(game, given.daily, diagnostics)
    if given is not None:
        level = given.level if given.level is not None else level
        settings = {**(settings or {}), **(given.settings or {})}
    if day is not None and game.spec.daily is not None:
        settings = {**(game.spec.daily.settings or {}), **(settings or {})}
    chosen = _chosen(game, level, settings or {}, diagnostics, daily_level(game.spec) if day is not None else None)
    boards = {str(name) for name in game.spec.all_boards()}
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
        return StartPosition(game, ground, chosen, seed, pictures, (), None, Turn(), ())
    turn = _turn(ground, given)
    places = places_of(ground, given)
    prepare = compiled_steps(ground, given.do) if given.do else None
    scripts = [check_script(ground, stream, text) for stream, text in (given.random or {}).items()]
    found = tuple(script for script in scripts if script is not None)
    if len(diagnostics.errors) == before:
        _rehearse(ground, places)
    return StartPosition(game, ground, chosen, seed, pictures, places, prepare, turn, found, given.first_time)


def _day(game: Game, written: Scalar, diagnostics: Diagnostics) -> date | None:
    """The day whose game a test is about; None after a report."""
    if not has_daily(game.spec):
        message = "This game has no game of the day."
        diagnostics.error("no-daily", written.span, message, "Write seed: instead, to fix the luck of the test.")
        return None
    try:
        return date.fromisoformat(str(written))
    except ValueError:
        diagnostics.error("bad-day", written.span, f"‘{written}’ is not a date.", "Write it as in '2026-11-17'.")
        return None


def _chosen(
    game: Game,
    named: Scalar | None,
    given: AnyMapping[Scalar, Scalar],
    diagnostics: Diagnostics,
    of_the_day: str | None = None,
) -> Chosen:
    """The settings of a test; wrong ones are reported and keep their defaults."""
    level = (of_the_day if of_the_day in game.settings.levels else None) if named is None else str(named)
    if named is not None and level not in game.settings.levels:
        hint = suggestion(named, game.settings.levels, "This game has no levels, so leave this out.")
        diagnostics.error("unknown-level", named.span, f"There is no level ‘{level}’.", hint)
        level = None
    settings: dict[str, Any] = {}
    for name, word in given.items():
        if str(name) not in game.settings.types:
            hint = suggestion(name, game.settings.types, "This game has no settings, so leave this out.")
            diagnostics.error("unknown-setting", name.span, f"There is no setting ‘{name}’.", hint)
            continue
        try:
            game.settings.value(str(name), str(word))
            settings[str(name)] = str(word)
        except BadSetting as problem:
            message, _, help = str(problem).partition(". ")
            diagnostics.error("bad-setting", word.span, f"{message.rstrip('.')}.", help or "Write one of these.")
    return game.settings.choose(level, settings)


def _turn(ground: Ground, given: Given) -> Turn:
    """Whose turn it is, which turn, and which phase."""
    found = Turn()
    schema, error = ground.program.schema, ground.diagnostics.error
    if given.to_move is not None:
        words = schema.players.words
        if str(given.to_move) in words:
            found = found._replace(mover=words.index(str(given.to_move)) + 1)
        else:
            hint = player_help(ground, str(given.to_move))
            error("unknown-player", given.to_move.span, f"There is no player {given.to_move}.", hint)
    phase = given.places.get("phase")
    if phase is not None:
        words = tuple(plan.name for plan in ground.program.phases)
        if isinstance(phase, Scalar) and str(phase) in words:
            found = found._replace(phase=words.index(str(phase)) + 1)
        else:
            hint = suggestion(str(phase), words)
            error("unknown-phase", phase.span, f"There is no phase {phase}.", hint)
    turn = given.places.get("turn_number")
    if turn is not None:
        if isinstance(turn, Scalar) and turn.isdecimal() and int(turn) > 0:
            found = found._replace(number=int(turn))
        else:
            error("bad-turn-number", turn.span, "turn_number is a number from 1.", "Write 1 for the first turn.")
    return found


def player_help(ground: Ground, name: str) -> str:
    """Suggest what to write for a player that does not exist: it may be a player's title."""
    titled = expressions.players_titled(ground.program.spec, name)
    return suggestion(name, ground.program.schema.players.words) if titled is None else meaning(titled)


def _rehearse(ground: Ground, places: tuple[Place, ...]) -> None:
    """Draw everything once on an empty state, so that pictures that do not fit are reported."""
    program = ground.program
    drawing = Drawing(program, program.bench(), ground.diagnostics)
    for place in places:
        try:
            place.draw(drawing)
        except Fault as fault:
            ground.diagnostics.error("bad-position", place.span, fault.message, "Draw fewer pieces, or a larger place.")


# Boards and zones


@dataclass(frozen=True, slots=True)
class Place:
    """A board or zone: where it is written, and how it is put on a bench."""

    span: Span
    draw: Callable[[Drawing], None]


def places_of(ground: Ground, given: Given) -> tuple[Place, ...]:
    """Everything that a position draws; unknown names are reported."""
    schema, found = ground.program.schema, list[Place]()
    for key, node in given.places.items():
        name = str(key)
        board, _, prop = name.rpartition(".")
        if name in HEADER_KEYS:
            continue
        if name in schema.boards:
            found += _boards(ground, name, node)
        elif name in schema.zones:
            found += _zones(ground, name, node)
        elif prop and board in schema.boards:
            found += _cells(ground, key, board, prop, node)
        else:
            _report_unknown(ground, key, node)
    return tuple(found)


def _report_unknown(ground: Ground, key: Scalar, node: Node) -> None:
    schema = ground.program.schema
    if str(key) in schema.variables:
        hint = f"Set a variable with a step below do:, ‘- {_assigned(key, node, schema.variables[str(key)].per)}’."
    elif str(key) in ground.program.steps.streams:
        hint = f"The results of a stream belong under random: write random: {{{key}: {node}}}."
    elif str(node) in schema.players.words:
        hint = meaning("to_move")
    else:
        hint = suggestion(key, [*schema.boards, *schema.zones, *Given.option_names(), *HEADER_KEYS])
    message = f"‘{key}’ is not a board, a zone or an option of given."
    ground.diagnostics.error("unknown-place", key.span, message, hint)


def _assigned(name: Scalar, node: Node, per: expressions.Type | None) -> str:
    """The step that sets a variable to the value written beside its name; if there is one for each key, it sets the
    first."""
    keys = per.words if isinstance(per, expressions.Words) else ()
    index, value = (next(iter(keys), "…"), node) if per is not None else ("", node)
    if isinstance(node, Mapping) and node:
        index, value = next(iter(node.items()))
    whose = f"[{index}]" if index else ""
    return f"{name}{whose} = {value if isinstance(value, Scalar) else '…'}"


def _board(name: str, picture: Node, number: int | None) -> Place:
    return Place(picture.span, partial(Drawing.board, name=name, picture=picture, key=number))


def _boards(ground: Ground, name: str, node: Node) -> list[Place]:
    board = ground.program.schema.boards[name]
    if board.per is None:
        return [_board(name, node, None)]
    if isinstance(node, Mapping):
        return [_board(name, picture, number) for number, _, picture in keyed(ground, board.per, name, node)]
    if str(node) == "none":
        return [_board(name, node, number + 1) for number in range(len(board.instances))]
    report_which(ground, name, board.per, node)
    return []


def _cells(ground: Ground, key: Scalar, board: str, prop: str, node: Node) -> list[Place]:
    found = ground.program.schema.boards[board]
    if prop not in found.cells:
        span = key.part(len(board) + 1, len(key))
        message = f"The cells of {board} have no ‘{prop}’."
        ground.diagnostics.error("no-such-property", span, message, suggestion(prop, found.cells))
        return []
    if found.per is not None:
        message = f"There is more than one {board}, so ‘{key}’ cannot be drawn."
        help = f"Set it with steps: do: [{board}[{keys_of(found.per)[0]}].a1.{prop} = …]."
        ground.diagnostics.error("which-one", key.span, message, help)
        return []
    return [Place(node.span, partial(Drawing.cells, name=board, prop=prop, picture=node))]


def _zone(ground: Ground, name: str, text: Node, number: int | None) -> Place:
    size = ground.program.schema.zones[name].size
    if isinstance(text, Scalar) and size is not None and str(text) != "none" and len(text.split()) > size:
        message = f"‘{name}’ holds {size}; this gives {len(text.split())}."
        ground.diagnostics.error("zone-full", text.span, message, f"Write at most {size} symbols.")
    return Place(text.span, partial(Drawing.zone, name=name, key=number, text=text))


def _zones(ground: Ground, name: str, node: Node) -> list[Place]:
    zone = ground.program.schema.zones[name]
    if zone.per is None:
        return [_zone(ground, name, node, None)]
    if isinstance(node, Mapping):
        return [_zone(ground, name, text, number) for number, _, text in keyed(ground, zone.per, name, node)]
    if str(node) == "none":
        return [_zone(ground, name, node, number + 1) for number in range(zone.count)]
    report_which(ground, name, zone.per, node)
    return []


def report_which(ground: Ground, name: str, per: expressions.Type, node: Node) -> None:
    """Report something for a name that several things share."""
    message = f"There is more than one {name}."
    value = str(node) if isinstance(node, Scalar) and "\n" not in node and "," not in node else "…"
    ground.diagnostics.error("which-one", node.span, message, f"Say which, as in {{{keys_of(per)[0]}: {value}}}.")


def keys_of(per: expressions.Type) -> list[str]:
    """The keys of something that exists several times: players, words or numbers."""
    if isinstance(per, expressions.Words):
        return list(per.words)
    assert isinstance(per, expressions.Number)
    assert per.low is not None
    assert per.high is not None
    return [str(number) for number in range(per.low, per.high + 1)]


def keyed(ground: Ground, per: expressions.Type, name: str, node: Mapping) -> list[tuple[int, str, Node]]:
    """Each entry of a map with the number of its key, from 1, and the key; wrong keys are reported."""
    keys = keys_of(per)
    found: list[tuple[int, str, Node]] = []
    for key, value in node.items():
        if str(key) in keys:
            found.append((keys.index(str(key)) + 1, str(key), value))
        else:
            message = f"There is no {name} of ‘{key}’."
            hint = player_help(ground, str(key)) if per == ground.program.schema.players else suggestion(key, keys)
            ground.diagnostics.error("unknown-key", key.span, message, hint)
    return found


# Streams


@dataclass(frozen=True, slots=True)
class Script:
    """The results that a stream will yield, in order. Pieces are looked up once there is a state."""

    program: Program
    stream: str
    kind: expressions.Type
    words: tuple[Word, ...]

    def outcomes(self, data: Data) -> tuple[Any, ...]:
        """The results as the engine stores them."""
        inner = expressions.strip(self.kind)
        if not isinstance(inner, expressions.Piece):
            return tuple(drawn_value(self.program, word.text, inner) for word in self.words)
        notation, found = Notation(self.program), list[Any]()
        for word in self.words:
            found.append(notation.drawn_piece(data, word.text, inner.kind, found))
        return tuple(found)


def check_script(ground: Ground, stream: Scalar, text: Scalar) -> Script | None:
    """Check a script of `random`; None after a report."""
    steps = ground.program.steps
    if str(stream) not in steps.streams:
        message = f"The test scripts ‘{stream}’, from which no step draws."
        ground.diagnostics.error("unknown-stream", stream.span, message, suggestion(stream, steps.streams))
        return None
    kind = steps.stream_types[str(stream)]
    inner, fine = expressions.strip(kind), True
    words = () if text == "none" else tuple(words_of(text))
    for word in words:
        if not isinstance(inner, expressions.Piece) and drawn_value(ground.program, word.text, inner) is None:
            message = f"‘{word.text}’ is not a valid {inner} for ‘{stream}’."
            ground.diagnostics.error(
                "bad-script",
                word.span,
                message,
                expressions.form_of(inner, expressions.Scope(ground.program.schema, frozenset())),
            )
            fine = False
    return Script(ground.program, str(stream), kind, words) if fine else None


def drawn_value(program: Program, text: str, kind: expressions.Type) -> Any:
    """A value in the notation of its type, or what a symbol of a legend stands for; None if it is neither."""
    value = read_value(text, kind, program.schema)
    if value is not None:
        return value
    for name, legend in program.legends.boards.items():
        meaning = legend.entries.get(text)
        if meaning is None:
            continue
        board = program.schema.boards[name]
        found = [v for prop, v in meaning.cells.items() if expressions.strip(board.cells[prop].type) == kind]
        for piece, values in meaning.pieces.items():
            properties = program.schema.kinds[piece].properties
            found += [v for prop, v in values.items() if expressions.strip(properties[prop].type) == kind]
        if len(found) == 1:
            return found[0]
    return None


# Steps


def compiled_steps(ground: Ground, steps: Steps) -> Callable[[Data, int], Data] | None:
    """The steps as a function of a state and a player; None after a report."""
    before = len(ground.diagnostics.errors)
    checked, _ = ground.steps.steps(
        steps, expressions.Scope(ground.program.schema, expressions.RULES, place="given.do")
    )
    for stream, span in ground.steps.streams.items():
        if stream not in ground.program.steps.streams:
            message = f"No step of the rules draws from ‘{stream}’, so given cannot either."
            ground.diagnostics.error("unknown-stream", span, message, suggestion(stream, ground.program.steps.streams))
    if len(ground.diagnostics.errors) > before:
        return None
    return _run(ground, checked)


def _run(ground: Ground, checked: list[expressions.Step]) -> Callable[[Data, int], Data]:
    """The function that runs checked steps; it is compiled when it is first run, since checking a spec does not need
    it."""

    @cache
    def compiled() -> Callable[[Data, int], Data]:
        return ground.program.compiler.steps(checked)

    return lambda data, me: compiled()(data, me)
