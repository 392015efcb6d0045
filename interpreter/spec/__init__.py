"""From the text of a spec to its typed model, with a position for everything."""
