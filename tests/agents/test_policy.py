"""What an agent is: the decorator, memories that follow the game, and faults told in one line."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from numba import njit

from hanabilab._jit import JIT_ENABLED, kernel
from hanabilab.agents import BatchedPolicy, CompiledPolicy, check_players, make_agent, policy
from hanabilab.agents.numbers import Number
from hanabilab.agents.policy import new_memory
from hanabilab.arena import Lineup, play_games
from hanabilab.errors import AgentError, NotationError
from hanabilab.game.actions import action_kind
from hanabilab.game.rule_tables import COLOR_HINT
from hanabilab.game.rules import Rules
from tests.agents.samples import CALLS, DIGEST, HINTS, SEAT, imitate, mindful, self_checking

random_agent = make_agent("random")
TIMES = Number("times", 1, 0, 2, "how often")


def count_hints(rules, actions):
    """Hints among action ids, told by their kind."""
    return sum(int(action_kind(rules.tables, action)) >= COLOR_HINT for action in actions)


# --- The decorator -------------------------------------------------------------------------------


@pytest.mark.skipif(not JIT_ENABLED, reason="nothing is compiled")
@pytest.mark.parametrize("place", ["act", "observe"])
@pytest.mark.parametrize("compiled", [kernel, njit], ids=["kernel", "njit"])
def test_a_function_that_is_compiled_already_is_refused(compiled, place):
    """Numba cannot compile it again, and would say so in its own words."""

    def act(view, memory, rng):
        return 0

    def observe(view, memory):
        memory[0] = 1

    functions = {"act": act, "observe": observe}
    functions[place] = compiled(functions[place])
    message = (
        f"agent 'eager': {place} is compiled already; leave out the decorator above it, because "
        "policy compiles it"
    )
    with pytest.raises(AgentError) as error:
        policy("eager", observe=functions["observe"], memory_size=1)(functions["act"])
    assert message == str(error.value)


def test_the_decorator_makes_a_compiled_policy():
    """Name, function and documentation are kept; by default it has no memory and plays with all."""

    @policy("first")
    def first(view, memory, rng):
        """The first action.

        More.
        """
        return 0

    assert isinstance(first, CompiledPolicy)
    assert "first" == first.name
    assert first.doc.startswith("The first action.\n")
    assert (None, 0, range(2, 7)) == (first.observe, first.memory_size, first.players)
    assert 0 == first.function(None, None, None)


def test_the_decorator_takes_memory_and_players():
    """What is given is what the agent has."""
    assert 4 == mindful.memory_size
    solo = policy("duo", players=range(2, 3))(lambda view, memory, rng: 0)
    assert range(2, 3) == solo.players


@pytest.mark.parametrize("name", ["", "two words", "a, b", "f(", "f(1,2)", "line\nbreak", "é"])
def test_a_name_that_would_not_read_back_is_refused(name):
    """Line-ups and records are written in names: "a, b" would come back as two agents."""
    with pytest.raises((AgentError, NotationError)):
        policy(name)(lambda view, memory, rng: 0)


@pytest.mark.parametrize("name", ["bold", "bold-2", "f(1)", "f(1, 2)", "f(g, deep=1.5)"])
def test_a_name_may_be_any_call_as_it_is_written(name):
    """Agents that are made by a call are named by it."""
    assert name == policy(name)(lambda view, memory, rng: 0).name


def first(view, memory, rng):
    return 0


def own(**changes):
    """A batched agent of somebody's own class."""
    usual = {"name": "own", "memory_size": 0, "players": range(2, 7), "games_at_once": 1}
    called = {"native_observe": random_agent.native_observe, "act_batch": first}
    return SimpleNamespace(**usual | called | changes)


RANGE = "a range of whole numbers is needed, such as"
SLIPS = [
    (lambda: policy(first), 'agent name first is no text; write the decorator as @policy("NAME")'),
    (lambda: policy(3), "agent name 3 is no text"),
    (lambda: policy("a")(3), "agent 'a': act is 3; a function act(view, memory, rng) is needed"),
    (lambda: policy("a")(Rules), "act is Rules; a function act(view, memory, rng) is needed; a cl"),
    (lambda: policy("a")(len), "agent 'a': act is len; a function"),
    (lambda: policy("a")(None), "agent 'a': act is None; a function"),
    (lambda: policy("a", observe=3)(first), "'a': observe is 3; a function observe(view, memory)"),
    (lambda: policy("a", observe=Rules)(first), "agent 'a': observe is Rules; a function"),
    (lambda: policy("a", explain="why")(first), "agent 'a': explain is 'why'; a function is need"),
    (lambda: policy("a", interpret=3)(first), "agent 'a': interpret is 3; a function is needed"),
    (lambda: policy("a", numbers=3)(first), "agent 'a' has numbers 3; a list of them is needed"),
    (lambda: policy("a", numbers=TIMES)(first), "agent 'a' has numbers Number(name='times', "),
    (lambda: policy("a", memory_size=10**30)(first), "a whole number from 0 to 65536"),
    (lambda: policy("a", memory_size=65537)(first), "'a' has memory_size 65537; a whole number f"),
    (lambda: policy("a", memory_size=-1)(first), "agent 'a' has memory_size -1; a whole number"),
    (lambda: policy("a", memory_size=1.5)(first), "agent 'a' has memory_size 1.5; a whole number"),
    (lambda: policy("a", memory_size="3", numbers=[TIMES])(first), "has memory_size '3'; a whole"),
    (lambda: policy("a", memory_size=10**30, numbers=[TIMES])(first), "from 0 to 65536"),
    (lambda: policy("a", memory_size=65536, numbers=[TIMES])(first), "has memory_size 65537; a w"),
    (lambda: policy("a", players=3)(first), f"agent 'a' has players 3; {RANGE} range(3, 4)"),
    (lambda: policy("a", players=None)(first), f"'a' has players None; {RANGE} range(2, 7)"),
    (lambda: policy("a", players="23")(first), "agent 'a' has players '23'; a range"),
    (lambda: policy("a", players=[2.0])(first), "agent 'a' has players [2.0]; a range"),
    (lambda: policy("a", players=())(first), "agent 'a' has players (); a range"),
    (lambda: policy("a", players=range(3, 2))(first), "agent 'a' has players range(3, 2); a rang"),
    (lambda: Lineup.of(own(players=3)), f"agent 'own' has players 3; {RANGE} range(3, 4)"),
    (lambda: Lineup.of(own(games_at_once=1.5)).games_at_once, "games_at_once 1.5; a whole number"),
    (lambda: Lineup.of(own(memory_size=10**30)).memory_size, "a whole number from 0 to 65536"),
]


@pytest.mark.once
@pytest.mark.parametrize(("slip", "message"), SLIPS)
def test_a_slip_in_what_an_agent_declares_is_told_in_one_line(slip, message):
    """With the agent, and what would be right; nothing has been compiled or played yet."""
    with pytest.raises(AgentError) as error:
        slip()
    assert message in str(error.value)
    assert 1 == len(str(error.value).splitlines())


@pytest.mark.once
@pytest.mark.parametrize("players", [range(2, 7), [3], (2, 4), {5}, np.arange(2, 4)])
def test_players_are_any_collection_of_whole_numbers(players):
    """A range is only the usual one."""
    agent = policy("some", players=players, memory_size=65536)(first)
    assert all(number in agent.players for number in players)


def test_settings_open_the_memory():
    """The rest of it is zero, for each seat; settings that do not fit are refused."""
    agent = replace(mindful, settings=(7, 8))
    assert [[7, 8, 0, 0]] * 3 == new_memory(agent, 3).tolist()
    assert [[7, 8, 0, 0], [0, 0, 0, 0]] == Lineup((agent, mindful)).openings.tolist()
    with pytest.raises(AgentError, match="5 settings for a memory of 4"):
        replace(mindful, settings=(1, 2, 3, 4, 5))


@pytest.mark.parametrize(
    ("players", "able"), [(range(2, 3), "2"), (range(2, 5), "2, 3, 4"), (range(3, 6, 2), "3, 5")]
)
def test_an_agent_is_refused_at_a_table_of_the_wrong_size(players, able):
    """The message says with how many it can play."""
    agent = policy("picky", players=players)(lambda view, memory, rng: 0)
    for number in range(2, 7):
        if number in players:
            check_players(agent, number)
            continue
        expected = f"agent 'picky' plays with {able} players, not {number}"
        with pytest.raises(AgentError) as error:
            check_players(agent, number)
        assert expected == str(error.value)
        with pytest.raises(AgentError) as error:
            Lineup((random_agent,) * (number - 1) + (agent,))
        assert expected == str(error.value)


def test_batched_agents_are_told_by_what_they_can_do():
    """Anything with the protocol's members is one; a compiled agent is none."""
    assert isinstance(imitate(random_agent), BatchedPolicy)
    assert not isinstance(random_agent, BatchedPolicy)


# --- Memory --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.late_but(1)
def test_a_memory_counts_what_the_record_holds(players):
    """At each turn of each game: one call after the deal and one an action, the hints, the seat."""
    rules = Rules(players=players)
    watchers = [imitate(mindful) for _ in range(players)]
    games = 40 if JIT_ENABLED else 2
    results = play_games(Lineup(tuple(watchers)), rules, games=games, seed=3, threads=1)
    looked = 0
    for seat, watcher in enumerate(watchers):
        for turns, _ in watcher.shown:
            for game in range(len(turns.views)):
                memory, turn = turns.memory[game], int(turns.views[game].turn)
                assert turn + 1 == memory[CALLS]
                assert count_hints(rules, turns.actions[game][:turn]) == memory[HINTS]
                assert seat + 1 == memory[SEAT]
                looked += 1
    assert looked == results.table["turns"].sum()


@pytest.mark.parametrize("players", [2, 4])
def test_compiled_agents_find_their_memory_as_it_must_be(players):
    """The same, told by the agents themselves: a wrong memory would end in an illegal action."""
    lineup = Lineup((self_checking,) * players)
    games = 500 if JIT_ENABLED else 10
    results = play_games(lineup, Rules(players=players), games=games, seed=4)
    assert games == len(results.table)


def test_seats_with_and_without_memory_play_together():
    """Each keeps its own: the memory of one is not shown to the other."""
    lineup = Lineup((self_checking, random_agent, self_checking, make_agent("five-rule")))
    games = 300 if JIT_ENABLED else 5
    results = play_games(lineup, Rules(players=4), games=games, seed=5)
    assert games == len(results.table)


def test_memories_of_two_seats_differ():
    """What a seat remembers follows from what that seat sees."""
    watchers = [imitate(mindful) for _ in range(2)]
    play_games(Lineup(tuple(watchers)), Rules(), games=[0], seed=6, threads=1)
    digests = [[turns.memory[0, DIGEST] for turns, _ in one.shown] for one in watchers]
    assert not set(digests[0]) & set(digests[1])


def test_an_agent_is_shown_its_own_memory_alone():
    """[G, memory_size], also beside an agent that remembers more."""
    watcher = imitate(random_agent)
    play_games(Lineup((watcher, mindful)), Rules.preset("very-small"), games=1, threads=1)
    assert {(1, 0)} == {turns.memory.shape for turns, _ in watcher.shown}


# --- Faults --------------------------------------------------------------------------------------


def returns_text(view, memory, rng):
    return "play 0"


def names_nothing(view, memory, rng):
    return no_such_function(view)  # noqa: F821  # on purpose


def calls_a_missing_method(view, memory, rng):
    return view.hands.shuffled(3)


def returns_nothing(view, memory, rng):
    pass


def misspells_a_field(view, memory, rng):
    return view.current_saet


def misspells_a_rule(view, memory, rng):
    return view.rules.hand_sise


def takes_two(view, memory):
    return 0


def opens_a_file(view, memory, rng):
    with open("notes.txt") as file:  # noqa: PTH123  # on purpose
        return len(file.read())


def assert_does_not_compile(function, reason):
    """The line names the agent and says what is wrong with it."""
    with pytest.raises(AgentError) as error:
        policy("faulty")(function).native_act  # noqa: B018  # compiles on access
    message = str(error.value)
    assert message.startswith("agent 'faulty' does not compile: ")
    assert reason in message
    assert 1 == len(message.splitlines())


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (returns_text, "it returns Literal[str](play 0); an action is a whole number"),
        (names_nothing, "name 'no_such_function' is not defined"),
        (calls_a_missing_method, "Unknown attribute 'shuffled'"),
        (returns_nothing, "it returns none; an action is a whole number"),
    ],
)
def test_an_agent_that_does_not_compile_is_told_in_one_line(function, reason):
    """Numba's pages of errors come down to the one line that says what is wrong."""
    assert_does_not_compile(function, reason)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (misspells_a_field, "current_saet"),
        (misspells_a_rule, "hand_sise"),
        (takes_two, "it takes (view, memory); 3 arguments are given, (view, memory, rng)"),
        (opens_a_file, "with"),
    ],
)
def test_other_failures_to_compile_are_told_in_one_line_too(function, reason):
    """A misspelt field of the view, a wrong number of arguments, Python that Numba lacks."""
    assert_does_not_compile(function, reason)


@pytest.mark.compiled
def test_a_memory_that_does_not_compile_is_told_in_one_line():
    """The same for `observe`."""
    faulty = policy("faulty", observe=lambda view, memory: view.hands.nope(), memory_size=1)(
        returns_nothing
    )
    with pytest.raises(AgentError, match=r"^agent 'faulty' does not compile: Unknown attribute"):
        faulty.native_observe  # noqa: B018  # compiles on access


@policy("unlawful")
def unlawful(view, memory, rng):
    """Discards at full tokens."""
    return 0


@policy("negative")
def negative(view, memory, rng):
    """No action at all."""
    return -7


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        (
            unlawful,
            "agent 'unlawful' in game 0: illegal action 'discard 0' of seat 1 at turn 1: all 8 "
            "information tokens are there, nothing may be discarded",
        ),
        (
            negative,
            "agent 'negative' in game 0: illegal action '-7' of seat 1 at turn 1: action ids are "
            "0 to 19",
        ),
    ],
)
@pytest.mark.parametrize("batched", [False, True])
def test_an_illegal_action_names_agent_game_turn_and_reason(agent, message, batched):
    """Whether it is compiled or asked in batches; the other seat is not blamed."""

    @policy("careful")
    def careful(view, memory, rng):
        return view.rules.hand_size

    second = imitate(agent) if batched else agent
    with pytest.raises(AgentError) as error:
        play_games(Lineup((careful, second)), Rules(), games=3, threads=1)
    expected = message.replace("agent '", "agent 'batched-") if batched else message
    assert expected == str(error.value)


def test_an_illegal_action_is_found_in_the_game_that_was_asked_for():
    """A fault is told of a game of this run, not of one that nobody asked for."""
    with pytest.raises(AgentError, match=r"^agent 'unlawful' in game 17: "):
        play_games(Lineup((unlawful, unlawful)), Rules(), games=[17], seed=9, threads=1)


@pytest.mark.parametrize("shape", [(0,), (2,), (1, 1)])
def test_a_batch_of_the_wrong_shape_is_refused(shape):
    """One action for each game, or the message says how many came."""

    class Careless:
        name, memory_size, players, games_at_once = "careless", 0, range(2, 7), 1
        native_observe = random_agent.native_observe

        def act_batch(self, turns):
            return np.full(shape, 5)

    with pytest.raises(AgentError) as error:
        play_games(Lineup((Careless(), random_agent)), Rules(), games=1, threads=1)
    assert f"agent 'careless' gave {shape} actions for (1,) games" == str(error.value)
