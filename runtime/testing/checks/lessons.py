"""Lessons of the tutorial: the position of one, its text and highlights, and what it waits for."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter import Game
from interpreter.spec.diagnostics import Diagnostics, suggestion
from interpreter.spec.model import Given, Tutorial, TutorialStep
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence
from runtime.session.draft import Spot, spots
from runtime.session.given import Ground, StartPosition, position_of, spot_name, spots_named
from runtime.testing.course import Course
from runtime.testing.entries import LastAction, check
from runtime.testing.failures import Failure, Value, differs
from runtime.testing.screen import viewer_of
from runtime.tutorial.demand import USES, Demand, spots_of, surveyed
from runtime.tutorial.tutorial import settings_up_to

PARTS = ("says", "lights", "done")


def position_of_lesson(game: Game, given: Given, diagnostics: Diagnostics) -> StartPosition | None:
    """The position of the lesson that a `given` names, or of the latest one before it with its own."""
    section, name = game.spec.tutorial, given.lesson
    assert name is not None
    if section is None or _step(section, name) is None:
        _unknown(section, name, diagnostics)
        return None
    if given.places or given.do or given.settings or given.level is not None or given.seed is not None:
        diagnostics.error(
            "shape",
            name.span,
            "A test that begins with a lesson takes its position as it is.",
            "Leave all but lesson: out.",
        )
        return None
    number = [str(each) for each in section.steps].index(str(name))
    begun = [step for step in list(section.steps.values())[: number + 1] if step.given is not None]
    return position_of(
        game, begun[-1].given if begun else None, diagnostics, section.level, settings_up_to(section, number)
    )


@dataclass(frozen=True, slots=True)
class Taught:
    """The text and highlights of a lesson at this point, and whether the last action was what it waits for."""

    name: str
    step: TutorialStep
    says: Scalar | None
    lights: Node | None
    done: Scalar | None

    def failures(self, course: Course) -> list[Failure]:
        found = [self._said(course), self._lit(course), self._met(course)]
        return [failure for failure in found if failure is not None]

    def _said(self, course: Course) -> Failure | None:
        if self.says is None:
            return None
        shown = surveyed(course.state, viewer_of(course), course.draft)
        said = shown.text(shown.plan.lesson(self.step).say)
        if said == str(self.says):
            return None
        return differs(self.says, "The lesson says something else.", f"“{self.says}”", f"“{said}”", "says")

    def _lit(self, course: Course) -> Failure | None:
        if self.lights is None:
            return None
        spots = spots_of(surveyed(course.state, viewer_of(course), course.draft), self.step)
        shown = sorted(spot_name(course.state, spot) for spot in spots)
        items = self.lights if isinstance(self.lights, Sequence) else [self.lights]
        wanted = spots_named(shown, (str(item) for item in items if str(item) != "none"))
        if shown == wanted:
            return None
        expected, lit = (", ".join(names) or "none" for names in (wanted, shown))
        return differs(self.lights, "The lesson highlights something else.", expected, lit, "lit")

    def _met(self, course: Course) -> Failure | None:
        if self.done is None:
            return None
        game, learner = course.position.game, viewer_of(course)
        met = False
        if self.step.wait.chosen is not None:
            met = Demand(game, course.state, self.step, learner).met_by_draft(course.draft)
        elif self.step.wait.used is not None:
            met = Demand(game, course.state, self.step, learner).met_by_uses(_uses(course))
        elif course.done:
            last = course.done[-1]
            met = Demand(game, last.before, self.step, learner).met_by_move(last)
        if met == (self.done == "true"):
            return None
        instead = "takes this as done, but should go on" if met else "waits for something else, and goes on"
        values = (Value("waits for", self._awaited()), Value("was done", self._last(course)))
        return Failure(self.done.span, f"The lesson {self.name} {instead}.", values)

    def _awaited(self) -> str:
        """What the lesson waits for, in the words of the spec."""
        wait = self.step.wait
        words = (("chosen", wait.chosen), ("action", wait.action), ("button", wait.button), ("ended", wait.ended))
        texts = [f"{name} {word}" for name, word in words if word is not None]
        texts += [f"used {' '.join(map(str, wait.used))}"] if wait.used is not None else []
        texts += [f"only {' '.join(self.step.only.split())}"] if self.step.only is not None else []
        return ", ".join(texts)

    def _last(self, course: Course) -> str:
        """What was used, chosen or done last."""
        if self.step.wait.used is not None:
            return ", ".join(_uses(course)) or "nothing"
        if self.step.wait.chosen is not None and not course.draft.empty:
            return f"{course.draft.action} begun with {' '.join(spot_name(course.state, s) for s in _chosen(course))}"
        if not course.done:
            return "nothing"
        last = course.done[-1]
        return course.position.game.text(last.before, last.action)


def _uses(course: Course) -> list[str]:
    """The buttons that were used since the test began, as lessons count them."""
    return [USES[change.what] for change in course.changes if change.what in USES]


def _chosen(course: Course) -> list[Spot]:
    """The half-chosen spots, in the order of the board."""
    return sorted(spots(course.state, course.draft), key=lambda spot: spot_name(course.state, spot))


@check("lesson")
def check_lesson(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Taught | None:
    """The text and highlights of a lesson at this point, and whether it has been completed: {name:
    {says, lights, done}}."""
    error = ground.diagnostics.error
    if not isinstance(node, Mapping) or len(node) != 1:
        error("shape", node.span, f"{key} takes one lesson.", "Write {the_first: {lights: [a1], done: false}}.")
        return None
    [(name, asked)] = node.items()
    section = ground.program.spec.tutorial
    step = _step(section, name) if section is not None else None
    if step is None:
        _unknown(section, name, ground.diagnostics)
        return None
    parts = {str(part): value for part, value in asked.items()} if isinstance(asked, Mapping) else {}
    says, done = parts.get("says"), parts.get("done")
    wrong = not parts or not parts.keys() <= set(PARTS) or not isinstance(says, Scalar | None)
    if wrong or not (done is None or (isinstance(done, Scalar) and str(done) in ("true", "false"))):
        error(
            "shape",
            asked.span,
            "A lesson can be tested for says, lights and done (true or false).",
            "Write lesson: {says: …, done: true}.",
        )
        return None
    assert isinstance(says, Scalar | None)
    assert isinstance(done, Scalar | None)
    return Taught(str(name), step, says, parts.get("lights"), done)


def _step(section: Tutorial, name: Scalar) -> TutorialStep | None:
    return section.steps.get(str(name))


def _unknown(section: Tutorial | None, name: Scalar, diagnostics: Diagnostics) -> None:
    names = [str(step) for step in section.steps] if section is not None else []
    diagnostics.error("unknown-lesson", name.span, f"There is no lesson ‘{name}’.", suggestion(name, names))
