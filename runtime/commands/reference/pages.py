"""The pages of the reference on steps, functions, movers, bots, types, events and commands."""

from __future__ import annotations

import ast
import inspect
from inspect import getdoc
from itertools import pairwise
from typing import Any

import typer.main

from interpreter import plugin
from interpreter.expressions import CONSTANTS, MEANINGS, OF_EVERYTHING, PLACES, PLAIN_TYPES, RULES, VIEW, types
from interpreter.plugin import BUILT_IN, Function
from interpreter.spec.model import STEP_ARGUMENTS, section
from runtime.bots import bot_names
from runtime.commands.reference import examples
from runtime.commands.reference.sections import in_words, options, page, sentence, table

STEPS_ABOUT = (
    "A step goes in a list under `setup`, `effects`, `do` and the like. It is a statement on one line, or "
    "a map with one verb and its options; **bold** options are required."
)
STATEMENTS = [
    ["`c.mark = me`", "Gives a property, a variable or a list of them a value; also `+=` and `-=`."],
    ["`let gain = 3`", "Names a value for the rest of the block."],
    ["`again`", "The same player has another turn; under `when_stuck`, a player who passes."],
]


def steps_page() -> str:
    """All statements and verbs."""
    plugin.steps()
    statements = ["## Statements", "", *table(["statement", "what it does"], STATEMENTS)]
    return page("Steps", STEPS_ABOUT, statements, *(_step(verb) for verb in STEP_ARGUMENTS))


def _step(verb: str) -> list[str]:
    model = STEP_ARGUMENTS[verb]
    about = sentence(model.__doc__)
    return [
        f"## {verb}",
        "",
        about,
        "",
        *table(["option", "takes", "what it says"], options(model)),
        *_step_example(verb),
    ]


def _step_example(verb: str) -> list[str]:
    text, game = examples.steps().get(verb, ("", ""))
    return ["", f"For example, in {game}:", "", "```yaml", text, "```"] if text else []


FUNCTIONS_ABOUT = (
    "`T` is any type, `T…` one or more values. A `spot` is a site, a piece or none. A parameter with "
    "`= value` may be left out, as may one with `?` after its name; items of a `list T?` may be none. The "
    "last argument may be a comprehension: `any(x.lit for x in grid)`. An example names the game that it is from."
)


def functions_page() -> str:
    """All functions by group."""
    groups: dict[str, list[Function]] = {}
    for function in plugin.functions().values():
        groups.setdefault(function.group, []).append(function)
    return page("Functions", FUNCTIONS_ABOUT, *(_function(group, groups[group]) for group in sorted(groups)))


def _function(group: str, members: list[Function]) -> list[str]:
    rows = [
        [
            "<br>".join(f"`{signature.text}`" for signature in function.signatures),
            function.about,
            _function_example(function.name),
        ]
        for function in sorted(members, key=lambda each: each.name)
    ]
    return [f"## {group.capitalize()}", "", *table(["function", "what it gives", "example"], rows)]


def _function_example(name: str) -> str:
    text, game = examples.calls().get(name, ("", ""))
    return f"`{text}`{f' ({game})' if game else ''}" if text else ""


MOVERS_ABOUT = (
    "`moves:` in an action names a mover, which lists the action's moves if trying all choices would take too long: "
    "`moves: spellings(tiles)`. The brackets hold the choices that it fills in. Everything that it lists is legal."
)


def movers_page() -> str:
    """All movers by name."""
    return page("Movers", MOVERS_ABOUT, *(_mover(name) for name in sorted(plugin.movers())))


def _mover(name: str) -> list[str]:
    return [f"## {name}", "", *(getdoc(plugin.movers()[name]) or "").splitlines()]


BOTS_ABOUT = (
    "`bot:` in `ai` names how the computer plays, in `assist: {hints: …}` how hints are found. Bots see what their "
    "player may see. [Their options](sections.md#ai) stand beside `bot`."
)


def bots_page() -> str:
    """All bots by name."""
    return page("Bots", BOTS_ABOUT, *(_bot(name) for name in sorted(bot_names())))


def _bot(name: str) -> list[str]:
    return [f"## {name}", "", *(getdoc(plugin.bots()[name]) or "").splitlines()]


EVENTS_ABOUT = (
    "What happened during an action, in order. The log, animations and acceptance tests refer to events by "
    "name. A spec adds its own with the step [event](steps.md#event)."
)


def events_page() -> str:
    """The events that the engine itself emits."""
    rows = [[f"`{name}`", ", ".join(f"`{field}`" for field in fields)] for name, fields in BUILT_IN.items()]
    return page("Events", EVENTS_ABOUT, table(["event", "fields"], rows))


TYPES_ABOUT = "Every expression has a type, known before the game starts, and every option takes one kind of text."
LISTS = "Values of one type in order. A board is the list of its sites, a zone the list of its pieces."


def types_page() -> str:
    """The types of values, the names that are always available, and the kinds of texts."""
    return page("Types", TYPES_ABOUT, _value_types(), _known_names(), _own_properties(), _text_kinds())


def _value_types() -> list[str]:
    written = {type(kind): f"`{name}`" for name, kind in PLAIN_TYPES.items()}
    written[types.Words] = "`player`, `direction`, `axis` or the name of an enum"
    written[types.Piece] = "the name of a kind of pieces"
    written[types.Number] = "`number`, or a range such as `1..9`"
    written[types.Maybe] = "`T or none`"
    rows = [[how, sentence(kind.__doc__)] for kind, how in written.items()]
    rows.append(["`list T`", LISTS])
    return ["## Types of values", "", *table(["written", "what it is"], rows)]


def _known_names() -> list[str]:
    places = {name: PLACES.get(name, "everywhere in rules") for name in sorted(RULES | VIEW)}
    places |= dict.fromkeys(CONSTANTS, "everywhere")
    rows = [[f"`{name}`", place, MEANINGS[name]] for name, place in places.items()]
    return ["## Names that every game has", "", *table(["name", "known in", "what it is"], rows)]


def _own_properties() -> list[str]:
    rows = [[of, f"`.{name}`" if name.isidentifier() else name, kind, about] for of, name, kind, about in OF_EVERYTHING]
    about = "Besides these, a site has the properties under `cell:` of its board, and a piece those of its kind."
    listed = table(["of", "name", "type", "what it is"], rows)
    return ["## Properties that need not be declared", "", about, "", *listed]


def _text_kinds() -> list[str]:
    """The kinds of texts, explained by the docstrings that follow them in the source."""
    body = ast.parse(inspect.getsource(section)).body
    rows: list[list[str]] = []
    for kind, about in pairwise(body):
        if not isinstance(kind, ast.Assign) or not isinstance(about, ast.Expr):
            continue
        target = kind.targets[0]
        if isinstance(target, ast.Name) and isinstance(about.value, ast.Constant):
            name = in_words(getattr(section, target.id), lambda inner: inner.__name__)
            rows.append([name, sentence(str(about.value.value))])
    single = [row for row in rows if " or a list" not in row[0]]
    return ["## Kinds of texts", "", *table(["kind", "what it is"], single)]


COMMANDS_ABOUT = "`tilewright --help` lists the commands, `tilewright COMMAND --help` the options of one."
EXIT_CODES = [
    ["0", "All is well; there may be warnings."],
    ["1", "A spec has mistakes, a test fails, or `doctor` found something broken."],
    ["2", "The command line is wrong: an unknown option, name, setting or file."],
    ["70", "Tilewright has a bug."],
]


def commands_page() -> str:
    """All commands with their arguments and options."""
    from runtime.cli import app

    group: Any = typer.main.get_command(app)
    codes = ["## Exit codes", "", *table(["code", "what it means"], EXIT_CODES)]
    return page(
        "Commands", COMMANDS_ABOUT, *(_command(name, command) for name, command in group.commands.items()), codes
    )


def _command(name: str, command: Any) -> list[str]:
    lines = [f"## {name}", "", sentence(command.help)]
    rows = [_row(parameter) for parameter in command.params if parameter.name != "help"]
    return [*lines, "", *table(["argument or option", "what it says"], rows)] if rows else lines


def _row(parameter: Any) -> list[str]:
    if parameter.param_type_name == "argument":
        return [f"`{parameter.metavar}`", parameter.help or ""]
    return [", ".join(f"`{option}`" for option in (*parameter.opts, *parameter.secondary_opts)), parameter.help or ""]
