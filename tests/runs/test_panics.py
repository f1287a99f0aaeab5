"""The error stream while polars reads: a panic is an error, and what others write there is kept."""

from __future__ import annotations

import os

import polars as pl
import pytest

from hanabilab.runs.panics import panics_silenced


def test_what_is_written_meanwhile_is_handed_on(capfd):
    """By another thread, say, or as a warning."""
    with panics_silenced():
        os.write(2, b"a warning")
        assert "" == capfd.readouterr().err
    assert "a warning" == capfd.readouterr().err


def panic():
    """What polars does where it gives up."""
    with panics_silenced():
        os.write(2, b"thread panicked")
        raise pl.exceptions.PanicException("no such page")


def test_the_text_of_a_panic_is_not(capfd):
    """The error says it, and the stream is open again."""
    with pytest.raises(ValueError, match="no such page"):
        panic()
    os.write(2, b"and on")
    assert "and on" == capfd.readouterr().err
