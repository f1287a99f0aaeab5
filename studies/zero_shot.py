"""Zero-shot coordination: `python -m studies.zero_shot DIR [--game full]`.

Recurrent PPO with five seeds for each method: plain, with Other-Play, with a symmetric network,
with a high entropy bonus; and the plain networks made symmetric after training. Runs are folders
of `hanabi train` in DIR; what is finished or stopped there is taken up again. With --share I/N only
every N-th run is trained, beside other processes; without it, what is missing is.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from hanabilab.errors import HanabiError
from hanabilab.learning import all_permutations, color_symmetry, dihedral_group
from hanabilab.learning.networks import Symmetrizer
from hanabilab.learning.plan import TrainingPlan
from hanabilab.learning.symmetry import Permutation
from hanabilab.learning.training import TrainingRun
from hanabilab.notation import parse_rules
from hanabilab.runs.files import write_bytes
from hanabilab.runs.shares import Share
from hanabilab.stats import ERROR_NOTE, over_models
from hanabilab.torch_extra import one_thread
from studies.arguments import at_least
from studies.meetings import cross_play_matrix


class StudyGame(NamedTuple):
    """A game to study, and how networks are trained on it.

    Attributes:
        rules: of the game.
        updates: of a run, unless others are asked for.
        common: settings of every run.
        symmetric: sizes of the symmetric network.
        group: of a number of colors; over it the plain networks are averaged.
    """

    rules: str
    updates: int
    common: dict[str, Any]
    symmetric: dict[str, Any]
    group: Callable[[int], Iterable[Permutation]]


_PPO: dict[str, Any] = {"algorithm": "ppo", "lr_schedule": "linear", "entropy_coef": 0.01}
GAMES = {
    # Three suits of three ranks: the best score is 9.
    "small": StudyGame(
        rules="full(players=2, suits=3, ranks=3, copies=322, hand_size=3)",
        updates=200,
        common=_PPO
        | {
            "fixed": 96,
            "num_envs": 256,
            "num_steps": 32,
            "minibatch_size": 64,
            "learning_rate": 0.002,
        },
        symmetric={"fixed": 48, "colors": 16},
        group=all_permutations,
    ),
    "full": StudyGame(
        rules="full",
        updates=280,
        common=_PPO | {"fixed": 128, "num_envs": 256, "minibatch_size": 64, "learning_rate": 0.002},
        symmetric={"fixed": 64, "colors": 24},
        group=dihedral_group,  # ten; all 120 take as many times as long as one network
    ),
}
#: What each method changes, beside the sizes of a symmetric network.
METHODS: dict[str, dict[str, Any]] = {
    "plain": {},
    "other-play": {"other_play": True},
    "symmetric": {},
    "entropy": {"entropy_coef": 0.05, "gae_lambda": 0.9},
}


def main() -> None:
    """Train what is not trained yet, let all meet, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the runs are kept")
    parser.add_argument("--game", choices=GAMES, default="small")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--updates", type=int, help="of each run; default: as the game has it")
    parser.add_argument("--games", type=at_least(1), default=1000, help="decks of a pair")
    parser.add_argument("--share", type=Share.parse, help="train this share alone, such as 1/4")
    asked = parser.parse_args()
    if asked.seeds < 2:
        parser.error(f"{asked.seeds} seeds; cross-play needs two networks of a method or more")
    game = GAMES[asked.game]
    if asked.updates is not None:
        game = game._replace(updates=asked.updates)
    try:
        with one_thread():
            if asked.share:
                train_share(asked.folder, game, asked.share, asked.seeds)
                return
            found = study(asked.folder, game, asked.seeds, asked.games)
        write_bytes(asked.folder / "zero_shot.json", json.dumps(found).encode())
    except HanabiError as error:
        parser.error(str(error))
    print(
        f"{game.rules}; {asked.seeds} seeds, {asked.games:,} decks a pair; {ERROR_NOTE}, over seeds"
    )
    print("| method | self-play | cross-play | without the worst |")
    print("| --- | --- | --- | --- |")
    for name, row in found.items():
        cells = (words(row[key]) for key in ("self_play", "cross_play", "without_worst"))
        print(f"| {name} | {' | '.join(cells)} |")


def study(folder: Path, game: StudyGame, seeds: int, decks: int) -> dict[str, dict[str, Any]]:
    """For each method `stats.OverModels` as a document, and the matrix."""
    found = {}
    for name in METHODS:
        networks = [trained(folder, game, name, seed) for seed in range(seeds)]
        found[name] = told(networks, game, decks)
        if name == "plain":
            symmetry = color_symmetry(parse_rules(game.rules))
            group = list(game.group(symmetry.colors))
            symmetric = [Symmetrizer(network, symmetry, group) for network in networks]
            found["symmetrizer"] = told(symmetric, game, decks)
    return found


def train_share(folder: Path, game: StudyGame, share: Share, seeds: int) -> None:
    """Train every so many-th of all networks."""
    for number, (name, seed) in enumerate(product(METHODS, range(seeds))):
        if share.has(number):
            trained(folder, game, name, seed)


def trained(folder: Path, game: StudyGame, method: str, seed: int) -> Any:
    """The network of a method's run, which is begun, resumed, or finished already.

    Raises:
        ResumeError: the run in the folder has other settings.
    """
    path = folder / f"{method}-{seed}"
    config = game.common | METHODS[method] | {"rules": game.rules, "seed": seed}
    config |= {"updates": game.updates, "evaluate_every": game.updates}
    plan = TrainingPlan.of(config | (game.symmetric if method == "symmetric" else {}))
    if (path / "manifest.json").exists():
        run = TrainingRun.find(path)
        run.require_same(plan.beside(run.plan))
        run.go_on()
    else:
        run = TrainingRun(plan).begin(path)
    with run.folder:
        run.train()
        run.finish()
    return run.learner.network


def told(networks: Sequence[Any], game: StudyGame, decks: int) -> dict[str, Any]:
    """What cross-play of some networks says, and its matrix."""
    matrix = cross_play_matrix(networks, parse_rules(game.rules), decks)
    return asdict(over_models(matrix)) | {"matrix": matrix.tolist()}


def words(found: dict[str, Any] | None) -> str:
    """A mean with its error, if it has one."""
    if found is None:
        return "-"
    return f"{found['mean']:.2f}" + ("" if found["sem"] is None else f" ± {found['sem']:.2f}")


if __name__ == "__main__":
    main()
