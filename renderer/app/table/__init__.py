"""The page on which a game is played."""
