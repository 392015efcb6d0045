"""The sections on what can be changed about a game, and on the game of the day."""

from typing import Annotated, Any

from pydantic import Field

from interpreter.spec.nodes import NamedMap, Scalar, Sequence
from interpreter.spec.section import Flag, Key, Name, Section, Template, Text, Type, Word, one_of, refuse_dashes


class Options(Section):
    """The words or numbers that a setting takes: a list of them, or a map with a sentence about each for players."""

    list_field = "listed"
    open_field = "explained"

    listed: list[Word] | None = Field(None, description="The words or numbers.")
    explained: NamedMap[Key, Text] | None = Field(None, description="What each of them means, in a sentence.")

    @classmethod
    def hidden_fields(cls) -> tuple[str, ...]:
        return "listed", "explained"

    @classmethod
    def long_form(cls, node: Any) -> Any:
        if isinstance(node, Sequence):
            refuse_dashes(node)
        return super().long_form(node)

    @property
    def words(self) -> list[Scalar]:
        """The words or numbers, in order."""
        return list(self.explained if self.explained is not None else self.listed or ())


class Setting(Section):
    """Something that a player or a variant may change."""

    exclusive_fields = (("range", "options"),)

    default: Word = Field(description="The value unless it is changed.")
    range: Type | None = Field(None, description="The numbers allowed: `1..9`, or `1..9 or none`.")
    options: Options | None = Field(
        None, description="The words or numbers allowed: a list, or a map with a sentence about each for players."
    )
    title: Template | None = Field(None, description="What players read.")
    help: Text | None = Field(None, description="What the setting does, in a sentence for players.")
    change: Annotated[Word, one_of("any_time")] | None = Field(
        None, description="any_time: it may be changed during a game, because no rule reads it."
    )
    reseeds: Flag = Field(False, description="Whether each value changes the luck: it counts as part of the seed.")

    @property
    def words(self) -> list[str]:
        """The options, in order; none if it has a range or is a flag."""
        return [str(word) for word in self.options.words] if self.options is not None else []

    @property
    def about(self) -> str:
        """What the setting does, on one line; empty if the spec does not say."""
        return " ".join(str(self.help or "").split())

    def meaning(self, word: str) -> str:
        """The meaning of an option, or else what the setting does; empty if the spec does not say."""
        explained = self.options.explained if self.options is not None else None
        told = explained.get(word) if explained is not None else None
        return " ".join(str(told).split()) if told else self.about


class Daily(Section):
    """How the game of the day, which is the same for everybody, is played."""

    text_field = "only"

    level: Key | None = Field(None, description="The level that is played; default: the first.")
    settings: NamedMap[Name, Word] | None = Field(None, description="The settings for it.")
    only: Annotated[Word, one_of("none")] | None = Field(None, description="`none`: there is no game of the day.")

    @classmethod
    def hidden_fields(cls) -> tuple[str, ...]:
        return ("only",)
