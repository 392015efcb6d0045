"""Directions that are chosen by pointing at the site they lead to."""

import pytest

import interpreter
from runtime.session.draft import Draft
from runtime.session.gestures import press, targets
from runtime.session.hand import Click, Key
from runtime.session.session import Session
from runtime.show.present import presentation

SHOVES = """
game: shoves
title: Shoves
entities:
  stone: {}
boards:
  field:
    shape: hex
    holds: stone
    legend: {o: stone}
    start: |
      . . .
      . o .
      . . .
actions:
  shove:
    choose:
      s: CHOICE
      d:
        from: OFFERED
        where: it != west
        else: Not to the west.
    effects:
      - {move: 'sure(first(pieces(field)))', to: 'sure(step(b2, d))'}
end_conditions:
  never: {when: len(pieces(field)) == 0, won: true}
"""


def session_of(choice: str = "pieces(field)", offered: str = "directions(field)") -> Session:
    spec = SHOVES.replace("CHOICE", choice).replace("OFFERED", offered)
    return Session(interpreter.loads(spec, "shoves.yaml"), seed=1)


def sites(session: Session, *names: str) -> list[int]:
    return [session.state.program.schema.topology.names.index(name) for name in names]


def begun(session: Session) -> Draft:
    return press(session, Draft(), Click(*sites(session, "b2"))).draft


@pytest.mark.parametrize("choice", ["pieces(field)", "list(x for x in field if not empty(x))"])
def test_a_click_on_the_site_beside_what_was_chosen_is_the_direction_to_it(choice: str) -> None:
    session = session_of(choice)
    draft = begun(session)
    assert targets(session, draft) == set(sites(session, "b1", "c1", "c2", "a3", "b3"))
    (northeast,) = sites(session, "c1")
    pressed = press(session, draft, Click(northeast))
    assert pressed.action is not None
    assert session.game.text(session.state, pressed.action).endswith("northeast")
    assert presentation(session.view(), draft, game=session.game, state=session.state).question is None


def test_a_menu_asks_for_directions_to_which_no_site_belongs() -> None:
    session = session_of(offered="list(east, north)")
    draft = begun(session)
    question = presentation(session.view(), draft, game=session.game, state=session.state).question
    assert question is not None
    assert [text for _, text in question.options] == ["East", "North"]


def test_an_arrow_chooses_a_direction_that_is_offered_and_otherwise_moves_the_cursor() -> None:
    session = session_of()
    draft = begun(session)
    pressed = press(session, draft, Key("Right"))
    assert pressed.action is not None
    assert session.game.text(session.state, pressed.action).endswith("east")
    before = draft.cursor
    pressed = press(session, draft, Key("Down"))
    assert (pressed.action, pressed.message, pressed.draft.values) == (None, None, draft.values)
    assert pressed.draft.cursor != before
