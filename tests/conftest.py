"""Hypothesis profiles, a quick repeatable one and a long random one for ‘make soak’; no display for anyone; and a
garbage collector that does not search memory again and again."""

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("default", max_examples=50, derandomize=True, deadline=None)
settings.register_profile("soak", max_examples=2000, derandomize=False, deadline=None, print_blob=True)
settings.load_profile("default")

# ‘tilewright play’ opens a window if there is a display. Tests that want one start a display of their own.
for name in ("DISPLAY", "WAYLAND_DISPLAY"):
    os.environ.pop(name, None)

# Nobody compiles in the background of a test. Tests of machine code choose it themselves.
os.environ["TILEWRIGHT_ENGINE"] = "python"


@pytest.fixture(scope="module", autouse=True)
def _settled_memory() -> Iterator[None]:
    """Keep the garbage collector from searching again what a module leaves behind, above all loaded games: with
    thousands of tests in one process that would take minutes."""
    yield
    gc.collect()
    gc.freeze()
