"""The analysis of pools as tables for the terminal, published figures beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from hanabilab.cli.terminal import Console
from hanabilab.evolution import Settings
from hanabilab.stats import ERROR_NOTE
from studies.diversity import paper


def print_analysis(console: Console, document: dict[str, Any], settings: Settings) -> None:
    """A table of archives, one of pairs of a run, one of pairs across runs."""
    known = paper.is_as_published(settings)
    console.print(_archives(document, known=known))
    console.print(_matrices(document, known=known))
    if document["across"]:
        console.print(_across(document, known=known))


def _table(title: str, columns: list[str], *, known: bool) -> Table:
    grid = Table(title=title, caption=ERROR_NOTE)
    for place, name in enumerate(["", *columns, *(["published"] if known else [])]):
        grid.add_column(name, justify="right" if place else "left")
    return grid


def _add(grid: Table, words: str, cells: list[str], published: str, *, known: bool) -> None:
    grid.add_row(words, *cells, *([published] if known else []))


def _archives(document: dict[str, Any], *, known: bool) -> Table:
    runs = document["runs"]
    games = document["games"]["fresh"]
    grid = _table(f"archives; {games:,} fresh games of each elite", list(runs), known=known)

    def row(words: str, tell: Any, published: str = "") -> None:
        _add(grid, words, [tell(run) for run in runs.values()], published, known=known)

    row("individuals", lambda run: f"{run['individuals']:,}", _three("individuals", ",d"))
    row("coverage", lambda run: _coverage(run["statistics"]), _three("coverage", "d"))
    for name, words in (("mean", "mean"), ("maximum", "maximum"), ("qd_score", "QD-score")):
        row(f"{words} as found", lambda run, name=name: f"{run['statistics'][name]:,.2f}")
        row(
            f"{words}, fresh games",
            lambda run, name=name: f"{run['corrected']['in_place'][name]:,.2f}",
            _three(name, ".2f") if name in paper.TABLE_I else "",
        )
    row("best elite's niche", lambda run: _niche(run["best"]["niche"]), _niche(paper.BEST_NICHE))
    row("its score, played anew", lambda run: _words(run["best"], 3), f"{paper.BEST_SCORE:.2f}")
    row("in their own niche still", lambda run: f"{100 * run['corrected']['own_niche']:.1f} %")
    row("corrected coverage", lambda run: _coverage(run["corrected"]["statistics"]))
    row("corrected QD-score", lambda run: f"{run['corrected']['statistics']['qd_score']:,.2f}")
    return grid


def _matrices(document: dict[str, Any], *, known: bool) -> Table:
    runs = {name: run["matrix"] for name, run in document["runs"].items()}
    games = document["games"]["matrix"]
    grid = _table(f"pairs of a run; {games:,} decks a pair", list(runs), known=known)

    def row(words: str, tell: Any, published: str = "") -> None:
        _add(grid, words, [tell(run) for run in runs.values()], published, known=known)

    row("self-play", lambda run: _words(run["self_play"]), f"{paper.MEAN_OF_SELF_PLAY:.2f}")
    row("with others", lambda run: _words(run["cross_play"]), f"{paper.MEAN_OF_PAIRS:.2f}")
    row("self-play less with others", lambda run: _words(run["gap"]))
    row("variance of skill", lambda run: _share(run["variance"], "additive"))
    row("variance of who plays with whom", lambda run: _share(run["variance"], "interaction"))
    row("elites that are a best partner", lambda run: f"{run['best_responses']['partners']}")
    row("that are their own", lambda run: f"{run['best_responses']['itself']}")
    row("best partners, fresh games", lambda run: _words(run["best_responses"]["best"]))
    row("one partner for all", lambda run: _words(run["best_responses"]["single"]))
    row("its niche", lambda run: _niche(run["best_responses"]["generalist"]))
    far = {name: run["by_distance"][1:] for name, run in document["runs"].items()}
    told = {"hamming": paper.HAMMING_BY_DISTANCE, "similarity": paper.SIMILARITY_BY_DISTANCE}
    for name, words in (("hamming", "places with different rules"), ("similarity", "same action")):
        for end, which in ((0, "nearest"), (-1, "farthest")):
            cells = [f"{rows[end][name]:.2f}" for rows in far.values()]
            _add(grid, f"{words}, {which}", cells, f"{told[name][end][1]:.2f}", known=known)
    return grid


def _across(document: dict[str, Any], *, known: bool) -> Table:
    pairs = document["across"]
    columns = [" and ".join(pair["runs"]) for pair in pairs]
    games = document["games"]["fresh"]
    grid = _table(f"across runs, of the same niche; {games:,} decks a pair", columns, known=known)

    def row(words: str, tell: Any, published: str = "") -> None:
        _add(grid, words, [tell(pair) for pair in pairs], published, known=known)

    row("niches in common", lambda pair: f"{pair['niches']}")
    row("with each other", lambda pair: _words(pair["cross_play"]), _told("cross_play"))
    for run, words in enumerate(("the one", "the other")):
        row(
            f"{words} with itself",
            lambda pair, run=run: _words(pair["self_play"][run]),
            "" if run else _told("self_play"),
        )
    row("itself less each other", lambda pair: _words(pair["gap"]))
    row("places with different rules", lambda pair: _mean(pair["hamming"]), _told("hamming"))
    row("same action, own states", lambda pair: _mean(pair["similarity"]))
    row(
        "same action, all states",
        lambda pair: _mean(pair["similarity_anywhere"]),
        _told("similarity"),
    )
    row("all states", lambda pair: f"{pair['states']:,}")
    row(
        "legal actions there",
        lambda pair: f"{pair['legal_actions']:.1f}",
        f"{paper.ACROSS['legal_actions']}",
    )
    return grid


def _told(name: str) -> str:
    return f"{paper.ACROSS[name]:.2f}"


def _three(name: str, form: str) -> str:
    return " / ".join(f"{value:{form}}" for value in paper.TABLE_I[name])


def _coverage(statistics: dict[str, Any]) -> str:
    return f"{statistics['coverage']} of {statistics['cells']}"


def _niche(place: Sequence[int]) -> str:
    return ", ".join(str(index) for index in place)


def _words(value: dict[str, Any], digits: int = 2) -> str:
    return f"{value['mean']:.{digits}f} ± {value['sem']:.{digits}f}"


def _mean(value: dict[str, float]) -> str:
    return f"{value['mean']:.2f}"


def _share(variance: dict[str, Any], name: str) -> str:
    total = variance["additive"] + variance["interaction"]
    share = f" ({100 * variance[name] / total:.1f} %)" if total > 0 else ""
    return f"{variance[name]:.3f}{share}"
