"""Words to people: other people's text made harmless, lines of bearable length, near words."""

from __future__ import annotations

import re
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


def test_an_extra_is_installed_from_the_checkout(monkeypatch, tmp_path):
    """In the versions tested; the command works in a shell, whatever the folder is called."""
    root = Path(messages.__file__).parents[2]
    assert f"cd {root}; pip install -c constraints.txt -e '.[learn]'" == how_to_install("learn")
    spaced = tmp_path / "my hanabi"
    spaced.mkdir()
    (spaced / "constraints.txt").touch()
    monkeypatch.setattr(messages, "__file__", str(spaced / "src" / "hanabilab" / "messages.py"))
    wanted = f"cd '{spaced}'; pip install -c constraints.txt -e '.[learn,envs]'"
    assert wanted == how_to_install("learn", "envs")


def test_a_wheel_names_what_an_extra_needs_and_not_itself(monkeypatch, tmp_path):
    """No registry has hanabilab; what it needs they have."""
    monkeypatch.setattr(messages, "__file__", str(tmp_path / "lib" / "hanabilab" / "messages.py"))
    assert "pip install 'starlette>=1.0' 'uvicorn>=0.40'" == how_to_install("web")
    told = how_to_install("learn", "envs")
    assert re.fullmatch(
        r"pip install( '?(safetensors|torch|array-api-compat|gymnasium|pettingzoo)[=>.0-9]+'?){5}",
        told,
    )


def test_what_an_extra_needs_on_some_pythons_alone_is_told_with_them(monkeypatch, tmp_path):
    """As pip takes it; the other extras are left out."""
    needs = [
        "numpy>=2.2",
        'pyganak>=2.8; python_version < "3.14" and extra == "count"',
        'z3-solver>=4.15; extra == "smt"',
    ]
    monkeypatch.setattr("importlib.metadata.requires", lambda _: needs)
    monkeypatch.setattr(messages, "__file__", str(tmp_path / "lib" / "hanabilab" / "messages.py"))
    assert how_to_install("count") == "pip install 'pyganak>=2.8; python_version < \"3.14\"'"
    assert how_to_install("smt") == "pip install 'z3-solver>=4.15'"


#: A command that asks a registry for hanabilab itself, with an extra or without.
_FROM_A_REGISTRY = re.compile(r"pip install (?:[^#\s]\S* +)*?['\"]?hanabilab(?![\w/-])")


def test_no_page_and_no_message_installs_hanabilab_from_a_registry():
    """A stranger's package may one day have the name."""
    root = Path(messages.__file__).parents[2]
    kinds = {".md", ".py", ".ipynb", ".toml"}
    files = [root / name for name in ("README.md", "PACKAGE.md", "CONTRIBUTING.md")]
    for folder in ("docs", "examples", "src"):
        files += [each for each in (root / folder).rglob("*") if each.suffix in kinds]
    found = [
        (str(file.relative_to(root)), line)
        for file in files
        for line in file.read_text(encoding="utf-8").splitlines()
        if _FROM_A_REGISTRY.search(line)
    ]
    assert [] == found
    assert _FROM_A_REGISTRY.search("pip install 'hanabilab[web]'")
    assert _FROM_A_REGISTRY.search("first `pip install -U hanabilab`, then")


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
