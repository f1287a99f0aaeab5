"""The search figures of docs/studies/search.md.

`python -m studies.search [NAME ...] [--games N]`

Each study compares a blueprint with searching seats on the same decks. Its run is in
runs/search/NAME: a run that was stopped, killed or finished is resumed, and with more games it is
extended; one that has more already stays as long. What the page needs of each game is then kept in
results/search/NAME, unless more games are kept there already. Without names, all studies are
played; --table prints what is kept as Markdown. With --share I/N a share of each is played, and
once all are, --gather keeps the tables.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from hanabilab.arena import Checkpoint
from hanabilab.errors import HanabiError
from hanabilab.runs.files import write_bytes
from hanabilab.runs.manifest import MANIFEST, read_manifest
from hanabilab.stats import estimate, rate
from studies.arguments import at_least
from studies.kept_games import MAX_SCORE, MEASURES, read_games

RUNS = Path("runs/search")
KEPT = Path("results/search")


@dataclass(frozen=True)
class Study:
    """A blueprint in all seats against a line-up that searches."""

    blueprint: str
    lineup: tuple[str, ...]
    games: int
    seed: int = 1
    #: What searches in the first line-up; empty: nothing, the blueprint has all seats.
    searched: str = ""

    @property
    def first(self) -> str:
        """The line-up that the search is compared with."""
        rest = [self.blueprint] * (len(self.lineup) - 1)
        return ", ".join([self.searched or self.blueprint, *rest])

    @property
    def second(self) -> str:
        """The line-up that searches."""
        return ", ".join(self.lineup)


def one_seat(search: str, blueprint: str, players: int, games: int, seed: int = 1) -> Study:
    """Seat 0 searches."""
    return Study(blueprint, (search, *[blueprint] * (players - 1)), games, seed)


#: Four times the rollouts, and smaller gains believed: tried on seed 1, measured on seed 2.
THOROUGH = "rollouts=40000, threshold=0.02, confidence=1"

#: Twice the rollouts of the default, for two players; tried on seed 44, measured on seed 46.
CAREFUL = "rollouts=20000, threshold=0.02, confidence=1"

#: Ranges under which partners may search, too; tried on seeds 3 and 4, measured on seed 2.
CONVENTIONS = "threshold=0.02, confidence=1, beliefs=conventions"
#: The same for two seats, with what the other chose weighed.
BOTH = f"{CONVENTIONS}, error=0.1"
#: Fewer departures that only look good: with two seats that search there are twice as many.
BOTH_THOROUGH = f"rollouts=40000, {BOTH}"

#: Blueprints that `hanabi tune` found.
TUNED_2 = "tuned(keen, players=2)"
TUNED_3 = "tuned(information, players=3)"
TUNED_4 = "tuned(information, players=4)"
TUNED_5 = "tuned(information, players=5)"

#: It plays by conventions of people.
H_GROUP = "h-group(level=5)"

#: Off-belief learning of level 1, by two seeds: strangers who search for one another.
OBL, OTHER = "net(obl-1-2p)", "net(obl-1-2p-other)"
#: Ranges for a partner who plays otherwise than the blueprint: by hints alone, or by its choices
#: too, of which one in ten is free.
BY_HINTS = f"sparta({OBL}, rollouts=1000, beliefs=hints)"
BY_CHOICES = f"sparta({OBL}, rollouts=1000, error=0.1)"

STUDIES = {
    "sparta-smart-2p": one_seat("sparta(smart)", "smart", 2, 400),
    "joint-smart-2p": Study("smart", ("joint(smart)",) * 2, 400),
    "sparta-smart-2p-thorough": Study(
        "smart", (f"sparta(smart, {THOROUGH})", "smart"), 100, seed=2
    ),
    "joint-smart-2p-thorough": Study("smart", (f"joint(smart, {THOROUGH})",) * 2, 400, seed=2),
    "sparta-keen-2p": one_seat("sparta(keen)", "keen", 2, 200),
    "sparta-keen-2p-thorough": Study("keen", (f"sparta(keen, {THOROUGH})", "keen"), 400, seed=2),
    "sparta-keen-2p-endgame": Study(
        "keen", ("sparta(keen, endgame=5)", "keen"), 400, seed=2, searched="sparta(keen)"
    ),
    "sparta-keen-2p-conventions": Study(
        "keen", (f"sparta(keen, {CONVENTIONS})", "keen"), 400, seed=2
    ),
    "both-keen-2p": Study("keen", (f"sparta(keen, {BOTH})",) * 2, 400, seed=2),
    "both-keen-2p-thorough": Study("keen", (f"sparta(keen, {BOTH_THOROUGH})",) * 2, 400, seed=2),
    "both-smart-2p": Study("smart", (f"sparta(smart, {BOTH})",) * 2, 100),
    "independent-smart-2p": Study("smart", ("sparta(smart)",) * 2, 100),
    "sparta-information-2p": one_seat("sparta(information)", "information", 2, 100),
    "sparta-information-3p": one_seat("sparta(information)", "information", 3, 100),
    "sparta-information-4p": one_seat("sparta(information)", "information", 4, 400),
    "sparta-information-5p": one_seat("sparta(information)", "information", 5, 400),
    "sparta-tuned-2p": one_seat(f"sparta({TUNED_2}, {CAREFUL})", TUNED_2, 2, 1_600, seed=46),
    "sparta-tuned-3p": one_seat(f"sparta({TUNED_3})", TUNED_3, 3, 400, seed=44),
    "sparta-tuned-4p": one_seat(f"sparta({TUNED_4})", TUNED_4, 4, 400),
    "sparta-tuned-5p": one_seat(f"sparta({TUNED_5})", TUNED_5, 5, 6_000, seed=44),
    "sparta-smart-3p": one_seat("sparta(smart)", "smart", 3, 100),
    "sparta-h-group-3p": one_seat(
        f"sparta({H_GROUP}, rollouts=1000, beliefs=conventions)", H_GROUP, 3, 100, seed=44
    ),
    "joint-smart-3p": Study("smart", ("joint(smart)",) * 3, 100),
    "joint-information-3p": Study("information", ("joint(information)",) * 3, 100),
    "joint-information-4p": Study("information", ("joint(information)",) * 4, 100),
    "joint-information-5p": Study("information", ("joint(information)",) * 5, 100),
    "obl-hints-2p": one_seat(BY_HINTS, OBL, 2, 100, seed=38),
    "obl-hints-other-2p": Study(OTHER, (BY_HINTS, OTHER), 100, seed=38, searched=OBL),
    "obl-choices-2p": one_seat(BY_CHOICES, OBL, 2, 100, seed=38),
    "obl-choices-other-2p": Study(OTHER, (BY_CHOICES, OTHER), 100, seed=38, searched=OBL),
    "ismcts-smart-2p": one_seat("ismcts(smart)", "smart", 2, 100),
    "ismcts-exact-smart-2p": one_seat("ismcts(smart, beliefs=exact)", "smart", 2, 100),
    "ismcts-flat-smart-2p": one_seat(
        "ismcts(smart, mode=flat, rules=none, beliefs=exact)", "smart", 2, 100
    ),
    "ismcts-five-rule-2p": Study("five-rule", ("ismcts(five-rule)",) * 2, 100),
}


def play(
    study: Study, out: Path, kept: Path, games: int | None = None, share: str | None = None
) -> None:
    """Play a study or a share of it, or go on with it; keep its table once it is whole.

    Args:
        study: what is compared.
        out: the folder of its run.
        kept: where its table is kept.
        games: how many at least; the study's own number by default.
        share: do this share alone, such as 3/16.
    """
    begun = (out / MANIFEST).exists()
    number = study.games if games is None else games
    if begun:
        number = max(number, read_manifest(out).target.get("games", 0))
    # All is told of a run that goes on, too: it may have been begun as another study.
    told = [study.first, study.second, "--seed", str(study.seed), "--games", str(number)]
    if share:
        call("compare", *told, "--out", str(out), "--share", share)
        return
    call("compare", *told, "--resume" if begun else "--out", str(out))
    keep(out, kept)


def call(*task: str) -> None:
    """Run a command of `hanabi`; where it fails, this program ends, too."""
    if code := subprocess.call([sys.executable, "-m", "hanabilab", *task]):
        sys.exit(code)


def keep(out: Path, kept: Path) -> None:
    """Keep of the run in `out` a row a game, both scores and what the search took.

    A measure that was 0 in every game is left out.

    Raises:
        HanabiError: games of another run are kept there, or what is there cannot be read.
    """
    found = Checkpoint.find(out)
    if (kept / MANIFEST).exists():
        read_manifest(kept).require_same(found.folder.manifest.settings, kept)
    first, second = (pl.concat(found.blocks(number), how="diagonal") for number in range(2))
    measures = [name for name in MEASURES if name in second.columns and (second[name] != 0).any()]
    table = first.select("game", blueprint="score").join(
        second.select("game", "score", *measures), on="game"
    )
    if (kept / "games.csv").exists() and len(table) < len(read_games(kept / "games.csv")):
        print(f"{kept} keeps more games than the {len(table)} of {out}, and stays as it is")
        return
    write_bytes(kept / "games.csv", table.sort("game").write_csv().encode())
    write_bytes(kept / MANIFEST, (out / MANIFEST).read_bytes())


_COLUMNS = (
    "line-up",
    "games",
    "blueprint",
    "score",
    "perfect, 95 % interval",
    "gain, 95 % interval",
    "rollouts a game",
    "changes a game",
    "study",
)


def row(name: str) -> str:
    """A line of Markdown: means, the paired gain, and what a game took."""
    table = read_games(KEPT / name / "games.csv")
    columns = ("score", "blueprint", "rollouts", "changes")
    score, blueprint, rollouts, changes = (table[column].to_numpy() for column in columns)
    gain = estimate(score - blueprint)
    within = "({:+.3f} to {:+.3f})".format(*gain.ci95) if gain.ci95 else "(-)"
    perfect = rate(int((score == MAX_SCORE).sum()), len(table))
    few, many = (100 * end for end in perfect.ci95)
    return (
        f"| `{STUDIES[name].second}` | {len(table):,} | {blueprint.mean():.3f} | "
        f"{estimate(score)} | {100 * perfect.mean:.1f} % ({few:.1f} to {many:.1f}) | "
        f"{gain.mean:+.3f} {within} | "
        f"{rollouts.mean():,.0f} | {changes.mean():.1f} | `{name}` |"
    )


def main() -> None:
    """Play, or print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(STUDIES))
    parser.add_argument(
        "--games", type=at_least(1), help="games of each study at least; its own number by default"
    )
    parser.add_argument("--share", help="do this share of each study alone, such as 3/16")
    parser.add_argument("--gather", action="store_true", help="keep what all shares have played")
    parser.add_argument("--table", action="store_true", help="print what is there, play nothing")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in STUDIES]
    if unknown:
        parser.error(f"no study {unknown[0]}; there are {', '.join(STUDIES)}")
    names = given.names or list(STUDIES)
    try:
        for name in [] if given.table else names:
            if given.gather:
                call("run", "gather", str(RUNS / name))
                keep(RUNS / name, KEPT / name)
            else:
                play(STUDIES[name], RUNS / name, KEPT / name, given.games, given.share)
    except HanabiError as error:
        parser.error(str(error))
    if given.share:
        return
    done = [name for name in names if (KEPT / name / "games.csv").exists()]
    try:
        lines = [row(name) for name in done]
    except HanabiError as error:
        parser.error(str(error))
    print("| " + " | ".join(_COLUMNS) + " |\n" + "| --- " * len(_COLUMNS) + "|")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
