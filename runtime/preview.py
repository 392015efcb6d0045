"""The position that an action would lead to, as far as its player can know beforehand."""

from __future__ import annotations

from interpreter import Action, Game, State
from runtime.draft import Draft
from runtime.gestures import Gesture, Playing, press


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
    reached = view.state.after(foreseen.events)
    return reached if reached != view.state else None
