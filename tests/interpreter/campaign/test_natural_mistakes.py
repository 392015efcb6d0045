"""Mistakes that designers make: each is put into a shipped spec, and must be reported where it has to be corrected.

The mistakes are in natural_mistakes.yaml, which explains how they are written.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter.spec.catalogue import SPECS
from runtime.commands.check import findings
from tests.shipped import whole

CARET = "‸"
# More errors than this beside the right one would hide it.
MOST_FOLLOWING = 3
MISTAKES: list[dict[str, str]] = yaml.safe_load(
    Path(__file__).with_name("natural_mistakes.yaml").read_text(encoding="utf-8")
)
# `make test` tries this many mistakes in each spec, `make soak` the others.
AT_ONCE = 8


def name_of(mistake: dict[str, str]) -> str:
    """The name of a test: the spec, and what is wrong in it."""
    return f"{Path(mistake['spec']).name}: {mistake['mistake']}"


def once(text: str, part: str) -> int:
    """The position of the part in the text, where it must occur exactly once."""
    assert text.count(part) == 1, f"‘{part}’ stands there {text.count(part)} times."
    return text.index(part)


def with_mistake(mistake: dict[str, str]) -> tuple[str, int]:
    """The text of the spec with the mistake in it, and the offset that the caret must point at."""
    text = whole(SPECS / f"{mistake['spec']}.yaml")
    start = once(text, mistake["replace"])
    changed = text.replace(mistake["replace"], mistake["by"].replace(CARET, ""))
    if "at" not in mistake:
        return changed, start + once(mistake["by"], CARET)
    return changed, once(changed, mistake["at"].replace(CARET, "")) + once(mistake["at"], CARET)


def test_there_are_many_mistakes_in_all_kinds_of_specs() -> None:
    assert len(MISTAKES) >= 175
    assert len({name_of(mistake) for mistake in MISTAKES}) == len(MISTAKES)
    assert len({mistake["spec"] for mistake in MISTAKES}) >= 12


def marked() -> Iterator[Any]:
    """The mistakes as parameters of a test, some of them only for the soak."""
    seen: Counter[str] = Counter()
    for mistake in MISTAKES:
        seen[mistake["spec"]] += 1
        marks = [pytest.mark.soak] if seen[mistake["spec"]] > AT_ONCE else []
        yield pytest.param(mistake, id=name_of(mistake), marks=marks)


@pytest.mark.parametrize("mistake", list(marked()))
def test_mistake(mistake: dict[str, str], tmp_path: Path) -> None:
    text, place = with_mistake(mistake)
    path = tmp_path / f"{Path(mistake['spec']).name}.yaml"
    path.write_text(text, encoding="utf-8")
    found = [each.diagnostic for each in findings([path])]
    said = [
        f"{diagnostic.message} {diagnostic.help or ''}"
        for diagnostic in found
        if diagnostic.span is not None and diagnostic.span.start == place
    ]
    assert any(mistake["says"] in each for each in said), said
    assert len(found) <= MOST_FOLLOWING + 1, found
