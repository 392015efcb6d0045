"""What is known not to be none among steps, and which steps put an end to that."""

import pytest

from interpreter import SpecError, loads

LAMPS = """
game: lamps
title: Lamps
boards:
  row_of_lamps: {{columns: 3, rows: 1, cell: {{lit: flag}}}}
state: {{place: 0}}
define:
  lit_one: first(x for x in row_of_lamps if x.lit)
actions:
  look:
    effects:
      - if: lit_one != none
        then:
          - {first}
          - place = lit_one.column
end_conditions:
  found: {{when: place > 0, won: true}}
"""


def test_what_was_found_stays_found_as_long_as_nothing_changes() -> None:
    assert loads(LAMPS.format(first="event: seen(at = lit_one)"), "lamps.yaml").title == "Lamps"


def test_any_step_that_changes_something_ends_it() -> None:
    with pytest.raises(SpecError, match="This may be none here"):
        loads(LAMPS.format(first="lit_one.lit = false"), "lamps.yaml")
