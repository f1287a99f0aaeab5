"""The one place that configures Numba: caches that never go stale, and copies of records."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED, copy_shared_fields, kernel
from hanabilab._jit.digest import reached_files, source_digest
from hanabilab.agents.five_rule import five_rule
from hanabilab.arena import loop
from hanabilab.game.games import Game
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.game.state import STATE
from hanabilab.game.view import VIEW

# --- The cache -----------------------------------------------------------------------------------

_KERNEL = "from hanabilab._jit import kernel\n"
_AGENT = "from hanabilab.agents import policy\n"

#: Users' files: each project has an agent that plays slot 1, by way of a number in its last file;
#: there the number is then changed to 2.
_NUMBER = _KERNEL + "@kernel\ndef number(view):\n    return 1\n"
_MIDDLE = "@kernel\ndef middle(view):\n    return number(view)\n"


def agent_that_plays(slot: str) -> str:
    """An agent's text: it plays the slot that the expression gives."""
    return f"@policy('x')\ndef agent(view, memory, rng):\n    return 5 + {slot}\n"


PROJECTS = {
    "kernel": {
        "kernel_a": _AGENT + "from kernel_b import number\n" + agent_that_plays("number(view)"),
        "kernel_b": _NUMBER,
    },
    "chain": {
        "chain_a": _AGENT + "from chain_b import middle\n" + agent_that_plays("middle(view)"),
        "chain_b": _KERNEL + "from chain_c import number\n" + _MIDDLE,
        "chain_c": _NUMBER,
    },
    "module": {
        "module_a": _AGENT + "import module_b\n" + agent_that_plays("module_b.number(view)"),
        "module_b": _NUMBER,
    },
    "modules": {
        "modules_a": _AGENT + "import modules_b as b\n" + agent_that_plays("b.middle(view)"),
        "modules_b": _KERNEL + "from modules_c import number\n" + _MIDDLE,
        "modules_c": _NUMBER,
    },
    "constant": {
        "constant_a": _AGENT + "from constant_b import NUMBER\n" + agent_that_plays("NUMBER"),
        "constant_b": "NUMBER = 1\n",
    },
    "forward": {
        "forward_a": _AGENT
        + _KERNEL
        + "@kernel\ndef first(view):\n    return middle(view)\n"
        + "from forward_b import number\n"
        + _MIDDLE
        + agent_that_plays("first(view)"),
        "forward_b": _NUMBER,
    },
    "memory": {
        "memory_a": _AGENT
        + "from memory_b import number\n"
        + "def observe(view, memory):\n    memory[0] = number(view)\n"
        + agent_that_plays("memory[0]").replace("'x'", "'x', observe=observe, memory_size=1"),
        "memory_b": _NUMBER,
    },
    "relative": {
        "relative_p/relative_a": _AGENT
        + "from .relative_b import number\n"
        + agent_that_plays("number(view)"),
        "relative_p/relative_b": "from . import relative_c\nnumber = relative_c.number\n",
        "relative_p/relative_c": _NUMBER,
    },
    "package": {
        "package_a": _AGENT + "from package_p import number\n" + agent_that_plays("number(view)"),
        "package_p/__init__": "from .package_b import number\n",
        "package_p/package_b": _NUMBER,
    },
}

_MAIN = """\
import importlib, json, sys
from hanabilab import Lineup, Rules, play_games
found = {}
for module in sys.argv[1:]:
    agent = importlib.import_module(module).agent
    table = play_games(Lineup((agent, agent)), Rules(), games=1, threads=1).table
    found[module] = table["actions"][0][0]
print(json.dumps(found))
"""


def run(folder: Path) -> dict[str, int]:
    """The first action of each project's agent, in a new process that may use the cache."""
    lanes = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK", "NUMBA_CACHE_DIR")
    environment = {key: value for key, value in os.environ.items() if key not in lanes}
    # Python's own cache goes by the second and the size: two quick edits would be missed.
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    agents = [next(iter(files)).replace("/", ".") for files in PROJECTS.values()]
    done = subprocess.run(
        [sys.executable, "main.py", *agents],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(zip(PROJECTS, json.loads(done.stdout).values(), strict=True))


def cached(folder: Path) -> dict[str, bytes]:
    """What Numba has written, by file."""
    return {path.name: path.read_bytes() for path in folder.rglob("*.nb[ic]")}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """First actions and cache files of three runs: the first, again, and after the change."""
    folder = tmp_path_factory.mktemp("projects")
    (folder / "main.py").write_text(_MAIN)
    for files in PROJECTS.values():
        for name, text in files.items():
            path = folder / f"{name}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    found = [(run(folder), cached(folder)), (run(folder), cached(folder))]
    for files in PROJECTS.values():
        name, text = list(files.items())[-1]
        (folder / f"{name}.py").write_text(text.replace("1\n", "2\n"))
    return [*found, (run(folder), cached(folder))]


@pytest.mark.once
@pytest.mark.parametrize("project", PROJECTS)
@pytest.mark.late_but(2)
def test_a_kernel_is_cached_on_disk(runs, project):
    """The first run writes compiled code beside the user's file, the second uses it as it is."""
    assert 6 == runs[0][0][project] == runs[1][0][project]
    assert any(name.startswith(f"{project}_a.agent") for name in runs[0][1])
    assert runs[0][1] == runs[1][1]


@pytest.mark.once
@pytest.mark.parametrize("project", PROJECTS)
def test_a_change_in_another_file_is_seen(runs, project):
    """With the cache on disk and the agent's own file as it was, the new number counts.

    Numba alone would go on with the old code (issue 1833).
    """
    assert 7 == runs[2][0][project]


@pytest.fixture
def modules(tmp_path, monkeypatch):
    """Writes modules and imports the first anew."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def load(**files):
        for name, text in files.items():
            (tmp_path / f"{name}.py").write_text(text)
        importlib.invalidate_caches()
        for name in files:
            monkeypatch.delitem(sys.modules, name, raising=False)
        return importlib.import_module(next(iter(files)))

    return load


def digest_of(module) -> str:
    """The digest of the agent in a module."""
    return source_digest(module.agent.function)


@pytest.mark.compiled
def test_a_digest_covers_what_a_function_names(modules):
    """Its own file and, by way of kernels, others; the same sources give the same digest."""
    files = {
        "digest_a": PROJECTS["kernel"]["kernel_a"].replace("kernel_b", "digest_b"),
        "digest_b": PROJECTS["kernel"]["kernel_b"],
    }
    first = digest_of(modules(**files))
    assert first == digest_of(modules(**files))
    changed = {name: text + "# a comment\n" for name, text in files.items()}
    own = digest_of(modules(**(files | {"digest_a": changed["digest_a"]})))
    other = digest_of(modules(**(files | {"digest_b": changed["digest_b"]})))
    assert 3 == len({first, own, other})
    assert first == digest_of(modules(**files, digest_c="# a file that nothing names\n"))


def test_a_digest_covers_what_its_file_imports_and_no_more():
    """Changed rules make every loop new; a changed agent leaves the others as they were."""
    assert 64 == len(source_digest(five_rule.function))
    reached = {path.stem for path in reached_files(Path(loop.__file__))}
    assert {"loop", "engine", "state", "rule_tables", "policy", "randomness"} <= reached
    assert not {"five_rule", "registry", "sparta"} & reached


def test_a_function_without_a_file_is_a_kernel_too():
    """At a prompt there is nothing to cache beside, and everything works."""
    space = {"kernel": kernel}
    exec("@kernel\ndef twice(number):\n    return 2 * number\n", space)
    assert 42 == space["twice"](21)
    assert hasattr(space["twice"], "py_func") == JIT_ENABLED


# --- Copies of records ---------------------------------------------------------------------------

_SHARED = [("small", np.int8), ("list", np.int32, (3,)), ("wide", np.float64)]


def record_type(*fields):
    """An aligned record."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


@kernel
def copy_compiled(target, source):
    """The copy within compiled code."""
    copy_shared_fields(target, source)


TYPES = {
    "same": (record_type(*_SHARED), 3),
    "longer": (record_type(*_SHARED, ("more", np.int64)), 3),
    "name": (record_type(*_SHARED[:2], ("broad", np.float64)), 2),
    "type": (record_type(*_SHARED[:2], ("wide", np.int64)), 2),
    "shape": (record_type(_SHARED[0], ("list", np.int32, (2,)), _SHARED[2]), 1),
    "shorter": (record_type(*_SHARED[:1]), 1),
}


@pytest.mark.parametrize("copy", [copy_shared_fields, copy_compiled], ids=["plain", "compiled"])
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("back", [False, True])
def test_exactly_the_shared_fields_are_copied(copy, kind, back):
    """Leading fields of the same name, type and place; the first that differs ends them."""
    there, shared = TYPES[kind]
    here = record_type(*_SHARED)
    target_type, source_type = (here, there) if back else (there, here)
    target, source = np.zeros(2, target_type), np.zeros(2, source_type)
    target.view(np.uint8)[:] = 7
    source.view(np.uint8)[:] = np.arange(source.nbytes) % 100 + 20
    given = source.tobytes()
    copy(target[1], source[1])
    for name in target_type.names[:shared]:
        assert source[name][1].tolist() == target[name][1].tolist()
    for name in target_type.names[shared:]:
        assert {7} == set(target[name][1].tobytes())
    assert {7} == set(target[0].tobytes())
    assert given == source.tobytes()


@pytest.mark.parametrize("copy", [copy_shared_fields, copy_compiled], ids=["plain", "compiled"])
def test_a_view_takes_the_public_fields_and_hands_of_a_state(copy):
    """All fields before the deck, which a view has no place for; its seat and rules stay."""
    game = Game(Rules(players=3), seed=1)
    game.act("play 0")
    view = new_views(Rules(players=2), 1)[0]
    rules_before = view.rules.tobytes()
    copy(view, game.state)
    shared = [name for name in VIEW.names if name in STATE.names and name != "rules"]
    assert "hands" in shared
    for name in shared:
        assert np.array_equal(game.state[name], view[name])
    assert (0, rules_before) == (view.seat, view.rules.tobytes())


@pytest.mark.parametrize("copy", [copy_shared_fields, copy_compiled], ids=["plain", "compiled"])
def test_a_whole_state_is_copied(copy):
    """To the last byte, deck and rules included."""
    game = Game(Rules(players=4, bomb="keep"), seed=2)
    other = new_states(Rules(), 1)
    copy(other[0], game.state)
    assert game.states.tobytes() == other.tobytes()
