"""What is told of compilation to whoever waits for it."""

from __future__ import annotations

import gc
import threading
import time

import pytest

from hanabilab._jit import compiling as told_by
from hanabilab._jit.cache import LazyCache
from hanabilab._jit.compiling import begin_compiling, compiling, is_kept, listen
from hanabilab._jit.digest import source_digest


@pytest.fixture
def told(monkeypatch):
    """The lines that are told while a test listens."""
    lines: list[str] = []
    monkeypatch.setattr(told_by, "_listeners", [lines.append])
    monkeypatch.setattr(told_by, "_told", threading.Event())
    monkeypatch.setattr(told_by, "_told_not_kept", threading.Event())
    monkeypatch.setattr(told_by, "compiled", [])
    return lines


def wait(lines):
    """Until a line is there; the timer has a thread of its own."""
    end = time.monotonic() + 60
    while not lines and time.monotonic() < end:
        time.sleep(0.01)


def test_who_waits_is_told_once_whatever_is_compiled(told, monkeypatch):
    """One quiet line, without names of kernels; what follows and what is inside adds none."""
    monkeypatch.setattr(told_by, "PATIENCE", 0.0)
    for _ in range(3):
        with compiling(lambda: "/cache"), compiling(lambda: None):
            begin_compiling("kernel")
            wait(told)
    assert ["compiling once, about 15 s"] == told
    assert ["kernel"] * 3 == told_by.compiled


def test_code_that_is_not_kept_is_not_said_to_be_compiled_once(told, monkeypatch):
    """The next run waits again."""
    monkeypatch.setattr(told_by, "PATIENCE", 0.0)
    with compiling(lambda: None):
        begin_compiling("kernel")
        wait(told)
    assert ["compiling, about 15 s"] == told


def test_a_short_compilation_is_not_told(told):
    """It is over before anybody wonders."""
    with compiling(lambda: "/cache"):
        begin_compiling("kernel")
    assert told == []


def test_code_that_is_kept_is_loaded_without_a_word(told, monkeypatch):
    """However long that takes: nothing is compiled."""
    monkeypatch.setattr(told_by, "PATIENCE", 0.0)
    with compiling(lambda: "/cache"):
        time.sleep(0.05)
    assert told == []


def test_the_garbage_collector_rests_while_code_is_compiled():
    """It would go through all that the compiler has made; afterwards it works as before."""
    with compiling(lambda: None):
        assert gc.isenabled()
        begin_compiling("kernel")
        assert not gc.isenabled()
    assert gc.isenabled()


def test_who_waits_hears_that_nothing_can_be_kept(told, monkeypatch):
    """Once, and what to do; a program that only imports the library is warned."""
    assert is_kept()
    monkeypatch.setattr("hanabilab._jit.disk_cache.DiskCache", _no_place)
    for function in (source_digest, listen):
        assert LazyCache(function).cache_path is None
    assert len(told) == 1
    assert "NUMBA_CACHE_DIR" in told[0]
    assert not is_kept()
    monkeypatch.setattr(told_by, "_told_not_kept", threading.Event())
    monkeypatch.setattr(told_by, "_listeners", [])
    with pytest.warns(RuntimeWarning, match="NUMBA_CACHE_DIR"):
        LazyCache(source_digest).cache_path  # noqa: B018  # opens the cache


def _no_place(*_):
    raise RuntimeError("cannot cache function: no locator available")
