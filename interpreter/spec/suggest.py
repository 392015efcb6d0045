"""Finding the name that was probably meant."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache, reduce
from heapq import nsmallest
from itertools import accumulate, islice
from operator import itemgetter, or_

from interpreter.spec.nodes import Help
from interpreter.spec.thesaurus import OTHER_NAMES

# What other languages and everyday speech call things that have another name here; the first that is known counts.
_ELSEWHERE: dict[str, tuple[str, ...]] = {
    "bool": ("flag",),
    "boolean": ("flag",),
    "int": ("number",),
    "integer": ("number",),
    "float": ("number",),
    "str": ("text",),
    "string": ("text",),
    "array": ("list",),
    "char": ("letter",),
    "character": ("letter",),
    "word": ("text",),
    "null": ("none",),
    "nil": ("none",),
    "unlimited": ("none",),
    "infinite": ("none",),
    "infinity": ("none",),
    "nobody": ("none",),
    "draw": ("none",),
    "tie": ("none",),
    "yes": ("true",),
    "on": ("true", "at"),
    "no": ("false",),
    "off": ("false",),
    "adjacent": ("neighbours",),
    "adjoining": ("neighbours",),
    "nearby": ("neighbours",),
    "surrounding": ("neighbours", "around"),
    "dist": ("distance",),
    "index_of": ("position",),
    "indexof": ("position",),
    "index": ("position",),
    "every": ("all",),
    "some": ("any",),
    "total": ("sum",),
    "add_up": ("sum",),
    "number_of": ("count",),
    "amount": ("count",),
    "count_if": ("count",),
    "argmax": ("most",),
    "max_by": ("most",),
    "argmin": ("least",),
    "min_by": ("least",),
    "coalesce": ("default",),
    "or_else": ("default",),
    "concat": ("join",),
    "concatenate": ("join",),
    "component": ("group",),
    "connected": ("group",),
    "islands": ("groups",),
    "vacant": ("empty",),
    "is_free": ("empty",),
    "enemy_of": ("opponent",),
    "stringify": ("text",),
    "length": ("len",),
    "size": ("len",),
    "up": ("north",),
    "down": ("south",),
    "left": ("west",),
    "right": ("east",),
    "circle": ("disc",),
    "round": ("disc",),
    "rectangle": ("tile", "square"),
    "horizontal": ("row",),
    "horizontally": ("row",),
    "across": ("row",),
    "vertical": ("column",),
    "vertically": ("column",),
    "upwards": ("up", "north"),
    "downwards": ("down", "south"),
    "top": ("above", "up", "north"),
    "bottom": ("below", "down", "south"),
    "over": ("above",),
    "under": ("below",),
    # Icons.
    "bomb": ("mine",),
    "horse": ("knight",),
    "tower": ("rook",),
    "castle": ("rook",),
    "fire": ("flame",),
    "lightning": ("bolt",),
    "thunder": ("bolt",),
    "water": ("drop",),
    "boat": ("ship",),
    "home": ("house",),
    "padlock": ("lock",),
    "money": ("coin",),
    "jewel": ("gem",),
    "death": ("skull",),
    "man": ("person",),
    "user": ("person",),
    # Lessons.
    "click": ("button", "press"),
    "press": ("button",),
    "tap": ("button",),
    "next": ("button",),
    "continue": ("button",),
    "play": ("action",),
    "perform": ("action",),
    "choose": ("chosen",),
    "pick": ("choose", "chosen"),
    "selected": ("chosen",),
    "highlight": ("show",),
    "lit": ("show",),
    "nudges": ("nudge",),
    "wrong": ("nudge",),
    "enemy": ("opponent",),
    "other": ("opponent",),
    "current_player": ("to_move",),
    "active_player": ("to_move",),
    "whose_turn": ("to_move",),
    "after": ("follows",),
    "ask_when": ("ask_if",),
    "owner": ("of",),
    "whose": ("of",),
    "for": ("per",),
    "heading": ("title",),
    "header": ("title",),
    "setup": ("given",),
    "minmax": ("search",),
    "min_max": ("search",),
    "optional": ("ask_if",),
    "same": ("alike",),
    "equal": ("alike",),
    "choices": ("from", "options"),
    "candidates": ("from",),
    "among": ("from",),
    "fallback": ("otherwise", "else"),
    "hint": ("nudge",),
    "hints": ("hint", "nudge"),
    "feedback": ("nudge", "else"),
    "stack": ("pile",),
    "stacking": ("pile",),
    "stackable": ("pile",),
    "seen_when": ("seen_if",),
    "only_when": ("only_if",),
    "undo_when": ("undo_if",),
    "me": ("owner",),
    "mine": ("owner",),
    "human": ("person",),
    "ai": ("computer",),
    "bot": ("computer",),
    "self": ("it", "me"),
    "this": ("it",),
    "inherit": ("inherited",),
    "super": ("inherited",),
    "parent": ("inherited",),
    "name": ("title", "game"),
    "label": ("title",),
    "ask": ("confirm",),
    "question": ("confirm",),
    "caption": ("title",),
    "message": ("else", "say", "says"),
    "msg": ("else", "say", "says"),
    "error": ("else",),
    "text": ("say", "title", "face"),
    "otherwise": ("else",),
    "condition": ("when", "check", "where"),
    "if": ("when", "check", "where", "only_if"),
    "filter": ("where",),
    "initial": ("start", "default"),
    "value": ("default", "start", "is"),
    "type": ("is",),
    "each": ("per",),
    "color": ("colour",),
    "colors": ("colours",),
    "steps": ("effects", "do"),
    "do": ("effects", "then", "action"),
    "test": ("check",),
    "tests": ("acceptance",),
    "icon": ("face",),
    "max": ("most", "at_most"),
    "maximum": ("most", "at_most"),
    "limit": ("at_most",),
    "min": ("least",),
    "highest": ("most",),
    "lowest": ("least",),
    "delete": ("remove",),
    "destroy": ("remove",),
    "take": ("remove",),
    "put": ("move",),
    "place": ("move", "at"),
    "position": ("at",),
    "location": ("at",),
    "side": ("at",),
    "spawn": ("create",),
    "add": ("create",),
    "make": ("create",),
    "call": ("run",),
    "emit": ("event",),
    "log": ("event",),
    "foreach": ("for",),
    "while": ("until", "repeat"),
    "width": ("columns",),
    "height": ("rows",),
    "cols": ("columns",),
    "contains": ("holds",),
    "lost": ("false",),
    "lose": ("false",),
    "win": ("won", "true", "end_conditions"),
    "loop": ("repeat",),
    "assert": ("require", "expect"),
    "verify": ("expect",),
    "ensure": ("expect",),
    "check": ("expect",),
    "then": ("expect", "is"),
    "given": ("start",),
    "validate": ("require",),
    "finish": ("end",),
    "target": ("to",),
    "into": ("to",),
    # Sections.
    "functions": ("routines", "define"),
    "function": ("routines", "define"),
    "methods": ("routines", "define"),
    "procedures": ("routines",),
    "subroutines": ("routines",),
    "scripts": ("routines",),
    "macros": ("define",),
    "definitions": ("define",),
    "defs": ("define",),
    "formulas": ("define",),
    "constants": ("define",),
    "variables": ("state",),
    "variable": ("state",),
    "vars": ("state",),
    "globals": ("state",),
    "score": ("state",),
    "scores": ("state",),
    "scoring": ("state",),
    "counters": ("state",),
    "goal": ("end_conditions",),
    "goals": ("end_conditions",),
    "objective": ("end_conditions",),
    "victory": ("end_conditions",),
    "win_conditions": ("end_conditions",),
    "winning": ("end_conditions",),
    "wins": ("end_conditions",),
    "ends": ("end_conditions",),
    "ending": ("end_conditions",),
    "endings": ("end_conditions",),
    "end": ("end_conditions", "ended"),
    "game_over": ("end_conditions", "ended"),
    "pieces": ("entities",),
    "piece": ("entities",),
    "units": ("entities",),
    "tokens": ("entities",),
    "cards": ("entities",),
    "tiles": ("entities",),
    "components": ("entities", "groups"),
    "board": ("boards",),
    "grid": ("boards",),
    "map": ("boards",),
    "piles": ("zones",),
    "hands": ("zones",),
    "decks": ("zones",),
    "moves": ("actions",),
    "move": ("actions", "action"),
    "commands": ("actions",),
    "init": ("setup",),
    "initialize": ("setup",),
    "initialise": ("setup",),
    "initialization": ("setup",),
    "begin": ("setup",),
    "start": ("setup", "begin", "default"),
    "default": ("start", "otherwise"),
    "on_start": ("setup",),
    "set_up": ("setup",),
    "teams": ("players",),
    "team": ("players",),
    "sides": ("players",),
    "rounds": ("turns",),
    "flow": ("turns",),
    "turn_order": ("order", "turns"),
    "enums": ("types",),
    "enum": ("types",),
    "parameters": ("settings", "choose"),
    "params": ("settings", "choose"),
    "config": ("settings",),
    "configuration": ("settings",),
    "preferences": ("settings",),
    "options": ("from", "settings"),
    "data": ("tables",),
    "dictionary": ("lexicon",),
    "wordlist": ("lexicon",),
    "word_list": ("lexicon",),
    "bots": ("ai",),
    "cpu": ("computer", "ai"),
    "computer": ("ai",),
    "ui": ("view",),
    "gui": ("view",),
    "display": ("view",),
    "theme": ("colours", "view"),
    "scenarios": ("acceptance",),
    "description": ("about", "help", "title"),
    "desc": ("about", "help", "title"),
    "base": ("extends",),
    "lessons": ("tutorial",),
    # Options.
    "args": ("choose",),
    "arguments": ("choose",),
    "inputs": ("choose",),
    "select": ("choose", "chosen"),
    "legal": ("validate",),
    "requirements": ("validate",),
    "requires": ("validate",),
    "preconditions": ("validate", "only_if"),
    "precondition": ("only_if", "validate"),
    "conditions": ("validate", "when"),
    "constraints": ("validate",),
    "result": ("effects",),
    "results": ("effects",),
    "consequences": ("effects",),
    "execute": ("effects",),
    "keep": ("where",),
    "direction": ("facing",),
    "control": ("seat",),
    "controller": ("seat",),
    "controlled_by": ("seat",),
    "played_by": ("seat",),
    "values": ("options",),
    "winners": ("winner",),
    "victor": ("winner",),
    "payout": ("payoff",),
    "payouts": ("payoff",),
    "reward": ("payoff",),
    "rewards": ("payoff",),
    "utility": ("payoff",),
    "pays": ("payoff",),
    "probability": ("percent",),
    "frequency": ("percent",),
    "likelihood": ("percent",),
    "odds": ("percent",),
    "visible_to": ("seen_by",),
    "visible": ("seen_by", "true"),
    "shown": ("true",),
    "hidden": ("false",),
    "contain": ("holds",),
    "capacity": ("size",),
    "symbols": ("legend",),
    # Bots.
    "minimax": ("search",),
    "mini_max": ("search",),
    "maximin": ("search",),
    "expectimax": ("search",),
    "negamax": ("search",),
    "alphabeta": ("search",),
    "alpha_beta": ("search",),
    "ab": ("search",),
    "pvs": ("search",),
    "lookahead": ("search",),
    "mcts": ("tree",),
    "uct": ("tree",),
    "ismcts": ("tree",),
    "montecarlo": ("tree",),
    "monte_carlo": ("tree",),
    "rollout": ("tree",),
    "rollouts": ("tree",),
    "playouts": ("tree",),
    "greedy": ("ranked",),
    "heuristic": ("ranked",),
    "heuristics": ("ranked",),
    "priority": ("ranked",),
    "priorities": ("ranked",),
    "scripted": ("ranked",),
    "rules": ("ranked",),
    "rule_based": ("ranked",),
    "bfs": ("solver",),
    "dfs": ("solver",),
    "astar": ("solver",),
    "a_star": ("solver",),
    "backtrack": ("solver",),
    "backtracking": ("solver",),
    "solve": ("solver",),
    "dumb": ("random",),
    "rand": ("random",),
    "chance": ("random", "percent"),
}
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
"""Numbers as words."""
# More names than these are narrowed down to those akin to the word, and cut off.
_MOST_LISTED = 8
_MOST_SHOWN = 16
# How long such a list may be in letters, and how many are shown however long they are.
_LONGEST_LIST = 200
_FEWEST_SHOWN = 3
# From how many letters on, and how much alike, a phrase is taken for another.
_SHORT = 8
# How many names a word is compared with, and how many alike a phrase; how long both may be for that.
_MOST_COMPARED = 1000
_MOST_ALIKE = 50
_LONGEST_WORD = 60
_LONGEST_PHRASE = 200
_CLOSE = 0.75
# How much alike a name is that is listed before the others, and how few letters tell a word from others.
_NEAR = 0.6
_SHORTEST_STEM = 3
# How much alike a name is that is worth a mention.
_RESEMBLING = 0.6
# From how many letters on a name that a word begins with is what was meant.
_SHORTEST_BEGINNING = 4


def closest(word: str, names: Iterable[str]) -> str | None:
    """The name that resembles the word most, or None if none is near enough."""
    limit = 1 if len(word) <= 4 else 2 if len(word) <= 8 else 3
    best: str | None = None
    best_distance = limit + 1
    small, plain, letters = word.lower(), bare(word), _letters(word)
    for name in islice(names, _MOST_COMPARED):
        # Nearly all names are told apart by their letters. A change of one puts one for another.
        if (letters ^ _letters(name)).bit_count() > 2 * limit:
            continue
        if plain == bare(name) != "":
            return str(name)
        distance = _distance(small, name.lower(), best_distance) if len(word) <= _LONGEST_WORD else best_distance
        if distance < best_distance and distance < max(len(word), len(name)):
            best, best_distance = str(name), distance
    return best


def probably(word: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant by an unknown word."""
    known = [str(name) for name in islice(names, _MOST_COMPARED)]
    name, form = closest(word, known), _another_form(word, known)
    if name is None or (form is not None and _stem(name) != _stem(word)):
        # Of link, linked is nearer than line, though that has more letters in common.
        name = _begun(word, known) if name is None else None
        name = name or form or _within(word, known)
    elsewhere = re.sub(r"[ -]", "_", word.lower())
    other = next((name for name in _ELSEWHERE.get(elsewhere, ()) if name in known), None)
    if other is None and (name is None or _distance(elsewhere, name, 2) > 1):
        other = next((name for name in OTHER_NAMES.get(elsewhere, ()) if name in known), None)
    name = other or name
    name = name or _ending(word, known)
    return None if name == word else name


def did_you_mean(word: str, names: Iterable[str]) -> str | None:
    """The question to ask about an unknown word."""
    name = probably(word, names)
    return None if name is None else meaning(name)


def meaning(name: str) -> Help:
    """The question whether a name was meant."""
    return Help(f"Did you mean ‘{name}’?", name)


def suggestion(word: str, names: Iterable[str], nothing: str = "There is none yet: declare it first.") -> str:
    """The question to ask about an unknown word or, if it resembles nothing, a list of the names; `nothing` is the text
    if there are none."""
    known = list(dict.fromkeys(str(name) for name in names))
    asked = did_you_mean(word, known)
    if asked is not None:
        return asked
    if _SHORT < len(word) <= _LONGEST_PHRASE and (close := get_close_matches(word, _alike(word, known), 1, _CLOSE)):
        return meaning(close[0])
    if len(known) > _MOST_LISTED and (akin := _akin(word, known)):
        return f"Take {either(akin[:_MOST_LISTED])}."
    return one_of(_nearest_first(word, known)) if known else nothing


def one_of(words: Iterable[str]) -> str:
    """The words to choose from; if there are many, the first ones."""
    listed = list(words)
    if len(listed) == 1:
        return f"There is only {listed[0]}."
    if len(listed) > _MOST_SHOWN or len(", ".join(listed)) > _LONGEST_LIST:
        lengths = accumulate(len(word) + 2 for word in listed)
        fitting = sum(length <= _LONGEST_LIST for length in lengths)
        shown = listed[: min(_MOST_SHOWN, max(_FEWEST_SHOWN, fitting))]
        return f"There are {', '.join(shown)} and others." if len(shown) < len(listed) else f"Take {either(shown)}."
    return f"Take {either(listed)}."


def _nearest_first(word: str, names: list[str]) -> list[str]:
    """The names; if there are many, those that resemble the word come first."""
    if len(names) <= _MOST_LISTED or not _SHORTEST_STEM <= len(word) <= _LONGEST_PHRASE:
        return names
    near = get_close_matches(word, _alike(word, names, _NEAR), _MOST_LISTED, _NEAR)
    return list(dict.fromkeys((*near, *names)))


def nearest(word: str, names: Iterable[str]) -> str:
    """The names that resemble the word most: up to three close ones, or otherwise the existing names."""
    known = [str(name) for name in islice(names, _MOST_COMPARED)]
    near = get_close_matches(word[:_LONGEST_WORD], known, 3, _RESEMBLING)
    if not near:
        return one_of(known)
    return f"Nearest to it {'is' if len(near) == 1 else 'are'} {both(near)}."


def both(words: list[str]) -> str:
    """The words with commas, and ‘and’ before the last."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def either(words: list[str]) -> str:
    """The words with commas, and ‘or’ before the last."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


@lru_cache(maxsize=4096)
def _letters(word: str) -> int:
    """The letters and digits of a word, one bit each."""
    # Small letters and digits have a bit of their own, others may share one.
    return reduce(or_, (1 << ord(letter) % 97 for letter in set(bare(word))), 0)


@lru_cache(maxsize=4096)
def bare(word: str) -> str:
    """The letters and digits of a word in lower case: S-18 and S18 become the same."""
    return re.sub(r"[\W_]", "", word).lower()


def _alike(word: str, names: list[str], close: float = _CLOSE) -> list[str]:
    """The names whose length and letters do not rule them out at once; if there are many, those with the most letters
    in common."""
    most, letters = (1 - close) * 2, _letters(word)
    alike = []
    for name in names[:_MOST_COMPARED]:
        other, (shorter, longer) = (letters ^ _letters(name)).bit_count(), sorted((len(word), len(name)))
        if other <= most * longer and 2 * shorter >= close * (shorter + longer):
            alike.append((other, name))
    return [name for _, name in nsmallest(_MOST_ALIKE, alike, key=itemgetter(0))]


def _begun(word: str, names: list[str]) -> str | None:
    """The only name that begins with the word, or that the word begins with: up and upper, uppercase and upper."""
    longer = [name for name in names if name.startswith(word)] if len(word) >= _SHORTEST_BEGINNING else []
    shorter = [name for name in names if len(name) >= _SHORTEST_BEGINNING and word.startswith(name)]
    return longer[0] if len(longer) == 1 else shorter[0] if not longer and len(shorter) == 1 else None


def _ending(word: str, names: list[str]) -> str | None:
    """The only name whose last part is the word: edges and yard.edges."""
    found = [name for name in names if name.endswith(f".{word}")]
    return found[0] if len(found) == 1 else None


def _within(word: str, names: list[str]) -> str | None:
    """The only name that has all parts of the word, or that the word has all parts of: far_side and the_far_side."""
    parts = set(word.split("_"))
    found = [name for name in names if parts < set(name.split("_")) or parts > set(name.split("_"))]
    return found[0] if len(found) == 1 and len(word) > 3 and len(found[0]) > 3 else None


def _another_form(word: str, names: list[str]) -> str | None:
    """The name that is another form of the word: empty and empties, faces and facing, spelled and spelt."""
    stem = _stem(word)
    found = [name for name in names if _stem(name) == stem] if stem else []
    return found[0] if found else None


@lru_cache(maxsize=4096)
def _stem(word: str) -> str:
    """The part that the forms of a word begin with; nothing if it is too short to be useful."""
    stem = re.sub(r"(?:ies|ing|ed|er|es|s|e|y|(?<=[lnp])t)$", "", word.lower())
    stem = re.sub(r"([b-df-hj-np-tv-z])\1$", r"\1", stem)
    return stem if len(stem) >= _SHORTEST_STEM and stem.isalpha() else ""


def _akin(word: str, names: list[str]) -> list[str]:
    """The names that begin with the same part as the word, whatever number follows it."""
    part = word.partition("_")[0].rstrip("0123456789")
    return [name for name in names if name.partition("_")[0] == part]


def _distance(first: str, second: str, limit: int) -> int:
    """The number of letters to change, add, drop or swap with their neighbour, or limit if that is less."""
    if abs(len(first) - len(second)) >= limit:
        return limit
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        current = [i]
        for j, other in enumerate(second, 1):
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) >= limit:
            return limit
        before, row = row, current
    return min(row[-1], limit)
