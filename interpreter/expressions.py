"""Expressions outside the rules, as tests, lessons and pictures have them: their types and terms, the scope they stand
in, how they are checked, and what they are worth in a position."""

from interpreter.advice.names import extents, no_site_help
from interpreter.advice.values import form_of
from interpreter.language import nodes, terms, types
from interpreter.language.checker import Checker
from interpreter.language.evaluator import Evaluator, in_words
from interpreter.language.parser import parse
from interpreter.language.properties import OF_EVERYTHING
from interpreter.language.scope import CONSTANTS, PLACES, PLAIN_TYPES, RULES, VIEW, Property, Schema, Scope, Zone
from interpreter.language.terms import free_variables
from interpreter.language.types import (
    FLAG,
    NOTHING,
    NUMBER,
    SITE,
    TEXT,
    BoardSites,
    Border,
    Flag,
    Letter,
    Listing,
    Maybe,
    Number,
    Piece,
    Record,
    Site,
    Text,
    Type,
    Unknown,
    Words,
    ZonePieces,
    can_be_none,
    default_value,
    first_key,
    is_reference,
    named,
    strip,
)
from interpreter.library.steps.step import Step, StepChecker
from interpreter.program.world import KnownWorld, StateWorld, fill_template, split_template
from interpreter.rules.view_scope import event_names, event_type, view_scope

__all__ = [
    "CONSTANTS",
    "FLAG",
    "NOTHING",
    "NUMBER",
    "OF_EVERYTHING",
    "PLACES",
    "PLAIN_TYPES",
    "RULES",
    "SITE",
    "TEXT",
    "VIEW",
    "BoardSites",
    "Border",
    "Checker",
    "Evaluator",
    "Flag",
    "KnownWorld",
    "Letter",
    "Listing",
    "Maybe",
    "Number",
    "Piece",
    "Property",
    "Record",
    "Schema",
    "Scope",
    "Site",
    "StateWorld",
    "Step",
    "StepChecker",
    "Text",
    "Type",
    "Unknown",
    "Words",
    "Zone",
    "ZonePieces",
    "can_be_none",
    "default_value",
    "event_names",
    "event_type",
    "extents",
    "fill_template",
    "first_key",
    "form_of",
    "free_variables",
    "in_words",
    "is_reference",
    "named",
    "no_site_help",
    "nodes",
    "parse",
    "split_template",
    "strip",
    "terms",
    "types",
    "view_scope",
]
