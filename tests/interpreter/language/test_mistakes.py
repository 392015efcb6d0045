"""What a designer reads if an expression cannot be parsed."""

import pytest

from interpreter.language.parser import parse
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar, Source

# text, code, the text pointed at, message, help
Mistake = tuple[str, str, str, str, str | None]

NAME = "Names are lower case letters, digits and _, and start with a letter."
MISSING = "An operator or a comma is missing before it."

EXPRESSIONS: list[Mistake] = [
    ("a && b", "foreign-operator", "&&", "‘&&’ is not an operator.", "Write ‘and’."),
    ("a || b", "foreign-operator", "||", "‘||’ is not an operator.", "Write ‘or’."),
    ("a === b", "foreign-operator", "===", "‘===’ is not an operator.", "Write ‘==’."),
    ("a <> b", "foreign-operator", "<>", "‘<>’ is not an operator.", "Write ‘!=’."),
    ("a => b", "foreign-operator", "=>", "‘=>’ is not an operator.", "Write ‘>=’."),
    ("a =< b", "foreign-operator", "=<", "‘=<’ is not an operator.", "Write ‘<=’."),
    ("a ** 2", "foreign-operator", "**", "There are no powers.", "Multiply, or list the values in a table."),
    ("a++", "foreign-operator", "++", "‘++’ is not an operator.", "Write ‘+= 1’."),
    ("!a", "foreign-operator", "!", "‘!’ is not an operator.", "Write ‘not’."),
    ("a ? b : c", "foreign-operator", "?", "‘?’ is not an operator.", "Write ‘if … then … else …’."),
    ("a is b", "foreign-operator", "is", "‘is’ is not an operator.", "Write ‘==’."),
    ("a is not b", "foreign-operator", "is not", "‘is not’ is not an operator.", "Write ‘!=’."),
    ("a = b", "single-equals", "=", "‘=’ sets a value; it does not compare.", "Write ‘==’."),
    ("len(a = b)", "single-equals", "=", "‘=’ sets a value; it does not compare.", "Write ‘==’."),
    ("let n == 1; n", "double-equals", "==", "A let gives a name with ‘=’; ‘==’ compares.", "Write ‘=’."),
    ("a / b", "float", "/", "Numbers are whole.", "Divide with //."),
    ("1.5 * a", "float", "1.5", "Numbers are whole.", "Count in smaller units, such as halves or tenths."),
    ('a == "red"', "quotes", '"red"', "Put text in single quotes.", "Write 'red'."),
    ("a == 'red", "unclosed-quote", "'red", "This text has no closing quote.", "Close it with '."),
    ("(a + b", "unbalanced-bracket", "(", "‘(’ is never closed.", "Add ‘)’."),
    ("a[b", "unbalanced-bracket", "[", "‘[’ is never closed.", "Add ‘]’."),
    ("len(a))", "unbalanced-bracket", ")", "‘)’ closes nothing.", "Leave it out, or write ‘(’ before it."),
    ("(a]", "unbalanced-bracket", "]", "‘]’ does not close ‘(’.", "Write ‘)’."),
    ("len(')') + (a", "unbalanced-bracket", "(", "‘(’ is never closed.", "Add ‘)’."),
    ("1 < a < 9", "chained-comparison", "<", "Comparisons do not chain.", "Write ‘a < b and b < c’."),
    ("a == b == c", "chained-comparison", "==", "Comparisons do not chain.", "Write ‘a == b and b == c’."),
    ("Grid", "bad-name", "Grid", NAME, "Write ‘grid’."),
    ("it.theMan", "bad-name", "theMan", NAME, "Write ‘the_man’."),
    ("_hidden", "bad-name", "_hidden", NAME, "Write ‘hidden’."),
    ("höhe + 1", "bad-name", "höhe", NAME, "Choose another name."),
    ("a +", "unfinished", "+", "This expression is not finished.", "Something is missing after ‘+’."),
    ("a and not", "unfinished", "not", "This expression is not finished.", "Something is missing after ‘not’."),
    ("if a then b", "incomplete-if", "if", "This if has no else.", "Write ‘if … then … else …’."),
    ("if a b else c", "incomplete-if", "if", "This if has no then.", "Write ‘if … then … else …’."),
    ("a b", "unexpected", "b", "Several values are a list.", "Write list(a, b)."),
    ("len(a 3)", "unexpected", "3", "‘3’ does not fit here.", MISSING),
    (
        "(a) (b)",
        "unexpected",
        "(",
        "‘(’ does not fit here: an expression is expected.",
        "Leave it out, or write an expression in its place.",
    ),
    (
        "a or or b",
        "unexpected",
        "or",
        "‘or’ does not fit here: an expression is expected.",
        "Leave it out, or write an expression in its place.",
    ),
    (
        "a -> b",
        "unexpected",
        ">",
        "‘>’ does not fit here: an expression is expected.",
        "Leave it out, or write an expression in its place.",
    ),
    (
        "[a,]",
        "unexpected",
        "]",
        "‘]’ does not fit here: an expression is expected.",
        "Leave it out, or write an expression in its place.",
    ),
    (
        "{a}",
        "text-for-expression",
        "{a}",
        "Braces are filled in only in texts for players; this is an expression.",
        "Leave the braces out: write a.",
    ),
    ("{a: 1}", "unexpected-character", "{", "‘{’ is not allowed in an expression.", "Lists are written in [ ]."),
    ("a ≤ b", "unexpected-character", "≤", "‘≤’ is not allowed in an expression.", "Write ‘<=’."),
    ("a == “b”", "unexpected-character", "“", "‘“’ is not allowed in an expression.", "Write ‘'’."),
    ("a & b", "unexpected-character", "&", "‘&’ is not allowed in an expression.", "Write ‘and’."),
    ("$a", "unexpected-character", "$", "‘$’ is not allowed in an expression.", "Write the name alone."),
    ("[x for x in a]", "loop-in-list", "for", "A list in [ ] cannot have a loop.", "Write list(… for x in …)."),
    (
        "x for x in a",
        "loop-in-list",
        "for",
        "A loop must be inside the brackets of a function.",
        "Write list(… for x in …).",
    ),
    (
        "len(x while a)",
        "misplaced-while",
        "while",
        "‘while’ belongs at the end of prefix, reach, span and walk; use if to filter.",
        "Write ‘if’ to filter.",
    ),
]

OTHERS: list[tuple[str, Mistake]] = [
    (
        "statement",
        ("a == b", "comparison-as-step", "==", "A step sets a value with ‘=’; ‘==’ compares.", "Write ‘=’."),
    ),
    ("statement", ("a *= 2", "foreign-operator", "*=", "‘*=’ is not an operator.", "Write ‘x = x * n’.")),
    (
        "statement",
        (
            "a.b =",
            "unfinished",
            "=",
            "This is not finished: a step such as ‘x = y’ or ‘let n = y’ is expected.",
            "Something is missing after ‘=’.",
        ),
    ),
    (
        "loops",
        (
            "x in",
            "unfinished",
            "in",
            "This is not finished: a loop such as ‘x in grid’ is expected.",
            "Something is missing after ‘in’.",
        ),
    ),
    (
        "draw",
        (
            "x from grid",
            "unexpected",
            "from",
            "‘from’ does not fit here: a draw such as ‘x in grid’ is expected.",
            "Write ‘in’.",
        ),
    ),
    (
        "named_call",
        ("tile(n == 1)", "double-equals", "==", "A value is given with ‘=’; ‘==’ compares.", "Write ‘=’."),
    ),
    (
        "plain_call",
        (
            "flip a",
            "missing-brackets",
            "flip a",
            "flip takes its values in brackets.",
            "Write flip(a).",
        ),
    ),
    (
        "signature",
        (
            "near s",
            "unexpected",
            "s",
            "‘s’ does not fit here: a name, or one with parameters such as ‘near(site s)’ is expected.",
            "Leave it out, or write a name, or one with parameters such as ‘near(site s)’ in its place.",
        ),
    ),
    (
        "type",
        (
            "player or nobody",
            "unexpected",
            "nobody",
            "After ‘or’, a type can have only none.",
            "Write ‘or none’.",
        ),
    ),
]


def mistake(text: str, start: str) -> Mistake:
    diagnostics = Diagnostics()
    assert parse(Scalar(text, Source("test", text), 0, len(text)), start, diagnostics) is None
    (found,) = diagnostics
    assert found.span is not None
    return text, found.code, found.span.text, found.message, found.help


@pytest.mark.parametrize("wanted", EXPRESSIONS, ids=[wanted[0] for wanted in EXPRESSIONS])
def test_expressions(wanted: Mistake) -> None:
    assert mistake(wanted[0], "expression") == wanted


@pytest.mark.parametrize(("start", "wanted"), OTHERS, ids=[wanted[0] for _, wanted in OTHERS])
def test_other_entry_points(start: str, wanted: Mistake) -> None:
    assert mistake(wanted[0], start) == wanted


def test_the_second_comparison_is_pointed_at() -> None:
    diagnostics = Diagnostics()
    text = "1 < a and 2 <= a < 9"
    parse(Scalar(text, Source("test", text), 0, len(text)), "expression", diagnostics)
    (found,) = diagnostics
    assert found.span is not None
    assert (found.code, found.span.start, found.span.end) == ("chained-comparison", 17, 18)
