"""Any name that a designer chooses either works in play or is refused by `check` where it is defined."""

from __future__ import annotations

import ast
import builtins
import keyword
import random
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

import pytest

from interpreter import Diagnostic, Game, SpecError, loads
from interpreter.language.scope import KEYWORDS
from interpreter.spec.model import BUTTONS
from runtime.keep.recording import read, recording_of, written
from runtime.session.draft import Draft
from runtime.session.gestures import press
from runtime.session.hand import Button
from runtime.session.session import Session
from runtime.show import present
from runtime.terminal.reader import COMMANDS, Do, read_line
from runtime.testing.entries import ALONE, WITH_VALUE

ROOT = Path(__file__).resolve().parents[2]
AT_ONCE = 40
# `make soak` tries every name in every place, `make test` each name in every fourth place.
EVERY = 4

Lines = dict[str, list[str]]


@cache
def hard_names() -> tuple[str, ...]:
    """The names used by Python, our own code, the terminal, the window and tests."""
    ours = {
        node.arg
        for path in (ROOT / "interpreter").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.arg | ast.keyword) and node.arg is not None
    }
    commands = {name for each in COMMANDS for name in (each.name, *each.others)}
    python = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins)}
    names = {*python, *ours, *commands, *BUTTONS, *ALONE, *WITH_VALUE, *KEYWORDS}
    return tuple(sorted(name for name in names if re.fullmatch(r"[a-z][a-z0-9_]{2,}|if|in|is|or|as|me|it|no", name)))


# Names in the spec itself begin with `zz`, so none of them is among those tried.
BASE: Lines = {
    "settings": ["zzlevel: {default: 3, range: 1..9}"],
    "types": ["zzhue: [zzred, zzblue]"],
    "players": ["zzone: {}", "zztwo: {}"],
    "entities": ["zzchip: {zztint: zzhue}"],
    "boards": ["zzfield: {columns: 3, rows: 3, holds: [zzchip], cell: {zzmark: flag}}"],
    "zones": ["zzpile: {holds: zzchip}"],
    "tables": ["zzworth: [1, 2, 3]"],
    "state": ["zzmade: 0", "zzlaid: 0"],
    "define": ["zzfree(site zzs): not zzs.zzmark"],
    "routines": ["zzcount:\n    - zzmade += 1"],
    "setup": ["- create: zzchip(zztint = zzred)\n    in: zzpile"],
    "actions": [
        "zzlay:\n    choose:\n      zzc:\n        from: zzfield\n        where: zzfree(it)\n    effects:\n"
        "      - zzc.zzmark = true\n      - run: zzcount\n      - zzlaid += 1"
    ],
    "end_conditions": ["zzfull:\n    when: zzlaid == 4\n    winner: zzone"],
}
EFFECTS = "    effects:\n      - zzlaid += 1"


def spec_with(added: Lines) -> str:
    """A game that takes four moves."""
    lines = ["game: names", "title: Names"]
    for section in dict.fromkeys([*BASE, *added]):
        lines += [f"{section}:", *(f"  {line}" for line in [*BASE.get(section, []), *added.get(section, [])])]
    return "\n".join(lines) + "\n"


def doing(steps: Iterable[str]) -> Lines:
    return {"actions": ["\n      - ".join([f"zzgo:\n{EFFECTS}", *steps])]}


def acting(names: Iterable[str], options: str, step: str = "zzmade += 1") -> Lines:
    """An action for each name."""
    return {
        "actions": [
            f"zzgo_{number}:\n    {options.replace('NAME', name)}\n{EFFECTS}\n      - {step.replace('NAME', name)}"
            for number, name in enumerate(names)
        ]
    }


PLACES: dict[str, Callable[[Sequence[str]], Lines]] = {
    "event": lambda names: doing(f"event: {name}(zza = 1)" for name in names),
    "event field": lambda names: doing([f"event: zztold({', '.join(f'{name} = 1' for name in names)})"]),
    "action": lambda names: {"actions": [f"{name}:\n{EFFECTS}" for name in names]},
    "action with a choice": lambda names: {
        "actions": [f"{name}:\n    choose: {{zzk: 1..2}}\n{EFFECTS}\n      - zzmade += zzk" for name in names]
    },
    "choice": lambda names: acting(names, "choose: {NAME: 1..2}", "zzmade += NAME"),
    "let": lambda names: acting(names, "let: {NAME: 1}", "zzmade += NAME"),
    "check": lambda names: acting(names, "validate: {NAME: {check: zzmade < 5000, else: No.}}"),
    "require": lambda names: acting(
        names, "title: Go", "require: NAME\n        check: zzmade < 5000\n        else: No."
    ),
    "setting": lambda names: {
        "settings": [f"{name}: {{default: 2, range: 1..3}}" for name in names],
        **doing(f"zzmade += {name}" for name in names),
    },
    "option": lambda names: {
        "settings": [f"zzchosen:\n    default: {names[0]}\n    options:"] + [f"    - {name}" for name in names]
    },
    "type": lambda names: {
        "types": [f"{name}: [zzword_{number}, zzother_{number}]" for number, name in enumerate(names)],
        "state": [f"zzvar_{number}: {{is: {name}, start: zzword_{number}}}" for number, name in enumerate(names)],
    },
    "word": lambda names: {
        "types": ["zzsaid:"] + [f"  - {name}" for name in names],
        "state": [f"zzvar_{number}: {{is: zzsaid, start: {name}}}" for number, name in enumerate(names)],
    },
    "player": lambda names: {"players": [f"{name}: {{}}" for name in names], **doing(["zzmade += 1"])},
    "piece property": lambda names: {
        "entities": ["zztile:"] + [f"  {name}: 0..9" for name in names],
        "zones": ["zzbag: {holds: zztile}"],
        "setup": [f"- create: zztile({', '.join(f'{name} = 1' for name in names)})\n    in: zzbag"],
        **doing(f"zzmade += sum(zzt.{name} for zzt in zzbag)" for name in names),
    },
    "cell property": lambda names: {
        "boards": ["zzother:\n    columns: 2\n    rows: 1\n    cell:"] + [f"    {name}: 0..9" for name in names],
        **doing(f"for: zzt in zzother\n        do: [zzt.{name} = 1]" for name in names),
    },
    "kind": lambda names: {
        "entities": [f"{name}: {{zzvalue: 0..9}}" for name in names],
        "zones": [f"zzbag_{number}: {{holds: {name}}}" for number, name in enumerate(names)],
        **doing(f"create: {name}(zzvalue = 1)\n        in: zzbag_{number}" for number, name in enumerate(names)),
    },
    "board": lambda names: {
        "boards": [f"{name}: {{columns: 2, rows: 1, cell: {{zzlit: flag}}}}" for name in names],
        **doing(f"for: zzt in {name}\n        do: [zzt.zzlit = true]" for name in names),
    },
    "zone": lambda names: {
        "zones": [f"{name}: {{holds: zzchip}}" for name in names],
        **doing(f"create: zzchip(zztint = zzred)\n        in: {name}" for name in names),
    },
    "table": lambda names: {
        "tables": [f"{name}: [1, 2]" for name in names],
        **doing(f"zzmade += {name}[1]" for name in names),
    },
    "variable": lambda names: {
        "state": [f"{name}: 0" for name in names],
        **doing(f"{name} += 1" for name in names),
    },
    "define": lambda names: {
        "define": [f"{name}: zzmade + 1" for name in names],
        **doing(f"zzmade = {name}" for name in names),
    },
    "define with a parameter": lambda names: {
        "define": [f"{name}(number zzk): zzmade + zzk" for name in names],
        **doing(f"zzmade = {name}(1)" for name in names),
    },
    "routine": lambda names: {
        "routines": [f"{name}:\n    - zzmade += 1" for name in names],
        **doing(f"run: {name}" for name in names),
    },
    "loop of a step": lambda names: doing(f"for: {name} in 1..2\n        do: [zzmade += {name}]" for name in names),
    "loop": lambda names: doing(f"zzmade += sum({name} for {name} in 1..2)" for name in names),
    "step let": lambda names: doing(step for name in names for step in (f"let {name} = 2", f"zzmade += {name}")),
    "stream": lambda names: doing(f"shuffle: zzpile\n        stream: {name}" for name in names),
    "phase": lambda names: {
        "turns": ["phases:"]
        + [
            f"  {name}: {{actions: [zzlay], until: true, next: {names[(number + 1) % len(names)]}}}"
            for number, name in enumerate(names)
        ]
    },
    "end": lambda names: {"end_conditions": [f"{name}: {{when: zzmade > 5000, winner: zztwo}}" for name in names]},
    "end by a step": lambda names: {
        **acting(names, "title: Go", "end: NAME"),
        "end_conditions": [f"{name}: {{winner: zztwo}}" for name in names],
    },
}


@pytest.mark.parametrize("place", PLACES)
def test_any_name_works_in_play_or_is_refused_at_its_place(place: str) -> None:
    assert len(hard_names()) > 500
    tried(place, hard_names()[list(PLACES).index(place) % EVERY :: EVERY])


@pytest.mark.soak
@pytest.mark.parametrize("place", PLACES)
def test_every_name_works_in_play_or_is_refused_at_its_place(place: str) -> None:
    tried(place, hard_names())


def tried(place: str, names: Sequence[str]) -> None:
    """Play a game with each of the names in the place, many at a time."""
    for start in range(0, len(names), AT_ONCE):
        play(accepted(place, names[start : start + AT_ONCE]))


def accepted(place: str, names: Sequence[str]) -> Game:
    """The game with the names that are not refused."""
    while True:
        text = spec_with(PLACES[place](names))
        try:
            return loads(text, "names.yaml")
        except SpecError as problem:
            errors = problem.diagnostics.errors
        refused = {name for error in errors for name in refused_by(error, text.splitlines(), names)}
        assert refused, [str(each) for each in errors]
        names = [name for name in names if name not in refused]


def refused_by(error: Diagnostic, lines: Sequence[str], names: Sequence[str]) -> set[str]:
    """The names that a message mentions, if they are where it points. It need not mention a word of the language, which
    may mean something there that leads elsewhere."""
    assert error.span is not None, error
    there = set(re.findall(r"\w+", lines[error.span.line - 1])).intersection(names)
    return {name for name in there if f"‘{name}’" in error.message} or there & KEYWORDS


def play(game: Game) -> None:
    """Try every action, with its button and by typing, and play a whole game that is recorded."""
    session = Session(game, seed=1, seats=dict.fromkeys(game.players, "person"))
    for action in game.legal(session.state):
        after = game.apply(session.state, action).state
        assert after.variable("zzlaid") == 1, action
        assert game.action(session.state, game.text(session.state, action)) == action
        if len(action) == 1:
            assert read_line(action[0], game, session.state, lambda: game.legal(session.state)) == Do(action)
            assert press(session, Draft(), Button(action[0])).action == action
    chance = random.Random(1)
    while not session.state.over:
        session.perform(chance.choice(session.legal))
    present(session)
    assert read(written(recording_of(session)).encode(), "names.json").moves[-1].digest == session.history[-1].digest


@pytest.mark.parametrize(
    ("place", "name", "message"),
    [
        ("action", "stop", "‘stop’ is an action of the engine itself: it ends a turn that could go on."),
        ("setting", "until", "‘until’ has a meaning of its own in expressions."),
        ("word", "none", "‘none’ has a meaning of its own in expressions."),
        ("choice", "list", "‘list’ has a meaning of its own in expressions."),
        ("phase", "while", "‘while’ has a meaning of its own in expressions."),
        ("kind", "while", "‘while’ has a meaning of its own in expressions."),
        ("cell property", "zone", "Every site has a ‘zone’ of its own."),
    ],
)
def test_a_name_that_cannot_be_used_is_refused_where_it_is_given(place: str, name: str, message: str) -> None:
    text = spec_with(PLACES[place]([name]))
    with pytest.raises(SpecError) as problem:
        loads(text, "names.yaml")
    first = problem.value.diagnostics.errors[0]
    given = next(number for number, line in enumerate(text.splitlines(), start=1) if re.search(rf"\b{name}\b", line))
    assert first.span is not None
    assert (first.message, first.span.line, first.span.text) == (message, given, name)
