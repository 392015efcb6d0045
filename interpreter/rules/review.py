"""The parts of a spec that no program runs: texts, the computer, help and lessons, checked like rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.advice.declared import awaited, players_titled
from interpreter.language import nodes, terms, types
from interpreter.language.defines import first_case
from interpreter.language.mistakes import WrongType
from interpreter.language.scope import RULES, Define, Local, Scope
from interpreter.library.steps.step import Step
from interpreter.rules.costs import check_term
from interpreter.rules.pictures import EMPTY, symbols
from interpreter.spec import model
from interpreter.spec.luck import has_luck
from interpreter.spec.nodes import Help, Node, Scalar, Span
from interpreter.spec.nodes import Mapping as MapNode
from interpreter.spec.suggest import meaning, probably, suggestion
from interpreter.spec.view_model import BUTTONS

if TYPE_CHECKING:
    from interpreter.program.program import Program

_LEVELS = "Declare one under settings: with options: [easy, hard]."


# What a lesson may wait for, by the option of wait: that says so.
_AWAITED = {
    "action": "an action",
    "chosen": "a choice",
    "ended": "an end condition",
    "used": "a button that every game has",
}


class Reviewer:
    """Checks the parts that programs leave out, once, under the default settings."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.spec = program.spec
        self.schema = program.schema
        self.steps = program.steps
        self.checker = program.checker
        self.diagnostics = program.diagnostics
        places: list[tuple[str, Mapping[Scalar, model.Property]]] = [
            ("cell", board.cell or {}) for board in self.spec.all_boards().values()
        ]
        places += [(str(kind), entity.properties) for kind, entity in self.spec.entities.items()]
        # What even the player whose move it is may not know.
        self.hidden = {
            f"{place}.{name}"
            for place, properties in places
            for name, prop in properties.items()
            if prop.seen_if is not None or prop.seen_by == "nobody"
        }

    def error(self, code: str, span: Span | None, message: str, help: str) -> None:
        """Report a mistake."""
        self.diagnostics.error(code, span, message, help)

    def term(self, scalar: Scalar | None, scope: Scope, expected: types.Type | None = None) -> terms.Term | None:
        """Check an expression."""
        if scalar is None:
            return None
        self.checker.size = 0
        return self._quick(self.steps.term(scalar, scope, expected))

    def _quick(self, term: terms.Term | None) -> terms.Term | None:
        """The term; it is reported if it would take too long."""
        if term is not None:
            check_term(term, self.diagnostics)
        return term

    def wanted(self, scalar: Scalar | None, scope: Scope, wanted: types.Type, what: str) -> terms.Term | None:
        """Check an expression of a certain type; none is allowed, because hidden values read as none."""
        term = self.term(scalar, scope, wanted)
        if term is not None and not isinstance(term.type, types.Unknown | types.Nothing):
            self.steps.wanted(term, wanted, what, scope)
        return term

    def condition(self, scalar: Scalar | None, scope: Scope) -> terms.Term | None:
        """Check a condition."""
        if scalar is None:
            return None
        self.checker.size = 0
        return self._quick(self.steps.condition(scalar, scope))

    def text(self, text: Scalar | None, scope: Scope) -> list[tuple[str, terms.Term | None]]:
        """Check the expressions inside a text; return its parts."""
        if text is None:
            return []
        parts = self.program.template(text, scope)
        for _, term in parts:
            self._quick(term)
            if term is not None and isinstance(types.strip(term.type), types.Record):
                message = "A record cannot be shown; name one of its fields."
                self.diagnostics.report(WrongType(term, types.TEXT, scope, message, code="cannot-show"))
        return parts

    def public_text(self, text: Scalar | None, scope: Scope) -> None:
        """Check a text that a player reads during the game: it should reveal nothing hidden."""
        for _, term in self.text(text, scope):
            if text is None or term is None:
                continue
            # A define stands elsewhere, and is no mistake.
            read = term.node.span
            inside = read.source is text.span.source and text.span.start <= read.start < text.span.end
            for column in self._given_away(term):
                message = f"This text shows {column.name}, which a player may not know."
                help = f"Test knows(me, ….{column.name}) in the same expression, or leave it out of the text."
                self.diagnostics.warning("shows-hidden", read if inside else text.span, message, help)

    def _given_away(self, term: terms.Term) -> list[terms.Column]:
        """The hidden columns that an expression reads, except those that it checks with `knows`, and those read in
        places of the player's own that the player sees."""
        parts = list(terms.walk(term))
        made = [part for part in parts if isinstance(part, terms.Comprehension)]
        loops = {loop.name: loop.items for part in made for loop in part.loops}
        asked = {
            each.column
            for part in parts
            if isinstance(part, terms.FunctionCall) and part.function.name == "knows"
            for each in terms.walk(part)
            if isinstance(each, terms.ColumnItem)
        }
        found = dict[terms.Column, None]()
        for part in parts:
            if isinstance(part, terms.ColumnItem) and part.column in self.hidden - asked:
                place = loops.get(part.target.name) if isinstance(part.target, terms.Variable) else None
                if place is None or not self._sees_own(part.column, place):
                    found[part.column] = None
        return list(found)

    def _sees_own(self, column: str, place: terms.Term) -> bool:
        """Whether a place is the player's own, as in `sea[me]`, and the player sees the property there."""
        hidden = self.program.sight.hidden.get(column)
        own = _own_place(place)
        if hidden is None or hidden.term is None or own is None:
            return False
        return any(
            isinstance(part, terms.Contains) and _own_place(part.items) == own for part in terms.walk(hidden.term)
        )

    def names(self, names: Iterable[Scalar] | None, known: Iterable[str], what: str, code: str) -> None:
        """Check names against a list."""
        listed = list(known)
        for name in names or []:
            if str(name) not in listed:
                nothing = f"This game has no {what}: leave it out, or declare it."
                named = players_titled(self.spec, str(name))
                help = meaning(named) if named is not None and named in listed else suggestion(name, listed, nothing)
                self.error(code, name.span, f"There is no {what} {name}.", help)

    def sites(self, scalar: Scalar, scope: Scope, what: str) -> terms.Term | None:
        """Check expressions for the places to highlight: sites or pieces."""
        term = self.term(scalar, scope)
        if term is None:
            return None
        kind = types.strip(term.type)
        inner = kind.item if isinstance(kind, types.Listing) else kind
        if not isinstance(inner, types.Site | types.Piece | types.Unknown):
            message = f"{what} needs sites or pieces, but this is {types.named(term.type)}."
            used = self.steps.parse(scalar, "expression")
            self.diagnostics.report(WrongType(term, types.Listing(types.SITE, 0), scope, message, used))
        return term


def _own_place(term: terms.Term) -> str | None:
    """The name of the board or zone that belongs to the player `me`; None if the term is not such a place."""
    if not isinstance(term, terms.BoardTerm | terms.ZoneTerm):
        return None
    mine = isinstance(term.index, terms.Global) and term.index.name == "me"
    return (term.board if isinstance(term, terms.BoardTerm) else term.zone) if mine else None


def _always_the_same_sites(term: terms.Term, parts: Iterable[terms.Term]) -> bool:
    """Whether a value is a list of sites, other than a board, that nothing in the game changes."""
    kind = types.strip(term.type)
    listed = isinstance(kind, types.Listing) and isinstance(types.strip(kind.item), types.Site)
    if not listed or isinstance(term, terms.BoardTerm):
        return False
    varies = terms.StateValue | terms.StateItem | terms.ColumnItem | terms.Global | terms.ZoneTerm
    return not any(
        isinstance(part, varies) or (isinstance(part, terms.FunctionCall) and not part.function.fixed) for part in parts
    )


class Review(Reviewer):
    """Checks everything; mistakes go to the program's diagnostics."""

    def run(self) -> None:
        """Check everything; mistakes go to the program's diagnostics."""
        if not self.diagnostics.errors:
            self.program.blank()  # Starts read settings.
        self._texts()
        self._cells()
        self._histories()
        self._prospects()
        self._gaps()
        if self.spec.ai is not None:
            self._ai(self.spec.ai)
        if self.spec.assist is not None:
            self._assist(self.spec.assist)
        self.program.computer_plan.check()
        self.program.view_plan.check()
        self.program.share_plan.check()
        if self.spec.tutorial is not None:
            self._tutorial(self.spec.tutorial)
        self._daily()
        self._unused()

    # Cells

    def _cells(self) -> None:
        """Report properties of cells that are never none but have no value when the game starts."""
        steps = (each for step in self.program.plan.setup_steps for each in step.all_steps())
        given = {column for step in steps for column in step.writes(self.schema)}
        for name, board in self.spec.all_boards().items():
            if any(str(key) == name for level in self.spec.levels.values() for key in level):
                continue
            if board.start is not None and not _leaves_empty(board.start):
                continue
            known = self.schema.boards[str(name)].cells if str(name) in self.schema.boards else {}
            for key, declared in (board.cell or {}).items():
                prop = known.get(str(key))
                if prop is None or declared.start is not None or prop.column in given:
                    continue
                if types.default_value(prop.type) is None and not isinstance(prop.type, types.Maybe | types.Unknown):
                    message = f"‘{key}’ has no value when the game starts, and so reads as none."
                    help = f"Write {declared.is_} or none, add start:, or give it a value in setup."
                    self.diagnostics.error("no-start", key.span, message, help)

    # What seen_before compares

    def _histories(self) -> None:
        """Report values that cannot be compared with earlier positions."""
        # With mistakes in the rules nobody has worked out yet what players see.
        hideable = frozenset[str]() if self.diagnostics.errors else self.program.sight.hideable
        for call in self.program.plan.seen:
            for argument in call.arguments:
                self._compared(argument, hideable)

    def _compared(self, term: terms.Term, hideable: frozenset[str]) -> None:
        """A position is recorded after every action, for everybody: a value does not count if a single action chose it,
        if it never changes, or if somebody may not know it."""
        span, parts = term.node.span, list(terms.walk(term))
        made = {name for part in parts for name in terms.bound_by(part)}
        loose = next((part for part in parts if isinstance(part, terms.Variable) and part.name not in made), None)
        if loose is not None:
            name = loose.node.source
            message = f"seen_before compares whole positions, and {name} is known only here."
            help = f"Compare the board, or keep {name} in a variable under state: and name that."
            self.error("cannot-compare", loose.node.span, message, help)
        elif isinstance(term, terms.Constant) and isinstance(term.type, types.Table) and isinstance(term.value, dict):
            message = f"{term.node.source} is a table: it never changes, so there is nothing to compare."
            self.error("cannot-compare", span, message, "Leave it out.")
        elif _always_the_same_sites(term, parts):
            message = "These are always the same sites: their contents are not compared."
            help = f"Name the board, or list what counts: list(s.… for s in {term.node.source})."
            self.error("cannot-compare", span, message, help)
        elif not isinstance(term, terms.BoardTerm | terms.ZoneTerm):
            reads = (part for part in parts if isinstance(part, terms.ColumnItem) and part.column in hideable)
            if (read := next(reads, None)) is not None:
                message = f"seen_before compares what everybody sees, and somebody may not know {read.column.name}."
                help = "Name the board, the zone or the piece itself: then what is hidden counts as hidden."
                self.error("cannot-compare", read.node.span, message, help)

    # Gaps in zones

    def _gaps(self) -> None:
        """Report zones that cannot keep gaps: those that are not a player's own, and those whose order the rules
        use."""
        alone = len(self.schema.players.words) == 1
        for name, view in ((self.spec.view.zones if self.spec.view is not None else None) or {}).items():
            zone = self.schema.zones.get(str(name))
            if zone is None or not view.keep_gaps:
                continue
            if zone.per != self.schema.players and not alone:
                message = f"Only a zone of a player keeps gaps, and {name} belongs to everybody."
                self.error("no-gaps", view.span, message, "Leave out keep_gaps, or write per: player in the zone.")
            elif zone.name in self.program.plan.zones_by_place:
                message = f"The rules depend on where the pieces in {name} lie, so none may be shown elsewhere."
                self.error("no-gaps", view.span, message, "Leave out keep_gaps.")

    # What looks to the end of the turn

    def _prospects(self) -> None:
        """Report checks that look ahead past a step that reveals something hidden: the moves that are left would give
        it away."""
        if self.diagnostics.errors:
            return
        plan, sight = self.program.plan, self.program.sight
        terms_of_sight = [hidden.term for hidden in sight.hidden.values() if hidden.term is not None]
        parts = [part for term in terms_of_sight for part in terms.walk(term)]
        uncovering = {part.column for part in parts if isinstance(part, terms.ColumnItem)}
        for action in self.program.actions.values():
            for goal in action.goals[:1]:
                for name in plan.onward(action):
                    effects = (each for step in plan.plans[name].effects for each in step.all_steps())
                    if any(self._uncovers(step, uncovering) for step in effects):
                        message = f"{goal.name} looks ahead to the end of the turn, but {name} uncovers what is hidden."
                        self.error("no-lookahead", goal.span, message, "Test what everybody sees before the move.")
                        break

    def _uncovers(self, step: Step, uncovering: set[terms.Column]) -> bool:
        """Whether a step may change who sees something, or takes pieces from where nobody sees them."""
        taken = (part.zone for term in step.terms() for part in terms.walk(term) if isinstance(part, terms.ZoneTerm))
        unseen = any(self.schema.zones[zone].seen_by == "nobody" for zone in taken)
        return bool(step.writes(self.schema)) and (unseen or not uncovering.isdisjoint(step.writes(self.schema)))

    # Texts of the rules

    def _texts(self) -> None:
        plain = self.program.plain_scope
        for plan in self.program.plans.values():
            action = plan.spec
            scope = plan.scope or plain
            self.text(action.title, plain)
            self.text(action.confirm, plain)
            self.public_text(action.notation, scope)
            self.text(action.hint, scope)
            self.text(action.clue, scope)
            for choice in action.choose.values():
                self.text(choice.title, scope)
                for part in (choice.of or {}).values():
                    self.text(part.title, scope)
            self.public_text(action.forced, scope)
            if action.forced is not None and str(action.forced) in ("true", "false"):
                message = "forced takes the text with which other actions are refused."
                self.error("forced-text", action.forced.span, message, "Write forced: You must capture when you can.")
            if action.confirm is not None and str(action.confirm) in ("true", "false"):
                message = "confirm takes the question that is asked first."
                self.error("confirm-text", action.confirm.span, message, "Write confirm: Do you really want to?")
            for refusal in plan.refusals:
                self.public_text(refusal.text, refusal.scope)
        for phase in self.program.phases:
            self.text(phase.otherwise, plain)
        for end in self.program.ends:
            self.text(end.say, end.scope)
        for rule in self.spec.rules.values():
            self.public_text(rule.text, plain)
        for text in self.spec.how_to_play.values():
            self.public_text(text, plain)

    # The computer and help

    def _ai(self, ai: model.Ai) -> None:
        self.names(ai.plays, self.schema.players.words, "player", "unknown-player")
        scope = Scope(self.schema, RULES, place="ai")
        if ai.level is not None:
            with_options = {
                name: each for name, (each, _) in self.schema.settings.items() if isinstance(each, types.Words)
            }
            fitting = [name for name, each in with_options.items() if {*map(str, ai.levels or {})} <= {*each.words}]
            words = [word for kind in self.schema.words_types() for word in kind.words]
            if ai.level.isidentifier() and str(ai.level) not in (*scope.visible(), *words):
                self.names([ai.level], fitting or with_options, "setting", "unknown-setting")
                term = None
            else:
                term = self.term(ai.level, scope)
            kind = types.strip(term.type) if term is not None else types.UNKNOWN
            if isinstance(kind, types.Words):
                for name in ai.levels or {}:
                    if str(name) not in kind.words:
                        self.error(
                            "unknown-level",
                            name.span,
                            f"{kind.name} has no option {name}.",
                            suggestion(name, kind.words),
                        )
            elif term is not None and not isinstance(kind, types.Unknown):
                self.error(
                    "wrong-type",
                    ai.level.span,
                    f"level needs a setting with options, but this is {types.named(kind)}.",
                    suggestion("", fitting or with_options, _LEVELS),
                )

    def _assist(self, assist: model.Assist) -> None:
        if assist.hints is not None:
            self.names(assist.hints.about, self.schema.actions, "action", "unknown-action")
        self.names(assist.preview, self.schema.actions, "action", "unknown-action")
        _ = self.program.pencil
        limits = self.program.computer_plan.limits
        if self.diagnostics.errors:
            # A number can be worked out only where everything else is right.
            return
        help = "Write 0 for never, or none for no limit."
        for name, given in (("undo", assist.undo), ("hints", assist.hints), ("lives", assist.lives)):
            if given is None or given.limit is None:
                continue
            term = limits[name]
            if term is not None and terms.changing_part(term) is not None:
                message = "A limit is known before the game begins, but this depends on the position."
                self.error("not-constant", given.limit.span, message, help)
                continue
            limit = self.program.computer_plan.limit(name, None)
            if limit is not None and limit < 0:
                self.error("out-of-range", given.limit.span, f"The limit is {limit}.", help)

    # Lessons

    def _tutorial(self, tutorial: model.Tutorial) -> None:
        if tutorial.level is not None:
            self.names([tutorial.level], [str(name) for name in self.spec.levels], "level", "unknown-level")
        self._setting_names(tutorial.settings)
        for step in tutorial.steps.values():
            self._setting_names(step.settings)
            if self._wait(step.wait):
                self.program.view_plan.lesson(step)

    def _setting_names(self, settings: Mapping[Any, Any] | None) -> None:
        self.names(settings, self.schema.settings, "setting", "unknown-setting")

    def _wait(self, wait: model.Wait) -> bool:
        """Check what a lesson waits for; return False if another option of wait: should say so, and that one decides
        what counts."""
        written = (("action", wait.action), ("chosen", wait.chosen), ("ended", wait.ended), ("used", wait.used))
        for option, words in written:
            for word in words if isinstance(words, list) else [words] if words is not None else []:
                if self._waits_for_another(option, word):
                    return False
        if wait.action is not None:
            self.names([wait.action], self.schema.actions, "action", "unknown-action")
        if wait.chosen is not None:
            action, _, choice = str(wait.chosen).partition(".")
            choices = dict(self.schema.actions.get(action, ()))
            if choice not in choices:
                known = [f"{name}.{key}" for name, each in self.schema.actions.items() for key, _ in each]
                self.error(
                    "unknown-choice",
                    wait.chosen.span,
                    f"There is no choice {wait.chosen}.",
                    suggestion(wait.chosen, known),
                )
        if wait.ended is not None:
            self.names([wait.ended], self.steps.ends, "end condition", "unknown-end")
        self.names(wait.used, BUTTONS, "button", "unknown-button")
        return True

    def _waits_for_another(self, option: str, word: Scalar) -> bool:
        """Whether a lesson waits for something that another option of wait: names; if so, that is reported."""
        actions = {name: [choice for choice, _ in choices] for name, choices in self.schema.actions.items()}
        entry = awaited(str(word), actions, list(self.steps.ends))
        known = {"action": actions, "ended": self.steps.ends, "used": BUTTONS}.get(option, ())
        meant, _, said = (entry or option).partition(": ")
        if entry is None or meant in (option, "button") or str(word) in known:
            return False
        what = _AWAITED[meant]
        message = f"‘{said}’ is {what}; a lesson waits for that with ‘{meant}:’."
        self.error("unknown-action", word.span, message, f"Write wait: {{{entry}}}.")
        return True

    def _daily(self) -> None:
        daily = self.spec.daily
        if daily is None or daily.only is not None:
            return
        if not has_luck(self.spec):
            message = "This game has no luck: its game of the day would be the same every day."
            self.error("no-luck", daily.span, message, "Leave daily: out.")
        if daily.level is not None:
            self.names([daily.level], [str(name) for name in self.spec.levels], "level", "unknown-level")

    # What nothing uses

    def _unused(self) -> None:
        read = self.checker.settings_read
        mistaken = bool(self.diagnostics.errors)  # What seems unused may be what was misspelt.
        for name, setting in self.spec.settings.items():
            if str(name) not in read:
                if not mistaken and not setting.reseeds:
                    help_text = "Use it in a rule, or leave it out."
                    theirs = [other for other in self.spec.settings if other.source is not name.source]
                    if (meant := probably(name, theirs)) is not None:
                        help_text = f"Did you mean ‘{meant}’, which the parent has? Otherwise use it in a rule."
                        help_text = Help(help_text, meant)
                    self.diagnostics.warning("unused-setting", name.span, f"Nothing reads {name}.", help_text)
            elif setting.change is not None and str(name) in self.program.plan.rule_settings:
                self.error(
                    "rule-reads-setting",
                    name.span,
                    f"{name} may be changed at any time, but a rule reads it.",
                    "Leave change: out.",
                )
        for key, routine in self.program.routines.items():
            if key not in self.steps.used_routines:
                if mistaken:
                    continue  # What was to run it may be what is wrong.
                help_text = f"Add a step ‘run: {key}’, or leave it out."
                self.diagnostics.warning("unused-routine", routine.span, f"Nothing runs {key}.", help_text)
                scope = self._with_parameters(routine.signature)
                if scope is not None:
                    # It might be run in an action, where every step can stand.
                    self.steps.running, self.steps.in_action = (key,), key
                    self.steps.steps(routine.steps, scope)
                    self.steps.running, self.steps.in_action = (), None
        unused = [each for each in self.schema.defines.values() if each.signature.name not in self.checker.defines_used]
        for define in unused:
            self._check_unused(define)
        for define in unused if not self.diagnostics.errors else ():
            unread, span = define.signature.name, define.signature.span
            # One that only another unused one reads goes with that one; a parent's is for its other variants.
            if unread in self.checker.defines_used or span.source is not self.spec.game.source:
                continue
            if not self._is_told(unread):
                help_text = "Use it in a rule, the view or a test, or leave it out."
                self.diagnostics.warning("unused-define", span, f"Nothing uses {unread}.", help_text)

    def _is_told(self, name: str) -> bool:
        """Whether a test or a lesson mentions a name: they are checked only when they run."""
        lessons = [] if self.spec.tutorial is None else [self.spec.tutorial.span]
        places = [*(test.span for test in self.spec.acceptance.values()), *lessons]
        return any(re.search(rf"\b{name}\b", place.text) for place in places)

    def _check_unused(self, define: Define) -> None:
        """Check a define even if nothing uses it, as far as its parameters have types."""
        scope = self._with_parameters(define.signature)
        if scope is not None and define.cases:
            self.checker.size = 0
            first_case(self.checker, define.cases, replace(scope, inherited=define.inherited), None)

    def _with_parameters(self, signature: nodes.Signature) -> Scope | None:
        """The scope inside a define or routine; None if a parameter has no type of its own."""
        scope = Scope(self.schema, RULES, place="define", inside=(signature.name,))
        names = {}
        for parameter in signature.parameters:
            if parameter.type is None:
                return None
            variable = terms.Variable(self.checker.type_of(parameter.type, scope), parameter, parameter.name)
            names[parameter.name] = Local(variable, "parameter", parameter.span)
        return scope.with_locals(names)


def _leaves_empty(picture: Node) -> bool:
    """Whether a picture of a board leaves a site unchanged: by its sign for that, or because it shows only some
    sites."""
    if isinstance(picture, Scalar):
        return any(symbol.text == EMPTY for row in symbols(picture) for symbol in row)
    parts = picture.values() if isinstance(picture, MapNode) else ()
    rows = [each for each in parts if isinstance(each, Scalar)]
    return any("\n" not in each or _leaves_empty(each) for each in rows)
