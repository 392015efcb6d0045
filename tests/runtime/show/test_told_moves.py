"""How moves are described: one notation for every player, as far as the viewer may know what it reads."""

from pathlib import Path

from runtime.show.moves import move_text
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
