"""Cross-play documents as tables for the terminal."""

from __future__ import annotations

from typing import Any

from rich.table import Column, Table

from hanabilab.cli.grids import right
from hanabilab.cli.render import rule_of_lost_games
from hanabilab.cli.terminal import Console
from hanabilab.game.rules import Rules
from hanabilab.stats import ERROR_NOTE
from hanabilab.stats.summary import interval_words, number_words

# Beyond these, a terminal has no room: the document has all.
_MOST_COLUMNS = 12
_MOST_ROWS = 40


def print_matrix(console: Console, document: dict[str, Any], rules: Rules) -> None:
    """The matrix, a line for each agent, and what follows from all."""
    names = document["ones"]
    if len(names) <= _MOST_COLUMNS:
        console.print(_means(document, rules))
    else:
        console.print(f"{len(names)} agents: the matrix is in --json and --out")
    console.print(_standings(document))
    if len(names) > _MOST_ROWS:
        console.print(f"the best {_MOST_ROWS} of {len(names)} agents with others")
    console.print(_totals(document))
    if document["over_models"]["without_worst"]:
        console.print(_models(document["over_models"]))


def print_pool(console: Console, document: dict[str, Any], rules: Rules) -> None:
    """A line for each challenger: its mean over the pool."""
    if len(document["others"]) <= _MOST_COLUMNS:
        console.print(_means(document, rules))
    grid = Table("challenger", *right("mean score", "95 % interval"), caption=ERROR_NOTE)
    grid.title = f"over a pool of {len(document['others'])}"
    for name, value in document["over_pool"].items():
        grid.add_row(name, _words(value), interval_words(value["ci95"]))
    console.print(grid)


def _means(document: dict[str, Any], rules: Rules) -> Table:
    seats = f"{rules.players} players, {rule_of_lost_games(rules)}"
    decks = f"{document['games']:,} decks a pair, seed {document['seed']}"
    columns = Column("agent", overflow="fold"), *right(*document["others"], overflow="fold")
    grid = Table(*columns, title=f"mean score: {seats}; {decks}", caption=ERROR_NOTE)
    rows = zip(document["ones"], document["mean"], document["sem"], strict=True)
    for name, means, errors in rows:
        cells = [f"{mean:.2f}\n±{error:.2f}" for mean, error in zip(means, errors, strict=True)]
        grid.add_row(name, *cells)
    return grid


def _standings(document: dict[str, Any]) -> Table:
    """Self-play, the mean over all others, and who plays best with each agent."""
    grid = Table(title="agent by agent", caption=ERROR_NOTE)
    for name in ("agent", "with itself", "with others", "best partner"):
        grid.add_column(name, justify="right" if "with" in name else "left", overflow="fold")
    own = {name: document["mean"][place][place] for place, name in enumerate(document["ones"])}
    others = document["with_others"]
    best = sorted(others, key=lambda name: -others[name]["mean"])
    for name in best[:_MOST_ROWS]:
        response = document["best_responses"]["response"][name]
        grid.add_row(name, f"{own[name]:.2f}", _words(others[name]), response)
    return grid


def _totals(document: dict[str, Any]) -> Table:
    grid = Table("", *right("points", "95 % interval"), title="all together", caption=ERROR_NOTE)
    best = document["best_responses"]
    rows = {
        "self-play": document["self_play"],
        "cross-play": document["cross_play"],
        "self-play less cross-play": document["gap"],
        "best responses, scored on fresh games": best["best"],
        f"one for all, {best['generalist']}": best["single"],
        "gain of best responses": best["gain"],
    }
    for name, value in rows.items():
        grid.add_row(name, _words(value), interval_words(value["ci95"]))
    grid.add_row("best responses on their own games (luck counts)", f"{best['in_sample']:.3f}", "-")
    for name, words in _variance_rows(document["variance"]).items():
        grid.add_row(name, words, "-")
    return grid


def _models(document: dict[str, Any]) -> Table:
    """The same means with models as the unit."""
    title = f"if these {document['models']} agents are a sample, such as seeds of one algorithm"
    note = f"{ERROR_NOTE}, over agents"
    grid = Table("", *right("points", "95 % interval"), title=title, caption=note)
    rows = {
        "self-play": document["self_play"],
        "cross-play (jackknife)": document["cross_play"],
        "cross-play of disjoint pairs": document["disjoint_pairs"],
        "self-play less cross-play (jackknife)": document["gap"],
        f"cross-play without the worst, {document['worst']}": document["without_worst"],
    }
    for name, value in rows.items():
        grid.add_row(name, _words(value), interval_words(value["ci95"]))
    return grid


def _variance_rows(variance: dict[str, Any]) -> dict[str, str]:
    """Variances of the matrix in words, with shares where there is something to share."""
    total = variance["additive"] + variance["interaction"]

    def share(value: float, whole: float) -> str:
        return f"{value:.3f}" + (f" ({100 * value / whole:.1f} %)" if whole > 0 else "")

    first = variance["spectrum"][0]
    return {
        "variance of skill (rows and columns)": share(variance["additive"], total),
        "variance of who plays with whom": share(variance["interaction"], total),
        "its first mode": share(first, variance["interaction"]),
        "variance of noise": f"{variance['noise']:.4f}",
    }


def _words(value: dict[str, Any]) -> str:
    return number_words(value["mean"], value["sem"])
