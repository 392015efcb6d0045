"""Characters that the font lacks: what is drawn for them, and that our list of the font’s characters is right."""

import struct
from pathlib import Path

import pytest

from interpreter.spec.glyphs import SIGNS, is_drawn, stand_in
from renderer.skins.icons import NAMES
from renderer.skins.text import Label, folder, written


def code_points(path: Path) -> set[int]:
    """The characters of a TrueType font, read from its ‘cmap’ table in format 4."""
    data = path.read_bytes()
    tables = struct.unpack(">H", data[4:6])[0]
    places = {
        data[12 + 16 * at : 16 + 16 * at]: struct.unpack(">I", data[20 + 16 * at : 24 + 16 * at])[0]
        for at in range(tables)
    }
    base, found = places[b"cmap"], set[int]()
    for at in range(struct.unpack(">H", data[base + 2 : base + 4])[0]):
        start = base + struct.unpack(">I", data[base + 8 + 8 * at : base + 12 + 8 * at])[0]
        if struct.unpack(">H", data[start : start + 2])[0] != 4:
            continue
        count = struct.unpack(">H", data[start + 6 : start + 8])[0] // 2
        words = struct.unpack(f">{4 * count + 1}H", data[start + 14 : start + 16 + 8 * count])
        ends, firsts = words[:count], words[count + 1 : 2 * count + 1]
        deltas, ranges = words[2 * count + 1 : 3 * count + 1], words[3 * count + 1 :]
        for number, (first, end, delta, offset) in enumerate(zip(firsts, ends, deltas, ranges, strict=True)):
            for code in range(first, min(end, 0xFFFE) + 1):
                glyph = (code + delta) & 0xFFFF
                if offset:
                    place = start + 16 + 6 * count + 2 * number + offset + 2 * (code - first)
                    glyph = struct.unpack(">H", data[place : place + 2])[0]
                if glyph:
                    found.add(code)
    return found


@pytest.mark.parametrize("name", ["Liberation_Sans_Regular.ttf", "Liberation_Sans_Bold.ttf"])
def test_what_can_be_drawn_is_what_the_font_has(name: str) -> None:
    drawn = {code for code in range(0x20, 0x10000) if is_drawn(chr(code))}
    signs = {ord(sign) for sign in SIGNS}
    # A character that only says how the one before it should look is drawn as nothing.
    joining = {0xFE0E, 0xFE0F, 0x200D}
    assert drawn - signs - joining == code_points(folder() / name) - signs - joining


def test_every_sign_has_its_icon() -> None:
    assert set(SIGNS.values()) <= set(NAMES)
    assert written("♞", 40).tobytes() != written("♛", 40).tobytes()


@pytest.mark.parametrize(
    ("character", "drawn"),
    [
        ("e", "e"), ("♞", "♞"), ("♥", "♥"), ("①", "1"), ("\uff21", "A"), ("\ufb00", "ff"), ("石", "?"), ("🂡", "?"),
        ("\t", " "), ("\u00a0", " "), ("\ufe0f", ""), ("\u200b", ""),
    ],
)  # fmt: skip
def test_what_stands_for_a_character(character: str, drawn: str) -> None:
    assert stand_in(character) == drawn


def test_a_letter_that_the_font_lacks_is_no_empty_box() -> None:
    assert Label("石", 30, "#ffffff").draw().tobytes() == Label("?", 30, "#ffffff").draw().tobytes()
    assert Label("♞\ufe0f", 30, "#ffffff").draw().tobytes() == Label("♞", 30, "#ffffff").draw().tobytes()
