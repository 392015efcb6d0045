"""Mistakes in tests are found without running them, at the very words."""

import pytest

from interpreter import Diagnostics, loads
from runtime.testing import check_acceptance, run_tests

NO_MISTAKES = """
        fine:
          covers: R-1
          when:
            - place: a1
          then:
            - not over
        """


def test_a_test_without_mistakes(marks, problems):
    assert problems(marks(NO_MISTAKES)) == []


@pytest.mark.parametrize(
    ("given", "text", "message", "help"),
    [
        ("settings: {siez: 3}", "siez", "There is no setting ‘siez’.", "Did you mean ‘size’?"),
        ("settings: {size: 9}", "9", "size takes numbers from 3 to 5, not 9.", "Write one of these."),
        ("settings: {bonus: 7}", "7", "bonus takes true or false, not 7.", "Write one of these."),
        ("level: easy", "easy", "There is no level ‘easy’.", "This game has no levels, so leave this out."),
        ("to_move: corss", "corss", "There is no player corss.", "Did you mean ‘cross’?"),
        (
            "random: {luck: a1}",
            "luck",
            "The test scripts ‘luck’, from which no step draws.",
            "There is none yet: declare it first.",
        ),
        ("grdi: none", "grdi", "‘grdi’ is not a board, a zone or an option of given.", "Did you mean ‘grid’?"),
        (
            "placed: 3",
            "placed",
            "‘placed’ is not a board, a zone or an option of given.",
            "Set a variable with a step below do:, ‘- placed = 3’.",
        ),
        (
            "score: {nought: 4, cross: 2}",
            "score",
            "‘score’ is not a board, a zone or an option of given.",
            "Set a variable with a step below do:, ‘- score[nought] = 4’.",
        ),
        (
            "score: 4",
            "score",
            "‘score’ is not a board, a zone or an option of given.",
            "Set a variable with a step below do:, ‘- score[cross] = 4’.",
        ),
        ("grid.mrak: none", "mrak", "The cells of grid have no ‘mrak’.", "Did you mean ‘mark’?"),
        ("do: [plcaed = 3]", "plcaed", "There is nothing called ‘plcaed’ here.", "Did you mean ‘placed’?"),
        ("phase: later", "later", "There is no phase later.", "There is none yet: declare it first."),
        ("turn_number: x", "x", "turn_number is a number from 1.", "Write 1 for the first turn."),
        ("grid: {at: e1, rows: X}", "e1", "Board grid has no site e1.", "grid goes from a1 to c3."),
        (
            "grid: {at: a1, rows: XQ}",
            "Q",
            "Symbol ‘Q’ is not in the legend.",
            "Add it to the legend: of grid. Take X or O.",
        ),
        (
            "grid: {at: c1, rows: XO}",
            "O",
            "Row 1 has 2 symbols, but from c1 on the board has 1 column.",
            "Leave these out, or begin further left.",
        ),
    ],
)
def test_given(marks, problems, given, text, message, help):
    test = f"""
        test:
          given:
            {given}
          then:
            - not over
        """
    assert problems(marks(test)) == [(text, message, help)]


@pytest.mark.parametrize(
    ("given", "text", "message", "help"),
    [
        ("rack: {bbo: X}", "bbo", "There is no rack of ‘bbo’.", "Did you mean ‘bob’?"),
        ("rack: X", "X", "There is more than one rack.", "Say which, as in {ann: X}."),
        ("rack: {ann: A B C D E}", "A B C D E", "‘rack’ holds 4; this gives 5.", "Write at most 4 symbols."),
        ("bin: A 1", "1", "‘1’ is not a valid tile.", "Write a letter, or a symbol of a legend."),
        (
            "random: {letters: A 1}",
            "1",
            "‘1’ is not a valid letter for ‘letters’.",
            "Write one letter in quotes, such as 'a'.",
        ),
        (
            "random: {leters: A}",
            "leters",
            "The test scripts ‘leters’, from which no step draws.",
            "Did you mean ‘letters’?",
        ),
    ],
)
def test_given_zones_and_scripts(tiles, problems, given, text, message, help):
    test = f"""
        test:
          given:
            {given}
          then:
            - not over
        """
    assert problems(tiles(test)) == [(text, message, help)]


@pytest.mark.parametrize(
    ("when", "text", "message", "help"),
    [
        ("plaec: a1", "plaec", "There is no action plaec.", "Did you mean ‘place’?"),
        ("undoo", "undoo", "There is no action undoo.", "Did you mean ‘undo’?"),
        (
            "place: z9",
            "z9",
            "There is no site z9.",
            "grid goes from a1 to c3. Write it as in ‘- place: a1’, which gives c.",
        ),
        (
            "place: a1 b1",
            "b1",
            "place has no choice left for ‘b1’: it chooses c.",
            "Write it as in ‘- place: a1’, which gives c.",
        ),
        ("place", "place", "place chooses c; ‘c’ is missing.", "Write it as in ‘- place: a1’, which gives c."),
        ("place: {}", "{}", "place chooses c; ‘c’ is missing.", "Write it as in ‘- place: a1’, which gives c."),
        ("place: {d: a1}", "d", "place does not choose ‘d’.", "There is only c."),
        (
            "place: [a1]",
            "[a1]",
            "place takes one value, c.",
            "Write ‘- place: a1’.",
        ),
        ("place: {c: a1 b1}", "a1 b1", "‘c’ is one value.", "Write c: and one word."),
        (
            "split: 4",
            "4",
            "‘4’ is not a valid 0..3 for n.",
            "Write a whole number such as placed, score[…] or size. Write it as in ‘- split: 0’, which gives n.",
        ),
        ("give_up: a1", "a1", "give_up has no choice left for ‘a1’: it chooses nothing.", "Write ‘- give_up’."),
        ("undo: 2", "2", "undo takes no value.", "Write ‘- undo’ alone."),
        ("bot", "bot", "bot needs a value.", "Write ‘- bot: …’."),
        ("bot: corss", "corss", "There is no player corss.", "Did you mean ‘cross’?"),
        (
            "play: {bot: clever}",
            "clever",
            "There is no bot clever.",
            "Take random, ranked, search, solver or tree.",
        ),
        (
            "play: {bot: random, untl: end}",
            "untl",
            "‘untl’ is not an option of play. It takes bot, until, at_most.",
            "Did you mean ‘until’?",
        ),
        ("play: {bot: random, until: ovr}", "ovr", "There is nothing called ‘ovr’ here.", "Did you mean ‘over’?"),
        ("play: {bot: random, at_most: x}", "x", "at_most takes a number.", "Write at_most: 100."),
        ("play: random", "random", "play takes {bot, until, at_most}.", "Write play: {bot: random, until: end}."),
        ("click: a9", "a9", "There is nothing called ‘a9’ to click.", "Did you mean ‘a1’?"),
        (
            "expect: {endde: full}",
            "endde",
            "‘endde’ is neither a check nor a board or zone.",
            "Did you mean ‘ended’?",
        ),
        (
            "expect: {refused: c}",
            "refused",
            "refused is about the last action, and there is none before it.",
            "Put the action under when:, before it.",
        ),
    ],
)
def test_when(marks, problems, when, text, message, help):
    test = f"""
        test:
          when:
            - {when}
          then:
            - not over
        """
    assert problems(marks(test)) == [(text, message, help)]


@pytest.mark.parametrize(
    ("when", "text", "message", "help"),
    [
        ("lay: A1 b1", "A1", "‘A1’ is neither a site nor a tile.", "Did you mean ‘a1’?"),
        ("lay: {tile: [A], at: b1}", "[A]", "‘tile’ is one value.", "Write tile: and one word."),
        ("write: {placed: [a1]}", "a1", "‘tile’ is missing.", "Write site/tile."),
        (
            "write: {placed: [a1 A B]}",
            "B",
            "An item of ‘placed’ has site, tile; this gives 3 values.",
            "Write site/tile.",
        ),
        ("write: {placed: {site: a1}}", "{site: a1}", "‘placed’ is a list.", "Write placed: [{site: a1}]."),
        ("drop: [A, C D]", "C D", "Each item of ‘tiles’ is one value.", "Write C, D."),
    ],
)
def test_when_with_pieces(tiles, problems, when, text, message, help):
    test = f"""
        test:
          when:
            - {when}
          then:
            - not over
        """
    assert problems(tiles(test)) == [(text, message, help)]


@pytest.mark.parametrize(
    ("then", "text", "message", "help"),
    [
        ("lgeal: {place: 3}", "lgeal", "‘lgeal’ is neither a check nor a board or zone.", "Did you mean ‘legal’?"),
        ("draft: {plce: a1}", "plce", "There is no action plce.", "Did you mean ‘place’?"),
        (
            "refused: full",
            "full",
            "refused: full is not a choice, a check or a require of place.",
            "Take c, not_in_the_middle, over, turn, only_if, phase, continuation or forced.",
        ),
        (
            "refused: not_in_the_midle",
            "not_in_the_midle",
            "refused: not_in_the_midle is not a choice, a check or a require of place.",
            "Did you mean ‘not_in_the_middle’?",
        ),
        ("legal: {plce: 3}", "plce", "There is no action plce.", "Did you mean ‘place’?"),
        (
            "legal: {place: [z1]}",
            "z1",
            "There is no site z1.",
            "grid goes from a1 to c3. Write it as in ‘- place: a1’, which gives c.",
        ),
        (
            "legal: {place: all}",
            "all",
            "legal takes a list of moves or a number for place.",
            "Write place: 2 for their number, or place: [a1] for the moves.",
        ),
        ("legal: 3", "3", "legal takes a map.", "Write {place: 3} for the number of moves."),
        ("event: {putt: {site: a1}}", "putt", "No step emits ‘putt’.", "Did you mean ‘put’?"),
        ("event: {put: {sit: a1}}", "sit", "Event put has no field ‘sit’.", "Did you mean ‘site’?"),
        ("event: {put: {site: z1}}", "z1", "‘z1’ is not a valid site for ‘site’.", "Write a site, such as a1."),
        ("event: {put: {by: corss}}", "corss", "‘corss’ is not a valid player for ‘by’.", "Write cross or nought."),
        ("event: {put: a1}", "a1", "The fields of put are a map.", "Write {put: {field: value}}."),
        ("events: [put, pot]", "pot", "No step emits ‘pot’.", "Did you mean ‘put’?"),
        ("ended: ful", "ful", "There is no end condition ful.", "Did you mean ‘full’?"),
        ("ended: [full]", "[full]", "ended takes a text.", "Write ended: and the text on one line."),
        ("unchanged: [grd]", "grd", "‘grd’ is not a board, a zone or a variable.", "Did you mean ‘grid’?"),
        ("shows: [z1]", "z1", "There is no site z1.", "grid goes from a1 to c3."),
        ("me == cross", "me", "‘me’ is known only in rules, view and ai.", "Name a player, or leave it out."),
        (
            "placed == 'a'",
            "placed == 'a'",
            "You cannot compare a number with a letter.",
            "Write a whole number such as score[…] or size.",
        ),
        ("placed", "placed", "A condition needs a flag, but this is a number.", "Did you mean placed > 0?"),
        (
            "grid: {at: a1, rows: XQ}",
            "Q",
            "Symbol ‘Q’ is not in the legend.",
            "Add it to the legend: of grid. Take X or O.",
        ),
    ],
)
def test_then(marks, problems, then, text, message, help):
    test = f"""
        test:
          when:
            - place: a1
          then:
            - {then}
        """
    assert problems(marks(test)) == [(text, message, help)]


@pytest.mark.parametrize("end", ["no_move", "stalled", "full"])
def test_the_engine_has_ends_of_its_own(marks, problems, end):
    test = f"""
        test:
          then:
            - ended: {end}
        """
    assert problems(marks(test)) == []


@pytest.mark.parametrize("name", ["over", "turn", "only_if", "phase", "continuation", "forced"])
def test_reserved_refusals(marks, problems, name):
    test = f"""
        test:
          when:
            - place: a1
          then:
            - refused: {name}
        """
    assert problems(marks(test)) == []


def test_covers_name_rules(marks, problems):
    test = """
        test:
          covers: [R-1, R-9]
          then:
            - not over
        """
    assert problems(marks(test)) == [("R-9", "‘R-9’ in covers is not in rules.", "Did you mean ‘R-1’?")]


def test_all_mistakes_come_in_one_run(marks, problems):
    test = """
        one:
          given:
            settings: {siez: 4}
            to_move: corss
          when:
            - place: z1
          then:
            - ended: ful
        two:
          then:
            - not ovr
        """
    assert [text for text, _, _ in problems(marks(test))] == ["siez", "corss", "z1", "ful", "ovr"]


def test_expressions_are_checked_under_the_settings_of_the_test(marks, problems):
    test = """
        small:
          then:
            - d4.mark == none
        large:
          given:
            settings: {size: 4}
          then:
            - d4.mark == none
        """
    assert problems(marks(test)) == [("d4", "No board has a site d4.", "grid goes from a1 to c3.")]


def test_a_picture_that_does_not_fit(marks, problems):
    test = """
        test:
          given:
            grid: |
              ...
              ..
              ...
          then:
            - not over
        """
    assert problems(marks(test)) == [
        ("..", "Row 2 has 2 symbols; the board has 3 columns.", "Add 1 symbol; . is an empty site.")
    ]


def test_a_given_cannot_draw_from_an_unknown_stream():
    text = """\
game: plain
title: Plain
boards:
  grid: {columns: 1, rows: 1, cell: {lit: flag}}
actions:
  light:
    choose:
      c: {from: grid, where: not it.lit, else: It burns.}
    effects:
      - c.lit = true
end_conditions:
  lit: {when: a1.lit, won: true}
acceptance:
  test:
    given:
      do:
        - random: x in grid
          stream: luck
    then:
      - not over
"""
    diagnostics = Diagnostics()
    check_acceptance(loads(text), diagnostics)
    assert [each.message for each in diagnostics] == ["No step of the rules draws from ‘luck’, so given cannot either."]


def test_checking_compiles_nothing_that_only_a_test_would_play(marks, problems):
    game = marks(
        """
        larger:
          given:
            settings: {size: 4}
            do:
              - placed = 1
          then:
            - placed == 1
        """
    )
    assert problems(game) == []
    larger = game.program(game.settings.choose(None, {"size": 4}))
    assert "functions" not in vars(larger)
    assert [result.passed for result in run_tests(game)] == [True]
    assert "functions" in vars(larger)
