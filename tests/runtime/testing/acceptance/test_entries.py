"""The words of tests: whatever is registered is checked, run, suggested and documented, and nothing else is edited."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from interpreter.spec.acceptance_model import ThenEntry, WhenEntry
from interpreter.spec.nodes import Node, Scalar, Span
from runtime.commands import schema
from runtime.commands.reference import sections
from runtime.session.given import Ground
from runtime.testing import checks, then
from runtime.testing.course import Course
from runtime.testing.entries import (
    ALONE,
    CHECKS,
    WITH_VALUE,
    LastAction,
    OfRefusal,
    check,
    happening,
    happening_alone,
    text_of,
)
from runtime.testing.failures import Failure, Value, differs


@pytest.fixture(autouse=True)
def tables_as_before() -> Iterator[None]:
    """Remove what a test registers after it."""
    tables = (CHECKS, ALONE, WITH_VALUE, ThenEntry.known_entries, WhenEntry.known_entries)
    before = [dict(table) for table in tables]
    yield
    for table, entries in zip(tables, before, strict=True):
        table.clear()
        table.update(entries)


@dataclass(frozen=True, slots=True)
class Parity:
    wanted: Scalar

    def failures(self, course: Course) -> list[Failure]:
        found = "even" if course.state.turn_number % 2 == 0 else "odd"
        return [] if found == self.wanted else [differs(self.wanted, "The turn is another one.", self.wanted, found)]


def register_parity() -> None:
    @check("parity")
    def _parity(ground: Ground, key: Scalar, node: Node, _last: LastAction) -> Parity | None:
        """Whether the number of the turn
        is even or odd."""
        text = text_of(ground, key, node)
        return None if text is None else Parity(text)


PARITY = """
    test:
      when:
        - place: a1
      then:
        - %s
    """


def test_a_check_that_is_registered_is_run(marks, outcome):
    register_parity()
    assert outcome(marks(PARITY % "parity: even")).passed
    (failure,) = outcome(marks(PARITY % "parity: odd")).failures
    assert (failure.span.text, failure.message) == ("odd", "The turn is another one.")
    assert failure.values == (Value("expected", "odd"), Value("shown", "even"))


def test_a_check_that_is_registered_is_checked_and_suggested(marks, problems):
    register_parity()
    text = ("[odd]", "parity takes a text.", "Write parity: and the text on one line.")
    assert problems(marks(PARITY % "parity: [odd]")) == [text]
    unknown = ("party", "‘party’ is neither a check nor a board or zone.", "Did you mean ‘parity’?")
    assert problems(marks(PARITY % "party: odd")) == [unknown]


def test_a_check_that_is_gone_is_unknown(marks, problems):
    ((place, message, _),) = problems(marks(PARITY % "parity: odd"))
    assert (place, message) == ("parity", "‘parity’ is neither a check nor a board or zone.")


def test_a_check_that_is_registered_is_documented():
    register_parity()
    meaning = "Whether the number of the turn is even or odd."
    assert ["`parity`", "", meaning] in sections.options(ThenEntry)
    forms = json.loads(schema.text())["$defs"]["ThenEntry"]["anyOf"]
    assert forms[1]["properties"]["parity"] == {"description": meaning}


def test_a_word_of_when_that_is_registered_happens(marks, outcome):
    @dataclass(frozen=True, slots=True)
    class Leave:
        span: Span

        def happen(self, course: Course) -> None:
            course.act(("give_up",), self.span)

    @happening("give_up_as")
    def _give_up_as(_ground: Ground, _node: Node, span: Span, _last: LastAction) -> Leave:
        return Leave(span)

    happening_alone("leave")(Leave)
    for entry in ("leave", "give_up_as: cross"):
        assert outcome(marks(f"test: {{when: [{entry}], then: [ended: given_up]}}")).passed


def test_an_expectation_of_a_refusal_lets_the_action_be_refused(marks, failures):
    @dataclass(frozen=True, slots=True)
    class Nothing(OfRefusal):
        def failures(self, _course: Course) -> list[Failure]:
            return []

    check("nothing")(lambda _ground, _key, _node, _last: Nothing())
    test = "test: {when: [place: b2], then: [%s]}"
    assert failures(marks(test % "nothing: x")) == []
    ((_, message),) = failures(marks(test % "placed == 0"))
    assert message == "The action was refused by not_in_the_middle: “Not b2 in the first turn.”"


@pytest.mark.parametrize(("register", "word"), [(check, "legal"), (happening, "click"), (happening, "undo")])
def test_a_word_has_one_meaning(register, word):
    with pytest.raises(ValueError, match=f"Tests know the word {word} already"):
        register(word)(lambda *_: None)


def test_every_module_of_checks_is_found_by_itself():
    files = {path.stem for path in Path(checks.__file__).parent.glob("*.py")} - {"__init__"}
    homes = {build.__module__.removeprefix(f"{checks.__name__}.") for build in CHECKS.values()}
    assert homes == files | {then.__name__}


def test_every_word_has_a_meaning():
    assert ThenEntry.known_entries.keys() == CHECKS.keys()
    assert WhenEntry.known_entries.keys() == ALONE.keys() | WITH_VALUE.keys()
    assert all(meaning.endswith(".") for meaning in (ThenEntry.known_entries | WhenEntry.known_entries).values())
