"""What a player is shown, computed independently of any window: the part of `view` that is rules, as plain values."""

from runtime.show.moves import last_sites, log_lines, move_text, opening_lines
from runtime.show.present import present, presentation, viewer_of
from runtime.show.turning import sits_opposite, turned, turns

__all__ = [
    "last_sites",
    "log_lines",
    "move_text",
    "opening_lines",
    "present",
    "presentation",
    "sits_opposite",
    "turned",
    "turns",
    "viewer_of",
]
