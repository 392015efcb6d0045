"""Checks the lessons of a spec without teaching them: their positions above all."""

from __future__ import annotations

from interpreter import Game
from interpreter.spec.diagnostics import Diagnostics
from runtime.tutorial.positions import position_for, sets_up, settings_up_to


def check_tutorial(game: Game, diagnostics: Diagnostics) -> None:
    """Report everything that is wrong with the positions of the lessons; names are checked when a spec is loaded."""
    section = game.spec.tutorial
    if section is None or (section.level is not None and str(section.level) not in game.levels):
        return
    for number, step in enumerate(section.steps.values()):
        if number == 0 or sets_up(step):
            settings = settings_up_to(section, number)
            known = {name: value for name, value in settings.items() if str(name) in game.settings.types}
            position_for(game, section, step, known, diagnostics)
