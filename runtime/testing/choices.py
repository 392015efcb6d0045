"""Actions as tests write them: choices in order, by name, as lists and as records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Sequence as AnySequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from typing import Any

from interpreter import Action, BadAction, Fault, Game, expressions
from interpreter.drawing import read_piece
from interpreter.program import END_OF_LIST, ActionPlan, ChoicePlan, Notation, Program, completed, on_several_boards
from interpreter.spec.diagnostics import Diagnostics, Help, both, suggestion
from interpreter.spec.nodes import Edit, Mapping, Node, Scalar, Sequence, Span
from runtime.session.choice import Choosing
from runtime.session.given import Ground, Word, words_of
from runtime.show.board_text import first_property
from runtime.testing.failures import Failed, Failure

Data = tuple[Any, ...]
# What people put between choices.
_PARTING = r"\s*(?:->|→|[-–,;:>×x/]|\bto\b)\s*|\s+"
# What people put between the items of a list.
_LISTING = r"\s*[-–,;>→]+\s*|\s+"
_SEVERAL = 2
# Of how many choices in another order the right one is looked for.
_MOST_SWAPPED = 3
# How else people say how high a piece lies.
_HEIGHT = re.compile(r"(.+?)[\[.#/@(]([1-9][0-9]*)[\])]?")
Item = tuple[Word, ...]
"""What is written for one chosen value: one word, or the parts of a record."""


@dataclass(frozen=True, slots=True)
class WrittenAction:
    """An action of a test. Pieces are looked up once there is a state."""

    program: Program
    plan: ActionPlan
    choices: tuple[tuple[Item, ...], ...]
    span: Span

    def action(self, data: Data) -> Action:
        """The action in a state; raises Failed if something that it names does not exist."""
        values: list[Any] = []
        for number, (choice, items) in enumerate(zip(self.plan.choices, self.choices, strict=True)):
            if not items and choice.ask_if is not None:
                values = [*completed(self.program, data, self.plan, tuple(values))]
                if len(values) == number:
                    raise Failed(Failure(self.span, f"{self.plan.name} asks for ‘{choice.name}’, which is missing."))
            if number == len(values):
                values.append(self._value(data, choice, items, values))
        return (self.plan.name, *values)

    def _value(self, data: Data, choice: ChoicePlan, items: tuple[Item, ...], earlier: list[Any]) -> Any:
        notation, kind = Notation(self.program), choice.variable.type
        if not isinstance(kind, expressions.Listing):
            word = items[0][0]
            with _failing_at(word):
                return notation.value(data, word.text, kind, choice.name, earlier)
        found: list[Any] = []
        for item in items:
            with _failing_at(item[0]):
                if isinstance(kind.item, expressions.Record):
                    words = [word.text for word in item]
                    found.append(notation.record(data, self.plan, choice.name, words, kind.item, found))
                else:
                    found.append(notation.value(data, item[0].text, kind.item, choice.name, found))
        return tuple(found)


@contextmanager
def _failing_at(word: Word) -> Iterator[None]:
    """Fail the test at a word that cannot be chosen in this state."""
    try:
        yield
    except BadAction as problem:
        raise Failed(Failure(word.span, str(problem))) from problem


def written_action(ground: Ground, plan: ActionPlan, node: Node | None, span: Span) -> WrittenAction | None:
    """Check an action of a test; None after a report."""
    before = len(ground.diagnostics.errors)
    reader = _Reader(ground, plan, span)
    choices = reader.choices(node)
    if len(ground.diagnostics.errors) > before:
        return None
    return WrittenAction(ground.program, plan, choices, span)


class _Reader:
    """Finds out what is written for each choice, and reports anything that cannot be chosen at all."""

    def __init__(self, ground: Ground, plan: ActionPlan, span: Span) -> None:
        self.ground = ground
        self.plan = plan
        self.span = span
        self.lacking: tuple[ChoicePlan, Span] | None = None

    def error(self, code: str, span: Span, message: str, help: str) -> None:
        self.ground.diagnostics.error(code, span, message, help)

    def choices(self, node: Node | None) -> tuple[tuple[Item, ...], ...]:
        plan = self.plan
        if isinstance(node, Mapping):
            found = self._by_name(node)
        elif node is not None and (apart := self._set_apart(node)) is not None:
            names = f"its choices {self._names()} in this order," if len(plan.choices) > 1 else self._names()
            listed = isinstance(plan.choices[0].variable.type, expressions.Listing)
            message = f"{plan.name} takes {names} with spaces between them."
            if len(plan.choices) == 1 and not listed:
                message = f"{plan.name} takes one value, {names}."
            self.error("choices", node.span, message, Help(f"Write ‘- {plan.name}: {apart}’.", Edit(node.span, apart)))
            return ()
        elif isinstance(node, Sequence):
            if len(plan.choices) != 1 or not isinstance(plan.choices[0].variable.type, expressions.Listing):
                self.error(
                    "choices",
                    node.span,
                    f"{plan.name} takes its choices in order or by name: {self._names()}.",
                    self._form(),
                )
                return ()
            found = [self._listed(plan.choices[0], node)]
        else:
            found = self._in_order(
                words_of(node) if node is not None else [], node.span if node is not None else self.span
            )
        before = len(self.ground.diagnostics.errors)
        for choice, items in zip(plan.choices, found, strict=False):
            for item in items:
                self._check(choice, item)
        if self.lacking is not None and len(self.ground.diagnostics.errors) == before:
            # A word that cannot be chosen may be several, and then nothing is missing.
            self._missing(*self.lacking)
        return tuple(found)

    def _set_apart(self, node: Node) -> str | None:
        """The choices with blanks between them, if other signs or words separate them: `d4-e4`, `d4 to e4`, `[d4,
        e4]`."""
        kinds = [choice.variable.type for choice in self.plan.choices]
        listed = any(isinstance(kind, expressions.Listing) for kind in kinds)
        if not listed and (alone := self._without_surplus(node)) is not None:
            return alone
        if not kinds or (listed and not isinstance(node, Scalar)) or (len(kinds) < _SEVERAL and not listed):
            return None
        text = str(node) if isinstance(node, Scalar) else " ".join(map(str, node))
        parts = re.split(_LISTING if listed else _PARTING, text.strip("()[]"))
        written = text.split() if isinstance(node, Scalar) else [text]
        if len(parts) < _SEVERAL or not all(parts):
            return None
        if parts != written:
            return " ".join(parts) if self._readable(parts, node) else None
        if listed or len(parts) > _MOST_SWAPPED or self._readable(parts, node):
            return None
        orders = (list(order) for order in permutations(parts))
        return next((" ".join(order) for order in orders if self._readable(order, node)), None)

    def _without_surplus(self, node: Node) -> str | None:
        """The choices without the brackets of a list of one, or without the player who acts: `[3c]`, `human 3c`."""
        words = [str(item) for item in node] if isinstance(node, Sequence) and len(node) == 1 else []
        written = node.split() if isinstance(node, Scalar) else []
        if written and written[0] in self.ground.program.schema.players.words and not self._readable(written, node):
            words = written[1:]
        return " ".join(words) if words and self._readable(words, node) else None

    def _readable(self, words: list[str], node: Node) -> bool:
        """Whether the choices of the action can be read from words with spaces between them."""
        kinds = [choice.variable.type for choice in self.plan.choices]
        asked = [choice for choice in self.plan.choices if choice.ask_if is None]
        if any(isinstance(kind, expressions.Listing) for kind in kinds):
            # Whoever reads the words reports to nobody: what matters is whether there is anything to report.
            silent = _Reader(replace(self.ground, diagnostics=Diagnostics()), self.plan, self.span)
            written = Scalar(" ".join(words), node.source, node.start, node.end)
            for choice, items in zip(self.plan.choices, silent._in_order(words_of(written), self.span), strict=False):
                for item in items:
                    silent._check(choice, item)
            return silent.lacking is None and not silent.ground.diagnostics.errors
        taken = kinds if len(words) == len(kinds) else [choice.variable.type for choice in asked]
        fitting = len(words) == len(taken)
        return fitting and all(self._fault(*each, "") is None for each in zip(words, taken, strict=True))

    def _names(self) -> str:
        return ", ".join(choice.name for choice in self.plan.choices) or "nothing"

    def _form(self) -> str:
        """Show how to write the action."""
        asked = [choice for choice in self.plan.choices if choice.ask_if is None]
        names = " ".join(choice.name for choice in asked)
        if (shown := action_example(self.ground, self.plan)) is not None:
            return f"Write it as in ‘- {self.plan.name}: {shown}’, which gives {names}."
        return (
            f"Write ‘- {self.plan.name}: {names}’, with a value for each." if names else f"Write ‘- {self.plan.name}’."
        )

    def _missing(self, choice: ChoicePlan, span: Span) -> None:
        self.error(
            "missing-choice",
            span,
            f"{self.plan.name} chooses {self._names()}; ‘{choice.name}’ is missing.",
            self._form(),
        )

    def _in_order(self, words: list[Word], span: Span) -> list[tuple[Item, ...]]:
        found: list[tuple[Item, ...]] = []
        left = list(words)
        spare = len(words) - sum(choice.ask_if is None for choice in self.plan.choices)
        for number, choice in enumerate(self.plan.choices):
            if choice.ask_if is not None:
                # Who leaves some out leaves out the last ones, unless the choices are named.
                found.append(((left.pop(0),),) if spare > 0 and left else ())
                spare -= 1
            elif isinstance(choice.variable.type, expressions.Listing):
                after = len(self.plan.choices) - number - 1
                ends = [place for place, word in enumerate(left) if word.text == END_OF_LIST]
                taken = left[: ends[0] if ends and after else max(0, len(left) - after)]
                left = left[len(taken) + (1 if ends and after else 0) :]
                found.append(tuple(_parts(word, choice.variable.type) for word in taken))
            elif left:
                found.append(((left.pop(0),),))
            else:
                self.lacking = choice, span
                return found
        if left:
            text = " ".join(word.text for word in left)
            place = Span(left[0].span.source, left[0].span.start, left[-1].span.end)
            self.error(
                "surplus-choice",
                place,
                f"{self.plan.name} has no choice left for ‘{text}’: it chooses {self._names()}.",
                self._form(),
            )
        return found

    def _by_name(self, node: Mapping) -> list[tuple[Item, ...]]:
        names = [choice.name for choice in self.plan.choices]
        for key in node:
            if str(key) not in names:
                hint = suggestion(key, names, f"Write ‘- {self.plan.name}’ alone.")
                self.error("unknown-choice", key.span, f"{self.plan.name} does not choose ‘{key}’.", hint)
        found: list[tuple[Item, ...]] = []
        for choice in self.plan.choices:
            value = node.get(choice.name)
            if value is None:
                if all(str(key) in names for key in node) and choice.ask_if is None:
                    self._missing(choice, node.span)
                found.append(())
            elif isinstance(choice.variable.type, expressions.Listing):
                found.append(self._listed(choice, value))
            else:
                found.append(self._single(choice, value))
        return found

    def _single(self, choice: ChoicePlan, node: Node) -> tuple[Item, ...]:
        words = words_of(node) if isinstance(node, Scalar) else []
        if len(words) != 1:
            self.error("choices", node.span, f"‘{choice.name}’ is one value.", f"Write {choice.name}: and one word.")
            return ()
        return ((words[0],),)

    def _listed(self, choice: ChoicePlan, node: Node) -> tuple[Item, ...]:
        kind = choice.variable.type
        assert isinstance(kind, expressions.Listing)
        if isinstance(node, Scalar):
            return tuple(_parts(word, kind) for word in words_of(node) if node != "none")
        if isinstance(node, Mapping):
            whole = f"[{node.span.text}]" if "\n" not in node.span.text else "[…]"
            self.error("choices", node.span, f"‘{choice.name}’ is a list.", f"Write {choice.name}: {whole}.")
            return ()
        found: list[Item] = []
        for item in node:
            if isinstance(item, Mapping) and isinstance(kind.item, expressions.Record):
                found.append(self._record(choice, kind.item, item))
                continue
            words = words_of(item) if isinstance(item, Scalar) else []
            if not words or (len(words) > 1 and not isinstance(kind.item, expressions.Record)):
                self.error(
                    "choices",
                    item.span,
                    f"Each item of ‘{choice.name}’ is one value.",
                    f"Write {', '.join(word.text for word in words)}." if words else self._listed_form(choice),
                )
            else:
                found.append(tuple(words))
        return tuple(found)

    def _listed_form(self, choice: ChoicePlan) -> str:
        """Show how to write a choice of several."""
        example = _example(self.ground, choice.variable.type)
        return f"Write {choice.name}: [{example or '…'}], with a comma before each further item."

    def _record(self, choice: ChoicePlan, kind: expressions.Record, node: Mapping) -> Item:
        names = [name for name, _ in kind.fields]
        for key in node:
            if str(key) not in names:
                self.error(
                    "unknown-part",
                    key.span,
                    f"An item of ‘{choice.name}’ has no ‘{key}’.",
                    suggestion(key, names),
                )
        words: list[Word] = []
        for name in names:
            value = node.get(name)
            if value is None:
                break
            if isinstance(value, Scalar):
                words += words_of(value)
        return tuple(words)

    def _check(self, choice: ChoicePlan, item: AnySequence[Word]) -> None:
        kind = choice.variable.type
        inner = kind.item if isinstance(kind, expressions.Listing) else kind
        if not isinstance(inner, expressions.Record):
            self._check_word(item[0], inner, choice.name)
            return
        fields = choice.fields
        asked = [field.name for field in fields if field.otherwise is None]
        for word, (name, part) in zip(item, inner.fields, strict=False):
            self._check_word(word, part, name, f"An item of ‘{choice.name}’ gives {both(asked)}, in this order.")
        if len(item) > len(inner.fields):
            names = ", ".join(name for name, _ in inner.fields)
            self.error(
                "surplus-choice",
                item[-1].span,
                f"An item of ‘{choice.name}’ has {names}; this gives {len(item)} values.",
                f"Write {'/'.join(name for name, _ in inner.fields)}.",
            )
        elif len(item) < len(fields) and fields[len(item)].otherwise is None:
            self.error(
                "missing-choice",
                item[-1].span if item else self.span,
                f"‘{fields[len(item)].name}’ is missing.",
                f"Write {'/'.join(field.name for field in fields)}.",
            )

    def _check_word(self, word: Word, kind: expressions.Type, name: str, form: str | None = None) -> None:
        fault = self._fault(word.text, kind, name, form)
        if fault is not None:
            self.error("bad-choice", word.span, *fault)

    def _fault(self, text: str, kind: expressions.Type, name: str, form: str | None = None) -> tuple[str, str] | None:
        """Why a word cannot be chosen, and what to write instead; None if it can."""
        inner, program = expressions.strip(kind), self.ground.program
        named = text in program.schema.site_names
        several = None if named else on_several_boards(program.schema.topology, text)
        if isinstance(inner, expressions.Piece):
            symbol = read_piece(program.legends, inner.kind, text)
            place = Notation.parted(text)[0] if program.schema.is_piled(inner.kind) else text
            if symbol is not None or (several is None and _is_site(program, place)):
                return None
            message = f"‘{text}’ is neither a site nor a {inner.kind}."
            if (meant := expressions.site_meant(text.strip(",;"), program.schema.topology)) is not None:
                return message, meant
            if (height := _HEIGHT.fullmatch(text)) is not None and _is_site(program, height[1]):
                return message, f"Write {height[1]}:{height[2]} for a piece of a pile, counted from below."
            if several:
                return _parted(several)
            shown = _piece_at_start(self.ground.game, inner.kind)
            example = f" A {inner.kind} in a zone is written as in {shown}." if shown is not None else ""
            return message, f"{expressions.extents(program.schema.topology)}{example}"
        if isinstance(inner, expressions.Site) and several is not None:
            return _parted(several)
        try:
            found = Notation(program).value(program.blank(), text, inner, name, [])
        except BadAction as problem:
            message, help = _parted(str(problem))
            scope = expressions.Scope(program.schema, frozenset())
            if help.startswith("Did"):
                return message, help
            return message, f"{help or expressions.form_of(inner, scope)} {form or self._form()}"
        return self._border_fault(text, found, inner) if isinstance(inner, expressions.Border) else None

    def _border_fault(self, text: str, site: int, wanted: expressions.Border) -> tuple[str, str] | None:
        """Explain a site that is not the required edge or corner."""
        topology = self.ground.program.schema.topology
        board = topology.board_at(site)
        part = board.name.rpartition(".")[2] if board is not None and board.of else ""
        if part == wanted.part:
            return None
        borders = next(each for each in topology.boards.values() if each.name.endswith(f".{wanted.part}"))
        return f"‘{text}’ is not a valid {wanted}.", expressions.no_site_help(text, borders, topology)


def _parted(said: str) -> tuple[str, str]:
    """A message, and the help after it."""
    message, _, help = said.partition(". ")
    return f"{message.rstrip('.')}.", help


def action_example(ground: Ground, plan: ActionPlan) -> str | None:
    """An example of what can be written for the choices of an action: those of a move that is legal at the start, if
    there is one."""
    asked = [choice for choice in plan.choices if choice.ask_if is None]
    if asked and (legal := _legal_at_start(ground.game, plan.name)) is not None:
        return legal
    examples = [_example(ground, choice.variable.type) for choice in asked]
    return " ".join(map(str, examples)) if examples and None not in examples else None


@lru_cache(maxsize=32)
def _legal_at_start(game: Game, action: str) -> str | None:
    """The choices of the first legal way of an action in a new game; None if none is found soon."""
    try:
        state = game.new()
        choosing = Choosing(game, state, action) if action in state.program.actions else None
        ways = choosing.ways() if choosing is not None and choosing.lists_ways() else []
    except Fault:
        return None
    return Notation(state.program).text(state.data, ways[0]).partition(" ")[2] or None if ways else None


@lru_cache(maxsize=32)
def _piece_at_start(game: Game, kind: str) -> str | None:
    """The notation for a piece that is in a zone when a game begins; None if there is none."""
    try:
        state = game.new()
    except Fault:
        return None
    return Notation(state.program).some_piece(state.data, kind)


def _example(ground: Ground, kind: expressions.Type) -> str | None:
    """An example of how a test writes a value of a type."""
    program = ground.program
    inner = expressions.strip(kind.item) if isinstance(kind, expressions.Listing) else expressions.strip(kind)
    if isinstance(inner, expressions.Piece) and (piece := _piece_at_start(ground.game, inner.kind)) is not None:
        return piece
    if isinstance(inner, expressions.Piece) and program.schema.holders(inner.kind):
        inner = expressions.SITE
    if isinstance(inner, expressions.Piece) and (prop := first_property(program, inner.kind)) is not None:
        shown = _example(ground, prop.type)
        inner = expressions.SITE if shown is None else prop.type
    if isinstance(inner, expressions.Border):
        return _border(program, inner)
    if isinstance(inner, expressions.Site | expressions.Piece):
        return program.schema.topology.names[1]
    if isinstance(inner, expressions.Letter):
        return "A"
    if isinstance(inner, expressions.Number):
        return str(inner.low if inner.low is not None else 1)
    return inner.words[0] if isinstance(inner, expressions.Words) and inner.words else None


def _border(program: Program, kind: expressions.Border) -> str | None:
    """The name of an edge or a corner."""
    borders = (each for each in program.schema.topology.boards.values() if each.name.endswith(f".{kind.part}"))
    return next((name for board in borders for name in board.by_name), None)


def _is_site(program: Program, text: str) -> bool:
    board, _, name = text.rpartition(".")
    boards = program.schema.topology.boards
    if board:
        return board in boards and name in boards[board].by_name
    return any(text in each.by_name for each in boards.values())


def _parts(word: Word, kind: expressions.Listing) -> Item:
    """The parts of a record that is written as one word, with slashes between them."""
    if not isinstance(kind.item, expressions.Record):
        return (word,)
    found, start = [], word.span.start
    for part in word.text.split("/"):
        found.append(Word(part, Span(word.span.source, start, start + len(part))))
        start += len(part) + 1
    return tuple(found)
