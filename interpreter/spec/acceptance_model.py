"""The sections on the rules in words and on the tests that hold a game to them."""

from pydantic import Field

from interpreter.spec.nodes import NamedMap
from interpreter.spec.section import (
    AnyNode,
    Expression,
    Flag,
    Key,
    Name,
    Section,
    Template,
    Text,
    Texts,
    Whole,
    Word,
)
from interpreter.spec.steps import Steps


class Rule(Section):
    """A rule in the player's words. A lone text is the rule."""

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
    random: NamedMap[Name, Text] | None = Field(None, description="What streams give, in order.")
    do: Steps | None = Field(None, description="Steps that make the position.")
    lesson: Name | None = Field(None, description="In tests: the lesson of the tutorial whose position it is.")
    first_time: Flag = Field(
        False, description="Whether the cards lie on the table that a new player finds there: ready and intro."
    )
    places: NamedMap[Key, AnyNode] = Field(
        description="Pictures of boards, or of a board's property (`grid.answer`), and symbols of zones."
    )


class Happening(Section):
    """Something that is done in a test: an action with its choices, undo, a bot, a click."""

    text_field = "name"
    entry_fields = ("name", "argument")
    known_entries = {
        "bot": "The computer moves for this player.",
        "hint": "A hint is asked for.",
        "life": "A life is used to go on after an end that offers it.",
        "restart": "The game begins again from the position of the test.",
        "think": "The computer has begun to think, until something else is done.",
        "set": "Settings that are changed during the game, with their new values.",
        "expect": "What must hold at this point, before the test goes on.",
        "click": "The site, piece or button that is clicked; of a card by what its button says.",
        "right_click": "The site or piece that is clicked with the right button.",
        "drag": "What is dragged {from: …, to: …}.",
        "hover": "The site or piece that the pointer rests on.",
        "key": "The key that is pressed.",
    }

    name: Word = Field(
        description="The action, or undo, redo, hint, life, restart, think, set, bot, play, expect, click, "
        "right_click, drag, hover, key."
    )
    argument: AnyNode | None = Field(None, description="Its choices in order, or by name.")


class Outcome(Section):
    """Something that must hold in the end: an expression, or a question with its answer."""

    text_field = "expression"
    entry_fields = ("name", "argument")
    known_entries = {
        "legal": "For each action exactly its legal moves, in any order, or how many.",
        "event": "An event that happened, with some of its fields.",
        "events": "Events that happened in this order.",
        "ended": "The end condition by which the game ended.",
        "refused": "The choice, check or require that refused the last action.",
        "says": "What the player was told.",
        "shows": "The sites that lit up with the refusal.",
        "unchanged": "Boards, zones or variables that are as before.",
        "looks": "How sites and pieces look: a colour for each, or {colour, shape, icon, pattern, face …}.",
        "panel": "What panels show, by label.",
        "zone": "How zones are shown: how many pieces they have, or {label, as, at, count, room}; none if one is not "
        "shown.",
        "board": "How boards are drawn: {lines, outline, valid, last_move, borders, cell_size, as, title, coordinates, "
        "row_titles, column_titles}.",
        "animate": "How the last action is shown: for events how many milliseconds their stage takes, or which "
        "sites flash in it.",
        "targets": "The sites and pieces that are lit because they can be chosen next, in any order, or none.",
        "preview": "What would hold after the move that the pointer is about to make, as in `then`; none if nothing is "
        "shown of it.",
        "settings": "What settings may be, each with its range or its options.",
        "computer": "How the computer plays under these settings: {plays, bot, depth, words, delay_ms, "
        "think_ms, value}.",
        "status": "What the status line says.",
        "button": "Whether buttons are enabled, disabled, or {disabled: why}, what they say: {title: text}, and what "
        "they ask first: {asks: text}.",
        "buttons": "The names of the buttons beside the board, in order.",
        "menu": "The names of what the menu offers, in order.",
        "lesson": "What a lesson of the tutorial says and lights now, and whether what was done is what it waits "
        "for: {name: {says, lights, done}}.",
        "log": "What the log says of the last action: a line, a list of lines, or none.",
        "overlay": "What cards say: ready, intro, scores, stuck, result; none if there is no such card now.",
        "card": "The card that lies on the table, or none: ready, intro, scores.",
        "draft": "What is half chosen.",
        "hint": "What the last hint says, none if there was none; or {says: text, does: the move that it is about}.",
    }

    expression: Expression | None = Field(None, description="An expression that must be true.")
    name: Word | None = Field(None, description="One of the questions, or the name of a board or zone.")
    argument: AnyNode | None = Field(None, description="What is expected.")


class AcceptanceTest(Section):
    """A test: given a position, when this is done, then that holds."""

    covers: Texts = Field(default_factory=list, description="The ids of the rules that it tests.")
    given: Given | None = Field(None, description="The position.")
    when: list[Happening] = Field(default_factory=list, description="What is done, in order.")
    then: list[Outcome] = Field(description="What holds afterwards.")
