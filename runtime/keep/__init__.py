"""Everything that is saved on disk: recordings, saves, replays and statistics."""
