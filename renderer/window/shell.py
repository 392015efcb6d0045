"""The window: passes input on to its contents, draws their frames, plays their sounds, and sleeps in between."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Protocol, cast

import arcade
import pyglet
import pyglet.app
from PIL import Image, ImageDraw
from pyglet.media import StaticSource, get_audio_driver
from pyglet.media.drivers.silent.adaptation import SilentDriver
from pyglet.window import key, mouse

from interpreter import place
from renderer.app.sounds import Sound, wav
from renderer.scene.layout import SMALLEST_WINDOW
from renderer.skins import image_of
from renderer.window.canvas import Canvas
from renderer.window.place import BORDERS, Area, Place, StoredPlace, fills, fitting
from renderer.window.textures import Textures
from renderer.window.trace import Trace
from runtime.files import data_folder

if TYPE_CHECKING:
    from renderer.app.screen import Pointing, Screen
    from renderer.motion.animation import Frame
    from renderer.nodes import Scene

X11_TAB = 23
"""The number of the Tab key on X11, where it is another key while Shift is held."""

NAMES: dict[int, str] = {
    key.RETURN: "Enter",
    key.NUM_ENTER: "Enter",
    key.SPACE: "Space",
    key.NUM_SPACE: "Space",
    key.ESCAPE: "Escape",
    key.BACKSPACE: "Backspace",
    key.DELETE: "Delete",
    key.NUM_DELETE: "Delete",
    key.TAB: "Tab",
    key.NUM_TAB: "Tab",
    key.user_key(X11_TAB): "Tab",
    key.UP: "Up",
    key.NUM_UP: "Up",
    key.DOWN: "Down",
    key.NUM_DOWN: "Down",
    key.LEFT: "Left",
    key.NUM_LEFT: "Left",
    key.RIGHT: "Right",
    key.NUM_RIGHT: "Right",
    key.HOME: "Home",
    key.NUM_HOME: "Home",
    key.END: "End",
    key.NUM_END: "End",
    key.PAGEUP: "PageUp",
    key.NUM_PAGE_UP: "PageUp",
    key.PAGEDOWN: "PageDown",
    key.NUM_PAGE_DOWN: "PageDown",
    key.NUM_ADD: "+",
    key.NUM_SUBTRACT: "-",
    key.NUM_MULTIPLY: "*",
    key.NUM_DIVIDE: "/",
    key.NUM_DECIMAL: ".",
    key.NUM_EQUAL: "=",
    key.MENU: "Menu",
    **{getattr(key, f"F{number}"): f"F{number}" for number in range(1, 13)},
    **{getattr(key, f"NUM_{digit}"): str(digit) for digit in range(10)},
}
"""All but the keys that write a character, which are named by it."""

MOTIONS: dict[int, str] = {
    key.MOTION_UP: "Up",
    key.MOTION_DOWN: "Down",
    key.MOTION_LEFT: "Left",
    key.MOTION_RIGHT: "Right",
    key.MOTION_PREVIOUS_PAGE: "PageUp",
    key.MOTION_NEXT_PAGE: "PageDown",
    key.MOTION_BEGINNING_OF_LINE: "Home",
    key.MOTION_END_OF_LINE: "End",
    key.MOTION_BACKSPACE: "Backspace",
    key.MOTION_DELETE: "Delete",
}
"""The keys that repeat while they are held; the system tells of that by a motion."""
PASTE = key.MOTION_PASTE
ICON_SIZES = (16, 32, 48, 64, 128)
ICON_GROUND, ICON_TILES, ICON_LIFTED = "#2b3348", ("#f1e6d0", "#5aa9e6", "#3fbf8f"), "#f2b84b"
FRAME = 1 / 60
"""Seconds between two frames while something moves."""
QUIET = 1 / 20
"""Seconds between two looks at the clock while nothing does. Input wakes the loop at once."""
TITLE = "Tilewright"
BUTTONS = {mouse.LEFT: "left", mouse.RIGHT: "right", mouse.MIDDLE: "middle"}
LONGEST_PASTE = 200
OUTSIDE = (-1.0, -1.0)


def key_name(symbol: int) -> str | None:
    """The name of a key; None for keys that mean nothing here, such as Shift."""
    name = NAMES.get(symbol)
    if name is None and 0x21 <= symbol <= 0xFF:
        character = chr(symbol).lower()
        return character if character.isprintable() else None
    return name


def with_shift(modifiers: int) -> bool:
    """Whether Shift is held."""
    return bool(modifiers & key.MOD_SHIFT)


def with_control(modifiers: int) -> bool:
    """Whether Control is held, or its counterpart on a Mac."""
    return bool(modifiers & (key.MOD_CTRL | key.MOD_COMMAND))


def with_alt(modifiers: int) -> bool:
    """Whether Alt is held: such keys belong to the system."""
    return bool(modifiers & (key.MOD_ALT | key.MOD_WINDOWS))


def icon(size: int) -> Image.Image:
    """The icon, `size` pixels wide and high."""
    fine = 4 * size
    image = Image.new("RGBA", (fine, fine), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, fine - 1, fine - 1), fine // 5, fill=ICON_GROUND)
    edge, side, round_ = fine // 8, fine * 11 // 32, fine // 16
    near, far = edge, fine - edge - side
    for (x, y), colour in zip(((near, near), (near, far), (far, far)), ICON_TILES, strict=True):
        draw.rounded_rectangle((x, y, x + side, y + side), round_, fill=colour)
    up = fine // 24
    draw.rounded_rectangle((far - up, near - up, far + side + up, near + side + up), round_, fill=ICON_LIFTED)
    return image.resize((size, size), Image.Resampling.LANCZOS)


def save_screenshot(image: Image.Image, folder: Path | None = None, now: datetime | None = None) -> Path:
    """Save a picture under the time of day; a second one in the same second gets a number."""
    folder = folder if folder is not None else data_folder() / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    stem = (now or datetime.now()).strftime("%Y-%m-%d %H.%M.%S")
    content = BytesIO()
    image.save(content, "PNG")
    number = 1
    while True:
        path = folder / f"{stem}{f' {number}' if number > 1 else ''}.png"
        try:
            place(path, content.getvalue(), anew=True)
        except FileExistsError:
            number += 1
        else:
            return path


class Speakers:
    """Sounds by name, made and decoded when they are first needed."""

    def __init__(self) -> None:
        self._sources: dict[Sound, StaticSource | None] = {}
        self.volume = 1.0
        self._silent = isinstance(get_audio_driver(), SilentDriver)

    def play(self, name: Sound) -> None:
        """Play a sound; one that cannot be played is skipped."""
        if self._silent:
            return
        sound = wav(name) if name not in self._sources else b""
        try:
            if name not in self._sources:
                self._sources[name] = _source(name, sound)
            source = self._sources[name]
            if source is not None:
                source.play().volume = self.volume
        except Exception:
            # A sound server that goes away must not end a game. There is no common class of what drivers raise.
            self._sources[name] = None


def _source(name: str, sound: bytes) -> StaticSource:
    return StaticSource(pyglet.media.load(f"{name}.wav", file=BytesIO(sound), streaming=False))


if TYPE_CHECKING:
    from pyglet.app.base import EventLoop
else:
    # On some systems this is another class than that of the base.
    from pyglet.app import EventLoop


class Copied(str):
    """A text for the clipboard. Pyglet passes on as many units as the text has characters, but X11 counts bytes and
    Windows counts pairs of them, so a text with longer characters would lose its end."""

    __slots__ = ()

    def __len__(self) -> int:
        return len(self.encode("utf-16-le")) // 2 if sys.platform == "win32" else len(self.encode())


class Loop(EventLoop):
    """Calls `beat` after input and now and then; `beat` returns whether something moves."""

    def __init__(self, beat: Callable[[], bool], clock: Callable[[], float]) -> None:
        super().__init__()
        self._beat = beat
        self._time = clock
        self._next = 0.0

    def idle(self) -> float:
        """Do whatever is due, and return how long nothing will be."""
        now = self._time()
        # A mouse that is moved tells so a thousand times a second: no reason for as many frames.
        if now < self._next:
            return self._next - now
        # The clock tells which sounds have ended.
        self.clock.call_scheduled_functions(self.clock.update_time())
        moving = self._beat()
        self._next = now + FRAME
        return max(0.0, self._next - self._time()) if moving else QUIET

    def _blocking_timer(self) -> None:
        """Stand in for the loop, which Windows blocks while a window is moved or resized."""
        pyglet.app.platform_event_loop.set_timer(self._blocking_timer, self.idle())

    @staticmethod
    def _redraw_windows(dt: float) -> None:
        """Do nothing: only the beat draws frames. The clock that asks for this one sets the pace of the loop on a
        Mac."""


def run(loop: Loop) -> None:
    """Run until the loop is told to exit."""
    pyglet.app.event_loop = loop
    loop.run(FRAME)


class Shown(Protocol):
    """What is shown in a window. Places are in pixels from the top left corner."""

    def resize(self, width: int, height: int, scale: float) -> None:
        """Give the picture this size from now on; `scale` pixels are one design unit."""

    def pointer_moved(self, x: float, y: float) -> None:
        """Move the pointer; outside the window both coordinates are negative."""

    def pointer_pressed(self, x: float, y: float, button: str = "left") -> None:
        """Handle a button going down: left, right or middle."""

    def pointer_released(self, x: float, y: float) -> None:
        """Handle the left button going up."""

    def wheel(self, x: float, y: float, amount: float) -> None:
        """Handle a turn of the wheel, positive if away from the player."""

    def key_pressed(self, name: str, shift: bool = False, control: bool = False) -> None:
        """Handle a key that goes down or repeats: `Enter`, `Up`, `F1`, `a`, `?` …"""

    def typed(self, text: str) -> None:
        """Handle characters for a text field."""

    def tick(self, now: float) -> None:
        """Let time pass; `now` is in seconds."""

    def frame(self) -> Frame:
        """What to draw."""

    @property
    def dirty(self) -> bool:
        """Whether there is anything new to draw."""

    @property
    def scene(self) -> Scene:
        """The picture that the frames end with."""

    @property
    def screen(self) -> Screen:
        """The page that is shown."""

    @property
    def pointing(self) -> Pointing:
        """Where pointer and keyboard are."""

    def effects(self) -> Sequence[tuple[str, str]]:
        """What to do since the last call: sound, volume, cursor, fullscreen, copy, quit … each with a text."""

    def leave(self) -> None:
        """Leave, as the player wishes; the effect `quit` says that they may."""

    def close(self) -> None:
        """Prepare for the window to close."""


class Shell(arcade.Window):
    """The Arcade window. It knows nothing about games."""

    def __init__(self, visible: bool = True) -> None:
        self._stored = StoredPlace()
        self._kept = fitting(self._stored.read(), screens(), _scale()) if visible else Place()
        super().__init__(
            self._kept.width,
            self._kept.height,
            TITLE,
            resizable=True,
            antialiasing=False,
            vsync=True,
            visible=False,
            center_window=True,
            enable_polling=False,
            # Frames are drawn by our own loop when there is something new: never by Arcade's timer.
            update_rate=1e6,
            draw_rate=1e6,
        )
        self._shown: Shown | None = None
        self._canvas = Canvas(self.ctx, Textures(self.ctx, image_of))
        self._speakers = Speakers()
        self._trace = Trace.from_environment()
        self._loop = Loop(self.beat, perf_counter)
        self._size = (0, 0)
        self._told: tuple[int, int, float] | None = None
        self._resized = self._exposed = True
        self._pointer: tuple[float, float] | None = None
        self._held: str | None = None
        self._settled = self._seen = self._left = False
        self._shift: tuple[int, int] | None = None
        if visible:
            self._dress()
            self.set_visible(True)
            self._put_in_place()
            self.activate()

    def _put_in_place(self) -> None:
        """Put the window where it was when it was last closed."""
        if self._kept.x is not None and self._kept.y is not None:
            self.set_location(self._kept.x, self._kept.y)
        if self._kept.maximised:
            self.maximize()

    def _note_place(self) -> None:
        """Note where the window is. Desktops apply the requested place to the frame, or to its contents: whatever they
        made of the first place counts as that place."""
        if self.fullscreen or not self.visible:
            return
        x, y = self.get_location()
        screen = next((each for each in screens() if fills(*self._size, each)), None)
        if screen is not None:
            self._kept = replace(self._kept, maximised=True)
            return
        if self._shift is None:
            first = self._kept
            self._shift = (x - first.x, y - first.y) if first.x is not None and first.y is not None else (0, 0)
            # Further away than any frame is thick it was put by the desktop, or moved.
            self._shift = self._shift if max(map(abs, self._shift)) <= max(BORDERS) else (0, 0)
        wide, high = (round(length / self.scale) for length in self._size)
        self._kept = Place(wide, high, x - self._shift[0], y - self._shift[1])

    def show(self, shown: Shown) -> None:
        """Show this, starting with the next beat."""
        self._shown = shown
        self._told, self._resized = None, True

    def run_with(self, shown: Shown, begun: Callable[[], None] | None = None) -> None:
        """Show it until it wants to quit or the window is closed; `begun` is called after the first frame."""
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), lambda *_: self.leave())
        try:
            self.show(shown)
            self.beat()
            if begun is not None:
                begun()
            run(self._loop)
        finally:
            if self._shift is not None or self._kept.maximised:
                self._stored.keep(self._kept)
            shown.close()
            self.close()

    def leave(self) -> None:
        """Stop showing anything."""
        self._left = True
        self._loop.exit()

    def get_pixel_ratio(self) -> float:
        """Return 1, because all sizes are in pixels already. Arcade would multiply by it once more."""
        return 1.0

    # One beat of the loop

    def beat(self) -> bool:
        """Pass on gathered input, let time pass, and draw if there is anything new; return whether there was."""
        shown = self._shown
        if self._left:
            # Said once more: the loop forgets what it was told before it ran.
            self._loop.exit()
        if shown is None or self._left:
            return False
        if self._resized:
            self._resized, self._exposed = False, True
            self._hand_over_size(shown)
        self._hand_over_pointer()
        shown.tick(perf_counter())
        for kind, text in shown.effects():
            self._do(kind, text)
        if not (shown.dirty or self._exposed):
            self._settle(shown)
            return False
        self._settled = False
        if self._loop.has_exit:
            return False
        # Not by an event: those wait in a queue while the loop does not run.
        self.switch_to()
        self.on_draw()
        self.flip()
        if not self._seen:
            self._seen = True
            self._trace.frame()
            self._set_icon()
        return True

    def _hand_over_size(self, shown: Shown) -> None:
        """Pass on the size if it has changed, since the system reports it more often than that."""
        width, height = self.get_framebuffer_size()
        told = (width, height, self.scale)
        if told != self._told:
            self._told = told
            self._size = (width, height)
            shown.resize(*told)

    def on_draw(self) -> None:
        """Draw the current frame."""
        if self._shown is not None and self._size > (0, 0):
            self._exposed = False
            self._canvas.draw(self._shown.frame(), self._size, self.ctx.screen)

    def _settle(self, shown: Shown) -> None:
        """Write the trace, now that everything has stopped moving."""
        if not self._settled:
            self._settled = True
            self._note_place()
            self._trace.scene(shown, self.get_location())

    # What is shown asks for something

    def _do(self, kind: str, text: str) -> None:
        match kind:
            case "sound":
                self._speakers.play(cast("Sound", text))
            case "volume":
                self._speakers.volume = float(text)
            case "copy":
                self.set_clipboard_text(Copied(text))
            case "cursor":
                name = self.CURSOR_HAND if text == "hand" else self.CURSOR_DEFAULT
                self.set_mouse_cursor(self.get_system_mouse_cursor(name))
            case "fullscreen":
                self.set_fullscreen(not self.fullscreen)
                self._dress()
                self._resized = True
            case "screenshot":
                self._take_screenshot()
            case "title":
                self.set_caption(f"{text} – {TITLE}" if text else TITLE)
            case "quit":
                self.leave()

    def _take_screenshot(self) -> None:
        if self._shown is not None:
            try:
                path = save_screenshot(self._canvas.image(self._shown.frame(), self._size))
            except OSError as problem:
                print(f"The picture could not be saved: {problem.filename}: {problem.strerror}.", file=sys.stderr)
            else:
                print(f"Saved {path}", file=sys.stderr)

    def _dress(self) -> None:
        """Tell the desktop about a new window. On some systems one that fills the screen is a different window."""
        # A Mac counts in units of the design here, the others in pixels.
        scale = 1.0 if sys.platform == "darwin" else self.scale
        self.set_minimum_size(*(round(length * scale) for length in SMALLEST_WINDOW))
        if self._seen:
            self._set_icon()

    def _set_icon(self) -> None:
        """Set the icon after the first frame: pyglet takes a tenth of a second to reorder its colours."""
        self.set_icon(
            *(pyglet.image.ImageData(size, size, "RGBA", icon(size).tobytes(), -4 * size) for size in ICON_SIZES)
        )

    # Input. Arcade counts y from below.

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return x, self.height - 1 - y

    def _hand_over_pointer(self) -> None:
        if self._pointer is not None and self._shown is not None:
            self._shown.pointer_moved(*self._pointer)
            self._pointer = None
            self._settled = False

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        """Note the place: only the last one before a frame matters."""
        self._pointer = self._place(x, y)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> None:
        """Note the place while a button is down."""
        self._pointer = self._place(x, y)

    def on_mouse_leave(self, x: float, y: float) -> None:
        """Note that the pointer has left the window."""
        self._pointer = OUTSIDE

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Handle a button going down."""
        self._hand_over_pointer()
        if self._shown is not None and button in BUTTONS:
            self._shown.pointer_pressed(*self._place(x, y), BUTTONS[button])

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Handle a button going up."""
        self._hand_over_pointer()
        if self._shown is not None and button == mouse.LEFT:
            self._shown.pointer_released(*self._place(x, y))

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> None:
        """Handle a turn of the wheel."""
        if self._shown is not None and scroll_y:
            self._shown.wheel(*self._place(x, y), scroll_y)

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Handle a key going down. Arcade would close the window on Escape."""
        name = key_name(symbol)
        if name is None or with_alt(modifiers) or self._shown is None:
            return
        self._held = name
        self._shown.key_pressed(name, with_shift(modifiers), with_control(modifiers))

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """Handle a key going up: the next motion does not belong to it."""
        self._held = None
        pressed: set[int] = getattr(self, "pressed_keys", set())
        if symbol not in pressed:
            # Where Shift was let go before it, the key has another name by now: it would count as held for ever.
            pressed.clear()

    def on_text_motion(self, motion: int, shift: bool = False) -> None:
        """Handle a cursor key that repeats while it is held; its first press has already been reported."""
        name = MOTIONS.get(motion)
        if motion == PASTE and self._shown is not None:
            self._shown.typed(_printable(self.get_clipboard_text())[:LONGEST_PASTE])
        elif name is not None and name != self._held and self._shown is not None:
            self._shown.key_pressed(name, shift, False)
        self._held = None

    def on_text_motion_select(self, motion: int) -> None:
        """Handle the same with Shift held."""
        self.on_text_motion(motion, shift=True)

    def on_text(self, text: str) -> None:
        """Handle typed characters."""
        printable = _printable(text)
        if printable and self._shown is not None:
            self._shown.typed(printable)

    # The window itself

    def on_resize(self, width: int, height: int) -> None:
        """Note a new size, which is passed on once before the next frame."""
        self._resized = True

    def on_scale(self, scale: float, dpi: int) -> None:
        """Handle the window's move to a display with different pixels."""
        self._resized = True

    def on_expose(self) -> None:
        """Redraw, because what was drawn is lost."""
        self._exposed = True

    def on_show(self) -> None:
        """Redraw, because the window is visible again."""
        self._exposed = True

    def on_close(self) -> None:
        """Handle the player's wish to close the window."""
        if self._shown is None:
            self.leave()
        else:
            self._shown.leave()


def screens() -> list[Area]:
    """The screens of the desktop, the default one first."""
    display = pyglet.display.get_display()
    first = display.get_default_screen()
    others = [screen for screen in display.get_screens() if screen != first]
    return [Area(screen.x, screen.y, screen.width, screen.height) for screen in (first, *others)]


def _scale() -> float:
    """How many pixels of the default screen make a design unit."""
    return float(pyglet.display.get_display().get_default_screen().get_scale())


def _printable(text: str) -> str:
    return "".join(character for character in text if character.isprintable())
