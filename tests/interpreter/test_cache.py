"""What is cached for the next start: complete, owned by the user, and rebuilt after any damage."""

from __future__ import annotations

import os
import pickle
import random
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.cache import CACHE_VARIABLE, cache_folder, keep, kept
from interpreter.language.parser import parser
from interpreter.words import lexicon

ROOT = Path(__file__).resolve().parents[2]
GRAMMAR = 'start: "a" NUMBER\nNUMBER: /[0-9]+/\n'
WORDS = "ace 1\ncat 1\ncot 4 !\ndog 2\nzebra 9\n"
CONTENT = b"some words\n" * 20

Ask = Callable[[], object]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A cached file."""
    path = tmp_path / "cache" / "words" / "own.index"
    assert keep(path, CONTENT)
    return path


@pytest.fixture(params=["tables", "words"])
def asked(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Ask, Path]:
    """A function that is answered from the cache, and the file that holds the answer."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    (tmp_path / "own.txt").write_text(WORDS)
    question = {"tables": parse, "words": lambda: look_up(tmp_path / "own.txt")}[request.param]
    question()
    [path] = (tmp_path / "cache" / request.param).iterdir()
    return question, path


def parse() -> object:
    return parser(GRAMMAR, ["start"]).parse("a12").pretty()


def look_up(path: Path) -> object:
    lexicon._opened.cache_clear()
    opened = lexicon.open_lexicon(path)
    words = [word for length in opened.shelves for word in opened.shelves[length].spelt]
    return words, list(opened.words_from("catdogo")), opened.tier("zebra"), opened.is_flagged("cot"), opened.best("c*t")


def damaged(content: bytes, chance: random.Random) -> bytes:
    """A file after some damage."""
    data = bytearray(content)
    first, last = sorted(chance.sample(range(len(data) + 1), 2))
    match chance.randrange(9):
        case 0:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        case 1:
            data[chance.randrange(len(data))] = chance.randrange(256)
        case 2:
            data[first:last] = bytes(last - first)
        case 3:
            del data[first:]
        case 4:
            del data[first:last]
        case 5:
            data[first:first] = chance.randbytes(chance.randint(1, 40))
        case 6:
            data[first:last] = chance.randbytes(last - first)
        case 7:
            data += chance.choice([b"\0", b"\n", b"\0" * 4096, content])
        case 8:
            data = bytearray(
                chance.choice([b"", b"{}\n", bytes(len(content)), chance.randbytes(len(content)), b"\x80\x04]."])
            )
    return bytes(data)


# Damage


@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=pytest.mark.soak)])
def test_any_damage_is_noticed_and_mended(asked: tuple[Ask, Path], count: int) -> None:
    question, path = asked
    answer, content = question(), path.read_bytes()
    chance = random.Random(count)
    for number in range(count):
        harm = damaged(content, chance)
        path.write_bytes(harm)
        assert harm == content or kept(path) is None, (number, harm)
        assert question() == answer, (number, harm)
        assert kept(path) is not None and len(path.read_bytes()) == len(content), (number, harm)


def test_any_single_byte_that_is_lost_or_changed_is_noticed(file: Path) -> None:
    content = file.read_bytes()
    for place in range(len(content)):
        for harm in (content[:place], content[:place] + bytes([content[place] ^ 0x20]) + content[place + 1 :]):
            file.write_bytes(harm)
            assert kept(file) is None, place
    file.write_bytes(content)
    assert kept(file) == CONTENT


def test_a_file_of_another_name_is_not_taken(file: Path) -> None:
    other = file.with_name("other.index")
    other.write_bytes(file.read_bytes())
    assert (kept(file), kept(other)) == (CONTENT, None)


@pytest.mark.parametrize("kind", ["folder", "full folder", "link", "dangling link", "fifo", "nothing"])
def test_what_is_no_plain_file_is_replaced(asked: tuple[Ask, Path], tmp_path: Path, kind: str) -> None:
    question, path = asked
    answer, content = question(), path.read_bytes()
    elsewhere = tmp_path / "elsewhere"
    path.rename(elsewhere)
    match kind:
        case "folder":
            path.mkdir()
        case "full folder":
            (path / "below").mkdir(parents=True)
            (path / "below" / "file").touch()
        case "link":
            path.symlink_to(elsewhere)
        case "dangling link":
            path.symlink_to(tmp_path / "nowhere")
        case "fifo":
            os.mkfifo(path)
    assert kept(path) is None
    assert question() == answer
    assert stat.S_ISREG(path.lstat().st_mode)
    assert kept(path) is not None and elsewhere.read_bytes() == content
    assert [each.name for each in path.parent.iterdir()] == [path.name]


# Others


def test_what_is_kept_is_for_the_user_alone(file: Path) -> None:
    before = os.umask(0)
    try:
        assert keep(file.parent.parent / "tables" / "x.json", b"x")
    finally:
        os.umask(before)
    made = [file.parent.parent / "tables", file.parent.parent / "tables" / "x.json"]
    assert [stat.S_IMODE(path.stat().st_mode) for path in made] == [0o700, 0o600]


@pytest.mark.parametrize("mode", [0o701, 0o710, 0o720, 0o740, 0o755, 0o770, 0o777, 0o1777])
def test_a_folder_that_others_can_enter_is_not_used(asked: tuple[Ask, Path], mode: int) -> None:
    question, path = asked
    answer = question()
    path.write_bytes(b"planted")
    path.parent.chmod(mode)
    assert question() == answer
    assert ([each.name for each in path.parent.iterdir()], path.read_bytes()) == ([path.name], b"planted")
    assert stat.S_IMODE(path.parent.stat().st_mode) == mode


def test_a_folder_behind_a_link_is_not_used(asked: tuple[Ask, Path], tmp_path: Path) -> None:
    question, path = asked
    answer = question()
    path.parent.rename(tmp_path / "elsewhere")
    path.parent.symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere" / path.name).unlink()
    assert question() == answer
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("whose", ["file", "folder", "folder around it"])
def test_what_belongs_to_somebody_else_is_not_used(
    asked: tuple[Ask, Path], monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    question, path = asked
    answer = question()
    if whose == "folder around it":
        path.unlink()
        path.parent.rmdir()
    theirs = {"file": path, "folder": path.parent, "folder around it": path.parent.parent}[whose]
    if os.geteuid() == 0:
        os.chown(theirs, 12345, 12345)
    elif whose == "file":
        pytest.skip("Only root can give a file away.")
    else:
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert kept(path) is None
    assert question() == answer
    if whose == "file":
        assert path.stat().st_uid == os.geteuid() and kept(path) is not None
    else:
        assert [each for each in theirs.iterdir() if each != path] == []


def test_a_cache_that_cannot_be_made_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file" / "below"))
    path = cache_folder() / "words" / "x.index"
    assert (keep(path, b"x"), kept(path), parse()) == (False, None, "start\t12\n")
    assert (tmp_path / "file").read_bytes() == b""


# Code


class Planted:
    """Leaves a trace if it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return Path.touch, (self.mark,)


def test_a_planted_pickle_never_runs(asked: tuple[Ask, Path], tmp_path: Path) -> None:
    question, path = asked
    answer, mark = question(), tmp_path / "mark"
    plant = pickle.dumps(Planted(mark))
    pickle.loads(plant)
    mark.unlink()
    path.write_bytes(plant)
    assert question() == answer
    assert not mark.exists()


def test_nothing_of_ours_unpickles() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for package in ("interpreter", "runtime", "renderer")
        for path in (ROOT / package).rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if any(word in line.split() for word in ("pickle", "marshal", "shelve", "dill"))
    ]
    assert found == []
