"""The terminal player: boards drawn as text, actions typed, commands for everything else."""
