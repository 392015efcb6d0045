"""Advice: explains a mistake in words, with what to write instead and, if there is one, the edit that fixes it."""

from collections.abc import Callable
from typing import Any

from interpreter.advice import calls, names, sections, syntax, values, yaml_text
from interpreter.language import mistakes as found
from interpreter.spec import mistakes as read
from interpreter.spec.diagnostics import Diagnostic, Mistake

WORDS: dict[type[Mistake], Callable[[Any], Diagnostic]] = {
    found.SyntaxMistake: syntax.syntax_mistake,
    found.UnknownName: names.unknown_name,
    found.UnfilledText: names.unfilled_text,
    found.UnknownType: names.unknown_type,
    found.AmbiguousSite: names.ambiguous_site,
    found.UnknownSite: names.unknown_site,
    found.UnknownFunction: calls.unknown_function,
    found.UnknownArgument: calls.unknown_argument,
    found.TypeWithoutValues: calls.type_without_values,
    found.ArgumentCount: calls.argument_count,
    found.MissingLoop: calls.missing_loop,
    found.SwappedArguments: calls.swapped_arguments,
    found.WrongArgument: calls.wrong_argument,
    found.WrongCall: calls.wrong_call,
    found.MisplacedRoute: calls.misplaced_route,
    found.MisplacedStop: calls.misplaced_stop,
    found.WrongType: values.wrong_type,
    found.MayBeNone: values.may_be_none,
    found.Repeated: values.repeated,
    found.UnknownLetter: values.unknown_letter,
    found.NotComparable: values.not_comparable,
    found.UnknownProperty: values.unknown_property,
    found.NoBorders: values.no_borders,
    found.PropertyOfList: values.property_of_list,
    found.NoItems: values.no_items,
    found.WrongKey: values.wrong_key,
    read.YamlMistake: yaml_text.yaml_mistake,
    read.OpenQuote: yaml_text.open_quote,
    read.OpenBracket: yaml_text.open_bracket,
    read.UnknownKey: sections.unknown_key,
    read.MissingKey: sections.missing_key,
    read.NotTogether: sections.not_together,
    read.Unnamed: sections.unnamed,
    read.OptionAsName: sections.option_as_name,
    read.ReplacedKind: sections.replaced_kind,
    read.UnknownWord: sections.unknown_word,
    read.Malformed: sections.malformed,
    read.OutOfRange: sections.out_of_range,
    read.UnknownStep: sections.unknown_step,
    read.TwoVerbs: sections.two_verbs,
    read.SeveralNames: sections.several_names,
    read.WrongShape: sections.wrong_shape,
}
"""What words each kind of mistake."""
