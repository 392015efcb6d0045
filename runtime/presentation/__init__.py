"""What a player is shown, worked out below any window: the part of `view` that is rules, as plain values."""

from runtime.presentation.log import log_lines
from runtime.presentation.moves import last_sites, move_text
from runtime.presentation.present import present, presentation, viewer_of
from runtime.presentation.values import (
    BoardShown,
    BoardStyle,
    ButtonShown,
    Colour,
    Column,
    Left,
    Look,
    OverlayShown,
    PanelShown,
    PieceShown,
    PlayerShown,
    Presentation,
    Question,
    SiteShown,
    ZoneShown,
)

__all__ = [
    "BoardShown",
    "BoardStyle",
    "ButtonShown",
    "Colour",
    "Column",
    "Left",
    "Look",
    "OverlayShown",
    "PanelShown",
    "PieceShown",
    "PlayerShown",
    "Presentation",
    "Question",
    "SiteShown",
    "ZoneShown",
    "last_sites",
    "log_lines",
    "move_text",
    "present",
    "presentation",
    "viewer_of",
]
