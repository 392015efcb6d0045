"""A game being played: its session, what a hand has half chosen, hints, and the process that thinks."""
