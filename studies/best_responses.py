"""How well each partner can be played with: `python -m studies.best_responses`.

Every agent of `AGENTS` plays with every other, and with itself; and a seat that knows its partner's
policy searches beside it. Runs are in runs/best-responses, and are resumed where they were stopped;
results/best-responses keeps what the page needs. --table prints the table of
docs/best_responses.md from what is kept, --csv writes it to the file beside that page.

A best response is chosen on one half of the decks and scored on the other, both ways round: the
best of many means of the same games would be too high.
"""

from __future__ import annotations

import argparse
import csv
import io
from dataclasses import astuple, dataclass, fields
from itertools import product
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.errors import HanabiError
from hanabilab.runs.files import write_bytes
from hanabilab.runs.reading import TableLayout, read_bytes, read_table
from hanabilab.stats import estimate
from hanabilab.teamplay import find_best_responses
from studies import search, trained_responses
from studies.kept_games import MAX_SCORE, read_games
from studies.search import Study

RUNS, KEPT = Path("runs/best-responses"), Path("results/best-responses")
CSV = Path("docs/studies/best_responses.csv")
GAMES, SEED = 1000, 7
_CROSS_PLAY = ("manifest.json", "pairs.parquet")

AGENTS = trained_responses.PARTNERS
_PAIRS = TableLayout(
    {"one": pl.String(), "others": pl.String(), "scores": pl.Array(pl.Int8, GAMES)},
    rows=len(AGENTS) ** 2,
)


def beside(partner: str, settings: str) -> Study:
    """A seat searches, for which its partner's policy is the blueprint of both seats."""
    return Study(partner, (f"sparta({partner}, {settings})", partner), 100, seed=SEED)


#: For partners without conventions, hands are drawn from hints and counts: that costs a tenth.
HINTS = "rollouts=2000, beliefs=hints"

#: Searches that this study plays, by the names of their folders.
SEARCHES = {
    **{
        name: beside(name, HINTS)
        for name in (
            *("five-rule", "iggi", "piers", "outer", "internal", "van-den-bergh"),
            *("canaan-elite", "outer-state"),
        )
    },
    **{name: beside(name, "rollouts=2000") for name in ("newest", "value", "intentional", "full")},
    "h-group": beside("h-group(level=4)", "rollouts=500, beliefs=hints"),
    "obl-1-2p": beside("net(obl-1-2p)", "rollouts=300, beliefs=hints"),
}
#: Of these the study of searches keeps the games.
OF_SEARCH = {
    "smart": "sparta-smart-2p",
    "keen": "sparta-keen-2p-thorough",
    "information": "sparta-information-2p",
}


@dataclass(frozen=True)
class Row:
    """How well one partner can be played with; scores are `mean ± standard error`.

    Attributes:
        partner: the agent in the other seat.
        itself: its score with itself.
        best: the agent of `AGENTS` that is best with it, on all decks.
        best_score: of best agents, each chosen on the half of the decks that it is not scored on.
        search: the settings of the search; empty if nobody searched beside it.
        games: how many the search played.
        search_score: of the search beside the partner.
        gain: of the search over the partner in both seats, deck by deck.
        trained: the score of a network that was trained with the partner; empty if none was.
    """

    partner: str
    itself: str
    best: str
    best_score: str
    search: str = ""
    games: str = ""
    search_score: str = ""
    gain: str = ""
    trained: str = ""


def play_all() -> None:
    """Play what is missing, and keep it."""
    out = RUNS / "crossplay"
    # All is told of a run that goes on, too: it may have been begun with other agents.
    wanted = [*AGENTS, "--games", str(GAMES), "--seed", str(SEED)]
    begun = (out / "manifest.json").exists()
    search.call("crossplay", *wanted, "--resume" if begun else "--out", str(out))
    for name in _CROSS_PLAY:
        write_bytes(KEPT / name, (out / name).read_bytes())
    for name, study in SEARCHES.items():
        search.play(study, RUNS / name, KEPT / name)


def kept_scores() -> NDArray[np.float32]:
    """[A, A, D] scores of each agent beside each partner, the mean of both orders of seats.

    Raises:
        HanabiError: a pair was not played, or what is kept cannot be read.
    """
    file = KEPT / "pairs.parquet"
    rows = read_table(read_bytes(file), _PAIRS, file).iter_rows()
    played = {(one, other): scores for one, other, scores in rows}
    scores = np.zeros((len(AGENTS), len(AGENTS), GAMES), np.float32)
    for place, pair in zip(np.ndindex(scores.shape[:2]), product(AGENTS, AGENTS), strict=True):
        if pair not in played:
            raise HanabiError(f"{KEPT} has no games of {pair[0]} beside {pair[1]}")
        scores[place] = played[pair]
    if not ((scores >= 0) & (scores <= MAX_SCORE)).all():
        raise HanabiError(f"{file} has scores that are not from 0 to {MAX_SCORE}")
    return ((scores + scores.transpose(1, 0, 2)) / 2).astype(np.float32)


def rows() -> list[Row]:
    """A row for each partner."""
    scores = kept_scores()
    found, trained = find_best_responses(scores), trained_responses.kept_estimates()
    return [
        Row(
            partner,
            str(estimate(scores[place, place])),
            AGENTS[found.response[place]],
            str(found.by_partner[place]),
            **_searched(partner),
            trained=str(trained.get(partner, "")),
        )
        for place, partner in enumerate(AGENTS)
    ]


def _searched(partner: str) -> dict[str, str]:
    """The fields of a row about a search; none for a partner beside whom nobody searched."""
    if partner in OF_SEARCH:
        name = OF_SEARCH[partner]
        study, folder = search.STUDIES[name], search.KEPT / name
    else:
        named = {study.blueprint: (study, KEPT / name) for name, study in SEARCHES.items()}
        if partner not in named:
            return {}
        study, folder = named[partner]
    table = read_games(folder / "games.csv")
    score, blueprint = (table[column].to_numpy() for column in ("score", "blueprint"))
    settings = study.lineup[0].removeprefix(f"sparta({partner}").removesuffix(")").lstrip(", ")
    settings = settings or "defaults"
    gain = estimate(score - blueprint)
    return {
        "search": settings,
        "games": str(len(table)),
        "search_score": str(estimate(score)),
        "gain": f"{gain.mean:+.3f} ± {gain.sem:.3f}",
    }


HEAD = (
    *("partner", "with itself", "best agent", "score", "search", "games", "score", "gain"),
    "trained",
)


def table_lines() -> list[str]:
    """The table as Markdown."""
    lines = [f"| {' | '.join(HEAD)} |", "| --- " * len(HEAD) + "|"]
    for row in rows():
        cells = [f"`{row.partner}`", row.itself, f"`{row.best}`", row.best_score]
        rest = [f"`{row.search}`" if row.search else "", row.games, row.search_score, row.gain]
        lines.append(f"| {' | '.join([*cells, *rest, row.trained])} |")
    return lines


def csv_text() -> str:
    """The table as a file of comma-separated values."""
    text = io.StringIO()
    file = csv.writer(text, lineterminator="\n")
    file.writerow([each.name for each in fields(Row)])
    file.writerows(astuple(row) for row in rows())
    return text.getvalue()


def main() -> None:
    """Play, or print what is kept."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--table", action="store_true", help="print what is kept, play nothing")
    parser.add_argument("--csv", action="store_true", help=f"write it to {CSV}, play nothing")
    wanted = parser.parse_args()
    try:
        if wanted.csv:
            write_bytes(CSV, csv_text().encode())
            return
        if not wanted.table:
            play_all()
        print("\n".join(table_lines()))
    except HanabiError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
