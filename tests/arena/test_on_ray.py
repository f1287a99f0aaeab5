"""Ray's workers end as threads do, whatever dies; without Ray, one line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest

from hanabilab.arena import Lineup
from hanabilab.arena.on_ray import Cluster, Worker, describe, require_same_code
from hanabilab.arena.play import LineupGames
from hanabilab.errors import HanabiError
from hanabilab.game.rules import Rules
from hanabilab.runs.code import code_digest

pytestmark = pytest.mark.once

_APART = ["unshare", "--map-root-user", "--net", "--pid", "--fork", "--mount-proc"]


def test_a_worker_makes_the_same_part_of_what_it_is_told():
    """A table, equal but for the time it took; made anew from text alone."""
    work = LineupGames(Lineup.of(["random", "five-rule"]), Rules(players=2), 3)
    kind, packed = Worker().do(describe(work), np.arange(2))
    assert kind == "part"
    found, expected = work.unpack(packed), work.do(np.arange(2))
    assert found.drop("seconds").equals(expected.drop("seconds"))
    assert Worker().code() == code_digest()


def test_what_a_worker_cannot_do_is_told_in_words():
    """Under the name of the error; other code than works is never called."""
    work = LineupGames(Lineup.of(["random", "five-rule"]), Rules(players=2), 3)
    told = describe(work).replace("five-rule", "no-such-agent")
    kind, words = Worker().do(told, np.arange(2))
    assert kind == "AgentError"
    assert "no-such-agent" in words
    for name in ('["os", "system", {}]', '["hanabilab.game.rules", "Rules", {}]'):
        kind, words = Worker().do(name, 0)
        assert kind == "HanabiError"
        assert "is no work" in words


def test_a_worker_of_other_code_is_refused():
    """By the digest that it says it runs; a worker of the same code is not."""
    with pytest.raises(HanabiError, match=r"far\.example runs other code of hanabilab .b{16}."):
        require_same_code("far.example", "b" * 16, "a" * 16)
    require_same_code("far.example", "a" * 16, "a" * 16)


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is here")
def test_without_ray_one_line_says_what_to_install():
    """As for all extras."""
    with pytest.raises(HanabiError, match="pip install"):
        Cluster()


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed (extra ray)")
@pytest.mark.skipif(not shutil.which("unshare"), reason="no network namespaces here")
def test_two_nodes_end_as_threads_do():
    """A worker is killed in the middle of play, a node removed in the middle of cross-play."""
    if subprocess.run([*_APART, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no network namespaces here")
    program = f"ip link set lo up && exec {sys.executable} -m tests.arena.two_nodes"
    ended = subprocess.run(
        [*_APART, "sh", "-c", program],
        env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "NUMBA_DISABLE_JIT": "1"},
        check=False,
        capture_output=True,
        text=True,
        timeout=500,
    )
    if "timed out during startup" in ended.stderr:
        pytest.skip("Ray's own processes do not start in time: this machine is too busy")
    assert ended.returncode == 0, ended.stderr[-2000:]
    told = json.loads(ended.stdout.splitlines()[-1])
    assert told["workers"] == 2
    assert [True] * 3 == [told["play"], told["crossplay"], told["evolve"]]
    assert "workers were lost" in told["report"]
