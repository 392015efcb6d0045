"""The position that an action would lead to, as far as its player can know beforehand."""

from __future__ import annotations

from interpreter import Action, Fault, Game, State, Unknowable
from runtime.draft import Draft
from runtime.gestures import Gesture, Playing, press
from runtime.reenactment import Reenactment


def previewed(table: Playing, draft: Draft, gesture: Gesture, player: str | int) -> State | None:
    """What the spec shows of the move that a gesture would make now; None if there is nothing to show."""
    game, state = table.game, table.state
    assist = game.spec.assist
    if assist is None or not assist.preview:
        return None
    action = press(table, draft, gesture).action
    if action is None or action[0] not in map(str, assist.preview) or game.check(state, action) is not None:
        return None
    return shown_before(game, state, player, action)


def shown_before(game: Game, state: State, player: str | int, action: Action) -> State | None:
    """What the board would look like before the first random draw; None if there is nothing to show."""
    view = game.view(state, player)
    foreseen = game.preview(view, action)
    if foreseen is None:
        return None
    if foreseen.state is not None:
        return foreseen.state
    following = Reenactment(view.state, foreseen.events, view.state)
    try:
        for index, event in enumerate(foreseen.events):
            if event.name == "created":
                # What a new piece is like cannot be told from its event.
                break
            following.follow(index)
            if not following.certain:
                break
    except (Fault, Unknowable):
        return None
    return following.state if following.state.data != view.data else None
