"""The view of a spec, checked: colours, looks, panels, texts, logs, buttons and cards."""

from __future__ import annotations

import re

from interpreter.boards.board import Plane
from interpreter.expr import nodes
from interpreter.expr.names import lookup
from interpreter.expr.remedies import properties
from interpreter.expr.scope import Scope
from interpreter.expr.types import NUMBER, SITE, Piece, Text, Unknown, Words, named, strip
from interpreter.rules.ends import asks_for_end
from interpreter.rules.reviewer import Reviewer
from interpreter.rules.view_scope import event_names, event_type, view_scope
from interpreter.spec import model
from interpreter.spec.nodes import Scalar, Sequence
from interpreter.spec.suggest import did_you_mean, suggestion
from interpreter.spec.view_model import BUTTONS, COLOURS, ICONS, SHAPES

_UNREAD_STEPS = frozenset(
    {"unknown-step", "unknown-routine", "unfinished", "second-loop", "missing-colon", "argument-count"}
)


class ViewReview(Reviewer):
    """Checks all that a view says."""

    def run(self, view: model.View) -> None:
        """Check a whole view."""
        scope = view_scope(self.program)
        for name, colour in (view.colours or {}).items():
            self.colour(colour, scope)
            self._coloured(name)
        for name, piece in (view.pieces or {}).items():
            self.names([name], self.schema.kinds, "kind of pieces", "unknown-kind")
            if str(name) in self.schema.kinds:
                inner = view_scope(self.program, Piece(str(name)), {"i": NUMBER})
                self.term(piece.face, inner)
                self.term(piece.corner, inner)
        for name, board in (view.boards or {}).items():
            self.names([name], self.schema.boards, "board", "unknown-board")
            if str(name) in self.schema.boards:
                self._board(str(name), board)
        for name, zone in (view.zones or {}).items():
            self.names([name], self.schema.zones, "zone", "unknown-zone")
            shown = self.schema.zones.get(str(name))
            self.condition(zone.when, scope)
            if shown is not None and shown.per is not None:
                self.wanted(zone.of, scope, shown.per, "of")
            else:
                self.term(zone.of, scope)
            self.text(zone.label, scope)
            self._looks(zone.looks or [], view_scope(self.program, Piece(shown.kind)) if shown is not None else scope)
        for panel in (view.panels or {}).values():
            self.term(panel, scope)
        before_the_end = []
        for message in view.status or []:
            if not asks_for_end(self.condition(message.when, scope)):
                before_the_end.append(message)
            self.text(message.say, scope)
        self._all_reached(tuple(before_the_end), "line")
        self._events(view)
        self._buttons(view.buttons)
        self._buttons(view.menu)
        if view.overlays is not None:
            self._overlays(view.overlays, scope)

    def _coloured(self, name: Scalar) -> None:
        words = [word for kind in self.schema.words_types() for word in kind.words]
        own = [word for kind in (self.schema.players, *self.schema.enums.values()) for word in kind.words]
        if str(name) not in words and str(name) not in COLOURS:
            self.error(
                "unknown-colour",
                name.span,
                f"‘{name}’ is no player, word or colour of the theme.",
                suggestion(name, [*own, *COLOURS]),
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
                self.error(
                    "bad-colour", scalar.span, "A colour is # and six digits from 0 to f.", "Write it as in ‘#2e7d32’."
                )
            return
        if what == "colour" and re.fullmatch(r"[0-9a-fA-F]{6}", scalar):
            self.error("bad-colour", scalar.span, "A colour begins with #.", f"Write '#{scalar}'.")
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
                self._of_it(scalar, scope)
                or did_you_mean(scalar, words)
                or (f"There are {', '.join(words)}." if words else f"Write what gives it, such as {what}: it.colour."),
            )
            return
        term = self.term(scalar, scope)
        if term is not None and not isinstance(strip(term.type), Words | Text | Unknown):
            self.error(
                "wrong-type",
                scalar.span,
                f"{what} needs a word of the theme, a player or an enum word, this is {named(term.type)}.",
                suggestion(scalar, words, f"Write what gives it, such as {what}: it.colour."),
            )

    def _of_it(self, name: Scalar, scope: Scope) -> str | None:
        """What to write for a property of the piece or the site that is shown."""
        it = scope.locals.get("it")
        owned = it is not None and str(name) in dict(properties(strip(it.term.type), scope))
        return f"Write it.{name}." if owned else None

    def _board(self, name: str, view: model.BoardView) -> None:
        board = self.schema.boards[name]
        cell = view_scope(self.program, Piece(board.kinds[0]) if len(board.kinds) == 1 else SITE, standing=True)
        plain = view_scope(self.program)
        for colour in (view.lines, view.outline, view.valid, view.last_move):
            self.colour(colour, plain)
        self.text(view.title, view_scope(self.program, board.per) if board.per is not None else plain)
        self._titles(name, "row", view.row_titles, [plane.rows for plane in self._planes(name)])
        self._titles(name, "column", view.column_titles, [plane.columns for plane in self._planes(name)])
        if view.borders is not None:
            self.names([view.borders], self.schema.regions, "region", "unknown-region")
        beneath = view_scope(self.program, SITE)
        self._looks(view.looks or [], cell)
        self._looks(view.cells or [], beneath)
        for mark in view.marks or []:
            for scalar in mark.at if isinstance(mark.at, Sequence) else [mark.at]:
                if isinstance(scalar, Scalar):
                    self.sites(scalar, plain, "at")
            self.appearance(mark.icon, plain, ICONS, "icon")
            self.text(mark.text, beneath)
            self.colour(mark.colour, beneath)

    def _planes(self, name: str) -> list[Plane]:
        boards = (self.schema.topology.boards[instance] for instance in self.schema.boards[name].instances)
        return [board.planes[0] for board in boards if board.shape == "square"]

    def _titles(self, name: str, what: str, titles: list[Scalar] | None, sizes: list[int]) -> None:
        """Check the titles of rows or columns: there are at most as many as those."""
        for title in titles or []:
            self.text(title, view_scope(self.program))
        if titles and not sizes:
            self.error(
                "no-rows",
                titles[0].span,
                f"Only rows and columns of squares have titles, and {name} has none.",
                "Leave it out.",
            )
        elif titles and len(titles) > max(sizes):
            most = max(sizes)
            message = f"Board {name} has {most} {what}{'' if most == 1 else 's'}, these are {len(titles)} titles."
            self.error("too-many-titles", titles[most].span, message, "Leave out those from here on.")
        elif titles and len(titles) < min(sizes):
            message = f"Board {name} has {min(sizes)} {what}s, and only {len(titles)} have titles."
            help = f"Add one for each {what}; '' is none."
            self.diagnostics.warning("too-few-titles", titles[-1].span, message, help)

    def _looks(self, looks: list[model.Look], scope: Scope) -> None:
        for look in looks:
            self._look(look, scope)
        self._all_reached(tuple(looks), "look")

    def _all_reached(self, entries: tuple[model.Look | model.Message, ...], what: str) -> None:
        """Warn of an entry that always counts where others come after it: the first that fits does."""
        always = next((number for number, entry in enumerate(entries) if entry.when is None), len(entries))
        if always + 1 >= len(entries):
            return
        first, after = entries[always].span, entries[always + 1].span
        if first.source is not after.source and after.source is self.spec.span.source:
            message = f"This {what} never counts, as one before it always does."
            self.diagnostics.warning("never-counts", after, message, "Put it before ‘- inherited’.")
        else:
            message = f"This {what} always counts, so those after it never do."
            self.diagnostics.warning("never-counts", first, message, "Give it a when:, or put it last.")

    def _look(self, look: model.Look, scope: Scope) -> None:
        self.condition(look.when, scope)
        self.colour(look.colour, scope)
        self.appearance(look.shape, scope, SHAPES, "shape")
        self.appearance(look.icon, scope, ICONS, "icon")
        self.appearance(look.pattern, scope, (), "pattern")
        self.colour(look.ink, scope)
        self.wanted(look.pips, scope, NUMBER, "pips")
        self.term(look.face, scope)

    def _events(self, view: model.View) -> None:
        for name, text in (view.log or {}).items():
            if name in self.schema.actions and name not in event_names(self.program):
                if text != "none":
                    message = f"The log tells ‘{name}’ in its own words."
                    help = "Write none to leave it out, and tell its events instead."
                    self.error("bad-log", text.span, message, help)
                continue
            if self._happens(name, event_names(self.program)):
                self.text(text, view_scope(self.program, event_type(self.program, str(name))))
        for name, scalar in (view.animate or {}).items():
            known = [*event_names(self.program), *self.schema.actions]
            if self._happens(name, known):
                self.term(scalar, view_scope(self.program, event_type(self.program, str(name))))

    def _happens(self, event: Scalar, known: list[str]) -> bool:
        """Whether there is such an event. Steps that could not be read may be those that tell it."""
        if str(event) not in known and not any(each.code in _UNREAD_STEPS for each in self.diagnostics.errors):
            self.names([event], known, "event", "unknown-event")
        return str(event) in known

    def _buttons(self, buttons: list[Scalar] | None) -> None:
        """Check the names of buttons; one that is called as it is labelled is told its name."""
        labels = {
            "_".join(re.findall(r"[a-z0-9]+", re.sub(r"\{.*?\}", "", action.title or "").lower())): str(name)
            for name, action in self.spec.actions.items()
        }
        known = [*self.schema.actions, *BUTTONS]
        for button in buttons or []:
            if str(button) in labels and str(button) not in known:
                message = f"There is no action or button {button}."
                help = f"Write ‘{labels[str(button)]}’, which is so labelled."
                self.error("unknown-button", button.span, message, help)
            else:
                self.names([button], known, "action or button", "unknown-button")

    def _overlays(self, overlays: model.Overlays, scope: Scope) -> None:
        for overlay in (overlays.ready, overlays.intro, overlays.scores, overlays.stuck):
            if overlay is None:
                continue
            for text in (overlay.title, overlay.text, overlay.button):
                self.text(text, scope)
            self._buttons(overlay.buttons)
            self._buttons(overlay.after)
            for column in overlay.columns or []:
                happens = self._happens(column.events, event_names(self.program))
                if column.of is not None:
                    self.names([column.of], self.schema.players.words, "player", "unknown-player")
                self.text(column.title, scope)
                if happens:
                    self.text(column.line, view_scope(self.program, event_type(self.program, str(column.events))))
                self.term(column.total, scope)
        if overlays.result is not None:
            result = overlays.result
            for text in (result.title, result.win, result.lose, result.draw, result.over):
                self.text(text, scope)
            self._buttons(result.buttons)
