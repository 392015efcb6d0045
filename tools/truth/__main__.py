"""Records games of other engines: ``python -m tools.truth NAME [games] [seed]``."""

import sys
from collections.abc import Sequence

from tools.truth import amazons, backgammon, chess, go, leduc_poker, wall_race
from tools.truth.record import FOLDER, path_of
from tools.truth.source import Source

SOURCES: dict[str, Source] = {
    "amazons": amazons.SOURCE,
    "backgammon": backgammon.SOURCE,
    **chess.SOURCES,
    "go": go.SOURCE,
    "leduc_poker": leduc_poker.SOURCE,
    "wall_race": wall_race.SOURCE,
}
GAMES = 200


def main(given: Sequence[str]) -> int:
    """Record and write, and return the exit code."""
    name, *numbers = given or [""]
    if name not in SOURCES:
        print(f"Say which game to record: {', '.join(SOURCES)}.", file=sys.stderr)
        return 2
    games, seed = (*map(int, numbers), *(GAMES, 1)[len(numbers) :])
    record = SOURCES[name].record(games, seed)
    FOLDER.mkdir(parents=True, exist_ok=True)
    record.write(path_of(name))
    cut = sum(game.returns is None for game in record.games)
    moves = sum(len(game.moves) for game in record.games)
    print(f"{path_of(name).name}: {games} games, {moves} moves, {cut} without an end.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
