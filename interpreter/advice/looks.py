"""Advice on colours, shapes, icons, patterns and faces that do not exist."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from interpreter.language import terms, types
from interpreter.language.parser import parses
from interpreter.language.properties import declared_properties
from interpreter.language.scope import Scope
from interpreter.spec.nodes import Edit, Help, Scalar, keys_above
from interpreter.spec.suggest import both, did_you_mean, meaning, one_of

# How colours of other languages begin that no name of a theme is like.
_NUMBERED = re.compile(r"(?i)rgba?\b|[0-9a-f]{6}$|0x|[0-9]+ *,")
_EXAMPLE = "'#2e7d32'"
# Colours that browsers know by name and themes do not.
_WEB_COLOURS = {
    "aqua": "#00ffff",
    "beige": "#f5f5dc",
    "coral": "#ff7f50",
    "crimson": "#dc143c",
    "cyan": "#00ffff",
    "darkblue": "#00008b",
    "darkgreen": "#006400",
    "darkgrey": "#a9a9a9",
    "darkred": "#8b0000",
    "fuchsia": "#ff00ff",
    "gold": "#ffd700",
    "indigo": "#4b0082",
    "khaki": "#f0e68c",
    "lavender": "#e6e6fa",
    "lightblue": "#add8e6",
    "lightgreen": "#90ee90",
    "lightgrey": "#d3d3d3",
    "lightyellow": "#ffffe0",
    "lime": "#00ff00",
    "magenta": "#ff00ff",
    "maroon": "#800000",
    "navy": "#000080",
    "olive": "#808000",
    "orchid": "#da70d6",
    "salmon": "#fa8072",
    "silver": "#c0c0c0",
    "skyblue": "#87ceeb",
    "tan": "#d2b48c",
    "tomato": "#ff6347",
    "turquoise": "#40e0d0",
    "violet": "#ee82ee",
}


def as_hex(text: str) -> str | None:
    """A colour as it is written here, from the notation of another language: rgb(138, 133, 120), #abc, navy."""
    plain = re.sub(r"[\s_-]", "", text.lower()).replace("gray", "grey")
    parts = re.fullmatch(r"(?:rgba?)?[(\[]?([0-9]{1,3}),([0-9]{1,3}),([0-9]{1,3})(?:,[0-9.]+%?)?[)\]]?", plain)
    if parts is not None:
        numbers = [int(part) for part in parts.groups()]
        return "#" + "".join(f"{number:02x}" for number in numbers) if max(numbers) < 256 else None
    if (digits := re.fullmatch(r"(?:#|0x)?([0-9a-f]{6})(?:[0-9a-f]{2})?", plain)) is not None:
        return f"#{digits[1]}"
    if (short := re.fullmatch(r"#([0-9a-f]{3})[0-9a-f]?", plain)) is not None:
        return "#" + "".join(2 * digit for digit in short[1])
    return _WEB_COLOURS.get(plain)


def is_phrase(text: str) -> bool:
    """Whether a text is a name as people write it, with capitals or blanks, and not an expression: Dark green, Star."""
    return re.fullmatch(r"[A-Za-z]+(?:[ -][A-Za-z]+)*", text) is not None and not parses(text, "expression")


def odd_colour(scalar: Scalar) -> str | None:
    """Suggest what to write for a hexadecimal colour that is not # and six digits; None if it is right, or not such a
    colour."""
    if re.fullmatch("#[0-9a-fA-F]{6}", scalar) or not (scalar.startswith("#") or _NUMBERED.match(scalar)):
        return None
    return colour_help(scalar) or (f"Write it as in {_EXAMPLE}." if scalar.startswith("#") else None)


def colour_help(scalar: Scalar) -> str | None:
    """Show how to write a colour in the notation of another language."""
    found = as_hex(str(scalar))
    return None if found is None else Help(f"Write '{found}'.", Edit(scalar.span, f"'{found}'"))


def aspect_help(scalar: Scalar, what: str, words: Sequence[str], scope: Scope) -> str:
    """Suggest what to write for an unknown colour, shape, icon or pattern."""
    if what == "colour" and (found := as_hex(str(scalar))) is not None:
        help = f"Write '{found}', or a colour of the theme: {', '.join(words)}."
        return Help(help, Edit(scalar.span, f"'{found}'"))
    if (asked := did_you_mean(re.sub("[ -]", "_", scalar.lower()), words)) is not None:
        return asked
    if scalar.lower() in words:
        return Help(f"Write {scalar.lower()}.", scalar.lower())
    if what == "colour":
        return f"There are {', '.join(words)}; others are written as in {_EXAMPLE}."
    if words:
        return f"There are {', '.join(words)}."
    return giving(what, scope)


def unknown_values(unknown: Sequence[str], what: str, words: Sequence[str], term: terms.Term) -> tuple[str, str]:
    """What to say about values of an expression that are no colour, shape or icon, and what to do about them."""
    one, *more = unknown
    named, theirs = both([f"‘{each}’" for each in unknown]), ("are", f"{what}s", "they have") if more else None
    are, noun, have = theirs or ("is", what, "it has")
    message = f"{named} {are} no {noun} of the theme, so {have} no effect."
    if not more and (meant := did_you_mean(one, words)) is not None:
        return message, str(meant)
    help = f"There are {', '.join(words)}."
    if isinstance(types.strip(term.type), types.Words):
        table = f"tables: {{{what}_of: {{texts: {{{one}: {words[0]}, …}}}}}}"
        help = f"Write {table} and {what}: {what}_of[{term.node.source}]. {help}"
    return message, help


def for_a_flag(scalar: Scalar, what: str) -> str | None:
    """Suggest what to write for `lines: false` and `valid: true`, where a colour belongs."""
    option = keys_above(scalar.source.root, scalar.start)[-1:]
    if what != "colour" or scalar not in ("true", "false"):
        return None
    if scalar == "false":
        return meaning("none") if option in (("lines",), ("outline",)) else "Leave it out, or write a colour."
    return Help("Write a colour, such as highlight.", Edit(scalar.span, "highlight"))


def giving(what: str, scope: Scope) -> str:
    """The source of a look's pattern or another part: a property of what is shown that consists of words."""
    example = next(_giving_words(scope), None)
    if example is not None:
        return f"{what.capitalize()}s have no names: write what tells them apart, such as {what}: {example}."
    players = scope.schema.players.words
    return f"Write what tells them apart: a player or a word of a type, such as {what}: {players[0]}."


def _giving_words(scope: Scope) -> Iterator[str]:
    """The properties of what is shown, or of the pieces on it, that are players or words of a type."""
    it = scope.locals.get("it")
    kind = types.strip(it.term.type) if it is not None else types.NOTHING
    for name, found in declared_properties(kind, scope):
        if isinstance(types.strip(found), types.Words):
            yield f"it.{name}"
    if isinstance(kind, types.Site):
        for each in scope.schema.kinds.values():
            for name, prop in each.properties.items():
                if isinstance(types.strip(prop.type), types.Words):
                    yield f"it.{each.name}.{name}"


def list_as_face(source: str) -> str:
    """Suggest what to write for a list where one value is shown."""
    inside = re.fullmatch(r"\[([^\[\],]+)\]|list\(([^(),]+)\)", source)
    if inside is not None and " for " not in source:
        one = (inside[1] or inside[2]).strip()
        return Help(f"Write {one}.", one)
    return one_of([f"len({source})", f"first({source})"]) if len(source) < 40 else "Write len(…) or first(…)."
