"""Finding a word list by its name, and its index in the user's cache.

The index is an aid: where the cache cannot be written it is made in memory.
"""

from __future__ import annotations

import gc
import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from interpreter.cache import cache_folder, keep
from interpreter.lexicon.index import FORMAT, BadIndex, digest_of, made_index, read_index
from interpreter.lexicon.lexicon import Lexicon
from interpreter.lexicon.shelf import Shelf
from interpreter.lexicon.words import read_words

WORDLISTS = Path(__file__).resolve().parents[2] / "wordlists"


def word_list(name: str, beside: Path | None = None) -> Path | None:
    """The file of a word list: in the folder of the spec first, then among those shipped."""
    for folder in (beside, WORDLISTS):
        if folder is not None and (folder / f"{name}.txt").is_file():
            return folder / f"{name}.txt"
    return None


def shipped_lists() -> list[str]:
    """The names of the word lists that come with Tilewright."""
    return sorted(path.stem for path in WORDLISTS.glob("*.txt"))


def open_lexicon(path: Path) -> Lexicon:
    """The word list of a file; opened once as long as the file stays as it is. Raises BadWordList and OSError."""
    found = path.stat()
    return _opened(path.resolve(), found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=16)
def _opened(path: Path, _changed: int, _size: int) -> Lexicon:
    """The list as it was at that time and of that size: another time is another list."""
    text = path.read_bytes()
    digest = digest_of(text)
    index = cache_folder() / "wordlists" / f"{path.stem}-{FORMAT}-{digest}.index"
    opened = _read(index, digest)
    if opened is None:
        with _nothing_collected():
            content = made_index(read_words(text.decode("utf_8_sig")), digest)
        keep(index, content)
        opened = read_index(memoryview(content), digest)
    return Lexicon(path.stem, digest, *opened)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """A quarter of a million words are no garbage: looking for some among them takes a fifth of the time."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def _read(index: Path, digest: str) -> tuple[str, dict[int, Shelf]] | None:
    """The kept index, mapped into memory so that only what is asked for is read; None if there is none that fits."""
    try:
        with open(index, "rb") as file:
            return read_index(memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)), digest)
    except (OSError, ValueError, BadIndex):
        return None
