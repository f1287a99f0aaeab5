"""Delegates: what an agent has, they have, by any protocol and on any Python."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import getattr_static

import pytest

from hanabilab.agents import make_agent, smart
from hanabilab.agents.carrying import CarryingPolicy
from hanabilab.agents.delegate import Delegate
from hanabilab.agents.policy import BatchedPolicy
from hanabilab.search.evaluate import Searcher

pytestmark = pytest.mark.once


@dataclass(frozen=True, eq=False)
class Titled(Delegate):
    """One that has a name of its own."""

    name: str

    def act_batch(self, turns):
        return "none"


def test_it_is_whatever_its_agent_is():
    """`isinstance` of Python 3.12 and later asks no `__getattr__`; nor does `getattr_static`."""
    search = make_agent("sparta(smart)")
    found = Titled(search, "other")
    for protocol in (BatchedPolicy, Searcher, CarryingPolicy):
        assert isinstance(found, protocol) == isinstance(search, protocol)
    assert isinstance(found, Searcher)
    for name in dir(search):
        getattr_static(found, name)
    assert found.memory_size == search.memory_size == smart.memory_size
    assert found.blueprint is search.blueprint


def test_a_renamed_agent_of_a_file_equals_itself(tmp_path):
    """Named twice, it is one agent: a line-up of it is summed up as one."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from hanabilab.agents import make_agent\n\n\n"
        "class Searcher:\n"
        "    name = 'searcher'\n"
        "    inner = make_agent('sparta(smart)')\n"
        "    def __getattr__(self, name):\n"
        "        return getattr(self.inner, name)\n"
        "    memory_size = inner.memory_size\n"
        "    native_observe = inner.native_observe\n"
        "    players = inner.players\n"
        "    games_at_once = 1\n"
        "    def act_batch(self, turns):\n"
        "        return self.inner.act_batch(turns)\n\n\n"
        "searcher = Searcher()\n"
    )
    one, other = make_agent(f"{file}:searcher"), make_agent(f"{file}:searcher")
    assert one.name == f"{file}:searcher"
    assert one == other
    assert one != make_agent("sparta(smart)")
    assert one != Titled(one.agent, one.name)


def test_it_keeps_what_is_its_own():
    """Beside another delegate, whose agent has other names."""
    found, other = Titled(make_agent("sparta(smart)"), "other"), Titled(smart, "third")
    assert (found.name, other.name) == ("other", "third")
    assert found.act_batch(None) == "none"
    assert hasattr(found, "rollouts")
    assert not hasattr(other, "rollouts")
    assert type(found).__name__ == "Titled"
