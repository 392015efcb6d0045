"""Crosswords on 19 by 19 squares: the computer's move, the list of all moves, and the algorithm of Appel and Jacobson.

The positions are from the middle of games between bots, with about 60 tiles on the board.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import repeat
from random import Random
from statistics import mean

from interpreter import Game, State, load
from interpreter.crossword.moves import Crosswords
from interpreter.crossword.slots import Lines, lines_of
from interpreter.words import Lexicon, Vocabulary, read_words
from interpreter.words.lexicon import WORDLISTS
from runtime.bots import Bot, bot_for, view_for
from tools.bench.hand_crossword import Found, tree_of, words_laid
from tools.bench.stopwatch import seconds
from tools.bench.table import Row

GAME = "khi"
LEVEL = "hard"
POSITIONS = 20
TILES = 58
COMPARED = 3
ROUNDS = 3
BLANKS = (0, 1, 2)
BAG = "eeeeeeeeeeeeaaaaaaaaaiiiiiiiiioooooooonnnnnnrrrrrrttttttllllssssuuuuddddgggbbccmmppffhhvvwwyykjxqz"


def tiles_on(state: State) -> int:
    """How many tiles are on the board."""
    return len(state.placed("tile"))


def positions(game: Game, count: int) -> list[State]:
    """States from the middle of games."""
    found: list[State] = []
    for seed in range(count):
        state, random = game.new(seed=seed, settings={"victory": "points"}), Random(seed)
        bots = {player: bot_for(game, state, player, LEVEL) for player in (1, 2)}
        while not state.over and tiles_on(state) < TILES:
            player = state.mover
            chosen = bots[player].choose(view_for(game, state, player), random.randrange(1 << 20))
            state = game.advance(state, game.meaning(state, player)(chosen.action))
        found.append(state)
    return found


def with_rack(state: State, random: Random, blanks: int) -> State:
    """The state with random tiles on the rack of the player to move."""
    bench = state.program.bench(state.data)
    bench.clear_zone("rack", state.mover)
    for letter in (*random.sample(BAG, 7 - blanks), *"*" * blanks):
        number = bench.create("tile", {"letter": letter, "wild": letter == "*"})
        bench.into_zone("tile", number, "rack", state.mover)
    return state.program.state(bench.data())


def timed(states: list[State], work: Callable[[State], object]) -> list[float]:
    """The milliseconds that each state takes at best. States take turns, so that nothing remains from the time
    before."""
    best = [float("inf")] * len(states)
    for _ in range(ROUNDS):
        for place, state in enumerate(states):
            best[place] = min(best[place], 1000 * seconds(partial(work, state)))
    return best


def choose(game: Game, bots: Mapping[int, Bot], state: State) -> object:
    """The computer's move, from what it may know."""
    player = state.mover
    return bots[player].choose(view_for(game, state, player), 1)


def rows() -> list[Row]:
    """The rows for each number of blanks, then the same words found by hand."""
    game = load(GAME)
    found: list[Row] = []
    played = positions(game, POSITIONS)
    for blanks in BLANKS:
        states = [with_rack(state, Random(place), blanks) for place, state in enumerate(played)]
        bots = {player: bot_for(game, states[0], player, LEVEL) for player in (1, 2)}
        for player in bots:
            choose(game, bots, next(state for state in states if state.mover == player))
        best, listed = timed(states, partial(choose, game, bots)), timed(states, game.legal)
        found.append(
            Row(
                f"{blanks} blanks",
                {
                    "tiles": mean(tiles_on(state) for state in states),
                    "moves": mean(len(game.legal(state)) for state in states),
                    "best move ms": mean(best),
                    "worst": max(best),
                    "all moves ms": mean(listed),
                    "worst list": max(listed),
                },
            )
        )
    found.append(compared([with_rack(state, Random(place), 2) for place, state in enumerate(played[:COMPARED])]))
    return found


# By hand


def compared(states: list[State]) -> Row:
    """The same words found by slots and by hand."""
    lexicon: Lexicon = states[0].program.schema.lexicon
    tree = tree_of(word.text for word in read_words((WORDLISTS / "english.txt").read_text("utf-8")))
    slots, hand = 0.0, 0.0
    for state in states:
        letters, rack = board_and_rack(state)
        lines = lines_of(state.program.schema.topology, "grid")
        shown = [state.program.layout.letters[letter] or "" for letter in letters]
        tiles = [(number, "" if letter == "*" else letter) for number, letter in enumerate(rack, start=1)]
        lay = partial(by_slots, lexicon, lines, state.program.layout.letters, letters, tiles)
        by_hand = partial(words_laid, tree, lexicon.alphabet, lines.lines, shown, rack)
        assert sorted(lay()) == sorted(by_hand())
        slots += min(seconds(lay) for _ in range(ROUNDS))
        hand += seconds(by_hand)
    note = "By hand is the algorithm of Appel and Jacobson over a tree of dicts; both find the same words."
    figures = {"slots ms": 1000 * slots / len(states), "by hand ms": 1000 * hand / len(states), "ratio": hand / slots}
    return Row("2 blanks, words alone", figures, note)


def by_slots(
    lexicon: Lexicon, lines: Lines, names: tuple[str | None, ...], letters: bytes, tiles: list[tuple[int, str]]
) -> Found:
    """Every word that touches a letter, slot by slot."""
    kernel = Crosswords(lexicon, lines, names, Vocabulary(), (1, len(tiles)), (0, 1, 2))
    position = kernel.position(letters, kernel.sites, tiles)
    found: Found = []
    for slot in position.slots(alone=False):
        words = position.filling.spellings(slot, position.filling.words(slot))
        found += zip(repeat(slot.axis), repeat(slot.sites), words, strict=False)
    return found


def board_and_rack(state: State) -> tuple[bytes, str]:
    """The numbers of the letters on the sites, and the letters of the player to move."""
    letters = state.entries("tile.letter")
    rack = state.values("tile.letter", (tile.number for tile in state.zone("rack", state.mover)))
    return bytes(letters[tile] for tile in state.pieces_by_site("tile")), "".join(rack)
