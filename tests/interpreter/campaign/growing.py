"""Specs that grow in one dimension each, some correct and some with many mistakes."""

from collections.abc import Callable

HEAD = "game: growing\ntitle: Growing\n"
PLAYERS = "players:\n  white: {title: White}\n  black: {title: Black}\n"
BOARD = "boards:\n  grid: {columns: 3, rows: 3, cell: {disc: player or none}, legend: {W: white, B: black}}\n"
ACTIONS = """\
actions:
  place:
    choose:
      c: {from: grid, where: it.disc == none}
    effects:
      - c.disc = me
"""
CELLS = "boards:\n  grid:\n    columns: 3\n    rows: 3\n    cell:\n      disc: player or none\n"
ENDS = "end_conditions:\n  full:\n    when: all(x.disc != none for x in grid)\n    winner: none\n"

Grown = Callable[[int], str]


def spec(
    head: str = HEAD,
    players: str = PLAYERS,
    board: str = BOARD,
    actions: str = ACTIONS,
    ends: str = ENDS,
    more: str = "",
) -> str:
    """A small game, with some of its parts replaced or extended."""
    return head + players + board + actions + ends + more


def lines(count: int, line: str) -> str:
    """The same line many times. `#` stands for its number, which differs from those in a spec of another size."""
    return "".join(line.replace("#", str(number)) + "\n" for number in numbers(count))


def numbers(count: int) -> range:
    """The numbers of that many lines."""
    return range(10 * count, 11 * count)


def many_actions(count: int) -> str:
    one = "  act_#:\n    choose:\n      c: {from: grid, where: it.disc == none}\n    effects:\n      - c.disc = me"
    return spec(actions="actions:\n" + lines(count, one))


def plain_actions(count: int) -> str:
    return spec(actions="actions:\n" + lines(count, "  act_#:\n    effects:\n      - a1.disc = me"))


def many_defines(count: int) -> str:
    used = "define:\n" + lines(count, "  far_#(site s): s.disc == none and # > 1")
    return spec(more=used)


def chained_defines(count: int) -> str:
    chain = "define:\n  far: 1\n" + lines(count, "  near_#: far + #")
    return spec(more=chain)


def many_settings(count: int) -> str:
    return spec(more="settings:\n" + lines(count, "  size_#: {default: 3, range: 1..9, title: Size #}"))


def many_options(count: int) -> str:
    options = lines(count, "      way_#: The way #.")
    return spec(more=f"settings:\n  way:\n    default: way_{10 * count}\n    options:\n{options}")


def many_entities(count: int) -> str:
    return spec(more="entities:\n" + lines(count, "  man_#: {owner: player, worth: 1..9}"))


def many_properties(count: int) -> str:
    return spec(more="entities:\n  man:\n" + lines(count, "    worth_#: 1..9"))


def many_cell_properties(count: int) -> str:
    return spec(board=CELLS + lines(count, "      lit_#: flag"))


def many_types(count: int) -> str:
    return spec(more="types:\n" + lines(count, "  colour_#: [red_#, blue_#]"))


def many_words(count: int) -> str:
    return spec(more="types:\n  colour:\n" + lines(count, "    - red_#"))


def many_zones(count: int) -> str:
    return spec(more="entities:\n  man: {owner: player}\nzones:\n" + lines(count, "  rack_#: {holds: man, size: 4}"))


def many_boards(count: int) -> str:
    boards = lines(count, "  side_#: {columns: 2, rows: 2, cell: {lit: flag}}")
    return spec(board=BOARD + boards)


def many_legends(count: int) -> str:
    words = ", ".join(f"red_{number}" for number in numbers(count))
    legend = lines(count, "      s#: red_#")
    board = f"{CELLS}      hue: colour or none\n    legend:\n{legend}"
    return spec(board=board, more=f"types:\n  colour: [{words}]\n")


def many_variables(count: int) -> str:
    return spec(more="state:\n" + lines(count, "  score_#: {per: player, start: 0}"))


def many_tables(count: int) -> str:
    return spec(more="tables:\n" + lines(count, "  worth_#: [1, 2, 3]"))


def long_table(count: int) -> str:
    return spec(more="tables:\n  worth:\n" + lines(count, "    #: #"))


def long_list_table(count: int) -> str:
    return spec(more="tables:\n  worth:\n" + lines(count, "    - #"))


def repeated_letters(count: int) -> str:
    return spec(more="tables:\n  points: " + "A=1 " * count + "\n")


def folded_letters(count: int) -> str:
    return spec(more="tables:\n  points: >\n" + lines(count, "    A=1"))


def many_steps(count: int) -> str:
    return spec(actions=ACTIONS + lines(count, "      - c.disc = me"))


def many_lets(count: int) -> str:
    return spec(actions=ACTIONS + lines(count, "      - let far_# = # + 1"))


def many_requires(count: int) -> str:
    one = "      - require: check_#\n        check: c.disc == none\n        else: Taken #."
    return spec(actions=ACTIONS.replace("      - c.disc = me\n", lines(count, one) + "      - c.disc = me\n"))


def many_choices(count: int) -> str:
    choices = lines(count, "      far_#: {from: grid}")
    effects = lines(count, "      - far_#.disc = me")
    return spec(actions=f"actions:\n  place:\n    choose:\n{choices}    effects:\n{effects}")


def many_routines(count: int) -> str:
    return spec(more="routines:\n" + lines(count, "  settle_#:\n    - a1.disc = white"))


def many_ends(count: int) -> str:
    one = "  full_#:\n    when: all(x.disc != none for x in grid)\n    winner: none"
    return spec(ends="end_conditions:\n" + lines(count, one))


def many_phases(count: int) -> str:
    phases = lines(count, "    phase_#: {actions: [place]}")
    return spec(more=f"turns:\n  phases:\n{phases}")


def many_players(count: int) -> str:
    return spec(players="players:\n  white: {}\n  black: {}\n" + lines(count, "  man_#: {title: Man #}"))


def many_levels(count: int) -> str:
    levels = lines(count, "  level_#: {size: 4}")
    return spec(more=f"settings:\n  size: {{default: 3, range: 1..9, title: Size}}\nlevels:\n{levels}")


def many_tests(count: int) -> str:
    one = "  test_#:\n    when: [{place: a1}]\n    then: [to_move == black]"
    return spec(more="acceptance:\n" + lines(count, one))


def many_pictures(count: int) -> str:
    return spec(more="acceptance:\n" + lines(count, _drawn("W")))


def _drawn(symbol: str) -> str:
    """A test with a picture."""
    given = f"    given:\n      grid: |\n        ...\n        .{symbol}.\n        ..."
    return f"  test_#:\n{given}\n    when: [{{place: a1}}]\n    then: [to_move == black]"


def many_looks(count: int) -> str:
    looks = lines(count, "        - {when: it.disc == white, colour: amber}")
    return spec(more=f"view:\n  boards:\n    grid:\n      looks:\n{looks}")


def many_texts(count: int) -> str:
    return spec(more="view:\n  status:\n" + lines(count, "    - {when: to_move == white, say: 'Move #, {to_move}.'}"))


def many_rules(count: int) -> str:
    return spec(more="rules:\n" + lines(count, "  R#: A rule #."))


def many_regions(count: int) -> str:
    return spec(board=CELLS + "    regions:\n" + lines(count, "      box_#: [3, 1]"))


def many_sites(count: int) -> str:
    path = " ".join(f"s{number}" for number in range(count))
    return spec(board=f"boards:\n  grid:\n    shape: graph\n    lines: [{path}]\n    cell: {{disc: player or none}}\n")


def long_sum(count: int) -> str:
    return spec(more=f"define:\n  total: {' + '.join(['1'] * min(count, 900))}\n")


def deep_brackets(count: int) -> str:
    return spec(more=f"define:\n  total: {'(' * min(count, 900)}1{')' * min(count, 900)}\n")


def long_text(count: int) -> str:
    return spec(head=HEAD + f"about: {'word ' * count}\n")


def long_template(count: int) -> str:
    return spec(more=f"view:\n  status:\n    - say: '{'{to_move} ' * count}'\n")


def long_comment(count: int) -> str:
    return spec(more="# A comment.\n" * count)


def deep_yaml(count: int) -> str:
    return spec(more=f"tables:\n  deep: {'[' * count}{']' * count}\n")


def aliases(count: int) -> str:
    return HEAD + "tables:\n  a: &a [1]\n" + lines(count, "  b#: [*a, *a, *a]")


RIGHT: list[Grown] = [
    many_actions,
    plain_actions,
    many_defines,
    chained_defines,
    many_settings,
    many_options,
    many_entities,
    many_properties,
    many_cell_properties,
    many_types,
    many_words,
    many_zones,
    many_boards,
    many_legends,
    many_variables,
    many_tables,
    long_table,
    long_list_table,
    repeated_letters,
    folded_letters,
    many_steps,
    many_lets,
    many_requires,
    many_choices,
    many_routines,
    many_ends,
    many_phases,
    many_players,
    many_levels,
    many_tests,
    many_pictures,
    many_looks,
    many_texts,
    many_rules,
    many_regions,
    many_sites,
    long_sum,
    deep_brackets,
    long_text,
    long_template,
    long_comment,
    deep_yaml,
    aliases,
]


def unknown_names(count: int) -> str:
    return spec(more="define:\n" + lines(count, "  far_#: unheard_of_# + 1"))


def unknown_names_beside_many(count: int) -> str:
    known = lines(count, "  well_known_#: #")
    return spec(more=f"define:\n{known}" + lines(count, "  far_#: unheard_of_# + 1"))


def unknown_keys(count: int) -> str:
    return spec(more=lines(count, "unheard_of_#: 1"))


def unknown_steps(count: int) -> str:
    return spec(actions=ACTIONS + lines(count, "      - unheard_of_#: 1"))


def unknown_functions(count: int) -> str:
    return spec(more="define:\n" + lines(count, "  far_#: unheard_of_#(1)"))


def unknown_properties(count: int) -> str:
    return spec(more="define:\n" + lines(count, "  far_#(site s): s.unheard_of_#"))


def unknown_words(count: int) -> str:
    return spec(more="define:\n" + lines(count, "  far_#(site s): s.disc == unheard_of_#"))


def unknown_types(count: int) -> str:
    return spec(more="entities:\n  man:\n" + lines(count, "    p#: unheard_of_#"))


def wrong_types(count: int) -> str:
    return spec(more="define:\n" + lines(count, "  far_#: not 'a' + #"))


def syntax_mistakes(count: int) -> str:
    return spec(more="define:\n" + lines(count, "  far_#: 1 + + (# and"))


def wrong_shapes(count: int) -> str:
    return spec(more="settings:\n" + lines(count, "  size_#: [1, #]"))


def missing_keys(count: int) -> str:
    return spec(more="settings:\n" + lines(count, "  size_#: {title: Size #}"))


def empty_values(count: int) -> str:
    return spec(more="define:\n" + lines(count, "  far_#:"))


def duplicate_keys(count: int) -> str:
    return spec(more="define:\n" + lines(count, "  far: #"))


def cut_texts(count: int) -> str:
    return spec(more="settings:\n" + lines(count, "  size_#: {default: 1, title: One, two}"))


def braces(count: int) -> str:
    return spec(more="rules:\n" + lines(count, "  R#: {c}"))


def open_brackets(count: int) -> str:
    return spec(more="tables:\n" + lines(count, "  t#: {a: f(1, b: 2}"))


def unknown_symbols(count: int) -> str:
    return spec(more="acceptance:\n" + lines(count, _drawn("Q")))


def impossible_tests(count: int) -> str:
    one = "  test_#:\n    when: [{unheard_of_#: a1}]\n    then: [{unheard_of_#: 1}]"
    return spec(more="acceptance:\n" + lines(count, one))


def unheard_of_legends(count: int) -> str:
    return spec(board=CELLS + "    legend:\n" + lines(count, "      s#: unheard_of_#"))


def twice_given_names(count: int) -> str:
    known = lines(count, "  far_#: #")
    return spec(more=f"define:\n{known}tables:\n{known}")


def unread_choices(count: int) -> str:
    return spec(actions=ACTIONS.replace("    effects", f"{lines(count, '      d#: grid')}    effects"))


def long_unknown_name(count: int) -> str:
    length = min(count // 4, 200)
    return spec(more=f"define:\n  {'near' * length}: 1\n  far: {'naer' * length}\n")


def long_unknown_names(count: int) -> str:
    """Names as long as YAML allows that differ in a letter or two."""
    known = lines(min(count, 900), f"  {'near' * 200}_#: #")
    return spec(more=f"define:\n{known}" + lines(min(count, 900) // 10, f"  far_#: {'naer' * 200}_#"))


def long_unknown_key(count: int) -> str:
    return spec(more=f"{'end_condition' * min(count, 70)}: 1\n")


def unknown_names_without_players(count: int) -> str:
    return spec(players="", more="define:\n" + lines(count, "  far_#: unheard_of_# + 1"))


def names_of_broken_steps(count: int) -> str:
    return spec(actions=ACTIONS + lines(count, "      - lte far_# = 1\n      - near_# = far_#"))


def tabs(count: int) -> str:
    return spec(more=lines(count, "\t# a"))


def tags(count: int) -> str:
    return spec(more="define:\n" + lines(count, "  far_#: !a 1"))


WRONG: list[Grown] = [
    unknown_names,
    unknown_names_beside_many,
    unknown_keys,
    unknown_steps,
    unknown_functions,
    unknown_properties,
    unknown_words,
    unknown_types,
    wrong_types,
    syntax_mistakes,
    wrong_shapes,
    missing_keys,
    empty_values,
    duplicate_keys,
    cut_texts,
    braces,
    open_brackets,
    unknown_symbols,
    impossible_tests,
    unheard_of_legends,
    twice_given_names,
    unread_choices,
    long_unknown_name,
    long_unknown_key,
    long_unknown_names,
    unknown_names_without_players,
    names_of_broken_steps,
    tabs,
    tags,
]
