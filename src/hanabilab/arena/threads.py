"""Work given to threads: compiled games run without the GIL, and a stop is quick."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from queue import SimpleQueue
from threading import Event, Thread, current_thread, main_thread
from threading import enumerate as enumerate_threads
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents.delegate import Delegate
from hanabilab.agents.policy import Agent, CompiledPolicy, Turns
from hanabilab.arena.forks import require_threads
from hanabilab.errors import AgentError, StoppedError

#: The name of threads that work.
WORKER = "hanabilab worker"
#: More threads than any machine has use for; far more cannot be started.
MAX_THREADS = 1024
#: Seconds to wait for what is at work when a run is stopped.
PATIENCE = 3.0

T = TypeVar("T")
R = TypeVar("R")


@contextmanager
def unbroken() -> Iterator[None]:
    """Let no signal break off what is done within; it is answered at the end.

    Games that are kept but half counted would make a summary of other games than those kept.
    """
    came: list[int] = []
    before: dict[int, Any] = {}
    if current_thread() is main_thread():
        handlers = ((each, signal.getsignal(each)) for each in (signal.SIGINT, signal.SIGTERM))
        before = {int(number): handler for number, handler in handlers if callable(handler)}
    for number in before:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in came:
            before[number](number, None)


def count_threads(threads: int | None) -> int:
    """How many threads to work on; None asks for all cores.

    Raises:
        AgentError: no whole number from 1 to MAX_THREADS.
        HanabiError: a forked process, which cannot work on any.
    """
    require_threads()
    if threads is not None and (type(threads) is not int or not 1 <= threads <= MAX_THREADS):
        raise AgentError(f"threads is {threads!r}; a whole number from 1 to {MAX_THREADS}")
    # Python without the JIT gains nothing from threads but contention.
    return (threads or os.cpu_count() or 1) if JIT_ENABLED else 1


@dataclass(frozen=True, eq=False)
class _Stoppable(Delegate):
    """A batched agent whose games end at its next turn once the run is `stopped`.

    A chunk of a searching agent can take an hour; a stop should take a move.
    """

    stopped: Event

    def act_batch(self, turns: Turns) -> NDArray[np.int64]:
        if self.stopped.is_set():
            raise StoppedError("the run was stopped")
        actions: NDArray[np.int64] = self.agent.act_batch(turns)
        return actions


def stoppable(agents: Iterable[Agent], stopped: Event) -> list[Agent]:
    """The agents, batched ones made to stop; one that is there several times stays one."""
    found = list(agents)
    twins: dict[int, Any] = {
        id(agent): agent if isinstance(agent, CompiledPolicy) else _Stoppable(agent, stopped)
        for agent in found
    }
    return [twins[id(agent)] for agent in found]


class Workers:
    """Threads that work in the order of asking, and keep no process from ending.

    Those of `concurrent.futures` do: Python waits for them at its end, also for one that compiles
    or plays an agent that loops for ever.

    Raises:
        AgentError: the system does not let so many start; then none is left.
    """

    def __init__(self, count: int) -> None:
        self._waiting: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._threads = [Thread(target=self._work, name=WORKER, daemon=True) for _ in range(count)]
        for number, thread in enumerate(self._threads):
            try:
                thread.start()
            except (RuntimeError, MemoryError) as error:  # RuntimeError: the system has no more
                self._threads = self._threads[:number]
                self.close(PATIENCE)
                raise AgentError(
                    f"{number} of {count} threads can be started here; give threads={number or 1} "
                    "or fewer"
                ) from error

    def submit(self, work: Callable[[T], R], item: T) -> Future[R]:
        """Let `work` be done with `item`."""
        future: Future[R] = Future()

        def fulfil() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work(item))
                except BaseException as error:  # noqa: BLE001  # raised where it is waited for
                    future.set_exception(error)

        self._waiting.put(fulfil)
        return future

    def _work(self) -> None:
        while (fulfil := self._waiting.get()) is not None:
            fulfil()

    def close(self, patience: float | None) -> None:
        """Take no more work, and wait for what is at work, so many seconds at most."""
        for _ in self._threads:
            self._waiting.put(None)
        until = None if patience is None else time.monotonic() + patience
        for thread in self._threads:
            thread.join(None if until is None else max(0.0, until - time.monotonic()))


def in_threads(
    work: Callable[[T], R], items: Iterable[T], workers: int, stopped: Event
) -> Generator[R]:
    """What `work` makes of `items`, as it is finished; few wait in line, so that a stop is quick.

    Where `work` raises, the items before are finished first, and it is the first that raises whose
    exception is raised here: which one that is does not depend on the number of threads.

    `stopped` is set when it ends, however it does. What is at work then is waited for, but not for
    long: an agent may loop for ever.
    """
    waiting = enumerate(items)
    pool = Workers(workers)
    running: dict[Future[R], int] = {}
    failed: Future[R] | None = None
    end = 2**63

    def submit(count: int) -> None:
        for number, item in islice(waiting, count):
            running[pool.submit(work, item)] = number

    try:
        submit(2 * workers)
        while earlier := [future for future, number in running.items() if number < end]:
            done, _ = wait(earlier, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=running.__getitem__):
                number = running.pop(future)
                if future.exception() is None:
                    yield future.result()
                elif number < end:
                    failed, end = future, number
            if failed is None:
                submit(len(done))
        if failed:
            failed.result()
    finally:
        stopped.set()
        for future in running:
            future.cancel()
        pool.close(PATIENCE if running else None)


def aside(work: Callable[[], R]) -> R:
    """What `work` returns, done on another thread: this one is free to be interrupted.

    For compilation: an exception in the middle of it ends in the pages of the compiler.
    """
    pool = Workers(1)
    try:
        return pool.submit(lambda _: work(), None).result()
    finally:
        pool.close(0.0)


def are_at_work() -> bool:
    """Whether threads were left behind that still work."""
    return any(thread.name == WORKER for thread in enumerate_threads())
