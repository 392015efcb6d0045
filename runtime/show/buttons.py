"""Buttons and menus: which there are, their texts, and why one is disabled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from interpreter import Abandoned, Action, Fault, Game, State
from interpreter.expressions import Letter, Piece, Schema, Site, Type, Words, fill_template, in_words, named, strip
from interpreter.position import Pending, from_state
from interpreter.program import ActionPlan, ChoicePlan, Program
from interpreter.spec.model import BUTTONS
from interpreter.spec.nodes import Scalar
from interpreter.views import NO_CARD
from runtime.session import draft as drafts
from runtime.session.choice import UNKNOWABLE, Choosing
from runtime.session.daily import has_daily
from runtime.session.draft import Draft
from runtime.session.hand import is_pointed_at, is_submitted, needs_naming
from runtime.session.session import limits_of
from runtime.show.boards import board_title
from runtime.show.shown import Shown
from runtime.show.values import ButtonShown, Question, plain_name

TITLES = {
    "daily": "Daily game", "life": "Use a life", "settings": "Game settings", "share": "Copy result",
    "stop": "End turn",
}  # fmt: skip
"""What buttons say that are called otherwise than their names."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a session allows: whether it can undo, redo, restart or give a hint, and what gets around an end."""

    begun: bool = True
    why_no_undo: str = "There is nothing to undo."
    why_no_hint: str = ""
    can_redo: bool = False
    recovery: tuple[str, ...] = ()


class Buttons:
    """The buttons of one moment. `acting`: the viewer is a person whose turn it is."""

    def __init__(self, shown: Shown, game: Game, state: State, allowed: Allowed, acting: bool) -> None:
        self.acting = acting
        self.shown = shown
        self.game = game
        self.state = state
        self.allowed = allowed
        self.program: Program = state.program

    def bar(self) -> tuple[ButtonShown, ...]:
        """The buttons beside the board: those of the spec, or every action without a place on the board and the usual
        help; the button that ends a turn that could go on is always included, and so is redo beside undo.

        They keep their places as long as a phase lasts: a button that cannot be pressed now is disabled, but there.
        """
        spec = self.shown.spec
        written = spec.buttons if spec is not None else None
        names = [str(name) for name in written] if written is not None else self._usual()
        pending = self.state.pending if not self.shown.over else None
        stop = ["stop"] if self.program.may_stop else []
        going_on = self._going_on(pending) if pending is not None else []
        if "undo" in names and "redo" not in names and limits_of(self.program).undo != 0:
            names.insert(names.index("undo") + 1, "redo")
        if self.shown.over and not self.allowed.recovery and "new_game" not in names:
            # Nobody needs a hint at the end.
            place = names.index("hint") if "hint" in names else len(names)
            names[place : place + 1] = ["new_game"]
        past = self._past()
        return self.named([*going_on, *stop, *(name for name in names if name not in past)])

    def _going_on(self, pending: Pending) -> list[str]:
        """The actions with which only a button can continue a turn: they leave nothing to choose or, beside others,
        something that is not pointed at."""
        found = []
        for name in (way.action for way in pending.ways if way.action in self.program.actions):
            choice = drafts.choice_of(self.state, drafts.start(self.state, name))
            pointed = choice is not None and is_pointed_at(choice) and choice.form == "one"
            if choice is None or (len(pending.ways) > 1 and not pointed):
                found.append(name)
        return found

    def _past(self) -> set[str]:
        """The actions of phases that the game cannot return to."""
        phases, number = self.program.phases, self.state.phase
        coming: set[str] = set()
        seen: set[int] = set()
        while number and number not in seen:
            seen.add(number)
            coming |= set(phases[number - 1].actions)
            number = phases[number - 1].next or 0
        return {name for phase in phases for name in phase.actions} - coming if seen else set()

    def menu(self) -> tuple[ButtonShown, ...]:
        """The entries of the menu: those of the spec, or the default ones."""
        spec = self.shown.spec
        if spec is not None and spec.menu is not None:
            return self.named(str(name) for name in spec.menu)
        names = ["rules", "tutorial", "new_game"]
        names += ["settings"] if self.program.spec.settings else []
        names += ["daily"] if has_daily(self.program.spec) else []
        names += ["scores"] if spec is not None and spec.overlays is not None and spec.overlays.scores else []
        return self.named(names)

    def named(self, names: Iterable[str]) -> tuple[ButtonShown, ...]:
        """Buttons by their names; those that are not part of this game are left out."""
        found = []
        for name in dict.fromkeys(names):
            if name == "stop" or name in self.program.actions:
                found.append(self.action(name))
            elif name in self._lacking:
                continue
            elif name in BUTTONS or name == "life":
                found.append(self.command(name))
        return tuple(found)

    @property
    def _lacking(self) -> list[str]:
        """The buttons that have no meaning in this game."""
        spec = self.program.spec
        lessons = ["tutorial"] if spec.tutorial is None else []
        return lessons if has_daily(spec) else [*lessons, "daily"]

    def _usual(self) -> list[str]:
        found = [name for name, plan in self.program.actions.items() if self.wants_button(plan)]
        limits = limits_of(self.program)
        undo = ["undo"] if limits.undo != 0 else []
        hint = ["hint"] if limits.hints != 0 else []
        return [*found, *undo, *hint, "restart"]

    # Actions

    def wants_button(self, plan: ActionPlan) -> bool:
        """Whether an action cannot be taken by pointing alone: nothing is chosen, a list must be submitted, the first
        choice is made from a menu, or another action takes whatever is pointed at."""
        if plan.spec.follows is not None:
            return False
        return not plan.choices or plan.choices[-1].form != "one" or needs_naming(self.program, plan)

    def action(self, name: str) -> ButtonShown:
        """The button of an action."""
        try:
            why = self._why_not(name)
        except Abandoned as fault:
            # Whoever presses it is told again.
            self.program.tell_later(fault)
            why = ""
        draft = self.shown.draft
        plan = self.program.actions.get(name)
        spec = plan.spec if plan is not None else None
        title = self._text(spec.title) if spec is not None and spec.title is not None else usual_title(name)
        confirm = self._text(spec.confirm) if spec is not None and spec.confirm is not None else ""
        armed = draft.action == name and (draft.armed or not draft.empty)
        return ButtonShown(name, title, not why, why, True, armed, confirm=confirm)

    def _text(self, template: Scalar) -> str:
        try:
            return self.program.say(template, self.shown.view.data, self.shown.view.viewer)
        except Fault as fault:
            self.program.tell_later(fault)
            return ""

    def _why_not(self, name: str) -> str:
        """Why an action cannot be taken now, in the words of its refusal; empty if it can."""
        if self.shown.over:
            return "The game is over."
        if not self.acting:
            return "It is not your turn."
        if name == "stop":
            pending = self.state.pending
            if pending is None:
                return "Make a move first."
            return "" if pending.may_stop else "This turn must go on."
        plan = self.program.actions[name]
        if not plan.choices:
            return self._refused((name,), plan)
        barred = Choosing(self.game, self.state, name).barred()
        if barred is not None:
            return barred.text
        draft = self.shown.draft
        begun = draft.action == name and (
            draft.items or draft.parts or draft.values != drafts.start(self.state, name).values
        )
        return self._why_not_done(plan) if begun else self._why_not_begun(plan)

    def _why_not_done(self, plan: ActionPlan) -> str:
        """Why the half-chosen action cannot be submitted."""
        draft = drafts.put_down(self.state, self.shown.draft)
        if drafts.ready(self.state, draft):
            return self._refused(drafts.submit(self.state, draft), plan)
        last = drafts.choice_of(self.state, draft)
        if draft.parts or last is not plan.choices[-1] or last.form == "one":
            return "Something is not chosen yet."
        return self._refused((plan.name, *draft.values, draft.items), plan)

    def _why_not_begun(self, plan: ActionPlan) -> str:
        """Why an action cannot be begun with its button: nothing can be chosen, or it is begun by pointing."""
        start = drafts.start(self.state, plan.name)
        values = drafts.candidates(self.game, self.state, start)
        if not any(values.values()):
            return "There is nothing to choose for it."
        if is_submitted(self.program, plan):
            choice = plan.choices[-1]
            return f"{_first_of(choice, self._board_of(choice, values.get(choice.name, ())))} first."
        return ""

    def _board_of(self, choice: ChoicePlan, values: Iterable[int]) -> str:
        """The board with all sites to choose from, by its title if there are several boards."""
        topology = self.program.schema.topology
        is_site = not choice.fields and isinstance(strip(choice.item.type), Site)
        found = {topology.board_of[site] for site in values} if is_site else set()
        if len(topology.boards) < 2 or len(found) != 1:
            return "the board"
        instance = list(topology.boards)[found.pop() - 1]
        name = next(name for name, board in self.program.schema.boards.items() if instance in board.instances)
        return f"‘{board_title(self.shown, name, instance)}’"

    def _refused(self, action: Action, plan: ActionPlan) -> str:
        """The refusal of an action; if it depends on something hidden, only what the player knows is said before it is
        tried."""
        choosing = Choosing(self.game, self.state, plan.name)
        hides = choosing.tells_hidden()
        refusal = choosing.known_refusal(action[1:]) if hides else self.game.check(self.state, action)
        return refusal.text if refusal is not None else ""

    # What every game has

    def command(self, name: str) -> ButtonShown:
        """A button that every game has."""
        undos, hints, lives = self.shown.left
        why, left = "", None
        match name:
            case "undo":
                why, left = self.allowed.why_no_undo, undos
            case "redo":
                why = "" if self.allowed.can_redo else "There is nothing to redo."
            case "hint":
                why, left = self._why_no_hint(), hints
            case "clear":
                why = "Nothing is chosen." if self.shown.draft.empty else ""
            case "restart":
                why = "" if self.allowed.begun else "The game has only just begun."
            case "life":
                why, left = "" if "life" in self.allowed.recovery else "You have no lives left.", lives
        title = self._title_of_scores() if name == "scores" else usual_title(name)
        return ButtonShown(name, title, not why, why, left=left)

    def _title_of_scores(self) -> str:
        """The title of the scores card, which the button opens."""
        title = self.shown.plan.cards.get("scores", NO_CARD).title
        return self.shown.text(title) if title is not None else usual_title("scores")

    def _why_no_hint(self) -> str:
        # Where undo leads back from an end, a hint says so.
        recoverable = "undo" in self.allowed.recovery
        if self.shown.over and not recoverable:
            return "The game is over."
        if not self.acting and not recoverable:
            return "It is not your turn."
        return self.allowed.why_no_hint


def _first_of(choice: ChoicePlan, board: str) -> str:
    """How to begin a list by hand: place a piece on a board, or choose a piece or a place on it."""
    kinds = [strip(part.variable.type) for part in choice.fields] or [strip(choice.item.type)]
    piece = next((named(kind).replace("_", " ") for kind in kinds if isinstance(kind, Piece)), None)
    if any(isinstance(kind, Site) for kind in kinds):
        return f"Choose a place on {board}" if piece is None else f"Place {piece} on {board}"
    return f"Choose {piece or 'something'}"


def usual_title(name: str) -> str:
    """The text of a button if its spec gives none."""
    return TITLES.get(name) or plain_name(name)


def question(game: Game, state: State, draft: Draft) -> Question | None:
    """The first open choice that cannot be made by pointing."""
    if draft.action is None:
        return None
    schema = state.program.schema
    for slot, values in drafts.questions(game, state, draft).items():
        kind = strip(drafts.slots(state, draft)[slot])
        options = tuple((value, answer_text(value, kind, schema)) for value in values)
        return Question(slot, _title(game, state, draft, slot), options)
    return None


def answer_text(value: Any, kind: Type, schema: Schema) -> str:
    """The text on the button of an answer."""
    text = in_words(from_state(value, kind), kind, schema)
    if isinstance(kind, Letter):
        return text.upper()
    return plain_name(text) if isinstance(kind, Words) and kind != schema.players else text


def _title(game: Game, state: State, draft: Draft, slot: str) -> str:
    """The title above the answers: as the spec says, or the name of the slot; for a plain letter, the action's
    title."""
    choosing, choice = Choosing(game, state, draft.action or ""), drafts.choice_of(state, draft)
    action = choosing.plan.spec
    parts = {str(name): part.title for each in action.choose.values() for name, part in (each.of or {}).items()}
    titles = {str(name): each.title for name, each in action.choose.items()} | parts
    given, scope = titles.get(slot), choosing.plan.scope
    if given is None and len(slot) == 1:
        given = action.title
    if given is None or scope is None or choice is None:
        return plain_name(slot)
    try:
        return fill_template(given, scope, choosing.world, choosing.names(draft.values), state.program)
    except UNKNOWABLE:
        return plain_name(slot)
