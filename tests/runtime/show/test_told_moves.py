"""How moves are described: one notation for every player, as far as the viewer may know what it reads."""

from pathlib import Path

from interpreter import load
from runtime.session.session import Session
from runtime.show.moves import move_text
from runtime.show.replies import redone, undone
from tests.runtime.show.looking import played

ONE_CARD = (Path(__file__).parents[2] / "data" / "language" / "one_card.yaml").read_text(encoding="utf-8")


def told(notation: str) -> list[str]:
    """How a move of Ann’s is described to Ann and to Bob."""
    session = played(ONE_CARD.replace("  bet:\n", f"  bet:\n    notation: {notation}\n"), "bet")
    return [move_text(session.game, session.history[0], viewer) for viewer in (1, 2)]


def test_another_player_s_notation_is_told() -> None:
    assert told("'raises to {staked[me] + 1}'") == ["raises to 2", "raises to 2"]


def test_a_notation_that_reads_what_is_hidden_is_told_to_its_player_alone() -> None:
    seen, hidden = told("'raises with {card_of(me).rank}'")
    assert seen in ("raises with 1", "raises with 2", "raises with 3")
    assert hidden == "bet"


def test_what_is_undone_is_told_as_the_log_told_it() -> None:
    session = Session(load("stacks"), seed=3)
    assert session.perform(session.game.action(session.state, "spell a1@top b1@top")).refusal is None
    assert move_text(session.game, session.history[0], 1).endswith(" with a1@top b1@top")
    session.undo()
    assert undone(session, 1) == "Undone: Spelt EN for 2 points."
    session.redo()
    assert redone(session, 1) == "Redone: Spelt EN for 2 points."


def test_what_has_no_line_of_its_own_in_the_log_is_undone_by_its_notation() -> None:
    session = played(load("tic_tac_toe"), "place b2", "place a1")
    session.undo()
    assert undone(session, 1) == "Undone: a1."
