"""Users' agents are told in one line what they do wrong, and cannot cheat or crash."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hanabilab._jit import kernel
from hanabilab.agents import make_agent, policy
from hanabilab.arena import Lineup, play_games
from hanabilab.errors import AgentError
from hanabilab.game.rules import Rules

five_rule = make_agent("five-rule")

#: Playing the oldest card is always legal.
PLAY_OLDEST = Rules().hand_size


def fault_of(agent, games=3):
    """The one line that a run with `agent` in both seats ends with."""
    with pytest.raises(AgentError) as error:
        play_games(Lineup((agent, agent)), Rules(), games=games, threads=1)
    assert 1 == len(str(error.value).splitlines())
    return str(error.value)


# --- Exceptions ----------------------------------------------------------------------------------


def raise_at_turn_two(view, memory, rng):
    if view.turn == 2:
        raise ValueError("no idea")
    return view.rules.hand_size


def observe_badly(view, memory):
    if view.turn == 2:
        raise RuntimeError("nothing to see")


def play_oldest(view, memory, rng):
    return view.rules.hand_size


def raise_without_words(view, memory, rng):
    if view.turn == 1:
        raise AssertionError
    return view.rules.hand_size


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        (
            policy("bad")(raise_at_turn_two),
            "agent 'bad' in game 0: ValueError of seat 0 at turn 2: no idea (test_guard.py, line",
        ),
        (
            policy("bad", observe=observe_badly, memory_size=1)(play_oldest),
            "agent 'bad' in game 0: RuntimeError in observe of seat 0 at turn 2: nothing to see "
            "(test_guard.py, line",
        ),
        (
            policy("bad", observe=observe_badly, memory_size=1, common=True)(play_oldest),
            "agent 'bad' in game 0: RuntimeError in observe of seat 0 at turn 2: nothing to see "
            "(test_guard.py, line",
        ),
        (
            policy("bad")(raise_without_words),
            "agent 'bad' in game 0: AssertionError of seat 1 at turn 1 (test_guard.py, line",
        ),
    ],
)
def test_an_exception_stops_the_run_in_one_line(agent, expected):
    """Agent, game, seat, turn, what was raised, and the user's own line; never action 0."""
    assert fault_of(agent).startswith(expected)


def test_an_exception_beside_a_batched_agent_is_found_too():
    """The game is stopped where it is, also when Python asks another agent in between."""

    class Second:
        name, memory_size, players, games_at_once = "second", 0, range(2, 7), 8
        native_observe = property(lambda self: five_rule.native_observe)

        def act_batch(self, turns):
            return np.full(len(turns.views), PLAY_OLDEST)

    watcher = policy("bad", observe=observe_badly, memory_size=1)(play_oldest)
    with pytest.raises(AgentError, match=r"agent 'bad' in game 0: RuntimeError in observe of seat"):
        play_games(Lineup((Second(), watcher)), Rules(), games=3, threads=1)


def test_no_action_is_taken_for_an_exception():
    """Every whole number is an answer like another: an illegal one is told with its value."""
    wrong = -(1 << 62)

    @policy("far")
    def far(view, memory, rng):
        return wrong

    expected = "agent 'far' in game 0: illegal action '-4611686018427387904' of seat 0 at turn 0"
    assert fault_of(far).startswith(expected)


# --- What is out of reach ------------------------------------------------------------------------


def write_rules(view, memory, rng):
    view.rules.hand_size = 0
    return PLAY_OLDEST


def write_field(view, memory, rng):
    view.information_tokens = 8
    return PLAY_OLDEST


def write_item(view, memory, rng):
    view["turn"] = 8
    return PLAY_OLDEST


def write_hands(view, memory, rng):
    view.hands[0, 0] = 1
    return PLAY_OLDEST


def write_through_a_row(view, memory, rng):
    for row in view.hands:
        row[0] = 1
    return PLAY_OLDEST


def write_memory(view, memory, rng):
    memory[0] = 1
    return PLAY_OLDEST


@kernel
def scribble(view):
    view.turn = 3


def write_in_a_kernel(view, memory, rng):
    scribble(view)
    return PLAY_OLDEST


WRITERS = [
    write_rules,
    write_field,
    write_item,
    write_hands,
    write_through_a_row,
    write_memory,
    write_in_a_kernel,
]


@pytest.mark.parametrize("function", WRITERS)
def test_an_agent_cannot_write_to_its_view_nor_to_memory_as_it_acts(function):
    """An agent that set `hand_size` to 0 once saw its own hand and scored 24.6."""
    assert "read-only" in fault_of(policy("writer", memory_size=1)(function))


def read_past_the_hands(view, memory, rng):
    return PLAY_OLDEST + 0 * view.hands[view.turn + 5, 0]


@kernel
def card_of(hands, seat):
    return hands[seat, 0]


def read_past_the_hands_in_a_kernel(view, memory, rng):
    return PLAY_OLDEST + 0 * card_of(view.hands, view.turn + 5)


def write_past_the_generator(view, memory, rng):
    rng[view.turn + 1] = np.uint64(1)
    return PLAY_OLDEST


@pytest.mark.parametrize(
    "function",
    [read_past_the_hands, read_past_the_hands_in_a_kernel, write_past_the_generator],
)
def test_an_index_past_the_end_is_told(function):
    """Not a segmentation fault, nor whatever number is there."""
    expected = "agent 'far' in game 0: IndexError of seat 1 at turn 1: index "
    assert fault_of(policy("far")(function)).startswith(expected)


def spy(view, memory):
    memory[0] = view.hands[1 - view.seat, 0]


def play_what_the_spy_saw(view, memory, rng):
    if memory[0] >= 0 and (view.playable >> memory[0]) & 1:
        return view.rules.hand_size
    return view.rules.hand_size + 1


def test_memory_that_is_said_to_be_common_tells_nobody_its_own_hand():
    """One copy for all seats would: who has just acted sees the hand of who is to act."""
    honest, common = (
        policy("spy", observe=spy, memory_size=1, common=common)(play_what_the_spy_saw)
        for common in (False, True)
    )
    scores = [
        play_games(Lineup((agent, agent)), Rules(), games=20, threads=1).table["points"].to_list()
        for agent in (honest, common)
    ]
    assert scores[0] == scores[1]


def remember_too_much(view, memory):
    memory[1] = 3


@pytest.mark.parametrize("beside", [False, True])
def test_an_agent_has_the_memory_that_it_asked_for(beside):
    """Also beside one that remembers more, in whose games each seat has room for that."""
    short = policy("short", observe=remember_too_much, memory_size=1)(play_oldest)
    long = policy("long", observe=remember_too_much, memory_size=2)(play_oldest)
    lineup = Lineup((short, long if beside else short))
    with pytest.raises(AgentError, match=r"^agent 'short' in game 0: IndexError in observe of "):
        play_games(lineup, Rules(), games=1, threads=1)


ask_five_rule = five_rule.native_act


@policy("asking")
def asking(view, memory, rng):
    """Does what another does."""
    return ask_five_rule(view, memory, rng)


@pytest.mark.filterwarnings("ignore:Cannot cache")  # Numba keeps no code with another's address
def test_an_agent_may_ask_another():
    """A built-in function takes the read-only view for what it is."""
    ours, theirs = (
        play_games(Lineup((agent, agent)), Rules(), games=5, threads=1).table["score"].to_list()
        for agent in (asking, five_rule)
    )
    assert theirs == ours


@pytest.mark.late
def test_a_guarded_agent_plays_as_one_that_is_not():
    """The same function, once as the user's and once as the package's."""
    ours = policy("ours")(make_twin(five_rule.function))
    scores = [
        play_games(Lineup((agent, agent)), Rules(), games=5, threads=1).table["score"].to_list()
        for agent in (ours, five_rule)
    ]
    assert scores[1] == scores[0]


def make_twin(function):
    """The same code, seemingly of a user's file."""
    twin = type(function)(function.__code__.replace(co_filename="user.py"), function.__globals__)
    twin.__module__ = __name__
    return twin


# --- What is refused -----------------------------------------------------------------------------


def return_float(view, memory, rng):
    return 5.999


def return_flag(view, memory, rng):
    return view.turn >= 0


@pytest.mark.parametrize("function", [return_float, return_flag])
def test_an_action_is_a_whole_number(function):
    """5.999 is not action 5."""
    assert "an action is a whole number" in fault_of(policy("loose")(function))


def draw_from_random(view, memory, rng):
    return PLAY_OLDEST + int(random.random() * 2)


def draw_from_numpy(view, memory, rng):
    return PLAY_OLDEST + np.random.randint(2)  # noqa: NPY002  # what users write


@kernel
def draw():
    return random.random()


def draw_in_a_kernel(view, memory, rng):
    return PLAY_OLDEST + int(draw() * 2)


@pytest.mark.compiled
@pytest.mark.parametrize("function", [draw_from_random, draw_from_numpy, draw_in_a_kernel])
@pytest.mark.late_but(1)
def test_random_numbers_come_from_rng_alone(function):
    """Those of `random` and NumPy know no seed; the line says how to draw from `rng`."""
    assert "draw from rng, for example draw_below(rng, 6)" in fault_of(policy("dice")(function))


def print_once(view, memory, rng):
    if view.turn == 0:
        print("turn", view.turn)
    return PLAY_OLDEST


@pytest.mark.parametrize("threads", [1, 2])
def test_an_agent_may_print(threads, capfd):
    """It hung the first run after every edit."""
    speaker = policy("speaker")(print_once)
    play_games(Lineup((speaker, speaker)), Rules(), games=4, threads=threads)
    printed = capfd.readouterr().out
    if threads == 1:
        assert printed == "turn 0\n" * 4
    # The words of two threads may run into each other.
    assert sorted(printed) == sorted("turn 0\n" * 4)


# --- Batched agents ------------------------------------------------------------------------------


class Batched:
    """Answers with what `act_batch` returns."""

    name, memory_size, players, games_at_once = "batch", 0, range(2, 7), 1
    native_observe = property(lambda self: five_rule.native_observe)

    def __init__(self, answer):
        self.answer = answer

    def act_batch(self, turns):
        return self.answer(turns)


def exit_at_once(turns):
    raise SystemExit(3)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (lambda turns: [5.9], "answers 5.9 in game 0, seat 0 at turn 0; an action is a whole"),
        (lambda turns: ["5"], "answers '5' in game 0, seat 0 at turn 0; an action is a whole"),
        (lambda turns: [True], "answers True in game 0"),
        (lambda turns: None, "answers None in game 0"),
        (lambda turns: [object], "answers <class 'object'> in game 0"),
        (lambda turns: [[1, 2], [3]], "in game 0, seat 0 at turn 0: ValueError"),
        (lambda turns: {}["x"], "in game 0, seat 0 at turn 0: KeyError: 'x' (test_guard.py, line"),
        (exit_at_once, "in game 0, seat 0 at turn 0: SystemExit: 3 (test_guard.py, line"),
    ],
)
def test_a_batched_agent_is_told_in_one_line_too(answer, expected):
    """Whatever it raises or answers."""
    assert f"agent 'batch' {expected}" in fault_of(Batched(answer), games=1)


def test_a_batched_agent_without_an_observe_is_told():
    """None is no compiled function; the line says what is."""

    class Without(Batched):
        native_observe = None

    agent = Without(lambda turns: [PLAY_OLDEST])
    assert "agent 'batch' has native_observe None" in fault_of(agent)
