"""The engine as the benchmarks use it, imported only when a measurement needs it."""

from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, Protocol

from tools.bench.table import NotMeasured

SPECS = Path(__file__).resolve().parents[2] / "specs"


class EngineGame(Protocol):
    """What a compiled game offers for playing fast."""

    def new(self, *, seed: int) -> Any: ...

    def legal(self, state: Any) -> list[Any]: ...

    def advance(self, state: Any, action: Any) -> Any: ...


def loader() -> Callable[[str], Any]:
    """The function that turns the name of a shipped spec into a compiled game."""
    try:
        load: Callable[[str], Any] = import_module("interpreter").load
    except (ImportError, AttributeError) as problem:
        raise NotMeasured(f"The engine cannot be used yet: {problem}.") from problem
    return load


def load(name: str) -> EngineGame:
    game: EngineGame = loader()(name)
    return game


def test_of_end(game: Any) -> Callable[[Any], bool]:
    """How to ask whether a state of a game is over, in the cheapest way that the engine offers."""
    if hasattr(game.new(seed=1), "over"):
        return attrgetter("over")

    def over(state: Any) -> bool:
        return bool(game.status(state).over)

    return over
