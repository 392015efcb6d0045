"""The games that were played to their end, to be looked at again."""

from __future__ import annotations

from collections.abc import Callable

from renderer.flow.sheet import Sheet
from renderer.nodes import Target
from renderer.page_models import CLOSE, Listing, Row
from renderer.screen import Host
from runtime.kept_replays import Kept

RESULTS = {"won": "Won", "lost": "Lost", "drawn": "A draw", "played": "Over"}


class ReplayList(Sheet):
    """The kept games, the latest first; of one game only, if that is asked for."""

    name = "replays"

    def __init__(self, host: Host, show: Callable[[Kept], None], game: str | None = None) -> None:
        super().__init__(host)
        self.show = show
        self.kept = [kept for kept in host.surroundings.replays.all() if game in (None, kept.game)]

    def page(self) -> Listing:
        """A row for each game."""
        titles = {listed.name: listed.title for listed in self.host.surroundings.games()}
        rows = tuple(
            Row(
                (
                    titles.get(kept.game, kept.game),
                    kept.ended.strftime("%d %b %Y, %H:%M"),
                    RESULTS[kept.result],
                    str(kept.moves),
                ),
                Target("option", "replay", number),
            )
            for number, kept in enumerate(self.kept)
        )
        text = "" if rows else "No game was played to its end yet."
        headings = ("Game", "Ended", "Result", "Moves") if rows else ()
        return Listing("Replays", headings, rows, (CLOSE,), text, self.first)

    def choose(self, name: str, value: object) -> None:
        """Look at one."""
        if name == "replay" and isinstance(value, int) and value < len(self.kept):
            self.show(self.kept[value])
