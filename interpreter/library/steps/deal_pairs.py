"""The step that lays out pieces so that all can be taken pair by pair: deal_pairs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.code.lowering import Lowering
from interpreter.language import terms
from interpreter.language.scope import Kind, Local, Property, Schema, Scope
from interpreter.language.types import SITE, Listing, Number, Piece, Site, Unknown, item, named, strip
from interpreter.library.pairs import Pile, deal_pairs, emit_removable
from interpreter.library.steps.chance import stream_fields
from interpreter.library.steps.create import start_values
from interpreter.library.steps.pieces import columns_of, emit_arrive_site, refuse_faces, refuse_piles, whereabouts
from interpreter.library.steps.step import Step, StepChecker
from interpreter.position import SEED
from interpreter.registry import step
from interpreter.spec import step_model as arguments
from interpreter.spec.nodes import Scalar
from interpreter.spec.suggest import suggestion
from interpreter.state.layout import Layout


@dataclass(frozen=True, slots=True, eq=False)
class DealPairs(Step):
    """Makes a piece on each site; `piece` is the one that `removable` refers to, `made` the new one."""

    kind: Kind
    sites: terms.Term
    values: terms.Term
    prop: Property
    value: terms.Variable
    alike: terms.Term | None
    piece: terms.Variable
    removable: terms.Term
    into: Property | None
    made: terms.Variable
    starts: tuple[tuple[str, terms.Term], ...]
    from_stream: str

    def writes(self, schema: Schema) -> set[str]:
        name = self.kind.name
        return whereabouts(schema, name) | columns_of(schema, name) | stream_fields(self.from_stream)

    def stream(self) -> str | None:
        return self.from_stream

    def terms(self) -> Iterator[terms.Term]:
        yield self.sites
        yield self.values
        yield self.removable
        if self.alike is not None:
            yield self.alike
        yield from (term for _, term in self.starts)

    def emit(self, lowering: Lowering, layout: Layout) -> None:
        code, kind = lowering.code, self.kind.name
        values = lowering.temporary(f"tuple({lowering.value(self.values)})", "l")
        alike = values if self.alike is None else self._alike(lowering, values)
        made = self._placed(lowering, layout)
        site, at = lowering.column(f"{kind}.site"), lowering.column(f"at.{kind}")
        asked = emit_removable(lowering, kind, self.piece.name, self.removable)
        pile = f"{lowering.constants.name(Pile, 'pile')}({made}, {site}, {at}, {asked})"
        cursor, seed, deal = lowering.column(f"stream.{self.from_stream}"), lowering.column(SEED), code.fresh("d")
        dealer = lowering.constants.name(deal_pairs, "deal_pairs")
        luck = f"{seed}, {self.from_stream!r}, {cursor}"
        code.line(f"{deal}, {cursor} = {dealer}({pile}, {values}, {alike}, {luck})")
        piece, value, turn = self.made.name, code.fresh("v"), code.fresh("n")
        with code.block(f"for {turn}, ({piece}, {value}) in enumerate(zip({deal}.order, {deal}.values)):"):
            code.line(layout.write(self.prop.column, piece, value))
            if self.into is not None:
                code.line(layout.write(self.into.column, piece, f"{turn} // 2 + 1"))
            for name, term in self.starts:
                prop = self.kind.properties[name]
                code.line(layout.write(prop.column, piece, lowering.as_type(term, prop.type)))
        with code.block(f"for {piece} in {made}:"):
            self.tell(lowering, layout, "created", kind=repr(kind), piece=piece, site=f"{site}[{piece}]", zone="0")

    def _alike(self, lowering: Lowering, values: str) -> str:
        """The values that must be equal in a pair, for each value."""
        code, found = lowering.code, lowering.code.fresh("l")
        assert self.alike is not None
        code.line(f"{found} = []")
        with code.block(f"for {self.value.name} in {values}:"):
            code.line(f"{found}.append({lowering.value(self.alike)})")
        return found

    def _placed(self, lowering: Lowering, layout: Layout) -> str:
        """Put a new piece without a face on each site; return the list of them."""
        code, kind = lowering.code, self.kind.name
        made, piece, place = (code.fresh(hint) for hint in "lps")
        site, zone = lowering.column(f"{kind}.site"), lowering.column(f"{kind}.zone")
        code.line(f"{made} = []")
        with code.block(f"for {place} in tuple({lowering.value(self.sites)}):"):
            code.line(f"{piece} = new_piece({site}, {zone})")
            with code.block(f"if {piece} == len({site}):"):
                for name in sorted(columns_of(lowering.schema, kind)):
                    code.line(f"{lowering.column(name)}.append({layout.encode_value(name, None)!r})")
            emit_arrive_site(lowering, kind, piece, place, layout)
            code.line(f"{made}.append({piece})")
        return made


@step("deal_pairs")
def check_deal_pairs(steps: StepChecker, given: arguments.DealPairs, scope: Scope) -> tuple[Step | None, Scope]:
    """Check the sites, the pieces and their values, and when a piece may be taken."""
    stream = steps.take_stream(given.stream, Number(0, None))
    sites = _sites(steps, given, scope)
    kind = _kind(steps, given)
    if kind is None:
        return None, scope
    prop = _property(steps, kind, given.property)
    values = steps.listed(given.values, scope, Listing(prop.type, 0) if prop is not None else None)
    if prop is None or values is None or sites is None:
        return None, scope
    # What has mistakes of its own fits, as it is reported already.
    if not steps.checker.require_fit(values, Listing(prop.type, 0), "values", scope) or not isinstance(
        values.type, Listing
    ):
        return None, scope
    value = terms.Variable(item(values.type), values.node, steps.checker.fresh("value"))
    alike = None
    if given.alike is not None:
        alike = steps.term(given.alike, scope.with_locals({"it": Local(value, "value", None)}))
        if alike is None:
            return None, scope
    piece = terms.Variable(Piece(kind.name), values.node, steps.checker.fresh("it"))
    inner = scope.with_locals({"it": Local(piece, "piece", None)}).knowing({f"={piece.name}.{kind.name}.site"})
    removable = steps.condition(given.removable, inner)
    into = _into(steps, kind, given.into) if given.into is not None else None
    made = terms.Variable(Piece(kind.name), values.node, steps.checker.fresh("made"))
    set_here = {prop.name, *([into.name] if into is not None else [])}
    before = len(steps.checker.diagnostics)
    starts = start_values(steps, kind, made, set_here, given.piece.span, "deal_pairs")
    if removable is None or len(steps.checker.diagnostics) > before:
        return None, scope
    refuse_faces(steps, kind.name, removable)
    refuse_piles(steps, kind.name, "deal_pairs", given.piece.span)
    listed = tuple(starts.items())
    made_step = DealPairs(
        given.span, kind, sites, values, prop, value, alike, piece, removable, into, made, listed, stream
    )
    return made_step, scope


def _sites(steps: StepChecker, given: arguments.DealPairs, scope: Scope) -> terms.Term | None:
    sites = steps.term(given.deal_pairs, scope)
    if sites is None or isinstance(sites.type, Unknown):
        return None
    if not isinstance(sites.type, Listing) or not isinstance(sites.type.item, Site):
        steps.wrong_type(
            given.deal_pairs, sites, Listing(SITE, 0), "deal_pairs needs a board or a list of sites", scope
        )
        return None
    return sites


def _kind(steps: StepChecker, given: arguments.DealPairs) -> Kind | None:
    """The kind of the pieces, which must be held by boards and take up one cell each."""
    schema, name = steps.schema, str(given.piece)
    if name not in schema.kinds:
        message = f"There is no kind of pieces called ‘{name}’."
        steps.error("unknown-kind", given.piece.span, message, suggestion(name, schema.kinds))
        return None
    if not schema.holders(name):
        steps.error("not-held", given.piece.span, f"No board holds {name}.", f"Add {name} to holds: of a board.")
        return None
    if schema.kinds[name].covers_many:
        message = f"A {name} may cover several cells; deal_pairs lays out pieces of one cell."
        steps.error("covers-many", given.piece.span, message, f"Leave footprint: of {name} out, or use another kind.")
        return None
    return schema.kinds[name]


def _property(steps: StepChecker, kind: Kind, name: Scalar) -> Property | None:
    if str(name) not in kind.properties:
        message = f"A {kind.name} has no ‘{name}’."
        steps.error("no-such-property", name.span, message, suggestion(name, kind.properties))
        return None
    return kind.properties[str(name)]


def _into(steps: StepChecker, kind: Kind, name: Scalar) -> Property | None:
    """The property that receives the turn in which a piece can go: a number."""
    found = _property(steps, kind, name)
    if found is not None and not isinstance(strip(found.type), Number):
        message = f"into takes the number of the pair, but ‘{name}’ is {named(found.type)}."
        steps.error("wrong-type", name.span, message, f"Declare it as {name}: number, or use another property.")
        return None
    return found
