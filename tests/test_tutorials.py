"""The tutorials print what they say, as scripts and as notebooks; the cells of their format."""

from __future__ import annotations

import doctest
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(_ROOT / "docs"))
import percent  # noqa: E402

pytestmark = pytest.mark.once

_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_SCRIPT = """# %% [markdown]
# # A title
#
# [A page](../rules.md#end).

# %%
print(1)


# %% [markdown]
# ```text
# 1
# ```

# %%
x = 2
"""


def _same(expected: str, printed: str) -> bool:
    return doctest.OutputChecker().check_output(expected, printed, _FLAGS)


def test_a_script_is_read_as_cells():
    """Text without its comment signs, code as it stands; what a cell prints is in the next text."""
    cells = percent.cells_of(_SCRIPT)
    assert [cell.is_code for cell in cells] == [False, True, False, True]
    assert cells[0].text == "# A title\n\n[A page](../rules.md#end)."
    assert percent.printed_by(cells) == [(cells[1], "1\n"), (cells[3], "")]


def test_what_stands_before_the_first_cell_is_refused():
    """It would be lost."""
    with pytest.raises(ValueError, match="not with 'import this'"):
        percent.cells_of("import this\n" + _SCRIPT)


def test_a_notebook_leads_to_pages_of_the_site():
    """Links to Markdown files are links to pages there; code is kept to the letter."""
    cells = json.loads(percent.as_notebook(_SCRIPT))["cells"]
    assert cells[0]["source"].endswith("[A page](../rules.html#end).")
    assert [cell["cell_type"] for cell in cells] == ["markdown", "code", "markdown", "code"]
    assert cells[1]["source"] == "print(1)"


def test_a_page_has_code_in_fences():
    """The page's text is the script's text."""
    page = percent.as_markdown(_SCRIPT)
    assert page.startswith("# A title\n")
    assert "```python\nprint(1)\n```\n\n```text\n1\n```" in page


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("script", percent.scripts(), ids=lambda path: path.stem)
def test_a_tutorial_prints_what_it_says(script, tmp_path):
    """As a script, in an empty folder."""
    cells = percent.cells_of(script.read_text(encoding="utf-8"))
    run = subprocess.run(
        [sys.executable, str(script)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(_ROOT / "src"), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stderr
    expected = "\n".join(printed for _, printed in percent.printed_by(cells))
    assert _same(expected, run.stdout), run.stdout


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of Jupyter's own
@pytest.mark.parametrize("script", percent.scripts(), ids=lambda path: path.stem)
def test_a_tutorial_is_a_notebook(script, tmp_path, monkeypatch):
    """Cell by cell, each prints what the text after it says."""
    nbclient = pytest.importorskip("nbclient", reason="needs the extra docs")
    nbformat = pytest.importorskip("nbformat", reason="needs the extra docs")
    monkeypatch.setenv("PYTHONPATH", str(_ROOT / "src"))
    text = script.read_text(encoding="utf-8")
    notebook = nbformat.reads(percent.as_notebook(text), as_version=4)
    nbclient.NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    ran = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell, (_, expected) in zip(ran, percent.printed_by(percent.cells_of(text)), strict=True):
        printed = "".join(each.text for each in cell.outputs if each.get("name") == "stdout")
        assert _same(expected, printed), cell.source


def test_pages_count_the_lessons():
    """The front page and the page of the tutorials say how many there are."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    count = words[len(list((_ROOT / "docs" / "tutorials").glob("[0-9]*_*.py")))]
    front = (_ROOT / "README.md").read_text(encoding="utf-8")
    assert f"{count.title()} short [tutorials](docs/tutorials/README.md)" in front
    assert f"[tutorials](docs/tutorials/README.md) | {count} lessons in Python" in front
    page = (_ROOT / "docs" / "tutorials" / "README.md").read_text(encoding="utf-8")
    assert f"{count.title()} lessons," in page
