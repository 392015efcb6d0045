"""Starting a new spec: a small complete game, or a variant of another."""

from __future__ import annotations

import re
from pathlib import Path

from interpreter import Game, catalogue, load, place, sweep
from runtime import arguments
from runtime.commands import schema
from runtime.messages import Problem

STARTER = Path(__file__).with_name("starter.yaml")
SCHEMA = "tilewright.schema.json"
MODELINE = f"# yaml-language-server: $schema={SCHEMA}\n"
"""By this line editors find the schema that lies beside the spec."""
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def run(name: str, parent: str | None) -> None:
    """Write NAME.yaml to the current folder, and the schema for editors if it is not there yet."""
    if not _NAME.fullmatch(name):
        help = "Use lower-case letters, digits and _, beginning with a letter."
        raise Problem(f"‘{name}’ cannot be the name of a game.", help)
    path = Path(f"{name}.yaml")
    sweep(path.parent)
    if path.exists():
        raise Problem(f"There is already a file {path}.", "Choose another name, or remove the file first.")
    if name in catalogue.shipped():
        raise Problem(f"‘{name}’ is a game that comes with Tilewright.", "Choose another name.")
    text = starter(name) if parent is None else variant(name, _parent(parent))
    _write_anew(path, MODELINE + text)
    print(f"Wrote {path}.")
    if not Path(SCHEMA).exists():
        _write_anew(Path(SCHEMA), schema.text())
        print(f"Wrote {SCHEMA}, with which your editor can complete and check it as you type.")
    print(f"Try ‘tilewright check {path}’, ‘tilewright test {path}’ and ‘tilewright play {path} --watch’.")


def _write_anew(path: Path, text: str) -> None:
    """Write a file that was missing at the last check; if it has appeared since, leave it alone."""
    try:
        place(path, text.encode(), anew=True)
    except FileExistsError:
        raise Problem(f"There is already a file {path}.", "Choose another name, or remove the file first.") from None


def starter(name: str) -> str:
    """The starter game under another name."""
    text = STARTER.read_text(encoding="utf-8")
    text = text.replace(f"game: {STARTER.stem}\ntitle: Starter\n", f"game: {name}\ntitle: {_title(name)}\n")
    return text.replace(catalogue.tests_of(Path(STARTER.name)).name, catalogue.tests_of(Path(f"{name}.yaml")).name)


def variant(name: str, game: Game) -> str:
    """A variant that does not differ yet; comments show what can be changed."""
    lines = [
        f"# A variant of {game.title}. Write here only what differs: maps are merged by name, lists and",
        "# texts replace, ‘remove: [names]’ drops entries of a map. The parent’s tests run here too; those of",
        f"# the variant go under ‘acceptance:’ or, if there are many, beside it in {name}.tests.yaml.",
        f"game: {name}",
        f"title: {_title(name)}",
        f"extends: {game.name}",
    ]
    if game.spec.settings:
        lines += ["", "# The parent’s settings; take the # away to change one.", "#settings:"]
        lines += [f"#  {setting}: {given.default}" for setting, given in game.spec.settings.items()]
    if game.spec.rules:
        last = list(game.spec.rules)[-1]
        lines += ["", f"# The parent’s rules end with {last}; a rule of the same id takes its place.", "#rules:"]
        lines += [f"#  {last}: {' '.join(str(game.spec.rules[last].text).split())}"]
    return "\n".join(lines) + "\n"


def _parent(written: str) -> Game:
    """The game to extend, which must be shipped or in the current folder."""
    path = arguments.spec(written)
    game = load(path)
    found = catalogue.locate(game.name, Path.cwd())
    if found is None or found.resolve() != path.resolve():
        raise Problem(f"A variant of {path} must lie beside it.", f"Change to the folder {path.parent} first.")
    return game


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
