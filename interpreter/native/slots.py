"""Actions as machine code stores them: the number of the action, then a slot for each choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from interpreter.language import types
from interpreter.native.structure import Unsupported
from interpreter.state.state import Action

if TYPE_CHECKING:
    from interpreter.rules.plan import ActionPlan

MOST_CHOSEN = 12
"""A list that is chosen may have so many items."""


class Slotted:
    """Where the choices of each action are in its slots. The first slot of a list holds its length."""

    def __init__(self, actions: dict[str, ActionPlan]) -> None:
        self.actions = actions
        self.names = list(actions)
        self.numbers = {name: number for number, name in enumerate(actions)}
        self.slots: dict[str, list[int]] = {}
        self.most = 1
        for name, plan in actions.items():
            taken, found = 0, []
            for choice in plan.choices:
                if choice.fields or choice.form not in ("one", "some", "many"):
                    raise Unsupported("records are chosen in it")
                if choice.form != "one" and choice.high > MOST_CHOSEN:
                    raise Unsupported("long lists are chosen in it")
                kind = choice.variable.type
                if types.can_be_none(kind) and not types.is_reference(kind):
                    raise Unsupported("a number or flag that is chosen in it may be none")
                found.append(taken)
                taken += 1 if choice.form == "one" else 1 + choice.high
            self.slots[name] = found
            self.most = max(self.most, taken)

    def action(self, slots: Sequence[int]) -> Action:
        """An action by its number and slots."""
        if slots[0] == len(self.names):
            return ("stop",)
        name = self.names[slots[0]]
        found: list[Any] = [name]
        for choice, slot in zip(self.actions[name].choices, self.slots[name], strict=True):
            value = slots[1 + slot]
            if choice.form != "one":
                found.append(tuple(slots[2 + slot : 2 + slot + value]))
            elif isinstance(types.strip(choice.variable.type), types.Flag):
                found.append(bool(value))
            else:
                found.append(value)
        return tuple(found)

    def slots_of(self, action: Action) -> list[int]:
        """The number and the slots of an action."""
        slots = [0] * (1 + self.most)
        if action[0] == "stop":
            slots[0] = len(self.names)
            return slots
        slots[0] = self.numbers[action[0]]
        for choice, slot, value in zip(self.actions[action[0]].choices, self.slots[action[0]], action[1:], strict=True):
            if choice.form == "one":
                slots[1 + slot] = int(value)
            else:
                slots[1 + slot] = len(value)
                slots[2 + slot : 2 + slot + len(value)] = list(value)
        return slots
