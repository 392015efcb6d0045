"""The C file of a program: its struct, its tables, its functions, how turns pass, and the searches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from interpreter.native import histories
from interpreter.native.actions import Functions
from interpreter.native.keys import Key
from interpreter.native.printer import Names, Printer, joined, kernel, width
from interpreter.native.slots import Slotted
from interpreter.native.structure import Structure, Unsupported
from interpreter.native.tables import Tables, TooLarge
from interpreter.native.turns import Turns
from interpreter.native.values import Unit
from interpreter.position import SEED
from interpreter.program.computer_plan import BotPlan, Considered, Worth

if TYPE_CHECKING:
    from interpreter.program.program import Program


MOST_NAME = 100
"""So long the name of a stream may be, in bytes."""


class Source:
    """A program in C. Raises Unsupported if it cannot be expressed there yet."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._refuse()
        self.slotted = Slotted(program.actions)
        self.structure = Structure(program, self.slotted)
        self.tables = Tables()
        self.names = Names()
        unit = Unit(program, self.structure, self.tables, program.compiler.analysis)
        self.functions = Functions(unit, self.slotted)
        self.histories = histories.calls(program)
        self.measured: list[str] = []
        self.sieves: list[SieveKey] = []
        try:
            self._write()
            self.text = "\n\n".join(self._parts()) + "\n"
        except TooLarge as problem:
            raise Unsupported("its tables are too large") from problem

    def _refuse(self) -> None:
        program = self.program
        if program.schema.lexicon is not None:
            raise Unsupported("it uses a word list")
        if any(len(name.encode()) > MOST_NAME for name in program.steps.streams):
            raise Unsupported("the name of a stream is very long")

    def _write(self) -> None:
        functions, program = self.functions, self.program
        hands_over = bool(program.phases) or program.compiler.bounded
        for plan in program.actions.values():
            if plan.requires:
                functions.attempt(plan)
            functions.ways(plan)
            functions.do(plan, hands_over)
        for name, fixed in program.compiler._continued():
            if fixed:
                functions.ways(program.actions[name], fixed)
        looking = [plan for plan in program.actions.values() if plan.goals]
        for plan in looking:
            functions.goals(plan)
        for name in dict.fromkeys(name for plan in looking for name in program.plan.onward(plan)):
            functions.do(program.actions[name], hands_over, "onward")
        for phase in program.phases:
            for name in phase.actions if phase.who == "everyone" else ():
                if name in program.actions:
                    functions.do(program.actions[name], hands_over, "effects")
        for number, call in self.histories.items():
            functions.recorder(number, call)
        functions.ends("ends", of_turn=False)
        if any(end.of_turn for end in program.ends):
            functions.ends("ends_of_turn", of_turn=True)
        for name, effects in program.plan.between.items():
            functions.between(name, effects)
        for number, phase in enumerate(program.phases, start=1):
            if phase.when is not None:
                functions.condition(f"when {number}", phase.when)
            if phase.until is not None:
                functions.condition(f"until {number}", phase.until)
            if phase.player is not None:
                functions.value(f"who {number}", phase.player)
        self._measures()

    def _measures(self) -> None:
        """Add what bots evaluate positions by and which actions they consider. What cannot be written in C is left to
        Python, and so are the bots that use it."""
        for worth in worths(self.program):
            before = len(self.functions.found)
            try:
                self.functions.worth(f"worth {len(self.measured)}", worth.term)
            except (Unsupported, TooLarge):
                del self.functions.found[before:]
            else:
                self.measured.append(worth.term.node.source)
        for only in sieves(self.program):
            before, key = len(self.functions.found), sieve_key(self.program, only)
            try:
                for name, _ in key:
                    test = only[name]
                    self.functions.considered(f"sieve {len(self.sieves)} {name}", test.plan, test.term)
            except (Unsupported, TooLarge):
                del self.functions.found[before:]
            else:
                self.sieves.append(key)

    # The file

    def _parts(self) -> Iterator[str]:
        printer = Printer(self.structure, self.names, self.tables)
        written = [printer.function(each) for each in self.functions.found]
        prototypes = [f"{printer.prototype(each)};" for each in self.functions.found]
        turns = Turns(self.program, self.structure, self.names, self.slotted.numbers)
        passing = turns.text()
        # What tables there are is known only once everything is printed.
        count = len(self.program.schema.players.words)
        yield f"#define SLOTS {self.slotted.most}\n#define PLAYERS {count}\n#define HISTORIES {len(self.histories)}"
        yield f"#define PAYS {int(self.program.schema.pays)}\n#define STOP_ACTION {len(self.program.actions)}"
        yield f"#define STREAMS {len(self.structure.streams)}\n#define MOST_NAME {MOST_NAME}"
        yield f"#define SITES {self.program.schema.topology.count}"
        yield kernel("kernel")
        yield kernel("hashes")
        yield self._struct()
        yield self._tables(printer.padded)
        yield "\n".join([*self._shared(), *prototypes, *turns.prototypes()])
        yield kernel("cascade")
        yield kernel("sudoku")
        yield from written
        yield self._questions()
        yield passing
        for name in ("search", "tree", "alpha_beta"):
            yield kernel(name)

    def _questions(self) -> str:
        """What searches need: the value of positions, and the key that makes two of them the same."""
        cases = "".join(
            f" case {number}: return {self.names.of(f'worth {number}')}(s, me);" for number in range(len(self.measured))
        )
        lines = ["static int64_t worth(const S *s, int64_t which, int64_t me) {"]
        lines += [f"  (void)s; (void)me; switch (which) {{{cases} default: FAULT(BROKEN); }}", "}"]
        lines.append("static int is_considered(const S *s, int64_t which, int64_t me, const A *a) {")
        lines.append("  (void)s; (void)me; switch (which * (STOP_ACTION + 1) + a->a) {")
        for number, key in enumerate(self.sieves):
            for name, _ in key:
                action, slots = self.slotted.numbers[name], self.slotted.slots[name]
                given = "".join(f", a->v[{slot}]" for slot in slots)
                case = number * (len(self.program.actions) + 1) + action
                lines.append(f"    case {case}: return (int){self.names.of(f'sieve {number} {name}')}(s, me{given});")
        lines += ["    default: return 1;", "  }", "}"]
        lines += [f"#define WAYS {len(self.structure.ways)}"]
        streams = [self.structure.members[each].name for each in self.structure.streams]
        blind = " || ".join(f"s->{name} < 0" for name in streams) or "0"
        lines.append(f"static inline int is_blind(const S *s) {{ (void)s; return {blind}; }}")
        return "\n".join([*lines, *Key(self.program, self.structure).lines()])

    def _struct(self) -> str:
        members = "\n".join(f"  {each}" for each in self.structure.declared())
        found = self.structure.members
        header = [
            f"#define {name} {found[f'.{field}'].name}"
            for name, field in (
                ("TO_MOVE", "to_move"),
                ("TURN", "turn"),
                ("PHASE", "phase"),
                ("OVER", "over"),
                ("END", "end"),
                ("WINNER", "winner"),
                ("WON", "won"),
                ("PENDING", "pending"),
                ("MAY_STOP", "may_stop"),
                ("FIXED", "fixed"),
                ("PASSES", "passes"),
                ("STAMP", "stamp"),
            )
        ]
        if self.program.schema.pays:
            header.append(f"#define PAID {found['.paid'].name}")
        return "typedef struct __attribute__((aligned(8))) {\n" + members + "\n} S;\n" + "\n".join(header)

    def _tables(self, padded: set[int]) -> str:
        lines = []
        for number in sorted(padded):
            found = self.tables.padded(number)
            assert found is not None
            values = tuple(found.values())
            kind = "uint8_t" if max(values) <= 255 else "int16_t"
            lines.append(f"typedef {kind} W{number};")
            lines.append(f"static const W{number} P{number}[{len(values)}] = {{{joined(values)}}};")
        for values, number in self.tables.numbers.items():
            kind = width(values)
            lines.append(f"static const {kind} T{number}[{max(1, len(values))}] = {{{joined(values) or '0'}}};")
        for rows, number in self.tables.rows.items():
            flat = [value for row in rows for value in row]
            ends, end = [0], 0
            for row in rows:
                end += len(row)
                ends.append(end)
            lines.append(f"static const I R{number}[{max(1, len(flat))}] = {{{joined(flat) or '0'}}};")
            lines.append(f"static const I O{number}[{len(ends)}] = {{{joined(ends)}}};")
        return "\n".join(lines)

    def _shared(self) -> Iterator[str]:
        """The code that knows the streams of luck, the kinds of pieces and the payoffs of ends."""
        members = self.structure.members
        streams = self.structure.streams
        if streams:
            yield "static inline int64_t *k_cursor(S *s, int64_t stream) {"
            yield "  switch (stream) {"
            for number, column in enumerate(streams):
                yield f"    case {number}: return &s->{members[column].name};"
            yield "    default: FAULT(BROKEN);"
            yield "  }"
            yield "}"
            yield "static int64_t k_draw(S *s, int64_t stream, int64_t limit) {"
            yield "  int64_t *cursor = k_cursor(s, stream);"
            yield "  uint64_t base;"
            yield "  switch (stream) {"
            for number, column in enumerate(streams):
                yield f"    case {number}: base = (uint64_t)s->{members[f'.base.{column.of}'].name}; break;"
            yield "    default: FAULT(BROKEN);"
            yield "  }"
            yield "  if (limit <= 0) FAULT(BROKEN);"
            yield "  if (*cursor < 0) FAULT(UNFORESEEN);"
            yield "  return k_below(base, cursor, (uint64_t)limit);"
            yield "}"
            yield f"static inline int64_t k_seed(const S *s) {{ return s->{members[SEED].name}; }}"
        else:
            yield "static inline int64_t *k_cursor(S *s, int64_t stream) { (void)s; (void)stream; FAULT(BROKEN); }"
            yield "static inline int64_t k_seed(const S *s) { (void)s; return 0; }"
        bases = " ".join(
            f"s->{members[f'.base.{column.of}'].name} = (int64_t)k_mixed(seed + {number + 1});"
            for number, column in enumerate(streams)
        )
        seeded = f"s->{members[SEED].name} = (int64_t)(seed >> 11);" if streams else ""
        yield f"static inline void reseed(S *s, uint64_t seed) {{ (void)s; (void)seed; {seeded} {bases} }}"
        for kind, room in self.structure.rooms.items():
            site, made = members[f"{kind}.site"].name, members[f".made.{kind}"].name
            zone = members[f"{kind}.zone"].name
            yield f"static int64_t {self.names.of(f'new {kind}')}(S *s) {{"
            yield f"  for (int64_t i = 1; i <= s->{made}; i++) if (!s->{site}[i] && !s->{zone}[i]) return i;"
            limit = self.program.schema.kinds[kind].at_most
            if limit is not None:
                yield f"  if (s->{made} >= {limit}) FAULT(BROKEN);"
            yield f"  if (s->{made} >= {room}) FAULT(NO_ROOM);"
            blank = self._blank_piece(kind)
            yield f"  s->{made}++; {blank}"
            yield f"  return s->{made};"
            yield "}"
        yield kernel("payoffs")

    def _blank_piece(self, kind: str) -> str:
        """The code that sets the properties of a piece that did not exist before."""
        members, layout = self.structure.members, self.program.layout
        made, parts = members[f".made.{kind}"].name, []
        for prop in self.program.schema.kinds[kind].properties.values():
            none = layout.encode_value(prop.column, None)
            value = "NONE" if none is None else str(none)
            parts.append(f"s->{members[prop.column].name}[s->{made}] = {value};")
        return " ".join(parts)


SieveKey = tuple[tuple[str, str], ...]
"""The actions of which not every way is considered, each with the text of its test."""


def sieve_key(program: Program, only: Mapping[str, Considered]) -> SieveKey:
    """Return what tells one set of considered actions from another."""
    return tuple((name, test.term.node.source) for name, test in only.items() if name in program.actions)


def sieves(program: Program) -> list[Mapping[str, Considered]]:
    """All sets of actions that the bots of a spec consider, each once."""
    found = {sieve_key(program, plan.only): plan.only for plan in bot_plans(program) if plan.only}
    return [only for key, only in found.items() if key]


def bot_plans(program: Program) -> list[BotPlan]:
    """The plans of the computer at each of its levels, and of hints."""
    ai, assist = program.spec.ai, program.spec.assist
    hints = assist.hints if assist is not None else None
    sections = [ai, *((ai.levels or {}).values() if ai is not None else ()), hints]
    return [program.computer_plan.bot(section) for section in sections if section is not None]


def worths(program: Program) -> list[Worth]:
    """All measures by which the bots of a spec evaluate positions, each once."""
    found: dict[str, Worth] = {}
    for plan in bot_plans(program):
        if plan.evaluate is not None:
            found.setdefault(plan.evaluate.term.node.source, plan.evaluate)
    return list(found.values())
