"""Fingerprints of states, specs, word lists and files: the same on every platform and in every process."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from interpreter import Game, State
from interpreter.spec.nodes import Scalar
from interpreter.spec.section import Section
from interpreter.spec.source import Source

WORD_LISTS = Path(__file__).resolve().parents[1] / "wordlists"
SIZE = 16


def text_digest(text: str) -> str:
    """The fingerprint of a text."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=SIZE).hexdigest()


def state_digest(game: Game, state: State) -> str:
    """The fingerprint of a state with its settings."""
    return text_digest(game.encode(state))


@lru_cache(maxsize=64)
def spec_digest(game: Game) -> str:
    """The fingerprint of a spec: of the texts of all files that it is made of, wherever they lie."""
    texts = {text_digest(source.text) for source in _sources(game.spec)}
    return text_digest("\n".join(sorted(texts)))


def _sources(value: Any) -> Iterator[Source]:
    if isinstance(value, Scalar):
        yield value.span.source
    elif isinstance(value, Section):
        for name in type(value).model_fields:
            yield from _sources(getattr(value, name))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _sources(key)
            yield from _sources(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _sources(item)


@lru_cache(maxsize=64)
def words_digest(game: Game) -> str | None:
    """The fingerprint of a game's word list: of all its files; None if the game has none."""
    name = game.spec.lexicon
    if name is None:
        return None
    return text_digest("\n".join(_word_files(WORD_LISTS, str(name))))


def _word_files(folder: Path, name: str) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        first = path.relative_to(folder).parts[0]
        if path.is_file() and (first == name or first.startswith((f"{name}.", f"{name}_"))):
            yield f"{path.relative_to(folder).as_posix()} {blake2b(path.read_bytes(), digest_size=SIZE).hexdigest()}"


def seal(content: Mapping[str, Any]) -> str:
    """The fingerprint of a file's content, however it is laid out."""
    return text_digest(json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True))
