"""How well one searcher plays, from games that are dealt in two strata.

`python -m studies.strata NAME` plays a study, or goes on with it, and keeps it in
results/strata/NAME; --table prints what is kept as Markdown.

With four and five players a search matters on few decks: those that its blueprint does not bring to
25. Games of all others tell next to nothing, and are most of any sample. The blueprint alone plays
thousands of games in a second, so it can tell which decks are which. A study does this:

1. The blueprint plays N decks. A share w of them is short of 25.
2. The search plays the first decks that were short, and the first that were not: n of each kind,
   numbers that were fixed before. They are random samples of both strata, for decks are
   independent.
3. Both means m are weighted by the shares of the strata. This has the expectation of the mean over
   all decks, whatever the search does in either stratum.

    mean = sum w m,    variance = sum w^2 s^2 / n + sum w (m - mean)^2 / N

s^2 is the variance of scores in a stratum. The last sum is for the shares, which are estimated too.

Source: Cochran 1977, Sampling Techniques, third edition, chapter 12: double sampling.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.arena import Lineup, play_games
from hanabilab.errors import HanabiError
from hanabilab.game.rules import Rules
from hanabilab.runs.files import write_bytes
from hanabilab.runs.lock import FolderLock
from hanabilab.runs.unused import make_folder
from hanabilab.stats import Estimate
from hanabilab.stats.summary import estimate_of
from studies import kept_strata
from studies.kept_games import MAX_SCORE
from studies.kept_strata import COLUMNS, GAMES, Strata, Study
from studies.search import THOROUGH, TUNED_4, TUNED_5

KEPT = Path("results/strata")
#: Decks that the blueprint plays at a time: their tables are in memory.
BLOCK = 20_000

#: They look ahead over the last cards, and were tuned with that.
AHEAD_3 = "tuned(information(endgame=3), players=3, endgame=4)"
AHEAD_4 = "tuned(information(endgame=3), players=4, endgame=4)"
AHEAD_5 = "tuned(information(endgame=3), players=5, endgame=3)"
#: A quarter of the rollouts of THOROUGH: each takes longer over an agent that looks ahead.
QUICK = "rollouts=10000, threshold=0.02, confidence=1"
#: A twentieth, and a higher bar that ends races early: more found no more on seed 44 with five.
QUICKEST = "rollouts=2000, threshold=0.05, confidence=1"
#: Settings were chosen on games of seed 44; studies play others. The numbers of games are as the
#: shares of the strata times the spread of scores there, by earlier studies.
STUDIES = {
    "sparta-tuned-4p": Study(TUNED_4, THOROUGH, 4, short=600, full=1_500),
    "sparta-tuned-5p": Study(TUNED_5, THOROUGH, 5, short=3_500, full=4_500),
    "sparta-ahead-4p": Study(AHEAD_4, QUICK, 4, short=500, full=1_500, seed=47),
    "sparta-ahead-3p": Study(AHEAD_3, QUICK, 3, short=200, full=240, seed=48, decks=200_000),
    "sparta-ahead-5p": Study(AHEAD_5, QUICKEST, 5, short=800, full=2_400, seed=49),
}


def sort_decks(study: Study) -> Strata:
    """Let the blueprint play all decks, and take the first of either kind."""
    chosen: dict[int, int] = {}
    counts = {"short": 0, "full": 0}
    wanted = {"short": study.short, "full": study.full}
    for first in range(0, study.decks, BLOCK):
        games = range(first, min(first + BLOCK, study.decks))
        table = play_games(
            study.blueprint, Rules(players=study.players), games=games, seed=study.seed
        ).table
        scores = dict(table.sort("game").select("game", "score").iter_rows())
        for game, score in scores.items():
            kind = "short" if score < MAX_SCORE else "full"
            if counts[kind] < wanted[kind]:
                chosen[game] = score
            counts[kind] += 1
    for kind, number in wanted.items():
        if counts[kind] < number:
            raise HanabiError(f"{counts[kind]} of {study.decks:,} decks are {kind}, not {number}")
    return Strata(chosen, counts["short"])


def play(study: Study, kept: Path, threads: int | None = None) -> None:
    """Play what is not kept in `kept` yet; each hundred games are kept as they come.

    Raises:
        HanabiError: the folder keeps another study or is damaged, another process plays it, or too
            few decks are of one kind.
    """
    make_folder(kept)
    with FolderLock.take(kept):
        kept_strata.require_same(study, kept)  # before the blueprint plays all decks
        strata = sort_decks(study)
        table = kept_strata.games_of(strata, kept)
        kept_strata.describe(study, strata, kept)
        _play_rest(study, strata, table, kept / GAMES, threads)


def _play_rest(
    study: Study, strata: Strata, table: pl.DataFrame | None, file: Path, threads: int | None
) -> None:
    games = sorted(set(strata.blueprint) - set([] if table is None else table["game"]))
    for first in range(0, len(games), 100):
        played = play_games(
            Lineup.of(study.lineup),
            Rules(players=study.players),
            games=games[first : first + 100],
            seed=study.seed,
            threads=threads,
        ).table
        before = [strata.blueprint[game] for game in played["game"]]
        rows = played.with_columns(blueprint=pl.Series(before)).select(COLUMNS)
        table = rows if table is None else pl.concat([table, rows], how="vertical_relaxed")
        write_bytes(file, table.sort("game").write_csv().encode())
        print(f"{len(table):,} of {len(strata.blueprint):,} games", flush=True)


def two_phase(groups: Iterable[NDArray[Any]], shares: Iterable[float], decks: int) -> Estimate:
    """The mean over all decks, from samples of strata.

    Args:
        groups: [n] values of each stratum, at least two.
        shares: of the strata among the decks, w; they sum to 1.
        decks: N, from which the shares are known.
    """
    values = [np.asarray(group, np.float64) for group in groups]
    weights = np.array(list(shares))
    means = np.array([group.mean() for group in values])
    mean = float(weights @ means)
    within = weights**2 @ [group.var(ddof=1) / len(group) for group in values]
    between = weights @ (means - mean) ** 2 / decks
    return estimate_of(mean, sqrt(within + between), min(len(group) for group in values))


@dataclass(frozen=True)
class Found:
    """What a study came to.

    Attributes:
        score: of the search, over all decks.
        gain: over the blueprint, over all decks.
        blueprint: its mean on the decks that were searched, weighted as they are.
        short: of the search's scores where the blueprint is short of 25.
        full: of its scores where it is not.
    """

    score: Estimate
    gain: Estimate
    blueprint: Estimate
    short: NDArray[np.int64]
    full: NDArray[np.int64]


def read(kept: Path) -> Found:
    """What the folder of a study keeps.

    Raises:
        HanabiError: a file cannot be read, or games are missing. A study has a length that was
            fixed before; who looks at a part of it could stop where the mean is high.
    """
    settings = kept_strata.read_settings(kept)
    table = kept_strata.read_all(kept)
    share = settings["short_decks"] / settings["decks"]
    is_short = pl.col("blueprint") < MAX_SCORE
    parts = [table.filter(is_short), table.filter(~is_short)]
    wanted = settings["games"]
    if len(table) < sum(wanted.values()):
        raise HanabiError(
            f"{kept} has {len(table):,} of {sum(wanted.values()):,} games; play the others first"
        )
    for kind, part in zip(("short", "full"), parts, strict=True):
        if len(part) != wanted[kind]:
            raise HanabiError(
                f"{kept / GAMES} has {len(part):,} games of {kind} decks, not {wanted[kind]:,}"
            )

    def over_all(value: pl.Expr) -> Estimate:
        groups = [part.select(value).to_series().to_numpy() for part in parts]
        return two_phase(groups, (share, 1 - share), settings["decks"])

    score, blueprint = pl.col("score").cast(pl.Int64), pl.col("blueprint").cast(pl.Int64)
    short, full = (part["score"].to_numpy() for part in parts)
    return Found(over_all(score), over_all(score - blueprint), over_all(blueprint), short, full)


def row(name: str, kept: Path = KEPT) -> str:
    """A line of Markdown.

    Raises:
        HanabiError: the folder keeps another study, or not all of this one.
    """
    study = STUDIES[name]
    kept_strata.require_same(study, kept / name)
    found = read(kept / name)
    cells = [
        f"`{study.lineup[0]}` in one seat of {study.players}",
        f"{len(found.short):,} and {len(found.full):,}",
        f"{found.blueprint}",
        f"{found.score} ({_ends(found.score, '.3f')})",
        f"{found.gain} ({_ends(found.gain, '+.3f')})",
        f"{found.short.mean():.3f}",
        f"{int((found.full < MAX_SCORE).sum())}",
        f"`{name}`",
    ]
    return f"| {' | '.join(cells)} |"


def _ends(found: Estimate, form: str) -> str:
    low, high = found.ci95 or (float("nan"),) * 2
    return f"{low:{form}} to {high:{form}}"


HEAD = (
    "| line-up | games short of 25, and others | blueprint | score, 95 % interval "
    "| gain, 95 % interval | score of the short ones | others brought below 25 | study |\n"
    f"|{' --- |' * 8}"
)


def main() -> None:
    """Play, or print what is kept."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("name", choices=STUDIES, help="the study")
    parser.add_argument("--table", action="store_true", help="print what is kept, play nothing")
    parser.add_argument("--threads", type=int, help="games at once; all cores by default")
    given = parser.parse_args()
    try:
        if not given.table:
            play(STUDIES[given.name], KEPT / given.name, given.threads)
        print(HEAD)
        print(row(given.name))
    except HanabiError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
