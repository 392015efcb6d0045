"""The words that every theme knows: colours, shapes, icons, and buttons that every game has."""

COLOURS = (
    "red", "orange", "amber", "yellow", "green", "teal", "blue", "purple", "pink", "brown",
    "black", "white", "grey", "sand", "ivory", "shade", "highlight", "faint",
)  # fmt: skip
SHAPES = ("disc", "ring", "square", "tile", "diamond", "triangle", "star", "none")
ICONS = ("star", "dot", "cross", "crown", "flag", "lock", "arrow", "ring", "square", "diamond", "triangle", "mine")
BUTTONS = (
    "restart", "new_game", "undo", "redo", "hint", "clear", "settings", "scores", "rules", "tutorial", "daily", "menu",
)  # fmt: skip
