"""What is imported, and when: names are found without the rooms that nobody asked for."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping

import pytest

import hanabilab
from hanabilab import agents
from hanabilab._lazy import home_of, named
from hanabilab.agents.homes import HOMES
from hanabilab.agents.registry import families, family_names
from hanabilab.errors import AgentError

pytestmark = pytest.mark.once


def modules_after(code: str) -> list[str]:
    """The modules that a fresh process has after `code`."""
    ends = "\nimport json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code + ends], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_rules_need_few_modules():
    """`Rules` alone brings neither polars nor SciPy nor lark, and at most 60 modules of ours."""
    loaded = modules_after("from hanabilab import Rules")
    assert 60 >= sum(name.split(".")[0] == "hanabilab" for name in loaded)
    assert not {"polars", "scipy.special", "lark", "matplotlib", "torch", "typer"} & set(loaded)


def test_an_agent_is_found_without_the_rooms_above():
    """A rule agent brings no search and no evolution; a search is found by its name alone."""
    asked = "from hanabilab import make_agent; make_agent('{}')"
    loaded = modules_after(asked.format("five-rule"))
    assert not [name for name in loaded if name.startswith(("hanabilab.search", "hanabilab.tiny"))]
    assert "hanabilab.search.sparta" in modules_after(asked.format("sparta(five-rule)"))


def test_a_public_name_is_the_object_and_not_the_module_of_its_name():
    """`agents.policy` is the decorator, whichever of the two was imported first."""
    first = "import hanabilab.agents.policy, hanabilab.agents as agents\n"
    modules_after(first + "assert callable(agents.policy), agents.policy")
    modules_after("from hanabilab.agents import policy\nassert callable(policy), policy")


def test_every_public_name_is_there():
    """Each package's `__all__` can be asked for, and is listed; other names are refused."""
    for package in (hanabilab, agents):
        for name in package.__all__:
            assert getattr(package, name) is not None
            assert name in dir(package)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = hanabilab.nothing


def test_the_home_of_a_public_name_is_where_it_is_defined():
    """Through one face after another; a name of an ordinary module is in that module."""
    assert "hanabilab.agents.policy" == home_of("hanabilab.policy")
    assert "hanabilab.game.rules" == home_of("hanabilab.Rules")
    assert "json" == home_of("json.dumps")


@pytest.mark.parametrize("name", sorted(HOMES))
def test_each_home_has_the_agent_of_its_name(name):
    """A place that was moved, or a name that is another's, is found here."""
    found = named(HOMES[name])
    assert name == (found[name] if isinstance(found, Mapping) else found).name


def test_names_are_told_without_importing_what_they_name():
    """The list of names and the list of families are one."""
    assert [family.name for family in families()] == family_names()
    loaded = modules_after("from hanabilab.agents.registry import family_names; family_names()")
    assert "hanabilab.search" not in loaded


def test_a_name_that_has_a_home_is_taken_before_it_is_asked_for():
    """An agent of a user's cannot take it, though nobody has imported its owner yet."""
    code = (
        "from hanabilab.agents import policy, register_policy\n"
        "from hanabilab.errors import AgentError\n"
        "try:\n    register_policy(policy('keen')(lambda view, memory, rng: 0))\n"
        "except AgentError as error:\n    assert 'is taken' in str(error)\n"
        "else:\n    raise SystemExit('keen was taken over')\n"
    )
    assert "hanabilab.agents.smart.keen.agent" not in modules_after(code)
    assert issubclass(AgentError, ValueError)
