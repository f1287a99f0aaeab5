"""What pages of the docs say: their tables, and whether they have a figure."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
RESULTS, DOCS = ROOT / "results", ROOT / "docs"


def page(name: str) -> str:
    """The text of a page."""
    return (DOCS / name).read_text()


def rows_of(name: str, *head: str) -> list[list[list[str]]]:
    """The rows of the tables of a page whose header has these cells first, table by table."""
    found: list[list[list[str]]] = []
    mine = False
    for line in page(name).splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.lstrip().startswith("|"):
            mine = False
        elif not mine and cells[: len(head)] == list(head):
            found.append([])
            mine = True
        elif mine and not set(line) <= set("| -"):
            found[-1].append(cells)
    assert found, f"{name} has no table that begins with {head}"
    return found


def missing(name: str, *figures: str) -> list[str]:
    """Those of the figures that a page does not have, wherever its lines break."""
    text = " ".join(page(name).split())
    return [figure for figure in figures if figure not in text]
