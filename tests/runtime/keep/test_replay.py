"""Recordings: readable, complete, and with a message for every kind of damage."""

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest
from typer.testing import CliRunner

from interpreter import Game, load, loads
from runtime.bots.random_bot import choose
from runtime.cli import app
from runtime.digest import seal, spec_digest, state_digest, words_digest
from runtime.keep.recording import BadRecording, read, recording_of, written
from runtime.keep.replay import changed_since, files_of, replayed
from runtime.keep.saves import Saves
from runtime.session.session import Session

ROOT = Path(__file__).resolve().parents[3]
ODDITIES = (0, 1, -1, 2, 7, 250, 1 << 19, 1 << 60, 1.5, True, None, "", "place", "person", [], [1], [[1, 2]], {})
GAMES = ("tic_tac_toe", "game_2048", "draughts", "memory")


def played(game: Game, moves: int, seed: int = 5) -> Session:
    session = Session(game, seed=seed)
    while not session.state.over and len(session.history) < moves:
        session.perform(choose(game, session.state, len(session.history)))
    return session


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    return {name: load(name) for name in GAMES}


@pytest.fixture
def marks(games: dict[str, Game]) -> Game:
    return games["tic_tac_toe"]


def changed(text: str, change: Callable[[dict[str, Any]], None], reseal: bool = True) -> bytes:
    """The file with its content changed by someone who can seal it again, or who cannot."""
    content = json.loads(text)
    change(content)
    if reseal:
        content.pop("seal", None)
        content["seal"] = seal(content)
    return json.dumps(content).encode()


def problem(content: bytes, game: Game) -> tuple[str, str]:
    with pytest.raises(BadRecording) as caught:
        replayed(read(content, "x.json"), game, "x.json")
    assert str(caught.value) == f"{caught.value.message} {caught.value.help}"
    assert re.fullmatch(r"[^\n]+\.", caught.value.help)
    return caught.value.fault, caught.value.message


# What a recording is


def test_a_recording_can_be_read_by_people(marks: Game) -> None:
    session = Session(marks, seed=7)
    for text in ("place b2", "place a1"):
        session.perform(marks.action(session.state, text))

    def entry(number: int, text: str, site: int) -> dict[str, Any]:
        move = session.history[number]
        place = ["place", site]
        return {"move": text, "player": move.player, "by": move.by, "action": place, "digest": move.digest}

    content = {
        "format": 1,
        "game": "tic_tac_toe",
        "title": marks.title,
        "spec": spec_digest(marks),
        "words": None,
        "level": None,
        "settings": session.settings,
        "seed": 7,
        "seats": session.seats,
        "start": state_digest(marks, session.start),
        "moves": [entry(0, "place b2", 5), entry(1, "place a1", 1)],
    }
    text = written(recording_of(session))
    assert json.loads(text) == {**content, "seal": seal(content)}
    assert next(line for line in text.splitlines() if '"move"' in line).startswith('    {"move": "place b2", "player"')


@pytest.mark.parametrize("name", GAMES)
def test_a_game_comes_out_as_recorded(games: dict[str, Game], name: str) -> None:
    session = played(games[name], 80)
    recording = recording_of(session)
    assert read(written(recording).encode(), "x") == recording
    found = replayed(read(written(recording).encode(), "x"), games[name], "x")
    assert [move.after for move in found.history] == [move.after for move in session.history]
    assert [move.by for move in found.history] == [move.by for move in session.history]
    assert found.state == session.state


def test_level_and_settings_are_part_of_it() -> None:
    game = load("lights_out")
    session = Session(game, "corner_to_corner", {"size": 4}, seed=2)
    found = replayed(read(written(recording_of(session)).encode(), "x"), game, "x")
    assert (found.level, found.settings) == ("corner_to_corner", session.settings)
    assert (found.settings["size"], found.settings["flips"], found.state) == (4, "corners", session.state)


def test_the_fingerprint_of_a_spec_covers_its_parents_and_not_its_place(tmp_path: Path) -> None:
    child, parent = load("connect_five"), load("connect_four")
    assert spec_digest(child) != spec_digest(parent)
    assert re.fullmatch("[0-9a-f]{32}", spec_digest(child))
    for name in ("classics/connect_four", "variants/connect_five"):
        shutil.copy(ROOT / "specs" / f"{name}.yaml", tmp_path)
    assert spec_digest(load(tmp_path / "connect_five.yaml")) == spec_digest(child)
    with open(tmp_path / "connect_four.yaml", "a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert spec_digest(load(tmp_path / "connect_five.yaml")) != spec_digest(child)


def test_tests_beside_a_spec_do_not_count_in_its_fingerprint(tmp_path: Path) -> None:
    spec, tests = tmp_path / "line.yaml", tmp_path / "line.tests.yaml"
    spec.write_text(LINE, encoding="utf-8")
    alone = spec_digest(load(spec))
    tests.write_text("acceptance:\n  two:\n    when: [take a1]\n    then: [score == 2]\n", encoding="utf-8")
    game = load(spec)
    assert [path.name for path in files_of(game)] == ["line.tests.yaml", "line.yaml"]
    assert (list(game.spec.acceptance), spec_digest(game)) == (["two"], alone)


WORTH = """
game: worth
title: Worth
boards:
  grid: {columns: 3, rows: 1, cell: {taken: flag}}
tables:
  prices:
    low: {file: low_prices}
    high: [7, 8, 9]
types:
  class: [low, high]
state:
  score: 0
actions:
  take:
    choose:
      c: {from: grid, where: not it.taken}
    effects:
      - c.taken = true
      - score += default(prices[low][c.column], 0)
end_conditions:
  all_taken:
    when: all(x.taken for x in grid)
    won: true
"""


def test_the_fingerprint_of_a_spec_covers_the_files_of_its_tables(tmp_path: Path) -> None:
    spec, table = tmp_path / "worth.yaml", tmp_path / "low_prices.yaml"
    spec.write_text(WORTH, encoding="utf-8")
    table.write_text("1: 1\n2: 2\n3: 3\n", encoding="utf-8")
    game = load(spec)
    assert [path.name for path in files_of(game)] == ["low_prices.yaml", "worth.yaml"]
    before = spec_digest(game)
    assert spec_digest(load(spec)) == before
    table.write_text("1: 1\n2: 2\n3: 4\n", encoding="utf-8")
    assert spec_digest(load(spec)) != before


def test_a_game_without_words_has_no_fingerprint_of_them(marks: Game) -> None:
    assert words_digest(marks) is None


# What can be wrong with it


def test_a_file_that_is_cut_short(marks: Game) -> None:
    content = written(recording_of(played(marks, 4))).encode()
    for length in (0, 1, 40, len(content) // 2, len(content) - 3):
        assert problem(content[:length], marks) == ("truncated", "x.json is cut short.")


def test_a_file_that_is_damaged(marks: Game) -> None:
    content = written(recording_of(played(marks, 4))).encode()
    lines = content.split(b"\n")
    lines[3] = b'  "title": Tic'
    assert problem(b"\n".join(lines), marks) == ("damaged", "x.json is damaged in line 4.")
    lines[3] = b'  "title": "\xff",'
    assert problem(b"\n".join(lines), marks) == ("damaged", "x.json is damaged in line 4.")


def test_a_file_that_was_changed(marks: Game) -> None:
    text = written(recording_of(played(marks, 4)))
    for change in ({"seed": 8}, {"title": "x"}, {"extra": 1}, {"level": "easy"}, {"moves": []}):
        content = changed(text, lambda found, change=change: found.update(change), reseal=False)
        assert problem(content, marks) == ("edited", "x.json was changed after it was written.")


def test_a_file_laid_out_anew_is_the_same(marks: Game) -> None:
    recording = recording_of(played(marks, 4))
    assert read(json.dumps(json.loads(written(recording)), indent=8).encode(), "x") == recording


def test_a_file_of_a_newer_version(marks: Game) -> None:
    text = written(recording_of(played(marks, 4)))
    content = changed(text, lambda found: found.update({"format": 2, "news": []}), reseal=False)
    message = "x.json was written by a newer Tilewright (format 2, this one reads 1)."
    assert problem(content, marks) == ("newer", message)


@pytest.mark.parametrize(
    "content",
    [b"{}", b"[]", b"7", b'{"format": true, "seal": "x"}', b'{"format": 1}', b'{"format": 0, "seal": ""}',
     b"[" * 100_000 + b"]" * 100_000, b'{"format": 1.0, "seal": ""}'],
)  # fmt: skip
def test_a_file_that_is_something_else(marks: Game, content: bytes) -> None:
    fault, message = problem(content, marks)
    assert (fault, message) in (
        ("not_a_recording", "x.json is not a recorded game."),
        ("damaged", "x.json is damaged in line 1."),
    )


@pytest.mark.parametrize("content", [b"# A page\n", b"game: hex\ntitle: Hex\n", b"just text {}"])
def test_a_text_is_no_recording(marks: Game, content: bytes) -> None:
    assert problem(content, marks) == ("not_a_recording", "x.json is not a recorded game.")


def test_entries_of_other_kinds_are_no_recording(marks: Game) -> None:
    text = written(recording_of(played(marks, 4), with_help=True))
    changes: list[dict[str, Any]] = [
        {"seed": "x"}, {"seed": 1 << 70}, {"game": 1}, {"settings": []}, {"seats": {"x": "robot"}}, {"moves": {}},
        {"moves": [1]}, {"moves": [{"move": "x"}]}, {"help": {"undos": 1}}, {"more": 1},
        {"help": {"undos": -1, "hints": 0, "lives": 0, "undone": []}}, {"settings": {"x": 1.5}},
    ]  # fmt: skip
    for change in changes:
        content = changed(text, lambda found, change=change: found.update(change))
        assert problem(content, marks) == ("not_a_recording", "x.json is not a recorded game.")


def test_a_recording_of_another_game(games: dict[str, Game], marks: Game) -> None:
    content = written(recording_of(played(games["memory"], 4))).encode()
    assert problem(content, marks) == ("other_game", "x.json is a game of ‘memory’, not of ‘tic_tac_toe’.")


LINE = """
game: line
title: Line
boards:
  grid: {columns: 3, rows: 1, cell: {taken: flag}}
state:
  score: 0
actions:
  take:
    choose:
      c: {from: grid, where: not it.taken}
    effects:
      - c.taken = true
      - score += 2
end_conditions:
  all_taken:
    when: all(x.taken for x in grid)
    won: true
"""


def line(before: str = "", after: str = "") -> Game:
    """The game of a line, with a change to its text."""
    assert before in LINE
    return loads(LINE.replace(before, after, 1), "line.yaml")


@pytest.fixture
def taken() -> bytes:
    """A game in a line: b1, a1, and one move undone."""
    session = Session(line(), seed=1)
    for site in (2, 1, 3):
        session.perform(("take", site))
    session.undo()
    return written(recording_of(session, with_help=True)).encode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("title: Line", "title: A line # with a comment"),
        ("end_conditions:", "acceptance:\n  two: {when: [take a1], then: [score == 2]}\nend_conditions:"),
        ("score += 2", "score += 1 + 1"),
        ("all(x.taken for x in grid)", "count(x for x in grid if x.taken) == 3"),
    ],
)
def test_a_spec_may_have_changed_in_what_a_recorded_game_does_not_depend_on(
    taken: bytes, before: str, after: str
) -> None:
    recording, game = read(taken, "x"), line(before, after)
    assert (changed_since(recording, line()), changed_since(recording, game)) == (None, "spec")
    session = replayed(recording, game, "x")
    assert [move.text for move in session.history] == ["take b1", "take a1"]
    assert [move.text for move in session.undone] == ["take c1"]
    assert (session.state.variable("score"), session.used.undos) == (4, 1)


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("score += 2", "score += 3", "Move 1 of x.json (take b1) leads to another state than was recorded."),
        ("not it.taken", "it.column != 1", "Move 2 of x.json (take a1) is not allowed (That cannot be chosen)."),
        ("+= 2", "+= max(2, score - 1)", "Move 3 of x.json (take c1) leads to another state than was recorded."),
        ("  take:", "  grab:", "Move 1 of x.json (take b1) is not an action of this game."),
        ("score: 0", "score: 1", "The game in x.json does not start as it was recorded."),
    ],
)  # fmt: skip
def test_a_recording_of_rules_that_have_changed_since(taken: bytes, before: str, after: str, why: str) -> None:
    message = f"The spec of ‘line’ has changed since x.json was written. {why}"
    assert problem(taken, line(before, after)) == ("other_spec", message)


def test_a_word_list_may_have_changed_in_what_a_recorded_game_does_not_depend_on(tmp_path: Path) -> None:
    spec, words = tmp_path / "line.yaml", tmp_path / "own.txt"
    valued = LINE.replace("score += 2", "score += if is_word('ox') then 2 else 1")
    spec.write_text(f"{valued}lexicon: own\n", encoding="utf-8")
    words.write_text("ox\n", encoding="utf-8")
    session = Session(load(spec), seed=1)
    session.perform(("take", 1))
    content = written(recording_of(session)).encode()
    words.write_text("ox\nyak\n", encoding="utf-8")
    game = load(spec)
    assert changed_since(read(content, "x"), game) == "word list"
    assert replayed(read(content, "x"), game, "x").state.variable("score") == 2
    words.write_text("yak\n", encoding="utf-8")
    message = (
        "The word list of ‘line’ has changed since x.json was written. "
        "Move 1 of x.json (take a1) leads to another state than was recorded."
    )
    assert problem(content, load(spec)) == ("other_words", message)


def test_a_start_that_comes_out_otherwise(games: dict[str, Game]) -> None:
    game = games["game_2048"]
    text = written(recording_of(played(game, 4)))
    expected = ("wrong_start", "The game in x.json does not start as it was recorded.")
    changes: list[dict[str, Any]] = [{"seed": 6}, {"level": "nowhere"}, {"settings": {}}, {"seats": {"x": "person"}}]
    for change in changes:
        content = changed(text, lambda found, change=change: found.update(change))
        assert problem(content, game) == expected


def test_a_move_that_comes_out_otherwise(marks: Game) -> None:
    session = Session(marks, seed=1)
    for text in ("place b2", "place a1", "place c3"):
        session.perform(marks.action(session.state, text))
    whole = written(recording_of(session))

    def with_move(**entries: Any) -> tuple[str, str]:
        return problem(changed(whole, lambda found: found["moves"][1].update(entries)), marks)

    def wrong(what: str, move: str = "place a1") -> tuple[str, str]:
        return "wrong_move", f"Move 2 of x.json ({move}) {what}."

    assert with_move(digest="0" * 32) == wrong("leads to another state than was recorded")
    assert with_move(move="place a2") == wrong("is not written as its values say (place a1)", "place a2")
    assert with_move(action=["place", 5]) == wrong("is not allowed (That square is taken)")
    assert with_move(action=["place", 99]) == wrong("is not an action of this game")
    assert with_move(action=["jump", 1]) == wrong("is not an action of this game")
    assert with_move(player="nobody") == wrong("is not the move of nobody")


# The command


def test_the_command_shows_and_verifies(tmp_path: Path, marks: Game) -> None:
    session = Session(marks, seed=1)
    for text in ("place a1", "place b1", "place a2", "place b2", "place a3"):
        session.perform(marks.action(session.state, text))
    file = tmp_path / "game.json"
    file.write_text(written(recording_of(session)), encoding="utf-8")
    verified = CliRunner().invoke(app, ["replay", str(file), "--verify"])
    assert (verified.exit_code, verified.stdout) == (0, f"{file}: {marks.title}, 3 moves, every state as recorded.\n")
    file.write_bytes(changed(file.read_text(encoding="utf-8"), lambda found: found.update({"spec": "0" * 32})))
    verified = CliRunner().invoke(app, ["replay", str(file), "--verify"])
    told = f"{file}: {marks.title}, 3 moves, every state as recorded, although the spec has changed since.\n"
    assert (verified.exit_code, verified.stdout) == (0, told)
    shown = CliRunner().invoke(app, ["replay", str(file)])
    assert shown.exit_code == 0
    assert shown.stdout.splitlines()[0] == f"{marks.title}, seed 1"
    assert shown.stdout.splitlines()[1:3] == ["   1. cross: place a1", "   2. nought: place b1"]
    assert "won after 5 moves" in shown.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="Elsewhere there is always a display.")
def test_without_a_display_the_command_says_so(tmp_path: Path, marks: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path / "game.json"
    file.write_text(written(recording_of(played(marks, 3))), encoding="utf-8")
    found = CliRunner().invoke(app, ["replay", str(file), "--window"])
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith("error: There is no display to open a window on")
    assert "help: Leave --window out to read the moves." in found.stderr
    both = CliRunner().invoke(app, ["replay", str(file), "--window", "--verify"])
    assert both.exit_code == 2
    assert "--verify and --window do not go together." in both.stderr


def test_the_command_says_what_is_wrong(tmp_path: Path, marks: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = written(recording_of(played(marks, 3)))
    file = Path("game.json")

    def verify(content: bytes, *options: str) -> tuple[int, str]:
        file.write_bytes(content)
        found = CliRunner().invoke(app, ["replay", "game.json", "--verify", *options])
        assert file.read_bytes() == content
        return found.exit_code, found.stderr

    assert verify(text.encode()[:-9]) == (1, "error: game.json is cut short.\n  help: Use a complete copy of it.\n")
    unknown = changed(text, lambda found: found.update({"game": "nowhere"}))
    assert verify(unknown) == (
        1,
        "error: There is no game ‘nowhere’ here, of which game.json is a recording.\n"
        "  help: Name its spec with --spec FILE.\n",
    )

    def other(found: dict[str, Any]) -> None:
        found.update({"spec": "0" * 32})
        found["moves"][2].update({"digest": "0" * 32})

    assert verify(changed(text, other)) == (
        1,
        "error: The spec of ‘tic_tac_toe’ has changed since game.json was written. "
        f"Move 3 of game.json ({json.loads(text)['moves'][2]['move']}) leads to another state than was recorded.\n"
        "  help: Use the spec of that time.\n",
    )
    assert CliRunner().invoke(app, ["replay", "nothing.json"]).exit_code == 2


def test_the_command_takes_a_spec_of_ones_own(tmp_path: Path, marks: Game) -> None:
    spec = dedent("""\
        game: own
        title: Own
        boards: {grid: {columns: 2, rows: 2, cell: {on: flag}}}
        actions:
          press: {choose: {c: grid}, effects: [c.on = true]}
        end_conditions:
          all_on: {when: all(x.on for x in grid), won: true}
        """).replace("{when: all(x.on for x in grid), won: true}", "\n    when: all(x.on for x in grid)\n    won: true")
    (tmp_path / "own.yaml").write_text(spec, encoding="utf-8")
    session = played(load(tmp_path / "own.yaml"), 2)
    file = tmp_path / "own.json"
    file.write_text(written(recording_of(session)), encoding="utf-8")
    assert CliRunner().invoke(app, ["replay", str(file), "--verify"]).exit_code == 1
    with_spec = CliRunner().invoke(app, ["replay", str(file), "--verify", "--spec", str(tmp_path / "own.yaml")])
    assert (with_spec.exit_code, with_spec.stdout) == (0, f"{file}: Own, 2 moves, every state as recorded.\n")


# Any damage at all


def corrupted(random: Random, content: bytes) -> tuple[bytes, bool]:
    """The file, damaged in one of many ways; and whether it was sealed again."""
    kind = random.randrange(9)
    if kind == 0:
        return content[: random.randrange(len(content))], False
    if kind == 1:
        spoilt = bytearray(content)
        for _ in range(random.choice((1, 1, 1, 2, 8))):
            spoilt[random.randrange(len(spoilt))] ^= 1 << random.randrange(8)
        return bytes(spoilt), False
    if kind == 2:
        at = random.randrange(len(content))
        return content[:at] + bytes(random.choices(range(256), k=random.randrange(1, 20))) + content[at:], False
    if kind == 3:
        start = random.randrange(len(content))
        size = min(random.randrange(1, 512), len(content) - start)
        return content[:start] + bytes(size) + content[start + size :], False
    lines = content.split(b"\n")
    if kind == 4:
        del lines[random.randrange(len(lines))]
        return b"\n".join(lines), False
    if kind == 5:
        one, other = random.randrange(len(lines)), random.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
        return b"\n".join(lines), False
    parsed = json.loads(content)
    for _ in range(random.choice((1, 1, 3))):
        _change_something(random, parsed)
    if kind == 6:
        return json.dumps(parsed).encode(), False
    parsed.pop("seal", None)
    parsed["seal"] = seal(parsed)
    return json.dumps(parsed).encode(), True


def _change_something(random: Random, value: Any) -> None:
    """Change, add or remove something at a random place in a parsed file."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = random.choice(keys)
        if isinstance(value[key], dict | list) and value[key] and random.random() < 0.9:
            value = value[key]
            continue
        kind = random.randrange(4)
        if kind == 0:
            del value[key]
        elif kind == 1 and isinstance(value, list):
            value.insert(random.randrange(len(value) + 1), value[key])
        else:
            value[key] = random.choice(ODDITIES)
        return


@pytest.mark.parametrize("count", [500, pytest.param(10_000, marks=pytest.mark.soak)])
def test_any_corruption_is_a_clear_error_and_nothing_is_written(
    games: dict[str, Game], tmp_path: Path, count: int
) -> None:
    random, saves, faults = Random(count), Saves(tmp_path), dict[str, int]()
    originals = []
    for name, game in games.items():
        session = played(game, 25)
        if session.can_undo:
            session.undo()
        for save in (False, True):
            originals.append((name, written(recording_of(session, with_help=save)).encode()))
    for number in range(count):
        name, content = random.choice(originals)
        spoilt, resealed = corrupted(random, content)
        path = saves.path(name)
        path.write_bytes(spoilt)
        fault = _fault(saves, games[name], None if resealed else content)
        faults[fault] = faults.get(fault, 0) + 1
        assert path.read_bytes() == spoilt
        if number % 25 == 0:
            _check_command(path, spoilt, fault == "same")
            _check_put_aside(saves, games[name], path, spoilt)
    assert sum(faults.values()) == count
    assert {"truncated", "damaged", "edited", "not_a_recording", "wrong_move"} <= faults.keys()


def _fault(saves: Saves, game: Game, expected: bytes | None) -> str:
    """What is wrong with a save; `same` if nothing is, in which case it must hold everything expected."""
    problem: BadRecording | None = None
    try:
        found = saves.load(game)
    except BadRecording as caught:
        problem = caught
    if problem is not None:
        assert re.fullmatch(r"[^\n]+\. [^\n]+\.", str(problem)), str(problem)
        return problem.fault
    assert found is not None
    if expected is not None:
        with_help = "help" in json.loads(expected)
        assert written(recording_of(found, with_help)).encode() == expected
    return "same"


def _check_command(path: Path, spoilt: bytes, same: bool) -> None:
    found = CliRunner().invoke(app, ["replay", str(path), "--verify"])
    assert "Traceback" not in found.output
    assert "mistake in Tilewright" not in found.output
    assert found.exit_code == (0 if same else 1), found.output
    assert path.read_bytes() == spoilt


def _check_put_aside(saves: Saves, game: Game, path: Path, spoilt: bytes) -> None:
    told = ""
    try:
        saves.open(game, path)
        path.unlink()
    except BadRecording as problem:
        told = str(problem)
    if told:
        [kept] = path.parent.glob(f"{path.stem}.*{path.suffix}")
        assert f"It is kept as {kept}." in told
        assert kept.read_bytes() == spoilt
        kept.unlink()
    assert list(path.parent.glob(f"*{path.stem}*")) == []
