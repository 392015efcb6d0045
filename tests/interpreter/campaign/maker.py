"""Random well-typed expressions as text."""

from interpreter.language.types import Number, Table, Words
from tests.interpreter.campaign.list_maker import ListMaker, Production
from tests.interpreter.campaign.vocabulary import kind_of

DEEPEST = 4
LENGTHS = ["> 0", "== 0", ">= 1", "< 1", "!= 0", "<= 0", "== 1", ">= 2", "== 3"]


class Maker(ListMaker):
    """Writes expressions over one schema."""

    def expression(self, kind: str, depth: int = 0) -> str:
        """An expression of this kind."""
        if depth >= DEEPEST + self.random.randint(0, 1):
            return self.atom(kind)
        productions = self._productions(kind)
        if self.random.random() < 0.15 or not productions:
            return self.atom(kind)
        return self.random.choice(productions)(depth + 1)

    def atom(self, kind: str) -> str:
        """The shortest expression of this kind."""
        found = self.atoms.get(kind, [])
        if kind in self.schema.enums:
            return self._word(self.schema.enums[kind])
        if found and (kind[-1] != "?" or self.random.random() < 0.8):
            return self.random.choice(found)
        if kind == "axis":
            return self._default_axis()
        if kind.endswith("?"):
            return self.atom(kind[:-1]) if self.random.random() < 0.7 else "none"
        if kind == "list list site":
            return f"lines({self.atom('board')}, {self.atom('direction')})"
        if kind.startswith("list "):
            inner = kind[5:]
            if inner == "site" and self.random.random() < 0.7:
                return self.atom("board")
            if f"zone {inner}" in self.atoms and self.random.random() < 0.6:
                return self.random.choice(self.atoms[f"zone {inner}"])
            return f"list({self.atom(inner)})"
        raise AssertionError(kind)

    def _word(self, words: Words) -> str:
        found = self.atoms.get(words.name, [])
        if found and self.random.random() < 0.5:
            return self.random.choice(found)
        number = self.random.randint(1, len(words.words) + 1)
        return f"default(values({words.name})[{number}], {self.random.choice(words.words)})"

    def _default_axis(self) -> str:
        return f"default(axes({self.atom('board')})[{self.random.randint(1, 3)}], row)"

    def _productions(self, kind: str) -> list[Production]:
        made: list[Production] = [
            lambda depth: self._conditional(kind, depth),
            lambda depth: self._let(kind, depth),
        ]
        if kind.endswith("?"):
            return made + self._optional(kind[:-1])
        if kind.startswith("list "):
            return made + self._list(kind[5:])
        made += [
            lambda depth: f"default({self.expression(kind + '?', depth)}, {self.expression(kind, depth)})",
            # Values that are not read are not computed, so a fault would not always show.
            lambda depth: f"sure(list({self.expression(kind, depth)})[1])",
            lambda depth: self._narrowed(kind, depth),
            *self._paths(kind),
        ]
        special = {
            "number": self._number,
            "flag": self._flag,
            "text": self._text,
            "direction": self._direction,
            "letter": list,
            "player": self._player,
        }.get(kind)
        return made + (special() if special is not None else [])

    def _conditional(self, kind: str, depth: int) -> str:
        test, yes, no = self.condition(depth), self.expression(kind, depth), self.expression(kind, depth)
        return f"(if {test} then {yes} else {no})"

    def _let(self, kind: str, depth: int) -> str:
        bound = self.random.choice(
            ["number", "site", "site?", "list site", "flag", "player?", *self.schema.kinds, kind]
        )
        optional = f"{bound}?" if bound in self.schema.kinds else bound
        name = self.fresh("given")
        value = self.expression(optional, depth)
        body = self.with_name(name, optional, lambda: self.expression(kind, depth))
        return f"(let {name} = {value}; {body})"

    def _narrowed(self, kind: str, depth: int) -> str:
        name, value = self.fresh("known"), self.expression(f"{kind}?", depth)
        yes = self.with_name(name, kind, lambda: self.expression(kind, depth))
        no = self.expression(kind, depth)
        return f"(let {name} = {value}; if {name} != none then {yes} else {no})"

    def _paths(self, kind: str) -> list[Production]:
        """Properties, fields, indexes and table entries of this kind."""
        made: list[Production] = []
        for owner, properties in self.properties.items():
            for name, found in properties:
                if found == kind:
                    made.append(lambda depth, owner=owner, name=name: f"{self._target(owner, depth)}.{name}")
        for name, (table, _) in self.schema.tables.items():
            if (
                isinstance(table, Table)
                and not isinstance(table.value, Table)
                and kind_of(table.value) == kind
                and table.total
            ):
                if isinstance(table.key, Words):
                    made.append(lambda depth, name=name, table=table: self._indexed(name, kind_of(table.key), depth))
        for variable in self.schema.variables.values():
            if isinstance(variable.per, Words) and kind_of(variable.type) == kind:
                made.append(lambda depth, each=variable: self._indexed(each.name, kind_of(each.per), depth))
        for name in self.schema.defines:
            if (name, kind) in DEFINES:
                made.append(lambda depth, name=name: self._call(name, DEFINES[name, kind], depth))
        return made

    def _indexed(self, name: str, key: str, depth: int) -> str:
        return f"{name}[{self.expression(key, depth)}]"

    def _call(self, name: str, kinds: tuple[str, ...], depth: int) -> str:
        return f"{name}({', '.join(self.expression(kind, depth) for kind in kinds)})" if kinds else name

    def _target(self, kind: str, depth: int) -> str:
        """Something that a property or an index may follow: anything but a name or call is in brackets."""
        text = self.expression(kind, depth)
        return (
            text
            if text[0].isalpha()
            and text.split("(")[0].split(".")[0].replace("_", "").isalnum()
            and text[-1] not in "'"
            and " " not in text
            else f"({text})"
        )

    def condition(self, depth: int) -> str:
        """A flag, or something that may be none, which counts as false."""
        if self.random.random() < 0.15:
            return self.expression("flag?", depth)
        return self.expression("flag", depth)

    def _optional(self, kind: str) -> list[Production]:
        made: list[Production] = [
            lambda depth: self.expression(kind, depth),
            lambda depth: f"{self.random.choice(['first', 'last'])}({self._items(kind, depth)})",
            lambda depth: f"{self._target(f'list {kind}', depth)}[{self.expression('number', depth)}]",
            *self._paths(f"{kind}?"),
        ]
        for owner, properties in self.properties.items():
            for name, found in properties:
                if found in (kind, f"{kind}?"):
                    made.append(lambda depth, owner=owner, name=name: f"{self._target(f'{owner}?', depth)}.{name}")
        if kind in ("number", "site", "player", *self.schema.kinds):
            made.append(lambda depth: self._best(kind, depth))
        special = {
            "number": self._optional_number,
            "site": self._optional_site,
            "letter": self._optional_letter,
        }.get(kind)
        if kind == "direction":
            made.append(lambda depth: f"direction({self._two('site', depth)})")
        if kind in self.schema.kinds:
            made.append(lambda depth: f"beneath({self.expression(kind, depth)})")
        return made + (special() if special is not None else [])

    def _optional_number(self) -> list[Production]:
        made: list[Production] = [
            lambda depth: f"{self.random.choice(['min', 'max'])}({self._loop('number', depth)})",
            lambda depth: f"{self.random.choice(['min', 'max'])}({self.expression('list number', depth)})",
            lambda depth: f"position({self.expression('list site', depth)}, {self.expression('site', depth)})",
            lambda _depth: f"{self.random.choice(('columns', 'rows'))}({self.atom('board')})",
            lambda depth: f"position({self.expression('list number', depth)}, {self.expression('number', depth)})",
        ]
        for name, (table, _) in self.schema.tables.items():
            if isinstance(table, Table) and kind_of(table.value) == "number":
                made.append(lambda depth, name=name, table=table: self._indexed(name, kind_of(table.key), depth))
            elif isinstance(table, Table) and isinstance(table.value, Table) and isinstance(table.value.value, Table):
                made.append(
                    lambda depth, name=name: (
                        f"{self._indexed(name, 'player', depth)}[{self.atom('colour')}][{self._small(depth)}]"
                    )
                )
            elif isinstance(table, Table) and isinstance(table.value, Table):
                made.append(
                    lambda depth, name=name: (
                        f"{name}[{self.random.choice(['white', 'me', 'winner'])}][{self.expression('number', depth)}]"
                    )
                )
        for variable in self.schema.variables.values():
            if isinstance(variable.per, Number) and kind_of(variable.type) == "number":
                made.append(lambda depth, name=variable.name: f"{name}[{self.expression('number', depth)}]")
        return made

    def _optional_site(self) -> list[Production]:
        return [
            lambda depth: f"step({self._spot(depth)}, {self.expression('direction', depth)})",
            lambda depth: f"step({self._spot(depth)}, {self._way()}, {self._small(depth)})",
            lambda depth: f"site({self.atom('board')}, {self._two('number', depth)})",
        ] + ([lambda depth: f"edge({self._two('site', depth)})"] * 2 if self.borders else [])

    def _optional_letter(self) -> list[Production]:
        return [lambda depth: f"{self._target('text', depth)}[{self.expression('number', depth)}]"]

    def _best(self, kind: str, depth: int) -> str:
        name = self.fresh("item")
        items = self.expression(f"list {kind}", depth)
        value = self.with_name(name, kind, lambda: self.expression("number", depth))
        outer = ""
        if self.random.random() < 0.2:
            outer = f" for {self.fresh('item')} in {self.expression('list player', depth)}"
        return f"{self.random.choice(['most', 'least'])}({value}{outer} for {name} in {items})"

    def _number(self) -> list[Production]:
        made: list[Production] = [
            lambda depth: (
                f"({self.expression('number', depth)} {self.random.choice('+-*')} {self.expression('number', depth)})"
            ),
            lambda depth: (
                f"({self.expression('number', depth)} {self.random.choice(['//', '%'])} {self._divisor(depth)})"
            ),
            lambda depth: f"-{self._target('number', depth)}",
            lambda depth: f"abs({self.expression('number', depth)})",
            lambda depth: f"len({self._some_list(depth)})",
            lambda depth: f"len({self.expression('text', depth)})",
            lambda depth: f"len({self._walk(depth)})",
            lambda depth: f"len(list({self._loop(self._any_kind(), depth)}))",
            lambda depth: f"count({self._loop(self._any_kind(), depth)})",
            lambda depth: f"count({self._some_list(depth)})",
            lambda depth: f"{self.random.choice(['count', 'len'])}({self._caught(depth)})",
            lambda depth: f"sum({self._loop('number', depth)})",
            lambda depth: f"sum({self.expression('list number', depth)})",
            lambda depth: f"{self.random.choice(['min', 'max'])}({self._two('number', depth)}, 3)",
            lambda depth: f"distance({self._two('site', depth)})",
        ]
        if all(self.schema.facings):
            made.append(lambda depth: f"row({self.expression('site', depth)}, {self.expression('player', depth)})")
        return made

    def _divisor(self, depth: int) -> str:
        return self.random.choice(["2", "3", "-2", self.expression("number", depth)])

    def _flag(self) -> list[Production]:
        compared = [
            "number",
            "site",
            "player",
            "text",
            "letter",
            "direction",
            "axis",
            *self.schema.enums,
            *self.schema.kinds,
        ]
        made: list[Production] = [
            lambda depth: f"({self.condition(depth)} and {self.condition(depth)})",
            lambda depth: f"({self.condition(depth)} or {self.condition(depth)})",
            lambda depth: f"(not {self.condition(depth)})",
            lambda depth: self._ordered(depth),
            lambda depth: self._equality(self.random.choice(compared), depth),
            lambda depth: self._equality(self.random.choice(compared), depth),
            lambda depth: f"({self._path(depth)} {self.random.choice(['==', '!='])} none)",
            lambda depth: self._contains(depth),
            lambda depth: self._contains(depth),
            lambda depth: (
                f"({self._walk(depth)} {self.random.choice(['==', '!='])} {self.expression('list site', depth)})"
            ),
            lambda depth: f"{self.random.choice(['any', 'all'])}({self._loop('flag', depth)})",
            lambda depth: f"{self.random.choice(['any', 'all'])}({self._loop('flag?', depth)})",
            lambda depth: f"{self.random.choice(['any', 'all'])}({self.expression('list flag', depth)})",
            lambda depth: self._scan(depth),
            lambda depth: f"(len({self._some_list(depth)}) {self.random.choice(LENGTHS)})",
            lambda depth: f"(len({self._walk(depth)}) {self.random.choice(['> 0', '== 0', '>= 1', '== 2'])})",
            lambda depth: f"(len({self._route(depth)}) {self.random.choice(['> 0', '== 0', '>= 1', '== 2'])})",
            lambda depth: (
                f"({self.expression('site?', depth)} {self.random.choice(['in', 'not in'])} {self._route(depth)})"
            ),
            lambda depth: (
                f"(count({self._loop(self._any_kind(), depth)}) {self.random.choice(['> 0', '== 0', '>= 2'])})"
            ),
            lambda depth: f"(len(list({self._caught(depth)})) {self.random.choice(['> 0', '== 0', '>= 1', '== 2'])})",
            lambda depth: f"empty({self.expression('site', depth)})",
            lambda _depth: f"empty({self.atom('board')})",
            lambda depth: self._and_narrowed(depth),
        ]
        if "zone" in self.atoms:
            made.append(lambda _depth: f"empty({self.atom('zone')})")
        made += [lambda depth: self._stretches(depth)] * 2
        for kind in self.schema.kinds:
            made.append(
                lambda depth, kind=kind: f"fits({self.expression(kind, depth)}, {self.expression('site', depth)})"
            )
        return made

    def _ordered(self, depth: int) -> str:
        sign = self.random.choice(["<", "<=", ">", ">="])
        return f"({self.expression('number', depth)} {sign} {self.expression('number', depth)})"

    def _equality(self, kind: str, depth: int) -> str:
        left, right = (self.expression(self.random.choice([kind, f"{kind}?"]), depth) for _ in range(2))
        if kind in self.schema.enums and self.random.random() < 0.5:
            right = self.random.choice(self.schema.enums[kind].words)
        return f"({left} {self.random.choice(['==', '!='])} {right})"

    def _path(self, depth: int) -> str:
        owner = self.random.choice(["site", *self.schema.kinds])
        optional = [name for name, kind in self.properties[owner] if kind.endswith("?")]
        target = self._target(f"{owner}?", depth)
        return f"{target}.{self.random.choice(optional)}" if optional else target

    def _and_narrowed(self, depth: int) -> str:
        name, kind = (
            self.fresh("known"),
            self.random.choice(["site", "player", *self.schema.kinds, *self.schema.enums]),
        )
        value = self.expression(f"{kind}?", depth)
        rest = self.with_name(name, kind, lambda: self.expression("flag", depth))
        return f"(let {name} = {value}; {name} != none and {rest})"

    def _contains(self, depth: int) -> str:
        word = self.random.choice(["in", "not in"])
        match self.random.randint(0, 3):
            case 0:
                low, high = self.atom("number"), self.atom("number")
                return f"({self.expression(self.random.choice(['number', 'number?']), depth)} {word} {low}..{high})"
            case 1:
                kind = self.random.choice(["letter", "letter?", "text"])
                return f"({self.expression(kind, depth)} {word} {self.expression('text', depth)})"
        kind = self._any_kind()
        value = self.expression(self.random.choice([kind, f"{kind}?"]), depth)
        return f"({value} {word} {self.expression(f'list {kind}', depth)})"

    def _scan(self, depth: int) -> str:
        """`any` and `all` of bare comparisons over a board, which are lowered to searches in a column."""
        name = self.fresh("item")
        prop, kind = self.random.choice([pair for pair in self.properties["site"] if "list" not in pair[1]])
        plain = kind.rstrip("?")
        test = f"{name}.{prop}"
        if plain != "flag" or self.random.random() < 0.3:
            other = (
                "none"
                if self.random.random() < 0.2 and kind.endswith("?")
                else self.atom(plain)
                if plain not in self.schema.kinds
                else "none"
            )
            if plain in self.schema.enums and self.random.random() < 0.7:
                other = self.random.choice(self.schema.enums[plain].words)
            test = f"{test} {self.random.choice(['==', '!='])} {other}"
        if self.random.random() < 0.3:
            test = f"not ({test})"
        board = self.atom("board")
        match self.random.randint(0, 2):
            case 0:
                return f"{self.random.choice(['any', 'all'])}({test} for {name} in {board})"
            case 1:
                return f"(count({name} for {name} in {board} if {test}) {self.random.choice(LENGTHS)})"
        return f"(len(list({name} for {name} in {board} if {test})) > {self.random.randint(0, 4)})"

    def _text(self) -> list[Production]:
        return [
            lambda depth: f"({self.expression('text', depth)} + {self.expression('text', depth)})",
            lambda depth: self.expression("letter", depth),
            lambda depth: f"join({self._loop('text', depth)})",
            lambda depth: f"join({self.expression('list text', depth)}, {self.expression('text', depth)})",
            lambda depth: f"upper({self.expression(self.random.choice(['text', 'text?', 'letter?']), depth)})",
            lambda depth: f"text({self.expression(self.random.choice(['number', 'player', 'direction']), depth)})",
        ]

    def _player(self) -> list[Production]:
        if len(self.schema.players.words) != 2:
            return []
        return [lambda depth: f"opponent({self.expression('player', depth)})"]

    def _direction(self) -> list[Production]:
        if not all(self.schema.facings):
            return []
        return [
            lambda depth: f"facing({self.expression('player', depth)})",
            lambda depth: f"turned({self.expression('direction', depth)}, {self.expression('player', depth)})",
            lambda depth: f"opposite({self.expression('direction', depth)})",
        ]


DEFINES = {
    ("men", "list site"): ("player",),
    ("near", "list site"): ("site", "number"),
    ("kind_of", "colour"): ("site?",),
    ("twice", "number"): ("number",),
    ("twice", "text"): ("text",),
    ("heaviest", "man?"): (),
    ("value_at", "number"): ("site?",),
    ("longest", "site?"): ("list site",),
    ("is_lit", "flag"): ("site",),
    ("chain", "list site"): ("site",),
    ("free", "flag"): ("site",),
}
"""What the defines of the specs return, and what they take."""
