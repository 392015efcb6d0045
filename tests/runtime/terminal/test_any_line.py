"""Whatever is typed is answered: no line ends the program except those that should."""

from __future__ import annotations

from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from interpreter import Game, load
from runtime.keep.saves import Saves
from runtime.session.session import Session
from runtime.terminal.loop import play
from runtime.terminal.reader import COMMANDS
from runtime.terminal.table import Table
from tests.runtime.terminal.conftest import Typed

GAMES = ("tic_tac_toe", "tafl", "word_trail")


@cache
def game(name: str) -> Game:
    """One of the games."""
    return load(name)


words = st.one_of(
    st.sampled_from([word.name for word in COMMANDS if word.name not in ("quit", "hint")]),
    st.sampled_from(["a1", "b2", "a1-b2", "place", "jump", "1", "0", "²", "-1", "y", "n", "/", "'", "…", "none"]),
    st.text(max_size=6),
    st.integers(-(10**20), 10**20).map(str),
)
lines = st.lists(st.lists(words, max_size=3).map(" ".join), max_size=6)


@pytest.mark.parametrize("name", GAMES)
@given(typed=lines)
def test_any_line_is_answered(name: str, typed: list[str]) -> None:
    with TemporaryDirectory() as folder:
        people = dict.fromkeys(game(name).players, "person")
        session = Session(game(name), seed=1, seats=people)
        out = StringIO()
        console = Console(file=out, width=80, color_system=None, highlight=False, markup=False, emoji=False)
        play(Table(console, Typed(typed), session, Saves(Path(folder) / "saves")))
        assert out.getvalue().splitlines()[-1].startswith(("Goodbye.", "Saved after"))
