"""The grammar: every construct, how tightly each operator binds, and where each node is in the file."""

from typing import Any

import pytest

from interpreter.language import nodes
from interpreter.language.parser import DEEPEST, LONGEST, parse
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Mapping, Scalar, Source
from interpreter.spec.reader import read


def scalar_of(text: str) -> Scalar:
    return Scalar(text, Source("test", text), 0, len(text))


def parsed(text: str, start: str = "expression") -> nodes.Node:
    diagnostics = Diagnostics()
    node = parse(scalar_of(text), start, diagnostics)
    assert list(diagnostics) == []
    assert node is not None
    return node


def shape(node: Any) -> Any:
    """A node as nested tuples: its class and contents, without places."""
    if isinstance(node, nodes.Node):
        places = ("scalar", "start", "end", "name_start")
        held = [getattr(node, name) for name in node.__dataclass_fields__ if name not in places]
        return (type(node).__name__, *(shape(part) for part in held))
    return [shape(part) for part in node] if isinstance(node, tuple) else node


A, B, C = ("Name", "a"), ("Name", "b"), ("Name", "c")


def binary(operator: str, left: Any, right: Any) -> Any:
    return ("Binary", operator, left, right)


ATOMS = [
    ("12", ("Number", 12)),
    ("007", ("Number", 7)),
    ("'red'", ("Text", "red")),
    ("''", ("Text", "")),
    ("'it''s'", ("Text", "it's")),
    ("''''", ("Text", "'")),
    ("'a \"b\" # c: d'", ("Text", 'a "b" # c: d')),
    ("true", ("Flag", True)),
    ("false", ("Flag", False)),
    ("none", ("Nothing",)),
    ("c4", ("SiteName", "c4")),
    ("aa12", ("SiteName", "aa12")),
    ("a1@top", ("SiteName", "a1@top")),
    ("a1@2", ("SiteName", "a1@2")),
    ("a", A),
    ("truest", ("Name", "truest")),
    ("nothing", ("Name", "nothing")),
    ("android", ("Name", "android")),
    ("inside", ("Name", "inside")),
    ("format", ("Name", "format")),
    ("c4_x", ("Name", "c4_x")),
    ("abc1", ("Name", "abc1")),
    ("a0", ("Name", "a0")),
    ("(a)", A),
    ("((a))", A),
    ("[]", ("ListLiteral", [])),
    ("[a]", ("ListLiteral", [A])),
    ("[a, [b]]", ("ListLiteral", [A, ("ListLiteral", [B])])),
    ("f()", ("Call", "f", [], None)),
    ("f(a)", ("Call", "f", [A], None)),
    ("list(a, b)", ("Call", "list", [A, B], None)),
    ("walk(a, b to c)", ("Call", "walk", [A, ("Route", "b", "c", None, None, None)], None)),
    (
        "walk(a, b to c in x while b until c)",
        ("Call", "walk", [A, ("Route", "b", "c", ("Name", "x"), B, C)], None),
    ),
    ("walk(a, to to to)", ("Call", "walk", [A, ("Route", "to", "to", None, None, None)], None)),
    ("f(to, to.b)", ("Call", "f", [("Name", "to"), ("Attribute", ("Name", "to"), "b")], None)),
    ("f(a or to not in b)", ("Call", "f", [("Binary", "or", A, ("Binary", "lacks", ("Name", "to"), B))], None)),
    ("a.b", ("Attribute", A, "b")),
    ("a.b.c", ("Attribute", ("Attribute", A, "b"), "c")),
    ("grid.a1", ("SiteOf", ("Name", "grid"), "a1")),
    ("sea[me].a1", ("SiteOf", ("Index", ("Name", "sea"), ("Name", "me")), "a1")),
    ("a[b]", ("Index", A, B)),
    ("a[b][c]", ("Index", ("Index", A, B), C)),
    ("f(a)[1].b", ("Attribute", ("Index", ("Call", "f", [A], None), ("Number", 1)), "b")),
    ("'ab'[1]", ("Index", ("Text", "ab"), ("Number", 1))),
]


@pytest.mark.parametrize(("text", "wanted"), ATOMS)
def test_atoms(text: str, wanted: Any) -> None:
    assert shape(parsed(text)) == wanted


OPERATORS = [
    ("a or b or c", binary("or", binary("or", A, B), C)),
    ("a or b and c", binary("or", A, binary("and", B, C))),
    ("a and b or c", binary("or", binary("and", A, B), C)),
    ("a and (b or c)", binary("and", A, binary("or", B, C))),
    ("not a and b", binary("and", ("Negation", A), B)),
    ("not not a", ("Negation", ("Negation", A))),
    ("not a == b", ("Negation", binary("==", A, B))),
    ("a == b and b != c", binary("and", binary("==", A, B), binary("!=", B, C))),
    ("a < b", binary("<", A, B)),
    ("a <= b", binary("<=", A, B)),
    ("a > b", binary(">", A, B)),
    ("a >= b", binary(">=", A, B)),
    ("a in b", binary("in", A, B)),
    ("a not in b", binary("lacks", A, B)),
    ("not a in b", ("Negation", binary("in", A, B))),
    ("a in b..c", binary("in", A, binary("..", B, C))),
    ("a == b..c", binary("==", A, binary("..", B, C))),
    ("a..b + c", binary("..", A, binary("+", B, C))),
    ("a + b..c", binary("..", binary("+", A, B), C)),
    ("1..9", binary("..", ("Number", 1), ("Number", 9))),
    ("a + b - c", binary("-", binary("+", A, B), C)),
    ("a - b - c", binary("-", binary("-", A, B), C)),
    ("a + b * c", binary("+", A, binary("*", B, C))),
    ("a * b + c", binary("+", binary("*", A, B), C)),
    ("a // b % c", binary("%", binary("//", A, B), C)),
    ("-a * b", binary("*", ("Negative", A), B)),
    ("a * -b", binary("*", A, ("Negative", B))),
    ("a - -b", binary("-", A, ("Negative", B))),
    ("- -a", ("Negative", ("Negative", A))),
    ("-a.b", ("Negative", ("Attribute", A, "b"))),
    ("-a[b]", ("Negative", ("Index", A, B))),
    ("a + b == c", binary("==", binary("+", A, B), C)),
    ("(a == b) == c", binary("==", binary("==", A, B), C)),
]


@pytest.mark.parametrize(("text", "wanted"), OPERATORS)
def test_operators_bind_in_their_order(text: str, wanted: Any) -> None:
    assert shape(parsed(text)) == wanted


def test_conditional_and_let() -> None:
    assert shape(parsed("if a then b else c")) == ("Conditional", A, B, C)
    assert shape(parsed("if a then b else if b then a else c")) == (
        "Conditional",
        A,
        B,
        ("Conditional", B, A, C),
    )
    assert shape(parsed("if a or b then a + b else c")) == (
        "Conditional",
        binary("or", A, B),
        binary("+", A, B),
        C,
    )
    assert shape(parsed("let n = a; n")) == ("LetIn", [("Binding", "n", A)], ("Name", "n"))
    assert shape(parsed("let n = a, m = if a then b else c; let k = n; k")) == (
        "LetIn",
        [("Binding", "n", A), ("Binding", "m", ("Conditional", A, B, C))],
        ("LetIn", [("Binding", "k", ("Name", "n"))], ("Name", "k")),
    )
    assert shape(parsed("f(let n = a; n)")) == (
        "Call",
        "f",
        [("LetIn", [("Binding", "n", A)], ("Name", "n"))],
        None,
    )
    assert shape(parsed("a[let n = b; n]")) == ("Index", A, ("LetIn", [("Binding", "n", B)], ("Name", "n")))


X = ("Name", "x")
TAILS = [
    ("any(x for x in a)", ("Call", "any", [X], ("Tail", [("Loop", "x", A, None)], None, None))),
    ("any(x for x in a if b)", ("Call", "any", [X], ("Tail", [("Loop", "x", A, B)], None, None))),
    (
        "any(x for y in a if b for x in y if c)",
        ("Call", "any", [X], ("Tail", [("Loop", "y", A, B), ("Loop", "x", ("Name", "y"), C)], None, None)),
    ),
    (
        "span(c, x for x in a while b)",
        ("Call", "span", [C, X], ("Tail", [("Loop", "x", A, None)], B, None)),
    ),
    (
        "prefix(x for x in a if b while b until c)",
        ("Call", "prefix", [X], ("Tail", [("Loop", "x", A, B)], B, C)),
    ),
    (
        "count(x for x in a or b)",
        ("Call", "count", [X], ("Tail", [("Loop", "x", binary("or", A, B), None)], None, None)),
    ),
    (
        "sum(if a then b else c for x in a)",
        ("Call", "sum", [("Conditional", A, B, C)], ("Tail", [("Loop", "x", A, None)], None, None)),
    ),
    ("prefix(x for x in a until b)", ("Call", "prefix", [X], ("Tail", [("Loop", "x", A, None)], None, B))),
]


@pytest.mark.parametrize(("text", "wanted"), TAILS)
def test_loops_in_calls(text: str, wanted: Any) -> None:
    assert shape(parsed(text)) == wanted


STARTS = [
    ("statement", "let n = a", ("LetStatement", "n", A)),
    ("statement", "a = b", ("Assignment", A, "=", B)),
    ("statement", "a.b += 1", ("Assignment", ("Attribute", A, "b"), "+=", ("Number", 1))),
    ("statement", "a[b] -= c", ("Assignment", ("Index", A, B), "-=", C)),
    ("statement", "a = b == c", ("Assignment", A, "=", binary("==", B, C))),
    (
        "statement",
        "c4.man = none",
        ("Assignment", ("Attribute", ("SiteName", "c4"), "man"), "=", ("Nothing",)),
    ),
    ("statement", "again", ("BareWord", "again")),
    ("loops", "x in a", ("Loops", [("Loop", "x", A, None)])),
    ("loops", "x in a if b, y in x", ("Loops", [("Loop", "x", A, B), ("Loop", "y", X, None)])),
    ("draw", "x in a", ("Draw", "x", A)),
    ("draw", "x in if a then b else c", ("Draw", "x", ("Conditional", A, B, C))),
    ("named_call", "tile", ("NamedCall", "tile", [])),
    ("named_call", "tile()", ("NamedCall", "tile", [])),
    (
        "named_call",
        "tile(n = a, m = 2)",
        ("NamedCall", "tile", [("NamedValue", "n", A), ("NamedValue", "m", ("Number", 2))]),
    ),
    ("plain_call", "flip", ("PlainCall", "flip", [])),
    ("plain_call", "flip()", ("PlainCall", "flip", [])),
    ("plain_call", "flip(a, b)", ("PlainCall", "flip", [A, B])),
    ("signature", "near", ("Signature", "near", [])),
    (
        "signature",
        "near(site s, n)",
        ("Signature", "near", [("Parameter", ("NamedType", "site"), "s"), ("Parameter", None, "n")]),
    ),
    (
        "signature",
        "near(site or none s, list site chain)",
        (
            "Signature",
            "near",
            [
                ("Parameter", ("OptionalType", ("NamedType", "site")), "s"),
                ("Parameter", ("ListType", ("NamedType", "site")), "chain"),
            ],
        ),
    ),
    ("type", "number", ("NamedType", "number")),
    ("type", "1..9", ("RangeType", ("Number", 1), ("Number", 9))),
    (
        "type",
        "-2..size * 2",
        ("RangeType", ("Negative", ("Number", 2)), binary("*", ("Name", "size"), ("Number", 2))),
    ),
    ("type", "player or none", ("OptionalType", ("NamedType", "player"))),
    ("type", "1..9 or none", ("OptionalType", ("RangeType", ("Number", 1), ("Number", 9)))),
    ("type", "list list site", ("ListType", ("ListType", ("NamedType", "site")))),
]


@pytest.mark.parametrize(("start", "text", "wanted"), STARTS)
def test_other_entry_points(start: str, text: str, wanted: Any) -> None:
    assert shape(parsed(text, start)) == wanted


def test_blanks_and_line_ends_do_not_matter() -> None:
    assert shape(parsed(" a\n +\t b ")) == binary("+", A, B)
    assert shape(parsed("not   in_x")) == ("Negation", ("Name", "in_x"))


# Places


def walk(node: nodes.Node) -> list[nodes.Node]:
    found = [node]
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, nodes.Node):
                found += walk(part)
    return found


def value_in(yaml: str) -> Scalar:
    diagnostics = Diagnostics()
    mapping = read(Source("test.yaml", yaml), diagnostics)
    assert list(diagnostics) == []
    assert isinstance(mapping, Mapping)
    value = next(iter(mapping.values()))
    assert isinstance(value, Scalar)
    return value


def test_every_node_knows_its_own_text() -> None:
    text = "let n = f(a, b.c[1]); if n > 2 and not x in [d, -e] then 'x y' else grid.a1"
    found = {type(node).__name__: node.source for node in walk(parsed(text))}
    assert found == {
        "LetIn": text,
        "Binding": "n = f(a, b.c[1])",
        "Call": "f(a, b.c[1])",
        "Index": "b.c[1]",
        "Attribute": "b.c",
        "Number": "2",
        "Conditional": "if n > 2 and not x in [d, -e] then 'x y' else grid.a1",
        "Binary": "x in [d, -e]",
        "Negation": "not x in [d, -e]",
        "ListLiteral": "[d, -e]",
        "Negative": "-e",
        "Text": "'x y'",
        "SiteOf": "grid.a1",
        "Name": "grid",
    }


def test_a_name_in_a_call_and_a_property_have_places() -> None:
    call = parsed("a + near(b)")
    assert isinstance(call, nodes.Binary)
    assert isinstance(call.right, nodes.Call)
    assert (call.right.name_span.text, call.right.name_span.column) == ("near", 5)
    attribute = parsed("grid.first.man")
    assert isinstance(attribute, nodes.Attribute)
    assert attribute.name_start == 11


PLACES = [
    ("plain", "when: a + bee\n", [("a + bee", 1, 7), ("a", 1, 7), ("bee", 1, 11)]),
    ("single", "when: 'f(''x'') + bee'\n", [("f(''x'') + bee", 1, 8), ("bee", 1, 19), ("''x''", 1, 10)]),
    ("double", 'when: "a\\u0020+ bee"\n', [("a\\u0020+ bee", 1, 8), ("bee", 1, 17)]),
    ("literal", "when: |\n  a +\n    bee\n", [("a +\n    bee", 2, 3), ("a", 2, 3), ("bee", 3, 5)]),
    ("folded", "when: >\n  a +\n  bee\n", [("a +\n  bee", 2, 3), ("a", 2, 3), ("bee", 3, 3)]),
    ("plain over lines", "when: a +\n  bee\n", [("a +\n  bee", 1, 7), ("bee", 2, 3)]),
    ("wide characters", "when: 'ö' + bee\n", [("bee", 1, 13)]),
]


@pytest.mark.parametrize(("style", "yaml", "wanted"), PLACES, ids=[style for style, _, _ in PLACES])
def test_places_in_every_style_of_scalar(style: str, yaml: str, wanted: list[tuple[str, int, int]]) -> None:
    if style == "wide characters":
        yaml = yaml.replace("'ö' + bee", "ab + bee  # ö")
        wanted = [("bee", 1, 12)]
    diagnostics = Diagnostics()
    node = parse(value_in(yaml), "expression", diagnostics)
    assert node is not None
    spans = [(part.span.text, part.span.line, part.span.column) for part in walk(node)]
    assert [place for place in wanted if place not in spans] == []


def test_equal_texts_at_different_places_keep_their_places() -> None:
    yaml = "one: a + b\ntwo: a + b\n"
    diagnostics = Diagnostics()
    mapping = read(Source("test.yaml", yaml), diagnostics)
    assert mapping is not None
    found = [parse(value, "expression", diagnostics) for value in mapping.values() if isinstance(value, Scalar)]
    assert [node.span.line for node in found if node is not None] == [1, 2]


# Limits


def test_long_texts_are_refused() -> None:
    diagnostics = Diagnostics()
    assert parse(scalar_of("1" + " + 1" * LONGEST), "expression", diagnostics) is None
    assert [(each.code, each.message) for each in diagnostics] == [
        ("too-long", f"This expression has {1 + 4 * LONGEST} characters; the limit is {LONGEST}.")
    ]


@pytest.mark.parametrize("opening", ["(", "[", "f(", "a["])
def test_deep_brackets_are_refused_where_they_get_too_deep(opening: str) -> None:
    text = opening * (DEEPEST + 1)
    diagnostics = Diagnostics()
    assert parse(scalar_of(text), "expression", diagnostics) is None
    (found,) = diagnostics
    assert (found.code, found.message) == ("too-deep", f"This is nested deeper than {DEEPEST}.")
    assert found.span is not None
    assert found.span.start == len(text) - 1


CHAINS = [
    "not " * 900 + "a",
    "-" * 3000 + "a",
    "if a then b else " * 230 + "c",
    "a" + "[1]" * 1300,
    "a" + " or a" * 700,
]


@pytest.mark.parametrize("text", CHAINS)
def test_long_chains_are_refused(text: str) -> None:
    diagnostics = Diagnostics()
    assert parse(scalar_of(text), "expression", diagnostics) is None
    assert [each.code for each in diagnostics] == ["too-deep"]


def test_chains_of_a_usual_length_are_fine() -> None:
    assert isinstance(parsed("a" + " + a" * 50), nodes.Binary)
    assert isinstance(parsed("not " * 50 + "a"), nodes.Negation)
