"""The meaning of a typed line: a command, an action, or why it is neither; and what the Tab key offers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from interpreter import Action, BadAction, Fault, Game, Refusal, State
from interpreter.expressions import SITE, Site, Type, strip
from interpreter.program import END_OF_LIST, ActionPlan, Notation, Program
from interpreter.spec.diagnostics import did_you_mean
from runtime.messages import whole_number
from runtime.session import draft as drafts
from runtime.session.choice import Choosing
from runtime.session.daily import has_daily
from runtime.session.draft import Draft, NotChoosable, Spot
from runtime.session.hand import Moment, with_counterparts
from runtime.session.letters import WAYS, WILD, laid_out, laying_actions, plays_by_letters, spelt_out
from runtime.show.turning import turns

MOST_COMPLETIONS = 400
COMMAND_SIGN = "/"
"""Before a command that is also the name of an action."""
ALSO = {"up": "north", "down": "south", "left": "west", "right": "east"}
"""What people write for directions."""
SHORT = {"n": "north", "e": "east", "s": "south", "w": "west"}
"""Directions by a letter, where it can mean nothing else."""
Same: TypeAlias = Callable[[str, str], bool]


@dataclass(frozen=True, slots=True)
class CommandWord:
    """One command."""

    name: str
    argument: str
    about: str
    others: tuple[str, ...] = ()


COMMANDS = (
    CommandWord("help", "", "show this page", ("?", "h")),
    CommandWord("moves", "[word] [page]", "list the moves that you may make, or those with a word", ("m",)),
    CommandWord("board", "", "show the board again", ("b",)),
    CommandWord("hint", "", "where to look, and if you ask again, what to do"),
    CommandWord("undo", "", "take your last move back", ("u",)),
    CommandWord("redo", "", "make it again"),
    CommandWord("pencil", "[cell marks]", "write small marks into a cell; ‘pencil auto’ does it"),
    CommandWord("why", "", "the rule behind the last refusal, with its values"),
    CommandWord("rules", "", "read the rules"),
    CommandWord("tutorial", "", "learn the game, lesson by lesson"),
    CommandWord("settings", "[name=value]", "show the settings, or play with one changed"),
    CommandWord("seed", "[number]", "show the seed, or play with another"),
    CommandWord("games", "[number]", "list the games that you have started, or continue one"),
    CommandWord("restart", "", "start this game again, with the same luck"),
    CommandWord("new", "", "start another game"),
    CommandWord("daily", "", "play the game of the day, the same for everybody"),
    CommandWord("share", "", "the result of a finished game, to copy and send"),
    CommandWord("save", "[name]", "keep this game; it is saved in any case"),
    CommandWord("load", "[name]", "continue a kept game, or list them"),
    CommandWord("life", "", "spend a life and go on"),
    CommandWord("quit", "", "leave; the game is saved", ("q", "exit")),
)

TURNING = CommandWord("board", "[turn]", "show the board again, or turned round", ("b",))
"""The command in games in which players look at the board from opposite sides."""

_BY_NAME = {name: word for word in COMMANDS for name in (word.name, *word.others)}


def command(text: str) -> str | None:
    """The command that a word stands for."""
    found = _BY_NAME.get(text.lower())
    return None if found is None else found.name


def offered(game: Game) -> list[CommandWord]:
    """The commands that make sense for a game: not every game has lives, pencil marks and lessons."""
    assist = game.spec.assist
    lives, pencil = assist is not None and assist.lives is not None, assist is not None and assist.pencil is not None
    tutorial, daily = game.spec.tutorial is not None, has_daily(game.spec)
    wanted = {"life": lives, "pencil": pencil, "tutorial": tutorial, "daily": daily}
    needless = {name for name, is_wanted in wanted.items() if not is_wanted}
    turning = turns(game.program(game.settings.choose(None, None)))
    words = (TURNING if turning and word.name == TURNING.name else word for word in COMMANDS)
    return [word for word in words if word.name not in needless]


def drafted(game: Game, state: State, action: str, words: list[str]) -> Draft:
    """The draft after some words. Raises NotChoosable at a value that cannot be chosen, BadAction at something that is
    not a value."""
    draft = drafts.start(state, action, armed=True)
    for word in words:
        draft = _with_word(game, state, draft, word)
    return draft


def _with_word(game: Game, state: State, draft: Draft, word: str) -> Draft:
    notation, data = Notation(state.program), state.data
    choice = drafts.choice_of(state, draft)
    if choice is None:
        raise BadAction(f"There is no choice left for ‘{word}’.")
    if word == END_OF_LIST and choice.form != "one" and len(draft.items) >= choice.low:
        return drafts.close(state, draft)
    if not choice.fields:
        kind: Type = choice.item.type
        try:
            own = _own_site(game, state, draft, word) if isinstance(strip(kind), Site) else None
            value = own or notation.value(data, word, kind, choice.name, list(draft.items))
            return drafts.add(game, state, draft, value)
        except (BadAction, NotChoosable):
            if choice.form == "one" or len(draft.items) < choice.low:
                raise
            return _with_word(game, state, drafts.close(state, draft), word)
    count = len(draft.items)
    for part, written in zip(choice.fields, word.split("/"), strict=False):
        if len(draft.items) == count:
            used = [record[choice.fields.index(part)] for record in draft.items]
            draft = drafts.add(
                game, state, draft, notation.value(data, written, part.variable.type, part.name, used), part.name
            )
    return draft


def _own_site(game: Game, state: State, draft: Draft, word: str) -> int | None:
    """The single site with that name among the candidates of the next choice, if several boards have such a site."""
    choice, choosing = drafts.choice_of(state, draft), Choosing(game, state, draft.action or "")
    assert choice is not None
    named = {board.by_name.get(word) for board in state.program.schema.topology.boards.values()} - {None}
    if len(named) < 2:
        return None
    own = named.intersection(choosing.domain(choice.domain, choice.item.type, choosing.names(draft.values)))
    return own.pop() if len(own) == 1 else None


def refused_word(game: Game, state: State, words: list[str]) -> Refusal | None:
    """Why the words cannot be the beginning of an action; None if they are not values at all."""
    actions = state.program.actions
    named = words[0].lower() if words[0].lower() in actions else None
    given = words[1:] if named is not None else words
    refusals: list[Refusal] = []
    able = sorted(actions, key=lambda name: not state.program.can(state.data, state.mover, name))
    for name in [named] if named is not None else able:
        try:
            drafted(game, state, name, given)
        except NotChoosable as problem:
            refusals.append(problem.refusal)
        except BadAction:
            continue
    return next((each for each in refusals if each.name == "forced"), refusals[0] if refusals else None)


def next_words(game: Game, state: State, action: str, words: list[str]) -> list[str]:
    """What can be typed after an action and some words."""
    if Choosing(game, state, action).barred() is not None:
        return []
    try:
        draft = drafted(game, state, action, words)
    except (NotChoosable, BadAction):
        return []
    notation, slots = Notation(state.program), drafts.slots(state, draft)
    for name, values in drafts.candidates(game, state, draft).items():
        return [notation.value_text(state.data, value, slots[name]) for value in values]
    return []


def completions(game: Game, state: State, typed: str) -> list[str]:
    """The words that the last word of a line can become; a line that ends with a blank has an empty last word."""
    *before, last = typed.split(" ") if typed else [""]
    before = [word for word in before if word]
    offered = _first(game, state) if not before else _further(game, state, before)
    found = [word for word in dict.fromkeys(offered) if word.lower().startswith(last.lower())]
    return found[:MOST_COMPLETIONS]


def possible_actions(game: Game, state: State) -> list[str]:
    """The actions that may be tried now."""
    if state.over:
        return []
    return [name for name in state.program.actions if Choosing(game, state, name).barred() is None]


def _first(game: Game, state: State) -> list[str]:
    """Actions, then what can be chosen for them, then commands."""
    names = possible_actions(game, state)
    values = [word for name in names for word in next_words(game, state, name, [])]
    stop = ["stop"] if state.pending is not None and state.pending.may_stop else []
    return [*names, *stop, *sorted(set(values), key=_natural), *(word.name for word in offered(game))]


def _further(game: Game, state: State, before: list[str]) -> list[str]:
    program = state.program
    first, rest = before[0].lower(), before[1:]
    if first in program.actions:
        return sorted(next_words(game, state, first, rest), key=_natural)
    if first == "settings" and not rest:
        return [f"{name}=" for name in program.settings]
    if first == "pencil" and program.pencil is not None:
        return _markable(program, rest)
    if command(first) is not None:
        return []
    found = [word for name in possible_actions(game, state) for word in next_words(game, state, name, before)]
    return sorted(set(found), key=_natural)


def _markable(program: Program, rest: list[str]) -> list[str]:
    """What can be typed after ‘pencil’: a cell or ‘auto’, then marks."""
    plan = program.pencil
    assert plan is not None
    if rest:
        return [*plan.texts, "none"]
    topology = program.schema.topology
    boards = [topology.boards[instance] for instance in program.schema.boards[plan.board].instances]
    cells = [topology.names[site] for board in boards for site in board.sites]
    return [*(["auto"] if plan.candidates is not None else []), *sorted(cells, key=_natural)]


def _natural(word: str) -> tuple[str, int]:
    """A sorting key that puts a2 before a10."""
    letters = word.rstrip("0123456789")
    return letters, int(word[len(letters) :] or 0)


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its arguments."""

    name: str
    argument: str


@dataclass(frozen=True, slots=True)
class Do:
    """An action, whether it is legal or not."""

    action: Action


@dataclass(frozen=True, slots=True)
class Which:
    """Several actions fit."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Barred:
    """The words typed so far cannot begin any legal action."""

    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Wrong:
    """A line that means nothing."""

    text: str


Meaning: TypeAlias = Command | Do | Which | Barred | Wrong


def read_line(
    line: str,
    game: Game,
    state: State,
    moves: Callable[[], Sequence[Action]],
    numbered: bool = False,
    lit: frozenset[int] = frozenset(),
) -> Meaning:
    """The meaning of a line. `moves` returns what may be done, in the order of the moves' numbers; `numbered` says that
    the player has seen these numbers. Letters mean things on `lit` sites first."""
    words = _with_whole_name(line.split(), state)
    if words[0].startswith(COMMAND_SIGN) and command(words[0][1:]) is not None:
        return Command(command(words[0][1:]) or "", " ".join(words[1:]))
    if words[0].lower() not in state.program.actions and command(words[0]) is not None:
        return Command(command(words[0]) or "", " ".join(words[1:]))
    number = whole_number(words[0]) if len(words) == 1 else None
    if number is not None and numbered:
        return _numbered(number, moves())
    found = _Line(game, state, moves, with_counterparts(state, lit)).meaning(words)
    if isinstance(found, Wrong) and number is not None:
        return _numbered(number, moves())
    return found


def _numbered(number: int, moves: Sequence[Action]) -> Meaning:
    if 0 < number <= len(moves):
        return Do(moves[number - 1])
    if not moves:
        return Wrong("There is no move to choose.")
    return Wrong(f"There is no move {number}; the moves have the numbers 1 to {len(moves)}.")


class _Line:
    """One line that is not a command."""

    def __init__(self, game: Game, state: State, moves: Callable[[], Sequence[Action]], lit: frozenset[Spot]) -> None:
        self.game = game
        self.state = state
        self.moves = moves
        self.lit = lit
        self.notation = Notation(state.program)

    def meaning(self, words: list[str]) -> Meaning:
        """An action that these words mean, or what is wrong with them."""
        for spelt in _spellings(words):
            actions = self._complete(spelt)
            legal = [action for action in actions if self._refusal(action) is None]
            if len(legal) == 1:
                return Do(legal[0])
            if legal:
                return Which(tuple(legal))
            if actions:
                asked = self._still_to_ask(spelt)
                return Which(asked) if asked else Do(min(actions, key=self._remoteness))
        by_letters = self._by_letters(words) or self._laid(words)
        if by_letters is not None:
            return by_letters
        for spelt in _spellings(words):
            fitting = self._fitting(spelt)
            if len(fitting) == 1:
                return Do(fitting[0])
            if fitting:
                return Which(tuple(fitting))
        towards = self._complete([SHORT.get(word.lower(), word) for word in words])
        if towards:
            return Do(towards[0])
        for spelt in _spellings(words):
            refusal = refused_word(self.game, self.state, spelt)
            if refusal is not None:
                return Barred(refusal)
        return Wrong(self._complaint(words))

    # Actions that are written out

    def _complete(self, words: list[str]) -> list[Action]:
        """The actions, legal or not, that are written out in full; the name may be left out."""
        if words == ["stop"]:
            return [("stop",)]
        named = self._named(words[0])
        plans = [named] if named is not None else list(self.state.program.actions.values())
        given = words[1:] if named is not None else words
        found: list[Action] = []
        for plan in plans:
            for values in self._with_fixed(plan, given):
                try:
                    action = self.notation.build(self.state.data, plan, self._with_board(plan, values))
                except BadAction:
                    continue
                if (named is not None or plan.choices) and _is_whole(plan, action) and action not in found:
                    found.append(action)
        return found

    def _with_board(self, plan: ActionPlan, words: list[str]) -> list[str]:
        """The words, with the first one completed by the board of the first choice, if several boards have such a
        site."""
        if not words or not plan.choices or not isinstance(strip(plan.choices[0].item.type), Site):
            return words
        draft = drafts.start(self.state, plan.name, armed=True)
        if drafts.choice_of(self.state, draft) is not plan.choices[0]:
            return words
        site = _own_site(self.game, self.state, draft, words[0])
        return words if site is None else [self.notation.value_text(self.state.data, site, SITE), *words[1:]]

    def _named(self, word: str) -> ActionPlan | None:
        return self.state.program.actions.get(word.lower())

    def _with_fixed(self, plan: ActionPlan, words: list[str]) -> list[list[str]]:
        """The words alone, and preceded by those that a continuation fixes."""
        first = [
            self.notation.value_text(self.state.data, value, choice.variable.type)
            for choice, value in zip(plan.choices, drafts.fixed(self.state, plan.name), strict=False)
        ]
        return [words, [*first, *words]] if first else [words]

    def _refusal(self, action: Action) -> Refusal | None:
        try:
            return self.game.check(self.state, action)
        except Fault:
            return None

    def _remoteness(self, action: Action) -> tuple[int, bool, int]:
        """How far an action is from being allowed; the refusal of a near one is the most helpful."""
        refusal, program = self._refusal(action), self.state.program
        if refusal is None or refusal.name == "forced":
            return 0, False, 0
        if refusal.name in ("phase", "continuation", "only_if", "over"):
            return 2, False, 0
        names = [choice.name for choice in program.plans[action[0]].choices]
        reached = names.index(refusal.name) if refusal.name in names else len(names)
        return 1, not program.can(self.state.data, self.state.mover, action[0]), -reached

    def _by_letters(self, words: list[str]) -> Meaning | None:
        """A word, spelt with the things that show its letters; a misspelt command does not count as one."""
        named = self._named(words[0])
        word = words[-1]
        if len(words) != (1 if named is None else 2) or len(word) < 2 or not word.replace(WILD, "a").isalpha():
            return None
        found = spelt_out(Moment(self.game, self.state), word, named.name if named is not None else None, self.lit)
        if found is None or isinstance(found, tuple):
            return Do(found) if found is not None else None
        known = [word.name for word in offered(self.game)]
        return None if named is None and did_you_mean(word.lower(), known) else Barred(found)

    def _laid(self, words: list[str]) -> Meaning | None:
        """A whole word laid from a site, over the letters already there: `play cat a10 down`. Without a direction it
        runs across, unless it can only be laid down."""
        program = self.state.program
        named = self._named(words[0])
        names = [name for name in laying_actions(program) if named is None or name == named.name]
        given = [word.lower() for word in (words[1:] if named is not None else words)]
        ways = [WAYS[given[-1]]] if given and given[-1] in WAYS else list(dict.fromkeys(WAYS.values()))
        if given and given[-1] in WAYS:
            given = given[:-1]
        sites = [word for word in given if word in program.schema.topology.names]
        spelt = [word for word in given if word.isalpha() and len(word) > 1 and word not in sites]
        if not names or len(given) != 2 or len(sites) != 1 or len(spelt) != 1:
            return None
        start, playing = program.schema.topology.names.index(sites[0]), Moment(self.game, self.state)
        found = [laid_out(playing, name, spelt[0], start, way, self.lit) for name in names for way in ways]
        actions = [action for action in found if isinstance(action, tuple)]
        legal = [action for action in actions if self._refusal(action) is None]
        if len(legal) > 1:
            return Which(tuple(legal))
        if legal or actions:
            return Do((legal or actions)[0])
        return Barred(next(refusal for refusal in found if isinstance(refusal, Refusal)))

    # Actions that are written in part

    def _still_to_ask(self, words: list[str]) -> tuple[Action, ...]:
        """The moves that begin with these words and still need something that is not always asked for."""
        asking = {plan.name for plan in self.state.program.actions.values() if any(c.ask_if for c in plan.choices)}
        moves = [action for action in self.moves() if action[0] in asking] if asking else []
        texts = [(action, self.game.text(self.state, action).split()) for action in moves]
        parts = (_at_start, _after_name)
        return tuple(action for action, text in texts if any(part(words, text, _equal) for part in parts))

    def _fitting(self, words: list[str]) -> list[Action]:
        """The moves that begin with these words, or end with them; a word may be cut short."""
        texts = [(action, self.game.text(self.state, action).split()) for action in self.moves()]
        for same in (_equal, _in_column, _begins):
            for part in (_at_start, _after_name, _at_end):
                found = [action for action, text in texts if part(words, text, same)]
                if found:
                    return found
        return []

    def _complaint(self, words: list[str]) -> str:
        program = self.state.program
        if self._named(words[0]) is not None:
            try:
                self.notation.action(self.state.data, " ".join([words[0].lower(), *words[1:]]))
            except BadAction as problem:
                return str(problem)
        sites = program.schema.topology.names[1:]
        known = [*program.actions, *(word.name for word in offered(self.game)), *sites]
        guess = did_you_mean(words[0].lower(), known) or "Type ‘moves’ to see your moves, ‘help’ for everything else."
        return f"‘{' '.join(words)}’ is neither a move nor a command. {guess}"


def _with_whole_name(words: list[str], state: State) -> list[str]:
    """The words with the name of an action as a single word, as in `take over` for take_over; its title stands for it,
    too."""
    titles = _titles(state.program)
    for count in range(len(words), 0, -1):
        typed = " ".join(words[:count]).lower()
        name = typed.replace(" ", "_")
        if name in state.program.actions:
            return [name, *words[count:]]
        if typed in titles:
            return [titles[typed], *words[count:]]
    return words


@lru_cache(maxsize=16)
def _titles(program: Program) -> dict[str, str]:
    """The actions by the texts on their buttons, as far as these mean nothing else: in games where words are played by
    their letters, a single word may be a word of the game."""
    found: dict[str, str] = {}
    several: set[str] = set()
    for name, plan in program.actions.items():
        title = re.split(r"[{(]", str(plan.spec.title or ""))[0].strip().lower()
        several |= {title} & found.keys()
        found[title] = name
    lettered = plays_by_letters(program)
    return {
        title: name
        for title, name in found.items()
        if title and title not in several and command(title) is None and (" " in title or not lettered)
    }


def _is_whole(plan: ActionPlan, action: Action) -> bool:
    """Whether lists are long enough for the words to be more than a beginning."""
    return all(
        choice.form == "one" or len(value) >= choice.low for choice, value in zip(plan.choices, action[1:], strict=True)
    )


def _spellings(words: list[str]) -> list[list[str]]:
    """The words as typed, in lower case, split at signs as in a3-b4 or a3xb4, and with `to` left out."""
    small = [ALSO.get(word, word) for word in (each.lower() for each in words)]
    parted = [part for word in small for part in re.split(r"(?<=[a-z0-9])[-–→>,:]+(?=[a-z0-9])|^[-–→>,:]+$", word)]
    kept = [part for part in parted if part and part != "to"]
    apart = [site for part in kept for site in _sites_in(part)]
    found: list[list[str]] = []
    for spelling in (words, small, kept, apart):
        if spelling and spelling not in found:
            found.append(spelling)
    return found


def _sites_in(word: str) -> list[str]:
    """The sites of a3b4 or a3xb4, or the word."""
    if re.fullmatch(r"[a-z]{1,2}\d+(?:x?[a-z]{1,2}\d+)+", word) is None:
        return [word]
    return re.findall(r"x?([a-z]{1,2}\d+)", word)


def _equal(typed: str, word: str) -> bool:
    """Whether a word is written in full; the board may be left out if another word makes it clear."""
    return typed.lower() in (word.lower(), word.lower().rpartition(".")[2])


def _begins(typed: str, word: str) -> bool:
    """Whether a typed word is short for a word; only words can be shortened, not coordinates or numbers."""
    return _equal(typed, word) or (typed.isalpha() and word.lower().startswith(typed.lower()) and not _is_site(word))


def _in_column(typed: str, word: str) -> bool:
    """Whether a typed word means a site by its column alone."""
    return _equal(typed, word) or (typed.isalpha() and re.fullmatch(rf"{typed.lower()}\d+", word) is not None)


def _is_site(word: str) -> bool:
    return re.fullmatch(r"[a-z]{1,2}\d+(@\w+|(\|\w+)+)?", word) is not None


def _at_start(words: list[str], text: list[str], same: Same) -> bool:
    return len(words) <= len(text) and all(map(same, words, text))


def _after_name(words: list[str], text: list[str], same: Same) -> bool:
    return _at_start(words, text[1:], same)


def _at_end(words: list[str], text: list[str], same: Same) -> bool:
    return len(words) < len(text) and all(map(same, words, text[-len(words) :]))
