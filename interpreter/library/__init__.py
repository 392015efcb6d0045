"""The vocabulary of the language: functions, steps and movers."""
