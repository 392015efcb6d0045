"""Chess positions in Forsyth–Edwards notation, as chess programs exchange them, set up as with `given`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from interpreter import Diagnostics, Game, State, loads
from runtime.session.given import position_of

_ROOKS = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}


def _given(fen: str) -> str:
    """The lines of a `given` for a position."""
    placed, mover, castling, passed, quiet = fen.split()[:5]
    rows = re.sub(r"\d", lambda digit: "." * int(digit[0]), placed).split("/")
    steps = [f"list({_ROOKS[right]}.man).castling = true" for right in castling if right != "-"]
    steps += [f"quiet = {quiet}"] + ([f"passed = {passed}"] if passed != "-" else [])
    return "\n".join(
        [
            f"      to_move: {'white' if mover == 'w' else 'black'}",
            "      grid: |",
            *(f"        {row}" for row in rows),
            "      do:",
            *(f"        - {step}" for step in steps),
        ]
    )


def states(positions: Mapping[str, str], game: str = "chess") -> tuple[Game, dict[str, State]]:
    """A game, and the states of some of its positions by name."""
    tests = "".join(f"  {name}:\n    given:\n{_given(fen)}\n    then: [not over]\n" for name, fen in positions.items())
    loaded = loads(f"game: positions\ntitle: Positions\nextends: {game}\nacceptance:\n{tests}")
    found = {}
    for name in positions:
        diagnostics = Diagnostics()
        position = position_of(loaded, loaded.spec.acceptance[name].given, diagnostics)
        diagnostics.raise_if_errors()
        assert position is not None
        found[name] = position.state()
    return loaded, found
