"""The parts that draw are found by name; the runtime does not know them."""

import subprocess
import sys

import pytest

from renderer.shot import shot
from runtime.commands.play import part
from runtime.messages import Problem


def test_a_part_is_found_by_its_name() -> None:
    assert part("shot") is shot


def test_a_window_loads_the_game_beside_its_own_libraries() -> None:
    program = "import sys, runtime.request, renderer.play; print({'interpreter', 'PIL', 'arcade'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_part_that_is_missing() -> None:
    with pytest.raises(Problem, match="The part of Tilewright that does ‘paint’ is missing"):
        part("paint")
