"""The commands of the terminal player, and the texts about moves and refusals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from textwrap import wrap

from interpreter import Action, BadSetting, Fault, Game, Part, Refusal, State, View
from interpreter.spec.diagnostics import found_in_play, render
from interpreter.spec.model import Setting
from interpreter.spec.nodes import Span
from runtime.keep.keeping import why_unsaved
from runtime.keep.recording import BadRecording
from runtime.keep.saves import BadName, Started
from runtime.keep.statistics import NO_DAYS
from runtime.messages import whole_number
from runtime.session.choice import Choosing
from runtime.session.daily import daily_session, has_daily, is_daily
from runtime.session.hints import Hint, hint
from runtime.session.letters import laying_actions, spelling_actions
from runtime.session.session import TIERS, Move, Session, Unavailable
from runtime.show import replies
from runtime.show.buttons import usual_title
from runtime.show.confirmation import of_action, of_restart
from runtime.show.days import daily_words, today_text
from runtime.show.handbook import handbook
from runtime.show.moves import log_lines, worded
from runtime.show.pencil import marks_told, pencil_lines
from runtime.show.share import result_text
from runtime.show.shown import Shown
from runtime.show.started import new_game_text, summary
from runtime.show.turning import turns
from runtime.show.values import setting_title
from runtime.terminal.moves import entries, moves_page
from runtime.terminal.reader import Barred, Which, Wrong, offered, possible_actions
from runtime.terminal.table import Table

MOST_PARTS = 12
WIDEST = 36
"""Longer parts and values are cut, so that both fit on a line of 80."""
_ENGINE = {
    "over": "The game is over.",
    "only_if": "The settings leave this action out.",
    "phase": "The phase of the game does not allow this action.",
    "continuation": "Another move must be made first.",
    "forced": "Another action is possible and comes first.",
}
MOST_OFFERED = 12


def explained(game: Game, state: State, refusal: Refusal, action: Action | None) -> list[str]:
    """The explanation of the last refusal, in lines. Hidden values are left out."""
    lines = [refusal.text, f"Refused by {_rule(state, refusal)}."]
    span, parts = _parts(game, state, refusal, action)
    if span is not None:
        lines += ["", *_place(span)]
    if parts:
        lines += ["", *_values(parts)]
    return lines


def _rule(state: State, refusal: Refusal) -> str:
    if refusal.name in _ENGINE:
        return f"‘{refusal.name}’: {_ENGINE[refusal.name].rstrip('.').lower()}"
    plan = state.program.plans.get(refusal.action)
    is_choice = plan is not None and refusal.name in [choice.name for choice in plan.choices]
    return f"the {'choice' if is_choice else 'check'} ‘{refusal.name}’ of ‘{refusal.action}’"


def _parts(game: Game, state: State, refusal: Refusal, action: Action | None) -> tuple[Span | None, Sequence[Part]]:
    """The place of the rule, and the values of its parts if the player may know them."""
    if action is None:
        return refusal.span, ()
    explanation = game.explain(state, action)
    if not state.program.sight.hides:
        return explanation.span or refusal.span, explanation.parts
    seen = game.explain(game.seen(state, state.mover).state, action)
    same = seen.refusal is not None and seen.refusal.name == refusal.name
    return explanation.span or refusal.span, seen.parts if same else ()


def _place(span: Span) -> list[str]:
    """The place of a rule: file and line, and the line itself."""
    return [f"{span.source.name}:{span.line}", f"  {span.source.line(span.line).strip()}"]


def _values(parts: Sequence[Part]) -> list[str]:
    # Of parts that differ only behind what is cut off, the whole is told alone.
    told: dict[str, str] = {}
    for part in parts:
        told.setdefault(_short(part.source), _short(part.value))
    shown = list(told.items())[:MOST_PARTS]
    widest = max(len(source) for source, _ in shown)
    return [f"  {source:<{widest}} = {value}" for source, value in shown]


def _short(text: str) -> str:
    text = text or "nothing"
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}…"


def perform(table: Table, action: Action) -> None:
    """Take a person's action, or say why not."""
    session, state = table.session, table.state
    question = of_action(table.game.seen(state, table.viewer), action)
    if question is not None and table.game.check(state, action) is None and not table.confirmed(question):
        return
    try:
        outcome = session.perform(action)
    except Fault as fault:
        tell_fault(table, fault)
        return
    if outcome.refusal is not None:
        refuse(table, outcome.refusal, action)
        return
    table.changed()
    _tell_events(table, session.history[-1])
    _show_between(table)


def complain(table: Table, meaning: Barred | Which | Wrong) -> None:
    """Say why a line does not mean a single action."""
    if isinstance(meaning, Barred):
        refuse(table, meaning.refusal, None)
    elif isinstance(meaning, Wrong):
        table.say(meaning.text)
    else:
        texts = [worded(table.game.text(table.state, action)) for action in meaning.actions]
        more = f" and {len(texts) - MOST_OFFERED} more" if len(texts) > MOST_OFFERED else ""
        table.say(f"Which one? {', '.join(texts[:MOST_OFFERED])}{more}.")


def refuse(table: Table, refusal: Refusal, action: Action | None) -> None:
    """Say why something was refused, and where to look."""
    table.refused = (table.state, refusal, action)
    refusal = table.instead(refusal)
    table.say(refusal.text, style="bold")
    if refusal.name == "continuation" and table.may_stop:
        table.say("Type ‘stop’ to end the turn.")
    if refusal.shows:
        names = table.state.program.schema.topology.names
        table.say(f"Look at {', '.join(names[site] for site in refusal.shows)}.")
        table.lit = frozenset(refusal.shows)
        table.redraw = True


def computer_moves(table: Table) -> None:
    """Let the computer think and move; then report its move."""
    session, player = table.session, table.state.to_move
    try:
        with table.busy(table.thinking):
            session.play_computer(table.chooser())
    except Fault as fault:
        tell_fault(table, fault)
        session.seats[player] = "person"
        table.redraw = True
        table.say(replies.play_without(table.title(player)))
        return
    table.changed()
    told, *more = log_lines(table.game, table.viewer, session.history[-1])
    table.say(told, style="bold")
    table.say(*more)
    _show_between(table)


def _show_between(table: Table) -> None:
    """Show again what the computer's next move may cover, if something is hidden; and everything if nobody plays."""
    playing_on = not table.state.over and table.session.seat_to_move == "computer"
    if playing_on and (table.state.program.sight.hides or not table.persons):
        table.show()


def _tell_events(table: Table, move: Move) -> None:
    """Print what the spec's log says about a move."""
    table.say(*Shown(table.game.seen(move.after, table.viewer)).log(move.events))


def tell_fault(table: Table, fault: Fault, undone: str = "this move cannot be made") -> None:
    """Report a mistake of the spec, and what did not happen because of it."""
    table.say(f"The spec has a mistake; {undone}.", style="bold")
    table.say(*render(found_in_play(fault.message, fault.span)).splitlines())


def help_page(game: Game, state: State) -> list[str]:
    """How to play in the terminal: the actions of this game, then all commands."""
    lines = ["Type a move or a command. The Tab key completes what you type."]
    actions = [_action_line(state, name) for name in possible_actions(game, state) if _may_be_done(game, state, name)]
    if state.pending is not None and state.pending.may_stop and not state.over:
        actions.append(f"{'stop':<22}  {usual_title('stop')}")
    if actions:
        lines += ["Moves now:", *(f"  {line}" for line in actions)]
    lines.append("Commands:")
    for word in offered(game):
        called = f"{word.name} {word.argument}".rstrip()
        lines.append(f"  {called:<22} {word.about}")
    return lines


def _may_be_done(game: Game, state: State, name: str) -> bool:
    """Whether an action has a legal move, or may have one as far as its player knows."""
    pending = state.pending is not None and state.pending.way(name) is not None
    tells = Choosing(game, state, name).tells_hidden()
    return pending or tells or state.program.can(state.data, state.mover, name)


def _action_line(state: State, name: str) -> str:
    """How an action is written, and its title."""
    plan = state.program.actions[name]
    parts = []
    for choice in plan.choices:
        if name in laying_actions(state.program):
            parts += ["word", "site", "across or down"]
        elif choice.fields:
            parts.append("/".join(part.name for part in choice.fields) + " …")
        else:
            spelt = "word or " if name in spelling_actions(state.program) else ""
            parts.append(choice.name if choice.form == "one" else f"{spelt}{choice.name} …")
    asked = {choice.name for choice in plan.choices if choice.ask_if is not None}
    written = " ".join([name, *(f"[<{part}>]" if part in asked else f"<{part}>" for part in parts)])
    title = plan.spec.title
    return written if title is None else f"{written:<22}  {state.program.say(title, state.data, state.mover)}"


def rules_page(session: Session, width: int) -> list[str]:
    """What the game is about, and how it is played."""
    about = session.game.spec.about
    lines = wrap(str(about), width) if about is not None else []
    for heading, paragraphs, ids in handbook(session):
        lines += ["", *([] if ids else [heading])]
        for paragraph, head in zip(paragraphs, [f"{each}  " for each in ids] or ["  "] * len(paragraphs), strict=True):
            lines += wrap(paragraph, width, initial_indent=head, subsequent_indent=" " * len(head))
    return lines or ["This game comes without rules in words; ‘help’ shows what you can do."]


def settings_page(session: Session) -> list[str]:
    """The level and the settings of this game."""
    game = session.game
    lines = []
    if session.level is not None:
        lines.append(f"Level: {session.level} (of {', '.join(game.levels)})")
    for name, setting in game.spec.settings.items():
        title = setting_title(str(name), setting)
        value = session.settings[str(name)]
        shown = "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        lines.append(f"{name} = {shown:<10} {title}: {_allowed(setting)}")
        lines += [f"    {line}" for line in _meanings(setting)]
    if game.spec.settings:
        lines.append("‘settings name=value’ starts a new game with one changed.")
    return lines or ["This game has no settings."]


def _allowed(setting: Setting) -> str:
    """The values that a setting takes."""
    if setting.options:
        return ", ".join(setting.words)
    return str(setting.range) if setting.range is not None else "true, false"


def _meanings(setting: Setting) -> list[str]:
    """The meanings of a setting and its options, as far as the spec gives them."""
    explained = setting.options is not None and setting.options.explained is not None
    options = [f"{word}: {setting.meaning(word)}" for word in setting.words if explained]
    return [setting.about, *options] if setting.about else options


def run_command(table: Table, name: str, argument: str) -> None:
    """Do what a command asks for."""
    try:
        _COMMANDS[name](table, argument)
    except (Unavailable, BadSetting, BadRecording) as problem:
        table.say(str(problem))
    except Fault as fault:
        tell_fault(table, fault, "this cannot be done")


def _help(table: Table, _argument: str) -> None:
    table.say("", *help_page(table.game, table.state))


def _moves(table: Table, argument: str) -> None:
    page = moves_page(table.state, entries(table.game, table.state, table.moves()), argument, table.width)
    if page.numbered:
        table.note_numbers()
    table.say(*page.lines)


def _board(table: Table, argument: str) -> None:
    if argument == "turn" and not turns(table.state.program):
        table.say("Everybody sees this board from the same side.")
        return
    if argument == "turn":
        table.turned_round = not table.turned_round
    table.redraw = True


def _hint(table: Table, _argument: str) -> None:
    session = table.session

    def look(_view: View, tier: int) -> Hint | None:
        with table.busy(replies.LOOKING_FOR_A_HINT):
            kind = TIERS[min(tier, len(TIERS)) - 1]
            return hint(table.game, table.state, table.state.to_move, kind, session.bot_seed())

    found = session.hint(look)
    if found is None:
        table.say(replies.NO_HINT)
        return
    sites = [spot for spot in found.spots if isinstance(spot, int)]
    table.lit = frozenset(sites)
    table.show()
    # What only lights up in a window has a name here.
    names = [table.state.program.schema.topology.names[site] for site in sites]
    exact = table.game.text(table.state, found.action) if found.action is not None else " ".join(names)
    is_told = all(word in found.text.lower() for word in exact.lower().replace("_", " ").split())
    table.say(f"Hint: {replies.hinted(session, found)}", *([] if is_told else [f"({exact})"]), style="bold")


def _undo(table: Table, _argument: str) -> None:
    session = table.session
    session.undo()
    table.changed()
    table.say(replies.undone(session, table.viewer))


def _redo(table: Table, _argument: str) -> None:
    session = table.session
    session.redo()
    table.changed()
    table.say(replies.redone(session, table.viewer))


def _pencil(table: Table, argument: str) -> None:
    """Write marks in a cell or remove them; without a cell, list all marks."""
    pencil, player, plan = table.pencil, table.viewer, table.pencil.plan
    if plan is None:
        raise Unavailable("There are no pencil marks in this game.")
    cell, *marks = argument.lower().split() or [""]
    if cell in ("", "auto"):
        if cell:
            on = pencil.switch(player)
            table.say("Automatic marks on." if on else "Automatic marks off. Your own marks are shown.")
        table.say(*(pencil_lines(pencil, player, table.width) or ["There are no marks."]))
        return
    site = _cell_named(table, cell)
    if site is None:
        board = "" if len(table.state.program.schema.boards) == 1 else f" on the {plan.board}"
        raise Unavailable(f"There is no cell {cell}{board}. Write it as ‘pencil e5 {' '.join(plan.texts[:2])}’.")
    pencil.require_open(player, site)
    unknown = next((mark for mark in marks if mark not in (*plan.texts, "none")), None)
    if unknown is not None:
        raise Unavailable(f"‘{unknown}’ is not a mark. Marks are {', '.join(plan.texts)}; ‘none’ erases all.")
    for mark in marks:
        if mark == "none":
            pencil.rub_out(player, site)
        else:
            pencil.mark(player, site, plan.values[plan.texts.index(mark)])
    table.say(marks_told(pencil, player, site))


def _cell_named(table: Table, name: str) -> int | None:
    """The cell with that name on the board for marks."""
    program, plan = table.state.program, table.pencil.plan
    assert plan is not None
    topology = program.schema.topology
    boards = [topology.boards[instance] for instance in program.schema.boards[plan.board].instances]
    return next((site for board in boards for site in board.sites if topology.names[site] == name), None)


def _why(table: Table, _argument: str) -> None:
    if table.refused is None:
        table.say("No move was refused just now.")
        return
    state, refusal, action = table.refused
    table.say(*explained(table.game, state, refusal, action))


def _rules(table: Table, _argument: str) -> None:
    table.say("", *rules_page(table.session, table.width))


def _settings(table: Table, argument: str) -> None:
    if not argument:
        table.say(*settings_page(table.session))
        return
    name, equals, value = (part.strip() for part in argument.partition("="))
    if not equals:
        table.say("Write it as ‘settings name=value’.")
        return
    if table.game.settings.may_change(name):
        table.session.change_settings({name: value})
        table.changed()
        table.say(f"From now on {name} = {value}.")
        return
    table.game.settings.value(name, value)
    _keep_for_later(table)
    table.begin({name: value})
    table.say(f"A new game with {name} = {value}.")


def _keep_for_later(table: Table) -> None:
    """Say that a game which is left for another one is not lost."""
    if table.is_begun and table.keeping is not None and table.keeping.problem is None:
        table.say("Your other game is kept; ‘games’ lists it.")


def _seed(table: Table, argument: str) -> None:
    if not argument:
        table.say(f"The seed of this game is {table.session.seed}.")
    elif (seed := whole_number(argument)) is None:
        table.say("A seed is a whole number.")
    else:
        _keep_for_later(table)
        table.session.new_game(seed)
        table.changed()
        table.say(f"A new game with seed {argument}.")
        if table.keeping is not None and table.saves.same(table.session) is not None:
            table.say("You have started this game before; ‘games’ lists it.")


def _restart(table: Table, _argument: str) -> None:
    if not table.is_begun or table.confirmed(of_restart(table.session)):
        table.session.restart()
        table.changed()
        table.say(replies.RESTARTED)


def _new(table: Table, _argument: str) -> None:
    if table.may_leave():
        table.session.new_game()
        table.changed()
        table.say(new_game_text(table.session))


def _daily(table: Table, _argument: str) -> None:
    today, game = date.today(), table.game
    if not has_daily(game.spec):
        table.say("This game has no game of the day.")
        return
    if is_daily(table.session, today) and not table.session.status.over:
        table.say("You are playing this one.")
        return
    session = daily_session(game, today)
    same = table.saves.same(session)
    told = today_text(table.statistics.days(game.name), today, same is not None)
    opened = table.saves.open(game, same.path) if same is not None else None
    _keep_for_later(table)
    table.sit_at(session if opened is None else opened.session, opened)
    table.say(f"{daily_words(today)} {told}.")


def _share(table: Table, _argument: str) -> None:
    if not table.session.status.over:
        table.say("The game is not over yet.")
        return
    try:
        days = table.statistics.days(table.game.name)
    except OSError:
        days = NO_DAYS
    day = table.keeping.day if table.keeping is not None else None
    table.say(*result_text(table.session, day, days, date.today()).splitlines())


def numbered(started: Sequence[Started], today: date) -> list[str]:
    """Started games as a numbered list to choose from."""
    return [f"{number:>3}. {summary(each, today)}" for number, each in enumerate(started, start=1)]


def _games(table: Table, argument: str) -> None:
    found = [each for each in table.saves.started(table.game.name) if each.is_readable]
    number = whole_number(argument) if argument else None
    if not found:
        table.say(_unreadable(table) or "You have no unfinished games of this kind.")
    elif not argument:
        mine = table.keeping.path if table.keeping is not None else None
        marks = [" (this one)" if each.path == mine else "" for each in found]
        lines = [f"{line}{mark}" for line, mark in zip(numbered(found, date.today()), marks, strict=True)]
        table.say("Your unfinished games:", *lines, "‘games number’ continues one; this one is kept meanwhile.")
    elif number is None or not 1 <= number <= len(found):
        table.say(f"Type a number from 1 to {len(found)}.")
    elif table.keeping is not None and found[number - 1].path == table.keeping.path:
        table.say("You are playing this one.")
    else:
        opened = table.saves.open(table.game, found[number - 1].path)
        table.sit_at(opened.session, opened)
        table.say(*([opened.told] if opened.told else []), f"You continue game {number}.")


def _unreadable(table: Table) -> str | None:
    """Why the games are unknown; None if there simply are none."""
    problem = table.saves.unreadable()
    return None if problem is None else f"Your saved games cannot be read: {problem.strerror}."


def kept_name(table: Table, name: str) -> str:
    """The name of a player's save file: each game has names of its own."""
    return f"{table.game.name} {name}"


def _save(table: Table, argument: str) -> None:
    try:
        if argument and (kept := table.saves.clear(table.game, kept_name(table, argument))) is not None:
            table.say(f"The game saved under this name cannot be continued; it is now {kept}.")
        path = table.saves.write(table.session, kept_name(table, argument)) if argument else _saved_anyway(table)
    except BadName:
        table.say(f"‘{argument}’ cannot be the name of a saved game; use letters, digits, spaces, - and _.")
    except OSError as problem:
        table.say(why_unsaved(problem, table.saves.folder))
    else:
        table.say(f"Saved in {path}." if path is not None else "A game is saved from its first move on.")


def _saved_anyway(table: Table) -> Path | None:
    """The file of the game; OSError if part of the game is missing there."""
    keeping = table.keeping
    if keeping is None:
        return None
    keeping.save()
    if keeping.problem is not None:
        raise keeping.problem
    return keeping.path


def _load(table: Table, argument: str) -> None:
    if not argument:
        start = kept_name(table, "")
        names = [name.removeprefix(start) for name in table.saves.names() if name.startswith(start)]
        none = _unreadable(table) or "You have saved no game under a name; ‘save name’ does that."
        table.say(f"Kept games: {', '.join(names)}." if names else none)
        return
    try:
        session = table.saves.load(table.game, kept_name(table, argument))
    except BadName as problem:
        table.say(str(problem))
        return
    if session is None:
        table.say(f"There is no saved game ‘{argument}’.")
    else:
        _keep_for_later(table)
        table.sit_at(session)
        table.say(f"Continuing ‘{argument}’.")


def _life(table: Table, _argument: str) -> None:
    table.session.spend_life()
    table.changed()
    table.say(replies.life_spent(table.session))


def _quit(table: Table, _argument: str) -> None:
    table.leaving = True


_COMMANDS: dict[str, Callable[[Table, str], None]] = {
    "help": _help,
    "moves": _moves,
    "board": _board,
    "hint": _hint,
    "undo": _undo,
    "redo": _redo,
    "pencil": _pencil,
    "why": _why,
    "rules": _rules,
    "settings": _settings,
    "seed": _seed,
    "games": _games,
    "daily": _daily,
    "share": _share,
    "restart": _restart,
    "new": _new,
    "save": _save,
    "load": _load,
    "life": _life,
    "quit": _quit,
}
