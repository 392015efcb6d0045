"""A broken spec is either refused with diagnostics, or it plays: nothing else ever happens."""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from interpreter import Fault, Game, load
from interpreter.language import terms
from interpreter.language.checker import Checker
from interpreter.language.parser import STARTS, parse
from interpreter.program.watch import limited, watched
from interpreter.spec.catalogue import shipped
from interpreter.spec.diagnostics import Diagnostic, Diagnostics, SpecError, render, to_json
from runtime.commands.check import check_spec
from runtime.playtest.trial import Effort
from tests.interpreter.campaign.harness import Campaign, at_most, scalar_of
from tests.interpreter.campaign.maker import Maker
from tests.interpreter.campaign.mutants import damaged, mutated
from tests.interpreter.campaign.worlds import SPECS
from tests.interpreter.language.checking import check_scalar
from tests.shipped import GAMES, whole

LONGEST = 2.0
"""How many seconds of computing the check of a spec may take, and again its first moves."""
BRIEF = Effort(seconds=0.1, most=0.4, patience=0.25, first=10, others=2, games=1, moves=20)
"""How long ‘tilewright check’ plays a spec without mistakes here; it takes as long as it is given."""
MOVES = 5
MANY = 100_000
"""How many mutants ‘make soak’ tries in total."""


@cache
def texts() -> dict[str, str]:
    """Every spec that is mutated, by name."""
    return {name: whole(path) for name, path in shipped().items()} | SPECS


def weight(name: str) -> float:
    """How often a spec is mutated: the longer it and its parents are, the less often."""
    size = len(texts()[name])
    parent = name
    while (found := re.search(r"^extends: *(\w+)", texts()[parent], re.MULTILINE)) is not None:
        parent = found[1]
        size += len(texts()[parent])
    return (6000 + size) ** -1.5


def share(name: str) -> int:
    """How many of the mutants belong to one spec."""
    return -int(-MANY * weight(name) // sum(map(weight, texts())))


def has_its_place(diagnostic: Diagnostic) -> None:
    """Assert that a report has a line and a column that are in the file."""
    render(diagnostic)
    to_json([diagnostic])
    assert diagnostic.message and diagnostic.help, diagnostic
    assert diagnostic.span is not None, diagnostic
    for span in (diagnostic.span, *diagnostic.also):
        assert 0 <= span.start <= span.end <= len(span.source.text), diagnostic
        assert 1 <= span.column <= len(span.source.line(span.line)) + 1, diagnostic
        assert 1 <= span.end_column <= len(span.source.line(span.end_line)) + 1, diagnostic


def checked(path: Path, thoroughly: bool) -> tuple[Diagnostics, Game | None]:
    """What is wrong with a spec, according to ‘tilewright check’ or on loading it, and the game if nothing is."""
    if thoroughly:
        found = check_spec(path, BRIEF)
        return found, None if found.errors else load(path)
    try:
        game = load(path)
    except SpecError as error:
        return error.diagnostics, None
    return game.diagnostics, game


def played(game: Game, random: Random) -> str:
    """How the first moves of a mutant turn out: they can be played, or end in a fault with a location."""
    try:
        state = game.new(seed=1)
        for _ in range(MOVES):
            legal = game.legal(state)
            if not legal:
                break
            state = game.apply(state, random.choice(legal)).state
        game.status(state)
    except Fault as fault:
        return "fault" if fault.span is not None else f"a fault without a place: {fault}"
    except SpecError as error:
        return "late" if error.diagnostics.errors else "refused without a reason"
    return "played"


def survives(path: Path, thoroughly: bool, seed: int) -> str:
    """How a mutant turned out: `refused`, `played`, `late` or `fault`; anything else is raised."""
    with at_most(LONGEST):
        found, game = checked(path, thoroughly)
        for diagnostic in found:
            has_its_place(diagnostic)
    if game is None:
        assert found.errors
        return "refused"
    # Rules may allow more moves than anybody can list. The watch protects players from that, and here it acts sooner.
    with at_most(LONGEST), limited(LONGEST / 8), watched():
        return played(game, Random(seed))


def tried(name: str, folder: Path, random: Random) -> str:
    """How one mutant of a spec turned out. It is in a file named like the game."""
    text, path = texts()[name], folder / f"{name}.yaml"
    # Most are only loaded, and without their tests, which are long and can have only a few kinds of mistakes.
    thoroughly = random.random() < 0.15
    if not thoroughly and "\nacceptance:" in text:
        text = text[: text.index("\nacceptance:") + 1]
    data = mutated(text, random).encode("utf-8", "surrogatepass")
    path.write_bytes(damaged(data, random) if random.random() < 0.1 else data)
    seed = random.randrange(1000)
    try:
        return survives(path, thoroughly, seed)
    except TimeoutError:
        # A busy machine may stall once; a slow mutant is slow again.
        return survives(path, thoroughly, seed)


def fuzz(name: str, seed: int, count: int, folder: Path) -> list[str]:
    """The mutants of one spec that break something, with what breaks."""
    broken = []
    random = Random(f"{name}/{seed}")
    for number in range(count):
        try:
            outcome = tried(name, folder, random)
            assert outcome in ("refused", "played", "late", "fault"), outcome
        except Exception as problem:
            broken.append(f"{name} {seed} {number}: {problem!r}")
    return broken


@pytest.mark.parametrize("name", [*GAMES, *SPECS])
def test_mutants_are_refused_or_play(name: str, tmp_path: Path) -> None:
    assert fuzz(name, 1, -(-400 // len(texts())), tmp_path) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", texts())
def test_many_mutants_are_refused_or_play(name: str, tmp_path: Path) -> None:
    assert fuzz(name, 2, share(name), tmp_path) == []


def broken_expressions(seed: int, count: int) -> list[str]:
    """Broken expressions that are neither refused nor understood."""
    campaign = Campaign("square", seed)
    maker = Maker(campaign.program.schema, campaign.names, campaign.random)
    kinds = maker.kinds()
    found = []
    for number in range(count):
        text = mutated(maker.expression(kinds[number % len(kinds)], 2), campaign.random)
        for start in STARTS if number % 10 == 0 else ["expression"]:
            diagnostics = Diagnostics()
            try:
                node = parse(scalar_of(text), start, diagnostics)
                assert (node is None) == bool(diagnostics.errors)
                if start == "expression" and node is not None:
                    term = check_scalar(Checker(diagnostics), scalar_of(text), campaign.scope)
                    assert term is None or len(list(terms.walk(term))) > 0
                [render(diagnostic) for diagnostic in diagnostics]
            except Exception as problem:
                found.append(f"{text!r} as {start}: {problem!r}")
        campaign.kept.clear()
        if campaign.add(text):
            found += campaign.mismatches()
    return found


def test_broken_expressions_are_refused_or_understood() -> None:
    assert broken_expressions(1, 600) == []


@pytest.mark.soak
def test_many_broken_expressions_are_refused_or_understood() -> None:
    assert broken_expressions(2, 10000) == []
