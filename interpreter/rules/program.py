"""A compiled program: the functions that play a game under one choice of settings and board sizes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from traceback import walk_tb
from typing import Any

from interpreter.events import Event
from interpreter.expr import nodes, terms
from interpreter.expr.checker import Checker
from interpreter.expr.evaluator import DIVIDED_BY_ZERO, Evaluator
from interpreter.expr.scope import RULES, Local, Property, Schema, Scope
from interpreter.expr.types import Piece
from interpreter.faults import Fault, Hidden
from interpreter.lexicon import Vocabulary
from interpreter.position import PHASE, TO_MOVE, Contents, Data, PieceValue, Places, Position
from interpreter.rules.bench import Bench
from interpreter.rules.compiling import Compiler, Functions
from interpreter.rules.computer_plan import ComputerPlan
from interpreter.rules.fields import FieldBuilder
from interpreter.rules.legend import Legend
from interpreter.rules.planning import Plan
from interpreter.rules.schema import SchemaBuilder
from interpreter.rules.shapes import Extents
from interpreter.rules.starting import Start
from interpreter.rules.turns import NO_MOVE, STALLED, Turns
from interpreter.rules.view import Sight
from interpreter.rules.view_plan import ViewPlan
from interpreter.rules.world import StateWorld, fill_template, split_template
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar
from interpreter.spec.source import Span
from interpreter.state import State, state_class
from interpreter.streams import UNSEEN


class Program:
    """Everything about a game that settings decide. With mistakes in the diagnostics nothing can be played."""

    def __init__(self, spec: model.Spec, settings: dict[str, Any], extents: Extents, diagnostics: Diagnostics) -> None:
        self.spec = spec
        self.name = str(spec.game)
        self.settings = settings
        self.extents = extents
        self.key = (self.name, tuple(sorted(settings.items())), tuple(sorted(extents.items())))
        self.diagnostics = diagnostics
        self.checker = Checker(diagnostics)
        self.builder = SchemaBuilder(spec, settings, extents, self.checker)
        self.schema: Schema = self.builder.build()
        self.plan = plan = Plan(spec, self.builder)
        self.steps = plan.steps
        self.plans = plan.plans
        self.actions = plan.actions
        self.ends = plan.ends
        self.phases = plan.phases
        self.routines = plan.routines
        self.order = plan.order
        self.following = plan.following
        self.legends = {
            str(name): Legend(self.schema, self.schema.boards[str(name)], board, self.checker)
            for name, board in spec.boards.items()
        }
        self.notes: dict[Span, int] = {}
        self.sources: dict[str, list[Span | None]] = {}
        self.trace: list[tuple[int, Any]] | None = None
        self.starts: dict[Any, State] = {}
        self.chosen: frozenset[tuple[str, int]] = frozenset()
        self._templates: dict[tuple[int, int], tuple[Scalar, Scope, list[tuple[str, terms.Term | None]]]] = {}
        self._blank: Data | None = None
        self._full: Functions = {}
        self._footprints: dict[str, list[terms.Term] | None] = {}
        self._knowing: dict[Vocabulary, Callable[[Data], list[tuple[Any, ...]]]] = {}
        if not diagnostics.errors:
            self._prepare()

    def _prepare(self) -> None:
        self.layout = FieldBuilder(self.plan).layout()
        self.remembers = any(name.startswith("known.") for name in self.layout.fields)
        self.start = Start(self)
        self.turns = Turns(self)
        self.sight = Sight(self)
        self.compiler = Compiler(self)

    # What plays is compiled when first needed: many tests of a spec have a program of their own, which is only checked.

    @cached_property
    def functions(self) -> Functions:
        """The functions that play. Raises Fault where Python takes no such nest of loops."""
        return self.compiler.fast()

    @cached_property
    def places(self) -> Places:
        """Where positions store what."""
        return Places.of(self.schema, self.layout)

    @cached_property
    def contents(self) -> dict[str, Contents]:
        """By column: the values that its entries stand for."""
        return {name: Contents(self.layout, name) for name in self.layout.fields}

    @cached_property
    def view_plan(self) -> ViewPlan:
        """What players are shown, as far as it has been asked for; see `ViewPlan`."""
        return ViewPlan(self)

    @cached_property
    def computer_plan(self) -> ComputerPlan:
        """How the computer plays and helps, as far as it has been asked for; see `ComputerPlan`."""
        return ComputerPlan(self)

    @cached_property
    def plain_scope(self) -> Scope:
        """What texts of the rules may name that stand in no action and no end condition."""
        return Scope(self.schema, RULES, place="texts")

    def say(self, text: Scalar | str, data: Data, me: int) -> str:
        """Such a text, filled in at a position."""
        return fill_template(text, self.plain_scope, StateWorld(self, data, me), {}, self)

    @cached_property
    def any_action(self) -> Callable[[Data, int], bool]:
        """Whether a player has a legal action."""
        return self.functions["any_action"]

    @cached_property
    def legal(self) -> Callable[[Data], list[tuple[Any, ...]]]:
        """The legal actions."""
        return self.functions["legal"]

    @cached_property
    def do(self) -> dict[str, Callable[[Data, Any], Data]]:
        """By action: what does it, turn included."""
        done = {name: self.functions[f"do_{name}"] for name in self.actions}
        if any(phase.who == "everyone" for phase in self.phases):
            done = {name: self._chosen_or_done(done[name]) for name in done}
        done["stop"] = lambda data, _action: self.turns.stop(data, None)
        return done

    @cached_property
    def state(self) -> type[State]:
        """The class of its states."""
        made = state_class(self)
        made.listed = staticmethod(self.legal)
        made.done = self.do
        return made

    def compile(self) -> None:
        """Compile what plays now, so that a nest of loops that Python does not take is among the diagnostics."""
        if self.diagnostics.errors or "functions" in vars(self):
            return
        try:
            self.functions = self.compiler.fast()
        except Fault as fault:
            help = "Choose fewer things, or work the inner loops out in a step before."
            self.diagnostics.error("too-deep", fault.span, fault.message, help)

    def cells_of(self, data: Data, kind: str, number: int, site: int) -> tuple[int, ...] | None:
        """The cells that a piece would cover from a site on."""
        size = self.footprint(kind)
        if size is None:
            return (site,)
        evaluator, names = Evaluator(StateWorld(self, data, data[TO_MOVE])), {"it": PieceValue(kind, number)}
        columns, rows = (evaluator.value(term, names) for term in size)
        return self.schema.topology.block(site, columns, rows)

    def footprint(self, kind: str) -> list[terms.Term] | None:
        """How many columns and rows a piece covers, as terms over `it`; None if that is one cell."""
        if kind not in self._footprints:
            self._footprints[kind] = self._footprint(kind)
        return self._footprints[kind]

    def _footprint(self, kind: str) -> list[terms.Term] | None:
        entity = next(entity for name, entity in self.spec.entities.items() if str(name) == kind)
        if entity.footprint is None:
            return None
        piece = terms.Variable(Piece(kind), nodes.Nothing(entity.footprint.columns, 0, 0), "it")
        scope = Scope(self.schema, frozenset(), {"it": Local(piece, "piece", None)})
        found = [self.steps.term(scalar, scope) for scalar in (entity.footprint.columns, entity.footprint.rows)]
        return [term for term in found if term is not None]

    def _chosen_or_done(self, do: Callable[[Data, Any], Data]) -> Callable[[Data, Any], Data]:
        """An action that is kept unseen while everyone chooses, and done at once otherwise."""
        return lambda data, action: (
            self.turns.choose(data, action, None) if self.simultaneous(data) else do(data, action)
        )

    def note(self, number: int, value: Any) -> Any:
        """Note the outcome of a condition while a trace is kept."""
        if self.trace is not None:
            self.trace.append((number, value))
        return value

    def span_of(self, filename: str, line: int) -> Span | None:
        """The spec position of a line of generated code."""
        spans = self.sources.get(filename, [])
        return spans[line - 1] if 0 < line <= len(spans) else None

    def guarded(self, work: Callable[[], Any], hides: bool = False) -> Any:
        """Run generated code; `hides` says that it reads a view in which something is hidden."""
        try:
            return work()
        except Exception as problem:
            self.blame(problem, hides)
            raise

    def blame(self, problem: Exception, hides: bool = False) -> None:
        """Say whose fault it is that generated code failed, by where it did: raises Fault if the spec asked for the
        impossible, with its place, and Hidden if it read what the viewer may not know. Returns if it is a bug of ours.

        Generated code tests neither beforehand, as that would slow every move down for the sake of a few.
        """
        frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(problem.__traceback__)]
        span = next((span for each in reversed(frames) if (span := self.span_of(*each)) is not None), None)
        if isinstance(problem, Fault):
            problem.span = problem.span or span
        elif isinstance(problem, ZeroDivisionError) and frames[-1][0] in self.sources:
            raise Fault(DIVIDED_BY_ZERO, span) from problem
        elif hides and isinstance(problem, TypeError | AttributeError) and "NoneType" in str(problem):
            raise Hidden(str(span)) from problem
        elif span is not None:
            problem.add_note(f"in the code for {span.source.name}:{span.line}:{span.column}")

    def blank(self) -> Data:
        """The state before setup, with nothing on the boards; seed 0."""
        if self._blank is None:
            self._blank = self.start.blank()
        return self._blank

    def bench(self, data: Data | None = None) -> Bench:
        """A position to draw on, as it is before setup if none is given."""
        return Bench(self.schema, self.layout, self.blank() if data is None else data)

    @cached_property
    def bare(self) -> Position:
        """The position before setup, with nothing on the boards."""
        return StateWorld(self, self.blank(), 1)

    def stored_starts(
        self, board: str, sites: Iterable[int], properties: Sequence[Property]
    ) -> tuple[tuple[Any, ...], ...]:
        """The start values of cells, site by site, as positions store them."""
        names, made = tuple(prop.name for prop in properties), dict[tuple[Any, ...], tuple[Any, ...]]()
        found = []
        for site in sites:
            starts = self.start.cell_starts(board, site)
            values = tuple(starts[name] for name in names)
            if values not in made:
                made[values] = tuple(self.stored(prop.column, starts[prop.name]) for prop in properties)
            found.append(made[values])
        return tuple(found)

    def cell_starts(self, board: str, site: int) -> dict[str, Any]:
        """The start values of a cell."""
        return self.start.cell_starts(board, site)

    def full(self) -> Functions:
        """The functions of the full variant, compiled when first needed."""
        if not self._full:
            self._full = self.compiler.full()
        return self._full

    def knowing(self, vocabulary: Vocabulary) -> Callable[[Data], list[tuple[Any, ...]]]:
        """What lists the legal actions of somebody who knows some words only; compiled when first needed."""
        if self.schema.lexicon is None or all(plan.moves is None for plan in self.actions.values()):
            return self.legal
        if vocabulary not in self._knowing:
            self._knowing[vocabulary] = self.compiler.knowing(vocabulary)
        return self._knowing[vocabulary]

    def can(self, data: Data, player: int, action: str) -> bool:
        """Whether a player could do an action now, were it their turn."""
        return action in self.actions and bool(self.functions[f"can_{action}"](data, player))

    def end_name(self, number: int) -> str:
        """The name of an end condition by its number."""
        return {NO_MOVE: "no_move", STALLED: "stalled"}.get(number) or self.ends[number - 1].name

    def simultaneous(self, data: Data) -> bool:
        """Whether everyone chooses now, unseen."""
        return bool(self.phases) and self.phases[data[PHASE] - 1].who == "everyone"

    def effects(self, data: Data, player: int, action: tuple[Any, ...], events: list[Event] | None) -> Data:
        """The effects of an action alone, without its turn."""
        functions, told = (self.functions, ()) if events is None else (self.full(), (events,))
        after: Data = functions[f"effects_{action[0]}"](data, player, action, *told)
        return after

    def between(self, name: str, data: Data, player: int, events: list[Event] | None) -> Data:
        """What steps between actions do: those of a player who is stuck, and those after a phase."""
        functions, told = (self.functions, ()) if events is None else (self.full(), (events,))
        after: Data = functions[name](data, player, *told)
        return after

    def known(self, data: Data, viewer: int, column: str, target: int) -> bool:
        """Whether a player may know an entry of a column."""
        return self.sight.known(data, viewer, column, target)

    def shown(self, column: str, entry: Any) -> Any:
        """The value of an entry of a column: None for none; a piece is its number."""
        return self.layout.decode_value(column, entry)

    def stored(self, column: str, value: Any) -> Any:
        """The entry of a column that stands for a value."""
        return self.layout.encode_value(column, value)

    def scripted(self, data: Data, stream: str, outcomes: tuple[Any, ...]) -> Data:
        """A position in which a stream gives these outcomes."""
        index = self.places.streams[stream]
        return (*data[:index], outcomes, *data[index + 1 :])

    def is_chosen(self, kind: str, number: int) -> bool:
        """Whether a piece, or a site (of no kind), is half chosen by the player for whom a view is made."""
        return (kind, number) in self.chosen

    def without_luck(self, ahead: Collection[str]) -> Callable[[Data], Data]:
        """The function that makes positions in which nobody knows what luck will bring, but for some streams."""
        unknown = {index for stream, index in self.places.streams.items() if stream not in ahead}
        return lambda data: tuple([UNSEEN if index in unknown else value for index, value in enumerate(data)])

    def remember(self, data: Data) -> Data:
        """The state with what every player sees now added to what they remember."""
        return self.sight.remember(data)

    def template(self, text: Scalar | str, scope: Scope) -> list[tuple[str, terms.Term | None]]:
        """A text for people as literal parts and terms."""
        key = (id(text), id(scope))
        if key not in self._templates:
            assert isinstance(text, Scalar)
            parts = split_template(text, self.diagnostics)
            checked = [
                (literal, self.steps.term(inner, scope) if inner is not None else None) for literal, inner in parts
            ]
            self._templates[key] = (text, scope, checked)
        return self._templates[key][2]
