"""How the table looks and what it says: presentations of its position and of the stages of a move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from interpreter import Event, State
from interpreter.boards import Topology, opposite
from renderer.app.screen import Pointing
from renderer.motion.animation import Step
from renderer.motion.tween import Fall
from renderer.nodes import Box, Node, Scene, spot_key
from renderer.scene.signs import CALLED
from renderer.scene.ui import Bubble, Mood, Ui
from runtime.session.draft import Draft, Spot
from runtime.session.session import Move, Session
from runtime.show import last_sites, log_lines, opening_lines, present, presentation, sits_opposite, turned, turns
from runtime.show.buttons import Allowed, usual_title
from runtime.show.cues import contents, cue
from runtime.show.stages import Drop, stages
from runtime.show.started import capitalised
from runtime.show.values import ButtonShown, Presentation

Draw = Callable[[Presentation, Ui], Scene]
COPIED = "Result copied"
BUBBLE_SECONDS, BUBBLE_LETTER = 2.5, 0.05
"""How long a bubble stays, and how much longer for each letter."""
LOG = 60
"""How many lines of the log are kept."""


class Voice:
    """The latest message. It stays until the player does something."""

    def __init__(self) -> None:
        self.message = ""
        self.mood: Mood = "plain"
        self.lit: frozenset[Spot] = frozenset()
        self.bubble: Bubble | None = None
        """What was said, where it happened. It goes with the next key or click, or after a while."""
        self._gone_at: float | None = None

    def say(
        self, message: str, mood: Mood = "plain", lit: Iterable[Spot] = (), about: Sequence[Spot | str | None] = ()
    ) -> None:
        """Say something, and point something out; also beside the first visible one of some spots and nodes."""
        self.message, self.mood, self.lit = message, mood, frozenset(lit)
        places = tuple(each for each in about if each is not None)
        self.bubble, self._gone_at = (Bubble(message, places) if places else None), None

    def drop_bubble(self) -> bool:
        """Close the bubble; returns whether one was open."""
        told, self.bubble = self.bubble is not None, None
        return told

    def is_read(self, now: float) -> bool:
        """Whether a message in a bubble has been there long enough to be read."""
        if self.bubble is None:
            return False
        if self._gone_at is None:
            self._gone_at = now + BUBBLE_SECONDS + len(self.bubble.text) * BUBBLE_LETTER
        return now >= self._gone_at

    def hush(self) -> None:
        """Stop saying anything."""
        self.say("")


class Display:
    """What a viewer sees of one session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._shown: tuple[Any, Presentation] | None = None
        self._told: dict[int, tuple[Move, int, tuple[str, ...]]] = {}
        self._begun: tuple[tuple[Event, ...], int, tuple[str, ...]] = ((), 0, ())
        self._last: tuple[Any, frozenset[int]] = (None, frozenset())
        self.by_itself = True
        """Whether boards turn by themselves for the only person, if that one sits on their upper side."""
        self._turned_round = False

    @property
    def turned(self) -> bool:
        """Whether boards are seen from the opposite side."""
        return (self.by_itself and sits_opposite(self.session)) != self._turned_round

    def turn(self) -> None:
        """Look at the boards from the other side."""
        self._turned_round = turns(self.session.state.program) and not self._turned_round

    def presented(self, draft: Draft, viewer: int, thinking: bool, lights: bool) -> Presentation:
        """The position as it is now."""
        session = self.session
        help_ = (session.used, session.why_no_hint, len(session.undone), tuple(session.seats.items()))
        key = (session.state, draft, viewer, thinking, lights, self.turned, *help_, session.notes)
        if self._shown is None or self._shown[0][0] is not key[0] or self._shown[0][1:] != key[1:]:
            made = self._seen(present(session, draft, viewer, thinking))
            self._shown = (key, made if lights else replace(made, targets=frozenset()))
        return self._shown[1]

    def of_state(self, state: State, viewer: int) -> Presentation:
        """Another position of the same game: a stage of a move, or a preview."""
        session = self.session
        shown = presentation(
            session.game.seen(state, viewer),
            game=session.game,
            left=session.left,
            seats=session.seats,
            notes=session.notes,
            allowed=Allowed(
                why_no_undo=session.why_no_undo, why_no_hint=session.why_no_hint, can_redo=bool(session.undone)
            ),
        )
        return self._seen(shown)

    def _seen(self, shown: Presentation) -> Presentation:
        return turned(shown) if self.turned else shown

    def ui(self, pointing: Pointing, viewer: int, voice: Voice, is_of_day: bool = False) -> Ui:
        """What the window adds to the position; `is_of_day`: it is a game of the day."""
        return Ui(
            hovered=pointing.hovered,
            hovered_key=pointing.hovered_key,
            pressed_key=pointing.pressed_key,
            focus=pointing.focus,
            cursor=pointing.cursor if pointing.keyboard and not pointing.on_button else None,
            dragged=pointing.dragged,
            lit=voice.lit,
            last_move=self.last_move(viewer),
            message=voice.message,
            mood=voice.mood,
            bubble=voice.bubble,
            subtitle=subtitle(self.session, is_of_day),
            log=self.log(viewer),
            keyboard=pointing.keyboard,
        )

    def log(self, viewer: int) -> tuple[str, ...]:
        """What has happened, in words."""
        history = self.session.history
        # If nothing is hidden, everyone sees the same.
        told_to = viewer if self.session.state.program.sight.hides else 0
        lines: list[str] = []
        if len(history) < LOG:
            opening = self.session.opening
            if self._begun[0] is not opening or self._begun[1] != told_to:
                self._begun = (opening, told_to, opening_lines(self.session, viewer))
            lines += self._begun[2]
        for number in range(max(0, len(history) - LOG), len(history)):
            known = self._told.get(number)
            if known is None or known[0] is not history[number] or known[1] != told_to:
                told = log_lines(self.session.game, viewer, history[number])
                known = self._told[number] = (history[number], told_to, told)
            lines += known[2]
        return tuple(lines[-LOG:])

    def last_move(self, viewer: int) -> frozenset[int]:
        """The sites of the last move."""
        history = self.session.history
        key = (len(history), id(history[-1]) if history else None, viewer)
        if self._last[0] != key:
            self._last = (key, last_sites(self.session.game, history, viewer))
        return self._last[1]

    # What happened

    def steps(self, moves: Sequence[Move], viewer: int, ui: Ui, draw: Draw) -> list[Step]:
        """Moves as they are animated, stage by stage. The log says no more than what has been shown."""
        game, found = self.session.game, list[Step]()
        ahead = sum(len(log_lines(game, viewer, move)) for move in moves)
        told = ui.log[: max(0, len(ui.log) - ahead)]
        # Who thinks next has not begun as long as this move is seen.
        plain = replace(
            ui, preview=None, lit=frozenset(), last_move=frozenset(), hovered=None, dragged=None, thinking=False
        )
        for move in moves:
            events: tuple[Event, ...] = ()
            lying, of_move = contents(self.of_state(move.before, viewer)), list[Step]()
            of_stages = list(stages(game, move.before, move.events, move.after, viewer, move.action))
            for stage in of_stages:
                events += stage.events
                lines = log_lines(game, viewer, move, events)
                log = (*told, *lines)
                shown = self.of_state(stage.state, viewer)
                if lines and len(of_stages) > 1:
                    # It is nobody's turn until the move is over. Of a short move there is no time to read.
                    shown = replace(shown, status=lines[-1])
                drawn = draw(shown, replace(plain, log=log[-LOG:], calls=stage.calls))
                picture, calls = without_calls(drawn)
                slides = {spot_key(start): spot_key(end) for start, end in stage.slides}
                flashes = frozenset(spot_key(site) for site in stage.flashes)
                before, lying = lying, contents(shown)
                heard = cue(before, lying, stage.events, move.events, first=not of_move)
                drops = falls(self.session.state.program.schema.topology, stage.drops, picture)
                of_move.append(Step(picture, stage.milliseconds, slides, flashes, heard, calls, drops))
            if all(step.cue is None for step in of_move):
                # Also a move of which nothing is seen is heard: it was made.
                of_move[0] = of_move[0]._replace(cue="move")
            found += of_move
            told = (*told, *log_lines(game, viewer, move))
        return found


def with_copying(shown: Presentation, is_copied: bool) -> Presentation:
    """The presentation, with a button on the card at the end that copies the result."""
    result = shown.overlays.get("result")
    if result is None:
        return shown
    button = ButtonShown("share", COPIED if is_copied else usual_title("share"), True)
    return replace(shown, overlays={**shown.overlays, "result": replace(result, buttons=(button, *result.buttons))})


def falls(topology: Topology, drops: Iterable[Drop], picture: Scene) -> dict[str, Fall]:
    """The ways in which things drop into a picture: along their line from beyond its end, and visible only on their
    board."""
    found, spots = dict[str, Fall](), picture.spots
    for drop in drops:
        ahead = topology.step_table(drop.direction)[drop.site]
        behind = topology.step_table(opposite(drop.direction))[drop.site]
        ends = (spots.get(behind or drop.site), spots.get(drop.site if behind else ahead))
        board = topology.board_at(drop.site)
        boxes = [spots[site] for site in board.sites if site in spots] if board is not None else []
        if ends[0] is None or ends[1] is None or not boxes:
            continue
        across, down = ((a - b) * drop.steps for a, b in zip(ends[0][:2], ends[1][:2], strict=True))
        left, top = min(box.x for box in boxes), min(box.y for box in boxes)
        width, height = max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top
        found[spot_key(drop.spot)] = Fall(across, down, Box(left, top, width, height))
    return found


def without_calls(scene: Scene) -> tuple[Scene, tuple[Node, ...]]:
    """A picture without its call-outs, and the call-outs by themselves: they continue when the next picture is
    there."""
    calls = tuple(node for node in scene.nodes if node.key.startswith(CALLED))
    if not calls:
        return scene, ()
    return replace(scene, nodes=tuple(node for node in scene.nodes if not node.key.startswith(CALLED))), calls


def without_daily(shown: Presentation) -> Presentation:
    """The presentation without the link to the game of the day on the cards, because that game is being played."""
    cards = {
        name: replace(card, buttons=tuple(button for button in card.buttons if button.name != "daily"))
        for name, card in shown.overlays.items()
    }
    return replace(shown, overlays=cards)


def subtitle(session: Session, is_of_day: bool = False, kind: str = "") -> str:
    """Which game it is: its level, and its seed or that it is the game of the day, with `kind` before them. There is no
    seed if there is no luck."""
    level = usual_title(str(session.level)) if session.level is not None else ""
    if is_of_day:
        deal = "daily game"
    else:
        deal = f"seed {session.seed}" if session.state.program.steps.streams else ""
    return capitalised(" · ".join(part for part in (kind, level, deal) if part))
