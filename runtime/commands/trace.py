"""Which tests hold a game to which rule."""

from __future__ import annotations

from interpreter import load
from runtime.acceptance.traceability import TracedRule, trace
from runtime.commands import targets
from runtime.commands.output import print_table


def run(name: str) -> None:
    """Print the rules of a game, each with its tests, and how many have one."""
    game = load(targets.spec(name))
    traced = trace(game.spec)
    if not traced:
        print(f"{game.name} has no rules in words.")
        return
    print_table(["rule", "what it says", "tests"], [row for rule in traced for row in rows(rule)])
    tested = sum(rule.is_tested for rule in traced)
    print(f"\n{tested} of {len(traced)} rules have a test.")


def rows(rule: TracedRule) -> list[list[str]]:
    """A line for each test of a rule; the rule itself stands in the first."""
    tests = [*rule.tests, *map(str, rule.checked_by)] or ["none"]
    first = [str(rule.rule), rule.text, tests[0]]
    return [first, *(["", "", test] for test in tests[1:])]
