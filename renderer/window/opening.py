"""Getting ready for a window, and saying in one sentence what is missing if there cannot be one."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

# Decoders of files that we never open: our sounds are waves in memory, our pictures come from Pillow. Looking for their
# libraries, which are seldom there, starts a compiler and costs a tenth of a second.
NOT_NEEDED = (
    "pyglet.media.codecs.ffmpeg_lib",
    "pyglet.media.codecs.gstreamer",
    "pyglet.media.codecs.pyogg",
    "pyglet.image.codecs.gdkpixbuf2",
)
NO_ARCADE = "The window needs the Python package arcade, which is not installed: pip install arcade."
NO_DISPLAY = (
    "There is no display to open a window on: DISPLAY and WAYLAND_DISPLAY are not set. "
    "Start it from a desktop, or with ‘ssh -X’."
)
NO_SUCH_DISPLAY = "The display ‘{what}’ cannot be reached. Start it from a desktop, or with ‘ssh -X’."
NO_LIBRARIES = (
    "The window needs libraries that are missing here ({what}): "
    "sudo apt-get install libgl1 libegl1 libgl1-mesa-dri libx11-6 libfontconfig1 libfreetype6 (Debian, Ubuntu) or "
    "sudo dnf install mesa-libGL mesa-libEGL mesa-dri-drivers libX11 fontconfig freetype (Fedora)."
)
NO_OPENGL = (
    "The window needs OpenGL 3.3, which this display does not offer{what}: update its graphics driver, or "
    "install Mesa with sudo apt-get install libgl1-mesa-dri (Debian, Ubuntu) or "
    "sudo dnf install mesa-dri-drivers (Fedora)."
)
NO_OPENGL_ELSEWHERE = (
    "The window needs OpenGL 3.3, which this display does not offer{what}: update its graphics driver."
)


class NoWindow(Exception):
    """No window can be opened. The text is a sentence for the player."""


def available(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str | None:
    """Why no window can be opened, as far as that is clear without trying; None if it is worth a try."""
    if importlib.util.find_spec("arcade") is None:
        return NO_ARCADE
    if platform.startswith("linux") and not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        return NO_DISPLAY
    return None


def prepare(headless: bool = False) -> None:
    """Import the window library with the options that suit us. Raises NoWindow."""
    with telling_what_is_missing():
        # Python takes a module that is None for one that cannot be imported, and pyglet does without it.
        sys.modules.update(dict.fromkeys(NOT_NEEDED))  # type: ignore[arg-type]
        import pyglet

        # Asking for errors after each call doubles the time of a frame.
        pyglet.options.debug_gl = False
        pyglet.options.shadow_window = False
        pyglet.options.headless = headless
        if not has_sound():
            pyglet.options.audio = ("silent",)
        if headless:
            # Without a display arcade.joysticks looks for this module, and only finds it if it is loaded already.
            import pyglet.window.xlib
        import arcade  # noqa: F401

        # Arcade stretches. We ask for real pixels, and draw everything in the size that the display wants.
        pyglet.options.dpi_scaling = "scaled"


def has_sound(
    environment: Mapping[str, str] = os.environ, platform: str = sys.platform, root: Path = Path("/")
) -> bool:
    """Whether there is anything to play sounds with. On Linux, asking a library prints complaints if there is not."""
    if not platform.startswith("linux"):
        return True
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    served = bool(environment.get("PULSE_SERVER")) or (bool(runtime) and Path(runtime, "pulse", "native").exists())
    return served or any((root / "dev" / "snd").glob("pcm*p"))


@contextmanager
def telling_what_is_missing() -> Iterator[None]:
    """Turn whatever prevents opening a window into NoWindow.

    Pyglet raises many kinds of exceptions here, and its ShaderException is not even an Exception.
    """
    try:
        yield
    except (NoWindow, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as problem:
        raise NoWindow(_sentence(problem)) from problem


def _sentence(problem: BaseException, platform: str = sys.platform) -> str:
    linux = platform.startswith("linux")
    kind, text = type(problem).__name__, " ".join(str(problem).split()).rstrip(".")
    if kind == "NoSuchDisplayException":
        return NO_SUCH_DISPLAY.format(what=os.environ.get("DISPLAY", ""))
    if isinstance(problem, ImportError | OSError) and linux:
        return NO_LIBRARIES.format(what=text or kind)
    what = "" if kind == "NoOpenGLException" else f" ({kind}: {text})" if text else f" ({kind})"
    return (NO_OPENGL if linux else NO_OPENGL_ELSEWHERE).format(what=what)
