"""What can be read from a position by name."""

from interpreter import Game, State, loads
from interpreter.position import Pending, PieceValue, Result, Turn, Way, mover_of, result_of

SPEC = """
game: tray
title: Tray
players:
  red: {title: Red}
  blue: {title: Blue}
entities:
  man: {colour: player}
boards:
  field: {columns: 3, rows: 2, holds: man, cell: {lit: flag}}
zones:
  hand: {holds: man, per: player, seen_by: owner}
  pool: {holds: man}
state:
  score: {start: 0, per: player}
  rounds: 0
setup:
  - create: man(colour = red)
    in: hand[red]
  - create: man(colour = blue)
    in: hand[blue]
  - create: man(colour = blue)
    in: pool
actions:
  lay:
    choose:
      piece: hand[me]
      to: field
    validate:
      free:
        check: to.man == none
        else: That is taken.
    effects:
      - move: piece
        to: to
      - to.lit = true
      - score[me] += 3
      - rounds += 1
end_conditions:
  both:
    when: rounds == 2
    winner: red
"""


def tray() -> tuple[Game, State]:
    game = loads(SPEC)
    return game, game.new()


def laid() -> tuple[Game, State, State]:
    game, start = tray()
    return game, start, game.advance(start, ("lay", 1, 2))


def test_the_turn_and_the_result() -> None:
    game, start, middle = laid()
    assert (start.mover, start.to_move, start.turn_number, start.phase, start.over) == (1, "red", 1, 0, False)
    assert (middle.mover, middle.to_move, middle.turn_number) == (2, "blue", 2)
    assert (start.result, start.pending, start.choices) == (None, None, ())
    end = game.advance(middle, ("lay", 2, 6))
    assert end.over and end.result == Result(end=1, winner=1, won=None, payoff=None)
    assert middle.end is None and end.end is not None and end.end.name == "both"
    assert (mover_of(middle.data), result_of(middle.data), result_of(end.data)) == (2, None, (1, 1, None, None))


def test_pieces_have_sites_or_zones() -> None:
    _, start, middle = laid()
    man, other, third = (PieceValue("man", number) for number in (1, 2, 3))
    assert start.piece_at("man", 2) is None and start.pieces_at(2) == [] and start.occupied() == frozenset()
    assert middle.piece_at("man", 2) == man and middle.pieces_at(2) == [man] and middle.occupied() == {2}
    assert (start.site_of(man), middle.site_of(man), middle.site_of(5)) == (None, 2, 5)
    assert start.placed("man") == [] and middle.placed("man") == [man]
    zones = start.program.schema.zones
    assert start.zone_of(other) == (zones["hand"], 2) and start.zone_of(third) == (zones["pool"], None)
    assert middle.zone_of(man) is None
    assert (start.zone("hand", 1), middle.zone("hand", 1), middle.zone("pool")) == ([man], [], [third])


def test_properties_of_cells_and_pieces_and_variables() -> None:
    _, start, middle = laid()
    lit = start.program.schema.boards["field"].cells["lit"].column
    colour = start.program.schema.kinds["man"].properties["colour"].column
    assert [middle.read(lit, site) for site in (1, 2, 3)] == [False, True, False]
    assert middle.values(lit, (2, 1)) == [True, False] and middle.values(colour, (3, 1)) == [2, 1]
    assert [middle.read(colour, PieceValue("man", number)) for number in (1, 2, 3)] == [1, 2, 2]
    assert list(middle.entries(lit)) == [0, 0, 1, 0, 0, 0, 0] and middle.program.shown(lit, 1) is True
    assert (start.variable("score"), middle.variable("score"), middle.variable("rounds")) == ([0, 0], [3, 0], 1)


def test_positions_are_compared_place_by_place() -> None:
    _, start, middle = laid()
    assert middle.content(2) == (1, 1) and start.content(2) == middle.content(3) == (0, 0)
    assert start.changed_cells(middle) == ["cell.lit"] and start.changed_cells(start) == []
    assert not start.same_places(middle) and middle.same_places(middle)


def test_a_view_is_a_position_without_what_is_hidden() -> None:
    game, start, _ = laid()
    view = game.view(start, "red")
    assert (view.mover, view.zone("hand", 1)) == (1, [PieceValue("man", 1)])
    colour = start.program.schema.kinds["man"].properties["colour"].column
    assert view.read(colour, PieceValue("man", 1)) == 1
    assert sum(view.read(colour, PieceValue("man", number)) is None for number in (1, 2, 3)) == 1


def test_luck_and_what_goes_on() -> None:
    game = loads(
        "game: jumps\ntitle: Jumps\nboards: {line: {columns: 3, rows: 1, cell: {lit: flag}}}\n"
        "actions:\n  step:\n    choose: {here: line}\n    effects:\n      - here.lit = true\n"
        "      - random: c in line\n        stream: dice\n"
        "      - continue: step()\n        may_stop: true\n"
        "end_conditions:\n  done:\n    when: all(x.lit for x in line)\n    won: true\n"
    )
    state = game.new(seed=1)
    after = game.advance(state, ("step", 1))
    assert after.pending == Pending((Way("step", {}),), True)
    assert list(state.cursors()) == ["dice"] and after.cursors() != state.cursors()


def test_a_turn_is_put_into_a_position() -> None:
    _, _, middle = laid()
    after = middle.program.state(Turn(mover=1, number=7).put(middle.data))
    assert (after.mover, after.turn_number, after.phase, after.same_places(middle)) == (1, 7, 0, True)
    assert Turn().put(middle.data) == middle.data


def test_what_stands_on_a_site_is_known_by_its_properties() -> None:
    _, start, middle = laid()
    assert middle.appearance(2) == (1, ((1,),)) and start.appearance(2) == (0, ())
    assert list(middle.pieces_by_site("man")) == [0, 0, 1, 0, 0, 0, 0]
    assert start.program.bare.occupied() == frozenset() and start.program.stored("cell.lit", True) == 1


def test_every_field_of_a_state_knows_what_it_holds() -> None:
    text = SPEC.replace("lit: flag", "lit: {is: flag, seen_by: nobody, remembered: true}")
    text = text.replace("setup:", "setup:\n  - random: x in field\n    stream: light\n  - x.lit = true")
    text = text.replace("check: to.man == none", "check: to.man == none and seen_before(field) < 3")
    game = loads(text)
    state = game.new()
    fields = state.program.layout.fields.values()
    assert [(str(field.name), field.name.role, field.name.of, field.name.name) for field in fields] == [
        ("cell.lit", "cell", "", "lit"),
        ("at.man", "at", "man", ""),
        ("man.site", "site", "man", ""),
        ("man.zone", "zone_of", "man", ""),
        ("man.colour", "piece", "man", "colour"),
        ("zone.hand", "zone", "hand", ""),
        ("zone.pool", "zone", "pool", ""),
        ("score", "variable", "score", ""),
        ("rounds", "variable", "rounds", ""),
        ("history.0", "history", "0", ""),
        ("known.cell.lit", "known", "cell.lit", ""),
        ("engine.seed", "seed", "", ""),
        ("stream.light", "stream", "light", ""),
    ]
    assert [field.name for field in fields if field.name.is_of_pieces] == ["man.site", "man.zone", "man.colour"]
    assert state.program.blank()[-4:] == ((), (0,) * 7, 0, 0)
