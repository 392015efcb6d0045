"""Hypothesis profiles: a quick repeatable one, and a long random one for ‘make soak’; and no display for anyone."""

import os

from hypothesis import settings

settings.register_profile("default", max_examples=50, derandomize=True, deadline=None)
settings.register_profile("soak", max_examples=2000, derandomize=False, deadline=None, print_blob=True)
settings.load_profile("default")

# ‘tilewright play’ opens a window where there is a display. Tests that want one start a display of their own.
for name in ("DISPLAY", "WAYLAND_DISPLAY"):
    os.environ.pop(name, None)
