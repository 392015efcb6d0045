"""Spec + settings → schema: every name of the game with its type, under one choice of settings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from interpreter.boards import AXES, DIRECTIONS, BoardShape, build
from interpreter.files import RefusedFile
from interpreter.language import nodes, terms, types
from interpreter.language.checker import Checker
from interpreter.language.evaluator import Evaluator, FixedWorld
from interpreter.language.parser import parse
from interpreter.language.scope import (
    SITE_NAME,
    Board,
    Define,
    Kind,
    Local,
    Property,
    Schema,
    Scope,
    StateVariable,
    Zone,
)
from interpreter.rules.settings import as_word, setting_type
from interpreter.rules.shapes import Extents, shape_of, site_count
from interpreter.rules.tables import table_values
from interpreter.spec import model
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.extends import unshadowed
from interpreter.spec.nodes import INHERITED, Mapping, NamedMap, Scalar, Span
from interpreter.spec.suggest import did_you_mean, either, probably, suggestion
from interpreter.words import BadWordList, Lexicon, open_lexicon
from interpreter.words.lexicon import shipped_lists, word_list

FIXED_NAMES = frozenset(
    {
        "me",
        "it",
        "opponent",
        "players",
        "to_move",
        "turn_number",
        "phase",
        "over",
        "winner",
        "won",
        "alphabet",
        "draft",
        "assist",
        "thinking",
        "orthogonals",
        "diagonals",
        "compass",
        "inherited",
        *DIRECTIONS[1:],
    }
)
BUILT_IN_TYPES = frozenset(
    {
        "number",
        "flag",
        "text",
        "letter",
        "player",
        "site",
        "direction",
        "axis",
        "list",
        "record",
        "none",
        "phase",
        "zone",
    }
)

# What the fields of a state are called by, before the dot: `cell.lit`, `at.man`. Kinds of pieces stand there too.
FIELD_GROUPS = frozenset({"at", "cell", "engine", "history", "known", "pile", "stream", "zone"})
# Options of a property that nobody calls a property.
_NEVER_NAMES = ("seen_by", "seen_if")
ENGLISH = tuple("abcdefghijklmnopqrstuvwxyz")
MOST_SITES = 4096
LONGEST = 10_000
"""How many numbers a range of a table may have: all of them are made."""
MOST_ZONES = 4096
MOST_PLAYERS = 64
UNBOUNDED = 1000


def definitions(written: NamedMap[Scalar, model.Define], diagnostics: Diagnostics) -> dict[str, Define]:
    """Every define by its name."""
    found: dict[str, Define] = {}
    shadowed: dict[str, Define] = {}
    for key, define in written.items():
        heading = unshadowed(key)
        signature = parse(heading, "signature", diagnostics)
        if not isinstance(signature, nodes.Signature):
            continue
        name = signature.name
        cases = _cases(name, define, diagnostics)
        if heading is not key:
            before = shadowed.get(name)
            own_name = f"{INHERITED} {name if before is None else before.signature.name}"
            shadowed[name] = Define(replace(signature, name=own_name), cases, before)
        elif name in found:
            diagnostics.error(
                "duplicate-define", key.span, f"{name} is defined twice.", "Leave one out, or give it another name."
            )
        else:
            found[name] = Define(signature, cases, shadowed.get(name))
    return found


def _cases(
    name: str, define: model.Define, diagnostics: Diagnostics
) -> tuple[tuple[nodes.Node | None, nodes.Node], ...]:
    if define.is_ is not None:
        node = parse(define.is_, "expression", diagnostics)
        return () if node is None else ((None, node),)
    cases: list[tuple[nodes.Node | None, nodes.Node]] = []
    listed = define.cases or []
    for number, case in enumerate(listed, start=1):
        test = parse(case.when, "expression", diagnostics) if case.when is not None else None
        value = parse(case.is_, "expression", diagnostics)
        if number == len(listed) and case.when is not None:
            diagnostics.error(
                "last-case",
                case.when.span,
                f"The last case of {name} must have no when.",
                "Add a case ‘- is: …’ for all other positions.",
            )
        if number < len(listed) and case.when is None:
            diagnostics.error(
                "unreachable-case",
                listed[number].span,
                "This case is never reached.",
                "Give the case before it a when:, or put it last.",
            )
        if value is not None:
            cases.append((test, value))
    return tuple(cases)


def variable_type(builder: SchemaBuilder, name: Scalar, variable: model.Variable) -> types.Type:
    """The type of a variable; one that would start without a value is reported."""
    if variable.is_ is not None:
        kind = builder.type_of(variable.is_)
        if (
            variable.start is None
            and types.default_value(kind) is None
            and not isinstance(kind, types.Maybe | types.Unknown)
        ):
            message = f"{name} has no value when the game starts."
            builder.error("no-start", name.span, message, f"Add start:, or write {variable.is_} or none.")
        return kind
    if variable.start is None:
        builder.error(
            "no-start",
            name.span,
            f"{name} needs start or is.",
            f"Write {name}: 0, or {name}: {{is: a type, start: a value}}.",
        )
        return types.UNKNOWN
    found, _ = builder.constant(variable.start)
    if isinstance(found, types.Nothing):
        message = f"The type of {name} is unknown."
        builder.error("no-type", variable.start.span, message, "Add is: with ‘or none’.")
        return types.UNKNOWN
    if isinstance(found, types.Number):
        return types.NUMBER
    return types.TEXT if isinstance(found, types.Letter) else found


def named_lexicon(name: Scalar, diagnostics: Diagnostics) -> Lexicon:
    """The list beside the spec or among the shipped ones; an empty list if it is wrong, so that whatever needs words is
    still checked."""
    path = word_list(str(name), Path(name.span.source.name).parent)
    if path is None:
        shipped = shipped_lists()
        help = did_you_mean(name, shipped) or f"There is {', '.join(shipped)}, or put {name}.txt beside the spec."
        diagnostics.error("unknown-lexicon", name.span, f"There is no word list called ‘{name}’.", help)
        return Lexicon(str(name), "", "", {})
    try:
        return open_lexicon(path)
    except BadWordList as problem:
        message = f"{path.name}, line {problem.line}: {problem.message}"
    except UnicodeDecodeError:
        message = f"{path.name} cannot be read as a text in UTF-8."
    except RefusedFile as problem:
        message = f"{path.name} {problem.reason}."
    except OSError as problem:
        message = f"{path.name} cannot be read: {problem.strerror}."
    help = "A word list has a word on each line, in lower case, followed by its tier."
    diagnostics.error("bad-lexicon", name.span, message, help)
    return Lexicon(str(name), "", "", {})


def _type_of(builder: SchemaBuilder, name: Scalar, declared: model.Property) -> types.Type:
    """The type of a property. An option that was meant for the property above appears as a name of its own."""
    builder.checker.refuse_keyword(str(name), name.span)
    if str(name) in model.Property.option_names() and (
        str(name) in _NEVER_NAMES or parse(declared.is_, "type", Diagnostics()) is None
    ):
        message = f"‘{name}’ is an option of a property, but it is used here as the name of one."
        builder.error("option-as-name", name.span, message, "Indent it further, below the property that it belongs to.")
        return types.UNKNOWN
    return builder.type_of(declared.is_)


def piece_properties(builder: SchemaBuilder) -> None:
    """Give each kind of piece its properties, and those that it lends to the cells it covers."""
    for name, entity in builder.spec.entities.items():
        properties = {}
        for prop, declared in entity.properties.items():
            if str(prop) in ("site", "zone"):
                builder.error(
                    "reserved-property",
                    prop.span,
                    f"Every piece has a ‘{prop}’ of its own.",
                    "Choose another name.",
                )
            properties[str(prop)] = Property(
                str(prop),
                _type_of(builder, prop, declared),
                terms.column("piece", str(name), str(prop)),
                prop.span,
                bool(declared.remembered),
            )
        lent = {}
        for prop, scalar in (entity.cell or {}).items():
            node = parse(scalar, "expression", builder.checker.diagnostics)
            if node is not None:
                lent[str(prop)] = node
        found = builder.schema.kinds[str(name)]
        builder.schema.kinds[str(name)] = replace(found, properties=properties, lent=lent)


def cell_properties(builder: SchemaBuilder) -> None:
    """Give each board the properties of its cells; those with the same name are the same on all boards."""
    seen: dict[str, tuple[types.Type, str]] = {}
    sight: dict[str, tuple[str | None, str | None]] = {}
    for name, board in builder.spec.all_boards().items():
        if str(name) not in builder.schema.boards:
            continue  # Why there are no such edges has been said.
        cells: dict[str, Property] = {}
        for prop, declared in (board.cell or {}).items():
            kind = _type_of(builder, prop, declared)
            if str(prop) in ("name", "row", "column", "layer", "site", "zone") or (
                str(prop) == "axis" and isinstance(board, model.Borders)
            ):
                builder.error(
                    "reserved-property",
                    prop.span,
                    f"Every site has a ‘{prop}’ of its own.",
                    "Choose another name.",
                )
            if str(prop) in builder.schema.kinds:
                builder.error(
                    "property-clash",
                    prop.span,
                    f"‘{prop}’ is a kind of pieces already.",
                    "Choose another name.",
                )
                continue
            if str(prop) in seen and seen[str(prop)][0] != kind:
                other = seen[str(prop)][1]
                builder.error(
                    "property-clash",
                    prop.span,
                    f"‘{prop}’ is {types.named(seen[str(prop)][0])} on board {other}; it must be the same here.",
                    f"Give it the same type, or another name: {prop}_2.",
                )
            hiding = (declared.seen_by, declared.seen_if)
            if sight.setdefault(str(prop), hiding) != hiding:
                how = "is not hidden" if sight[str(prop)] == (None, None) else "is hidden in another way"
                builder.error(
                    "property-clash",
                    prop.span,
                    f"‘{prop}’ {how} on board {seen[str(prop)][1]}; it must be the same here.",
                    f"Boards share the properties of cells by name. Give it another name here: {prop}_2.",
                )
            seen[str(prop)] = (kind, str(name))
            cells[str(prop)] = Property(
                str(prop), kind, terms.column("cell", name=str(prop)), prop.span, bool(declared.remembered)
            )
        builder.schema.boards[str(name)] = replace(builder.schema.boards[str(name)], cells=cells)


@dataclass(slots=True)
class SchemaBuilder:
    """Builds the schema of one program and reports anything that does not fit."""

    spec: model.Spec
    settings: dict[str, Any]
    extents: Extents
    checker: Checker
    schema: Schema = field(init=False)
    _of_cells: dict[Span, terms.Term | None] = field(init=False, default_factory=dict)

    def build(self) -> Schema:
        """The schema; mistakes go to the checker's diagnostics."""
        players = tuple(str(name) for name in self.spec.players) or ("you",)
        if not self.spec.players:
            self.checker.diagnostics.alone = self.spec.game.span
        facings = tuple(self._facing(player) for player in self.spec.players.values()) or (0,)
        titles = tuple(str(player.title or name) for name, player in self.spec.players.items()) or ("You",)
        phases = tuple(str(name) for name in (self.spec.turns.phases or {})) if self.spec.turns else ()
        self.schema = Schema(
            topology=build([]),
            players=types.Words("player", players),
            titles=titles,
            facings=facings,
            directions=types.Words("direction", DIRECTIONS[1:]),
            axes=types.Words("axis", AXES[1:]),
            phases=types.Words("phase", phases),
            zone_words=types.Words("zone", ()),
            alphabet=ENGLISH,
            pays=any(end.payoff is not None for end in self.spec.end_conditions.values()),
        )
        self._lexicon()
        self._settings()
        self._enums()
        self._kind_names()
        self._boards()
        piece_properties(self)
        cell_properties(self)
        self._zones()
        self._tables()
        self._defines()
        self._state()
        return self.schema

    # Constants

    def error(self, code: str, span: Span | None, message: str, help: str) -> None:
        """Report a mistake."""
        self.checker.diagnostics.error(code, span, message, help)

    def declare(self, name: Scalar, what: str) -> None:
        """Declare a name in the single namespace; each may mean only one thing."""
        if self.checker.refuse_site(name, name.span) or self.checker.refuse_keyword(name, name.span):
            pass
        elif name in self.schema.declared:
            other, place = self.schema.declared[name]
            where = f" in line {place.line}" if place is not None else ""
            self.error("shadowing", name.span, f"‘{name}’ is already the {other}{where}.", "Choose another name.")
        elif name in FIXED_NAMES:
            meaning = "is a direction" if name in DIRECTIONS else "has a fixed meaning"
            self.error("shadowing", name.span, f"‘{name}’ {meaning}.", "Choose another name.")
        self.schema.declared[str(name)] = (what, name.span)

    def scope(self) -> Scope:
        """The scope of sizes, tables and the like: settings only."""
        return Scope(self.schema, frozenset(), place="constants")

    def constant(
        self, scalar: Scalar, expected: types.Type | None = None, cell: int | None = None
    ) -> tuple[types.Type, Any]:
        """The type and value of an expression over settings; for a property of a cell, `it` is that cell."""
        if cell is None:
            term = self._constant_term(scalar, expected, self.scope())
        elif scalar.span in self._of_cells:
            term = self._of_cells[scalar.span]
        else:
            # Checked once for all cells.
            it = Local(terms.Variable(types.SITE, nodes.Nothing(scalar, 0, 0), "it"), "cell", None)
            term = self._constant_term(scalar, expected, self.scope().with_locals({"it": it}))
            self._of_cells[scalar.span] = term
        if term is None:
            return types.UNKNOWN, None
        return term.type, Evaluator(FixedWorld(self.schema)).value(term, {} if cell is None else {"it": cell})

    def _constant_term(self, scalar: Scalar, expected: types.Type | None, scope: Scope) -> terms.Term | None:
        """An expression over settings; None after a report."""
        node = parse(scalar, "expression", self.checker.diagnostics)
        if node is None:
            return None
        self.checker.size = 0
        before = len(self.checker.diagnostics.errors)
        term = self.checker.check(node, scope, expected)
        # What was reported for another board of the same name is not reported again.
        reported = any(isinstance(part.type, types.Unknown) for part in terms.walk(term))
        if reported or len(self.checker.diagnostics.errors) > before:
            return None
        if expected is not None and not self.checker.require_fit(term, expected, "This", scope):
            return None
        part = terms.changing_part(term)
        if part is not None:
            self.error(
                "not-constant",
                part.node.span if scalar.span.covers(part.node.span) else scalar.span,
                "This must be known before the game starts: numbers, settings and sites.",
                "Write a number or a setting. What changes in play is asked under where: or validate:.",
            )
            return None
        ranges = (part for part in terms.walk(term) if isinstance(part, terms.RangeOf))
        if (long := next((part for part in ranges if _most(part) > LONGEST), None)) is not None:
            message = f"This range has {_most(long):,} numbers; at most {LONGEST:,} are allowed before the game starts."
            self.error("long-range", long.node.span, message, "Write a shorter one.")
            return None
        return term

    def number(self, scalar: Scalar, low: int, high: int, what: str, otherwise: int | None = None) -> int:
        """A whole number within limits; after a report `otherwise`, or else the lowest."""
        instead = low if otherwise is None else otherwise
        kind, value = self.constant(scalar)
        if isinstance(kind, types.Unknown):
            return instead
        if not isinstance(types.strip(kind), types.Number) or not isinstance(value, int):
            help = "Write digits, such as 3, or the name of a setting."
            if isinstance(kind, types.Words) and kind.words:
                help = f"Say how many each of its words is: if {scalar} == {kind.words[0]} then 3 else 4."
            self.error("wrong-type", scalar.span, f"{what} needs a number, but this is {types.named(kind)}.", help)
            return instead
        if not low <= value <= high:
            self.error(
                "out-of-range",
                scalar.span,
                f"{what} must be from {low} to {high}, but this is {value}.",
                f"Write {min(max(value, low), high)}.",
            )
            return instead
        return value

    def type_of(self, scalar: Scalar) -> types.Type:
        """The type that a type expression names."""
        node = parse(scalar, "type", self.checker.diagnostics)
        return types.UNKNOWN if node is None else self.checker.type_of(node, self.scope())

    # Settings, enums, players

    def _facing(self, player: model.Player) -> int:
        if player.facing is None:
            return 0
        if str(player.facing) not in DIRECTIONS[1:]:
            self.error(
                "unknown-direction",
                player.facing.span,
                f"‘{player.facing}’ is not a direction.",
                suggestion(player.facing, DIRECTIONS[1:]),
            )
            return 1
        return DIRECTIONS.index(str(player.facing))

    def _settings(self) -> None:
        for name, setting in self.spec.settings.items():
            self.declare(name, "setting")
            kind = setting_type(setting, str(name), self.checker)
            if isinstance(kind, types.Words):
                self.schema.enums[kind.name] = kind
            self.schema.settings[str(name)] = (kind, self.settings[str(name)])
        for number, name in enumerate(self.spec.players, start=1):
            self.declare(name, "player")
            if number == MOST_PLAYERS + 1:
                self.error("too-many-players", name.span, f"A game has at most {MOST_PLAYERS} players.", "Remove some.")

    def _enums(self) -> None:
        for name, words in self.spec.types.items():
            if str(name) in BUILT_IN_TYPES:
                self.error("reserved-type", name.span, f"‘{name}’ is a type already.", "Choose another name.")
            else:
                self.checker.refuse_keyword(str(name), name.span)
            for word in words:
                if not re.fullmatch(r"[a-z][a-z0-9_]*", word):
                    message = "Words are lower-case letters, digits and _, and start with a letter."
                    self.error("bad-name", word.span, message, as_word(word))
                elif self.checker.refuse_keyword(str(word), word.span, "word"):
                    continue
                elif str(word) in self.schema.declared:
                    what = self.schema.declared[str(word)][0]
                    self.error(
                        "word-clash",
                        word.span,
                        f"‘{word}’ is both a {what} and a word of {name}.",
                        "Rename one.",
                    )
            known = set[str]()
            for word in words:
                if word in known:
                    self.error("duplicate-word", word.span, f"‘{word}’ appears here twice.", "Leave one out.")
                known.add(word)
            # A word in capitals was reported, and two without a comma; their uses as they should be are not.
            meant = tuple(part for word in words for part in word.lower().split())
            self.schema.enums[str(name)] = types.Words(str(name), meant)

    # Boards and pieces

    def _kind_names(self) -> None:
        for name, entity in self.spec.entities.items():
            if str(name) in BUILT_IN_TYPES or str(name) in self.schema.enums:
                self.error("reserved-type", name.span, f"‘{name}’ is a type already.", "Choose another name.")
            elif str(name) in FIELD_GROUPS:
                self.error("reserved-type", name.span, f"‘{name}’ has a fixed meaning.", "Choose another name.")
            else:
                self.checker.refuse_keyword(str(name), name.span)
            written = entity.at_most
            at_most = self.number(written, 1, types.MOST_PIECES, "at_most") if written is not None else None
            self.schema.kinds[str(name)] = Kind(str(name), {}, {}, entity.footprint is not None, name.span, at_most)

    def _boards(self) -> None:
        shapes: list[BoardShape] = []
        instances: dict[str, tuple[types.Type | None, list[str]]] = {}
        for name, board in self.spec.boards.items():
            self.declare(name, "board")
            per = self._per(board.per)
            names = [str(name)] if per is None else [f"{name}[{key}]" for key in types.keys_of(per)]
            instances[str(name)] = (per, names)
            shapes.extend(shape_of(self, name, board, instance) for instance in names)
        if sum(site_count(shape) for shape in shapes) > MOST_SITES:
            self.error(
                "too-many-sites",
                next(iter(self.spec.boards)).span,
                f"The boards have more than {MOST_SITES} sites.",
                "Make them smaller.",
            )
            shapes = [BoardShape(name=shape.name, shape="square", columns=1, rows=1) for shape in shapes]
        self.schema.topology = build(shapes)
        for name, board in self.spec.boards.items():
            per, names = instances[str(name)]
            most = max(len(self.schema.topology.boards[each].sites) for each in names)
            kinds = self._held(board.holds)
            size = str(board.columns or ""), str(board.rows or "")
            pile = self._pile(name, board, kinds)
            self.schema.boards[str(name)] = Board(str(name), per, tuple(names), kinds, {}, most, name.span, size, pile)
            self._borders(str(name), board)
            self.schema.regions.update(str(region) for region in board.regions or {})
            for each in names:
                for site, number in self.schema.topology.boards[each].by_name.items():
                    if not SITE_NAME.fullmatch(site.split("@")[0]):
                        self.schema.site_names[site] = number

    def _borders(self, name: str, board: model.Board) -> None:
        """The edges and corners of a board."""
        cells = self.schema.boards[name]
        for part, borders in board.borders.items():
            names = tuple(f"{each}.{part}" for each in cells.instances)
            if names[0] not in self.schema.topology.boards:
                continue  # The board has a shape without any.
            most = max(len(self.schema.topology.boards[each].sites) for each in names)
            kinds = self._held(borders.holds)
            for kind in kinds:
                if self.schema.kinds[kind].covers_many:
                    message = f"A {kind} has a footprint, so it covers cells and cannot lie on {part}."
                    help = "Use a kind without a footprint there."
                    self.error("footprint-on-borders", borders.span, message, help)
            whole, span = f"{name}.{part}", borders.span
            self.schema.boards[whole] = Board(whole, cells.per, names, kinds, {}, most, span, cells.size, of=name)

    def _pile(self, name: Scalar, board: model.Board, kinds: tuple[str, ...]) -> int:
        """How many pieces a site of a board may hold; pieces that cannot be in piles are reported."""
        if board.pile is None:
            return 1 if (drawn := _drawn_pile(board)) is None else self._lacks_pile(name, *drawn)
        if len(board.holds) != 1:
            help = "Write holds: with one kind, and tell its pieces apart by a property."
            self.error("pile-kinds", name.span, "A pile holds pieces of one kind.", help)
        for kind in kinds:
            if self.schema.kinds[kind].covers_many:
                message = f"A {kind} has a footprint, so it cannot lie in a pile."
                self.error("pile-footprint", board.pile.span, message, "Leave pile: or the footprint: out.")
                return 1
        if str(board.shape) == "layers":
            message = "A board in layers has no piles: what lies on a layer is on top of the one below."
            self.error("pile-layers", board.pile.span, message, "Leave pile: out, or write columns: and rows:.")
            return 1
        # A pile of a wrong height is one all the same: what is said of it elsewhere is right.
        return self.number(board.pile, 1, types.MOST_PIECES, "pile", otherwise=2)

    def _lacks_pile(self, name: Scalar, drawn: Scalar, most: int) -> int:
        """Report a picture of piles on a board without them; whatever is said about piles elsewhere is right."""
        help = f"Write pile: and how many pieces a site holds at most, such as pile: {most}, in the board."
        self.error("no-piles", drawn.span, f"‘{drawn}’ is a pile, and a site of {name} holds one piece.", help)
        return types.MOST_PIECES

    def _held(self, holds: list[Scalar]) -> tuple[str, ...]:
        held: list[str] = []
        for kind in holds:
            if str(kind) in self.schema.kinds:
                held.append(str(kind))
                continue
            meant = probably(kind, self.schema.kinds)
            help_text = "Kinds of pieces belong under entities:." if meant is None else f"Did you mean ‘{meant}’?"
            self.error("unknown-kind", kind.span, f"There is no kind of pieces called ‘{kind}’.", help_text)
            if meant is not None:
                # What was meant spares those who use it a complaint of their own.
                held.append(meant)
        return tuple(held)

    def _per(self, scalar: Scalar | None) -> types.Type | None:
        if scalar is None:
            return None
        kind = self.type_of(scalar)
        if isinstance(kind, types.Words) or (
            isinstance(kind, types.Number) and kind.low is not None and types.key_count(kind) <= 64
        ):
            return kind
        if not isinstance(kind, types.Unknown):
            self.error(
                "bad-per",
                scalar.span,
                f"per takes player, an enum or a range of at most 64, but this is {types.named(kind)}.",
                f"Write {either(['player', *self.schema.enums, '1..9'])}.",
            )
        return None

    def _zones(self) -> None:
        first, words = 1, []
        for name, zone in self.spec.zones.items():
            self.declare(name, "zone")
            kinds = self._held(zone.holds)
            if len(zone.holds) != 1:
                self.error(
                    "zone-kinds",
                    name.span,
                    "A zone holds one kind of pieces.",
                    "Write holds: with one, and a zone for each of the others.",
                )
            per = self._per(zone.per)
            if str(zone.seen_by or "all") == "owner" and per != self.schema.players:
                self.error("no-owner", name.span, f"Zone {name} has no owner.", "Add per: player.")
                per = self.schema.players  # What was meant spares those who use it a complaint of their own.
            count = types.key_count(per) if per is not None else 1
            # A setting may well leave no room in a zone.
            least = 1 if zone.size is not None and zone.size.isdecimal() else 0
            size = self.number(zone.size, least, 10000, "size") if zone.size is not None else None
            self.schema.zones[str(name)] = Zone(
                str(name),
                per,
                count,
                first,
                kinds[0] if kinds else "",
                size,
                size if size is not None else UNBOUNDED,
                str(zone.seen_by or "all"),
                name.span,
            )
            if first - 1 <= MOST_ZONES < first + count - 1:
                message = f"There are more than {MOST_ZONES:,} zones, counting all that per: makes."
                self.error("too-many-zones", name.span, message, "Remove some, or let fewer have one of their own.")
            first += count
            words += [str(name)] if per is None else [f"{name}[{key}]" for key in types.keys_of(per)]
            if not kinds:
                del self.schema.zones[str(name)]
        self.schema.zone_words = types.Words("zone", tuple(words))

    # Tables, defines, variables

    def _tables(self) -> None:
        for name, table in self.spec.tables.items():
            self.declare(name, "table")
            self.schema.tables[str(name)] = table_values(self, table)

    def _lexicon(self) -> None:
        if self.spec.lexicon is not None:
            self.schema.lexicon = named_lexicon(self.spec.lexicon, self.checker.diagnostics)
            self.schema.alphabet = tuple(self.schema.lexicon.alphabet) or self.schema.alphabet

    def _defines(self) -> None:
        self.schema.defines = definitions(self.spec.define, self.checker.diagnostics)
        for define in self.schema.defines.values():
            if not define.signature.parameters:
                self.declare(define.signature.scalar, "define")

    def _state(self) -> None:
        for name, variable in self.spec.state.items():
            self.declare(name, "variable")
            per = self._per(variable.per)
            kind = variable_type(self, name, variable)
            self.schema.variables[str(name)] = StateVariable(str(name), kind, per, name.span)


def _drawn_pile(board: model.Board) -> tuple[Scalar, int] | None:
    """The first pile in a picture, by site, and the height of the highest; None if there is none."""
    texts = (
        [each for each in board.start.values() if isinstance(each, Scalar)] if isinstance(board.start, Mapping) else []
    )
    piles = [(each, int(found[1])) for each in texts if (found := re.fullmatch(r"\S+?\*([1-9][0-9]{0,2})", each))]
    if not piles or any("*" in key for key in board.legend or {}):
        return None
    return piles[0][0], max(most for _, most in piles)


def _most(term: terms.Term) -> int:
    """The maximum number of items of a list."""
    return term.type.most if isinstance(term.type, types.Listing) else 0
