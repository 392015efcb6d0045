"""Every shipped tutorial can be completed by doing what it says, and nothing else is let through."""

from collections.abc import Iterator
from functools import cache

import pytest

from interpreter import Action, Game, load
from interpreter.spec.catalogue import shipped
from runtime.bots import bot_for, chooser
from runtime.session import draft as drafts
from runtime.session.draft import Draft
from runtime.session.hints import hint
from runtime.session.session import Change, Session
from runtime.tutorial import Tutorial
from tests.shipped import has, marked


@cache
def game_of(name: str) -> Game:
    return load(shipped()[name])


TAUGHT = [name for name in shipped() if has(name, "tutorial")]


class Learner:
    """Does what lessons ask for, after trying other things."""

    def __init__(self, game: Game) -> None:
        self.tutorial = Tutorial(game)
        self.session: Session = self.tutorial.session
        self.changes: list[Change] = []
        self.session.subscribe(self.changes.append)

    def tell(self) -> None:
        changes, self.changes[:] = list(self.changes), []
        for change in changes:
            self.tutorial.happened(change)

    def actions(self) -> Iterator[Action]:
        if self.session.seat_to_move == "person":
            yield from self.session.legal

    def drafts(self) -> Iterator[Draft]:
        """Every first single choice of every action."""
        game, state = self.session.game, self.session.state
        for name, plan in state.program.actions.items():
            start = drafts.start(state, name)
            if plan.choices:
                for slot, values in drafts.candidates(game, state, start).items():
                    for value in values:
                        yield drafts.add(game, state, start, value, slot)

    def gone_on_with(self, draft: Draft) -> Iterator[Draft]:
        """Every allowed second part of a choice that has several parts, such as a tile and the site it is laid on."""
        game, state = self.session.game, self.session.state
        if draft.parts:
            for slot, values in drafts.candidates(game, state, draft).items():
                longer = [drafts.add(game, state, draft, value, slot) for value in values]
                yield from (each for each in longer if self.tutorial.allows(each) is None)

    def wrong_ones_are_refused(self) -> int:
        """Try everything that the lesson is not waiting for: each is answered, and nothing changes."""
        tutorial, before, lesson = self.tutorial, self.session.state, self.tutorial.lesson
        tried = [*self.actions(), *self.drafts(), "undo", "redo", "hint", "new_game", "No such button"]
        refused = [(what, nudge) for what in tried if (nudge := tutorial.allows(what)) is not None]
        assert all(nudge.strip() for _, nudge in refused)
        assert (self.session.state, tutorial.lesson) == (before, lesson)
        return len(refused)

    def obey(self) -> None:
        """Do what the lesson is waiting for."""
        tutorial = self.tutorial
        step = tutorial.steps[tutorial.lesson.number - 1]
        if step.wait.button is not None:
            assert tutorial.allows(str(step.wait.button)) is None
            assert tutorial.happened(str(step.wait.button))
        elif step.wait.used is not None:
            for name in tutorial.lesson.uses:
                assert tutorial.allows(name) is None
                self.use(name)
        elif step.wait.chosen is not None:
            good = [draft for draft in self.drafts() if tutorial.allows(draft) is None]
            assert good
            assert any(tutorial.happened(draft) for first in good for draft in (first, *self.gone_on_with(first)))
        else:
            self.act(str(step.wait.ended) if step.wait.ended is not None else None)
        assert not tutorial.missed

    def use(self, name: str) -> None:
        session = self.session
        if name == "undo":
            session.undo()
        elif name == "redo":
            session.redo()
        else:
            assert name == "hint"
            mover = session.state.to_move
            assert session.hint(lambda _view, _tier: hint(session.game, session.state, mover, "where", 1)) is not None
        self.tell()

    def act(self, end: str | None) -> None:
        """Make an allowed move: one that leads to the end if the lesson waits for one, or else what the bot would
        do."""
        game, session = self.session.game, self.session
        allowed = [action for action in self.actions() if self.tutorial.allows(action) is None]
        assert allowed
        chosen = allowed[0]
        if end is not None:
            leading = [action for action in allowed if game.status(game.advance(session.state, action)).ended_by == end]
            chosen = leading[0] if leading else chooser()(game, session.state, 1)
        assert session.perform(chosen).refusal is None
        self.tell()

    def wait_for_the_computer(self) -> None:
        session = self.session
        while not session.state.over and session.seat_to_move == "computer":
            bot = bot_for(session.game, session.state, session.state.to_move)
            session.play_computer(lambda view, seed, bot=bot: bot.choose(view, seed).action)
            self.tell()


@pytest.mark.parametrize("name", [marked(name, name) for name in TAUGHT])
def test_every_lesson_can_be_learnt_by_doing_what_it_asks(name):
    learner, seen = Learner(game_of(name)), []
    tutorial = learner.tutorial
    for _ in range(60):
        if tutorial.finished:
            break
        lesson = tutorial.lesson
        if lesson.name not in seen:
            seen.append(lesson.name)
        assert (lesson.number, lesson.count) == (len(seen), len(tutorial.steps))
        assert lesson.text.strip()
        assert "{" not in lesson.text
        free = tutorial.steps[lesson.number - 1].wait.ended is not None
        assert learner.wrong_ones_are_refused() > 0 or free
        learner.obey()
        if tutorial.fulfilled:
            tutorial.advance()
            learner.changes.clear()
        else:
            learner.wait_for_the_computer()
    assert tutorial.finished
    assert tutorial.lesson is None
    assert seen == tutorial.names


def test_three_classics_are_taught():
    assert {"tic_tac_toe", "draughts", "game_2048"} <= set(TAUGHT)
