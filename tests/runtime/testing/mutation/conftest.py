"""A small game with tests, to be changed."""

from pathlib import Path

import pytest

STONES = """\
game: stones
title: Stones
settings:
  most: {default: 2, range: 1..5, title: Stones at once}
  order: {default: last_wins, options: [last_wins, last_loses], title: Who takes the last}
players: {one: {seat: person}, two: {seat: computer}}
boards: {grid: {columns: 1, rows: 1}}
state: {left: 5}
actions:
  take:
    confirm: Take them?
    choose:
      n:
        from: 1..5
        where: it <= most
        else: That is too much.
    validate:
      enough:
        check: n <= left
        else: Only {left} are left.
    effects:
      - left -= n
      - event: taken(stones = n)
end_conditions:
  all_gone:
    when: left == 0
    winner: if order == last_wins then me else opponent
ai:
  bot: ranked
  rules:
    - do: take
      rank:
        - most: n
view:
  panels:
    Left: left
  buttons: [undo, restart]
acceptance:
  two are taken:
    when:
      - take: 2
    then:
      - left == 3
      - to_move == two
  three are too many:
    when:
      - take: 3
    then:
      - refused: n
"""


@pytest.fixture
def stones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game in a folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "stones.yaml"
    path.write_text(STONES, encoding="utf-8")
    return path
