"""Names of sites: column letters and a row number, as in c4 or aa12."""

import re

_COORDINATES = re.compile(r"([a-z]{1,4})([1-9][0-9]{0,5})\Z")


def column_letters(column: int) -> str:
    """1 is a, 26 is z, 27 is aa."""
    letters = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def site_name(column: int, row: int, layer: str = "") -> str:
    """The name of a site: c4, or c4@top on a layer."""
    name = f"{column_letters(column)}{row}"
    return f"{name}@{layer}" if layer else name


def coordinates(name: str) -> tuple[int, int]:
    """Column and row of a name like c4; (0, 0) for any other name."""
    match = _COORDINATES.match(name)
    if match is None:
        return (0, 0)
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("a") + 1
    return (column, int(match[2]))
