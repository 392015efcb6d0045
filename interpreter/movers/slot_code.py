"""Generated code that judges a slot: checks first, then what it is ranked by.

What does not depend on the slot is worked out when it is first asked for, then kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.expr import terms
from interpreter.expr.lowering import Lowering
from interpreter.expr.substitution import substitute
from interpreter.movers.slot_terms import is_costly, outer_names, rebuilt


class JudgeCode:
    """Writes a function of a placement and a crossword, called by `names`, inside of the function that is being
    written. `lets` are values that its terms may read, in order."""

    def __init__(
        self, lowering: Lowering, names: tuple[str, str], lets: Sequence[tuple[str, terms.Term]]
    ) -> None:
        self.lowering = lowering
        self.code = lowering.code
        self.names = names
        self.lets = lets
        self.fixed: dict[str, terms.Term] = {}

    def write(self, checks: Sequence[terms.Term], values: Sequence[terms.Term]) -> str:
        """Write it and give its name. It returns None if a check fails, otherwise the values."""
        needed = self._needed([*checks, *values])
        lets: list[tuple[str, terms.Term]] = []
        for name, value in self.lets:
            if name in needed:
                kept = self._kept(value)
                if all(each.endswith("()") for each in outer_names(kept)):
                    self.fixed[name] = kept
                else:
                    lets.append((name, kept))
        checks, values = [self._kept(term) for term in checks], [self._kept(term) for term in values]
        judge = self.code.fresh("judge")
        with self.code.block(f"def {judge}({', '.join(self.names)}):"):
            written: set[str] = set()
            for check in checks:
                self._lets(lets, check, written)
                with self.code.at(check.node.span):
                    self.lowering.leave_unless(check, "return None")
            parts = []
            for value in values:
                self._lets(lets, value, written)
                parts.append(f"{self.lowering.value(value)}, ")
            self.code.line(f"return ({''.join(parts)})")
        return judge

    def _needed(self, terms_read: Sequence[terms.Term]) -> set[str]:
        """The lets that some terms read, through other lets too."""
        known = dict(self.lets)
        needed: set[str] = set()
        queue = [name for term in terms_read for name in outer_names(term) if name in known]
        while queue:
            name = queue.pop()
            if name not in needed:
                needed.add(name)
                queue += [other for other in outer_names(known[name]) if other in known]
        return needed

    def _lets(self, lets: Sequence[tuple[str, terms.Term]], term: terms.Term, written: set[str]) -> None:
        """Write the lets that a term reads and that are not there yet."""
        known = dict(lets)
        for name in known:
            if name in self._reached(known, term) and name not in written:
                written.add(name)
                self.code.line(f"{name} = {self.lowering.value(known[name])}")

    def _reached(self, known: dict[str, terms.Term], term: terms.Term) -> set[str]:
        found: set[str] = set()
        queue = [term]
        while queue:
            for name in outer_names(queue.pop()) & known.keys() - found:
                found.add(name)
                queue.append(known[name])
        return found

    # What does not depend on the slot

    def _kept(self, term: terms.Term) -> terms.Term:
        """The term with its costly parts that read nothing of the slot replaced by calls that keep their value."""
        return self._hoisted(substitute(term, self.fixed))

    def _hoisted(self, term: terms.Term) -> terms.Term:
        if not is_costly(term):
            return term
        if outer_names(term) or isinstance(term, terms.Comprehension):
            return rebuilt(term, self._hoisted)
        name = self.code.fresh("kept")
        with self.code.block(f"def {name}(found=[]):"):
            with self.code.block("if not found:"):
                self.code.line(f"found.append({self.lowering.value(term)})")
            self.code.line("return found[0]")
        return terms.Variable(term.type, term.node, f"{name}()")
