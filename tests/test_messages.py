"""Words to people: other people's text made harmless, lines of bearable length, near words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab import messages
from hanabilab.errors import HanabiError, NotationError, OutputError
from hanabilab.messages import did_you_mean, how_to_install, label, one_line, printable


@given(st.text())
def test_what_is_printable_steers_no_terminal(text):
    """Only visible characters, spaces and new lines are left; what was visible is as it was."""
    shown = printable(text)
    assert shown.replace("\n", "").isprintable()
    assert all(letter in shown for letter in text if letter.isprintable())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", r"\x1b[31mred"),
        ("bell\a\r\b", r"bell\x07\r\x08"),
        ("\u202eright to left", r"\u202eright to left"),
        ("\udcff", r"\udcff"),  # a byte of a file name that is not UTF-8
        ("é ± 漢", "é ± 漢"),
    ],
)
def test_what_a_terminal_would_obey_is_written_out(text, shown):
    """As Python writes it in a string."""
    assert printable(text) == shown


@given(st.text(max_size=1000))
def test_a_message_is_one_line_of_bearable_length(text):
    """Whatever it quotes; a short plain one stays as it is."""
    line = one_line(text)
    assert line.isprintable()
    assert len(line) <= 300
    if len(text) <= 300 and text.isprintable() and text == " ".join(text.split()):
        assert line == text


@pytest.mark.parametrize("error", [HanabiError, NotationError, OutputError])
def test_errors_are_short_whatever_they_quote(error):
    """The beginning says what was wrong, the end what would be right."""
    told = str(error(f"no action {'x' * 10_000_000!r}\x1b[2J; an action is 'play SLOT'"))
    assert len(told) <= 300
    assert told.startswith("no action 'xxx")
    assert told.endswith(r"\x1b[2J; an action is 'play SLOT'")


def test_an_extra_is_installed_from_where_the_program_runs(monkeypatch, tmp_path):
    """A checkout from itself, in the versions tested; a package by its name."""
    root = Path(messages.__file__).parents[2]
    assert f"cd {root}; pip install -c constraints.txt -e '.[learn]'" == how_to_install("learn")
    monkeypatch.setattr(messages, "__file__", str(tmp_path / "lib" / "hanabilab" / "messages.py"))
    assert "pip install 'hanabilab[learn]'" == how_to_install("learn")


def test_the_nearest_word_is_proposed():
    """Whatever its case; nothing where nothing is near."""
    assert did_you_mean("samrt", ["smart", "simple"]) == " (did you mean 'smart'?)"
    assert did_you_mean("SMART", ["smart", "simple"]) == " (did you mean 'smart'?)"
    assert did_you_mean("zebra", ["smart", "simple"]) == ""


def test_a_long_name_keeps_its_ends_beside_a_figure():
    """The end of a path tells the agent; a short name stays as it is."""
    name = "/home/" + "a" * 200 + "/careful.py:careful"
    assert label("smart") == "smart"
    assert len(label(name)) <= 45
    assert label(name).endswith("/careful.py:careful")
