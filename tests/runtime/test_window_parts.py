"""The parts that draw are found by name, without the runtime knowing them."""

import pytest

from renderer.shot import shot
from runtime.commands.play import part
from runtime.messages import Problem


def test_a_part_is_found_by_its_name() -> None:
    assert part("shot") is shot


def test_a_part_that_is_missing() -> None:
    with pytest.raises(Problem, match="The part of Tilewright that does ‘paint’ is missing"):
        part("paint")
