"""The JSON Schema of the language, made from the models, for editors.

A spec that extends another may leave out anything, so the schema has two copies of every section: one that insists on
required options, and one for variants that does not. A tests file beside a spec has only the section `acceptance`, and
may remove tests of a parent; a file of changes that make no difference has only `equivalents`.
"""

import types
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from interpreter.spec.model import Equivalents, Spec
from interpreter.spec.nodes import INHERITED
from interpreter.spec.section import ANY_SCALAR, JsonSchema, OneOrMany, Section
from interpreter.spec.step_model import STEP_ARGUMENTS

_VARIANT = "Variant"
_REMOVAL = {"type": "array", "items": ANY_SCALAR, "description": "Names of entries of the parent to drop."}


def schema() -> JsonSchema:
    """The schema of specs and of the files beside them, draft 2020-12."""
    sections = _Sections()
    sections.reference(Spec)
    definitions = {"Step": _step(sections), **sections.definitions}
    variants = {_VARIANT + name: _loosened(definition) for name, definition in definitions.items() if name != "Step"}
    settings = variants["VariantSpec"]["properties"]["settings"]
    settings["additionalProperties"] = {"anyOf": [ANY_SCALAR, settings["additionalProperties"]]}
    ends = variants["VariantSpec"]["properties"]["end_conditions"]["properties"]
    ends["first"] = {**_REMOVAL, "description": "End conditions to test before those of the parent."}
    tests = {
        "title": "Tests",
        "description": "The tests of a spec, in a file beside it.",
        "type": "object",
        "properties": {"acceptance": variants["VariantSpec"]["properties"]["acceptance"]},
        "additionalProperties": False,
    }
    beside = _Sections()
    beside.reference(Equivalents)
    named = [{"required": [key]} for key in ("game", "title", "extends")]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tilewright spec",
        "description": _description(Spec),
        "if": {"type": "object", "required": ["acceptance"], "not": {"anyOf": named}},
        "then": {"$ref": "#/$defs/Tests"},
        "else": {
            "if": {"type": "object", "required": ["equivalents"]},
            "then": {"$ref": "#/$defs/Equivalents"},
            "else": {
                "if": {"type": "object", "required": ["extends"]},
                "then": {"$ref": "#/$defs/VariantSpec", "required": ["game", "title"]},
                "else": {"$ref": "#/$defs/Spec"},
            },
        },
        "$defs": {**definitions, **variants, "Tests": tests, **beside.definitions},
    }


class _Sections:
    """Collects the definitions of sections as they come up."""

    def __init__(self) -> None:
        self.definitions: dict[str, JsonSchema] = {}

    def reference(self, section: type[Section]) -> JsonSchema:
        """A reference to the section's definition, which is made when it is first needed."""
        name = section.__name__
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name].update(self.definition(section))
        return {"$ref": f"#/$defs/{name}"}

    def definition(self, section: type[Section]) -> JsonSchema:
        """A section in its long form and in its shorthand."""
        fields = {field.alias or name: (name, field) for name, field in section.model_fields.items()}
        forms: list[JsonSchema] = []
        if section.text_field:
            forms.append(self.shape(_annotation(section, fields[section.text_field][0])))
        if section.list_field:
            listed = self.shape(_annotation(section, fields[section.list_field][0]))
            forms.append(listed if listed.get("type") == "array" else _array(_values(listed)))
        if section.takes_map:
            forms.append(self.map_form(section))
        described = {"title": section.__name__, "description": _description(section)}
        return {**described, **forms[0]} if len(forms) == 1 else {**described, "anyOf": forms}

    def map_form(self, section: type[Section]) -> JsonSchema:
        """A section as a map of its options."""
        if section.entry_fields is not None:
            known = {name: {"description": meaning} for name, meaning in sorted(section.known_entries.items())}
            return {"type": "object", "properties": known, "minProperties": 1, "maxProperties": 1}
        hidden = section.hidden_fields()
        properties: dict[str, JsonSchema] = {}
        required: list[str] = []
        for name, field in section.model_fields.items():
            if name in hidden:
                continue
            option = field.alias or name
            properties[option] = {"description": field.description, **self.shape(_annotation(section, name))}
            if field.is_required():
                required.append(option)
        form: JsonSchema = {"type": "object", "properties": properties, "additionalProperties": False}
        if section.open_field:
            entries = self.shape(_annotation(section, section.open_field))
            form.update(entries)
        if required:
            form["required"] = required
        return form

    def shape(self, annotation: Any) -> JsonSchema:
        """The schema of a field's type."""
        origin = get_origin(annotation)
        if origin is Annotated:
            inner, *marks = get_args(annotation)
            for mark in reversed(marks):
                if isinstance(mark, OneOrMany):
                    listed = self.shape(inner)
                    return {"anyOf": [listed["items"], listed]}
                if hasattr(mark, "json_schema"):
                    kind: JsonSchema = mark.json_schema()
                    return kind
            return self.shape(inner)
        if origin in (Union, types.UnionType):
            forms = [self.shape(form) for form in get_args(annotation) if form is not types.NoneType]
            return forms[0] if len(forms) == 1 else {"anyOf": forms}
        if origin is list:
            return _array(self.shape(get_args(annotation)[0]))
        if origin is dict:
            keys, values = get_args(annotation)
            entries = {"type": "object", "additionalProperties": self.shape(values)}
            pattern = self.shape(keys).get("pattern")
            return {**entries, "propertyNames": {"pattern": pattern}} if pattern else entries
        return self.reference(annotation)


def _step(sections: _Sections) -> JsonSchema:
    """One object with all verbs and their options: editors complete and explain that best."""
    properties: dict[str, JsonSchema] = {}
    needed: dict[str, list[str]] = {}
    for verb, model in STEP_ARGUMENTS.items():
        form = sections.map_form(model)
        for option, wanted in form["properties"].items():
            if option == verb:
                wanted = {
                    **wanted,
                    "title": verb,
                    "description": f"{_description(model)} {wanted['description']}",
                }
            else:
                wanted = {**wanted, "description": f"{verb}: {wanted['description']}"}
            properties[option] = _joined(properties.get(option), wanted)
        others = [option for option in form.get("required", []) if option != verb]
        if others:
            needed[verb] = others
    return {
        "title": "Step",
        "description": "Something that is done: a verb and its options.",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "dependentRequired": needed,
        "minProperties": 1,
    }


def _joined(first: JsonSchema | None, second: JsonSchema) -> JsonSchema:
    """An option that several verbs share, each with its own meaning."""
    if first is None:
        return second
    shapes = [{key: value for key, value in one.items() if key != "description"} for one in (first, second)]
    described = {"description": f"{first['description']} · {second['description']}"}
    return {**described, **(shapes[0] if shapes[0] == shapes[1] else {"anyOf": shapes})}


def _loosened(node: Any) -> Any:
    """A copy for variants: nothing is required, and entries of maps may be removed."""
    if isinstance(node, list):
        return [_loosened(item) for item in node]
    if not isinstance(node, dict):
        return node
    loose = {key: _loosened(value) for key, value in node.items() if key != "required" or not isinstance(value, list)}
    reference = loose.get("$ref")
    if isinstance(reference, str) and reference != "#/$defs/Step":
        loose["$ref"] = reference.replace("#/$defs/", f"#/$defs/{_VARIANT}")
    if loose.get("type") == "array" and "items" in loose:
        parents = {"const": INHERITED, "description": "The entries of the parent stand here."}
        loose["items"] = {"anyOf": [parents, loose["items"]]}
    if loose.get("type") == "object":
        loose["properties"] = {**loose.get("properties", {})}
        loose["properties"].setdefault("remove", _REMOVAL)
    return loose


def _annotation(section: type[Section], name: str) -> Any:
    return get_type_hints(section, include_extras=True)[name]


def _values(form: JsonSchema) -> JsonSchema:
    entries: JsonSchema = form["additionalProperties"]
    return entries


def _array(items: JsonSchema) -> JsonSchema:
    return {"type": "array", "items": items}


def _description(section: type[Section]) -> str:
    return " ".join((section.__doc__ or "").split())
