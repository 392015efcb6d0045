"""The refusal of the last action: by what, what the player was told, and which sites were highlighted."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.program import RESERVED_REFUSALS, ActionPlan
from interpreter.spec.diagnostics import suggestion
from interpreter.spec.nodes import Node, Scalar
from runtime.session.given import Ground, site_names, sites_listed
from runtime.testing.course import Course
from runtime.testing.entries import LastAction, OfRefusal, check, has_acted, text_of
from runtime.testing.failures import Failure, differs


@dataclass(frozen=True, slots=True)
class Refused(OfRefusal):
    """The last action was refused by this choice, check or require."""

    name: Scalar

    def failures(self, course: Course) -> list[Failure]:
        refusal = course.refusal
        if refusal is None:
            instead = "it was done."
        elif refusal.name == str(self.name):
            return []
        elif refusal.name == "over":
            instead = f"the game had ended by {course.position.game.status(course.state).ended_by} before it."
        else:
            instead = f"{refusal.name} refused it: “{refusal.text}”"
        return [Failure(self.name.span, f"The action should have been refused by {self.name}, but {instead}")]


@check("refused")
def check_refused(ground: Ground, key: Scalar, node: Node, last: LastAction) -> Refused | None:
    """The choice, check or require that refused the last action."""
    name = text_of(ground, key, node)
    if name is None or not has_acted(ground, key, last):
        return None
    plans = [last] if isinstance(last, ActionPlan) else list(ground.program.plans.values()) if last == "hand" else []
    own = [refusal.name for plan in plans for refusal in plan.refusals]
    names = [*own, *RESERVED_REFUSALS]
    if str(name) not in names:
        action = last.name if isinstance(last, ActionPlan) else "any action" if last == "hand" else last
        message = f"refused: {name} is not a choice, a check or a require of {action}."
        ground.diagnostics.error("unknown-refusal", name.span, message, suggestion(name, names))
        return None
    return Refused(name)


@dataclass(frozen=True, slots=True)
class Says(OfRefusal):
    """The player was told exactly this: by a refusal, or at the end."""

    text: Scalar

    def failures(self, course: Course) -> list[Failure]:
        said = course.refusal.text if course.refusal else course.position.game.status(course.state).text
        if said == str(self.text):
            return []
        told = f"“{said}”" if said else "nothing"
        return [differs(self.text, "The player is told something else.", f"“{self.text}”", told, "said")]


@check("says")
def check_says(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Says | None:
    """What the player was told."""
    text = text_of(ground, key, node)
    return None if text is None else Says(text)


@dataclass(frozen=True, slots=True)
class Shows(OfRefusal):
    """The refusal highlighted exactly these sites, in any order."""

    node: Node
    sites: frozenset[int]

    def failures(self, course: Course) -> list[Failure]:
        shown = frozenset(course.refusal.shows) if course.refusal is not None else frozenset()
        if shown == self.sites:
            return []
        expected, lit = (site_names(course.state, sites) for sites in (self.sites, shown))
        return [differs(self.node, "Other sites are highlighted.", expected, lit)]


@check("shows")
def check_shows(ground: Ground, key: Scalar, node: Node, last: LastAction) -> Shows | None:
    """The sites that were highlighted with the refusal."""
    if not has_acted(ground, key, last):
        return None
    sites = sites_listed(ground, node, str(key))
    return None if sites is None else Shows(node, sites)
