"""Random lists: comprehensions, walks along rays and lines, and lists that boards provide."""

import re
from collections.abc import Callable

from tests.interpreter.campaign.vocabulary import Vocabulary

Production = Callable[[int], str]


class ListMaker(Vocabulary):
    """Writes lists; their contents are left to `expression`."""

    def expression(self, kind: str, depth: int = 0) -> str:
        """An expression of this kind."""
        raise NotImplementedError

    def atom(self, kind: str) -> str:
        """The shortest expression of this kind."""
        raise NotImplementedError

    def condition(self, depth: int) -> str:
        """A flag, or something that may be none, which counts as false."""
        raise NotImplementedError

    def _default_axis(self) -> str:
        raise NotImplementedError

    def _any_kind(self) -> str:
        return self.random.choice(
            [
                "site",
                "number",
                "player",
                "letter",
                "direction",
                "text",
                *self.schema.enums,
                *self.schema.kinds,
            ]
        )

    def _some_list(self, depth: int) -> str:
        return self.expression(f"list {self._any_kind()}", depth)

    def _items(self, kind: str, depth: int) -> str:
        if self.random.random() < 0.5:
            return self._loop(self.random.choice([kind, f"{kind}?"]), depth)
        return self.expression(f"list {kind}", depth)

    def _loop(self, kind: str, depth: int) -> str:
        """A comprehension of values of this kind, over one or two lists."""
        source = self._any_kind()
        name = self.fresh("item")
        head = f"for {name} in {self.expression(f'list {source}', depth)}"
        if self.random.random() < 0.5:
            head += " if " + self.with_name(name, source, lambda: self.condition(depth + 1))
        if self.random.random() < 0.2:
            other, second = self._any_kind(), self.fresh("item")
            head += f" for {second} in " + self.with_name(
                name, source, lambda: self.expression(f"list {other}", depth + 1)
            )
            if self.random.random() < 0.3:
                head += " if " + self.with_name(name, source, lambda: self.condition(depth + 1))
            body = self.with_name(
                name, source, lambda: self.with_name(second, other, lambda: self.expression(kind, depth))
            )
        else:
            body = self.with_name(name, source, lambda: self.expression(kind, depth))
        if kind.rstrip("?") == source and self.random.random() < 0.3:
            body = name
        return f"{body} {head}"

    def _walk(self, depth: int) -> str:
        """A list of sites by prefix, reach or span."""
        name = self.fresh("item")
        form = self.random.choice(["prefix", "prefix", "reach", "span", "span"])
        stop = self.with_name(name, "site", lambda: self.condition(depth))
        if form == "span":
            spot = self._spot(depth)
            items = self.random.choice(
                [f"line({spot}, {self.expression('axis', depth)})", self.expression("list site", depth)]
            )
            return f"span({spot}, {name} for {name} in {items} while {stop})"
        body = (
            name if self.random.random() < 0.7 else self.with_name(name, "site", lambda: self.expression("site", depth))
        )
        test = (
            f" if {self.with_name(name, 'site', lambda: self.condition(depth))}" if self.random.random() < 0.2 else ""
        )
        items = self.random.choice([f"ray({self._spot(depth)}, {self._way()})", self.expression("list site", depth)])
        until = ""
        if form == "prefix" and self.random.random() < 0.5:
            until = f" until {self.with_name(name, 'site', lambda: self.condition(depth))}"
        return f"{form}({body} for {name} in {items}{test} while {stop}{until})"

    def _route(self, depth: int) -> str:
        """A walk from site to site, with whatever may follow its two names."""
        here, there = self.fresh("from"), self.fresh("on")
        start = self.random.choice(
            [self._spot(depth), self.expression("site", depth), self.expression("list site", depth)]
        )
        items = stop = until = ""
        if self.random.random() < 0.4:
            items = f" in {self.with_name(here, 'site', lambda: self.expression('list site', depth + 1))}"
        if self.random.random() < 0.8:
            known = self.with_name(here, "site", lambda: self.with_name(there, "site", lambda: self.condition(depth)))
            stop = f" while {known}"
        if self.random.random() < 0.5:
            until = f" until {self.with_name(there, 'site', lambda: self.condition(depth))}"
        return f"walk({start}, {here} to {there}{items}{stop}{until})"

    def _stretches(self, depth: int) -> str:
        """Runs through a spot along every axis: lowered to loops over the halves of lines."""
        axis, name = self.fresh("item"), self.fresh("item")
        spot = self.random.choice(self.atoms["site"])
        stop = self.with_name(name, "site", lambda: self.condition(depth + 1))
        axes = self.random.choice(
            [f"axes({self.atom('board')})", f"[{self._default_axis()}]", f"axes({self.atom('board')})"]
        )
        length = f"len(span({spot}, {name} for {name} in line({spot}, {axis}) while {stop}))"
        test = f"{length} {self.random.choice(['>=', '==', '<', '!='])} {self.random.randint(0, 4)}"
        if self.random.random() < 0.7:
            return f"{self.random.choice(['any', 'all'])}({test} for {axis} in {axes})"
        return f"(count({axis} for {axis} in {axes} if {test}) > {self.random.randint(0, 2)})"

    def _caught(self, depth: int) -> str:
        """What is enclosed in every direction: lowered to loops over the rays of a spot."""
        way, name, item = self.fresh("item"), self.fresh("item"), self.fresh("item")
        spot = self.random.choice(self.atoms["site"])
        stop = self.with_name(name, "site", lambda: self.condition(depth + 1))
        until = ""
        if self.random.random() < 0.7:
            until = f" until {self.with_name(name, 'site', lambda: self.condition(depth + 1))}"
        ways = self.random.choice(
            [f"directions({self.atom('board')})", "orthogonals", "[north, none, east]", "compass"]
        )
        test = ""
        if self.random.random() < 0.3:
            test = f" if {self.with_name(item, 'site', lambda: self.condition(depth + 1))}"
        walk = f"prefix({name} for {name} in ray({spot}, {way}) while {stop}{until})"
        return f"{item} for {way} in {ways} for {item} in {walk}{test}"

    def _rays_measured(self, depth: int) -> str:
        """The rays of each spot in question, while the items come from anywhere."""
        spot, way, item = self.fresh("item"), self.fresh("item"), self.fresh("item")
        ray = f"ray({spot}, {way})"
        items = self.random.choice([self.expression("list site", depth + 1), ray, self._walk(depth + 1)])
        test = f"len({ray}) {self.random.choice(['==', '<', '>'])} {self.random.randint(0, 2)}"
        ways = self.random.choice([f"directions({self.atom('board')})", "orthogonals", "compass"])
        return f"{item} for {spot} in {self.atom('board')} for {way} in {ways} for {item} in {items} if {test}"

    def _spot(self, depth: int) -> str:
        kinds = ["site", "site", "site?", *(f"{kind}?" for kind in self.schema.kinds)]
        return self.expression(self.random.choice(kinds), depth)

    def _way(self) -> str:
        return self.random.choice(["north", "southeast", "west", self.atom("direction")])

    def _ways(self, depth: int) -> str:
        return self.random.choice(["orthogonals", "diagonals", "leaps(1, 2)", self.expression("list direction", depth)])

    def _list(self, kind: str) -> list[Production]:
        whole = f"list {kind}"
        made: list[Production] = [
            lambda depth: f"list({self._loop(self.random.choice([kind, f'{kind}?']), depth)})",
            lambda depth: f"list({self._loop(kind, depth)})",
            lambda depth: f"list({self.expression(f'{kind}?', depth)}, {self.expression(kind, depth)})",
            lambda depth: f"({self.expression(whole, depth)} + {self.expression(whole, depth)})",
            lambda depth: f"take({self.expression(whole, depth)}, {self._small(depth)})",
            *([] if kind.startswith("list") else [lambda depth: self._lessened(whole, depth)]),
            lambda depth: f"onward({self.expression(whole, depth)}, {self.expression(kind, depth)}, {self._small(1)})",
            lambda depth: f"reversed({self.expression(whole, depth)})",
            lambda depth: f"distinct({self._items(kind, depth)})",
            lambda depth: f"distinct({self.expression(whole, depth)})",
            lambda depth: f"[{self.expression(kind, depth)}, {self.expression(f'{kind}?', depth)}]",
        ]
        special = {
            "site": self._site_lists,
            "number": self._number_lists,
            "direction": self._direction_lists,
            "list site": self._lists_of_sites,
        }.get(kind)
        if kind == "axis":
            made.append(lambda _depth: f"axes({self.atom('board')})")
        if kind in ("axis", "player", *self.schema.enums):
            made.append(lambda _depth: f"values({kind})")
        if kind in self.schema.kinds:
            made.append(lambda _depth: self._pieces(kind))
            made.append(lambda depth: f"upwards({self.expression(kind, depth)})")
            if self.schema.is_piled(kind):
                made += [lambda depth: f"pile({self.expression('site', depth)})"] * 2
            made += (
                [lambda _depth: self.random.choice(self.atoms[f"zone {kind}"])] * 2
                if f"zone {kind}" in self.atoms
                else []
            )
        return made + (special() if special is not None else [])

    def _lessened(self, whole: str, depth: int) -> str:
        return f"({self.expression(whole, depth)} - {self.expression(whole, depth)})"

    def _pieces(self, kind: str) -> str:
        holders = {board.name for board in self.schema.holders(kind)}
        board = self.random.choice([name for name in self.atoms["board"] if _unkeyed(name) in holders])
        only = len(self.schema.boards[_unkeyed(board)].kinds) == 1
        return f"pieces({board})" if only and self.random.random() < 0.5 else f"pieces({board}, {kind})"

    def _number_lists(self) -> list[Production]:
        return [
            lambda _depth: f"({self.random.randint(-1, 2)}..{self.random.randint(0, 5)})",
            lambda _depth: f"({self.atom('number')}..{self.atom('number')})",
        ]

    def _direction_lists(self) -> list[Production]:
        made: list[Production] = [
            lambda _depth: f"directions({self.atom('board')})",
            lambda _depth: f"leaps({self.random.randint(0, 2)}, {self.random.randint(1, 2)})",
        ]
        if all(self.schema.facings):
            made.append(
                lambda depth: f"turned({self.expression('list direction', depth)}, {self.expression('player', depth)})"
            )
        return made

    def _site_lists(self) -> list[Production]:
        made: list[Production] = [
            lambda depth: f"neighbours({self._spot(depth)})",
            lambda depth: f"neighbours({self._spot(depth)}, {self._ways(depth)})",
            lambda depth: f"neighbours({self._spot(depth)}, {self._ways(depth)}, {self._small(depth)})",
            lambda depth: f"ray({self._spot(depth)}, {self.expression('direction', depth)})",
            lambda depth: f"ray({self._spot(depth)}, {self._way()}, {self._small(depth)})",
            lambda depth: f"between({self._two('site', depth)})",
            lambda depth: f"line({self._spot(depth)}, {self.expression('axis', depth)})",
            lambda depth: f"group({self.expression('site', depth)}, {self.expression('list site', depth)})",
            lambda depth: self._board_group(depth),
            lambda depth: f"border({self.expression('list site', depth)})",
            lambda depth: f"{self.random.choice(['above', 'below', 'left', 'right'])}({self._spot(depth)})",
            lambda depth: self._walk(depth),
            lambda depth: self._walk(depth),
            lambda depth: self._route(depth),
            lambda depth: self._route(depth),
            lambda depth: f"{self.random.choice(['list', 'distinct'])}({self._caught(depth)})",
            lambda depth: f"distinct({self._rays_measured(depth)})",
            lambda _depth: self.atom("board"),
            lambda depth: f"default(first({self.expression('list list site', depth)}), {self.atom('board')})",
        ]
        if self.borders:
            made += [lambda depth: f"around({self._spot(depth)}, {self.atom('board')})"] * 3
        for region in self.schema.regions:
            made.append(lambda depth, region=region: f"region({self._spot(depth)}, {region})")
        return made

    def _board_group(self, depth: int) -> str:
        name = self.fresh("item")
        test = self.with_name(name, "site", lambda: self.condition(depth))
        return f"group({self.expression('site', depth)}, {name} for {name} in {self.atom('board')} if {test})"

    def _lists_of_sites(self) -> list[Production]:
        cells = [
            name
            for name, kind in self.properties["site"]
            if not kind.endswith("list") and self.schema.cell_property(name)
        ]
        made: list[Production] = [
            lambda _depth: f"lines({self.atom('board')}, {self._way()})",
            lambda depth: f"lines({self._spot(depth)})",
            lambda depth: f"groups({self.expression('list site', depth)})",
        ]
        square = [name for name, board in self.schema.topology.boards.items() if board.planes and "[" not in name]
        if cells and square:
            made.append(
                lambda _depth: (
                    f"runs({self.random.choice(square)}, {self.random.choice(cells)}, {self.random.randint(1, 3)})"
                )
            )
        return made

    def _small(self, depth: int) -> str:
        return self.random.choice(["0", "1", "2", "3", "9", self.atom("number"), "turn_number"])

    def _two(self, kind: str, depth: int) -> str:
        return f"{self.expression(kind, depth)}, {self.expression(kind, depth)}"


def _unkeyed(board: str) -> str:
    """The name of a board without its owner: `sea.edges` for `sea[white].edges`."""
    return re.sub(r"\[.*\]", "", board)
