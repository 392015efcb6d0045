"""Fingerprints of states, specs, word lists and files: the same on every platform and in every process."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from interpreter import Game, State
from interpreter.program import table_files
from interpreter.spec.model import Section
from interpreter.spec.nodes import Scalar, Source

SIZE = 16


def text_digest(text: str) -> str:
    """The fingerprint of a text."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=SIZE).hexdigest()


def state_digest(game: Game, state: State) -> str:
    """The fingerprint of a state with its settings."""
    return text_digest(game.encode(state))


@lru_cache(maxsize=64)
def spec_digest(game: Game) -> str:
    """The fingerprint of a spec: of the texts of all files that it is made of, tables included, wherever they lie.

    Tests beside a spec count as if they stood at its end: games that were recorded before they were moved stay valid.
    """
    found = set(sources(game.spec))
    found -= {source.tests for source in found}
    wholes = (source.text if source.tests is None else f"{source.text}\n{source.tests.text}" for source in found)
    texts = set(map(text_digest, wholes))
    texts |= {text_digest(path.read_text(encoding="utf-8", errors="replace")) for path in table_files(game.spec)}
    return text_digest("\n".join(sorted(texts)))


def sources(value: Any) -> Iterator[Source]:
    """The files that a part of a spec was read from, each as often as something in it."""
    if isinstance(value, Scalar):
        yield value.span.source
    elif isinstance(value, Section):
        for name in type(value).model_fields:
            yield from sources(getattr(value, name))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from sources(key)
            yield from sources(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from sources(item)


def words_digest(game: Game) -> str | None:
    """The fingerprint of a game's word list; None if the game has none."""
    return None if game.lexicon is None else game.lexicon.digest


def seal(content: Mapping[str, Any]) -> str:
    """The fingerprint of a file's content, however it is laid out."""
    return text_digest(json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True))
