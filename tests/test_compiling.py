"""What is told of compilation to whoever waits for it."""

from __future__ import annotations

import gc

import pytest

from hanabilab._jit import compiling as told_by
from hanabilab._jit.cache import LazyCache
from hanabilab._jit.compiling import begin_compiling, compiling, listen, tell_not_kept
from hanabilab._jit.digest import source_digest


@pytest.fixture
def told(monkeypatch):
    """The lines that are told while a test listens."""
    lines: list[str] = []
    monkeypatch.setattr(told_by, "_listeners", [lines.append])
    return lines


def test_a_long_compilation_is_told_once_with_its_folder(told, monkeypatch):
    """At its beginning and at its end; what it compiles inside is part of it."""
    monkeypatch.setattr(told_by, "PATIENCE", 0.0)
    with compiling(source_digest, lambda: "/cache"), compiling(listen, lambda: None):
        begin_compiling()
    assert "compiled _jit.digest.source_digest in 0 s, once; kept in /cache" == told[-1]
    assert not any("listen" in line for line in told)


def test_a_users_function_is_told_by_its_file(told, monkeypatch):
    """Whatever the module of the file is called."""
    monkeypatch.setattr("hanabilab._jit.compiling.PATIENCE", -1.0)

    def mine():
        pass

    with compiling(mine, lambda: None):
        begin_compiling()
    assert "compiled test_compiling.py:mine in 0 s, and not kept" == told[-1]


def test_a_short_compilation_is_not_told(told):
    """Nor is one that nobody listens to, whatever it takes."""
    with compiling(source_digest, lambda: "/cache"):
        begin_compiling()
    assert told == []


def test_code_that_is_kept_is_loaded_without_a_word(told, monkeypatch):
    """However long that takes: nothing is compiled."""
    monkeypatch.setattr(told_by, "PATIENCE", -1.0)
    with compiling(source_digest, lambda: "/cache"):
        pass
    assert told == []


def test_the_garbage_collector_rests_while_code_is_compiled():
    """It would go through all that the compiler has made; afterwards it works as before."""
    with compiling(source_digest, lambda: None):
        assert gc.isenabled()
        begin_compiling()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_who_waits_hears_that_nothing_can_be_kept(told, monkeypatch):
    """Once, and what to do; a program that only imports the library is warned."""
    tell_not_kept.cache_clear()
    monkeypatch.setattr("hanabilab._jit.disk_cache.DiskCache", _no_place)
    for function in (source_digest, listen):
        assert LazyCache(function).cache_path is None
    assert len(told) == 1
    assert "NUMBA_CACHE_DIR" in told[0]
    tell_not_kept.cache_clear()
    monkeypatch.setattr(told_by, "_listeners", [])
    with pytest.warns(RuntimeWarning, match="NUMBA_CACHE_DIR"):
        LazyCache(source_digest).cache_path  # noqa: B018  # opens the cache
    tell_not_kept.cache_clear()


def _no_place(*_):
    raise RuntimeError("cannot cache function: no locator available")
