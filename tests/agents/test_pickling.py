"""Agents in other processes: pickled by name, spawned, forked."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pytest

from hanabilab import AgentError, Sparta, make_agent, plain_policy, policy
from hanabilab.agents import rule_policy
from hanabilab.arena.plain import batched_policy

pytestmark = pytest.mark.once


@policy("oldest")
def oldest(view, memory, rng):
    """Plays its oldest card."""
    return view.rules.hand_size


@plain_policy("newest-card")
class newest_card:  # noqa: N801  # an agent, not a class
    """Plays its newest card."""

    def __init__(self, rules, seat, rng):
        self.rules = rules

    def act(self, view):
        return 2 * self.rules.hand_size - 1


@batched_policy("first-card")
def first_card(turns):
    """Plays its oldest card."""
    return turns.views["turn"] * 0 + turns.rules.hand_size


AGENTS = {
    "registered": make_agent("smart"),
    "settings": rule_policy([8, 13, 27]),
    "search": make_agent("sparta(smart, rollouts=20)"),
    "threads": Sparta(make_agent("five-rule"), threads=2),
    "joint": make_agent("joint(smart)"),
    "ismcts": make_agent("ismcts(smart)"),
    "own": oldest,
    "search over one's own": Sparta(oldest),
    "class": newest_card,
    "function": first_card,
}


@pytest.mark.parametrize("kind", AGENTS)
def test_an_agent_is_pickled_by_name(kind):
    """It comes back equal, small, and can be copied."""
    agent = AGENTS[kind]
    data = pickle.dumps(agent)
    assert agent == pickle.loads(data)
    assert len(data) < 1000
    assert agent == copy.deepcopy(agent) == copy.copy(agent)
    assert agent.name == pickle.loads(data).name


def test_an_agent_of_a_file_is_pickled_by_its_file(tmp_path):
    """The file is loaded where it is unpickled."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from hanabilab import Sparta, policy\n"
        "@policy('mine')\ndef mine(view, memory, rng):\n    return view.rules.hand_size\n"
        "class Odd:\n    name, memory_size, players = 'odd', 0, range(2, 7)\n"
        "    native_observe, games_at_once = mine.native_observe, 4\n"
        "    def act_batch(self, turns):\n        return turns.views['turn'] * 0 + 5\nodd = Odd()\n"
    )
    for name in ("mine", "odd"):
        agent = make_agent(f"{path}:{name}")
        assert agent == pickle.loads(pickle.dumps(agent))


def test_an_agent_that_no_name_finds_is_refused_in_one_line():
    """One that a function has made, for example."""
    hidden = policy("hidden")(lambda view, memory, rng: 5)
    with pytest.raises(AgentError, match="agent 'hidden' cannot go to another process") as error:
        pickle.dumps(hidden)
    assert 1 == len(str(error.value).splitlines())


_MAIN = """\
import multiprocessing, sys
from hanabilab import Game, HanabiError, Rules, play_games, policy


@policy("mine")
def mine(view, memory, rng):
    return view.rules.hand_size


RULES = Rules.preset("very-small")


def scores(agent):
    try:
        return play_games(agent, RULES, games=4, seed=1, threads=1).table["score"].to_list()
    except HanabiError as error:
        return str(error)


def asked(agent):
    return Game(RULES).ask(agent)


if __name__ == "__main__":
    method, before = sys.argv[1:]
    expected = [scores(agent) for agent in ("five-rule", mine)] if before == "played" else None
    with multiprocessing.get_context(method).Pool(2) as pool:
        agents = ["five-rule", mine]
        print(pool.map_async(asked, agents).get(120) == [asked(agent) for agent in agents])
        found = pool.map_async(scores, agents).get(120)
    expected = expected or [scores(agent) for agent in agents]
    print("equal" if found == expected else found[0])
"""
_REFUSED = (
    "this process was forked from one that had made tables of games, and would wait forever for "
    "its threads; start processes with multiprocessing.get_context('spawn')\n"
)


@pytest.mark.parametrize(
    ("method", "before", "told"),
    [
        ("spawn", "played", "equal\n"),
        ("fork", "fresh", "equal\n"),
        ("fork", "played", _REFUSED),
    ],
)
@pytest.mark.late_but(1)
def test_processes_play_or_say_why_not(method, before, told, tmp_path):
    """Spawned ones always; forked ones, unless they would wait forever; asking is always safe."""
    if sys.platform != "linux" and method == "fork":
        pytest.skip("fork is Linux's own")
    path = tmp_path / "main.py"
    path.write_text(_MAIN)
    done = subprocess.run(
        [sys.executable, str(path), method, before],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert f"True\n{told}" == done.stdout, done.stderr
