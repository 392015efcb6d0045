"""What a place in the text of a spec stands under, by indentation alone: it need not be read, nor be right."""

import re
from typing import NamedTuple


class Heading(NamedTuple):
    """A section, an entry of it such as an action, and an option of that; empty where there is none."""

    section: str
    entry: str
    option: str


def heading(text: str, offset: int) -> Heading:
    """What an offset stands under."""
    found: list[str] = []
    begun = 0
    for indent in ("", "  ", "    "):
        above = next(reversed(list(re.finditer(rf"(?m)^{indent}([a-z][^\n:]*):", text[begun:offset]))), None)
        found.append(above[1] if above is not None else "")
        begun += above.end() if above is not None else 0
    return Heading(*found)
