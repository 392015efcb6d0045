"""Word lists: which texts are words, how common they are, and which words loose letters or a pattern can make.

`words.py` reads a list, `index.py` turns it into sets of bits, `shelf.py` searches the words of one length,
`lexicon.py` is what games use, `opening.py` finds a list by name and stores its index in the user's cache.
"""

from interpreter.words.lexicon import COMMON, EVERY_WORD, WHOLE, WIDER, Lexicon, Vocabulary, open_lexicon
from interpreter.words.word_list import BadWordList, Word, read_words

__all__ = [
    "COMMON",
    "EVERY_WORD",
    "WHOLE",
    "WIDER",
    "BadWordList",
    "Lexicon",
    "Vocabulary",
    "Word",
    "open_lexicon",
    "read_words",
]
