"""The one list of functions, steps, movers and bots: ours and those of plugins."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from interpreter.plugins import BadPlugin, load_plugins
from interpreter.signatures import Function, Resolve, first_parameter, read_signature
from interpreter.spec.computer_model import BOTS
from interpreter.spec.steps import STEP_ARGUMENTS

if TYPE_CHECKING:
    from interpreter.expr.lowering import Lowering
    from interpreter.expr.terms import FunctionCall
    from interpreter.steps.base import CheckStep

_FUNCTIONS: dict[str, Function] = {}
_STEPS: dict[str, CheckStep] = {}
_MOVERS: dict[str, Callable[..., Any]] = {}
_BOTS: dict[str, Callable[..., Any]] = {}
_Check = TypeVar("_Check", bound=Callable[..., Any])


def function(
    *signatures: str,
    group: str,
    bound: str = "same",
    fixed: bool = False,
    emit: Callable[[Lowering, FunctionCall], str] | None = None,
    resolve: Resolve | None = None,
    needs: str | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a function of expressions; the decorated Python is its meaning, its docstring the reference."""

    def register(evaluate: Callable[..., Any]) -> Callable[..., Any]:
        read = tuple(read_signature(text) for text in signatures)
        name = signatures[0].split("(")[0]
        _refuse_second("function", name, _FUNCTIONS)
        about, takes = " ".join((evaluate.__doc__ or "").split()), first_parameter(evaluate)
        if takes == "world" and emit is None:
            raise BadPlugin(f"The function {name} reads the position: give it an emit that says how")
        _FUNCTIONS[name] = Function(
            name, read, about, evaluate, emit, bound, group, fixed, resolve, needs, takes
        )
        return evaluate

    return register


def step(verb: str) -> Callable[[_Check], _Check]:
    """Register how a verb is checked; its options are the model registered with `step_arguments`. The empty verb
    stands for statements on one line."""

    def register(check: _Check) -> _Check:
        _refuse_second("step", verb, _STEPS)
        if verb and verb not in STEP_ARGUMENTS:
            raise BadPlugin(f"The step {verb} has no model of its options: register one with step_arguments")
        _STEPS[verb] = check
        return check

    return register


def mover(name: str) -> Callable[[_Check], _Check]:
    """Register a mover: `f(plan, names)` is given an action and the names of choices that stand in brackets. It gives
    what lists the moves (`rules.plans.Moves`), or a text that says what it needs."""

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


def functions() -> dict[str, Function]:
    """Every function of the expression language by name."""
    load_plugins()
    return _FUNCTIONS


def steps() -> dict[str, CheckStep]:
    """How each verb is checked, by verb."""
    load_plugins()
    return _STEPS


def movers() -> dict[str, Callable[..., Any]]:
    """Every mover by name."""
    load_plugins()
    return _MOVERS


def bots() -> dict[str, Callable[..., Any]]:
    """How to make each bot, by name. The bots of the runtime are here once `runtime.bots` is imported."""
    load_plugins()
    return _BOTS
