"""Bugs planted by hand in the parts that once mistook them for “hidden”, “not chosen yet” or a mistake of the designer.
Each must come to light: as what it is, as a bug that says so, or as a failing test of a spec."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, loads
from interpreter.code import lowering
from interpreter.code.lowering import Lowering
from interpreter.language import evaluator
from interpreter.language.evaluator import Evaluator
from interpreter.program import encoding, refusal
from interpreter.program.view_values import ViewValues
from interpreter.program.world import StateWorld
from renderer.app import thumbnails
from renderer.app.failsafe import TITLE, FailsafeApp
from renderer.app.start import app_at
from renderer.nodes import Target
from renderer.scene import board
from renderer.scene.table import scene
from renderer.scene.ui import Ui
from renderer.skins.text import Label
from renderer.skins.theme import Size, theme
from runtime import digest
from runtime.bots import ranked
from runtime.keep import recording
from runtime.keep.recording import read, recording_of, written
from runtime.keep.replay import carried_over
from runtime.session import choice, hints
from runtime.session.choice import Choosing
from runtime.session.session import Session
from runtime.session.thinker import NotFound, Rules, Task, Thinker
from runtime.show import boards as board_texts
from runtime.show import present
from runtime.testing.runner import run_tests
from tests.renderer.app_driver import surroundings_in

SPEC = """\
game: gems
title: Gems
players: {anna: {seat: person}, ben: {seat: computer}}
boards:
  grid:
    columns: 4
    rows: 2
    cell: {owner: player or none}
    legend: {A: anna, B: ben}
state:
  taken: {per: player, start: 0}
define:
  open(site s): s.owner == none and s.column >= 1
actions:
  take:
    choose:
      c:
        from: grid
        where: open(it)
        else: '{it} is not open.'
    validate:
      first_row:
        check: c.row == 1 or taken[me] > 0
        else: Take one of row 1 first, not {c}.
    effects:
      - c.owner = me
      - taken[me] = taken[me] + c.column
end_conditions:
  full:
    when: all(not open(s) for s in grid)
    winner: none
    say: Full.
ai:
  plays: [ben]
  bot: ranked
  rules:
    - do: take
      rank:
        - most: c.column * 2
assist:
  hints: {limit: none, bot: ranked}
  preview: take
view:
  panels:
    Anna: taken[anna]
    Ben: taken[ben] + 0
  boards:
    grid:
      looks:
        - {when: it.owner == anna, shape: disc, colour: red}
        - {when: it.owner != none, shape: disc, colour: blue}
  status:
    - say: '{to_move} has {taken[me] + 0}.'
acceptance:
  taking:
    when:
      - take: b1
    then:
      - taken[anna] == 2
      - count(s for s in grid if open(s)) == 7
      - panel: {Anna: '2'}
  refused:
    when:
      - take: b2
    then:
      - refused: first_row
      - says: Take one of row 1 first, not b2.
"""


def gems() -> Game:
    return loads(SPEC, "gems.yaml")


# What happens while a bug is planted


def load_it() -> None:
    gems()


def show_it() -> None:
    present(Session(gems(), seed=1))


def draw_it() -> None:
    scene(present(Session(gems(), seed=1)), Ui(), Size(1280, 800), theme("dark"))


def choose_it() -> None:
    session = Session(gems(), seed=1)
    assert len(Choosing(session.game, session.state, "take").offered(0, ())) == 8


def explain_it() -> None:
    game = gems()
    game.explain(game.new(1), ("take", 5))


def refuse_it() -> None:
    game = gems()
    found = game.check(game.new(1), ("take", 5))
    assert found is not None and found.text == "Take one of row 1 first, not a2."


def foresee_it() -> None:
    game = gems()
    state = game.new(1)
    assert game.preview(game.view(state, "anna"), ("take", 2)) is not None


def hint_it() -> None:
    game = gems()
    assert hints.hint(game, game.new(1), "anna", "what", 1) is not None


def think_it() -> None:
    game = gems()
    rules = Rules(None, SPEC, "gems.yaml", digest.spec_digest(game))
    answer = Thinker().answer(Task(1, "move", rules, game.encode(game.new(1)), 1, 1))
    if isinstance(answer, NotFound):
        raise AssertionError(answer.text)


def test_it() -> None:
    failures = [failure.message for result in run_tests(gems()) for failure in result.failures]
    assert not failures, failures


test_it.__test__ = False  # type: ignore[attr-defined]


def reload_it() -> None:
    session = Session(gems(), seed=1)
    session.perform(("take", 2))
    changed = loads(SPEC.replace("c.row == 1", "c.column == 9"), "gems.yaml")
    assert carried_over(session, changed).how == "position"


def read_it() -> None:
    session = Session(gems(), seed=1)
    session.perform(("take", 2))
    read(written(recording_of(session)).encode(), "gems.json")


def picture_it(folder: Path) -> None:
    (folder / "gems.yaml").write_text(SPEC)
    made = thumbnails.Thumbnails(folder)
    made.make(folder / "gems.yaml", theme("dark"))
    assert not made.bug, made.bug


def look_at_it(folder: Path) -> None:
    app = app_at(Session(gems(), seed=1), surroundings=surroundings_in(folder), kind=FailsafeApp)
    app.tick(1.0)
    app.frame()
    texts = [node.skin.text for node in app.scene.nodes if isinstance(node.skin, Label)]
    assert TITLE not in texts, texts
    app.screen.press(Target("command", "menu"))


@dataclass(frozen=True)
class Plant:
    """A bug: what is broken, how, and what somebody then does."""

    owner: Any
    name: str
    bug: Exception | Callable[..., Any]
    done: Callable[..., None]

    def __str__(self) -> str:
        return f"{getattr(self.owner, '__name__', self.owner)}.{self.name}"


def negated(self: Evaluator, term: Any, names: dict[str, Any], right: Any = Evaluator._compare) -> bool:
    return not right(self, term, names)


def one_more(self: Lowering, term: Any, right: Any = Lowering._arithmetic) -> str:
    return f"(1 + {right(self, term)})"


PLANTS = [
    # Lowering
    Plant(Lowering, "_compare", TypeError("planted"), load_it),
    Plant(Lowering, "_arithmetic", AttributeError("planted"), load_it),
    Plant(Lowering, "_stateitem", AssertionError("planted"), show_it),
    Plant(Lowering, "_arithmetic", one_more, test_it),
    # The evaluator
    Plant(Evaluator, "_compare", TypeError("planted"), explain_it),
    Plant(Evaluator, "_stateitem", KeyError("planted"), explain_it),
    Plant(Evaluator, "_functioncall", AttributeError("planted"), test_it),
    Plant(Evaluator, "_compare", negated, test_it),
    # Refusals and foresight
    Plant(evaluator, "in_words", LookupError("planted"), refuse_it),
    Plant(refusal, "from_state", TypeError("planted"), refuse_it),
    Plant(refusal, "deciding", TypeError("planted"), foresee_it),
    # Presentation
    Plant(ViewValues, "_run", LookupError("planted"), show_it),
    Plant(board_texts, "_style", ValueError("planted"), show_it),
    # Choosing
    Plant(Evaluator, "_columnitem", AttributeError("planted"), choose_it),
    Plant(choice, "from_state", LookupError("planted"), choose_it),
    Plant(StateWorld, "read", IndexError("planted"), choose_it),
    # Hints and bots
    Plant(hints, "chosen_spots", KeyError("planted"), hint_it),
    Plant(ranked, "shuffled", ValueError("planted"), hint_it),
    Plant(ranked.RankedBot, "_passing", TypeError("planted"), think_it),
    # Saved games and changed rules
    Plant(encoding, "_field_fits", LookupError("planted"), reload_it),
    Plant(recording, "_moves", KeyError("planted"), read_it),
    # Scenes
    Plant(board, "_geometry", TypeError("planted"), draw_it),
    Plant(thumbnails, "board_nodes", ArithmeticError("planted"), picture_it),
    Plant(board, "_geometry", LookupError("planted"), look_at_it),
]


def do(done: Callable[..., None], folder: Path) -> None:
    done(folder) if done in (picture_it, look_at_it) else done()


@pytest.mark.parametrize("done", dict.fromkeys(plant.done for plant in PLANTS), ids=lambda done: done.__name__)
def test_nothing_comes_to_light_where_nothing_is_planted(done: Callable[..., None], tmp_path: Path) -> None:
    do(done, tmp_path)


@pytest.mark.parametrize("plant", PLANTS, ids=str)
def test_a_bug_comes_to_light(plant: Plant, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(*_: object, **__: object) -> None:
        assert isinstance(plant.bug, Exception)
        raise plant.bug

    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path / "data"))
    bug = broken if isinstance(plant.bug, Exception) else plant.bug
    for kinds in (lowering._WRITTEN, evaluator._VALUED):
        for kind, method in dict(kinds).items():
            if method is getattr(plant.owner, plant.name):
                monkeypatch.setitem(kinds, kind, bug)
    monkeypatch.setattr(plant.owner, plant.name, bug)
    kinds = (type(plant.bug), AssertionError) if isinstance(plant.bug, Exception) else AssertionError
    with pytest.raises(kinds, match=r"planted|does not hold|differs|should have") as found:
        do(plant.done, tmp_path)
    if found.value is not plant.bug and isinstance(plant.bug, Exception):
        assert "is a mistake in Tilewright, not in the spec" in str(found.value) or TITLE in str(found.value)
