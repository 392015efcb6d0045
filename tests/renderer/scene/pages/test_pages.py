"""The pages around the table: what they show, what can be pressed, and that all of it fits in every window."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from renderer.nodes import Node, Scene, Target
from renderer.scene.gallery import first_showing
from renderer.scene.page import gallery_in, page_scene, visible_rows
from renderer.scene.page_models import (
    Choice,
    Entry,
    Field,
    Form,
    Gallery,
    Group,
    Listing,
    Offer,
    Page,
    Reading,
    Row,
    Section,
)
from renderer.scene.scrolling import Rows
from renderer.scene.ui import Ui
from renderer.skins.paper import Paper, Picture
from renderer.skins.text import Label
from renderer.skins.theme import Size, theme
from tests.renderer.invariants import SIZES, faults

DARK = theme("dark")
USUAL, SMALL = Size(1280, 800), Size(800, 600)
ABOUT = "Two players take turns and put their marks in line; who has three of them first wins the game. " * 3
LEVELS = (("easy", "Easy"), ("hard", "Hard"))


def command(text: str, name: str, **more: bool) -> Choice:
    return Choice(text, Target("command", name), **more)


def entry(number: int, **more: object) -> Entry:
    return replace(Entry(f"game_{number}", f"Game number {number}", ABOUT, None), **more)


FILTERS = (
    Field("players", "", "choice", None, (("1", "1 player"), ("2", "2 players"), ("more", "3+"))),
    Field("minutes", "", "choice", "5", (("5", "≤ 5 min"), ("15", "≤ 15 min"), ("more", "> 15 min"))),
    Field("kind", "", "choice", None, (("board", "Board games"), ("word", "Word games"), ("puzzle", "Puzzles"))),
)
FAMILY = (("game_0", "Game number 0"), ("game_0_short", "Short"), ("game_0_long", "A much longer name than that"))
OFFER = Offer(
    "Welcome!",
    "Learn one of our own games in a few minutes:",
    (*(Choice(f"Game {n}", Target("option", "learn", f"game_{n}")) for n in range(5)), command("No", "decline")),
)
GALLERY = Gallery(
    (
        Group("House", tuple(entry(number) for number in range(5))),
        Group("Board games", tuple(entry(number) for number in range(5, 18))),
        Group("Puzzles", tuple(entry(number) for number in range(18, 30))),
    ),
    choices=(command("Statistics", "statistics"), command("Preferences", "preferences"), command("Quit", "quit")),
)
DAILY = "Today’s game: not played yet · streak 4"
FULL = entry(
    0, levels=LEVELS, level="hard", unfinished=True, daily=DAILY, tutorial=True, note="Move 12", facts="1 player",
    variants=FAMILY, favourite=True,
)  # fmt: skip
PREVIEWED = replace(GALLERY, details=FULL)
DETAILED = replace(PREVIEWED, selected="game_0")
ON_TOP = replace(
    GALLERY,
    groups=(
        Group("Played last", tuple(entry(number) for number in range(9)), "last", one_row=True),
        Group("Favourites", (entry(3, favourite=True), FULL), "favourite"),
        *GALLERY.groups,
    ),
    filters=FILTERS,
)
OFFERED = replace(GALLERY, offer=OFFER, filters=FILTERS)
FORM = Form(
    "New game",
    (
        Field("size", "Size", "choice", 9, ((9, "9 × 9"), (13, "13 × 13"))),
        Field("level", "Level", "choice", "b", tuple((letter, f"The level called {letter}") for letter in "abcdefgh")),
        Field("few", "Few", "number", 3, low=2, high=5),
        Field("many", "Many", "number", 50, low=1, high=99, note="From 1 to 99"),
        Field("open", "Open", "number", 4),
        Field("swap", "Swap rule", "flag", True, note="The second player may swap."),
        Field("locked", "Locked", "flag", False, enabled=False),
        Field("seed", "Seed", "text", "1234", note="Empty: a new one"),
    ),
    (command("Back", "close"), command("Start", "play", primary=True)),
    text="The same seed gives the same game.",
    message="A seed is a number.",
)
LISTING = Listing(
    "Statistics",
    ("Game", "Played", "Won"),
    tuple(
        Row((f"Game {n}", str(n), f"{n // 2} of {n}"), Target("option", "game", n) if n % 2 else None)
        for n in range(50)
    ),
    (command("Back", "close"),),
    text="What you have played so far.",
)
MENU = Listing("Menu", (), (), tuple(command(f"Entry {n}", f"entry_{n}") for n in range(5)))
EMPTY = Listing("Statistics", (), (), (command("Close", "close"),), text="You haven’t finished a game yet.")
READING = Reading(
    "Rules",
    (
        Section("About", (ABOUT,)),
        Section("Rules", tuple(f"• Rule {n}: {ABOUT}" for n in range(20))),
    ),
    (command("Close", "close"),),
)
CODE = Reading("Problems", (Section("", ("a.yaml:1:2: error: wrong " * 9, "  1 | wrong", "    | ^")),), (), code=True)
PAGES: dict[str, Page] = {
    "gallery": GALLERY,
    "scrolled": replace(ON_TOP, first=3),
    "preview": PREVIEWED,
    "details": DETAILED,
    "on top": ON_TOP,
    "offer": OFFERED,
    "none": Gallery((), "zzz", filters=FILTERS),
    "form": FORM,
    "listing": LISTING,
    "menu": MENU,
    "empty": EMPTY,
    "reading": READING,
    "code": CODE,
}


def drawn(page: Page, size: Size = USUAL, ui: Ui | None = None) -> Scene:
    return page_scene(page, ui if ui is not None else Ui(), size, DARK)


def text_of(scene: Scene, key: str) -> str:
    skin = scene.by_key[key].skin
    assert isinstance(skin, Label)
    return skin.text


def fill_of(node: Node) -> str:
    assert isinstance(node.skin, Paper)
    return node.skin.fill


@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits_every_window(name: str) -> None:
    for size in SIZES:
        assert faults(drawn(PAGES[name], size)) == []


# Gallery


def shown(scene: Scene, group: str = "game") -> list[str]:
    """The games whose cards are visible."""
    keys = [key for key in scene.focus if key.startswith(f"{group}:")]
    return [key.removeprefix(f"{group}:game_") for key in keys]


def test_games_stand_in_rows_under_headings_and_can_be_chosen() -> None:
    made = drawn(GALLERY)
    assert made.by_key["game:game_0"].target == Target("option", "game", "game_0")
    assert made.by_key["field:search"].target == Target("field", "search")
    assert made.focus[:5] == ("field:search", "button:statistics", "button:preferences", "button:quit", "game:game_0")
    assert text_of(made, "heading:game:House") == "House"
    rows = visible_rows(GALLERY, USUAL)
    # Five columns: 1 row under the first heading, 3 under the second, 3 under the third.
    assert rows == Rows(3, 7, 5)
    assert made.by_key["scroll"].target == Target("slider", "scroll", (0, 4))
    assert shown(made) == [str(number) for number in range(18)]
    assert made.by_key["game:game_5"].y > made.by_key["heading:game:Board games"].y > made.by_key["game:game_4"].y


def test_the_gallery_is_scrolled_by_rows_and_not_too_far() -> None:
    made = drawn(replace(GALLERY, first=1))
    assert shown(made)[0] == "5" and "heading:game:House" not in made.by_key
    # In the middle of a group there is no heading.
    assert "heading:game:Board games" not in drawn(replace(GALLERY, first=2)).by_key
    assert shown(drawn(replace(GALLERY, first=99))) == [str(number) for number in range(18, 30)]


def test_cards_that_are_not_seen_to_their_end_are_cut_at_the_edge_of_the_window(tmp_path: Path) -> None:
    entries = tuple(entry(number, thumbnail=tmp_path / "one.png") for number in range(40))
    made = drawn(Gallery((Group("All", entries),)), Size(1280, 730))
    whole, cut = made.by_key["game:game_0"], made.by_key[f"game:game_{shown(made)[-1]}"]
    assert cut.y + cut.height == 730 and cut.height < whole.height
    for card in (whole, cut):
        picture = made.by_key[f"{card.key}:picture"]
        assert isinstance(picture.skin, Picture)
        assert (picture.skin.cut > 0) == (card is cut)
        assert picture.height + picture.skin.cut == made.by_key["game:game_0:picture"].height


def test_what_the_keyboard_goes_to_is_scrolled_to() -> None:
    layout = gallery_in(GALLERY, USUAL)
    assert [first_showing(layout, 0, f"game:game_{number}", 1.0) for number in (0, 10, 15, 18, 29)] == [0, 0, 1, 2, 4]
    assert [first_showing(layout, 4, f"game:game_{number}", 1.0) for number in (29, 18, 17, 0)] == [4, 4, 3, 0]
    assert first_showing(layout, 2, "button:quit", 1.0) == 2


def test_details_move_no_card() -> None:
    for size in SIZES:
        plain, opened = drawn(PREVIEWED, size), drawn(DETAILED, size)
        assert shown(plain) != []
        for key in (f"game:game_{number}" for number in shown(plain)):
            assert plain.by_key[key].box == opened.by_key[key].box


def test_details_lie_on_a_card_only_where_there_is_no_room_beside_the_games() -> None:
    assert "details:title" in drawn(PREVIEWED).by_key
    assert "details:title" not in drawn(PREVIEWED, SMALL).by_key
    made = drawn(DETAILED, SMALL)
    assert made.by_key["card:veil"].target == Target("shield")
    assert all(key.startswith("details:") for key in made.focus)
    assert "details:button:close" in made.focus
    assert "card:veil" not in drawn(DETAILED).by_key


def test_a_card_with_details_is_no_higher_than_it_needs_to_be() -> None:
    made = drawn(replace(DETAILED, details=entry(3, about="A short text.")), SMALL)
    paper, picture = made.by_key["details:paper"].box, made.by_key["details:picture"].box
    about = max(node.box.bottom for node in made.nodes if node.key.startswith("details:about"))
    assert paper.height < 520 and abs(paper.middle[1] - 300) < 2
    assert picture.width > 0.85 * paper.width
    assert made.by_key["details:button:play"].box.y - about < 40
    beside = drawn(replace(GALLERY, details=entry(3, about="A short text."))).by_key["details:paper"].box
    assert beside.height > 600


def test_the_details_offer_the_ways_to_play() -> None:
    made = drawn(DETAILED)
    names = [key.removeprefix("details:button:") for key in made.focus if key.startswith("details:button:")]
    assert names == ["favourite", "resume", "play", "new_game", "daily", "tutorial", "rules", "replays"]
    assert fill_of(made.by_key["details:button:resume"]) == DARK.accent
    assert fill_of(made.by_key["details:button:favourite"]) == DARK.accent
    assert made.by_key["details:option:level:easy"].target == Target("option", "level", "easy")
    assert fill_of(made.by_key["details:option:level:hard"]) == DARK.accent
    assert made.by_key["details:option:variant:game_0_short"].target == Target("option", "variant", "game_0_short")
    assert fill_of(made.by_key["details:option:variant:game_0"]) == DARK.accent
    assert text_of(made, "details:title") == "Game number 0"
    assert (text_of(made, "details:note"), text_of(made, "details:facts")) == ("Move 12", "1 player")
    assert text_of(made, "details:daily") == DAILY
    plain = drawn(replace(GALLERY, details=entry(3)))
    names = [key.removeprefix("details:button:") for key in plain.focus if key.startswith("details:button:")]
    assert names == ["favourite", "play", "new_game", "rules", "replays"]
    hovered = drawn(replace(GALLERY, details=entry(3)), ui=Ui(hovered_key="details:button:favourite"))
    assert text_of(hovered, "tip:text") == "Add to favourites"


def test_no_details_without_a_game() -> None:
    assert not any(node.key.startswith("details:") for node in drawn(replace(GALLERY, selected="nothing")).nodes)


def test_the_games_played_last_fill_one_row_and_favourites_have_a_star() -> None:
    made = drawn(ON_TOP)
    assert shown(made, "last") == ["0", "1", "2", "3", "4"]
    assert shown(made, "favourite") == ["3", "0"]
    assert made.by_key["favourite:game_3"].target == Target("option", "favourite", "game_3")
    assert "favourite:game_3:star" in made.by_key and "last:game_3:star" not in made.by_key
    assert text_of(made, "favourite:game_0:badge:text") == "2 variants"


def test_a_card_whose_details_are_shown_stands_out_also_where_it_has_the_game_folded_under_it() -> None:
    folded = replace(GALLERY, groups=(Group("All", (FULL, entry(1))),), details=entry(7))
    edges = []
    for details in (entry(7), replace(FULL, game="game_0_long")):
        made = drawn(replace(folded, details=details))
        paper = made.by_key["game:game_0"].skin
        assert isinstance(paper, Paper)
        edges.append(paper.edge)
    assert edges == [DARK.panel_edge, DARK.accent_edge]


def test_filters_are_lit_and_given_up_by_another_press() -> None:
    made = drawn(ON_TOP)
    assert made.by_key["option:players:2"].target == Target("option", "players", "2")
    assert made.by_key["option:minutes:5"].target == Target("option", "minutes", None)
    assert fill_of(made.by_key["option:minutes:5"]) == DARK.accent
    assert "button:show_all" in made.by_key
    assert "button:show_all" not in drawn(GALLERY).by_key
    small = drawn(ON_TOP, SMALL, Ui(hovered_key="button:show_all"))
    assert "button:show_all:text" not in small.by_key
    assert text_of(small, "tip:text") == "Show all games"
    assert all("…" not in text_of(small, f"{key}:text") for key in small.focus if key.startswith("option:"))


def test_where_nothing_fits_there_is_a_way_back() -> None:
    made = drawn(Gallery((), "zzz", message="No games match ‘zzz’."))
    assert text_of(made, "label:none:0") == "No games match ‘zzz’."
    assert text_of(made, "button:show_all:text") == "Show all games"


def test_a_lesson_is_offered_above_the_games() -> None:
    made = drawn(OFFERED)
    assert text_of(made, "offer:title") == "Welcome!"
    assert made.by_key["button:decline"].target == Target("command", "decline")
    assert made.by_key["option:learn:game_0"].y < made.by_key["game:game_0"].y
    assert "offer" not in drawn(replace(OFFERED, first=1)).by_key


def test_thumbnails(tmp_path: Path) -> None:
    picture = tmp_path / "one.png"
    made = drawn(Gallery((Group("", (entry(1, thumbnail=picture), entry(2))),)))
    skin = made.by_key["game:game_1:picture"].skin
    assert isinstance(skin, Picture)
    assert skin.path == picture
    assert isinstance(made.by_key["game:game_2:picture"].skin, Paper)
    assert "game:game_2:picture:tile" in made.by_key


def test_the_search_shows_what_is_typed_and_where() -> None:
    assert text_of(drawn(GALLERY), "field:search:text") == "Search"
    made = drawn(replace(GALLERY, search="che"), ui=Ui(focus="field:search"))
    assert text_of(made, "field:search:text") == "che"
    caret, text = made.by_key["field:search:caret"], made.by_key["field:search:text"]
    assert 0 <= caret.x - (text.x + text.width) <= 3
    assert "field:search:caret" not in drawn(replace(GALLERY, search="che")).by_key
    long = drawn(replace(GALLERY, search="a" * 90 + "end"), ui=Ui(focus="field:search"))
    assert text_of(long, "field:search:text").endswith("end")


def test_buttons_without_room_for_their_text_have_a_tip() -> None:
    small = drawn(GALLERY, SMALL, Ui(hovered_key="button:statistics"))
    assert "button:statistics:text" not in small.by_key
    assert text_of(small, "tip:text") == "Statistics"
    assert "tip" not in drawn(GALLERY, USUAL, Ui(hovered_key="button:statistics")).by_key


# Forms


def test_a_form_has_a_control_for_each_kind_of_field() -> None:
    made = drawn(FORM)
    targets = {key: made.by_key[key].target for key in made.focus}
    assert targets == {
        "option:size:9": Target("option", "size", 9),
        "option:size:13": Target("option", "size", 13),
        "less:level": Target("option", "level", "a"),
        "more:level": Target("option", "level", "c"),
        "option:few:2": Target("option", "few", 2),
        "option:few:3": Target("option", "few", 3),
        "option:few:4": Target("option", "few", 4),
        "option:few:5": Target("option", "few", 5),
        "less:many": Target("option", "many", 49),
        "more:many": Target("option", "many", 51),
        "less:open": Target("option", "open", 3),
        "more:open": Target("option", "open", 5),
        "toggle:swap": Target("option", "swap", False),
        "field:seed": Target("field", "seed"),
        "button:close": Target("command", "close"),
        "button:play": Target("command", "play"),
    }
    assert fill_of(made.by_key["option:size:9"]) == DARK.accent
    assert fill_of(made.by_key["option:size:13"]) == DARK.button
    assert text_of(made, "value:level:text") == "The level called b"
    assert text_of(made, "value:many:text") == "50"
    assert text_of(made, "label:many:note") == "From 1 to 99"
    assert text_of(made, "message") == "A seed is a number."
    assert not made.by_key["toggle:locked"].enabled


def test_a_number_stops_at_its_ends_and_options_go_round() -> None:
    def made(field: Field) -> Scene:
        return drawn(Form("Form", (field,), ()))

    lowest = made(Field("n", "N", "number", 1, low=1, high=99))
    assert not lowest.by_key["less:n"].enabled
    assert lowest.by_key["more:n"].enabled
    last = made(Field("n", "N", "choice", 9, tuple((n, f"A long name, {n}") for n in range(10))))
    assert last.by_key["more:n"].target == Target("option", "n", 0)
    unset = made(Field("n", "N", "number", None, low=2, high=99))
    assert text_of(unset, "value:n:text") == "any"
    assert unset.by_key["more:n"].target == Target("option", "n", 2)


def test_a_form_says_what_is_chosen_or_pointed_at() -> None:
    options, meanings = (("race", "Race"), ("points", "Points")), ("The first there wins.", "Points win.")
    fields = (
        Field("victory", "Won by", "choice", "race", options, about="How it ends.", meanings=meanings),
        Field("refill", "Refill", "flag", False, about="New tiles come."),
        Field("size", "Size", "number", 3, low=1, high=5),
    )
    form = Form("Form", fields, ())
    made = drawn(form)
    assert text_of(made, "about:victory") == "The first there wins."
    assert text_of(made, "about:refill") == "New tiles come."
    assert "about:size" not in made.by_key
    below, control = made.by_key["about:victory"], made.by_key["option:victory:race"]
    assert below.y >= control.y + control.height
    for ui in (Ui(focus="option:victory:points", keyboard=True), Ui(hovered_key="option:victory:points")):
        assert text_of(drawn(form, ui=ui), "about:victory") == "Points win."
    other = drawn(Form("Form", (replace(fields[0], value=None),), ()))
    assert text_of(other, "about:victory") == "How it ends."


def test_what_a_form_says_goes_on_in_a_second_line_instead_of_being_cut() -> None:
    long = "Before the tricks you give three cards away, to the left, to the right, across, and to nobody in every "
    long += "fourth deal, after which it begins anew."
    fields = (Field("pass", "Pass", "flag", True, about=long), Field("size", "Size", "number", 3, low=1, high=5))
    made = drawn(Form("Form", fields, ()))
    lines = [made.by_key[f"about:pass:{number}"] for number in range(2)]
    assert " ".join(text_of(made, line.key) for line in lines) == long
    assert lines[1].y + lines[1].height <= made.by_key["label:size"].y


def test_a_form_is_scrolled_by_lines() -> None:
    rows = visible_rows(FORM, SMALL)
    assert rows.total == 8
    assert rows.visible < 8
    made = drawn(replace(FORM, first=2), SMALL)
    assert "option:size:9" not in made.by_key
    assert "option:few:3" in made.by_key
    assert made.by_key["scroll"].target == Target("slider", "scroll", (0, 8 - rows.visible))
    assert visible_rows(FORM, Size(1280, 1600)) == Rows(8, 8)


def test_a_typed_field_in_a_form() -> None:
    made = drawn(FORM, ui=Ui(focus="field:seed", keyboard=True))
    assert text_of(made, "field:seed:text") == "1234"
    assert "field:seed:caret" in made.by_key
    assert "focus" in made.by_key


# Lists


def test_rows_can_be_pressed_if_they_mean_something() -> None:
    made = drawn(LISTING)
    assert made.by_key["row:1"].target == Target("option", "game", 1)
    assert made.by_key["row:0"].target is None
    assert text_of(made, "heading:1") == "PLAYED"
    assert text_of(made, "row:1:2") == "0 of 1"
    assert made.by_key["row:1:1"].x == made.by_key["heading:1"].x
    hovered = drawn(LISTING, ui=Ui(hovered_key="row:1"))
    assert fill_of(hovered.by_key["row:1"]) == DARK.button
    assert fill_of(made.by_key["row:1"]) == DARK.well


def test_a_list_is_scrolled_by_rows() -> None:
    rows = visible_rows(LISTING, USUAL)
    made = drawn(replace(LISTING, first=10))
    assert "row:9" not in made.by_key
    assert "row:10" in made.by_key
    assert f"row:{9 + rows.visible}" in made.by_key
    assert f"row:{10 + rows.visible}" not in made.by_key
    track, thumb = made.by_key["scroll"], made.by_key["scroll:thumb"]
    assert track.y < thumb.y < track.y + track.height - thumb.height
    end = drawn(replace(LISTING, first=999))
    assert "row:49" in end.by_key
    thumb = end.by_key["scroll:thumb"]
    assert abs(thumb.y + thumb.height - track.y - track.height) <= 1


def test_a_crowded_list_keeps_its_figures_whole_and_its_parts_stand_in() -> None:
    figures = ("12", "4", "2", "1 (best 3)", "72 moves", "4:12", "1:19:16")
    headings = ("Game", "Played", "Won", "Won with hints", "Streak", "Best", "Fastest", "Time")
    rows = (Row(("Go", *figures)), Row(("Fair, board size: 13, komi: 5, and so on", *figures), below=True))
    made = drawn(Listing("Statistics", headings, rows, (command("Close", "close"),)), SMALL)
    assert [text_of(made, f"row:1:{at + 1}") for at in range(7)] == list(figures)
    assert text_of(made, "row:1:0").endswith("…")
    assert made.by_key["row:1:0"].x > made.by_key["row:0:0"].x
    assert made.by_key["row:1:1"].x == made.by_key["row:0:1"].x


def test_columns_that_can_be_spared_are_left_out_where_there_is_no_room() -> None:
    headings = ("Game", *(f"Figures {number}" for number in range(9)))
    listing = Listing("Statistics", headings, (Row(("Go", *["1 (best 3)"] * 9)),), (), spare=6)
    narrow, wide = (drawn(listing, size) for size in (SMALL, Size(1920, 1080)))
    shown = [at for at in range(10) if f"row:0:{at}" in narrow.by_key]
    assert 4 <= len(shown) < 10
    assert shown == list(range(len(shown)))
    assert all(text_of(narrow, f"row:0:{at}") == "1 (best 3)" for at in shown[1:])
    assert f"heading:{len(shown)}" not in narrow.by_key
    assert "row:0:9" in wide.by_key


def test_a_menu_is_a_column_of_buttons() -> None:
    made = drawn(MENU)
    assert made.focus == tuple(f"button:entry_{number}" for number in range(5))
    boxes = [made.by_key[key] for key in made.focus]
    assert len({(box.x, box.width) for box in boxes}) == 1
    assert {after.y - before.y for before, after in pairwise(boxes)} == {54}
    assert visible_rows(MENU, USUAL).last == 0


def test_a_list_in_which_nothing_stands_is_closed_where_others_are() -> None:
    boxes = [drawn(page).by_key["button:close"] for page in (LISTING, EMPTY)]
    assert boxes[0].x == boxes[1].x
    assert boxes[0].width == boxes[1].width


# Texts


def test_a_text_is_set_in_lines_with_headings_and_items() -> None:
    made = drawn(READING)
    assert text_of(made, "line:0") == "About"
    assert text_of(made, "line:1").startswith("Two players take turns")
    item = next(node for node in made.nodes if node.key.endswith(":bullet"))
    words = made.by_key[item.key.removesuffix(":bullet")]
    assert words.x - item.x == 18
    assert {"button:page_up", "button:page_down", "scroll"} <= set(made.by_key)
    assert not made.by_key["button:page_up"].enabled
    assert made.by_key["button:page_down"].enabled


def test_a_text_is_scrolled_by_lines() -> None:
    rows = visible_rows(READING, USUAL)
    made = drawn(replace(READING, first=999))
    assert f"line:{rows.total - 1}" in made.by_key
    assert f"line:{rows.last - 1}" not in made.by_key
    assert not made.by_key["button:page_down"].enabled
    short = drawn(Reading("Short", (Section("", ("One line.",)),), ()))
    assert "scroll" not in short.by_key
    assert "button:page_up" not in short.by_key


def test_code_is_in_a_typewriter_s_letters() -> None:
    made = drawn(CODE)
    lines = [node.skin for node in made.nodes if node.key.startswith("line:") and isinstance(node.skin, Label)]
    assert all(line.mono for line in lines)
    assert [line.text for line in lines][-2:] == ["  1 | wrong", "    | ^"]


def test_rows_clamp() -> None:
    rows = Rows(5, 12)
    assert rows.last == 7
    assert [rows.clamped(first) for first in (-3, 4, 99)] == [0, 4, 7]
    assert Rows(5, 3).last == 0
