"""Played games as acceptance tests: written, read back, and passing."""

import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from textwrap import dedent

import pytest
from typer.testing import CliRunner

from interpreter import Game, load, loads
from runtime.bots.random_bot import choose
from runtime.cli import app
from runtime.keep.recording import recording_of, written
from runtime.keep.saves import Replays, Saves
from runtime.messages import Problem
from runtime.session.session import Session
from runtime.testing.runner import run_tests
from runtime.testing.transcript import transcript
from tests.shipped import GAMES

MOVES = 8

CROSSES = """\
acceptance:
  cross wins in the first row:
    given:
      seed: 3
    when:
      - place: a1
      - place: b2
      - place: b1
      - place: c3
      - place: c1
    then:
      - ended: three_in_line
      - winner == cross
      - grid: |
          XXX
          .O.
          ..O
"""

LAST_TWO = """\
acceptance:
  'cross: the last two':
    given:
      seed: 3
      to_move: nought
      turn_number: 4
      grid: |
        XX.
        .O.
        ...
    when:
      - place: c3
      - place: c1
    then:
      - ended: three_in_line
      - winner == cross
      - grid: |
          XXX
          .O.
          ..O
"""

SHOP = """\
game: shop
title: Shop
settings:
  fee: {default: 1, range: 0..9}
  tax: {default: true}
entities:
  ware: {name: letter, fresh: flag}
boards:
  shelf:
    holds: ware
    legend: {A-C: {name: it, fresh: true}}
    start: |
      ABC
      ...
zones:
  bag: {holds: ware}
  hidden: {holds: ware, seen_by: nobody}
state:
  money: {start: 5}
  named: {is: text, start: "''"}
setup:
  - create: ware(name = 'z')
    in: hidden
actions:
  stale:
    choose:
      s: {from: shelf, where: it.ware.fresh, else: Not fresh.}
    effects:
      - s.ware.fresh = false
      - named = s.ware.name
  buy:
    choose:
      w:
        from: pieces(shelf)
    effects:
      - require: pay
        check: money >= fee
        else: Too dear.
      - money -= fee
      - move: w
        to: bag
  throw:
    effects:
      - random: n in 1..6
        stream: dice
      - money += n
end_conditions:
  broke: {when: money == 0 and tax, won: false}
"""


def playing(game: Game, *moves: str, seed: int = 3, **settings: object) -> Session:
    session = Session(game, seed=seed, settings=settings)
    for move in moves:
        assert session.perform(game.action(session.state, move)).refusal is None
    return session


@pytest.fixture(scope="module")
def crosses() -> Session:
    return playing(load("tic_tac_toe"), "place a1", "place b2", "place b1", "place c3", "place c1")


def test_a_whole_game_is_its_seed_its_moves_and_what_came_of_them(crosses: Session) -> None:
    assert transcript(crosses, "cross wins in the first row") == CROSSES


def test_the_last_moves_begin_with_the_position_before_them(crosses: Session) -> None:
    assert transcript(crosses, "cross: the last two", last=2) == LAST_TWO


def test_what_has_no_symbol_is_told_by_expressions_and_made_by_steps() -> None:
    game = loads(SHOP)
    session = playing(game, "stale a1", "buy b1", "stale c1", fee=2, tax=False)
    whole = dedent(
        """\
        acceptance:
          stale wares:
            given:
              settings:
                fee: 2
                tax: false
              seed: 3
            when:
              - stale: a1
              - buy: b1
              - stale: c1
            then:
              - not over
              - money == 3
              - named == 'c'
              - bag: B
              - len(hidden) == 1
              - shelf: |
                  ?.?
                  ...
              - a1.ware.name == 'a'
              - a1.ware.fresh == false
              - c1.ware.name == 'c'
              - c1.ware.fresh == false
        """
    )
    assert transcript(session, "stale wares") == whole
    given = transcript(session, "stale wares", last=1).partition("    when:")[0]
    assert given == dedent(
        """\
        acceptance:
          stale wares:
            given:
              settings:
                fee: 2
                tax: false
              seed: 3
              to_move: you
              turn_number: 3
              shelf: |
                ..C
                ...
              bag: B
              hidden: Z
              do:
                - create: ware(name = 'a', fresh = false)
                  at: a1
                - money = 3
                - named = 'a'
        """
    )
    assert [result.failures for result in run_tests(loads(SHOP + whole))] == [()]


def test_luck_is_that_of_the_game_or_there_is_no_test() -> None:
    session = playing(loads(SHOP), "throw", "throw", seed=5)
    assert "- throw\n      - throw\n" in transcript(session, "two throws")
    with pytest.raises(Problem, match=r"As a test this does not come out as it was played: .*- money == \d+") as caught:
        transcript(session, "one throw", last=1)
    assert caught.value.help == ("These moves involve luck. Leave out --last, so that the test has the game's luck.")


def test_a_game_without_moves_is_no_test() -> None:
    with pytest.raises(Problem, match=r"There is no move to write a test of\."):
        transcript(playing(loads(SHOP)), "nothing")


@pytest.mark.parametrize("name", GAMES)
def test_games_of_every_spec_can_be_written(name: str) -> None:
    session = Session(load(name), seed=11)
    while not session.state.over and len(session.history) < MOVES:
        session.perform(choose(session.game, session.state, len(session.history)))
    assert transcript(session, "a few moves").startswith("acceptance:\n  a few moves:\n    given:\n")


# The command


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TILEWRIGHT_DATA", str(tmp_path))
    return tmp_path


def run(*arguments: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, ["replay", *arguments])
    return found.exit_code, found.output


@pytest.mark.parametrize(
    "keep",
    [
        lambda session: Saves().write(session),
        lambda session: Replays().keep(session, "won", datetime(2026, 1, 2, 3, 4, 5)),
    ],
    ids=["saved", "finished"],
)
def test_the_name_of_a_game_is_the_one_played_last(
    crosses: Session, data: Path, keep: Callable[[Session], Path | None]
) -> None:
    assert keep(crosses) is not None
    code, told = run("tic_tac_toe", "--as-test", "cross wins in the first row")
    where, _, test = told.partition("\n")
    assert (code, test) == (0, CROSSES)
    assert re.fullmatch(r"Put it in \S*tic_tac_toe\.tests\.yaml, below ‘acceptance:’\.", where)
    code, told = run("tic_tac_toe", "--as-test", "cross: the last two", "--last", "2")
    assert (code, told) == (0, f"{where}\n{LAST_TWO}")


def test_the_command_says_what_it_cannot_do(crosses: Session, data: Path) -> None:
    file = data / "game.json"
    file.write_text(written(recording_of(crosses)), encoding="utf-8")
    played = "There is no file tic_tac_toe, and no game of that name has been played here."
    assert run("tic_tac_toe") == (2, f"error: {played}\n  help: Play it: tilewright play tic_tac_toe\n")
    alone = "error: --last is about a test.\n  help: Add --as-test NAME.\n"
    assert run(str(file), "--last", "2") == (2, alone)
    both = "error: --verify and --as-test do not go together.\n  help: Leave one of them out.\n"
    assert run(str(file), "--verify", "--as-test", "x") == (2, both)
