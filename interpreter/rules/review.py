"""The parts of a spec that no program runs: texts, the computer, help, looks and lessons, checked like rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from interpreter.events import BUILT_IN
from interpreter.expr import nodes, terms
from interpreter.expr.defines import first_case
from interpreter.expr.names import lookup
from interpreter.expr.scope import RULES, VIEW, Define, Local, Scope
from interpreter.expr.types import (
    NUMBER,
    TEXT,
    UNKNOWN,
    Listing,
    Maybe,
    Nothing,
    Piece,
    Record,
    Site,
    Type,
    Unknown,
    Words,
    maybe,
    named,
    strip,
)
from interpreter.expr.types import SITE as SITE_TYPE
from interpreter.registry import bots
from interpreter.rules.appearance import BUTTONS, COLOURS, ICONS, SHAPES
from interpreter.rules.program import Program
from interpreter.spec import model
from interpreter.spec.computer_model import BOTS
from interpreter.spec.nodes import Scalar, Sequence
from interpreter.spec.source import Span
from interpreter.spec.suggest import did_you_mean, suggestion

BUILT_IN_FIELDS: dict[str, Type] = {
    "piece": UNKNOWN,
    "site": Maybe(SITE_TYPE),
    "source": Maybe(SITE_TYPE),
    "target": Maybe(SITE_TYPE),
    "first": SITE_TYPE,
    "second": SITE_TYPE,
    "count": NUMBER,
    "wave": NUMBER,
    "sites": Listing(SITE_TYPE, 1000),
    "sources": Listing(SITE_TYPE, 1000),
    "targets": Listing(SITE_TYPE, 1000),
    "board": TEXT,
    "name": TEXT,
    "kind": TEXT,
}


class Review:
    """Checks what programs leave aside, once, under the default settings."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.spec = program.spec
        self.schema = program.schema
        self.steps = program.steps
        self.checker = program.checker
        self.diagnostics = program.diagnostics
        places: list[tuple[str, Mapping[Scalar, model.Property]]] = [
            ("cell", board.cell or {}) for board in self.spec.boards.values()
        ]
        places += [(str(kind), entity.properties) for kind, entity in self.spec.entities.items()]
        # What even the player whose move it is may not know.
        self.hidden = {
            f"{place}.{name}"
            for place, properties in places
            for name, prop in properties.items()
            if prop.seen_if is not None or prop.seen_by == "nobody"
        }

    def run(self) -> None:
        """Check everything; mistakes are in the program's diagnostics."""
        self._texts()
        if self.spec.ai is not None:
            self._ai(self.spec.ai)
        if self.spec.assist is not None:
            self._assist(self.spec.assist)
        if self.spec.view is not None:
            self._view(self.spec.view)
        if self.spec.tutorial is not None:
            self._tutorial(self.spec.tutorial)
        self._daily()
        self._unused()

    def error(self, code: str, span: Span | None, message: str, help: str | None = None) -> None:
        """Report a mistake."""
        self.diagnostics.error(code, span, message, help)

    def term(self, scalar: Scalar | None, scope: Scope, expected: Type | None = None) -> terms.Term | None:
        """Check an expression."""
        if scalar is None:
            return None
        self.checker.size = 0
        return self.steps.term(scalar, scope, expected)

    def wanted(self, scalar: Scalar | None, scope: Scope, wanted: Type, what: str) -> None:
        """Check an expression of a certain type; none is allowed, as hidden values read as none."""
        term = self.term(scalar, scope, wanted)
        if term is not None and not isinstance(term.type, Unknown | Nothing):
            self.steps.wanted(term, wanted, what)

    def condition(self, scalar: Scalar | None, scope: Scope) -> None:
        """Check a condition."""
        if scalar is not None:
            self.checker.size = 0
            self.steps.condition(scalar, scope)

    def text(self, text: Scalar | None, scope: Scope) -> None:
        """Check the expressions inside a text."""
        if text is not None:
            for _, term in self.program.template(text, scope):
                if term is not None and isinstance(strip(term.type), Record):
                    self.error("cannot-show", term.node.span, "A record cannot be shown; name one of its fields.")

    def public_text(self, text: Scalar | None, scope: Scope) -> None:
        """Check a text that a player reads during the game: it should give nothing hidden away."""
        self.text(text, scope)
        for _, term in self.program.template(text, scope) if text is not None else ():
            for part in terms.walk(term) if term is not None else ():
                if isinstance(part, terms.ColumnItem) and part.column in self.hidden:
                    name = part.column.rsplit(".", 1)[-1]
                    message = f"This text shows {name}, which a player may not know."
                    self.diagnostics.warning("shows-hidden", part.node.span, message)

    def names(self, names: Iterable[Scalar] | None, known: Iterable[str], what: str, code: str) -> None:
        """Check names against a list."""
        listed = list(known)
        for name in names or []:
            if str(name) not in listed:
                self.error(code, name.span, f"There is no {what} {name}.", suggestion(name, listed))

    # Texts of the rules

    def _texts(self) -> None:
        plain = Scope(self.schema, RULES, place="texts")
        for plan in self.program.plans.values():
            action = plan.spec
            scope = plan.scope or plain
            self.text(action.title, plain)
            self.text(action.confirm, plain)
            self.public_text(action.notation, scope)
            self.public_text(action.forced, scope)
            if action.forced is not None and str(action.forced) in ("true", "false"):
                message = "forced takes the text that other actions are refused with."
                self.error("forced-text", action.forced.span, message, "Write forced: You must capture when you can.")
            for refusal in plan.refusals:
                self.public_text(refusal.text, refusal.scope)
        for phase in self.program.phases:
            self.text(phase.otherwise, plain)
        for end in self.program.ends:
            self.text(end.say, end.scope)
        for rule in self.spec.rules.values():
            self.text(rule.text, plain)

    # The computer and help

    def _ai(self, ai: model.Ai) -> None:
        self.names(ai.plays, self.schema.players.words, "player", "unknown-player")
        scope = Scope(self.schema, RULES, place="ai")
        if ai.level is not None:
            term = self.term(ai.level, scope)
            kind = strip(term.type) if term is not None else UNKNOWN
            if isinstance(kind, Words):
                for name in ai.levels or {}:
                    if str(name) not in kind.words:
                        self.error(
                            "unknown-level",
                            name.span,
                            f"{kind.name} has no option {name}.",
                            suggestion(name, kind.words),
                        )
            elif term is not None and not isinstance(kind, Unknown):
                self.error("wrong-type", ai.level.span, f"level needs a setting with options, this is {named(kind)}.")
        for options in (ai, *(ai.levels or {}).values()):
            self._bot(options, scope)
        for name, flag in (ai.knows or {}).items():
            self.names([name], self.steps.streams, "stream", "unknown-stream")
            self.condition(flag, scope)

    def _bot(self, options: model.BotOptions, scope: Scope) -> None:
        if options.bot is not None:
            self.names([options.bot], dict.fromkeys((*BOTS, *bots())), "bot", "unknown-bot")
        self.wanted(options.evaluate, scope, NUMBER, "evaluate")
        self.wanted(options.slack, scope, NUMBER, "slack")
        for rule in options.rules or []:
            self.names([rule.do], self.schema.actions, "action", "unknown-action")
            plan = self.program.plans.get(str(rule.do))
            inner = plan.scope if plan is not None and plan.scope is not None else scope
            self.condition(rule.when, scope)
            self.condition(rule.only, inner)
            for rank in rule.rank:
                self.wanted(rank.most, inner, NUMBER, "most")
                self.wanted(rank.least, inner, NUMBER, "least")
        for name, only in (options.only or {}).items():
            self.names([name], self.schema.actions, "action", "unknown-action")
            plan = self.program.plans.get(str(name))
            self.condition(only, plan.scope if plan is not None and plan.scope is not None else scope)

    def _assist(self, assist: model.Assist) -> None:
        scope = Scope(self.schema, RULES, place="assist")
        for limit in (assist.undo, assist.hints, assist.lives):
            if limit is not None:
                self.wanted(limit.limit, scope, NUMBER, "limit")
        if assist.hints is not None:
            self._bot(assist.hints, scope)
            self.names(assist.hints.about, self.schema.actions, "action", "unknown-action")
            self.condition(assist.hints.undo_if, scope)
        self.names(assist.preview, self.schema.actions, "action", "unknown-action")
        self.condition(assist.highlight, scope)

    # Looks

    def view_scope(self, it: Type | None = None, more: Mapping[str, Type] | None = None) -> Scope:
        """The scope of view: the draft and what is left of help are known there."""
        drafts = tuple(
            (name, Record(tuple((key, _drafted(kind)) for key, kind in choices)))
            for name, choices in self.schema.actions.items()
        )
        left = tuple((f"{word}_left", maybe(NUMBER)) for word in ("undo", "hints", "lives"))
        known = {"draft": Record(drafts), "assist": Record(left)}
        node = nodes.Nothing(self.spec.game, 0, 0)
        added = {**({"it": it} if it is not None else {}), **(more or {})}
        names = {name: Local(terms.Variable(kind, node, name), "name", None) for name, kind in added.items()}
        return Scope(self.schema, VIEW, names, place="view", parts=known)

    def _view(self, view: model.View) -> None:
        scope = self.view_scope()
        for name, colour in (view.colours or {}).items():
            self.colour(colour, scope)
            self._coloured(name)
        for name, piece in (view.pieces or {}).items():
            self.names([name], self.schema.kinds, "kind of pieces", "unknown-kind")
            if str(name) in self.schema.kinds:
                inner = self.view_scope(Piece(str(name)), {"i": NUMBER})
                self.term(piece.face, inner)
                self.term(piece.corner, inner)
        for name, board in (view.boards or {}).items():
            self.names([name], self.schema.boards, "board", "unknown-board")
            if str(name) in self.schema.boards:
                self._board(str(name), board)
        for name, zone in (view.zones or {}).items():
            self.names([name], self.schema.zones, "zone", "unknown-zone")
            shown = self.schema.zones.get(str(name))
            if shown is not None and shown.per is not None:
                self.wanted(zone.of, scope, shown.per, "of")
            else:
                self.term(zone.of, scope)
            self.text(zone.label, scope)
            for look in zone.looks or []:
                self._look(look, self.view_scope(Piece(shown.kind)) if shown is not None else scope)
        for panel in (view.panels or {}).values():
            self.term(panel, scope)
        for message in view.status or []:
            self.condition(message.when, scope)
            self.text(message.say, scope)
        self._events(view)
        actions = [*self.schema.actions, *BUTTONS]
        self.names(view.buttons, actions, "action or button", "unknown-button")
        self.names(view.menu, actions, "action or button", "unknown-button")
        if view.overlays is not None:
            self._overlays(view.overlays, scope, actions)

    def _coloured(self, name: Scalar) -> None:
        words = [word for kind in self.schema.words_types() for word in kind.words]
        if str(name) not in words and str(name) not in COLOURS:
            self.error(
                "unknown-colour",
                name.span,
                f"‘{name}’ is no player, word or colour of the theme.",
                did_you_mean(name, [*words, *COLOURS]),
            )

    def colour(self, scalar: Scalar | None, scope: Scope) -> None:
        """Check a colour: #rrggbb, a theme word, or an expression that gives a player or a word."""
        self.appearance(scalar, scope, COLOURS, "colour")

    def appearance(self, scalar: Scalar | None, scope: Scope, words: tuple[str, ...], what: str) -> None:
        """Check a look: one of the words of the theme, or an expression."""
        if scalar is None or str(scalar) in words:
            return
        if what == "colour" and scalar.startswith("#"):
            if len(scalar) != 7 or any(character not in "0123456789abcdefABCDEF" for character in scalar[1:]):
                self.error("bad-colour", scalar.span, "A colour is # and six digits from 0 to f.")
            return
        coloured = self.spec.view.colours if self.spec.view is not None else None
        if coloured is not None and str(scalar) in [str(name) for name in coloured]:
            return
        node = self.steps.parse(scalar, "expression")
        if isinstance(node, nodes.Name) and lookup(self.checker, node, scope, None) is None:
            self.error(
                f"unknown-{what}",
                scalar.span,
                f"‘{scalar}’ is no {what} of the theme.",
                did_you_mean(scalar, words) or (f"There are {', '.join(words)}." if words else None),
            )
            return
        term = self.term(scalar, scope)
        if term is not None and not isinstance(strip(term.type), Words | type(TEXT) | Unknown):
            self.error(
                "wrong-type",
                scalar.span,
                f"{what} needs a word of the theme, a player or an enum word, this is {named(term.type)}.",
            )

    def _board(self, name: str, view: model.BoardView) -> None:
        board = self.schema.boards[name]
        cell = self.view_scope(Piece(board.kinds[0]) if len(board.kinds) == 1 else SITE_TYPE)
        plain = self.view_scope()
        for colour in (view.lines, view.outline, view.valid, view.last_move):
            self.colour(colour, plain)
        if view.borders is not None:
            self.names([view.borders], self.schema.regions, "region", "unknown-region")
        beneath = self.view_scope(SITE_TYPE)
        for look in view.looks or []:
            self._look(look, cell)
        for look in view.cells or []:
            self._look(look, beneath)
        for mark in view.marks or []:
            for scalar in mark.at if isinstance(mark.at, Sequence) else [mark.at]:
                if isinstance(scalar, Scalar):
                    self._sites(scalar, plain, "at")
            self.appearance(mark.icon, plain, ICONS, "icon")
            self.colour(mark.colour, plain)

    def _look(self, look: model.Look, scope: Scope) -> None:
        self.condition(look.when, scope)
        self.colour(look.colour, scope)
        self.appearance(look.shape, scope, SHAPES, "shape")
        self.appearance(look.icon, scope, ICONS, "icon")
        self.appearance(look.pattern, scope, (), "pattern")

    def _sites(self, scalar: Scalar, scope: Scope, what: str) -> None:
        term = self.term(scalar, scope)
        if term is None:
            return
        kind = strip(term.type)
        inner = kind.item if isinstance(kind, Listing) else kind
        if not isinstance(inner, Site | Piece | Unknown):
            self.error("wrong-type", scalar.span, f"{what} needs sites or pieces, this is {named(term.type)}.")

    def event_type(self, name: str) -> Record:
        """The fields of an event and their types."""
        if name in self.steps.events:
            return Record(self.steps.events[name])
        kinds = {**BUILT_IN_FIELDS, "player": self.schema.players, "zone": Maybe(self.schema.zone_words)}
        return Record(tuple((field, kinds.get(field, UNKNOWN)) for field in BUILT_IN.get(name, ())))

    def event_names(self) -> list[str]:
        """Every event that can happen."""
        return [*self.steps.events, *BUILT_IN]

    def _events(self, view: model.View) -> None:
        for name, text in (view.log or {}).items():
            if name in self.schema.actions and name not in self.event_names():
                if text != "none":
                    message = f"The log tells ‘{name}’ in its own words."
                    help = "Write none to leave it out, and tell its events instead."
                    self.error("bad-log", text.span, message, help)
                continue
            self.names([name], self.event_names(), "event", "unknown-event")
            self.text(text, self.view_scope(self.event_type(str(name))))
        for name, scalar in (view.animate or {}).items():
            known = [*self.event_names(), *self.schema.actions]
            self.names([name], known, "event", "unknown-event")
            self.term(scalar, self.view_scope(self.event_type(str(name))))

    def _overlays(self, overlays: model.Overlays, scope: Scope, actions: list[str]) -> None:
        for overlay in (overlays.ready, overlays.intro, overlays.scores, overlays.stuck):
            if overlay is None:
                continue
            for text in (overlay.title, overlay.text, overlay.button):
                self.text(text, scope)
            self.names(overlay.buttons, actions, "action or button", "unknown-button")
            self.names(overlay.after, actions, "action or button", "unknown-button")
            for column in overlay.columns or []:
                self.names([column.events], self.event_names(), "event", "unknown-event")
                if column.of is not None:
                    self.names([column.of], self.schema.players.words, "player", "unknown-player")
                self.text(column.title, scope)
                self.text(column.line, self.view_scope(self.event_type(str(column.events))))
                self.term(column.total, scope)
        if overlays.result is not None:
            result = overlays.result
            for text in (result.title, result.win, result.lose, result.draw, result.over):
                self.text(text, scope)
            self.names(result.buttons, actions, "action or button", "unknown-button")

    # Lessons

    def _tutorial(self, tutorial: model.Tutorial) -> None:
        if tutorial.level is not None:
            self.names([tutorial.level], [str(name) for name in self.spec.levels], "level", "unknown-level")
        self._setting_names(tutorial.settings)
        scope = self.view_scope()
        for step in tutorial.steps.values():
            self._setting_names(step.settings)
            self.text(step.say, scope)
            self.text(step.nudge, scope)
            for scalar in step.show if isinstance(step.show, Sequence) else [step.show]:
                if isinstance(scalar, Scalar):
                    self._sites(scalar, scope, "show")
            self._wait(step, scope)

    def _setting_names(self, settings: Mapping[Any, Any] | None) -> None:
        self.names(settings, self.schema.settings, "setting", "unknown-setting")

    def _wait(self, step: model.TutorialStep, scope: Scope) -> None:
        wait = step.wait
        inner = scope
        if wait.action is not None:
            self.names([wait.action], self.schema.actions, "action", "unknown-action")
            plan = self.program.plans.get(str(wait.action))
            if plan is not None and plan.scope is not None:
                inner = Scope(self.schema, VIEW, plan.scope.locals, plan.scope.known, parts=scope.parts)
        if wait.chosen is not None:
            action, _, choice = str(wait.chosen).partition(".")
            choices = dict(self.schema.actions.get(action, ()))
            if choice not in choices:
                known = [f"{name}.{key}" for name, each in self.schema.actions.items() for key, _ in each]
                self.error(
                    "unknown-choice",
                    wait.chosen.span,
                    f"There is no choice {wait.chosen}.",
                    did_you_mean(wait.chosen, known),
                )
        if wait.ended is not None:
            self.names([wait.ended], self.steps.ends, "end condition", "unknown-end")
        self.names(wait.used, BUTTONS, "button", "unknown-button")
        self.condition(step.only, inner)

    def _daily(self) -> None:
        if self.spec.daily is not None and self.spec.daily.level is not None:
            self.names([self.spec.daily.level], [str(name) for name in self.spec.levels], "level", "unknown-level")

    # What nothing uses

    def _unused(self) -> None:
        read = self.checker.settings_read
        mistaken = bool(self.diagnostics.errors)  # What seems unused may be what was misspelt.
        for name, setting in self.spec.settings.items():
            if str(name) not in read:
                if not mistaken and not setting.reseeds:
                    self.diagnostics.warning("unused-setting", name.span, f"Nothing reads {name}.")
            elif setting.change is not None and str(name) in self.program.plan.rule_settings:
                self.error("rule-reads-setting", name.span, f"{name} may change any time but a rule reads it.")
        for key, routine in self.program.routines.items():
            if key not in self.steps.used_routines:
                if not mistaken:
                    self.diagnostics.warning("unused-routine", routine.span, f"Nothing runs {key}.")
                scope = self._with_parameters(routine.signature)
                if scope is not None:
                    self.steps.running = (key,)
                    self.steps.steps(routine.steps, scope)
                    self.steps.running = ()
        for define in self.schema.defines.values():
            if define.signature.name not in self.checker.defines_used:
                self._unused_define(define)

    def _unused_define(self, define: Define) -> None:
        """A define that nothing uses is checked all the same, as far as its parameters say their types."""
        scope = self._with_parameters(define.signature)
        if scope is not None:
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


def _drafted(kind: Type) -> Type:
    """A choice that may not have been made yet: a list is empty then, anything else is none."""
    return kind if isinstance(kind, Listing) else maybe(kind)
