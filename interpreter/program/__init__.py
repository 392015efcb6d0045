"""What a compiled game offers to players and bots: the program, its checked actions, and how moves are written, refused
and told apart."""

from interpreter.advice.names import on_several_boards
from interpreter.program.answers import completed, is_asked
from interpreter.program.computer_plan import (
    STOP,
    Considered,
    Evaluate,
    Groups,
    Measure,
    RankKey,
    Rule,
    RulePlan,
    Worth,
)
from interpreter.program.encoding import key_function
from interpreter.program.expense import costliest, sampled
from interpreter.program.legality import is_unique
from interpreter.program.notation import END_OF_LIST, Notation
from interpreter.program.program import Program
from interpreter.program.refusal import bindings, elsewhere, may_be_tried, refuse
from interpreter.program.turns import NO_MOVE, STALLED
from interpreter.program.unknowns import rolled, unknowns_of
from interpreter.program.view import sample_world
from interpreter.rules.actions import ENGINE_ENDS, RESERVED_REFUSALS, asks_for_end
from interpreter.rules.plan import ActionPlan, CheckPlan, ChoicePlan, FieldPlan
from interpreter.rules.settings import Chosen
from interpreter.rules.tables import table_files
from interpreter.words import EVERY_WORD, Vocabulary
from interpreter.words.lexicon import VOCABULARIES

__all__ = [
    "END_OF_LIST",
    "ENGINE_ENDS",
    "EVERY_WORD",
    "NO_MOVE",
    "RESERVED_REFUSALS",
    "STALLED",
    "STOP",
    "VOCABULARIES",
    "ActionPlan",
    "CheckPlan",
    "ChoicePlan",
    "Chosen",
    "Considered",
    "Evaluate",
    "FieldPlan",
    "Groups",
    "Measure",
    "Notation",
    "Program",
    "RankKey",
    "Rule",
    "RulePlan",
    "Vocabulary",
    "Worth",
    "asks_for_end",
    "bindings",
    "completed",
    "costliest",
    "elsewhere",
    "is_asked",
    "is_unique",
    "key_function",
    "may_be_tried",
    "on_several_boards",
    "refuse",
    "rolled",
    "sample_world",
    "sampled",
    "table_files",
    "unknowns_of",
]
