"""A patience that is laid out, to be drawn and played."""

from pathlib import Path

from interpreter import Game, load, loads

WINDOW = Path(__file__).resolve().parents[1] / "data" / "window"
LAID_OUT = "{a1: 2c 3c, b1: 7h+, d1: As+, a2: 4c Kh+ Qs+ Jd+, b2: 5c 9h+, c2: Kd+}"


def patience(start: str = LAID_OUT) -> Game:
    """The patience of the test data with some cards on the table."""
    text = (WINDOW / "patience.yaml").read_text(encoding="utf-8")
    before, rest = text.split("setup:\n")
    after = rest[rest.index("actions:\n") :]
    board = "{columns: 7, rows: 2, holds: card, pile: 52"
    assert board in before
    return loads(before.replace(board, f"{board}, start: {start}") + after, "patience.yaml")


def lanes() -> Game:
    """Men in tall lanes, where sites are chosen."""
    return load(WINDOW / "men_in_lanes.yaml")
