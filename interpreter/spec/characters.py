"""Characters that no text should contain: they control a terminal, or show text in a different order from the one in
which it is read."""

from unicodedata import category

# Controls, lone surrogates, line and paragraph separators.
_STRANGE = ("Cc", "Cs", "Zl", "Zp")
# Byte order marks, and marks that show text in another order than it is read in.
_MARKS = "\ufeff\ufffe\uffff\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_BREAKS = "\n\t"


def is_strange(character: str) -> bool:
    """Whether a character controls or disorders what is shown."""
    return category(character) in _STRANGE or character in _MARKS


def first_strange(text: str, allowed: str) -> int | None:
    """The position of the first strange character of a text that is not allowed."""
    strange = [character for character in set(text) if character not in allowed and is_strange(character)]
    return min(map(text.index, strange), default=None)


def visible(text: str) -> str:
    """The text with strange characters written out, such as `\\x1b`; line breaks and tabs stay."""
    # Nearly every text has none.
    if text.isprintable():
        return text
    return "".join(_written(each) if each not in _BREAKS and is_strange(each) else each for each in text)


def blotted(text: str) -> str:
    """The text at the same length, with � for strange characters and a blank for a tab."""
    if text.isprintable():
        return text
    return "".join(" " if each == "\t" else "�" if is_strange(each) else each for each in text)


def _written(character: str) -> str:
    return f"\\x{ord(character):02x}" if ord(character) < 0x100 else f"\\u{ord(character):04x}"
