"""What a machine has for a window: a display, OpenGL and fonts. What opens a window is tried in another process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from renderer.skins import text
from renderer.window.opening import NoWindow, available, has_sound, prepare, telling_what_is_missing
from runtime.messages import Finding

SECONDS = 120
"""Drivers without a graphics card take long when a machine is busy."""
BEGINNING = "tilewright found: "
IN_A_TERMINAL = "You can play in the terminal meanwhile."


def examine() -> list[Finding]:
    """What the window needs, and whether it is there."""
    return [*_display(), _fonts(), _sound()]


def _display() -> list[Finding]:
    why_not = available()
    if why_not is not None:
        return [
            Finding("display", "missing", *_parted(why_not)),
            Finding("OpenGL", "missing", "it cannot be tried without a display"),
        ]
    try:
        done = subprocess.run(
            [sys.executable, "-m", __name__],
            cwd=Path(__file__).resolve().parents[2],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=SECONDS,
            check=False,
        )
        found = json.loads(done.stdout.rpartition(BEGINNING)[2])
    except subprocess.TimeoutExpired:
        return [Finding("OpenGL", "missing", f"no window opened within {SECONDS} seconds", IN_A_TERMINAL)]
    except (OSError, ValueError):
        # A driver can end the whole process.
        return [Finding("OpenGL", "missing", "the process that tried to open a window ended", IN_A_TERMINAL)]
    if "problem" in found:
        name = "OpenGL" if "OpenGL" in found["problem"] else "display"
        return [Finding(name, "missing", *_parted(found["problem"]))]
    return [
        Finding("display", "fine", f"{found['width']} × {found['height']} pixels"),
        Finding("OpenGL", "fine", f"{found['version']}, {found['card']}"),
    ]


def _parted(told: str) -> tuple[str, str]:
    """What is wrong, and what to do about it, which may be a sentence of its own."""
    about, _, help = told.partition(". ")
    return about.rstrip("."), f"{help} {IN_A_TERMINAL}".strip()


def _fonts() -> Finding:
    try:
        folder = text.folder()
        for bold in (False, True):
            for mono in (False, True):
                text.font(12, bold, mono)
    except text.NoFonts as problem:
        about, help = str(problem).split(". ", 1)
        return Finding("fonts", "broken", about, help)
    except OSError as problem:
        return Finding("fonts", "broken", str(problem), "Install arcade again.")
    return Finding("fonts", "fine", f"Liberation Sans and Mono in {folder}")


def _sound() -> Finding:
    if has_sound():
        return Finding("sound", "fine", "there is something to play sounds with")
    return Finding("sound", "missing", "there is neither a sound card nor a sound server", "Games are silent here.")


def main() -> None:
    """Open a window that nobody sees, and print what it is drawn by."""
    try:
        prepare()
        with telling_what_is_missing():
            import arcade
            from pyglet.gl import gl_info

            window = arcade.Window(64, 64, visible=False, antialiasing=False)
            screen, (major, minor) = window.display.get_default_screen(), gl_info.get_version()
            found = {"version": f"{major}.{minor}", "card": gl_info.get_renderer()}
            found |= {"width": screen.width, "height": screen.height}
    except NoWindow as problem:
        found = {"problem": str(problem)}
    # Drivers may print something, too.
    print(BEGINNING + json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
