"""The sections on the rules in words and on the tests that hold a game to them."""

from pydantic import Field

from interpreter.spec.nodes import NamedMap
from interpreter.spec.section import AnyNode, Expression, Flag, Key, Name, Section, Template, Text, Texts, Whole, Word
from interpreter.spec.step_model import Steps


class Rule(Section):
    """A rule in the player's words. A simple text is the rule."""

    text_field = "text"

    text: Template = Field(description="The rule.")
    checked_by: Texts | None = Field(None, description="Tests outside the spec: `tests/x.py::test_y`.")


class Given(Section):
    """The position from which a test or a lesson starts; the rest is as setup leaves it."""

    open_field = "places"

    settings: NamedMap[Name, Word] | None = Field(None, description="Settings that differ.")
    level: Key | None = Field(None, description="The level.")
    seed: Whole | None = Field(None, description="The seed.")
    daily: Text | None = Field(None, description="In tests: the day whose game it is, as in '2026-11-17'.")
    to_move: Name | None = Field(None, description="Whose turn it is.")
    random: NamedMap[Name, Text] | None = Field(None, description="What the random streams give, in order.")
    do: Steps | None = Field(None, description="Steps that make the position.")
    lesson: Name | None = Field(None, description="In tests: the lesson of the tutorial whose position it is.")
    first_time: Flag = Field(False, description="Whether the cards for new players are open: ready and intro.")
    places: NamedMap[Key, AnyNode] = Field(
        description="Pictures of boards, or of a board's property (`grid.answer`), and symbols of zones."
    )


class WhenEntry(Section):
    """Something that happens in a test: an action with its choices, undo, a bot, a click."""

    text_field = "name"
    entry_fields = ("name", "argument")
    known_entries = {}  # The runtime adds each word where it says what the word does.

    name: Word = Field(description="The action, or one of the words below.")
    argument: AnyNode | None = Field(None, description="Its choices in order, or by name.")


class ThenEntry(Section):
    """Something that must hold at the end: an expression, or a question with its answer."""

    text_field = "expression"
    entry_fields = ("name", "argument")
    known_entries = {}  # The runtime adds each key where it says what holds.

    expression: Expression | None = Field(None, description="An expression that must be true.")
    name: Word | None = Field(None, description="One of the questions, or the name of a board or zone.")
    argument: AnyNode | None = Field(None, description="What is expected.")


class Equivalent(Section):
    """A change of the spec that no test can notice because it makes no difference to anybody."""

    rule: Text = Field(description="The changed rule, as `mutate` names it; numbers in brackets may be left out.")
    before: Text = Field(description="The changed lines as they are in the spec. What follows … is left out.")
    after: Text | None = Field(None, description="The same lines after the change; default: the lines are gone.")
    reason: Text = Field(description="Why nobody could notice it.")


class Equivalents(Section):
    """A file beside a spec, `name.equivalents.yaml`, for `mutate`."""

    equivalents: list[Equivalent] = Field(description="Changes that make no difference, each with a reason.")


class AcceptanceTest(Section):
    """A test: given a position, when this happens, then that holds."""

    covers: Texts = Field(default_factory=list, description="The ids of the rules that it tests.")
    given: Given | None = Field(None, description="The position.")
    when: list[WhenEntry] = Field(default_factory=list, description="What happens, in order.")
    then: list[ThenEntry] = Field(description="What holds afterwards.")
