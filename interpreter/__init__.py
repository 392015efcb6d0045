"""From a YAML spec to a compiled game. `load` is where to start."""

from interpreter.cache import cache_folder
from interpreter.events import Event
from interpreter.faults import BadAction, Fault, Hidden, NotChosen, Unknowable
from interpreter.game import Game, Outcome, Status, load, loads
from interpreter.rules.encoding import NotAState
from interpreter.rules.explain import Explanation, Part
from interpreter.rules.refusal import Refusal
from interpreter.rules.sampling import View
from interpreter.rules.settings import BadSetting
from interpreter.spec import catalogue
from interpreter.spec.diagnostics import Diagnostic, Diagnostics, SpecError
from interpreter.spec.loader import decode, load_spec, read, schema, validate
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
    "Hidden",
    "NotAState",
    "NotChosen",
    "Outcome",
    "Part",
    "Refusal",
    "SpecError",
    "State",
    "Status",
    "Unknowable",
    "View",
    "cache_folder",
    "catalogue",
    "decode",
    "load",
    "load_spec",
    "loads",
    "read",
    "schema",
    "validate",
]
