"""From a checked spec to a compiled program, and what a program can be asked."""
