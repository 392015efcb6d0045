"""A process that starts players, each saving after every move and saying so, until somebody kills them.

For each line on stdin, a seed, it starts a player and prints `player PID`. A player prints `saved SEED COUNT DIGEST`
after each move once it is told that the move has been made. When the player is dead, `dead` is printed.
"""

import os
import sys
from pathlib import Path
from random import Random

from interpreter import Game, load
from runtime.keep.saves import Saves
from runtime.session.session import Session


def play(saves: Saves, game: Game, longest: int, seed: int) -> None:
    random = Random(seed)
    left = saves.started(game.name)
    opened = saves.open(game, left[0].path) if left else None
    if opened is None or opened.session.state.over or len(opened.session.history) >= longest:
        session = Session(game, settings={"limit": "none"}, seed=seed)
        saves.keep(session, instead=opened.path if opened is not None else None)
    else:
        session = opened.session
        saves.keep(session, opened)
    while not session.state.over:
        if len(session.history) > 5 and random.random() < 0.1:
            session.undo()
        else:
            session.perform(random.choice(session.legal))
        digest = session.history[-1].digest
        os.write(1, f"saved {session.seed} {len(session.history)} {digest}\n".encode())


def main() -> None:
    saves, game = Saves(Path(sys.argv[1])), load("lights_out")
    game.new(settings={"limit": "none"}).program.full()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                play(saves, game, int(sys.argv[2]), int(line))
            finally:
                os._exit(0)
        os.write(1, f"player {child}\n".encode())
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main()
