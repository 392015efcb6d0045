"""The lessons of a spec, taught one by one: what the learner is told, what counts, and what is refused meanwhile."""

from __future__ import annotations

import json
from collections.abc import Mapping

from interpreter import Action, BadSetting, Game, NotAState, SpecError, State
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.model import Tutorial as Section
from interpreter.spec.model import TutorialStep
from interpreter.spec.nodes import Scalar
from runtime.session.draft import Draft, begin
from runtime.session.given import StartPosition, position_of
from runtime.session.session import Change, Session
from runtime.tutorial.demand import USES, Demand, Lesson, spots_of, surveyed

Words = dict[Scalar, Scalar]
OVER = "This lesson is over; go on to the next."
MISSED = "That is no longer possible here."


def position_for(
    game: Game, section: Section, step: TutorialStep, settings: Mapping[Scalar, Scalar], diagnostics: Diagnostics
) -> StartPosition | None:
    """The position of a step, checked, or the start of a game; None after a report."""
    before = len(diagnostics.errors)
    if step.given is not None and step.given.lesson is not None:
        diagnostics.error(
            "shape", step.given.lesson.span, "Only tests begin with a lesson.", "Draw the position itself under given:."
        )
    found = position_of(game, step.given, diagnostics, section.level, settings)
    return found if len(diagnostics.errors) == before else None


def settings_up_to(section: Section, number: int) -> Words:
    """The settings that apply in a step, counted from 0: changes by earlier steps stay in effect."""
    found: Words = dict(section.settings or {})
    for step in list(section.steps.values())[: number + 1]:
        found |= step.settings or {}
    return found


def sets_up(step: TutorialStep) -> bool:
    """Whether a step begins with a position of its own, or changes the previous one."""
    return step.given is not None or bool(step.settings)


def first_state(game: Game, section: Section, number: int, before: State | None) -> State:
    """The state that a step begins with; raises SpecError if its position has mistakes.

    Without `given` it continues where the previous step ended, if that is possible under this step's settings.
    """
    step = list(section.steps.values())[number]
    settings = settings_up_to(section, number)
    if step.given is None and before is not None:
        kept = under(game, before, settings) if step.settings else before
        if kept is not None:
            return kept
    diagnostics = Diagnostics()
    position = position_for(game, section, step, settings, diagnostics)
    if position is None:
        raise SpecError(diagnostics)
    if step.given is not None:
        return position.state(then_luck=True)
    return game.start(position.program, position.chosen, position.seed)


def under(game: Game, state: State, settings: Mapping[Scalar, Scalar]) -> State | None:
    """The same position under other settings; None if it is not valid there."""
    content = json.loads(game.encode(state))
    content["settings"].update({str(name): str(value) for name, value in settings.items()})
    try:
        return game.decode(json.dumps(content))
    except (NotAState, BadSetting):
        return None


class NoTutorial(ValueError):
    """A game that has no lessons."""


class Tutorial:
    """The lessons of a game, one by one. `session` is the learner's session; it is the same throughout.

    `fulfilled`: the lesson is complete, and `advance` begins the next, which has a position of its own. `missed`: it
    can no longer be completed, and `again` repeats it. After the last, `finished` holds and there is no lesson.
    """

    def __init__(self, game: Game) -> None:
        if game.spec.tutorial is None:
            raise NoTutorial(f"{game.title} has no tutorial.")
        self.game = game
        self.section = game.spec.tutorial
        self.names = [str(name) for name in self.section.steps]
        self.steps: list[TutorialStep] = list(self.section.steps.values())
        state = first_state(game, self.section, 0, None)
        level = None if self.section.level is None else str(self.section.level)
        self.session = Session(game, level, seed=int(game.spec.seed or 0), start=state)
        self._number = 0
        self._setting_up = False
        self._starts: list[State] = [state]
        self._draft = begin(state)
        self._begin()

    def _begin(self) -> None:
        """Begin the lesson; a half-chosen move stays."""
        self.fulfilled = self.missed = False
        self._used: list[str] = []

    def _set_up(self, state: State) -> None:
        if state is not self.session.state or self.session.history:
            self._setting_up = True
            try:
                self.session.set_up(state)
            finally:
                self._setting_up = False
        self._draft = begin(state)

    # The lesson

    @property
    def finished(self) -> bool:
        """Whether the last lesson is over."""
        return self._number == len(self.steps)

    @property
    def lesson(self) -> Lesson | None:
        """The current text for the learner; None after the last lesson."""
        if self.finished:
            return None
        step = self.steps[self._number]
        state = self.session.state
        shown = surveyed(state, self._learner(state), self._draft, self.session.left)
        return Lesson(
            self.names[self._number],
            shown.text(shown.plan.lesson(step).say),
            spots_of(shown, step),
            self._number + 1,
            len(self.steps),
            str(step.wait.button or ""),
            tuple(str(use) for use in step.wait.used or () if str(use) not in self._used),
            str(step.wait.action) if self._is_pressed(step) else "",
        )

    def _is_pressed(self, step: TutorialStep) -> bool:
        """Whether a step waits for an action for which nothing is chosen."""
        plan = self.session.state.program.actions.get(str(step.wait.action or ""))
        return plan is not None and not plan.choices

    @property
    def nudge(self) -> str:
        """The text for anything that the lesson does not wait for; empty after the last."""
        return "" if self.finished else self._demand(self._number, self.session.state).nudge()

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """The texts of all lessons, and their nudges, as the spec has them."""
        return tuple((" ".join(step.say.split()), " ".join((step.nudge or "").split())) for step in self.steps)

    def instead(self, refusal: str) -> str:
        """The text about something that the rules refuse: the lesson's own words, if it has some."""
        if self.finished:
            return refusal
        if self.fulfilled:
            return OVER
        step = self.steps[self._number]
        # Where a whole game is played the nudge is about missing its end, not about a move.
        return self.nudge if step.nudge is not None and step.wait.ended is None else refusal

    @property
    def what_was_missed(self) -> str:
        """The text when the lesson can no longer be completed."""
        step = self.steps[self._number]
        return self.nudge if step.wait.ended is not None and step.nudge is not None else MISSED

    # What the learner does

    def allows(self, what: Action | Draft | str) -> str | None:
        """None if an action, a draft or a button is what the lesson waits for, otherwise what to tell the learner."""
        if self.finished:
            return None
        if self.fulfilled:
            # A hint that was asked for may be asked for again: only then it says what to do.
            again = what == "hint" and "hint" in map(str, self.steps[self._number].wait.used or ())
            return None if again else OVER
        number, state = self._number, self.session.state
        nudge = self._asked(self._demand(number, state), what)
        while nudge is None and isinstance(what, tuple) and self.steps[number].wait.chosen is not None:
            # A whole move makes the choice that was waited for, and is also asked of the lesson that comes then.
            number += 1
            if number == len(self.steps) or sets_up(self.steps[number]):
                break
            nudge = self._asked(self._demand(number, state), what)
        return nudge

    def _asked(self, demand: Demand, what: Action | Draft | str) -> str | None:
        if isinstance(what, Draft):
            return demand.refuses_draft(what)
        return demand.refuses_button(what) if isinstance(what, str) else demand.refuses_action(what)

    def happened(self, what: Change | Draft | str) -> bool:
        """Note a change of the session or of the half-chosen move, or the press of a button; return whether a lesson
        was completed.

        If the next lesson continues from here, or a button was pressed, it begins at once. Setting up a lesson is
        nobody's move.
        """
        if self._setting_up:
            return False
        if isinstance(what, Draft):
            self._draft = what
        elif isinstance(what, Change) and what.what not in ("refused", "hinted"):
            self._draft = begin(self.session.state)
        learnt = self._met(what)
        if learnt:
            began_with_choice = self.steps[self._number].wait.chosen is not None
            self._fulfil()
            if began_with_choice and isinstance(what, Change) and self._met(what):
                # A whole move has also done what the lesson after its first choice waits for.
                self._fulfil()
        if isinstance(what, Change):
            self.missed = self._is_missed()
        return learnt

    def _fulfil(self) -> None:
        """Complete the lesson. It is left behind at once unless its last move would be lost in the next position."""
        self.fulfilled = True
        last = self._number + 1 == len(self.steps)
        if last or self.steps[self._number].wait.button is not None or not sets_up(self.steps[self._number + 1]):
            self.advance()

    def _met(self, what: Change | Draft | str) -> bool:
        if self.finished or self.fulfilled:
            return False
        wait = self.steps[self._number].wait
        if isinstance(what, Draft):
            return self._demand(self._number, self.session.state).met_by_draft(what)
        if isinstance(what, Change):
            if what.what == "performed":
                return self._demand(self._number, what.before).met_by_move(what.moves[-1])
            what = USES.get(what.what, "")
        if wait.used is not None and what in wait.used and what not in self._used:
            self._used.append(what)
            return self._demand(self._number, self.session.state).met_by_uses(self._used)
        return wait.button is not None and what == str(wait.button)

    def _is_missed(self) -> bool:
        """Whether the learner can no longer do what is asked: the game is over, or there is no such move left."""
        state = self.session.state
        if self.finished or self.fulfilled or (not state.over and self.session.seat_to_move == "computer"):
            return False
        return not self._demand(self._number, state).possible()

    def _demand(self, number: int, state: State) -> Demand:
        return Demand(self.game, state, self.steps[number], self._learner(state))

    def _learner(self, state: State) -> int:
        """The player that lessons address: the person whose turn it is, or else the first person."""
        players, seats = self.game.players, self.session.seats
        people = [player for player in players if seats[player] == "person"] or list(players)
        return players.index(state.to_move if state.to_move in people else people[0]) + 1

    # From lesson to lesson

    def advance(self) -> None:
        """Begin the next lesson."""
        self._number = min(self._number + 1, len(self.steps))
        self._begin()
        if self.finished:
            return
        state = first_state(self.game, self.section, self._number, self.session.state)
        self._starts[self._number :] = [state]
        if sets_up(self.steps[self._number]):
            self._set_up(state)

    def again(self) -> None:
        """Begin this lesson once more."""
        if not self.finished:
            self._set_up(self._starts[self._number])
            self._begin()

    def back(self) -> None:
        """Go back to the previous lesson; the first is repeated."""
        self._number = max(0, min(self._number, len(self.steps)) - 1)
        self.again()


def check_tutorial(game: Game, diagnostics: Diagnostics) -> None:
    """Report everything wrong with the positions of the lessons; names are checked when a spec is loaded."""
    section = game.spec.tutorial
    if section is None or (section.level is not None and str(section.level) not in game.levels):
        return
    for number, step in enumerate(section.steps.values()):
        if number == 0 or sets_up(step):
            settings = settings_up_to(section, number)
            known = {name: value for name, value in settings.items() if str(name) in game.settings.types}
            position_for(game, section, step, known, diagnostics)
