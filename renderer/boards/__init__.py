"""Boards on the screen: from cells to pixels, and from what a position shows to nodes."""
