"""Ways to look at what is shown."""

from interpreter import Game, loads
from runtime.session.draft import Draft
from runtime.session.session import Seat, Session
from runtime.show import present
from runtime.show.values import Look, PieceShown, Presentation, SiteShown


def played(game: Game | str, *actions: str, computers: tuple[str, ...] = ()) -> Session:
    """A session after some actions, with people as all players except those named."""
    made = loads(game) if isinstance(game, str) else game
    seats: dict[str, Seat] = {player: "computer" if player in computers else "person" for player in made.players}
    session = Session(made, seed=1, seats=seats)
    for text in actions:
        outcome = session.perform(made.action(session.state, text))
        assert outcome.refusal is None, outcome.refusal
    return session


def shown(game: Game | str, *actions: str, draft: Draft | None = None, viewer: int | None = None) -> Presentation:
    """What is shown after some actions."""
    return present(played(game, *actions), draft, viewer)


def sites(presentation: Presentation, board: int = 0) -> dict[str, SiteShown]:
    """The sites of a board by name."""
    return {site.name: site for site in presentation.boards[board].sites}


def pieces(presentation: Presentation, board: int = 0) -> dict[str, PieceShown]:
    """The pieces of a board by the name of their first site."""
    names = {site.site: site.name for site in presentation.boards[board].sites}
    return {names[piece.sites[0]]: piece for piece in presentation.boards[board].pieces}


def brief(look: Look | None) -> tuple[object, ...] | None:
    """A look in short: its shape, the name of its colour, what themes are asked for, and its pattern."""
    if look is None:
        return None
    colour = look.colour
    return (look.shape, colour.name if colour else None, colour.value if colour else None, look.pattern)
