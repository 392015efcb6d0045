"""What the checker reports: code, place, message and help, with one example for each kind of mistake."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from interpreter import loads
from interpreter.language.types import Type
from interpreter.spec.diagnostics import SpecError
from tests.interpreter.campaign.worlds import SQUARE

Mistake = tuple[str, str, str, str | None]
Find = Callable[..., list[Mistake]]
Types = Callable[[str], Type]
NONE = (
    "This may be none here.",
    "Test it with != none first, give default(…, …), or use sure(…) if it is always there.",
)
NUMBER_AS_CONDITION = (
    "A condition needs a flag, but this is a number.",
    "Write true, false or a condition such as ready.",
)

# Each expression with its mistakes: code, the text pointed at, message, help.
NAMES: dict[str, list[Mistake]] = {
    "nothing_here": [
        (
            "unknown-name",
            "nothing_here",
            "There is nothing called ‘nothing_here’ here.",
            "Put the text in quotes: \"'nothing_here'\".",
        )
    ],
    "grdi": [("unknown-name", "grdi", "There is nothing called ‘grdi’ here.", "Did you mean ‘grid’?")],
    "thinking": [
        (
            "not-visible",
            "thinking",
            "‘thinking’ is known only in view.",
            "Leave it out; only the view knows whether the computer thinks.",
        )
    ],
    "it": [
        (
            "not-visible",
            "it",
            "‘it’ is known only in where, seen_if, looks and the like.",
            "Write the name of the choice or of the loop.",
        )
    ],
    "amber": [
        (
            "word-out-of-place",
            "amber",
            "‘amber’ is a word of colour, which is not expected here.",
            "Its type must be clear from what is beside it, as in x.colour == amber.",
        )
    ],
    "men": [("missing-arguments", "men", "men takes player p.", "Write men(me).")],
    "list(x.lit for y in grid)": [
        (
            "unknown-name",
            "x",
            "There is nothing called ‘x’ here.",
            "Did you mean y? A new name is declared under state:, define: or settings:, or with let in steps.",
        )
    ],
}
SITES: dict[str, list[Mistake]] = {
    "a1": [("ambiguous-site", "a1", "‘a1’ is on several boards.", "Write the board first, as in grid.a1.")],
    "zz99": [
        (
            "no-such-site",
            "zz99",
            "No board has a site zz99.",
            "grid goes from a1 to e4. sea[white] goes from a1 to b2. sea[black] goes from a1 to b2. "
            "isle[2] goes from a1 to b1. isle[3] goes from a1 to b1.",
        )
    ],
    "grid.z9": [("no-such-site", "grid.z9", "Board grid has no site z9.", "grid goes from a1 to e4.")],
    "count.a1": [
        (
            "not-a-board",
            "count",
            "Only a board has a site a1; this is a number.",
            "Write the name of a board: grid, sea[…] or isle[…].",
        )
    ],
    "sea[me].z9": [
        (
            "no-such-site",
            "sea[me].z9",
            "Board sea has no site z9.",
            "grid goes from a1 to e4. sea[white] goes from a1 to b2. sea[black] goes from a1 to b2. "
            "isle[2] goes from a1 to b1. isle[3] goes from a1 to b1.",
        )
    ],
    "sea[leader].a1": [("may-be-none", "leader", *NONE)],
}
CALLS: dict[str, list[Mistake]] = {
    "nosuch(1)": [
        (
            "unknown-function",
            "nosuch",
            "There is no function nosuch().",
            "Define a function of your own under define:, as nosuch(…): ….",
        )
    ],
    "lenn(grid)": [("unknown-function", "lenn", "There is no function lenn().", "Did you mean ‘len’?")],
    "len()": [
        (
            "argument-count",
            "len()",
            "len takes 1 value; this gives 0.",
            "Call it as len(list | text).",
        )
    ],
    "len(grid, grid)": [
        (
            "argument-count",
            "len(grid, grid)",
            "len takes 1 value; this gives 2.",
            "Call it as len(list | text).",
        )
    ],
    "site(grid, 1)": [
        (
            "argument-count",
            "site(grid, 1)",
            "site takes 3 values; this gives 2.",
            "Call it as site(board, number, number).",
        )
    ],
    "first(1)": [("wrong-type", "1", "first needs a list, but this is a number.", "Did you mean 1..1?")],
    "len(3)": [
        ("wrong-type", "3", "len needs a list or text, but this is a number.", "It is a number already: write 3 alone.")
    ],
    "abs('a')": [
        (
            "wrong-type",
            "'a'",
            "abs needs a number, but this is a letter.",
            "Write a whole number such as score[me], count, goal_row or tally[…].",
        )
    ],
    "neighbours(white)": [
        (
            "wrong-type",
            "white",
            "neighbours needs a site or piece, but this is a player.",
            "Write a site, such as place or there or none.",
        )
    ],
    "ray(grid.a1, 3)": [
        (
            "wrong-type",
            "3",
            "ray needs a direction, but this is a number.",
            "Write north, northeast, east, southeast, south, southwest, west or northwest.",
        )
    ],
    "upper(3)": [
        (
            "wrong-type",
            "3",
            "upper needs a text or none, but this is a number.",
            "Did you mean '3'?",
        )
    ],
    "lines(pool, north)": [
        (
            "wrong-type",
            "pool",
            "lines needs a board, but this is a zone.",
            "Write the name of a board: grid, sea[…] or isle[…].",
        )
    ],
    "axes(3)": [
        (
            "wrong-type",
            "3",
            "axes needs a board, but this is a number.",
            "Write the name of a board: grid, sea[…] or isle[…].",
        )
    ],
    "fits(grid.a1, grid.a1)": [
        ("wrong-type", "grid.a1", "fits needs a piece, but this is a site.", "Did you mean grid.a1.man?")
    ],
    "empty(white)": [
        (
            "wrong-type",
            "white",
            "empty needs a site, a board or a zone, but this is a player.",
            "Write a site, such as place or there.",
        )
    ],
    "empty(place)": [("may-be-none", "place", *NONE)],
    "take(grid, last)": [("may-be-none", "last", *NONE)],
    "row(grid.a1, leader)": [("may-be-none", "leader", *NONE)],
    "turned(white, me)": [
        (
            "wrong-type",
            "white",
            "turned needs a direction, but this is a player.",
            "Write north, northeast, east, southeast, south, southwest, west or northwest.",
        )
    ],
    "sum(x.bid for x in grid)": [
        (
            "may-be-none",
            "x.bid",
            "sum does not accept none, and these values may be none.",
            "Test it with != none first, give default(…, …), or use sure(…) if it is always there.",
        )
    ],
    "max(x.bid for x in grid)": [
        (
            "may-be-none",
            "x.bid",
            "max does not accept none, and these values may be none.",
            "Test it with != none first, give default(…, …), or use sure(…) if it is always there.",
        )
    ],
    "axes(if ready then grid else grid)": [
        (
            "wrong-type",
            "if ready then grid else grid",
            "axes needs a board, but this is a list of sites.",
            "Write the name of a board: grid, sea[…] or isle[…].",
        )
    ],
}
NAMED_ARGUMENTS: dict[str, list[Mistake]] = {
    "values(number)": [
        (
            "no-values",
            "number",
            "A number has no list of values.",
            "Take player, direction, axis, pace, colour or taste.",
        )
    ],
    "values(nosuch)": [
        (
            "unknown-type",
            "nosuch",
            "values needs a type; there is none called ‘nosuch’.",
            "Take number, flag, text, letter, site, player, direction, axis, pace, colour, taste, man or ship.",
        )
    ],
    "pieces(grid, nosuch)": [
        ("unknown-kind", "nosuch", "pieces needs a kind of pieces; there is none called ‘nosuch’.", "Take man or ship.")
    ],
    "region(grid.a1, nosuch)": [
        ("unknown-region", "nosuch", "region needs a region; there is none called ‘nosuch’.", "There is only box.")
    ],
    "runs(grid, nosuch, 3)": [
        (
            "unknown-property",
            "nosuch",
            "runs needs a property; there is none called ‘nosuch’.",
            "There are lit, value, digit, rest, sign, spare, disc, tone, tint, goal, bid, low, "
            "note, foam, owner, king and others.",
        )
    ],
    "can(nosuch)": [
        ("unknown-action", "nosuch", "can needs an action; there is none called ‘nosuch’.", "There is only act.")
    ],
}
LOOPS: dict[str, list[Mistake]] = {
    "most(grid)": [("needs-loop", "most(grid)", "most needs a loop.", "End it with ‘for x in …’ inside the brackets.")],
    "prefix(x for x in grid)": [
        (
            "needs-while",
            "prefix(x for x in grid)",
            "prefix needs while.",
            "End it with ‘for x in … while …’ inside the brackets.",
        )
    ],
    "prefix(grid)": [
        (
            "needs-loop",
            "prefix(grid)",
            "prefix needs a loop.",
            "End it with ‘for x in … while …’ inside the brackets.",
        )
    ],
    "any(x.lit for x in grid while x.lit)": [
        (
            "misplaced-while",
            "x.lit",
            "while belongs in pairs_off, prefix, reach, span and walk; use if to filter.",
            "Write ‘if’ instead of ‘while’.",
        )
    ],
    "reach(x for x in grid while x.lit until x.lit)": [
        ("misplaced-while", "x.lit", "until belongs in prefix and walk.", "Write ‘if’, or leave it out.")
    ],
    "span(grid.a1, x for x in grid for y in grid while x.lit)": [
        (
            "one-loop",
            "for x in grid for y in grid while x.lit",
            "span takes one loop.",
            "Make one list of both first: for x in list(… for … for …).",
        )
    ],
    "span(grid.a1, x.man.site for x in grid while x.lit)": [
        (
            "plain-loop",
            "x.man.site",
            "span walks over the sites of a list as they are.",
            "Write x for x in … while ….",
        )
    ],
    "span(grid.a1, x for x in grid if x.lit while x.lit)": [
        ("plain-loop", "x", "span walks over the sites of a list as they are.", "Write x for x in … while ….")
    ],
    "abs(x for x in grid)": [("no-loop-here", "for x in grid", "abs takes no loop here.", "Call it as abs(number).")],
    "men(x for x in grid)": [
        (
            "no-loop-here",
            "for x in grid",
            "men takes no loop.",
            "Write list(… for … in …) inside the brackets.",
        )
    ],
    "list(x for x in 3)": [("not-a-list", "3", "A loop needs a list, but this is a number.", "Did you mean 1..3?")],
    "list(x for x in place)": [
        ("not-a-list", "place", "A loop needs a list, but this is a site or none.", "Did you mean list(place)?")
    ],
    "list(x for x in first(lines(place)))": [("may-be-none", "first(lines(place))", *NONE)],
}
DEFINES: dict[str, list[Mistake]] = {
    "men()": [("argument-count", "men()", "men takes 1 value; this gives 0.", "Call it as men(player p).")],
    "men(white, black)": [
        (
            "argument-count",
            "men(white, black)",
            "men takes 1 value; this gives 2.",
            "Call it as men(player p).",
        )
    ],
    "men(3)": [
        (
            "wrong-type",
            "3",
            "‘p’ of men needs a player, but this is a number.",
            "Write me, opponent, leader, white or black.",
        )
    ],
    "men(leader)": [("may-be-none", "leader", *NONE)],
    "is_lit(place)": [("may-be-none", "place", *NONE)],
    "near(grid.a1)": [
        (
            "argument-count",
            "near(grid.a1)",
            "near takes 2 values; this gives 1.",
            "Call it as near(site s, number n).",
        )
    ],
}
PROPERTIES: dict[str, list[Mistake]] = {
    "grid.a1.nosuch": [
        (
            "no-such-property",
            "nosuch",
            "A site has no ‘nosuch’.",
            "There are lit, value, digit, rest, sign, spare, disc, tone, tint, goal, bid, low, "
            "note, foam, man, ship and others.",
        )
    ],
    "grid.a1.lti": [("no-such-property", "lti", "A site has no ‘lti’.", "Did you mean ‘lit’?")],
    "white.lit": [("no-such-property", "lit", "A player has no ‘lit’.", "There is only title.")],
    "count.row": [
        ("no-such-property", "row", "A number has no ‘row’.", "Write count alone: a number has no properties.")
    ],
    "grid.lit": [
        (
            "list-has-no-property",
            "lit",
            "A list has no ‘lit’.",
            "Write any(x.lit for x in grid), all(…) for every one, or grid[1].lit for the first.",
        )
    ],
    "grid.row": [("list-has-no-property", "row", "A list has no ‘row’.", "Loop over it: list(x.row for x in grid).")],
    "pool.weight": [
        (
            "list-has-no-property",
            "weight",
            "A list has no ‘weight’.",
            "Loop over it: list(x.weight for x in pool).",
        )
    ],
    "place.lit.row": [
        ("no-such-property", "row", "A flag has no ‘row’.", "Write place.lit alone: a flag has no properties.")
    ],
}
ITEMS: dict[str, list[Mistake]] = {
    "count[1]": [("no-items", "count", "A number has no items.", "Write count alone.")],
    "white[1]": [("no-items", "white", "A player has no items.", "Write white alone.")],
    "grid['x']": [
        (
            "wrong-type",
            "'x'",
            "An index needs a number, but this is a letter.",
            "Write a whole number such as score[me], count, goal_row or tally[…].",
        )
    ],
    "score[1]": [
        ("wrong-type", "1", "This is indexed by a player, not by a number.", "Write score[…] with me, white or black.")
    ],
    "tally[white]": [
        (
            "wrong-type",
            "white",
            "This is indexed by a colour, not by a player.",
            "Write tally[…] with amber, blue or coral.",
        )
    ],
    "points[3]": [
        ("wrong-type", "3", "This is indexed by a letter, not by a number.", "Write one letter in quotes, such as 'a'.")
    ],
    "isle[count]": [
        (
            "no-such-entry",
            "count",
            "isle has 2..3; this number may be outside.",
            "Loop over its keys, or choose a number of exactly that range: from: with both ends.",
        )
    ],
    "isle[7]": [
        (
            "no-such-entry",
            "7",
            "isle has 2..3; this number may be outside.",
            "Loop over its keys, or choose a number of exactly that range: from: with both ends.",
        )
    ],
    "sea[leader]": [("may-be-none", "leader", *NONE)],
    "nested[amber]": [
        (
            "word-out-of-place",
            "amber",
            "‘amber’ is a word of colour, which is not expected here.",
            "Its type must be clear from what is beside it, as in x.colour == amber.",
        )
    ],
}
OPERATORS: dict[str, list[Mistake]] = {
    "1 + 'a'": [
        (
            "wrong-type",
            "1",
            "‘+’ needs a text, but this is a number.",
            "Did you mean '1'?",
        )
    ],
    "'a' + 1": [("wrong-type", "1", "‘+’ needs a text, but this is a number.", "Did you mean '1'?")],
    "grid + 1": [
        ("wrong-type", "1", "‘+’ needs a list of sites, but this is a number.", "Write a list, such as grid.")
    ],
    "grid + players": [
        (
            "wrong-type",
            "players",
            "‘+’ joins lists of one type; these are a board and a list of players.",
            "Write the name of a board: grid, sea[…] or isle[…].",
        )
    ],
    "1 - white": [
        (
            "wrong-type",
            "white",
            "‘-’ needs a number, but this is a player.",
            "Write a whole number such as score[me], count, goal_row or tally[…].",
        )
    ],
    "-white": [
        (
            "wrong-type",
            "white",
            "‘-’ needs a number, but this is a player.",
            "Write a whole number such as score[me], count, goal_row or tally[…].",
        )
    ],
    "grid.a1 * 2": [
        (
            "wrong-type",
            "grid.a1",
            "‘*’ needs a number, but this is a site.",
            "Did you mean grid.a1.value, grid.a1.digit, grid.a1.rest or grid.a1.bid?",
        )
    ],
    "last + 1": [("may-be-none", "last", *NONE)],
    "1 // 0": [("division-by-zero", "0", "This divides by zero.", "Divide by a number that is never 0.")],
    "5 % 0": [("division-by-zero", "0", "This divides by zero.", "Divide by a number that is never 0.")],
    "1..'a'": [
        (
            "wrong-type",
            "'a'",
            "‘..’ needs a number, but this is a letter.",
            "Write a whole number such as score[me], count, goal_row or tally[…].",
        )
    ],
    "99999999999999999999": [
        ("number-too-large", "99999999999999999999", "Numbers go up to 9007199254740992.", "Write a smaller number.")
    ],
}
COMPARISONS: dict[str, list[Mistake]] = {
    "place == 3": [
        (
            "cannot-compare",
            "place == 3",
            "You cannot compare a site or none with a number.",
            "Did you mean place.value == 3?",
        )
    ],
    "white == amber": [
        (
            "word-out-of-place",
            "amber",
            "‘amber’ is a word of colour, which is not expected here.",
            "Its type must be clear from what is beside it, as in x.colour == amber.",
        )
    ],
    "white == 'a'": [
        (
            "cannot-compare",
            "white == 'a'",
            "You cannot compare a player with a letter.",
            "Write me, opponent, leader, white or black.",
        )
    ],
    "first(pool) == grid.a1": [
        (
            "cannot-compare",
            "first(pool) == grid.a1",
            "You cannot compare a man or none with a site.",
            "Did you mean first(pool).home == grid.a1?",
        )
    ],
    "'ab' == 3": [
        ("cannot-compare", "'ab' == 3", "You cannot compare a text with a number.", "Did you mean len('ab') == 3?")
    ],
    "mood == red": [("unknown-name", "red", "There is nothing called ‘red’ here.", "Take amber, blue or coral.")],
    "mood == 'amber'": [("quoted-word", "'amber'", "‘amber’ is a word of colour.", "Write amber without quotes.")],
    "white < black": [
        (
            "wrong-type",
            "white",
            "‘<’ needs a number, but this is a player.",
            "Write a whole number such as score[me], count, goal_row or tally[…].",
        )
    ],
    "last < 3": [("may-be-none", "last", *NONE)],
    "3 in 4": [("not-a-list", "4", "‘in’ looks into a list or a text, but this is a number.", "Did you mean 1..4?")],
    "white in grid": [
        (
            "cannot-compare",
            "white",
            "This is a list of sites; a player is never in it.",
            "Write a site, such as place or there.",
        )
    ],
    "3 in 'abc'": [
        ("wrong-type", "3", "A text holds letters, but this is a number.", "Write one letter in quotes, such as 'a'.")
    ],
    "grid.a1 != none": [
        (
            "never-none",
            "grid.a1 != none",
            "This compares a site with none, but it is never none.",
            "For what it holds write grid.a1.spare != none.",
        )
    ],
}
CONDITIONS: dict[str, list[Mistake]] = {
    "if grid then 1 else 2": [
        ("not-a-flag", "grid", "A condition needs a flag, but this is a board.", "Did you mean len(grid) > 0?")
    ],
    "if 3 then 1 else 2": [("not-a-flag", "3", *NUMBER_AS_CONDITION)],
    "not place": [
        (
            "not-a-flag",
            "place",
            "A condition needs a flag, but this is a site or none.",
            "Did you mean place != none, place.lit, place.note or place.foam?",
        )
    ],
    "grid and true": [
        ("not-a-flag", "grid", "A condition needs a flag, but this is a board.", "Did you mean len(grid) > 0?")
    ],
    "true or 3": [("not-a-flag", "3", *NUMBER_AS_CONDITION)],
}
BRANCHES: dict[str, list[Mistake]] = {
    "if ready then 1 else 'a'": [
        (
            "wrong-type",
            "'a'",
            "One branch gives a number, the other a letter.",
            "Write a whole number such as score[me], count, goal_row or tally[…].",
        )
    ],
    "if ready then white else grid.a1": [
        ("wrong-type", "grid.a1", "One branch gives a player, the other a site.", "Did you mean grid.a1.disc?")
    ],
    "[1, 'a']": [
        (
            "mixed-list",
            "'a'",
            "This is a letter; an item before it is a number.",
            "Write a whole number such as score[me], count, goal_row or tally[…].",
        )
    ],
    "list(1, 'a')": [
        (
            "mixed-list",
            "'a'",
            "This is a letter; the values before it are numbers.",
            "Write a whole number such as score[me], count, goal_row or tally[…].",
        )
    ],
    "default(place, 3)": [
        (
            "mixed-list",
            "3",
            "This is a number; the values before it are sites.",
            "Write a site, such as place or there.",
        )
    ],
}
SHADOWING: dict[str, list[Mistake]] = {
    "let me = 1; me": [("shadowing", "me", "‘me’ has a fixed meaning.", "Choose another name.")],
    "let grid = 1; grid": [("shadowing", "grid", "‘grid’ is already the board in line 34.", "Choose another name.")],
    "let white = 1; white": [
        ("shadowing", "white", "‘white’ is already the player in line 13.", "Choose another name.")
    ],
    "let a = 1; let a = 2; a": [("shadowing", "a", "‘a’ is already the let in line 1.", "Choose another name.")],
    "list(count for count in grid)": [
        ("shadowing", "count", "‘count’ is already the variable in line 87.", "Choose another name.")
    ],
    "list(x for x in grid for x in grid)": [
        ("shadowing", "x", "‘x’ is already the loop name in line 1.", "Choose another name.")
    ],
    "let players = 1; players": [("shadowing", "players", "‘players’ has a fixed meaning.", "Choose another name.")],
}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        pair
        for group in (
            NAMES,
            SITES,
            CALLS,
            NAMED_ARGUMENTS,
            LOOPS,
            DEFINES,
            PROPERTIES,
            ITEMS,
            OPERATORS,
            COMPARISONS,
            CONDITIONS,
            BRANCHES,
            SHADOWING,
        )
        for pair in group.items()
    ],
)
def test_mistakes(text: str, wanted: list[Mistake], mistakes: Find) -> None:
    assert mistakes(text) == wanted


HEXES: dict[str, list[Mistake]] = {
    "opponent": [
        (
            "opponent",
            "opponent",
            "opponent needs exactly two players.",
            "Write list(p for p in players if p != me) for the others.",
        )
    ],
    "facing(red)": [
        (
            "facing",
            "facing(red)",
            "facing needs facing for every player.",
            "Write it beside each player: players: {name: {facing: north}}.",
        )
    ],
    "phase": [
        ("no-phases", "phase", "This game has no phases.", "Declare them under turns: phases:, or leave this out.")
    ],
    "row(field.a1, me)": [
        (
            "facing",
            "row(field.a1, me)",
            "row needs facing for every player.",
            "Write it beside each player: players: {name: {facing: north}}.",
        )
    ],
}


@pytest.mark.parametrize(("text", "wanted"), HEXES.items())
def test_what_a_game_lacks(text: str, wanted: list[Mistake], mistakes: Find) -> None:
    assert mistakes(text, "hexes") == wanted


WHOLE: dict[str, list[Mistake]] = {
    "grid": [("not-a-flag", "grid", "A condition needs a flag, but this is a board.", "Did you mean len(grid) > 0?")],
    "3": [("not-a-flag", "3", *NUMBER_AS_CONDITION)],
    "place": [
        (
            "not-a-flag",
            "place",
            "A condition needs a flag, but this is a site or none.",
            "Did you mean place != none, place.lit, place.note or place.foam?",
        )
    ],
    "word": [("not-a-flag", "word", "A condition needs a flag, but this is a text.", "Did you mean word == '…'?")],
}


@pytest.mark.parametrize(("text", "wanted"), WHOLE.items())
def test_conditions_are_flags(text: str, wanted: list[Mistake], mistakes: Find) -> None:
    assert mistakes(text, condition=True) == wanted


@pytest.mark.parametrize("text", ["ready", "won", "none", "place.lit", "place.man.king", "ready and won"])
def test_none_counts_as_false_in_a_condition(text: str, mistakes: Find) -> None:
    assert mistakes(text, condition=True) == []


def test_one_mistake_gives_one_message(mistakes: Find) -> None:
    assert [code for code, *_ in mistakes("len(nosuch.row + 1) > other[3]")] == [
        "unknown-name",
        "unknown-name",
    ]
    assert [code for code, *_ in mistakes("sum(x.nosuch + x.digit * x.nosuch for x in grid)")] == [
        "no-such-property"
    ] * 2
    assert [code for code, *_ in mistakes("nosuch(1, absent) == absent + 3")] == [
        "unknown-function",
        "unknown-name",
    ]


# Narrowing: what has been shown not to be none may be used.

NARROWED = [
    "last != none and last > 3",
    "none != last and last > 3",
    "not (last == none) and last > 3",
    "last == 3 and last + 1 > 2",
    "3 == last and last + 1 > 2",
    "last in 1..3 and last > 1",
    "last == none or last > 3",
    "not (last == none or last > 3) and last < 9",
    "if last != none then last + 1 else 0",
    "if last == none then 0 else last + 1",
    "list(x.bid + 1 for x in grid if x.bid != none)",
    "list(y for x in grid if x.goal != none for y in neighbours(x) if distance(x.goal, y) > 1)",
    "prefix(x.bid + 1 for x in grid while x.bid != none)",
    "place.man != none and place.row > 1",
    "place.man.king and place.man.weight > 1 and place.row > 1",
    "place.man.owner == me and score[place.man.owner] > 1",
    "score[me] > 0 and (mood == blue and tally[mood] > 0)",
    "slots[3] != none and tally[slots[3]] > 0",
    "grid[7] != none and grid[7].row > 0",
    "first(pool) != none and first(pool).weight > 0",
    "let s = place; s != none and s.row > 1",
    "limit != none and limit > 2",
    "if limit == none then 0 else limit + 1",
    "winner != none and score[winner] > 1",
    "prey != none and prey.weight > 1 and prey.site != none and prey.site.row > 1",
    "first(x for x in grid if x.lit) != none and first(y for y in grid if y.lit).row > 1",
    "grid[count + 1] != none and grid[count + 1].row > 0",
    "len(rack[me]) > 0 and first(rack[me]).weight > 1",
    "len(rack[me]) >= 2 and rack[me][2].weight > rack[me][1].weight",
    "0 < len(pool) and last(pool).weight > 1",
    "if len(pool) == 0 then 0 else first(pool).weight",
    "not empty(pool) and first(pool).weight > 1",
    "count(x for x in grid if x.lit) == 1 and first(x for x in grid if x.lit).row > 1",
    "let run = list(grid.a1) + ray(place, east); last(run).row > 1",
    "max(x.bid for x in grid if x.bid != none) != none and max(x.bid for x in grid if x.bid != none) > 2",
    "all(pool[i].weight > 1 for i in 1..len(pool))",
    "all(rack[me][i].weight > 1 for i in 1..len(rack[me]))",
    "all(pool[i].weight > pool[i + 1].weight for i in 1..len(pool) - 1)",
    "all(pool[i].weight > pool[i - 1].weight for i in 2..len(pool))",
    "all(pool[i].weight > 1 for i in 1..len(pool) // 2)",
    "all(pool[i].weight > 1 for i in 1..min(3, len(pool)))",
    "all(pool[i].weight > 1 for i in 1..9 if i <= len(pool))",
    "list(if len(pool) < i then 0 else pool[i].weight for i in 1..9)",
    "let lit = list(x for x in grid if x.lit); all(lit[i].row > 1 for i in 1..len(lit))",
    "all(list(x for x in grid if x.lit)[i].row > 1 for i in 1..len(list(y for y in grid if y.lit)))",
    "all([grid.a1, grid.b1, grid.c1][i].row > 1 for i in 1..3)",
    "let three = [grid.a1, grid.b1, grid.c1]; all(three[i].row > 1 for i in 1..3)",
    "len(pool) >= 3 and all(pool[i].weight > 1 for i in 1..3)",
    "let six = [grid.a1, grid.b1, grid.c1] + [grid.a2, grid.b2, grid.c2]; six[6].row > 1",
    "list([10, 20, 30][i] + 1 for i in 1..3)",
    "list(reversed([10, 20, 30])[i] + 1 for i in 1..3)",
]


@pytest.mark.parametrize("text", NARROWED)
def test_narrowing(text: str, mistakes: Find) -> None:
    assert mistakes(text) == []


NOT_NARROWED = [
    ("last != none or last > 3", "last"),
    (
        "last == leader_row and last > 3".replace("leader_row", "slots_row").replace("slots_row", "place.row"),
        "last",
    ),
    ("not (last != none) and last > 3", "last"),
    ("if last != none then 0 else last + 1", "last"),
    ("(last != none and ready) or last > 3", "last"),
    ("place != none and place.man.weight > 1", "place.man.weight"),
    ("list(x.bid + 1 for x in grid if x.bid != none or x.lit)", "x.bid"),
    ("list(x.bid + 1 for x in grid if any(y.bid != none for y in grid))", "x.bid"),
    ("let s = place; place != none and s.row > 1", "s.row"),
    (
        "first(x for x in grid if x.lit) != none and first(x for x in grid if not x.lit).row > 1",
        "first(x for x in grid if not x.lit).row",
    ),
    ("grid[count + 1] != none and grid[count + 2].row > 0", "grid[count + 2].row"),
    ("len(pool) >= 0 and first(pool).weight > 1", "first(pool).weight"),
    ("len(pool) > 0 and pool[2].weight > 1", "pool[2].weight"),
    ("len(pool) < 3 and first(pool).weight > 1", "first(pool).weight"),
    ("empty(pool) and first(pool).weight > 1", "first(pool).weight"),
    ("len(rack[me]) > 0 and first(rack[opponent]).weight > 1", "first(rack[opponent]).weight"),
    ("let run = ray(place, east); last(run).row > 1", "last(run).row"),
    ("all(pool[i].weight > 1 for i in 0..len(pool))", "pool[i].weight"),
    ("all(pool[i].weight > 1 for i in 1..len(pool) + 1)", "pool[i].weight"),
    ("all(pool[i + 1].weight > 1 for i in 1..len(pool))", "pool[i + 1].weight"),
    ("all(pool[i - 1].weight > 1 for i in 1..len(pool))", "pool[i - 1].weight"),
    ("all(pool[i + 2].weight > 1 for i in 1..len(pool) - 1)", "pool[i + 2].weight"),
    ("all(rack[opponent][i].weight > 1 for i in 1..len(rack[me]))", "rack[opponent][i].weight"),
    ("all(pool[i].weight > 1 for i in 0..9 if i <= len(pool))", "pool[i].weight"),
    ("all(pool[i].weight > 1 for i in 1..9 if i >= len(pool))", "pool[i].weight"),
    ("all([grid.a1, grid.b1][i].row > 1 for i in 1..3)", "[grid.a1, grid.b1][i].row"),
    ("len(pool) >= 2 and all(pool[i].weight > 1 for i in 1..3)", "pool[i].weight"),
    ("distinct([grid.a1, place, grid.b1])[2].row > 1", "distinct([grid.a1, place, grid.b1])[2].row"),
]


@pytest.mark.parametrize(("text", "place"), NOT_NARROWED)
def test_what_is_not_proved(text: str, place: str, mistakes: Find) -> None:
    assert mistakes(text) == [("may-be-none", place, *NONE)]


# Types

TYPES = {
    "3": "3..3",
    "2 + 3 * 4": "14..14",
    "grid.a1.digit + 1": "2..10",
    "grid.a1.digit * grid.a1.rest": "0..45",
    "count % 7": "0..6",
    "count + 1": "number",
    "len(grid)": "0..20",
    "'a'": "letter",
    "'ab'": "text",
    "word[1]": "letter or none",
    "word + 'a'": "text",
    "place.lit": "flag or none",
    "place.man": "man or none",
    "place.man.owner.title": "text or none",
    "there.lit": "flag",
    "there.man": "man or none",
    "score[me]": "number",
    "score[leader]": "number or none",
    "prizes[1]": "number",
    "prizes[6]": "number or none",
    "prizes[count]": "number or none",
    "names[coral]": "text",
    "steps[coral]": "number",
    "steps[mood]": "number or none",
    "levels[4]": "number",
    "nested[white][2]": "number",
    "nested[me][2]": "number or none",
    "stars[me].row": "1..4",
    "grid": "board",
    "pool": "zone",
    "rack[me]": "zone",
    "dock[3]": "zone",
    "list(x for x in grid)": "list site",
    "list(x.man for x in grid)": "list man",
    "lines(grid, north)": "list list site",
    "first(lines(grid, north))": "list site",
    "first(lines(place))": "list site or none",
    "sure(place)": "site",
    "last(ray(place, east) + [grid.a1])": "site",
    "first(ray(place, east))": "site or none",
    "last(reversed(list(grid.a1)))": "site",
    "last(list(place))": "site or none",
    "max(x.digit for x in grid)": "1..9",
    "max(x.digit for x in grid if x.lit)": "1..9 or none",
    "first(values(taste))": "taste",
    "max(n * n for n in 1..3)": "1..9",
    "min(grid.a1.digit, 20)": "1..9",
    "max(grid.a1.digit, 5)": "5..9",
    "grid.a1.digit // 2 + 1": "1..5",
    "-grid.a1.digit": "-9..-1",
    "(grid.a1.digit - 1) % 4": "0..3",
    "(grid.a1.digit - 1) % 40": "0..8",
    "[1, 2, 2] - [2]": "list 1..2",
    "grid - [grid.a1]": "list site",
    "opponent(me)": "player",
    "text(grid.a1.digit) + text(me)": "text",
    "first(onward(players, me, 1))": "player",
    "first(1..count)": "number or none",
    "most(x.digit for x in grid)": "site or none",
    "default(place, grid.a1)": "site",
    "if ready then place else grid.a1": "site or none",
    "if ready then 1 else 9": "1..9",
    "if ready then none else white": "player or none",
    "values(taste)": "list taste",
    "kind_of(place)": "colour",
    "twice('a')": "text",
    "twice(2)": "4..4",
    "heaviest": "man or none",
    "bonus": "1..9",
    "limit": "1..9 or none",
    "pace == slow": "flag",
    "1..3": "list 1..3",
    "let n = 3, m = n + 1; m": "4..4",
}


@pytest.mark.parametrize(("text", "wanted"), TYPES.items())
def test_types(text: str, wanted: str, type_of: Types) -> None:
    assert str(type_of(text)) == wanted


def test_the_lengths_of_lists_are_bounded(type_of: Types) -> None:
    bounds = {
        "list(x for x in grid)": 20,
        "list(y for x in grid for y in sea[me])": 80,
        "grid + grid": 40,
        "[white, black, white]": 3,
        "1..5": 5,
        "1..count": 1000,
        "5..1": 0,
        "neighbours(grid.a1)": 8,
        "rack[me]": 4,
        "players": 2,
        "values(colour)": 3,
    }
    assert {text: getattr(type_of(text), "most", None) for text in bounds} == bounds


# Words take their meaning from the expected type.

WORDS = [
    "mood == amber",
    "amber == mood",
    "mood != amber and slots[3] == blue",
    "mood in [amber, blue]",
    "default(mood, amber)",
    "if ready then mood else amber",
    "if ready then amber else mood",
    "tally[amber]",
    "grid.a1.tone == coral and pace == quick",
    "phase == opening",
    "list(mood, amber)",
    "count(x for x in grid if x.tone in [amber, coral])",
]


@pytest.mark.parametrize("text", WORDS)
def test_words_by_the_expected_type(text: str, mistakes: Find) -> None:
    assert mistakes(text) == []


# Defines


def spec_mistakes(define: str, where: str) -> list[tuple[str, str]]:
    """The mistakes of a spec whose action uses a define."""
    text = SQUARE.replace("define:\n", f"define:\n{define}").replace(
        "where: it.tint == none", f"where: {where} or it.tint == none"
    )
    try:
        loads(text, "square.yaml")
    except SpecError as problem:
        return [(found.code, found.message) for found in problem.diagnostics.errors]
    return []


def test_defines_cannot_recurse() -> None:
    assert spec_mistakes("  loop(n): loop(n + 1)\n", "loop(1) > 2") == [
        ("recursion", "loop calls itself through loop → loop.")
    ]
    found = spec_mistakes("  ping(n): pong(n) + 1\n  pong(n): ping(n) + 1\n", "ping(1) > 2")
    assert ("recursion", "ping calls itself through ping → pong → ping.") in found
    assert spec_mistakes("  alone: alone + 1\n", "alone > 2") == [
        ("recursion", "alone calls itself through alone → alone.")
    ]


def test_defines_are_typed_afresh_at_each_call() -> None:
    assert spec_mistakes("  both(a, b): a + b\n", "both(1, 2) > 2 and both('a', 'b') == 'ab'") == []
    assert [code for code, _ in spec_mistakes("  both(a, b): a + b\n", "both(1, 'b') > 2")] == ["wrong-type"]


def test_what_a_define_looks_for_may_be_used_once_it_is_known_to_be_there() -> None:
    lit, at = "  lit_one: first(x for x in grid if x.lit)\n", "  beyond(n): grid[n + 1]\n"
    assert spec_mistakes(lit, "lit_one != none and lit_one.row > 1") == []
    assert spec_mistakes(at, "beyond(turn_number) != none and beyond(turn_number).row > 1") == []
    assert [code for code, _ in spec_mistakes(lit, "lit_one.row > 1")] == ["may-be-none"]
    found = spec_mistakes(at, "beyond(turn_number) != none and beyond(it.row).row > 1")
    assert [code for code, _ in found] == ["may-be-none"]


@pytest.mark.parametrize(
    ("parameter", "warned"), [("site or none s", 0), ("s", 0), ("site s", 1)], ids=["optional", "untyped", "typed"]
)
def test_a_parameter_that_may_be_none_is_compared_with_it(parameter: str, warned: int) -> None:
    define = f"  here({parameter}): s == none or s.row > 1\n"
    text = SQUARE.replace("define:\n", f"define:\n{define}").replace("where: it.tint == none", "where: here(it)")
    codes = [found.code for found in loads(text, "square.yaml").diagnostics]
    assert codes.count("never-none") == warned


def test_a_define_sees_neither_choices_nor_loop_names() -> None:
    found = spec_mistakes("  peek: it.lit\n", "peek")
    assert ("not-visible", "‘it’ is known only in where, seen_if, looks and the like.") in found


def test_defines_that_grow_too_large_are_refused() -> None:
    names = [f"grow_{number}" for number in range(16)]
    grown = "".join(f"  {after}(n): {before}(n) + {before}(n)\n" for before, after in pairwise(names))
    found = spec_mistakes(f"  grow_0(n): n + n\n{grown}", "grow_15(turn_number) > 1")
    assert found[0] == ("too-large", "This expression grows too large when its defines are expanded.")
