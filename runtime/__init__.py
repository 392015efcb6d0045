"""Plays a compiled game: sessions, computer opponents, acceptance tests and the command line."""
