"""From what a player is shown to a scene: keyed nodes, each a skin at a place."""
