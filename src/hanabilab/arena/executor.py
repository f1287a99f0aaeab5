"""Work that is cut into tasks, and who does them: threads here, or Ray's workers on many machines.

A `Work` makes a part of each task. It can be told in text and numbers, so that a process elsewhere
makes the same work anew and does the same tasks. Which executor does them, and in which order,
never shows in the parts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator
from threading import Event
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

from hanabilab.arena.threads import MAX_THREADS, count_threads, in_threads
from hanabilab.errors import AgentError
from hanabilab.messages import int_hint

T = TypeVar("T")
R = TypeVar("R")


class Work(ABC, Generic[T, R]):
    """What is done with each of many tasks, which are numbers, arrays, and tuples of them."""

    @abstractmethod
    def do(self, task: T) -> R:
        """The part that a task comes to; called on several threads at once."""

    @abstractmethod
    def told(self) -> dict[str, Any]:
        """What `made` makes the same work of: a JSON document."""

    @classmethod
    @abstractmethod
    def made(cls, told: dict[str, Any]) -> Self:
        """The work that was told, its kernels compiled."""

    def pack(self, part: R) -> Any:
        """A part as it travels: numbers, arrays, bytes, and tuples of them."""
        return part

    def unpack(self, packed: Any) -> R:
        """The part that was packed."""
        part: R = packed
        return part


class Executor(Protocol):
    """Who does tasks."""

    @property
    def workers(self) -> int:
        """How many tasks are done at once."""
        ...

    def spread(self, work: Work[T, R], tasks: Iterable[T], stopped: Event) -> Generator[R]:
        """The parts of `tasks` as they are finished; errors as `arena.threads.in_threads`.

        `stopped` is set when it ends, however it does.
        """
        ...


class Threads:
    """Threads of this process.

    Raises:
        AgentError: no whole number from 1 to `arena.threads.MAX_THREADS`.
    """

    def __init__(self, threads: int | None = None) -> None:
        self.workers = count_threads(threads)

    def spread(self, work: Work[T, R], tasks: Iterable[T], stopped: Event) -> Generator[R]:
        """As `Executor.spread`."""
        return in_threads(work.do, tasks, self.workers, stopped)


#: Who does tasks: so many threads, all cores (None), or another executor.
Workers: TypeAlias = int | Executor | None


def executor_of(workers: Workers) -> Executor:
    """The executor that is asked for.

    Raises:
        AgentError: neither an executor nor a number of threads.
    """
    if workers is None or isinstance(workers, int):
        return Threads(workers)
    if not callable(getattr(workers, "spread", None)):
        raise AgentError(
            f"threads is {workers!r}; a whole number from 1 to {MAX_THREADS}, or an executor"
            f"{int_hint(workers)}"
        )
    return workers


def spread_few(executor: Executor, work: Work[T, R], tasks: Iterable[T]) -> Iterator[R]:
    """The parts of tasks that take a moment, in any order; one thread does them itself."""
    if isinstance(executor, Threads) and executor.workers == 1:
        return map(work.do, tasks)
    return executor.spread(work, tasks, Event())
