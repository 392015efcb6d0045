"""What a spec adds to a result that a player copies: a line of text, and a board drawn with signs.

Whoever reads a result may play the same game tomorrow, so it gives nothing away: it reads nothing that is hidden from a
player, and its text contains numbers and words of the spec, but no letters, pieces or places.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.boards.board import Plane
from interpreter.language import terms, types
from interpreter.rules.review import Reviewer
from interpreter.rules.view_plan import Expression, TextPlan, reads_hidden
from interpreter.spec.nodes import Scalar

if TYPE_CHECKING:
    from interpreter.program.program import Program

TOLD = (types.Number, types.Flag, types.Words, types.Unknown, types.Nothing)
"""What a text may tell."""
LONGEST_SIGN = 4
"""How many characters a sign may have: some that look like one are several."""


class SharePlan(Reviewer):
    """The text and the signs of a program's results; empty if its spec adds nothing."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.share = self.spec.view.share if self.spec.view is not None else None
        # With mistakes in the rules nobody has worked out yet what players see.
        self._rules_are_right = not self.diagnostics.errors

    def check(self) -> None:
        """Build all of it."""
        _ = self.line, self.signs
        if self.share is not None and (self.share.board is None) != (self.share.signs is None):
            message = "‘board’ and ‘signs’ belong together: the signs are drawn for the sites of that board."
            help = "Write both, or neither: board: grid and signs: {🟩: it.lit}."
            self.error("half-drawn", self.share.span, message, help)

    @cached_property
    def line(self) -> TextPlan | None:
        """The text."""
        if self.share is None or self.share.text is None:
            return None
        text = self.share.text
        parts = self.text(text, self.program.view_plan.scope())
        for _, term in parts:
            if term is not None:
                self._keep_silent(term, text)
                if not isinstance(types.strip(term.type), TOLD):
                    message = f"A result shows numbers and words of the spec, but this is {types.named(term.type)}."
                    self.error("gives-away", text.span, message, "Say how many there are, or how well it went.")
        made = tuple((literal, None if term is None else Expression(self.program, term)) for literal, term in parts)
        return TextPlan(made)

    @cached_property
    def signs(self) -> tuple[tuple[str, Expression], ...]:
        """Each sign with the condition under which it stands for the site `it`; the first that applies counts."""
        if self.share is None or self.share.board is None or self.plane is None:
            return ()
        found = []
        for sign, when in (self.share.signs or {}).items():
            if not 0 < len(sign) <= LONGEST_SIGN or not sign.isprintable():
                self.error("bad-sign", sign.span, f"‘{sign}’ is not a sign.", "Write one character: # or 🟩.")
            term = self.condition(when, self.program.view_plan.scope(types.SITE))
            if term is not None:
                self._keep_silent(term, when)
                found.append((str(sign), Expression(self.program, term)))
        return tuple(found)

    @cached_property
    def plane(self) -> Plane | None:
        """The drawn columns and rows; None if there are none."""
        name = self.share.board if self.share is not None else None
        if name is None:
            return None
        boards = self.schema.boards
        self.names([name], boards, "board", "unknown-board")
        if str(name) not in boards:
            return None
        instances = boards[str(name)].instances
        board = self.schema.topology.boards[instances[0]]
        if len(instances) > 1 or board.shape != "square":
            message = f"A result draws one board of squares, and {name} is something else."
            self.error("not-drawn", name.span, message, "Name another board, or leave out board: and signs:.")
            return None
        return board.planes[0]

    def _keep_silent(self, term: terms.Term, written: Scalar) -> None:
        """Report anything that reads something that a player may not know."""
        if self._rules_are_right and reads_hidden(self.program, [term]):
            message = "A result gives nothing away, and this reads what a player may not know."
            self.error("gives-away", written.span, message, "Read what everybody has seen during the game.")
