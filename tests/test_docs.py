"""The code on every page runs and prints what the page says; links lead somewhere."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

_ROOT = Path(__file__).parents[1]
_PAGES = [_ROOT / "README.md", _ROOT / "PACKAGE.md", *sorted((_ROOT / "docs").rglob("*.md"))]
#: Modules that the code of a page needs and that only an extra installs.
_EXTRAS = {
    "docs/networks": "torch",
    "docs/q_learning": "torch",
    "docs/zero_shot": "torch",
    "docs/environments": "pettingzoo pyspiel",
    "docs/coming_from": "pettingzoo",
    "docs/ah2ac2": "websockets",
}
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_SAVED = re.compile(r"`([a-z]+\.py)`:\n\n```python\n(.*?)```", re.DOTALL)
_COMMAND = re.compile(r"```console\n\$ hanabi ([^\n]*)\n(.*?)```", re.DOTALL)
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
#: A row of a table with a measured figure, and pages that teach with the most of them that they
#: hold: what a quick command of an example prints. All others stand in a study, which they link to.
_FIGURE = re.compile(r"^\|.*\d ± \d.*\|$", re.MULTILINE)
_TEACHING = {"agents": 0, "learning": 0, "guided": 0, "crossplay": 3, "levers": 10}


def _name(page: Path) -> str:
    return page.relative_to(_ROOT).with_suffix("").as_posix()


def _anchors(page: Path) -> set[str]:
    """What links may name of a page: its headings, as the forge writes them."""
    headings = _HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.compiled
@pytest.mark.parametrize("page", _PAGES, ids=_name)
def test_the_code_of_a_page_runs(page, capsys):
    """Example by example; what differs is shown."""
    for extra in _EXTRAS.get(_name(page), "").split():
        pytest.importorskip(extra)
    failed, _ = doctest.testfile(str(page), module_relative=False)
    assert failed == 0, capsys.readouterr().out


@pytest.mark.parametrize("program", ["JaxMARL", "mctx", "hanab.live", "hanabi.rs", "jax-aht"])
def test_code_of_another_program_stands_beside_ours(program):
    """A section that the table leads to: their lines, then ours, which the test above runs."""
    page = _ROOT / "docs" / "coming_from.md"
    table, _, rest = page.read_text(encoding="utf-8").partition(f"\n## {program}\n")
    section = rest.partition("\n## ")[0]
    anchor = re.sub(r"[^\w-]", "", program.lower())
    assert f"| {program} |" in table
    assert f"](#{anchor})" in table
    theirs, ours = section.index("Theirs"), section.index("\nOurs")
    assert "```" in section[theirs:ours]
    assert section[ours:].count("\n>>> ") >= 3


@pytest.mark.parametrize("page", [*_PAGES, _ROOT / "results" / "README.md"], ids=_name)
def test_links_lead_somewhere(page):
    """To a file of the project, and to a heading that the page has."""
    for link in _LINK.findall(page.read_text(encoding="utf-8")):
        if link.startswith(("https://", "http://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in _anchors(target), link


@pytest.mark.parametrize("page", _TEACHING)
def test_a_page_teaches_and_a_study_holds_the_figures(page):
    """So that a reader is not stopped by tables; the page says where they are."""
    text = (_ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert len(_FIGURE.findall(text)) <= _TEACHING[page]
    assert "](studies/" in text


def test_the_front_page_and_the_site_list_every_study():
    """A study that nothing leads to is not read."""
    front = (_ROOT / "README.md").read_text(encoding="utf-8")
    site = (_ROOT / "docs" / "conf.py").read_text(encoding="utf-8")
    for page in sorted((_ROOT / "docs" / "studies").glob("*.md")):
        assert f"](docs/studies/{page.name})" in front, page.name
        assert f'"docs/studies/{page.stem}"' in site, page.name


@pytest.mark.compiled
@pytest.mark.slow
def test_commands_of_the_quickstart_print_what_it_says(tmp_path):
    """In an empty folder, one after the other; `...` stands for any lines."""
    text = (_ROOT / "docs" / "quickstart.md").read_text(encoding="utf-8")
    for name, code in _SAVED.findall(text):
        (tmp_path / name).write_text(code, encoding="utf-8")
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    for command, expected in _COMMAND.findall(text):
        printed = subprocess.run(
            [sys.executable, "-m", "hanabilab", *shlex.split(command)],
            cwd=tmp_path,
            env=os.environ | {"COLUMNS": "80", "PYTHONPATH": str(_ROOT / "src")},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert printed.returncode == 0, printed.stderr
        assert doctest.OutputChecker().check_output(expected, printed.stdout, flags), (
            f"hanabi {command}\n{printed.stdout}"
        )
