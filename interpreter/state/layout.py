"""Where the state stores each thing: the fields of its tuple, and how each is stored, read and written in generated
code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from interpreter.code.lowering import Lowering
from interpreter.faults import Fault
from interpreter.language.terms import Column
from interpreter.language.types import Flag, Letter, Listing, Maybe, Number, Text, Type, is_reference, strip
from interpreter.position import HEADER

BYTE = 255


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the state. `store` is `bytes`, `tuple` or `value`; a column has an entry for each site or piece.

    `code` says how a column is encoded: `direct` (the value itself), `none` (the same, but 0 is none), `flag` (0 or 1)
    or `letter`.
    """

    name: Column
    index: int
    store: str
    code: str
    type: Type | None

    @property
    def variable(self) -> str:
        """The name in generated code. No name in a spec has a capital letter, so none can clash with it."""
        return "f_" + self.name.replace(".", "_D_")


class LetterCodes(dict[str | None, int]):
    """How letters are stored in a column. A text from elsewhere may contain something that is not a letter: that is a
    fault."""

    def __missing__(self, letter: str | None) -> int:
        raise Fault(f"‘{letter}’ is neither a letter of the alphabet nor * for a blank.")


@dataclass(slots=True)
class Layout:
    """The fields of a game's states, in order. The header comes before them."""

    letters: tuple[str | None, ...]
    fields: dict[str, Field] = field(default_factory=dict)
    footprints: dict[str, Callable[[Lowering, str], tuple[str, str]]] = field(default_factory=dict)
    letter_codes: LetterCodes = field(init=False)

    def __post_init__(self) -> None:
        self.letter_codes = LetterCodes({letter: number for number, letter in enumerate(self.letters)})

    def add(self, name: Column, store: str, kind: Type | None = None, code: str = "") -> Field:
        """Add a field after the others."""
        code = code or ("none" if kind is not None and is_reference(kind) else "direct")
        made = Field(name, HEADER + len(self.fields), store, code, kind)
        self.fields[name] = made
        return made

    def add_column(self, name: Column, kind: Type, highest: int | None = None) -> Field:
        """Add a column: bytes where every value fits into one, a tuple otherwise."""
        inner = strip(kind)
        if isinstance(inner, Letter):
            return self.add(name, "bytes" if len(self.letters) <= BYTE else "tuple", kind, "letter")
        if isinstance(inner, Flag) and not isinstance(kind, Maybe):
            return self.add(name, "bytes", kind, "flag")
        if is_reference(inner):
            most = highest if highest is not None else len(getattr(inner, "words", ()))
            return self.add(name, "bytes" if most <= BYTE else "tuple", kind)
        if isinstance(inner, Number) and inner.low is not None and inner.high is not None:
            lowest = 1 if isinstance(kind, Maybe) else 0
            if lowest <= inner.low and inner.high <= BYTE:
                return self.add(name, "bytes", kind, "none" if isinstance(kind, Maybe) else "direct")
        return self.add(name, "tuple", kind)

    # What lowering asks for

    def variable(self, name: str) -> str:
        """The name of a field in generated code."""
        return self.fields[name].variable

    def is_bytes(self, name: str) -> bool:
        """Whether a column is stored as bytes and can be searched as such."""
        return self.fields[name].store == "bytes" and self.fields[name].code != "letter"

    def footprint_cells(self, lowering: Lowering, kind: str, piece: str, site: str) -> str:
        """Python for the sites that a piece would cover, starting from a site; None if it would leave the board."""
        if kind not in self.footprints:
            return f"({site},)"
        wide, high = self.footprint_size(lowering, kind, piece)
        return f"{lowering.constants.name(lowering.schema.topology.block, 'block')}({site}, {wide}, {high})"

    def footprint_size(self, lowering: Lowering, kind: str, piece: str) -> tuple[str, str]:
        """Python for how many columns and rows a piece covers."""
        return self.footprints[kind](lowering, piece) if kind in self.footprints else ("1", "1")

    def read(self, name: str, target: str, optional: bool) -> str:
        """Python that reads a column; if the target may be none, values without a none of their own are guarded, and
        the target is a name."""
        column = self.fields[name]
        if column.code == "letter":
            return f"LETTERS[{column.variable}[{target}]]"
        plain = f"{column.variable}[{target}]"
        if column.type is None or is_reference(column.type) or column.store == "tuple":
            return plain
        inner = strip(column.type)
        if isinstance(column.type, Maybe) or (optional and isinstance(inner, Number) and (inner.low or 0) >= 1):
            return f"({plain} or None)"
        return f"({plain} if {target} else None)" if optional else plain

    def write(self, name: str, target: str, value: str) -> str:
        """Python that sets an entry of a working column."""
        column = self.fields[name]
        place = f"{column.variable}[{target}]"
        if column.code == "letter":
            return f"{place} = LETTER_CODES[{value}]"
        if column.type is not None:
            value = stored(column.type, value)
        if column.store == "bytes" and isinstance(column.type, Maybe) and not is_reference(column.type):
            return f"{place} = {value} or 0"
        return f"{place} = {value}"

    def thaw(self, name: str) -> str:
        """Python that makes a working copy of a field."""
        found = self.fields[name]
        wrap = {"bytes": "bytearray", "tuple": "list"}.get(found.store)
        return f"{wrap}(data[{found.index}])" if wrap else f"data[{found.index}]"

    def freeze(self, name: str) -> str:
        """Python that turns a working copy back into a value."""
        found = self.fields[name]
        wrap = {"bytes": "bytes", "tuple": "tuple"}.get(found.store)
        return f"{wrap}({found.variable})" if wrap else found.variable

    def pack(self, written: Iterable[str], header: Iterable[str]) -> str:
        """Python for the whole state, with working copies of the written fields."""
        changed = set(written)
        parts = [
            *header,
            *(self.freeze(name) if name in changed else f"data[{f.index}]" for name, f in self.fields.items()),
        ]
        return f"({', '.join(parts)},)"

    def change(self, name: str, entry: str | None = None) -> str:
        """Python for a field as it is now, or for one entry of it, in the form in which events record changes."""
        found = self.fields[name]
        now = self.freeze(name) if entry is None else f"{found.variable}[{entry}]"
        return f"({found.index}, {entry}, {now})"

    def encode_value(self, name: str, value: Any) -> Any:
        """The stored form of a value in a column."""
        column = self.fields[name]
        if column.code == "letter":
            return self.letter_codes[value]
        if column.store == "bytes":
            return 0 if value is None else int(value)
        if value is None and column.code == "none":
            return 0
        return tuple(value) if isinstance(value, list) else value

    def decode_value(self, name: str, value: Any) -> Any:
        """A value of a column as the reference evaluator sees it: None for none."""
        column = self.fields[name]
        if column.code == "letter":
            return self.letters[value]
        if column.code == "flag":
            return bool(value)
        return value or None if column.code == "none" else value


def stored(kind: Type, value: str) -> str:
    """Python for a value of a type as the state stores it; a value that the type cannot hold is a fault."""
    inner = strip(kind)
    if isinstance(inner, Number):
        if inner.low is None or inner.high is None:
            return f"bounded({value})"
        return f"within{'_or_none' if isinstance(kind, Maybe) else ''}({value}, {inner.low}, {inner.high})"
    if isinstance(inner, Text):
        return f"short_text({value})"
    return f"short_list({value})" if isinstance(inner, Listing) else value


HEADER_UNCHANGED = tuple(f"data[{index}]" for index in range(HEADER))
