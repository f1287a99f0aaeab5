"""Work dealt out to threads: compiled games run without the GIL, and a stop is quick."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from threading import Event
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents.policy import Agent, BatchedPolicy, CompiledPolicy, Turns
from hanabilab.errors import AgentError, StoppedError

__all__ = ["count_threads", "in_threads", "stoppable"]

T = TypeVar("T")
R = TypeVar("R")


def count_threads(threads: int | None) -> int:
    """How many threads to work on; None asks for all cores.

    Raises:
        AgentError: fewer than one.
    """
    if threads is not None and threads < 1:
        raise AgentError(f"threads is {threads}; at least one is needed")
    # Python without the JIT gains nothing from threads but contention.
    return (threads or os.cpu_count() or 1) if JIT_ENABLED else 1


@dataclass(frozen=True, eq=False)
class _Stoppable:
    """A batched agent whose games end at its next turn once the run is `stopped`.

    A chunk of a searching agent can take an hour; a stop should take a move.
    """

    agent: BatchedPolicy
    stopped: Event

    def __getattr__(self, name: str) -> Any:
        return getattr(self.agent, name)

    def act_batch(self, turns: Turns) -> NDArray[np.int64]:
        if self.stopped.is_set():
            raise StoppedError("the run was stopped")
        return self.agent.act_batch(turns)


def stoppable(agents: Iterable[Agent], stopped: Event) -> list[Agent]:
    """The agents, batched ones made to stop; one that is there several times stays one."""
    found = list(agents)
    twins: dict[int, Any] = {
        id(agent): agent if isinstance(agent, CompiledPolicy) else _Stoppable(agent, stopped)
        for agent in found
    }
    return [twins[id(agent)] for agent in found]


def _failed(future: Future[Any]) -> bool:
    """Whether it raised; what others have finished at the same time is taken first."""
    return future.exception() is not None


def in_threads(
    work: Callable[[T], R], items: Iterable[T], workers: int, stopped: Event
) -> Generator[R]:
    """What `work` makes of `items`, as it is finished; few wait in line, so that a stop is quick.

    `stopped` is set when it ends, however it does.
    """
    waiting = iter(items)
    pool = ThreadPoolExecutor(workers)
    try:
        running: set[Future[R]] = {pool.submit(work, item) for item in islice(waiting, 2 * workers)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for item in islice(waiting, len(done)):
                running.add(pool.submit(work, item))
            for future in sorted(done, key=_failed):
                yield future.result()
    finally:
        stopped.set()
        pool.shutdown(wait=True, cancel_futures=True)
