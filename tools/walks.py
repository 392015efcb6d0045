"""Traces two walks through the code and prints them: `python -m tools.walks`.

A module counts if it is a file of interpreter/, runtime/ or renderer/ in which a function was called; code compiled
from a spec does not count. A hop is a call, or the resumption of a generator, from a file in one folder to a file in
another, such as from interpreter/program/ to interpreter/rules/. Hops between two of the three packages are also
counted separately. Whatever lies between two of our functions (generated code, the standard library, Pillow) is
ignored: the caller is the nearest function of ours.

An action: a session reads and performs the text of a swap in Stack Swap Mosaic (`perform`); then its presentation, log
and last move are worked out (`present`), turned into a scene (`scene`) and drawn (`draw`). `first` is the first swap of
a process that has loaded the game and started a session, but shown nothing. `again` is the third swap; all three are
shown by the same display, as in a window.

A typo: the game’s spec is loaded with one misspelt name. The walk begins at the outermost call that received just the
step with that name, and ends where its diagnostic is made. Everything has been loaded and checked once before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, TypeVar

from interpreter import Diagnostic, SpecError, load, loads
from interpreter.spec import catalogue
from renderer.app.display import Display, subtitle
from renderer.scene.snapshot import snapshot
from renderer.scene.table import scene
from renderer.scene.ui import Ui
from renderer.skins.theme import Size, theme
from runtime.session import draft as drafts
from runtime.session.session import Session
from runtime.show import present, viewer_of

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("interpreter", "runtime", "renderer")
GAME, SEED, SWAP = "mosaic", 7, "swap"
RIGHT, WRONG = "cleared.waves", "cleard.waves"
"""A name in the game’s spec, and its misspelling."""
SIZE = Size(1280, 800)
SHORT = 200
"""Longer texts hold more than one step."""

Given = TypeVar("Given")
Stage = tuple[str, "Walk"]


@dataclass
class Walk:
    """Calls of our functions in order: the module of the caller, if any, and that of the function."""

    calls: list[tuple[str | None, str]] = field(default_factory=list)

    @property
    def modules(self) -> set[str]:
        """The modules in which something was called."""
        return {module for _, module in self.calls}

    @property
    def hops(self) -> int:
        """How many calls went from one folder to another."""
        return self._between(_folder)

    @property
    def crossings(self) -> int:
        """How many calls went from one of the three packages to another."""
        return self._between(_package)

    def _between(self, part: Callable[[str], str]) -> int:
        return sum(caller is not None and part(caller) != part(module) for caller, module in self.calls)


class Trace:
    """Records calls while it is on."""

    def __init__(self) -> None:
        self.walk = Walk()
        self._modules: dict[CodeType, str | None] = {}

    def of(self, run: Callable[[], Given]) -> Given:
        """Run something and record its calls."""
        sys.setprofile(self._called)
        try:
            return run()
        finally:
            sys.setprofile(None)

    def _called(self, frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and (module := self.module(frame)) is not None:
            self.walk.calls.append((self._caller(frame), module))

    def _caller(self, frame: FrameType) -> str | None:
        around = frame.f_back
        while around is not None and self.module(around) is None:
            around = around.f_back
        return None if around is None else self.module(around)

    def module(self, frame: FrameType) -> str | None:
        """The file of ours that contains a function, or None."""
        code = frame.f_code
        if code not in self._modules:
            path = Path(code.co_filename)
            inside = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
            self._modules[code] = inside if inside.startswith(tuple(f"{name}/" for name in PACKAGES)) else None
        return self._modules[code]


class MistakeTrace(Trace):
    """Records the calls from the first that receives a misspelt name and little more, up to its diagnostic."""

    def __init__(self, misspelt: str) -> None:
        super().__init__()
        self.misspelt = misspelt
        self._begun: dict[FrameType, int] = {}
        self._made = False

    def _called(self, frame: FrameType, event: str, _argument: Any) -> None:
        if self._made or event != "call":
            return
        if frame.f_code is Diagnostic.__init__.__code__:
            self._made = True
            begin = min(number for each, number in self._begun.items() if self._is_given(each, frame))
            self.walk = Walk(self.walk.calls[begin:])
            self._begun.clear()
        elif self.module(frame) is not None:
            if any(self._holds(value, 2) for value in _arguments(frame)):
                self._begun.setdefault(frame, len(self.walk.calls))
            super()._called(frame, event, None)

    def _is_given(self, frame: FrameType, inner: FrameType) -> bool:
        """Whether a call is still under way while an inner one is made."""
        around: FrameType | None = inner
        while around is not None and around is not frame:
            around = around.f_back
        return around is not None

    def _holds(self, value: object, depth: int) -> bool:
        """Whether a value is a short text with the misspelt name, or holds one."""
        if isinstance(value, str):
            return self.misspelt in value and len(value) < SHORT
        fields = getattr(value, "__dict__", {}) if depth else {}
        return any(isinstance(each, str) and self._holds(each, 0) for each in fields.values())


def _arguments(frame: FrameType) -> list[object]:
    code = frame.f_code
    return [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]]


def _folder(module: str) -> str:
    return module.rpartition("/")[0]


def _package(module: str) -> str:
    return module.partition("/")[0]


def action() -> tuple[list[Stage], list[Stage]]:
    """The stages of a swap, the first time and later."""
    session = Session(load(GAME), seed=SEED)
    display = Display(session)
    first = _swap(display)
    _swap(display)
    return first, _swap(display)


def _swap(display: Display) -> list[Stage]:
    session, game = display.session, display.session.game
    text = next(text for each in session.legal if (text := game.text(session.state, each)).startswith(SWAP))
    viewer, colours = viewer_of(session), theme("dark")
    stages: list[Stage] = []

    def traced(name: str, run: Callable[[], Given]) -> Given:
        trace = Trace()
        made = trace.of(run)
        stages.append((name, trace.walk))
        return made

    traced("perform", lambda: session.perform(game.action(session.state, text)))
    shown, ui = traced(
        "present",
        lambda: (
            present(session, drafts.begin(session.state), viewer),
            Ui(last_move=display.last_move(viewer), log=display.log(viewer), subtitle=subtitle(session)),
        ),
    )
    nodes = traced("scene", lambda: scene(shown, ui, SIZE, colours))
    traced("draw", lambda: snapshot(nodes, colours))
    return stages


def typo() -> Walk:
    """The walk from the check of a step with a misspelt name to the diagnostic."""
    path = catalogue.find(GAME)
    text = path.read_text(encoding="utf-8")
    misspelt = text.replace(RIGHT, WRONG, 1)
    trace = MistakeTrace(WRONG)

    def fail() -> None:
        try:
            loads(misspelt, path=path)
        except SpecError:
            return
        raise ValueError(f"{WRONG} is no mistake in {path}.")

    fail()
    trace.of(fail)
    return trace.walk


def page() -> str:
    """Both walks: their figures, then every module of each."""
    first, again = action()
    mistake = typo()
    lines = ["An action, from its text to a picture"]
    for title, stages in (("first", first), ("again", again)):
        whole = _together(stages)
        lines.append(f"  {title}: {_figures(whole)}")
        lines += [f"    {name}: {_figures(walk)}" for name, walk in stages]
    warm = _together(again).modules
    touched = sorted(_together(first).modules | warm)
    lines += [f"    {module}{'' if module in warm else '  (first)'}" for module in touched]
    lines += ["", "A typo, from the check of its step to the diagnostic"]
    lines.append(f"  {_figures(mistake)}")
    lines += [f"    {module}" for module in sorted(mistake.modules)]
    return "\n".join(lines)


def _figures(walk: Walk) -> str:
    return (
        f"{len(walk.modules)} modules, {walk.hops} hops between folders, {walk.crossings} between the three packages"
    )


def _together(stages: list[Stage]) -> Walk:
    return Walk([call for _, walk in stages for call in walk.calls])


if __name__ == "__main__":
    print(page())
