"""The walks through the code: which modules are touched, and how often a call goes from one folder to another."""

import re
import subprocess
import sys

from tools.walks import ROOT, WRONG, MistakeTrace, Trace, Walk


def test_a_hop_is_a_call_from_one_folder_to_another() -> None:
    walk = Walk(
        [
            (None, "runtime/session/session.py"),
            ("runtime/session/session.py", "interpreter/game.py"),
            ("interpreter/game.py", "interpreter/state/state.py"),
            ("interpreter/game.py", "interpreter/program/refusal.py"),
        ]
    )
    assert walk.modules == {
        "runtime/session/session.py",
        "interpreter/game.py",
        "interpreter/state/state.py",
        "interpreter/program/refusal.py",
    }
    assert walk.hops == 2


def test_calls_through_other_code_are_noted_for_the_caller_of_ours() -> None:
    from interpreter.spec.suggest import did_you_mean

    trace = Trace()
    assert trace.of(lambda: did_you_mean("gird", ["grid", "hand"])) == "Did you mean ‘grid’?"
    first, *others = trace.walk.calls
    assert first[0] is None
    assert all(caller is not None for caller, _ in others)


def test_a_mistake_is_looked_for_in_short_texts_only() -> None:
    trace = MistakeTrace(WRONG)
    assert trace._holds(f"sum(w for w in {WRONG})", 2)
    assert not trace._holds(f"{WRONG}{' ' * 1000}", 2)


def test_the_tool_prints_figures_and_modules() -> None:
    command = [sys.executable, "-m", "tools.walks"]
    text = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    figures = re.findall(r"^  (?:(\w+): )?(\d+) modules, (\d+) hops", text, re.MULTILINE)
    assert [name for name, _, _ in figures] == ["first", "again", ""]
    first, again, typo = [int(modules) for _, modules, _ in figures]
    assert first > again > typo > 1
    for name in re.findall(r"^    (\S+)", text, re.MULTILINE):
        assert (ROOT / name).is_file(), name
    assert "    runtime/session/session.py\n" in text
