"""From the text of a spec to its typed model, with positions for everything."""
