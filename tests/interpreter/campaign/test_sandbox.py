"""Specs that try to escape, to break the code generated from them, or to run for ever.

The first line of each file in tests/data/sandbox says what must happen: `# works`, `# fault` (it loads, and playing it
ends with a fault) or `# refused: code`.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from interpreter import Fault, Game, load, loads
from interpreter.spec.diagnostics import SpecError, render, to_json
from tests.interpreter.campaign.harness import at_most

FOLDER = Path(__file__).resolve().parents[2] / "data" / "sandbox"
FILES = sorted(FOLDER.glob("*.yaml"))
ESCAPED = Path("/tmp/escaped_from_tilewright")
LONGEST = 5.0


def expected(path: Path) -> str:
    with path.open("rb") as file:
        return file.readline().decode("ascii").removeprefix("# ").strip()


def codes_of(problem: SpecError) -> set[str]:
    """The codes of all mistakes, after making sure that they can be shown."""
    assert [render(diagnostic) for diagnostic in problem.diagnostics]
    assert to_json(problem.diagnostics)
    return {diagnostic.code for diagnostic in problem.diagnostics.errors}


def outcome(make: Callable[[], Game]) -> tuple[str, set[str]]:
    """`works`, `fault` or `refused`, and the codes of all mistakes."""
    try:
        game = make()
    except SpecError as problem:
        return "refused", codes_of(problem)
    try:
        play(game)
    except Fault:
        return "fault", set()
    return "works", set()


def play(game: Game) -> None:
    """Play a few moves by every route: fast and full code, views, texts and encodings."""
    state, random = game.new(seed=1), Random(1)
    for _ in range(6):
        legal = game.legal(state)
        if not legal:
            break
        action = random.choice(legal)
        assert game.action(state, game.text(state, action)) == action
        fast, made = game.advance(state, action), game.apply(state, action)
        assert made.refusal is None
        assert made.state == fast
        assert game.decode(game.encode(fast)) == fast
        refused = game.apply(fast, action)
        assert refused.refusal is None or refused.state == fast
        game.view(fast, 1)
        game.explain(fast, action)
        state = fast
    game.status(state)


def test_the_corpus_is_large() -> None:
    assert len(FILES) >= 60


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_sandbox(path: Path) -> None:
    wanted = expected(path)
    with at_most(LONGEST):
        happened, codes = outcome(lambda: load(path))
    if wanted.startswith("refused: "):
        assert happened == "refused"
        assert wanted.removeprefix("refused: ") in codes
    else:
        assert (happened, codes) == (wanted, set())
    assert not ESCAPED.exists()


SMALL = (FOLDER / "names_keyword_action.yaml").read_text(encoding="utf-8")
GIANTS = {
    "a flow list of 100,000 words": (
        f"types:\n  word: [{', '.join(f'w_{n}' for n in range(100_000))}]\n{SMALL}",
        "too-large",
    ),
    "a map of 20,000 keys": (SMALL + "".join(f"key_{n}: 1\n" for n in range(20_000)), "unknown-key"),
    "a line of two million characters": (f"{SMALL}# {'y' * 2_000_000}\n", "too-large"),
    "two million line ends": (SMALL + "\n" * 2_000_000, "too-large"),
    "a title of two million characters": (SMALL.replace("Sandbox", "x" * 2_000_000), "too-large"),
    "20,000 open brackets": (f"{SMALL}about: {'[' * 20_000}\n", "too-deep"),
    "20,000 open quotes": (f"{SMALL}about: {chr(39) * 20_001}\n", ""),
}


@pytest.mark.parametrize("name", GIANTS)
def test_giants_are_refused_quickly(name: str) -> None:
    text, code = GIANTS[name]
    with at_most(LONGEST):
        happened, codes = outcome(lambda: loads(text, "giant.yaml"))
    assert happened == "refused"
    assert not code or code in codes
