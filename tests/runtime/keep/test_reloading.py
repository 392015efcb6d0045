"""A running game under changed rules: what its player has done is preserved."""

import interpreter
from runtime.keep.replay import carried_over
from runtime.session.session import Session

LAMPS = """
game: lamps
title: Lamps
settings:
  glow: {default: false, title: Glow, change: any_time}
boards:
  grid: {columns: 3, rows: 1, cell: {lit: flag}}
actions:
  light:
    choose:
      c: {from: grid, where: not it.lit}
    effects:
      - c.lit = true
end_conditions:
  all_lit:
    when: all(x.lit for x in grid)
    won: true
view:
  panels:
    Glow: if glow then 1 else 0
"""


def played() -> Session:
    session = Session(interpreter.loads(LAMPS, "lamps.yaml"))
    for site in (1, 2):
        session.perform(("light", site))
    session.undo()
    session.seconds = 12.5
    return session


def kept(session: Session) -> tuple[list[str], list[str], int, float]:
    return (
        [move.text for move in session.history],
        [move.text for move in session.undone],
        session.used.undos,
        session.seconds,
    )


def test_changed_rules_keep_what_can_still_be_done() -> None:
    title = interpreter.loads(LAMPS.replace("title: Lamps", "title: Lights"), "lamps.yaml")
    carried = carried_over(played(), title)
    assert (carried.how, kept(carried.session)) == ("replayed", (["light a1"], ["light b1"], 1, 12.5))
    narrow = interpreter.loads(LAMPS.replace("where: not it.lit", "where: it == a1"), "lamps.yaml")
    carried = carried_over(played(), narrow)
    assert (carried.how, kept(carried.session)) == ("replayed", (["light a1"], [], 1, 12.5))
    other = interpreter.loads(LAMPS.replace("where: not it.lit", "where: it == b1"), "lamps.yaml")
    carried = carried_over(played(), other)
    assert (carried.how, kept(carried.session)) == ("position", ([], [], 1, 12.5))
