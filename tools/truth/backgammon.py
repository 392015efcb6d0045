"""Backgammon: an action of OpenSpiel is two steps of men, and doubles are two actions of the same player.

For doubles, OpenSpiel requires as many steps as possible in each half separately. Turns that it makes shorter than
others are left out here, as the rules consider all four steps.
"""

from typing import Any

from tools.truth.source import Drawn, Source, Ways

PASS = -1
LANE = tuple("mlkjihfedcba")
POINTS = tuple(f"{column}2" for column in LANE) + tuple(f"{column}1" for column in reversed(LANE))
PLAYERS = ("white", "black")
AHEAD = (1, -1)
BARS = ("g1", "g2")
OFF = ("n1", "n2")
BEFORE = (-1, 24)
"""The point that a man on the bar counts from."""


def step(player: int, place: int, pips: int) -> str:
    """A step as our game has it."""
    on_bar = place not in range(24)
    target = (BEFORE[player] if on_bar else place) + AHEAD[player] * pips
    source = BARS[player] if on_bar else POINTS[place]
    return f"move {source} {POINTS[target] if target in range(24) else OFF[player]}"


def halves(state: Any) -> dict[tuple[str, ...], tuple[int, ...]]:
    """The steps of each action."""
    player = state.current_player()
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    for action in state.legal_actions():
        steps = [each for each in state.spiel_move_to_checker_moves(player, action) if each.pos != PASS]
        found[tuple(step(player, each.pos, each.num) for each in steps)] = (action,)
    return found


def ways(state: Any) -> Ways:
    """The steps of whole turns."""
    turns: dict[tuple[str, ...], tuple[int, ...]] = {}
    for steps, (action,) in halves(state).items():
        after = state.child(action)
        more = halves(after) if after.current_player() == state.current_player() else {(): ()}
        turns |= {(*steps, *others): (action, *actions) for others, actions in more.items()}
    longest = max(map(len, turns))
    return {steps: actions for steps, actions in turns.items() if len(steps) == longest}


def luck(state: Any, outcome: int) -> Drawn:
    """Two dice, and in the first turn who begins."""
    after = state.child(outcome)
    dice = [("dice", str(int(pips))) for pips in after.observation_tensor()[-2:]]
    return dice if state.history() else [("opening", PLAYERS[after.current_player()]), *dice]


SOURCE = Source("backgammon", "backgammon(scoring_type=full_scoring,max_player_turns=5000)", ways, luck=luck)
