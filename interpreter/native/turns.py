"""How turns pass, in C: which actions may be tried, what stands around turns, phases, and how a turn goes on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.language import terms
from interpreter.native.printer import Names, joined, kernel
from interpreter.native.structure import Structure
from interpreter.program.legality import way_function

if TYPE_CHECKING:
    from interpreter.position import OnwardWays
    from interpreter.program.program import Program


class Turns:
    """Writes what calls the functions of a program in the course of a game."""

    def __init__(self, program: Program, structure: Structure, names: Names, numbers: dict[str, int]) -> None:
        self.program = program
        self.structure = structure
        self.names = names
        self.numbers = numbers
        self.histories = sorted(set(program.plan.histories.values()))
        self.hands_over = bool(program.phases) or program.compiler.bounded

    def prototypes(self) -> list[str]:
        """The heads of what functions of the program may call."""
        of = self.names.of
        found = [
            f"static void {of('pass_on')}(S *s, int64_t me, int64_t again);",
            f"static void {of('record')}(S *s, int64_t me);",
            f"static int64_t {of('can_act')}(const S *s, int64_t me);",
            "static int64_t any_action(const S *s, int64_t me);",
        ]
        found.append(f"static int64_t {of('any_pending')}(const S *s, int64_t me);")
        return [
            *found,
            *(f"static int64_t {of(f'can {name}')}(const S *s, int64_t me);" for name in self.program.actions),
        ]

    @cached_property
    def _ways(self) -> list[OnwardWays]:
        return self.structure.ways

    def text(self) -> str:
        """All of it."""
        parts = [self._recorder(), self._pending(), self._dispatch(), self._doing(), self._around(), kernel("turns")]
        parts += [self._can(name) for name in self.program.actions]
        of = self.names.of
        copied = "S copy = *s; copy.TO_MOVE = me; copy.PENDING = 0; copy.PASSES = 0; s = &copy;"
        turned = f"if (me != s->TO_MOVE) {{ {copied} return any_action(s, me); }}" if self._their_turn else ""
        parts.append(f"static int64_t {of('can_act')}(const S *s, int64_t me) {{ {turned} return any_action(s, me); }}")
        passed = "end_turn(s, me, again);" if self.hands_over else "next_turn(s, again ? me : FOLLOWING[me]);"
        parts.append(f"static void {of('pass_on')}(S *s, int64_t me, int64_t again) {{ {passed} }}")
        return "\n\n".join(parts)

    @cached_property
    def _their_turn(self) -> bool:
        """Whether legality can tell whose turn it is said to be."""
        return bool(self.program.compiler._as_their_turn)

    def _recorder(self) -> str:
        notes = " ".join(f"{self.names.of(f'note {number}')}(s, me);" for number in self.histories)
        return f"static void {self.names.of('record')}(S *s, int64_t me) {{ (void)s; (void)me; {notes} }}"

    def _call(self, what: str, name: str, fixed: Iterable[str], taken: int) -> str:
        given = "".join(f", s->FIXED[{taken + number}]" for number, _ in enumerate(fixed))
        out = ", out" if what == "legal" else ""
        return f"{self.names.of(way_function(what, name, fixed))}(s, me{given}{out})"

    def _pending(self) -> str:
        """How turns go on."""
        if not self._ways:
            return (
                f"static int64_t {self.names.of('any_pending')}(const S *s, int64_t me) "
                "{ (void)s; (void)me; return 0; }"
            )
        any_lines = [
            f"static int64_t {self.names.of('any_pending')}(const S *s, int64_t me) {{",
            "  switch (s->PENDING) {",
        ]
        legal_lines = ["static void legal_pending(const S *s, int64_t me, L *out) {", "  int64_t before = out->n;"]
        legal_lines += ["  switch (s->PENDING) {"]
        for number, ways in enumerate(self._ways, start=1):
            calls, taken = [], 0
            for name, fixed in ways:
                if name in self.program.actions:
                    forced = self.program.actions[name].spec.forced is not None
                    calls.append(
                        (forced, self._call("any", name, fixed, taken), self._call("legal", name, fixed, taken))
                    )
                taken += len(fixed)
            asked = " || ".join(each for _, each, _ in calls) or "0"
            any_lines.append(f"    case {number}: return {asked};")
            legal_lines.append(f"    case {number}:")
            legal_lines += [f"      {each};" for forced, _, each in calls if forced]
            if any(forced for forced, _, _ in calls):
                legal_lines.append("      if (out->n > before) break;")
            legal_lines += [f"      {each};" for forced, _, each in calls if not forced]
            legal_lines.append("      break;")
        any_lines += ["  }", "  return 0;", "}"]
        stop = "  if (s->MAY_STOP) { A *f = k_found(out); f->a = STOP_ACTION; }"
        legal_lines += ["    default: break;", "  }", stop, "}"]
        return "\n".join([*any_lines, *legal_lines])

    def _dispatch(self) -> str:
        """Which actions may be tried: by phase, forced ones first."""
        actions = self.program.actions
        any_lines = ["static int64_t any_action(const S *s, int64_t me) {"]
        legal_lines = [
            "static void list_actions(const S *s, int64_t me, L *out) {",
            "  int64_t before = out->n; (void)before;",
        ]
        if self._ways:
            any_lines.append(f"  if (s->PENDING) return {self.names.of('any_pending')}(s, me);")
            legal_lines.append("  if (s->PENDING) { legal_pending(s, me, out); return; }")
        groups: list[tuple[str, list[str]]] = []
        if self.program.phases:
            for number, phase in enumerate(self.program.phases, start=1):
                names = [name for name in phase.actions if name in actions and actions[name].spec.follows is None]
                groups.append((f"  if (s->PHASE == {number}) {{", names))
        else:
            groups.append(("  {", [name for name, plan in actions.items() if plan.spec.follows is None]))
        for head, names in groups:
            asked = sorted(names, key=lambda name: bool(actions[name].choices))
            tests = " || ".join(self._call("any", name, (), 0) for name in asked) or "0"
            any_lines += [head, f"    return {tests};", "  }"]
            legal_lines.append(head)
            forced = [name for name in names if actions[name].spec.forced is not None]
            legal_lines += [f"    {self._call('legal', name, (), 0)};" for name in forced]
            if forced:
                legal_lines.append("    if (out->n > before) return;")
            free = [name for name in names if name not in forced]
            legal_lines += [f"    {self._call('legal', name, (), 0)};" for name in free]
            legal_lines += ["    return;", "  }"]
        any_lines += ["  return 0;", "}"] if self.program.phases else ["}"]
        return "\n".join([*any_lines, *legal_lines, "}"])

    def _doing(self) -> str:
        cases = [
            f"    case {number}: {self.names.of(f'do {name}')}(s, a); break;" for name, number in self.numbers.items()
        ]
        return "\n".join(
            [
                "static void end_turn(S *s, int64_t me, int64_t again);",
                "static void next_turn(S *s, int64_t player);",
                "static void do_action(S *s, const A *a) {",
                "  switch (a->a) {",
                *cases,
                "    default: { s->PENDING = 0; end_turn(s, s->TO_MOVE, 0); }",
                "  }",
                "}",
            ]
        )

    def _can(self, name: str) -> str:
        """Whether an action may be tried now and has a legal way."""
        plan, of = self.program.actions[name], self.names.of
        lines = [f"static int64_t {of(f'can {name}')}(const S *s, int64_t me) {{"]
        if self._their_turn:
            lines.append("  S copy; if (me != s->TO_MOVE) {")
            lines.append("    copy = *s; copy.TO_MOVE = me; copy.PENDING = 0; copy.PASSES = 0; s = &copy;")
            lines.append("  }")
        if self._ways:
            lines.append("  if (s->PENDING) switch (s->PENDING) {")
            for number, ways in enumerate(self._ways, start=1):
                taken = 0
                for other, fixed in ways:
                    if other == name:
                        asked = self._bars(ways, name) + self._call("any", name, fixed, taken)
                        lines.append(f"    case {number}: return {asked};")
                    taken += len(fixed)
            lines += ["    default: return 0;", "  }"]
        if plan.spec.follows is not None:
            return "\n".join([*lines, "  return 0;", "}"])
        if self.program.phases:
            phases = [number for number, phase in enumerate(self.program.phases, start=1) if name in phase.actions]
            test = " && ".join(f"s->PHASE != {number}" for number in phases) or "1"
            lines.append(f"  if ({test}) return 0;")
        if plan.spec.forced is None:
            for rival in self.program.actions.values():
                if rival.spec.forced is not None and rival.spec.follows is None:
                    lines.append(f"  if ({of(f'can {rival.name}')}(s, me)) return 0;")
        return "\n".join([*lines, f"  return {self._call('any', name, (), 0)};", "}"])

    def _bars(self, ways: OnwardWays, name: str) -> str:
        """What keeps an action from going on: another that is forced."""
        if self.program.actions[name].spec.forced is not None:
            return ""
        found, taken = "", 0
        for other, fixed in ways:
            if other in self.program.actions and self.program.actions[other].spec.forced is not None:
                found += f"!{self._call('any', other, fixed, taken)} && "
            taken += len(fixed)
        return found

    def _around(self) -> str:
        """What stands around turns, by phase."""
        program, of = self.program, self.names.of
        turns = program.turns
        lines = [f"static const I FOLLOWING[] = {{{joined(program.following)}}};"]
        for what, steps in (("begin", turns.begin_steps), ("close", turns.end_steps)):
            lines.append(f"static int64_t {what}_steps(S *s, int64_t phase, int64_t me) {{")
            lines.append("  (void)s; (void)phase; (void)me;")
            for phase, name in enumerate(steps):
                if name is not None:
                    lines.append(f"  if (phase == {phase}) {{ {of(f'between {name}')}(s, me); return 1; }}")
            lines += ["  return 0;", "}"]
        has_begin = " || ".join(f"phase == {phase}" for phase, name in enumerate(turns.begin_steps) if name) or "0"
        has_close = " || ".join(f"phase == {phase}" for phase, name in enumerate(turns.end_steps) if name) or "0"
        lines.append(f"static int64_t has_begin(int64_t phase) {{ (void)phase; return {has_begin}; }}")
        lines.append(f"static int64_t has_close(int64_t phase) {{ (void)phase; return {has_close}; }}")
        of_turn = any(end.of_turn for end in program.ends)
        lines.append(f"#define ENDS_OF_TURN {int(of_turn)}")
        lines.append(f"#define ENDS {of('ends')}\n#define CLOSING_ENDS {of('ends_of_turn' if of_turn else 'ends')}")
        lines.append(f"#define RECORD {of('record')}")
        taken = " ".join(self._without_last(number) for number in self.histories)
        lines.append(f"static void forget_last(S *s) {{ (void)s; {taken} }}")
        rule = turns.stuck_rule
        lines.append(f"#define STUCK_ENDS {int(rule in ('lose', 'win', 'draw'))}")
        lines.append(f"#define STUCK_WINS {int(rule == 'win')}\n#define STUCK_DRAWS {int(rule == 'draw')}")
        stuck = f"{of('between when_stuck')}(s, me)" if rule == "steps" else "(void)0"
        lines.append(f"#define STUCK_HAS_STEPS {int(rule == 'steps')}")
        lines.append(f"static void stuck_steps(S *s, int64_t me) {{ (void)s; (void)me; {stuck}; }}")
        lines += self._phases()
        lines += self._luck()
        return "\n".join(lines)

    def _without_last(self, number: int) -> str:
        member = self.structure.members[terms.column("history", str(number))].name
        return f"s->{member} = k_chain.v[s->{member}].before;"

    def _luck(self) -> list[str]:
        """Whether anything was drawn between two states."""
        members = self.structure.members
        streams = [members[column].name for column in self.structure.streams]
        same = " && ".join(f"s->{name} == t->{name}" for name in streams) or "1"
        blind = " ".join(f"s->{name} = -1;" for name in streams)
        return [
            f"static int64_t same_luck(const S *s, const S *t) {{ (void)s; (void)t; return {same}; }}",
            f"static void go_blind(S *s) {{ (void)s; {blind} }}",
            f"#define LUCK {int(bool(streams))}",
        ]

    def _phases(self) -> list[str]:
        program, of = self.program, self.names.of
        count = len(program.phases)
        lines = [f"#define PHASES {count}"]
        for what, attribute, default in (("until", "until", "0"), ("when", "when", "1"), ("who", "player", "0")):
            cases = "".join(
                f" case {number}: return {of(f'{what} {number}')}(s, me);"
                for number, phase in enumerate(program.phases, start=1)
                if getattr(phase, attribute) is not None
            )
            body = f"switch (phase) {{{cases} default: return {default}; }}" if cases else f"return {default};"
            head = f"static int64_t phase_{what}(const S *s, int64_t phase, int64_t me)"
            lines.append(f"{head} {{ (void)s; (void)phase; (void)me; {body} }}")
        following = [0, *(phase.next for phase in program.phases)]
        lines.append(f"static const I PHASE_AFTER[] = {{{joined(following)}}};")
        return lines
