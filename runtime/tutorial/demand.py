"""What a lesson says and waits for at one moment, and the reply to a learner who does something else."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from interpreter import Action, BadAction, Game, State, View
from interpreter.expressions import Site
from interpreter.program import bindings
from interpreter.spec.model import TutorialStep
from interpreter.views import ANY_NUMBER
from runtime.session import draft as drafts
from runtime.session.choice import Choosing
from runtime.session.draft import Draft, Spot
from runtime.session.hand import value_at
from runtime.session.readings import Readings
from runtime.session.session import Move
from runtime.show.shown import Shown
from runtime.show.values import Left

USES = {"undone": "undo", "redone": "redo", "hinted": "hint", "started": "restart"}
"""The buttons whose use a session tells of."""
FREE = frozenset({"undo", "redo", "hint"})
"""Buttons that may be used while a whole game is played to its end."""
HARMLESS = frozenset({"rules", "settings", "scores", "menu"})
"""Buttons that change nothing about the position."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The text for the learner. `number` counts from 1 to `count`.

    `button` is the text on the button that leads on, empty if something must be done instead. `uses` are the buttons
    that still have to be used, and `presses` is the action to make if its button is all it takes; they stand out.
    """

    name: str
    text: str
    spots: frozenset[Spot]
    number: int
    count: int
    button: str = ""
    uses: tuple[str, ...] = ()
    presses: str = ""


def surveyed(state: State, learner: int, draft: Draft | None = None, left: Left = ANY_NUMBER) -> Shown:
    """A position as lessons see it: the learner's, with nothing hidden."""
    return Shown(View(state.program, learner, state.data, (), ()), draft, left=left)


def spots_of(shown: Shown, step: TutorialStep) -> frozenset[Spot]:
    """The sites and pieces that are highlighted."""
    return frozenset(shown.places(shown.plan.lesson(step).show))


def title_of(state: State, action: str) -> str:
    """The everyday name of an action."""
    title = state.program.plans[action].spec.title
    return action.replace("_", " ").capitalize() if title is None else state.program.say(title, state.data, 1)


class Demand:
    """A step of a tutorial, tested at a state on behalf of the learner."""

    def __init__(self, game: Game, state: State, step: TutorialStep, learner: int) -> None:
        self.game = game
        self.state = state
        self.step = step
        self.wait = step.wait
        self.learner = learner
        self.plan = state.program.view_plan.lesson(step)

    # What is refused: a nudge, or None if it is what the lesson waits for

    def refuses_action(self, action: Action) -> str | None:
        """Whether an action is out of place; if the rules refuse it, their reason is given, unless the lesson has its
        own words."""
        if self.wait.ended is not None:
            return None
        if self.wait.chosen is not None:
            return self.refuses_draft(self._as_chosen(action))
        if self.wait.action is None or action[0] != str(self.wait.action):
            return self.nudge()
        try:
            refusal = self.game.check(self.state, action)
        except BadAction as problem:
            return str(problem)
        if refusal is not None:
            return self.nudge() if self.step.nudge is not None else refusal.text
        if self._counts(action):
            return None
        return self.nudge() if self.step.nudge is not None else "Not this one. Read what the lesson asks for."

    def refuses_draft(self, draft: Draft) -> str | None:
        """Whether a half-chosen move is out of place; a click that could mean several actions may mean this one."""
        if self.wait.ended is not None or (draft.empty and not draft.armed):
            return None
        readings = [draft, *Readings(self.game, self.state).others(draft)]
        if self.wait.action is not None and any(self._promises(reading) for reading in readings):
            return None
        if self.wait.chosen is not None and any(self._fits_choice(reading) for reading in readings):
            return None
        return self.nudge()

    def refuses_button(self, name: str) -> str | None:
        """Whether a button is out of place: that of an action, one that every game has, or the lesson's own."""
        plan = self.state.program.actions.get(name)
        if plan is not None:
            return self.refuses_draft(Draft(name, armed=True)) if plan.choices else self.refuses_action((name,))
        if name in HARMLESS or name == self.wait.button or name in (self.wait.used or ()):
            return None
        return None if self.wait.ended is not None and name in FREE else self.nudge()

    # What the lesson waits for

    def met_by_move(self, move: Move) -> bool:
        """Whether a move from this state is what the lesson waits for; only an end may also be the computer's doing."""
        own = move.by == "person" or self.wait.ended is not None
        return own and self._met_by_action(move.action, move.after)

    def met_by_uses(self, uses: Collection[str]) -> bool:
        """Whether all the help that the lesson waits for has been used."""
        return self.wait.used is not None and {str(use) for use in self.wait.used} <= set(uses)

    def _met_by_action(self, action: Action, after: State) -> bool:
        if self.wait.ended is not None:
            ended = after.over and self.game.status(after).ended_by == str(self.wait.ended)
            return ended and surveyed(after, self.learner).holds(after.program.view_plan.lesson(self.step).only)
        if self.wait.chosen is not None:
            return self.met_by_draft(self._as_chosen(action))
        return self.wait.action is not None and action[0] == str(self.wait.action) and self._counts(action)

    def met_by_draft(self, draft: Draft) -> bool:
        """Whether the half-chosen move is what the lesson waits for."""
        if self.wait.chosen is None:
            return False
        readings = [draft, *Readings(self.game, self.state).others(draft)]
        return any(self._has_chosen(reading) and self._allows_draft(reading) for reading in readings)

    def possible(self) -> bool:
        """Whether the learner can still do what the lesson waits for."""
        name = self._awaited
        if self.wait.ended is not None or name is None:
            return self.wait.ended is None or not self.state.over
        if name not in self.state.program.actions or self.state.over:
            return False
        return self._promises(drafts.start(self.state, name)) if self.wait.action is not None else True

    # Texts

    def nudge(self) -> str:
        """The text for a learner who tries something else."""
        if self.step.nudge is not None:
            shown, plan = self.shown(), self.plan
            return shown.text(plan.nudge) if plan.nudge is not None else ""
        name = self._awaited
        if self.wait.chosen is not None and self.step.show is not None:
            return "Choose what is highlighted."
        if name is not None:
            return f"Not yet. This lesson is about ‘{title_of(self.state, name)}’."
        if self.wait.used is not None:
            return f"Not yet. Use {' and '.join(f'‘{button}’' for button in self.wait.used)}."
        return f"Press ‘{self.wait.button}’ to go on." if self.wait.button is not None else "Not now."

    def shown(self, draft: Draft | None = None) -> Shown:
        """The position as the lesson sees it."""
        return surveyed(self.state, self.learner, draft)

    # Actions

    @property
    def _awaited(self) -> str | None:
        """The awaited action, or the action that has the awaited choice."""
        if self.wait.action is not None:
            return str(self.wait.action)
        return str(self.wait.chosen).partition(".")[0] if self.wait.chosen is not None else None

    def _counts(self, action: Action) -> bool:
        """Whether `only` holds for an action; it can use the names of the action's choices and lets."""
        if self.step.only is None:
            return True
        plan = self.state.program.actions[action[0]]
        shown = self.shown()
        return shown.holds(self.plan.only, bindings(plan, shown.world, action))

    def _promises(self, draft: Draft) -> bool:
        """Whether a draft can become an awaited action, as far as its legal ways can be listed."""
        if draft.action != self._awaited or draft.action is None:
            return False
        ways = self._ways(draft)
        return ways is None or any(self._counts(way) for way in ways)

    def _ways(self, draft: Draft) -> list[Action] | None:
        """The legal actions that a draft can become; None if they cannot be listed."""
        choosing, made = Choosing(self.game, self.state, draft.action or ""), draft.values
        if not choosing.lists_ways():
            return None
        return [way for way in choosing.ways() if way[1 : 1 + len(made)] == made]

    # Choices

    def _as_chosen(self, action: Action) -> Draft:
        """An action, up to the awaited choice."""
        plan = self.state.program.actions.get(str(action[0]))
        wanted = str(self.wait.chosen).partition(".")[2]
        names = [choice.name for choice in plan.choices] if plan is not None else []
        made = names.index(wanted) + 1 if wanted in names else len(names)
        return Draft(str(action[0]), tuple(action[1 : 1 + made]), armed=True)

    def _fits_choice(self, draft: Draft) -> bool:
        """Whether a draft is on the way to the awaited choice, or has made it correctly."""
        name, _, wanted = str(self.wait.chosen).partition(".")
        if draft.action != name or self._ways(draft) == []:
            return False
        choice = drafts.choice_of(self.state, draft)
        growing = choice is not None and choice.form != "one" and choice.name == wanted and self._is_lit(draft)
        return growing or not self._has_chosen(draft) or self._allows_draft(draft)

    def _is_lit(self, draft: Draft) -> bool:
        """Whether the lesson points out everything that is chosen, if it points anything out."""
        lit = spots_of(self.shown(draft), self.step) if self.step.show is not None else None
        return lit is None or all(
            spot in lit or value_at(self.state, spot, Site()) in lit for spot in drafts.spots(self.state, draft)
        )

    def _has_chosen(self, draft: Draft) -> bool:
        name, _, wanted = str(self.wait.chosen).partition(".")
        made: dict[str, Any] = drafts.by_name(self.state, draft) if draft.action == name else {}
        return made.get(wanted) not in (None, (), [])

    def _allows_draft(self, draft: Draft) -> bool:
        """Whether `only`, which can look into a draft, holds for it."""
        return self.shown(draft).holds(self.plan.only)
