"""Files: anything that is not a plain file is refused at once, and a file is written completely or not at all."""

from __future__ import annotations

import errno
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interpreter import RefusedFile, load_spec
from interpreter.files import is_there, lock, place, read_file, sweep

ROOT = Path(__file__).resolve().parents[2]
HALF_WAY = """
import os, sys
from pathlib import Path
from interpreter.files import place
def die(*_):
    print("here", flush=True)
    sys.stdin.readline()
    os._exit(0)
os.replace = die
place(Path(sys.argv[1]), b"new")
"""


def make_folder(path: Path) -> None:
    path.mkdir()


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as opened:
        before = os.getcwd()
        os.chdir(path.parent)
        try:
            # The name in its folder is shorter than the full path, which may be too long for a socket.
            opened.bind(path.name)
        finally:
            os.chdir(before)


def make_link_to_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def make_large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(3 << 30)


REFUSED: dict[str, tuple[Callable[[Path], None], str]] = {
    "a folder": (make_folder, "is a folder, not a file"),
    "a FIFO": (os.mkfifo, "is a FIFO, not a file"),
    "a socket": (make_socket, "is a socket, not a file"),
    "a device": (make_link_to_device, "is a device, not a file"),
    "3 GB": (make_large, "is too large: it has 3,072 MB, and at most 1 MB are read"),
}


@pytest.fixture(params=REFUSED)
def refused(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    make, reason = REFUSED[request.param]
    path = tmp_path / "x.yaml"
    make(path)
    return path, reason


def test_what_is_no_file_or_too_large_is_refused_before_it_is_read(refused: tuple[Path, str]) -> None:
    path, reason = refused
    with pytest.raises(RefusedFile) as caught:
        read_file(path, 1 << 20)
    assert str(caught.value) == f"{path} {reason}."


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "x"
    for size in (0, 1, 4095, 4096, 4097, 10_000):
        path.write_bytes(b"x" * size)
        assert read_file(path, 10_000) == b"x" * size
    path.write_bytes(b"x" * 10_001)
    with pytest.raises(RefusedFile, match="too large"):
        read_file(path, 10_000)
    assert len(read_file(Path("/proc/self/status"), 10_000)) > 100


def test_a_file_that_grows_meanwhile_is_refused_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"x")
    read = os.read

    def growing(opened: int, count: int) -> bytes:
        with path.open("ab") as file:
            file.write(b"x" * 100)
        return read(opened, count)

    monkeypatch.setattr(os, "read", growing)
    with pytest.raises(RefusedFile, match="too large"):
        read_file(path, 1000)


def test_a_spec_that_is_no_file_is_reported(refused: tuple[Path, str]) -> None:
    path, reason = refused
    spec, diagnostics = load_spec(path)
    told = "A spec may have up to 1 MiB; this file is larger." if "large" in reason else f"This {reason}."
    assert (spec, [each.message for each in diagnostics]) == (None, [told])


# Writing


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.json"


@pytest.fixture
def halfway(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that has written a file but not moved it into place."""
    path.write_bytes(b"old")
    command = [sys.executable, "-c", HALF_WAY, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None and process.stdout.readline() == "here\n"
        yield process
        process.kill()


def halves(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir() if each.name.endswith(".half"))


def test_a_half_is_left_alone_while_its_writer_lives(path: Path, halfway: subprocess.Popen[str]) -> None:
    [half] = halves(path.parent)
    sweep(path.parent)
    place(path, b"newer")
    assert (halves(path.parent), path.read_bytes()) == ([half], b"newer")


def test_a_half_goes_when_its_writer_is_dead(path: Path, halfway: subprocess.Popen[str]) -> None:
    halfway.kill()
    halfway.wait()
    assert (len(halves(path.parent)), path.read_bytes()) == (1, b"old")
    place(path.with_name("other"), b"other")
    assert (halves(path.parent), path.read_bytes()) == ([], b"old")


def test_only_halves_of_our_own_are_removed(path: Path) -> None:
    strange = [".x.json.half", "x.json.1.half", ".x.json.1.half2", ".1.half"]
    for name in strange:
        path.with_name(name).touch()
    os.mkfifo(path.with_name(".x.1.half"))
    path.with_name(".x.2.half").mkdir()
    path.with_name(".x.3.half").symlink_to("x.json.1.half")
    sweep(path.parent)
    assert sorted(os.listdir(path.parent)) == sorted([*strange, ".x.1.half", ".x.2.half", ".x.3.half"])


def test_a_half_of_somebody_else_is_not_touched(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.with_name(".x.1.half").touch()
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    sweep(path.parent)
    assert halves(path.parent) == [".x.1.half"]
    monkeypatch.undo()
    sweep(path.parent)
    assert halves(path.parent) == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_what_cannot_be_written_leaves_all_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def fails(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    path.write_bytes(b"old")
    for operation in ("write", "fsync", "replace"):
        with monkeypatch.context() as patched:
            patched.setattr(os, operation, fails)
            with pytest.raises(OSError, match=os.strerror(number)) as caught:
                place(path, b"new")
        assert (caught.value.filename, os.listdir(path.parent), path.read_bytes()) == (str(path), ["x.json"], b"old")


def test_a_write_that_takes_only_a_part_is_continued(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda opened, content: write(opened, bytes(content)[:3]))
    place(path, b"0123456789")
    assert path.read_bytes() == b"0123456789"


def test_a_name_is_taken_only_once(path: Path) -> None:
    place(path, b"first", anew=True)
    with pytest.raises(FileExistsError):
        place(path, b"second", anew=True)
    assert (os.listdir(path.parent), path.read_bytes()) == (["x.json"], b"first")


def test_who_could_read_a_file_still_can(path: Path) -> None:
    for mode in (0o600, 0o640, 0o664):
        path.touch()
        path.chmod(mode)
        place(path, b"new")
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_long_name_has_a_half_too(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250 + ".json")
    place(path, b"new")
    assert os.listdir(tmp_path) == [path.name]


def test_a_lock_is_had_by_one(path: Path) -> None:
    path.touch()
    first, second = os.open(path, os.O_RDWR), os.open(path, os.O_RDWR)
    assert (lock(first), lock(second)) == (True, False)
    os.close(first)
    assert lock(second) is True
    os.close(second)


# What cannot be examined


def test_a_file_that_cannot_be_looked_at_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "closed.yaml"
    path.write_text("game: closed\ntitle: Closed\n", encoding="utf-8")
    seen, opened = Path.stat, os.open

    def denied(name: Path, **given: bool) -> os.stat_result:
        if name.name.startswith("closed"):
            raise PermissionError(errno.EACCES, "Permission denied", str(name))
        return seen(name, **given)

    def refused(name: Path, *given: int) -> int:
        if Path(name).name.startswith("closed"):
            raise PermissionError(errno.EACCES, "Permission denied", str(name))
        return opened(name, *given)

    monkeypatch.setattr(Path, "stat", denied)
    monkeypatch.setattr(os, "open", refused)
    spec, found = load_spec(path)
    assert spec is None
    assert [each.message for each in found.errors] == ["This file cannot be read: Permission denied."]


@pytest.mark.parametrize(("number", "there"), [(errno.ELOOP, False), (errno.EACCES, True), (errno.EIO, True)])
def test_whether_something_is_there(monkeypatch: pytest.MonkeyPatch, number: int, there: bool) -> None:
    def fails(path: Path) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(Path, "stat", fails)
    assert is_there(Path("anything")) is there
