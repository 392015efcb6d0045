"""What a plugin imports: the decorators that add functions, steps, movers and bots to the language, and what these are
made of. The lists of all that is registered are here too."""

from interpreter.advice.values import remedy
from interpreter.events import BUILT_IN
from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.scope import Schema, Scope
from interpreter.expr.terms import FunctionCall
from interpreter.expr.types import ANY_BOARD, BoardSites, Listing, Site, named
from interpreter.game import Game
from interpreter.layout import Layout
from interpreter.position import mover_of, result_of
from interpreter.registry import bot, bots, function, functions, mover, movers, step, steps
from interpreter.rules.plans import ActionPlan
from interpreter.rules.program import Program
from interpreter.rules.sampling import View
from interpreter.signatures import Function
from interpreter.spec.section import Expression, Name
from interpreter.spec.steps import StepArguments, step_arguments
from interpreter.spec.suggest import suggestion
from interpreter.state import Action
from interpreter.steps.base import Step, StepChecker
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
