"""What takes the place of things that a spec leaves out."""

from interpreter import loads
from runtime.show.values import by_name, setting_title

SPEC = """\
game: lamps
title: Lamps
settings:
  most_lamps: {default: 3, range: 1..9}
  glow: {default: false, title: Let them glow, help: "They glow\\nin the dark."}
boards: {grid: {columns: 3, rows: 1, cell: {lit: flag}}}
actions:
  light: {choose: {c: grid}, effects: [c.lit = glow or most_lamps > 1]}
end_conditions:
  lit: {when: a1.lit, won: true}
"""


def test_a_setting_without_a_title_is_called_by_its_name() -> None:
    settings = by_name(loads(SPEC, "lamps.yaml").spec.settings)
    assert [setting_title(name, setting) for name, setting in settings.items()] == ["Most lamps", "Let them glow"]


def test_what_a_setting_does_stands_on_one_line() -> None:
    settings = by_name(loads(SPEC, "lamps.yaml").spec.settings)
    assert [setting.about for setting in settings.values()] == ["", "They glow in the dark."]
    assert settings["glow"].meaning("true") == "They glow in the dark."


def test_a_section_that_is_left_out_has_no_entries() -> None:
    assert by_name(None) == {}
