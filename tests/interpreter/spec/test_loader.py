"""Loading specs by path, by name and from text."""

from pathlib import Path

import pytest

from interpreter import load
from interpreter.spec import catalogue
from interpreter.spec.diagnostics import SpecError, render
from interpreter.spec.loader import load_spec, load_text
from runtime.commands.check import check_spec

SHIPPED = catalogue.shipped()


@pytest.mark.parametrize("name", SHIPPED)
def test_all_shipped_specs_load(name: str) -> None:
    spec, diagnostics = load_spec(name)
    assert [render(diagnostic) for diagnostic in diagnostics] == []
    assert spec is not None
    assert spec.game == name


def test_a_file_is_found_by_its_path(tmp_path: Path, small_spec: str) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(small_spec, "utf-8")
    for written in (path, str(path)):
        spec, diagnostics = load_spec(written)
        assert list(diagnostics) == []
        assert spec is not None
        assert spec.title == "Small"


def test_the_game_is_called_like_its_file(tmp_path: Path, small_spec: str) -> None:
    path = tmp_path / "other.yaml"
    path.write_text(small_spec, "utf-8")
    spec, diagnostics = load_spec(path)
    assert spec is not None
    [found] = diagnostics
    assert (found.code, found.message) == (
        "file-name",
        "The game is called ‘small’ but its file ‘other.yaml’.",
    )
    assert found.span is not None
    assert (found.span.line, found.span.text) == (1, "small")
    with pytest.raises(SpecError):
        load(path)


def test_a_game_called_otherwise_is_told_its_other_mistakes_too(tmp_path: Path, small_spec: str) -> None:
    path = tmp_path / "other.yaml"
    path.write_text(small_spec.replace("when:", "when: nosuch and"), "utf-8")
    assert [found.code for found in check_spec(path)] == ["file-name", "unknown-name"]


def test_a_file_inside_the_current_folder_is_shown_from_there(
    tmp_path: Path, small_spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").mkdir()
    path = tmp_path / "games" / "small.yaml"
    path.write_text(small_spec, "utf-8")
    monkeypatch.chdir(tmp_path)
    spec, _ = load_spec("games/small.yaml")
    assert spec is not None
    assert spec.span.source.name == str(Path("games") / "small.yaml")


def test_what_is_not_there(tmp_path: Path) -> None:
    spec, diagnostics = load_spec(tmp_path / "none.yaml")
    assert spec is None
    assert [(d.code, d.message) for d in diagnostics] == [("no-file", f"There is no file {tmp_path / 'none.yaml'}.")]
    spec, diagnostics = load_spec("no_such_game_anywhere")
    assert spec is None
    assert [(d.code, d.message, d.help) for d in diagnostics] == [
        (
            "unknown-game",
            "There is no game ‘no_such_game_anywhere’.",
            "‘tilewright list’ shows the games that come with Tilewright.",
        )
    ]


def test_names_are_looked_up_beside_the_file_first(tmp_path: Path, small_spec: str) -> None:
    own = tmp_path / "small.yaml"
    own.write_text(small_spec, "utf-8")
    assert catalogue.find("small", tmp_path) == own
    assert catalogue.find("small.yaml", tmp_path) == own
    assert catalogue.locate("small") is None
    with pytest.raises(SpecError) as raised:
        catalogue.find("smal", tmp_path)
    assert [(d.message, d.help) for d in raised.value.diagnostics] == [
        ("There is no game ‘smal’.", "Did you mean ‘small’?")
    ]


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_bytes(b"game: \xff")
    spec, diagnostics = load_spec(path)
    assert spec is None
    assert [d.code for d in diagnostics] == ["not-utf8"]


def test_a_text_has_no_file_name_to_keep_to(small_spec: str) -> None:
    spec, diagnostics = load_text(small_spec.replace("\n", "\r\n"))
    assert list(diagnostics) == []
    assert spec is not None
    assert spec.span.source.name == "<text>"
    assert load_text("a: [")[0] is None
