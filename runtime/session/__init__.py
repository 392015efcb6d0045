"""A game being played: its session, half-chosen moves, hints, and the process that thinks."""
