"""The table: where everything is, what can be pressed, and that nothing overlaps in any window."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from interpreter import load
from renderer.nodes import Node, Scene, Target
from renderer.scene.page_models import Choice, Scrub
from renderer.scene.panels import WAITING
from renderer.scene.table import replay_scene, scene
from renderer.scene.ui import Card, Ui
from renderer.skins.marks import Ring
from renderer.skins.paper import Paper
from renderer.skins.text import Label
from renderer.skins.theme import Size, theme
from runtime.session.session import Session
from runtime.show import present
from runtime.show.values import Colour, ZoneShown
from tests.renderer.invariants import SIZES, body, faults, overlap
from tests.renderer.tables import SEVERAL, SPECS, crowded, named, position, simple
from tests.shipped import PATHS

DARK = theme("dark")
USUAL = Size(1280, 800)
BUSY = Ui(
    subtitle="hard · seed 123456789",
    log=tuple(f"{number}. somebody moves something from here to there" for number in range(40)),
    message="That square is taken by a man of your own, so nothing else can go there now.",
    mood="refused",
    thinking=True,
)


def text_of(scene: Scene, key: str) -> str:
    skin = scene.by_key[key].skin
    assert isinstance(skin, Label)
    return skin.text


def box_of(node: Node) -> tuple[float, float, float, float]:
    return tuple(body(node))


@pytest.mark.parametrize("path", PATHS)
def test_every_game_fits_every_window(path: Path) -> None:
    for size in SIZES:
        for moves in (0, 12):
            assert faults(scene(position(path, moves), BUSY, size, DARK)) == []


@pytest.mark.parametrize("path", SEVERAL, ids=lambda path: path.stem)
def test_games_with_many_boards_and_zones_fit_every_window(path: Path) -> None:
    for size in SIZES:
        assert faults(scene(position(path), BUSY, size, DARK)) == []


def test_a_crowded_side_panel_fits_every_window() -> None:
    for size in SIZES:
        assert faults(scene(crowded(), BUSY, size, DARK)) == []


def test_where_everything_stands() -> None:
    made = scene(simple(), Ui(subtitle="seed 3"), USUAL, DARK)
    boxes = {
        key: box_of(made.by_key[key])
        for key in (
            "background",
            "panel:side",
            "status",
            "button:help",
            "button:menu",
            "panel:player:cross",
            "panel:player:nought",
            "panel:Score",
            "panel:Found",
            "button:undo",
            "button:pass",
        )
    }
    assert boxes == {
        "background": (0, 0, 1280, 800),
        "panel:side": (802, 18, 460, 764),
        "status": (18, 744, 768, 38),
        "button:help": (1154, 42, 38, 38),
        "button:menu": (1200, 42, 38, 38),
        "panel:player:cross": (826, 132, 200, 54),
        "panel:player:nought": (1038, 132, 200, 54),
        "panel:Score": (826, 216, 200, 62),
        "panel:Found": (1038, 216, 200, 62),
        "button:undo": (826, 308, 200, 40),
        "button:pass": (1038, 308, 200, 40),
    }
    assert text_of(made, "title") == "Simple"
    assert text_of(made, "label:subtitle") == "seed 3"
    assert text_of(made, "panel:Score:label") == "SCORE"
    assert text_of(made, "panel:Score:value") == "128"
    assert text_of(made, "status:text") == "Cross to move."


def test_the_order_of_the_keyboard_is_that_of_reading() -> None:
    made = scene(simple(), Ui(), USUAL, DARK)
    assert made.focus == ("ground:grid", "button:help", "button:menu", "button:pass")


def test_targets() -> None:
    made = scene(simple(), Ui(), USUAL, DARK)
    assert made.by_key["button:pass"].target == Target("action", "pass")
    assert made.by_key["button:undo"].target == Target("command", "undo")
    assert not made.by_key["button:undo"].enabled
    menu = made.by_key["button:menu"]
    found = made.target_at(menu.x + 5, menu.y + 5)
    assert found is menu
    assert set(range(1, 10)) <= set(made.spots)


def test_the_ring_is_around_what_the_keyboard_is_on() -> None:
    made = scene(simple(), Ui(focus="button:pass", keyboard=True), USUAL, DARK)
    ring, button = made.by_key["focus"], made.by_key["button:pass"]
    assert isinstance(ring.skin, Ring)
    assert (ring.x, ring.y, ring.width, ring.height) == (
        button.x - 4,
        button.y - 4,
        button.width + 8,
        button.height + 8,
    )
    assert "focus" not in scene(simple(), Ui(focus="button:pass"), USUAL, DARK).by_key
    assert "focus" not in scene(simple(), Ui(focus="ground:grid", keyboard=True), USUAL, DARK).by_key


def test_whose_turn_it_is() -> None:
    made = scene(simple(), Ui(), USUAL, DARK)
    first, second = made.by_key["panel:player:cross"].skin, made.by_key["panel:player:nought"].skin
    assert isinstance(first, Paper)
    assert isinstance(second, Paper)
    assert (first.edge, second.edge) == (DARK.accent_edge, DARK.well_edge)
    assert "panel:player:cross:turn" in made.by_key
    assert "panel:player:nought:turn" not in made.by_key


def test_dots_move_while_someone_thinks() -> None:
    def alphas(beat: int) -> list[float]:
        made = scene(simple(), Ui(thinking=True, beat=beat), USUAL, DARK)
        return [made.by_key[f"panel:player:cross:thinking:{number}"].alpha for number in range(3)]

    assert alphas(0) == [1.0, 0.35, 0.35]
    assert alphas(4) == [0.35, 1.0, 0.35]
    assert "status:thinking:0" not in scene(simple(), Ui(), USUAL, DARK).by_key


def test_what_one_would_most_likely_press_stands_out() -> None:
    def outstanding(moves: int) -> list[str]:
        nodes = scene(named("tic_tac_toe", moves), Ui(), USUAL, DARK).nodes
        return [node.key for node in nodes if node.key.startswith("button:") and DARK.accent in repr(node.skin)]

    assert outstanding(0) == []
    assert outstanding(20) == ["button:new_game"]


@pytest.mark.parametrize("name", ["khi", "mosaic", "stackdoku", "stackdoku_line", "stacks_shelf"])
def test_how_to_play_is_read_whole_in_a_small_window(name: str) -> None:
    nodes = scene(named(name), Ui(subtitle="Easy · seed 7"), Size(800, 600), DARK).nodes
    lines = [node.skin for node in nodes if node.key.startswith("label:message:")]
    assert " ".join(line.text for line in lines if isinstance(line, Label)) == WAITING


def test_dots_do_not_lie_on_the_role_of_a_player() -> None:
    shown = simple()
    computer = replace(shown.players[0], computer=True)
    for width in range(800, 1300, 40):
        made = scene(replace(shown, players=(computer, *shown.players[1:])), Ui(thinking=True), Size(width, 800), DARK)
        role, dots = (made.by_key.get(f"panel:player:cross:{part}") for part in ("role", "thinking:0"))
        assert role is None or dots is None or role.x + role.width <= dots.x


def test_a_name_that_leaves_no_room_for_dots_is_read_whole() -> None:
    shown = simple()
    long = replace(shown.players[0], title="A player of long standing")
    made = scene(replace(shown, players=(long, *shown.players[1:])), Ui(thinking=True), Size(800, 600), DARK)
    assert "panel:player:cross:thinking:0" not in made.by_key
    assert text_of(made, "panel:player:cross:title").startswith("A player of")


def test_a_single_player_has_no_list_of_players() -> None:
    made = scene(named("game_2048"), Ui(), USUAL, DARK)
    assert not any(node.key.startswith("panel:player") for node in made.nodes)
    assert "status:turn" not in made.by_key


def test_a_long_message_takes_what_is_free_above_it() -> None:
    long = " ".join(["That tile lies below another one."] * 5)
    for size in (Size(1280, 800), Size(800, 600)):
        made = scene(simple(), Ui(message=long, mood="refused"), size, DARK)
        lines = [node for node in made.nodes if node.key.startswith("label:message:") and node.key[-1].isdigit()]
        assert " ".join(text_of(made, node.key) for node in lines) == long
        lowest = max(node.y + node.height for node in made.nodes if node.key.startswith("button:"))
        assert min(node.y for node in lines) > lowest
    short = scene(simple(), Ui(message="No."), Size(800, 600), DARK)
    assert short.by_key["label:message:0"].y > lines[0].y


def test_messages_in_their_moods() -> None:
    def colour(mood: str) -> str:
        made = scene(simple(), Ui(message="So it is.", mood=mood), USUAL, DARK)
        skin = made.by_key["label:message:0"].skin
        assert isinstance(skin, Label)
        return skin.colour

    assert colour("refused") == DARK.warning
    assert colour("good") == DARK.good
    assert colour("hint") == DARK.ink
    assert colour("plain") == DARK.ink_soft


def test_the_log_shows_its_end_and_goes_first_where_there_is_no_room() -> None:
    ui = Ui(log=tuple(f"line {number}" for number in range(60)))
    made = scene(simple(), ui, USUAL, DARK)
    lines = [node for node in made.nodes if node.key.startswith("label:log:")]
    last = lines[-1].skin
    assert isinstance(last, Label)
    assert last.text == "line 59"
    assert last.colour == DARK.ink
    assert len(lines) > 10
    small = scene(crowded(), ui, Size(800, 600), DARK)
    assert not any(node.key.startswith("label:log") for node in small.nodes)


def test_a_long_line_of_the_log_is_wrapped_rather_than_cut() -> None:
    long = "The computer finished ABDICATING and lost the round, so it begins the next one."
    whole = [f"{number}. {long}" if number % 3 == 0 else f"line {number}" for number in range(60)]
    for moves in (58, 59, 60):
        made = scene(simple(), Ui(log=tuple(whole[:moves])), USUAL, DARK)
        lines = [node for node in made.nodes if node.key.startswith("label:log:")]
        entries: dict[str, list[str]] = {}
        for node in lines:
            entries.setdefault(node.key.split(":")[2], []).append(text_of(made, node.key))
        shown = [" ".join(parts) for parts in entries.values()]
        assert shown == whole[moves - len(shown) : moves]
        assert len(lines) > len(shown) > 10
        inks = [node.skin.colour for node in lines if isinstance(node.skin, Label)]
        newest = len(list(entries.values())[-1])
        assert inks == [DARK.ink_soft] * (len(lines) - newest) + [DARK.ink] * newest
        assert not any(overlap(one.box, other.box) for one, other in pairwise(lines))


def test_values_get_denser_in_a_small_window() -> None:
    def height(size: Size) -> float:
        return scene(named("nine_mens_morris"), Ui(subtitle="x"), size, DARK).by_key["panel:White men"].height

    assert height(USUAL) == 62
    assert height(Size(800, 600)) == 34


def test_a_tip_says_why_a_button_is_dead_or_what_an_icon_means() -> None:
    dead = scene(simple(), Ui(hovered_key="button:undo"), USUAL, DARK)
    assert text_of(dead, "tip:text") == "There is nothing to undo."
    menu = scene(simple(), Ui(hovered_key="button:menu"), USUAL, DARK)
    assert text_of(menu, "tip:text") == "Menu (Esc)"
    assert "tip" not in scene(simple(), Ui(hovered_key="button:pass"), USUAL, DARK).by_key


def test_counters_stand_in_the_side_panel_and_rows_at_the_table() -> None:
    zones = (
        ZoneShown("hold", "hold", "Hold", 0, "above", "counter", 12, None),
        ZoneShown("tray", "tray", "Tray", 0, "right", "row", 0, 5),
        ZoneShown("rack", "rack", "Rack", 1, "below", "row", 0, 7),
    )
    made = scene(replace(simple(), zones=zones), Ui(), USUAL, DARK)
    side, board = body(made.by_key["panel:side"]), body(made.by_key["ground:grid"])
    assert side.holds(*body(made.by_key["zone:hold"]).middle)
    assert side.holds(*body(made.by_key["zone:tray"]).middle)
    assert body(made.by_key["zone:rack"]).y > board.bottom
    assert faults(made) == []


def test_a_title_stands_just_above_its_board_and_captions_can_be_left_out() -> None:
    (board,) = simple().boards
    bare = replace(board, title="The field", style=replace(board.style, coordinates=False))
    made = scene(replace(simple(), boards=(bare,)), Ui(), USUAL, DARK)
    title, plate = made.by_key["label:board:grid"], body(made.by_key["plate:grid"])
    assert 0 <= plate.y - body(title).bottom < 10
    assert [node.key for node in made.nodes if node.key.startswith("label:grid:")] == []
    assert faults(made) == []
    captioned = scene(simple(), Ui(), USUAL, DARK)
    assert any(node.key.startswith("label:grid:") for node in captioned.nodes)


def test_several_boards_have_their_titles() -> None:
    (board,) = simple().boards
    twice = replace(simple(), boards=(replace(board, title="Near"), replace(board, instance="grid", title="Far")))
    made = scene(twice, Ui(), USUAL, DARK)
    assert [node.skin.text for node in made.nodes if node.key.startswith("label:board:")] == ["Near", "Far"]
    assert not any(node.key.startswith("label:board:") for node in scene(simple(), Ui(), USUAL, DARK).nodes)


def test_an_empty_status_has_no_bar() -> None:
    assert "status" not in scene(replace(simple(), status=""), Ui(), USUAL, DARK).by_key


def test_a_lesson_stands_in_the_side_panel_and_leaves_the_board_playable() -> None:
    choices = (Choice("Skip", Target("command", "close")),)
    lesson = Card("tutorial", "First steps", "Click a field of the board.", choices, progress=(2, 5))
    ui = Ui(lesson=lesson, message="Not that one.", mood="refused")
    made = scene(simple(), ui, USUAL, DARK)
    assert text_of(made, "card:tutorial:text:0") == "Click a field of the board."
    assert text_of(made, "card:tutorial:count") == "2 / 5"
    assert text_of(made, "card:tutorial:nudge:0") == "Not that one."
    assert made.focus == ("ground:grid", "button:help", "button:menu", "button:pass", "card:button:close")
    assert made.spots
    assert not any(node.target == Target("shield") for node in made.nodes)
    for size in SIZES:
        assert faults(scene(simple(), ui, size, DARK)) == []


def test_a_replay_has_a_bar_and_no_buttons_of_the_game() -> None:
    made = replay_scene(simple(), Ui(), Scrub(3, 12, "3. Cross on b2"), USUAL, DARK)
    slider = made.by_key["slider:scrub"]
    assert slider.target == Target("slider", "scrub", (0, 12))
    assert "button:pass" not in made.by_key
    assert made.spots == {}
    names = ("help", "menu", "step_back", "play", "step_forward")
    assert made.focus == (*(f"button:{name}" for name in names), "slider:scrub", "button:close")
    assert text_of(made, "label:scrub") == "3. Cross on b2"
    assert text_of(made, "label:scrub:count") == "3 / 12"
    for size in SIZES:
        assert faults(replay_scene(simple(), BUSY, Scrub(3, 12, "3."), size, DARK)) == []


def test_the_ends_of_a_replay_leave_no_step_that_way() -> None:
    start = replay_scene(simple(), Ui(), Scrub(0, 12, ""), USUAL, DARK)
    assert not start.by_key["button:step_back"].enabled
    assert start.by_key["button:step_forward"].enabled
    end = replay_scene(simple(), Ui(), Scrub(12, 12, "", playing=True), USUAL, DARK)
    assert not end.by_key["button:step_forward"].enabled
    assert "button:pause" in end.by_key
    knobs = [
        replay_scene(simple(), Ui(), Scrub(at, 12, ""), USUAL, DARK).by_key["slider:scrub:knob"].x for at in (0, 6, 12)
    ]
    assert knobs[1] - knobs[0] == pytest.approx(knobs[2] - knobs[1], abs=1)


def test_every_theme_draws_the_same_places() -> None:
    places = [
        [
            (node.key, node.x, node.y, node.width, node.height)
            for node in scene(simple(), BUSY, USUAL, theme(name)).nodes
        ]
        for name in ("dark", "light", "high_contrast")
    ]
    assert places[0] == places[1] == places[2]


def test_a_player_without_a_colour_is_drawn() -> None:
    players = tuple(replace(player, colour=Colour("none", "no such word")) for player in simple().players)
    assert "panel:player:cross:disc" in scene(replace(simple(), players=players), Ui(), USUAL, DARK).by_key


def test_a_full_board_is_drawn() -> None:
    path = next(path for path in SPECS if path.stem == "gomoku")
    session = Session(load(path), settings={"size": "19"}, seed=3)
    # Stones in a pattern without five in line.
    sites: tuple[list[int], list[int]] = ([], [])
    for site in range(361):
        sites[(site % 19 + 2 * (site // 19)) % 4 // 2].append(site + 1)
    for number in range(200):
        session.perform(("place", sites[number % 2][number // 2]), "person")
    shown = present(session)
    assert sum(site.look is not None and site.look.shape == "disc" for site in shown.boards[0].sites) == 200
    assert len(scene(shown, BUSY, USUAL, DARK).spots) == 361


def test_cells_are_drawn_as_large_as_the_spec_says() -> None:
    board = named("tic_tac_toe").boards[0]
    sized = replace(named("tic_tac_toe"), boards=(replace(board, style=replace(board.style, cell_size=160)),))
    spots = scene(sized, Ui(), USUAL, DARK).spots
    assert {spots[site.site][2:] for site in board.sites} == {(160, 160)}


@pytest.mark.parametrize(("name", "beside"), [("amazons", True), ("lights_out", True), ("mahjong_solitaire", False)])
def test_a_title_becomes_smaller_to_have_room_beside_the_buttons_but_stays_readable(name: str, beside: bool) -> None:
    found = scene(named(name), Ui(subtitle="seed 7"), Size(800, 600), DARK).by_key
    title, help_ = found["title"], found["button:help"]
    assert isinstance(title.skin, Label)
    assert (body(title).right <= body(help_).x) is beside
    assert title.skin.text == named(name).title and title.skin.size[1] >= 20


def test_who_plays_for_a_side_stands_beside_its_name_where_there_is_little_room() -> None:
    made = scene(named("backgammon"), Ui(subtitle="Seed 7"), Size(980, 720), DARK)
    role, title = made.by_key["panel:player:white:role"], made.by_key["panel:player:white:title"]
    assert isinstance(role.skin, Label) and role.skin.text == "You"
    assert title.x + title.width < role.x


def test_a_value_of_three_digits_cuts_no_label_beside_it() -> None:
    lesson = Card("tutorial", "Roll", "You play White. Your checkers travel around to the lower right.")
    made = scene(named("backgammon"), Ui(subtitle="Tutorial", lesson=lesson), Size(980, 720), DARK)
    labels = [node.skin.text for node in made.nodes if node.key.endswith("pips:label") and isinstance(node.skin, Label)]
    assert [label.endswith("PIPS") for label in labels] == [True, True], labels
