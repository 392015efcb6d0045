"""The shape of a spec: one model for each section of the language, in reading order."""

import re
from typing import Annotated, Any, TypeAlias

from pydantic import Discriminator, Field, Tag
from pydantic_core import PydanticCustomError

from interpreter.spec import section
from interpreter.spec.acceptance_model import AcceptanceTest, Equivalent, Equivalents, Given, Rule, ThenEntry, WhenEntry
from interpreter.spec.glyphs import SIGNS, stand_in
from interpreter.spec.nodes import Mapping, NamedMap, Scalar, Sequence
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
    Picture,
    RawNode,
    Section,
    Signature,
    Template,
    Text,
    TextKind,
    Type,
    Whole,
    WholeWithin,
    Word,
    one_of,
    refuse_dashes,
)
from interpreter.spec.settings_model import Daily, Setting
from interpreter.spec.step_model import STEP_ARGUMENTS, Step, StepArguments, Steps
from interpreter.spec.view_model import (
    BLACK_SUITS,
    BUTTONS,
    COLOURS,
    FANS,
    ICONS,
    MEN,
    RED_SUITS,
    SHAPES,
    SUITS,
    BoardView,
    BorderView,
    Look,
    Mark,
    Message,
    Overlay,
    Overlays,
    PieceView,
    Result,
    ScoreColumn,
    Share,
    Tutorial,
    TutorialStep,
    View,
    Wait,
    ZoneView,
)

__all__ = [
    "BLACK_SUITS",
    "BUTTONS",
    "COLOURS",
    "FANS",
    "ICONS",
    "KINDS",
    "MEN",
    "RED_SUITS",
    "SHAPES",
    "SIGNS",
    "STEP_ARGUMENTS",
    "SUITS",
    "AcceptanceTest",
    "Action",
    "Ai",
    "AiLevel",
    "AiRule",
    "Appearance",
    "Assist",
    "Board",
    "BoardView",
    "BorderView",
    "Borders",
    "BotOptions",
    "Case",
    "Check",
    "Choice",
    "Daily",
    "Define",
    "EndCondition",
    "Entity",
    "Equivalent",
    "Equivalents",
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
    "Pencil",
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
    "Share",
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
    "stand_in",
]

SEEN_BY = ("all", "owner", "nobody")
# A text that begins like this can only be meant as a letter table, as no expression does.
_LETTER_TABLE = re.compile(r"\s*(?:[^\W\d_]|\*)+[=:]-?[0-9]+(?:[\s,;]|$)")
BOTS = ("random", "search", "tree", "ranked", "solver")


class Property(Section):
    """A property of pieces or cells. A simple text is its type."""

    text_field = "is"
    exclusive_fields = (("seen_by", "seen_if"),)

    is_: Type = Field(alias="is", description="The type.")
    start: Expression | None = Field(None, description="The starting value; `it` is the piece or cell.")
    seen_by: Annotated[Word, one_of(*SEEN_BY)] | None = Field(None, description="Who may know it.")
    seen_if: Expression | None = Field(None, description="When the viewer `me` may know it, of the piece or cell `it`.")
    remembered: Flag = Field(False, description="Whether a player who has seen it still knows it later.")


class Footprint(Section):
    """The size of a piece in cells."""

    columns: Expression = Field(description="How many columns it covers.")
    rows: Expression = Field(description="How many rows it covers.")


class Entity(Section):
    """A kind of pieces and its properties."""

    open_field = "properties"

    footprint: Footprint | None = Field(None, description="The cells that a piece covers; default: one.")
    at_most: Expression | None = Field(None, description="The maximum number of them at once; default: no limit.")
    legend: NamedMap[Key, "LegendEntry"] | None = Field(
        None, description="What the symbols of these pieces stand for, on every board and in every zone."
    )
    cell: NamedMap[Name, Expression] | None = Field(None, description="Properties that the covered cells take on.")
    properties: NamedMap[Name, Property] = Field(description="Its properties by name.")


class LegendEntry(Section):
    """What a symbol of a picture stands for: words, or values of properties with `it` for the symbol."""

    text_field = "words"
    open_field = "properties"

    words: Text | None = Field(None, description="Kinds, flags and values, separated by spaces.")
    properties: NamedMap[Name, Expression] | None = Field(None, description="Values of properties.")

    @classmethod
    def hidden_fields(cls) -> tuple[str, ...]:
        return "words", "properties"


class Layer(Section):
    """One layer of a board in layers: columns and rows, or a picture of its sites."""

    exclusive_fields = (("columns", "picture"), ("rows", "picture"))

    columns: Expression | None = Field(None, description="How many columns it has.")
    rows: Expression | None = Field(None, description="How many rows it has.")
    picture: Text | None = Field(None, description="Its sites, drawn: `.` is a site, `-` is none.")
    offset: list[Expression] | None = Field(
        None, description="How far right and down it starts, as [x, y], in units of the footprint; default: [0, 0]."
    )
    beside: Key | None = Field(
        None, description="An earlier layer at the same height; by default it lies on top of all earlier ones."
    )


def _numbered(listed: Sequence) -> Mapping:
    """A list as a map by numbers, counting from 1."""
    named = Mapping(listed.source, listed.start, listed.end, listed.flow)
    for number, item in enumerate(listed, 1):
        named[Scalar(str(number), listed.source, item.start, item.end)] = item
    return named


class Layers(Section):
    """The layers of a board from the bottom up, by name; in a list they are called 1, 2 and so on."""

    open_field = "layers"
    list_field = "layers"

    layers: NamedMap[Key, Layer] = Field(description="The layers by name, the lowest first.")

    @classmethod
    def long_form(cls, node: Any) -> Any:
        return {"layers": _numbered(node)} if isinstance(node, Sequence) else super().long_form(node)


class Borders(Section):
    """The edges or the corners between the cells of a board, as sites of their own: `e4|e5` is an edge, `e4|f5` a
    corner."""

    holds: Names = Field(default_factory=list, description="The kinds of pieces that may stand on them.")
    cell: NamedMap[Name, Property] | None = Field(None, description="The properties of each.")
    rim: Flag = Field(False, description="Whether to include those around the outside of the board: `a1|west`.")
    legend: NamedMap[Key, LegendEntry] | None = Field(None, description="What symbols stand for.")
    start: Picture | None = Field(None, description="What is there before setup: symbols by site.")


class Board(Section):
    """A set of sites."""

    exclusive_fields = (("layers", "layouts"),)

    shape: Annotated[Word, one_of("square", "hex", "layers", "graph")] | None = Field(
        None, description="square (the default), hex, layers or graph."
    )
    columns: Expression | None = Field(None, description="How many columns; default: as in the picture.")
    rows: Expression | None = Field(None, description="How many rows; default: as in the picture.")
    wrap: Flag = Field(False, description="Whether opposite edges are joined.")
    neighbours: Annotated[Word, one_of("sides", "all")] | None = Field(
        None, description="sides (the default) or all; on square boards."
    )
    origin: Annotated[Word, one_of("top", "bottom")] | None = Field(
        None, description="Where row 1 is: top (the default) or bottom."
    )
    skip_i: Flag = Field(
        False, description="Whether to skip the letter i, which looks like a 1: column h is followed by j."
    )
    holds: Names = Field(default_factory=list, description="The kinds of pieces that may stand on it.")
    pile: Expression | None = Field(
        None, description="How many pieces a site may hold, one on top of the other; default: one."
    )
    per: Type | None = Field(None, description="One such board for each player, enum word or number.")
    regions: NamedMap[Name, list[Expression]] | None = Field(None, description="Blocks of [columns, rows] by name.")
    footprint: list[Expression] | None = Field(None, description="The size [x, y] of a site on layers.")
    layers: Layers | None = Field(None, description="The layers, the lowest first.")
    layouts: NamedMap[Name, Layers] | None = Field(None, description="Alternative sets of layers by name.")
    layout: Expression | None = Field(None, description="Which of the layouts is used: a setting.")
    lines: list[Text] | None = Field(None, description="The lines of a graph: sites separated by spaces.")
    sites: Text | None = Field(None, description="More sites of a graph, separated by spaces.")
    places: NamedMap[Key, list[Expression]] | None = Field(None, description="Where to draw sites, as [column, row].")
    cell: NamedMap[Name, Property] | None = Field(None, description="The properties of each site.")
    edges: Borders | None = Field(
        None, description="The edges between cells of squares or hexes as sites; `{}` if they have no properties."
    )
    corners: Borders | None = Field(None, description="The corners between the cells as sites.")
    legend: NamedMap[Key, LegendEntry] | None = Field(None, description="What the symbols of pictures stand for.")
    start: Picture | None = Field(None, description="The picture before setup.")

    @property
    def borders(self) -> dict[str, Borders]:
        """The edges and the corners, if they are sites."""
        return {part: each for part, each in (("edges", self.edges), ("corners", self.corners)) if each is not None}


class Zone(Section):
    """An ordered place for pieces off the board."""

    holds: Names = Field(description="The kinds of pieces that it takes.")
    per: Type | None = Field(None, description="One such zone for each player, enum word or number.")
    size: Expression | None = Field(None, description="How many pieces it takes; default: any number.")
    seen_by: Annotated[Word, one_of(*SEEN_BY)] | None = Field(
        None, description="Who may know the pieces: all (the default), owner or nobody."
    )


class TableTexts(Section):
    """Texts that are used as they are, by key; in a list the keys count from 1."""

    open_field = "entries"
    list_field = "entries"

    entries: NamedMap[Key, Text] = Field(description="The texts by key.")

    @classmethod
    def long_form(cls, node: Any) -> Any:
        if isinstance(node, Sequence):
            refuse_dashes(node)
            return {"entries": _numbered(node)}
        return super().long_form(node)


class Table(Section):
    """Constants: letters with numbers, a list, a map of values or of tables, texts, or a file."""

    open_field = "entries"
    text_field = "value"
    list_field = "items"

    value: Expression | None = Field(None, description="A single value.")
    letters: Text | None = Field(None, description="A letter table such as `AEIOU=1 DG=2 *=0`.")
    items: list[Expression] | None = Field(None, description="Values counted from 1.")
    texts: TableTexts | None = Field(None, description="Texts without quotes: `{texts: [A, 2, 3]}`, or by key.")
    file: Name | None = Field(
        None, description="The table is a file beside the spec or among the word lists, without `.yaml`."
    )
    entries: NamedMap[Key, "Table"] | None = Field(None, description="Values or tables by key.")

    @classmethod
    def hidden_fields(cls) -> tuple[str, ...]:
        return "value", "letters", "items", "entries"

    @classmethod
    def long_form(cls, node: Any) -> Any:
        if type(node) is Scalar and _LETTER_TABLE.match(node):
            return {"letters": node}
        if isinstance(node, Mapping) and list(node) in (["file"], ["texts"]):
            return node
        if isinstance(node, Mapping):
            return {"entries": node}
        return super().long_form(node)


BotName = Annotated[Scalar, TextKind("a word", schema={"anyOf": [{"enum": list(BOTS)}, {"type": "string"}]})]
"""The name of a bot."""


class Rank(Section):
    """One value by which moves are ranked."""

    one_of_fields = (("most", "least"),)

    most: Expression | None = Field(None, description="More of this is better.")
    least: Expression | None = Field(None, description="Less of this is better.")


class AiRule(Section):
    """One rule of a ranked bot; the first rule with a move counts."""

    when: Expression | None = Field(None, description="When the rule applies.")
    percent: Expression | None = Field(
        None, description="How often it then applies, as a percentage drawn at each move; default: always."
    )
    do: Name = Field(description="The action to take.")
    only: Expression | None = Field(None, description="Which moves are considered; it sees the action's choices.")
    rank: list[Rank] = Field(default_factory=list, description="The measures, the most important first.")


Depth = Annotated[int, WholeWithin(1, 100)]
Nodes = Annotated[int, WholeWithin(1, 10_000_000)]
Worlds = Annotated[int, WholeWithin(1, 1_000)]
Milliseconds = Annotated[int, WholeWithin(1, 600_000)]
Pause = Annotated[int, WholeWithin(0, 60_000)]


THINKING = (
    "How long it thinks at most, in milliseconds. Simulations, pictures and tests ignore it, so that they come "
    "out the same everywhere."
)


class BotOptions(Section):
    """How a bot plays."""

    bot: BotName | None = Field(None, description=f"{', '.join(BOTS)}, or a bot of a plugin.")
    depth: Depth | None = Field(None, description="How many turns search looks ahead: 1 is its own, to the end.")
    budget: Nodes | None = Field(None, description="How many actions it may try out before it chooses.")
    evaluate: Expression | None = Field(
        None, description="What search tries to make as large as possible, from the point of view of `me`."
    )
    luck: Annotated[Word, one_of("sampled", "own_move", "left_out")] | None = Field(
        None,
        description="How search deals with luck: sampled (the default), own_move (sampled for its own move only) or "
        "left_out (as if no refill came).",
    )
    worlds: Worlds | None = Field(
        None, description="How many possible worlds search samples when something is unknown."
    )
    slack: Expression | None = Field(
        None, description="How much worse than the best a move may be; search picks one of these at random."
    )
    rules: list[AiRule] | None = Field(None, description="The rules of ranked.")
    only: NamedMap[Name, Expression] | None = Field(None, description="For each action which moves are considered.")
    sees_all: Flag | None = Field(None, description="Whether a solver for hints may see what is hidden.")
    words: Annotated[Word, one_of("common", "wider", "all")] | None = Field(
        None, description="The words that it knows: common, wider or all. It uses others only if it must."
    )
    avoid_words: Annotated[Word, one_of("flagged", "none")] | None = Field(
        None, description="Words that it never plays: flagged (the default) or none."
    )
    think_ms: Milliseconds | None = Field(None, description=THINKING)


class AiLevel(BotOptions):
    """How a bot plays at one level; it replaces options of `ai`."""


class Ai(BotOptions):
    """How the computer plays."""

    plays: Names | None = Field(None, description="The players that it plays.")
    level: Expression | None = Field(None, description="The setting that names the level.")
    levels: NamedMap[Name, AiLevel] | None = Field(None, description="What differs at each level.")
    knows: NamedMap[Name, Expression] | None = Field(None, description="Streams that it may see ahead, and when.")
    delay_ms: Pause | None = Field(None, description="How long it waits before it acts.")
    limit_ms: Milliseconds | None = Field(None, description="How long it may take in all.")


class Limit(Section):
    """Help that may be used a limited number of times."""

    limit: Expression | None = Field(None, description="How often; none: without limit.")


class Hints(BotOptions):
    """Hints: how many, who gives them and what they are about."""

    limit: Expression | None = Field(None, description="How many; none: any number.")
    about: Names | None = Field(
        None, description="The actions that hints suggest, in order of preference; default: all."
    )
    undo_if: Expression | None = Field(
        None, description="When the hint is to undo the last step, because the game can no longer be won."
    )


class Pencil(Section):
    """Small marks that players write into empty cells for themselves. No rule sees them."""

    board: Name = Field(description="The board whose cells are marked.")
    marks: Type = Field(description="What may be written: a range such as 1..9, letter, or a type with words.")
    where: Expression | None = Field(
        None, description="Which cells may be marked; `it` is the cell. By default, those on which no piece stands."
    )
    candidates: Expression | None = Field(
        None, description="The list of marks that a cell, `it`, gets automatically if the player likes."
    )


class Assist(Section):
    """Help for players."""

    undo: Limit | None = Field(None, description="Taking moves back.")
    hints: Hints | None = Field(None, description="Showing a good move.")
    lives: Limit | None = Field(None, description="A way to carry on after being stuck.")
    preview: Names | None = Field(None, description="The actions whose result is previewed.")
    highlight: Expression | None = Field(None, description="Whether legal choices are highlighted.")
    pencil: Pencil | None = Field(None, description="Pencil marks in empty cells.")


class Player(Section):
    """Someone who takes turns."""

    title: Template | None = Field(None, description="What people call the player.")
    seat: Annotated[Word, one_of("person", "computer")] | None = Field(
        None, description="Who plays by default: person or computer."
    )
    facing: Name | None = Field(None, description="The direction in which the player looks.")


class Variable(Section):
    """Something that the game remembers. A simple value is its start."""

    text_field = "start"

    is_: Type | None = Field(None, alias="is", description="The type; default: that of the start value.")
    per: Type | None = Field(None, description="One for each player, enum word or number.")
    start: Expression | None = Field(None, description="The starting value.")


class Case(Section):
    """One case of a definition."""

    when: Expression | None = Field(None, description="When the case applies; the last case has none.")
    is_: Expression = Field(alias="is", description="The value in this case.")


class Define(Section):
    """A named expression: one for all cases, or a list of cases, of which the first that applies counts."""

    text_field = "is"
    list_field = "cases"
    takes_map = False

    is_: Expression | None = Field(None, alias="is", description="The value.")
    cases: list[Case] | None = Field(None, description="The cases in order.")

    @classmethod
    def long_form(cls, node: Any) -> Any:
        # A list of values is one mistake, not one for each of them that is no case.
        if isinstance(node, Sequence) and not any(isinstance(item, Mapping) for item in node):
            raise PydanticCustomError("shape", "shape", {"wanted": "an expression"})
        return super().long_form(node)


class RecordField(Section):
    """One part of a chosen record. A simple expression says what to choose from."""

    text_field = "from"

    from_: ExpressionOrList = Field(alias="from", description="What to choose from.")
    is_: Type | None = Field(None, alias="is", description="The type, if `from` lists bare words.")
    where: Expression | None = Field(None, description="Which candidates (it) are allowed.")
    else_: Template | None = Field(None, alias="else", description="What to tell the player otherwise.")
    title: Template | None = Field(
        None, description="The heading above the answers when it is chosen from a list; default: its name."
    )
    ask_if: Expression | None = Field(None, description="When the player is asked.")
    otherwise: Expression | None = Field(None, description="The value when nobody is asked.")


class Choice(Section):
    """Something that the player chooses. A simple expression says what to choose from."""

    text_field = "from"
    one_of_fields = (("from", "of"),)
    exclusive_fields = (
        ("many", "some"),
        *(("of", option) for option in ("where", "is", "ask_if", "otherwise", "alike")),
        *((option, "dead_end") for option in ("many", "some", "of")),
    )

    from_: ExpressionOrList | None = Field(None, alias="from", description="What to choose from.")
    is_: Type | None = Field(None, alias="is", description="The type, if `from` lists bare words.")
    where: Expression | None = Field(None, description="Which candidates (it) are allowed.")
    else_: Template | None = Field(None, alias="else", description="What to tell the player otherwise.")
    dead_end: Template | None = Field(
        None,
        description="What the player is told about a candidate (it) that is allowed but leads to no legal move. "
        "By default, that there is no legal move with it, and why if the reason is always the same.",
    )
    title: Template | None = Field(
        None, description="The heading above the answers when it is chosen from a list; default: its name."
    )
    ask_if: Expression | None = Field(None, description="When the player is asked; default: always.")
    otherwise: Expression | None = Field(None, description="The value when nobody is asked; default: none.")
    alike: Expression | None = Field(
        None, description="Pieces (it) for which this is equal are one choice, made with the first of them."
    )
    many: Expression | None = Field(None, description="How many are chosen, in the order chosen: `1..7`.")
    some: Expression | None = Field(None, description="How many are chosen, in any order: `0..5`.")
    of: NamedMap[Name, RecordField] | None = Field(None, description="The parts of each record that is chosen.")
    in_order: Flag = Field(False, description="Whether the parts of a record must be chosen in the order written.")


class Check(Section):
    """A condition that an action must meet, or one that its whole turn must lead to."""

    one_of_fields = (("check", "most", "least"),)

    check: Expression | None = Field(None, description="What must hold.")
    most: Expression | None = Field(
        None,
        description="What must be as large as possible when the turn ends, whichever way it goes on by `continue`.",
    )
    least: Expression | None = Field(None, description="What must be as small as possible when the turn ends.")
    else_: Template = Field(alias="else", description="What to tell the player otherwise.")
    show: ExpressionOrList | None = Field(None, description="Sites to highlight with the refusal.")


class Action(Section):
    """Something that a player may do."""

    title: Template | None = Field(None, description="What the button says.")
    confirm: Template | None = Field(
        None,
        description="A question that is asked first, then what would be lost: Resign? Bob wins. The button that goes "
        "ahead has the action's title.",
    )
    notation: Template | None = Field(None, description="How a move is written down.")
    hint: Template | None = Field(
        None,
        description="What a hint says to do; the sites and pieces that it chooses are highlighted. By default, "
        "the move as it is typed.",
    )
    clue: Template | None = Field(
        None,
        description="What a hint says first, before it gives the move: You can make {word}. By default, where to look, "
        "with the first thing to choose highlighted.",
    )
    only_if: Expression | None = Field(
        None, description="A condition over settings: if it fails, the action does not exist."
    )
    follows: Names | None = Field(
        None, description="The actions that it may follow; it can be done only to continue one of them."
    )
    forced: Template | None = Field(None, description="While it is possible, other actions are refused with this text.")
    gesture: Annotated[Word, one_of("drag", "click", "right_click")] | None = Field(
        None,
        description="How it is made if two actions could be meant. right_click: with the right mouse button, with "
        "Shift+Enter, or with its button and then a click.",
    )
    choose: NamedMap[Name, Choice] = Field(default_factory=NamedMap, description="The choices in order.")
    symmetric: Flag = Field(
        False, description="Whether swapping the first two choices gives the same move: a, b and b, a."
    )
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
        None, description="Tested when the phase would begin; if it fails, the phase is skipped."
    )
    until: Expression | None = Field(None, description="Tested when a turn ends; if it holds, the next phase begins.")
    next: Name | None = Field(None, description="The phase that comes after it.")
    begin: Steps | None = Field(None, description="Steps when a turn begins, in place of those of `turns`.")
    end: Steps | None = Field(None, description="Steps when a turn ends, in place of those of `turns`.")
    after: Steps | None = Field(None, description="Steps when everyone has chosen.")
    else_: Template | None = Field(
        None, alias="else", description="What is said when an action of another phase is tried."
    )


class Turns(Section):
    """The order of turns, what happens when one begins and ends, phases, and what happens to a player who is stuck."""

    order: Names | None = Field(None, description="The players in turn order; default: as in players.")
    first: Expression | None = Field(
        None,
        description="Who begins, worked out once after setup; by default, or if it is none, the first in turn order.",
    )
    begin: Steps | None = Field(
        None,
        description="Steps when a turn begins; `me` is the player whose turn it is, and the step `end` may end "
        "the game.",
    )
    end: Steps | None = Field(
        None, description="Steps when a turn ends; `me` has moved, and end conditions without `after` are tested again."
    )
    when_stuck: StuckRule | None = Field(
        None,
        description="pass, lose, win, draw, or steps before passing; `again` among them gives the same player the "
        "next turn, too.",
    )
    phases: NamedMap[Name, Phase] | None = Field(None, description="The phases; the first named is the first.")


class EndCondition(Section):
    """A way in which the game ends. `me` has just moved, and `to_move` still names that player."""

    exclusive_fields = (("winner", "won"),)

    after: Name | None = Field(
        None,
        description="Tested only right after this action, whose choices it can read; `turn`: only when a turn "
        "ends, not while it goes on by `continue`.",
    )
    when: Expression | None = Field(None, description="When it ends; default: by the step `end`.")
    winner: Expression | None = Field(None, description="With several players: the winner, or none for a draw.")
    won: Expression | None = Field(None, description="With one player: true or false.")
    payoff: Expression | None = Field(
        None,
        description="What each player `it` gets, as a number: computer players aim for it. Without `winner`, "
        "whoever gets the most wins.",
    )
    recover: list[Annotated[Word, one_of("undo", "life")]] | None = Field(
        None, description="What is offered first; the end counts once none of these is left."
    )
    say: Template | None = Field(None, description="What players are told.")


KINDS = ("board_game", "word_game", "puzzle", "cards_and_dice")
"""What a game may be: lists of games have a heading for each, in this order."""
Minutes = Annotated[int, WholeWithin(1, 600)]


class Spec(Section):
    """A game: its rules, its looks and its tests."""

    game: Name = Field(description="The id, which is the name of the file.")
    title: Template = Field(description="What people call the game.")
    about: Template | None = Field(None, description="A paragraph about it.")
    kind: Annotated[Word, one_of(*KINDS)] | None = Field(
        None, description="What sort of game it is. Lists of games have a heading for each."
    )
    also_called: Annotated[list[Text], OneOrMany()] = Field(
        default_factory=list,
        description="Other names that people know it by; searches find them. A variant does not inherit them.",
    )
    minutes: Minutes | None = Field(None, description="About how many minutes a game takes.")
    seed: Whole | None = Field(
        None, description="The seed of the first game; New game draws another. By default the first game draws one too."
    )
    lexicon: Name | None = Field(None, description="The word list.")
    extends: Name | None = Field(None, description="The game of which this is a variant.")
    settings: NamedMap[Name, Setting] = Field(
        default_factory=NamedMap, description="What a player or a variant may change."
    )
    levels: NamedMap[Key, NamedMap[Key, AnyNode]] = Field(
        default_factory=NamedMap,
        description="Named sets of settings and board pictures; the first is the default.",
    )
    daily: Daily | None = Field(
        None,
        description="The game of the day. Every one-player game with luck has one; this sets its level and "
        "settings, or `none` for no daily game.",
    )
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
    turns: Turns | None = Field(None, description="Order, beginning and end, phases, being stuck.")
    end_conditions: NamedMap[Name, EndCondition] = Field(description="How it ends, tested in this order.")
    ai: Ai | None = Field(None, description="How the computer plays.")
    assist: Assist | None = Field(None, description="Help for players.")
    view: View | None = Field(None, description="How it looks.")
    tutorial: Tutorial | None = Field(None, description="Lessons.")
    how_to_play: NamedMap[Key, Template] = Field(
        default_factory=NamedMap, description="What players read, by heading: the goal, a turn, the end, tips."
    )
    rules: NamedMap[Key, Rule] = Field(default_factory=NamedMap, description="The rules in words, by id.")
    acceptance: NamedMap[Key, AcceptanceTest] = Field(default_factory=NamedMap, description="Tests, by what they show.")

    def all_boards(self) -> NamedMap[Scalar, Board | Borders]:
        """Every board by its name, each followed by its edges and corners: `grid`, `grid.edges`, `grid.corners`."""
        found: NamedMap[Scalar, Board | Borders] = NamedMap()
        for name, board in self.boards.items():
            found[name] = board
            for part, borders in board.borders.items():
                span = borders.span
                found[Scalar(f"{name}.{part}", span.source, span.start, span.end)] = borders
        return found
