"""What is kept on disk: recordings, saves, replays and statistics."""
