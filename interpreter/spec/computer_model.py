"""The sections on the computer player and on help for people."""

from typing import Annotated

from pydantic import Field

from interpreter.spec.nodes import NamedMap, Scalar
from interpreter.spec.section import Expression, Flag, Name, Names, Section, TextKind, Whole, Word, one_of

BOTS = ("random", "search", "tree", "ranked", "solver")
BotName = Annotated[Scalar, TextKind("a word", schema={"anyOf": [{"enum": list(BOTS)}, {"type": "string"}]})]
"""The name of a bot."""


class Rank(Section):
    """One measure by which moves are ranked."""

    one_of_fields = (("most", "least"),)

    most: Expression | None = Field(None, description="More of this is better.")
    least: Expression | None = Field(None, description="Less of this is better.")


class AiRule(Section):
    """One rule of a ranked bot; the first rule with a move counts."""

    when: Expression | None = Field(None, description="When the rule counts.")
    do: Name = Field(description="The action to do.")
    only: Expression | None = Field(
        None, description="Which moves are considered; it sees the action's choices."
    )
    rank: list[Rank] = Field(default_factory=list, description="The measures, the weightiest first.")


class BotOptions(Section):
    """How a bot plays."""

    bot: BotName | None = Field(None, description=f"{', '.join(BOTS)}, or a bot of a plugin.")
    depth: Whole | None = Field(None, description="How many moves search looks ahead.")
    budget: Whole | None = Field(None, description="How many actions it may try out before it chooses.")
    evaluate: Expression | None = Field(
        None, description="What search makes as large as it can, seen by `me`."
    )
    luck: Annotated[Word, one_of("sampled", "own_move", "left_out")] | None = Field(
        None,
        description="How search deals with luck: sampled, so for its own move only, or left out: no refill comes.",
    )
    worlds: Whole | None = Field(None, description="How many worlds search samples where something is unknown.")
    slack: Expression | None = Field(
        None, description="How much worse than the best a move of search may be; one of those is drawn."
    )
    rules: list[AiRule] | None = Field(None, description="The rules of ranked.")
    only: NamedMap[Name, Expression] | None = Field(
        None, description="For each action which moves are considered."
    )
    sees_all: Flag | None = Field(None, description="Whether a solver for hints may see what is hidden.")
    words: Annotated[Word, one_of("common", "wider", "all")] | None = Field(
        None, description="The words that it knows: common, wider or all. It uses others only if it must."
    )
    avoid_words: Annotated[Word, one_of("flagged", "none")] | None = Field(
        None, description="Words that it never plays: flagged (left out) or none."
    )
    think_ms: Whole | None = Field(None, description="How long it thinks at most, in milliseconds.")


class AiLevel(BotOptions):
    """How a bot plays at one level; it replaces options of `ai`."""


class Ai(BotOptions):
    """How the computer plays."""

    plays: Names | None = Field(None, description="The players that it plays.")
    level: Expression | None = Field(None, description="The setting that names the level.")
    levels: NamedMap[Name, AiLevel] | None = Field(None, description="What differs at each level.")
    knows: NamedMap[Name, Expression] | None = Field(
        None, description="Streams that it may see ahead, and when."
    )
    delay_ms: Whole | None = Field(None, description="How long it waits before it acts.")
    limit_ms: Whole | None = Field(None, description="How long it may take in all.")


class Limit(Section):
    """Help that may be used so many times."""

    limit: Expression | None = Field(None, description="How often; none: any number of times.")


class Hints(BotOptions):
    """Hints: how many, who gives them and what about."""

    limit: Expression | None = Field(None, description="How many; none: any number.")
    about: Names | None = Field(
        None, description="The actions that hints are about, the first of them first; left out: all."
    )
    undo_if: Expression | None = Field(
        None, description="When the hint is to take back the last step, as the game cannot be won from here."
    )


class Assist(Section):
    """Help for players."""

    undo: Limit | None = Field(None, description="Taking moves back.")
    hints: Hints | None = Field(None, description="Showing a good move.")
    lives: Limit | None = Field(None, description="Going on after being stuck.")
    preview: Names | None = Field(None, description="The actions whose outcome is shown beforehand.")
    highlight: Expression | None = Field(None, description="Whether legal choices are lit.")
