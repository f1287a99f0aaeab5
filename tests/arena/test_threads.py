"""Work on threads: what is done whatever raises, and which exception is told."""

from __future__ import annotations

import os
import signal
import time
from threading import Event, Thread

import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.arena import threads as pools
from hanabilab.arena.threads import count_threads, in_threads, unbroken
from hanabilab.errors import AgentError

pytestmark = pytest.mark.once


@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize("slow", [2, 5])
def test_the_first_item_that_raises_is_told(workers, slow):
    """Also where a later one raises sooner; all items before it are finished, few after."""

    begun: list[int] = []

    def work(item: int) -> int:
        begun.append(item)
        time.sleep(0.05 * (item == slow))
        if item in (2, 5):
            raise ValueError(f"item {item}")
        if item > 5:
            stopped.wait(20)  # so that it does not end before, however busy the machine is
        return item

    found, stopped = [], Event()
    with pytest.raises(ValueError, match="item 2"):
        found.extend(in_threads(work, range(100), workers, stopped))
    assert stopped.is_set()
    assert {0, 1} <= set(found) <= {0, 1, 3, 4}
    assert max(begun) < 6 + 2 * workers  # which wait in line at first, or follow on items 0 to 5


@pytest.mark.parametrize("threads", [0, -1, 1025, 200_000, 10**30, 1.5, "x", True])
def test_a_number_of_threads_that_none_can_have_is_refused(threads):
    """Far more than any machine has use for would break the process."""
    with pytest.raises(AgentError, match=r"threads is .*; a whole number from 1 to 1024"):
        count_threads(threads)


@pytest.mark.parametrize("threads", [1, 2, 1024, None])
def test_numbers_of_threads_are_taken(threads):
    """None is as many as there are cores."""
    assert count_threads(threads) == ((threads or os.cpu_count()) if JIT_ENABLED else 1)


@pytest.mark.parametrize(("most", "advice"), [(0, 1), (1, 1), (3, 3)])
@pytest.mark.parametrize("kind", [RuntimeError, MemoryError])
def test_threads_that_cannot_be_started_leave_none_behind(monkeypatch, most, advice, kind):
    """Those that were started end, and a line says how many would do."""
    begun = []

    class Scarce(Thread):
        def start(self):
            if len(begun) == most:
                raise kind("can't start new thread")
            begun.append(self)
            super().start()

    monkeypatch.setattr(pools, "Thread", Scarce)
    words = f"{most} of 5 threads can be started here; give threads={advice} or fewer"
    with pytest.raises(AgentError, match=words):
        list(in_threads(lambda item: item, range(9), 5, Event()))
    assert len(begun) == most
    assert not any(thread.is_alive() for thread in begun)


def test_all_items_are_worked_on():
    """Each once."""
    found = in_threads(lambda item: item * item, range(50), 3, Event())
    assert [item * item for item in range(50)] == sorted(found)


def test_what_waits_in_line_is_not_begun_once_nobody_takes_results():
    """What is at work then ends first."""
    begun, stopped = [], Event()

    def work(item: int) -> int:
        begun.append(item)
        if item > 0:
            stopped.wait()
            sum(range(10_000_000))  # so that the line has been cleared before
        return item

    found = in_threads(work, range(100), 2, stopped)
    assert next(found) == 0
    found.close()
    assert set(begun) <= {0, 1, 2}


def test_a_signal_is_answered_after_what_must_not_be_broken_off():
    """Ctrl-C while games are counted: they are counted whole, and then it is heard."""
    done, outer = [], signal.signal(signal.SIGINT, signal.default_int_handler)

    def count() -> None:
        with unbroken():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.05)
            done.append("whole")

    try:  # where tests run in the background, the shell has Ctrl-C ignored
        with pytest.raises(KeyboardInterrupt):
            count()
        assert ["whole"] == done
        assert signal.default_int_handler is signal.getsignal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, outer)
    with unbroken():
        done.append("quiet")
    assert ["whole", "quiet"] == done


def test_other_threads_have_no_signals_to_hold():
    """Only the main thread may change how they are answered."""
    done = []

    def work():
        with unbroken():
            done.append(1)

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert [1] == done
