"""How zones are shown, in a test: `zone: {hold: 106}`, `zone: {bag: none}`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.spec.nodes import Mapping, Node, Scalar
from interpreter.spec.suggest import suggestion
from runtime.acceptance.course import Course
from runtime.acceptance.failures import Failure, Value
from runtime.acceptance.ground import Ground
from runtime.acceptance.screen import presented
from runtime.presentation.values import ZoneShown

ASPECTS: dict[str, Callable[[ZoneShown], str]] = {
    "label": lambda zone: zone.label,
    "as": lambda zone: zone.as_,
    "at": lambda zone: zone.at,
    "count": lambda zone: str(zone.count),
    "room": lambda zone: "none" if zone.room is None else str(zone.room),
}

_FORM = "Write {hold: {label: …}}, or {hold: none}."


@dataclass(frozen=True, slots=True)
class ZoneSeen:
    """A zone is shown so; without aspects it is not shown."""

    name: Scalar
    aspects: tuple[tuple[str, Scalar], ...]

    def failures(self, course: Course) -> list[Failure]:
        zones = [zone for zone in presented(course).zones if str(self.name) in (zone.name, zone.instance)]
        if not zones or not self.aspects:
            if bool(zones) == bool(self.aspects):
                return []
            how = "is not shown" if not zones else f"is shown as a {zones[0].as_}, ‘{zones[0].label}’"
            return [Failure(self.name.span, f"The zone {self.name} {how}.")]
        return [
            Failure(
                wanted.span,
                f"‘{aspect}’ of the zone {self.name} is something else.",
                (Value("expected", str(wanted)), Value("shown", ASPECTS[aspect](zones[0]))),
            )
            for aspect, wanted in self.aspects
            if ASPECTS[aspect](zones[0]) != str(wanted)
        ]


@dataclass(frozen=True, slots=True)
class ZonesSeen:
    """Several zones."""

    expected: tuple[ZoneSeen, ...]

    def failures(self, course: Course) -> list[Failure]:
        return [failure for each in self.expected for failure in each.failures(course)]


def check_zones(ground: Ground, key: Scalar, node: Node, _last: object) -> ZonesSeen | None:
    """Check an entry `zone`; None after a report."""
    error, names = ground.diagnostics.error, list(ground.program.schema.zones)
    if not isinstance(node, Mapping):
        error("shape", node.span, f"{key} takes zones with how they are shown.", "Write {hold: 106}, or {hold: none}.")
        return None
    found = []
    for name, wanted in node.items():
        if str(name).partition("[")[0] not in names:
            error("unknown-place", name.span, f"There is no zone ‘{name}’.", suggestion(name, names))
            return None
        if isinstance(wanted, Scalar):
            found.append(ZoneSeen(name, () if str(wanted) == "none" else (("count", wanted),)))
            continue
        aspects = {str(part): value for part, value in wanted.items()} if isinstance(wanted, Mapping) else {}
        texts = {part: value for part, value in aspects.items() if part in ASPECTS and isinstance(value, Scalar)}
        if not texts or len(texts) < len(aspects):
            error(
                "shape", wanted.span, f"Of a zone {', '.join(ASPECTS)} can be asked, or none if it is not shown.", _FORM
            )
            return None
        found.append(ZoneSeen(name, tuple(texts.items())))
    return ZonesSeen(tuple(found))
