"""Processes made by fork, which have none of their parent's threads.

Polars makes its tables with threads that it starts once. A child of `fork` inherits the memory but
not the threads, and would wait for them forever. This module remembers whether they were started,
so that a child can refuse.
"""

from __future__ import annotations

import os
from pathlib import Path

from hanabilab.errors import HanabiError

_TASKS = Path("/proc/self/task")
#: How the threads of polars are called, where the system tells (Linux).
_POLARS_THREAD = "polars-0"

_state = {"started": False, "lost": False}


def require_threads() -> None:
    """Do nothing if this process has the threads that tables are made with.

    Raises:
        HanabiError: it was forked, and has not.
    """
    if _state["lost"]:
        raise HanabiError(
            "this process was forked from one that had made tables of games, and would wait "
            "forever for its threads; start processes with multiprocessing.get_context('spawn')"
        )


def _look() -> None:
    """In the parent, before a fork: whether polars has started its threads."""
    _state["started"] = not _TASKS.is_dir() or any(map(_is_of_polars, _TASKS.iterdir()))


def _is_of_polars(task: Path) -> bool:
    try:
        return (task / "comm").read_text().strip() == _POLARS_THREAD
    except OSError:  # a thread that has just ended
        return False


def _note_loss() -> None:
    """In the child."""
    _state["lost"] |= _state["started"]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_look, after_in_child=_note_loss)
