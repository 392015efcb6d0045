"""How a game looks if its spec says nothing about it."""

from tests.runtime.show.looking import brief, pieces, shown, sites

HEAD = """\
game: plain
title: Plain
players: {ann: {title: Ann}, bob: {title: Bob}}
types: {tint: [mauve, red, mint]}
"""
TAIL = """\
actions:
  rest: {}
end_conditions:
  never: {when: turn_number > 99, winner: none}
"""


def game(boards: str, more: str = "") -> str:
    return HEAD + boards + more + TAIL


CELLS = """\
boards:
  grid:
    columns: 4
    rows: 2
    cell:
      disc: player or none
      wall: flag
      goal: flag
      count: number
      letter: letter or none
      tint: tint or none
      heat: {is: number, start: 5}
"""


def test_a_player_of_a_cell_is_a_disc_in_the_colour_of_the_player() -> None:
    found = sites(shown(game(CELLS, "setup: [a1.disc = ann, b1.disc = bob]\n")))
    assert brief(found["a1"].look) == ("disc", "ann", "player 1", 0)
    assert brief(found["b1"].look) == ("disc", "bob", "player 2", 0)
    assert found["c1"].look is None


def test_flags_paint_nothing_beside_other_properties() -> None:
    found = sites(shown(game(CELLS, "setup: [a1.wall = true, b1.goal = true]\n")))
    assert (found["a1"].look, found["a1"].face, found["b1"].look) == (None, "", None)


FLAGS = "boards:\n  grid: {columns: 3, rows: 1, cell: {wall: flag, goal: flag}}\n"
RAISED = "setup: [a1.wall = true, b1.goal = true]\n"


def test_flags_alone_fill_their_cells_each_in_a_colour_of_its_own() -> None:
    found = sites(shown(game(FLAGS, RAISED)))
    assert brief(found["a1"].look) == ("square", "wall", "word 3", 0)
    assert brief(found["b1"].look) == ("square", "goal", "word 4", 0)
    assert found["c1"].look is None


def test_flags_paint_nothing_once_the_spec_says_how_a_board_looks() -> None:
    for view in ("cells: [{colour: sand}]", "looks: [{when: it.goal, shape: disc, colour: red}]"):
        found = sites(shown(game(FLAGS, RAISED + f"view: {{boards: {{grid: {{{view}}}}}}}\n")))
        assert found["a1"].look is None
    assert brief(found["b1"].look) == ("disc", "red", "red", 0)


def test_a_last_look_fills_only_the_cells_that_it_counts_for() -> None:
    looks = "looks: [{when: it.goal, shape: disc, colour: red}, {shape: square, colour: sand}]"
    found = sites(shown(game(FLAGS, RAISED + f"view: {{boards: {{grid: {{{looks}}}}}}}\n")))
    assert (found["a1"].ground.value, found["b1"].ground, found["c1"].ground.value) == ("sand", None, "sand")


def test_what_stands_on_a_cell_by_its_look_has_the_floor_of_the_last_look_beneath_it() -> None:
    cells = "cells: [{when: it.wall, shape: spike_up, colour: red}, {colour: sand}]"
    found = sites(shown(game(FLAGS, RAISED + f"view: {{boards: {{grid: {{{cells}}}}}}}\n")))
    assert (found["a1"].look.shape, found["a1"].ground.value) == ("spike_up", "sand")
    assert (found["b1"].look, found["b1"].ground.value) == (None, "sand")


def test_numbers_and_letters_are_faces_and_enum_words_are_colours_with_patterns_and_initials() -> None:
    steps = "setup: [a1.count = 12, b1.letter = 'q', c1.tint = mint, d1.tint = red, d1.count = 3]\n"
    found = sites(shown(game(CELLS, steps)))
    assert (found["a1"].look, found["a1"].face) == (None, "12")
    assert found["b1"].face == "Q"
    assert (brief(found["c1"].look), found["c1"].face) == (("tile", "mint", "word 3", 3), "Mi")
    assert (brief(found["d1"].look), found["d1"].face) == (("tile", "red", "red", 2), "3")


def test_start_values_are_not_drawn() -> None:
    found = sites(shown(game(CELLS, "setup: [a1.heat = 6]\n")))
    assert found["a1"].face == "6"
    assert (found["b1"].look, found["b1"].face, found["b1"].ground, found["b1"].mark) == (None, "", None, None)


def test_a_number_of_a_range_without_0_is_always_drawn() -> None:
    found = sites(shown(game("boards:\n  grid: {columns: 2, rows: 1, cell: {pips: 1..6}}\n", "setup: [b1.pips = 6]\n")))
    assert (found["a1"].face, found["b1"].face) == ("1", "6")


def piece_game(entities: str, created: str, holds: str) -> str:
    board = f"entities:\n{entities}boards:\n  grid: {{columns: 3, rows: 1, holds: {holds}}}\n"
    return game(board, f"setup:\n{created}")


def test_a_piece_with_an_owner_alone_is_a_disc() -> None:
    created = "  - create: man(owner = bob)\n    at: a1\n"
    found = pieces(shown(piece_game("  man: {owner: player, king: flag}\n", created, "man")))
    assert (brief(found["a1"].look), found["a1"].faces) == (("disc", "bob", "player 2", 0), ("",))


def test_a_raised_flag_of_a_piece_is_its_initial() -> None:
    created = "  - create: man(owner = ann, king = true)\n    at: a1\n"
    found = pieces(shown(piece_game("  man: {owner: player, king: flag}\n", created, "man")))
    assert (found["a1"].look.shape, found["a1"].faces) == ("disc", ("K",))


def test_a_piece_with_more_than_an_owner_is_a_tile_with_that() -> None:
    entities = "  tile: {owner: player or none, letter: letter, worth: number}\n"
    created = "  - create: tile(letter = 'z', worth = 8)\n    at: a1\n"
    created += "  - create: tile(letter = 'e', worth = 1, owner = ann)\n    at: b1\n"
    found = pieces(shown(piece_game(entities, created, "tile")))
    assert (brief(found["a1"].look), found["a1"].faces) == (("tile", None, None, 0), ("Z",))
    assert (brief(found["b1"].look), found["b1"].faces) == (("tile", "ann", "player 1", 0), ("E",))


def test_an_enum_word_of_a_piece_is_its_colour_unless_it_has_an_owner() -> None:
    entities = "  gem: {tint: tint, owner: player or none}\n"
    created = "  - create: gem(tint = mauve)\n    at: a1\n  - create: gem(tint = red, owner = bob)\n    at: b1\n"
    found = pieces(shown(piece_game(entities, created, "gem")))
    assert (brief(found["a1"].look), found["a1"].faces) == (("tile", "mauve", "word 1", 1), ("Ma",))
    assert (brief(found["b1"].look), found["b1"].faces) == (("tile", "bob", "player 2", 2), ("Re",))


def test_kinds_without_properties_are_told_apart_by_colour_and_initial() -> None:
    created = "  - create: crate\n    at: a1\n  - create: robot\n    at: b1\n"
    found = pieces(shown(piece_game("  crate: {}\n  robot: {}\n", created, "[crate, robot]")))
    assert (brief(found["a1"].look), found["a1"].faces) == (("disc", "crate", "word 3", 0), ("C",))
    assert (brief(found["b1"].look), found["b1"].faces) == (("disc", "robot", "word 4", 0), ("R",))


def test_a_piece_over_several_cells_covers_them_all() -> None:
    entities = "  beam:\n    long: 1..3\n    footprint: {columns: it.long, rows: 1}\n"
    found = pieces(shown(piece_game(entities, "  - create: beam(long = 2)\n    at: b1\n", "beam")))
    beam = found["b1"]
    assert (beam.sites, beam.faces, beam.size) == ((2, 3), ("2", ""), (2, 1))


def test_a_text_over_as_many_cells_is_spelt_along_them() -> None:
    entities = "  beam:\n    word: text\n    footprint:\n      columns: len(it.word)\n      rows: 1\n"
    found = pieces(shown(piece_game(entities, "  - create: beam(word = 'cat')\n    at: a1\n", "beam")))
    assert found["a1"].faces == ("C", "A", "T")


def test_panels_are_the_numbers_of_the_state() -> None:
    state = "state:\n  score: {per: player, start: 3}\n  moves_left: 20\n"
    state += "  best: {is: number or none}\n  mark: {is: site or none}\n"
    found = shown(game(CELLS, state))
    assert [(panel.label, panel.value) for panel in found.panels] == [
        ("Score, Ann", "3"),
        ("Score, Bob", "3"),
        ("Moves left", "20"),
        ("Best", "–"),
    ]


def test_players_status_and_buttons() -> None:
    found = shown(game(CELLS), "rest")
    assert [(player.title, player.colour.value, player.to_move, player.viewer) for player in found.players] == [
        ("Ann", "player 1", False, False),
        ("Bob", "player 2", True, True),
    ]
    assert found.status == "Bob to move."
    assert [(button.name, button.title, button.enabled) for button in found.buttons] == [
        ("rest", "Rest", True),
        ("undo", "Undo", True),
        ("redo", "Redo", False),
        ("restart", "Restart", True),
    ]
    assert [button.name for button in found.menu] == ["rules", "new_game"]
    assert dict(found.overlays) == {}


CHESS_MEN = "  man: {owner: player, role: role}\n"
ROLES = "types: {tint: [mauve, red, mint], role: [pawn, knight, king]}\n"


def test_a_chess_man_is_a_figure_in_the_colour_of_its_owner() -> None:
    created = "  - create: man(owner = bob, role = knight)\n    at: a1\n"
    text = piece_game(CHESS_MEN, created, "man").replace("types: {tint: [mauve, red, mint]}\n", ROLES)
    man = pieces(shown(text))["a1"]
    assert (brief(man.look), man.look.icon) == (("figure", "bob", "player 2", 0), "knight")
    # A look with only a colour keeps the figure; one with a shape puts its icon on that shape.
    looks = "view: {boards: {grid: {looks: [{colour: red}]}}}\n"
    man = pieces(shown(text + looks))["a1"]
    assert (brief(man.look), man.look.icon) == (("figure", "red", "red", 0), "knight")
    looks = "view: {boards: {grid: {looks: [{shape: disc, icon: it.role}]}}}\n"
    man = pieces(shown(text + looks))["a1"]
    assert (brief(man.look), man.look.icon) == (("disc", "bob", "player 2", 0), "knight")


def test_a_type_with_another_word_than_men_is_written() -> None:
    created = "  - create: man(owner = bob, role = knight)\n    at: a1\n"
    roles = ROLES.replace("king]", "king, wizard]")
    man = pieces(shown(piece_game(CHESS_MEN, created, "man").replace("types: {tint: [mauve, red, mint]}\n", roles)))[
        "a1"
    ]
    assert (man.look.shape, man.look.icon, man.faces) == ("tile", None, ("Kn",))
