"""The functions of the expression language, a file a group: meaning and lowering side by side."""
