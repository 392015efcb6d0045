"""The tables of the parser: worked out from the grammar once, which takes a while, and kept for later starts.

Lark can do the same by itself, but keeps its tables in a folder that others can write to.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Sequence
from hashlib import blake2b

import lark
from lark import Lark

from interpreter.cache import cache_folder, keep


def parser(grammar: str, starts: Sequence[str]) -> Lark:
    """The parser for a grammar, from the cache if it holds one that was made of the same."""
    digest = blake2b(repr((grammar, starts, lark.__version__)).encode(), digest_size=16).hexdigest()
    kept = cache_folder() / "grammars" / f"{digest}.tables"
    found = _read(kept.read_bytes()) if kept.is_file() else None
    if found is not None:
        return found
    made = Lark(
        grammar, parser="lalr", lexer="basic", start=list(starts), propagate_positions=True, maybe_placeholders=True
    )
    content = io.BytesIO()
    made.save(content)
    keep(kept, content.getvalue())
    return made


def _read(content: bytes) -> Lark | None:
    """The parser that was kept; None if the file is damaged."""
    try:
        loaded: Lark = Lark.load(io.BytesIO(content))
    except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, KeyError, TypeError, ValueError):
        return None
    return loaded
