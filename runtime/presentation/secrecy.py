"""Whether players have secrets from each other: then people who share a screen take turns in looking at it."""

from __future__ import annotations

from functools import lru_cache

from interpreter.expressions import terms
from interpreter.program import Program

OF_THE_VIEWER = ("me", "opponent")


@lru_cache(maxsize=16)
def keeps_secrets(program: Program) -> bool:
    """Whether one player may know what another may not. What is hidden from all alike is no secret between them."""
    if program.bare.choices or any(zone.seen_by == "owner" for zone in program.schema.zones.values()):
        return True
    return any(
        hidden.rule == "owner" or (hidden.rule == "if" and _depends_on_viewer(hidden.term))
        for hidden in program.sight.hidden.values()
    )


def _depends_on_viewer(term: terms.Term | None) -> bool:
    return term is None or any(
        isinstance(part, terms.Global) and part.name in OF_THE_VIEWER for part in terms.walk(term)
    )
