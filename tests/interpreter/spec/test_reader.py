"""From YAML to nodes: what they hold, where they are, and what is refused."""

import copy
import pickle
from collections.abc import Callable

import pytest

from interpreter.spec import catalogue, reader
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence, Source
from interpreter.spec.reader import decode, read

ReadYaml = Callable[[str], Mapping]
Mistakes = Callable[[str], list[tuple[str, int, int, str, str, str | None]]]


@pytest.mark.parametrize(
    "written", ["no", "on", "012", "12:30", "1e3", "~", "null", "true", "0x1F", ".5", "2001-01-01"]
)
def test_scalars_are_texts(read_yaml: ReadYaml, written: str) -> None:
    value = read_yaml(f"a: {written}\n").get("a")
    assert type(value) is Scalar
    assert str(value) == written


def test_nodes_know_where_they_stand(read_yaml: ReadYaml) -> None:
    node = read_yaml("a:\n  - {b: c d}\n  - 'e'\nf: |\n  g\n\nh: \"i\"\n")
    key, other, last = node
    assert (key.span.line, key.span.column, other.span.line, last.span.line) == (1, 1, 4, 7)
    items = node[key]
    assert isinstance(items, Sequence)
    assert (items.span.text, items.flow) == ("- {b: c d}\n  - 'e'", False)
    inner = items[0]
    assert isinstance(inner, Mapping)
    assert (inner.span.text, inner.flow) == ("{b: c d}", True)
    value = inner.get("b")
    assert isinstance(value, Scalar)
    assert (value.span.text, value.style, value.flow) == ("c d", "plain", True)
    assert [(node[k].span.text, node[k].style) for k in (other, last)] == [
        ("|\n  g", "literal"),
        ('"i"', "double"),
    ]
    assert (items[1].span.text, items[1].style, items[1].flow) == ("'e'", "single", False)
    assert node.span.text == "a:\n  - {b: c d}\n  - 'e'\nf: |\n  g\n\nh: \"i\""


def test_a_key_is_found_as_it_stands(read_yaml: ReadYaml) -> None:
    node = read_yaml("a: b\nc: d\n")
    key = node.key("c")
    assert key is not None
    assert key.span.line == 2
    assert node.key("e") is None
    assert node.get("e") is None


def test_nodes_can_be_copied_and_pickled(read_yaml: ReadYaml) -> None:
    node = read_yaml("a: [b, 'c']\n")
    for other in (copy.deepcopy(node), pickle.loads(pickle.dumps(node))):
        assert flattened(other) == flattened(node)
        assert other.span.text == "a: [b, 'c']"


ALIAS = "YAML tags and aliases are not allowed."
NO_COLON = "This line is neither ‘name: value’ nor part of a text."
QUOTES = "Put a text in quotes; begin an expression with something else."
REFUSED = [
    ("a: 1\nb: 2\na: 3\n", ("duplicate-key", 3, 1, "a", "‘a’ appears here twice.", "The first is in line 1.")),
    (
        "a: &x b\n",
        (
            "yaml-anchor",
            1,
            4,
            "&x",
            "YAML anchors are not allowed.",
            "Put the text in quotes, or write it out where it is used.",
        ),
    ),
    ("a: *x\n", ("yaml-alias", 1, 4, "*x", ALIAS, "Put a text that begins with ‘*’ in quotes.")),
    ("a: !x b\n", ("yaml-tag", 1, 4, "!", "‘!’ is not an operator.", "Write ‘not x b’.")),
    ("a: !x!y b\n", ("yaml-tag", 1, 4, "!x!y", ALIAS, "Put the text in quotes, or write it out.")),
    (
        "a:\n  <<: b\n",
        ("merge-key", 2, 3, "<<", "YAML merge keys are not allowed.", "Use ‘extends’ for variants."),
    ),
    (
        "a: b\n---\nc: d\n",
        (
            "several-documents",
            2,
            1,
            "---",
            "A file holds one spec; ‘---’ begins another.",
            "Put it into a file of its own.",
        ),
    ),
    (
        "%YAML 1.1\n---\na: b\n",
        ("yaml-directive", 1, 1, "%YAML 1.1", "YAML directives are not allowed.", "Leave the line out."),
    ),
    ("a:\n\tb: c\n", ("tab", 2, 1, "\t", "Tabs are not allowed.", "Indent with spaces.")),
    (
        "\ta:\n\tb: c\n",
        ("tab", 1, 1, "\t", "Tabs are not allowed.", "Indent with spaces. 1 more line has tabs."),
    ),
    (
        "a:\nb: c\n",
        (
            "empty-value",
            1,
            1,
            "a",
            "‘a’ has no value.",
            "Write a value after the colon, indent what belongs to it below it, or leave the name out.",
        ),
    ),
    (
        "a: {b}\n",
        ("empty-value", 1, 5, "b", "‘b’ has no value.", "Write a value after the colon, or leave the name out."),
    ),
    ("a: {b:c}\n", ("empty-value", 1, 5, "b:c", "‘b:c’ has no value.", "Write a space after the colon.")),
    (
        "a:\n  -\n  - b\n",
        ("empty-value", 2, 3, "-", "This item has no value.", "Write one after ‘-’, or leave the line out."),
    ),
    ("a: [b, , c]\n", ("empty-value", 1, 8, ",", "A value is missing here.", "Write it, or leave the name out.")),
    (
        "a: b\x00\n",
        ("control-character", 1, 5, "\x00", "The character U+0000 is not allowed in a spec.", "Delete it."),
    ),
    (
        "a: b\u202e\n",
        ("control-character", 1, 5, "\u202e", "The character U+202E is not allowed in a spec.", "Delete it."),
    ),
    (
        'a: "\\0"\n',
        ("control-character", 1, 4, '"\\0"', "The character U+0000 is not allowed in a spec.", "Leave it out."),
    ),
    (
        "- a\n",
        (
            "not-a-map",
            1,
            1,
            "- a",
            "A spec is a map: it begins with ‘game: name’.",
            "Write ‘game: my_game’ in the first line.",
        ),
    ),
    (
        "",
        (
            "not-a-map",
            1,
            1,
            "",
            "A spec is a map: it begins with ‘game: name’.",
            "Write ‘game: my_game’ in the first line.",
        ),
    ),
    (
        "# a\n",
        (
            "not-a-map",
            1,
            1,
            "# a",
            "A spec is a map: it begins with ‘game: name’.",
            "Write ‘game: my_game’ in the first line.",
        ),
    ),
    (
        "a: " + "[" * 41 + "]" * 41,
        (
            "too-deep",
            1,
            43,
            "[",
            "Lists and maps may be nested up to 40 deep; this is deeper.",
            "Split it: a variant may extend another spec.",
        ),
    ),
    (
        "a: {when: f(a, b)}\n",
        (
            "comma-in-flow",
            1,
            11,
            "f(a, b)",
            "YAML cut this at its comma.",
            "Put the expression in quotes: 'f(a, b)'.",
        ),
    ),
    (
        "a: [f(a, b)]\n",
        (
            "comma-in-flow",
            1,
            5,
            "f(a, b)",
            "YAML cut this at its comma.",
            "Put the expression in quotes: 'f(a, b)'.",
        ),
    ),
    (
        "a: {b: x[1]}\n",
        (
            "flow-brackets",
            1,
            9,
            "[",
            "YAML begins a list at this ‘[’.",
            "Put the expression in quotes: 'x[1]'.",
        ),
    ),
    (
        "a: {b: f(c, d, g(e, h)) and i, j: k}\n",
        (
            "comma-in-flow",
            1,
            8,
            "f(c, d, g(e, h)) and i",
            "YAML cut this at its comma.",
            "Put the expression in quotes: 'f(c, d, g(e, h)) and i'.",
        ),
    ),
    (
        "a: [b, f(c, d, g(e, h)), i]\n",
        (
            "comma-in-flow",
            1,
            8,
            "f(c, d, g(e, h))",
            "YAML cut this at its comma.",
            "Put the expression in quotes: 'f(c, d, g(e, h))'.",
        ),
    ),
    (
        "a: {b: f(c, d, d}\n",
        ("unbalanced-bracket", 1, 9, "(", "‘(’ is never closed.", "Write 'f(c)', in quotes."),
    ),
    (
        "? [a]\n: b\n",
        (
            "key-shape",
            1,
            3,
            "[",
            "A list cannot be a name.",
            "Put a text that begins with ‘{’ or ‘[’ in quotes.",
        ),
    ),
    (": b\n", ("empty-key", 1, 1, ":", "A name is missing before this ‘:’.", "Write the name, or leave the ‘:’ out.")),
    (
        "a: b: c\n",
        (
            "colon-in-value",
            1,
            5,
            ":",
            "‘: ’ is not allowed inside a value.",
            "Write ‘a: {b: c}’, or put a text in quotes.",
        ),
    ),
    (
        "a: b\n  c: d\n",
        (
            "indentation",
            2,
            3,
            "c",
            "This name is indented as if it belonged to the text in the line above.",
            "Indent it like its neighbours, or check the line above.",
        ),
    ),
    (
        "a:\n    b: 1\n  c: 2\n",
        (
            "indentation",
            3,
            3,
            "c: 2",
            "This line fits none of the blocks above; check its indentation.",
            "Indent it like the lines that it belongs to.",
        ),
    ),
    (
        "a:\n  - b\n  c: d\n",
        (
            "indentation",
            3,
            3,
            "c: d",
            "The list that begins in line 2 goes on with ‘- ’ in the same column; this does not.",
            "Indent it further if it belongs to the item above, or begin it with ‘- ’.",
        ),
    ),
    (
        "a: b\n...\nc\n",
        (
            "indentation",
            3,
            1,
            "c",
            "Nothing may follow the spec.",
            "Indent it below the name that it belongs to, or leave it out.",
        ),
    ),
    (
        "a: b\nfoo\nc: d\n",
        ("no-colon", 2, 1, "foo", NO_COLON, "Write ‘foo:’ with a colon."),
    ),
    (
        "foo\na: b\n",
        ("no-colon", 1, 1, "foo", NO_COLON, "Write ‘foo:’ with a colon."),
    ),
    ("a: @b\n", ("bad-start", 1, 4, "@", "A value cannot begin with ‘@’.", QUOTES)),
    ("a: %b\n", ("bad-start", 1, 4, "%", "A value cannot begin with ‘%’.", QUOTES)),
    ("a: * b\n", ("bad-start", 1, 4, "*", "A value cannot begin with ‘*’.", QUOTES)),
    ("a: ? b\n", ("bad-start", 1, 4, "?", "A value cannot begin with ‘?’.", QUOTES)),
    (
        "a: [b, c] + d\n",
        (
            "bad-start",
            1,
            4,
            "[b, c] + d",
            "YAML ended the value at the bracket; an expression must not begin with one.",
            "Write list(a, b) for [a, b].",
        ),
    ),
    (
        "a: 'b' in c\n",
        (
            "bad-start",
            1,
            8,
            "in c",
            "YAML ended the value at the quote; an expression must not begin with one.",
            "Turn the expression around, or put all of it in the other kind of quotes.",
        ),
    ),
    (
        "a: {b} points\n",
        (
            "bad-start",
            1,
            4,
            "{b} points",
            "YAML ended the value at the brace; a text that begins with one needs quotes.",
            "Write '{b} points'.",
        ),
    ),
    ("a: 'b\nc: d\n", ("open-quote", 1, 4, "'", "This ' is never closed.", "Write 'b'.")),
    ('a: "b\nc: d\n', ("open-quote", 1, 4, '"', 'This " is never closed.', 'Write "b".')),
    ("a: [b, c\nd: e\n", ("open-bracket", 1, 4, "[", "This ‘[’ is never closed.", "Write ‘]’ at the end of the line.")),
    ("a: {b: c", ("open-bracket", 1, 4, "{", "This ‘{’ is never closed.", "Write ‘}’ at the end of the line.")),
    (
        "a: {b: [x]y}\n",
        (
            "open-bracket",
            1,
            11,
            "y}",
            "‘{’ begins a YAML map; a comma or ‘}’ is missing here.",
            "Write a comma or ‘}’ before it.",
        ),
    ),
    (
        "- 'a' = 1\n",
        (
            "bad-start",
            1,
            7,
            "= 1",
            "YAML ended the value at the quote; an expression must not begin with one.",
            "Turn the expression around, or put all of it in the other kind of quotes.",
        ),
    ),
    ("a: ]\n", ("stray-bracket", 1, 4, "]", "This ‘]’ closes nothing.", "Leave it out.")),
    (
        'a: "\\q"\n',
        ("bad-escape", 1, 5, "\\q", "‘\\q’ means nothing in double quotes.", "Use single quotes."),
    ),
    (
        "a: | b\n  c\n",
        (
            "block-text",
            1,
            4,
            "| b",
            "Nothing may follow ‘|’ on its line.",
            "The text begins on the next line, indented.",
        ),
    ),
    (
        "a: - b\n",
        (
            "yaml-list",
            1,
            4,
            "-",
            "A list begins on the line below its name.",
            "Break the line before ‘- ’, or write [a, b].",
        ),
    ),
]


@pytest.mark.parametrize("parser", ["c", "python"])
@pytest.mark.parametrize(("text", "expected"), REFUSED, ids=[repr(text[:20]) for text, _ in REFUSED])
def test_refused(
    mistakes_in_yaml: Mistakes, monkeypatch: pytest.MonkeyPatch, text: str, expected: object, parser: str
) -> None:
    if parser == "python":
        monkeypatch.setattr(reader, "_c_parser", lambda: None)
    assert mistakes_in_yaml(text) == [expected]


def test_all_mistakes_come_in_one_run(mistakes_in_yaml: Mistakes) -> None:
    found = mistakes_in_yaml("a: 1\na: 2\nb:\nc: *d\ne: !f g\n")
    assert [(code, line) for code, line, *_ in found] == [
        ("duplicate-key", 2),
        ("empty-value", 3),
        ("yaml-alias", 4),
        ("yaml-tag", 5),
    ]


def test_a_value_that_lacks_quotes_does_not_hide_the_mistakes_after_it(mistakes_in_yaml: Mistakes) -> None:
    found = mistakes_in_yaml("a: {b: x[1], c: y[2]}\nd:\ne: {f: g[h], i: j}\nk: 'It's late.'\nl: {m: n[1]}\n")
    assert [(code, line, column, marked) for code, line, column, marked, *_ in found] == [
        ("flow-brackets", 1, 9, "["),
        ("flow-brackets", 1, 18, "["),
        ("empty-value", 2, 1, "d"),
        ("flow-brackets", 3, 9, "["),
        ("quote-in-text", 4, 7, "'"),
        ("flow-brackets", 5, 9, "["),
    ]
    assert found[4][-1] == 'Write "It\'s late.".'


def test_too_many_values(mistakes_in_yaml: Mistakes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MOST_NODES", 5)
    assert mistakes_in_yaml("a: 1\nb: 2\nc: 3\n") == [
        (
            "too-large",
            3,
            1,
            "c",
            "A spec may have up to 5 values; this has more.",
            "Split it: a variant may extend another spec.",
        )
    ]


def test_deep_nesting_is_refused_before_it_can_hurt(mistakes_in_yaml: Mistakes) -> None:
    assert [found[0] for found in mistakes_in_yaml("a: " + "[" * 100_000)] == ["too-deep"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a: " + b"b" * (1 << 20), ("too-large", 1, 1, "A spec may have up to 1 MiB; this file is larger.")),
        (b"a: b\nc: \xff\n", ("not-utf8", 2, 4, "The file is not UTF-8 text from here on.")),
    ],
)
def test_bytes_that_are_no_spec(data: bytes, expected: object) -> None:
    diagnostics = Diagnostics()
    assert decode("a.yaml", data, diagnostics) is None
    [found] = diagnostics
    assert found.span is not None
    assert (found.code, found.span.line, found.span.column, found.message) == expected


def test_line_ends_and_the_byte_order_mark_are_evened_out() -> None:
    source = decode("a.yaml", b"\xef\xbb\xbfa: b\r\nc: |\r\n  d\r\n", Diagnostics())
    assert source is not None
    assert source.text == "a: b\nc: |\n  d\n"


def flattened(node: Node) -> object:
    """A node as plain values with everything that is known about its place."""
    if isinstance(node, Mapping):
        entries = [(flattened(key), flattened(value)) for key, value in node.items()]
        return ("map", node.start, node.end, node.flow, entries)
    if isinstance(node, Sequence):
        return ("list", node.start, node.end, node.flow, [flattened(item) for item in node])
    return ("text", str(node), node.start, node.end, node.style, node.flow)


def test_both_parsers_give_the_same_nodes(monkeypatch: pytest.MonkeyPatch, small_spec: str) -> None:
    texts = [
        small_spec,
        "a: >\n  b\n\n  c\n\n\nd: |+\n  e\n\n# f\ng: h\n  i # j\nk: {l: [m, 'n'], o: \"p\n  q\"}\n",
        *(path.read_text("utf-8") for path in catalogue.shipped().values()),
    ]
    for text in texts:
        source = Source("test.yaml", text)
        first = read(source, Diagnostics())
        with monkeypatch.context() as patch:
            patch.setattr(reader, "_c_parser", lambda: None)
            second = read(source, Diagnostics())
        assert first is not None
        assert second is not None
        assert flattened(first) == flattened(second)
