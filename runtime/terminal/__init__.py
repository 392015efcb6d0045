"""The terminal player: boards drawn as text, actions typed, commands for all the rest."""
