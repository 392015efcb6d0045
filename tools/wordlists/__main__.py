"""Rebuilds the lists and reports whether anything has changed."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from interpreter.words import COMMON, read_words
from tools.wordlists.english import english, listed
from tools.wordlists.pieces import pieces, written
from tools.wordlists.sources import npm_words, scowl

WORDLISTS = Path(__file__).resolve().parents[2] / "wordlists"


def made(folder: Path) -> dict[str, str]:
    """The content of every file that is made, keyed by its name among the word lists."""
    words, licence = npm_words(folder)
    sizes, notice = scowl(folder)
    kept = WORDLISTS / "kept"
    text = english(
        words.split(), sizes, listed(kept / "english_allowed.txt"), listed(kept / "english_flagged.txt")
    )
    common = [word.text for word in read_words(text) if word.tier <= COMMON and not word.flagged]
    return {
        "english.txt": text,
        "english_pieces.yaml": written(pieces(common)),
        "licences/word-list.txt": licence,
        "licences/scowl.txt": notice,
    }


def main() -> int:
    """Write whatever differs; return 1 if anything did."""
    with tempfile.TemporaryDirectory() as folder:
        changed = 0
        for name, text in made(Path(folder)).items():
            path = WORDLISTS / name
            if not path.is_file() or path.read_text("utf-8") != text:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, "utf-8")
                print(f"{name} is new.")
                changed = 1
    return changed


if __name__ == "__main__":
    sys.exit(main())
