"""How the game is set up: what settings may be, and how the computer plays."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter import Game, State
from interpreter.program import VOCABULARIES
from interpreter.spec.diagnostics import suggestion
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence
from runtime.bots import playing_options
from runtime.session.given import Ground
from runtime.session.session import usual_seats
from runtime.testing.course import Course
from runtime.testing.entries import LastAction, check
from runtime.testing.failures import Failure, differs

COMPUTER_ASPECTS = ("plays", "bot", "depth", "slack", "words", "delay_ms", "think_ms", "value")

# Settings


@dataclass(frozen=True, slots=True)
class Takes:
    """Settings have these ranges or options."""

    expected: tuple[tuple[Scalar, Node], ...]

    def failures(self, course: Course) -> list[Failure]:
        game, found = course.position.game, list[Failure]()
        for name, node in self.expected:
            wanted, takes = _written(node), _taken(game, str(name))
            if wanted != takes:
                found.append(differs(node, f"The setting {name} takes something else.", wanted, takes, "takes"))
        return found


def _written(node: Node) -> str:
    return ", ".join(str(item) for item in node) if isinstance(node, Sequence) else " ".join(str(node).split())


def _taken(game: Game, name: str) -> str:
    if game.settings.options[name]:
        return ", ".join(game.settings.options[name])
    setting = next(setting for key, setting in game.spec.settings.items() if key == name)
    return " ".join(str(setting.range).split()) if setting.range is not None else "true, false"


@check("settings")
def check_settings(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Takes | None:
    """What settings may be, each with its range or its options."""
    if not isinstance(node, Mapping):
        message = f"{key} takes settings with the range or the options that they have."
        ground.diagnostics.error("shape", node.span, message, "Write {size: 3..9, order: [first, last]}.")
        return None
    names = [str(name) for name in ground.program.spec.settings]
    for name in node:
        if str(name) not in names:
            message = f"There is no setting ‘{name}’."
            ground.diagnostics.error("unknown-setting", name.span, message, suggestion(name, names))
            return None
    return Takes(tuple(node.items()))


# The computer


def manner(game: Game, state: State) -> dict[str, str]:
    """Whom and how the computer plays under the settings of a state; `think_ms` comes after its delay.

    `value` is the value of the position for the player to move, by `evaluate`.
    """
    program = state.program
    plays = " ".join(player for player, seat in usual_seats(game).items() if seat == "computer")
    options, ai = playing_options(program), program.spec.ai
    words = next(name for name, tier in VOCABULARIES.items() if tier == options.vocabulary.tier)
    delay = ai.delay_ms if ai is not None else None
    evaluate = options.evaluate.number if options.evaluate is not None else None
    value = evaluate(state.data, state.mover) if evaluate is not None else None
    slack = options.slack.number(state.data, state.mover) if options.slack is not None else 0
    found = (plays or None, options.bot, options.depth, slack, words, delay or 0, options.think_ms, value)
    return {name: "none" if value is None else str(value) for name, value in zip(COMPUTER_ASPECTS, found, strict=True)}


@dataclass(frozen=True, slots=True)
class ComputerPlays:
    """The computer plays like this."""

    expected: tuple[tuple[Scalar, Node], ...]

    def failures(self, course: Course) -> list[Failure]:
        found, different = manner(course.position.game, course.state), list[Failure]()
        for name, node in self.expected:
            wanted, actual = _in_a_row(node), found[str(name)]
            if sorted(wanted.split()) != sorted(actual.split()):
                what = "The computer plays somebody else." if name == "plays" else f"The computer has another {name}."
                different.append(differs(node, what, wanted, actual, "found"))
        return different


def _in_a_row(node: Node) -> str:
    """A value, or a list of players, as words."""
    if not isinstance(node, Sequence):
        return str(node)
    return " ".join(str(item) for item in node) or "none"


@check("computer")
def check_computer(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> ComputerPlays | None:
    """How the computer plays under these settings: {plays, bot, depth, slack, words, delay_ms, think_ms, value}."""
    error, found = ground.diagnostics.error, list[tuple[Scalar, Node]]()
    for name, value in node.items() if isinstance(node, Mapping) else ():
        if str(name) not in COMPUTER_ASPECTS:
            message = f"The computer cannot be tested for ‘{name}’. There are {', '.join(COMPUTER_ASPECTS)}."
            error("unknown-key", name.span, message, suggestion(name, COMPUTER_ASPECTS))
            return None
        listed = name == "plays" and isinstance(value, Sequence) and all(isinstance(item, Scalar) for item in value)
        if isinstance(value, Scalar) or listed:
            found.append((name, value))
        else:
            takes, help = "a single value", f"Write {name}: and the value."
            if name == "plays":
                takes, help = "a player or a list of players", "Write plays: [red, blue]."
            error("shape", value.span, f"‘{name}’ takes {takes} here.", help)
            return None
    if not isinstance(node, Mapping):
        error("shape", node.span, f"{key} takes {{{', '.join(COMPUTER_ASPECTS)}}}.", "Write {bot: search, depth: 4}.")
        return None
    return ComputerPlays(tuple(found))
