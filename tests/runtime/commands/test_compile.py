"""Which games are native, and what is said about those that are not."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from interpreter.native import choose_engine, engine
from runtime.cli import app
from tests.compilers import BROKEN, Use, script, use

__all__ = ["use"]
MUTATED = "tic_tac_toe: 2 of 58 changes tried. Tests notice 2 (100 %), the checker refuses 0, and 0 go unnoticed.\n"


def run(*arguments: str) -> Result:
    """Run a command; the engine is as before afterwards."""
    before = engine()
    try:
        return CliRunner().invoke(app, list(arguments), prog_name="tilewright")
    finally:
        choose_engine(before)


def test_a_native_game_says_how_it_was_compiled(use: Use) -> None:
    found = run("compile", "tic_tac_toe")
    assert (found.exit_code, found.stderr) == (0, "")
    first, second = found.stdout.splitlines()
    sizes = r"a library of \d+ kB; a position has \d+ bytes\."
    assert re.fullmatch(rf"tic_tac_toe is native: compiled in \d+\.\d\d seconds, {sizes}", first)
    assert second.startswith("  compiler: ")
    again = run("compile", "tic_tac_toe").stdout.splitlines()[0]
    assert re.fullmatch(rf"tic_tac_toe is native: taken from the cache, {sizes}", again)


def test_the_same_for_other_programs(use: Use) -> None:
    first, second = (json.loads(run("compile", "hex", "--set", "size=5", "--json").stdout) for _ in range(2))
    assert (first["game"], first["settings"]["size"], first["native"], first["reason"]) == ("hex", 5, True, None)
    assert (first["cached"], second["cached"]) == (False, True)
    assert first["library_bytes"] == second["library_bytes"] > 10_000
    other = json.loads(run("compile", "hex", "--json").stdout)
    assert other["cached"] is False
    assert other["state_bytes"] > first["state_bytes"] > 25


def test_a_game_that_stays_in_python_says_why(use: Use, tmp_path: Path) -> None:
    found = run("compile", "word_trail")
    assert (found.exit_code, found.stdout) == (0, "word_trail stays in Python: it uses a word list.\n")
    told = json.loads(run("compile", "word_trail", "--json").stdout)
    assert (told["native"], told["reason"], told["library_bytes"]) == (False, "it uses a word list", None)
    refused = run("compile", "word_trail", "--out", str(tmp_path / "x.c"))
    assert refused.exit_code == 2
    help = "Leave --out out: there is no C file to write."
    assert refused.stderr == f"error: word_trail stays in Python: it uses a word list.\n  help: {help}\n"
    assert not (tmp_path / "x.c").exists()


def test_the_c_file_is_written_also_without_a_compiler(use: Use, tmp_path: Path) -> None:
    use("")
    found = run("compile", "tic_tac_toe", "--out", str(tmp_path / "c" / "x.c"))
    assert found.exit_code == 0
    assert found.stdout == (
        f"Wrote {tmp_path / 'c' / 'x.c'}.\n"
        "tic_tac_toe stays in Python here: TILEWRIGHT_CC is empty, which means no compiler.\n"
        "  help: Unset TILEWRIGHT_CC, or let it name a C compiler. Nothing but speed depends on it.\n"
    )
    text = (tmp_path / "c" / "x.c").read_text()
    assert "int64_t tw_legal(" in text
    # No text of a spec gets there: names are numbers.
    assert not {"cross", "nought", "three_in_line"} & set(re.findall(r"\w+", text))


def test_a_compiler_that_fails_is_named(use: Use, tmp_path: Path) -> None:
    use("/bin/false")
    found = run("compile", "tic_tac_toe").stdout
    assert found.startswith(
        "tic_tac_toe stays in Python here: false, named by TILEWRIGHT_CC, does not work (--version ends with 1).\n"
    )
    use(script(tmp_path, "cc-broken", BROKEN))
    found = run("compile", "tic_tac_toe").stdout
    assert found == (
        "tic_tac_toe stays in Python here: cc-broken (broken 1.0) could not compile it: "
        "program.c:1:1: error: out of ideas.\n  help: ‘tilewright doctor’ looks at the compiler.\n"
    )


def test_wrong_levels_and_settings_are_refused(use: Use) -> None:
    assert run("compile", "hex", "--level", "hard").stderr == (
        "error: There is no level ‘hard’. This game has no levels.\n"
    )
    assert run("compile", "hexx").exit_code == 2


# --engine


@pytest.mark.parametrize(
    "command",
    [("simulate", "word_trail", "-n", "1"), ("test", "word_trail"), ("mutate", "word_trail"), ("play", "word_trail")],
)
def test_native_is_refused_for_a_game_that_stays_in_python(use: Use, command: tuple[str, ...]) -> None:
    found = run(*command, "--engine", "native")
    assert found.exit_code == 2
    assert found.stderr == (
        "error: word_trail stays in Python: it uses a word list.\n"
        "  help: ‘--engine auto’ plays it in Python, and everything that can be in machine code.\n"
    )


def test_native_is_refused_without_a_compiler(use: Use) -> None:
    use("")
    found = run("simulate", "tic_tac_toe", "-n", "1", "--engine", "native")
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == (
        "error: There is no machine code for tic_tac_toe: TILEWRIGHT_CC is empty, which means no compiler.\n"
        "  help: Unset TILEWRIGHT_CC, or let it name a C compiler.\n"
    )


def test_an_unknown_engine_is_refused() -> None:
    found = run("simulate", "tic_tac_toe", "--engine", "fast")
    assert found.exit_code == 2
    assert "'fast' is not one of 'auto', 'python', 'native'" in found.stderr


def figures(*arguments: str) -> dict[str, object]:
    found = run("simulate", *arguments, "--json")
    assert (found.exit_code, found.stderr) == (0, "")
    told: dict[str, object] = json.loads(found.stdout)
    del told["games_per_second"]
    return told


@pytest.mark.parametrize("bots", ["random", "tree,search"])
def test_games_are_the_same_in_every_engine_and_without_a_compiler(use: Use, bots: str, tmp_path: Path) -> None:
    asked = ("tic_tac_toe", "-n", "2", "--bots", bots, "--workers", "2")
    python = figures(*asked, "--engine", "python")
    assert figures(*asked, "--engine", "native") == python
    for command in ("", "/bin/false", script(tmp_path, "cc-broken", BROKEN)):
        use(command)
        assert figures(*asked) == python
        assert figures(*asked, "--engine", "auto") == python


def test_tests_and_mutants_run_in_machine_code(use: Use) -> None:
    found = run("test", "tic_tac_toe", "--engine", "native")
    assert (found.exit_code, found.stdout.splitlines()[-1].endswith(" passed, 0 failed")) == (0, True)
    for chosen in ("native", "python"):
        told = run("mutate", "tic_tac_toe", "-n", "2", "--seed", "1", "--engine", chosen)
        assert (told.exit_code, told.stdout) == (0, MUTATED)


def test_webassembly_needs_a_file_and_a_game_that_can_be_compiled(use: Use, tmp_path: Path) -> None:
    without = run("compile", "hex", "--target", "wasm")
    assert without.exit_code == 2
    assert without.stderr.startswith("error: --target wasm writes a file, and nothing else.\n")
    out = str(tmp_path / "x.wasm")
    refused = run("compile", "word_trail", "--target", "wasm", "--out", out)
    assert refused.exit_code == 2
    if find_spec("ziglang") is None:
        missing = (
            "error: WebAssembly needs zig, which is not installed.\n  help: Run pip install 'tilewright[native]'.\n"
        )
        assert (refused.stderr, run("compile", "hex", "--target", "wasm", "--out", out).stderr) == (missing, missing)
    else:
        assert refused.stderr.startswith("error: word_trail stays in Python: it uses a word list.\n")


@pytest.mark.soak
@pytest.mark.skipif(find_spec("ziglang") is None, reason="ziglang is not installed: pip install 'tilewright[native]'.")
def test_webassembly_is_written(use: Use, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "x.wasm"
    found = run("compile", "hex", "--target", "wasm", "--out", str(out))
    assert (found.exit_code, found.stderr) == (0, "")
    assert re.fullmatch(rf"Wrote {out}: hex in \d+ kB of WebAssembly\.\n", found.stdout)
    assert out.read_bytes().startswith(b"\0asm")
