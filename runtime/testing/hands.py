"""Gestures in tests: clicks, drags and keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter import BadAction
from interpreter.drawing import read_piece
from interpreter.expressions import SITE, Letter, Number, Piece, Site, Type, Words, strip
from interpreter.position import PieceValue
from interpreter.program import Notation, Program, on_several_boards
from interpreter.spec.diagnostics import either, suggestion
from interpreter.spec.nodes import Mapping, Node, Scalar, Span
from runtime.session.draft import Spot, slots, spots
from runtime.session.gestures import press
from runtime.session.given import Ground
from runtime.session.hand import KEYS, Button, Click, Drag, Gesture, Key, Moment, Pick, RightClick
from runtime.show.board_text import first_property
from runtime.show.buttons import answer_text, question
from runtime.testing.course import Course
from runtime.testing.entries import LastAction, happening
from runtime.testing.failures import Failed, Failure
from runtime.testing.screen import answer_card, card_buttons

OTHER_BUTTONS = ("stop", "clear")
"""Buttons that can be clicked besides those of actions."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A gesture; its target is looked up when it is made. `pressed` is the key, or the text on a button."""

    gesture: Callable[[Course], Gesture]
    span: Span
    pressed: str = ""

    def happen(self, course: Course) -> None:
        if answer_card(course, self.pressed, self.span):
            course.refusal, course.trace = None, []
            return
        table = Moment(course.position.game, course.state)
        pressed = press(table, course.draft, self.gesture(course))
        course.draft, course.refusal, course.trace = pressed.draft, pressed.refusal, []
        if pressed.action is not None:
            course.act(pressed.action, self.span)


@dataclass(frozen=True, slots=True)
class Hover:
    """The pointer rests on something, which a click would choose."""

    pointed: Scalar
    span: Span

    def happen(self, course: Course) -> None:
        course.hovered = Click(spot_of(course, self.pointed))


@happening("hover")
def _hover(ground: Ground, node: Node, span: Span, _last: LastAction) -> Hover | None:
    """The site or piece that the pointer rests on."""
    over = pointed_at(ground, node, "hover")
    return None if over is None else Hover(over, span)


@happening("click")
def _click(ground: Ground, node: Node, span: Span, _last: LastAction) -> Hand | None:
    """The site, piece or button that is clicked; an answer of a card by its word or by the text on its button."""
    pointed = pointed_at(ground, node, "click", buttons=True)
    return None if pointed is None else Hand(lambda course: _clicked(course, pointed), span, str(pointed))


@happening("right_click")
def _right_click(ground: Ground, node: Node, span: Span, _last: LastAction) -> Hand | None:
    """The site or piece that is clicked with the right button."""
    pointed = pointed_at(ground, node, "right_click")
    return None if pointed is None else Hand(lambda course: RightClick(spot_of(course, pointed)), span)


@happening("drag")
def _drag(ground: Ground, node: Node, span: Span, _last: LastAction) -> Hand | None:
    """What is dragged {from: …, to: …}."""
    if not isinstance(node, Mapping) or {str(key) for key in node} != {"from", "to"}:
        ground.diagnostics.error("shape", node.span, "drag takes {from, to}.", "Write drag: {from: a1, to: b1}.")
        return None
    ends = {str(key): value for key, value in node.items()}
    start = pointed_at(ground, ends["from"], "drag")
    end = ends["to"] if str(ends["to"]) == "none" else pointed_at(ground, ends["to"], "drag")
    if start is None or end is None or not isinstance(end, Scalar):
        return None
    return Hand(lambda course: Drag(spot_of(course, start), None if end == "none" else spot_of(course, end)), span)


@happening("key")
def _key(ground: Ground, node: Node, span: Span, _last: LastAction) -> Hand | None:
    """The key that is pressed."""
    if not isinstance(node, Scalar) or (str(node) not in KEYS and len(node) != 1):
        hint = suggestion(str(node), KEYS)
        message = f"There is no key {node}. There are {', '.join(KEYS)}, letters and digits."
        ground.diagnostics.error("unknown-key-name", node.span, message, hint)
        return None
    return Hand(lambda _course: Key(str(node)), span, str(node))


def pointed_at(ground: Ground, node: Node, what: str, buttons: bool = False) -> Scalar | None:
    """The target of a gesture: a site, a piece by its symbol or its place in a pile, or a button by its action or
    answer."""
    if not isinstance(node, Scalar):
        ground.diagnostics.error(
            "shape", node.span, f"{what} takes a site{', a piece or an action' * buttons}.", f"Write {what}: a1."
        )
        return None
    program, actions = ground.program, [*ground.program.plans, *OTHER_BUTTONS, *card_buttons(ground.program)]
    if _site(program, str(node)) or (buttons and str(node) in actions):
        return node
    if _is_symbol(program, str(node)) or _is_in_a_pile(program, str(node)):
        return node
    if buttons and _is_answer(program, str(node)):
        return node
    names = [*program.schema.topology.names[1:], *([*actions, *_answers(program)] if buttons else [])]
    if (several := on_several_boards(program.schema.topology, str(node))) is not None:
        message, _, help = several.partition(". ")
        ground.diagnostics.error("unknown-spot", node.span, f"{message}.", help)
        return None
    message = f"There is nothing called ‘{node}’ to {what}."
    layered = [name for name in names if name.startswith(f"{node}@")]
    help = f"Name its layer: {either(layered)}." if layered else suggestion(node, names)
    ground.diagnostics.error("unknown-spot", node.span, message, help)
    return None


def _site(program: Program, text: str) -> int:
    try:
        return int(Notation(program).value((), text, SITE, "click", []))
    except BadAction:
        return 0


def _is_symbol(program: Program, text: str) -> bool:
    """Whether a text is the symbol of a piece."""
    return any(read_piece(program.legends, kind, text) is not None for kind in program.schema.kinds)


def _is_in_a_pile(program: Program, text: str) -> bool:
    """Whether a text names a piece by its site and its height there."""
    place, height = Notation.parted(text)
    return bool(height) and any(map(program.schema.is_piled, program.schema.kinds)) and bool(_site(program, place))


def _asked_kinds(program: Program) -> list[Type]:
    """The types of everything that is chosen from a card, not by pointing."""
    found = []
    for plan in program.plans.values():
        for choice in plan.choices:
            kinds = [strip(part.variable.type) for part in choice.fields] or [strip(choice.item.type)]
            found += [kind for kind in kinds if not isinstance(kind, Site | Piece)]
    return found


def _answers(program: Program) -> list[str]:
    """The words that a card of this game can offer, and the texts on their buttons."""
    texts: list[str] = []
    for kind in _asked_kinds(program):
        if isinstance(kind, Words):
            texts += kind.words
            texts += [answer_text(number, kind, program.schema) for number in range(1, len(kind.words) + 1)]
    return list(dict.fromkeys(texts))


def _is_answer(program: Program, text: str) -> bool:
    """Whether a card of this game can offer such an answer."""
    kinds = _asked_kinds(program)
    if any(isinstance(kind, Number) for kind in kinds) and text.removeprefix("-").isdecimal():
        return True
    if any(isinstance(kind, Letter) for kind in kinds) and len(text) == 1 and text.isalpha():
        return True
    return text in _answers(program)


def _answer(course: Course, text: str) -> Pick | None:
    """The answer that is clicked on the card on the table; None if the card does not offer it."""
    state = course.state
    asked = question(course.position.game, state, course.draft)
    if asked is None:
        return None
    kind, notation = slots(state, course.draft)[asked.slot], Notation(state.program)
    for value, said in asked.options:
        if text in (said, notation.value_text(state.data, value, kind)):
            return Pick(value, asked.slot)
    return None


def _clicked(course: Course, pointed: Scalar) -> Gesture:
    program, text = course.state.program, str(pointed)
    if not _site(program, text):
        if (answer := _answer(course, text)) is not None:
            return answer
        if text in (*program.actions, *OTHER_BUTTONS):
            return Button(text)
        if _is_answer(program, text) and not _is_symbol(program, text):
            raise Failed(Failure(pointed.span, f"No card offers ‘{text}’ now."))
    return Click(spot_of(course, pointed))


def spot_of(course: Course, pointed: Scalar) -> Spot:
    """The site, the piece at that height of a pile, or the first piece with that symbol in a zone of the player to
    move; chosen pieces come last, and those that the player does not know after those."""
    program, data = course.state.program, course.state.data
    site = _site(program, str(pointed))
    if site:
        return site
    if _is_in_a_pile(program, str(pointed)):
        return _in_pile(course, pointed)
    chosen = spots(course.state, course.draft)
    for kind in program.schema.kinds:
        taken = [spot.number for spot in chosen if isinstance(spot, PieceValue) and spot.kind == kind]
        found: list[int] = []
        for earlier in (taken, []):
            try:
                found.append(Notation(program).value(data, str(pointed), Piece(kind), kind, earlier))
            except BadAction:
                continue
        if found:
            prop = first_property(program, kind)
            mover = course.state.mover
            known = (each for each in found if prop is None or program.known(data, mover, prop.column, each))
            return PieceValue(kind, next(known, found[0]))
    raise Failed(Failure(pointed.span, f"There is no piece ‘{pointed}’ to point at."))


def _in_pile(course: Course, pointed: Scalar) -> PieceValue:
    """The piece of a pile that is named by its site and its height, counted from below."""
    program, why = course.state.program, ""
    for kind in filter(program.schema.is_piled, program.schema.kinds):
        try:
            return PieceValue(kind, Notation(program).value(course.state.data, str(pointed), Piece(kind), kind, []))
        except BadAction as problem:
            why = str(problem)
    raise Failed(Failure(pointed.span, why))
