"""What a reader goes through to follow one decision of `sparta(smart)`, and that it goes down.

The decision is played in plain Python, where every call of a kernel can be seen: from the call of
`Sparta.search` to the last rollout. Counted is each file of the package in which a function runs.
Rooms that a reader takes at their word are left out: the game and the generators, what follows from
a view, Numba's machinery, and the room of the blueprint. `_DOORS` says by which files each of them
is entered.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import hanabilab

pytestmark = pytest.mark.once

_ROOT = Path(hanabilab.__file__).parent
#: The files of a decision: each calls only those that stand below it.
_READ = (
    "search/sparta",  # the decision
    "search/searching",  # what all searches have in common
    "search/rollouts",  # worlds, games played out in them, the race
    "search/estimates",  # sums, who is out, who wins
    "beliefs/range_update",  # from turn to turn: hints and cards; ranges kept
    "beliefs/condition_on_actions",  # what partners' actions tell
    "beliefs/history",  # all that the seat has seen
    "beliefs/replay",  # the game played again
    "beliefs/sampled_worlds",  # a hand and a deck drawn
    "beliefs/hand_range",  # the range
    "agents/asking",  # what the blueprint does
    "agents/policy",  # what an agent is
)
_MOST = 12
#: Rooms that are not read, and the files by which those that are read come into them.
_DOORS = {
    "game": {"actions", "cards", "dealing", "engine", "record", "rows", "view"},
    "knowledge": {"unseen"},
    "agents/smart": {"reading", "smart"},  # observe and act
    "_jit": {"arrays", "kernels"},
    "randomness": {"randomness"},
}
_FOLLOW = """
import json, os, sys
import hanabilab
from hanabilab import Game, Rules
from hanabilab.agents.registry import make_agent
from hanabilab.agents.asking import ask_in
from hanabilab.search.evaluate import turns_of

root = os.path.dirname(hanabilab.__file__) + os.sep
search = make_agent("sparta(smart, rollouts=40, min_worlds=2)")
game = Game(Rules.preset("small"), seed=3)
for _ in range(4):
    game.act(ask_in(search.blueprint, turns_of(game, search.blueprint, 0), 0))
turns, calls = turns_of(game, search.blueprint, 0), set()

def home(frame):
    name = frame.f_code.co_filename
    return name[len(root):-3].replace(os.sep, "/") if name.startswith(root) else ""

def watch(frame, event, _):
    if event == "call" and home(frame):
        caller = frame.f_back
        while caller and (not home(caller) or home(caller).startswith("_jit/")):
            caller = caller.f_back  # a kernel in plain Python is called through `_jit`
        calls.add((home(caller) if caller else "", home(frame)))

sys.setprofile(watch)
found = search.search(turns, 0)
sys.setprofile(None)
print(json.dumps([found.basis, int(found.rollouts), sorted(calls)]))
"""


@cache
def _followed() -> tuple[str, int, list[tuple[str, str]]]:
    """Basis of the range, rollouts, and who calls whom, by files."""
    done = subprocess.run(
        [sys.executable, "-c", _FOLLOW],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(_ROOT.parent)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    basis, rollouts, calls = json.loads(done.stdout)
    return basis, rollouts, [tuple(each) for each in calls]


def _room(file: str) -> str:
    """The room of a file if it is not read, or ""."""
    return next((room for room in _DOORS if f"{file}/".startswith(f"{room}/")), "")


@pytest.mark.late
def test_a_decision_is_read_in_twelve_files():
    """A range is worked out, actions are played out, and no file is read but those."""
    basis, rollouts, calls = _followed()
    assert basis == "exact"
    assert rollouts > 20
    assert {file for _, file in calls if not _room(file)} == set(_READ)
    assert len(_READ) <= _MOST


def test_calls_go_down():
    """No file that is read calls one above it."""
    up = [
        call
        for call in _followed()[2]
        if set(call) <= set(_READ) and _READ.index(call[0]) > _READ.index(call[1])
    ]
    assert up == []


def test_what_is_not_read_is_entered_by_its_doors():
    """All of them are used, and nothing behind them is called from a file that is read."""
    entered = {
        (_room(callee), callee.rsplit("/", 1)[-1])
        for caller, callee in _followed()[2]
        if caller in _READ and _room(callee)
    }
    assert entered == {(room, door) for room, doors in _DOORS.items() for door in doors}


def _imports(file: str) -> set[str]:
    """The modules that a file imports, all others' names included: `a.b.c` as "a/b/c"."""
    tree = ast.parse((_ROOT / f"{file}.py").read_text("utf-8"))
    found = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
    return {(each.module or "").removeprefix("hanabilab.").replace(".", "/") for each in found}


@pytest.mark.parametrize("file", _READ)
def test_imports_go_down(file):
    """Also where a decision happens not to come by."""
    above = set(_READ[: _READ.index(file)])
    assert _imports(file) & above == set()
