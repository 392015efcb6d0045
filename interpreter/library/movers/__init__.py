"""Movers list the moves of an action where trying them all would take too long: a file for each."""
