"""What `view` shows to players: its plan, checked and compiled, and its values at one moment."""

from interpreter.program.view_values import ANY_NUMBER, NO_LOOK, Key, Left, ViewValues
from interpreter.rules.pencil import PencilPlan
from interpreter.rules.telling_plan import NO_CARD, CardPlan, ColumnPlan, EventPlan, LessonPlan
from interpreter.rules.view_plan import (
    Aspect,
    BoardPlan,
    Expression,
    LookPlan,
    LooksPlan,
    TextPlan,
    ViewPlan,
    ZonePlan,
)

__all__ = [
    "ANY_NUMBER",
    "NO_CARD",
    "NO_LOOK",
    "Aspect",
    "BoardPlan",
    "CardPlan",
    "ColumnPlan",
    "EventPlan",
    "Expression",
    "Key",
    "Left",
    "LessonPlan",
    "LookPlan",
    "LooksPlan",
    "PencilPlan",
    "TextPlan",
    "ViewPlan",
    "ViewValues",
    "ZonePlan",
]
