"""What a viewer may not know is not shown, and the spec decides about what is merely remembered."""

from interpreter import load
from runtime.show import present
from tests.runtime.show.looking import brief, pieces, played, shown, sites

BACK = ("tile", "teal", "teal", 0)


def test_cards_are_shown_from_behind_whether_they_were_seen_or_not() -> None:
    session = played(load("memory"), "turn_up b1", "turn_up c1")
    found = pieces(present(session, viewer=1))
    picture = session.state.program.layout.fields["card.picture"].index
    faces = session.state.data[picture]
    up = [name for name, piece in found.items() if not piece.hidden]
    assert set(up) <= {"b1", "c1"}
    for name in up:
        assert found[name].faces == (str(faces[found[name].number]),)
    session.perform(session.legal[-1])
    after = pieces(present(session, viewer=1))
    assert (after["b1"].faces, after["b1"].hidden, brief(after["b1"].look)) == (("",), True, BACK)
    assert (after["a1"].faces, after["a1"].hidden, brief(after["a1"].look)) == (("",), True, BACK)


def test_without_a_view_only_what_is_seen_now_has_a_face() -> None:
    text = load("memory").spec.game.source.text
    plain = text[: text.index("\nview:")] + text[text.index("\nrules:") :] if "\nrules:" in text else text
    plain = plain[: plain.index("\nacceptance:")] if "\nacceptance:" in plain else plain
    session = played(plain, "turn_up b1")
    found = pieces(present(session))
    assert found["b1"].faces != ("",)
    assert not found["b1"].hidden
    assert (found["a1"].faces, found["a1"].hidden) == (("",), True)


MINES = """\
game: mines
title: Mines
boards:
  grid:
    columns: 3
    rows: 1
    cell:
      mine: {is: flag, seen_if: it.open}
      near: {is: 0..8, start: 8, seen_if: it.open}
      open: flag
      due: {is: flag, seen_by: nobody}
setup: [b1.mine = true, b1.due = true, a1.near = 1, c1.near = 1]
actions:
  dig:
    choose:
      c: {from: grid, where: not it.open}
    effects: [c.open = true]
end_conditions:
  all_open:
    when: all(x.open for x in grid)
    won: true
"""


def test_cells_that_are_not_seen_are_covered() -> None:
    found = sites(shown(MINES, "dig a1"))
    assert (brief(found["a1"].look), found["a1"].face) == (None, "1")
    assert (brief(found["b1"].look), found["b1"].face) == (("tile", "shade", "shade", 0), "")
    assert found["c1"].look == found["b1"].look
    opened = sites(shown(MINES, "dig b1"))
    assert (opened["b1"].look, opened["b1"].hidden) == (None, False)


LOOKS = """\
view:
  boards:
    grid:
      looks:
        - when: it.near > 3
          icon: star
        - when: it.mine
          colour: red
        - when: it.near == none
          colour: grey
  panels:
    Known: 'count(x for x in grid if x.near != none)'
"""


def test_in_a_view_what_is_hidden_reads_as_none() -> None:
    found = shown(MINES + LOOKS, "dig a1")
    looks = {name: site.look for name, site in sites(found).items()}
    assert looks["b1"] is not None
    assert looks["c1"] is not None
    assert (looks["b1"].colour, looks["c1"].colour) == (("grey", "grey"), ("grey", "grey"))
    assert looks["a1"] is None
    assert [(panel.label, panel.value) for panel in found.panels] == [("Known", "1")]
    again = shown(MINES + LOOKS, "dig b1")
    assert sites(again)["b1"].look.icon == "star"


NOBODY = """\
game: vault
title: Vault
entities: {coin: {worth: 1..9}}
boards:
  row:
    columns: 2
    rows: 1
    holds: coin
    cell:
      secret: {is: 1..9, seen_by: nobody, start: 7}
      floor: 1..9 or none
actions:
  lay:
    choose:
      c:
        from: row
        where: empty(it)
    effects:
      - c.floor = 4
      - create: coin(worth = 3)
        at: c
end_conditions:
  full: {when: turn_number > 5, won: true}
view:
  boards:
    row:
      looks: [{shape: disc, colour: red}]
  panels:
    Undos: assist.undo_left
    Lives: assist.lives_left
"""


def test_what_nobody_may_know_is_never_drawn() -> None:
    assert [site.face for site in shown(NOBODY).boards[0].sites] == ["", ""]
    assert {name: site.face for name, site in sites(shown(NOBODY, "lay a1")).items()} == {"a1": "4", "b1": ""}


def test_help_without_a_limit_is_shown_as_such() -> None:
    assert {panel.label: panel.value for panel in shown(NOBODY).panels} == {"Undos": "∞", "Lives": "0"}
