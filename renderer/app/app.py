"""The app without a window: pages on top of each other, pointer and keys in, frames and effects out.

The shell tells it the time and what the player does, draws its frames and plays its sounds. Nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from renderer.app.focus import Cursor
from renderer.app.keyboard import Keyboard
from renderer.app.narrator import Narrator
from renderer.app.pointer import Pointer
from renderer.app.screen import Effect, EffectKind, Host, Pointing, Screen, Surroundings
from renderer.app.sounds import LOUDNESS, Sound
from renderer.motion.animation import Animator, Frame
from renderer.nodes import Scene, Target
from renderer.scene.layout import USUAL_WINDOW
from renderer.skins.theme import TEXT_SIZES, Size, Theme
from runtime.session.draft import Spot

OF_THE_PICTURE: dict[str, EffectKind] = {"F11": "fullscreen", "F12": "screenshot"}
"""Keys that mean nothing to any page."""
TELL = "F2"
"""The key that has all told that is to be seen."""


class App:
    """Pages, the topmost of which is shown. `start` makes the first one."""

    def __init__(
        self,
        start: Callable[[Host], Screen],
        surroundings: Surroundings | None = None,
        size: Size | None = None,
        now: float = 0.0,
    ) -> None:
        self.surroundings = surroundings if surroundings is not None else Surroundings()
        self.now = now
        self.size = size if size is not None else Size(*USUAL_WINDOW)
        self.animator = Animator()
        self._effects: list[Effect] = []
        self._screens: list[Screen] = []
        self._scene: Scene | None = None
        self._shown = False
        self._pointer = Pointer(self)
        self._keyboard = Keyboard(self)
        self.pointing = Pointing()
        self.visits = 0
        self._shaking: list[str] = []
        self._touched = now
        self._volume = ""
        self.closed = False
        around = self.surroundings
        self.narrator = Narrator(
            lambda: around.preferences.value.spoken, around.live_log, around.spoken, around.speaker
        )
        self.open(start(self))

    # Pages

    @property
    def screen(self) -> Screen:
        """The page on top."""
        return self._screens[-1]

    def open(self, screen: Screen) -> None:
        """Put a page on top."""
        self._screens.append(screen)
        self._appear()

    def exchange(self, screen: Screen) -> None:
        """Replace the page on top with another."""
        self._screens.pop().close()
        self._screens.append(screen)
        self._appear()

    def back(self) -> None:
        """Go back to the page below, or leave from the last one."""
        if len(self._screens) == 1:
            self.effect("quit")
            return
        self._screens.pop().close()
        self._appear()

    def home(self) -> None:
        """Go back to the first page."""
        while len(self._screens) > 1:
            self._screens.pop().close()
        self._appear()

    def _appear(self) -> None:
        self.animator.calm()
        self._pointer.forget()
        self._keyboard.forget()
        self.animator.forget_calls()
        self.pointing = Pointing(keyboard=self.pointing.keyboard)
        self.changed()
        self.screen.appear()

    def leave(self) -> None:
        """Leave, as the player wishes. A page on which something would be lost comes to the top and asks first."""
        asking = next((screen for screen in reversed(self._screens) if screen.asks_to_stay()), None)
        if asking is None:
            self.effect("quit")
            return
        while self.screen is not asking:
            self._screens.pop().close()
        self.changed()

    def close(self) -> None:
        """Save, and end whatever runs in the background."""
        while self._screens:
            self._screens.pop().close()
        self.narrator.close()
        self.closed = True

    @property
    def focus(self) -> str | None:
        """The key of the node that the keyboard is on."""
        return self.pointing.focus

    @property
    def cursor(self) -> Cursor | None:
        """Where the keyboard points on the boards."""
        return self._keyboard.cursor

    @property
    def field(self) -> str | None:
        """The name of the text field that the keyboard is on."""
        return self._keyboard.field

    # What pages ask for

    @property
    def busy(self) -> bool:
        """Whether a move is being shown."""
        return self.animator.playing(self.now)

    @property
    def idle(self) -> float:
        """The number of seconds since the player last did anything."""
        return self.now - self._touched

    def effect(self, kind: EffectKind, value: str = "") -> None:
        """Ask the shell to do something."""
        self._effects.append(Effect(kind, value))

    def sound(self, name: Sound) -> None:
        """Play a sound, if the player wants to hear any."""
        preferred = self.surroundings.preferences.value
        if not preferred.sound:
            return
        if preferred.volume != self._volume:
            self._volume = preferred.volume
            self.effect("volume", str(LOUDNESS[preferred.volume]))
        self.effect("sound", name)

    def effects(self) -> tuple[Effect, ...]:
        """What the shell should do; each effect is returned once."""
        for cue in self.animator.heard(self.now):
            self.sound(cue)
        found, self._effects = tuple(self._effects), []
        return found

    def shake(self, keys: Sequence[str]) -> None:
        """Shake some nodes of the next frame."""
        self._shaking += keys
        self.changed()

    def celebrate(self) -> None:
        """Show that the player has won."""
        self.animator.speed = self.surroundings.preferences.value.animation
        self.animator.celebrate((self.size.width, self.size.height), self.theme.palette.enums, self.now)
        self.changed()

    def focus_on(self, key: str | None) -> None:
        """Move the keyboard to a node."""
        self.point(focus=key)

    def point_at(self, spot: Spot | None) -> None:
        """Move the keyboard's cursor to a spot, or take it off the boards."""
        self._keyboard.point_at(spot)

    def point(self, **changes: Any) -> None:
        """Note that the pointer or the keyboard has moved somewhere else."""
        pointing = replace(self.pointing, **changes)
        if pointing != self.pointing:
            self.visits += pointing.focus != self.pointing.focus
            self.pointing = pointing
            self.changed()

    def changed(self) -> None:
        """Note that the page looks different now."""
        self._scene = None

    # Time and pictures

    def resize(self, width: int, height: int, scale: float = 1.0) -> None:
        """Resize the picture with the window."""
        size = Size(max(1, width), max(1, height), scale)
        if size != self.size:
            self.size = size
            self.animator.finish()
            self._keyboard.forget()
            self.changed()

    def tick(self, now: float) -> None:
        """Let time pass."""
        self.now = max(now, self.now)
        if not self.closed:
            self.screen.tick(self.now)
            self._pointer.tick()
            self.narrator.look(self)

    @property
    def theme(self) -> Theme:
        """The theme that the player prefers."""
        return self.surroundings.theme

    @property
    def scene(self) -> Scene:
        """The picture that everything settles on."""
        return self._scene if self._scene is not None else self._drawn_anew()

    def _drawn_anew(self) -> Scene:
        """The picture of the page as it is now, shown from now on, after the moves that led to it."""
        self.animator.speed = self.surroundings.preferences.value.animation
        style, size = self.theme, self.size._replace(text=TEXT_SIZES[self.surroundings.preferences.value.text])
        steps = self.screen.steps(self.pointing, size, style)
        if steps:
            self.animator.play(steps, self.now)
        scene = self.screen.scene(self.pointing, size, style)
        if self._pointer.follow(scene):
            scene = self.screen.scene(self.pointing, size, style)
        self._scene = scene
        self.animator.show(scene, self.now)
        self.animator.shake(self._shaking, self.now)
        self._shaking, self._shown = [], False
        return scene

    @property
    def dirty(self) -> bool:
        """Whether anything needs to be redrawn."""
        return self._scene is None or not self._shown or self.animator.busy(self.now)

    def frame(self) -> Frame:
        """What to draw now."""
        if self._scene is None:
            self._drawn_anew()
        self._shown = not self.animator.busy(self.now)
        return self.animator.frame(self.now)

    # What the player does

    def pointer_moved(self, x: float, y: float) -> None:
        """Move the pointer."""
        self._place_pointer(x, y)
        self._pointer.moved()

    def pointer_pressed(self, x: float, y: float, button: str = "left") -> None:
        """Handle a mouse button going down."""
        self._place_pointer(x, y)
        self.screen.touched()
        if self._interrupt():
            return
        if button == "left":
            self._pointer.pressed()
        elif button == "right" and not self._pointer.let_go():
            self._pointer.pressed_right()

    def pointer_released(self, x: float, y: float) -> None:
        """Handle the mouse button going up."""
        self._place_pointer(x, y)
        self._pointer.released()

    def wheel(self, x: float, y: float, amount: float) -> None:
        """Handle a turn of the wheel, positive if away from the user."""
        self._place_pointer(x, y)
        self.screen.wheel(amount)

    def _place_pointer(self, x: float, y: float) -> None:
        self._pointer.place, self._touched = (x, y), self.now

    def press(self, target: Target) -> None:
        """Press something, with the sound that goes with it."""
        if target.kind == "field":
            return
        if target.kind != "slider":
            self.sound("press")
        self.screen.press(target)

    def key_pressed(self, name: str, shift: bool = False, control: bool = False) -> None:
        """Handle a key going down. Letters for text fields arrive through `typed`."""
        self._touched = self.now
        if name == TELL and self.narrator.whole(self):
            return
        if name in OF_THE_PICTURE:
            # A picture is taken of what is to be seen: also of what the pointer is over.
            self.effect(OF_THE_PICTURE[name])
            return
        self.screen.touched()
        if self._interrupt() or (name == "Escape" and self._pointer.let_go()):
            return
        if not self.pointing.keyboard:
            self.point(keyboard=True, hovered=None, hovered_key=None)
        if not control and self._keyboard.is_typing(name):
            return
        if not self._is_of_the_window(name, control) and not self.screen.key(name, shift, control):
            self._keyboard.pressed(name, shift)

    def _is_of_the_window(self, name: str, control: bool) -> bool:
        """Handle keys that mean the same everywhere."""
        if control and name.lower() == "q":
            self.leave()
        elif name.lower() == "m" and (control or not self.screen.asks_letters):
            preferences = self.surroundings.preferences
            preferences.change(sound=not preferences.value.sound)
            self.changed()
        else:
            return False
        return True

    def typed(self, text: str) -> None:
        """Handle letters for the text field that the keyboard is on."""
        printable = "".join(letter for letter in text if letter.isprintable())
        if printable:
            self.screen.typed(printable, self.field)

    def _interrupt(self) -> bool:
        """End the current animation. If that opens a card, the player's input was meant for what was there before."""
        self.animator.calm()
        if not self.busy and not self.screen.lingers:
            return False
        before = self.screen.takes_spots
        self.animator.finish()
        self.screen.hurry()
        self._shown = False
        self.screen.tick(self.now)
        return before and not self.screen.takes_spots
