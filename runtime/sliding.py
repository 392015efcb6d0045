"""What slides from where to where between two states, of all that is no piece with an identity of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from interpreter import Action, Event, Game, State, View
from interpreter.expressions import Site, strip
from interpreter.position import PieceValue
from runtime.draft import Spot

Slides = tuple[tuple[Spot, Spot], ...]

FEW = 4
"""More contents than this that vanish here and appear there are a new picture, not a move."""


def slides_between(
    game: Game, before: State, after: State, events: Sequence[Event], viewer: int, action: Action
) -> Slides:
    """Pairs of a spot before and a spot after: first what the events tell, then what the viewer can conclude.

    A piece stands for its site where there is one. An event tells of a slide if it has the fields `source` and
    `target`, or lists of equal length under `sources` and `targets`; so does `swapped`.
    """
    told = _told(events)
    changed = before.changed_cells(after)
    if not told and not changed:
        return ()
    views = game.view(before, viewer), game.view(after, viewer)
    pairs = {target: source for target, source in told.items() if source != target}
    if changed and not pairs:
        pairs = _concluded(*views, changed, _chosen_sites(before, action))
    found = [(_spot(views[0], source), _spot(views[1], target)) for target, source in pairs.items()]
    return tuple((source, target) for source, target in found if not _stays(views[1], source, target))


def _told(events: Iterable[Event]) -> dict[int, int]:
    """By site: the site that its content came from, as the events tell one after the other."""
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
    """By site: where its content surely came from, because it vanished at one site and appeared at another.

    Where several vanished or appeared alike, those count that the player has chosen. What appears alone, elsewhere than
    at the empty site that was chosen, has come from there: it was dropped in.
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
    """The sites that an action names as its single choices."""
    plan = state.program.actions.get(str(action[0]))
    if plan is None:
        return frozenset()
    choices = zip(plan.choices, action[1:], strict=False)
    return frozenset(value for choice, value in choices if isinstance(strip(choice.variable.type), Site) and value)


def _spot(view: View, site: int) -> Spot:
    """The piece on a site, or the site."""
    return next(iter(view.pieces_at(site)), site)


def _stays(view: View, source: Spot, target: Spot) -> bool:
    """Whether the source is a piece that is still in play: it moves by itself."""
    if source == target:
        return True
    if not isinstance(source, PieceValue):
        return False
    return view.site_of(source) is not None or view.zone_of(source) is not None
