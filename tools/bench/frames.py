"""A window on a display, and how long its frames take: ``python -m tools.bench.frames GAME STONES`` prints the figures
as JSON.

It runs as a process of its own, because a window library is made for one display and keeps it.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from statistics import quantiles
from time import perf_counter, process_time

from interpreter import load
from renderer.app.start import app_at
from renderer.skins.theme import ThemeName
from renderer.window.opening import prepare
from runtime.session.session import Session
from runtime.session.thinker import Thinking

FRAMES = 300
REDRAWS = 40
WARM_UP = 20


def filled(game: str, stones: int) -> Session:
    """A session after that many moves, spread over the board; the first legal ones would end it too soon."""
    session = Session(load(game), seed=1, seats=dict.fromkeys(load(game).players, "person"))
    number = 0
    while len(session.history) < stones and not session.state.over:
        number += 1
        legal = session.legal
        after = session.game.advance(session.state, legal[number * 7919 % len(legal)])
        if not after.over:
            session.perform(legal[number * 7919 % len(legal)])
    return session


def milliseconds(work: Callable[[], object], times: int) -> dict[str, float]:
    """The median and the slow end of that many runs, and the processor time they took, which other processes do not
    affect."""
    taken = []
    used = process_time()
    for _ in range(times):
        begun = perf_counter()
        work()
        taken.append(1000 * (perf_counter() - begun))
    cuts = quantiles(taken, n=20)
    return {"median ms": cuts[9], "p95 ms": cuts[18], "cpu ms": 1000 * (process_time() - used) / times}


def measured(game: str, stones: int) -> dict[str, dict[str, float]]:
    """Every figure by its name."""
    prepare()
    from renderer.window.shell import Shell

    shell = Shell()
    shell.set_vsync(False)
    session = filled(game, stones)
    app = app_at(session)
    shell.show(app)

    def frame() -> None:
        """One frame while something moves, until the last pixel is drawn."""
        shell.beat()
        shell.ctx.finish()

    def begin_to_move() -> None:
        app.animator.flash(moving, app.now, 1e6)

    def redraw() -> None:
        """Redraw every node at rest."""
        preferences = app.surroundings.preferences
        other: ThemeName = "light" if preferences.value.theme == "dark" else "dark"
        preferences.value = replace(preferences.value, theme=other)
        app.changed()
        frame()

    shell.beat()
    moving = [key for key in app.scene.by_key if key.startswith(("piece:", "site:"))][-10:]
    for _ in range(WARM_UP):
        frame()
    begin_to_move()
    found = {"frame": milliseconds(frame, FRAMES)}
    thinking = Thinking(session.game)
    thinking.ask("move", session.state, 1)

    def frame_beside() -> None:
        """Draw a frame while the computer thinks: as soon as it has an answer, it has to find another."""
        frame()
        if thinking.answer() is not None:
            thinking.ask("move", session.state, 1)

    found["frame while the computer thinks"] = milliseconds(frame_beside, FRAMES)
    thinking.close()
    app.animator.finish()

    def frame_of_a_win() -> None:
        """A frame with confetti in the air."""
        if not app.animator.busy(app.now):
            app.celebrate()
        frame()

    found["frame with confetti"] = milliseconds(frame_of_a_win, FRAMES)
    app.animator.finish()
    for _ in range(4):
        redraw()
    found["everything redrawn"] = milliseconds(redraw, REDRAWS)
    app.close()
    shell.close()
    return found


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], int(sys.argv[2]))))
