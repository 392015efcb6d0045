"""The single list of functions, steps, movers and bots, ours and those of plugins, and how signatures are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from interpreter.discovery import BadPlugin, load_plugins
from interpreter.spec.model import BOTS
from interpreter.spec.step_model import STEP_ARGUMENTS

if TYPE_CHECKING:
    from interpreter.code.lowering import Lowering
    from interpreter.language.terms import FunctionCall
    from interpreter.library.steps.step import CheckStep

NAMED = ("kind", "property", "region", "type", "action", "choice")


Resolve: TypeAlias = "Callable[..., tuple[Any, ...] | str]"
"""What a function finds out about a call when it is checked, or a text that says what it needs: it is given the scope,
the arguments in one tuple, and those that are names."""

_CALL = re.compile(r"(\w+)\((.*)\) -> (.+)")
_FUNCTIONS: dict[str, Function] = {}
_STEPS: dict[str, CheckStep] = {}
_MOVERS: dict[str, Callable[..., Any]] = {}
_BOTS: dict[str, Callable[..., Any]] = {}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: the alternatives that it takes, in the notation of the reference."""

    alternatives: tuple[str, ...]
    optional: bool
    repeated: bool


@dataclass(frozen=True, slots=True)
class Signature:
    """One way to call a function. `loops` says whether the last argument is a comprehension, and how, or a route."""

    text: str
    parameters: tuple[Parameter, ...]
    result: str
    loops: str


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the language.

    `evaluate` is its plain meaning, a function of values. If its first parameter is called `world`, it is passed the
    position before them; if it is called `schema`, the things that never change: boards, players and the word list.
    `emit` lowers a call to Python if that beats calling the meaning; `each` lowers one whose items are needed one by
    one, and perhaps not all of them. `fixed` says that its value depends only on its arguments, the boards and the
    players. `bound` says how long a list it returns can be: `same` (as its longest list), `line`, `near` or `board`; of
    pieces `pile`, `pieces` (of a board) or `row` (a pile or a zone); `letters`, `words` and `onward` are for the
    functions with those names. `resolve` finds out more about the arguments of a call, which `evaluate` receives after
    them. `needs` is what a spec must have for it: `facing` for every player, a `lexicon`, or a `payoff` at an end.
    """

    name: str
    signatures: tuple[Signature, ...]
    about: str
    evaluate: Callable[..., Any]
    emit: Callable[[Lowering, FunctionCall], str] | None
    bound: str
    group: str
    fixed: bool
    resolve: Resolve | None = None
    needs: str | None = None
    takes: str = ""
    each: Callable[[Lowering, FunctionCall], str] | None = None

    @property
    def generic(self) -> bool:
        """Whether it takes values of any type, so that it can only compare them."""
        return any(
            "T" in taken.rstrip("?").split()
            for signature in self.signatures
            for parameter in signature.parameters
            for taken in parameter.alternatives
        )

    @property
    def skips_none(self) -> bool:
        """Whether it takes lists that contain none."""
        return any(
            taken.startswith("list") and taken.endswith("?")
            for signature in self.signatures
            for parameter in signature.parameters
            for taken in parameter.alternatives
        )


def first_parameter(meaning: Callable[..., Any]) -> str:
    """What the meaning of a function receives before its values, by the name of its first parameter: `world`, `schema`
    or nothing."""
    assert isinstance(meaning, FunctionType)
    first = meaning.__code__.co_varnames[: min(1, meaning.__code__.co_argcount)]
    return "".join(name for name in first if name in ("world", "schema"))


def read_signature(text: str) -> Signature:
    """Read a signature in the notation of the reference: `step(spot, direction, number = 1) -> site or none`."""
    match = _CALL.fullmatch(text)
    assert match is not None, text
    inside, result = match.group(2), match.group(3)
    loops = ""
    if ", x to y" in inside:
        inside, loops = f"{inside.partition(', x to y')[0]}, route", "route"
    elif " while" in inside:
        inside, loops = inside.split(" while", 1)
        loops = "while until" if "until" in loops else "while"
    parameters = tuple(_read_parameter(part.strip()) for part in inside.split(",") if part.strip())
    if "loop item" in result and not loops:
        loops = "any"
    return Signature(text, parameters, result, loops)


def _read_parameter(text: str) -> Parameter:
    # The mark of a list says that its items may be none.
    marked = text.endswith("?") and not text.startswith("list")
    optional = "=" in text or marked
    text = text.split("=")[0].strip()
    if marked:
        text = text[:-1]
    repeated = text.endswith("…")
    text = text.rstrip("…")
    return Parameter(tuple(part.strip() for part in text.split("|")), optional, repeated)


_Check = TypeVar("_Check", bound=Callable[..., Any])


def function(
    *signatures: str,
    group: str,
    bound: str = "same",
    fixed: bool = False,
    emit: Callable[[Lowering, FunctionCall], str] | None = None,
    resolve: Resolve | None = None,
    needs: str | None = None,
    each: Callable[[Lowering, FunctionCall], str] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function of expressions; the decorated Python is its meaning, its docstring the reference."""

    def register(evaluate: Callable[..., Any]) -> Callable[..., Any]:
        read = tuple(read_signature(text) for text in signatures)
        name = signatures[0].split("(")[0]
        _refuse_second("function", name, _FUNCTIONS)
        about, takes = " ".join((evaluate.__doc__ or "").split()), first_parameter(evaluate)
        if takes == "world" and emit is None:
            raise BadPlugin(f"The function {name} reads the position: give it an emit that says how")
        _FUNCTIONS[name] = Function(name, read, about, evaluate, emit, bound, group, fixed, resolve, needs, takes, each)
        return evaluate

    return register


def step(verb: str) -> Callable[[_Check], _Check]:
    """Register how a verb is checked; its options are the model registered with `step_arguments`. The empty verb stands
    for statements on one line."""

    def register(check: _Check) -> _Check:
        _refuse_second("step", verb, _STEPS)
        if verb and verb not in STEP_ARGUMENTS:
            raise BadPlugin(f"The step {verb} has no model of its options: register one with step_arguments")
        _STEPS[verb] = check
        return check

    return register


def mover(name: str) -> Callable[[_Check], _Check]:
    """Register a mover: `f(plan, names)` receives an action and the names of choices in brackets. It returns an object
    that lists the moves (`rules.plans.Moves`), or a text that says what it needs."""

    def register(listing: _Check) -> _Check:
        _refuse_second("mover", name, _MOVERS)
        _MOVERS[name] = listing
        return listing

    return register


def bot(name: str) -> Callable[[_Check], _Check]:
    """Register a bot: `f(game, program, player, options)` makes one that plays a player."""

    def register(make: _Check) -> _Check:
        # Ours are loaded with the runtime, after plugins.
        ours = make.__module__.startswith("runtime.bots.")
        _refuse_second("bot", name, _BOTS if ours else dict.fromkeys((*_BOTS, *BOTS)))
        _BOTS[name] = make
        return make

    return register


def _refuse_second(what: str, name: str, registered: dict[str, Any]) -> None:
    if name in registered:
        raise BadPlugin(f"There is a {what} {name} already")


@cache
def functions() -> dict[str, Function]:
    """Every function of the expression language by name."""
    load_plugins()
    return _FUNCTIONS


@cache
def steps() -> dict[str, CheckStep]:
    """The check for each verb, by verb."""
    load_plugins()
    return _STEPS


@cache
def movers() -> dict[str, Callable[..., Any]]:
    """Every mover by name."""
    load_plugins()
    return _MOVERS


@cache
def bots() -> dict[str, Callable[..., Any]]:
    """The function that makes each bot, by name. The bots of the runtime are included once `runtime.bots` is
    imported."""
    load_plugins()
    return _BOTS
