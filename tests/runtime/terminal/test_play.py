"""Playing at a table: commands, refusals, the computer, hidden things and ends."""

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, load, loads
from interpreter.spec import catalogue
from runtime.keep.saves import Saves
from runtime.keep.statistics import Statistics
from runtime.terminal.loop import play
from tests.renderer.piles import towers
from tests.runtime.session.test_opening import passing, told_of

Played = Callable[..., list[str]]
TableFor = Callable[..., Any]

WIN = ("a1", "b1", "a2", "b2", "a3")

GUESSES = """\
game: guesses
title: Guesses
about: Each hides a number from the other.
players: {ann: {title: Ann}, bob: {title: Bob}}
boards:
  grid:
    per: player
    columns: 2
    rows: 1
    cell:
      number: {is: 1..9 or none, seen_by: owner}
state: {hidden: 0}
actions:
  hide:
    title: Hide a number
    choose:
      c: grid[me]
      n: 1..9
    validate:
      free: {check: c.number == none, else: A number is there.}
    effects: [c.number = n, hidden += 1]
end_conditions:
  all_hidden: {when: hidden == 4, winner: none}
"""

CAREFUL = """\
game: careful
title: Careful
boards: {grid: {columns: 2, rows: 1, cell: {trodden: flag}}}
actions:
  tread: {choose: {c: {from: grid, where: not it.trodden}}, effects: [c.trodden = true]}
  give_up: {title: Give up, confirm: Give up at once?, effects: [{end: given_up}]}
end_conditions:
  given_up: {won: false, say: You gave up.}
"""


def after(lines: list[str], start: str) -> list[str]:
    """The lines from the last one that starts like this."""
    at = max(number for number, line in enumerate(lines) if line.startswith(start))
    return lines[at:]


def place(name: str, text: str) -> str:
    """The file and line of a shipped spec in which a text occurs."""
    path = catalogue.shipped()[name]
    lines = [line.strip() for line in path.read_text().splitlines()]
    return f"{path.relative_to(Path.cwd())}:{lines.index(text) + 1}"


def test_a_game_from_start_to_end(played: Played) -> None:
    lines = played(load("tic_tac_toe"), *WIN)
    assert lines[:4] == [
        "Tic-tac-toe",
        "Place your marks on a grid of three by three squares. Three in a row win,",
        "across, down or diagonally.",
        "Type a move, ‘moves’ to see all, or ‘help’.",
    ]
    assert lines[-13:] == [
        "     a  b  c",
        "  1 *X* O  .",
        "  2 *X* O  .",
        "  3 [X] .  .",
        "     a  b  c",
        "  O Nought   X Cross",
        "Cross won",
        "Cross has three in a row.",
        "Time 0:00  ·  5 moves",
        "‘new’ starts another game, ‘restart’ this one again, ‘undo’ takes a move back,",
        "‘quit’ leaves.",
        "",
        "Goodbye.",
    ]


def test_after_the_end_one_can_take_back_or_start_again(played: Played) -> None:
    lines = played(load("tic_tac_toe"), *WIN, "c3", "undo", "restart", "y", "moves")
    assert "The game is over." in lines
    assert "Undone: a3." in lines
    assert after(lines, "The same game, from the beginning.")[1:] == [
        "",
        "     a  b  c",
        "  1  .  .  .",
        "  2  .  .  .",
        "  3  .  .  .",
        "     a  b  c",
        "  Cross to play. Choose an empty square.",
        "Place your mark: a1, b1, c1, a2, b2, c2, a3, b3, c3",
        "",
        "Goodbye.",
    ]


def test_a_refusal_is_told_lit_and_explained(played: Played) -> None:
    lines = played(load("nine_mens_morris"), *("a1", "d1", "a4", "d2", "a7", "b2"), "why")
    assert after(lines, "Take one of your opponent’s men.")[:8] == [
        "Take one of your opponent’s men.",
        "Refused by the choice ‘s’ of ‘take’.",
        "",
        place("nine_mens_morris", "where: it.man == opponent"),
        "  where: it.man == opponent",
        "",
        "  it.man == opponent = false",
        "  it.man             = none",
    ]


def test_the_sites_of_a_refusal_are_lit(played: Played) -> None:
    lines = played(load("draughts"), "walk b2 a3", "why")
    refused = after(lines, "That square is taken.")
    at = lines.index("That square is taken.")
    assert lines[at : at + 2] == ["That square is taken.", "Look at a3."]
    assert lines[at + 9] == "  3 (d) .  d  .  d  .  d  ."
    assert refused[:8] == [
        "That square is taken.",
        "Refused by the check ‘free_square’ of ‘walk’.",
        "",
        place("draughts", "check: empty(b)"),
        "  check: empty(b)",
        "",
        "  empty(b) = false",
        "  b        = a3",
    ]


def test_why_names_pieces_by_symbol_and_site_and_says_nothing_twice(played: Played) -> None:
    # White has no move, so Black begins.
    lines = played(towers(), "move b1:2 b2", "why")
    told = [line for line in lines if " = " in line]
    assert told == [
        "  len(pieces(grid)) > 3 and not it.hi… = false",
        "  len(pieces(grid)) > 3                = true",
        "  len(pieces(grid))                    = 8",
        "  pieces(grid)                         = w on a1:1, w on a1:2, b on a1:3, W …",
        "  grid                                 = a1, b1, c1, a2, b2, c2",
        "  not it.high                          = true",
        "  it.high                              = false",
        "  it                                   = b on b1:2",
        "  it.owner == me                       = true",
        "  it.owner                             = Black",
        "  me                                   = Black",
        "  it.site.man == it                    = false",
    ]


def test_why_without_a_refusal(played: Played) -> None:
    assert "No move was refused just now." in played(load("tic_tac_toe"), "why")


def test_the_computer_moves_and_its_move_is_told(played: Played) -> None:
    lines = played(load("tic_tac_toe"), "b2", seats={"nought": "computer"})
    assert "You play Cross, the computer plays Nought." in lines
    assert [line for line in lines if re.fullmatch("Nought: [abc][123]", line)]
    assert lines[-1] == "Saved after 1 move; ‘tilewright play tic_tac_toe’ continues."


def test_hints_come_in_tiers_and_light_the_site(played: Played) -> None:
    lines = played(load("tic_tac_toe"), *WIN[:4], "hint", "hint")
    assert "Hint: Look at a3. Ask again to see the move." in lines
    assert "Hint: Place a3." in lines
    assert "  3 (.) .  ." in lines


def test_undo_and_redo(played: Played) -> None:
    lines = played(load("tic_tac_toe"), "b2", "undo", "redo", "redo", "undo", "undo")
    found = [line for line in lines if line.startswith(("Undone", "Redone", "There"))]
    assert found == [
        "Undone: b2.",
        "Redone: b2.",
        "There is nothing to redo.",
        "Undone: b2.",
        "There is nothing to undo.",
    ]


def test_help_fits_a_small_terminal(played: Played) -> None:
    lines = played(load("draughts"), "help")
    page = after(lines, "Type a move or a command.")
    assert page[1:4] == ["Moves now:", "  walk <a> <b>            Move", "Commands:"]
    assert page[-4:] == ["  load [name]            continue a kept game, or list them",
                         "  quit                   leave; the game is saved", "", "Goodbye."]  # fmt: skip
    assert len(page) <= 24


def test_a_board_is_turned_round_where_players_face_each_other(played: Played) -> None:
    lines = played(load("breakthrough"), "help", "board turn", "board turn")
    assert "  board [turn]           show the board again, or turned round" in lines
    assert [line.split() for line in lines if line.split()[:1] == ["8"]] == [
        ["8", *"bbbbbbbb", "White", "pieces", "16"],
        ["8", *"bbbbbbbb"],
        ["8", *"bbbbbbbb", "White", "pieces", "16"],
    ]
    lines = played(load("reversi"), "help", "board turn")
    assert "  board                  show the board again" in lines
    assert "Everybody sees this board from the same side." in lines


def test_rules_seed_and_settings_can_be_read(played: Played) -> None:
    lines = played(load("hex"), "rules", "seed", "settings", "settings size=4", "settings size=99", "settings size")
    assert "The swap rule" in lines
    assert "The seed of this game is 1." in lines
    assert "size = 11         Board size: 3..19" in lines
    assert "A new game with size = 4." in lines
    assert "size takes numbers from 3 to 19, not 99." in lines
    assert "Write it as ‘settings name=value’." in lines


def test_a_setting_that_may_change_any_time_changes_the_running_game(played: Played) -> None:
    ladder = load(Path(__file__).resolve().parents[2] / "data" / "window" / "ladder.yaml")
    lines = played(ladder, "a2", "settings coloured=false", "settings coloured=blue", "settings", "undo")
    assert "From now on coloured = false." in lines
    assert "coloured takes true or false, not blue." in lines
    assert any(line.startswith("coloured = false") for line in lines)
    assert any(line.startswith("Undone: climb a2") for line in lines)


def test_what_the_computer_lays_is_told_as_the_log_tells_it(played: Played) -> None:
    lines = played(load("khi"), "play fact a10 down", seats={"computer": "computer"}, seed=615863538)
    told = [line for line in lines if line.startswith("Computer ")]
    assert told == ["Computer played MILER."]


def test_the_terminal_says_what_settings_mean(played: Played) -> None:
    lines = played(load("stacks"), "settings")
    at = lines.index("deal = solvable   Deal: solvable, random")
    assert lines[at + 1 : at + 4] == [
        "    solvable: There is always a way to use every tile, unless words need five",
        "    letters.",
        "    random: The tiles are dealt at random. Some may be left over at the end.",
    ]
    assert "    New tiles from the bag replace the ones you use." in lines


def test_another_game_is_started_only_when_the_player_says_so(played: Played) -> None:
    lines = played(load("tic_tac_toe"), "a1", "new", "n", "seed 7", "seed", "seed x")
    assert "A new game with seed 7." in lines
    assert "The seed of this game is 7." in lines
    assert "A seed is a whole number." in lines
    assert "A new game." not in lines


def test_games_are_kept_under_names_of_their_own(played: Played, saves: Saves) -> None:
    lines = played(load("tic_tac_toe"), "load", "a1", "save ../x", "save first", "b1", "load", "load other",
                   "load first", "quit")  # fmt: skip
    assert "You have saved no game under a name; ‘save name’ does that." in lines
    assert "‘../x’ cannot be the name of a saved game; use letters, digits, spaces, - and _." in lines
    assert "Kept games: first." in lines
    assert "There is no saved game ‘other’." in lines
    assert "Continuing ‘first’." in lines
    assert lines[-1] == "Saved after 1 move; ‘tilewright play tic_tac_toe’ continues."
    assert saves.names() == ["tic_tac_toe first"]
    assert {(each.path.name, each.moves) for each in saves.started()} == {
        ("tic_tac_toe 1.save", 2),
        ("tic_tac_toe 1 copy 2.save", 1),
    }


def test_a_game_that_cannot_be_saved_is_told_once_with_the_place(played: Played, saves: Saves) -> None:
    saves.folder.write_text("A file stands where the folder should.", encoding="utf-8")
    printed = " ".join(played(load(catalogue.find("tic_tac_toe")), *WIN))
    assert printed.count("Not saved:") == 2
    assert printed.count("You can play on; every move tries to save again.") == 1
    assert f"Notsaved:{saves.folder}isnotafolder.Thegameislost." in printed.replace(" ", "")
    assert "Saved after" not in printed


def test_every_move_is_saved_before_it_is_shown(table_for: TableFor, saves: Saves) -> None:
    game = load("tic_tac_toe")
    table, _ = table_for(game, "a1", "b1")
    assert saves.started() == []
    play(table)
    saved = saves.load(game)
    assert saved is not None
    assert [move.text for move in saved.history] == ["place a1", "place b1"]


def test_an_older_game_stays_until_the_first_move_of_a_new_one(table_for: TableFor, saves: Saves) -> None:
    game = load("tic_tac_toe")
    play(table_for(game, "a1")[0])
    play(table_for(game, "help", "quit")[0])
    saved = saves.load(game)
    assert saved is not None
    assert len(saved.history) == 1


def test_lives_and_undos_help_out_of_an_end(played: Played, stuck: Game) -> None:
    lines = played(stuck, "a1", "b1", "c1", "undo", "c1", "undo", "c1", "life", "help")
    at = lines.index("No way on")
    assert lines[at + 1 : at + 3] == [
        "You are tired. You can take a move back or use a life.",
        "Type ‘undo’ or ‘life’ to go on.",
    ]
    assert "Undone: tread c1. Undos left: 1." in lines
    assert "You go on with one life less. Lives left: 0." in lines
    assert "  life                   spend a life and go on" in lines


def test_an_action_that_asks_first(played: Played) -> None:
    game = loads(CAREFUL, "careful.yaml")
    assert "You gave up." not in played(game, "give_up", "n")
    assert "You gave up." in played(game, "give_up", "give up")
    assert after(played(game, "give_up", "y"), "You lose")[:2] == ["You lose", "You gave up."]


def test_what_another_hides_is_told_to_nobody_else(table_for: TableFor) -> None:
    table, out = table_for(loads(GUESSES, "guesses.yaml"), "a1 7", "", "a1 3", "", "a1 4", "why")
    play(table)
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    assert [line for line in lines if line.startswith("  1 ")] == [
        "  1  .  .      1  ?  ?",
        "  1  ?  ?      1  .  .",
        "  1  7  .      1  ?  ?",
    ]
    assert lines[-5:-2] == ["  c.number == none = false", "  c.number         = 7", "  c                = a1"]
    assert table.lines.prompts[:5] == [
        "Ann> ",
        "It is Bob’s turn. Hand over, then press Enter. ",
        "Bob> ",
        "It is Ann’s turn. Hand over, then press Enter. ",
        "Ann> ",
    ]


def test_what_a_move_uncovers_is_seen_before_the_computer_goes_on(played: Played) -> None:
    lines = played(load("memory"), "a1", "b1", seats={"two": "computer"}, seed=3)
    first = [line for line in lines if line.startswith("  1 ")][2]
    assert first == "  1 [8][3] ?  ?    Your pairs     –"


@pytest.mark.parametrize("name", ["breakthrough", "memory", "peg_solitaire", "sokoban", "reversi"])
def test_games_can_be_played_by_numbers_alone(played: Played, name: str) -> None:
    lines = played(load(name), *(str(1 + number % 3) for number in range(8)))
    assert lines[-1].startswith(("Saved after ", "Goodbye."))


def test_a_game_whose_setup_has_a_mistake_does_not_begin(played: Played) -> None:
    path = Path(__file__).resolve().parents[2] / "data" / "window" / "rare_start.yaml"
    lines = played(load(path), "seed 1", "seed", "light a1", "seed 2", "y", "light b1", seed=7)
    assert lines.count("The spec has a mistake; this cannot be done.") == 2
    assert "  17 |   - share = 4 // drawn" in lines
    assert "The seed of this game is 7." in lines
    assert "You win" in lines


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("seed ²", "A seed is a whole number."),
        ("seed 1234567890123456789", "A seed is a whole number."),
        ("moves ²", "No move has ‘²’ in it. Type a square, an action or a page after ‘moves’."),
        ("²", "‘²’ is neither a move nor a command."),
        ("9" * 5000, "‘999"),
    ],
)
def test_what_only_looks_like_a_number_is_answered(played: Played, line: str, answer: str) -> None:
    lines = played(load("tic_tac_toe"), "moves", line)
    assert [each for each in lines if each.startswith(answer)] != []


HOPPING = """\
game: hopping
title: Hopping
players: {ann: {title: Ann}, bob: {title: Bob}}
boards: {grid: {columns: 3, rows: 1, cell: {owner: player or none}}}
actions:
  give_back:
    title: Give back
    choose: {c: {from: grid, where: it.owner == me}}
    effects: [c.owner = none]
  take:
    title: Take
    choose: {c: {from: grid, where: it.owner == none}}
    effects:
      - c.owner = me
      - continue: go_on
        may_stop: true
  go_on:
    title: Take another
    follows: [take]
    choose: {c: {from: grid, where: it.owner == none}}
    effects: [c.owner = me]
end_conditions:
  all_taken: {when: 'all(x.owner != none for x in grid)', winner: me}
"""


def test_a_turn_that_may_end_says_how(played: Played) -> None:
    lines = played(loads(HOPPING), "help", "take a1", "help", "give_back a1", "stop", "quit")
    assert [line for line in lines if "stop" in line or "turn" in line] == [
        "Go on, or type ‘stop’ to end the turn.",
        "  stop                    End turn",
        "First go on with Take another, or end the turn.",
        "Type ‘stop’ to end the turn.",
    ]


def test_help_lists_only_actions_that_can_be_done(played: Played) -> None:
    first, second = (
        [line.split()[0] for line in lines[lines.index("Moves now:") + 1 : lines.index("Commands:")]]
        for lines in (
            played(loads(HOPPING), "help", "quit"),
            played(loads(HOPPING), "take a1", "stop", "take b1", "stop", "help", "quit"),
        )
    )
    assert (first, second) == (["take"], ["give_back", "take"])


# The game of the day


LUCKY = """\
game: lucky
title: Lucky
boards: {cup: {columns: 1, rows: 1, cell: {rolled: number}}}
setup: [{random: n in 1..6, stream: dice}, a1.rolled = n]
actions: {rest: {effects: [a1.rolled = 0]}}
end_conditions: {rested: {when: a1.rolled == 0, won: true}}
"""


def test_the_game_of_the_day_is_played_and_counted(played: Played, saves: Saves) -> None:
    game, today = loads(LUCKY, "lucky.yaml"), date.today()
    lines = played(game, "daily", "daily", "rest", "daily")
    said = f"The daily game of {today.day} {today.strftime('%B %Y')}."
    assert [line for line in lines if line.startswith(said)] == [
        f"{said} Today’s game: not played yet.",
        f"{said} Today’s game: won · streak 1.",
    ]
    assert "You are playing this one." in lines
    assert "Time 0:00  ·  1 move  ·  streak 1" in lines
    assert Statistics(saves.folder.parent).days("lucky").results == {today: "won"}


def test_a_game_is_counted_once_though_its_end_is_made_again(played: Played, saves: Saves) -> None:
    played(loads(LUCKY, "lucky.yaml"), "rest", "undo", "rest", "restart", "rest")
    assert Statistics(saves.folder.parent).of("lucky").played == 2


def test_a_game_without_luck_has_no_game_of_the_day(played: Played) -> None:
    lines = played(load("tic_tac_toe"), "daily", "help")
    assert "This game has no game of the day." in lines
    assert not [line for line in lines if line.strip().startswith("daily")]


def test_a_result_is_printed_to_be_sent_once_the_game_is_over(played: Played) -> None:
    today = date.today()
    lines = played(loads(LUCKY, "lucky.yaml"), "share", "daily", "rest", "share")
    assert "The game is not over yet." in lines
    said = f"Lucky daily {today.day} {today.strftime('%B %Y')} · won in 0:00, 1 move · streak 1"
    assert said in lines


def test_what_happened_before_the_first_move_is_told_once(played: Played) -> None:
    session = passing()
    lines = played(session.game, "", "walk 3", "undo", "restart", seed=session.seed)
    begun = [number for number, line in enumerate(lines) if line == told_of(session)[0]]
    assert [tuple(lines[at : at + 3]) for at in begun] == [told_of(session)] * 2
