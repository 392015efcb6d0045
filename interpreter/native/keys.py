"""The key that is equal for positions that are the same for the rest of the game, like that of `program/encoding.py`,
in C."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.language import terms
from interpreter.native.structure import Place, Structure
from interpreter.program.encoding import WITHOUT_FUTURE, reads_turn_number

if TYPE_CHECKING:
    from interpreter.program.program import Program


class Key:
    """Writes the function that turns a position into a row of numbers, equal for equal positions."""

    def __init__(self, program: Program, structure: Structure) -> None:
        self.program = program
        self.structure = structure
        self.room = 0

    def lines(self) -> list[str]:
        """The function that writes the key of a position as a row of numbers."""
        body: list[str] = []
        header = [".to_move", ".phase", ".over", ".end", ".winner", ".won", ".pending", ".may_stop", ".passes"]
        if reads_turn_number(self.program):
            header.append(".turn")
        for name in header:
            body += self._wide(f"s->{self.structure.members[name].name}")
        for number in range(self.structure.most_fixed):
            body.append(f"*r++ = s->{self.structure.members['.fixed'].name}[{number}];")
            self.room += 1
        for field in self.program.layout.fields.values():
            body += self._column(field.name)
        inside = "\n".join(f"  {line}" for line in body)
        return [
            f"#define KEY_ROOM {self.room + 1}",
            f"static int64_t key_of(const S *s, I *row) {{\n  I *r = row;\n{inside}\n  return r - row;\n}}",
        ]

    def _wide(self, value: str) -> list[str]:
        self.room += 2
        return [f"*r++ = (I)({value} >> 32); *r++ = (I)(uint32_t){value};"]

    def _column(self, column: terms.Column) -> list[str]:
        if column.role in WITHOUT_FUTURE or column.is_of_pieces:
            return []
        piled = column.role in ("at", "pile") and self.program.schema.is_piled(column.of)
        if column.role == "at" and piled:
            return []
        if column in self.structure.places:
            if column.role == "variable":
                return self._listed(self.structure.places[column])
            kind = self.program.schema.zones[column.of].kind if column.role == "zone" else column.of
            return self._held(self.structure.places[column], kind)
        member = self.structure.members[column]
        if member.count is None:
            return self._wide(f"s->{member.name}")
        loop = f"for (int i = 0; i < {member.count}; i++)"
        if column.role != "at":
            if member.width == "q":
                self.room += 2 * member.count
                entry = f"s->{member.name}[i]"
                return [f"{loop} {{ *r++ = (I)({entry} >> 32); *r++ = (I)(uint32_t){entry}; }}"]
            self.room += member.count
            return [f"{loop} *r++ = s->{member.name}[i];"]
        self.room += member.count
        face = self._face(column.of, member.count)
        return [f"{loop} {{ int p = s->{member.name}[i]; *r++ = p != 0; if (p) {{ {face} }} }}"]

    def _face(self, kind: str, times: int) -> str:
        parts = []
        for prop in self.program.schema.kinds[kind].properties.values():
            member = self.structure.members[prop.column]
            entry = f"s->{member.name}[p]"
            wide = member.width == "q"
            self.room += times * (2 if wide else 1)
            parts.append(f"*r++ = (I)({entry} >> 32); *r++ = (I)(uint32_t){entry};" if wide else f"*r++ = {entry};")
        return " ".join(parts)

    def _listed(self, place: Place) -> list[str]:
        self.room += 1 + place.room
        length, items = f"s->{place.lengths.name}[0]", f"s->{place.pieces.name}[i]"
        return [f"*r++ = {length}; for (int i = 0; i < {length}; i++) *r++ = {items};"]

    def _held(self, place: Place, kind: str) -> list[str]:
        # There are no more pieces than there are of the kind, however they are spread.
        self.room += place.rows
        inner = self._face(kind, min(place.room * place.rows, self.structure.rooms[kind]))
        length, pieces = f"s->{place.lengths.name}[i]", f"s->{place.pieces.name}[i * {place.room} + j]"
        face = f"for (int j = 0; j < {length}; j++) {{ int p = {pieces}; (void)p; {inner} }}"
        return [f"for (int i = 0; i < {place.rows}; i++) {{ *r++ = {length}; {face} }}"]
