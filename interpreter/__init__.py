"""From a YAML spec to a compiled game. `load` is where to start."""

from interpreter.cache import cache_folder, is_private, keep, kept
from interpreter.faults import Abandoned, BadAction, Fault, Hidden, NotChosen, Unknowable
from interpreter.files import RefusedFile, is_plain, lock, place, read_file, require_plain, sweep, sync_folder
from interpreter.game import Game, Outcome, Status, load, loads
from interpreter.program.encoding import NotAState
from interpreter.program.refusal import Explanation, Part, Refusal
from interpreter.program.view import View
from interpreter.program.watch import limited, watched
from interpreter.rules.settings import BadSetting
from interpreter.spec import catalogue
from interpreter.spec.diagnostics import Diagnostic, Diagnostics, SpecError
from interpreter.spec.loader import decode, load_equivalents, load_spec, read, schema, validate
from interpreter.spec.luck import has_luck
from interpreter.state.state import Action, Event, State

__all__ = [
    "Abandoned",
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
    "RefusedFile",
    "SpecError",
    "State",
    "Status",
    "Unknowable",
    "View",
    "cache_folder",
    "catalogue",
    "decode",
    "has_luck",
    "is_plain",
    "is_private",
    "keep",
    "kept",
    "limited",
    "load",
    "load_equivalents",
    "load_spec",
    "loads",
    "lock",
    "place",
    "read",
    "read_file",
    "require_plain",
    "schema",
    "sweep",
    "sync_folder",
    "validate",
    "watched",
]
