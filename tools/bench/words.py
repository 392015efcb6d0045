"""Searches in the English word list, with the index and with a trie of dictionaries, and the word games that use them.

The racks are 16 letters from a Scrabble bag with two wildcards. With these a trie soon comes upon some short word; it
is slow when it has to look at all words.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from random import Random

from interpreter import Game, State, load
from interpreter.cache import CACHE_VARIABLE
from interpreter.words import Lexicon, open_lexicon, read_words
from interpreter.words.lexicon import WORDLISTS
from tools.bench import hand_trie
from tools.bench.stopwatch import best_rates, seconds
from tools.bench.table import Row

ENGLISH = WORDLISTS / "english.txt"
BAG = "aaaaaaaaabbccddddeeeeeeeeeeeeffggghhiiiiiiiiijkllllmmnnnnnnooooooooppqrrrrrrssssttttttuuuuvvwwxyyz"
RACKS = 4
ROUNDS = 5
DEALS = 100
OPENING = """
import sys, time
from pathlib import Path
from interpreter.words import open_lexicon
start = time.perf_counter()
lexicon = open_lexicon(Path(sys.argv[1]))
assert lexicon.is_word("word")
print(time.perf_counter() - start)
"""


def racks(count: int, seed: int) -> list[str]:
    """Random letters with two wildcards each."""
    random = Random(seed)
    return ["".join(random.sample(BAG, 16)) + "**" for _ in range(count)]


def asked(question: Callable[[str], object], number: int) -> int:
    """Answer a question about each rack of a round."""
    drawn = racks(RACKS, number)
    for rack in drawn:
        question(rack)
    return len(drawn)


def compared(name: str, lexicon: Callable[[str], object], trie: Callable[[str], object]) -> Row:
    """One question, answered in both ways."""
    rates = best_rates({"index": partial(asked, lexicon), "trie": partial(asked, trie)}, ROUNDS)
    return Row(
        name,
        {
            "index ms": 1000 / rates["index"],
            "trie ms": 1000 / rates["trie"],
            "trie/index": rates["index"] / rates["trie"],
        },
    )


def questions(lexicon: Lexicon, trie: hand_trie.Trie) -> list[Row]:
    """The questions that come up in word games."""
    for rack in racks(50, -1):  # The sets are read from the file when they are first needed.
        lexicon.can_make(rack, 2)
        next(lexicon.words_from(rack), None)
    return [
        compared(
            "any word",
            lambda rack: lexicon.can_make(rack, 2),
            lambda rack: next(hand_trie.words_from(trie, rack), None),
        ),
        compared(
            "the longest word",
            lambda rack: next(lexicon.words_from(rack, 2), None),
            lambda rack: max(hand_trie.words_from(trie, rack), key=len),
        ),
        compared(
            "all words",
            lambda rack: sum(found.bit_count() for _, found in lexicon.sets_from(rack, 2, 99, 9, True, True)),
            lambda rack: sum(1 for _ in hand_trie.words_from(trie, rack)),
        ),
    ]


def opened(cache: str) -> float:
    """How long a new process takes to open the list, in milliseconds."""
    done = subprocess.run(
        [sys.executable, "-c", OPENING, str(ENGLISH)],
        env={**os.environ, CACHE_VARIABLE: cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return 1000 * float(done.stdout)


def opening() -> Row:
    """Opening the list in a new process, with an empty cache and with a filled one."""
    with tempfile.TemporaryDirectory() as cache:
        cold = opened(cache)
        return Row("opening the list", {"warm ms": min(opened(cache) for _ in range(3)), "cold ms": cold})


def playing() -> list[Row]:
    """What the word games do most: deal, look for any word, list the words that the computer knows."""
    stacks: Game = load("stacks")
    stacks.new(seed=0)
    deal = seconds(lambda: [stacks.new(seed=seed) for seed in range(DEALS)]) / DEALS
    states = [state for seed in range(400) if wildcards(state := stacks.new(seed=seed)) == 2]
    program = states[0].program
    ask = program.functions["any_spell"]
    rates = best_rates({"any": lambda _: len([ask(state.data, 1) for state in states * 20])}, ROUNDS)
    lists = best_rates({"list": lambda _: len([program.legal(state.data) for state in states])}, ROUNDS)
    return [
        Row("stacks: a solvable deal", {"index ms": 1000 * deal}),
        Row("stacks: can(spell), two wildcards", {"index ms": 1000 / rates["any"]}),
        Row("stacks: all words, two wildcards", {"index ms": 1000 / lists["list"]}),
    ]


def wildcards(state: State) -> int:
    """How many wildcards are free in a state."""
    above = state.program.schema.topology.above
    free = [tile for site, tile in enumerate(state.pieces_by_site("tile")) if tile and not above[site]]
    return state.values("tile.letter", free).count("*")


def rows() -> list[Row]:
    lexicon = open_lexicon(ENGLISH)
    trie = hand_trie.trie_of(word.text for word in read_words(ENGLISH.read_text("utf-8")))
    return [*questions(lexicon, trie), opening(), *playing()]
