"""What polars says when it gives up: its panics are errors of a line, without their own text.

Rust writes the text of a panic to the process's error stream, past Python, before the exception
comes. So that stream is held while polars reads a file of others. What was written meanwhile is
handed on, unless it was a panic that wrote it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryFile
from threading import Lock

import polars as pl

_STREAM = 2
#: One thread at a time holds the stream.
_HOLDING = Lock()


@contextmanager
def panics_silenced() -> Iterator[None]:
    """While polars reads: a panic is a `ValueError`, and its text does not reach the terminal."""
    panicked = False
    with _HOLDING, TemporaryFile() as kept:
        before = _hold(kept.fileno())
        try:
            yield
        except pl.exceptions.PanicException as error:
            panicked = True
            raise ValueError(str(error)) from None
        finally:
            if before is not None:
                _let_go(before)
                kept.seek(0)
                if not panicked and (written := kept.read()):
                    os.write(_STREAM, written)


def _hold(file: int) -> int | None:
    """Send what is written to the error stream to `file`; what it was, None if there is none."""
    with suppress(OSError, ValueError):  # a process may have no error stream
        sys.stderr.flush()
    try:
        before = os.dup(_STREAM)
    except OSError:
        return None
    os.dup2(file, _STREAM)
    return before


def _let_go(before: int) -> None:
    os.dup2(before, _STREAM)
    os.close(before)
