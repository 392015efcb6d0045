"""What is shown beside the board: panels, the status line, buttons, cards, hints and the log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.spec.diagnostics import Help, suggestion
from interpreter.spec.model import BUTTONS
from interpreter.spec.nodes import Edit, Mapping, Node, Scalar, Sequence, quoted
from runtime.session.given import Ground
from runtime.show.panels import panel_labels
from runtime.show.share import added_lines
from runtime.show.values import ButtonShown, OverlayShown
from runtime.testing.course import Course
from runtime.testing.entries import LastAction, Several, check, in_other_number, text_of
from runtime.testing.failures import Failure, differs
from runtime.testing.screen import BROUGHT, WELCOME, logged, presented

OVERLAYS = ("ready", "intro", "scores", "stuck", "result")
ENDINGS = ("stuck", "result")
"""Cards that lie there because the game has come to an end."""
ABLED = ("enabled", "disabled")


def _quoted(text: str) -> str:
    return f"“{text}”" if text else "nothing"


def _wanted(text: Scalar) -> str:
    return "nothing" if text == "none" else _quoted(str(text))


# Panels


@dataclass(frozen=True, slots=True)
class Panels:
    """Panels show these values."""

    expected: tuple[tuple[str, Scalar], ...]

    def failures(self, course: Course) -> list[Failure]:
        shown = {panel.label: panel.value for panel in presented(course).panels}
        return [
            differs(wanted, f"The panel {label} shows something else.", str(wanted), shown.get(label, "nothing"))
            for label, wanted in self.expected
            if shown.get(label) != str(wanted)
        ]


@check("panel")
def check_panel(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Panels | None:
    """What panels show, by label."""
    expected = _texts(ground, key, node, "Write {Score: 5}.")
    if expected is None:
        return None
    labels = panel_labels(ground.program)
    for label, _ in expected:
        if str(label) not in labels:
            message = f"There is no panel ‘{label}’."
            hint = suggestion(label, labels, "The view has no panels.")
            ground.diagnostics.error("unknown-panel", label.span, message, hint)
            return None
    return Panels(tuple((str(label), wanted) for label, wanted in expected))


# The status line


@dataclass(frozen=True, slots=True)
class StatusSays:
    """The status line has this text."""

    text: Scalar

    def failures(self, course: Course) -> list[Failure]:
        said = presented(course).status
        if said == str(self.text) or (self.text == "none" and not said):
            return []
        return [differs(self.text, "The status line says something else.", _wanted(self.text), _quoted(said))]


@check("status")
def check_status(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> StatusSays | None:
    """What the status line says."""
    text = text_of(ground, key, node)
    return None if text is None else StatusSays(text)


# The result that a player copies


@dataclass(frozen=True, slots=True)
class Shares:
    """The lines that the spec adds to a shared result are these."""

    text: Scalar

    def failures(self, course: Course) -> list[Failure]:
        added = "\n".join(added_lines(course.session))
        if added == str(self.text).rstrip("\n") or (self.text == "none" and not added):
            return []
        return [differs(self.text, "The shared result says something else.", _wanted(self.text), _quoted(added))]


@check("share")
def check_share(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Shares | None:
    """What the spec adds to the result that a player copies: its text and its board in signs, line by line."""
    text = text_of(ground, key, node)
    return None if text is None else Shares(text)


# Hints


@dataclass(frozen=True, slots=True)
class Hinted:
    """The last hint has this text, and is about this move."""

    says: Scalar | None
    does: Scalar | None

    def failures(self, course: Course) -> list[Failure]:
        said = course.hint.text if course.hint is not None else ""
        if self.says is not None and said != str(self.says) and not (self.says == "none" and not said):
            return [differs(self.says, "The hint says something else.", _wanted(self.says), _quoted(said))]
        if self.does is not None and course.hinted_at != " ".join(str(self.does).split()):
            return [differs(self.does, "The hint is about another move.", str(self.does), course.hinted_at or "none")]
        return []


@check("hint")
def check_hint(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Hinted | None:
    """What the last hint says, none if there was none; or {says: text, does: the move that it is about}."""
    if isinstance(node, Scalar):
        return Hinted(node, None)
    if not isinstance(node, Mapping) or not node:
        ground.diagnostics.error(
            "shape", node.span, f"{key} takes a text or a map.", f"Write {key}: {{says: …, does: …}}."
        )
        return None
    parts: dict[str, Scalar] = {}
    for part, value in node.items():
        if str(part) not in ("says", "does") or not isinstance(value, Scalar):
            help = suggestion(part, ("says", "does"))
            ground.diagnostics.error("unknown-key", part.span, f"{key} takes says and does, with a text each.", help)
            return None
        parts[str(part)] = value
    return Hinted(parts.get("says"), parts.get("does"))


# Buttons


@dataclass(frozen=True, slots=True)
class Pressable:
    """A button is enabled or disabled, has this text, and asks this first; `why` is why it is disabled."""

    name: Scalar
    wanted: Scalar | None = None
    why: Scalar | None = None
    title: Scalar | None = None
    asks: Scalar | None = None

    def failures(self, course: Course) -> list[Failure]:
        shown = presented(course)
        button = next((each for each in (*shown.buttons, *shown.menu) if each.name == str(self.name)), None)
        if button is None:
            return [Failure(self.name.span, f"The button {self.name} is not there now.")]
        if self.title is not None and button.title != str(self.title):
            message = f"The button {self.name} says something else."
            return [differs(self.title, message, _quoted(str(self.title)), _quoted(button.title))]
        if self.asks is not None and (button.confirm or "none") != str(self.asks):
            message = f"The button {self.name} asks something else first."
            return [differs(self.asks, message, _quoted(str(self.asks)), _quoted(button.confirm))]
        if self.wanted is not None and button.enabled != (self.wanted == "enabled"):
            message = f"The button {self.name} should be {self.wanted}."
            return [differs(self.wanted, message, str(self.wanted), _state(button))]
        if self.why is not None and button.why != str(self.why):
            message = f"The button {self.name} is disabled for another reason."
            return [differs(self.why, message, _quoted(str(self.why)), _quoted(button.why))]
        return []


def _state(button: ButtonShown) -> str:
    return "enabled" if button.enabled else f"disabled: {_quoted(button.why)}"


@check("button")
def check_button(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Several | None:
    """Whether buttons are enabled, disabled, or {disabled: why}, what they say: {title: text}, and what they ask
    first: {asks: text}."""
    error = ground.diagnostics.error
    if not isinstance(node, Mapping):
        help = in_other_number(key, node) or "Write {play: disabled}."
        error("shape", node.span, f"{key} takes buttons, each enabled or disabled.", help)
        return None
    names, found = _button_names(ground), []
    for name, wanted in node.items():
        if str(name) not in names:
            wrong = (each.span.text for each in ground.diagnostics if each.code == "unknown-button" and each.span)
            if any(text in names for text in wrong):
                return None  # The view has a button that nobody knows, which may be meant to be this one.
            hint = suggestion(name, names, "The view has no buttons.")
            error("unknown-button", name.span, f"There is no button ‘{name}’.", hint)
            return None
        button = _pressable(name, wanted)
        if button is None:
            message = (
                "A button is enabled, disabled, {disabled: what the player is told}, {title: what it says}, "
                "or {asks: what it asks first}."
            )
            error("shape", wanted.span, message, f"Write {name}: enabled, or one of the others.")
            return None
        found.append(button)
    return Several(tuple(found))


def _pressable(name: Scalar, wanted: Node) -> Pressable | None:
    """The question about a button; None if it cannot be asked."""
    if isinstance(wanted, Scalar):
        return Pressable(name, wanted) if str(wanted) in ABLED else None
    asked = wanted.items() if isinstance(wanted, Mapping) else ()
    parts = {str(key): (key, text) for key, text in asked if isinstance(text, Scalar)}
    if not parts or len(parts) < len(wanted) or not parts.keys() <= {"disabled", "title", "asks"}:
        return None
    state, why = parts.get("disabled", (None, None))
    title, asks = (parts.get(part, (None, None))[1] for part in ("title", "asks"))
    return Pressable(name, state, why, title, asks)


def _button_names(ground: Ground) -> list[str]:
    """The possible buttons: those of the view, or all."""
    view = ground.program.spec.view
    buttons, menu = (view.buttons, view.menu) if view is not None else (None, None)
    if buttons is None or menu is None:
        return [*ground.program.plans, *BUTTONS, "stop"]
    return [*dict.fromkeys(str(name) for name in (*buttons, *menu)), "stop"]


# Cards


@dataclass(frozen=True, slots=True)
class CardSays:
    """There is a card with this text, or there is none (`none`)."""

    name: str
    part: str
    text: Scalar

    def failures(self, course: Course) -> list[Failure]:
        overlays = presented(course).overlays
        card = overlays.get(self.name)
        if card is None or self.text == "none":
            if (card is None) == (self.text == "none"):
                return []
            ending = next((f"the card {name}" for name in ENDINGS if name in overlays), "no such card")
            instead = _quoted(_part(card, "text")) if card is not None else ending
            return [differs(self.text, f"The card {self.name} is not as expected.", str(self.text), instead)]
        said = _part(card, self.part)
        if said == str(self.text):
            return []
        return [differs(self.text, f"The card {self.name} says something else.", f"“{self.text}”", _quoted(said))]


def _part(card: OverlayShown, part: str) -> str:
    return card.title if part == "title" else card.text.replace("\n", " ")


@dataclass(frozen=True, slots=True)
class CardList:
    """A list on a card, by its heading, has these lines, or this number below."""

    name: str
    heading: Scalar
    lines: tuple[Scalar, ...] | None
    total: Scalar | None

    def failures(self, course: Course) -> list[Failure]:
        card = presented(course).overlays.get(self.name)
        found = next((each for each in card.columns if each.title == str(self.heading)), None) if card else None
        if found is None:
            return [Failure(self.heading.span, f"The card {self.name} has no list ‘{self.heading}’ now.")]
        wanted = [str(line) for line in self.lines or ()] if self.total is None else [str(self.total)]
        shown = list(found.lines) if self.total is None else [found.total]
        if wanted == shown:
            return []
        return [differs(self.heading, "The list says something else.", " / ".join(wanted), " / ".join(shown))]


@dataclass(frozen=True, slots=True)
class CardButtons:
    """A card has these buttons."""

    name: str
    node: Sequence

    def failures(self, course: Course) -> list[Failure]:
        card = presented(course).overlays.get(self.name)
        wanted, shown = [str(name) for name in self.node], [button.name for button in card.buttons] if card else []
        if wanted == shown:
            return []
        message = f"The card {self.name} offers something else."
        return [differs(self.node, message, ", ".join(wanted), ", ".join(shown) or "nothing")]


@check("overlay")
def check_overlay(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Several | None:
    """What cards say: ready, intro, scores, stuck, result; none if there is no such card now."""
    error = ground.diagnostics.error
    if not isinstance(node, Mapping):
        error("shape", node.span, f"{key} takes cards with their texts.", "Write {result: You win.}.")
        return None
    found: list[CardSays | CardList | CardButtons] = []
    for name, wanted in node.items():
        if str(name) not in OVERLAYS:
            hint = suggestion(name, OVERLAYS)
            error("unknown-overlay", name.span, f"There is no card ‘{name}’.", hint)
            return None
        parts = wanted.items() if isinstance(wanted, Mapping) else [("text", wanted)]
        for part, text in parts:
            if str(part) in ("lists", "totals") and isinstance(text, Mapping):
                found += [_card_list(str(name), str(part), heading, lines) for heading, lines in text.items()]
            elif str(part) == "buttons" and isinstance(text, Sequence):
                found.append(CardButtons(str(name), text))
            elif str(part) in ("title", "text") and isinstance(text, Scalar):
                found.append(CardSays(str(name), str(part), text))
            else:
                error(
                    "shape",
                    wanted.span,
                    "A card takes its text, none, or {title, text, buttons, lists, totals}.",
                    f"Write {name}: {{title: …}}.",
                )
                return None
    return Several(tuple(found))


def _card_list(name: str, part: str, heading: Scalar, node: Node) -> CardList:
    """A list of a card: its lines, none or the number below."""
    if part == "totals" and isinstance(node, Scalar):
        return CardList(name, heading, None, node)
    lines = [] if str(node) == "none" else list(node) if isinstance(node, Sequence) else [node]
    return CardList(name, heading, tuple(line for line in lines if isinstance(line, Scalar)), None)


@dataclass(frozen=True, slots=True)
class OnTable:
    """This card is on the table, or none."""

    name: Scalar

    def failures(self, course: Course) -> list[Failure]:
        found = course.cards[-1] if course.cards else "none"
        if found == str(self.name):
            return []
        return [differs(self.name, "Another card is on the table.", str(self.name), found, "there")]


@check("card")
def check_card(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> OnTable | None:
    """The card that is open, or none: ready, intro, scores."""
    names = (*WELCOME, *BROUGHT, "none")
    if isinstance(node, Scalar) and str(node) in names:
        return OnTable(node)
    hint = suggestion(str(node), names)
    ground.diagnostics.error("unknown-overlay", node.span, f"{key} is one of {', '.join(names)}.", hint)
    return None


# Shapes


def _texts(ground: Ground, key: Scalar, node: Node, example: str) -> list[tuple[Scalar, Scalar]] | None:
    found: list[tuple[Scalar, Scalar]] = []
    for name, value in node.items() if isinstance(node, Mapping) else ():
        if isinstance(value, Scalar):
            found.append((name, value))
    if not isinstance(node, Mapping) or len(found) < len(node):
        ground.diagnostics.error("shape", node.span, f"{key} takes names with their texts.", example)
        return None
    return found


# Lists


@dataclass(frozen=True, slots=True)
class ListShows:
    """A list on the screen is exactly this; `what` says which one."""

    node: Node
    wanted: tuple[str, ...]
    what: str
    found: Callable[[Course], tuple[str, ...]]

    def failures(self, course: Course) -> list[Failure]:
        shown = self.found(course)
        if shown == self.wanted:
            return []
        return [differs(self.node, f"{self.what} something else.", _written(self.wanted), _written(shown))]


def _written(lines: tuple[str, ...]) -> str:
    return " / ".join(lines) or "nothing"


@check("log")
def check_log(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> ListShows | None:
    """What the log says about the last action: a line, a list of lines, or none."""
    return _listed(ground, key, node, "The log says", logged)


@check("buttons")
def check_buttons(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> ListShows | None:
    """The names of the buttons beside the board, in order."""
    return _listed(ground, key, node, "The buttons are", lambda course: _names(course, menu=False))


@check("menu")
def check_menu(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> ListShows | None:
    """The names of what the menu offers, in order."""
    return _listed(ground, key, node, "The menu offers", lambda course: _names(course, menu=True))


def _names(course: Course, menu: bool) -> tuple[str, ...]:
    shown = presented(course)
    return tuple(button.name for button in (shown.menu if menu else shown.buttons))


def _listed(
    ground: Ground, key: Scalar, node: Node, what: str, found: Callable[[Course], tuple[str, ...]]
) -> ListShows | None:
    items = list(node) if isinstance(node, Sequence) else [] if str(node) == "none" else [node]
    if not all(isinstance(item, Scalar) for item in items):
        cut = [item for item in items if isinstance(item, Mapping)] if isinstance(node, Sequence) and node.flow else []
        span = cut[0].span if cut else node.span
        help = f"Write {key}: ['a text', 'another']."
        if cut and "\n" not in span.text and not span.text.startswith("{"):
            whole = quoted(span.text)
            help = Help(f"Put a text with ‘: ’ in quotes: {whole}.", Edit(span, whole))
        message = f"{key} takes a text, a list of texts, or none."
        ground.diagnostics.error("shape", span, message, in_other_number(key, node) or help)
        return None
    return ListShows(node, tuple(str(item) for item in items), what, found)
