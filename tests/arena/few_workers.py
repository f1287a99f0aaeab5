"""A cluster of Ray in this process: as much of Ray as the driver asks of it, and workers that die.

It stands in for the module `ray` where Ray is not installed.
"""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

__all__ = ["fake_ray"]


class ActorDied(Exception):  # noqa: N818  # as Ray names its own
    """What Ray raises where a worker has died."""


class _Method:
    """A method of a worker; what it comes to is known at once."""

    def __init__(self, worker, name):
        self._worker, self._name = worker, name

    def remote(self, *given):
        return lambda: self._worker.answer(self._name, given)


class _Actor:
    def __init__(self, made, deaths):
        self._made, self._deaths = made, deaths

    def __getattr__(self, name):
        return _Method(self, name)

    def answer(self, name, given):
        if name == "do" and self._deaths:
            self._deaths.pop()
            raise ActorDied
        return getattr(self._made, name)(*given)


def fake_ray(monkeypatch, *, deaths):
    """Put a cluster of one node in place of Ray; so many workers die of their first task."""
    left = [None] * deaths
    ray, scheduling = ModuleType("ray"), ModuleType("ray.util.scheduling_strategies")
    node = {"Alive": True, "NodeID": "a", "NodeName": "here.example", "Resources": {"CPU": 2.0}}
    ray.exceptions = SimpleNamespace(RayActorError=ActorDied, RayError=ActorDied)
    ray.init = lambda **options: None
    ray.nodes = lambda: [node]
    ray.get = lambda found: found()
    ray.wait = lambda waiting, timeout: (waiting, [])
    ray.kill = lambda actor: None
    ray.shutdown = lambda: None

    def remote(kind):
        made = SimpleNamespace(remote=lambda: _Actor(kind(), left))
        return SimpleNamespace(options=lambda **options: made)

    ray.remote = remote
    scheduling.NodeAffinitySchedulingStrategy = lambda *_, **__: None
    for name, module in (
        ("ray", ray),
        ("ray.util", ModuleType("ray.util")),
        ("ray.util.scheduling_strategies", scheduling),
    ):
        monkeypatch.setitem(sys.modules, name, module)
