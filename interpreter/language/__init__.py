"""The expression language: text → nodes → checked terms, and their values."""
