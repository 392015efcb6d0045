"""Which characters of a YAML file made which characters of a scalar's value.

The YAML parser folds lines, drops indentation and replaces escapes. This module walks over the raw text in
the same way and notes, for each character of the value, the stretch of the source that made it.
"""

_ESCAPED_DIGITS = {"x": 2, "u": 4, "U": 8}


def offsets_of(text: str, start: int, end: int, style: str, value: str) -> tuple[list[int], list[int]]:
    """The start and the end in the source of every character of a scalar's value."""
    if style == "literal" or style == "folded":
        return _block(text, start, value, style == "folded")
    if style == "single":
        return _flowing(text, start + 1, end - 1, "'")
    if style == "double":
        return _flowing(text, start + 1, end - 1, "\\")
    return _flowing(text, start, end, "")


def _flowing(text: str, at: int, end: int, escape: str) -> tuple[list[int], list[int]]:
    """Plain and quoted scalars: line breaks fold, escapes stand for one character."""
    begins: list[int] = []
    ends: list[int] = []
    while at < end:
        character = text[at]
        if character in " \n":
            stop = at
            while stop < end and text[stop] in " \n":
                stop += 1
            breaks = [i for i in range(at, stop) if text[i] == "\n"]
            if not breaks:
                kept = list(range(at, stop))
            elif len(breaks) == 1:
                kept = breaks
            else:
                kept = breaks[1:]
            begins.extend(kept)
            ends.extend(i + 1 for i in kept)
            at = stop
            continue
        size = 1
        if character == escape == "'":
            size = 2
        elif character == escape:
            following = text[at + 1]
            if following == "\n":
                # An escaped line break joins two lines; only further empty lines leave a trace.
                at += 2
                while at < end and text[at] in " \n":
                    if text[at] == "\n":
                        begins.append(at)
                        ends.append(at + 1)
                    at += 1
                continue
            size = 2 + _ESCAPED_DIGITS.get(following, 0)
        begins.append(at)
        ends.append(at + size)
        at += size
    return begins, ends


def _block(text: str, start: int, value: str, folded: bool) -> tuple[list[int], list[int]]:
    """Literal and folded blocks: the indentation goes, and a folded line break becomes a blank."""
    begins: list[int] = []
    at = text.find("\n", start) + 1
    leading = len(value) - len(value.lstrip("\n"))
    for _ in range(leading):
        line_end = _line_end(text, at)
        begins.append(line_end)
        at = line_end + 1
    if leading < len(value):
        indent = _leading_blanks(text, at) - _leading_blanks(value, leading)
        _block_lines(text, at, indent, folded, len(value), begins)
    del begins[len(value) :]
    return begins, [i + 1 for i in begins]


def _block_lines(text: str, at: int, indent: int, folded: bool, size: int, begins: list[int]) -> None:
    while len(begins) < size:
        line_end = _line_end(text, at)
        begins.extend(range(at + indent, line_end))
        flush = text[at + indent] != " "
        breaks = []
        following = line_end + 1
        while following < len(text):
            next_end = _line_end(text, following)
            blanks = _leading_blanks(text, following)
            if following + blanks < next_end or blanks > indent:
                break
            breaks.append(next_end)
            following = next_end + 1
        goes_on = following < len(text) and _leading_blanks(text, following) >= indent
        if folded and goes_on and flush and text[following + indent] != " ":
            if not breaks:
                begins.append(line_end)
        else:
            begins.append(line_end)
        begins.extend(breaks)
        if not goes_on:
            return
        at = following


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _leading_blanks(text: str, at: int) -> int:
    stop = at
    while stop < len(text) and text[stop] == " ":
        stop += 1
    return stop - at
