"""Computes expressions both ways: as lowered Python in every context, and in the reference evaluator."""

import re
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from interpreter.code.printer import Constants
from interpreter.faults import Fault
from interpreter.language import nodes, terms
from interpreter.language.evaluator import Evaluator
from interpreter.language.scope import RULES, Local, Scope
from interpreter.language.types import FLAG, LETTER, SITE, Flag, Listing, Maybe, Piece, Record, Type, Unknown, strip
from interpreter.position import from_state
from interpreter.program.program import Bench, Program
from interpreter.program.world import StateWorld
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar, Source
from tests.interpreter.campaign.maker import Maker
from tests.interpreter.campaign.worlds import as_stored, program_of, random_state, random_value

CALLED = re.compile(r"([a-z_]+\()")
DIVIDED_BY_ZERO = "divided by zero"
STATES = 4


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Interrupt anything that takes longer than that many seconds of computing."""

    def stop(_signal: int, _frame: object) -> None:
        raise TimeoutError(f"This took more than {seconds} s.")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def scalar_of(text: str) -> Scalar:
    """A text as it would stand in a spec."""
    return Scalar(text, Source("campaign", text), 0, len(text))


def locals_of(program: Program) -> dict[str, Type]:
    """The local names that every expression of the campaign may read."""
    kind = next(iter(program.schema.kinds))
    record = Record((("site", SITE), ("piece", Maybe(Piece(kind))), ("letter", LETTER)))
    return {
        "it": SITE,
        "spot": Maybe(SITE),
        "chain": Listing(SITE, 4),
        "entry": record,
        "entries": Listing(record, 4),
        "marked": Maybe(FLAG),
        **{f"the_{name}": Piece(name) for name in program.schema.kinds},
    }


@dataclass
class Tried:
    """One expression that was checked without a diagnostic."""

    text: str
    term: terms.Term


@dataclass
class Campaign:
    """Makes, checks and compares expressions on one spec."""

    name: str
    seed: int
    made: int = 0
    kept: list[Tried] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.program = program_of(self.name)
        self.names = locals_of(self.program)
        node = nodes.Nothing(scalar_of("none"), 0, 4)
        variables = {name: terms.Variable(kind, node, f"{name}_0") for name, kind in self.names.items()}
        found = {name: Local(variable, "choice", None) for name, variable in variables.items()}
        self.scope = Scope(self.program.schema, RULES, found)
        self.states = [random_state(self.program, self.random) for _ in range(STATES)]
        self.arguments = [self._arguments(data) for data in self.states]
        players = len(self.program.schema.players.words)
        self.players = [self.random.randint(1, players) for _ in self.states]

    def _arguments(self, data: tuple[Any, ...]) -> dict[str, Any]:
        bench = Bench(self.program.schema, self.program.layout, data)
        return {name: random_value(kind, self.program, bench, self.random) for name, kind in self.names.items()}

    def make(self, count: int) -> None:
        """Write expressions and keep those without mistakes."""
        maker = Maker(self.program.schema, self.names, self.random)
        kinds = maker.kinds()
        for number in range(count):
            self.made += 1
            self.add(maker.expression(kinds[number % len(kinds)]))

    def add(self, text: str) -> bool:
        """Check one expression; keep it if it has no mistakes."""
        from interpreter.language.checker import Checker
        from tests.interpreter.language.checking import check_scalar

        diagnostics = Diagnostics()
        checker = Checker(diagnostics)
        term = check_scalar(checker, scalar_of(text), self.scope)
        if term is None or diagnostics.errors:
            self.refused.update(diagnostic.code for diagnostic in diagnostics.errors)
            return False
        assert not any(isinstance(part.type, Unknown) for part in terms.walk(term)), text
        self.kept.append(Tried(text, term))
        self.reached.update(type(part).__name__ for part in terms.walk(term))
        self.reached.update(CALLED.findall(text))
        return True

    def mismatches(self) -> list[str]:
        """Every expression whose lowered value differs from its meaning."""
        found: list[str] = []
        for start in range(0, len(self.kept), 100):
            found += self._compare(self.kept[start : start + 100])
        return found

    def _compare(self, tried: list[Tried]) -> list[str]:
        try:
            functions = self._lower(tried)
        except Exception as problem:
            if len(tried) > 1:
                return [line for each in tried for line in self._compare([each])]
            return [f"{tried[0].text}\n    cannot be lowered: {problem!r}"]
        found = []
        for number, each in enumerate(tried):
            line = self._difference(each, number, functions)
            if line is not None:
                found.append(line)
        return found

    def _lower(self, tried: list[Tried]) -> dict[str, Callable[..., Any]]:
        constants = Constants()
        writer = self.program.compiler._writer(False, constants)
        header = ", ".join(["data", "me", *(f"{name}_0" for name in self.names)])
        for number, each in enumerate(tried):
            writer.value_function(f"value_{number}", each.term, header)
            if isinstance(strip(each.term.type), Flag):
                lowering = writer.start()
                lowering.code.line(f"return bool({lowering.condition(each.term)})")
                writer.finish(f"def condition_{number}({header}):", lowering)
                lowering = writer.start()
                lowering.leave_unless(each.term, "return False")
                lowering.code.line("return True")
                writer.finish(f"def leaves_{number}({header}):", lowering)
        return self.program.compiler._execute(writer, constants, "campaign")

    def _difference(self, tried: Tried, number: int, functions: dict[str, Callable[..., Any]]) -> str | None:
        forms = {
            form: functions[f"{form}_{number}"]
            for form in ("value", "condition", "leaves")
            if f"{form}_{number}" in functions
        }
        for data, me, arguments in zip(self.states, self.players, self.arguments, strict=True):
            found = self._difference_at(tried, forms, data, me, arguments)
            if found is not None:
                return f"{tried.text}\n    {found}"
        return None

    def _difference_at(
        self, tried: Tried, forms: dict[str, Callable[..., Any]], data: Any, me: int, arguments: dict[str, Any]
    ) -> str | None:
        local = {f"{name}_0": value for name, value in arguments.items()}
        world = StateWorld(self.program, data, me)
        wanted = outcome(lambda: plain(Evaluator(world).value(tried.term, local)))
        stored = [as_stored(value, self.names[name]) for name, value in arguments.items()]
        given = outcome(lambda: plain(from_state(forms["value"](data, me, *stored), tried.term.type)))
        if given != wanted:
            return f"value: meant {wanted!r}, lowered gives {given!r}"
        for form, function in forms.items():
            truth = outcome(partial(function, data, me, *stored))
            if form != "value" and truth != (wanted if isinstance(wanted, str) else bool(wanted)):
                return f"{form}: meant {wanted!r}, lowered gives {truth!r}"
        return None


def outcome(work: Callable[[], Any]) -> Any:
    """The result of a computation; division by zero is an outcome like any other."""
    try:
        return work()
    except ZeroDivisionError:
        return DIVIDED_BY_ZERO
    except Fault as fault:
        return DIVIDED_BY_ZERO if fault.message == "This divides by zero." else fault.message
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"


def plain(value: Any) -> Any:
    """A value with every kind of sequence turned into a list, so that only the contents matter."""
    if isinstance(value, list | range | bytes) or type(value) is tuple:
        return [plain(item) for item in value]
    return value
