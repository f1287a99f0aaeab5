"""Zero-shot coordination on a small game: `python -m hanabilab.studies.zero_shot DIR`.

Recurrent PPO with five seeds for each method: plain, with Other-Play, with a symmetric network,
with a high entropy bonus; and the plain networks made symmetric after training. Runs are folders
of `hanabi train` in DIR; what is finished or stopped there is taken up again. With --share I/N only
every N-th run is trained, beside other processes; without it, what is missing is.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any

from hanabilab.errors import HanabiError, ResumeError
from hanabilab.learning import all_permutations, color_symmetry
from hanabilab.learning.meetings import cross_play_matrix
from hanabilab.learning.networks import Symmetrizer
from hanabilab.learning.plan import TrainingPlan
from hanabilab.learning.training import TrainingRun
from hanabilab.notation import parse_rules
from hanabilab.runs.shares import Share
from hanabilab.stats import ERROR_NOTE, over_models
from hanabilab.tiny.deep.torch_extra import one_thread

#: Three suits of three ranks: the best score is 9.
RULES = "full(players=2, suits=3, ranks=3, copies=322, hand_size=3)"
_COMMON: dict[str, Any] = {
    "algorithm": "ppo",
    "rules": RULES,
    "fixed": 96,
    "games": 256,
    "turns": 32,
    "minibatch": 64,
    "learning_rate": 0.002,
    "schedule": "linear",
    "entropy": 0.01,
}
#: What each method changes.
METHODS: dict[str, dict[str, Any]] = {
    "plain": {},
    "other-play": {"other_play": True},
    "symmetric": {"fixed": 48, "colors": 16},
    "entropy": {"entropy": 0.05, "trace": 0.9},
}


def main() -> None:
    """Train what is not trained yet, let all meet, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the runs are kept")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--updates", type=int, default=200)
    parser.add_argument("--games", type=int, default=1000, help="decks of a pair")
    parser.add_argument("--share", type=Share.parse, help="train this share alone, such as 1/4")
    asked = parser.parse_args()
    if asked.seeds < 2:
        parser.error(f"{asked.seeds} seeds; cross-play needs two networks of a method or more")
    try:
        with one_thread():
            if asked.share:
                train_share(asked.folder, asked.share, asked.seeds, asked.updates)
                return
            found = study(asked.folder, asked.seeds, asked.updates, asked.games)
    except HanabiError as error:
        parser.error(str(error))
    text = json.dumps(found)
    (asked.folder / "zero_shot.json").write_text(text, encoding="utf-8")
    print(f"{RULES}; {asked.seeds} seeds, {asked.games:,} decks a pair; {ERROR_NOTE}, over seeds")
    print("| method | self-play | cross-play | without the worst |")
    print("| --- | --- | --- | --- |")
    for name, row in found.items():
        cells = (words(row[key]) for key in ("self_play", "cross_play", "without_worst"))
        print(f"| {name} | {' | '.join(cells)} |")


def study(folder: Path, seeds: int, updates: int, games: int) -> dict[str, dict[str, Any]]:
    """For each method `stats.OverModels` as a document, and the matrix."""
    found = {}
    for name in METHODS:
        networks = [
            trained(folder, name, {"seed": seed, "updates": updates}) for seed in range(seeds)
        ]
        found[name] = told(networks, games)
        if name == "plain":
            symmetry = color_symmetry(parse_rules(RULES))
            group = list(all_permutations(symmetry.colors))
            found["symmetrizer"] = told(
                [Symmetrizer(network, symmetry, group) for network in networks], games
            )
    return found


def train_share(folder: Path, share: Share, seeds: int, updates: int) -> None:
    """Train every so many-th of all networks."""
    for number, (name, seed) in enumerate(product(METHODS, range(seeds))):
        if share.has(number):
            trained(folder, name, {"seed": seed, "updates": updates})


def trained(folder: Path, method: str, given: dict[str, int]) -> Any:
    """The network of a method's run, which is begun, resumed, or finished already.

    Raises:
        ResumeError: the run in the folder has other settings.
    """
    path, changes = folder / f"{method}-{given['seed']}", METHODS[method] | given
    plan = TrainingPlan.of(_COMMON | changes | {"evaluate_every": changes["updates"]})
    if (path / "manifest.json").exists():
        run = TrainingRun.resume(path)
    else:
        run = TrainingRun.begin(path, plan)
    with run.folder:
        if run.plan != plan:
            raise ResumeError(f"{path} is a run with other settings; choose another folder")
        run.train()
        run.finish()
    return run.learner.network


def told(networks: Sequence[Any], games: int) -> dict[str, Any]:
    """What cross-play of some networks says, and its matrix."""
    matrix = cross_play_matrix(networks, parse_rules(RULES), games)
    return asdict(over_models(matrix)) | {"matrix": matrix.tolist()}


def words(found: dict[str, Any] | None) -> str:
    """A mean with its error, if it has one."""
    if found is None:
        return "-"
    return f"{found['mean']:.2f}" + ("" if found["sem"] is None else f" ± {found['sem']:.2f}")


if __name__ == "__main__":
    main()
