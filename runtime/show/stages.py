"""A move divided into stages that are shown one after another: the swap, what matched, what fell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from interpreter import Action, Event, Game, State, View
from interpreter.boards import opposite
from interpreter.expressions import Number, Site, event_type, strip
from interpreter.position import PieceValue
from runtime.session.draft import Spot
from runtime.show.shown import Shown

Slides = tuple[tuple[Spot, Spot], ...]

FEW = 4
"""More contents than this that vanish here and appear there are a new picture, not a move."""
USUAL = 180
"""Milliseconds of a stage whose length the spec does not say."""
FLASH = 500
"""Milliseconds for which sites flash."""
LONGEST = 5000
MOST_STAGES = 60
RUNS = frozenset({"created", "moved", "removed", "changed", "swapped"})
"""Events of single pieces and cells: those of one name that follow each other belong together."""


def slides_between(
    game: Game, before: State, after: State, events: Sequence[Event], viewer: int, action: Action
) -> Slides:
    """Pairs of a spot before and a spot after: first those that the events report, then those that the viewer can
    conclude.

    A piece stands for its site if there is one. An event reports a slide if it has the fields `source` and `target`, or
    lists of equal length under `sources` and `targets`; so does `swapped`.
    """
    told = _told(events)
    changed = before.changed_cells(after)
    if not told and not changed:
        return ()
    views = game.seen(before, viewer), game.seen(after, viewer)
    pairs = {target: source for target, source in told.items() if source != target}
    if changed and not pairs:
        pairs = _concluded(*views, changed, _chosen_sites(before, action))
    found = [(_spot(views[0], source), _spot(views[1], target)) for target, source in pairs.items()]
    return tuple((source, target) for source, target in found if not _stays(views[1], source, target))


def _told(events: Iterable[Event]) -> dict[int, int]:
    """For each site, the site that its content came from, as the events report one after another."""
    origins: dict[int, int] = {}
    for event in events:
        pairs = list(_pairs(event))
        came = {source: origins.get(source, source) for source, _ in pairs}
        origins.update({target: came[source] for source, target in pairs})
    return origins


def _pairs(event: Event) -> Iterable[tuple[int, int]]:
    fields = event.fields
    if event.name == "swapped":
        return ((fields["first"], fields["second"]), (fields["second"], fields["first"]))
    sources, targets = fields.get("sources"), fields.get("targets")
    if isinstance(sources, tuple | list) and isinstance(targets, tuple | list) and len(sources) == len(targets):
        return zip(sources, targets, strict=True)
    source, target = fields.get("source"), fields.get("target")
    if event.name != "moved" and isinstance(source, int) and isinstance(target, int) and source and target:
        return ((source, target),)
    return ()


def _concluded(before: View, after: View, columns: list[str], chosen: frozenset[int]) -> dict[int, int]:
    """For each site, where its content certainly came from, because it vanished from one site and appeared on another.

    If several identical things vanished or appeared, those that the player has chosen count. A thing that appears
    alone, but not on the empty site that was chosen, has come from there: it was dropped in.
    """
    positions = (before, after, before.program.bare)
    entries = [[position.entries(column) for column in columns] for position in positions]
    lost: dict[Any, list[int]] = {}
    gained: dict[Any, list[int]] = {}
    for site in range(1, before.program.schema.topology.count + 1):
        was, now, empty = (tuple(column[site] for column in each) for each in entries)
        if was == now:
            continue
        if now == empty:
            lost.setdefault(was, []).append(site)
        else:
            gained.setdefault(now, []).append(site)
    if len(gained) > FEW:
        return {}
    found = {}
    for content, targets in gained.items():
        pair = _pair(lost.get(content, []), targets, chosen)
        if pair is not None:
            found[pair[1]] = pair[0]
    appeared = [site for targets in gained.values() for site in targets]
    if len(appeared) == len(chosen) == 1 and not lost:
        source, target = next(iter(chosen)), appeared[0]
        was, now, empty = (tuple(column[source] for column in each) for each in entries)
        if was == now == empty:
            return {target: source}
    return found


def _pair(sources: list[int], targets: list[int], chosen: frozenset[int]) -> tuple[int, int] | None:
    if len(sources) == len(targets) == 1:
        return sources[0], targets[0]
    sources = [site for site in sources if site in chosen]
    targets = [site for site in targets if site in chosen]
    return (sources[0], targets[0]) if len(sources) == len(targets) == 1 else None


def _chosen_sites(state: State, action: Action) -> frozenset[int]:
    """The sites that an action chooses as single choices."""
    plan = state.program.actions.get(str(action[0]))
    if plan is None:
        return frozenset()
    choices = zip(plan.choices, action[1:], strict=False)
    return frozenset(value for choice, value in choices if isinstance(strip(choice.variable.type), Site) and value)


def _spot(view: View, site: int) -> Spot:
    """The piece on a site, or the site."""
    return next(iter(view.pieces_at(site)), site)


def _stays(view: View, source: Spot, target: Spot) -> bool:
    """Whether the source is a piece that is still in play: it moves as itself."""
    if source == target:
        return True
    if not isinstance(source, PieceValue):
        return False
    return view.site_of(source) is not None or view.zone_of(source) is not None


def drops_of(view: View, events: Iterable[Event]) -> tuple[Drop, ...]:
    """The things that drop in with some events: an event reports them with `sites` and with `fall`, the direction of
    the fall. Things that fall along one line arrive stacked, as high as there are new things on it."""
    program, found = view.program, list[Drop]()
    for event in events:
        sites, fall = event.fields.get("sites"), event.fields.get("fall")
        kind = dict(event_type(program, event.name).fields).get("fall") if fall else None
        if kind is None or strip(kind) != program.schema.directions:
            continue
        if not isinstance(sites, tuple | list) or not isinstance(fall, int):
            continue
        back = program.schema.topology.step_table(opposite(fall))
        firsts: dict[int, list[int]] = {}
        for site in sites:
            first = site
            while back[first] and back[first] != site:
                first = back[first]
            firsts.setdefault(first, []).append(site)
        found += [Drop(_spot(view, site), site, fall, len(line)) for line in firsts.values() for site in line]
    return tuple(found)


class Call(NamedTuple):
    """A text that is called out at the centre of some sites: points, or a wave."""

    text: str
    sites: tuple[int, ...]


class Drop(NamedTuple):
    """Something new on a site that falls there in a direction, from a number of steps away: from beyond the edge of its
    board."""

    spot: Spot
    site: int
    direction: int
    steps: int


class Stage(NamedTuple):
    """One stage: the state that it leads to, what happened in it, how long it takes, what slides from where to where,
    which sites flash, what is called out, and what drops in. `unplaced` is what should be called out in the move but
    has no place on a board; the last stage has it."""

    state: State
    events: tuple[Event, ...]
    milliseconds: int
    slides: tuple[tuple[Spot, Spot], ...]
    flashes: frozenset[int]
    calls: tuple[Call, ...] = ()
    drops: tuple[Drop, ...] = ()
    unplaced: tuple[str, ...] = ()


def stages(
    game: Game,
    before: State,
    events: Sequence[Event],
    after: State,
    viewer: int,
    action: Action | None = None,
) -> list[Stage]:
    """The stages of a move, at least one; the last leads to `after`.

    States are complete: whatever the viewer may not know is left out when they are presented, but slides and flashes
    are reported only as far as the viewer can follow them. `action` is what was done: `view.animate` may name it, and
    its choices show which of several identical pieces has moved.
    """
    cutting = _Cutting(game, before, events, after, viewer, action)
    cutting.cut()
    found = cutting.found
    if cutting.unplaced:
        found[-1] = found[-1]._replace(unplaced=tuple(cutting.unplaced))
    return found


class _Named(NamedTuple):
    """What `view.animate` says about an event: how long it takes, or which sites flash."""

    milliseconds: int | None
    flashes: frozenset[int]


class _Cutting:
    """Follows the events of one move and closes stages on the way."""

    def __init__(
        self, game: Game, before: State, events: Sequence[Event], after: State, viewer: int, action: Action | None
    ) -> None:
        self.game = game
        self.after = after
        self.events = tuple(events)
        self.viewer = viewer
        self.action = action or ("",)
        self.entries = before.program.view_plan.animate
        self.calling = before.program.view_plan.call_outs.keys()
        self.now = before
        self.found: list[Stage] = []
        self.last = before
        self.pending: list[Event] = []
        self.calls: list[Call] = []
        self.unplaced: list[str] = []
        self.removed: set[tuple[str, int]] = set()
        self.run: str | None = None
        self.run_length = USUAL
        named = self._named(Event(str(self.action[0]), {}))
        self.whole = named.milliseconds if named is not None else None
        self.whole_flashes = named.flashes if named is not None else frozenset[int]()

    def cut(self) -> None:
        """Follow all events."""
        for event in self.events:
            if len(self.found) >= MOST_STAGES - 1:
                self.pending.append(event)
                continue
            named = self._named(event)
            acts = event.repaints(self.now)
            if event.name == "turn" and self._has_moved():
                # What happens as the next turn begins is shown after the move.
                self._close(self._length())
            if event.name == "created" and (event.fields["kind"], event.fields["piece"]) in self.removed:
                # Its number was that of another piece until now, which must be gone before this one is shown.
                self._close(self._length())
            if self.run is not None and (named is not None or acts) and event.name != self.run:
                self._close(self.run_length)
            elif self._shows_before(event, named, acts):
                self._close(self._length())
            self._call_out(event)
            self.now = self.now.after((event,))
            self.pending.append(event)
            if event.name == "removed":
                self.removed.add((event.fields["kind"], event.fields["piece"]))
            if named is not None:
                self._reached(event, named)
            elif acts:
                self._close(USUAL)
        self._finish()

    def _shows_before(self, event: Event, named: _Named | None, acts: bool) -> bool:
        """Whether everything before an event is shown before it."""
        if self.run is not None or not self.pending or not self._has_moved():
            return False
        return acts or (named is not None and event.name not in RUNS and self.whole is not None)

    def _reached(self, event: Event, named: _Named) -> None:
        """Handle an event that `view.animate` names: it closes a stage, or continues its run."""
        if event.name in RUNS and named.milliseconds is not None:
            self.run, self.run_length = event.name, named.milliseconds
        else:
            self._close(named.milliseconds if named.milliseconds is not None else FLASH, named.flashes)

    def _length(self) -> int:
        """How long the pending events take."""
        if self.run is not None:
            return self.run_length
        return self.whole if self.whole is not None else USUAL

    def _has_moved(self) -> bool:
        """Whether anything has moved or changed its look since the last stage."""
        return not self.last.same_places(self.now)

    def _close(self, milliseconds: int, flashes: frozenset[int] = frozenset()) -> None:
        """End a stage here."""
        self._add(self.now, milliseconds, flashes)

    def _add(self, state: State, milliseconds: int, flashes: frozenset[int]) -> None:
        events, self.pending, self.run = tuple(self.pending), [], None
        self.removed.clear()
        slides = slides_between(self.game, self.last, state, events, self.viewer, self.action)
        calls, self.calls = self._placed(events), []
        falls = any(event.fields.get("fall") for event in events)
        drops = drops_of(self.game.seen(state, self.viewer), events) if falls else ()
        self.found.append(Stage(state, events, milliseconds, slides, flashes, calls, drops))
        self.last = state

    def _call_out(self, event: Event) -> None:
        """Note what is called out as an event happens."""
        if event.name in self.calling:
            shown = Shown(self.game.seen(self.now, self.viewer))
            for text, spots in shown.call_outs(event):
                sites = [shown.world.site_of(spot) for spot in spots]
                self.calls.append(Call(text, tuple(dict.fromkeys(site for site in sites if site))))

    def _placed(self, events: tuple[Event, ...]) -> tuple[Call, ...]:
        """The call-outs of a stage with its events; by default where pieces have gone, or else at what was chosen."""
        if not self.calls:
            return ()
        view = self.game.seen(self.last, self.viewer)
        pieces = [PieceValue(each.fields["kind"], each.fields["piece"]) for each in events if each.name == "removed"]
        gone = tuple(site for piece in pieces if (site := view.site_of(piece)))
        usual = gone or tuple(sorted(_chosen_sites(self.last, self.action)))
        self.unplaced += [call.text for call in self.calls if not call.sites and not usual]
        return tuple(call if call.sites else call._replace(sites=usual) for call in self.calls if call.sites or usual)

    def _finish(self) -> None:
        """The rest of the move; if nothing visible is left, the last stage leads to the end of the move."""
        flashes = self.whole_flashes
        if self.found and not flashes and self.run is None and self.last.same_places(self.after):
            last = self.found[-1]
            calls = (*last.calls, *self._placed(tuple(self.pending)))
            self.found[-1] = last._replace(state=self.after, events=(*last.events, *self.pending), calls=calls)
            return
        length = self._length() if not flashes else max(self._length(), FLASH)
        self._add(self.after, length, flashes)

    def _named(self, event: Event) -> _Named | None:
        """What `view.animate` says about an event as it happens; None if it says nothing."""
        plan = self.entries.get(event.name)
        if plan is None or plan.value is None:
            return None
        shown = Shown(self.game.seen(self.now, self.viewer))
        value = shown.event_value(plan, event)
        if isinstance(strip(plan.value.type), Number):
            return _Named(max(0, min(int(value), LONGEST)) if value is not None else USUAL, frozenset())
        spots = value if isinstance(value, list) else [value]
        return _Named(None, frozenset(site for spot in spots if (site := shown.world.site_of(spot))))
