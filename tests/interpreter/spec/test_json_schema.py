"""The JSON Schema accepts what the loader accepts, however an editor reads scalars."""

from typing import Any

import jsonschema
import pytest
import yaml

from interpreter.spec import catalogue
from interpreter.spec.json_schema import schema
from interpreter.spec.step_model import STEP_ARGUMENTS

SCHEMA = schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def with_text_keys(node: Any) -> Any:
    """Turn all keys into texts, as JSON has no others."""
    if isinstance(node, dict):
        return {str(key): with_text_keys(value) for key, value in node.items()}
    return [with_text_keys(item) for item in node] if isinstance(node, list) else node


def mistakes(text: str, loader: Any = yaml.SafeLoader) -> list[tuple[str, str]]:
    data = with_text_keys(yaml.load(text, loader))
    return [(error.json_path, str(error.validator)) for error in VALIDATOR.iter_errors(data)]


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("loader", [yaml.SafeLoader, yaml.BaseLoader])
@pytest.mark.parametrize("name", catalogue.shipped())
def test_shipped_specs_fit(name: str, loader: Any) -> None:
    assert mistakes(catalogue.find(name).read_text("utf-8"), loader) == []


@pytest.mark.parametrize(
    ("part", "by", "expected"),
    [
        ("columns:", "colums:", ("$.boards.grid", "additionalProperties")),
        ("title: Small\n", "", ("$", "required")),
        ("rows: 3", "neighbours: some", ("$.boards.grid.neighbours", "enum")),
        ("  grid:", "  Grid:", ("$.boards", "pattern")),
        ("- c.lit = true", "- move: c", ("$.actions.press.effects[0]", "anyOf")),
        ("- c.lit = true", "- {move: c, to: d, far: e}", ("$.actions.press.effects[0]", "anyOf")),
        ("    won: true", "    won: [a]", ("$.end_conditions.all_lit.won", "type")),
        ("title: Small", "title: Small\nseed: x", ("$.seed", "pattern")),
    ],
)
def test_mistakes_are_seen(small_spec: str, part: str, by: str, expected: tuple[str, str]) -> None:
    assert mistakes(small_spec) == []
    assert mistakes(small_spec.replace(part, by)) == [expected]


def test_a_variant_says_only_what_differs() -> None:
    variant = "game: a\ntitle: A\nextends: b\nsettings: {size: 5}\nactions: {remove: [c], d: {let: {e: f}}}\n"
    assert mistakes(variant) == []
    assert mistakes(variant + "acceptance: {one: {then: [x]}, remove: [two]}\n") == []
    assert mistakes(variant + "bords: {}\n") == [("$", "additionalProperties")]
    assert mistakes("game: a\nextends: b\n") == [("$", "required")]


def test_a_tests_file_holds_tests_alone() -> None:
    assert mistakes("acceptance: {one: {then: [x]}, remove: [two]}\n") == []
    assert mistakes("acceptance: {one: {then: [x]}}\nrules: {R-1: Play.}\n") != []
    assert mistakes("acceptance: {one: {than: [x]}}\n") != []


def test_steps_are_one_object_with_all_verbs() -> None:
    step = SCHEMA["$defs"]["Step"]
    assert [verb for verb in STEP_ARGUMENTS if verb not in step["properties"]] == []
    assert step["additionalProperties"] is False
    assert step["dependentRequired"]["require"] == ["check", "else"]
    assert step["dependentRequired"]["fill"] == ["property", "from", "stream"]
    assert step["properties"]["swap"]["description"] == (
        "Swaps everything that two sites hold, or just one of their properties. The two sites."
    )
    assert step["properties"]["to"]["description"].startswith("move: A site or a zone. · deal: ")


def test_everything_is_explained() -> None:
    silent = [
        f"{name}.{option}"
        for name, section in SCHEMA["$defs"].items()
        for option, wanted in section.get("properties", {}).items()
        if not wanted.get("description")
    ]
    assert silent == []
    assert [name for name, section in SCHEMA["$defs"].items() if not section.get("description")] == []
