"""Scenes over time: what moves, flashes and shakes, and what stands still. Every call states the time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import pi, sin
from typing import Literal, NamedTuple

from renderer.motion.confetti import LENGTH, Confetti
from renderer.motion.tween import GONE, NO_FALLS, Fall, Tween, eased, plan, pose_of
from renderer.nodes import CARD, LIFTED, Box, Node, Scene
from renderer.skins.marks import Halo
from runtime.show.cues import Cue, loudest

GOLD = "#ffcf40"
"""The colour of a flash: bright on every ground."""
Speed = Literal["off", "fast", "normal"]
BRIEF = 160
"""Milliseconds of a change that belongs to no move: a piece snaps back, a card opens."""
SHAKE = 300
SHAKE_WIDTH = 6
"""How far something shakes to either side, in pixels."""
FLASH = 600
FLOAT, FADING = 1300, 3.0
"""For how many milliseconds something floats up by its own height, and how steeply it fades at the end."""
PULSES = 2
"""How often a glow comes and goes in one flash."""
FACTORS: dict[Speed, float] = {"off": 0.0, "fast": 0.5, "normal": 1.0}
ACTED = ("piece:", "site:", "mark:", "panel:", "zone:", "status", "label:log")
"""What the stages of a move change: whose turn the status tells of is whose move is seen, and the log tells no
more than that. The rest is the window's own business and changes at once."""
TOP = 1 << 30
"""Above every height. Nothing is raised while nothing moves."""


@lru_cache(maxsize=256)
def glow(key: str, box: Box) -> Node:
    """A glow around a box, above what is there and below what is lifted."""
    halo = Halo(round(box.width), round(box.height), round(min(box.width, box.height) * 0.14), GOLD)
    width, height = halo.size
    return Node(key, halo, round(box.x) - halo.margin, round(box.y) - halo.margin, width, height, LIFTED - 1)


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: `still` nodes, whose `version` changes when they do, and moving ones, drawn above them."""

    still: tuple[Node, ...]
    version: int
    moving: tuple[Node, ...]


class Step(NamedTuple):
    """A stage of a move as scenes see it: `slides` from old keys to new ones, `flashes` are keys, and `cue` is heard as
    it begins. `calls` are nodes that float up and fade from then on, however long the stage is. `falls` are given by
    the keys of what is new."""

    scene: Scene
    milliseconds: int
    slides: Mapping[str, str] = {}
    flashes: frozenset[str] = frozenset()
    cue: Cue | None = None
    calls: tuple[Node, ...] = ()
    falls: Mapping[str, Fall] = NO_FALLS


@dataclass(slots=True)
class _Running:
    """A tween that has begun; times are in seconds."""

    tween: Tween
    began: float

    def over(self, now: float) -> bool:
        """Whether it has ended."""
        return _passed(self.began, now) >= self.tween.ends


@dataclass(frozen=True, slots=True)
class _Effect:
    """A shake or a flash. `length` is in milliseconds."""

    began: float
    length: float

    def part(self, now: float) -> float:
        """The share of its time that has passed."""
        return min(1.0, max(0.0, _passed(self.began, now) / self.length))

    def over(self, now: float) -> bool:
        """Whether it has ended."""
        return _passed(self.began, now) >= self.length


@dataclass(slots=True)
class _Still:
    """The still nodes of the last frame, and what they were derived from."""

    scene: Scene | None = None
    left_out: frozenset[str] = frozenset()
    above: int = CARD
    nodes: tuple[Node, ...] = ()
    version: int = 0


@dataclass(slots=True)
class _Playing:
    """The steps to come, when the next begins, the scene to end with, and what the window has shown since."""

    steps: deque[Step] = field(default_factory=deque)
    next: float = 0.0
    settles: Scene | None = None
    around: Scene | None = None


class Animator:
    """Shows one scene after another.

    `show` is for the scene to end with, `play` for a move in several steps.
    """

    def __init__(self, speed: Speed = "normal") -> None:
        self.speed: Speed = speed
        self._scene: Scene | None = None
        self._running: dict[str, _Running] = {}
        self._shakes: dict[str, _Effect] = {}
        self._flashes: dict[str, _Effect] = {}
        self._floats: dict[str, tuple[Node, float, _Effect]] = {}
        self._floated = 0
        self._confetti: Confetti | None = None
        self._playing = _Playing()
        self._still = _Still()
        self._heard: list[Cue] = []

    # What to show

    def show(self, scene: Scene, now: float) -> None:
        """Show the scene to end with. A move that is being played continues; only the window's own nodes change
        meanwhile."""
        self._advance(now)
        playing = self._playing
        if playing.settles is not None and self._scene is not None and scene.size == self._scene.size:
            playing.settles = playing.around = scene
            self._change_to(_dressed(self._scene, scene), {}, self._brief, now)
            return
        self._playing = _Playing()
        self._change_to(scene, {}, self._brief, now)

    def play(self, steps: Sequence[Step], now: float) -> None:
        """Show a move step by step. Whatever is left of an earlier one ends at once."""
        if not steps:
            return
        self._advance(now)
        if self._playing.settles is not None:
            self.finish()
        if self.speed == "off" or self._scene is None:
            self._change_to(steps[-1].scene, {}, 0, now)
            cue = loudest([step.cue for step in steps if step.cue is not None])
            self._heard += [cue] if cue is not None else []
            return
        self._playing = _Playing(deque(steps), now, steps[-1].scene)
        self._advance(now)

    def shake(self, keys: Iterable[str], now: float) -> None:
        """Shake nodes from side to side, as a refusal."""
        if self.speed != "off":
            self._shakes.update({key: _Effect(now, SHAKE) for key in keys})

    def flash(self, keys: Iterable[str], now: float, milliseconds: float = FLASH) -> None:
        """Flash nodes to draw attention to them."""
        if self.speed != "off" and milliseconds > 0:
            self._flashes.update({key: _Effect(now, milliseconds) for key in keys})

    def forget_calls(self) -> None:
        """Remove everything that floats, because another page is shown."""
        self._floats.clear()

    def celebrate(self, size: tuple[int, int], colours: Sequence[str], now: float) -> None:
        """Throw confetti for a player who has won."""
        if self.speed != "off":
            self._confetti = Confetti(size, colours, now, LENGTH * FACTORS[self.speed])

    def calm(self) -> None:
        """End a celebration, because the player goes on."""
        self._confetti = None

    def finish(self) -> None:
        """Bring everything to its end at once."""
        self.calm()
        self._running.clear()
        self._shakes.clear()
        self._flashes.clear()
        self._floats.clear()
        if self._playing.settles is not None:
            self._scene = self._playing.settles
        self._playing = _Playing()

    # What is seen

    def busy(self, now: float) -> bool:
        """Whether anything is moving, shaking or flashing, so that the next frame will differ from this one."""
        self._advance(now)
        effects = self._running or self._shakes or self._flashes or self._floats or self._confetti
        return bool(effects) or self._playing.settles is not None

    def heard(self, now: float) -> list[Cue]:
        """The sounds that have started by now; each is returned once."""
        self._advance(now)
        found, self._heard = self._heard, []
        return found

    def playing(self, now: float) -> bool:
        """Whether a move is still being shown."""
        self._advance(now)
        return self._playing.settles is not None

    def frame(self, now: float) -> Frame:
        """The picture at a time."""
        self._advance(now)
        scene = self._scene
        if scene is None:
            return Frame((), self._still.version, ())
        moving = self._moving(scene, now)
        above = min((node.z for node in moving.values()), default=TOP)
        left_out = frozenset(self._running) | frozenset(moving)
        still = self._stand(scene, left_out, above)
        raised = [node for node in scene.nodes if node.z > above and node.key not in left_out] if moving else []
        drawn = sorted([*moving.values(), *raised], key=lambda node: node.z)
        # It flies in front of everything, so that what stands still need not be drawn anew.
        flying = self._confetti.nodes(now) if self._confetti is not None else ()
        return Frame(still, self._still.version, (*drawn, *flying))

    def _stand(self, scene: Scene, left_out: frozenset[str], above: int) -> tuple[Node, ...]:
        """The nodes that stand still; their version changes only if they do."""
        last = self._still
        if last.scene is scene and last.left_out == left_out and last.above == above:
            return last.nodes
        nodes = tuple(node for node in scene.nodes if node.key not in left_out and node.z <= above)
        if nodes != last.nodes:
            last.version += 1
            last.nodes = nodes
        last.scene, last.left_out, last.above = scene, left_out, above
        return last.nodes

    def _moving(self, scene: Scene, now: float) -> dict[str, Node]:
        """The nodes that are moving, shaking or flashing, by their keys."""
        found = {key: running.tween.at(_passed(running.began, now)) for key, running in self._running.items()}
        for key, effect in self._shakes.items():
            node = found.get(key) or scene.by_key.get(key)
            if node is not None:
                found[key] = replace(node, x=node.x + _swing(effect.part(now)))
        for key, effect in self._flashes.items():
            box = _box_of(scene, key)
            if box is not None:
                lit = glow(f"flash:{key}", box)
                found[lit.key] = replace(lit, alpha=lit.alpha * sin(pi * PULSES * effect.part(now)) ** 2)
        for key, (node, rise, effect) in self._floats.items():
            part = effect.part(now)
            alpha = node.alpha * min(1.0, (1 - part) * FADING)
            found[key] = replace(node, key=key, y=node.y - rise * eased("out", part), alpha=alpha)
        return found

    def _float(self, calls: Sequence[Node], began: float) -> None:
        """Let nodes float up and fade. The nodes of two calls may have the same keys."""
        length, rise = FLOAT * FACTORS[self.speed] ** 0.5, max((node.height for node in calls), default=0.0)
        for node in calls:
            self._floated += 1
            self._floats[f"float:{self._floated}"] = node, rise, _Effect(began, length)

    # How time passes

    @property
    def _brief(self) -> float:
        return BRIEF * FACTORS[self.speed]

    def _advance(self, now: float) -> None:
        """Begin the steps whose time has come, and forget those that have ended."""
        playing = self._playing
        while playing.steps and playing.next <= now:
            began, step = playing.next, playing.steps.popleft()
            self._forget(began)
            length = step.milliseconds * FACTORS[self.speed]
            scene = step.scene if playing.around is None else _dressed(step.scene, playing.around)
            self._change_to(scene, step.slides, length, began, step.falls)
            self.flash(step.flashes, began, length)
            self._float(step.calls, began)
            if step.cue is not None:
                self._heard.append(step.cue)
            playing.next = round(began + length / 1000, 6)
        if playing.settles is not None and not playing.steps and playing.next <= now:
            settles, ended = playing.settles, playing.next
            self._playing = _Playing()
            self._forget(ended)
            self._change_to(settles, {}, self._brief, ended)
        self._forget(now)

    def _forget(self, now: float) -> None:
        if self._running and all(running.over(now) for running in self._running.values()):
            # All at once, so that what stands still is drawn anew only once.
            self._running.clear()
        if self._confetti is not None and self._confetti.over(now):
            self._confetti = None
        for effects in (self._shakes, self._flashes):
            for key in [key for key, effect in effects.items() if effect.over(now)]:
                del effects[key]
        for key in [key for key, (_, _, effect) in self._floats.items() if effect.over(now)]:
            del self._floats[key]

    def _change_to(
        self,
        scene: Scene,
        slides: Mapping[str, str],
        milliseconds: float,
        now: float,
        falls: Mapping[str, Fall] = NO_FALLS,
    ) -> None:
        """Move from what is visible now to another scene."""
        before, self._scene = self._scene, scene
        if before is None or before is scene:
            return
        if self.speed == "off" or before.size != scene.size:
            self._running.clear()
            return
        tweens = {tween.key: tween for tween in plan(before, scene, slides, milliseconds, falls)}
        running = {key: kept for key, each in self._running.items() if (kept := _kept(each, scene, now)) is not None}
        arriving = frozenset(slides.values()) | falls.keys()
        for key, tween in tweens.items():
            seen = self._running.get(key.removesuffix(GONE))
            if seen is not None and key not in arriving:
                # It goes on from where it is seen now.
                start = seen.tween.pose(_passed(seen.began, now))
                if key + GONE in tweens:
                    start = start._replace(alpha=tween.start.alpha)
                tween = replace(tween, start=start)
            running[key] = _Running(tween, now)
        self._running = running


def _kept(running: _Running, scene: Scene, now: float) -> _Running | None:
    """A tween that still leads to the node's place in the new scene; a vanishing node continues to vanish."""
    tween = running.tween
    if running.over(now):
        return None
    if tween.gone:
        return running
    node = scene.by_key.get(tween.key)
    if node is None or pose_of(node) != tween.end or node.skin != tween.node.skin:
        return None
    running.tween = replace(tween, node=node)
    return running


def _dressed(stage: Scene, latest: Scene) -> Scene:
    """A stage of a move with what the window now shows around it."""
    acted = [node for node in stage.nodes if node.key.startswith(ACTED)]
    around = [node for node in latest.nodes if not node.key.startswith(ACTED)]
    nodes = tuple(sorted([*around, *acted], key=lambda node: node.z))
    return Scene(latest.size, nodes, latest.spots, latest.focus)


def _box_of(scene: Scene, key: str) -> Box | None:
    """The box of a site, or of a node."""
    kind, _, number = key.partition(":")
    found: Box | None = scene.spots.get(int(number)) if kind == "site" and number.isdigit() else None
    node = scene.by_key.get(key)
    return node.box if found is None and node is not None else found


def _swing(part: float) -> float:
    """The sideways offset of something that shakes."""
    return SHAKE_WIDTH * sin(2 * pi * 3 * part) * (1 - part)


def _passed(began: float, now: float) -> float:
    """The milliseconds since a time in seconds, without rounding errors from the subtraction."""
    return round((now - began) * 1000, 6)
