"""The word list that a spec names."""

from __future__ import annotations

from pathlib import Path

from interpreter.lexicon import BadWordList, Lexicon, open_lexicon
from interpreter.lexicon.opening import shipped_lists, word_list
from interpreter.spec.diagnostics import Diagnostics
from interpreter.spec.nodes import Scalar
from interpreter.spec.suggest import did_you_mean


def named_lexicon(name: Scalar, diagnostics: Diagnostics) -> Lexicon:
    """The list beside the spec or among the shipped ones; an empty one where it is wrong, as what asks for words is
    right even then."""
    path = word_list(str(name), Path(name.span.source.name).parent)
    if path is None:
        shipped = shipped_lists()
        help = did_you_mean(name, shipped) or f"There is {', '.join(shipped)}, or put {name}.txt beside the spec."
        diagnostics.error("unknown-lexicon", name.span, f"There is no word list called ‘{name}’.", help)
        return Lexicon(str(name), "", "", {})
    try:
        return open_lexicon(path)
    except BadWordList as problem:
        message = f"{path.name}, line {problem.line}: {problem.message}"
    except (OSError, UnicodeDecodeError):
        message = f"{path.name} cannot be read as a text in UTF-8."
    help = "A word list has a word on each line, in small letters, with its tier behind it."
    diagnostics.error("bad-lexicon", name.span, message, help)
    return Lexicon(str(name), "", "", {})
