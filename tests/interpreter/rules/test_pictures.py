"""Pictures: symbols with their spans, extents, and what is on each site."""

from textwrap import indent
from typing import Literal

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from interpreter.boards import BoardShape, Layer, Topology, build
from interpreter.rules.pictures import extent, one, placed, symbols
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar, Source, Style

Origin = Literal["top", "bottom"]
ORIGINS: tuple[Origin, ...] = ("top", "bottom")
STYLES: dict[str | None, Style] = {None: "plain", "'": "single", '"': "double", "|": "literal", ">": "folded"}


def scalar(text: str) -> Scalar:
    """The value of the only entry of a YAML text."""
    node = yaml.compose(text)
    value = node.value[0][1]
    source = Source("game.yaml", text)
    return Scalar(value.value, source, value.start_mark.index, value.end_mark.index, STYLES[value.style])


def picture(rows: str) -> Scalar:
    """A picture in block style, as specs write it."""
    return scalar("grid: |2\n" + indent(rows, "  ") + "\n")


def texts(drawn: Scalar, parted: bool | None = None) -> list[list[str]]:
    return [[symbol.text for symbol in row] for row in symbols(drawn, parted)]


class Placing:
    """A picture put on a board: the symbol of each named site, and the reports."""

    def __init__(
        self, topology: Topology, rows: str, at: str = "", layer: str | None = None, wide: bool = False
    ) -> None:
        board = next(iter(topology.boards.values()))
        drawn = picture(rows)
        self.found = Diagnostics()
        pairs = placed(
            board,
            topology,
            symbols(drawn),
            self.found,
            drawn.span,
            at=board.by_name[at] if at else 0,
            layer=layer,
            width=len if wide else one,
        )
        self.symbols = " ".join(f"{topology.names[site]}={symbol.text}" for site, symbol in pairs)
        self.reports = [(report.code, report.message) for report in self.found]
        self.marked = [report.span.text for report in self.found if report.span is not None]
        self.lines = [report.span.line for report in self.found if report.span is not None]


@pytest.fixture
def grid() -> Topology:
    return build([BoardShape("grid", columns=3, rows=2)])


def test_one_character_a_site() -> None:
    assert texts(picture("ab.\n-?c")) == [["a", "b", "."], ["-", "?", "c"]]


def test_a_blank_in_any_row_parts_symbols_in_all() -> None:
    assert texts(picture("CA T S\nING")) == [["CA", "T", "S"], ["ING"]]


def test_symbols_of_a_word_game_can_be_parted_without_a_blank() -> None:
    assert texts(picture("CA")) == [["C", "A"]]
    assert texts(picture("CA"), parted=True) == [["CA"]]
    assert texts(picture("C A"), parted=False) == [["C", "A"]]


def test_rows_of_hexes_may_lean() -> None:
    assert texts(picture("a b\n c d")) == [["a", "b"], ["c", "d"]]
    assert texts(picture("ab\n cd")) == [["a", "b"], ["c", "d"]]


def test_blank_lines_around_do_not_count_but_inside_they_do() -> None:
    assert texts(picture("\nab\n\ncd\n\n")) == [["a", "b"], [], ["c", "d"]]
    assert texts(scalar("grid: ''")) == []


@pytest.mark.parametrize("text", ["grid: ab.\n", "grid: 'ab.'\n", 'grid: "ab."\n', "grid: |\n  ab.\n"])
def test_spans_are_exact_in_every_style(text: str) -> None:
    row = symbols(scalar(text))[0]
    assert [symbol.span.text for symbol in row] == ["a", "b", "."]
    assert [symbol.span.start for symbol in row] == [text.index("a"), text.index("b"), text.index(".")]


def test_spans_of_parted_symbols() -> None:
    span = symbols(picture("CA T\n. ING"))[1][1].span
    assert (span.text, span.line, span.column) == ("ING", 3, 5)


def test_the_extent_counts_columns_rows_and_holes() -> None:
    rows = symbols(picture("--a\nb.-"))
    assert extent(rows) == (3, 2, frozenset({(1, 1), (2, 1), (3, 2)}))
    assert extent(rows, "bottom") == (3, 2, frozenset({(1, 2), (2, 2), (3, 1)}))
    assert extent([]) == (0, 0, frozenset())


def test_a_whole_picture(grid: Topology) -> None:
    whole = Placing(grid, "ab.\n?de")
    assert whole.symbols == "a1=a b1=b c1=. a2=? b2=d c2=e"
    assert whole.reports == []


def test_the_first_row_is_the_top_of_the_screen() -> None:
    topology = build([BoardShape("grid", columns=2, rows=2, origin="bottom")])
    assert Placing(topology, "ab\ncd").symbols == "a2=a b2=b a1=c b1=d"
    assert Placing(topology, "x\ny", at="b2").symbols == "b2=x b1=y"


def test_a_part_begins_at_its_top_left_site() -> None:
    topology = build([BoardShape("grid", columns=5, rows=5)])
    part = Placing(topology, "ab\nc", at="c3")
    assert part.symbols == "c3=a d3=b c4=c"
    assert part.reports == []


def test_wide_symbols_take_several_columns() -> None:
    topology = build([BoardShape("grid", columns=8, rows=5)])
    assert Placing(topology, "CA T S", at="c4", wide=True).symbols == "c4=CA e4=T f4=S"
    assert Placing(topology, ". CA . ?", at="a1", wide=True).symbols == "a1=. b1=CA d1=. e1=?"


def test_wide_symbols_fill_a_whole_row() -> None:
    topology = build([BoardShape("grid", columns=4, rows=1)])
    fitting = Placing(topology, "ING S", wide=True)
    assert (fitting.symbols, fitting.reports) == ("a1=ING d1=S", [])
    long = Placing(topology, "S T ING", wide=True)
    assert long.reports == [("picture-columns", "Row 1 has 5 symbols; the board has 4 columns.")]
    assert long.marked == ["ING"]


def test_a_short_row_is_marked_whole(grid: Topology) -> None:
    short = Placing(grid, "abc\nde")
    assert short.reports == [("picture-columns", "Row 2 has 2 symbols; the board has 3 columns.")]
    assert (short.marked, short.lines) == (["de"], [3])


def test_of_a_long_row_the_surplus_is_marked(grid: Topology) -> None:
    long = Placing(grid, "abcxy\ndef")
    assert long.reports == [("picture-columns", "Row 1 has 5 symbols; the board has 3 columns.")]
    assert long.marked == ["xy"]
    assert long.symbols == "a1=a b1=b c1=c a2=d b2=e c2=f"


def test_an_empty_row_is_reported(grid: Topology) -> None:
    gap = Placing(grid, "abc\n\ndef")
    assert gap.reports == [
        ("picture-columns", "Row 2 has 0 symbols; the board has 3 columns."),
        ("picture-rows", "The picture has 3 rows; the board has 2."),
    ]
    assert gap.marked[1] == "def"


def test_too_few_rows_are_reported_for_the_picture(grid: Topology) -> None:
    few = Placing(grid, "abc")
    assert few.reports == [("picture-rows", "The picture has 1 row; the board has 2.")]
    assert few.lines == [1]


def test_all_mistakes_come_in_one_run(grid: Topology) -> None:
    wrong = Placing(grid, "ab\nabcd\nefg")
    assert [message for _, message in wrong.reports] == [
        "Row 1 has 2 symbols; the board has 3 columns.",
        "Row 2 has 4 symbols; the board has 3 columns.",
        "The picture has 3 rows; the board has 2.",
    ]
    assert wrong.marked == ["ab", "d", "efg"]


def test_a_part_must_not_leave_the_board(grid: Topology) -> None:
    right = Placing(grid, "xyz", at="b1")
    assert right.reports == [("picture-off-board", "Row 1 has 3 symbols, but from b1 on the board has 2 columns.")]
    assert (right.marked, right.symbols) == (["z"], "b1=x c1=y")
    down = Placing(grid, "x\ny", at="b2")
    assert down.reports == [("picture-off-board", "The picture has 2 rows, but from b2 downwards the board has 1.")]
    assert (down.marked, down.symbols) == (["y"], "b2=x")


@pytest.fixture
def corner() -> Topology:
    return build([BoardShape("grid", columns=3, rows=2, holes=frozenset({(1, 1)}))])


def test_a_hole_is_drawn_as_a_hole(corner: Topology) -> None:
    assert Placing(corner, "-ab\ncde").symbols == "b1=a c1=b a2=c b2=d c2=e"
    assert Placing(corner, "-ab\ncde").reports == []


def test_a_symbol_on_a_hole_is_reported(corner: Topology) -> None:
    wrong = Placing(corner, "xab\ncde")
    assert wrong.reports == [("picture-hole", "The board has no site under ‘x’.")]
    assert wrong.marked == ["x"]


def test_a_hole_on_a_site_is_reported(corner: Topology) -> None:
    wrong = Placing(corner, "-ab\nc-e")
    assert wrong.reports == [("picture-hole", "‘-’ means that there is no site, but here is b2.")]
    assert (wrong.marked, wrong.lines) == (["-"], [3])


def test_a_wide_symbol_over_a_hole_is_reported() -> None:
    topology = build([BoardShape("grid", columns=3, rows=1, holes=frozenset({(2, 1)}))])
    wrong = Placing(topology, "CA S", wide=True)
    assert wrong.reports == [("picture-hole", "‘CA’ takes 2 columns, and the board has a hole in them.")]
    assert wrong.symbols == "c1=S"


@pytest.fixture
def stack() -> Topology:
    layers = (Layer("low", 3, 2), Layer("high", 2, 1, (1, 1)))
    return build([BoardShape("stack", "layers", layers=layers, footprint=(2, 2))])


def test_each_layer_is_drawn_on_its_own(stack: Topology) -> None:
    assert Placing(stack, "a b c\nd e f", layer="low").symbols == (
        "a1@low=a b1@low=b c1@low=c a2@low=d b2@low=e c2@low=f"
    )
    assert Placing(stack, "x y", layer="high").symbols == "a1@high=x b1@high=y"
    assert Placing(stack, "x", at="b2@low").symbols == "b2@low=x"
    assert Placing(stack, "x y z", layer="high").reports == [
        ("picture-columns", "Row 1 has 3 symbols; the board has 2 columns.")
    ]


def test_a_layer_must_be_named_and_known(stack: Topology) -> None:
    unnamed = Placing(stack, "x y")
    assert unnamed.reports == [("picture-layer", "‘stack’ has several layers. Draw each under its name: low, high.")]
    unknown = Placing(stack, "x y", layer="hihg")
    assert unknown.reports == [("picture-layer", "‘stack’ has no layer ‘hihg’. It has low, high.")]
    assert [report.help for report in unknown.found] == ["Did you mean ‘high’?"]


def test_the_only_layer_needs_no_name() -> None:
    topology = build([BoardShape("stack", "layers", layers=(Layer("1", 2, 1),))])
    assert Placing(topology, "xy").symbols == "a1@1=x b1@1=y"


def test_a_graph_is_drawn_where_the_names_of_its_sites_say() -> None:
    lines = (("a1", "b1", "c2"), ("a1", "a2"))
    topology = build([BoardShape("field", "graph", lines=lines)])
    assert Placing(topology, "x y -\n. - z").symbols == "a1=x b1=y a2=. c2=z"
    upside_down = build([BoardShape("field", "graph", lines=lines, origin="bottom")])
    assert Placing(upside_down, ". - z\nx y -").symbols == "a2=. c2=z a1=x b1=y"
    wrong = Placing(topology, "x y w\n. - z")
    assert wrong.reports == [("picture-hole", "The board has no site under ‘w’.")]


def test_a_graph_with_other_names_takes_no_picture() -> None:
    topology = build([BoardShape("field", "graph", lines=(("a1", "home"),))])
    drawn = Placing(topology, "ab")
    message = "‘field’ is a graph that cannot be drawn as a picture: no column and row is called home."
    assert drawn.reports == [("picture-of-graph", message)]
    assert drawn.symbols == ""


@given(
    st.integers(1, 9).flatmap(
        lambda columns: st.lists(st.text("abc.-", min_size=columns, max_size=columns), min_size=1, max_size=9)
    ),
    st.sampled_from(ORIGINS),
    st.sampled_from(["", " "]),
)
def test_a_board_taken_from_a_picture_fits_it(drawn: list[str], origin: Origin, gap: str) -> None:
    rows = symbols(picture("\n".join(gap.join(row) for row in drawn)))
    columns, count, holes = extent(rows, origin)
    shape = BoardShape("grid", columns=columns, rows=count, holes=holes, origin=origin)
    topology = build([shape])
    found = Diagnostics()
    pairs = placed(topology.boards["grid"], topology, rows, found, rows[0][0].span)
    assert len(found) == 0
    assert "".join(symbol.text for _, symbol in pairs) == "".join(drawn).replace("-", "")
    assert all(symbol.span.text == symbol.text for _, symbol in pairs)
    assert sorted(site for site, _ in pairs) == list(topology.boards["grid"].sites)
    for site, symbol in pairs:
        x, y = topology.places[site]
        assert drawn[int(y)][int(x)] == symbol.text
