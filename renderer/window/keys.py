"""Names of keys: the same on every system and keyboard."""

from __future__ import annotations

from pyglet.window import key

X11_TAB = 23
"""The number of the Tab key on X11, where it is another key while Shift is held."""

NAMES: dict[int, str] = {
    key.RETURN: "Enter",
    key.NUM_ENTER: "Enter",
    key.SPACE: "Space",
    key.NUM_SPACE: "Space",
    key.ESCAPE: "Escape",
    key.BACKSPACE: "Backspace",
    key.DELETE: "Delete",
    key.NUM_DELETE: "Delete",
    key.TAB: "Tab",
    key.NUM_TAB: "Tab",
    key.user_key(X11_TAB): "Tab",
    key.UP: "Up",
    key.NUM_UP: "Up",
    key.DOWN: "Down",
    key.NUM_DOWN: "Down",
    key.LEFT: "Left",
    key.NUM_LEFT: "Left",
    key.RIGHT: "Right",
    key.NUM_RIGHT: "Right",
    key.HOME: "Home",
    key.NUM_HOME: "Home",
    key.END: "End",
    key.NUM_END: "End",
    key.PAGEUP: "PageUp",
    key.NUM_PAGE_UP: "PageUp",
    key.PAGEDOWN: "PageDown",
    key.NUM_PAGE_DOWN: "PageDown",
    key.NUM_ADD: "+",
    key.NUM_SUBTRACT: "-",
    key.NUM_MULTIPLY: "*",
    key.NUM_DIVIDE: "/",
    key.NUM_DECIMAL: ".",
    key.NUM_EQUAL: "=",
    key.MENU: "Menu",
    **{getattr(key, f"F{number}"): f"F{number}" for number in range(1, 13)},
    **{getattr(key, f"NUM_{digit}"): str(digit) for digit in range(10)},
}
"""All but the keys that write a character, which are named by it."""

MOTIONS: dict[int, str] = {
    key.MOTION_UP: "Up",
    key.MOTION_DOWN: "Down",
    key.MOTION_LEFT: "Left",
    key.MOTION_RIGHT: "Right",
    key.MOTION_PREVIOUS_PAGE: "PageUp",
    key.MOTION_NEXT_PAGE: "PageDown",
    key.MOTION_BEGINNING_OF_LINE: "Home",
    key.MOTION_END_OF_LINE: "End",
    key.MOTION_BACKSPACE: "Backspace",
    key.MOTION_DELETE: "Delete",
}
"""The keys that repeat while they are held; the system tells of that by a motion."""
PASTE = key.MOTION_PASTE


def key_name(symbol: int) -> str | None:
    """The name of a key; None for those that mean nothing here, such as Shift."""
    name = NAMES.get(symbol)
    if name is None and 0x21 <= symbol <= 0xFF:
        character = chr(symbol).lower()
        return character if character.isprintable() else None
    return name


def with_shift(modifiers: int) -> bool:
    """Whether Shift is held."""
    return bool(modifiers & key.MOD_SHIFT)


def with_control(modifiers: int) -> bool:
    """Whether Control is held, or the key that has its part on a Mac."""
    return bool(modifiers & (key.MOD_CTRL | key.MOD_COMMAND))


def with_alt(modifiers: int) -> bool:
    """Whether Alt is held: such keys belong to the system."""
    return bool(modifiers & (key.MOD_ALT | key.MOD_WINDOWS))
