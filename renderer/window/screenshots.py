"""Pictures of the window that the player takes with F12."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PIL import Image

from runtime.files import data_folder


def save(image: Image.Image, folder: Path | None = None, now: datetime | None = None) -> Path:
    """Write a picture under the time of day; one more in the same second gets a number."""
    place = folder if folder is not None else data_folder() / "screenshots"
    place.mkdir(parents=True, exist_ok=True)
    stem = (now or datetime.now()).strftime("%Y-%m-%d %H.%M.%S")
    number = 1
    while (path := place / f"{stem}{f' {number}' if number > 1 else ''}.png").exists():
        number += 1
    image.save(path)
    return path
