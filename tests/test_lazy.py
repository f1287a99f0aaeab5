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
from hanabilab.cli.commands import COMMANDS, module_of
from hanabilab.errors import AgentError

pytestmark = pytest.mark.once


def modules_after(code: str) -> list[str]:
    """The modules that a fresh process has after `code`."""
    ends = "\nimport json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code + ends], capture_output=True, encoding="utf-8", check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def test_rules_need_few_modules():
    """`Rules` alone brings neither polars nor SciPy nor lark, and at most 60 modules of ours."""
    loaded = modules_after("from hanabilab import Rules")
    assert 60 >= sum(name.split(".")[0] == "hanabilab" for name in loaded)
    assert not {"polars", "scipy.special", "lark", "matplotlib", "torch", "typer"} & set(loaded)


@pytest.mark.compiled
@pytest.mark.late
def test_kept_kernels_run_without_what_compiles_them():
    """A process that compiles nothing does not import all that Numba can compile, nor SciPy."""
    plays = (
        "from hanabilab import Game, Rules, play_games\n"
        "Game(Rules(players=2), seed=1).act('play 0')\n"
        "play_games(['five-rule', 'five-rule'], Rules(players=2), games=1, seed=1, threads=1)"
    )
    modules_after(plays)  # keeps what is not kept yet
    assert not {"scipy.linalg", "numba.np.arraymath"} & set(modules_after(plays))


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


# --- The command line ----------------------------------------------------------------------------

#: What takes long to import, and no help needs.
_HEAVY = {"numba", "numpy", "polars", "scipy", "lark", "matplotlib", "torch"}


def modules_of(*words: str) -> set[str]:
    """The modules that `hanabi WORDS` has in the end."""
    given = f"import sys; sys.argv[:] = ['hanabi', *{list(words)!r}]\n"
    return set(modules_after(f"{given}from hanabilab.cli import run; run(sys.argv[1:])"))


@pytest.mark.parametrize("words", [["--version"], ["--help"], [], ["tiny", "-h"], ["plya"]])
@pytest.mark.late_but(1)
def test_the_program_alone_imports_no_command(words):
    """Neither a version, nor a list of commands, nor a name that is none needs the game."""
    loaded = modules_of(*words)
    ours = {name for name in loaded if name.split(".")[0] == "hanabilab"}
    assert len(ours) <= 20
    assert not _HEAVY & loaded
    assert not {f"hanabilab.cli.{module_of(name)}" for name in COMMANDS} & loaded


@pytest.mark.parametrize(
    ("words", "home"), [(["log", "deck", "-h"], "deck"), (["new", "agent"], "new_agent")]
)
@pytest.mark.late
def test_a_command_is_imported_when_it_is_asked(words, home):
    """And no other one with it."""
    homes = {f"hanabilab.cli.{module_of(name)}" for name in COMMANDS}
    # `new agent` writes an example, and asks `new examples` for it.
    shared = {"hanabilab.cli.examples"}
    assert {f"hanabilab.cli.{home}"} == (homes & modules_of(*words)) - shared


@pytest.mark.compiled
@pytest.mark.late
def test_games_of_agents_need_no_table_of_people():
    """They are played and summed up without the page and without searches."""
    games = ["play", "random", "random", "--games", "2", "--seed", "1"]
    modules_of(*games)  # keeps what is not kept yet
    loaded = modules_of(*games)
    assert "hanabilab.arena.loop" in loaded
    assert not {"hanabilab.web.live", "hanabilab.search.sparta"} & loaded


def test_garbage_is_collected_again_once_a_command_is_imported():
    """It is not while modules are imported, whose objects stay."""
    modules_after(
        "import gc, sys\n"
        "from hanabilab.cli import main\n"
        "sys.argv[:] = ['hanabi', 'list', 'rules']\n"
        "try:\n    main()\nexcept SystemExit:\n    assert gc.isenabled()"
    )


@pytest.mark.compiled
@pytest.mark.late
def test_no_kernel_is_compiled_while_a_module_is_imported(tmp_path, monkeypatch):
    """Every process that names an agent would wait for it."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    modules_after(
        "import hanabilab\n"
        "from contextlib import suppress\n"
        "from importlib import import_module\n"
        "from pkgutil import walk_packages\n"
        "from hanabilab._jit.compiling import compiled\n"
        "for each in walk_packages(hanabilab.__path__, 'hanabilab.', lambda name: None):\n"
        "    if '__main__' not in each.name:\n"
        "        with suppress(Exception):  # what needs an extra that is missing\n"
        "            import_module(each.name)\n"
        "assert not compiled, compiled"
    )
