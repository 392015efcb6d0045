"""The expression language: text → nodes → terms → Python."""
