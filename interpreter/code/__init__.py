"""From checked terms to Python."""
