"""The pages around a game: gallery, forms, lists and texts, each with what it does."""
