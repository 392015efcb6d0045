"""A game that can be played: the façade over spec, program and state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.faults import BadAction, Fault, Unknowable
from interpreter.position import RESULT, SEED, TO_MOVE, Data, PieceValue
from interpreter.program.drawing import Drawing
from interpreter.program.encoding import NotAState, fitting, key_function, opened, written
from interpreter.program.notation import Notation
from interpreter.program.program import Program
from interpreter.program.refusal import Explanation, Refusal, bindings, explain, refuse
from interpreter.program.view import Foresight, View, foresee, meaning, renumbered, sample_world, seen_of, view_of
from interpreter.program.world import KnownWorld, StateWorld, fill_template
from interpreter.rules.pictures import extent, symbols
from interpreter.rules.review import Review
from interpreter.rules.settings import Chosen, Settings
from interpreter.rules.shapes import Extents
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics, SpecError
from interpreter.spec.loader import Tests, load_spec, load_text
from interpreter.spec.nodes import Node, Scalar
from interpreter.state.state import Action, Event, State
from interpreter.words import Lexicon


@dataclass(frozen=True, slots=True)
class Status:
    """The standing of a game. With several players `winner` is a player or None for a draw; with one, `won` says
    whether they won. `payoff` is what each player gets, if an end of the game says so."""

    over: bool
    to_move: str
    ended_by: str | None
    winner: str | None
    won: bool | None
    text: str
    payoff: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an action: the new state, what happened, or why it was refused (then the state is the old one)."""

    state: State
    events: tuple[Event, ...]
    refusal: Refusal | None


_new_state = object.__new__


class Game:
    """A game, loaded and checked. Programs for other settings are compiled when they are first needed."""

    def __init__(self, spec: model.Spec, diagnostics: Diagnostics) -> None:
        self.spec = spec
        self.name = str(spec.game)
        self.title = str(spec.title)
        self.diagnostics = diagnostics
        self.settings = Settings(spec, diagnostics)
        diagnostics.raise_if_errors()
        self._programs: dict[Any, Program] = {}
        self._default: tuple[Chosen, Program] | None = None
        self._only_start: State | None = None

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of the spec."""
        return tuple(str(name) for name in self.spec.players) or ("you",)

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels; the first is the default."""
        return tuple(self.settings.levels)

    # Programs

    def program(self, chosen: Chosen, pictures: Mapping[str, Node] | None = None) -> Program:
        """The program for a choice of settings; boards without a size take that of a picture."""
        return self._compiled(chosen, self._extents({**chosen.pictures, **(pictures or {})}))

    def program_with(self, program: Program, changes: Mapping[str, Any]) -> Program:
        """The program for the same boards with some settings changed."""
        values = {name: self.settings.value(name, changes[name]) for name in changes}
        return self._compiled(Chosen(None, {**program.settings, **values}), program.extents)

    @property
    def lexicon(self) -> Lexicon | None:
        """The word list of the game, if it has one; no setting changes it."""
        found: Lexicon | None = self.program(self.settings.choose(None, None)).schema.lexicon
        return found

    def review(self) -> None:
        """Check the whole spec under its default settings, including everything that no program runs; raises
        SpecError."""
        chosen = self.settings.choose(None, None)
        program = self._compiled(chosen, self._extents(chosen.pictures), review=True)
        self.laid_out(program, chosen.pictures)

    def _compiled(self, chosen: Chosen, extents: Extents, review: bool = False) -> Program:
        key = (tuple(chosen.values.items()), tuple(extents.items()))
        if key not in self._programs:
            diagnostics = Diagnostics(self.diagnostics.removed)
            program = Program(self.spec, dict(chosen.values), extents, diagnostics)
            if review:
                Review(program).run()
                program.compile()
            self.diagnostics.extend(diagnostics)
            diagnostics.raise_if_errors()
            self._programs[key] = program
        return self._programs[key]

    def _extents(self, pictures: Mapping[str, Node]) -> Extents:
        extents: Extents = {}
        for name, board in self.spec.boards.items():
            picture = pictures.get(str(name))
            if picture is None or not isinstance(picture, Scalar) or str(picture) == "none":
                continue
            if board.columns is None or board.rows is None:
                if str(board.shape or "square") in ("square", "hex"):
                    extents[str(name)] = extent(symbols(picture), "bottom" if board.origin == "bottom" else "top")
        return extents

    # Playing

    def new(
        self, seed: int | None = None, level: str | None = None, settings: Mapping[str, Any] | None = None
    ) -> State:
        """A new game. The same seed, level and settings give the same start."""
        usual = level is None and not settings
        if usual and self._only_start is not None:
            return self._only_start
        if usual and self._default is not None:
            chosen, program = self._default
        else:
            chosen = self.settings.choose(level, settings)
            program = self.program(chosen)
        state = self.start(program, chosen, self.spec.seed or 0 if seed is None else seed)
        if usual:
            self._default = chosen, program
            self._only_start = None if program.steps.streams else state
        return state

    def start(self, program: Program, chosen: Chosen, seed: int) -> State:
        """The first state of a program; in a game without any luck it is the same for every seed."""
        key = (chosen.level, seed if program.steps.streams else 0)
        if key in program.starts:
            return program.starts[key]
        if chosen.level not in program.laid_out:
            program.laid_out[chosen.level] = self.laid_out(program, chosen.pictures)
        data = self.seeded(program, program.laid_out[chosen.level], seed)
        data = program.guarded(lambda: program.set_up(data))
        # Nobody hears of these events, but the conditions of steps for a stuck player are noted with them.
        data = program.guarded(lambda: program.turns.start(data, []))
        state = program.state(data)
        if not program.steps.streams:
            program.starts[key] = state
        return state

    def opening(
        self, seed: int | None = None, level: str | None = None, settings: Mapping[str, Any] | None = None
    ) -> tuple[Event, ...]:
        """What happens in a new game before the first action: the first steps of turns, and turns that are passed."""
        state, events = self.new(seed, level, settings), list[Event]()
        program, chosen = state.program, self.settings.choose(level, settings)
        if state.turn_number > 1 or any(name is not None for name in program.turns.begin_steps):
            data = self.seeded(program, program.laid_out[chosen.level], self.spec.seed or 0 if seed is None else seed)
            set_up = program.guarded(lambda: program.set_up(data))
            program.guarded(lambda: program.turns.start(set_up, events))
        return tuple(events)

    def laid_out(self, program: Program, pictures: Mapping[str, Node]) -> Data:
        """The state before setup, without a seed: start pictures, or those of the level."""
        bench = program.bench()
        program.diagnostics.raise_if_errors()
        diagnostics = Diagnostics(self.diagnostics.removed)
        drawing = Drawing(program, bench, diagnostics)
        for name, board in self.spec.all_boards().items():
            picture = pictures.get(str(name), board.start)
            if picture is not None:
                drawing.board(str(name), picture)
        diagnostics.raise_if_errors()
        return bench.data()

    def seeded(self, program: Program, data: Data, seed: int) -> Data:
        """A state that has the luck of a seed ahead of it."""
        if SEED not in program.layout.fields:
            return data
        index = program.layout.fields[SEED].index
        return (*data[:index], self.settings.seed(seed, program.settings), *data[index + 1 :])

    def legal(self, state: State) -> list[Action]:
        """Every legal action, in a fixed order."""
        # Written out, as bots live by this call.
        try:
            return state.listed(state.data)
        except Exception as problem:
            state.program.blame(problem)
            raise

    def any_legal(self, state: State) -> bool:
        """Whether there is a legal action."""
        found: bool = state.program.guarded(lambda: state.program.any_action(state.data, state.data[TO_MOVE]))
        return state.data[RESULT] is None and found

    def check(self, state: State, action: Action) -> Refusal | None:
        """None if the action is legal, otherwise the refusal with its reason."""
        self._fits(state, action)
        refusal: Refusal | None = state.program.guarded(lambda: refuse(state.program, state.data, action))
        return refusal

    def apply(self, state: State, action: Action) -> Outcome:
        """Check an action and take it. A refused action leaves the state unchanged."""
        refusal = self.check(state, action)
        if refusal is not None:
            return Outcome(state, (), refusal)
        program, events = state.program, list[Event]()
        if action[0] == "stop":
            data = program.guarded(lambda: program.turns.stop(state.data, events))
        elif program.simultaneous(state.data):
            data = program.guarded(lambda: program.turns.choose(state.data, action, events))
        else:
            full = program.full()
            data = program.guarded(lambda: full[f"do_{action[0]}"](state.data, action, events))
        return Outcome(program.state(data), tuple(events), None)

    def advance(self, state: State, action: Action) -> State:
        """Take an action that is known to be legal: fast and without events, for bots."""
        # Bots live by this call: a new state is made without the detour over __init__.
        after = _new_state(type(state))
        after.data = state.done[action[0]](state.data, action)
        return after

    def status(self, state: State) -> Status:
        """Whether the game is over, by which end and for whom."""
        program, data = state.program, state.data
        words = program.schema.players.words
        result = data[RESULT]
        if result is None:
            return Status(False, words[data[TO_MOVE] - 1], None, None, None, "")
        number, winner, won, payoff = result
        text = ""
        if number > 0 and program.ends[number - 1].say is not None:
            end = program.ends[number - 1]
            assert end.say is not None
            try:
                text = fill_template(end.say, end.scope, StateWorld(program, data, data[TO_MOVE]), {}, program)
            except Fault as fault:
                # The game has ended, whatever can be said about it.
                program.tell_later(fault)
        return Status(
            True,
            words[data[TO_MOVE] - 1],
            program.end_name(number),
            words[winner - 1] if winner else None,
            won,
            text,
            dict(zip(words, payoff, strict=True)) if payoff is not None else None,
        )

    def explain(self, state: State, action: Action) -> Explanation:
        """Explain which check decides about an action, where it is written, and the values of its parts."""
        self._fits(state, action)
        return explain(state.program, state.data, action)

    # Knowledge

    def view(self, state: State, player: str | int, ahead: tuple[str, ...] = ()) -> View:
        """What a player may know: a copy of the state without the rest. The luck of some streams may be known in
        advance.

        Pieces that can lie where somebody does not see them have different numbers there than in the state: `meaning`
        translates choices made on a view.
        """
        return view_of(state, self._player(state, player), ahead)

    def meaning(self, state: State, player: str | int) -> Callable[[Action], Action]:
        """The function that turns an action on a player's view of a state into the action on the state."""
        return meaning(state, self._player(state, player)) if state.program.sight.zones else _as_it_is

    def renumbered(self, state: State, player: str | int) -> State:
        """The state in the numbering of a player's view, which says what is legal there."""
        return renumbered(state, self._player(state, player)) if state.program.sight.zones else state

    def seen(self, state: State, player: str | int, chosen: Iterable[PieceValue | int] = ()) -> View:
        """A view in the numbering of the state, to show it to a player: pictures follow a piece by its number. Pieces
        and sites that the player has half chosen may be included for that."""
        spots = frozenset(spot if isinstance(spot, PieceValue) else ("", spot) for spot in chosen)
        return seen_of(state, self._player(state, player), spots)

    def preview(self, view: View, action: Action) -> Foresight | None:
        """The effect of the viewer's action before anything random or hidden decides; None if there is none."""
        self._fits(view.state, action)
        return foresee(view, action)

    def sample(self, view: View, seed: int) -> State:
        """A state that agrees with a view; whatever the viewer cannot know is drawn using the seed."""
        return sample_world(view, seed)

    def key(self, state: State) -> Any:
        """A key that is equal for states that are the same for the rest of the game: for the tables of a search."""
        return key_function(state.program)(state.data)

    def _player(self, state: State, player: str | int) -> int:
        if isinstance(player, int):
            return player
        words = state.program.schema.players.words
        if player not in words:
            raise ValueError(f"There is no player {player}; there are {', '.join(words)}.")
        return words.index(player) + 1

    # Writing down

    def text(self, state: State, action: Action) -> str:
        """An action as people write it: `swap b5 b6`."""
        return Notation(state.program).text(state.data, action)

    def action(self, state: State, text: str) -> Action:
        """An action from the way people write it; raises BadAction with what was expected."""
        return Notation(state.program).action(state.data, text)

    def notation(self, state: State, action: Action) -> str | None:
        """An action in the notation that its spec gives for it; None if it gives none."""
        plan = state.program.actions.get(action[0])
        return self._filled(state, action, plan.spec.notation if plan is not None else None)

    def told(self, state: State, action: Action, viewer: str | int) -> str | None:
        """An action in its spec's notation, for somebody who may not know everything that the notation reads; None if
        it reads something hidden, or if the spec gives no notation."""
        program, plan = state.program, state.program.actions.get(action[0])
        if plan is None or plan.spec.notation is None or plan.scope is None:
            return None
        mover, number = state.data[TO_MOVE], self._player(state, viewer)
        world = KnownWorld(program, state.data, mover, lambda _action: True, number)
        try:
            text = fill_template(plan.spec.notation, plan.scope, world, bindings(plan, world, action), program)
        except Unknowable:
            return None
        # A text says none for what cannot be told.
        return None if world.met else text

    def advice(self, state: State, action: Action) -> str | None:
        """A hint at an action in its spec's words; None if it has none."""
        plan = state.program.actions.get(action[0])
        return self._filled(state, action, plan.spec.hint if plan is not None else None)

    def clue(self, state: State, action: Action) -> str | None:
        """The first, vaguer hint at an action in its spec's words; None if it has none."""
        plan = state.program.actions.get(action[0])
        return self._filled(state, action, plan.spec.clue if plan is not None else None)

    def _filled(self, state: State, action: Action, template: Scalar | None) -> str | None:
        """A text about an action, which may refer to its choices."""
        program, plan = state.program, state.program.actions.get(action[0])
        if template is None or plan is None or plan.scope is None:
            return None
        world = StateWorld(program, state.data, state.data[TO_MOVE])
        return fill_template(template, plan.scope, world, bindings(plan, world, action), program)

    def encode(self, state: State) -> str:
        """A state as text, from which `decode` makes the same state again."""
        return written(state.program, state.data, self.settings.shown(state.program.settings))

    def decode(self, text: str) -> State:
        """A state from its text; raises ValueError if it does not belong to this game."""
        content = opened(text, self.name)
        try:
            program = self._compiled(self.settings.choose(None, content["settings"]), content["extents"])
        except SpecError as problem:
            raise NotAState(f"This is not a state of {self.name}.") from problem
        if not fitting(program, content["data"]):
            raise NotAState(f"This is not a state of {self.name}.")
        return program.state(content["data"])

    def _fits(self, state: State, action: Action) -> None:
        """Refuse anything that is not an action of this game at all."""
        if not action or not isinstance(action[0], str):
            raise BadAction("An action is a tuple of its name and its choices.")
        Notation(state.program).require_fit(state.data, action)


def _as_it_is(action: Action) -> Action:
    return action


def load(path_or_name: str | Path) -> Game:
    """Load, check and compile a spec by its path or by the name of a shipped game; raises SpecError."""
    spec, diagnostics = load_spec(path_or_name)
    return _game(spec, diagnostics)


def loads(text: str, name: str = "<text>", path: Path | None = None, tests: Tests | None = None) -> Game:
    """Load, check and compile a spec from its text, as if it were in the file `path`; raises SpecError.

    With `tests` it has these instead of those in its text and beside `path`.
    """
    spec, diagnostics = load_text(text, name, path, tests)
    return _game(spec, diagnostics)


def _game(spec: model.Spec | None, diagnostics: Diagnostics) -> Game:
    if spec is None:
        raise SpecError(diagnostics)
    if diagnostics.errors:
        # A game whose file has another name: what else is wrong is said with it.
        try:
            Game(spec, Diagnostics(diagnostics.removed)).review()
        except SpecError as error:
            diagnostics.extend(error.diagnostics)
        raise SpecError(diagnostics)
    game = Game(spec, diagnostics)
    game.review()
    return game
