"""Names that a spec cannot give to things of its own."""

from interpreter.boards import DIRECTIONS

FIXED_NAMES = frozenset(
    {
        "me",
        "it",
        "opponent",
        "players",
        "to_move",
        "turn_number",
        "phase",
        "over",
        "winner",
        "won",
        "alphabet",
        "draft",
        "assist",
        "thinking",
        "orthogonals",
        "diagonals",
        "compass",
        "inherited",
        *DIRECTIONS[1:],
    }
)
KEYWORDS = frozenset(
    ["and", "else", "false", "for", "if", "in", "let", "list", "none", "not", "or", "then", "true", "until", "while"]
)
BUILT_IN_TYPES = frozenset(
    {
        "number",
        "flag",
        "text",
        "letter",
        "player",
        "site",
        "direction",
        "axis",
        "list",
        "record",
        "none",
        "phase",
        "zone",
    }
)

# What the fields of a state are called by, before the dot: `cell.lit`, `at.man`. Kinds of pieces stand there too.
FIELD_GROUPS = frozenset({"at", "cell", "engine", "history", "known", "stream", "zone"})
