"""The pages around a game: gallery, new game, resume, daily, preferences, statistics, replays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import load, loads
from renderer.app import start
from renderer.app.pages.forms import NewGame
from renderer.app.pages.gallery import QUIET, GalleryScreen, GallerySheet
from renderer.app.pages.replay_viewer import PACE, ReplayScreen, show_kept
from renderer.app.pages.sheet import SheetScreen
from renderer.app.screen import Effect
from renderer.app.table.table import Table
from renderer.scene.page_models import Form, Gallery, Listing, Reading
from runtime.keep.library import HOUSE, KIND_TITLES, OWN
from runtime.keep.statistics import Finished, Kind
from runtime.session.daily import daily_seed
from runtime.session.session import Session
from tests.renderer.app_driver import TODAY, Driver, table_of

WINDOW = Path(__file__).resolve().parents[2] / "data" / "window"


@pytest.fixture
def driver(tmp_path: Path) -> Driver:
    games = tmp_path / "games"
    games.mkdir()
    (games / "ladder.yaml").write_text((WINDOW / "ladder.yaml").read_text())
    (games / "broken.yaml").write_text("game: broken\ntitle: Broken\nboards: {}\n")
    return Driver(start.gallery, tmp_path, introduced=("ladder", "tic_tac_toe", "peg_solitaire"))


def sheet(driver: Driver) -> GallerySheet:
    assert isinstance(driver.app.screen, GalleryScreen)
    return driver.app.screen.gallery


def ladder(driver: Driver) -> str:
    return next(listed.key for listed in sheet(driver).fitting() if listed.name == "ladder")


def page(driver: Driver) -> Gallery | Form | Listing | Reading:
    screen = driver.app.screen
    assert isinstance(screen, SheetScreen)
    return screen.sheet.page()


def colour(driver: Driver, key: str) -> str:
    return str(getattr(driver.scene.by_key[key].skin, "colour", ""))


# The gallery


def test_the_gallery_lists_shipped_games_and_those_of_ones_own(driver: Driver) -> None:
    titles = {entry.title: entry for entry in sheet(driver).page().entries}
    assert {"Gomoku", "Reversi", "Ladder"} <= titles.keys()
    # Variants are folded below their games.
    assert "Connect Five" not in titles
    assert titles["Connect Four"].variants == (("connect_four", "Connect Four"), ("connect_five", "Connect Five"))
    headings = [group.title for group in sheet(driver).page().groups]
    assert headings == [HOUSE, *KIND_TITLES.values(), OWN]
    assert [level for level, _ in titles["Ladder"].levels] == ["low", "high"]
    assert (titles["Ladder"].daily, titles["Gomoku"].daily) == ("Today’s game: not played yet", "")
    assert titles["broken"].note == "Has mistakes"


def test_a_game_with_mistakes_shows_them(driver: Driver) -> None:
    driver.type("broken")
    key = sheet(driver).fitting()[0].key
    driver.click(f"game:{key}")
    driver.click("details:button:play")
    shown = page(driver)
    assert isinstance(shown, Reading)
    assert shown.code
    (text,) = shown.sections
    mistakes = [number for number, line in enumerate(text.paragraphs) if "error:" in line]
    assert mistakes[0] == 0 and all(text.paragraphs[number - 1] == "" for number in mistakes[1:])
    assert any("broken.yaml" in line for part in shown.sections for line in part.paragraphs)
    driver.key("Escape")
    assert isinstance(driver.app.screen, GalleryScreen)


def test_what_is_named_so_comes_first_in_a_search(driver: Driver) -> None:
    driver.type("so")
    titles = [listed.title for listed in sheet(driver).fitting()]
    named = [title for title in titles if "so" in title.lower()]
    assert "Sokoban" in named
    assert titles[: len(named)] == named
    assert len(titles) > len(named)


def test_down_leads_from_the_search_to_the_first_that_it_found(driver: Driver) -> None:
    driver.type("stacks")
    driver.key("Down")
    assert driver.app.pointing.focus is not None
    assert driver.app.pointing.focus == f"game:{sheet(driver).fitting()[0].key}"


def test_the_keyboard_goes_to_the_ways_to_play_and_back(driver: Driver) -> None:
    driver.type("connect four")
    driver.key("Enter")
    assert driver.app.pointing.focus == "details:button:play"
    driver.key("Escape", "Escape")
    assert driver.app.pointing.focus is not None
    assert driver.app.pointing.focus.startswith("game:")
    driver.key("F1")
    assert "All games" in driver.texts()
    assert any("search by name, other names" in text for text in driver.texts())
    driver.key("Escape")
    assert "Search" in driver.texts()


def test_the_game_of_the_day_says_so(driver: Driver) -> None:
    driver.type("stackdoku")
    driver.key("Enter")
    driver.click("details:button:daily")
    driver.settle()
    assert "Medium · daily game" in driver.texts()


def test_the_search_is_typed_shortened_and_given_up(driver: Driver) -> None:
    driver.type("quidditch")
    assert [listed.name for listed in sheet(driver).fitting()] == []
    driver.key("Escape")
    driver.type("men morris")
    assert [listed.name for listed in sheet(driver).fitting()] == ["nine_mens_morris"]
    driver.key(*["Backspace"] * 7)
    assert sheet(driver).search == "men"
    assert len(sheet(driver).fitting()) > 1
    driver.type("zzz")
    assert sheet(driver).page().message == "No games match ‘menzzz’. Press Escape to see all games again."
    driver.key("Escape")
    assert sheet(driver).search == ""
    driver.key("Escape")
    assert Effect("quit", "") not in driver.heard
    driver.click("button:quit")
    assert Effect("quit", "") in driver.heard


def test_a_game_is_found_and_played_with_the_keyboard_alone(driver: Driver) -> None:
    driver.type("tic")
    driver.key("Enter")
    assert sheet(driver).selected == "tic_tac_toe"
    driver.key("Enter")
    assert isinstance(driver.app.screen, Table)
    assert driver.session.game.name == "tic_tac_toe"
    driver.app.close()


def test_pictures_come_one_by_one_after_the_first_frame(driver: Driver) -> None:
    driver.type("ladder")
    thumbnails = driver.around.thumbnails
    listed = sheet(driver).fitting()[0]
    assert list(thumbnails.folder.glob("*.png")) == []
    driver.step(QUIET)
    path = thumbnails.find(listed.path, driver.app.theme)
    assert path is not None
    assert sheet(driver).page().entries[0].thumbnail == path
    listed.path.write_text(listed.path.read_text() + "\n")
    assert thumbnails.find(listed.path, driver.app.theme) is None


# Starting a game


def test_level_settings_and_seed_of_a_new_game(driver: Driver) -> None:
    driver.type("ladder")
    driver.click(f"game:{ladder(driver)}")
    driver.click("details:option:level:high")
    assert sheet(driver).levels == {ladder(driver): "high"}
    driver.click("details:button:new_game")
    shown = page(driver)
    assert isinstance(shown, Form)
    assert {field.name: field.value for field in shown.fields} == {
        "level": "high", "height": 8, "lives": 1, "coloured": True, "seed": "",
    }  # fmt: skip
    driver.click("option:lives:3", "toggle:coloured", "field:seed")
    driver.type("42x²7")
    driver.key("Backspace")
    driver.key("Enter")
    session = driver.session
    assert (session.level, session.seed, session.settings) == (
        "high", 42, {"height": 8, "lives": 3, "coloured": False},
    )  # fmt: skip
    driver.key("Enter", "Escape")
    driver.click("card:button:gallery")
    assert isinstance(driver.app.screen, GalleryScreen)


def test_the_first_game_has_the_seed_of_its_spec_and_a_new_one_draws_another(driver: Driver) -> None:
    driver.around.preferences.note_introduced("mosaic_duel")

    driver.type("mosaic duel")
    driver.click("game:mosaic_duel")
    driver.click("details:button:play")
    assert (driver.session.seed, driver.message) == (12345, "")
    driver.session.perform(driver.session.legal[0])
    driver.click("button:menu")
    driver.click("card:button:gallery")
    driver.click("details:button:play")
    assert driver.session.seed != 12345
    assert driver.message == f"A new game, seed {driver.session.seed}."
    driver.click("button:menu")
    driver.click("card:button:gallery")
    driver.click("details:button:new_game")
    driver.click("button:play")
    assert (driver.session.seed, len(driver.session.history)) == (12345, 1)
    driver.click("button:menu")
    driver.click("card:button:settings")
    driver.click("card:button:play")
    assert driver.session.seed != 12345
    told = f"A new game, seed {driver.session.seed}. Your other game is under Unfinished games in the menu."
    assert driver.message == told


def test_the_form_of_a_game_whose_setup_has_a_mistake_opens_and_says_so(tmp_path: Path) -> None:
    text = (WINDOW / "rare_start.yaml").read_text(encoding="utf-8").replace("list(0, 1)", "list(0, 0)")
    players = "players: {one: {title: One}, two: {title: Two}}\nseed: 3\n"
    game = loads(text.replace("won: true", "winner: me") + players)
    driver = Driver(lambda host: SheetScreen(host, NewGame(host, game, lambda _session: None)), tmp_path)
    driver.click("button:play")
    shown = page(driver)
    assert isinstance(shown, Form)
    assert [field.title for field in shown.fields] == ["One", "Two", "Seed"]
    assert (shown.message, shown.wrong) == ("This divides by zero.", True)


def test_what_a_setting_does_not_take_is_said(tmp_path: Path) -> None:
    driver = Driver(start.gallery, tmp_path)
    driver.type("lights")
    driver.click("game:lights_out")
    driver.click("details:button:new_game")
    driver.click("field:limit")
    driver.key(*["Backspace"] * 4)
    driver.type("5000")
    driver.key("Enter")
    shown = page(driver)
    assert isinstance(shown, Form)
    assert (shown.message, shown.wrong) == ("‘Presses allowed’ takes numbers from 1 to 999 or none, not 5000.", True)
    assert colour(driver, "message") == driver.app.theme.warning


def test_what_is_typed_takes_the_place_of_what_stood_in_a_field(tmp_path: Path) -> None:
    driver = Driver(start.gallery, tmp_path)
    driver.type("lights")
    driver.click("game:lights_out")
    driver.click("details:button:new_game")

    def limit() -> tuple[object, bool]:
        shown = page(driver)
        assert isinstance(shown, Form)
        return next((field.value, field.selected) for field in shown.fields if field.name == "limit")

    before = limit()[0]
    driver.click("field:limit")
    assert limit() == (before, True)
    driver.type("1")
    driver.type("2")
    assert limit() == ("12", False)
    driver.key("Backspace")
    assert limit() == ("1", False)
    driver.key("a", control=True)
    assert limit() == ("1", True)
    driver.key("Backspace")
    assert limit() == ("", False)
    driver.type("7")
    driver.click("field:seed", "field:limit")
    assert limit() == ("7", True)
    driver.type("35")
    driver.key("Enter")
    assert driver.session.settings["limit"] == 35


def test_a_number_without_a_limit_says_so_and_can_be_given_one(driver: Driver) -> None:
    driver.type("stackdoku")
    driver.click("game:stackdoku")
    driver.click("details:button:new_game")
    fields = {field.name: field for field in page(driver).fields}
    assert (fields["undo_limit"].value, fields["undo_limit"].note) == ("No limit", "0 to 100, or none for no limit")
    driver.click("field:undo_limit")
    driver.type("7")
    driver.key("Enter")
    driver.settle()
    assert driver.session.settings["undo_limit"] == 7


def test_who_plays_is_chosen(driver: Driver) -> None:
    driver.type("tic")
    driver.click("game:tic_tac_toe")
    driver.click("details:button:new_game")
    driver.click("option:seat nought:person")
    driver.click("button:play")
    assert driver.session.seats == {"cross": "person", "nought": "person"}


def test_the_daily_game_is_that_of_the_date(driver: Driver) -> None:
    driver.type("ladder")
    driver.click(f"game:{ladder(driver)}")
    driver.click("details:button:daily")
    seed = daily_seed("ladder", TODAY.date())
    assert (driver.session.level, driver.session.seed) == ("high", seed)
    assert daily_seed("ladder", TODAY.replace(day=18).date()) != seed


def test_who_has_played_the_game_of_the_day_is_told_so_and_how_many_days_in_a_row(driver: Driver) -> None:
    driver.type("ladder")
    driver.click(f"game:{ladder(driver)}")
    lines = "Time 0:00  ·  4 moves  ·  streak 1", "Time 0:00  ·  4 moves  ·  best score 40  ·  streak 2"
    before = "Today’s game: not played yet", "Today’s game: not played yet · streak 1"
    for now, line, stood in zip((TODAY, TODAY.replace(day=18)), lines, before, strict=True):
        driver.around.time = now.replace
        driver.app.home()
        driver.step()
        assert stood in driver.texts()
        driver.click("details:button:daily")
        driver.key("Enter")
        driver.click("a3", "a5", "a6", "a8")
        driver.settle()
        assert line in driver.texts()
        assert "Daily game" not in driver.texts()
    driver.app.home()
    driver.step()
    assert "Today’s game: won · streak 2" in driver.texts()
    driver.around.time = TODAY.replace(day=20).replace
    driver.app.home()
    driver.step()
    assert "Today’s game: not played yet · streak 0, longest 2" in driver.texts()
    driver.click("button:statistics")
    found = page(driver)
    assert isinstance(found, Listing)
    assert dict(zip(found.headings, found.rows[0].cells, strict=True))["Daily"] == "0 (best 2)"


def test_the_result_is_copied_from_the_card_at_the_end_and_from_the_menu(driver: Driver) -> None:
    driver.type("ladder")
    driver.click(f"game:{ladder(driver)}")
    driver.click("details:button:daily")
    driver.key("Enter")
    driver.click("button:menu")
    assert "card:button:share" not in driver.scene.by_key
    driver.key("Escape")
    driver.click("a3", "a5", "a6", "a8")
    driver.settle()
    driver.click("card:button:share")
    text = "Ladder daily 17 May 2024 · high · won in 0:00, 40 points, 4 moves, 0 hints · streak 1"
    assert driver.heard.count(Effect("copy", text)) == 1
    assert {"Result copied", "You win"} <= set(driver.texts())
    driver.key("Escape")
    driver.click("button:menu", "card:button:share")
    assert driver.heard.count(Effect("copy", text)) == 2


def test_the_menu_tells_how_the_game_of_the_day_stands(driver: Driver) -> None:
    driver.type("ladder")
    driver.click(f"game:{ladder(driver)}")
    driver.click("details:button:daily")
    driver.key("Enter")
    driver.click("a3", "button:menu")
    assert "Today’s game: unfinished" in driver.texts()
    driver.key("Escape")
    driver.app.home()
    driver.step()
    assert "Today’s game: unfinished" in driver.texts()


def test_a_game_of_the_day_that_ends_after_midnight_counts_for_its_day(driver: Driver) -> None:
    driver.type("ladder")
    driver.click(f"game:{ladder(driver)}")
    driver.click("details:button:daily")
    driver.key("Enter")
    driver.click("a3")
    driver.around.time = TODAY.replace(day=18).replace
    driver.app.home()
    driver.step()
    driver.click("details:button:resume")
    assert "High · daily game" in driver.texts()
    driver.click("a5", "a6", "a8")
    driver.settle()
    assert driver.around.statistics.days("ladder").results == {TODAY.date(): "won"}
    assert "Time 0:00  ·  4 moves  ·  streak 1" in driver.texts()
    assert "card:button:daily" not in driver.scene.by_key


def test_an_unfinished_game_that_cannot_be_read_is_not_passed_over_in_silence(driver: Driver) -> None:
    folder = driver.around.saves.folder
    folder.mkdir(exist_ok=True)
    (folder / "peg_solitaire.json").write_text('{"format": 1, "game": "peg_sol')
    sheet(driver).refresh()
    driver.type("peg")
    for _ in range(40):
        driver.step(QUIET)
    assert sheet(driver).page().entries[0].note == "The unfinished game cannot be opened"
    assert not sheet(driver).page().entries[0].unfinished


def test_of_a_game_with_mistakes_only_those_can_be_seen(driver: Driver) -> None:
    driver.type("broken")
    driver.click(f"game:{sheet(driver).fitting()[0].key}")
    ways = [key for key in driver.scene.by_key if key.startswith("details:button:") and key.count(":") == 2]
    assert ways == ["details:button:favourite", "details:button:play"]
    assert "Show the mistakes" in driver.texts()


def test_an_unfinished_game_is_gone_on_with(driver: Driver) -> None:
    driver.type("peg")
    driver.click("game:peg_solitaire")
    driver.click("details:button:play")
    driver.click("d2", "d4")
    assert [each.game for each in driver.around.saves.started()] == ["peg_solitaire"]
    driver.key("Escape")
    driver.click("card:button:gallery")
    driver.step(QUIET)
    entry = next(entry for entry in sheet(driver).page().entries if entry.game == "peg_solitaire")
    assert (entry.unfinished, entry.note) == (True, "Unfinished, 1 move")
    driver.click("details:button:resume")
    assert [move.text for move in driver.session.history] == ["jump d2 d4"]
    driver.click("d5", "d3")
    again = driver.around.saves.load(load("peg_solitaire"))
    assert again is not None
    assert len(again.history) == 2


def test_an_unfinished_game_that_is_damaged_meanwhile_says_so(driver: Driver) -> None:
    session = Session(load("peg_solitaire"), seed=1)
    session.perform(session.legal[0])
    driver.around.saves.write(session)
    sheet(driver).refresh()
    driver.step(QUIET)
    driver.type("peg")
    driver.click("game:peg_solitaire")
    (driver.around.saves.folder / "peg_solitaire.json").write_text('{"format": 1, "game": "peg_sol')
    driver.click("details:button:resume")
    assert page(driver).title == "This game cannot be continued"
    driver.key("Escape")
    assert page(driver) == sheet(driver).page()


def test_the_level_of_an_unfinished_game_is_lit_and_kept_for_the_next(driver: Driver) -> None:
    session = Session(load("colour_lines"), load("colour_lines").levels[1], seed=3)
    session.perform(session.legal[0])
    driver.around.saves.write(session)
    sheet(driver).refresh()
    driver.step(QUIET)
    entry = next(entry for entry in sheet(driver).page().entries if entry.game == "colour_lines")
    assert (entry.unfinished, entry.level) == (True, session.level)
    driver.type("colour lines")
    driver.click("game:colour_lines")
    driver.click("details:button:play")
    assert driver.session.level == session.level


def test_a_new_game_takes_the_place_of_the_unfinished_one_only_with_its_first_move(driver: Driver) -> None:
    saves, game = driver.around.saves, load("peg_solitaire")
    driver.type("peg")
    driver.click("game:peg_solitaire")
    driver.click("details:button:play")
    driver.click("d2", "d4")
    seed = driver.session.seed
    driver.key("n", "Enter")
    assert driver.session.seed != seed
    kept = saves.load(game)
    assert kept is not None and kept.seed == seed
    driver.click("d2", "d4")
    kept = saves.load(game)
    assert kept is not None and kept.seed == driver.session.seed


def test_a_setting_that_may_change_any_time_changes_the_running_game(tmp_path: Path) -> None:
    driver = Driver(table_of(load(WINDOW / "ladder.yaml")), tmp_path, introduced=("ladder",))
    driver.key("Enter")
    driver.click("a2")
    driver.key("Escape")
    driver.click("card:button:settings")
    driver.click("card:toggle:coloured")
    assert driver.session.settings["coloured"] is False
    assert [move.text for move in driver.session.history] == ["climb a2"]
    driver.click("card:button:copy_seed")
    assert Effect("copy", str(driver.session.seed)) in driver.heard
    assert f"The seed {driver.session.seed} is copied." in driver.texts()
    assert colour(driver, "card:message") == driver.app.theme.good
    driver.click("card:option:lives:0")
    assert driver.session.settings["lives"] == 1
    driver.click("card:button:play")
    driver.key("Enter")
    assert (driver.session.settings["lives"], driver.session.history) == (0, [])


# After a game


def finished_game(driver: Driver) -> None:
    driver.click("a3", "a5")
    driver.settle()


def test_statistics_and_replays_of_finished_games(tmp_path: Path) -> None:
    driver = Driver(table_of(load(WINDOW / "ladder.yaml")), tmp_path, introduced=("ladder",))
    driver.key("Enter")
    finished_game(driver)
    (kept,) = driver.around.replays.all()
    assert (kept.game, kept.moves, kept.result, kept.ended) == ("ladder", 2, "won", TODAY)
    driver.click("card:button:close")
    driver.key("Escape")
    driver.click("card:button:statistics")
    assert {"Ladder", "1 (best 1)", "20 points", "FASTEST", "TIME"} <= set(driver.texts())
    driver.key("Escape")
    driver.click("card:button:replays")
    shown = page(driver)
    assert isinstance(shown, Listing)
    assert shown.rows[0].cells == ("Ladder", "17 May 2024, 20:15", "Won", "2")
    driver.click("row:0")
    assert isinstance(driver.app.screen, ReplayScreen)
    assert driver.app.screen.moves == 2
    driver.key("Escape", "Escape")
    assert isinstance(driver.app.screen, Table)


def test_statistics_group_the_kinds_of_a_game_below_its_total(tmp_path: Path) -> None:
    driver = Driver(start.gallery, tmp_path)
    statistics = driver.around.statistics
    for kind, hints in ((Kind("level=hard", "Hard"), 0), (Kind("level=easy", "Easy"), 2)):
        statistics.note("sudoku", Finished("won", 9, None, 60, hints), kind=kind)
    statistics.note("hex", Finished("lost", 9, None, 60), kind=Kind("", "Usual settings"))
    statistics.note("go", Finished("lost", 9, None, 60), kind=Kind("strength=fair", "Fair"))
    statistics.note("go", Finished("drawn", 9, None, 60), kind=Kind("strength=fair", "Fair"))
    driver.click("button:statistics")
    shown = page(driver)
    assert isinstance(shown, Listing)
    figures = ("Game", "Played", "Won", "Won with hints", "Lost", "Drawn")
    places = [shown.headings.index(heading) for heading in figures]
    assert "Daily" not in shown.headings
    assert [(row.below, tuple(row.cells[at] for at in places)) for row in shown.rows] == [
        (False, ("Go (fair)", "2", "0", "0", "1", "1")),
        (False, ("Hex", "1", "0", "0", "1", "0")),
        (False, ("Sudoku", "2", "1", "1", "0", "0")),
        (True, ("Easy", "1", "0", "1", "0", "0")),
        (True, ("Hard", "1", "1", "0", "0", "0")),
    ]


def test_a_replay_is_stepped_scrubbed_and_played(tmp_path: Path) -> None:
    session = Session(load("tic_tac_toe"), seed=3)
    for text in ("place b2", "place a1", "place c3"):
        session.perform(session.game.action(session.state, text))
    driver = Driver(lambda host: ReplayScreen(host, session), tmp_path)
    screen = driver.app.screen
    assert isinstance(screen, ReplayScreen)
    driver.key("Right")
    assert (screen.at, screen.state) == (1, session.history[0].after)
    driver.click("button:step_forward", "button:step_back")
    assert screen.at == 1
    driver.key("End")
    assert screen.state is session.state
    slider = driver.box("slider:scrub")
    driver.press(slider.x + 1, slider.middle[1])
    assert screen.at == 0
    driver.press(slider.x + slider.width * 0.66, slider.middle[1])
    assert screen.at == 2
    driver.key("Home", "Space")
    assert screen.playing
    driver.step(0.01)
    assert screen.at == 1
    driver.step(PACE + 0.01)
    driver.step(PACE + 0.01)
    assert (screen.at, screen.playing) == (3, False)
    assert driver.scene.spots == {}


def test_a_replay_is_shown_if_the_rules_that_changed_lead_to_the_same_states(tmp_path: Path) -> None:
    spec = tmp_path / "ladder.yaml"
    spec.write_text((WINDOW / "ladder.yaml").read_text())
    driver = Driver(table_of(load(spec)), tmp_path / "data", introduced=("ladder",))
    driver.around.preferences.note_opened(spec)
    driver.key("Enter")
    finished_game(driver)
    (kept,) = driver.around.replays.all()
    spec.write_text(spec.read_text().replace("title: Ladder", "title: Stairs", 1))
    show_kept(driver.app, kept.path)
    assert isinstance(driver.app.screen, ReplayScreen)
    assert (driver.app.screen.session.game.title, driver.app.screen.moves) == ("Stairs", 2)


def test_a_replay_that_cannot_be_shown_says_why(tmp_path: Path, driver: Driver) -> None:
    file = tmp_path / "nothing.json"
    file.write_text("{}")
    show_kept(driver.app, file)
    driver.step()
    assert "nothing.json is not a recorded game." in driver.texts()


# Preferences


def test_preferences_are_kept_and_a_damaged_file_is_put_aside(tmp_path: Path) -> None:
    driver = Driver(start.gallery, tmp_path)
    driver.click("button:preferences")
    driver.click("option:theme:high_contrast", "toggle:patterns", "option:animation:fast", "toggle:sound")
    driver.click("option:volume:quiet")
    wanted = driver.around.preferences.value
    assert (wanted.theme, wanted.patterns, wanted.animation, wanted.sound) == ("high_contrast", True, "fast", False)
    assert wanted.volume == "quiet"
    again = Driver(start.gallery, tmp_path, "fast")
    assert again.around.preferences.value == wanted
    again.key("F11", "F12")
    assert [effect.kind for effect in again.heard if effect.kind not in ("cursor", "title")] == [
        "fullscreen",
        "screenshot",
    ]
    (tmp_path / "preferences.json").write_text('{"theme": "dark"')
    fresh = Driver(start.gallery, tmp_path, "normal")
    assert fresh.around.preferences.value == replace(fresh.around.preferences.value, theme="dark", sound=True)
    fresh.around.preferences.change(patterns=True)
    [damaged] = tmp_path.glob("preferences.damaged-*.json")
    assert damaged.read_text() == '{"theme": "dark"'


def test_what_cannot_be_saved_or_read_is_told(tmp_path: Path) -> None:
    for name in ("preferences.json", "statistics.json"):
        (tmp_path / name).mkdir()
    driver = Driver(start.gallery, tmp_path)
    driver.click("button:preferences", "option:theme:light")
    assert driver.around.preferences.value.theme == "light"
    assert "Your preferences could not be saved: It is a folder, not a file." in driver.texts()
    driver.key("Escape")
    driver.click("button:statistics")
    assert "The statistics cannot be read: It is a folder, not a file." in driver.texts()


def test_highlights_can_be_turned_off(tmp_path: Path) -> None:
    driver = Driver(table_of(load("reversi")), tmp_path, introduced=("reversi",))
    assert any(node.key.startswith("valid:") for node in driver.scene.nodes)
    driver.around.preferences.change(highlights=False)
    driver.app.changed()
    assert not any(node.key.startswith("valid:") for node in driver.scene.nodes)
