"""How the last action is animated, in a test: `animate: {matched: 180, captured: [b5, c5]}`."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.rules.view_scope import event_names
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence
from interpreter.spec.suggest import suggestion
from runtime.acceptance.course import Course
from runtime.acceptance.failures import Failure, Value
from runtime.acceptance.ground import Ground
from runtime.acceptance.screen import viewer_of
from runtime.acceptance.site_lists import site_names, sites_listed
from runtime.stages import Stage, stages


@dataclass(frozen=True, slots=True)
class Animated:
    """Every stage of the last action in which an event happens takes so long, or flashes these sites."""

    event: Scalar
    wanted: Node
    milliseconds: str | None
    sites: frozenset[int]

    def failures(self, course: Course) -> list[Failure]:
        cut = _cut(course)
        told = Value("stages", " / ".join(_described(each) for each in cut) or "none")
        alike = [each for each in cut if any(event.name == str(self.event) for event in each.events)]
        if not alike:
            return [Failure(self.event.span, f"The last action shows no {self.event}.", (told,))]
        for stage in alike:
            if self.milliseconds is not None and str(stage.milliseconds) != self.milliseconds:
                pair = (Value("expected", f"{self.milliseconds} ms"), Value("shown", f"{stage.milliseconds} ms"))
                return [Failure(self.wanted.span, f"{self.event} is shown for another time.", (*pair, told))]
            if self.milliseconds is None and stage.flashes != self.sites:
                expected, shown = (site_names(course, sites) for sites in (self.sites, stage.flashes))
                pair = (Value("expected", expected), Value("shown", shown))
                return [Failure(self.wanted.span, f"Other sites flash with {self.event}.", pair)]
        return []


def _cut(course: Course) -> list[Stage]:
    """The stages in which the last action is shown."""
    if not course.done:
        return []
    last = course.done[-1]
    return stages(course.position.game, last.before, last.events, last.after, viewer_of(course), last.action)


def _described(stage: Stage) -> str:
    events = ", ".join(dict.fromkeys(event.name for event in stage.events))
    return f"{events or 'nothing'} for {stage.milliseconds} ms"


@dataclass(frozen=True, slots=True)
class Animation:
    """Several events."""

    expected: tuple[Animated, ...]

    def failures(self, course: Course) -> list[Failure]:
        return [failure for each in self.expected for failure in each.failures(course)]


def check_animate(ground: Ground, key: Scalar, node: Node, last: object) -> Animation | None:
    """Check an entry `animate`; None after a report."""
    error, names = ground.diagnostics.error, event_names(ground.program)
    form = "Write {moved: 180}, or {moved: [a1, b1]} for sites that flash."
    if not isinstance(node, Mapping):
        error("shape", node.span, f"{key} takes events with how they are shown.", form)
        return None
    if last is None:
        message = f"{key} speaks of the last action, and none comes before it."
        error("no-action", key.span, message, "Put the action under when:, before it.")
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
    return Animation(tuple(found))
