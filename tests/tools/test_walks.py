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
    assert walk.hops == 3
    assert walk.crossings == 1


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
    line = r"^ +(?:(\w+): )?(\d+) modules, (\d+) hops between folders, (\d+) between the three packages$"
    figures = [(name, *map(int, numbers)) for name, *numbers in re.findall(line, text, re.MULTILINE)]
    stages = ["perform", "present", "scene", "draw"]
    assert [name for name, *_ in figures] == ["first", *stages, "again", *stages, ""]
    (first, *parts), (again, *_), typo = figures[:5], figures[5:10], figures[10]
    assert first[1] > again[1] > typo[1] > 1
    assert first[2:] == tuple(sum(column) for column in list(zip(*parts, strict=True))[2:])
    for name in re.findall(r"^    (\S+\.py)", text, re.MULTILINE):
        assert (ROOT / name).is_file(), name
    assert "    runtime/session/session.py\n" in text
