"""Programs for developers. Nothing here ships with the package."""
