"""What a player is shown, worked out below any window: the part of `view` that is rules, as plain values."""

from runtime.show.moves import last_sites, log_lines, move_text
from runtime.show.present import present, presentation, viewer_of
from runtime.show.values import (
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
