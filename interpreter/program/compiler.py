"""Plan + layout → Python functions, in a fast variant and in a full one that reports events and notes results."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, Any

from interpreter import streams
from interpreter.code.keeping import Analysis, Worked
from interpreter.code.printer import Constants
from interpreter.faults import Fault, Unlowerable
from interpreter.language import kernel, terms
from interpreter.library.steps.step import Step
from interpreter.position import OnwardWays
from interpreter.program.expense import EXPRESSIONS
from interpreter.program.legality import can_be_sifted, way_function, write_legal, write_legal_only
from interpreter.program.watch import SPANS
from interpreter.program.writer import Writer
from interpreter.rules import view_plan
from interpreter.rules.plan import ActionPlan
from interpreter.state.state import Event
from interpreter.words import Vocabulary

if TYPE_CHECKING:
    from interpreter.program.program import Program

Data = tuple[Any, ...]
Functions = dict[str, Callable[..., Any]]

TOO_DEEP = "More than 20 loops are nested here: choices, for:, repeat: and the loops of lists count together."
PLAIN_LISTS = ("def legal(data):", "    return [] if data[3] is not None else list_actions(data, data[0])")
SHARED_LISTS = (
    "shared = (None, 0, [])",
    "def has_action(data, me):",
    "    global shared",
    "    if shared[0] is not data or shared[1] != me: shared = (data, me, list_actions(data, me))",
    "    return len(shared[2]) > 0",
    "def legal(data):",
    "    kept = shared",
    "    if kept[0] is data and kept[1] == data[0] and data[3] is None: return kept[2][:]",
    "    return [] if data[3] is not None else list_actions(data, data[0])",
)


class Compiler:
    """Compiles one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.plan = program.plan
        self.schema = program.schema
        self.layout = program.layout
        self.actions = program.actions
        self.phases = program.phases
        self.checked = program.steps
        self.bounded = any((*program.turns.begin_steps, *program.turns.end_steps))
        self.shared = self._shares_lists()
        self.analysis = Analysis(self.plan.all_terms())

    def _writer(self, full: bool, constants: Constants) -> Writer:
        plan, program = self.plan, self.program
        return Writer(
            self.schema,
            self.layout,
            constants,
            self.actions,
            plan.ends,
            plan.seen,
            plan.following,
            program.remembers,
            bool(self.phases) or self.bounded,
            full,
            self.shared,
            dict(plan.histories),
            program.notes,
            program.sight.hideable,
            self.analysis,
        )

    def _shares_lists(self) -> bool:
        """Whether the list of legal actions is made when a turn passes and cached for whoever needs it next.

        That pays if finding the first action costs about as much as finding all of them, and it is right only if
        legality reads nothing of the header: the list is made before the turn has passed.
        """
        if self.phases or self.bounded or self.checked.continued or len(self.schema.players.words) < 2:
            return False
        if any(plan.requires or any(choice.form != "one" for choice in plan.choices) for plan in self.actions.values()):
            return False
        header = {"turn_number", "to_move"}
        if any(
            isinstance(part, terms.Global) and part.name in header
            for term in self.plan.all_terms()
            for part in terms.walk(term)
        ):
            return False
        return any(plan.checks or len(plan.choices) > 1 for plan in self.actions.values())

    def fast(self) -> Functions:
        """The functions that play, and those that set up, pass turns and end games."""
        constants = Constants()
        writer = self._writer(False, constants)
        self._play(writer)
        writer.ends_function("ends", of_turn=False)
        if any(end.of_turn for end in self.plan.ends):
            writer.ends_function("ends_of_turn", of_turn=True)
        writer.record_function()
        writer.first_steps("setup", self.plan.setup_steps)
        self._between(writer)
        self._prospects(writer)
        if self.plan.first is not None:
            writer.value_function("first", self.plan.first)
        for number, phase in enumerate(self.phases, start=1):
            if phase.when is not None:
                writer.value_function(f"when_{number}", phase.when)
            if phase.until is not None:
                writer.value_function(f"until_{number}", phase.until)
            if phase.player is not None:
                writer.value_function(f"who_{number}", phase.player)
        self._finish(writer)
        return self._execute(writer, constants, "fast", {})

    def full(self) -> Functions:
        """The functions that play and report what happens, and those that check a given action."""
        constants = Constants()
        writer = self._writer(True, constants)
        self._play(writer)
        for plan in self.actions.values():
            writer.check(plan)
        self._between(writer)
        self._finish(writer)
        return self._execute(writer, constants, "full")

    def _prospects(self, writer: Writer) -> None:
        """The functions that follow turns to their ends."""
        looking = [plan for plan in self.actions.values() if plan.goals]
        for plan in looking:
            writer.goals(plan)
            for name in self.plan.onward(plan):
                writer.closing(plan, self.actions[name])
        for name in dict.fromkeys(name for plan in looking for name in self.plan.onward(plan)):
            writer.do(self.actions[name], "onward")

    def _between(self, writer: Writer) -> None:
        """The functions for what happens between actions."""
        for name, steps in self.plan.between.items():
            writer.steps_between(name, steps)

    def steps(self, steps: list[Step]) -> Callable[[Data, int], Data]:
        """Steps from outside the rules, such as those of a test, as a function of state and player."""
        constants = Constants()
        writer = self._writer(False, constants)
        writer.first_steps("steps", steps)
        return self._execute(writer, constants, f"steps {len(self.program.sources)}")["steps"]

    def extra(self, write: Callable[[Writer], None]) -> Functions:
        """Functions besides the rules, such as a bot's measures; they may call those that play."""
        constants = Constants()
        writer = self._writer(False, constants)
        write(writer)
        return self._execute(writer, constants, f"extra {len(self.program.sources)}")

    def shown(self, part: view_plan.Part) -> Callable[..., Any] | None:
        """The function for a part of the view; None if its expression cannot be lowered."""

        def write(writer: Writer) -> None:
            match part:
                case view_plan.LooksPlan():
                    writer.view_cases(part.cases)
                case view_plan.StatusPlan():
                    writer.view_first(part.conditions)
                case view_plan.PanelsPlan():
                    writer.view_all(part.reads)
                case view_plan.Listing():
                    writer.view_values(part.reads[0])
                case _:
                    writer.view_value(part.reads[0])

        try:
            return self.extra(write)["shown"]
        except Unlowerable:
            return None

    def knowing(self, vocabulary: Vocabulary) -> Callable[[Data], list[Any]]:
        """The function that lists the legal actions of somebody who knows only some words, as far as movers list
        words."""
        constants = Constants()
        writer = self._writer(False, constants)
        writer.vocabulary = vocabulary
        for plan in self.actions.values():
            if plan.moves is not None:
                write_legal(writer, plan)
        for name, fixed in self._continued():
            if fixed and self.actions[name].moves is not None:
                write_legal(writer, self.actions[name], fixed)
        writer.add_plain(self._dispatch())
        self._direct_legal(writer)
        return self._execute(writer, constants, f"knowing {vocabulary}")["legal"]

    def _play(self, writer: Writer) -> None:
        for plan in self.actions.values():
            if plan.requires:
                writer.attempt(plan)
                if can_be_sifted(plan):
                    writer.sift(plan)
            write_legal(writer, plan)
            writer.do(plan)
        for name, fixed in self._continued():
            if fixed:
                write_legal(writer, self.actions[name], fixed)
        for name in self._everyone():
            writer.do(self.actions[name], "effects")

    def _finish(self, writer: Writer) -> None:
        self.program.sight.write(writer)
        writer.add_plain(self._dispatch())
        for plan in self.actions.values():
            writer.add_plain(self._can(plan))
        asked = ["def can_act(data, me):", *self._as_their_turn, "    return any_action(data, me)"]
        writer.add_plain("\n".join(asked))
        self._direct_legal(writer)

    def _can(self, plan: ActionPlan) -> str:
        """The function that says whether an action may be tried now and has a legal way."""
        lines = [f"def can_{plan.name}(data, me):", *self._as_their_turn]
        if self.checked.continued:
            lines += ["    if data[4] is not None:", "        ways, values, _ = data[4]"]
            for ways in self._goings_on():
                if any(name == plan.name for name, _ in ways):
                    lines.append(f"        if ways == {ways!r}: return {self._goes_on_with(ways, plan.name)}")
            lines.append("        return False")
        if plan.spec.follows is not None:
            lines.append("    return False")
            return "\n".join(lines)
        if self.phases:
            phases = tuple(number for number, phase in enumerate(self.phases, start=1) if plan.name in phase.actions)
            lines.append(f"    if data[2] not in {phases!r}: return False")
        if plan.spec.forced is None:
            for other in self.actions.values():
                if other.spec.forced is not None and other.spec.follows is None:
                    lines.append(f"    if can_{other.name}(data, me): return False")
        return "\n".join([*lines, f"    return any_{plan.name}(data, me)"])

    @cached_property
    def _as_their_turn(self) -> list[str]:
        """Lines that make it the turn of the player in question, if legality depends on that: an action that goes on is
        another player's, and `to_move` names who moves."""
        named = any(
            isinstance(part, terms.Global) and part.name == "to_move"
            for term in self.plan.all_terms()
            for part in terms.walk(term)
        )
        if not self.checked.continued and not named:
            return []
        return ["    if me != data[0]: data = (me, data[1], data[2], data[3], None, 0, *data[6:])"]

    def _continued(self) -> list[tuple[str, tuple[str, ...]]]:
        """The actions that continue others, and the choices that are fixed by then."""
        return list(dict.fromkeys(way for ways in self._goings_on() for way in ways if way[0] in self.actions))

    def _goings_on(self) -> list[OnwardWays]:
        """The lists of actions that turns can go on with."""
        return list(dict.fromkeys(ways for ways, _ in self.checked.continued))

    def _everyone(self) -> list[str]:
        return [
            name for phase in self.phases if phase.who == "everyone" for name in phase.actions if name in self.actions
        ]

    def _dispatch(self) -> str:
        """The functions that know which actions may be tried: by phase, by continuation, and forced ones first."""
        goes_on = bool(self.checked.continued)
        lines = ["def any_action(data, me):"]
        listing = ["def list_actions(data, me):"]
        if goes_on:
            lines.append("    if data[4] is not None: return any_pending(data, me)")
            listing.append("    if data[4] is not None: return legal_pending(data, me)")
        if self.phases:
            lines.append("    phase = data[2]")
            listing.append("    phase = data[2]")
            for number, phase in enumerate(self.phases, start=1):
                names = [
                    name for name in phase.actions if name in self.actions and self.actions[name].spec.follows is None
                ]
                lines += [f"    if phase == {number}:", *self._any_lines(names, 8)]
                listing += [f"    if phase == {number}:", *self._legal_lines(names, 8)]
            lines.append("    return False")
            listing.append("    return []")
        else:
            names = [name for name, plan in self.actions.items() if plan.spec.follows is None]
            if len(names) == 1 and not goes_on:
                lines, listing = [f"any_action = any_{names[0]}"], [f"list_actions = legal_{names[0]}"]
                if not self.shared:
                    return "\n".join([*lines, *listing])
            else:
                lines += self._any_lines(names, 4)
                listing += self._legal_lines(names, 4)
        return "\n".join(
            [
                *lines,
                "",
                *listing,
                "",
                *(SHARED_LISTS if self.shared else PLAIN_LISTS),
                "",
                *(self._pending_lines() if goes_on else []),
            ]
        )

    def _direct_legal(self, writer: Writer) -> None:
        """If there is a single action that is always tried, its own list is the list of all legal actions."""
        plans = [plan for plan in self.actions.values() if plan.spec.follows is None]
        if len(plans) == 1 and not self.phases and not self.checked.continued and not self.shared:
            write_legal_only(writer, plans[0])

    def _any_lines(self, names: list[str], depth: int) -> list[str]:
        # What needs no choice is asked first, and last what a mover must search for.
        asked = sorted(names, key=lambda name: (self.actions[name].moves is not None, bool(self.actions[name].choices)))
        tests = " or ".join(f"any_{name}(data, me)" for name in asked)
        return [" " * depth + f"return {tests or 'False'}"]

    def _legal_lines(self, names: list[str], depth: int) -> list[str]:
        indent = " " * depth
        forced = [name for name in names if self.actions[name].spec.forced is not None]
        free = [name for name in names if self.actions[name].spec.forced is None]
        lines = []
        if forced:
            lines.append(indent + f"found = {_all_of(forced)}")
            lines.append(indent + "if found: return found")
        return [*lines, indent + f"return {_all_of(free)}"]

    def _pending_lines(self) -> list[str]:
        """The functions that know how turns go on."""
        unpacked = "    ways, values, may_stop = data[4]"
        any_lines = ["def any_pending(data, me):", unpacked]
        lists = [("legal", " + stop", ["def legal_pending(data, me):", unpacked])]
        lists[0][2].append("    stop = [('stop',)] if may_stop else []")
        if any(plan.goals for plan in self.actions.values()):
            # The same without the checks that look to the end of a turn: what they follow turns by.
            lists.append(("ways", "", ["def open_pending(data, me):", unpacked]))
        for ways in self._goings_on():
            asked = " or ".join(self._calls(ways, "any").values())
            any_lines.append(f"    if ways == {ways!r}: return {asked or 'False'}")
            for what, stop, lines in lists:
                lines.append(f"    if ways == {ways!r}: return {self._listing(self._calls(ways, what), stop)}")
        return [*any_lines, "    return False", *(line for _, _, lines in lists for line in (*lines, "    return []"))]

    def _calls(self, ways: OnwardWays, what: str) -> dict[str, str]:
        """By action: code that lists how a turn can go on with it, or says whether it can; `values` are the fixed
        ones."""
        found, taken = dict[str, str](), 0
        for name, fixed in ways:
            given = "".join(f", values[{taken + number}]" for number in range(len(fixed)))
            taken += len(fixed)
            if name in self.actions:
                listed = "legal" if what == "ways" and not self.actions[name].goals else what
                found[name] = f"{way_function(listed, name, fixed)}(data, me{given})"
        return found

    def _listing(self, calls: dict[str, str], stop: str) -> str:
        """Code that lists everything that a turn can go on with; forced actions come first."""
        forced = [call for name, call in calls.items() if self.actions[name].spec.forced is not None]
        free = [call for name, call in calls.items() if self.actions[name].spec.forced is None]
        if forced and free:
            return f"({_sum(forced)} or {_sum(free)}){stop}"
        return f"{_sum([*forced, *free])}{stop}"

    def _goes_on_with(self, ways: OnwardWays, name: str) -> str:
        """Code that says whether such a turn can go on with that action."""
        calls = self._calls(ways, "any")
        forced = [call for other, call in calls.items() if self.actions[other].spec.forced is not None]
        barred = "" if self.actions[name].spec.forced is not None else "".join(f"not {call} and " for call in forced)
        return f"{barred}{calls[name]}"

    def _execute(self, writer: Writer, constants: Constants, variant: str, known: Functions | None = None) -> Functions:
        """Run the written code, together with functions that are already known: those that play."""
        program = self.program
        writer.tables()
        source = writer.source()
        filename = f"<{program.name} {variant} {id(program):x}>"
        program.sources[filename] = writer.spans
        namespace: dict[str, Any] = {
            **(program.functions if known is None else known),
            **kernel.NAMES,
            "Event": Event,
            "Fault": Fault,
            "Worked": Worked,
            "NULL": b"\0",
            "ONCE": (0,),
            "compress": compress,
            "LETTERS": self.layout.letters,
            "LETTER_CODES": self.layout.letter_codes,
            "draw": streams.draw,
            "draw_weighted": streams.draw_weighted,
            "draw_sample": streams.draw_sample,
            "shuffled": streams.shuffled,
            "note": program.note,
            "unstick": program.turns.unstick,
            "end_turn": program.turns.end_turn,
            "foremost": program.prospects.foremost,
            "falls_short": program.prospects.falls_short,
            "remember": program.remember,
            "known": program.known,
            "is_chosen": program.is_chosen,
            "kept_board": program.sight.kept_board,
            "kept_zone": program.sight.kept_zone,
            "kept_pieces": program.sight.kept_pieces,
            **constants.values,
            SPANS: writer.spans,
            EXPRESSIONS: writer.expressions,
        }
        linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
        try:
            compiled = compile(source, filename, "exec")
        except SyntaxError as problem:
            if "nested blocks" not in str(problem):
                raise
            spans = [span for span in writer.spans[: problem.lineno] if span is not None]
            raise Fault(TOO_DEEP, spans[-1] if spans else None) from problem
        exec(compiled, namespace)
        return namespace


def _all_of(names: list[str]) -> str:
    """Code that lists everything that each of these actions lists."""
    return _sum([f"legal_{name}(data, me)" for name in names])


def _sum(lists: list[str]) -> str:
    """Code that lists everything in each of these lists."""
    # A sum of two lists is faster than a list of their items, a longer one slower; Python compiles no very long one.
    return " + ".join(lists) or "[]" if len(lists) < 3 else f"[{', '.join(f'*{each}' for each in lists)}]"
