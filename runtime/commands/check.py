"""Checking specs: every mistake and warning of every file, at its place."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import typer

from interpreter import Diagnostic, Diagnostics, Game, SpecError, catalogue, load_spec
from interpreter.spec.diagnostics import Painted, render, to_json, visible
from interpreter.spec.model import Spec
from runtime import arguments
from runtime.commands.output import FAILED, coloured, print_json, say, working_on
from runtime.messages import counted
from runtime.playtest.sharing import Tick, in_order
from runtime.playtest.trial import USUAL, Effort, try_out
from runtime.show.likeness import check_colours
from runtime.testing.equivalents import check_equivalents
from runtime.testing.plan import check_acceptance, check_names
from runtime.testing.traceability import check_traceability
from runtime.tutorial.tutorial import check_tutorial


@dataclass(slots=True)
class Finding:
    """A diagnostic, and the specs that have it: variants share the mistakes of their parent."""

    diagnostic: Diagnostic
    specs: list[Path] = field(default_factory=list)

    @property
    def variants(self) -> list[str]:
        """The games in which a mistake shows up that the parent alone does not have."""
        span = self.diagnostic.span
        if span is None or _spec_of(span.source.name) in map(Path.resolve, self.specs):
            return []
        return [path.stem for path in self.specs]

    def text(self, colour: bool) -> Painted:
        """The diagnostic as people read it."""
        where = f"\n  in the variant {', '.join(self.variants)}" if self.variants else ""
        return Painted(render(self.diagnostic, colour) + visible(where))

    def json(self) -> dict[str, Any]:
        """The diagnostic for other programs."""
        [plain] = to_json([self.diagnostic])
        return {**plain, "specs": [path.stem for path in self.specs]}


def run(named: Sequence[str], as_json: bool, effort: Effort | None = USUAL) -> None:
    """Print all diagnostics of the specs, then how many there are."""
    paths = arguments.specs(named)
    found = findings(paths, effort)
    errors = sum(each.diagnostic.severity == "error" for each in found)
    if as_json:
        print_json([each.json() for each in found])
    else:
        colour = coloured(sys.stdout)
        for each in found:
            say(each.text(colour), "")
        totals = f"{counted(errors, 'error')}, {counted(len(found) - errors, 'warning')}"
        print(f"{counted(len(paths), 'spec')} checked: {totals}.")
    if errors:
        raise typer.Exit(FAILED)


def findings(paths: Sequence[Path], effort: Effort | None = USUAL) -> list[Finding]:
    """The mistakes in the specs; those that read the same are merged into one finding."""
    found: dict[str, Finding] = {}
    for path, diagnostics in zip(paths, in_order(partial(_prepared, paths, effort), len(paths)), strict=True):
        for text, diagnostic in {render(each): each for each in diagnostics}.items():
            found.setdefault(text, Finding(diagnostic)).specs.append(path)
    return list(found.values())


def _prepared(paths: Sequence[Path], effort: Effort | None) -> Callable[[int, Tick], list[Diagnostic]]:
    def check(number: int, _tick: Tick) -> list[Diagnostic]:
        with working_on(paths[number]):
            return _own_first(check_spec(paths[number], effort), paths[number])

    return check


def _own_first(found: Diagnostics, path: Path) -> list[Diagnostic]:
    """The mistakes, without those that a variant's own mistakes cause in the text of its parent."""
    here = path.resolve()

    def is_own(each: Diagnostic) -> bool:
        return each.span is None or _spec_of(each.span.source.name) == here

    return [each for each in found if is_own(each)] if any(map(is_own, found.errors)) else list(found)


def _spec_of(file: str) -> Path:
    return catalogue.spec_of(Path(file)).resolve()


def check_spec(path: Path, effort: Effort | None = USUAL) -> Diagnostics:
    """Everything wrong with a spec under its default settings and at each of its levels, including its tests.

    A spec without mistakes is tried out, with as much effort as requested: a game is begun in every way and played.
    """
    spec, found = load_spec(path)
    try:
        if spec is not None:
            _check_game(spec, found, effort)
            check_equivalents(spec, path, found)
    except SpecError as error:
        found.extend(error.diagnostics)
    return found


def _check_game(spec: Spec, found: Diagnostics, effort: Effort | None) -> None:
    # A game whose file has another name has no other mistakes for that.
    diagnostics = Diagnostics(found.removed)
    try:
        game = Game(spec, diagnostics)
    except SpecError:
        found.extend(diagnostics)
        return
    try:
        game.review()
    except SpecError as error:
        # The spec does not load, but its levels and tests may have more to say.
        found.extend(error.diagnostics)
    if _check_levels(game, found):
        check_acceptance(game, found)
        check_tutorial(game, found)
        check_colours(game, found)
    else:
        check_names(game.spec, found)
    check_traceability(game.spec, found)
    found.extend(diagnostics)
    if effort is not None and not found.errors:
        try_out(game, found, effort)


def _check_levels(game: Game, found: Diagnostics) -> bool:
    """Compile the program of every level and lay out its pictures; return whether the first compiles."""
    compiled = True
    for number, level in enumerate(game.levels or (None,)):
        chosen = game.settings.choose(level, None)
        kept = len(game.diagnostics)
        try:
            program = game.program(chosen)
            program.compile()
            program.diagnostics.raise_if_errors()
        except SpecError as error:
            if number:
                # Programs tell their game of their mistakes, which does not know about levels.
                game.diagnostics.withdraw(kept)
                _add_at_level(level, error.diagnostics, found)
            else:
                found.extend(error.diagnostics)
            compiled = compiled and number > 0
            continue
        try:
            game.laid_out(program, chosen.pictures)
        except SpecError as error:
            found.extend(error.diagnostics)
    return compiled


def _add_at_level(level: str | None, others: Diagnostics, found: Diagnostics) -> None:
    """Add the mistakes that earlier levels do not have."""
    known = {(each.code, each.span) for each in found}
    for each in others:
        if (each.code, each.span) not in known:
            found.add(replace(each, message=f"{each.message} This is so at level {level}."))
