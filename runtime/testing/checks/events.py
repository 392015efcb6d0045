"""What happened in a test, and how the last action is animated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter import Event, expressions
from interpreter.drawing import read_value
from interpreter.program import Notation, Program
from interpreter.spec.diagnostics import suggestion
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence, Span
from runtime.session.given import Ground, site_names, sites_listed, words_of
from runtime.show.stages import Stage, stages
from runtime.testing.course import Course
from runtime.testing.entries import LastAction, Several, check, has_acted, in_other_number
from runtime.testing.failures import Failure, Value, differs
from runtime.testing.screen import viewer_of

# Events


MOST_SHOWN = 12


def fields_of(program: Program, event: str) -> dict[str, expressions.Type] | None:
    """The fields of an event and their types; None if nothing emits it."""
    return dict(expressions.event_type(program, event).fields) if event in expressions.event_names(program) else None


@dataclass(frozen=True, slots=True)
class WantedField:
    """A field of an event and the text of its expected value, as the engine and as the test writes it."""

    name: str
    text: str
    kind: expressions.Type
    written: str


@dataclass(frozen=True, slots=True)
class EventHappened:
    """Some event of this name with these fields happened."""

    name: Scalar
    fields: tuple[WantedField, ...]
    span: Span

    def failures(self, course: Course) -> list[Failure]:
        alike = [event for event in course.events if event.name == str(self.name)]
        program, data = course.state.program, course.state.data
        for event in alike:
            if all(_alike(_text_of(program, data, event, each.name, each.kind), each) for each in self.fields):
                return []
        if not alike:
            happened = Value("events", ", ".join(event.name for event in course.events) or "none")
            return [Failure(self.span, f"No event {self.name} happened.", (happened,))]
        wanted = ", ".join(f"{each.name} {each.written}" for each in self.fields)
        values = tuple(Value(str(self.name), _described(program, data, event)) for event in alike[:MOST_SHOWN])
        return [Failure(self.span, f"No event {self.name} had {wanted}.", values)]


def _alike(found: str, wanted: WantedField) -> bool:
    """Whether a field has its expected value; in texts case does not matter."""
    if isinstance(expressions.strip(wanted.kind), expressions.Text):
        return found.casefold() == wanted.text.casefold()
    return found == wanted.text


def _described(program: Program, data: Any, event: Event) -> str:
    """An event with its fields, except those that the engine keeps packed."""
    types = fields_of(program, event.name) or {}
    names = [name for name, value in event.fields.items() if not isinstance(value, bytes)]
    return ", ".join(
        f"{name} {_text_of(program, data, event, name, types.get(name, expressions.TEXT))}" for name in names
    )


def _text_of(program: Program, data: Any, event: Event, name: str, kind: expressions.Type) -> str:
    """A field of an event in the notation of its type."""
    value, inner = event.fields.get(name), expressions.strip(kind)
    if value is None or (value == 0 and isinstance(inner, expressions.Words | expressions.Piece | expressions.Site)):
        return "none"
    return Notation(program).value_text(data, value, inner)


@check("event")
def check_event(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> EventHappened | None:
    """An event that happened, with some of its fields."""
    if isinstance(node, Scalar):
        return EventHappened(node, (), node.span) if _known(ground, node) else None
    if not isinstance(node, Mapping) or len(node) != 1:
        help = in_other_number(key, node) or f"Write {key}: name, or {key}: {{name: {{field: value}}}}."
        ground.diagnostics.error("shape", node.span, f"{key} takes one event.", help)
        return None
    name, fields = next(iter(node.items()))
    if not _known(ground, name):
        return None
    types = fields_of(ground.program, str(name)) or {}
    if not isinstance(fields, Mapping):
        ground.diagnostics.error(
            "shape", fields.span, f"The fields of {name} are a map.", f"Write {{{name}: {{field: value}}}}."
        )
        return None
    wanted: list[WantedField] = []
    for field, value in fields.items():
        if str(field) not in types:
            message = f"Event {name} has no field ‘{field}’."
            ground.diagnostics.error("unknown-field", field.span, message, suggestion(field, types))
            continue
        text = _wanted_text(ground, field, value, types[str(field)])
        if text is not None:
            written = str(value) if isinstance(value, Scalar) else text
            wanted.append(WantedField(str(field), text, types[str(field)], written))
    return EventHappened(name, tuple(wanted), node.span) if len(wanted) == len(fields) else None


def _known(ground: Ground, name: Scalar) -> bool:
    if fields_of(ground.program, str(name)) is not None:
        return True
    names = expressions.event_names(ground.program)
    ground.diagnostics.error("unknown-event", name.span, f"No step emits ‘{name}’.", suggestion(name, names))
    return False


def _wanted_text(ground: Ground, field: Scalar, node: Node, kind: expressions.Type) -> str | None:
    """The expected value of a field, as the engine would write it; None after a report."""
    inner, program = expressions.strip(kind), ground.program
    if isinstance(inner, expressions.Listing):
        items = node if isinstance(node, Sequence) else [node]
        words = [word for item in items if isinstance(item, Scalar) and item != "none" for word in words_of(item)]
        texts = [_one(program, word.text, inner.item) for word in words]
        for word, text in zip(words, texts, strict=True):
            if text is None:
                ground.diagnostics.error(
                    "bad-value",
                    word.span,
                    f"‘{word.text}’ is not a valid {inner.item} for ‘{field}’.",
                    expressions.form_of(inner.item, expressions.Scope(ground.program.schema, frozenset())),
                )
                return None
        return " ".join(text for text in texts if text is not None)
    text = _one(program, str(node), inner) if isinstance(node, Scalar) else None
    if text is None:
        ground.diagnostics.error(
            "bad-value",
            node.span,
            f"‘{node}’ is not a valid {inner} for ‘{field}’.",
            expressions.form_of(inner, expressions.Scope(ground.program.schema, frozenset())),
        )
    return text


def _one(program: Program, text: str, kind: expressions.Type) -> str | None:
    inner = expressions.strip(kind)
    if text == "none":
        return text
    if isinstance(inner, expressions.Piece | expressions.Unknown):
        return text
    if isinstance(inner, expressions.Flag):
        return text if text in ("true", "false") else None
    value = read_value(text, inner, program.schema)
    if value is None and isinstance(inner, expressions.Site):
        board, _, name = text.rpartition(".")
        boards = program.schema.topology.boards
        value = boards[board].by_name.get(name) if board in boards else None
    return None if value is None else Notation(program).value_text((), value, inner)


@dataclass(frozen=True, slots=True)
class EventsInOrder:
    """These events happened in this order; others may come between them."""

    names: tuple[Scalar, ...]

    def failures(self, course: Course) -> list[Failure]:
        happened = [event.name for event in course.events]
        place = 0
        for name in self.names:
            if str(name) not in happened[place:]:
                before = f" after {self.names[self.names.index(name) - 1]}" if place else ""
                values = (Value("events", ", ".join(happened) or "none"),)
                return [Failure(name.span, f"No event {name} happened{before}.", values)]
            place = happened.index(str(name), place) + 1
        return []


@check("events")
def check_events(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> EventsInOrder | None:
    """Events that happened in this order."""
    names = [node] if isinstance(node, Scalar) else list(node)
    found = [name for name in names if isinstance(name, Scalar)]
    if len(found) < len(names) or isinstance(node, Mapping):
        help = in_other_number(key, node) or f"Write {key}: [a, b]."
        ground.diagnostics.error("shape", node.span, f"{key} takes a list of names.", help)
        return None
    known = [name for name in found if _known(ground, name)]
    return EventsInOrder(tuple(known)) if len(known) == len(names) else None


# Animation


@dataclass(frozen=True, slots=True)
class Animated:
    """Every stage of the last action in which an event happens takes this long, or flashes these sites."""

    event: Scalar
    wanted: Node
    milliseconds: str | None
    sites: frozenset[int]

    def failures(self, course: Course) -> list[Failure]:
        cut = _cut(course)
        told = Value("stages", " / ".join(_stage_text(each) for each in cut) or "none")
        alike = [each for each in cut if any(event.name == str(self.event) for event in each.events)]
        if not alike:
            return [Failure(self.event.span, f"The last action shows no {self.event}.", (told,))]
        for stage in alike:
            if self.milliseconds is not None and str(stage.milliseconds) != self.milliseconds:
                pair = (Value("expected", f"{self.milliseconds} ms"), Value("shown", f"{stage.milliseconds} ms"))
                return [Failure(self.wanted.span, f"{self.event} is shown for another time.", (*pair, told))]
            if self.milliseconds is None and stage.flashes != self.sites:
                expected, shown = (site_names(course.state, sites) for sites in (self.sites, stage.flashes))
                return [differs(self.wanted, f"Other sites flash with {self.event}.", expected, shown)]
        return []


def _cut(course: Course) -> list[Stage]:
    """The stages in which the last action is shown."""
    if not course.done:
        return []
    last = course.done[-1]
    return stages(course.position.game, last.before, last.events, last.after, viewer_of(course), last.action)


def _stage_text(stage: Stage) -> str:
    events = ", ".join(dict.fromkeys(event.name for event in stage.events))
    return f"{events or 'nothing'} for {stage.milliseconds} ms"


@check("animate")
def check_animate(ground: Ground, key: Scalar, node: Node, last: LastAction) -> Several | None:
    """How the last action is shown: for events how many milliseconds their stage takes, or which sites flash in it."""
    error, names = ground.diagnostics.error, expressions.event_names(ground.program)
    form = "Write {moved: 180}, or {moved: [a1, b1]} for sites that flash."
    if not isinstance(node, Mapping):
        error("shape", node.span, f"{key} takes events with how they are shown.", form)
        return None
    if not has_acted(ground, key, last):
        return None
    found = []
    for name, wanted in node.items():
        if str(name) not in names:
            error("unknown-event", name.span, f"No step emits ‘{name}’.", suggestion(name, names))
            return None
        if isinstance(wanted, Scalar) and str(wanted).isdigit():
            found.append(Animated(name, wanted, str(wanted), frozenset()))
            continue
        sites = sites_listed(ground, wanted, "animate") if isinstance(wanted, Scalar | Sequence) else None
        if sites is None:
            if isinstance(wanted, Mapping):
                error("shape", wanted.span, "An event is shown for some milliseconds, or with sites that flash.", form)
            return None
        found.append(Animated(name, wanted, None, sites))
    return Several(tuple(found))


@dataclass(frozen=True, slots=True)
class CalledOut:
    """These texts are called out as the last action is shown, in this order."""

    key: Scalar
    texts: tuple[str, ...]

    def failures(self, course: Course) -> list[Failure]:
        cut = _cut(course)
        said = tuple(call.text for stage in cut for call in stage.calls)
        if said == self.texts:
            return []
        expected, shown = (" / ".join(texts) or "none" for texts in (self.texts, said))
        message = "Something else is called out."
        unplaced = [text for stage in cut for text in stage.unplaced if text in self.texts]
        if unplaced:
            message += f" ‘{unplaced[0]}’ is not, as nothing of it is on a board: name a site there with at:."
        return [differs(self.key, message, expected, shown)]


@check("called_out")
def check_called_out(ground: Ground, key: Scalar, node: Node, last: LastAction) -> CalledOut | None:
    """What is called out as the last action is shown, in order; none if nothing is."""
    items = [node] if isinstance(node, Scalar) else list(node) if isinstance(node, Sequence) else []
    texts = [item for item in items if isinstance(item, Scalar)]
    if not texts or len(texts) < len(items):
        ground.diagnostics.error("shape", node.span, f"{key} takes texts.", f"Write {key}: [+3, +3 ×2], or none.")
        return None
    if not has_acted(ground, key, last):
        return None
    return CalledOut(key, tuple(map(str, texts)) if texts[0] != "none" else ())
