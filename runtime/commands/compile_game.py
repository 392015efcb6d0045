"""A game as machine code: how it was compiled, or why it stays in Python."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from interpreter import load, place, require_plain
from interpreter.native import (
    Compilation,
    NotCompiled,
    Unsupported,
    compilation,
    how_to_install,
    webassembly,
    why_no_compiler,
)
from runtime import arguments
from runtime.commands.output import print_json, write
from runtime.messages import Problem, counted


def run(name: str, out: Path | None, level: str | None, given: Sequence[str], as_json: bool) -> None:
    """Compile a game and print what came of it. With `out` its C file is written, which needs no compiler."""
    game = load(arguments.spec(name))
    chosen = game.settings.choose(level, arguments.settings(given))
    found = compilation(game.program(chosen))
    if out is not None and found.source is None:
        raise Problem(f"{game.name} stays in Python: {found.reason}.", "Leave --out out: there is no C file to write.")
    if out is not None and found.source is not None:
        write(found.source.text, out, quiet=as_json)
    if as_json:
        told = {"game": game.name, "level": chosen.level, "settings": dict(game.settings.shown(chosen.values))}
        print_json(told | _figures(found))
    else:
        print("\n".join(_lines(game.name, found)))


def write_webassembly(name: str, out: Path, level: str | None, given: Sequence[str]) -> None:
    """Compile a game to a module of WebAssembly."""
    game = load(arguments.spec(name))
    program = game.program(game.settings.choose(level, arguments.settings(given)))
    try:
        content = webassembly(program)
    except Unsupported as problem:
        raise Problem(f"{game.name} stays in Python: {problem}.", "Other games can be compiled.") from None
    except NotCompiled as problem:
        raise Problem(
            f"zig could not compile {game.name}: {problem}.", "‘--target native’ uses another compiler."
        ) from None
    if content is None:
        raise Problem("WebAssembly needs zig, which is not installed.", "Run pip install 'tilewright[native]'.")
    require_plain(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    place(out.resolve(), content)
    print(f"Wrote {out}: {game.name} in {len(content) / 1000:,.0f} kB of WebAssembly.")


def _lines(name: str, found: Compilation) -> list[str]:
    if found.source is None:
        return [f"{name} stays in Python: {found.reason}."]
    if found.compiler is None:
        return [
            f"{name} stays in Python here: {why_no_compiler()}.",
            f"  help: {how_to_install()} Nothing but speed depends on it.",
        ]
    if found.built is None:
        return [f"{name} stays in Python here: {found.reason}.", "  help: ‘tilewright doctor’ looks at the compiler."]
    state = counted(found.source.structure.size, "byte")
    taken = "taken from the cache" if found.built.cached else f"compiled in {found.built.seconds:.2f} seconds"
    lines = [
        f"{name} is native: {taken}, a library of {found.built.size / 1000:,.0f} kB; a position has {state}.",
        f"  compiler: {found.compiler.name}",
    ]
    lines += [f"  its computer player thinks in Python: ‘{each}’ has no C." for each in found.evaluations_in_python]
    return lines


def _figures(found: Compilation) -> dict[str, Any]:
    built, source = found.built, found.source
    return {
        "native": built is not None,
        "reason": found.reason,
        "compiler": found.compiler.name if found.compiler is not None else None,
        "cached": built.cached if built is not None else None,
        "seconds": round(built.seconds, 4) if built is not None else None,
        "library_bytes": built.size if built is not None else None,
        "state_bytes": source.structure.size if source is not None else None,
        "source_bytes": len(source.text) if source is not None else None,
        "evaluations_in_python": list(found.evaluations_in_python),
    }
