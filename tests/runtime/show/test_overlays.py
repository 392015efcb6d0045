"""Cards: the result from each side, being stuck, the introduction and the scores."""

from interpreter import Game, load, loads
from runtime.show import present
from runtime.show.values import Column
from tests.runtime.show.looking import played, shown

WIN = ("place a1", "place b1", "place a2", "place b2", "place a3")
LOSE = ("place a1", "place b1", "place a2", "place b2", "place c3", "place b3")


def result(session) -> tuple[str, str, str]:
    card = present(session).overlays["result"]
    return card.title, card.text, card.mood


def test_the_result_is_told_to_the_only_person() -> None:
    game = load("tic_tac_toe")
    assert result(played(game, *WIN, computers=("nought",))) == (
        "You win",
        "Cross has three in a row.",
        "won",
    )
    assert result(played(game, *LOSE, computers=("nought",))) == (
        "You lose",
        "Nought has three in a row.",
        "lost",
    )


def test_the_result_is_neutral_where_several_persons_share_the_screen() -> None:
    game = load("tic_tac_toe")
    assert result(played(game, *WIN)) == ("Cross won", "Cross has three in a row.", "plain")
    assert result(played(game, *LOSE)) == ("Nought won", "Nought has three in a row.", "plain")
    full = ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")
    drawn = result(played(game, *(f"place {site}" for site in full)))
    assert (drawn[0], drawn[2]) == ("A draw", "drawn")
    assert drawn[1] == "The grid is full and nobody has three in a row."


def test_buttons_of_the_result() -> None:
    card = present(played(load("tic_tac_toe"), *WIN)).overlays["result"]
    assert [(button.title, button.enabled) for button in card.buttons] == [("Restart", True), ("New game", True)]
    assert "result" not in shown(load("tic_tac_toe"), *WIN[:-1]).overlays


LINES = """\
game: lines
title: Lines
{players}boards: {{grid: {{columns: 2, rows: 1, cell: {{trodden: flag}}}}}}
turns: {{when_stuck: {rule}}}
actions:
  tread:
    choose:
      c: {{from: grid, where: not it.trodden}}
    effects: [c.trodden = true]
end_conditions:
  never: {{when: turn_number > 9{nobody}}}
"""
TWO = "players: {ann: {title: Ann}, bob: {title: Bob}}\n"


def ended(rule: str, players: str = "", view: str = "", computers: tuple[str, ...] = ()) -> tuple[str, str, str]:
    text = LINES.format(players=players, rule=rule, nobody=", winner: none" if players else ", won: true") + view
    return result(played(loads(text), "tread a1", "tread b1", computers=computers))


def test_who_has_no_move_left_is_told_so() -> None:
    assert ended("lose") == ("You lose", "No move is left.", "lost")
    assert ended("win") == ("You win", "No move is left.", "won")
    assert ended("draw") == ("The end", "No move is left.", "over")
    assert ended("lose", TWO) == ("Bob won", "No move is left for Ann.", "plain")
    assert ended("lose", TWO, computers=("bob",)) == ("You lose", "No move is left for Ann.", "lost")
    assert ended("pass", TWO) == ("A draw", "Nobody has a move left.", "drawn")


def test_a_spec_s_own_words_stand_before_the_reason() -> None:
    view = "view: {overlays: {result: {title: 'Well, {me}', lose: Too bad., over: Done.}}}\n"
    assert ended("lose", "", view) == ("Well, You", "Too bad.", "lost")
    assert ended("draw", "", view) == ("Well, You", "Done.", "over")
    assert ended("lose", TWO, view, ("bob",)) == ("Well, Ann", "Too bad.\nNo move is left for Ann.", "lost")


def test_an_end_that_says_nothing_is_called_by_its_name(letters: Game) -> None:
    assert result(played(letters, "give_up")) == ("Bob won", "Given up.", "plain")


def test_being_stuck_offers_what_recovers(stuck: Game) -> None:
    session = played(stuck, "tread a1", "tread b1", "tread c1")
    found = present(session)
    card = found.overlays["stuck"]
    assert "result" not in found.overlays
    assert (card.title, card.text) == ("No way on", "You are tired. You can take a move back or use a life.")
    assert [(button.name, button.title, button.enabled, button.left) for button in card.buttons] == [
        ("undo", "Undo", True, 2),
        ("life", "Use a life", True, 1),
        ("restart", "Restart", True, None),
    ]
    assert found.status == "You are tired."
    assert "stuck" not in shown(load("lights_out")).overlays


def test_the_introduction_is_the_spec_s_or_what_it_is_about() -> None:
    card = shown(load("tic_tac_toe")).overlays["intro"]
    assert (card.title, card.button) == ("Tic-tac-toe", "Play")
    assert card.text.startswith("Place your marks on a grid")
    about = shown(load("breakthrough")).overlays["intro"]
    assert (about.title, about.text) == ("Breakthrough", str(load("breakthrough").spec.about))


SCORES = """\
game: scores
title: Scores
players: {ann: {title: Ann}, bob: {title: Bob}}
boards: {grid: {columns: 4, rows: 1, cell: {taken: player or none}}}
state: {score: {per: player, start: 0}}
actions:
  take:
    choose:
      c: {from: grid, where: it.taken == none}
    effects:
      - c.taken = me
      - score[me] += 2
      - event: took(site = c, points = 2)
      - if: c == b1
        then:
          - event: gave(by = opponent)
end_conditions:
  full:
    when: all(x.taken != none for x in grid)
    winner: none
view:
  overlays:
    ready: {text: 'Ready, {me}?', button: Go}
    scores:
      title: Game scores
      columns:
        - title: You
          events: took
          of: ann
          line: '{it.site} for {it.points}'
          total: score[ann]
        - events: took
          of: bob
          line: '{it.site} for {it.points}'
        - events: gave
          of: bob
          line: given by {it.by}
"""


def test_scores_list_events_by_player() -> None:
    found = shown(SCORES, "take a1", "take c1", "take b1")
    card = found.overlays["scores"]
    assert (card.title, card.button) == ("Game scores", "Close")
    assert next(button.title for button in found.menu if button.name == "scores") == "Game scores"
    assert card.columns == (
        Column("You", ("a1 for 2", "b1 for 2"), "4"),
        Column("Bob", ("c1 for 2",), ""),
        Column("Bob", ("given by Bob",), ""),
    )
    ready = found.overlays["ready"]
    assert (ready.title, ready.text, ready.button) == ("Scores", "Ready, Bob?", "Go")
    assert list(found.overlays) == ["ready", "scores"]
