"""Where pieces can be laid: asked where a list of them is chosen, as each alone could stand almost anywhere."""

from __future__ import annotations

from collections import Counter

from interpreter.expressions import Site, strip
from interpreter.program import Program
from runtime.gestures.hand import Playing

ENOUGH = 500
"""So many of the legal actions tell where most of them are."""


def busiest_places(playing: Playing) -> frozenset[int]:
    """The sites on which most of the legal actions that lay a list of things lay one; none if there are no such."""
    laid = _site_parts(playing.state.program)
    if not laid or playing.state.over:
        return frozenset()
    legal = [action for action in playing.game.legal(playing.state) if action[0] in laid]
    count = Counter(
        record[part]
        for action in legal[:: len(legal) // ENOUGH + 1]
        for number, part in laid[action[0]]
        for record in action[1 + number]
    )
    most = max(count.values(), default=0)
    return frozenset(site for site, times in count.items() if times == most)


def _site_parts(program: Program) -> dict[str, list[tuple[int, int]]]:
    """For each action that chooses a list of records with a site in them: the choices, and which part the site is."""
    found = {
        name: [
            (number, place)
            for number, choice in enumerate(plan.choices)
            if choice.form != "one"
            for place, part in enumerate(choice.fields)
            if isinstance(strip(part.variable.type), Site)
        ]
        for name, plan in program.actions.items()
    }
    return {name: parts for name, parts in found.items() if parts}
