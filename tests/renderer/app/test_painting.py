"""Pictures for the gallery, made by another process."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.spec import catalogue
from renderer.app import start
from renderer.app.pages.gallery import QUIET, GalleryScreen
from renderer.app.thumbnails import ThumbnailPainter
from renderer.skins.theme import theme
from tests.processes import until
from tests.renderer.app_driver import Driver

STYLE = theme("dark")


@pytest.fixture
def painter(tmp_path: Path) -> Iterator[ThumbnailPainter]:
    made = ThumbnailPainter(tmp_path / "thumbnails")
    yield made
    made.rest()


def wait(painter: ThumbnailPainter) -> None:
    until(painter.answered, "There is no picture.")


def test_a_picture_is_made_elsewhere(tmp_path: Path, painter: ThumbnailPainter) -> None:
    spec = catalogue.find("tic_tac_toe")
    assert painter.process_id is None
    painter.ask(spec, STYLE)
    assert painter.asked == (spec, STYLE)
    wait(painter)
    assert painter.asked is None
    assert [path.name.split("-")[0] for path in painter.folder.glob("*.png")] == ["tic_tac_toe"]
    painter.rest()
    assert painter.process_id is None


def test_a_spec_with_mistakes_is_answered_without_a_picture(tmp_path: Path, painter: ThumbnailPainter) -> None:
    spec = tmp_path / "broken.yaml"
    spec.write_text("game: broken\n")
    painter.ask(spec, STYLE)
    wait(painter)
    assert not painter.broken
    assert not painter.folder.exists()


def test_a_painter_that_dies_is_not_asked_again(painter: ThumbnailPainter) -> None:
    painter.ask(catalogue.find("tic_tac_toe"), STYLE)
    assert painter.process_id is not None
    os.kill(painter.process_id, signal.SIGKILL)
    wait(painter)
    assert painter.broken
    assert painter.process_id is None


def test_the_gallery_shows_pictures_as_they_come_and_leaves_no_process(tmp_path: Path) -> None:
    driver = Driver(start.gallery, tmp_path)
    painter = driver.around.painter = ThumbnailPainter(driver.around.thumbnails.folder)
    driver.type("tic-tac")
    screen = driver.app.screen
    assert isinstance(screen, GalleryScreen)
    assert screen.gallery.page().entries[0].thumbnail is None
    driver.step(QUIET)
    assert painter.process_id is not None
    driver.wait(lambda: screen.gallery.page().entries[0].thumbnail is not None)
    driver.step(QUIET)
    driver.step(QUIET)
    assert painter.process_id is None
    driver.key("Escape")
    driver.step(QUIET)
    process = painter.process_id
    assert process is not None
    driver.app.close()
    assert painter.process_id is None
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
