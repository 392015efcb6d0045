"""The window without a window: screens that take pointer and keys and give frames."""
