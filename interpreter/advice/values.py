"""Suggestions for a value of one type where another is needed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from interpreter.advice.loops import around, with_loop
from interpreter.language import nodes, terms, types
from interpreter.language.mistakes import (
    MayBeNone,
    NoBorders,
    NoItems,
    NotComparable,
    PropertyOfList,
    Repeated,
    UnknownLetter,
    UnknownProperty,
    WrongKey,
    WrongType,
)
from interpreter.language.parser import parsed
from interpreter.language.properties import declared_properties, property_names
from interpreter.language.scope import Board, Scope, Zone
from interpreter.registry import functions
from interpreter.spec.diagnostics import Diagnostic, Help, diagnosed
from interpreter.spec.suggest import closest, either, suggestion

# A longer expression is not repeated in full.
_LONGEST_SOURCE = 48
_MOST_NAMES = 4
_MOST_WORDS = 8
_MOST_KEYS = 100
_MOST_LISTED = 8
# By which property a value is called in a text.
_CALLED = ((types.Site, "name"), (types.Words, "title"))
# A longer list is made by a loop.
_MOST_REPEATED = 8


def remedy(
    term: terms.Term, wanted: types.Type, scope: Scope, used: nodes.Node | None = None, besides: str = ""
) -> str:
    """Suggest what to write instead of a term where a value of the required type belongs; `used` is where it is used,
    `besides` what it is compared with."""
    if (bare := _without_quotes(term, wanted)) is not None:
        return rewriting(f"Write {bare} without quotes.", used or term.node, bare)
    if (near := _near_name(used or term.node, wanted, scope)) is not None:
        return rewriting(f"Did you mean {near}?", used or term.node, near)
    source = shortened((used or term.node).source)
    found = list(dict.fromkeys(_conversions(source, term, wanted, scope)))
    if found:
        words = f"Did you mean {either(found[:_MOST_NAMES])}?"
        return rewriting(words, used or term.node, found[0]) if len(found) == 1 else words
    if isinstance(term.type, types.Nothing) and not isinstance(wanted, types.Nothing | types.Unknown):
        return f"{form_of(wanted, scope)} If it may be none, its type is ‘{wanted} or none’."
    if isinstance(term.type, types.Table) and isinstance(wanted, types.Listing) and _is_written_out(term):
        return f"A table has values by key. For a list write a define, as in {source}: list(1, 2, 3)."
    if isinstance(term.type, types.Table):
        return one_for_each(term)
    return form_of(wanted, scope, besides)


def _near_name(node: nodes.Node, wanted: types.Type, scope: Scope) -> str | None:
    """The name of a value of the required type that was probably misspelt."""
    if not isinstance(node, nodes.Name) or isinstance(types.strip(wanted), types.Unknown):
        return None
    return closest(node.value, [name for name in scope.locals if name in set(names_of(types.strip(wanted), scope))])


def _without_quotes(term: terms.Term, wanted: types.Type) -> str | None:
    """A number or a flag in quotes, where a plain one is needed."""
    if not isinstance(term, terms.Constant) or not isinstance(term.value, str):
        return None
    forms = {types.Number: r"-?[0-9]+", types.Flag: "true|false"}
    form = next((form for kind, form in forms.items() if isinstance(types.strip(wanted), kind)), None)
    return term.value if form is not None and re.fullmatch(form, term.value) else None


def rewriting(words: str, node: nodes.Node, text: str) -> str:
    """A help that says what to write for a node, with the edit if nothing is left open."""
    if "…" in text:
        return words
    if text.startswith("if ") and node.source != str(node.scalar):
        text = f"({text})"
    return Help(words, node.scalar.edit(node.start, node.end, text))


def none_remedy(term: terms.Term) -> str:
    """Suggest what to do about a value that may be none where none is not allowed."""
    lacking = _lacking_entries(term)
    if lacking and isinstance(term, terms.TableItem) and isinstance(term.node, nodes.Index):
        if sorted(term.table) == list(range(1, len(term.table) + 1)) and lacking[0] == "0":
            last = len(term.table)
            return f"{term.node.target.source} goes from 1 to {last}: give default(…, …) for anything beyond that."
        return f"{term.node.target.source} has no {either(lacking)}: add it to the table, or give default(…, …)."
    return "Test it with != none first, give default(…, …), or use sure(…) if it is always there."


def _lacking_entries(term: terms.Term) -> list[str]:
    """The keys with which an expression may read a table that lacks them, if there are few."""
    if not isinstance(term, terms.TableItem):
        return []
    key, keys = types.strip(term.index.type), dict[int, str]()
    if isinstance(key, types.Words):
        keys = dict(enumerate(key.words, start=1))
    elif isinstance(key, types.Number) and key.low is not None and key.high is not None:
        keys = {number: str(number) for number in range(key.low, min(key.high, key.low + _MOST_KEYS) + 1)}
    lacking = [shown for number, shown in keys.items() if number not in term.table]
    return lacking if len(lacking) <= _MOST_NAMES else []


def nearest_remedy(
    term: terms.Term, wanted: Sequence[types.Type], scope: Scope, used: nodes.Node | None = None
) -> str | None:
    """Suggest what to write where a value of one of several types belongs: first what the term itself can become."""
    helps = [remedy(term, kind, scope, used) for kind in wanted]
    return next((help_text for help_text in helps if help_text.startswith("Did")), next(iter(helps), None))


def comparison_remedy(node: nodes.Binary, left: terms.Term, right: terms.Term, scope: Scope) -> str:
    """Suggest what to write for two values that cannot be equal, in the words of the comparison: a define keeps its
    name."""
    sources = shortened(node.left.source), shortened(node.right.source)
    for found in _conversions(sources[0], left, right.type, scope):
        return rewriting(f"Did you mean {found} {node.operator} {sources[1]}?", node.left, found)
    for found in _conversions(sources[1], right, left.type, scope):
        return rewriting(f"Did you mean {sources[0]} {node.operator} {found}?", node.right, found)
    written = right if isinstance(right, terms.Constant) else left
    other = left if written is right else right
    return remedy(written, other.type, scope, besides=other.node.source)


def shortened(source: str) -> str:
    """An expression to quote in a help; a long one is shortened with dots."""
    return source if len(source) <= _LONGEST_SOURCE else "…"


def one_for_each(term: terms.Term) -> str:
    """Suggest what to write for a table, or a variable with a value for each player, where one of its values is
    needed."""
    assert isinstance(term.type, types.Table)
    name, key = term.node.source, term.type.key
    example = f", such as {name}[me]" if str(key) == "player" else ""
    return f"There is one for each {key}: write {name}[…]{example}."


def _is_written_out(term: terms.Term) -> bool:
    """Whether a table is declared under tables:, and is not a variable, a board or a zone with one for each key."""
    return isinstance(term, terms.Constant) and isinstance(term.value, dict)


def _conversions(source: str, term: terms.Term, wanted: types.Type, scope: Scope) -> Iterator[str]:
    """Expressions that turn the given value into the required one."""
    kind, goal = types.strip(term.type), types.strip(wanted)
    if isinstance(term, terms.FieldOf) and isinstance(owner := types.strip(term.target.type), types.Record):
        # Another part of the same record comes first.
        whole = shortened(term.target.node.source)
        yield from (f"{whole}.{name}" for name, part in owner.fields if _fits(part, goal))
    if isinstance(kind, types.Table) and _fits(kind.value, goal):
        yield from (f"{source}[{key}]" for key in _keys(kind.key, scope))
    if (
        isinstance(term, terms.Constant)
        and isinstance(kind, types.Flag | types.Number)
        and not isinstance(goal, types.Listing)
    ):
        if isinstance(kind, types.Number) and isinstance(goal, types.Text) and not isinstance(goal, types.Letter):
            yield f"'{source}'"
        return
    if isinstance(goal, types.Flag):
        yield from _as_flag(source, term, scope)
    if (
        isinstance(goal, types.Number)
        and isinstance(kind, types.Listing | types.Text)
        and not isinstance(kind, types.Letter)
    ):
        yield f"len({source})"
    if isinstance(goal, types.Text) and not isinstance(goal, types.Letter) and _can_be_text(term, scope):
        yield f"text({source})"
    elif isinstance(goal, types.Text) and not isinstance(goal, types.Letter):
        yield from (f"{source}.{name}" for of, name in _CALLED if isinstance(kind, of) and _has_name(kind, scope))
    if goal == scope.schema.players and isinstance(kind, types.Flag) and len(scope.schema.players.words) == 2:
        one, other = scope.schema.players.words
        yield f"if {source} then {one} else {other}"
    if isinstance(goal, types.Number) and isinstance(kind, types.Flag):
        yield f"if {source} then 1 else 0"
    if isinstance(goal, types.Listing) and not isinstance(goal, types.BoardSites | types.ZonePieces):
        yield from _as_list(source, term, goal, scope)
    elif (
        isinstance(kind, types.Listing) and not isinstance(goal, types.Listing | types.Flag) and _fits(kind.item, goal)
    ):
        yield f"first({source})"
    if (
        isinstance(goal, types.Letter | types.Words)
        and isinstance(term, terms.Constant)
        and isinstance(term.value, str)
    ):
        yield from (word for word in getattr(goal, "words", ()) if word == term.value)
    if not isinstance(kind, types.Listing):
        yield from (f"{source}.{name}" for name, type_ in declared_properties(kind, scope) if _fits(type_, goal))


def _has_name(kind: types.Type, scope: Scope) -> bool:
    """Whether a value is shown by its own name: true of sites and players, but of no other words."""
    return isinstance(kind, types.Site) or kind == scope.schema.players


def _can_be_text(term: terms.Term, scope: Scope) -> bool:
    """Whether a value is a number or a word, which text(…) converts."""
    shown = isinstance(term.type, types.Number | types.Words) and term.type != scope.schema.players
    return shown and "text" not in scope.schema.defines


def _as_flag(source: str, term: terms.Term, scope: Scope) -> Iterator[str]:
    kind = types.strip(term.type)
    if isinstance(kind, types.Listing):
        yield f"len({source}) > 0"
    elif types.can_be_none(term.type):
        yield f"{source} != none"
    elif isinstance(kind, types.Number):
        yield f"{source} > 0"
    elif kind == scope.schema.players and kind.words == (source,):
        yield "true"
    elif isinstance(kind, types.Words) and kind.words:
        others = [name for name in names_of(kind, scope) if name != source]
        it = next((name for name in others if name == "it"), None)
        yield f"{it} == {source}" if it else f"{source} == {[*others, *kind.words][0]}"
    elif isinstance(kind, types.Text):
        yield f"{source} == '…'"


def _as_list(source: str, term: terms.Term, goal: types.Listing, scope: Scope) -> Iterator[str]:
    kind = types.strip(term.type)
    if isinstance(kind, types.Number) and isinstance(goal.item, types.Number | types.Unknown):
        dashed = re.fullmatch(r"(\w+) *- *(\w+)", source)
        yield f"{dashed[1]}..{dashed[2]}" if dashed else f"1..{source}"
    elif isinstance(kind, types.Listing):
        inner = types.strip(kind.item)
        if isinstance(inner, types.Piece) and types.fits(types.SITE, goal.item):
            yield f"list(x.site for x in {source} if x.site != none)"
        elif isinstance(inner, types.Site) and isinstance(goal.item, types.Piece):
            yield f"list(x.{goal.item} for x in {source} if x.{goal.item} != none)"
        elif name := next((name for name, type_ in declared_properties(inner, scope) if _fits(type_, goal.item)), None):
            yield f"list(x.{name} for x in {source})"
    elif types.fits(kind, goal.item) and not isinstance(kind, types.Nothing | types.Table):
        yield f"list({source})"


def form_of(wanted: types.Type, scope: Scope, besides: str = "") -> str:
    """How to write a value of a type, and which names here have one; `besides` is not meant."""
    goal = types.strip(wanted)
    names = [
        name for name in dict.fromkeys(names_of(goal, scope)) if name.partition("[")[0] != besides.partition("[")[0]
    ]
    names = names[:_MOST_NAMES]
    such = f", such as {either(names)}" if names else ""
    none = " or none" if types.can_be_none(wanted) else ""
    if isinstance(goal, types.Words):
        words = [*names, *(word for word in goal.words[:_MOST_WORDS] if word not in names)]
        return f"Write {either([*words, *(['none'] if none else [])])}." if words else f"There is no {goal} yet."
    if isinstance(goal, types.Flag):
        return f"Write true, false or a condition such as {names[0] if names else 'a == b'}."
    if isinstance(goal, types.Number) and scope.place == "assist":
        return "Write a whole number, 0 for never, or none for no limit."
    if isinstance(goal, types.Number):
        return f"Write a whole number such as {either(names) if names else '3'}{none}."
    if isinstance(goal, types.Letter):
        return f"Write one letter in quotes, such as 'a'{none}."
    if isinstance(goal, types.Text):
        return f"Write a text in quotes, such as 'abc'{none}."
    if isinstance(goal, types.BoardSites):
        return f"Write the name of a board: {either(_places(scope.schema.boards))}."
    if isinstance(goal, types.ZonePieces):
        zones = _places(scope.schema.zones)
        return f"Write the name of a zone: {either(zones)}." if zones else "Declare a zone under zones: first."
    if isinstance(goal, types.Site):
        example = next(iter(scope.schema.topology.names[1:]), "a1")
        return f"Write a site{such or f', such as {example}'}{none}."
    if isinstance(goal, types.Piece):
        here = next((name for name in names_of(types.SITE, scope)), "x")
        return f"Write a {goal}{such or f', such as {here}.{goal}'}{none}."
    if isinstance(goal, types.Listing):
        return f"Write a list{such or ', such as list(x for x in … if …)'}{none}."
    return f"Write {goal}{such}{none}."


def names_of(goal: types.Type, scope: Scope) -> Iterator[str]:
    """The names in scope whose value is of a type, nearest first."""
    schema = scope.schema
    if isinstance(goal, types.BoardSites):
        yield from (name for name, board in schema.boards.items() if board.per is None)
        return
    yield from (name for name, local in scope.locals.items() if _fits(local.term.type, goal))
    if goal == schema.players and len(schema.players.words) > 1:
        yield from (name for name in ("me", "opponent") if name in scope.globals and len(schema.players.words) == 2)
    for name, variable in schema.variables.items():
        if _fits(variable.type, goal):
            yield name if variable.per is None else f"{name}[{next(_keys(variable.per, scope), '…')}]"
    yield from (name for name, (kind, _) in schema.settings.items() if _fits(kind, goal))
    if isinstance(goal, types.Listing):
        yield from (
            name for name, board in schema.boards.items() if board.per is None and types.fits(types.SITE, goal.item)
        )
        yield from (
            name for name, zone in schema.zones.items() if zone.per is None and _fits(types.Piece(zone.kind), goal.item)
        )


def _places(places: Mapping[str, Board | Zone]) -> list[str]:
    return [name if place.per is None else f"{name}[…]" for name, place in places.items()]


def _keys(key: types.Type, scope: Scope) -> Iterator[str]:
    """The keys that a map may be looked up by here."""
    names = [name for name, local in scope.locals.items() if _fits(local.term.type, key)]
    if "it" in names and scope.locals["it"].what == "player":
        names = ["it"]  # What is said of each player in turn.
    elif key == scope.schema.players and "me" in scope.globals:
        names.append("me")
    yield from names[:2] or ["…"]


def _fits(kind: types.Type, goal: types.Type) -> bool:
    """Whether a value of the type, if there is one, is what is needed."""
    inner = types.strip(kind)
    return not isinstance(inner, types.Unknown | types.Nothing) and types.fits(inner, types.maybe(goal))


def wrong_type(mistake: WrongType) -> Diagnostic:
    """Explain a value of the wrong type."""
    term, wanted, used = mistake.term, mistake.wanted, mistake.used
    help = form_of(wanted, mistake.scope) if mistake.code == "not-a-board" else None
    if mistake.code == "not-a-flag":
        help = _repeated_comparison(used or term.node) or _instead_of_none(used or term.node, term)
    help = help or remedy(term, wanted, mistake.scope, used)
    return diagnosed(mistake.code, (used or term.node).span, mistake.reason, help)


def _repeated_comparison(node: nodes.Node) -> str | None:
    """`x == 1 or n`: the left side of the comparison appears only before the first value."""
    before = re.search(r"([\w.\[\]]+) *(==|!=|<=?|>=?) *[\w.\[\]]+ +(?:or|and) +$", node.scalar[: node.start])
    if before is None:
        return None
    whole = f"{before[1]} {before[2]} {node.source}"
    return rewriting(f"Write {whole}.", node, whole)


def _instead_of_none(node: nodes.Node, term: terms.Term) -> str | None:
    """`first(l) or 0`: a default value instead of none."""
    after = re.match(r" +or +([\w.']+)$", node.scalar[node.end :])
    if after is None or not types.can_be_none(term.type):
        return None
    whole = f"default({node.source}, {after[1]})"
    return Help(f"Write {whole}.", node.scalar.edit(node.start, node.end + after.end(), whole))


def may_be_none(mistake: MayBeNone) -> Diagnostic:
    """Explain a value that may be none."""
    term = mistake.term
    help = none_remedy(term.body if isinstance(term, terms.Comprehension) else term)
    return diagnosed("may-be-none", (mistake.used or term.node).span, mistake.reason, help)


def repeated(mistake: Repeated) -> Diagnostic:
    """Explain a list or a text times a number: write it out, or make it with a loop."""
    node, value, times = mistake.node, mistake.value, mistake.times
    of = node.left if node.left.span == value.node.span else node.right
    count = times.value if isinstance(times, terms.Constant) and isinstance(times.value, int) else None
    short = count is not None and 0 < count <= _MOST_REPEATED
    listed = isinstance(types.strip(value.type), types.Listing)
    if listed and short and isinstance(of, nodes.ListLiteral) and count is not None:
        whole = f"[{', '.join([item.source for item in of.items] * count)}]"
    elif listed:
        whole = f"list(x for n in 1..{_factor(times)} for x in {of.source})"
    elif short and isinstance(of, nodes.Text) and count is not None:
        whole = f"'{of.value * count}'"
    else:
        whole = " + ".join([of.source] * (count if short and count is not None else 2))
        whole += "" if short else " + …"
    what = "list" if listed else "text"
    return diagnosed("wrong-type", node.span, f"A {what} cannot be multiplied.", _written(node, whole))


def _factor(times: terms.Term) -> str:
    """A number as it is written after the dots of a range."""
    source = times.node.source
    return source if re.fullmatch(r"[\w.\[\]]+|\w+\(.*\)", source) else f"({source})"


def unknown_letter(mistake: UnknownLetter) -> Diagnostic:
    """Explain a letter of another alphabet."""
    message = f"{mistake.what} needs a letter, and ‘{mistake.letter}’ is not in the alphabet."
    first, last = mistake.alphabet[0], mistake.alphabet[-1]
    return diagnosed("no-letter", mistake.node.span, message, f"Write one from {first} to {last}, or '*' for a blank.")


def _among(node: nodes.Binary, left: terms.Term) -> str | None:
    """`c.suit == [red, blue]` and `c.suit in ['red', 'blue']`: a word that should be one of several."""
    listed = node.right if isinstance(node.right, nodes.ListLiteral) else None
    if listed is None or not isinstance(types.strip(left.type), types.Words):
        return None
    items = [item.value if isinstance(item, nodes.Text) else item.source for item in listed.items]
    words = f"[{', '.join(items)}]"
    sign = {"==": "in", "!=": "not in", "lacks": "not in"}.get(node.operator, "in")
    return rewriting(f"Write {node.left.source} {sign} {words}.", node, f"{node.left.source} {sign} {words}")


def not_comparable(mistake: NotComparable) -> Diagnostic:
    """Explain two values that are never equal."""
    node, left, right, scope = mistake.node, mistake.left, mistake.right, mistake.scope
    message = f"You cannot compare {_named(left)} with {_named(right)}."
    help = _among(node, left) or _same_name(node, left, right, scope) or comparison_remedy(node, left, right, scope)
    return diagnosed("cannot-compare", node.span, message, help)


def _named(term: terms.Term) -> str:
    """The type of a value in words; one character in quotes that is not a letter is a text."""
    is_text = isinstance(term, terms.Constant) and isinstance(term.value, str) and not term.value.isalpha()
    return "a text" if is_text else types.named(term.type)


def _same_name(node: nodes.Binary, left: terms.Term, right: terms.Term, scope: Scope) -> str | None:
    """Suggest what to do if a word in a comparison, such as a phase, shares its name with something else."""
    for words, other in ((types.strip(left.type), node.right), (types.strip(right.type), node.left)):
        if isinstance(words, types.Words) and isinstance(other, nodes.Name) and other.value in words.words:
            what = scope.schema.declared[other.value][0] if other.value in scope.schema.declared else "name"
            return f"‘{other.value}’ is both a {what} and a {words.name}. Rename one."
    return None


def unknown_property(mistake: UnknownProperty) -> Diagnostic:
    """Explain a property that a value does not have."""
    node, kind, scope = mistake.node, mistake.kind, mistake.scope
    owner = f"‘{node.target.source}’" if isinstance(kind, types.Record) else types.named(kind).capitalize()
    help = (
        _axis_help(node, kind, scope)
        or _item(node, kind, scope)
        or _within_a_part(node, kind)
        or _as_define(node, kind, scope)
        or _through_a_piece(node, kind, scope)
        or _through_its_site(node, kind, scope)
        or _as_function(node, kind, scope)
        or _by_a_table(node, kind, scope)
        or _of_a_call(node, kind, scope)
        or suggestion(
            node.name,
            property_names(kind, scope),
            f"Write {node.target.source} alone: {types.named(kind)} has no properties.",
        )
    )
    return diagnosed("no-such-property", node.name_span, f"{owner} has no ‘{node.name}’.", help)


def _axis_help(node: nodes.Attribute, kind: types.Type, scope: Scope) -> str:
    """Explain what has an axis, for an author who asks another site for it."""
    if node.name != "axis" or not isinstance(kind, types.Border):
        return ""
    if kind.part == "edges":
        return "Only the edges of squares run along a row or a column."
    corners = next(board for board in scope.schema.boards.values() if board.part == "corners")
    return f"Look at the edges that meet there: around({node.target.source}, {corners.of}.edges)."


def no_borders(mistake: NoBorders) -> Diagnostic:
    """Explain edges or corners that are not sites."""
    schema, part = mistake.scope.schema, mistake.node.name
    board = schema.boards[mistake.board]
    shape = schema.topology.boards[board.instances[0]].shape
    help = f"Write {part}: {{}} in its board."
    if board.of:
        help = f"Write {board.of}.{part}."
    elif shape in ("layers", "graph"):
        help = "Only squares and hexes have them."
    return diagnosed("no-borders", mistake.node.name_span, f"{board.name} has no {part}.", help)


def property_of_list(mistake: PropertyOfList) -> Diagnostic:
    """Explain a property of a list."""
    node, call = mistake.node, around(mistake.node)
    help = _of_a_list(mistake.found, node)
    border = closest(node.name, ("edges", "corners"))
    if border is not None and isinstance(mistake.kind, types.BoardSites):
        help = rewriting(f"Did you mean {node.target.source}.{border}?", node, f"{node.target.source}.{border}")
    elif node.name in functions() and any(len(each.parameters) == 1 for each in functions()[node.name].signatures):
        help = rewriting(f"Write {node.name}({node.target.source}).", node, f"{node.name}({node.target.source})")
    elif call is not None and mistake.found is not None and node.name not in ("length", "len", "size", "count"):
        whole = with_loop(call, node.target)
        help = rewriting(f"Write {whole}.", call, whole)
    return diagnosed("list-has-no-property", node.name_span, f"A list has no ‘{node.name}’.", help)


def no_items(mistake: NoItems) -> Diagnostic:
    """Explain `[…]` after a value without items."""
    node, target, index = mistake.node, mistake.target, mistake.index
    help = rewriting(f"Write {node.target.source} alone.", node, node.target.source)
    owned = dict(declared_properties(types.strip(index.type), mistake.scope))
    if isinstance(node.target, nodes.Name) and node.target.value in owned:
        help = _written(node, f"{node.index.source}.{node.target.source}")
    if isinstance(node.target, nodes.Name) and isinstance(target, terms.Global) and takes_one(node.target.value):
        help = _written(node, f"{node.target.value}({node.index.source})")
    if isinstance(target, terms.StateValue) and index.type == mistake.scope.schema.players:
        help = f"For one value per player write {target.name}: {{per: player, start: …}} under state."
    return diagnosed(
        "no-items", node.target.span, f"{types.named(types.strip(target.type)).capitalize()} has no items.", help
    )


def takes_one(name: str) -> bool:
    """Whether there is a function of this name that takes one value."""
    return name in functions() and any(len(each.parameters) == 1 for each in functions()[name].signatures)


def wrong_key(mistake: WrongKey) -> Diagnostic:
    """Explain something other than a key of the table."""
    node, key, index = mistake.node, mistake.table.key, mistake.index
    message = f"This is indexed by {types.named(key)}, not by {types.named(index.type)}."
    help = _key_help(node.target.source, key) or remedy(index, key, mistake.scope)
    return diagnosed("wrong-type", node.index.span, message, help)


def _written(node: nodes.Node, text: str) -> str:
    return rewriting(f"Write {text}.", node, text)


def _of_a_list(found: types.Type | None, node: nodes.Attribute) -> str:
    """Suggest what to write for a property of a list that its items may have."""
    name, source = node.name, node.target.source
    if found is not None and isinstance(types.strip(found), types.Flag):
        return f"Write any(x.{name} for x in {source}), all(…) for every one, or {source}[1].{name} for the first."
    if name in ("length", "len", "size", "count"):
        return rewriting(f"Write len({source}).", node, f"len({source})")
    loop = f"list(x.{name} for x in {source})"
    return rewriting(f"Loop over it: {loop}.", node, loop)


def _item(node: nodes.Attribute, kind: types.Type, scope: Scope) -> str | None:
    """Suggest what to write for an item of a table whose key comes after a dot."""
    schema = scope.schema
    for place in (schema.variables, schema.zones, schema.boards):
        if node.name in place and place[node.name].per == kind:
            return _written(node, f"{node.name}[{node.target.source}]")
    if not isinstance(kind, types.Table):
        return None
    known = node.name in scope.visible() or (isinstance(kind.key, types.Words) and node.name in kind.key.words)
    return _written(node, f"{node.target.source}[{node.name if known else '…'}]")


def _within_a_part(node: nodes.Attribute, kind: types.Type) -> str | None:
    """Suggest what to write for a field that the parts of a record have, but not the record: draft.tile,
    draft.place.tile."""
    fields = kind.fields if isinstance(kind, types.Record) else ()
    inner = [(name, types.strip(part)) for name, part in fields]
    owners = [name for name, part in inner if isinstance(part, types.Record) and node.name in dict(part.fields)]
    written = [f"{node.target.source}.{owner}.{node.name}" for owner in owners]
    if len(written) == 1:
        return _written(node, written[0])
    return f"Write {either(written[:_MOST_LISTED])}." if written else None


def _as_define(node: nodes.Attribute, kind: types.Type, scope: Scope) -> str | None:
    """What to write for a define of the spec that stands behind a dot and takes what stands before it."""
    return _written(node, f"{node.name}({node.target.source})") if _is_taken_by(node.name, kind, scope) else None


def _is_taken_by(name: str, kind: types.Type, scope: Scope) -> bool:
    """Whether a define of the spec takes one value, of this type."""
    define = scope.schema.defines.get(name)
    parameters = define.signature.parameters if define is not None else ()
    if len(parameters) != 1 or isinstance(parameters[0].type, nodes.ListType):
        return False
    named = next(
        (
            each
            for each in (nodes.walk(parameters[0].type) if parameters[0].type else ())
            if isinstance(each, nodes.NamedType)
        ),
        None,
    )
    wanted = scope.schema.type_named(named.name) if named is not None else None
    return wanted is not None and _fits(kind, wanted)


def _as_function(node: nodes.Attribute, kind: types.Type, scope: Scope) -> str | None:
    """Suggest what to write for a function after a dot."""
    define = scope.schema.defines.get(node.name)
    known = node.name in functions() or (define is not None and bool(define.signature.parameters))
    takes = isinstance(kind, types.Site | types.Piece | types.Words | types.Text | types.Listing)
    return _written(node, f"{node.name}({node.target.source})") if known and takes else None


def _by_a_table(node: nodes.Attribute, kind: types.Type, scope: Scope) -> str | None:
    """Suggest what to write for a table after a dot that is read with a property of the value before it."""
    table = scope.schema.tables.get(node.name)
    if table is None or not isinstance(table[0], types.Table):
        return None
    key = table[0].key
    name = next((name for name, each in declared_properties(kind, scope) if types.fits(types.strip(each), key)), None)
    return None if name is None else _written(node, f"{node.name}[{node.target.source}.{name}]")


def _of_a_call(node: nodes.Attribute, kind: types.Type, scope: Scope) -> str | None:
    """What to write for a property that stands inside the brackets of a call whose value has it: store(me.seeds)."""
    whole = parsed(node.scalar, "expression")
    calls = [each for each in nodes.walk(whole) if isinstance(each, nodes.Call)] if whole is not None else []
    call = next((each for each in calls if each.arguments == (node,) and each.tail is None), None)
    owned = any(node.name in each.properties for each in scope.schema.kinds.values())
    if call is None or not _is_taken_by(call.name, kind, scope):
        return None
    if not owned and scope.schema.cell_property(node.name) is None:
        return None
    outside = f"{call.name}({node.target.source}).{node.name}"
    return rewriting(f"Write {outside}.", call, outside)


def _through_a_piece(node: nodes.Attribute, kind: types.Type, scope: Scope) -> str | None:
    """Suggest what to write for a property that the piece on a site has, but not the site."""
    kinds = scope.schema.kinds.values() if isinstance(kind, types.Site) else ()
    owner = next((each.name for each in kinds if node.name in each.properties), None)
    whole = f"{node.target.source}.{owner}.{node.name}"
    return None if owner is None else rewriting(f"A {owner} has it: write {whole}.", node, whole)


def _through_its_site(node: nodes.Attribute, kind: types.Type, scope: Scope) -> str | None:
    """Suggest what to write for a property that the site of a piece has, but not the piece."""
    known = isinstance(kind, types.Piece) and node.name in property_names(types.SITE, scope)
    whole = f"{node.target.source}.site.{node.name}"
    return rewriting(f"Its site has it: write {whole}.", node, whole) if known else None


def _key_help(source: str, key: types.Type) -> str | None:
    """Explain which keys a table takes."""
    if not isinstance(key, types.Words):
        return None
    keys = [*(["me"] if key.name == "player" else []), *key.words]
    return f"Write {source}[…] with {either(keys)}." if len(keys) <= _MOST_LISTED else None
