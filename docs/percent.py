"""The tutorials as cells, as Markdown and as notebooks.

A tutorial is a Python script in the percent format: `# %% [markdown]` opens a cell of text, whose
lines are comments, and `# %%` opens a cell of code. A fence of kind `text` in the text after a cell
of code is what that cell prints, with `...` for any lines; the tests compare it.

    python docs/percent.py DIR     # write all tutorials as notebooks
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import NamedTuple

TUTORIALS = Path(__file__).parent / "tutorials"
_OPENING = re.compile(r"^# %%( \[markdown\])?\n", re.MULTILINE)
_PRINTED = re.compile(r"^```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_PAGE = re.compile(r"\]\(([^):\s]+)\.(?:md|py)([#)])")


class Cell(NamedTuple):
    """Some lines of a tutorial: Markdown, or code."""

    is_code: bool
    text: str


def scripts() -> list[Path]:
    """All tutorials, in the order in which they are read."""
    return sorted(TUTORIALS.glob("*.py"))


def cells_of(script: str) -> list[Cell]:
    """The cells of a script.

    Raises:
        ValueError: something stands before the first cell.
    """
    before, *parts = _OPENING.split(script)
    if before.strip():
        raise ValueError(f"a tutorial opens with a cell, not with {before.splitlines()[0]!r}")
    pairs = zip(parts[::2], parts[1::2], strict=True)
    cells = [
        Cell(not kind, body.strip() if not kind else _uncommented(body)) for kind, body in pairs
    ]
    return [cell for cell in cells if cell.text]


def _uncommented(body: str) -> str:
    return "\n".join(line.removeprefix("#").removeprefix(" ") for line in body.strip().split("\n"))


def printed_by(cells: list[Cell]) -> list[tuple[Cell, str]]:
    """Each cell of code, with what the text after it says that it prints."""
    found = []
    for cell, after in zip(cells, [*cells[1:], Cell(True, "")], strict=True):
        if cell.is_code:
            shown = None if after.is_code else _PRINTED.search(after.text)
            found.append((cell, shown[1] if shown else ""))
    return found


def as_markdown(script: str) -> str:
    """A page for readers: the code in fences."""
    parts = [
        f"```python\n{cell.text}\n```" if cell.is_code else cell.text for cell in cells_of(script)
    ]
    return "\n\n".join(parts) + "\n"


def as_notebook(script: str) -> str:
    """A notebook without outputs. Links lead to pages of the site that it lies in."""
    cells = [
        {"cell_type": "code", "execution_count": None, "outputs": [], "source": cell.text}
        if cell.is_code
        else {"cell_type": "markdown", "source": _PAGE.sub(r"](\1.html\2", cell.text)}
        for cell in cells_of(script)
    ]
    document = {
        "cells": [{"id": f"cell-{at}", "metadata": {}} | cell for at, cell in enumerate(cells)],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(document, indent=1) + "\n"


def write_notebooks(folder: Path) -> None:
    """All tutorials as notebooks, each named as its script."""
    folder.mkdir(parents=True, exist_ok=True)
    for script in scripts():
        text = as_notebook(script.read_text(encoding="utf-8"))
        (folder / f"{script.stem}.ipynb").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("python docs/percent.py DIR: the folder for the notebooks")
    write_notebooks(Path(sys.argv[1]))
