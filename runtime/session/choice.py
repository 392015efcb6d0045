"""What can be chosen next, given what has been chosen so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from interpreter import Abandoned, Action, Fault, Game, Refusal, State, Unknowable
from interpreter.expressions import (
    Evaluator,
    KnownWorld,
    Piece,
    Site,
    StateWorld,
    Type,
    fill_template,
    free_variables,
    strip,
    terms,
)
from interpreter.position import PieceValue, from_state, to_state
from interpreter.program import (
    ActionPlan,
    CheckPlan,
    ChoicePlan,
    FieldPlan,
    Program,
    completed,
    elsewhere,
    is_unique,
    may_be_tried,
)

UNKNOWABLE = (Unknowable, Fault)
"""What the evaluator raises where something is not chosen yet or cannot be had. A fault shows when the move is made."""


MOST_REASONS = 64
"""So many ways to go on are asked why they are refused."""
MOST_LOOKS, LEAST_LOOKS = 3_000, 60
"""How many looks a listing may take to find out what can be completed, and how many each candidate has at least."""


def has_coordinates(program: Program, site: int) -> bool:
    """Whether a player can read the name of a site off the board."""
    board = program.schema.topology.board_at(site)
    if board is None or board.shape == "layers":
        return False
    view = program.spec.view
    boards = view.boards if view is not None and view.boards is not None else {}
    bare = [str(name) for name, each in boards.items() if not each.coordinates]
    return not any(board.name in program.schema.boards[name].instances for name in bare)


class Choosing:
    """One action of one state, as far as its choices go."""

    def __init__(self, game: Game, state: State, action: str) -> None:
        self.game = game
        self.state = state
        self.program: Program = state.program
        self.plan: ActionPlan = state.program.actions[action]
        self.world = StateWorld(self.program, state.data, state.mover)
        self.evaluator = Evaluator(self.world)
        self.knowing = Evaluator(KnownWorld(self.program, state.data, state.mover, self._asks_hidden))
        self._barred: tuple[Refusal | None] | None = None

    # Trying at all

    def barred(self) -> Refusal | None:
        """Why the action may not be tried now, whatever is chosen."""
        if self._barred is None:
            self._barred = (self._why_barred(),)
        return self._barred[0]

    def _why_barred(self) -> Refusal | None:
        pending = self.state.pending
        if pending is None:
            return may_be_tried(self.program, self.state.data, (self.plan.name,)) or self._checked_beforehand()
        way = pending.way(self.plan.name)
        fixed = way.fixed if way is not None else {}
        unchosen = (self.plan.name, *(fixed.get(choice.name, 0) for choice in self.plan.choices))
        return may_be_tried(self.program, self.state.data, unchosen)

    def _checked_beforehand(self) -> Refusal | None:
        """The refusal of the first check that fails whatever is chosen."""
        for check in known_beforehand(self.program, self.plan.name):
            refusal = self.plan.refusals[check.refusal - 1]
            try:
                if refusal.text is not None and not self.evaluator.value(check.term, {}):
                    text = fill_template(refusal.text, refusal.scope, self.world, {}, self.program)
                    return Refusal(check.name, text, self.plan.name, check.span)
            except Abandoned:
                raise
            except UNKNOWABLE:
                # Its text names what is chosen.
                continue
        return None

    def ways(self) -> list[Action]:
        """Every legal way of the action."""
        if self.state.over or self.barred() is not None:
            return []
        name, state = self.plan.name, self.state
        if state.pending is not None:
            return [action for action in self.game.legal(self.state) if action[0] == name]
        legal = self.program.functions[f"legal_{name}"]
        found: list[Action] = self.program.guarded(lambda: legal(state.data, state.mover))
        return found

    def lists_ways(self) -> bool:
        """Whether legal ways show what can be chosen: there are only single choices, and nothing hidden is read."""
        return ways_tell(self.program, self.plan.name)

    def tells_hidden(self) -> bool:
        """Whether the legal ways of the action reveal something that its player may not know."""
        return _asks_hidden(self.program, self.plan.name)

    def known_refusal(self, values: tuple[Any, ...]) -> Refusal | None:
        """The refusal of a complete choice by the first check that the player knows to fail."""
        return Completion(self, LEAST_LOOKS).refusal(values)

    def asks_for_words(self) -> bool:
        """Whether a word list decides about the action."""
        return self.plan.moves is not None or _asks_for_words(self.program, self.plan.name)

    def _asks_hidden(self, action: str) -> bool:
        return action in self.program.actions and _asks_hidden(self.program, action)

    # Candidates

    def single(self, number: int, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """What can be chosen for a single choice after those values."""
        if self.lists_ways():
            ways = self.ways()
            if self.plan.spec.symmetric and self.state.pending is None:
                ways += [(way[0], way[2], way[1], *way[3:]) for way in ways]
            fitting = dict.fromkeys(way[1 + number] for way in ways if way[1 : 1 + number] == values)
            alike = self.plan.choices[number].alike is not None
            return self._all_alike(number, values, fitting) if alike else tuple(fitting)
        offered = self.offered(number, values)
        return tuple(value for value in offered if self.leads_on((*values, value), ways=len(offered)))

    def leads_on(self, values: tuple[Any, ...], items: tuple[Any, ...] | None = None, ways: int = 1) -> bool:
        """Whether the choices made so far can lead to a legal move, as far as the player may know and as far as a short
        search shows; `items` are those of a list that is not closed, `ways` the number of ways to try."""
        return Completion(self, max(LEAST_LOOKS, MOST_LOOKS // max(1, ways))).possible(values, items)

    def first_alike(self, number: int, values: tuple[Any, ...], value: Any) -> Any:
        """The candidate that a move is made with, out of all that are alike."""
        choice, names = self.plan.choices[number], self.names(values)
        if choice.alike is None:
            return value
        faces = {each: self._face(choice, each, names) for each in (*self.offered(number, values), value)}
        return next(each for each, face in faces.items() if face == faces[value])

    def _all_alike(self, number: int, values: tuple[Any, ...], first: Iterable[Any]) -> tuple[Any, ...]:
        """Those candidates, and all others that are like any of them."""
        choice, names = self.plan.choices[number], self.names(values)
        faces = [self._face(choice, each, names) for each in first]
        return tuple(each for each in self.offered(number, values) if self._face(choice, each, names) in faces)

    def _face(self, choice: ChoicePlan, value: Any, names: dict[str, Any]) -> Any:
        assert choice.alike is not None
        return self.evaluator.value(choice.alike, {**names, choice.item.name: from_state(value, choice.item.type)})

    def offered(self, number: int, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """The candidates for a single choice, whatever the checks of the action say about them."""
        choice = self.plan.choices[number]
        return self._allowed(choice.domain, choice.where, choice.item, self.names(values))

    def items(self, number: int, values: tuple[Any, ...], chosen: tuple[Any, ...]) -> tuple[Any, ...]:
        """What can be added to a list."""
        choice, names = self.plan.choices[number], self.names(values)
        if len(chosen) >= choice.high:
            return ()
        names[choice.variable.name] = from_state(chosen, choice.variable.type)
        allowed = self._allowed(choice.domain, choice.where, choice.item, names)
        return tuple(value for value in allowed if value not in chosen)

    def parts(
        self, number: int, values: tuple[Any, ...], chosen: tuple[Any, ...], parts: tuple[Any, ...]
    ) -> dict[str, tuple[Any, ...]]:
        """For each part of a record that is not chosen yet, what can now be chosen for it."""
        choice = self.plan.choices[number]
        names = self._part_names(choice, values, chosen, parts)
        found: dict[str, tuple[Any, ...]] = {}
        if len(chosen) >= choice.high:
            return found
        for position, part in enumerate(choice.fields):
            if parts[position : position + 1] not in ((), (None,)):
                continue
            allowed = self._allowed(part.domain, part.where, part.variable, names)
            used = {record[position] for record in chosen} if is_unique(part) else set()
            if self.asked(part, names) is not False:
                found[part.name] = tuple(value for value in allowed if value not in used)
                if choice.in_order:
                    break
        return found

    def settled(
        self, number: int, values: tuple[Any, ...], chosen: tuple[Any, ...], parts: tuple[Any, ...]
    ) -> tuple[Any, ...]:
        """The parts of a record, with those filled in that nobody has to choose."""
        choice, filled = self.plan.choices[number], list(parts)
        for position, part in enumerate(choice.fields):
            names = self._part_names(choice, values, chosen, tuple(filled))
            if filled[position] is None and self.asked(part, names) is False and part.otherwise is not None:
                filled[position] = to_state(self.evaluator.value(part.otherwise, names), part.variable.type)
        return tuple(filled)

    def asked(self, part: FieldPlan, names: dict[str, Any]) -> bool | None:
        """Whether a part of a record has to be chosen; None if that is not known yet."""
        if part.ask_if is None:
            return None
        try:
            return bool(self.evaluator.value(part.ask_if, names))
        except Abandoned:
            raise
        except UNKNOWABLE:
            return None

    def names(self, values: Iterable[Any]) -> dict[str, Any]:
        """The choices made so far, as expressions see them."""
        return {
            choice.variable.name: from_state(value, choice.variable.type)
            for choice, value in zip(self.plan.choices, values, strict=False)
        }

    def _part_names(
        self, choice: ChoicePlan, values: tuple[Any, ...], chosen: tuple[Any, ...], parts: tuple[Any, ...]
    ) -> dict[str, Any]:
        names = self.names(values)
        names[choice.variable.name] = from_state(chosen, choice.variable.type)
        for part, value in zip(choice.fields, parts, strict=False):
            if value is not None:
                names[part.variable.name] = from_state(value, part.variable.type)
        return names

    def domain(self, term: terms.Term | None, kind: Type, names: dict[str, Any]) -> tuple[Any, ...]:
        """All candidates for a choice; nothing if they depend on something that is not chosen yet."""
        if term is None:
            return ()
        try:
            return tuple(to_state(value, kind) for value in self.evaluator.value(term, names))
        except Abandoned:
            raise
        except UNKNOWABLE:
            return ()

    def _allowed(
        self, domain: terms.Term | None, where: terms.Term | None, item: terms.Variable, names: dict[str, Any]
    ) -> tuple[Any, ...]:
        if self.state.over or self.barred() is not None:
            return ()
        listed = self.domain(domain, item.type, names)
        return tuple(
            value
            for value in dict.fromkeys(listed)
            if self.passes(where, item, value, names, self.knowing) is not False
        )

    def passes(
        self,
        where: terms.Term | None,
        item: terms.Variable,
        value: Any,
        names: dict[str, Any],
        evaluator: Evaluator | None = None,
    ) -> bool | None:
        """Whether a candidate passes its `where`; None if that cannot be known, by the player with `knowing`."""
        if where is None:
            return True
        try:
            found = (evaluator or self.evaluator).value(where, {**names, item.name: from_state(value, item.type)})
            return bool(found)
        except Abandoned:
            raise
        except UNKNOWABLE:
            return None

    # Refusals

    def meets_where(self, number: int, values: tuple[Any, ...], value: Any) -> bool:
        """Whether a value is in the domain of a choice and passes its `where`, whatever follows from it."""
        choice, names = self.plan.choices[number], self.names(values)
        if value not in self.domain(choice.domain, choice.item.type, names):
            return False
        return self.passes(choice.where, choice.item, value, names) is not False

    def refusal(self, number: int, values: tuple[Any, ...], value: Any) -> Refusal:
        """Why a value cannot be chosen: because of the action as a whole, its choice, or everything that could
        follow."""
        barred = self.barred()
        if barred is not None:
            return barred
        choice = self.plan.choices[number]
        if choice.form == "one" and self.meets_where(number, values, value):
            return self._dead_end(choice, values, value)
        return self._told(choice, choice.refusal, values, value)

    def _dead_end(self, choice: ChoicePlan, values: tuple[Any, ...], value: Any) -> Refusal:
        """Why an allowed value leads to no legal move: in the words of the spec, or the reason that all continuations
        have in common."""
        made = completed(self.program, self.state.data, self.plan, (*values, value), self.state.mover)
        if len(made) == len(self.plan.choices):
            whole = self.game.check(self.state, (self.plan.name, *made))
            if whole is not None:
                return whole
        following = self._following(made)
        if choice.dead_end:
            told = self._told(choice, choice.dead_end, values, value)
            return replace(told, name=following[0].name, span=following[0].span) if following else told
        text = f"There is no legal move {self._from_where(choice, value)}."
        if not following:
            return Refusal(choice.name, text, self.plan.name, choice.span)
        common = len({refusal.text for refusal in following}) == 1 and not self.tells_hidden()
        return replace(following[0], text=f"{text} {following[0].text}" if common else text)

    def _following(self, made: tuple[Any, ...]) -> list[Refusal]:
        """Why each way to make the last choice is refused, if it is the one to be made: for those that it allows, or
        for all."""
        if len(made) + 1 != len(self.plan.choices) or self.plan.choices[-1].form != "one":
            return []
        last = self.plan.choices[-1]
        ways = self.offered(len(made), made) or self.domain(last.domain, last.item.type, self.names(made))
        refusals = (self.game.check(self.state, (self.plan.name, *made, value)) for value in ways[:MOST_REASONS])
        return [refusal for refusal in refusals if refusal is not None]

    def _from_where(self, choice: ChoicePlan, value: Any) -> str:
        """Where what is chosen stands, by name if the player can read that off the board."""
        kind = strip(choice.item.type)
        site = value if isinstance(kind, Site) else 0
        if isinstance(kind, Piece):
            site = self.state.site_of(PieceValue(kind.kind, value)) or 0
        if not site:
            return "with that"
        named = has_coordinates(self.program, site)
        return f"from {self.program.schema.topology.names[site]}" if named else "from there"

    def _told(self, choice: ChoicePlan, number: int, values: tuple[Any, ...], value: Any) -> Refusal:
        """One of the refusals of a choice, with its text filled in."""
        refusal = self.plan.refusals[number - 1]
        names = self.names(values)
        names.setdefault(choice.variable.name, [])
        if not choice.fields:
            names[choice.item.name] = from_state(value, choice.item.type)
        text = elsewhere(self.program, self.state.data, choice, names) if number == choice.refusal else None
        if text is None:
            text = "That cannot be chosen."
            if refusal.text is not None:
                text = fill_template(refusal.text, refusal.scope, self.world, names, self.program)
        return Refusal(choice.name, text, self.plan.name, choice.span)


class Completion:
    """A search for a way to complete the choices made so far. Anything the player may not know is assumed to go well,
    and so is anything not found within this many steps."""

    def __init__(self, choosing: Choosing, looks: int) -> None:
        self.choosing = choosing
        self.plan = choosing.plan
        self.hides = choosing.tells_hidden()
        self.looks = looks

    def possible(self, values: tuple[Any, ...], items: tuple[Any, ...] | None) -> bool:
        """Whether values for the first choices, and items for the next if it is a list, can be completed."""
        self.looks -= 1
        if self.looks < 0:
            return True
        if items is None:
            state = self.choosing.state
            values = completed(self.choosing.program, state.data, self.plan, values, state.mover)
        if len(values) == len(self.plan.choices):
            return self._legal(values)
        choice, names = self.plan.choices[len(values)], self.choosing.names(values)
        if choice.fields:
            return True
        chosen = items or ()
        if choice.form != "one":
            if len(chosen) >= choice.low and self.possible((*values, chosen), None):
                return True
            if len(chosen) >= choice.high:
                return False
            names[choice.variable.name] = from_state(chosen, choice.variable.type)
        listed = self._listed(choice, names)
        if listed is None:
            return True
        for value in listed:
            if value in chosen or self._passes(choice, value, names) is False:
                continue
            if choice.form == "one" and self.possible((*values, value), None):
                return True
            if choice.form != "one" and self.possible(values, (*chosen, value)):
                return True
        return False

    def _listed(self, choice: ChoicePlan, names: dict[str, Any]) -> list[Any] | None:
        """The candidates for a choice; None if the player cannot know them."""
        assert choice.domain is not None
        found = self._known(choice.domain, names)
        return None if found is None else [to_state(value, choice.item.type) for value in found]

    def _passes(self, choice: ChoicePlan, value: Any, names: dict[str, Any]) -> bool | None:
        self.looks -= 1
        return self.choosing.passes(choice.where, choice.item, value, names, self.choosing.knowing)

    def _known(self, term: terms.Term, names: dict[str, Any]) -> Any:
        """The value of a term; None if the player cannot know it."""
        try:
            return self.choosing.knowing.value(term, names)
        except Abandoned:
            raise
        except UNKNOWABLE:
            return None

    def _legal(self, values: tuple[Any, ...]) -> bool:
        """Whether a complete choice is legal, as far as the player may know."""
        if self.hides and not self._surely(values):
            return not self._surely_not(values)
        try:
            return self.choosing.game.check(self.choosing.state, (self.plan.name, *values)) is None
        except Abandoned:
            raise
        except Fault:
            return True

    def _surely(self, values: tuple[Any, ...]) -> bool:
        """Whether the player knows everything that decides about a choice."""
        program, plan = self.choosing.program, self.plan
        steps = (term for step in plan.tried for each in step.all_steps() for term in each.terms())
        if any(reads_hidden(program, term) for term in (*steps, *(goal.term for goal in plan.goals))):
            return False
        names = self.choosing.names(())
        for choice, value in zip(plan.choices, values, strict=True):
            if choice.form != "one" or choice.ask_if is not None:
                return False
            if choice.domain is None or self._known(choice.domain, names) is None:
                return False
            if self._passes(choice, value, names) is None:
                return False
            names[choice.variable.name] = from_state(value, choice.variable.type)
        return all(self._known(term, names) is not None for term in self._checks(names))

    def _surely_not(self, values: tuple[Any, ...]) -> bool:
        """Whether a check fails and the player knows it."""
        names = self.choosing.names(values)
        return any(self._known(term, names) is False for term in self._checks(names))

    def refusal(self, values: tuple[Any, ...]) -> Refusal | None:
        """The text of the first check that the player knows to fail; nothing of a text that the player may not know."""
        names, program = self.choosing.names(values), self.choosing.program
        for term, check in zip(self._checks(names), self.plan.checks, strict=True):
            told = self.plan.refusals[check.refusal - 1]
            if told.text is None or self._known(term, names) is not False:
                continue
            try:
                text = fill_template(told.text, told.scope, self.choosing.knowing.world, names, program)
            except Abandoned:
                raise
            except UNKNOWABLE:
                continue
            return Refusal(check.name, text, self.plan.name, check.span)
        return None

    def _checks(self, names: dict[str, Any]) -> list[terms.Term]:
        """The checks of the action, and its lets as names if they are known."""
        for variable, value in self.plan.lets:
            found = self._known(value, names)
            if found is not None:
                names[variable.name] = found
        return [check.term for check in self.plan.checks]


@lru_cache(maxsize=1024)
def ways_tell(program: Program, action: str) -> bool:
    """Whether an action has only single choices and reads nothing hidden."""
    plan = program.actions[action]
    moved = plan.moves is not None and plan.moves.choice is not None
    if moved or any(choice.form != "one" for choice in plan.choices):
        return False
    return not _asks_hidden(program, action)


@lru_cache(maxsize=1024)
def known_beforehand(program: Program, action: str) -> tuple[CheckPlan, ...]:
    """The checks of an action that read neither what is chosen nor what is hidden."""
    plan = program.actions[action]
    if not plan.choices:
        return ()
    dependent = {choice.variable.name for choice in plan.choices} | {let.name for let, _ in plan.lets}
    return tuple(
        check
        for check in plan.checks
        if dependent.isdisjoint(free_variables(check.term)) and not reads_hidden(program, check.term)
    )


def reads_hidden(program: Program, term: terms.Term | None) -> bool:
    """Whether a term reads something that may be hidden from the mover: a property, a zone of another player or of
    nobody (beyond the number of its pieces), or whether an action that depends on such things is possible."""
    if term is None or not program.sight.hides:
        return False
    counted, parts = set[terms.Term](), list(terms.walk(term))
    for part in parts:
        if isinstance(part, terms.FunctionCall) and part.function.name in ("len", "empty"):
            counted.update(part.arguments)
    return any(_is_hidden(program, part) for part in parts if part not in counted)


def _is_hidden(program: Program, part: terms.Term) -> bool:
    match part:
        case terms.ColumnItem(column=column):
            return column in program.sight.hidden
        case terms.ZoneTerm(zone=name, index=index):
            seen_by = program.schema.zones[name].seen_by
            return seen_by == "nobody" or (seen_by == "owner" and not _is_mover(index))
        case terms.FunctionCall() if part.function.name == "can":
            return any(str(name) in program.actions and _asks_hidden(program, str(name)) for name in part.extra)
        case terms.FunctionCall() if part.function.name == "stuck":
            return any(_asks_hidden(program, name) for name in program.actions)
    return False


def _is_mover(index: terms.Term | None) -> bool:
    return isinstance(index, terms.Global) and index.name in ("me", "to_move")


@lru_cache(maxsize=1024)
def _asks_for_words(program: Program, action: str) -> bool:
    return any(
        isinstance(part, terms.FunctionCall) and part.function.needs == "lexicon"
        for term in _deciding(program.actions[action])
        for part in terms.walk(term)
    )


@lru_cache(maxsize=1024)
def _asks_hidden(program: Program, action: str) -> bool:
    """Whether anything that decides about an action reads something that may be hidden. No action asks for itself."""
    return any(reads_hidden(program, term) for term in _deciding(program.actions[action]))


def _deciding(plan: ActionPlan) -> list[terms.Term]:
    """The terms that decide about an action. Terms that a step reads before a require may decide about it too."""
    read: list[terms.Term | None] = [value for _, value in plan.lets]
    read += [check.term for check in (*plan.checks, *plan.goals)]
    read += [term for step in plan.tried for each in step.all_steps() for term in each.terms()]
    for choice in plan.choices:
        read += choice.terms()
    return [term for term in read if term is not None]
