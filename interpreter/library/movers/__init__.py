"""Movers list the moves of an action when trying them all would take too long: a file for each."""
