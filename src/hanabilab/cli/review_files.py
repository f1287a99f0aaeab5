"""What `hanabi review` keeps: the document, a table with a line for each game, the figure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hanabilab.runs.files import write_file

#: What a table with a line for each game leaves out.
_BY_TURN = ("by_turn", "lost_between", "losses", "endgame", "luck_and_skill")


def keep_reviews(documents: list[dict[str, Any]], png: Path | None, out: Path | None) -> None:
    """Write the figure, and into a folder the document and the table of all games."""
    if not (png or out):
        return
    from hanabilab.plots import save_review

    if png:
        write_file(png, lambda file: save_review(documents, file))
    if out:
        text = json.dumps(documents).encode()
        write_file(out / "review.json", lambda file: file.write(text))
        write_file(out / "review.csv", lambda file: file.write(_as_csv(documents).encode()))
        write_file(out / "review.png", lambda file: save_review(documents, file))


def _as_csv(documents: list[dict[str, Any]]) -> str:
    """A line for each game, without what is told turn by turn."""
    import polars as pl

    rows = [
        {name: value for name, value in each.items() if name not in _BY_TURN} for each in documents
    ]
    return pl.DataFrame(rows, infer_schema_length=None).write_csv()
