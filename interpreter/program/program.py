"""A compiled program: the layout, the first state and the functions of a game under one choice of settings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from traceback import walk_tb
from typing import Any, assert_never

from interpreter import position
from interpreter.boards import LARGEST_SIDE
from interpreter.faults import Abandoned, Fault, Hidden
from interpreter.language import nodes, terms, types
from interpreter.language.checker import Checker
from interpreter.language.evaluator import DIVIDED_BY_ZERO, Evaluator
from interpreter.language.scope import RULES, Local, Property, Schema, Scope
from interpreter.language.terms import substitute
from interpreter.library.steps.outcomes import Continue
from interpreter.program.compiler import Compiler, Functions
from interpreter.program.computer_plan import ComputerPlan
from interpreter.program.numbers import drawn_kinds, numbered_by_place
from interpreter.program.prospects import Prospects
from interpreter.program.sight import Sight
from interpreter.program.turns import NO_MOVE, STALLED, Turns
from interpreter.program.world import StateWorld, fill_template, split_template
from interpreter.rules.legend import Legends
from interpreter.rules.pencil import PencilPlan, pencil_plan
from interpreter.rules.planner import Plan
from interpreter.rules.schema import SchemaBuilder
from interpreter.rules.shapes import Extents
from interpreter.rules.share_plan import SharePlan
from interpreter.rules.view_plan import ViewPlan
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar, Span
from interpreter.state.layout import Field, Layout
from interpreter.state.state import Event, State, state_class
from interpreter.streams import UNSEEN
from interpreter.words import Vocabulary


class FieldBuilder:
    """Builds the layout of one plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.spec = plan.spec
        self.schema = plan.schema
        self.steps = plan.steps
        self.phases = plan.phases

    def layout(self) -> Layout:
        """The layout; cells first, then pieces, zones, variables, and what the engine stores for itself."""
        schema = self.schema
        letters = (None, *schema.letters)
        layout = Layout(letters)
        count = schema.topology.count
        for board in schema.boards.values():
            for prop in board.cells.values():
                if prop.column not in layout.fields:
                    layout.add_column(prop.column, prop.type, self._highest(prop.type))
        for kind in schema.kinds.values():
            most = self._most_pieces(kind.name)
            if schema.holders(kind.name):
                layout.add_column(kind.at_column, types.Maybe(types.Piece(kind.name)), most)
            if schema.is_piled(kind.name):
                layout.add(kind.pile_column, "tuple")
            layout.add_column(kind.site_column, types.Maybe(types.SITE), count)
            layout.add_column(kind.zone_column, types.Maybe(schema.zone_words), len(schema.zone_words.words))
            for prop in kind.properties.values():
                layout.add_column(prop.column, prop.type, self._highest(prop.type))
        for zone in schema.zones.values():
            layout.add(terms.column("zone", zone.name), "tuple")
        for variable in schema.variables.values():
            store = "value" if variable.per is None else "tuple"
            layout.add(terms.column("variable", variable.name), store, variable.type)
        for call in self.plan.seen:
            layout.add(terms.column("history", str(self.plan.history_number(call))), "value")
        for prop in self._remembered():
            layout.add(terms.column("known", prop.column), "tuple")
        if any(phase.who == "everyone" for phase in self.phases):
            layout.add(position.CHOSEN, "value")
        if self.steps.streams:
            layout.add(position.SEED, "value")
        for stream in self.steps.streams:
            layout.add(terms.column("stream", stream), "value")
        self._footprints(layout)
        return layout

    def _highest(self, kind: types.Type) -> int | None:
        inner = types.strip(kind)
        if isinstance(inner, types.Site):
            return self.schema.topology.count
        return self._most_pieces(inner.kind) if isinstance(inner, types.Piece) else None

    def _most_pieces(self, kind: str) -> int:
        """The largest number of pieces that a kind can have."""
        most = self.schema.most_pieces(kind)
        return 1 << 20 if most is None else most

    def _remembered(self) -> list[Property]:
        found = [prop for board in self.schema.boards.values() for prop in board.cells.values() if prop.remembered]
        return found + [
            prop for kind in self.schema.kinds.values() for prop in kind.properties.values() if prop.remembered
        ]

    def _footprints(self, layout: Layout) -> None:
        for name, entity in self.spec.entities.items():
            if entity.footprint is None:
                continue
            layout.footprints[str(name)] = self._footprint_writer(str(name), entity.footprint)

    def _footprint_writer(self, kind: str, footprint: model.Footprint) -> Callable[[Any, str], tuple[str, str]]:
        piece = terms.Variable(types.Piece(kind), nodes.Nothing(footprint.columns, 0, 0), "it")
        scope = Scope(self.schema, frozenset(), {"it": Local(piece, "piece", None)})
        columns = self.steps.term(footprint.columns, scope)
        rows = self.steps.term(footprint.rows, scope)

        def write(lowering: Any, number: str) -> tuple[str, str]:
            assert columns is not None and rows is not None
            bound: dict[str, terms.Term] = {"it": terms.Variable(types.Piece(kind), piece.node, number)}
            return lowering.value(substitute(columns, bound)), lowering.value(substitute(rows, bound))

        return write


class Start:
    """Makes the blank state of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.spec = program.spec
        self.schema = program.schema
        self.layout = program.layout
        self.order = program.order
        self.phases = program.phases
        self.builder = program.builder
        self.declared = program.spec.all_boards()
        self._cells: dict[tuple[str, int], dict[str, Any]] = {}

    def blank(self) -> position.Data:
        """The blank state, with seed 0."""
        return (*self._header(), *(self._blank_field(field) for field in self.layout.fields.values()))

    def _header(self) -> tuple[Any, ...]:
        return (self.order[0], 1, 1 if self.phases else 0, None, None, 0)

    def _blank_field(self, field: Field) -> Any:
        column, schema = field.name, self.schema
        sites = schema.topology.count + 1
        match column.role:
            case "cell":
                return self._blank_cells(column)
            case "at":
                return bytes(sites) if field.store == "bytes" else (0,) * sites
            case "pile":
                return ((),) * sites
            case "zone":
                zone = schema.zones[column.of]
                return () if zone.per is None else ((),) * (zone.count + 1)
            case "variable":
                return self._blank_variable(column.of)
            case "history":
                return ()
            case "known":
                return (0,) * (1 if self.layout.fields[column.of].name.is_of_pieces else sites)
            case "chosen":
                return (None,) * (len(schema.players.words) + 1)
            case "seed" | "stream":
                return 0
            case "piece" | "site" | "zone_of":
                reference = field.type is not None and types.is_reference(field.type)
                return b"\0" if field.store == "bytes" else ((0,) if reference else (None,))
        assert_never(column.role)

    def _blank_cells(self, name: terms.Column) -> Any:
        layout, schema = self.layout, self.schema
        field = layout.fields[name]
        values: list[Any] = [layout.encode_value(name, None)] * (schema.topology.count + 1)
        for key, board in schema.boards.items():
            for instance in board.instances if name.name in board.cells else ():
                for site in schema.topology.boards[instance].sites:
                    values[site] = layout.encode_value(name, self.cell_starts(key, site)[name.name])
        return bytes(values) if field.store == "bytes" else tuple(values)

    def cell_starts(self, board: str, site: int) -> dict[str, Any]:
        """The start values of a cell."""
        if (board, site) not in self._cells:
            found = {}
            for name, declared in (self.declared[board].cell or {}).items():
                kind = self.schema.boards[board].cells[str(name)].type
                found[str(name)] = self._start_value(declared, kind, site)
            self._cells[board, site] = found
        return self._cells[board, site]

    def _blank_variable(self, name: str) -> Any:
        variable = self.schema.variables[name]
        value = position.to_state(self._start_value(self.spec.state[name], variable.type), variable.type)
        if variable.per is None:
            return value
        none = 0 if types.is_reference(variable.type) else None
        return (none, *([value] * types.key_count(variable.per)))

    def _start_value(self, declared: model.Variable | model.Property, kind: types.Type, cell: int | None = None) -> Any:
        """The value of a variable, or of a property of a cell, before setup."""
        if declared.start is None:
            return types.default_value(kind)
        found, value = self.builder.constant(declared.start, kind, cell)
        inner = types.strip(kind)
        ends = (inner.low, inner.high) if isinstance(inner, types.Number) and isinstance(value, int) else (None, None)
        if ends[0] is not None and ends[1] is not None and not ends[0] <= value <= ends[1]:
            message = f"The start is {value}, outside {inner}."
            help = f"Widen the range, or write a start from {ends[0]} to {ends[1]}."
            self.program.diagnostics.error("out-of-range", declared.start.span, message, help)
        return value if types.fits(found, kind) else types.default_value(kind)


class Bench:
    """Working copies of all fields of a state."""

    def __init__(self, schema: Schema, layout: Layout, data: tuple[Any, ...]) -> None:
        self.schema = schema
        self.layout = layout
        self.header = list(data[: position.HEADER])
        self.fields: dict[str, Any] = {}
        for name, field in layout.fields.items():
            value = data[field.index]
            self.fields[name] = list(value) if field.store in ("bytes", "tuple") else value

    def data(self) -> tuple[Any, ...]:
        """The state as it is now."""
        values = []
        for name, field in self.layout.fields.items():
            value = self.fields[name]
            values.append(bytes(value) if field.store == "bytes" else tuple(value) if field.store == "tuple" else value)
        return (*self.header, *values)

    def set(self, column: str, target: int, value: Any) -> None:
        """Set an entry of a column."""
        self.fields[column][target] = self.layout.encode_value(column, value)

    def get(self, column: str, target: int) -> Any:
        """An entry of a column."""
        return self.layout.decode_value(column, self.fields[column][target])

    def create(self, kind: str, values: dict[str, Any]) -> int:
        """A new piece that is not placed yet."""
        sites, zones = self.fields[f"{kind}.site"], self.fields[f"{kind}.zone"]
        number = next((n for n in range(1, len(sites)) if not sites[n] and not zones[n]), len(sites))
        if number == len(sites):
            sites.append(0)
            zones.append(0)
            for prop in self.schema.kinds[kind].properties.values():
                self.fields[prop.column].append(self.layout.encode_value(prop.column, None))
        for name, value in values.items():
            self.set(self.schema.kinds[kind].properties[name].column, number, value)
        return number

    def put(self, kind: str, number: int, cells: tuple[int, ...]) -> None:
        """Place a piece on its cells, which have room for it."""
        at, piles = self.fields[f"at.{kind}"], self.fields.get(self.schema.kinds[kind].pile_column)
        for cell in cells:
            at[cell] = number
        if piles is not None:
            piles[cells[0]] = (*piles[cells[0]], number)
        self.fields[f"{kind}.site"][number] = cells[0]

    def any_piece(self, site: int) -> bool:
        """Whether a piece of any kind covers a site."""
        return any(self.fields[f"at.{kind}"][site] for kind in self.schema.kinds if self.schema.holders(kind))

    def height(self, kind: str, site: int) -> int:
        """How many pieces of a kind lie on a site."""
        piles = self.fields.get(self.schema.kinds[kind].pile_column)
        return len(piles[site]) if piles is not None else int(bool(self.fields[f"at.{kind}"][site]))

    def into_zone(self, kind: str, number: int, zone: str, key: int | None) -> None:
        """Put a piece in a zone, behind the others."""
        found = self.schema.zones[zone]
        if key is None:
            self.fields[f"zone.{zone}"].append(number)
            self.fields[f"{kind}.zone"][number] = found.first
        else:
            self.fields[f"zone.{zone}"][key] = (*self.fields[f"zone.{zone}"][key], number)
            self.fields[f"{kind}.zone"][number] = found.first - 1 + key

    def clear_board(self, board: str, instance: str, starts: Callable[[int], dict[str, Any]]) -> None:
        """Remove everything from a board; cells get their start values."""
        for site in self.schema.topology.boards[instance].sites:
            for kind in self.schema.boards[board].kinds:
                piles = self.fields.get(self.schema.kinds[kind].pile_column)
                top = self.fields[f"at.{kind}"][site]
                for number in piles[site] if piles is not None else (top,):
                    self.fields[f"{kind}.site"][number] = 0
                self.fields[f"at.{kind}"][site] = 0
                if piles is not None:
                    piles[site] = ()
            for name, value in starts(site).items():
                self.set(self.schema.boards[board].cells[name].column, site, value)

    def clear_zone(self, zone: str, key: int | None) -> None:
        """Remove every piece from a zone."""
        kind = self.schema.zones[zone].kind
        held = self.fields[f"zone.{zone}"] if key is None else self.fields[f"zone.{zone}"][key]
        for number in held:
            self.fields[f"{kind}.zone"][number] = 0
        self.fields[f"zone.{zone}"] = [] if key is None else self.fields[f"zone.{zone}"]
        if key is not None:
            self.fields[f"zone.{zone}"][key] = ()


def piece(kind: str, number: int) -> position.PieceValue | None:
    """A piece for the reference evaluator."""
    return position.PieceValue(kind, number) if number else None


class Program:
    """Everything about a game that settings decide. If its diagnostics contain mistakes, it cannot be played."""

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
        self.legends = Legends(self.schema, spec, self.checker)
        self.notes: dict[Span, int] = {}
        self.sources: dict[str, list[Span | None]] = {}
        self.trace: list[tuple[int, Any]] | None = None
        self.starts: dict[Any, State] = {}
        self.laid_out: dict[str | None, position.Data] = {}
        self.chosen: frozenset[tuple[str, int]] = frozenset()
        self.left_out: dict[int, Any] = {}
        self.untold: list[Fault] = []
        self._templates: dict[tuple[int, int], tuple[Scalar, Scope, list[tuple[str, terms.Term | None]]]] = {}
        self._told: set[Span | None] = set()
        self._blank: position.Data | None = None
        self._full: Functions = {}
        self._footprints: dict[str, list[terms.Term] | None] = {}
        self._knowing: dict[Vocabulary, Callable[[position.Data], list[tuple[Any, ...]]]] = {}
        self._check_footprints()
        if not diagnostics.errors:
            self._prepare()

    def _prepare(self) -> None:
        self.layout = FieldBuilder(self.plan).layout()
        self.remembers = any(field.name.role == "known" for field in self.layout.fields.values())
        self.start = Start(self)
        self.turns = Turns(self)
        self.prospects = Prospects(self)
        self.sight = Sight(self)
        self.compiler = Compiler(self)

    # What plays is compiled when first needed: many tests of a spec have a program of their own, which is only checked.

    @cached_property
    def functions(self) -> Functions:
        """The functions that play. Raises Fault if Python does not accept such a nest of loops."""
        return self.compiler.fast()

    @cached_property
    def places(self) -> position.Places:
        """Where positions store each thing."""
        return position.Places.of(self.schema, self.layout)

    @cached_property
    def contents(self) -> dict[str, position.Contents]:
        """The values that the entries of each column stand for."""
        return position.contents_of(self.layout)

    @cached_property
    def view_plan(self) -> ViewPlan:
        """What players are shown, as far as it has been needed; see `ViewPlan`."""
        return ViewPlan(self)

    @cached_property
    def pencil(self) -> PencilPlan | None:
        """The pencil marks; None if the game has none."""
        written = self.spec.assist.pencil if self.spec.assist is not None else None
        return pencil_plan(self.view_plan, written) if written is not None else None

    @cached_property
    def share_plan(self) -> SharePlan:
        """What is added to a result when a player copies it; see `SharePlan`."""
        return SharePlan(self)

    @cached_property
    def computer_plan(self) -> ComputerPlan:
        """How the computer plays and helps, as far as it has been needed; see `ComputerPlan`."""
        return ComputerPlan(self)

    @cached_property
    def may_stop(self) -> bool:
        """Whether some turn that can go on may be ended instead."""
        effects = (effect for plan in self.plans.values() for effect in plan.effects)
        steps = (step for effect in effects for step in effect.all_steps())
        return any(isinstance(step, Continue) and step.may_stop is not None for step in steps)

    @cached_property
    def plain_scope(self) -> Scope:
        """What texts of the rules may refer to outside actions and end conditions."""
        return Scope(self.schema, RULES, place="texts")

    def say(self, text: Scalar | str, data: position.Data, me: int) -> str:
        """Such a text with its values filled in for a position."""
        return fill_template(text, self.plain_scope, StateWorld(self, data, me), {}, self)

    @cached_property
    def any_action(self) -> Callable[[position.Data, int], bool]:
        """Whether a player has a legal action."""
        return self.functions["any_action"]

    @cached_property
    def legal(self) -> Callable[[position.Data], list[tuple[Any, ...]]]:
        """The legal actions."""
        return self.functions["legal"]

    @cached_property
    def do(self) -> dict[str, Callable[[position.Data, Any], position.Data]]:
        """By action: the function that takes it, turn included."""
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
        """Compile what play needs now, so that the diagnostics include a nest of loops that Python does not accept, and
        a start that does not fit."""
        if self.diagnostics.errors or "functions" in vars(self):
            return
        self.blank()
        try:
            self.functions = self.compiler.fast()
        except Fault as fault:
            help = "Choose fewer things, or work out the inner loops in an earlier step."
            self.diagnostics.error("too-deep", fault.span, fault.message, help)

    def set_up(self, data: position.Data) -> position.Data:
        """A position after setup."""
        after: position.Data = self.functions["setup"](data, data[position.TO_MOVE])
        for kind in self._numbered_anew:
            after = numbered_by_place(self, after, kind)
        return after

    @cached_property
    def _numbered_anew(self) -> tuple[str, ...]:
        return tuple(sorted(drawn_kinds(self)))

    def cells_of(self, data: position.Data, kind: str, number: int, site: int) -> tuple[int, ...] | None:
        """The cells that a piece would cover, starting from a site."""
        size = self.footprint(kind)
        if size is None:
            return (site,)
        evaluator, names = (
            Evaluator(StateWorld(self, data, data[position.TO_MOVE])),
            {"it": position.PieceValue(kind, number)},
        )
        columns, rows = (evaluator.value(term, names) for term in size)
        return self.schema.topology.block(site, columns, rows)

    def footprint(self, kind: str) -> list[terms.Term] | None:
        """How many columns and rows a piece covers, as terms over `it`; None if that is one cell."""
        if kind not in self._footprints:
            self._footprints[kind] = self._footprint(kind)
        return self._footprints[kind]

    def _check_footprints(self) -> None:
        """Report footprints that are not numbers, or sizes that no piece can have."""
        for name, entity in self.spec.entities.items():
            if entity.footprint is None or str(name) not in self.schema.kinds:
                continue
            scalars = {"columns": entity.footprint.columns, "rows": entity.footprint.rows}
            size = self.footprint(str(name))
            if size is None or len(size) != len(scalars):
                continue
            for (what, scalar), term in zip(scalars.items(), size, strict=True):
                kind = term.type
                if isinstance(kind, types.Unknown):
                    continue
                if not isinstance(kind, types.Number):
                    message = f"A footprint needs a number of {what}, but this is {types.named(kind)}."
                    self.diagnostics.error("wrong-type", scalar.span, message, "Write a number, or a property of it.")
                    continue
                low, high = kind.low, kind.high
                if (high is not None and high < 1) or (low is not None and low > LARGEST_SIDE):
                    found = str(low) if low == high else f"{low}..{high}"
                    message = f"A footprint has from 1 to {LARGEST_SIDE} {what}, but this is {found}."
                    help = f"Write {1 if high is not None and high < 1 else LARGEST_SIDE}."
                    self.diagnostics.error("out-of-range", scalar.span, message, help)

    def _footprint(self, kind: str) -> list[terms.Term] | None:
        entity = next(entity for name, entity in self.spec.entities.items() if str(name) == kind)
        if entity.footprint is None:
            return None
        piece = terms.Variable(types.Piece(kind), nodes.Nothing(entity.footprint.columns, 0, 0), "it")
        scope = Scope(self.schema, frozenset(), {"it": Local(piece, "piece", None)})
        found = [self.steps.term(scalar, scope) for scalar in (entity.footprint.columns, entity.footprint.rows)]
        return [term for term in found if term is not None]

    def _chosen_or_done(
        self, do: Callable[[position.Data, Any], position.Data]
    ) -> Callable[[position.Data, Any], position.Data]:
        """An action that is stored unseen while everyone chooses, and taken at once otherwise."""
        return lambda data, action: (
            self.turns.choose(data, action, None) if self.simultaneous(data) else do(data, action)
        )

    def note(self, number: int, value: Any) -> Any:
        """Note the result of a condition if a trace is being recorded."""
        if self.trace is not None:
            self.trace.append((number, value))
        return value

    def span_of(self, filename: str, line: int | None) -> Span | None:
        """The spec position of a line of generated code; some instructions have no line."""
        spans = self.sources.get(filename, [])
        return spans[line - 1] if line and line <= len(spans) else None

    def guarded(self, work: Callable[[], Any], hides: bool = False) -> Any:
        """Run generated code; `hides` says that it reads a view in which something is hidden."""
        try:
            return work()
        except Exception as problem:
            self.blame(problem, hides)
            raise

    def blame(self, problem: Exception, hides: bool = False) -> None:
        """Find out why generated code failed, from where it failed: raise Fault with its place if the spec asked for
        the impossible, and Hidden if it read what the viewer may not know. Returns if the mistake is ours.

        Generated code tests for neither beforehand, as that would slow every move down for the sake of a few.
        """
        frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(problem.__traceback__)]
        span = next((span for each in reversed(frames) if (span := self.span_of(*each)) is not None), None)
        if isinstance(problem, Abandoned):
            # What was made by then may be most of the memory that there is: nobody may keep it.
            problem.__traceback__ = None
        if isinstance(problem, Fault):
            problem.span = problem.span or span
        elif isinstance(problem, ZeroDivisionError) and frames[-1][0] in self.sources:
            raise Fault(DIVIDED_BY_ZERO, span) from problem
        elif isinstance(problem, MemoryError) and span is not None:
            problem.__traceback__ = None
            raise Abandoned("This takes more memory than there is.", span) from None
        elif hides and isinstance(problem, TypeError | AttributeError) and "NoneType" in str(problem):
            raise Hidden(str(span)) from problem
        elif span is not None:
            problem.add_note(f"in the code for {span.source.name}:{span.line}:{span.column}")

    def leave_out(self, part: Any, fault: Abandoned | None) -> None:
        """Stop showing a part of the view that took too long; whoever shows the rest says so once."""
        self.left_out[id(part)] = part
        if fault is not None:
            self.tell_later(fault)

    def tell_later(self, fault: Fault) -> None:
        """Note why something cannot be shown, to tell the player once."""
        if fault.span not in self._told:
            self._told.add(fault.span)
            self.untold.append(fault)

    def blank(self) -> position.Data:
        """The state before setup, with nothing on the boards; seed 0."""
        if self._blank is None:
            self._blank = self.start.blank()
        return self._blank

    def bench(self, data: position.Data | None = None) -> Bench:
        """A position to draw on; by default as it is before setup."""
        return Bench(self.schema, self.layout, self.blank() if data is None else data)

    @cached_property
    def bare(self) -> position.Position:
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

    def knowing(self, vocabulary: Vocabulary) -> Callable[[position.Data], list[tuple[Any, ...]]]:
        """The function that lists the legal actions of somebody who knows only some words; compiled when first
        needed."""
        if self.schema.lexicon is None or all(plan.moves is None for plan in self.actions.values()):
            return self.legal
        if vocabulary not in self._knowing:
            self._knowing[vocabulary] = self.compiler.knowing(vocabulary)
        return self._knowing[vocabulary]

    def can(self, data: position.Data, player: int, action: str) -> bool:
        """Whether a player could take an action now, if it were their turn."""
        return action in self.actions and bool(self.functions[f"can_{action}"](data, player))

    def fixed_types(self, ways: position.OnwardWays) -> list[types.Type]:
        """The types of the choices that are already made when a turn goes on this way, in order."""
        return [dict(self.plans[name].types())[choice] for name, fixed in ways for choice in fixed]

    def end_name(self, number: int) -> str:
        """The name of an end condition by its number."""
        return {NO_MOVE: "no_move", STALLED: "stalled"}.get(number) or self.ends[number - 1].name

    def simultaneous(self, data: position.Data) -> bool:
        """Whether everyone is choosing now, unseen."""
        return bool(self.phases) and self.phases[data[position.PHASE] - 1].who == "everyone"

    def effects(
        self, data: position.Data, player: int, action: tuple[Any, ...], events: list[Event] | None
    ) -> position.Data:
        """The effects of an action alone, without its turn."""
        functions, told = (self.functions, ()) if events is None else (self.full(), (events,))
        after: position.Data = functions[f"effects_{action[0]}"](data, player, action, *told)
        return after

    def between(self, name: str, data: position.Data, player: int, events: list[Event] | None) -> position.Data:
        """The steps between actions, by their name in the plan."""
        functions, told = (self.functions, ()) if events is None else (self.full(), (events,))
        after: position.Data = functions[name](data, player, *told)
        return self.remember(after) if self.remembers else after

    def known(self, data: position.Data, viewer: int, column: str, target: int) -> bool:
        """Whether a player may know an entry of a column."""
        return self.sight.known(data, viewer, column, target)

    def shown(self, column: str, entry: Any) -> Any:
        """The value of an entry of a column: None for none; a piece is its number."""
        return self.layout.decode_value(column, entry)

    def stored(self, column: str, value: Any) -> Any:
        """The entry of a column that stands for a value."""
        return self.layout.encode_value(column, value)

    def scripted(self, data: position.Data, stream: str, outcomes: tuple[Any, ...]) -> position.Data:
        """A position in which a stream yields these results."""
        index = self.places.streams[stream]
        return (*data[:index], outcomes, *data[index + 1 :])

    def is_chosen(self, kind: str, number: int) -> bool:
        """Whether a piece, or a site (of no kind), is part of the move that the viewer has begun."""
        return (kind, number) in self.chosen

    def without_luck(self, ahead: Collection[str]) -> Callable[[position.Data], position.Data]:
        """The function that makes positions in which nobody knows what luck will bring, except for some streams."""
        unknown = {index for stream, index in self.places.streams.items() if stream not in ahead}
        return lambda data: tuple([UNSEEN if index in unknown else value for index, value in enumerate(data)])

    def remember(self, data: position.Data) -> position.Data:
        """The state, with what every player now sees added to what they remember."""
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
