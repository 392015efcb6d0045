"""Views as arrays, actions as numbers."""

from pathlib import Path

import pytest

from interpreter import Game, load, loads
from interpreter.program.program import Program

pytest.importorskip("numpy", reason="needs the extra ‘environments’")

from runtime.environments.encoding import ActionNumbers, Encoding, Part

LANGUAGE = Path(__file__).resolve().parents[2] / "data" / "language"
# One file is not a spec, and one needs a plugin.
SPECS = sorted({path.stem for path in LANGUAGE.glob("*.yaml")} - {"letter_counts", "nim"})

SECRETS = """\
game: secrets
title: Secrets
players: {one: {}, two: {}}
boards:
  grid:
    columns: 3
    rows: 1
    cell: {secret: {is: 0..4, seen_by: nobody, start: 3}, height: {is: number, start: -7}}
state: {way: {is: direction or none, start: none}, words: {is: list number, start: '[]'}}
actions:
  wait:
    choose: {s: grid}
    effects: [s.height += 1]
end_conditions:
  never: {when: turn_number > 1000, winner: none}
"""


def program_of(game: Game) -> Program:
    return game.program(game.settings.choose(None, None))


def part(encoding: Encoding, name: str) -> Part:
    return next(each for each in encoding.parts if each.name == name)


def values(encoding: Encoding, game: Game, name: str, player: int = 1) -> list[float]:
    found = part(encoding, name)
    array = encoding.array(game.view(game.new(1), player))
    return [float(each) for each in array[found.start : found.start + found.count * found.size]]


def test_what_is_hidden_is_nought() -> None:
    game = load("memory")
    encoding = Encoding(program_of(game))
    assert values(encoding, game, "card.picture") == [0.0] * (16 * 18)
    assert values(encoding, game, "at.card") == [1.0] * 16


def test_a_hidden_nought_is_not_told_from_another_value() -> None:
    game = loads(SECRETS, "secrets.yaml")
    encoding = Encoding(program_of(game))
    assert values(encoding, game, "cell.secret") == [0.0] * 15
    assert values(encoding, game, "cell.height") == [-7.0] * 3


def test_parts_follow_one_another() -> None:
    encoding = Encoding(program_of(loads(SECRETS, "secrets.yaml")))
    assert [(each.name, each.start, each.count, each.size) for each in encoding.parts] == [
        ("viewer", 0, 1, 2),
        ("to_move", 2, 1, 2),
        ("turn_number", 4, 1, 1),
        ("cell.secret", 5, 3, 5),
        ("cell.height", 20, 3, 1),
        ("way", 23, 1, 1),
        ("words", 24, 1, 4),
    ]
    assert encoding.size == 28


@pytest.mark.parametrize("name", SPECS)
def test_every_action_has_a_number_of_its_own(name: str) -> None:
    game = load(LANGUAGE / f"{name}.yaml")
    numbers, encoding = ActionNumbers(program_of(game)), Encoding(program_of(game))
    state = game.new(3)
    for turn in range(12):
        legal = game.legal(state)
        found = numbers.legal(state)
        assert sorted(map(str, found.values())) == sorted(map(str, legal))
        assert all(0 <= number < numbers.count for number in found)
        for player in range(1, len(game.players) + 1):
            assert encoding.array(game.view(state, player)).shape == (encoding.size,)
        if not legal:
            break
        state = game.advance(state, legal[turn * 7 % len(legal)])


def test_a_number_means_the_same_in_every_state() -> None:
    game = load("draughts")
    numbers = ActionNumbers(program_of(game))
    state = game.new()
    first = numbers.legal(state)
    state = game.advance(state, next(iter(first.values())))
    state = game.advance(state, game.legal(state)[0])
    later = numbers.legal(state)
    shared = first.keys() & later.keys()
    assert shared
    assert all(first[number] == later[number] for number in shared)


def test_lists_are_numbered_in_the_order_of_legal() -> None:
    game = load(LANGUAGE / "letters.yaml")
    state = game.new(3)
    numbers = ActionNumbers(state.program, most_listed=5)
    listed = [action for action in game.legal(state) if numbers.number(state, action) is None]
    assert numbers.count == numbers.counted + 5
    assert [numbers.legal(state).get(numbers.counted + place) for place in range(5)] == (listed + [None] * 5)[:5]
