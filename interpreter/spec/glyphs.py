"""Characters that the window can draw: those of its font, and those with an icon."""

from collections.abc import Iterator
from functools import lru_cache
from unicodedata import category, normalize

from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Mapping, Node, Scalar, Sequence

_OF_THE_FONT = (
    "20-7e a0-36f 374-375 37a-37e 384-38a 38c 38e-3a1 3a3-3ce 3d0-513 51a-51d 591-5c7 5d0-5ea 5f0-5f4 1d00-1dca "
    "1dfe-1e9b 1e9e 1ea0-1ef9 1f00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 "
    "1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe 2000-2010 2012-2022 2026 202a-2030 2032-2034 "
    "2039-203a 203c 203e 2044 205e 206a-206f 2074-2079 207f-2089 2090-2094 20a0-20b5 20bf 20f0 2105 2113 2116-2117 "
    "2122 2126 212e 214d-214e 2153-2154 215b-215e 2184 2190-2195 21a8 21d4 2202 2206 220f 2211-2212 2215 2219-221a "
    "221e-221f 2229 222b 2248 2260-2262 2264-2265 2302 2310 2320-2321 2500 2502 250c 2510 2514 2518 251c 2524 252c "
    "2534 253c 2550-256c 2580 2584 2588 258c 2590-2593 25a0-25a1 25aa-25ac 25b2 25ba 25bc 25c4 25ca-25cc 25cf-25d9 "
    "25e6 263a-263c 263f-2647 2660 2663 2665-2666 2669-266c 266f 2c60-2c6d 2c71-2c77 2e17 a717-a721 a788-a78c "
    "fb01-fb02 fb1d-fb36 fb38-fb3c fb3e fb40-fb41 fb43-fb44 fb46-fb4f fe20-fe23 fffc"
)
"""The code points of the font that comes with the window, in ranges."""
SIGNS = {
    "★": "star", "☆": "star", "⭐": "star", "✓": "check", "✔": "check", "✅": "check", "✗": "close", "✘": "close",
    "✕": "close", "✖": "close", "❌": "close", "⚑": "flag", "⚐": "flag", "🚩": "flag", "🔒": "lock", "⚙": "settings",
    "🏆": "trophy", "💡": "hint", "↶": "undo", "↷": "redo", "⏸": "pause", "▶": "play", "👑": "crown",
    "♔": "king", "♕": "queen", "♖": "rook", "♗": "bishop", "♘": "knight", "♙": "pawn",
    "♚": "king", "♛": "queen", "♜": "rook", "♝": "bishop", "♞": "knight", "♟": "pawn",
    "◆": "diamond", "⬥": "diamond", "⬤": "dot", "⚓": "anchor", "🔔": "bell", "⚡": "bolt", "🪙": "coin", "💧": "drop",
    "👁": "eye", "🔥": "flame", "💎": "gem", "❤": "heart", "🏠": "house", "⌂": "house", "🔑": "key", "🗝": "key",
    "🍃": "leaf", "🌙": "moon", "☾": "moon", "☽": "moon", "⛰": "mountain", "👤": "person", "🛡": "shield",
    "⛵": "ship", "☠": "skull", "💀": "skull", "☀": "sun", "🗡": "sword", "⚔": "sword", "🌲": "tree", "💣": "mine",
}  # fmt: skip
"""Characters that the font lacks, and the icons that stand for them."""
LACKING = "?"
"""What stands for a character that can be drawn in no other way."""
_JOINING = "\ufe0e\ufe0f\u200d"
"""What only says how the character before it is to look."""
_NOT_SHOWN = frozenset(
    {"legend", "start", "layers", "layouts", "given", "acceptance", "sites", "lines", "places", "signs"}
)
"""Sections whose texts are read by the rules, in a terminal, or wherever a result is sent."""
_MOST = 8
"""How many characters are warned of; a spec with more has them all in one table."""


@lru_cache(maxsize=1)
def _font() -> frozenset[int]:
    found: set[int] = set()
    for part in _OF_THE_FONT.split():
        first, _, last = part.partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return frozenset(found)


def is_drawn(character: str) -> bool:
    """Whether a character is drawn as itself: by the font, or as an icon."""
    return ord(character) in _font() or character in SIGNS or character in _JOINING


@lru_cache(maxsize=4096)
def stand_in(character: str) -> str:
    """What is drawn for a character: itself, the plain letters that it is made of, or a question mark."""
    if character in _JOINING:
        return ""
    if is_drawn(character) and character.isprintable():
        return character
    if category(character) in ("Cc", "Zl", "Zp") or character.isspace():
        return " "
    if category(character) == "Cf":
        return ""
    plain = normalize("NFKD", character)
    return plain if plain != character and all(map(is_drawn, plain)) else LACKING


def warn_of_lacking(node: Mapping, diagnostics: Diagnostics) -> None:
    """Warn of characters in texts of a spec that players would not see, each at its first place."""
    seen: set[str] = set()
    for text in _texts(node):
        if text.isascii():
            continue
        for at, character in enumerate(text):
            if character in seen or is_drawn(character) or character == "\n" or len(seen) == _MOST:
                continue
            seen.add(character)
            message = f"The window has no picture of ‘{character}’; it would show ‘{stand_in(character)}’."
            help = "Write it with another character, or let a look name an icon."
            diagnostics.warning("no-glyph", text.part(at, at + 1), message, help)


def _texts(node: Node) -> Iterator[Scalar]:
    """Every text in a part of a spec that players may read, in the order of the file."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node:
            yield from _texts(item)
    else:
        for key, value in node.items():
            if str(key) not in _NOT_SHOWN:
                yield key
                yield from _texts(value)
