"""Files that grow: on disk when that is said, never half written, and never overwriting what another process wrote."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from runtime import files
from runtime.files import Appended, Overtaken, alone, is_locked

ROOT = Path(__file__).resolve().parents[2]
HOLDER = """
import sys, time
from pathlib import Path
from runtime.files import Appended
held = Appended(Path(sys.argv[1]), 4)
print(held.alone, flush=True)
time.sleep(60)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "x.save"
    found.write_bytes(b"one\n")
    return found


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Have the system itself refuse to write more, in the middle of a write, as on a full disk."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handled = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handled)


def test_what_is_appended_is_there(path: Path) -> None:
    growing = Appended(path, 4)
    growing.append(b"two\n")
    growing.append(b"three\n")
    assert (path.read_bytes(), growing.length) == (b"one\ntwo\nthree\n", 14)


def test_a_write_that_fails_half_way_leaves_nothing_and_can_be_tried_again(path: Path) -> None:
    growing = Appended(path, 4)
    with largest_file(6), pytest.raises(OSError, match="File too large"):
        growing.append(b"two\n")
    assert (path.read_bytes(), growing.length) == (b"one\n", 4)
    growing.append(b"two\n")
    assert path.read_bytes() == b"one\ntwo\n"


def test_what_a_failed_write_left_is_written_over(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    growing = Appended(path, 4)
    with monkeypatch.context() as patched:
        patched.setattr(os, "ftruncate", _refused)
        with largest_file(6), pytest.raises(OSError, match="File too large"):
            growing.append(b"two\n")
    assert path.read_bytes() == b"one\ntw"
    assert not growing.is_overtaken()
    growing.append(b"two\nthree\n")
    assert path.read_bytes() == b"one\ntwo\nthree\n"


def _refused(_descriptor: int, _length: int) -> None:
    raise OSError(5, "Input/output error")


def test_what_another_wrote_is_never_written_over(path: Path) -> None:
    first, second = Appended(path, 4), Appended(path, 4)
    assert (first.alone, second.alone) == (True, False)
    second.append(b"mine\n")
    assert first.is_overtaken()
    with pytest.raises(Overtaken):
        first.append(b"two\n")
    assert path.read_bytes() == b"one\nmine\n"


def test_a_file_in_its_place_is_not_touched(path: Path) -> None:
    growing = Appended(path, 4)
    os.replace(path, path.with_name("elsewhere"))
    with pytest.raises(FileNotFoundError):
        growing.append(b"two\n")
    path.write_bytes(b"one\n")
    with pytest.raises(Overtaken):
        growing.append(b"two\n")
    assert (path.read_bytes(), path.with_name("elsewhere").read_bytes()) == (b"one\n", b"one\n")


def test_a_lock_ends_with_its_process(path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert is_locked(path)
        holder.kill()
    assert not is_locked(path)
    assert Appended(path, 4).alone


def test_who_never_lets_go_is_not_waited_for_forever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0.0)
    with alone(tmp_path), pytest.raises(OSError, match="Another program is writing there"), alone(tmp_path):
        pass
    with alone(tmp_path):
        assert list(tmp_path.iterdir()) == []
