"""The building blocks of a spec's sections: kinds of texts, shorthand, and the base class of all models.

Texts stay the very nodes that the reader made, because every later message points at them. Only flags and whole numbers
become Python values.
"""

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, ClassVar, TypeAlias, get_args, get_origin, get_type_hints

from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    ModelWrapValidatorHandler,
    PrivateAttr,
    ValidationError,
    model_validator,
)
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, core_schema

from interpreter.spec.nodes import SHADOWED, Mapping, Node, Scalar, Sequence, Span

JsonSchema: TypeAlias = dict[str, Any]

ANY_SCALAR: JsonSchema = {"type": ["string", "number", "boolean"]}
_NAME = r"[a-z][a-z0-9_]*"
# Options that are good names of choices and variables too.
_ALSO_NAMES = ("from", "of", "some", "many", "start", "title", "per")
_SIGNATURE = _NAME + r"(\([a-z0-9_., ]*\))?"


class TextKind:
    """A kind of text in a spec. `name` is what messages and the reference call it."""

    def __init__(
        self,
        name: str,
        *,
        pattern: str | None = None,
        words: tuple[str, ...] = (),
        expression: bool = False,
        convert: Callable[[Scalar], Any] | None = None,
        schema: JsonSchema = ANY_SCALAR,
    ) -> None:
        self.name = name
        self.pattern = re.compile(pattern) if pattern else None
        self.words = words
        self.expression = expression
        self.convert = convert
        self.schema = schema

    def __call__(self, value: Any) -> Any:
        if type(value) is not Scalar:
            raise PydanticCustomError("shape", "shape", {"wanted": self.name})
        if self.words:
            if value not in self.words:
                raise PydanticCustomError("unknown-word", "word", {"words": list(self.words)})
        elif self.pattern is not None and not self.pattern.fullmatch(value):
            raise PydanticCustomError("malformed", "malformed", {"wanted": self.name})
        return self.convert(value) if self.convert else value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        if self.words or self.pattern or self.expression or self.convert:
            checked: CoreSchema = core_schema.no_info_plain_validator_function(self)
        else:
            checked = core_schema.is_instance_schema(Scalar)
        return checked

    def json_schema(self) -> JsonSchema:
        """The schema of what editors should accept."""
        return dict(self.schema)


def _is_true(scalar: Scalar) -> bool:
    return scalar == "true"


Expression = Annotated[Scalar, TextKind("an expression", expression=True)]
"""Something to work out: a number, a flag, a site, a list …"""
Template = Annotated[Scalar, TextKind("a text")]
"""A text shown to people; {expr} inside it is filled in, and {{ shows a brace."""
Text = Annotated[Scalar, TextKind("a text")]
"""A text that is used as it is."""
Word = Annotated[Scalar, TextKind("a word")]
"""A value: a number, a flag, a word of an enum, none."""
Type = Annotated[Scalar, TextKind("a type")]
"""The name of a type, such as `player or none` or `1..9`."""
Name = Annotated[
    Scalar,
    TextKind("a name", pattern=_NAME, schema={"type": ["string", "boolean"], "pattern": f"^{_NAME}$"}),
]
"""The name of something in the spec: lower-case letters, digits and _."""
Key = Annotated[Scalar, TextKind("a name", schema={"type": ["string", "number"]})]
"""Any text as the key of a map."""
Signature = Annotated[
    Scalar,
    TextKind(
        "a name with parameters",
        pattern=f"{SHADOWED}*{_SIGNATURE}",
        schema={"type": "string", "pattern": f"^{_SIGNATURE}$"},
    ),
]
"""A name, or a name with parameters in brackets: `ways(site s)`."""
Colour = Annotated[Scalar, TextKind("a colour", schema={"type": "string"})]
"""A theme word, or #rrggbb."""
Appearance = Annotated[Scalar, TextKind("a word or an expression", expression=True)]
"""A theme word, #rrggbb, or an expression that gives a player, an enum word or a text."""
Flag = Annotated[
    bool,
    TextKind(
        "true or false",
        words=("true", "false"),
        convert=_is_true,
        schema={"enum": [True, False, "true", "false"]},
    ),
]
"""true or false."""
Whole = Annotated[
    int,
    TextKind(
        "a whole number",
        pattern=r"-?[0-9]{1,15}",
        convert=int,
        schema={"type": ["integer", "string"], "pattern": r"^-?[0-9]{1,15}$"},
    ),
]
"""A whole number."""


class WholeWithin(TextKind):
    """A whole number within limits; `besides` says what else may be used instead."""

    besides: ClassVar[str] = ""

    def __init__(self, low: int, high: int) -> None:
        super().__init__(
            f"a whole number from {low:,} to {high:,}{self.besides}",
            pattern=r"-?[0-9]{1,15}",
            convert=int,
            schema={"type": ["integer", "string"], "pattern": r"^-?[0-9]{1,15}$", "minimum": low, "maximum": high},
        )
        self.low, self.high = low, high

    def __call__(self, value: Any) -> Any:
        found = super().__call__(value)
        if not self.low <= found <= self.high:
            raise PydanticCustomError("out-of-range", "range", {"low": self.low, "high": self.high})
        return found


class SizeWithin(WholeWithin):
    """A size within limits: one whole number, or [width, height], which becomes a pair."""

    besides = ", or two of them: [width, height]"

    def __call__(self, value: Any) -> Any:
        if not isinstance(value, Sequence):
            return super().__call__(value)
        found = [int(each) for each in value if isinstance(each, Scalar) and re.fullmatch("[0-9]{1,4}", each)]
        if len(value) != 2 or len(found) != 2 or not all(self.low <= each <= self.high for each in found):
            raise PydanticCustomError("shape", "shape", {"wanted": self.name})
        return found[0], found[1]

    def json_schema(self) -> JsonSchema:
        """The schema of what editors should accept."""
        one = super().json_schema()
        return {"anyOf": [one, {"type": "array", "items": one, "minItems": 2, "maxItems": 2}]}


def one_of(*words: str) -> TextKind:
    """A text that must be one of these words."""
    return TextKind("a word", words=words, schema={"enum": list(words)})


class OneOrMany:
    """Allows a single item where a list is expected, and turns it into a list."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._listed, handler(source))

    @staticmethod
    def _listed(value: Any) -> Any:
        return [value] if type(value) is Scalar else value


class RawNode:
    """A part of the spec that stays as it was read; `shapes` says which nodes it may be."""

    def __init__(self, wanted: str, *shapes: type) -> None:
        self.wanted = wanted
        self.shapes = shapes or (Scalar, Sequence, Mapping)

    def __call__(self, value: Any) -> Any:
        if not isinstance(value, self.shapes):
            raise PydanticCustomError("shape", "shape", {"wanted": self.wanted})
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self)

    def json_schema(self) -> JsonSchema:
        """The schema of what editors should accept."""
        types: list[str] = list(ANY_SCALAR["type"])
        if Sequence in self.shapes:
            types.append("array")
        if Mapping in self.shapes:
            types.append("object")
        return {"type": types}


class ListedExpressions(RawNode):
    """An expression, or a YAML list of expressions, which stays a Sequence."""

    def __init__(self) -> None:
        super().__init__("an expression or a list of expressions", Scalar, Sequence)

    def __call__(self, value: Any) -> Any:
        node = super().__call__(value)
        for item in node if isinstance(node, Sequence) else [node]:
            _EXPRESSION(item)
        return node

    def json_schema(self) -> JsonSchema:
        return {"anyOf": [dict(ANY_SCALAR), {"type": "array", "items": dict(ANY_SCALAR)}]}


_EXPRESSION = TextKind("an expression", expression=True)

AnyNode = Annotated[Node, RawNode("a value")]
Picture = Annotated[Scalar | Mapping, RawNode("a picture", Scalar, Mapping)]
"""Rows of symbols, a part {at, rows}, a map from layer to rows, symbols of a zone, or none."""
ExpressionOrList = Annotated[Scalar | Sequence, ListedExpressions()]
"""An expression, or a YAML list of expressions."""
Names = Annotated[list[Name], OneOrMany()]
"""A name, or a list of names; always a list in the model."""
Texts = Annotated[list[Text], OneOrMany()]
"""A text, or a list of texts; always a list in the model."""


class Section(BaseModel):
    """A map of the spec with known options, or the shorthand for one."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)

    text_field: ClassVar[str | None] = None
    """The option for which a lone text stands."""
    list_field: ClassVar[str | None] = None
    """The option for which a lone list stands."""
    open_field: ClassVar[str | None] = None
    """The field that takes all entries whose keys are no options."""
    entry_fields: ClassVar[tuple[str, str] | None] = None
    """The fields for the key and the value of a map that has a single entry."""
    known_entries: ClassVar[dict[str, str]] = {}
    """Keys of such entries that the language knows, and what they mean."""
    takes_map: ClassVar[bool] = True
    """Whether it may be written as a map at all."""
    one_of_fields: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Groups of options of which exactly one must be given."""
    exclusive_fields: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Groups of options of which at most one may be given."""

    _span: Span = PrivateAttr()

    @property
    def span(self) -> Span:
        """The span of the section."""
        return self._span

    @classmethod
    def option_names(cls) -> list[str]:
        """The options as they are written in a spec."""
        return [field.alias or name for name, field in cls.model_fields.items() if name not in cls.hidden_fields()]

    @classmethod
    def hidden_fields(cls) -> tuple[str, ...]:
        """Fields that only shorthand fills and that nobody can write."""
        if cls.entry_fields is not None:
            return tuple(cls.model_fields)
        return (cls.open_field,) if cls.open_field else ()

    @classmethod
    def meanings(cls) -> dict[str, str]:
        """The meaning of each option."""
        return {field.alias or name: field.description or "" for name, field in cls.model_fields.items()}

    @classmethod
    def place_name(cls) -> str | None:
        """The name of such a section in messages, if not its path."""
        return None

    @classmethod
    def long_form(cls, node: Any) -> Any:
        """The map for which a shorthand stands."""
        if isinstance(node, Mapping) and cls.takes_map:
            if cls.entry_fields is not None:
                return _only_entry(node, cls.entry_fields)
            if cls.open_field is None:
                return node
            options = cls.option_names()
            rest = Mapping(node.source, node.start, node.end, node.flow)
            known: dict[Any, Any] = {cls.open_field: rest}
            for key, value in node.items():
                if key in options:
                    known[key] = value
                else:
                    rest[key] = value
            return known
        if type(node) is Scalar and cls.text_field:
            return {cls.text_field: node}
        if isinstance(node, Sequence) and cls.list_field:
            return {cls.list_field: node}
        options = list(cls.option_names()) if cls.takes_map else []
        raise PydanticCustomError("shape", "shape", {"wanted": cls.wanted(), "options": options})

    @classmethod
    def wanted(cls) -> str:
        """The shapes that the section may have, in words."""
        shapes = ["a text"] if cls.text_field else []
        if cls.list_field:
            shapes.append("a list")
        if cls.takes_map:
            shapes.append("a map")
        return " or ".join(shapes)

    @model_validator(mode="wrap")
    @classmethod
    def _from_node(cls, node: Any, handler: ModelWrapValidatorHandler["Section"]) -> "Section":
        long_form = cls.long_form(node)
        try:
            section = handler(long_form)
        except ValidationError as error:
            raise _with_options(cls, error, long_form) from None
        if cls.one_of_fields or cls.exclusive_fields:
            _check_groups(cls, long_form)
        _refuse_unnamed(cls, long_form)
        section._span = node.span
        return section


def _only_entry(node: Mapping, fields: tuple[str, str]) -> dict[str, Any]:
    if len(node) != 1:
        raise PydanticCustomError("one-entry", "entries", {"keys": list(node)})
    key, value = next(iter(node.items()))
    return {fields[0]: key, fields[1]: value}


def refuse_dashes(node: Sequence) -> None:
    """Refuse a list of entries such as `- easy: …`, where a list holds words and a map holds entries."""
    if node and all(isinstance(item, Mapping) and len(item) == 1 for item in node):
        raise PydanticCustomError("shape", "shape", {"wanted": "a map or a list of words", "options": []})


def _check_groups(cls: type[Section], given: dict[Any, Any]) -> None:
    for group in cls.one_of_fields:
        present = [option for option in group if option in given]
        if not present:
            raise PydanticCustomError("missing-key", "missing", {"options": list(group), "meanings": cls.meanings()})
        if len(present) > 1:
            raise PydanticCustomError("not-together", "together", {"options": present})
    for group in cls.exclusive_fields:
        present = [option for option in group if option in given]
        if len(present) > 1:
            raise PydanticCustomError("not-together", "together", {"options": present})


@cache
def _named_sections(cls: type[Section]) -> dict[str, list[str]]:
    """The fields that hold sections by name, each of which may be a simple text; with the options of these."""
    found: dict[str, list[str]] = {}
    hints = get_type_hints(cls, include_extras=True)
    for name, field in cls.model_fields.items():
        for form in (hints[name], *get_args(hints[name])):
            inner = get_args(form)[-1] if get_origin(form) is dict else None
            if isinstance(inner, type) and issubclass(inner, Section) and inner.text_field and not inner.open_field:
                found[field.alias or name] = inner.option_names()
    return found


def _refuse_unnamed(cls: type[Section], given: dict[Any, Any]) -> None:
    """Refuse a map of named sections that contains the options of a single one: `choose: {from: …, where: …}`, or an
    option of the entry above on the same level."""
    for name, options in _named_sections(cls).items():
        held = given.get(name)
        if not isinstance(held, Mapping) or len(held) < 2:
            continue
        if all(key in options for key in held):
            raise PydanticCustomError("unnamed", "unnamed", {"key": next(iter(held))})
        for (above, before), (key, value) in pairwise(held.items()):
            if not isinstance(before, Mapping) or not isinstance(value, Scalar) or key.source is not above.source:
                continue
            if key in options and above not in options and key not in before and _is_no_name(key, value):
                raise PydanticCustomError("option-as-name", "option", {"key": key, "beside": list(held)})


def _is_no_name(key: Scalar, value: Scalar) -> bool:
    """Whether the name of an option is an unlikely name; some are likely, if they are not followed by a sentence."""
    return key not in _ALSO_NAMES or re.search(r"^[A-Z].* ", value) is not None


def _item_type(cls: type[Section], option: str) -> Any:
    """The type of a list's items."""
    hints = get_type_hints(cls, include_extras=True)
    name = next(name for name, field in cls.model_fields.items() if (field.alias or name) == option)
    forms = (hints[name], *get_args(hints[name]))
    return next((get_args(form)[0] for form in forms if get_origin(form) is list), None)


def _words_of_items(cls: type[Section], option: str) -> list[str]:
    """The words that the items of a list may be, if only certain words are allowed."""
    item = _item_type(cls, option)
    marks = get_args(item)[1:] if get_origin(item) is Annotated else ()
    return next((list(mark.words) for mark in marks if isinstance(mark, TextKind) and mark.words), [])


def _options_of_items(cls: type[Section], option: str) -> list[str]:
    """The options of the items of a list, if these can only be maps."""
    item = _item_type(cls, option)
    section = isinstance(item, type) and issubclass(item, Section) and item.text_field is None
    return item.option_names() if section and item.entry_fields is None else []


@cache
def _maps_of_sections(cls: type[Section]) -> dict[str, list[str]]:
    """The fields that hold sections by name, none of which may be a lone text; with the options of these."""
    found: dict[str, list[str]] = {}
    hints = get_type_hints(cls, include_extras=True)
    for name, field in cls.model_fields.items():
        for form in (hints[name], *get_args(hints[name])):
            inner = get_args(form)[-1] if get_origin(form) is dict else None
            if not isinstance(inner, type) or not issubclass(inner, Section):
                continue
            if inner.text_field is None and inner.open_field is None:
                found[field.alias or name] = inner.option_names()
    return found


def _without_names(cls: type[Section], given: Any) -> dict[str, Scalar]:
    """The fields that hold the options of a section where sections by name belong, as in `boards: {columns: 3}`; with
    the first of these."""
    found: dict[str, Scalar] = {}
    for name, options in _maps_of_sections(cls).items() if isinstance(given, Mapping | dict) else ():
        held = given.get(name)
        if not isinstance(held, Mapping) or not held or not all(key in options for key in held):
            continue
        if any(not isinstance(value, Mapping) for value in held.values()):
            found[name] = next(iter(held))
    return found


def _with_options(cls: type[Section], error: ValidationError, given: Any) -> ValidationError:
    """The same errors, but those about keys of this section know its options and its name."""
    details: list[InitErrorDetails] = []
    nameless = _without_names(cls, given)
    for name, key in nameless.items():
        custom = PydanticCustomError("unnamed", "unnamed", {"key": key})
        details.append(InitErrorDetails(type=custom, loc=(name,), input=given))
    for found in error.errors(include_url=False):
        if found["loc"] and found["loc"][0] in nameless:
            continue
        context = dict(found.get("ctx", {}))
        if len(found["loc"]) == 1 and found["type"] in ("extra_forbidden", "missing"):
            context = {"options": cls.option_names(), "place": cls.place_name(), "meanings": cls.meanings()}
        if len(found["loc"]) == 1 and found["type"] == "list_type":
            context["words"] = _words_of_items(cls, str(found["loc"][0]))
            context["items"] = _options_of_items(cls, str(found["loc"][0]))
        custom = PydanticCustomError(found["type"], "see ctx", context)
        details.append(InitErrorDetails(type=custom, loc=found["loc"], input=found["input"]))
    return ValidationError.from_exception_data(cls.__name__, details)
