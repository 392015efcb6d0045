"""The page for playing a game."""
