"""Pieces that a draft lays on a board: shown there, and no longer in the zone that they come from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.expressions import Letter, Piece, Site, strip
from interpreter.program import ChoicePlan, FieldPlan
from runtime import draft as drafts
from runtime.presentation.boards import board_reader
from runtime.presentation.faces import face_text
from runtime.presentation.shown import Shown
from runtime.presentation.values import BoardShown, PieceShown, ZoneShown

Boards = tuple[BoardShown, ...]
Zones = tuple[ZoneShown, ...]


def with_draft(shown: Shown, boards: Boards, zones: Zones) -> tuple[Boards, Zones]:
    """Boards and zones as they are while records of a site and a piece are being chosen."""
    choice = drafts.choice_of(shown.view.state, shown.draft) if shown.draft.items else None
    if choice is None or not choice.fields:
        return boards, zones
    laid = [piece for item in shown.draft.items for piece in _laid(shown, choice, item)]
    taken = {(piece.kind, piece.number) for piece in laid}
    return (
        tuple(_board(board, laid) for board in boards),
        tuple(
            replace(zone, pieces=tuple(each for each in zone.pieces if (each.kind, each.number) not in taken))
            for zone in zones
        ),
    )


def _board(board: BoardShown, laid: list[PieceShown]) -> BoardShown:
    here = {site.site for site in board.sites}
    more = tuple(piece for piece in laid if piece.sites[0] in here)
    return replace(board, pieces=(*board.pieces, *more)) if more else board


def _laid(shown: Shown, choice: ChoicePlan, item: tuple[Any, ...]) -> list[PieceShown]:
    """The piece of a record on the site of that record, with the letter that was chosen for it."""
    parts = list(zip(choice.fields, item, strict=True))
    site = next((value for part, value in parts if isinstance(_kind(part), Site)), None)
    for part, value in parts:
        kind = _kind(part)
        if isinstance(kind, Piece) and site:
            name = _board_name(shown, site)
            pieces = board_reader(shown, name).laid(shown, kind.kind, value, site) if name is not None else []
            letter = next((each for other, each in parts if isinstance(_kind(other), Letter)), None)
            return [replace(piece, **_lettered(letter), drafted=True) for piece in pieces]
    return []


def _lettered(letter: str | None) -> dict[str, Any]:
    return {} if letter is None else {"faces": (face_text(letter, Letter()),), "hidden": False}


def _kind(part: FieldPlan) -> Any:
    return strip(part.variable.type)


def _board_name(shown: Shown, site: int) -> str | None:
    board = shown.schema.topology.board_at(site)
    return next((name for name, each in shown.schema.boards.items() if board and board.name in each.instances), None)
