"""What a hand does, turned into what is chosen: clicks, drags, keys, buttons and menus, without any drawing.

Which action a gesture means:
- An action that was named by its button is meant until it is done or given up (Escape).
- What is begun goes on if it can: the next choice of the same action, or of another action that the same clicks could
  have begun. A click on what is chosen takes it back; a click on something else that can begin a move begins that,
  but for a list that is growing, which is not thrown away.
- Of several actions that a gesture could begin, the legal ones come first, then the one that it completes, then the
  first in the spec. `gesture: click` keeps an action from drags and `gesture: drag` from clicks, unless nothing else
  fits. `gesture: right_click` keeps it from both: only the right button, Shift with Enter or its own button begin it.
- A gesture that completes an action gives it even if it is not legal: doing it tells the player why.
- What is put at the edge of a board and goes on from there may be put by a click anywhere in its row or column.
- A letter answers the question that is open. Where a list of lettered things is chosen it picks the next of them.
"""

from runtime.gestures.hand import (
    KEYS,
    Button,
    Click,
    Drag,
    Gesture,
    Key,
    Pick,
    Playing,
    Pressed,
    RightClick,
    value_at,
)
from runtime.gestures.letters import takes_letters
from runtime.gestures.places import busiest_places
from runtime.gestures.pressing import press, targets

__all__ = [
    "KEYS",
    "Button",
    "Click",
    "Drag",
    "Gesture",
    "Key",
    "Pick",
    "Playing",
    "Pressed",
    "RightClick",
    "busiest_places",
    "press",
    "takes_letters",
    "targets",
    "value_at",
]
