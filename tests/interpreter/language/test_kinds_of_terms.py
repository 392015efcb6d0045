"""Every kind of term can be compiled and evaluated."""

from interpreter.code import lowering
from interpreter.language import evaluator, terms


def test_every_kind_of_term_is_written_and_evaluated() -> None:
    named = {each for each in vars(terms).values() if isinstance(each, type) and issubclass(each, terms.Term)}
    kinds = named - {terms.Term}
    assert len(kinds) == 28
    # Only a walk writes the route that it takes.
    assert set(lowering._WRITTEN) == kinds - {terms.Route}
    assert set(evaluator._VALUED) == kinds
