"""The end of a turn: phases, passing, being stuck, simultaneous choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.position import CHOSEN, PASSES, PENDING, PHASE, RESULT, TO_MOVE, TURN_NUMBER, Data
from interpreter.state.state import Event
from interpreter.streams import Unforeseen

if TYPE_CHECKING:
    from interpreter.program.program import Program

Events = list[Event] | None

NO_MOVE, STALLED = -1, -2


class Turns:
    """Whose turn it is, after each action of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.players = len(program.schema.players.words)
        self.following = program.following
        self.stuck_rule = program.plan.stuck_rule

    def end_turn(self, data: Data, me: int, again: bool, events: Events) -> Data:
        """End a turn in a game with phases: test `until`, find who is next."""
        phase = data[PHASE]
        plan = self.program.phases[phase - 1]
        if plan.until is not None and self.program.functions[f"until_{phase}"](data, me):
            data = self._begun(_with(data, PHASE, plan.next), me)
            if events is not None:
                events.append(Event("phase", {"name": self.program.phases[data[PHASE] - 1].name}))
        player = me if again else self._whose(data, me, self.following[me])
        data = (player, data[TURN_NUMBER] + 1, data[PHASE], None, None, 0, *data[6:])
        return data if self.program.any_action(data, player) else self.unstick(data, events)

    def _begun(self, data: Data, me: int) -> Data:
        """The phase that begins: those whose `when` fails are left out, but not all in a circle."""
        for _ in self.program.phases:
            phase = data[PHASE]
            plan = self.program.phases[phase - 1]
            if plan.when is None or self.program.functions[f"when_{phase}"](data, me):
                return data
            data = _with(data, PHASE, plan.next)
        return data

    def _whose(self, data: Data, me: int, usual: int) -> int:
        """Whose turn it is: as the `who` of the phase says, else whose it usually is."""
        plan = self.program.phases[data[PHASE] - 1] if data[PHASE] else None
        if plan is not None and plan.who == "player":
            return int(self.program.functions[f"who_{data[PHASE]}"](data, me)) or usual
        if plan is not None and plan.who == "everyone":
            return self.first_to_choose(data)
        return usual

    def unstick(self, data: Data, events: Events) -> Data:
        """What happens while the player to move can do nothing: at most twice round."""
        for _ in range(2 * self.players):
            player = data[TO_MOVE]
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
            data = _with(data, PASSES, data[PASSES] + 1)
            result = self.program.functions["ends"](data, player)
            if result is not None:
                return self._ended(data, result, events)
            if data[PASSES] >= self.players:
                break
            data = (self._whose(data, player, self.following[player]), data[TURN_NUMBER] + 1, *data[2:])
        if self.program.any_action(data, self.following[data[TO_MOVE]]):
            return (self.following[data[TO_MOVE]], data[TURN_NUMBER] + 1, *data[2:])
        return self._ended(data, (STALLED, 0, False if self.players == 1 else None), events)

    def _no_move(self, player: int) -> tuple[int, int, bool | None]:
        if self.players == 1:
            return NO_MOVE, 0, {"lose": False, "win": True}.get(self.stuck_rule)
        if self.stuck_rule == "draw":
            return NO_MOVE, 0, None
        return NO_MOVE, player if self.stuck_rule == "win" else self.following[player], None

    def _ended(self, data: Data, result: Any, events: Events) -> Data:
        if events is not None:
            events.append(Event("ended", {"name": self.program.end_name(result[0])}))
        return _with(data, RESULT, result)

    def recorded(self, data: Data) -> Data:
        """A state in which a game begins, recorded for `seen_before`. Others are recorded before the turn passes on, so
        this one is as if the player before the first had moved."""
        first = data[TO_MOVE]
        before = next((player for player in self.program.order if self.following[player] == first), first)
        return _with(self.program.functions["record"](_with(data, TO_MOVE, before), before), TO_MOVE, first)

    def opened(self, data: Data) -> Data:
        """The first phase that counts, and whose turn it is by it."""
        data = self._begun(data, data[TO_MOVE])
        return _with(data, TO_MOVE, self._whose(data, data[TO_MOVE], data[TO_MOVE]))

    def start(self, data: Data, events: Events) -> Data:
        """After setup: who begins, by the first phase that counts; the state is recorded, end conditions are tested, a
        stuck first player is dealt with."""
        data = self.recorded(self.opened(data))
        if self.program.remembers:
            data = self.program.remember(data)
        result = self.program.functions["ends"](data, data[TO_MOVE])
        if result is not None:
            return self._ended(data, result, events)
        return self.unstick(data, events)

    def stop(self, data: Data, events: Events) -> Data:
        """End a turn that might have gone on."""
        me = data[TO_MOVE]
        if self.program.phases:
            return self.end_turn(_with(data, PENDING, None), me, False, events)
        data = (self.following[me], data[TURN_NUMBER] + 1, 0, None, None, 0, *data[6:])
        return data if self.program.any_action(data, data[TO_MOVE]) else self.unstick(data, events)

    # Simultaneous choices

    def first_to_choose(self, data: Data) -> int:
        """In a phase for everyone: the next player who has not chosen and can."""
        chosen = data[self.program.layout.fields[CHOSEN].index]
        for player in self.program.order:
            if chosen[player] is None and self.program.any_action(data, player):
                return player
        return self.program.order[0]

    def choose(self, data: Data, action: tuple[Any, ...], events: Events) -> Data:
        """Keep a player's action unseen; when all have chosen, do them in turn order, then what comes after."""
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
        plan = self.program.phases[phase - 1]
        if plan.after:
            data = self.program.between(f"after_{phase}", data, last, events)
            result = self.program.functions["ends"](data, last)
            if result is not None:
                return self._ended(data, result, events)
        data = (last, number, phase, None, None, 0, *data[6:])
        return self.end_turn(data, last, False, events)


def _with(data: Data, index: int, value: Any) -> Data:
    return (*data[:index], value, *data[index + 1 :])
