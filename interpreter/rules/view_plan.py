"""The view of a spec as a plan: every expression, text and look is checked and compiled once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.advice.looks import (
    aspect_help,
    for_a_flag,
    giving,
    is_phrase,
    list_as_face,
    odd_colour,
    unknown_values,
)
from interpreter.boards.board import Plane
from interpreter.language import nodes, terms, types
from interpreter.language.names import lookup
from interpreter.language.properties import declared_properties
from interpreter.language.scope import RULES, VIEW, Scope
from interpreter.position import from_state
from interpreter.rules.actions import asks_for_end
from interpreter.rules.review import Reviewer
from interpreter.rules.telling_plan import (
    NO_RESULT,
    CallOutPlan,
    CardPlan,
    ColumnPlan,
    EventPlan,
    LessonPlan,
    ResultPlan,
)
from interpreter.rules.view_scope import event_names, event_type, view_scope, written_texts
from interpreter.spec import model
from interpreter.spec.nodes import Node, Scalar
from interpreter.spec.suggest import did_you_mean, suggestion
from interpreter.spec.view_model import BUTTONS, COLOURS, FANS, ICONS, SHAPES, CallOut

if TYPE_CHECKING:
    from interpreter.program.program import Program

Compiled = Callable[..., Any]

_READ_OTHERWISE = (types.Piece, types.Listing, types.Record, types.Words, types.Site)
"""Types whose values generated code and the evaluator write differently."""

FAN = types.Words("way", FANS)
CARDS = ("card", "back")
"""Shapes of which a board has upright cells."""

_UNREAD_STEPS = frozenset(
    {"unknown-step", "unknown-routine", "unfinished", "second-loop", "missing-colon", "argument-count"}
)
_SAYS_WHOSE = re.compile(r"\{[^}]*\bit\b")
"""A title that speaks of whose the board is, or a label that says it of a zone."""


class Part:
    """A part of a view that one function computes from `VIEW_ARGUMENTS`."""

    def __init__(self, program: Program, reads: Iterable[terms.Term | None]) -> None:
        self.program = program
        self.reads = [term for term in reads if term is not None]

    @cached_property
    def secret(self) -> bool:
        """Whether it reads something that some player may not know. Hidden values read as none, which generated code
        does not expect of every type: then only the evaluator is trusted."""
        return reads_hidden(self.program, self.reads)

    @cached_property
    def function(self) -> Compiled | None:
        """The function; None if it cannot be lowered."""
        return self.program.compiler.shown(self)


class Expression(Part):
    """A checked expression of a view. `kind` is its type without none. `asks_help`: it is the number of undos, hints or
    lives that are left, where none means any number."""

    def __init__(self, program: Program, term: terms.Term) -> None:
        super().__init__(program, [term])
        self.term = term
        self.type: types.Type = term.type
        self.kind: types.Type = term.type.of if isinstance(term.type, types.Maybe) else term.type
        asked = term.target if isinstance(term, terms.FieldOf) else None
        self.asks_help = isinstance(asked, terms.Global) and asked.name == "assist"

    def read(self, found: Any) -> Any:
        """A value of generated code as the evaluator sees it."""
        return from_state(found, self.kind) if isinstance(self.kind, _READ_OTHERWISE) else found

    @cached_property
    def listing(self) -> Listing:
        """The expression for many pairs of `it` and `i`."""
        return Listing(self.program, self.reads)


class Listing(Part):
    """An expression that is computed for many pairs of `it` and `i`."""


def record_of(expressions: Iterable[Expression]) -> types.Record:
    """The type of the values of some expressions together."""
    return types.Record(tuple((str(number), each.kind) for number, each in enumerate(expressions)))


@dataclass(frozen=True, slots=True)
class TextPlan:
    """A text: literal parts, each with the expression that follows it."""

    parts: tuple[tuple[str, Expression | None], ...]

    @property
    def terms(self) -> list[tuple[str, terms.Term | None]]:
        """The parts for the evaluator."""
        return [(literal, None if value is None else value.term) for literal, value in self.parts]


@dataclass(frozen=True, slots=True)
class Aspect:
    """One part of a look: a word of the theme or of the spec, an expression, or nothing."""

    word: str | None = None
    value: Expression | None = None

    @property
    def given(self) -> bool:
        """Whether the spec says anything about it."""
        return self.word is not None or self.value is not None


@dataclass(frozen=True, slots=True)
class LookPlan:
    """One look; `when` is None if it always applies."""

    when: Expression | None
    show: bool
    colour: Aspect
    shape: Aspect
    icon: Aspect
    pattern: Aspect
    ink: Aspect
    pips: Aspect
    face: Aspect

    @property
    def aspects(self) -> tuple[Aspect, ...]:
        """The aspects of the look."""
        return self.colour, self.shape, self.icon, self.pattern, self.ink, self.pips, self.face

    @property
    def open(self) -> tuple[Expression, ...]:
        """The aspects that are computed for each piece or cell."""
        return tuple(aspect.value for aspect in self.aspects if aspect.value is not None)

    @property
    def fills(self) -> bool:
        """Whether it is only a square that fills whole cells."""
        return self.shape.word == "square" and self.colours

    @property
    def colours(self) -> bool:
        """Whether it is only a colour, which fills whole cells if it lies beneath what is on them."""
        signs = (self.icon, self.pattern, self.ink, self.pips, self.face)
        plain = self.shape.word in (None, "square") and self.shape.value is None
        return self.show and self.colour.given and plain and not any(sign.given for sign in signs)


def _of_sites(term: terms.Term) -> bool:
    """Whether a term is a site or a list of sites."""
    kind = types.strip(term.type)
    return isinstance(types.strip(kind.item) if isinstance(kind, types.Listing) else kind, types.Site)


class LooksPlan(Part):
    """A list of looks, of which the first that applies counts; `it` is a site, or a piece of a kind."""

    def __init__(self, program: Program, it: types.Type, looks: tuple[LookPlan, ...]) -> None:
        self.it = it
        self.looks = looks
        self.cases = [
            (None if look.when is None else look.when.term, [each.term for each in look.open]) for look in looks
        ]
        self.kinds = [record_of(look.open) for look in looks]
        super().__init__(program, (term for when, values in self.cases for term in (when, *values)))

    @property
    def of_cards(self) -> bool:
        """Whether one of them is a card, or the back of one."""
        return any(look.shape.word in CARDS for look in self.looks)

    def worked_out(self, key: Any) -> tuple[LookPlan, list[tuple[Any, types.Type] | None]]:
        """The look that a key stands for, and for each of its aspects that is an expression, the value and its kind."""
        number, values = (key, ()) if isinstance(key, int) else (key[0], key[1:])
        look, kinds = self.looks[number], self.kinds[number]
        left = iter(from_state(values, kinds))
        aspects = [aspect.value for aspect in look.aspects]
        return look, [None if each is None else (next(left), each.kind) for each in aspects]


@dataclass(frozen=True, slots=True)
class MarkPlan:
    """A sign on sites of a board; its text and colour may refer to the site as `it`."""

    at: tuple[Expression, ...]
    icon: str | None
    text: TextPlan | None
    colour: Aspect


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """How a board looks. `looks` are those of its pieces or sites, `cells` those beneath the pieces, and `floors` the
    ones among them that only colour cells, for cells that have signs of their own and still need a ground; `fan` is the
    direction in which its piles fan out."""

    title: TextPlan | None
    says_whose: bool
    row_titles: tuple[TextPlan, ...]
    column_titles: tuple[TextPlan, ...]
    looks: LooksPlan
    cells: LooksPlan
    floors: LooksPlan | None
    marks: tuple[MarkPlan, ...]
    fan: Aspect


@dataclass(frozen=True, slots=True)
class PiecePlan:
    """What is written on pieces of a kind."""

    face: Expression | None
    corner: Expression | None


@dataclass(frozen=True, slots=True)
class ZonePlan:
    """How a zone looks; `of` is whose zone is shown, if the spec says so. `says_whose`: its label already makes that
    clear."""

    when: Expression | None
    of: Expression | None
    label: TextPlan | None
    looks: LooksPlan | None
    says_whose: bool = False


@dataclass(frozen=True, slots=True)
class MessagePlan:
    """A line of the status. `at_end`: it reads whether the game has ended, and so also counts after the end."""

    when: Expression | None
    say: TextPlan
    at_end: bool


class StatusPlan(Part):
    """Lines of the status; the first that applies counts."""

    def __init__(self, program: Program, messages: tuple[MessagePlan, ...]) -> None:
        self.messages = messages
        self.conditions = [None if each.when is None else each.when.term for each in messages]
        super().__init__(program, self.conditions)


class PanelsPlan(Part):
    """The values beside the board, by label."""

    def __init__(self, program: Program, panels: dict[str, Expression]) -> None:
        self.panels = panels
        self.kind = record_of(panels.values())
        super().__init__(program, (each.term for each in panels.values()))


def reads_hidden(program: Program, found: Iterable[terms.Term]) -> bool:
    """Whether one of some terms reads something that some player may not know."""
    hideable = program.sight.hideable
    return bool(hideable) and any(
        isinstance(part, terms.ColumnItem) and part.column in hideable for term in found for part in terms.walk(term)
    )


class ViewPlan(Reviewer):
    """The view of a program, built part by part. Anything that a spec leaves out is empty."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.view = self.spec.view if self.spec.view is not None else model.View.model_construct()
        self._scopes: dict[Any, Scope] = {}
        self._boards: dict[str, BoardPlan] = {}
        self._pieces: dict[str, PiecePlan] = {}
        self._zones: dict[str, ZonePlan] = {}
        self._lessons: dict[int, LessonPlan] = {}

    @cached_property
    def no_draft(self) -> tuple[tuple[Any, ...], ...]:
        """A draft without any choices, as generated code sees it: for each action its choices in order."""
        return tuple(tuple(unmade(kind) for _, kind in choices) for choices in self.schema.actions.values())

    @cached_property
    def no_draft_read(self) -> tuple[tuple[Any, ...], ...]:
        """The same as the evaluator sees it."""
        return tuple(tuple(each or None if each != () else [] for each in values) for values in self.no_draft)

    @cached_property
    def _events(self) -> list[str]:
        return event_names(self.program)

    def check(self) -> None:
        """Build every part of the view."""
        view, scope = self.view, self.scope()
        for name, colour in (view.colours or {}).items():
            self._aspect(colour, scope, COLOURS, "colour")
            self._coloured(name)
        for names, known, what, make in (
            (view.pieces, self.schema.kinds, "kind of pieces", self.piece),
            (view.boards, self.schema.boards, "board", self.board),
            (view.zones, self.schema.zones, "zone", self.zone),
        ):
            for name in names or {}:
                self.names([name], known, what, f"unknown-{what.split()[0]}")
                if str(name) in known:
                    make(str(name))
        self._borders()
        for part in ("panels", "status", "log", "animate", "call_outs", "cards", "result", "highlight"):
            getattr(self, part)
        self._buttons(view.buttons)
        self._buttons(view.menu)
        overlays = view.overlays
        if overlays is not None:
            for card in (overlays.ready, overlays.intro, overlays.scores, overlays.stuck, overlays.result):
                self._buttons(card.buttons if card is not None else None)
                self._buttons(card.after if isinstance(card, model.Overlay) else None)

    def _borders(self) -> None:
        """Build the looks of edges and corners; those of a board that has none are reported."""
        for name, view in (self.view.boards or {}).items():
            for part, borders in (("edges", view.edges), ("corners", view.corners)):
                if borders is None or str(name) not in self.schema.boards:
                    continue
                if f"{name}.{part}" in self.schema.boards:
                    self.board(f"{name}.{part}")
                else:
                    help = f"Write {part}: {{}} in its board."
                    self.error("no-borders", borders.span, f"{name} has no {part}.", help)

    # Expressions and texts

    def scope(
        self, it: types.Type | None = None, more: Mapping[str, types.Type] | None = None, standing: bool = False
    ) -> Scope:
        """The names that an expression about `it` may use; a piece that is `standing` has a site."""
        key = (it, tuple(more or ()), standing)
        if key not in self._scopes:
            self._scopes[key] = view_scope(self.program, it, more, standing)
        return self._scopes[key]

    def _made(self, term: terms.Term | None) -> Expression | None:
        return None if term is None else Expression(self.program, term)

    def _expression(self, scalar: Scalar | None, scope: Scope) -> Expression | None:
        return self._made(self.term(scalar, scope))

    def _condition(self, scalar: Scalar | None, scope: Scope) -> Expression | None:
        return self._made(self.condition(scalar, scope))

    def _text(self, text: Scalar, scope: Scope) -> TextPlan:
        return TextPlan(tuple((literal, self._made(term)) for literal, term in self.text(text, scope)))

    def _maybe(self, text: Scalar | None, scope: Scope) -> TextPlan | None:
        return None if text is None else self._text(text, scope)

    def _places(self, node: Node | None, scope: Scope, what: str) -> tuple[Expression, ...]:
        """The places to highlight: one expression, or a list of them."""
        scalars = [node] if isinstance(node, Scalar) else node or []
        found = [self._made(self.sites(each, scope, what)) for each in scalars if isinstance(each, Scalar)]
        return tuple(each for each in found if each is not None)

    # Colours and other looks

    def _coloured(self, name: Scalar) -> None:
        words = [word for kind in self.schema.words_types() for word in kind.words]
        own = [word for kind in (self.schema.players, *self.schema.enums.values()) for word in kind.words]
        if str(name) not in words and str(name) not in COLOURS:
            self.error(
                "unknown-colour",
                name.span,
                f"‘{name}’ is not a player, a word or a colour of the theme.",
                suggestion(name, [*own, *COLOURS]),
            )

    def _aspect(
        self, scalar: Scalar | None, scope: Scope, words: tuple[str, ...], what: str, always: bool = True
    ) -> Aspect:
        """One part of a look: a word of the theme, or an expression whose value is one or a word of a type. A colour
        may also be #rrggbb, or a name for which the spec has a colour."""
        if scalar is None:
            return Aspect()
        own = what == "colour" and str(scalar) in map(str, self.view.colours or {})
        if str(scalar) in words or own:
            return Aspect(str(scalar))
        if what == "colour" and (written := odd_colour(scalar)) is not None:
            self.error("bad-colour", scalar.span, "A colour is # and six digits from 0 to f.", written)
            return Aspect()
        if what == "colour" and scalar.startswith("#"):
            return Aspect(str(scalar))
        node = None if (phrase := is_phrase(scalar)) else self.steps.parse(scalar, "expression")
        if phrase or (isinstance(node, nodes.Name) and lookup(self.checker, node, scope, None) is None):
            self.error(
                f"unknown-{what}",
                scalar.span,
                f"‘{scalar}’ is not a valid {what} of the theme.",
                self._of_it(scalar, scope) or aspect_help(scalar, what, words, scope),
            )
            return Aspect()
        term = self.term(scalar, scope)
        if term is not None and not isinstance(types.strip(term.type), types.Words | types.Text | types.Unknown):
            self.error(
                "wrong-type",
                scalar.span,
                f"{what} needs a word of the theme, a player or an enum word, but this is {types.named(term.type)}.",
                for_a_flag(scalar, what) or suggestion(scalar, words, giving(what, scope)),
            )
        elif term is not None and words:
            self._warn_of_unknown(term, what, words, always)
        return Aspect(value=self._made(term))

    def _warn_of_unknown(self, term: terms.Term, what: str, words: tuple[str, ...], always: bool) -> None:
        """Warn of values of an expression that are no colour, shape or icon of the theme: nothing comes of them. A look
        that does not `always` apply may be meant for some words of a type alone."""
        found: Iterable[str] = written_texts(term)
        if isinstance(words_of := types.strip(term.type), types.Words) and what != "colour" and always:
            found = words_of.words
        own = set(map(str, self.view.colours or {})) if what == "colour" else set()
        unknown = [each for each in dict.fromkeys(found) if each and each not in words and each not in own]
        if what == "colour":
            unknown = [each for each in unknown if re.fullmatch("#[0-9a-fA-F]{6}", each) is None]
        if unknown:
            message, help = unknown_values(unknown, what, words, term)
            self.diagnostics.warning(f"unknown-{what}", term.node.span, message, help)

    def _of_it(self, name: Scalar, scope: Scope) -> str | None:
        """Suggest what to write for a property of the piece or the site that is shown."""
        it = scope.locals.get("it")
        owned = it is not None and str(name) in dict(declared_properties(types.strip(it.term.type), scope))
        return f"Write it.{name}." if owned else None

    def _looks(self, looks: list[model.Look] | None, it: types.Type, standing: bool = False) -> LooksPlan:
        scope = self.scope(it, standing=standing)
        found = LooksPlan(self.program, it, tuple(self._look(look, scope) for look in looks or ()))
        self._all_reached(tuple(looks or ()), "look")
        return found

    def _look(self, look: model.Look, scope: Scope) -> LookPlan:
        return LookPlan(
            self._condition(look.when, scope),
            look.show is not False,
            self._aspect(look.colour, scope, COLOURS, "colour"),
            self._aspect(look.shape, scope, SHAPES, "shape", look.when is None),
            self._aspect(look.icon, scope, ICONS, "icon", look.when is None),
            self._aspect(look.pattern, scope, (), "pattern"),
            self._aspect(look.ink, scope, COLOURS, "colour"),
            Aspect(value=self._made(self.wanted(look.pips, scope, types.NUMBER, "pips"))),
            Aspect(value=self._face(look.face, scope)),
        )

    def _face(self, scalar: Scalar | None, scope: Scope) -> Expression | None:
        """What is written on a piece or a cell: one value."""
        term = self.term(scalar, scope)
        if term is not None and isinstance(types.strip(term.type), types.Listing):
            message = "One value is shown here, not a list."
            self.error("list-as-face", term.node.span, message, list_as_face(str(scalar)))
        return self._made(term)

    def _all_reached(self, entries: tuple[model.Look | model.Message | CallOut, ...], what: str) -> None:
        """Warn of an entry that always applies and has others after it: only the first that applies counts."""
        always = next((number for number, entry in enumerate(entries) if entry.when is None), len(entries))
        if always + 1 >= len(entries):
            return
        first, after = entries[always].span, entries[always + 1].span
        if first.source is not after.source and after.source is self.spec.span.source:
            message = f"This {what} never counts, because one before it always does."
            self.diagnostics.warning("never-counts", after, message, "Put it before ‘- inherited’.")
        else:
            message = f"This {what} always counts, so those after it never do."
            self.diagnostics.warning("never-counts", first, message, "Give it a when:, or put it last.")

    # Pieces, boards and zones

    def piece(self, kind: str) -> PiecePlan:
        """What is written on pieces of a kind."""
        if kind not in self._pieces:
            written = _entry(self.view.pieces, kind) or model.PieceView.model_construct()
            scope = self.scope(types.Piece(kind), {"i": types.NUMBER})
            self._pieces[kind] = PiecePlan(self._face(written.face, scope), self._face(written.corner, scope))
        return self._pieces[kind]

    def size(self, kind: str) -> tuple[Expression, ...] | None:
        """How many columns and rows a piece, which is `it`, covers; None for one cell."""
        found = self.program.footprint(kind)
        return None if found is None else tuple(Expression(self.program, term) for term in found)

    def board(self, name: str) -> BoardPlan:
        """How a board looks."""
        if name not in self._boards:
            self._boards[name] = self._board(name, self._board_view(name))
        return self._boards[name]

    def _board_view(self, name: str) -> model.BoardView:
        """What the spec says about a board; for edges and corners, the section of their board says it."""
        board = self.schema.boards[name]
        view = _entry(self.view.boards, board.of or name) or model.BoardView.model_construct()
        if not board.of:
            return view
        borders = view.edges if board.part == "edges" else view.corners
        return model.BoardView.model_construct(looks=borders.looks if borders is not None else None)

    def _board(self, name: str, view: model.BoardView) -> BoardPlan:
        board, plain, beneath = self.schema.boards[name], self.scope(), self.scope(types.SITE)
        lines = view.lines if view.lines != "none" else None
        for colour in (lines, view.outline, view.valid, view.last_move):
            self._aspect(colour, plain, COLOURS, "colour")
        if view.borders is not None:
            self.names([view.borders], self.schema.regions, "region", "unknown-region")
        if view.margin is not None and (not self._planes(name) or self.schema.borders(name)):
            self.error(
                "no-margin",
                view.span,
                f"Only a board of squares without edges and corners is drawn in part, and {name} is none.",
                "Leave out margin.",
            )
        title = self._maybe(view.title, self.scope(board.per) if board.per is not None else plain)
        squares, cells = self._planes(name), self._looks(view.cells, types.SITE)
        if isinstance(view.cell_size, tuple) and (not squares or self.schema.borders(name)):
            self.error(
                "only-squares",
                view.span,
                f"Only squares without edges or corners between them may be of any height, not the cells of {name}.",
                f"Write cell_size: {view.cell_size[0]}.",
            )
        return BoardPlan(
            title,
            view.title is not None and _SAYS_WHOSE.search(view.title) is not None,
            self._titles(name, "row", view.row_titles, [plane.rows for plane in squares]),
            self._titles(name, "column", view.column_titles, [plane.columns for plane in squares]),
            self._looks(
                view.looks, types.Piece(board.kinds[0]) if len(board.kinds) == 1 else types.SITE, standing=True
            ),
            cells,
            self._floors(cells),
            tuple(self._mark(mark, plain, beneath) for mark in view.marks or ()),
            self._fan(name, view.fan, beneath),
        )

    def _fan(self, name: str, fan: Scalar | None, scope: Scope) -> Aspect:
        """The direction in which piles fan out: always the same, or given by an expression over the site `it`."""
        if fan is None:
            return Aspect()
        if self.schema.boards[name].pile < 2:
            message = f"Board {name} has no piles that could fan out."
            help = f"Write pile: and how many pieces a site of {name} holds, or leave fan out."
            self.error("no-piles", fan.span, message, help)
            return Aspect()
        if str(fan) in (*FANS, "none"):
            return Aspect(str(fan))
        node = self.steps.parse(fan, "expression")
        if isinstance(node, nodes.Name) and lookup(self.checker, node, scope, FAN) is None:
            help = did_you_mean(fan, (*FANS, "none")) or f"There are {', '.join(FANS)} and none."
            self.error("unknown-fan", fan.span, f"A pile cannot fan out in the direction ‘{fan}’.", help)
            return Aspect()
        return Aspect(value=self._made(self.wanted(fan, scope, FAN, "fan")))

    def _floors(self, cells: LooksPlan) -> LooksPlan | None:
        colouring = tuple(look for look in cells.looks if look.colours)
        return LooksPlan(self.program, cells.it, colouring) if 0 < len(colouring) < len(cells.looks) else None

    def _mark(self, mark: model.Mark, plain: Scope, beneath: Scope) -> MarkPlan:
        return MarkPlan(
            self._places(mark.at, plain, "at"),
            self._aspect(mark.icon, plain, ICONS, "icon").word,
            self._maybe(mark.text, beneath),
            self._aspect(mark.colour, beneath, COLOURS, "colour"),
        )

    def _planes(self, name: str) -> list[Plane]:
        boards = (self.schema.topology.boards[instance] for instance in self.schema.boards[name].instances)
        return [board.planes[0] for board in boards if board.shape == "square"]

    def _titles(self, name: str, what: str, titles: list[Scalar] | None, sizes: list[int]) -> tuple[TextPlan, ...]:
        """The titles of rows or columns: there are at most as many titles as rows or columns."""
        if titles and not sizes:
            self.error(
                "no-rows",
                titles[0].span,
                f"Only rows and columns of squares have titles, and {name} has none.",
                "Leave it out.",
            )
        elif titles and len(titles) > max(sizes):
            most = max(sizes)
            message = f"Board {name} has {most} {what}{'' if most == 1 else 's'}, these are {len(titles)} titles."
            self.error("too-many-titles", titles[most].span, message, "Leave out those from here on.")
        elif titles and len(titles) < min(sizes):
            message = f"Board {name} has {min(sizes)} {what}s, and only {len(titles)} have titles."
            help = f"Add one for each {what}; '' is none."
            self.diagnostics.warning("too-few-titles", titles[-1].span, message, help)
        return tuple(self._text(title, self.scope()) for title in titles or ())

    def zone(self, name: str) -> ZonePlan:
        """How a zone looks."""
        if name not in self._zones:
            zone, scope = self.schema.zones[name], self.scope()
            view = _entry(self.view.zones, name) or model.ZoneView.model_construct()
            of = self.wanted(view.of, scope, zone.per, "of") if zone.per is not None else self.term(view.of, scope)
            self._zones[name] = ZonePlan(
                self._condition(view.when, scope),
                self._made(of),
                self._maybe(view.label, self.scope(zone.per) if zone.per is not None else scope),
                self._looks(view.looks, types.Piece(zone.kind)) if view.looks else self._looks_of_boards(zone.kind),
                view.label is not None and _SAYS_WHOSE.search(view.label) is not None,
            )
        return self._zones[name]

    def _looks_of_boards(self, kind: str) -> LooksPlan | None:
        """The looks of a kind of pieces on the first board that has some, for zones without their own; looks that refer
        to sites are left out, because pieces in zones have none."""
        for board in self.schema.holders(kind):
            looks = self.board(board.name).looks
            if looks.looks and looks.it == types.Piece(kind):
                return None if any(_of_sites(term) for each in looks.reads for term in terms.walk(each)) else looks
        return None

    # Beside the board

    @cached_property
    def panels(self) -> PanelsPlan | None:
        """The values beside the board; None if the spec leaves them out."""
        if self.view.panels is None:
            return None
        made = {str(label): self._expression(panel, self.scope()) for label, panel in self.view.panels.items()}
        return PanelsPlan(self.program, {label: each for label, each in made.items() if each is not None})

    @cached_property
    def status(self) -> StatusPlan:
        """The lines of the status."""
        scope, found, before_the_end = self.scope(), [], []
        for message in self.view.status or ():
            when = self._condition(message.when, scope)
            at_end = when is not None and asks_for_end(when.term)
            found.append(MessagePlan(when, self._text(message.say, scope), at_end))
            before_the_end += [] if at_end else [message]
        self._all_reached(tuple(before_the_end), "line")
        return StatusPlan(self.program, tuple(found))

    @cached_property
    def status_at_end(self) -> StatusPlan:
        """The lines of the status that mention the end; the others are about moves that nobody can make by then."""
        return StatusPlan(self.program, tuple(each for each in self.status.messages if each.at_end))

    @cached_property
    def log(self) -> dict[str, EventPlan]:
        """The log's texts about events; one without text is left out, and so is an action with that name."""
        found = {}
        for name, text in (self.view.log or {}).items():
            if name in self.schema.actions and name not in self._events:
                if text != "none":
                    message = f"The log describes ‘{name}’ in its own words."
                    help = "Write none to leave it out, and tell its events instead."
                    self.error("bad-log", text.span, message, help)
                found[str(name)] = EventPlan(types.Record(()))
            elif self._happens(name, self._events):
                kind = event_type(self.program, str(name))
                said = self._text(text, self.scope(kind))
                found[str(name)] = EventPlan(kind, said if text != "none" else None)
        return found

    @cached_property
    def animate(self) -> dict[str, EventPlan]:
        """How events are shown: for how many milliseconds, or with which places flashing."""
        found, known = {}, [*self._events, *self.schema.actions]
        for name, scalar in (self.view.animate or {}).items():
            if self._happens(name, known):
                kind = event_type(self.program, str(name))
                found[str(name)] = EventPlan(kind, value=self._expression(scalar, self.scope(kind)))
        return found

    @cached_property
    def call_outs(self) -> dict[str, tuple[CallOutPlan, ...]]:
        """What is called out where events happen."""
        found = {}
        for name, messages in (self.view.call_outs or {}).items():
            if self._happens(name, self._events):
                kind = event_type(self.program, str(name))
                found[str(name)] = tuple(self._call_out(each, kind) for each in messages)
                self._all_reached(tuple(messages), "call-out")
        return found

    def _call_out(self, message: CallOut, kind: types.Record) -> CallOutPlan:
        scope = self.scope(kind)
        at = self._places(message.at, scope, "at")
        return CallOutPlan(kind, self._condition(message.when, scope), self._text(message.say, scope), at)

    def _happens(self, event: Scalar, known: list[str]) -> bool:
        """Whether such an event exists. Steps that could not be read may be the ones that report it."""
        if str(event) not in known and not any(each.code in _UNREAD_STEPS for each in self.diagnostics.errors):
            self.names([event], known, "event", "unknown-event")
        return str(event) in known

    def _buttons(self, buttons: list[Scalar] | None) -> None:
        """Check the names of buttons; for a label used as a name, the help gives the name."""
        labels = {
            "_".join(re.findall(r"[a-z0-9]+", re.sub(r"\{.*?\}", "", action.title or "").lower())): str(name)
            for name, action in self.spec.actions.items()
        }
        known = [*self.schema.actions, *BUTTONS]
        for button in buttons or []:
            if str(button) in labels and str(button) not in known:
                message = f"There is no action or button {button}."
                help = f"Write ‘{labels[str(button)]}’, which has that label."
                self.error("unknown-button", button.span, message, help)
            else:
                self.names([button], known, "action or button", "unknown-button")

    # Cards

    @cached_property
    def cards(self) -> dict[str, CardPlan]:
        """The cards of the spec, by name, except the one at the end."""
        overlays = self.view.overlays
        if overlays is None:
            return {}
        written = {name: getattr(overlays, name) for name in ("ready", "intro", "scores", "stuck")}
        return {name: self._card(card) for name, card in written.items() if card is not None}

    def _card(self, card: model.Overlay) -> CardPlan:
        title, text, button = (self._maybe(each, self.scope()) for each in (card.title, card.text, card.button))
        return CardPlan(title, text, button, tuple(self._column(column) for column in card.columns or ()))

    def _column(self, column: model.ScoreColumn) -> ColumnPlan:
        kind, happens = event_type(self.program, str(column.events)), self._happens(column.events, self._events)
        line = EventPlan(kind, self._text(column.line, self.scope(kind)) if happens else None)
        if column.of is not None:
            self.names([column.of], self.schema.players.words, "player", "unknown-player")
        return ColumnPlan(self._maybe(column.title, self.scope()), line, self._expression(column.total, self.scope()))

    @cached_property
    def result(self) -> ResultPlan:
        """The card at the end."""
        card = self.view.overlays.result if self.view.overlays is not None else None
        if card is None:
            return NO_RESULT
        scores = self.view.overlays.scores if self.view.overlays is not None else None
        if card.scores and (scores is None or not scores.columns):
            help = "Add scores: with columns: under overlays:, or leave out scores: true."
            self.error("no-scores", card.span, "There are no lists of scores to show on this card.", help)
        return ResultPlan(
            *(self._maybe(text, self.scope()) for text in (card.title, card.win, card.lose, card.draw, card.over))
        )

    # Help and lessons

    @cached_property
    def highlight(self) -> Expression | None:
        """Whether legal choices are highlighted; None means always."""
        assist = self.spec.assist
        scope = Scope(self.schema, RULES, place="assist")
        return self._condition(assist.highlight, scope) if assist is not None else None

    def lesson(self, step: model.TutorialStep) -> LessonPlan:
        """The texts and conditions of a lesson; those about an action can use its choices."""
        if id(step) not in self._lessons:
            scope = inner = self.scope()
            plan = self.program.plans.get(str(step.wait.action))
            if plan is not None and plan.scope is not None:
                inner = Scope(self.schema, VIEW, plan.scope.locals, plan.scope.known, parts=scope.parts)
            self._lessons[id(step)] = LessonPlan(
                self._text(step.say, scope),
                self._maybe(step.nudge, scope),
                self._places(step.show, scope, "show"),
                self._condition(step.only, inner),
            )
        return self._lessons[id(step)]


def unmade(kind: types.Type) -> Any:
    """The value of a choice that has not been made: an empty list for a list, otherwise none."""
    if isinstance(kind, types.Listing):
        return ()
    return 0 if types.is_reference(kind) else None


def _entry(section: Mapping[Scalar, Any] | None, name: str) -> Any:
    return next((entry for key, entry in (section or {}).items() if str(key) == name), None)
