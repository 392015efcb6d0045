"""The functions of the expression language, one file for each group, with meaning and lowering side by side."""
