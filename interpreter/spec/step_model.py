"""The steps of the language: one model for the options of each verb.

A step is a one-line statement, which stays a Scalar, or a map with one verb, which becomes the model that is registered
for the verb. Verbs are looked up when a spec is validated, so plugins may add their own before that.
"""

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from interpreter.discovery import BadPlugin
from interpreter.spec.nodes import Mapping, Scalar
from interpreter.spec.section import (
    Expression,
    ExpressionOrList,
    Flag,
    JsonSchema,
    Name,
    Section,
    Template,
    Word,
    one_of,
)


class StepArguments(Section):
    """A step that is written as a map: its verb and its options."""

    verb: ClassVar[str]

    @classmethod
    def place_name(cls) -> str | None:
        return cls.verb


STEP_ARGUMENTS: dict[str, type[StepArguments]] = {}
_Arguments = TypeVar("_Arguments", bound=type[StepArguments])


def step_arguments(verb: str) -> Callable[[_Arguments], _Arguments]:
    """Register the model of a verb. One field of the model has the verb as its name."""

    def register(model: _Arguments) -> _Arguments:
        if verb in STEP_ARGUMENTS:
            raise BadPlugin(f"There is a step {verb} already")
        options = model.option_names()
        if verb not in options:
            raise BadPlugin(f"The step {verb} has no field for the value of its verb")
        taken = {option for other in STEP_ARGUMENTS.values() for option in other.option_names()}
        clash = verb if verb in taken else next((option for option in options if option in STEP_ARGUMENTS), None)
        if clash is not None:
            raise BadPlugin(f"‘{clash}’ would be both a step and an option of a step")
        model.verb = verb
        STEP_ARGUMENTS[verb] = model
        return model

    return register


class _StepKind:
    """Turns a node into a step by looking up its verb."""

    def __call__(self, node: Any) -> Any:
        if type(node) is Scalar:
            return node
        if not isinstance(node, Mapping):
            raise PydanticCustomError("shape", "shape", {"wanted": "a step"})
        verbs = [key for key in node if key in STEP_ARGUMENTS]
        if len(verbs) == 1:
            return STEP_ARGUMENTS[verbs[0]].model_validate(node)
        if verbs:
            raise PydanticCustomError("step-shape", "verbs", {"verbs": verbs})
        options = {option for model in STEP_ARGUMENTS.values() for option in model.option_names()}
        strange = [key for key in node if key not in options] or list(node)
        raise PydanticCustomError("unknown-step", "unknown", {"word": strange[0] if strange else None})

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self)

    def json_schema(self) -> JsonSchema:
        """The schema of what editors should accept: a statement, or the object of all verbs that the schema defines."""
        return {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Step"}]}


Step: TypeAlias = Annotated[Scalar | StepArguments, _StepKind()]
Steps: TypeAlias = list[Step]

Stream = Annotated[Name, Field(description="The random stream that it draws from.")]


@step_arguments("for")
class For(StepArguments):
    """Runs the steps for each item of one or more lists."""

    for_: Expression = Field(alias="for", description="Loops such as `d in directions(grid), x in ray(c, d) if x.lit`.")
    do: Steps = Field(description="The steps for each item.")


@step_arguments("if")
class If(StepArguments):
    """Runs some steps only if a condition holds."""

    if_: Expression = Field(alias="if", description="The condition.")
    then: Steps = Field(description="The steps if it holds.")
    else_: Steps | None = Field(None, alias="else", description="The steps if it does not hold.")


@step_arguments("repeat")
class Repeat(StepArguments):
    """Repeats the steps, up to a given number of times."""

    repeat: Expression = Field(description="The maximum number of passes.")
    until: Expression | None = Field(
        None, description="Tested before each pass; it ends the loop. Not reaching it is a fault."
    )
    do: Steps = Field(description="The steps of each pass.")


@step_arguments("require")
class Require(StepArguments):
    """Refuses the whole action unless a check holds at this point; nothing may be drawn at random before it."""

    require: Name = Field(description="The name of the check.")
    check: Expression = Field(description="What must hold.")
    else_: Template = Field(alias="else", description="What to tell the player otherwise.")
    show: ExpressionOrList | None = Field(None, description="Sites to highlight with the refusal.")


@step_arguments("run")
class Run(StepArguments):
    """Runs the steps of a routine here."""

    run: Expression = Field(description="The routine, with its arguments in brackets.")


@step_arguments("event")
class Event(StepArguments):
    """Tells the log, the screen and the tests that something happened."""

    event: Expression = Field(description="The event with its fields: `captured(points = 3)`.")


@step_arguments("end")
class End(StepArguments):
    """Ends the game by one of the end conditions, after the other steps."""

    end: Name = Field(description="The end condition.")


@step_arguments("continue")
class Continue(StepArguments):
    """Lets the same player continue with an action, or with one of several, if that is possible."""

    continue_: ExpressionOrList = Field(
        alias="continue",
        description="The action, with fixed choices: `jump(a = b)`; or a list of actions, one of which follows.",
    )
    may_stop: Expression | None = Field(None, description="Whether the player may end the turn instead.")


@step_arguments("move")
class Move(StepArguments):
    """Moves pieces to a site or a zone."""

    move: ExpressionOrList = Field(description="A piece or a list of pieces, which keeps its order.")
    to: Expression = Field(description="A site or a zone.")
    beneath: Flag = Field(False, description="Whether they go to the bottom of the pile, or to the front of the zone.")


@step_arguments("swap")
class Swap(StepArguments):
    """Swaps everything that two sites hold, or just one of their properties."""

    swap: ExpressionOrList = Field(description="The two sites.")
    property: Name | None = Field(None, description="The cell property that is swapped; default: all, and the pieces.")


@step_arguments("remove")
class Remove(StepArguments):
    """Takes pieces out of play; does nothing for none."""

    remove: ExpressionOrList = Field(description="A piece, a list of pieces, or none.")


@step_arguments("create")
class Create(StepArguments):
    """Makes a new piece, or many according to a table of counts."""

    exclusive_fields = (("at", "in"), ("at", "counts"))

    create: Expression = Field(description="The kind, with its properties in brackets: `tile(value = 2)`.")
    at: Expression | None = Field(None, description="The site where it appears.")
    in_: Expression | None = Field(None, alias="in", description="The zone where it appears.")
    property: Name | None = Field(None, description="The property that the table of counts is about.")
    counts: Expression | None = Field(None, description="A table that says how many pieces of each value to make.")


@step_arguments("deal")
class Deal(StepArguments):
    """Moves pieces from the front of a zone, or from the top of a pile, until the target is full. Piles get one piece
    each in turn."""

    deal: Expression = Field(description="The zone to deal from, or the site of a pile.")
    to: Expression = Field(description="A zone, a board, a list of sites, or the site of a pile.")
    up_to: Expression | None = Field(
        None, description="The maximum number of pieces in the target, or in each pile, afterwards."
    )


@step_arguments("shuffle")
class Shuffle(StepArguments):
    """Puts a zone, a pile, or the values of a board in random order."""

    shuffle: Expression = Field(description="A zone, the site of a pile, or a board.")
    property: Name | None = Field(None, description="The cell property that is shuffled; default: the pieces.")
    stream: Stream


@step_arguments("fill")
class Fill(StepArguments):
    """Gives every site of a board a random value."""

    fill: Expression = Field(description="The board.")
    property: Name = Field(description="The cell property that is set.")
    from_: ExpressionOrList = Field(alias="from", description="The values to draw from.")
    stream: Stream


@step_arguments("random")
class Random(StepArguments):
    """Draws from a list, or from a table of weights, and names what was drawn."""

    random: Expression = Field(description="A name and a list or a table of weights: `c in grid`.")
    stream: Stream
    sample: Expression | None = Field(None, description="Draw that many different items, as a list.")


@step_arguments("cascade")
class Cascade(StepArguments):
    """Clears lines of equal values, lets the rest fall and refills, wave by wave, until no line is left."""

    cascade: Expression = Field(description="The board.")
    match: Name = Field(description="The cell property that must be equal.")
    at_least: Expression = Field(description="How many make a line.")
    lines: list[Annotated[Word, one_of("row", "column", "diagonal", "antidiagonal")]] = Field(
        description="The axes along which lines count."
    )
    fall: Annotated[Word, one_of("down", "up", "left", "right", "none")] = Field(
        description="Where the rest falls: down, up, left, right or none."
    )
    refill: ExpressionOrList | None = Field(
        None, description="The values that fill empty cells, in board order; default: none."
    )
    stream: Name | None = Field(None, description="The random stream that the refill is drawn from.")
    as_: Name | None = Field(
        None, alias="as", description="A name for the result: removed, and waves, each with removed, number and sites."
    )


@step_arguments("deal_words")
class DealWords(StepArguments):
    """Deals pieces with letters so that words can clear the board: it is built backwards out of words."""

    deal_words: Expression = Field(description="The zone to deal from; its pieces have letters, and `*` is any letter.")
    to: Expression = Field(description="A board or a list of sites.")
    removable: Expression = Field(description="When a piece (`it`) may be taken; it may depend on where pieces lie.")
    property: Name | None = Field(None, description="The property with the letter; default: the only one.")
    shortest: Expression | None = Field(None, description="The minimum number of letters in a word; default: 2.")
    prefer: Annotated[Word, one_of("common", "wider", "all")] | None = Field(
        None, description="The words to deal with: common (the default), wider or all; others only if necessary."
    )
    stream: Stream
    as_: Name | None = Field(
        None, alias="as", description="A name for the result: words, in order, each with its word and pieces."
    )


@step_arguments("deal_pairs")
class DealPairs(StepArguments):
    """Lays out pieces, one on each site, so that all can be taken pair by pair: it is dealt backwards."""

    deal_pairs: Expression = Field(description="A board or a list of sites.")
    piece: Name = Field(description="The kind of the pieces.")
    property: Name = Field(description="The property that takes the values.")
    values: ExpressionOrList = Field(description="As many values as there are sites, each an even number of times.")
    alike: Expression | None = Field(
        None, description="What is equal in a pair of values (`it`); default: the values themselves."
    )
    removable: Expression = Field(
        description="When a piece (`it`) may be taken; it may depend on where pieces lie, and taking a piece may only "
        "free others."
    )
    into: Name | None = Field(
        None, description="A number property that takes a solution: 1 for the first pair that can go, and so on."
    )
    stream: Stream


@step_arguments("deal_sudoku")
class DealSudoku(StepArguments):
    """Makes a sudoku with one solution: a number for each cell, some of which are left empty."""

    deal_sudoku: Expression = Field(description="The board; its rows, columns and boxes contain each number once.")
    into: Name = Field(description="The cell property that takes the solution.")
    boxes: Name = Field(description="The region whose blocks contain each number once.")
    empties: Expression = Field(description="How many cells are left empty.")
    even: Expression | None = Field(
        None, description="Whether each number is missing an even number of times; default: false."
    )
    stream: Stream
    as_: Name | None = Field(
        None, alias="as", description="A name for the result: givens and empties, the sites shown and left empty."
    )
