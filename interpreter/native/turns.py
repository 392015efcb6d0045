"""How turns pass, in C: which actions may be tried, the steps around turns, phases, and how a turn goes on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.language import terms
from interpreter.native.printer import Names, joined, kernel
from interpreter.native.structure import Structure
from interpreter.position import CHOSEN
from interpreter.program.legality import way_function

if TYPE_CHECKING:
    from interpreter.position import OnwardWays
    from interpreter.program.program import Program
    from interpreter.rules.plan import ActionPlan


class Turns:
    """Writes the code that calls the functions of a program in the course of a game."""

    def __init__(self, program: Program, structure: Structure, names: Names, numbers: dict[str, int]) -> None:
        self.program = program
        self.structure = structure
        self.names = names
        self.numbers = numbers
        self.histories = sorted(set(program.plan.histories.values()))
        self.hands_over = bool(program.phases) or program.compiler.bounded

    def prototypes(self) -> list[str]:
        """The heads of functions that the program's functions may call."""
        of = self.names.of
        found = [
            f"static void {of('pass_on')}(S *s, int64_t me, int64_t again);",
            f"static void {of('record')}(S *s, int64_t me);",
            f"static int64_t {of('can_act')}(const S *s, int64_t me);",
            "static int64_t any_action(const S *s, int64_t me);",
        ]
        found.append(f"static int64_t {of('any_pending')}(const S *s, int64_t me);")
        for plan in self._looking:
            for name, fixed in dict.fromkeys([(plan.name, ()), *self.program.compiler._continued()]):
                if name == plan.name:
                    given = "".join(", int64_t" for _ in fixed)
                    found.append(
                        f"static void {of(way_function('legal', name, fixed))}(const S *, int64_t{given}, L *);"
                    )
        return [
            *found,
            *(f"static int64_t {of(f'can {name}')}(const S *s, int64_t me);" for name in self.program.actions),
        ]

    @cached_property
    def _ways(self) -> list[OnwardWays]:
        return self.structure.ways

    def text(self) -> str:
        """The whole text."""
        parts = [self._recorder(), self._pending(), self._prospects(), self._dispatch(), self._around()]
        parts += [self._together(), kernel("turns"), self._doing()]
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
        """Whether legality can depend on whose turn it is said to be."""
        return bool(self.program.compiler._as_their_turn)

    def _recorder(self) -> str:
        notes = " ".join(f"{self.names.of(f'note {number}')}(s, me);" for number in self.histories)
        return f"static void {self.names.of('record')}(S *s, int64_t me) {{ (void)s; (void)me; {notes} }}"

    def _call(self, what: str, name: str, fixed: Iterable[str], taken: int) -> str:
        given = "".join(f", s->FIXED[{taken + number}]" for number, _ in enumerate(fixed))
        out = "" if what == "any" else ", out"
        return f"{self.names.of(way_function(what, name, fixed))}(s, me{given}{out})"

    def _pending(self) -> str:
        """How turns go on."""
        if not self._ways:
            return (
                f"static int64_t {self.names.of('any_pending')}(const S *s, int64_t me) "
                "{ (void)s; (void)me; return 0; }"
            )
        lines = [f"static int64_t {self.names.of('any_pending')}(const S *s, int64_t me) {{", "  switch (s->PENDING) {"]
        for number, ways in enumerate(self._ways, start=1):
            asked = " || ".join(call for _, call in self._calls("any", ways)) or "0"
            lines.append(f"    case {number}: return {asked};")
        lines += ["  }", "  return 0;", "}"]
        return "\n".join([*lines, *self._listing("legal_pending", "legal", stop=True)])

    def _calls(self, what: str, ways: OnwardWays) -> list[tuple[bool, str]]:
        """For each action that a turn may go on with: whether it is forced, and the code that lists it or says whether
        it can go on."""
        found, taken = [], 0
        for name, fixed in ways:
            plan = self.program.actions.get(name)
            if plan is not None:
                asked = "legal" if what == "ways" and not plan.goals else what
                found.append((plan.spec.forced is not None, self._call(asked, name, fixed, taken)))
            taken += len(fixed)
        return found

    def _listing(self, name: str, what: str, stop: bool) -> list[str]:
        """The function that lists everything that a turn can go on with; forced actions come first."""
        lines = [f"static void {name}(const S *s, int64_t me, L *out) {{", "  int64_t before = out->n;"]
        lines.append("  switch (s->PENDING) {")
        for number, ways in enumerate(self._ways, start=1):
            calls = self._calls(what, ways)
            lines.append(f"    case {number}:")
            lines += [f"      {call};" for forced, call in calls if forced]
            if any(forced for forced, _ in calls):
                lines.append("      if (out->n > before) break;")
            lines += [f"      {call};" for forced, call in calls if not forced]
            lines.append("      break;")
        lines += ["    default: break;", "  }"]
        if stop:
            lines.append("  if (s->MAY_STOP) { A *f = k_found(out); f->a = STOP_ACTION; }")
        return [*lines, "  (void)before;", "}"]

    @cached_property
    def _looking(self) -> list[ActionPlan]:
        """The actions whose checks ask for most or least."""
        return [plan for plan in self.program.actions.values() if plan.goals]

    def _prospects(self) -> str:
        """What whole turns can come to, if checks ask for that."""
        most = max((len(plan.goals) for plan in self._looking), default=0)
        if not most:
            return "#define GOALS 0"
        of, program = self.names.of, self.program
        lines = [f"#define GOALS {most}", "typedef struct { int64_t of[GOALS]; int there; } Worth;"]
        lines.append("static Worth goals_of(int64_t looking, const S *s, int64_t me) {")
        lines += ["  Worth found = {{0}, 1};", "  switch (looking) {"]
        limits = []
        for number, plan in enumerate(self._looking):
            values = " ".join(f"found.of[{i}] = {of(f'goal {plan.name} {i}')}(s, me);" for i in range(len(plan.goals)))
            lines.append(f"    case {number}: {values} break;")
            limit = program.prospects.limit(plan.name)
            known = limit is not None and all(value == int(value) for value in limit)
            told = ", ".join(str(int(value)) for value in limit) if limit is not None and known else "0"
            limits.append(f"    case {number}: return (Worth){{{{{told}}}, {int(known)}}};")
        lines += ["  }", "  return found;", "}", "static Worth limit_of(int64_t looking) {", "  switch (looking) {"]
        lines += [*limits, "  }", "  return (Worth){{0}, 0};", "}"]
        names = dict.fromkeys(name for plan in self._looking for name in program.plan.onward(plan))
        done = " ".join(f"case {self.numbers[name]}: {of(f'onward {name}')}(s, me, a); break;" for name in names)
        lines.append("static void onward(S *s, int64_t me, const A *a) {")
        lines.append(f"  switch (a->a) {{ {done} default: FAULT(BROKEN); }}\n}}")
        lines += self._listing("open_pending", "ways", stop=False)
        chains = " ".join(
            f"row[{i}] = s->{self.structure.members[terms.column('history', str(number))].name};"
            for i, number in enumerate(self.histories)
        )
        lines.append("static inline int64_t chains_of(const S *s, I *row) {")
        lines.append(f"  (void)s; (void)row; {chains} return {len(self.histories)};\n}}")
        lines.append(kernel("prospects"))
        for number, plan in enumerate(self._looking):
            lines += self._foremost(number, plan)
        return "\n".join(lines)

    def _foremost(self, number: int, plan: ActionPlan) -> list[str]:
        """The functions that list the ways of an action from which the best result can still be reached."""
        lines = []
        for name, fixed in dict.fromkeys([(plan.name, ()), *self.program.compiler._continued()]):
            if name == plan.name:
                given = "".join(f", int64_t p{place}" for place, _ in enumerate(fixed))
                handed = "".join(f", p{place}" for place, _ in enumerate(fixed))
                head = self.names.of(way_function("legal", name, fixed))
                ways = self.names.of(way_function("ways", name, fixed))
                lines.append(f"static void {head}(const S *s, int64_t me{given}, L *out) {{")
                lines += [f"  int64_t before = out->n; {ways}(s, me{handed}, out);"]
                lines += [f"  foremost({number}, s, me, out, before);", "}"]
        return lines

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
                "static void do_action(S *s, const A *a) {",
                *(["  if (are_all_asked(s->PHASE) && a->a != STOP_ACTION) { choose(s, a); return; }"] * self._asks_all),
                "  switch (a->a) {",
                *cases,
                "    default: { s->PENDING = 0; end_turn(s, s->TO_MOVE, 0); }",
                "  }",
                "}",
            ]
        )

    @cached_property
    def _asks_all(self) -> bool:
        """Whether there is a phase in which everyone chooses."""
        return any(phase.who == "everyone" for phase in self.program.phases)

    def _together(self) -> str:
        """The code for players who choose unseen in a phase for everyone."""
        program, of = self.program, self.names.of
        phases = [number for number, phase in enumerate(program.phases, start=1) if phase.who == "everyone"]
        test = " || ".join(f"phase == {number}" for number in phases) or "0"
        lines = [f"#define EVERYONE {int(self._asks_all)}"]
        lines.append(f"static inline int are_all_asked(int64_t phase) {{ (void)phase; return {test}; }}")
        if not self._asks_all:
            return "\n".join(lines)
        lines.append(f"#define CHOSEN {self.structure.members[CHOSEN].name}")
        lines.append(f"static const I ORDER[] = {{{joined(program.order)}}};")
        names = dict.fromkeys(
            name for number in phases for name in program.phases[number - 1].actions if name in program.actions
        )
        ways = " ".join(f"case {self.numbers[name]}: {self._call('legal', name, (), 0)}; break;" for name in names)
        lines.append("static void ways_of(const S *s, int64_t me, int64_t action, L *out) {")
        lines.append(f"  switch (action) {{ {ways} default: FAULT(BROKEN); }}\n}}")
        done = " ".join(f"case {self.numbers[name]}: {of(f'effects {name}')}(s, me, a); break;" for name in names)
        lines.append("static void effects_of(S *s, int64_t me, const A *a) {")
        lines.append(f"  switch (a->a) {{ {done} default: FAULT(BROKEN); }}\n}}")
        after = " ".join(
            f"case {number}: {of(f'between after_{number}')}(s, me); return 1;"
            for number in phases
            if f"after_{number}" in program.plan.between
        )
        lines.append("static int64_t after_choices(S *s, int64_t phase, int64_t me) {")
        lines.append(f"  (void)s; (void)me; switch (phase) {{ {after} default: return 0; }}\n}}")
        return "\n".join(lines)

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
        """What prevents an action from going on: another that is forced."""
        if self.program.actions[name].spec.forced is not None:
            return ""
        found, taken = "", 0
        for other, fixed in ways:
            if other in self.program.actions and self.program.actions[other].spec.forced is not None:
                found += f"!{self._call('any', other, fixed, taken)} && "
            taken += len(fixed)
        return found

    def _around(self) -> str:
        """The steps around turns, by phase."""
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
        lines.append(f"#define SHARES {int(program.compiler.shared and not self.hands_over)}")
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
