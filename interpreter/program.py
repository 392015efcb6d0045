"""What a compiled game offers to those who choose moves in it: the program, its checked actions, and how moves are
written, refused and told apart."""

from interpreter.lexicon import EVERY_WORD, Vocabulary
from interpreter.lexicon.lexicon import VOCABULARIES
from interpreter.rules.actions import RESERVED_REFUSALS
from interpreter.rules.computer_plan import Considered, Evaluate, Groups, Measure, RankKey, Rule, RulePlan, Worth
from interpreter.rules.ends import ENGINE_ENDS, asks_for_end
from interpreter.rules.keys import key_function
from interpreter.rules.legality import is_unique
from interpreter.rules.notation import END_OF_LIST, Notation
from interpreter.rules.plans import ActionPlan, CheckPlan, ChoicePlan, FieldPlan
from interpreter.rules.program import Program
from interpreter.rules.refusal import bindings, may_be_tried, refuse
from interpreter.rules.sampling import sample_world
from interpreter.rules.settings import Chosen
from interpreter.rules.tables import table_files
from interpreter.rules.turns import NO_MOVE, STALLED

__all__ = [
    "END_OF_LIST",
    "ENGINE_ENDS",
    "EVERY_WORD",
    "NO_MOVE",
    "RESERVED_REFUSALS",
    "STALLED",
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
    "is_unique",
    "key_function",
    "may_be_tried",
    "refuse",
    "sample_world",
    "table_files",
]
