"""Zones: whose they are, where they are, and what may be seen of them."""

from interpreter import Game
from runtime.show import present
from tests.runtime.show.looking import brief, played, shown

DEALING = """\
game: dealing
title: Dealing
players: {ann: {title: Ann}, bob: {title: Bob}}
types: {suit: [hearts, spades]}
entities: {card: {suit: suit}}
boards:
  table: {columns: 1, rows: 1, holds: card}
zones:
  hand: {holds: card, per: player, seen_by: owner}
  pile: {holds: card, per: suit, size: 3}
  stock: {holds: card, seen_by: nobody}
  spare: {holds: card}
setup:
  - create: card(suit = hearts)
    in: hand[ann]
  - create: card(suit = spades)
    in: hand[bob]
  - create: card(suit = spades)
    in: pile[spades]
  - create: card(suit = spades)
    in: stock
actions:
  lay:
    choose:
      c: hand[me]
    effects:
      - move: c
        to: spare
end_conditions:
  never: {when: turn_number > 9, winner: none}
"""


def test_without_a_view_all_zones_are_shown_as_far_as_they_may_be_seen() -> None:
    found = shown(DEALING)
    assert [
        (zone.instance, zone.label, zone.owner, zone.at, zone.as_, zone.count, zone.room) for zone in found.zones
    ] == [
        ("hand[ann]", "Hand, Ann", 1, "below", "row", 1, None),
        ("hand[bob]", "Hand, Bob", 2, "above", "row", 1, None),
        ("pile[hearts]", "Pile, hearts", 0, "below", "row", 0, 3),
        ("pile[spades]", "Pile, spades", 0, "below", "row", 1, 3),
        ("stock", "Stock", 0, "right", "counter", 1, None),
        ("spare", "Spare", 0, "below", "row", 0, None),
    ]
    mine, theirs, _, pile, stock, _ = found.zones
    assert [(piece.faces, piece.hidden, brief(piece.look)) for piece in mine.pieces] == [
        (("H",), False, ("tile", "hearts", "word 1", 1))
    ]
    assert [(piece.faces, piece.hidden, brief(piece.look)) for piece in theirs.pieces] == [
        (("",), True, ("tile", None, None, 0))
    ]
    assert [piece.faces for piece in pile.pieces] == [("S",)]
    assert stock.pieces == ()


def test_the_other_side_sees_its_own_hand() -> None:
    found = present(played(DEALING), viewer=2)
    by_name = {zone.instance: zone for zone in found.zones}
    assert [piece.hidden for piece in by_name["hand[bob]"].pieces] == [False]
    assert [piece.hidden for piece in by_name["hand[ann]"].pieces] == [True]
    assert (by_name["hand[bob]"].at, by_name["hand[ann]"].at) == ("below", "above")


VIEW = """\
view:
  zones:
    stock: {as: counter, label: 'Cards left for {to_move}', at: left}
    pile: {of: spades, at: above}
"""


def test_a_view_names_the_zones_and_those_that_one_chooses_from_are_never_left_out() -> None:
    found = shown(DEALING + VIEW)
    assert [(zone.instance, zone.label, zone.at, zone.as_) for zone in found.zones] == [
        ("stock", "Cards left for Ann", "left", "counter"),
        ("pile[spades]", "Pile", "above", "row"),
        ("hand[ann]", "Hand, Ann", "below", "row"),
        ("hand[bob]", "Hand, Bob", "above", "row"),
    ]


def test_a_label_says_itself_whose_a_zone_is() -> None:
    view = "view:\n  zones:\n    hand: {label: 'Hand of {it}'}\n    pile: {label: 'Pile of {it}'}\n"
    labels = ["Hand of Ann", "Hand of Bob", "Pile of hearts", "Pile of spades"]
    assert [zone.label for zone in shown(DEALING + view).zones] == labels
    one = view.replace("pile: {", "pile: {of: spades, ")
    assert [zone.label for zone in shown(DEALING + one).zones][2:] == ["Pile of spades"]


def test_it_is_told_whether_the_pieces_of_a_zone_may_cover_several_cells() -> None:
    wide = DEALING.replace("card: {suit: suit}", "card: {suit: suit, footprint: {columns: 2, rows: 1}}")
    for spec, expected in ((DEALING, False), (wide.replace("columns: 1, rows: 1", "columns: 2, rows: 1"), True)):
        assert {zone.covers_many for zone in shown(spec).zones} == {expected}


def test_a_zone_is_shown_when_its_condition_holds() -> None:
    asked = VIEW.replace("at: left}", "at: left, when: WHEN}")
    for condition, expected in (("turn_number == 1", True), ("turn_number > 1", False)):
        found = shown(DEALING + asked.replace("WHEN", condition))
        assert ("stock" in [zone.instance for zone in found.zones]) is expected


def test_many_pieces_from_behind_are_counted(letters: Game) -> None:
    more = "".join("  - create: card(suit = spades)\n    in: hand[bob]\n" for _ in range(14))
    text = DEALING.replace("actions:\n", more + "actions:\n", 1).replace("per: player,", "per: player, size: 20,")
    hands = {zone.instance: (zone.as_, zone.count, len(zone.pieces)) for zone in shown(text).zones}
    assert hands["hand[bob]"] == ("counter", 15, 0)
    assert hands["hand[ann]"] == ("row", 1, 1)


def test_beside_the_board_the_own_hand_is_the_lowest() -> None:
    for at, row in (("right", True), ("left", True), ("above", False)):
        game = played(DEALING + f"view: {{zones: {{hand: {{at: {at}}}}}}}\n")
        for viewer, last in ((1, "hand[ann]"), (2, "hand[bob]")):
            hands = [zone.instance for zone in present(game, viewer=viewer).zones]
            assert (hands[-1] == last) if row else (hands == ["hand[ann]", "hand[bob]"])


def test_zones_look_like_the_board_that_holds_such_pieces() -> None:
    def shapes(looks: str, own: str = "") -> list[str | None]:
        view = f"view: {{boards: {{table: {{looks: [{looks}]}}}}, zones: {{pile: {{}}{own}}}}}\n"
        return [piece.look.shape for zone in shown(DEALING + view).zones if zone.owner != 2 for piece in zone.pieces]

    assert shapes("{when: it.suit == hearts, shape: star}, {shape: ring}") == ["ring", "star"]
    own = ", hand: {looks: [{shape: square}]}"
    assert shapes("{when: it.suit == hearts, shape: star}, {shape: ring}", own) == ["ring", "square"]
    # Pieces in zones are not on any site.
    assert shapes("{when: it.site.row == 1, shape: star}, {shape: ring}") == ["tile", "tile"]
