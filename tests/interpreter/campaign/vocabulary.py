"""The names that a schema offers to random expressions, by kind.

A kind is written as in the language: `number`, `site`, `man`, `colour`. `list K` and `K?` (or none) are built from
others.
"""

from collections.abc import Callable
from random import Random

from interpreter.language.scope import Schema
from interpreter.language.types import BoardSites, Listing, Maybe, Number, Record, Table, Type, Words, ZonePieces, strip


def kind_of(kind: Type) -> str:
    """A type in the maker's notation."""
    if isinstance(kind, Maybe):
        return f"{kind_of(kind.of)}?"
    if isinstance(kind, Number):
        return "number"
    if isinstance(kind, BoardSites):
        return "board"
    if isinstance(kind, ZonePieces):
        return "zone"
    if isinstance(kind, Listing):
        return f"list {kind_of(kind.item)}"
    return "zone word" if isinstance(kind, Words) and kind.name == "zone" else str(kind)


class Vocabulary:
    """The names of one schema. `names` are local names with their types."""

    def __init__(self, schema: Schema, names: dict[str, Type], random: Random) -> None:
        self.schema = schema
        self.random = random
        self.names = {name: kind_of(kind) for name, kind in names.items()}
        self.count = 0
        self.atoms: dict[str, list[str]] = {}
        self.properties: dict[str, list[tuple[str, str]]] = {}
        self.enums = schema.words_types()
        self._gather()
        for name, kind in names.items():
            if isinstance(kind, Record):
                self.properties["record"] = [(field, kind_of(each)) for field, each in kind.fields]
            self.atoms.setdefault(kind_of(kind), []).append(name)

    def _gather(self) -> None:
        schema, atoms = self.schema, self.atoms
        for words in self.enums:
            atoms[words.name] = [] if words.name in ("axis", *schema.enums) else list(words.words)
        atoms["number"] = ["0", "1", "2", "3", "5", "-1", "turn_number"]
        atoms["flag"] = ["true", "false", "over"]
        atoms["text"] = ["'ab'", "''", "'b*a'"]
        atoms["letter"] = ["'a'", "'b'", "'*'", "'Z'"]
        atoms["site"] = self._sites()
        atoms["player"] += ["me", "to_move"]
        atoms["player?"] = ["winner"]
        atoms["flag?"] = ["won"]
        atoms["list player"] = ["players"]
        atoms["list letter"] = ["take(alphabet, 3)"]
        atoms["list direction"] = ["orthogonals", "diagonals", "compass", "[north, southwest]"]
        if len(schema.players.words) == 2:
            atoms["player"].append("opponent")
        for name, (kind, value) in schema.settings.items():
            atoms.setdefault(kind_of(kind if value is None else strip(kind)), []).append(name)
        for name, board in schema.boards.items():
            keys = (
                [str(board.per.low), str(board.per.high)]
                if isinstance(board.per, Number)
                else [*schema.players.words, "me"]
            )
            of, part = board.of or name, f".{board.part}" if board.of else ""
            found = [name] if board.per is None else [f"{of}[{key}]{part}" for key in keys]
            atoms.setdefault("board", []).extend(found)
        for zone in schema.zones.values():
            self._gather_zone(zone.name, zone.per, zone.kind)
        for name, (kind, _) in schema.tables.items():
            if not isinstance(kind, Table):
                atoms.setdefault(kind_of(kind), []).append(name)
        for variable in schema.variables.values():
            if variable.per is None:
                atoms.setdefault(kind_of(variable.type), []).append(variable.name)
        for kind in schema.kinds.values():
            pairs = [(prop.name, kind_of(prop.type)) for prop in kind.properties.values()]
            self.properties[kind.name] = [*pairs, ("site", "site?"), ("zone", "zone word?")]
        self.properties["player"] = [("title", "text")]
        self.properties["site"] = self._site_properties()

    def _gather_zone(self, name: str, per: Type | None, kind: str) -> None:
        found = [name]
        if isinstance(per, Words):
            found = [f"{name}[{word}]" for word in per.words]
        elif isinstance(per, Number):
            found = [f"{name}[{per.low}]", f"{name}[{per.high}]"]
        self.atoms.setdefault("zone", []).extend(found)
        self.atoms.setdefault(f"zone {kind}", []).extend(found)

    @property
    def borders(self) -> bool:
        """Whether a board has edges and corners."""
        return any(board.of for board in self.schema.boards.values())

    def _sites(self) -> list[str]:
        found = []
        for name, board in self.schema.topology.boards.items():
            sites = list(board.by_name)
            found += [f"{name}.{site}" for site in self.random.sample(sites, min(4, len(sites))) if site[-1].isdigit()]
        return found + list(self.schema.site_names)

    def _site_properties(self) -> list[tuple[str, str]]:
        schema = self.schema
        found = [("name", "text"), ("row", "number"), ("column", "number"), ("layer", "number")]
        found += [("axis", "axis?")] if self.borders else []
        found += [(cell.name, kind_of(cell.type)) for board in schema.boards.values() for cell in board.cells.values()]
        found += [(kind, f"{kind}?") for kind in schema.kinds if schema.holders(kind)]
        for kind in schema.kinds.values():
            found += [(name, "letter?" if name == "painted" else "number?") for name in kind.lent]
        return list(dict.fromkeys(found))

    def kinds(self) -> list[str]:
        """Every kind that an expression may be required to have."""
        plain = [
            "number",
            "flag",
            "text",
            "letter",
            "site",
            "player",
            "direction",
            "axis",
            *self.schema.enums,
            *self.schema.kinds,
        ]
        return [
            *plain,
            *(f"{kind}?" for kind in plain),
            *(f"list {kind}" for kind in plain),
            "list list site",
        ]

    def fresh(self, hint: str) -> str:
        """A name that is not in use."""
        self.count += 1
        return f"{hint}_{self.count}"

    def with_name(self, name: str, kind: str, make: Callable[[], str]) -> str:
        """What `make` writes while one more name is known."""
        found = self.atoms.setdefault(kind, [])
        found += [name, name, name]
        try:
            return make()
        finally:
            for _ in range(3):
                found.remove(name)
