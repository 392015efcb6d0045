"""Mistakes that are planted in the C of a game, and the comparison that must notice them.

Each is tried in a process of its own, as it may crash: ``python -m tests.interpreter.native.planted NUMBER`` ends
with 1 if the mistake is noticed.
"""

import sys
from dataclasses import replace
from random import Random
from typing import NamedTuple

from interpreter import Game, load, native
from interpreter.native import GaveUp, Machine, Source, choose_engine, toolchain
from runtime.bots import made, playing_options, view_for


class Mistake(NamedTuple):
    """A text of the C file and what is written in its place, in a game that depends on it."""

    game: str
    right: str
    wrong: str
    bot: str = ""
    """The bot whose choices are compared; without one, random games are."""


MISTAKES = (
    Mistake("reversi", "== (3 - p0)", "!= (3 - p0)"),
    Mistake("breakthrough", "s->TURN++;", ";"),
    Mistake("game_2048", "return (int64_t)(drawn % limit);", "return (int64_t)(drawn % limit) / 2;"),
    Mistake("game_2048", "value >= ends[i]", "value > ends[i] + 1"),
    Mistake("leduc_poker", "++*cursor;\n    uint64_t", "*cursor += 2;\n    uint64_t"),
    Mistake(
        "lasca", "(list)[i_] = (list)[i_ - 1]; (list)[0] = (I)p_;", "(list)[i_] = (list)[i_ - 1]; (list)[(n)] = (I)p_;"
    ),
    Mistake("freecell", "(n)--; (list)[(n)] = 0;", "(list)[(n) - 1] = 0;"),
    Mistake("go", "(column) + (first), (size_t)c_", "(column) + (first), (size_t)c_ / 2"),
    Mistake("go", "k_rows[k_chain.v[to].row].times++; to = k_chain.v[to].before; }", "to = k_chain.v[to].before; }"),
    Mistake("draughts", "r->hash == hash && ", "r->hash != hash && "),
    Mistake("reversi", "if (any_action(s, player)) return;", ""),
    Mistake("reversi", "FOLLOWING[me])", "me)"),
    Mistake("nine_mens_morris", "s->PHASE = PHASE_AFTER[s->PHASE];\n    begun", "begun"),
    Mistake("mosaic", "end - start >= least", "end - start > least"),
    Mistake("mosaic", "column[line[i]] = 0; }\n          landing--;", "column[line[i]] = 0; }"),
    Mistake(
        "mosaic",
        "tape->numbers[i++] = (uint8_t)(byte % limit);",
        "tape->numbers[i++] = (uint8_t)(byte / limit % limit);",
    ),
    Mistake("hearts", "(list)[j_ - 1] > v_", "(list)[j_ - 1] < v_"),
    Mistake("connect_four", "#define CURIOSITY 0.3", "#define CURIOSITY 0.9", "tree"),
    Mistake("connect_four", "if (!child->visits) return i;", "if (!child->visits) chosen = i;", "tree"),
    Mistake("draughts", "if (out->n > before)", "if (out->n < before)"),
    Mistake("chess", "S copy = *s0; S *s = &copy;", "S *s = (S *)s0;"),
    Mistake("leduc_poker", "count == 1 ? best + 1 : 0", "best + 1"),
    Mistake("backgammon", "if (!ways->n || s->MAY_STOP) {", "if (0) {"),
    Mistake("hearts", "if (!row[0] || !is_way(s, ORDER[i], &action)) continue;", "if (i) continue;"),
    Mistake("reversi", "if (low >= high)", "if (low > high)", "search"),
    Mistake("chess", "if (best > low) low = best;", ";", "search"),
    Mistake("connect_four", "return s->WINNER == q->player ? WIN - ply : ply - WIN;", "return 0;", "search"),
)
GAMES, MOVES, CHOICES = 6, 120, 6


def machine_with(game: Game, mistake: Mistake) -> Machine:
    """The machine code of a game with a mistake in it."""
    program = game.new(seed=0).program
    source, compiler = Source(program), toolchain()
    assert compiler is not None
    if mistake.right not in source.text:
        print(f"‘{mistake.right}’ is not in the C file of {mistake.game}", file=sys.stderr)
        sys.exit(2)
    source.text = source.text.replace(mistake.right, mistake.wrong)
    return Machine(program, source, compiler)


def play_differs(game: Game, machine: Machine) -> bool:
    """Whether random games show the mistake."""
    for seed in range(GAMES):
        state, random = game.new(seed=seed), Random(seed)
        machine.begin()
        position = machine.position(state.data)
        for _ in range(MOVES):
            legal = game.legal(state)
            if machine.legal(position) != [tuple(map(_plain, action)) for action in legal]:
                return True
            if state.over:
                break
            action = random.choice(legal)
            state = game.advance(state, action)
            machine.apply(position, action)
            if machine.data(position, state.data) != state.data:
                return True
    return False


def _plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def choices_differ(game: Game, machine: Machine, bot: str) -> bool:
    """Whether the choices of a bot show the mistake."""
    state, random = game.new(seed=0), Random(1)
    program = state.program
    native._making(program).machine = machine
    options = replace(playing_options(program), bot=bot, budget=2_000, think_ms=1 << 40)
    for number in range(CHOICES):
        player, view = made(game, state, state.mover, options), view_for(game, state, state.mover)
        choose_engine("native")
        found = player.choose(view, number)
        choose_engine("python")
        right = player.choose(view, number)
        if (found.ranking, found.nodes) != (right.ranking, right.nodes):
            return True
        for _ in range(4):
            if not state.over:
                state = game.advance(state, random.choice(game.legal(state)))
        if state.over:
            state = game.new(seed=number)
    return False


def main(number: int) -> int:
    """1 if the comparison notices a mistake."""
    mistake = MISTAKES[number]
    game = load(mistake.game)
    choose_engine("native")
    machine = machine_with(game, mistake)
    try:
        wrong = choices_differ(game, machine, mistake.bot) if mistake.bot else play_differs(game, machine)
    except GaveUp:
        return 1
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
