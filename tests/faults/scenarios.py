"""What people do with files: each scenario acknowledges what a user is told has been done, and then looks for it."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from PIL import Image
from rich.console import Console
from typer.testing import CliRunner

from interpreter import Game, catalogue, keep, kept, load
from interpreter.language.parser import parser
from interpreter.words import lexicon
from renderer.app import start
from renderer.app.screen import StoredPreferences
from renderer.app.thumbnails import Thumbnails
from renderer.skins.theme import theme
from renderer.window.shell import save_screenshot
from runtime.bug import kept_report
from runtime.cli import app
from runtime.commands import reference
from runtime.files import sweep_all
from runtime.keep import saves
from runtime.keep.keeping import GOES_ON, SAVED_AGAIN, Opened
from runtime.keep.recording import BadRecording, read, recording_of, written
from runtime.keep.saves import Replays, Saves
from runtime.keep.statistics import Finished, Statistics
from runtime.session.session import Seat, Session
from runtime.show.results import NO_REPLAY, UNCOUNTED
from runtime.terminal.loop import play
from runtime.terminal.table import Table as TerminalTable
from tests.renderer.app_driver import Driver, table_of

OVER = datetime(2024, 5, 17, 20, 15)
SPEC = """\
game: own
title: Own
players: {red: {title: Red}, blue: {title: Blue}}
lexicon: few
tables:
  worth: {file: points}
boards:
  line: {columns: 3, rows: 1, cell: {taken: player or none}}
state: {score: 0}
actions:
  take:
    choose:
      c: {from: line, where: it.taken == none, else: Taken.}
    effects:
      - c.taken = me
      - score += worth[c.column]
end_conditions:
  full:
    when: all(x.taken != none for x in line)
    winner: red
"""
PLAIN = SPEC.replace("lexicon: few\ntables:\n  worth: {file: points}\n", "").replace("worth[c.column]", "1")
TESTS = """\
acceptance:
  taken_once:
    when: [{take: a1}]
    then: [a1.taken == red, score == 3]
"""
VARIANT = "game: other\ntitle: Other\nextends: own\n"
POINTS = "- 3\n- 5\n- 4\n"
WORDS = "ace 1\ncat 1\ncot 4 !\ndog 2\nzebra 9\n"
GRAMMAR = 'start: "a" NUMBER\nNUMBER: /[0-9]+/\n'

Acknowledge = Callable[..., None]


@dataclass
class Outcome:
    """How a run ended: whether a fault killed it, what was acknowledged, and what commands have printed."""

    crashed: bool
    acknowledged: list[tuple[Any, ...]] = field(default_factory=list)
    results: list[tuple[Any, ...]] = field(default_factory=list)
    problem: str = ""
    uncounted: list[str] = field(default_factory=list)


class Scenario:
    """Something that people do. Below the root, `work` is the current folder; `data` and `cache` belong to the user."""

    name = ""

    def prepare(self, root: Path) -> None:
        """Make the files that exist beforehand."""

    def run(self, root: Path, acknowledge: Acknowledge, results: list[Any]) -> None:
        """Do it."""
        raise NotImplementedError

    def untrue(self, root: Path, whole: Path, outcome: Outcome, usual: Outcome) -> list[str]:
        """What was said but is not true; `whole` is how it ends without a fault, and `usual` what is said then."""
        return []

    def lost(self, root: Path, template: Path, whole: Path, acknowledged: list[tuple[Any, ...]]) -> list[str]:
        """What existed to begin with, in `template`, or was acknowledged, and is now missing."""
        return []


class Counting(Scenario):
    """Games are counted, and preferences are changed."""

    name = "statistics and preferences"

    def prepare(self, root: Path) -> None:
        for _ in range(5):
            Statistics(root / "data").note("hex", Finished("won", 5, None, 3))
        StoredPreferences(root / "data").change(theme="light")

    def run(self, root: Path, acknowledge: Acknowledge, results: list[Any]) -> None:
        sweep_all()
        preferences = StoredPreferences(root / "data")
        for game in ("hex", "go", "hex"):
            try:
                Statistics(root / "data").note(game, Finished("lost", 5, None, 3))
            except OSError:
                continue
            acknowledge("counted", game)
        preferences.note_opened(root / "work" / "own.yaml")
        preferences.change(sound=False)
        if preferences.problem is None:
            acknowledge("silenced")

    def lost(self, root: Path, template: Path, whole: Path, acknowledged: list[tuple[Any, ...]]) -> list[str]:
        figures = Statistics(root / "data").all()
        counted = {game: acknowledged.count(("counted", game)) for game in ("hex", "go")}
        found = [f"{game} lost" for game in counted if game in figures and figures[game].lost < counted[game]]
        if figures["hex"].won != 5:
            found.append("earlier games are lost")
        preferred = StoredPreferences(root / "data").value
        if preferred.theme != "light" or (("silenced",) in acknowledged and preferred.sound):
            found.append("preferences are lost")
        return found


class Damaged(Scenario):
    """A damaged file is set aside before it is rewritten."""

    name = "damaged statistics"
    content = b'{"games": {"hex": {"pl'

    def prepare(self, root: Path) -> None:
        (root / "data" / "statistics.json").write_bytes(self.content)

    def run(self, root: Path, acknowledge: Acknowledge, results: list[Any]) -> None:
        sweep_all()
        try:
            Statistics(root / "data").note("hex", Finished("lost", 5, None, 3))
        except OSError:
            return
        acknowledge("counted")

    def lost(self, root: Path, template: Path, whole: Path, acknowledged: list[tuple[Any, ...]]) -> list[str]:
        there = [path.read_bytes() for path in (root / "data").glob("statistics*.json")]
        found = [] if self.content in there else ["what was damaged is gone"]
        if Statistics(root / "data").of("hex").lost < len(acknowledged):
            found.append("a game is lost")
        return found


@cache
def played() -> tuple[Game, Session]:
    """A finished game."""
    game = load("tic_tac_toe")
    session = Session(game, seed=1)
    while not session.state.over:
        session.perform(session.legal[0])
    return game, session


class Replaying(Scenario):
    """Finished games are stored; if there are too many, the oldest is deleted."""

    name = "replays"

    def prepare(self, root: Path) -> None:
        saves.MOST = 3
        for _ in range(3):
            Replays(root / "data" / "replays").keep(played()[1], "won", OVER)

    def run(self, root: Path, acknowledge: Acknowledge, results: list[Any]) -> None:
        sweep_all()
        for result in ("lost", "drawn"):
            try:
                path = Replays(root / "data" / "replays").keep(played()[1], result, OVER)
            except OSError:
                continue
            acknowledge(path.name)

    def lost(self, root: Path, template: Path, whole: Path, acknowledged: list[tuple[Any, ...]]) -> list[str]:
        replays = Replays(root / "data" / "replays")
        before = [each.path.name for each in Replays(template / "data" / "replays").all()]
        names = [each.path.name for each in replays.all()]
        made = [name for (name,) in acknowledged]
        found = [f"{name} is lost" for name in sorted({*before, *made, *names})[-3:] if name not in names]
        for each in replays.all():
            read(each.path.read_bytes(), each.path.name)
        return found


class Caching(Scenario):
    """Caches: tables, words, pictures. Nobody is told about them, but they must be right."""

    name = "caches"

    def prepare(self, root: Path) -> None:
        (root / "work" / "few.txt").write_text(WORDS)
        keep(root / "cache" / "words" / "old.index", b"old" * 100)

    def run(self, root: Path, acknowledge: Acknowledge, results: list[Any]) -> None:
        sweep_all()
        path = root / "cache" / "words" / "old.index"
        if keep(path, b"new" * 100):
            acknowledge("kept")
        assert kept(path) in (None, b"old" * 100, b"new" * 100)
        assert parser(GRAMMAR, ["start"]).parse("a12").pretty() == "start\t12\n"
        lexicon._opened.cache_clear()
        try:
            words = lexicon.open_lexicon(root / "work" / "few.txt")
        except OSError:
            return
        assert list(words.words_from("catdogo")) == ["cat", "dog", "cot"]

    def lost(self, root: Path, template: Path, whole: Path, acknowledged: list[tuple[Any, ...]]) -> list[str]:
        for path in (root / "cache").rglob("*.*"):
            if path.is_file() and path.suffix != ".half" and kept(path) is None:
                return [f"{path.name} is not whole"]
        content = kept(root / "cache" / "words" / "old.index")
        expected = (b"new" * 100,) if acknowledged else (b"old" * 100, b"new" * 100)
        return [] if content in expected else ["what was kept is another"]


class Painting(Scenario):
    """Pictures: one of a game for the gallery, and one of the window."""

    name = "pictures"

    def prepare(self, root: Path) -> None:
        shutil.copy(catalogue.find("tic_tac_toe"), root / "work")

    def run(self, root: Path, acknowledge: Acknowledge, results: list[Any]) -> None:
        sweep_all()
        thumbnails, spec = Thumbnails(root / "cache" / "pictures"), root / "work" / "tic_tac_toe.yaml"
        if thumbnails.make(spec, theme("dark")) is not None:
            assert thumbnails.find(spec, theme("dark")) is not None or not thumbnails.bug
        assert not thumbnails.bug
        for _ in range(2):
            try:
                path = save_screenshot(Image.new("RGB", (40, 30), "red"), root / "data" / "screenshots", OVER)
            except OSError:
                continue
            acknowledge(str(path.relative_to(root)))

    def lost(self, root: Path, template: Path, whole: Path, acknowledged: list[tuple[Any, ...]]) -> list[str]:
        for (name,) in acknowledged:
            if not (root / name).is_file():
                return [f"{name} is lost"]
        for path in root.rglob("*.png"):
            with Image.open(path) as picture:
                picture.load()
        return []


class Reporting(Scenario):
    """A bug in Tilewright leaves a report."""

    name = "bug report"

    def run(self, root: Path, acknowledge: Acknowledge, results: list[Any]) -> None:
        sweep_all()
        path = kept_report(ValueError("a mistake"), {"spec": "own"})
        if path is not None:
            acknowledge(str(path.relative_to(root)))

    def lost(self, root: Path, template: Path, whole: Path, acknowledged: list[tuple[Any, ...]]) -> list[str]:
        reports = [root / name for (name,) in acknowledged]
        return [f"{path} is lost" for path in reports if not path.is_file() or "a mistake" not in path.read_text()]


class Browsing(Scenario):
    """The gallery and the pages around it, with games of one’s own."""

    name = "gallery"

    def prepare(self, root: Path) -> None:
        (root / "data" / "games").mkdir()
        (root / "data" / "games" / "own.yaml").write_text(PLAIN)
        (root / "work" / "mine.yaml").write_text(PLAIN.replace("game: own", "game: mine"))
        Statistics(root / "data").note("own", Finished("won", 5, None, 3))
        Replays(root / "data" / "replays").keep(played()[1], "won", OVER)
        StoredPreferences(root / "data").note_opened(root / "work" / "mine.yaml")

    def run(self, root: Path, acknowledge: Acknowledge, results: list[Any]) -> None:
        sweep_all()
        # The games that come with Tilewright are in another folder, and take long to read.
        catalogue.FOLDERS = ()
        driver = Driver(start.gallery, root / "data")
        for page in ("all_replays", "preferences"):
            driver.click(f"button:{page}")
            if page == "preferences":
                driver.click("toggle:sound")
                if not any("could not be saved" in text for text in driver.texts()):
                    acknowledge("silenced")
            driver.key("Escape")

    def lost(self, root: Path, template: Path, whole: Path, acknowledged: list[tuple[Any, ...]]) -> list[str]:
        found = []
        if Statistics(root / "data").of("own").won != 1:
            found.append("figures are lost")
        if len(Replays(root / "data" / "replays").all()) != 1:
            found.append("a replay is lost")
        if not StoredPreferences(root / "data").value.opened:
            found.append("preferences are lost")
        return found


class Playing(Scenario):
    """A game in progress, with another, unfinished one from before. A move counts as acknowledged unless the player is
    told that it is not saved. At the end the game is counted and stored as a replay, unless the player is told that it
    is not."""

    moves = ("a1", "b1", "a2", "b2", "a3")

    def prepare(self, root: Path) -> None:
        session = Session(played()[0], seed=7)
        keeping = Saves(root / "data" / "saves").keep(session)
        for action in ("place c3", "place b2"):
            session.perform(session.game.action(session.state, action))
        keeping.end()
        assert keeping.problem is None

    def lost(self, root: Path, template: Path, whole: Path, acknowledged: list[tuple[Any, ...]]) -> list[str]:
        saves, replays = Saves(root / "data" / "saves"), Replays(root / "data" / "replays")
        game = played()[0]
        kept = [read(each.path.read_bytes(), each.path.name).moves for each in replays.all()]
        replayed = [[move.move for move in moves] for moves in kept]
        texts = list(replayed)
        for started in saves.started():
            if not started.is_readable:
                return [f"{started.path} cannot be read"]
            session = saves.open(game, started.path).session
            # What was undone can be redone.
            texts.append([move.text for move in (*session.history, *reversed(session.undone))])
        for what, *value in acknowledged:
            if what == "moves" and not any(text[: len(value[0])] == value[0] for text in texts):
                return [f"{value[0]} is lost, there is {texts}"]
            if what == "replay" and value[0] not in replayed:
                return [f"the replay of {value[0]} is lost"]
            if what == "copy" and saves.load(game, value[0]) is None:
                return [f"{value[0]} is lost"]
        if not any(text[:2] == ["place c3", "place b2"] for text in texts):
            return [f"the older game is lost, there is {texts}"]
        games = sum(what == "counted" for what, *_ in acknowledged)
        played_ = Statistics(root / "data").of(game.name).played
        return [] if played_ >= games else [f"{played_} games of {games} are counted"]


class InWindow(Playing):
    """A game in the window."""

    name = "playing in a window"

    def run(self, root: Path, acknowledge: Acknowledge, results: list[Any]) -> None:
        sweep_all()
        game = played()[0]
        driver = Driver(table_of(game), root / "data", introduced=(game.name,))
        told = ""
        for site in self.moves:
            driver.click(site)
            driver.settle()
            done = [move.text for move in driver.session.history]
            record = driver.table.record
            assert record is not None
            assert len(done) > 0
            told = driver.message if GOES_ON in driver.message or SAVED_AGAIN in driver.message else told
            if record.why_unsaved is None:
                acknowledge("moves", done)
                assert not told or SAVED_AGAIN in told
            else:
                assert record.why_unsaved in told, told
        assert driver.session.status.over
        if NO_REPLAY not in driver.message:
            acknowledge("replay", done)
        if UNCOUNTED not in driver.message:
            acknowledge("counted")
        driver.app.close()


class InTerminal(Playing):
    """A game in the terminal, a copy of which is saved under a name."""

    name = "playing in a terminal"

    def begin(self, game: Game, saves: Saves) -> Opened | None:
        """The game to continue."""
        return None

    def run(self, root: Path, acknowledge: Acknowledge, results: list[Any]) -> None:
        sweep_all()
        game = played()[0]
        out = io.StringIO()
        saves = Saves(root / "data" / "saves")
        try:
            opened = self.begin(game, saves)
        except BadRecording as problem:
            if problem.fault != "unreadable":
                raise
            return
        lines = ["place a1", "save mine", "place b1", "undo", "redo", "place a2", "load mine", "place c1", "quit"]
        console = Console(file=out, width=200, color_system=None, highlight=False, markup=False, emoji=False)
        seats: dict[str, Seat] = dict.fromkeys(game.players, "person")

        class Typed:
            """Lines to type; before each, everything that nobody has denied counts as acknowledged."""

            def read(self, prompt: str, complete: Any = None) -> str:
                keeping = table.keeping
                if keeping is not None and keeping.problem is None and not keeping.overtaken:
                    acknowledge("moves", [move.text for move in table.session.history])
                if "Saved in" in out.getvalue():
                    acknowledge("copy", f"{game.name} mine")
                if not lines:
                    raise EOFError
                return lines.pop(0)

            def waits(self, seconds: float) -> bool:
                return True

        session = opened.session if opened is not None else Session(game, seed=3, seats=seats)
        session.seats.update(seats)
        table = TerminalTable(console, Typed(), session, saves, opened)
        play(table)
        said = out.getvalue()
        assert "mistake in Tilewright" not in said, said
        if "Saved after" in said:
            acknowledge("moves", [move.text for move in table.session.history])


class Continuing(InTerminal):
    """A game in the terminal that continues one whose last line was never finished."""

    name = "continuing in a terminal"

    def prepare(self, root: Path) -> None:
        super().prepare(root)
        [path] = (root / "data" / "saves").iterdir()
        content = path.read_bytes()
        path.write_bytes(content + content.splitlines()[-1][:20])

    def begin(self, game: Game, saves: Saves) -> Opened | None:
        left = [each for each in saves.started(game.name) if each.seed == 7 or not each.is_readable]
        return saves.open(game, left[0].path) if left else None

    def lost(self, root: Path, template: Path, whole: Path, acknowledged: list[tuple[Any, ...]]) -> list[str]:
        # It goes on, so it is not the same as before; but it begins the same way.
        return super().lost(root, template, whole, [*acknowledged, ("moves", ["place c3", "place b2"])])


class Command(Scenario):
    """Commands, one after the other. Whatever a command says it has written is there, just as without a fault."""

    def __init__(self, name: str, *commands: Sequence[str], files: dict[str, str] | None = None) -> None:
        self.name = name
        self.commands = commands
        self.files = files or {}

    def prepare(self, root: Path) -> None:
        for name, text in self.files.items():
            (root / "work" / name).write_text(text)

    def run(self, root: Path, acknowledge: Acknowledge, results: list[Any]) -> None:
        for command in self.commands:
            result = CliRunner().invoke(app, list(command), prog_name="tilewright")
            results.append((list(command), result.exit_code, result.stdout, result.stderr, repr(result.exception)))

    def untrue(self, root: Path, whole: Path, outcome: Outcome, usual: Outcome) -> list[str]:
        found = []
        for (command, code, stdout, stderr, raised), (_, _, expected, _, _) in zip(
            outcome.results, usual.results, strict=False
        ):
            said = f"{' '.join(command)} → {code}: {stdout}{stderr}"
            if "Traceback" in said or "mistake in Tilewright" in said or code not in (0, 1, 2):
                found.append(f"{said} {raised}")
            if code == 0 and (unwritten(stdout), stderr) != (unwritten(expected), ""):
                found.append(f"says otherwise than ever: {said}")
            if code and "error: " not in said:
                found.append(f"does not say why: {said}")
            for line in stdout.splitlines():
                name = line.removeprefix("Wrote ").partition(", ")[0].removesuffix(".")
                if line.startswith("Wrote ") and not same(root, whole, name):
                    found.append(f"has not written: {said}")
        return found

    def lost(self, root: Path, template: Path, whole: Path, acknowledged: list[tuple[Any, ...]]) -> list[str]:
        found = []
        for path in (root / "work").rglob("*"):
            name = str(path.relative_to(root / "work"))
            if path.is_file() and path.suffix != ".half" and not same(root, whole, name):
                if not same(root, template, name):
                    found.append(f"{name} is neither as before nor as it should be")
        return found + [f"{name} is gone" for name in self.files if not (root / "work" / name).is_file()]


def unwritten(text: str) -> list[str]:
    """The lines that do not say that a file was written."""
    return [line for line in text.splitlines() if not line.startswith("Wrote ")]


def same(root: Path, other: Path, name: str) -> bool:
    """Whether a file is the same below both roots."""
    paths = (root / "work" / name, other / "work" / name)
    if name.endswith(".xml"):
        # It says how long tests took, and which specs could not be read.
        return ElementTree.parse(paths[0]).getroot().tag == "testsuites"
    return all(path.is_file() for path in paths) and paths[0].read_bytes() == paths[1].read_bytes()


def warm() -> None:
    """Do once what each process would otherwise do again, as it takes most of the time."""
    for name, (about, page) in list(reference.PAGES.items()):
        reference.PAGES[name] = (about, cache(page))
    reference.reference()
    CliRunner().invoke(app, ["schema"])
    CliRunner().invoke(app, ["check", "tic_tac_toe"])
    CliRunner().invoke(app, ["shot", "tic_tac_toe", "--out", "/dev/null/x.png"])


def recorded() -> str:
    """A recorded game."""
    return written(recording_of(played()[1]))


SHOT = ("shot", "tic_tac_toe", "--out", "x.png", "--size", "320x240", "--actions", "moves.txt")
OWN = {"own.yaml": SPEC, "own.tests.yaml": TESTS, "other.yaml": VARIANT, "few.txt": WORDS, "points.yaml": POINTS}

warm()
SCENARIOS: tuple[Scenario, ...] = (
    Counting(),
    Damaged(),
    Replaying(),
    Caching(),
    Painting(),
    Reporting(),
    Browsing(),
    InWindow(),
    InTerminal(),
    Continuing(),
    Command("new", ["new", "fresh"], ["new", "second", "--from", "tic_tac_toe"]),
    Command("schema", ["schema", "--out", "old.json"], ["schema", "--out", "a/b/new.json"], files={"old.json": "{}\n"}),
    Command("shot", SHOT, files={"x.png": "no picture", "moves.txt": "place a1\nplace b2\n"}),
    Command("reference", ["reference", "--out", "pages"], files={}),
    Command("junit", ["test", "own.yaml", "--junit", "out.xml"], files={**OWN, "out.xml": "<testsuites/>"}),
    Command("check", ["check", "other.yaml"], ["test", "other.yaml"], files=OWN),
    Command("replay", ["replay", "--verify", "game.json"], ["replay", "game.json"], files={"game.json": recorded()}),
)
