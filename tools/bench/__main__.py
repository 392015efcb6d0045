"""Runs the sections named on the command line, or all: ``python -m tools.bench [section…]``."""

import sys
from collections.abc import Callable, Sequence

from tools.bench import bots, cascade, crosswords, deals, games, load, window, words
from tools.bench.table import NotMeasured, Row, table

SECTIONS: dict[str, Callable[[], list[Row]]] = {
    "games": games.rows,
    "load": load.rows,
    "bots": bots.rows,
    "cascade": cascade.rows,
    "crosswords": crosswords.rows,
    "deals": deals.rows,
    "window": window.rows,
    "words": words.rows,
}


def main(names: Sequence[str]) -> int:
    unknown = [name for name in names if name not in SECTIONS]
    if unknown:
        print(f"There is no section {', '.join(unknown)}. Sections: {', '.join(SECTIONS)}.", file=sys.stderr)
        return 2
    for name in names or SECTIONS:
        try:
            print(table(name, SECTIONS[name]()), end="\n\n", flush=True)
        except NotMeasured as problem:
            print(f"{name}: {problem}", end="\n\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
