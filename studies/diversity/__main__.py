"""The tables of docs/studies/diversity.md: `python -m studies.diversity [FOLDER]`.

From the `analysis.json` of a folder of `studies.diversity.analyze`, by default the one in the docs.
With --curves, figures by distance are written, too, as DIR/RUN.csv for each run.
Published figures are those of `studies.diversity.paper`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl

from hanabilab.errors import HanabiError
from hanabilab.runs.faults import faults_told
from hanabilab.runs.files import write_bytes
from hanabilab.runs.reading import read_json
from studies.diversity import paper

KEPT = Path("results/diversity/analysis")


def table(
    head: str, columns: list[str], rows: dict[str, tuple[Callable[..., str], str]], found: list[Any]
) -> Iterator[str]:
    """A table of Markdown: a column for each document found, the last one as published."""
    yield f"| {head} | {' | '.join(columns)} | published |"
    yield "| --- " * (len(columns) + 2) + "|"
    for name, (cell, published) in rows.items():
        yield f"| {name} | {' | '.join(cell(each) for each in found)} | {published} |".replace(
            "  ", " "
        )


def mean(estimate: dict[str, Any], digits: int = 2) -> str:
    """A mean and its standard error."""
    return f"{estimate['mean']:.{digits}f} ± {estimate['sem']:.{digits}f}"


def niche(places: list[int]) -> str:
    """A niche by its place in the grid."""
    return f"({', '.join(str(place) for place in places)})"


def share(run: dict[str, Any], name: str) -> str:
    """A part of the variance of a matrix that is free of noise."""
    parts = run["matrix"]["variance"]
    whole = parts["additive"] + parts["interaction"]
    return f"{parts[name]:.2f} ({100 * parts[name] / whole:.1f} %)"


def ends(run: dict[str, Any], name: str) -> tuple[float, float]:
    """What the nearest and the farthest pairs of niches have of something."""
    return run["by_distance"][1][name], run["by_distance"][-1][name]


def slashed(name: str, form: str) -> str:
    """A row of the paper's Table I."""
    return " / ".join(f"{each:{form}}" for each in paper.TABLE_I[name])


ARCHIVE = {
    "individuals": (lambda run: f"{run['individuals']:,}", slashed("individuals", ",")),
    "coverage of 400": (lambda run: f"{run['statistics']['coverage']}", slashed("coverage", "")),
    "mean as found": (lambda run: f"{run['statistics']['mean']:.2f}", ""),
    "1,000 fresh games of each": (
        lambda run: f"{run['corrected']['in_place']['mean']:.2f}",
        slashed("mean", ".2f"),
    ),
    "maximum as found": (lambda run: f"{run['statistics']['maximum']:.2f}", ""),
    "fresh games": (
        lambda run: f"{run['corrected']['in_place']['maximum']:.2f}",
        slashed("maximum", ".2f"),
    ),
    "best elite's niche": (lambda run: niche(run["best"]["niche"]), niche(list(paper.BEST_NICHE))),
    "its score, 20,000 games more": (lambda run: mean(run["best"], 3), f"{paper.BEST_SCORE:.2f}"),
    "QD-score as found; fresh": (
        lambda run: (
            f"{run['statistics']['qd_score']:,.1f}; {run['corrected']['in_place']['qd_score']:,.1f}"
        ),
        "",
    ),
    "elites still in their own niche": (
        lambda run: f"{100 * run['corrected']['own_niche']:.1f} %",
        "",
    ),
    "corrected archive: coverage, QD-score": (
        lambda run: (
            f"{run['corrected']['statistics']['coverage']}, "
            f"{run['corrected']['statistics']['qd_score']:,.1f}"
        ),
        "",
    ),
}

PAIRS = {
    "self-play": (lambda run: mean(run["matrix"]["self_play"]), f"{paper.MEAN_OF_SELF_PLAY:.2f}"),
    "with others": (lambda run: mean(run["matrix"]["cross_play"]), f"{paper.MEAN_OF_PAIRS:.2f}"),
    "self-play less with others": (lambda run: mean(run["matrix"]["gap"]), ""),
    "variance of skill": (lambda run: share(run, "additive"), ""),
    "variance of who plays with whom": (lambda run: share(run, "interaction"), ""),
    "elites that are somebody's best partner; their own": (
        lambda run: "{partners}; {itself}".format(**run["matrix"]["best_responses"]),
        "",
    ),
    "best partners, on other games than they were chosen on": (
        lambda run: mean(run["matrix"]["best_responses"]["best"]),
        "",
    ),
    "one partner for all; its niche": (
        lambda run: (
            f"{mean(run['matrix']['best_responses']['single'])}; "
            f"{niche(run['matrix']['best_responses']['generalist'])}"
        ),
        "",
    ),
    "different rules of 15: nearest niches; farthest": (
        lambda run: "{:.2f}; {:.2f}".format(*ends(run, "hamming")),
        "; ".join(f"{value:.2f}" for _, value in paper.HAMMING_BY_DISTANCE),
    ),
    "same action: nearest niches; farthest": (
        lambda run: "{:.2f}; {:.2f}".format(*ends(run, "similarity")),
        "; ".join(f"{value:.2f}" for _, value in paper.SIMILARITY_BY_DISTANCE),
    ),
}

ACROSS = {
    "niches in common": (lambda pair: f"{pair['niches']}", ""),
    "with each other": (lambda pair: mean(pair["cross_play"]), f"{paper.ACROSS['cross_play']:.2f}"),
    "the one with itself; the other": (
        lambda pair: "; ".join(f"{each['mean']:.2f}" for each in pair["self_play"]),
        f"{paper.ACROSS['self_play']:.2f}",
    ),
    "self-play less with each other, paired": (lambda pair: mean(pair["gap"], 3), ""),
    "different rules of 15": (
        lambda pair: f"{pair['hamming']['mean']:.2f}",
        f"{paper.ACROSS['hamming']:.2f}",
    ),
    "same action: in their own states; in all states": (
        lambda pair: f"{pair['similarity']['mean']:.2f}; {pair['similarity_anywhere']['mean']:.2f}",
        f"-; {paper.ACROSS['similarity']:.2f}",
    ),
}


def curve(run: dict[str, Any]) -> pl.DataFrame:
    """Scores and likeness of pairs of a run by the distance of their niches, 0 for self-play."""
    return pl.DataFrame(run["by_distance"]).with_columns(pl.col(pl.Float64).round(5))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=KEPT)
    parser.add_argument("--curves", type=Path, metavar="DIR", help="write curves as CSV there")
    given = parser.parse_args()
    try:
        text, curves = tables(given.folder)
        for name, data in curves.items() if given.curves else ():
            write_bytes(given.curves / f"{name}.csv", data)
    except HanabiError as error:
        parser.error(str(error))
    print(text, end="\n\n")


def tables(folder: Path) -> tuple[str, dict[str, bytes]]:
    """The tables of the analysis in a folder, and the curve of each of its runs as CSV.

    Raises:
        ResumeError: there is none, or none that can be read.
    """
    file = folder / "analysis.json"
    found = read_json(file)
    with faults_told(file):
        runs = found["runs"]
        numbers = {name: Path(run["path"]).name.removeprefix("run-") for name, run in runs.items()}
        names = [f"run {number}" for number in numbers.values()]
        pairs = [" and ".join(numbers[name] for name in pair["runs"]) for pair in found["across"]]
        decks = found["games"]["fresh"]
        across = f"across runs, elites of the same niche, {decks:,} decks"
        told = (
            table("archive", names, ARCHIVE, [*runs.values()]),
            table("pairs of a run", names, PAIRS, [*runs.values()]),
            table(across, pairs, ACROSS, found["across"]),
        )
        text = "\n\n".join("\n".join(rows) for rows in told)
        return text, {name: curve(run).write_csv().encode() for name, run in runs.items()}


if __name__ == "__main__":
    main()
