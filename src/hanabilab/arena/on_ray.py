"""Work given to Ray: one long-lived worker a node, which keeps compiled kernels and runs threads.

A thread of the driver waits for each task that is being done, so errors, order and stops are those
of threads (`arena.threads`). A task whose worker dies, with its node or alone, is given to another.
What travels is text, numbers and arrays: works and agents are made anew where they are used.

The only module that imports Ray. Ray sends Python objects as pickles between its own processes and
asks no password unless `RAY_AUTH_MODE=token` is set: a cluster is for people who trust each other.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import time
from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from threading import Event, Lock
from typing import Any, TypeVar

from hanabilab import errors
from hanabilab.arena.executor import Work
from hanabilab.arena.threads import in_threads
from hanabilab.errors import HanabiError
from hanabilab.messages import how_to_install
from hanabilab.runs.code import code_digest

T = TypeVar("T")
R = TypeVar("R")

#: How often a task is given to another worker when those who had it died.
_ATTEMPTS = 6
_KEPT_WORKS = 4
_SECONDS_TO_START = 300.0
_OBJECTS = 100_000_000  # bytes of a store that this process starts; parts are small


class Worker:
    """On a node: makes works of what it is told, once each, and does their tasks."""

    def __init__(self) -> None:
        self._works: dict[str, Work[Any, Any]] = {}
        self._lock = Lock()

    def code(self) -> str:
        """The digest of the code here."""
        return code_digest()

    def do(self, told: str, task: Any) -> tuple[str, Any]:
        """The part of a task, packed, under the name "part"; or an error of ours and its words."""
        try:
            work = self._work(told)
            return "part", work.pack(work.do(task))
        except HanabiError as error:
            return type(error).__name__, str(error)

    def _work(self, told: str) -> Work[Any, Any]:
        with self._lock:  # the compiler, too, is for one at a time
            if told not in self._works:
                self._works[told] = _made(told)
                for old in list(self._works)[:-_KEPT_WORKS]:
                    del self._works[old]
            return self._works[told]


def describe(work: Work[Any, Any]) -> str:
    """A work as text, from which a worker makes it anew."""
    kind = type(work)
    return json.dumps([kind.__module__, kind.__name__, work.told()])


def _made(told: str) -> Work[Any, Any]:
    module, name, settings = json.loads(told)
    ours = module.startswith("hanabilab.")
    kind = getattr(importlib.import_module(module), name) if ours else None
    if not isinstance(kind, type) or not issubclass(kind, Work):
        raise HanabiError(f"{module}.{name} is no work")
    return kind.made(settings)


@dataclass(eq=False)
class _Hand:
    """A worker as the driver sees it."""

    node: str
    place: str
    actor: Any
    slots: int
    busy: int = 0


class Cluster:
    """All nodes of a cluster of Ray, as an executor.

    Args:
        address: HOST:PORT of its head, as `ray start` prints it, and this machine must be a node of
            it; None for the cluster that this machine is a node of, or one that is begun here.
        threads: of a cluster that is begun here; the default is all cores.

    Raises:
        HanabiError: Ray is not installed, there is no cluster, or no worker can start.
    """

    def __init__(self, address: str | None = None, threads: int | None = None) -> None:
        self._ray = _connected(address, threads)
        self._code = code_digest()
        self._lock = Lock()
        self._hands: dict[str, _Hand] = {}
        self._starting: dict[str, tuple[_Hand, Any, float]] = {}
        self._done: Counter[str] = Counter()
        self._lost = 0
        self._looked = 0.0
        self._await_all()

    @property
    def workers(self) -> int:
        """Threads of all nodes."""
        return max(1, sum(hand.slots for hand in self._hands.values()))

    def spread(self, work: Work[T, R], tasks: Iterable[T], stopped: Event) -> Generator[R]:
        """As `Executor.spread`."""
        told = describe(work)

        def ask(task: T) -> R:
            return work.unpack(self._ask(told, task, stopped))

        return in_threads(ask, tasks, 2 * self.workers, stopped)

    def report(self) -> str:
        """How many tasks each node has done, and how many workers were lost."""
        shares = ", ".join(f"{count:,} on {place}" for place, count in sorted(self._done.items()))
        lost = f"; {self._lost} workers were lost, and their tasks done again" if self._lost else ""
        return f"tasks done: {shares or 'none'}{lost}"

    def close(self) -> None:
        """Let all workers go, and the cluster, if it was begun here."""
        for hand in [*self._hands.values(), *(each[0] for each in self._starting.values())]:
            self._ray.kill(hand.actor)
        self._ray.shutdown()

    # --- One task --------------------------------------------------------------------------------

    def _ask(self, told: str, task: Any, stopped: Event) -> Any:
        """What a worker says to a task; another worker is asked if it dies."""
        for _ in range(_ATTEMPTS):
            hand = self._take(stopped)
            try:
                kind, found = self._ray.get(hand.actor.do.remote(told, task))
            except self._ray.exceptions.RayActorError:
                self._lose(hand)
                continue
            finally:
                hand.busy -= 1
            if kind != "part":
                raise getattr(errors, kind, HanabiError)(found)
            self._done[hand.place] += 1
            return found
        raise HanabiError(f"{_ATTEMPTS} workers died one after the other, each with the same task")

    def _take(self, stopped: Event) -> _Hand:
        """The worker with least to do; waits while there is none."""
        while not stopped.is_set():
            with self._lock:
                self._look()
                if self._hands:
                    hand = min(self._hands.values(), key=lambda each: each.busy / each.slots)
                    hand.busy += 1
                    return hand
            time.sleep(0.2)
        raise HanabiError("the run was stopped")

    def _lose(self, hand: _Hand) -> None:
        """Ask a worker no more; if its node lives, another one is started there."""
        with self._lock:
            if self._hands.get(hand.node) is hand:
                del self._hands[hand.node]
                self._lost += 1
                self._looked = 0.0

    # --- Workers ---------------------------------------------------------------------------------

    def _await_all(self) -> None:
        """Wait until each node that there is has a worker, or cannot have one."""
        while True:
            with self._lock:
                self._look()
                if self._hands and not self._starting:
                    return
            time.sleep(0.1)

    def _look(self) -> None:
        """Start workers on nodes without one, at most every second, and greet those that run."""
        if time.monotonic() - self._looked > 1:
            self._looked = time.monotonic()
            for node in self._ray.nodes():
                slots = int(node["Resources"].get("CPU", 0)) if node["Alive"] else 0
                name = node["NodeID"]
                if slots and name not in self._hands and name not in self._starting:
                    self._start(_Hand(name, node["NodeName"], None, slots))
        for name, (hand, code, began) in list(self._starting.items()):
            if self._ray.wait([code], timeout=0)[0]:
                del self._starting[name]
                self._greet(hand, code)
            elif time.monotonic() - began > _SECONDS_TO_START:
                raise HanabiError(f"no worker starts on {hand.place}: is it busy with other work?")

    def _start(self, hand: _Hand) -> None:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        here = NodeAffinitySchedulingStrategy(hand.node, soft=False)
        kind = self._ray.remote(Worker).options(
            num_cpus=hand.slots, max_concurrency=hand.slots, scheduling_strategy=here
        )
        hand.actor = kind.remote()
        self._starting[hand.node] = hand, hand.actor.code.remote(), time.monotonic()

    def _greet(self, hand: _Hand, code: Any) -> None:
        """Take a worker on, if it runs the same code."""
        try:
            theirs = self._ray.get(code)
        except self._ray.exceptions.RayActorError as error:
            if "import" in str(error):
                raise HanabiError(f"{hand.place} has no hanabilab: {error}") from None
            return  # the node has died
        except self._ray.exceptions.RayError as error:
            raise HanabiError(f"no worker starts on {hand.place}: {error}") from None
        require_same_code(hand.place, theirs, self._code)
        self._hands[hand.node] = hand


def require_same_code(place: str, theirs: str, ours: str) -> None:
    """Do nothing if a node and this process run the same code.

    Args:
        place: the node's address, for the message.
        theirs: the digest of its code.
        ours: that of the code here.

    Raises:
        HanabiError: they differ.
    """
    if theirs != ours:
        raise HanabiError(
            f"{place} runs other code of hanabilab ({theirs}) than this ({ours}); "
            "install the same on all nodes"
        )


def _connected(address: str | None, threads: int | None) -> Any:
    """Ray, connected to a cluster."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise HanabiError(f"Ray is missing; install it with: {how_to_install('ray')}") from None
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        ray.init(address=address or "auto", **quiet)
    except ConnectionError as error:
        if address:
            raise HanabiError(f"no cluster of Ray at {address}: {error}") from None
        _begin(ray, num_cpus=threads, **quiet)
    finally:
        for number, handler in handlers.items():  # Ray sets its own, and ours keep work
            signal.signal(number, handler)
    return ray


def _begin(ray: Any, **options: Any) -> None:
    """Begin a cluster of this machine alone."""
    try:
        ray.init(address="local", include_dashboard=False, object_store_memory=_OBJECTS, **options)
    except Exception as error:  # noqa: BLE001  # Ray raises no narrower one
        raise HanabiError(f"Ray does not start here: {error}") from None
