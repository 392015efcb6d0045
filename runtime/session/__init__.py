"""A game being played: its session, what a hand has half chosen, hints and lessons."""
