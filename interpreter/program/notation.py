"""Actions as people write them: `place b2`, `jump a3 c5`, `go east`, `spell a1@top b2@top`."""

from __future__ import annotations

from functools import partial
from typing import Any

from interpreter.advice.names import extents, on_several_boards, site_meant
from interpreter.boards import direction_name
from interpreter.faults import BadAction
from interpreter.language.evaluator import Evaluator
from interpreter.language.types import (
    Flag,
    Letter,
    Listing,
    Number,
    Piece,
    Record,
    Site,
    Text,
    Type,
    Words,
    can_be_none,
    is_reference,
    strip,
)
from interpreter.position import TO_MOVE, from_state, to_state
from interpreter.program.answers import completed, is_asked
from interpreter.program.program import Program
from interpreter.program.world import StateWorld
from interpreter.rules.legend import piece_symbol, read_piece, read_value, symbol_in_parts
from interpreter.rules.plan import ActionPlan
from interpreter.spec.suggest import did_you_mean
from interpreter.state.state import Action

END_OF_LIST = "|"
"""Stands between a chosen list and what comes after it, where an action has several lists."""

HEIGHT = ":"
"""Stands between a site and how high a piece lies there, counted from below: `b2:3`. Without it the top is meant."""


class Notation:
    """Reads and writes the actions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.schema = program.schema
        self.layout = program.layout

    # Writing

    def text(self, data: tuple[Any, ...], action: Action) -> str:
        """An action in words."""
        if action[0] == "stop":
            return "stop"
        plan = self._plan(action[0])
        parts, lists = [plan.name], sum(isinstance(choice.variable.type, Listing) for choice in plan.choices)
        for number, (choice, value) in enumerate(zip(plan.choices, action[1:], strict=True)):
            if not is_asked(self.program, data, plan, action[1 : 1 + number]):
                continue
            parts.append(self.value_text(data, value, choice.variable.type))
            if lists > 1 and isinstance(choice.variable.type, Listing) and choice is not plan.choices[-1]:
                parts.append(END_OF_LIST)
        return " ".join(part for part in parts if part)

    def value_text(self, data: tuple[Any, ...], value: Any, kind: Type) -> str:
        """A chosen value in words: a piece by its site, with its height if it is in a pile, or by its symbol if it is
        in a zone."""
        inner = strip(kind)
        if value is None or (not value and is_reference(inner)):
            return "none"
        if isinstance(inner, Listing):
            return " ".join(self.value_text(data, item, inner.item) for item in value)
        if isinstance(inner, Record):
            return "/".join(
                self.value_text(data, part, field) for part, (_, field) in zip(value, inner.fields, strict=True)
            )
        if isinstance(inner, Site):
            return self._site_text(value)
        if isinstance(inner, Piece):
            return self._piece_text(data, value, inner.kind)
        if isinstance(inner, Words):
            return inner.words[value - 1] if 0 < value <= len(inner.words) else direction_name(value)
        if isinstance(value, bool):
            return "true" if value else "false"
        return str(value)

    def _site_text(self, site: int) -> str:
        name = self.schema.topology.names[site]
        owners = [board.name for board in self.schema.topology.boards.values() if name in board.by_name]
        if len(owners) == 1:
            return name
        board = self.schema.topology.board_at(site)
        return f"{board.name}.{name}" if board is not None else name

    def piece_in_words(self, data: tuple[Any, ...], number: int, kind: str) -> str:
        """A piece by its symbol and its site, as in `w on c3`."""
        symbol = piece_symbol(self.program.legends, kind, partial(self._read, data, number, kind))
        place = self._piece_text(data, number, kind)
        if not data[self.layout.fields[f"{kind}.site"].index][number]:
            return symbol or place
        return f"{symbol or kind} on {place}"

    def _read(self, data: tuple[Any, ...], number: int, kind: str, name: str) -> Any:
        """A property of a piece."""
        column = self.schema.kinds[kind].properties[name].column
        return self.layout.decode_value(column, data[self.layout.fields[column].index][number])

    def _piece_text(self, data: tuple[Any, ...], number: int, kind: str) -> str:
        site = data[self.layout.fields[f"{kind}.site"].index][number]
        if site:
            pile = self._pile(data, kind, site)
            height = "" if pile[-1] == number else f"{HEIGHT}{pile.index(number) + 1}"
            return f"{self._site_text(site)}{height}"
        prop = next(iter(self.schema.kinds[kind].properties.values()), None)
        if prop is None:
            return f"{kind}{number}"
        read = partial(self._read, data, number, kind)
        symbol = symbol_in_parts(self.program.legends, kind, read)
        if symbol is not None:
            return symbol
        value = read(prop.name)
        text = self.value_text(data, value, prop.type) if value is not None else kind
        return text.upper() if isinstance(strip(prop.type), Letter | Text) else text

    def _pile(self, data: tuple[Any, ...], kind: str, site: int) -> tuple[int, ...]:
        """The pieces of a kind on a site, the lowest first."""
        piles = self.layout.fields.get(self.schema.kinds[kind].pile_column)
        if piles is not None:
            found: tuple[int, ...] = data[piles.index][site]
            return found
        at = self.layout.fields.get(self.schema.kinds[kind].at_column)
        number = data[at.index][site] if at is not None else 0
        return (number,) if number else ()

    # Reading

    def action(self, data: tuple[Any, ...], text: str) -> Action:
        """The action that some words describe."""
        words = text.split()
        if not words:
            raise BadAction("Write an action.")
        if words == ["stop"]:
            return ("stop",)
        plan = self._plan(words[0])
        return self.build(data, plan, words[1:])

    def build(self, data: tuple[Any, ...], plan: ActionPlan, words: list[str]) -> Action:
        """An action from its choices in order, without those that nobody has to make; a list takes all remaining words,
        or those up to its end."""
        values: list[Any] = []
        left = list(words)
        for number, choice in enumerate(plan.choices):
            if number < len(values):
                continue
            values = [*completed(self.program, data, plan, tuple(values))]
            if number < len(values):
                continue
            kind = choice.variable.type
            if isinstance(kind, Listing):
                after = len(plan.choices) - number - 1
                end = left.index(END_OF_LIST) if END_OF_LIST in left else len(left) - after
                taken, left = (left[:end], left[end:]) if after else (left, [])
                left = left[1:] if left[:1] == [END_OF_LIST] else left
                values.append(self.list_value(data, plan, choice.name, taken, kind))
                continue
            if not left:
                raise BadAction(
                    f"{plan.name} chooses {', '.join(c.name for c in plan.choices)}; ‘{choice.name}’ is missing."
                )
            values.append(self.value(data, left.pop(0), kind, choice.name, values))
        if left:
            raise BadAction(f"{plan.name} has no choice left for ‘{' '.join(left)}’.")
        return (plan.name, *values)

    def list_value(
        self, data: tuple[Any, ...], plan: ActionPlan, name: str, words: list[str], kind: Listing
    ) -> tuple[Any, ...]:
        """A list of chosen values; a record is written with slashes between its parts."""
        found: list[Any] = []
        for word in words:
            item = kind.item
            if isinstance(item, Record):
                found.append(self.record(data, plan, name, word.split("/"), item, found))
            else:
                found.append(self.value(data, word, item, name, found))
        return tuple(found)

    def record(
        self,
        data: tuple[Any, ...],
        plan: ActionPlan,
        name: str,
        words: list[str],
        kind: Record,
        earlier: list[Any],
    ) -> tuple[Any, ...]:
        """A chosen record; parts that are not asked for may be left out at its end."""
        choice = next(each for each in plan.choices if each.name == name)
        parts: list[Any] = []
        for position, (field, inner) in enumerate(kind.fields):
            if position < len(words):
                used = [record[position] for record in earlier]
                parts.append(self.value(data, words[position], inner, field, used))
            else:
                parts.append(self._otherwise(data, choice, position, parts))
        return tuple(parts)

    def _otherwise(self, data: tuple[Any, ...], choice: Any, position: int, parts: list[Any]) -> Any:
        part = choice.fields[position]
        if part.otherwise is None:
            raise BadAction(f"‘{part.name}’ is missing.")
        names = {
            each.variable.name: from_state(value, each.variable.type)
            for each, value in zip(choice.fields, parts, strict=False)
        }
        value = Evaluator(StateWorld(self.program, data, data[TO_MOVE])).value(part.otherwise, names)
        return to_state(value, part.variable.type)

    def value(self, data: tuple[Any, ...], word: str, kind: Type, name: str, earlier: list[Any]) -> Any:
        """A chosen value from a word: a piece by its site, with its height if it is in a pile, or by its symbol if it
        is in a zone."""
        inner = strip(kind)
        if isinstance(inner, Piece):
            return self._piece(data, word, inner.kind, earlier)
        if isinstance(inner, Site):
            return self._site(word)
        found = read_value(word, inner, self.schema)
        if found is None and isinstance(inner, Words):
            raise BadAction(f"‘{word}’ is not a valid {inner.name}. {did_you_mean(word, inner.words) or ''}".strip())
        if found is None:
            raise BadAction(f"‘{word}’ is not a valid {inner} for {name}.")
        return found

    @staticmethod
    def parted(word: str) -> tuple[str, str]:
        """The site that a word names for a piece, and how high in the pile the piece is, or nothing for the top."""
        place, sign, height = word.rpartition(HEIGHT)
        return (place, height) if sign and height.isdecimal() else (word, "")

    def _site(self, word: str) -> int:
        topology = self.schema.topology
        if "." in word:
            board, _, site = word.rpartition(".")
            if board in topology.boards and site in topology.boards[board].by_name:
                return topology.boards[board].by_name[site]
        found = [board.by_name[word] for board in topology.boards.values() if word in board.by_name]
        if len(found) == 1:
            return found[0]
        if word in self.schema.site_names:
            return self.schema.site_names[word]
        if (several := on_several_boards(topology, word)) is not None:
            raise BadAction(several)
        help = site_meant(word, topology) or extents(topology) or did_you_mean(word, topology.names[1:])
        raise BadAction(f"There is no site {word}. {help or ''}".strip())

    def drawn_piece(self, data: tuple[Any, ...], word: str, kind: str, earlier: list[Any]) -> int:
        """A piece that chance will draw: one that nobody sees is preferred to one that a player holds."""
        return self._piece(data, word, kind, earlier, drawn=True)

    def _piece(self, data: tuple[Any, ...], word: str, kind: str, earlier: list[Any], drawn: bool = False) -> int:
        fields = self.layout.fields
        place, height = self.parted(word)
        try:
            site = self._site(place)
        except BadAction:
            site = 0
        if site:
            pile = self._pile(data, kind, site)
            if not pile:
                raise BadAction(f"There is no {kind} on {place}.")
            if height and not 0 < int(height) <= len(pile):
                counted = f"is 1 {kind}" if len(pile) == 1 else f"are {len(pile)} {kind}s"
                raise BadAction(f"There {counted} on {place}, counted from below.")
            return pile[int(height) - 1 if height else -1]
        values = read_piece(self.program.legends, kind, word)
        if values is not None:
            properties = self.schema.kinds[kind].properties
            columns = [(properties[name].column, value) for name, value in values.items()]
            wanted = [(data[fields[column].index], self.layout.encode_value(column, each)) for column, each in columns]
            for number in self._in_zones(data, kind, drawn):
                if number not in earlier and all(shown[number] == value for shown, value in wanted):
                    return number
            # On a board a symbol names a piece only if no other shows it.
            standing = self._on_boards(data, kind)
            placed = {number for number in standing if all(shown[number] == value for shown, value in wanted)}
            if len(placed) == 1 and not drawn:
                return placed.pop()
            if placed:
                raise BadAction(f"There are several {kind}s ‘{word}’. Write the site of one.")
        raise BadAction(f"There is no {kind} ‘{word}’ to choose.")

    def _on_boards(self, data: tuple[Any, ...], kind: str) -> list[int]:
        """The pieces on sites."""
        sites = data[self.program.places.sites[kind]]
        return [number for number, site in enumerate(sites) if site]

    def some_piece(self, data: tuple[Any, ...], kind: str) -> str | None:
        """The notation for a piece in a zone, preferring those that may be chosen now; None if no zone holds any."""
        numbers = self._in_zones(data, kind, drawn=False)
        return self._piece_text(data, numbers[0], kind) if numbers else None

    def _in_zones(self, data: tuple[Any, ...], kind: str, drawn: bool) -> list[int]:
        """The pieces in zones: those of the player to move first and those that nobody sees last, unless one is
        drawn."""
        found: list[int] = []
        players = self.schema.players
        zones = [zone for zone in self.schema.zones.values() if zone.kind == kind]
        for zone in sorted(zones, key=lambda each: ((each.seen_by == "nobody") != drawn, each.per != players)):
            held = data[self.layout.fields[f"zone.{zone.name}"].index]
            if zone.per is None:
                found += held
            elif zone.per == players:
                found += held[data[TO_MOVE]]
            else:
                found += [number for each in held for number in each]
        return found

    def _plan(self, name: str) -> ActionPlan:
        plan = self.program.plans.get(name)
        if plan is None:
            raise BadAction(f"There is no action {name}. {did_you_mean(name, self.program.plans) or ''}".strip())
        return plan

    # Fitting

    def require_fit(self, data: tuple[Any, ...], action: Action) -> None:
        """Raise BadAction unless the action's values are of the right types, and its pieces exist."""
        if action[0] == "stop":
            return
        plan = self._plan(action[0])
        if len(action) - 1 != len(plan.choices):
            raise BadAction(f"{plan.name} has {len(plan.choices)} choices; this gives {len(action) - 1}.")
        for choice, value in zip(plan.choices, action[1:], strict=True):
            if not self._fits(data, value, choice.variable.type):
                raise BadAction(f"{value!r} is not a valid {choice.variable.type} for ‘{choice.name}’.")

    def _fits(self, data: tuple[Any, ...], value: Any, kind: Type) -> bool:
        inner = strip(kind)
        if value == to_state(None, inner) and can_be_none(kind):
            return True
        match inner:
            case Listing():
                return isinstance(value, tuple) and all(self._fits(data, item, inner.item) for item in value)
            case Record():
                return (
                    isinstance(value, tuple)
                    and len(value) == len(inner.fields)
                    and all(self._fits(data, part, field) for part, (_, field) in zip(value, inner.fields, strict=True))
                )
            case Site():
                return _whole(value) and 0 < value <= self.schema.topology.count
            case Words():
                most = 255 if inner == self.schema.directions else len(inner.words)
                return _whole(value) and 0 < value <= most
            case Piece():
                return _whole(value) and 0 < value < len(data[self.program.places.sites[inner.kind]])
            case Number():
                return _whole(value)
            case Flag():
                return isinstance(value, bool)
            case Text():
                return isinstance(value, str)
        return True


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
