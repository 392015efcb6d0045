"""The tests that cover each rule of a game, and what no test reaches."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter import Game, load
from runtime import arguments
from runtime.commands.output import print_json, print_table
from runtime.messages import counted
from runtime.testing.reach import Gap, gaps, reached_by
from runtime.testing.report import gap_record, rule_record
from runtime.testing.runner import run_tests
from runtime.testing.traceability import TracedRule, trace


def run(name: str, as_json: bool = False) -> None:
    """Print the rules of a game, each with its tests, how many have one, and what no test reaches."""
    game = load(arguments.spec(name))
    traced = trace(game.spec)
    if as_json:
        missed = gaps(game, reached_by(run_tests(game)))
        rules, unreached = [rule_record(rule) for rule in traced], [gap_record(gap) for gap in missed]
        print_json({"game": game.name, "rules": rules, "unreached": unreached})
        return
    if traced:
        _print_rules(traced)
    else:
        print(f"{game.name} has no rules in words.")
    print("\n" + "\n".join(reach_lines(game, gaps(game, reached_by(run_tests(game))))))


def reach_lines(game: Game, found: Sequence[Gap]) -> list[str]:
    """What no test reaches, each with its place."""
    if not found:
        return [f"The tests of {game.name} reach every action, check, end, condition and option."]
    head = f"No test of {game.name} reaches {counted(len(found), 'thing')}:"
    return [head, *(f"  {gap.span.source.name}:{gap.span.line}:{gap.span.column}: {gap.text}" for gap in found)]


def _print_rules(traced: list[TracedRule]) -> None:
    print_table(["rule", "what it says", "tests"], [row for rule in traced for row in rows(rule)])
    tested = sum(rule.is_tested for rule in traced)
    print(f"\n{tested} of {len(traced)} rules have a test.")


def rows(rule: TracedRule) -> list[list[str]]:
    """A line for each test of a rule; the first contains the rule itself."""
    tests = [*rule.tests, *map(str, rule.checked_by)] or ["none"]
    first = [str(rule.rule), rule.text, tests[0]]
    return [first, *(["", "", test] for test in tests[1:])]
