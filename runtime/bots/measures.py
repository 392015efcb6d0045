"""Which legal actions a bot looks at."""

from __future__ import annotations

from collections.abc import Callable

from interpreter import Action
from interpreter.position import Data, mover_of
from interpreter.program import EVERY_WORD, Program, Vocabulary
from runtime.bots.bot import Options

Legal = Callable[[Data], list[Action]]


def usable(program: Program, vocabulary: Vocabulary) -> Legal:
    """The legal actions with words that a bot uses: those it knows, or if there are none, any that it does not
    avoid."""
    known, wider = program.knowing(vocabulary), program.knowing(vocabulary._replace(tier=EVERY_WORD))
    return known if known is wider else lambda data: known(data) or wider(data)


def considered(program: Program, options: Options) -> Legal:
    """The legal actions that a bot looks at: those that pass `only`, or all if none does; among words, those it uses,
    or all if there are no others."""
    legal, words = program.legal, usable(program, options.vocabulary)
    if words is not legal:
        legal = _first_of(words, legal)
    tests = {name: test.function for name, test in options.only.items() if name in program.actions}
    if not tests:
        return legal

    def passing(data: Data) -> list[Action]:
        actions, me = legal(data), mover_of(data)
        kept = [
            action for action in actions if (test := tests.get(action[0])) is None or test(data, me, *action[1:])[0]
        ]
        return kept or actions

    return passing


def _first_of(wanted: Legal, otherwise: Legal) -> Legal:
    return lambda data: wanted(data) or otherwise(data)
