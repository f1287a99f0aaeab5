"""The tables of docs/studies/adhoc.md: `python -m studies.adhoc [FOLDER...]`.

From the `adhoc.json` of folders of `hanabi adhoc`, by default of those that the docs quote. With
--curves, the scores by game of the sequence are written, too, as DIR/NAME.csv for each folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import polars as pl

from hanabilab.errors import HanabiError
from hanabilab.runs.faults import faults_told
from hanabilab.runs.files import write_bytes
from hanabilab.runs.reading import read_json
from hanabilab.stats.summary import estimate

KEPT = Path("results/adhoc")
T = TypeVar("T")


def main() -> None:
    """Print the tables of the folders that are named, or of all that are kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path, help="folders of hanabi adhoc")
    parser.add_argument("--curves", type=Path, metavar="DIR", help="write curves as CSV there")
    given = parser.parse_args()
    found = given.folders or sorted(path.parent for path in KEPT.glob("*/adhoc.json"))
    try:
        documents = {folder: read_json(folder / "adhoc.json") for folder in found}
        told = {folder: _made(tables, folder, document) for folder, document in documents.items()}
        for folder, document in documents.items() if given.curves else ():
            data = _made(curve, folder, document).write_csv().encode()
            write_bytes(given.curves / f"{folder.name}.csv", data)
    except HanabiError as error:
        parser.error(str(error))
    for folder, text in told.items():
        print(f"## {folder.name}\n")
        print(text)


def _made(make: Callable[[dict[str, Any]], T], folder: Path, document: dict[str, Any]) -> T:
    """What is made of the document of a folder.

    Raises:
        ResumeError: it is none of `hanabi adhoc`.
    """
    with faults_told(folder / "adhoc.json"):
        return make(document)


def tables(document: dict[str, Any]) -> str:
    """Both tables as Markdown."""
    return "\n".join([*table(document), "", *differences(document), ""])


def table(document: dict[str, Any]) -> Iterator[str]:
    """A row of Markdown for each responder: score, gain over the generalist, its interval."""
    yield "| responder | score | gain over the generalist | 95 % interval |"
    yield "| --- | --- | --- | --- |"
    for name, found in document["responders"].items():
        gain = found.get("gain")
        parts = [mean(gain), interval(gain["ci95"])] if gain and name != "generalist" else ["", ""]
        yield f"| {name} | {mean(found['score'])} | {' | '.join(parts)} |"


def curve(document: dict[str, Any]) -> pl.DataFrame:
    """The curve of each responder: its mean score in each game of the sequence, over partners."""
    rows = [
        (name, game, found["mean"], found["sem"], *(found["ci95"] or (None, None)))
        for name, responder in document["responders"].items()
        for game, found in enumerate(responder["rounds"], 1)
    ]
    columns = {"responder": pl.String, "game": pl.Int64}
    columns |= dict.fromkeys(("mean", "sem", "low", "high"), pl.Float64)
    return pl.DataFrame(rows, columns, orient="row").with_columns(pl.col(pl.Float64).round(5))


def differences(document: dict[str, Any]) -> Iterator[str]:
    """What `across` gains over `behavior` and over half of the oracle's gain, over partners."""
    by_partner = {name: np.array(r["by_partner"]) for name, r in document["responders"].items()}
    across, generalist = by_partner["across"], by_partner["generalist"]
    half = (by_partner["oracle"] - generalist) / 2
    for name, samples in (
        ("across less behavior", across - by_partner["behavior"]),
        ("across less half of the oracle's gain", across - generalist - half),
    ):
        found = estimate(samples)
        yield f"{name}: {found}, {interval(found.ci95)}"


def mean(found: dict[str, Any]) -> str:
    """A mean and its standard error; of one partner there is none."""
    return f"{found['mean']:.3f}" + ("" if found["sem"] is None else f" ± {found['sem']:.3f}")


def interval(ends: Any) -> str:
    """The ends of an interval, if there is one."""
    return f"{ends[0]:.3f} to {ends[1]:.3f}" if ends else "-"


if __name__ == "__main__":
    main()
