"""Makes the committed word lists from the packages that they come from: `python -m tools.wordlists`."""
