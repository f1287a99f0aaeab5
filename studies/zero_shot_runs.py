"""The runs of the study of zero-shot coordination: games, methods, and their training."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from hanabilab.learning import all_permutations, dihedral_group
from hanabilab.learning.plan import TrainingPlan
from hanabilab.learning.shipped import WEIGHTS
from hanabilab.learning.symmetry import Permutation
from hanabilab.learning.training import TrainingRun
from hanabilab.runs.manifest import MANIFEST
from hanabilab.runs.shares import Share

_CONFIGS = Path(__file__).parents[1] / "configs"

#: Settings of runs, trained one after the other. `{0}` stands for the weights of the first.
Stages = tuple[dict[str, Any], ...]


class StudyGame(NamedTuple):
    """A game to study, and how networks are trained on it.

    Attributes:
        rules: of the game.
        seeds: of each method, unless others are asked for.
        methods: by name; how a network is trained by it.
        group: of a number of colors; over it the plain networks are averaged.
    """

    rules: str
    seeds: int
    methods: dict[str, Stages]
    group: Callable[[int], Iterable[Permutation]]

    def shortened(self, updates: int) -> StudyGame:
        """The same with so many updates of each run."""
        return self._replace(
            methods={
                name: tuple(stage | {"updates": updates} for stage in stages)
                for name, stages in self.methods.items()
            }
        )


def _ppo(
    common: dict[str, Any], symmetric: dict[str, Any], updates: Sequence[int]
) -> dict[str, Stages]:
    """Methods that learn from their own games, with the updates of each."""
    common = {"algorithm": "ppo", "lr_schedule": "linear", "entropy_coef": 0.01} | common
    changes: dict[str, dict[str, Any]] = {
        "plain": {},
        "other-play": {"other_play": True},
        "symmetric": symmetric,
        "entropy": {"entropy_coef": 0.05, "gae_lambda": 0.9},
    }
    return {
        name: (common | change | {"updates": count},)
        for (name, change), count in zip(changes.items(), updates, strict=True)
    }


def _obl(level: str, updates: Sequence[int]) -> dict[str, Stages]:
    """Off-belief learning, levels 1 and 2.

    Args:
        level: the config of level 1.
        updates: of level 1; and for level 2 of the level below, its belief, and level 2 itself.
    """
    below, belief = _config(level), _config("obl-1-2p-belief") | {"agent": "net({0})"}
    above = below | {"start": "{0}", "belief": "{1}"}
    stages = [
        settings | {"updates": count}
        for settings, count in zip((below, below, belief, above), updates, strict=True)
    ]
    return {"obl-1": (stages[0],), "obl-2": tuple(stages[1:])}


def _config(name: str) -> dict[str, Any]:
    return tomllib.loads((_CONFIGS / f"{name}.toml").read_text())


_FULL = {"fixed": 128, "num_envs": 256, "minibatch_size": 64, "learning_rate": 0.002}
_SMALL = _FULL | {"fixed": 96, "num_steps": 32}
#: Updates of full games are those of about ten minutes of one core, for every method.
GAMES = {
    # Three suits of three ranks: the best score is 9.
    "small": StudyGame(
        rules="full(players=2, suits=3, ranks=3, copies=322, hand_size=3)",
        seeds=5,
        methods=_ppo(_SMALL, {"fixed": 48, "colors": 16}, (200, 200, 200, 200)),
        group=all_permutations,
    ),
    "full": StudyGame(
        rules="full",
        seeds=6,
        methods=_ppo(_FULL, {"fixed": 64, "colors": 24}, (480, 480, 340, 480))
        | _obl("obl-1-2p", (450, 200, 30, 40)),
        group=dihedral_group,  # ten; all 120 take as many times as long as one network
    ),
    "full-3p": StudyGame(
        rules="full(players=3)",
        seeds=6,
        methods=_ppo(_FULL, {"fixed": 64, "colors": 24}, (420, 420, 300, 420))
        | _obl("obl-1-3p", (265, 130, 25, 32)),
        group=dihedral_group,
    ),
}


def train_share(folder: Path, game: StudyGame, share: Share) -> None:
    """Train every so many-th of all networks; the first seed of all methods comes first."""
    for number, (seed, name) in enumerate(product(range(game.seeds), game.methods)):
        if share.has(number):
            trained(folder, game, name, seed)


def trained(folder: Path, game: StudyGame, method: str, seed: int) -> list[Any]:
    """A method's runs, one after the other: begun, resumed, or finished already.

    Raises:
        ResumeError: a run in the folder has other settings.
    """
    runs: list[Any] = []
    stages = game.methods[method]
    for number, settings in enumerate(stages, 1):
        stage = "" if number == len(stages) else f"-stage-{number}"
        weights = [str(weights_of(run)) for run in runs]
        config = {
            name: value.format(*weights) if isinstance(value, str) else value
            for name, value in settings.items()
        }
        config |= {"rules": game.rules, "seed": seed, "evaluate_every": settings["updates"]}
        runs.append(_trained(folder / f"{method}-{seed}{stage}", TrainingPlan.of(config)))
    return runs


def weights_of(run: TrainingRun) -> Path:
    """The file of the network that a run has made."""
    return run.folder.path / WEIGHTS


def _trained(path: Path, plan: TrainingPlan) -> TrainingRun:
    if (path / MANIFEST).exists():
        run = TrainingRun.find(path)
        run.require_same(plan.beside(run.plan))
        run.go_on()
    else:
        run = TrainingRun(plan).begin(path)
    with run.folder:
        run.train()
        run.finish()
    return run
