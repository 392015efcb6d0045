"""From a YAML spec to a compiled game. `load` is where to start."""

from interpreter.events import Event
from interpreter.faults import BadAction, Fault
from interpreter.game import Game, Outcome, Status, load, loads
from interpreter.rules.explain import Explanation
from interpreter.rules.refusal import Refusal
from interpreter.rules.sampling import View
from interpreter.rules.settings import BadSetting
from interpreter.spec.diagnostics import Diagnostic, Diagnostics, SpecError
from interpreter.state import Action, State

__all__ = [
    "Action",
    "BadAction",
    "BadSetting",
    "Diagnostic",
    "Diagnostics",
    "Event",
    "Explanation",
    "Fault",
    "Game",
    "Outcome",
    "Refusal",
    "SpecError",
    "State",
    "Status",
    "View",
    "load",
    "loads",
]
