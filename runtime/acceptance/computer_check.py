"""How the computer plays, in a test: `computer: {bot: search, depth: 4, delay_ms: 500}`."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.game import Game
from interpreter.lexicon.lexicon import VOCABULARIES
from interpreter.position import TO_MOVE
from interpreter.spec.nodes import Mapping, Node, Scalar
from interpreter.spec.suggest import suggestion
from interpreter.state import State
from runtime.acceptance.course import Course
from runtime.acceptance.failures import Failure, Value
from runtime.acceptance.ground import Ground
from runtime.bots import playing_options
from runtime.bots.measures import evaluation
from runtime.session import usual_seats

ASPECTS = ("plays", "bot", "depth", "words", "delay_ms", "think_ms", "value")


def manner(game: Game, state: State) -> dict[str, str]:
    """Whom and how the computer plays under the settings of a state; `think_ms` comes after its delay.

    `value` is what the position is worth to whose turn it is, by `evaluate`.
    """
    program = state.program
    plays = " ".join(player for player, seat in usual_seats(game).items() if seat == "computer")
    options, ai = playing_options(program), program.spec.ai
    words = next(name for name, tier in VOCABULARIES.items() if tier == options.vocabulary.tier)
    delay = ai.delay_ms if ai is not None else None
    evaluate = evaluation(program, options.evaluate)
    value = evaluate(state.data, state.data[TO_MOVE]) if evaluate is not None else None
    found = (plays or None, options.bot, options.depth, words, delay or 0, options.think_ms, value)
    return {name: "none" if value is None else str(value) for name, value in zip(ASPECTS, found, strict=True)}


@dataclass(frozen=True, slots=True)
class Computer:
    """The computer plays like this."""

    expected: tuple[tuple[Scalar, Scalar], ...]

    def failures(self, course: Course) -> list[Failure]:
        found = manner(course.position.game, course.state)
        return [
            Failure(
                wanted.span,
                f"The computer has another {name}.",
                (Value("expected", str(wanted)), Value("found", found[str(name)])),
            )
            for name, wanted in self.expected
            if found[str(name)] != str(wanted)
        ]


def check_computer(ground: Ground, key: Scalar, node: Node, _last: object) -> Computer | None:
    """Check an entry `computer`; None after a report."""
    error, found = ground.diagnostics.error, list[tuple[Scalar, Scalar]]()
    for name, value in node.items() if isinstance(node, Mapping) else ():
        if str(name) not in ASPECTS:
            message = f"‘{name}’ cannot be asked of the computer. There are {', '.join(ASPECTS)}."
            error("unknown-key", name.span, message, suggestion(name, ASPECTS))
            return None
        if isinstance(value, Scalar):
            found.append((name, value))
    if not isinstance(node, Mapping) or len(found) < len(node):
        error("shape", node.span, f"{key} takes {{{', '.join(ASPECTS)}}}.", "Write {bot: search, depth: 4}.")
        return None
    return Computer(tuple(found))
