"""Broken specs are refused with diagnostics, or they play: nothing else ever happens."""

from functools import cache
from random import Random

import pytest

from interpreter import Fault, loads
from interpreter.language import terms
from interpreter.language.checker import Checker
from interpreter.language.parser import STARTS, parse
from interpreter.spec.catalogue import shipped
from interpreter.spec.diagnostics import Diagnostics, SpecError, render, to_json
from tests.interpreter.campaign.harness import Campaign, at_most, scalar_of
from tests.interpreter.campaign.maker import Maker
from tests.interpreter.campaign.mutants import mutated
from tests.interpreter.campaign.worlds import SPECS
from tests.interpreter.language.checking import check_scalar
from tests.shipped import GAMES, whole

LONGEST = 5.0
"""Seconds; without a condition that spares a long search some games take their time."""
MOVES = 5


@cache
def texts() -> dict[str, str]:
    """Every spec that is mutated, by name."""
    return {name: whole(path) for name, path in shipped().items()} | SPECS


def refusal(problem: SpecError) -> str:
    """A refusal, which says why."""
    assert problem.diagnostics.errors
    for diagnostic in problem.diagnostics:
        render(diagnostic)
    to_json(problem.diagnostics)
    return "refused"


def survives(text: str, random: Random) -> str:
    """What became of a mutant: `refused`, `played` or `fault`; anything else is raised."""
    try:
        game = loads(text, "mutant.yaml")
    except SpecError as problem:
        return refusal(problem)
    try:
        state = game.new(seed=1)
        for _ in range(MOVES):
            legal = game.legal(state)
            if not legal:
                break
            state = game.apply(state, random.choice(legal)).state
        game.status(state)
    except Fault:
        return "fault"
    except SpecError:
        return "late"
    return "played"


def fuzz(name: str, seed: int, count: int) -> list[str]:
    """The mutants of one spec that break something, with what they break."""
    broken = []
    random = Random(f"{name}/{seed}")
    for number in range(count):
        text = mutated(texts()[name], random)
        try:
            _in_time(text, random.randrange(1000))
        except Exception as problem:
            broken.append(f"{name} {seed} {number}: {problem!r}")
    return broken


def _in_time(text: str, seed: int) -> None:
    """A mutant survives in time. A busy machine may stall once, a slow mutant is slow again."""
    try:
        with at_most(LONGEST):
            survives(text, Random(seed))
    except TimeoutError:
        with at_most(LONGEST):
            survives(text, Random(seed))


@pytest.mark.parametrize("name", [*GAMES, *SPECS])
def test_mutants_are_refused_or_play(name: str) -> None:
    assert fuzz(name, 1, -(-800 // len(texts()))) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", texts())
def test_many_mutants_are_refused_or_play(name: str) -> None:
    assert fuzz(name, 2, -(-20000 // len(texts()))) == []


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
