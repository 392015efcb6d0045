"""The command `simulate`: games between bots, and their figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer

from interpreter import load
from interpreter.spec.diagnostics import found_in_play, render
from runtime import arguments
from runtime.bots import NoSuchLevel
from runtime.commands.output import FAILED, bar, print_json
from runtime.messages import Problem, counted
from runtime.playtest.seats import AT_RANDOM, WrongSeats, named_bots
from runtime.playtest.simulation import Simulation, simulate

LEAST_WIDTH = 22


def run(
    name: str,
    count: int,
    bots: str,
    seed: int,
    workers: int | None,
    level: str | None,
    given: Sequence[str],
    most_moves: int,
    as_json: bool,
) -> None:
    """Play the games and print their figures; a fault in one of them is a failure."""
    game = load(arguments.spec(name))
    try:
        with bar(count) as progress:
            settings, named = arguments.settings(given), named_bots(bots)
            arguments.require_engine(game, level, settings)
            found = simulate(game, count, seed, level, settings, named, workers, progress, most_moves)
    except (NoSuchLevel, WrongSeats) as problem:
        raise Problem(str(problem)) from None
    if as_json:
        print_json(found.summary())
    else:
        print("\n".join(lines(found)))
    faults = found.faults
    if faults and faults[0].fault is not None:
        first, fault = faults[0], faults[0].fault
        shown = render(found_in_play(fault.message, fault.span))
        typer.echo(
            f"{shown}\n{counted(len(faults), 'game')} failed, first the one with seed {first.seed}.",
            err=True,
        )
        raise typer.Exit(FAILED)


def lines(found: Simulation) -> list[str]:
    """The figures in words, one line each."""
    figures = found.summary()
    games: int = figures["games"]
    level = f", level {found.level}" if found.level else ""
    rows: list[tuple[str, str]] = []

    def add(label: str, value: str) -> None:
        rows.append((label, value))

    for player, number in figures["wins"].items():
        bot = figures["bots"][player]
        add(f"{player} won" if bot == AT_RANDOM else f"{player} ({bot}) won", _share(number, games))
    for key in ("draws", "losses", "undecided"):
        if figures[key] is not None:
            add(key, _share(figures[key], games))
    if figures["unfinished"]:
        add("no result", f"{_share(figures['unfinished'], games)}, stopped after {counted(found.most_moves, 'move')}")
    if figures["faults"]:
        add("faults", _share(figures["faults"], games))
    for name, number in figures["ends"].items():
        add(f"ended by {name}", _share(number, games))
    add("moves a game", _spread(figures["moves"], "shortest", "longest"))
    for name, score in figures["scores"].items():
        if "mean" in score:
            add(name, _spread(score, "lowest", "highest"))
        else:
            for player, each in score.items():
                add(f"{name} of {player}", _spread(each, "lowest", "highest"))
    for player, paid in (figures["payoffs"] or {}).items():
        add(f"payoff of {player}", _spread(paid, "lowest", "highest"))
    legal = figures["legal_actions"]
    add("legal actions", f"{legal['mean']} on average, at most {legal['most']}")
    add("speed", f"{figures['games_per_second']} games a second")
    width = max(LEAST_WIDTH, *(len(label) for label, _ in rows))
    return [
        f"{found.game}{level}: {counted(games, 'game')}, seed {found.seed}",
        *(f"  {label:<{width}} {value}" for label, value in rows),
        *_advice(figures["unfinished"], games, found.most_moves),
    ]


def _advice(stopped: int, games: int, most_moves: int) -> list[str]:
    """Suggest what to do about games that were stopped: those of random players may never end."""
    if not stopped:
        return []
    whose = "It counts" if stopped == 1 else "They count"
    told = f"{stopped} of {counted(games, 'game')} did not end within {counted(most_moves, 'move')}."
    return [f"{told} {whose} for nobody. ‘--moves N’ sets another limit, ‘--bots ai’ lets the computer play to win."]


def _share(number: int, games: int) -> str:
    return f"{number} ({100 * number / games:.1f} %)"


def _spread(values: dict[str, Any] | None, least: str, most: str) -> str:
    if values is None:
        return "no game came to an end"
    return f"{values[least]} to {values[most]}, on average {values['mean']}, median {values['median']}"
