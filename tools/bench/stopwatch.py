"""Times things against each other on a machine that also does other work."""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter, process_time


@contextmanager
def collector_off() -> Iterator[None]:
    """Collect garbage now, and not while something is being timed."""
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def seconds(work: Callable[[], object]) -> float:
    with collector_off():
        start = perf_counter()
        work()
        return perf_counter() - start


def best_rates(contenders: Mapping[str, Callable[[int], int]], rounds: int) -> dict[str, float]:
    """The best count per second of processor time of each contender.

    Other work on the machine would count against whoever takes longer. A contender gets the round's number and returns
    how much it did. The contenders take turns within each round, and a different one goes first each time, so that a
    slow minute of the machine affects all alike.
    """
    names = list(contenders)
    best = dict.fromkeys(names, 0.0)
    for number in range(rounds):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            with collector_off():
                start = process_time()
                done = contenders[name](number)
                elapsed = process_time() - start
            best[name] = max(best[name], done / elapsed)
    return best
