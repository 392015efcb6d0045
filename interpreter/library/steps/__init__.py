"""The steps of the language, a file a group of verbs: how each is checked and how it becomes Python."""
