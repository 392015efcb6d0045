"""Actions that nobody would try: only the types of their values fit."""

from random import Random
from typing import Any

from interpreter import Action, State
from interpreter.expressions import Flag, Letter, Listing, Maybe, Number, Piece, Record, Site, Text, Type, Words, strip


def random_value(kind: Type, state: State, random: Random) -> Any:
    """Any value of a choice’s type, whether it makes sense or not."""
    schema, inner = state.program.schema, strip(kind)
    if isinstance(kind, Maybe) and random.random() < 0.2:
        return None
    match inner:
        case Site():
            return random.randint(1, schema.topology.count)
        case Words():
            return random.randint(1, len(inner.words))
        case Piece():
            column = state.data[state.program.layout.fields[f"{inner.kind}.site"].index]
            return random.randint(1, max(1, len(column) - 1))
        case Number():
            if inner.low is not None and inner.high is not None:
                return random.randint(inner.low - 1, inner.high + 1)
            return random.randint(-2, 12)
        case Flag():
            return random.random() < 0.5
        case Letter():
            return random.choice("aetz*")
        case Text():
            return random.choice(["cat", "xyzzy", "", "a"])
        case Listing():
            return tuple(random_value(inner.item, state, random) for _ in range(random.randint(0, 4)))
        case Record():
            return tuple(random_value(field, state, random) for _, field in inner.fields)
    raise AssertionError(kind)


def random_action(state: State, random: Random) -> Action:
    """An action whose values have the right types, and nothing more."""
    plan = random.choice(list(state.program.actions.values()))
    return (plan.name, *(random_value(choice.variable.type, state, random) for choice in plan.choices))
