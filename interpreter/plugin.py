"""Everything a plugin imports: the decorators that add functions, steps, movers and bots to the language, and the types
that these use. The lists of everything registered are here too."""

from interpreter.advice.values import remedy
from interpreter.code.lowering import Lowering
from interpreter.game import Game
from interpreter.language import terms
from interpreter.language.scope import Schema, Scope
from interpreter.language.terms import FunctionCall
from interpreter.language.types import ANY_BOARD, BoardSites, Listing, Site, named
from interpreter.library.steps.step import Step, StepChecker
from interpreter.position import mover_of, result_of
from interpreter.program.program import Program
from interpreter.program.view import View
from interpreter.registry import Function, bot, bots, function, functions, mover, movers, step, steps
from interpreter.rules.plan import ActionPlan
from interpreter.spec.section import Expression, Name
from interpreter.spec.step_model import StepArguments, step_arguments
from interpreter.spec.suggest import suggestion
from interpreter.state.layout import Layout
from interpreter.state.state import BUILT_IN, Action
from interpreter.streams import shuffled

__all__ = [
    "ANY_BOARD",
    "BUILT_IN",
    "Action",
    "ActionPlan",
    "BoardSites",
    "Expression",
    "Function",
    "FunctionCall",
    "Game",
    "Layout",
    "Listing",
    "Lowering",
    "Name",
    "Program",
    "Schema",
    "Scope",
    "Site",
    "Step",
    "StepArguments",
    "StepChecker",
    "View",
    "bot",
    "bots",
    "function",
    "functions",
    "mover",
    "mover_of",
    "movers",
    "named",
    "remedy",
    "result_of",
    "shuffled",
    "step",
    "step_arguments",
    "steps",
    "suggestion",
    "terms",
]
