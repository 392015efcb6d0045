"""Compilers are found and tried, their libraries are cached, and nothing depends on either."""

from __future__ import annotations

import ctypes
import os
import shutil
import struct
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from interpreter import load
from interpreter.cache import CACHE_VARIABLE
from interpreter.native import (
    Source,
    choose_engine,
    compilation,
    how_to_install,
    machine_now,
    machine_of,
    toolchain,
    webassembly,
    why_no_compiler,
    why_python,
)
from interpreter.native.toolchain import MOST_KEPT, NotCompiled, Toolchain
from interpreter.program import Program
from tests.compilers import BROKEN, SLOW, WITHOUT_HEADERS, Use, script, use
from tests.processes import alive, until

__all__ = ["use"]
ROOT = Path(__file__).resolve().parents[3]
TINY = "long long tw_double(long long number) { return 2 * number; }\n"


def fresh(name: str = "tic_tac_toe") -> Program:
    """A program that nobody has compiled in this process."""
    return load(name).new(seed=0).program


def working() -> Toolchain:
    found = toolchain()
    assert found is not None
    return found


def doubled(library: ctypes.CDLL) -> int:
    return int(library.tw_double(21))


# Finding a compiler


def test_the_compiler_of_the_system_is_found(use: Use) -> None:
    assert working().command == (shutil.which("cc"),)
    assert why_no_compiler() == ""
    assert working().problem() is None


def test_one_that_has_worked_is_not_asked_again_until_it_changes(use: Use, tmp_path: Path) -> None:
    counter, path = tmp_path / "asked", tmp_path / "cc-counted"
    text = f'#!/bin/sh\necho >> {counter}\nexec cc "$@"\n'
    for number in (2, 2, 4):
        if number == 4:
            text += "# another version\n"
        use(script(tmp_path, "cc-counted", text) if not path.exists() or number == 4 else str(path))
        assert working().command == (str(path),)
        assert len(counter.read_text().splitlines()) == number


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("", "TILEWRIGHT_CC is empty, which means no compiler"),
        ("/bin/false", "false, named by TILEWRIGHT_CC, does not work (--version ends with 1)"),
        ("/bin/true", "true, named by TILEWRIGHT_CC, does not work (it ended with 0 and made no library)"),
        (
            "/nowhere/cc",
            "cc, named by TILEWRIGHT_CC, does not work ([Errno 2] No such file or directory: '/nowhere/cc')",
        ),
    ],
)
def test_without_one_that_works_everything_stays_in_python(use: Use, command: str, why: str) -> None:
    use(command)
    assert toolchain() is None
    assert why_no_compiler() == why
    program = fresh()
    choose_engine("native")
    assert (machine_now(program), machine_of(program)) == (None, None)
    assert why_python(program) == "there is no C compiler"


def test_one_without_the_headers_of_c_is_no_compiler(use: Use, tmp_path: Path) -> None:
    use(script(tmp_path, "cc-bare", WITHOUT_HEADERS))
    assert toolchain() is None
    assert why_no_compiler().endswith("(program.c:1:10: fatal error: math.h: No such file or directory)")


def test_a_compiler_in_the_current_folder_is_not_run(use: Use, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(tmp_path, "cc", f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}.")
    monkeypatch.chdir(tmp_path)
    use(None)
    assert toolchain() is None
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("system", "told"),
    [("linux", "sudo apt-get install gcc libc6-dev"), ("darwin", "xcode-select --install"), ("win32", "Run pip")],
)
def test_each_system_has_its_own_way_to_get_one(use: Use, system: str, told: str) -> None:
    assert told in how_to_install(system)
    assert "tilewright[native]" in how_to_install(system)


# The cache


def test_a_library_is_compiled_once(use: Use) -> None:
    first, second = working().build(TINY), working().build(TINY)
    assert (doubled(first.library), doubled(second.library)) == (42, 42)
    assert (first.cached, second.cached) == (False, True)
    assert first.size == second.size
    assert working().is_kept(TINY)


@pytest.mark.parametrize("harm", ["a bit", "its end", "everything", "another"])
def test_a_damaged_library_is_noticed_and_rebuilt(use: Use, harm: str) -> None:
    compiler = working()
    place = compiler.place_of(TINY)
    content = compiler.build(TINY.replace("2 *", "3 *"))
    other = compiler.place_of(TINY.replace("2 *", "3 *")).read_bytes()
    assert not content.cached
    compiler.build(TINY)
    whole = place.read_bytes()
    # What is loaded is mapped into memory: the file is replaced, never written over.
    place.unlink()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 4
    place.write_bytes({"a bit": bytes(flipped), "its end": whole[:-100], "everything": b"", "another": other}[harm])
    place.chmod(0o600)
    built = compiler.build(TINY)
    assert (built.cached, doubled(built.library)) == (False, 42)
    assert place.read_bytes() == whole
    assert compiler.build(TINY).cached


@pytest.mark.parametrize("why", ["a file", "others"])
def test_without_a_cache_it_still_works(use: Use, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "other"
    if why == "a file":
        folder.write_text("")
    else:
        (folder / "native").mkdir(parents=True)
        (folder / "native").chmod(0o777)
    monkeypatch.setenv(CACHE_VARIABLE, str(folder))
    built = working().build(TINY)
    assert (built.cached, doubled(built.library)) == (False, 42)
    assert not working().build(TINY).cached
    if why == "others":
        assert list((folder / "native").iterdir()) == []
    choose_engine("native")
    assert machine_now(fresh()) is not None


def test_what_was_not_used_for_the_longest_time_makes_room(use: Use) -> None:
    compiler = working()
    folder = compiler.place_of(TINY).parent
    compiler.build(TINY)
    compiler.build(TINY.replace("2 *", "3 *"))
    used, unused = compiler.place_of(TINY), compiler.place_of(TINY.replace("2 *", "3 *"))
    for path in (used, unused):
        os.utime(path, (1, 1))
    for number in range(MOST_KEPT - 1):
        (folder / f"{number}{used.suffix}").touch()
    assert compiler.build(TINY).cached
    compiler.build(TINY.replace("2 *", "4 *"))
    assert (used.exists(), unused.exists()) == (True, False)


# Working on it


def test_nothing_is_left_of_a_compilation(use: Use, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    abandoned = tmp_path / "cache" / "native" / "work-abandoned"
    compiler = working()
    abandoned.mkdir()
    (abandoned / "program.c").write_text("")
    os.utime(abandoned, (1, 1))
    compiler.build(TINY)
    with pytest.raises(NotCompiled, match="error"):
        compiler.build("this is no C\n")
    assert {path.suffix for path in (tmp_path / "cache" / "native").iterdir()} == {".so", ".version"}
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_program_that_ends_meanwhile_takes_the_compiler_along(use: Use, tmp_path: Path) -> None:
    compiler = script(
        tmp_path, "cc-slow", SLOW.format(gate=tmp_path / "gate").replace("sleep", f"touch {tmp_path}/$$; sleep")
    )
    lines = (
        "import sys, time",
        "from pathlib import Path",
        "from interpreter import load",
        "from interpreter.native import machine_of",
        "assert machine_of(load('tic_tac_toe').new(seed=0).program, at_once=True) is None",
        f"while not any(each.name.isdecimal() for each in Path({str(tmp_path)!r}).iterdir()): time.sleep(0.01)",
    )
    environment = {**os.environ, "TILEWRIGHT_CC": compiler, "TILEWRIGHT_ENGINE": "auto"}
    subprocess.run([sys.executable, "-c", "\n".join(lines)], cwd=ROOT, env=environment, check=True)
    [process] = [int(each.name) for each in tmp_path.iterdir() if each.name.isdecimal()]
    until(lambda: not alive(process))
    assert [each for each in (tmp_path / "cache" / "native").iterdir() if each.is_dir()] == []


def test_a_program_is_compiled_when_it_has_been_searched_for_a_while(use: Use) -> None:
    program = fresh()
    assert machine_of(program) is None
    began = time.monotonic()
    until(lambda: machine_of(program) is not None)
    assert time.monotonic() - began >= 0.4


def test_what_could_not_be_compiled_is_not_tried_again(use: Use, tmp_path: Path) -> None:
    use(script(tmp_path, "cc-broken", BROKEN.replace('echo "program', f'echo >> {tmp_path}/tried; echo "program')))
    choose_engine("native")
    program = fresh()
    assert [machine_now(program), machine_of(program), machine_now(program)] == [None] * 3
    assert (tmp_path / "tried").read_text() == "\n"
    assert compilation(program).reason == why_python(program)


# zig


ZIG = find_spec("ziglang")
without_zig = pytest.mark.skipif(ZIG is None, reason="ziglang is not installed: pip install 'tilewright[native]'.")


@pytest.fixture
def zig_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """One cache of zig for all tests: it compiles the C library of each system once, which takes half a minute."""
    monkeypatch.setenv("ZIG_GLOBAL_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "zig"))


def zig() -> Toolchain:
    return Toolchain((sys.executable, "-m", "ziglang", "cc"), "zig")


@without_zig
@pytest.mark.soak
def test_zig_is_taken_where_the_system_has_no_compiler(
    use: Use, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    use(None)
    assert working().command == (sys.executable, "-m", "ziglang", "cc")
    assert working().name.startswith("zig cc (clang version ")
    program = fresh("connect_four")
    machine = machine_now(program)
    assert machine is not None
    machine.begin()
    state = load("connect_four").new(seed=0)
    assert len(machine.legal(machine.position(state.data))) == 7


@without_zig
@pytest.mark.soak
@pytest.mark.usefixtures("zig_cache")
@pytest.mark.parametrize(
    ("target", "magic"),
    [
        ("x86_64-windows-gnu", b"MZ"),
        ("aarch64-windows-gnu", b"MZ"),
        ("aarch64-macos", b"\xcf\xfa\xed\xfe"),
        ("x86_64-macos", b"\xcf\xfa\xed\xfe"),
        ("aarch64-linux-gnu", b"\x7fELF"),
    ],
)
@pytest.mark.parametrize("name", ["connect_four", "go"])
def test_the_c_file_compiles_for_other_systems(use: Use, name: str, target: str, magic: bytes) -> None:
    """Without such machines it is not run there; every function that is called from Python is exported."""
    content = zig().compiled(Source(fresh(name)).text, "-target", target)
    assert content.startswith(magic)
    for function in ("tw_legal", "tw_apply", "tw_tree", "tw_search_worth"):
        assert function.encode() + b"\0" in content


WANDER = """\
import { readFileSync } from "node:fs";
const [, , file, bytes, games, seed] = process.argv;
const clock = (_id, _precision, at) => (new DataView(game.memory.buffer).setBigUint64(at, 0n, true), 0);
const imports = { wasi_snapshot_preview1: { clock_time_get: clock } };
const game = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), imports).exports;
game._initialize();
const size = Number(game.tw_size(0n)), at = game.malloc(size);
new Uint8Array(game.memory.buffer, at, size).set(Buffer.from(bytes, "hex"));
console.log(size, String(game.tw_wander(at, BigInt(games), BigInt(seed), 400n)));
"""
NODE = shutil.which("node")


@without_zig
@pytest.mark.soak
@pytest.mark.usefixtures("zig_cache")
@pytest.mark.skipif(NODE is None, reason="node is not installed.")
@pytest.mark.parametrize("name", ["connect_four", "reversi", "nine_mens_morris", "game_2048"])
def test_webassembly_plays_the_same_games(use: Use, name: str, tmp_path: Path) -> None:
    assert NODE is not None
    choose_engine("native")
    state = load(name).new(seed=0)
    machine = machine_now(state.program)
    assert machine is not None
    machine.begin()
    position = machine.position(state.data)
    for offset in machine._offsets.values():
        # There it has no history yet.
        struct.pack_into("=i", position, offset, 0)
    module, script = tmp_path / "game.wasm", tmp_path / "wander.mjs"
    content = webassembly(state.program)
    assert content is not None
    module.write_bytes(content)
    script.write_text(WANDER)
    command = [NODE, str(script), str(module), position.raw.hex(), "20", "7"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(len(position.raw)), str(machine.wander(position, 20, 7, 400))]
