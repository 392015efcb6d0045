"""Turns: how they begin and end, phases, passing, being stuck, simultaneous choices."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter.faults import Fault
from interpreter.language import kernel
from interpreter.language.terms import column
from interpreter.position import CHOSEN, PASSES, PENDING, PHASE, RESULT, TO_MOVE, TURN_NUMBER, Data, Result
from interpreter.state.state import Event
from interpreter.streams import Unforeseen

if TYPE_CHECKING:
    from interpreter.program.program import Program

Events = list[Event] | None

NO_MOVE, STALLED = -1, -2
MOST_PASSES = 1_000
"""More passes in a row than this are a fault: luck may never free anybody again."""


class Turns:
    """Turn order, after each action of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.players = len(program.schema.players.words)
        self.following = program.following
        self.stuck_rule = program.plan.stuck_rule
        self.begin_steps = program.plan.around_turns("begin")
        self.end_steps = program.plan.around_turns("end")
        histories = (column("history", str(number)) for number in program.plan.histories.values())
        self.histories = tuple(program.layout.fields[name].index for name in histories)

    @cached_property
    def ends_of_turn(self) -> Callable[[Data, int], Result | None] | None:
        """The code that tests the end conditions that count when a turn ends, if some count only then."""
        return self.program.functions.get("ends_of_turn")

    def end_turn(self, data: Data, me: int, again: bool, events: Events) -> Data:
        """End a turn: its last steps, `until` of the phase, who is next; then begin the next turn."""
        data = self._closed(data, me, True, events)
        if data[RESULT] is not None:
            return data
        if data[PHASE]:
            data = self._next_phase(data, me, events)
        player = me if again else self._whose(data, me, self.following[me])
        return self.begin((player, data[TURN_NUMBER] + 1, data[PHASE], None, None, 0, *data[6:]), events)

    def begin(self, data: Data, events: Events) -> Data:
        """Begin the turn of the player to move: its first steps, then whatever happens to a stuck player."""
        data = self._opening(data, events)
        if data[RESULT] is not None or self.program.any_action(data, data[TO_MOVE]):
            return data
        return self.unstick(data, events)

    def begin_given(self, data: Data, events: list[Event]) -> Data:
        """A turn in a position that was given: it begins if there are steps for that, otherwise it is already under
        way."""
        return self.begin(data, events) if self.begin_steps[data[PHASE]] is not None else data

    def _opening(self, data: Data, events: Events) -> Data:
        """A turn after its opening steps."""
        name, player = self.begin_steps[data[PHASE]], data[TO_MOVE]
        if name is None:
            return data
        if events is not None:
            events.append(Event("turn", {"player": player}))
        return self._around(name, data, player, events)

    def _closed(self, data: Data, me: int, acted: bool, events: Events) -> Data:
        """A turn after its closing steps; end conditions that stand on their own are tested once more, with those of
        turns. What was recorded after its last action, if there was one, is recorded again as it is now."""
        name = self.end_steps[data[PHASE]]
        if name is None and self.ends_of_turn is None:
            return data
        if name is not None:
            data = self._around(name, data, me, events)
            if data[RESULT] is not None:
                return data
            if acted and self.histories:
                for index in self.histories:
                    data = _with(data, index, data[index][:-1])
                data = self.program.functions["record"](data, me)
        result = (self.ends_of_turn or self.program.functions["ends"])(data, me)
        return data if result is None else self._ended(data, result, events)

    def _around(self, name: str, data: Data, player: int, events: Events) -> Data:
        """The steps at one end of a turn. A search without luck learns how far the turn got before they drew."""
        try:
            return self.program.between(name, data, player, events)
        except Unforeseen as draw:
            draw.reached = data
            raise

    def _next_phase(self, data: Data, me: int, events: Events) -> Data:
        """The phase after a turn: the next one if `until` holds."""
        phase = data[PHASE]
        plan = self.program.phases[phase - 1]
        if plan.until is not None and self.program.functions[f"until_{phase}"](data, me):
            data = self._begun(_with(data, PHASE, plan.next), me)
            if events is not None:
                events.append(Event("phase", {"name": self.program.phases[data[PHASE] - 1].name}))
        return data

    def _begun(self, data: Data, me: int) -> Data:
        """The phase that begins: phases whose `when` fails are skipped, but not all the way round."""
        for _ in self.program.phases:
            phase = data[PHASE]
            plan = self.program.phases[phase - 1]
            if plan.when is None or self.program.functions[f"when_{phase}"](data, me):
                return data
            data = _with(data, PHASE, plan.next)
        return data

    def _whose(self, data: Data, me: int, usual: int) -> int:
        """Whose turn it is: as the `who` of the phase says, otherwise in the usual order."""
        plan = self.program.phases[data[PHASE] - 1] if data[PHASE] else None
        if plan is not None and plan.who == "player":
            return int(self.program.functions[f"who_{data[PHASE]}"](data, me)) or usual
        if plan is not None and plan.who == "everyone":
            return self.first_to_choose(data)
        return usual

    def unstick(self, data: Data, events: Events) -> Data:
        """What happens while the player to move can do nothing. A round of passes is a deadlock, unless one of its
        turns began with a draw: luck may free somebody. `again` in when_stuck gives the next turn to whoever passes."""
        still = 0
        for _ in range(MOST_PASSES):
            player, again = data[TO_MOVE], False
            if self.program.any_action(data, player):
                return data
            if self.stuck_rule in ("lose", "win", "draw"):
                return self._ended(data, self._no_move(player), events)
            if events is not None:
                events.append(Event("passed", {"player": player}))
            if self.stuck_rule == "steps":
                try:
                    data = self.program.between("when_stuck", data, player, events)
                except Unforeseen:
                    return data  # A search that reckons without luck sees no further.
                if data[RESULT] is not None:
                    return data
                again, data = data[PENDING] is not None, _with(data, PENDING, None)
            data = _with(data, PASSES, data[PASSES] + 1)
            result = self.program.functions["ends"](data, player)
            if result is not None:
                return self._ended(data, result, events)
            passed = data = self._closed(data, player, False, events)
            if data[RESULT] is not None:
                return data
            following = player if again else self._whose(data, player, self.following[player])
            data = (following, data[TURN_NUMBER] + 1, *data[2:])
            begun = self._opening(data, events)
            if begun[RESULT] is not None:
                return begun
            # Others may be free where one has turn after turn.
            still = still + (not again) if self._same_luck(data, begun) else 0
            data = begun
            if still >= self.players:
                if self.program.any_action(data, data[TO_MOVE]):
                    return data
                return self._ended(passed, self._outcome(STALLED, 0, False if self.players == 1 else None), events)
        turns = self.program.spec.turns
        raise Fault(f"{MOST_PASSES:,} turns in a row were passed: nobody can move.", turns.span if turns else None)

    def _same_luck(self, before: Data, after: Data) -> bool:
        """Whether nothing was drawn."""
        return all(before[index] == after[index] for index in self.program.places.streams.values())

    def _no_move(self, player: int) -> Result:
        if self.players == 1:
            return self._outcome(NO_MOVE, 0, {"lose": False, "win": True}.get(self.stuck_rule))
        if self.stuck_rule == "draw":
            return self._outcome(NO_MOVE, 0, None)
        return self._outcome(NO_MOVE, player if self.stuck_rule == "win" else self.following[player], None)

    def _outcome(self, end: int, winner: int, won: bool | None) -> Result:
        """The result of one of the engine's own ends."""
        paid = kernel.usual_payoff(self.players, winner, won) if self.program.schema.pays else None
        return Result(end, winner, won, paid)

    def _ended(self, data: Data, result: Any, events: Events) -> Data:
        if events is not None:
            events.append(Event("ended", {"name": self.program.end_name(result[0])}))
        return _with(data, RESULT, result)

    def recorded(self, data: Data) -> Data:
        """A state in which a game begins, recorded for `seen_before`. Other states are recorded before the turn passes,
        so this one is recorded as if the player before the first had moved."""
        first = data[TO_MOVE]
        before = next((player for player in self.program.order if self.following[player] == first), first)
        return _with(self.program.functions["record"](_with(data, TO_MOVE, before), before), TO_MOVE, first)

    def opened(self, data: Data) -> Data:
        """Who is first, the first phase that applies, and whose turn that makes it."""
        if self.program.plan.first is not None:
            usual = data[TO_MOVE]
            data = _with(data, TO_MOVE, int(self.program.functions["first"](data, usual)) or usual)
        data = self._begun(data, data[TO_MOVE])
        return _with(data, TO_MOVE, self._whose(data, data[TO_MOVE], data[TO_MOVE]))

    def start(self, data: Data, events: Events) -> Data:
        """The game after setup: decide who is first, record the state, test the end conditions and begin the first
        turn."""
        data = self.recorded(self.opened(data))
        if self.program.remembers:
            data = self.program.remember(data)
        result = self.program.functions["ends"](data, data[TO_MOVE])
        if result is not None:
            return self._ended(data, result, events)
        return self.begin(data, events)

    def stop(self, data: Data, events: Events) -> Data:
        """End a turn that might have gone on."""
        return self.end_turn(_with(data, PENDING, None), data[TO_MOVE], False, events)

    # Simultaneous choices

    def first_to_choose(self, data: Data) -> int:
        """The next player, in a phase for everyone, who has not chosen and can."""
        chosen = data[self.program.layout.fields[CHOSEN].index]
        for player in self.program.order:
            if chosen[player] is None and self.program.any_action(data, player):
                return player
        return self.program.order[0]

    def choose(self, data: Data, action: tuple[Any, ...], events: Events) -> Data:
        """Store a player's action unseen; when all have chosen, take the actions in turn order, then whatever
        follows."""
        index = self.program.layout.fields[CHOSEN].index
        chosen = list(data[index])
        chosen[data[TO_MOVE]] = action
        data = (*data[:index], tuple(chosen), *data[index + 1 :])
        waiting = [
            player for player in self.program.order if chosen[player] is None and self.program.any_action(data, player)
        ]
        if waiting:
            return _with(data, TO_MOVE, waiting[0])
        return self._reveal(data, chosen, index, events)

    def _reveal(self, data: Data, chosen: list[Any], index: int, events: Events) -> Data:
        phase, number = data[PHASE], data[TURN_NUMBER]
        last = self.program.order[0]
        data = (*data[:index], (None,) * len(chosen), *data[index + 1 :])
        for player in self.program.order:
            action = chosen[player]
            if action is None or self.program.full()[f"check_{action[0]}"](data, player, *action[1:]) is not None:
                continue
            data = self.program.effects(data, player, action, events)
            last = player
            if data[RESULT] is not None:
                return data
        if f"after_{phase}" in self.program.plan.between:
            data = self.program.between(f"after_{phase}", data, last, events)
            if data[RESULT] is not None:
                return data
            result = self.program.functions["ends"](data, last)
            if result is not None:
                return self._ended(data, result, events)
        data = (last, number, phase, None, None, 0, *data[6:])
        return self.end_turn(data, last, False, events)


def _with(data: Data, index: int, value: Any) -> Data:
    return (*data[:index], value, *data[index + 1 :])
