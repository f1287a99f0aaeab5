"""Work on threads: what is done whatever raises, and which exception is told."""

from __future__ import annotations

import time
from threading import Event

import pytest

from hanabilab.arena.threads import in_threads

pytestmark = pytest.mark.once


@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize("slow", [2, 5])
def test_the_first_item_that_raises_is_told(workers, slow):
    """Also where a later one raises sooner; all items before it are finished, few after."""

    def work(item: int) -> int:
        time.sleep(0.05 * (item == slow))
        if item in (2, 5):
            raise ValueError(f"item {item}")
        return item

    found, stopped = [], Event()
    with pytest.raises(ValueError, match="item 2"):
        found.extend(in_threads(work, range(100), workers, stopped))
    assert stopped.is_set()
    assert {0, 1} <= set(found) <= {0, 1, 3, 4, *range(6, 20)}


def test_all_items_are_worked_on():
    """Each once."""
    found = in_threads(lambda item: item * item, range(50), 3, Event())
    assert [item * item for item in range(50)] == sorted(found)
