"""Compiled expressions of a view give the same as the evaluator, and quickly."""

from random import Random
from typing import Any

import pytest

from interpreter import Game, load, loads
from interpreter.code import lowering
from interpreter.faults import Unlowerable
from interpreter.language import evaluator, terms
from interpreter.program.compiler import Compiler
from interpreter.rules.view_plan import LooksPlan, PanelsPlan, Part, StatusPlan
from runtime.session import draft as drafts
from runtime.session.draft import Draft
from runtime.session.gestures import press, targets
from runtime.session.hand import Click
from runtime.session.session import Session
from runtime.show import present
from runtime.show.boards import boards_shown
from runtime.show.panels import ending, panels, status
from runtime.show.pieces import zones_shown
from runtime.show.shown import Shown
from tests.runtime.show.looking import shown
from tests.shipped import shared_out


class Evaluated(Shown):
    """The same, using only the evaluator."""

    def _worked_out(self, part: Part, *given: Any) -> tuple[Any, bool]:
        return None, False


def texts(shown: Shown) -> list[str]:
    found = [status(shown)]
    if shown.view.state.over:
        for persons in ((1,), (1, 2)):
            found += [ending(shown, persons).title, ending(shown, persons).text]
    return found


def half_chosen(session: Session, random: Random) -> list[Draft]:
    """Drafts on the way to a move: nothing yet, then what clicks lead to."""
    found = [drafts.begin(session.state)]
    for _ in range(2):
        spots = sorted(targets(session, found[-1]), key=repr)
        pressed = press(session, found[-1], Click(random.choice(spots))) if spots else None
        if pressed is None or pressed.action is not None:
            break
        found.append(pressed.draft)
    return found


def compare(game: Game, seed: int, moves: int) -> int:
    session = Session(game, seed=seed, seats=dict.fromkeys(game.players, "person"))
    random, compared = Random(seed), 0
    for _ in range(moves):
        for draft in half_chosen(session, random):
            for viewer in range(1, len(game.players) + 1):
                view = game.view(session.state, viewer)
                quick, slow = Shown(view, draft, False, (1, None, 2)), Evaluated(view, draft, False, (1, None, 2))
                assert boards_shown(quick) == boards_shown(slow)
                assert zones_shown(quick) == zones_shown(slow)
                assert panels(quick) == panels(slow)
                assert texts(quick) == texts(slow)
                compared += 1
        if session.state.over:
            break
        session.perform(random.choice(session.legal))
    return compared


@pytest.mark.parametrize("name", shared_out(0))
def test_compiled_is_evaluated(name: str) -> None:
    game = load(name)
    assert compare(game, 1, 14) + compare(game, 2, 6) >= 12


@pytest.mark.parametrize("name", shared_out(1))
def test_every_expression_of_a_shipped_view_is_compiled(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    unlowered: list[Unlowerable] = []
    real = Compiler.extra

    def noting(compiler: Compiler, write: Any) -> Any:
        try:
            return real(compiler, write)
        except Unlowerable as problem:
            unlowered.append(problem)
            raise

    monkeypatch.setattr(Compiler, "extra", noting)
    present(Session(load(name), seed=1))
    assert unlowered == []


SEEN = """\
game: seen
title: Seen
players: {ann: {title: Ann}, bob: {title: Bob}}
boards: {grid: {columns: 2, rows: 1, cell: {on: flag}}}
actions:
  flip:
    choose:
      c: grid
    effects:
      - c.on = not c.on
end_conditions:
  again:
    when: seen_before(grid) >= 2
    winner: none
view:
  panels: {Seen: 'seen_before(turn_number)', Broken: 4 // turn_number * 0}
"""


def test_what_cannot_be_told_is_a_dash() -> None:
    found = shown(SEEN, "flip a1")
    assert [(panel.label, panel.value) for panel in found.panels] == [("Seen", "–"), ("Broken", "0")]


FAULTY = (
    SEEN[: SEEN.index("view:")]
    + """\
view:
  panels:
    Share: 12 // (turn_number - 1)
    Turn: turn_number
  status:
    - when: 12 // (turn_number - 1) > 3
      say: Shared.
    - {when: turn_number > 1, say: Alone.}
    - {say: Begin.}
"""
)


def test_what_cannot_be_worked_out_leaves_the_rest_as_it_is() -> None:
    found = shown(FAULTY)
    assert [(panel.value, found.status) for panel in found.panels] == [("–", "Begin."), ("1", "Begin.")]
    found = shown(FAULTY, "flip a1")
    assert [(panel.value, found.status) for panel in found.panels] == [("12", "Shared."), ("2", "Shared.")]
    found = shown(FAULTY, "flip a1", "flip b1", "flip a1", "flip b1")
    assert [(panel.value, found.status) for panel in found.panels] == [("3", "Alone."), ("5", "Alone.")]


def test_panels_status_and_looks_are_one_function_each(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[type[Part]] = []
    real = Compiler.shown

    def noting(compiler: Compiler, part: Part) -> Any:
        written.append(type(part))
        return real(compiler, part)

    monkeypatch.setattr(Compiler, "shown", noting)
    session = Session(loads(FAULTY.replace("(turn_number - 1)", "turn_number").replace("view:", LOOKS)), seed=1)
    present(session)
    assert written == [LooksPlan, PanelsPlan, StatusPlan]


LOOKS = "view:\n  boards: {grid: {looks: [{when: it.on, colour: red}, {colour: blue}]}}"


def test_a_board_of_361_points_is_presented() -> None:
    game, random = load("gomoku"), Random(3)
    session = Session(game, settings={"size": 19}, seats=dict.fromkeys(game.players, "person"))
    while len(session.history) < 200:
        action = random.choice(session.legal)
        if not game.advance(session.state, action).over:
            session.perform(action)
    found = present(session)
    assert len(found.boards[0].sites) == 361
    assert sum(site.look is not None for site in found.boards[0].sites) == 200


@pytest.mark.parametrize("kind", [LookupError, TypeError, AttributeError, ValueError])
@pytest.mark.parametrize("part", [lowering._WRITTEN, evaluator._VALUED], ids=["lowering", "evaluator"])
def test_a_bug_of_ours_comes_to_light(
    part: dict[type, Any], kind: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only our own signals mean that something is hidden or cannot be lowered."""
    session = Session(loads(MINED, "mined.yaml"), seed=1)

    def broken(*_: Any) -> str:
        raise kind("a bug")

    monkeypatch.setitem(part, terms.Compare, broken)
    with pytest.raises(kind, match="a bug"):
        present(session)


MINED = """\
game: mined
title: Mined
boards:
  field:
    columns: 2
    rows: 1
    cell:
      near: {is: 0..8, seen_if: it.open}
      open: flag
actions:
  dig:
    choose: {c: field}
    effects: [c.open = true]
end_conditions: {done: {when: turn_number > 9, won: true}}
view:
  boards: {field: {looks: [{when: it.near > 3, colour: red}]}}
  panels: {First: turn_number < 2}
"""
