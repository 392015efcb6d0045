"""What typed lines mean."""

import pytest

from interpreter import Game, State, load
from runtime.session.session import Session
from runtime.terminal.reader import Barred, Command, Do, Meaning, Which, Wrong, completions, read_line
from runtime.terminal.table import listed_moves


def read(game: Game, state: State, line: str, numbered: bool = False) -> Meaning:
    return read_line(line, game, state, lambda: listed_moves(game, state), numbered)


def after(game: Game, *actions: str, **options: object) -> State:
    playing = Session(game, seed=1, **options)
    for text in actions:
        assert playing.perform(game.action(playing.state, text)).refusal is None
    return playing.state


def text(game: Game, state: State, meaning: Meaning) -> str:
    assert isinstance(meaning, Do)
    return game.text(state, meaning.action)


@pytest.mark.parametrize("line", ["place b2", "b2", "B2", "PLACE B2", "  b2  "])
def test_an_action_with_or_without_its_name(line: str) -> None:
    game = load("tic_tac_toe")
    assert read(game, game.new(1), line) == Do(("place", 5))


@pytest.mark.parametrize("line", ["walk c3 d4", "c3 d4", "c3-d4", "c3 - d4", "c3d4", "c3→d4", "c3 to d4", "C3 D4"])
def test_two_sites_as_people_write_them(line: str) -> None:
    game = load("draughts")
    state = game.new(1)
    assert text(game, state, read(game, state, line)) == "walk c3 d4"


def test_a_capture_may_have_a_cross() -> None:
    game = load("draughts")
    state = after(game, "walk c3 d4", "walk f6 e5")
    assert text(game, state, read(game, state, "d4xf6")) == "jump d4 f6"


def test_a_beginning_that_can_only_go_on_in_one_way_is_enough() -> None:
    game = load("draughts")
    state = game.new(1)
    assert text(game, state, read(game, state, "a3")) == "walk a3 b4"
    assert text(game, state, read(game, state, "walk a3")) == "walk a3 b4"
    assert text(game, state, read(game, state, "h4")) == "walk g3 h4"
    found = read(game, state, "c3")
    assert isinstance(found, Which)
    assert [game.text(state, action) for action in found.actions] == ["walk c3 b4", "walk c3 d4"]


def test_a_continuation_needs_only_what_is_left_to_choose() -> None:
    game = load("draughts")
    actions = ["walk e3 d4", "walk h6 g5", "walk d2 e3", "walk b6 a5", "walk e3 f4"]
    state = after(game, *actions, "jump g5 e3", "walk c1 d2", "jump e3 c1", "walk e1 d2", "jump c1 e3")
    assert text(game, state, read(game, state, "e3 c5")) == "jump e3 c5"
    assert text(game, state, read(game, state, "c5")) == "jump e3 c5"
    assert text(game, state, read(game, state, "h8")) == "jump e3 h8"


@pytest.mark.parametrize("line", ["slide north", "north", "up", "n", "slide n", "Up"])
def test_words_may_be_cut_short(line: str) -> None:
    game = load("game_2048")
    state = game.new(1)
    assert text(game, state, read(game, state, line)) == "slide north"


def test_a_column_is_enough_where_it_leaves_one_site() -> None:
    game = load("connect_four")
    state = game.new(1)
    assert text(game, state, read(game, state, "d")) == "drop d6"


def test_a_number_is_that_of_a_listed_move() -> None:
    game = load("tic_tac_toe")
    state = after(game, "place a1")
    assert text(game, state, read(game, state, "1")) == "place b1"
    assert read(game, state, "9") == Wrong("There is no move 9; the moves have the numbers 1 to 8.")


def test_a_number_may_be_a_choice_while_no_numbers_were_shown(trays: Game, letters: Game) -> None:
    state = letters.new(1)
    assert text(letters, state, read(letters, state, "swap_out C A 3")) == "swap_out C A 3"
    assert text(letters, state, read(letters, state, "write a1/c b1/a")) == "write a1/C/c b1/A/a"
    assert text(trays, trays.new(1), read(trays, trays.new(1), "claim b1")) == "claim b1"
    assert isinstance(read(trays, trays.new(1), "5", numbered=True), Do)


def test_several_actions_that_fit_are_asked_about(trays: Game) -> None:
    state = trays.new(1)
    found = read(trays, state, "b1 c1")
    assert isinstance(found, Which)
    assert [trays.text(state, action) for action in found.actions] == ["shift b1 c1", "trail b1 c1"]
    assert text(trays, state, read(trays, state, "dye g")) == "dye green"


def test_an_illegal_action_is_read_as_the_one_whose_refusal_tells_most() -> None:
    game = load("draughts")
    state = game.new(1)
    assert text(game, state, read(game, state, "a3 a5")) == "walk a3 a5"
    forced = after(game, "walk c3 d4", "walk f6 e5")
    meaning = read(game, forced, "a3 b4")
    assert isinstance(meaning, Do)
    refusal = game.check(forced, meaning.action)
    assert refusal is not None
    assert refusal.text == "You must capture when you can."


def test_a_beginning_that_leads_nowhere_is_refused_with_its_reason() -> None:
    game = load("draughts")
    found = read(game, game.new(1), "walk b8")
    assert isinstance(found, Barred)
    assert found.refusal.text == "That piece isn’t yours."


def test_commands_and_their_short_forms() -> None:
    game = load("tic_tac_toe")
    state = game.new(1)
    assert read(game, state, "moves 2") == Command("moves", "2")
    assert read(game, state, "?") == Command("help", "")
    assert read(game, state, "Q") == Command("quit", "")
    assert read(game, state, "/undo") == Command("undo", "")


def test_what_means_nothing_is_answered_with_a_guess() -> None:
    game = load("tic_tac_toe")
    state = game.new(1)
    assert read(game, state, "undoo") == Wrong("‘undoo’ is neither a move nor a command. Did you mean ‘undo’?")
    assert read(game, state, "place x9") == Wrong("There is no site x9. grid goes from a1 to c3.")
    assert isinstance(read(game, state, "!!"), Wrong)


def test_tab_offers_actions_what_may_be_chosen_and_commands() -> None:
    game = load("draughts")
    state = game.new(1)
    assert completions(game, state, "wa") == ["walk"]
    assert completions(game, state, "walk ") == ["a3", "c3", "e3", "g3"]
    assert completions(game, state, "walk c3 ") == ["b4", "d4"]
    assert completions(game, state, "c3 ") == ["b4", "d4"]
    assert completions(game, state, "se") == ["settings", "seed"]
    assert completions(game, state, "undo ") == []
    assert completions(game, state, "")[:2] == ["jump", "walk"]


def test_tab_goes_on_with_lists_and_records(trays: Game, letters: Game) -> None:
    assert completions(trays, trays.new(1), "trail a1 ") == ["a2", "b1"]
    assert completions(trays, trays.new(1), "dye g") == ["green"]
    assert completions(letters, letters.new(1), "swap_out C ") == ["*", "A", "T"]


def test_moves_are_listed_without_telling_what_is_hidden() -> None:
    game = load("memory")
    state = game.new(1)
    assert len(listed_moves(game, state)) == 16


def test_a_word_is_spelt_with_the_tiles_that_show_its_letters() -> None:
    game = load("stacks")
    state = game.new(seed=3)
    for line in ("spell en", "en", "EN"):
        assert text(game, state, read(game, state, line)) == "spell a1@top b1@top"
    # Of several that show the same, the lit one is meant.
    lit = frozenset({state.program.schema.topology.names.index("c4@top")})
    assert text(game, state, read_line("en", game, state, list, lit=lit)) == "spell c4@top b1@top"
    refused = read(game, state, "spell zzz")
    assert isinstance(refused, Barred)
    assert refused.refusal.text == "There is no Z to choose."


def test_a_word_is_laid_from_a_site_on_over_the_letters_that_stand_there() -> None:
    game = load("khi")
    state = game.new(seed=615863538)
    down = "play F/a10/f A/a11/a C/a12/c T/a13/t"
    for line in ("play fact a10 down", "FACT a10 down", "a10 fact column"):
        assert text(game, state, read(game, state, line)) == down
    across = text(game, state, read(game, state, "play fact a10 across"))
    assert across == "play F/a10/f A/b10/a C/c10/c T/d10/t"
    # It covers the star both across and down, so both are meant.
    both = read(game, state, "fact a10")
    assert isinstance(both, Which)
    assert [game.text(state, action) for action in both.actions] == [across, down]
    # If it can be laid only one way, that one is meant.
    assert text(game, state, read(game, state, "fact a9")) == "play F/a9/f A/a10/a C/a11/c T/a12/t"
    for line, why in (
        ("fact q10 across", "FACT does not fit on the board there."),
        ("zoo a10 down", "There is no Z to choose."),
    ):
        refused = read(game, state, line)
        assert isinstance(refused, Barred)
        assert refused.refusal.text == why


def test_a_laid_word_takes_in_what_stands_and_a_wild_tile_for_what_is_missing() -> None:
    game = load("khi")
    session = Session(game, seed=615863538)
    for line in ("play F/a10/f A/b10/a C/c10/c T/d10/t", "pass"):
        session.perform(game.action(session.state, line))
    state = session.state
    assert text(game, state, read(game, state, "factor a10 across")) == "play O/e10/o R/f10/r"
    for line, why in (
        ("fist a10 across", "b10 has A, where FIST needs I."),
        ("fact a10 across", "FACT is already there."),
    ):
        refused = read(game, state, line)
        assert isinstance(refused, Barred)
        assert refused.refusal.text == why
    wild = game.new(seed=440831608)
    assert text(game, wild, read(game, wild, "chined a10 down")) == (
        "play C/a10/c H/a11/h I/a12/i */a13/n E/a14/e D/a15/d"
    )


def test_a_slip_in_a_command_is_no_word() -> None:
    game = load("stacks")
    found = read(game, game.new(seed=3), "hlep")
    assert isinstance(found, Wrong)
    assert "help" in found.text
