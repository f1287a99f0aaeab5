"""Agents of the literature, as published and as they play here: `python -m studies.baselines`.

What others measured is in `studies/baselines.csv`, with the rules it was measured under. Each row
is played here by those rules, and results/baselines/scores.csv keeps what came of it. With AGENT,
rows of this agent alone are played, and the others stay as they are; with --games, too, they are
printed and nothing is kept. --table prints the table of docs/baselines.md from what is kept.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Collection, Iterable
from dataclasses import astuple, dataclass
from math import hypot, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from hanabilab.arena import Lineup, play_games
from hanabilab.errors import HanabiError, ResumeError
from hanabilab.notation import parse_rules, split_calls
from hanabilab.runs.faults import faults_told
from hanabilab.runs.files import write_bytes
from hanabilab.runs.reading import read_bytes, read_json
from hanabilab.runs.session import describe_session
from hanabilab.stats import estimate
from studies.arguments import at_least

PUBLISHED = Path(__file__).with_name("baselines.csv")
KEPT = Path("results/baselines")
GAMES, SEED = 20_000, 1


@dataclass(frozen=True)
class Baseline:
    """What somebody measured of an agent.

    Attributes:
        agent: in all seats, or a line-up, seat by seat.
        players: 2 to 5.
        rules: as records write them, of the measurement.
        published: mean score.
        error: its standard error, where it is known.
        games: how many there were, where it is known.
        who: whose figure it is.
        why: what makes ours another agent, or another measurement; empty if nothing does.
    """

    agent: str
    players: int
    rules: str
    published: str
    error: str
    games: str
    who: str
    why: str

    @property
    def lineup(self) -> list[str]:
        """An agent for each seat."""
        given = split_calls(self.agent)
        return given if len(given) > 1 else given * self.players


@dataclass(frozen=True)
class Score:
    """What came of a baseline's games here: mean score, its standard error, shares in percent."""

    mean: float
    sem: float
    perfect: float
    lost: float


def published() -> list[Baseline]:
    """All that others measured, in the order of the page."""
    with PUBLISHED.open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    return [
        Baseline(
            row["agent"],
            int(row["players"]),
            row["rules"],
            published=row["published"],
            error=row["error"],
            games=row["games"],
            who=row["who"],
            why=row["why"],
        )
        for row in rows
    ]


def play(baseline: Baseline, games: int = GAMES) -> Score:
    """Play a baseline with the rules of its measurement."""
    lineup = Lineup.of(baseline.lineup)
    table = play_games(lineup, parse_rules(baseline.rules), games=games, seed=SEED).table
    found = estimate(table["score"].to_numpy())
    perfect, lost = (np.mean(each.to_numpy()) for each in (table["perfect"], table["lives"] == 0))
    sem = 0.0 if found.sem is None else found.sem
    return Score(found.mean, sem, 100 * float(perfect), 100 * float(lost))


def keep(baselines: Iterable[Baseline], games: int, agents: Collection[str] = ()) -> None:
    """Play all, or those of some agents alone, and keep a row of each."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["agent", "rules", "games", "seed", "mean", "sem", "perfect", "lost"])
    file = KEPT / "settings.json"
    before, sessions = (kept(), _sessions(file)) if agents else ({}, [])
    wanted = [*baselines]
    others = [each for each in wanted if agents and each.agent not in agents]
    old = {each: kept_score(before, each) for each in others}
    for baseline in wanted:
        if baseline in old:
            found, number = old[baseline]
        else:
            found, number = play(baseline, games), games
            print(line(baseline, found, games), flush=True)
        measured = (f"{found.mean:.4f}", f"{found.sem:.4f}", f"{found.perfect:.1f}")
        rows.writerow(
            [baseline.agent, baseline.rules, number, SEED, *measured, f"{found.lost:.1f}"]
        )
    KEPT.mkdir(parents=True, exist_ok=True)
    write_bytes(KEPT / "scores.csv", text.getvalue().encode())
    settings = {"games": games, "seed": SEED, "sessions": [*sessions, describe_session()]}
    write_bytes(file, (json.dumps(settings, indent=2) + "\n").encode())


def _sessions(file: Path) -> list[Any]:
    """The sessions that settings tell of.

    Raises:
        ResumeError: they cannot be read.
    """
    found = read_json(file)
    with faults_told(file):
        if not isinstance(found["sessions"], list):
            raise TypeError("its sessions are no list")
        return [*found["sessions"]]


def kept() -> dict[tuple[str, str], tuple[Score, int]]:
    """What is kept, by agent and rules: the score, and of how many games.

    Raises:
        ResumeError: it cannot be read, or has what no scores can be.
    """
    file, found = KEPT / "scores.csv", {}
    text = read_bytes(file)
    with faults_told(file):
        for row in csv.DictReader(io.StringIO(text.decode())):
            score = Score(*(float(row[name]) for name in ("mean", "sem", "perfect", "lost")))
            games = int(row["games"])
            if not (all(0 <= each <= 100 for each in astuple(score)) and games >= 2):
                raise ValueError(f"its row of {row['agent']} has what no scores can be")
            found[row["agent"], row["rules"]] = score, games
    return found


def kept_score(
    found: dict[tuple[str, str], tuple[Score, int]], baseline: Baseline
) -> tuple[Score, int]:
    """What is kept of a baseline.

    Raises:
        ResumeError: nothing is.
    """
    if (key := (baseline.agent, baseline.rules)) not in found:
        raise ResumeError(
            f"{KEPT / 'scores.csv'} has no {baseline.agent} with rules {baseline.rules}; play it: "
            f"python -m studies.baselines {baseline.agent}"
        )
    return found[key]


def line(baseline: Baseline, found: Score, games: int) -> str:
    """A row of the page's table."""
    rules = ", ".join(split_calls(baseline.rules[len("full(") : -1])[1:])
    theirs = f"{baseline.published} ± {baseline.error}" if baseline.error else baseline.published
    number = f" (n {int(baseline.games):,})" if baseline.games else ""
    gap = found.mean - float(baseline.published)
    error = hypot(found.sem, _error(baseline, found, games))
    cells = [
        f"`{baseline.agent}`",
        f"{baseline.players}",
        f"`{rules}`" if rules else "",
        theirs + number,
        f"{found.mean:.3f} ± {found.sem:.3f}",
        f"{found.lost:.1f}",
        f"{gap:+.3f} ± {error:.3f}",
        f"{baseline.who}",
        baseline.why,
    ]
    return f"| {' | '.join(cells)} |"


def _error(baseline: Baseline, found: Score, games: int) -> float:
    """The standard error of a published mean: as told, else by its games as they spread here."""
    if baseline.error:
        return float(baseline.error)
    return found.sem * sqrt(games / int(baseline.games)) if baseline.games else 0.0


HEAD = (
    "| agent | players | rules | published | here | lost % | difference | whose figure | why |\n"
    f"|{' --- |' * 9}"
)


def main() -> None:
    """Play, or print what is kept."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("agents", nargs="*", metavar="AGENT")
    parser.add_argument("--games", type=at_least(2), default=GAMES)
    parser.add_argument("--table", action="store_true", help="print what is kept")
    wanted = parser.parse_args()
    known = {each.agent for each in published()}
    if unknown := [name for name in wanted.agents if name not in known]:
        parser.error(f"no figure of {unknown[0]} is told; there are {', '.join(sorted(known))}")
    if wanted.games != GAMES and not wanted.agents:
        parser.error(f"{KEPT} keeps {GAMES:,} games of each; --games needs an AGENT")
    needs_kept = wanted.table or (wanted.agents and wanted.games == GAMES)
    if needs_kept and not (KEPT / "scores.csv").exists():
        parser.error(f"there is no {KEPT / 'scores.csv'} here")
    try:
        _tell(wanted)
    except HanabiError as error:
        parser.error(str(error))


def _tell(wanted: argparse.Namespace) -> None:
    """Play, or read what is kept, and print the table."""
    scores = kept() if wanted.table else {}
    told = [line(each, *kept_score(scores, each)) for each in published()] if wanted.table else []
    print(HEAD)
    if wanted.table:
        print("\n".join(told))
    elif wanted.games != GAMES:
        for each in published():
            if each.agent in wanted.agents:
                print(line(each, play(each, wanted.games), wanted.games), flush=True)
    else:
        keep(published(), GAMES, wanted.agents)


if __name__ == "__main__":
    main()
