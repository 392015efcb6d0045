"""Plans of texts about events, on cards and in lessons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.language import types

if TYPE_CHECKING:
    from interpreter.rules.view_plan import Expression, TextPlan


@dataclass(frozen=True, slots=True)
class EventPlan:
    """The text or value shown for an event, which is `it`; `kind` has the types of its fields."""

    kind: types.Record
    text: TextPlan | None = None
    value: Expression | None = None


@dataclass(frozen=True, slots=True)
class CallOutPlan:
    """What is called out when an event, which is `it`, happens; `when` is None if it always is. Without `at` it appears
    where the event is, or where something has gone."""

    kind: types.Record
    when: Expression | None
    say: TextPlan
    at: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """A column of the scores."""

    title: TextPlan | None
    line: EventPlan
    total: Expression | None


@dataclass(frozen=True, slots=True)
class CardPlan:
    """A card in front of the board."""

    title: TextPlan | None = None
    text: TextPlan | None = None
    button: TextPlan | None = None
    columns: tuple[ColumnPlan, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultPlan:
    """The card at the end, with a text for each way in which a game can end."""

    title: TextPlan | None = None
    win: TextPlan | None = None
    lose: TextPlan | None = None
    draw: TextPlan | None = None
    over: TextPlan | None = None


@dataclass(frozen=True, slots=True)
class LessonPlan:
    """The texts of a lesson, what is highlighted, and which actions or choices count."""

    say: TextPlan
    nudge: TextPlan | None
    show: tuple[Expression, ...]
    only: Expression | None


NO_CARD = CardPlan()
NO_RESULT = ResultPlan()
