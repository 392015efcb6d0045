"""Fingerprints of states, specs, word lists and files: the same on every platform and in every process."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from interpreter import Game, State, read_file
from interpreter.program import table_files
from interpreter.spec.model import Section
from interpreter.spec.nodes import Scalar, Source

SIZE = 16
LARGEST = 1 << 20
"""A table in a file has no more bytes."""


def text_digest(text: str) -> str:
    """The fingerprint of a text."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=SIZE).hexdigest()


def state_digest(game: Game, state: State) -> str:
    """The fingerprint of a state with its settings."""
    return text_digest(game.encode(state))


@lru_cache(maxsize=64)
def spec_digest(game: Game) -> str:
    """The fingerprint of a spec: of all files that contain its rules, including tables, wherever they are. Tests in a
    file beside it do not count."""
    rules = [getattr(game.spec, name) for name in type(game.spec).model_fields if name != "acceptance"]
    texts = {text_digest(source.text) for source in set(sources(rules))}
    texts |= {text_digest(_table_text(path)) for path in table_files(game.spec)}
    return text_digest("\n".join(sorted(texts)))


def _table_text(path: Path) -> str:
    text = read_file(path, LARGEST).decode("utf-8", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def sources(value: Any) -> Iterator[Source]:
    """The source files of a part of a spec, each as often as something comes from it."""
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
    """The fingerprint of a file's content, regardless of its layout."""
    return text_digest(json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True))
