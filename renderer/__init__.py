"""Draws a running game and turns what a player does into actions."""
