"""What players read about a game: how to play, or its rules if there is no text for players."""

from __future__ import annotations

from typing import NamedTuple

from interpreter.spec.nodes import Scalar
from runtime.session.session import Session


class Chapter(NamedTuple):
    """A part of the handbook: its heading and its paragraphs. `ids` are the names of rules, one for each paragraph."""

    heading: str
    paragraphs: tuple[str, ...]
    ids: tuple[str, ...] = ()


def handbook(session: Session) -> list[Chapter]:
    """The chapters about a game, with its settings filled in."""
    spec, state = session.game.spec, session.state

    def filled(text: Scalar) -> str:
        return state.program.say(text, state.data, 1)

    if spec.how_to_play:
        return [Chapter(str(heading), _paragraphs(filled(text))) for heading, text in spec.how_to_play.items()]
    if not spec.rules:
        return []
    rules = tuple(" ".join(filled(rule.text).split()) for rule in spec.rules.values())
    return [Chapter("Rules", rules, tuple(map(str, spec.rules)))]


def _paragraphs(text: str) -> tuple[str, ...]:
    """A text in paragraphs: YAML turns a blank line into a line break."""
    return tuple(" ".join(line.split()) for line in text.splitlines() if line.strip())
