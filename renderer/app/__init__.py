"""The window without a window: screens that receive pointer and keys and produce frames."""
