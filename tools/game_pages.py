"""Writes a page for each shipped game, made from its spec: `python -m tools.game_pages`.

A page says what the help in the window says: what the game is about, its rules, its settings and its controls.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from interpreter import Game, load
from interpreter.spec import catalogue
from interpreter.spec.model import Setting
from renderer.app.pages.help import controls, in_words, keys
from runtime.keep.library import Library, plain_text
from runtime.messages import counted
from runtime.session.session import Session
from runtime.show.handbook import handbook
from runtime.show.values import setting_title

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs" / "games"
INDEX = "README.md"


def pages() -> dict[str, str]:
    """Every page by its file name."""
    games = {name: load(name) for name in catalogue.shipped()}
    found = {f"{name}.md": page(game) for name, game in games.items()}
    found[INDEX] = index(games)
    return found


def index(games: dict[str, Game]) -> str:
    """The page that links to the others."""
    lines = ["# The games"]
    for heading, under in groupby(Library().shipped(), lambda listed: listed.group):
        lines += ["", f"## {heading}", "", "| game | what it is about | also called |", "|---|---|---|"]
        for listed in under:
            title = f"{'↳ ' if listed.parent else ''}[{listed.title}]({listed.key}.md)"
            lines.append(f"| {title} | {plain_text(games[listed.key].spec)} | {', '.join(listed.also_called)} |")
    return "\n".join([*lines, ""])


def page(game: Game) -> str:
    """The page of one game."""
    return "\n\n".join(_parts(game)) + "\n"


def _parts(game: Game) -> Iterator[str]:
    spec, session = game.spec, Session(game, seed=0)
    path = Path(spec.game.span.source.name).resolve().relative_to(ROOT)
    yield f"# {game.title}"
    yield plain_text(spec)
    yield _facts(game)
    yield f"![{game.title}](../pictures/{game.name}.png)"
    lessons = f" `tilewright play {game.name} --tutorial` teaches it." if spec.tutorial is not None else ""
    tests = catalogue.tests_of(path)
    beside = f", and its tests are in [{tests.name}](../../{tests.as_posix()})" if (ROOT / tests).is_file() else ""
    yield f"`tilewright play {game.name}` plays it.{lessons} Its spec is [{path}](../../{path.as_posix()}){beside}."
    if spec.how_to_play:
        for heading, paragraphs, _ in handbook(session):
            yield f"## {heading}"
            yield "\n\n".join(paragraphs)
    if spec.rules:
        yield "## Rules as tested" if spec.how_to_play else "## Rules"
        yield _table(("rule", ""), ((str(name), str(rule.text)) for name, rule in spec.rules.items()))
    if spec.levels:
        yield "## Levels"
        yield "\n".join(f"- {in_words(str(name))}" for name in spec.levels)
    if spec.settings:
        yield "## Settings"
        yield _table(("setting", "name in a spec", "default", "values"), _settings(session))
    yield "## Controls in the window"
    yield "\n".join(f"- {line}" for line in controls(session.state.program))
    yield _table(("key", ""), keys(session.state.program))


def _facts(game: Game) -> str:
    """How many players it is for, how long it takes, and what else it is called."""
    told = f"For {counted(len(game.players), 'player')}"
    if game.spec.minutes is not None:
        told += f", about {counted(game.spec.minutes, 'minute')}"
    if game.spec.also_called:
        told += f". Also called {', '.join(game.spec.also_called)}"
    return f"{told}."


def _settings(session: Session) -> Iterator[tuple[str, ...]]:
    for name, setting in session.game.spec.settings.items():
        title = setting_title(str(name), setting)
        told = f"{title}<br>{setting.about}" if setting.about else title
        yield told, f"`{name}`", in_words(_plain(setting.default)), _allowed(setting)


def _allowed(setting: Setting) -> str:
    if not setting.options:
        return str(setting.range or "yes or no").replace("none", "no limit")
    if setting.options.explained is None:
        return ", ".join(in_words(_plain(word)) for word in setting.words)
    return "<br>".join(f"{in_words(_plain(word))}: {setting.meaning(word)}" for word in setting.words)


def _plain(value: object) -> object:
    """A value as it is written in YAML, where `true` and `none` have a meaning."""
    return {"true": True, "false": False, "none": None}.get(str(value), str(value))


def _table(heads: tuple[str, ...], rows: Iterator[tuple[str, ...]] | tuple[tuple[str, ...], ...]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in row)} |" for row in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main(folder: Path = DOCS) -> int:
    """Write every page."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")
    print(f"Wrote {folder}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS))
