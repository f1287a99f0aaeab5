"""Ray's workers end as threads do, whatever dies; without Ray, one line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from threading import Event
from typing import Any

import numpy as np
import pytest

from hanabilab.arena import Lineup
from hanabilab.arena.on_ray import Cluster, Worker, describe, require_same_code
from hanabilab.arena.play import LineupGames
from hanabilab.errors import AgentError, HanabiError
from hanabilab.game.rules import Rules
from hanabilab.runs.code import code_digest
from tests.arena.few_workers import fake_ray

pytestmark = pytest.mark.once

_APART = ["unshare", "--map-root-user", "--net", "--pid", "--fork", "--mount-proc"]


def test_a_worker_makes_the_same_part_of_what_it_is_told():
    """Its table, equal but for the time it took, and its counters; made anew from text alone."""
    work = LineupGames(Lineup.of(["random", "five-rule"]), Rules(players=2), 3)
    kind, packed = Worker().do(describe(work), np.arange(2))
    assert kind == "part"
    found, expected = work.unpack(packed), work.do(np.arange(2))
    assert found.table.drop("seconds").equals(expected.table.drop("seconds"))
    assert np.array_equal(found.counters, expected.counters)
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


def test_a_task_whose_worker_dies_is_done_by_another(monkeypatch):
    """Started on the same node at once; what is lost is told."""
    fake_ray(monkeypatch, deaths=1)
    cluster = Cluster()
    work = LineupGames(Lineup.of(["random", "five-rule"]), Rules(players=2), 3)
    (found,) = cluster.spread(work, [np.arange(2)], Event())
    assert found.table.drop("seconds").equals(work.do(np.arange(2)).table.drop("seconds"))
    told = "tasks done: 1 on here.example; 1 workers were lost, and their tasks done again"
    assert told == cluster.report()
    cluster.close()


def test_an_error_of_a_worker_is_raised_here(monkeypatch):
    """As the same kind, in its words; no other worker is asked."""
    fake_ray(monkeypatch, deaths=0)
    cluster = Cluster()
    work = LineupGames(Lineup.of(["random", "five-rule"]), Rules(players=2), 3)
    monkeypatch.setattr(LineupGames, "do", refuse)
    with pytest.raises(AgentError, match="no idea"):
        list(cluster.spread(work, [np.arange(2)], Event()))
    assert "tasks done: none" == cluster.report()


def refuse(work, task):
    """Cannot be done."""
    raise AgentError("no idea")


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is here")
def test_without_ray_one_line_says_what_to_install():
    """As for all extras."""
    with pytest.raises(HanabiError, match="pip install"):
        Cluster()


def _apart(program: str) -> dict[str, Any]:
    """What a program of this folder prints, run where there is only the loopback device."""
    works = [*_APART, "true"]
    if not shutil.which("unshare") or subprocess.run(works, check=False).returncode:
        pytest.skip("no network namespaces here")
    line = f"ip link set lo up && exec {sys.executable} -m tests.arena.{program}"
    ended = subprocess.run(
        [*_APART, "sh", "-c", line],
        env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "NUMBA_DISABLE_JIT": "1"},
        check=False,
        capture_output=True,
        text=True,
        timeout=560,
    )
    if "timed out during startup" in ended.stderr:
        pytest.skip("Ray's own processes do not start in time: this machine is too busy")
    assert ended.returncode == 0, ended.stderr[-2000:]
    return json.loads(ended.stdout.splitlines()[-1])


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed (extra ray)")
def test_two_nodes_end_as_threads_do():
    """A worker is killed in the middle of play, a node removed in the middle of cross-play."""
    told = _apart("two_nodes")
    assert told["workers"] == 2
    assert [True] * 3 == [told["play"], told["crossplay"], told["evolve"]]
    assert "workers were lost" in told["report"]


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed (extra ray)")
def test_a_run_whose_first_process_dies_is_resumed():
    """On a cluster of its own, which ends with it, and on one that was there, which goes on."""
    assert {"own": True, "shared": True} == _apart("driver_killed")
