"""The shape of a spec: one model for each section of the language, in reading order.

Attributes are called as in the YAML file; where Python reserves a word it has an underscore after it.
"""

from typing import Annotated, Any, TypeAlias

from pydantic import Discriminator, Field, Tag

from interpreter.spec import section
from interpreter.spec.acceptance_model import (
    AcceptanceTest,
    Given,
    Rule,
    ThenEntry,
    WhenEntry,
)
from interpreter.spec.board_model import (
    Board,
    Entity,
    Footprint,
    Layer,
    Layers,
    LegendEntry,
    Property,
    Table,
    TableTexts,
    Zone,
)
from interpreter.spec.computer_model import (
    Ai,
    AiLevel,
    AiRule,
    Assist,
    BotOptions,
    Hints,
    Limit,
    Rank,
)
from interpreter.spec.nodes import NamedMap
from interpreter.spec.section import (
    AnyNode,
    Appearance,
    Expression,
    ExpressionOrList,
    Flag,
    Key,
    ListedExpressions,
    Name,
    Names,
    OneOrMany,
    RawNode,
    Section,
    Signature,
    Template,
    TextKind,
    Type,
    Whole,
    Word,
    one_of,
)
from interpreter.spec.setting_model import Daily, Setting
from interpreter.spec.steps import STEP_ARGUMENTS, Step, StepArguments, Steps
from interpreter.spec.view_model import (
    BUTTONS,
    COLOURS,
    ICONS,
    SHAPES,
    BoardView,
    Look,
    Mark,
    Message,
    Overlay,
    Overlays,
    PieceView,
    Result,
    ScoreColumn,
    Tutorial,
    TutorialStep,
    View,
    Wait,
    ZoneView,
)

__all__ = [
    "BUTTONS",
    "COLOURS",
    "ICONS",
    "SHAPES",
    "STEP_ARGUMENTS",
    "AcceptanceTest",
    "Action",
    "Ai",
    "AiLevel",
    "AiRule",
    "Appearance",
    "Assist",
    "Board",
    "BoardView",
    "BotOptions",
    "Case",
    "Check",
    "Choice",
    "Daily",
    "Define",
    "EndCondition",
    "Entity",
    "Expression",
    "Footprint",
    "Given",
    "Hints",
    "Key",
    "Layer",
    "Layers",
    "LegendEntry",
    "Limit",
    "ListedExpressions",
    "Look",
    "Mark",
    "Message",
    "OneOrMany",
    "Overlay",
    "Overlays",
    "Phase",
    "PieceView",
    "Player",
    "Property",
    "Rank",
    "RawNode",
    "RecordField",
    "Result",
    "Rule",
    "ScoreColumn",
    "Section",
    "Setting",
    "Spec",
    "Step",
    "StepArguments",
    "Steps",
    "Table",
    "TableTexts",
    "Template",
    "TextKind",
    "ThenEntry",
    "Turns",
    "Tutorial",
    "TutorialStep",
    "Variable",
    "View",
    "Wait",
    "WhenEntry",
    "Zone",
    "ZoneView",
    "section",
]


class Player(Section):
    """Someone who takes turns."""

    title: Template | None = Field(None, description="What people call the player.")
    seat: Annotated[Word, one_of("person", "computer")] | None = Field(
        None, description="Who plays unless that is changed: person or computer."
    )
    facing: Name | None = Field(None, description="The direction in which the player looks.")


class Variable(Section):
    """Something that the game remembers. A lone value is its start."""

    text_field = "start"

    is_: Type | None = Field(None, alias="is", description="The type; left out: that of the start value.")
    per: Type | None = Field(None, description="One for each player, enum word or number.")
    start: Expression | None = Field(None, description="The value at first.")


class Case(Section):
    """One case of a definition."""

    when: Expression | None = Field(None, description="When the case counts; the last case has none.")
    is_: Expression = Field(alias="is", description="The value in this case.")


class Define(Section):
    """A named expression: one for all cases, or a list of cases of which the first that fits counts."""

    text_field = "is"
    list_field = "cases"
    takes_map = False

    is_: Expression | None = Field(None, alias="is", description="The value.")
    cases: list[Case] | None = Field(None, description="The cases in order.")


class RecordField(Section):
    """One part of a chosen record. A lone expression says what to choose from."""

    text_field = "from"

    from_: ExpressionOrList = Field(alias="from", description="What to choose from.")
    where: Expression | None = Field(None, description="Which candidates (it) are allowed.")
    else_: Template | None = Field(None, alias="else", description="What the player is told otherwise.")
    title: Template | None = Field(
        None, description="What stands above the answers where it is chosen from a list; left out: its name."
    )
    ask_if: Expression | None = Field(None, description="When the player is asked.")
    otherwise: Expression | None = Field(None, description="The value when nobody is asked.")


class Choice(Section):
    """Something that the player chooses. A lone expression says what to choose from."""

    text_field = "from"
    one_of_fields = (("from", "of"),)
    exclusive_fields = (("many", "some"), ("of", "where"))

    from_: ExpressionOrList | None = Field(None, alias="from", description="What to choose from.")
    where: Expression | None = Field(None, description="Which candidates (it) are allowed.")
    else_: Template | None = Field(None, alias="else", description="What the player is told otherwise.")
    title: Template | None = Field(
        None, description="What stands above the answers where it is chosen from a list; left out: its name."
    )
    many: Expression | None = Field(None, description="How many are chosen, in the order chosen: `1..7`.")
    some: Expression | None = Field(None, description="How many are chosen, in any order: `0..5`.")
    of: NamedMap[Name, RecordField] | None = Field(None, description="The parts of each record that is chosen.")
    in_order: Flag = Field(
        False, description="Whether a hand chooses the parts of a record in the order written, or in any order."
    )


class Check(Section):
    """A condition that an action must meet."""

    check: Expression = Field(description="What must hold.")
    else_: Template = Field(alias="else", description="What the player is told otherwise.")
    show: ExpressionOrList | None = Field(None, description="Sites that light up with the refusal.")


class Action(Section):
    """Something that a player may do."""

    title: Template | None = Field(None, description="What the button says.")
    confirm: Template | None = Field(None, description="A question that is asked first.")
    notation: Template | None = Field(None, description="How a move is written down.")
    hint: Template | None = Field(
        None,
        description="What a hint says to do; the sites and pieces that it chooses are lit. Left out: the move as it is "
        "typed.",
    )
    only_if: Expression | None = Field(None, description="A condition over settings: the action exists or not.")
    follows: Names | None = Field(None, description="The actions that it may only continue.")
    forced: Template | None = Field(None, description="While it is possible other actions are refused with this text.")
    gesture: Annotated[Word, one_of("drag", "click", "right_click")] | None = Field(
        None,
        description="How it is made where two actions share a shape. right_click: with the right button of the mouse, "
        "with Shift and Enter, or after its button.",
    )
    choose: NamedMap[Name, Choice] = Field(default_factory=NamedMap, description="The choices in order.")
    symmetric: Flag = Field(False, description="Whether a, b and b, a are one move.")
    let: NamedMap[Name, Expression] = Field(default_factory=NamedMap, description="Values fixed before effects.")
    moves: Expression | None = Field(None, description="A mover that lists the moves.")
    validate_: NamedMap[Name, Check] = Field(
        default_factory=NamedMap,
        alias="validate",
        description="Checks in order; the first that fails refuses.",
    )
    effects: Steps = Field(default_factory=list, description="What it does.")


def _word_or_steps(node: Any) -> str:
    return "steps" if isinstance(node, list) else "word"


StuckRule: TypeAlias = Annotated[
    Annotated[Word, one_of("pass", "lose", "win", "draw"), Tag("word")] | Annotated[Steps, Tag("steps")],
    Discriminator(_word_or_steps),
]


class Phase(Section):
    """A part of the game in which some actions are allowed."""

    who: Expression | None = Field(None, description="each (the default), everyone, or an expression giving a player.")
    actions: Names = Field(description="The actions allowed.")
    when: Expression | None = Field(
        None, description="Tested where the phase would begin; if it fails, the next one comes at once."
    )
    until: Expression | None = Field(None, description="Tested when a turn ends; then the next phase comes.")
    next: Name | None = Field(None, description="The phase that comes after it.")
    after: Steps | None = Field(None, description="Steps when everyone has chosen.")
    else_: Template | None = Field(
        None, alias="else", description="What is said when an action of another phase is tried."
    )


class Turns(Section):
    """The order of turns, phases, and what happens to a player who is stuck."""

    order: Names | None = Field(None, description="The players in turn order; left out: as in players.")
    when_stuck: StuckRule | None = Field(None, description="pass, lose, win, draw, or steps before passing.")
    phases: NamedMap[Name, Phase] | None = Field(None, description="The phases; the first named is the first.")


class EndCondition(Section):
    """A way in which the game ends."""

    exclusive_fields = (("winner", "won"),)

    after: Name | None = Field(None, description="Tested only just after this action, whose choices it sees.")
    when: Expression | None = Field(None, description="When it ends; left out: by the step `end`.")
    winner: Expression | None = Field(None, description="With several players: the winner, or none for a draw.")
    won: Expression | None = Field(None, description="With one player: true or false.")
    recover: list[Annotated[Word, one_of("undo", "life")]] | None = Field(
        None, description="What is offered first; it counts when neither is left."
    )
    say: Template | None = Field(None, description="What players are told.")


class Spec(Section):
    """A game: its rules, its looks and its tests."""

    game: Name = Field(description="The id, which is the name of the file.")
    title: Template = Field(description="What people call the game.")
    about: Template | None = Field(None, description="A paragraph about it.")
    seed: Whole | None = Field(None, description="The seed unless another is given.")
    lexicon: Name | None = Field(None, description="The word list.")
    extends: Name | None = Field(None, description="The game of which this is a variant.")
    settings: NamedMap[Name, Setting] = Field(
        default_factory=NamedMap, description="What a player or a variant may change."
    )
    levels: NamedMap[Key, NamedMap[Key, AnyNode]] = Field(
        default_factory=NamedMap,
        description="Named sets of settings and board pictures; the first is the default.",
    )
    daily: Daily | None = Field(None, description="The game of the day.")
    types: NamedMap[Name, list[Word]] = Field(default_factory=NamedMap, description="Enums and their words.")
    players: NamedMap[Name, Player] = Field(
        default_factory=NamedMap, description="In turn order; none: one player, `you`."
    )
    entities: NamedMap[Name, Entity] = Field(default_factory=NamedMap, description="Kinds of pieces.")
    boards: NamedMap[Name, Board] = Field(description="Sets of sites.")
    zones: NamedMap[Name, Zone] = Field(default_factory=NamedMap, description="Ordered places off the board.")
    tables: NamedMap[Name, Table] = Field(default_factory=NamedMap, description="Constants.")
    state: NamedMap[Name, Variable] = Field(default_factory=NamedMap, description="Variables.")
    define: NamedMap[Signature, Define] = Field(default_factory=NamedMap, description="Named expressions.")
    routines: NamedMap[Signature, Steps] = Field(default_factory=NamedMap, description="Named lists of steps.")
    setup: Steps = Field(default_factory=list, description="Steps before the first turn.")
    actions: NamedMap[Name, Action] = Field(description="What a player may do.")
    turns: Turns | None = Field(None, description="Order, phases, being stuck.")
    end_conditions: NamedMap[Name, EndCondition] = Field(description="How it ends, tested in this order.")
    ai: Ai | None = Field(None, description="How the computer plays.")
    assist: Assist | None = Field(None, description="Help for players.")
    view: View | None = Field(None, description="How it looks.")
    tutorial: Tutorial | None = Field(None, description="Lessons.")
    rules: NamedMap[Key, Rule] = Field(default_factory=NamedMap, description="The rules in words, by id.")
    acceptance: NamedMap[Key, AcceptanceTest] = Field(default_factory=NamedMap, description="Tests, by what they show.")
