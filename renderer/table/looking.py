"""Through whose eyes the table is seen, where several people share one screen."""

from __future__ import annotations

from runtime.presentation import viewer_of
from runtime.presentation.secrecy import keeps_secrets
from runtime.session import Session


class Looking:
    """The viewer of a table. Where something is hidden, the next person looks only once the table was handed over."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._viewer = viewer_of(session)

    @property
    def persons(self) -> list[str]:
        """The players that people play."""
        return [player for player in self.session.game.players if self.session.seats[player] == "person"]

    @property
    def hides(self) -> bool:
        """Whether people share the screen who may not see what the others hold."""
        return len(self.persons) > 1 and keeps_secrets(self.session.state.program)

    @property
    def viewer(self) -> int:
        """The player who looks."""
        if not self.hides:
            self._viewer = viewer_of(self.session)
        return self._viewer

    @property
    def next(self) -> int | None:
        """The player to whom the table must be handed over; None if it need not be."""
        following = viewer_of(self.session)
        return following if self.hides and not self.session.state.over and following != self._viewer else None

    def hand_over(self) -> None:
        """The next player looks now."""
        self._viewer = viewer_of(self.session)

    def title(self, player: int) -> str:
        """What people call a player."""
        return str(self.session.state.program.schema.titles[player - 1])
