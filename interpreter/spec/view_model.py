"""The sections on how a game looks and how it is taught."""

from typing import Annotated

from pydantic import Field

from interpreter.spec.acceptance_model import Given
from interpreter.spec.nodes import NamedMap
from interpreter.spec.section import (
    Appearance,
    Colour,
    Expression,
    ExpressionOrList,
    Flag,
    Key,
    Name,
    Names,
    Section,
    SizeWithin,
    Template,
    Text,
    WholeWithin,
    Word,
    one_of,
)

COLOURS = (
    "red", "orange", "amber", "yellow", "green", "teal", "blue", "purple", "pink", "brown",
    "black", "white", "grey", "sand", "ivory", "shade", "highlight", "faint",
)  # fmt: skip
SHAPES = (
    "disc", "ring", "square", "tile", "diamond", "triangle", "star", "figure", "card", "back", "spike_up", "spike_down",
    "none",
)  # fmt: skip
MEN = ("king", "queen", "rook", "bishop", "knight", "pawn")
SUITS = ("clubs", "diamonds", "hearts", "spades")
RED_SUITS, BLACK_SUITS = ("diamonds", "hearts"), ("clubs", "spades")
ICONS = (
    "star", "dot", "cross", "crown", "flag", "lock", "arrow", "ring", "square", "diamond", "triangle", "mine", *MEN,
    *SUITS, "anchor", "bell", "bolt", "coin", "drop", "eye", "flame", "gem", "heart", "house", "key", "leaf", "moon",
    "mountain", "person", "shield", "ship", "skull", "sun", "sword", "tree",
)  # fmt: skip
FANS = ("down", "up", "left", "right")
BUTTONS = (
    "restart", "new_game", "undo", "redo", "hint", "clear", "settings", "scores", "rules", "tutorial", "daily", "menu",
)  # fmt: skip
"""The words that every theme knows: colours, shapes, icons with the men and the suits among them, ways in which piles
fan out, and the buttons that every game has."""


class PieceView(Section):
    """What is written on a piece."""

    face: Expression | None = Field(None, description="What it shows; `it` is the piece.")
    corner: Expression | None = Field(None, description="What it shows in small print in its corner.")


class Look(Section):
    """How a cell or piece looks when a condition holds."""

    when: Expression | None = Field(None, description="When the look applies; the first that does counts.")
    shape: Appearance | None = Field(
        None,
        description="disc, ring, square …; card and back: a playing card and its back; figure: the icon is the piece; "
        "spike_up and spike_down: a triangle as high as the cell; none: an icon or a face without a body. By default, "
        "a figure for a king, queen, rook, bishop, knight or pawn, otherwise a tile if something is written on it, "
        "else a disc.",
    )
    colour: Appearance | None = Field(None, description="A theme word, #rrggbb, or an expression.")
    pattern: Appearance | None = Field(None, description="A pattern that can be told apart without colour.")
    icon: Appearance | None = Field(None, description="A small picture.")
    face: Expression | None = Field(
        None,
        description="What is written on it; nothing if that is `none`. Default: the number or letter that "
        "it holds, once that differs from its starting value.",
    )
    pips: Expression | None = Field(
        None,
        description="A number, shown as that many icons instead of the face, as on dice; dots if no icon is named. "
        "More than 12 are written as a number, and `none` keeps the face.",
    )
    ink: Appearance | None = Field(
        None,
        description="The colour of the face, icon or pips, made lighter or darker until it can be read; default: "
        "whatever is easiest to read.",
    )
    show: Flag | None = Field(None, description="false: nothing is drawn.")


class Mark(Section):
    """A sign on a site of a board."""

    at: ExpressionOrList = Field(description="The site, or sites.")
    icon: Appearance | None = Field(None, description="A small picture.")
    text: Template | None = Field(
        None, description="A short text instead of a picture, until something is there; `it` is the site."
    )
    colour: Appearance | None = Field(None, description="A theme word, #rrggbb, or an expression; `it` is the site.")


class BorderView(Section):
    """How the edges or the corners of a board look."""

    looks: list[Look] | None = Field(
        None,
        description="Looks of the pieces on them, or of those with no or several kinds; the first that fits counts. "
        "By default, a bar or a post where a flag is true, a value has changed, or there is a piece.",
    )


Side = Annotated[Word, one_of("above", "below", "left", "right")]


class BoardView(Section):
    """How a board looks."""

    at: Side | None = Field(
        None,
        description="The side of the previous board on which this one is placed. If some boards say so, the others go "
        "to the right; if none does, they are arranged so that cells are as large as possible.",
    )
    as_: Annotated[Word, one_of("cells", "points")] | None = Field(
        None, alias="as", description="Whether pieces stand in cells, or on points: the crossings of lines."
    )
    title: Template | None = Field(
        None,
        description="The heading above it; default: its name if there are several boards. For boards with `per`, "
        "`it` is the owner.",
    )
    row_titles: list[Template] | None = Field(None, description="The labels to the left of its rows, from row 1.")
    column_titles: list[Template] | None = Field(None, description="The labels above its columns, from a.")
    coordinates: Flag = Field(True, description="Whether the names of columns and rows are shown.")
    margin: Annotated[int, WholeWithin(0, 100)] | None = Field(
        None,
        description="How many cells are drawn around those in use, which hold a piece or a value that has "
        "changed; default: the whole board. What can be chosen should lie within.",
    )
    cell_size: Annotated[int | tuple[int, int], SizeWithin(4, 1_000)] | None = Field(
        None,
        description="The size of a cell in pixels, or [width, height], where there is room; in a large window all "
        "sizes grow with it, and a board that would fill less than two thirds of its room grows too. By default, what "
        "suits the number of cells, upright where its pieces look like cards.",
    )
    fan: Expression | None = Field(
        None,
        description="Which way the pieces of a pile fan out: `down`, `up`, `left`, `right` or `none`, or an expression "
        "that gives one of them for the site `it`. By default, piles show their top.",
    )
    lines: Colour | None = Field(None, description="The colour of the lines; none draws no lines.")
    outline: Colour | None = Field(None, description="The colour of the outline.")
    valid: Colour | None = Field(None, description="The colour of legal choices.")
    last_move: Colour | None = Field(None, description="The colour of the last move.")
    borders: Name | None = Field(None, description="A region whose blocks get a stronger border.")
    marks: list[Mark] | None = Field(None, description="Signs on sites.")
    looks: list[Look] | None = Field(
        None,
        description="Looks of the pieces, or of the sites of a board with no or several kinds; the first that fits "
        "counts.",
    )
    cells: list[Look] | None = Field(None, description="Looks of the cells beneath the pieces; `it` is the cell.")
    edges: BorderView | None = Field(None, description="How its edges look.")
    corners: BorderView | None = Field(None, description="How its corners look.")


class ZoneView(Section):
    """How a zone looks."""

    when: Expression | None = Field(None, description="When it is shown; default: always.")
    at: Side | None = Field(None, description="Where it is drawn: on that side of all boards.")
    of: Expression | None = Field(None, description="Whose zone is shown.")
    as_: Annotated[Word, one_of("row", "counter")] | None = Field(
        None, alias="as", description="A row of pieces, or a counter."
    )
    label: Template | None = Field(
        None, description="The label beside it; for a zone with `per`, `it` is the owner: 'Hand of {it}'."
    )
    keep_gaps: Flag = Field(
        False, description="Whether the place of a piece that was taken stays empty until another piece fills it."
    )
    looks: list[Look] | None = Field(
        None,
        description="Looks of its pieces; the first that fits counts. By default, those of the board that holds such "
        "pieces, unless they refer to sites.",
    )


class Message(Section):
    """A line of the status; the first that applies is shown."""

    when: Expression | None = Field(None, description="When it is shown.")
    say: Template = Field(description="The text.")


class CallOut(Section):
    """What floats up for a moment when an event happens; `it` is the event."""

    when: Expression | None = Field(None, description="When it is called out; only the first that applies is.")
    say: Template = Field(description="The text: `+{it.points}`.")
    at: ExpressionOrList | None = Field(
        None,
        description="The sites or pieces over whose middle it appears. By default, those that the event names, "
        "those where something disappeared, or those that were chosen.",
    )


class ScoreColumn(Section):
    """One column of the scores."""

    title: Template | None = Field(None, description="Its heading.")
    events: Name = Field(description="The event that each line is about.")
    of: Name | None = Field(None, description="The player whose events are listed.")
    line: Template = Field(description="The line; `it` is the event.")
    total: Expression | None = Field(None, description="The number below.")


class Overlay(Section):
    """A card in front of the board."""

    title: Template | None = Field(None, description="Its heading.")
    text: Template | None = Field(None, description="Its text.")
    button: Template | None = Field(None, description="The text on the button that closes it.")
    buttons: Names | None = Field(None, description="What is offered.")
    after: Names | None = Field(
        None, description="For ready: the buttons after which it appears again; default: restart and new_game."
    )
    columns: list[ScoreColumn] | None = Field(None, description="Lists of events.")


class Result(Section):
    """The card at the end."""

    title: Template | None = Field(None, description="Its heading.")
    win: Template | None = Field(None, description="The text when the viewer has won.")
    lose: Template | None = Field(None, description="The text when the viewer has lost.")
    draw: Template | None = Field(None, description="The text of a draw.")
    over: Template | None = Field(None, description="The text when nobody wins or loses.")
    scores: Flag = Field(False, description="Whether the lists of the card `scores` are shown here too.")
    buttons: Names | None = Field(None, description="What is offered.")


class Overlays(Section):
    """Cards in front of the board."""

    ready: Overlay | None = Field(None, description="Before the game starts.")
    intro: Overlay | None = Field(None, description="When the game is played for the first time.")
    scores: Overlay | None = Field(None, description="The scores.")
    stuck: Overlay | None = Field(None, description="When the player is stuck and may recover.")
    result: Result | None = Field(None, description="At the end.")


class Share(Section):
    """What is added to a result that a player copies, below how the game ended. It reveals nothing about the game."""

    text: Template | None = Field(
        None, description="A line of text. It shows numbers and words of the spec, but no letters, pieces or places."
    )
    board: Name | None = Field(None, description="A board of squares that is drawn, row by row.")
    signs: NamedMap[Key, Expression] | None = Field(
        None,
        description="Signs such as 🟩 for the sites of that board, each with the condition for the site `it`; the "
        "first that fits counts. A row without any is left out.",
    )


class View(Section):
    """How a game looks."""

    colours: NamedMap[Key, Colour] | None = Field(None, description="Colours of players, enum words and theme names.")
    pieces: NamedMap[Name, PieceView] | None = Field(None, description="What is written on pieces, by kind.")
    boards: NamedMap[Name, BoardView] | None = Field(None, description="How boards look.")
    zones: NamedMap[Name, ZoneView] | None = Field(None, description="How zones look.")
    panels: NamedMap[Key, Expression] | None = Field(None, description="Values beside the board, by label.")
    status: list[Message] | None = Field(
        None,
        description="The line below the board: the first that fits. After the end, only lines whose `when` asks "
        "for `over`, `winner` or `won` count.",
    )
    log: NamedMap[Name, Template] | None = Field(
        None,
        description="What the log says about events; `it` is the event, and `none` says nothing. For an action, "
        "`none` leaves out its own line, for instance because its events say it better.",
    )
    animate: NamedMap[Name, Expression] | None = Field(
        None, description="For events and actions: how many milliseconds their stage takes, or sites to flash."
    )
    call_outs: NamedMap[Name, list[CallOut]] | None = Field(
        None, description="What is called out where something happens, by event: points, waves."
    )
    buttons: Names | None = Field(None, description="The buttons, in order.")
    menu: Names | None = Field(None, description="The entries of the menu, in order.")
    overlays: Overlays | None = Field(None, description="Cards in front of the board.")
    share: Share | None = Field(None, description="What is added to a result that a player copies.")


class Wait(Section):
    """What the learner must do."""

    one_of_fields = (("chosen", "action", "button", "used", "ended"),)

    chosen: Expression | None = Field(None, description="Choose this: `pair.a`.")
    action: Name | None = Field(None, description="Take this action.")
    button: Text | None = Field(None, description="Press the lesson's button with this text: `Next`.")
    used: Names | None = Field(None, description="Use these: undo, hint.")
    ended: Name | None = Field(None, description="Reach this end; until then anything may be done.")


class TutorialStep(Section):
    """One lesson."""

    given: Given | None = Field(None, description="The position that it starts from.")
    settings: NamedMap[Name, Word] | None = Field(None, description="Settings that change with it and stay changed.")
    say: Template = Field(description="What the learner is told.")
    show: ExpressionOrList | None = Field(None, description="Sites, pieces or a zone to highlight.")
    wait: Wait = Field(description="What the learner must do.")
    only: Expression | None = Field(
        None,
        description="Which of them count: it can read the choices of an awaited action, `draft`, and the position.",
    )
    nudge: Template | None = Field(None, description="What is said when something else is tried.")


class Tutorial(Section):
    """Lessons, in order."""

    level: Key | None = Field(None, description="The level that is played.")
    settings: NamedMap[Name, Word] | None = Field(None, description="Settings that are fixed.")
    steps: NamedMap[Name, TutorialStep] = Field(description="The lessons by name.")
