"""The steps of the language, one file for each group of verbs: how each is checked and how it becomes Python."""
