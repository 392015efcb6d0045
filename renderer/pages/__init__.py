"""The pages beside the table: gallery, forms, lists and texts, as values and as nodes."""
