"""Zero-shot coordination: `python -m studies.zero_shot DIR [--game full]`.

Some seeds of each method. Recurrent PPO: plain, with Other-Play, with a symmetric network, with a
high entropy bonus; and the plain networks made symmetric after training. In full games also
off-belief learning, levels 1 and 2. Runs are folders of `hanabi train` in DIR; what is finished or
stopped there is taken up again. With --share I/N only every N-th run is trained, beside other
processes; without it, what is missing is.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hanabilab.errors import HanabiError
from hanabilab.learning import all_permutations, color_symmetry, dihedral_group
from hanabilab.learning.networks import Symmetrizer
from hanabilab.learning.plan import TrainingPlan
from hanabilab.learning.symmetry import Permutation
from hanabilab.learning.training import WEIGHTS, TrainingRun
from hanabilab.notation import parse_rules
from hanabilab.runs.files import write_bytes
from hanabilab.runs.manifest import MANIFEST
from hanabilab.runs.shares import Share
from hanabilab.stats import ERROR_NOTE, estimate, over_models
from hanabilab.stats.summary import number_words
from hanabilab.torch_extra import one_thread
from studies.arguments import at_least
from studies.meetings import cross_play_matrix
from studies.partners import evolved, with_strangers
from studies.zero_shot_figure import save_methods

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


def main() -> None:
    """Train what is not trained yet, let all meet, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the runs are kept")
    parser.add_argument("--game", choices=GAMES, default="small")
    parser.add_argument("--seeds", type=int, help="of each method; default: as the game has it")
    parser.add_argument("--updates", type=int, help="of each run; default: as the game has it")
    parser.add_argument("--games", type=at_least(1), default=1000, help="decks of a pair")
    parser.add_argument(
        "--strangers", type=at_least(1), help="decks with each agent that no network has met"
    )
    parser.add_argument("--share", type=Share.parse, help="train this share alone, such as 1/4")
    asked = parser.parse_args()
    game = GAMES[asked.game]
    if asked.seeds is not None:
        game = game._replace(seeds=asked.seeds)
    if game.seeds < 2:
        parser.error(f"{game.seeds} seeds; cross-play needs two networks of a method or more")
    if asked.updates is not None:
        game = game.shortened(asked.updates)
    try:
        with one_thread():
            if asked.share:
                train_share(asked.folder, game, asked.share)
                return
            found = study(asked.folder, game, asked.games, asked.strangers)
        write_bytes(asked.folder / "zero_shot.json", json.dumps(found).encode())
        most = parse_rules(game.rules).max_score
        picture = asked.folder / "zero_shot.png"
        save_methods(found, most, words_of(game, asked.games), picture)
    except HanabiError as error:
        parser.error(str(error))
    print(words_of(game, asked.games))
    for line in table(found):
        print(line)


def words_of(game: StudyGame, decks: int) -> str:
    """What the figures of a study rest on."""
    return f"{game.rules}; {game.seeds} seeds, {decks:,} decks a pair; {ERROR_NOTE}, over seeds"


def table(found: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The lines of a table of what was found; ± is over seeds."""
    strangers = list(next(iter(found.values())).get("strangers", {}))
    heads = ["method", "CPU-s", "self-play", "cross-play", "without the worst", *strangers]
    yield f"| {' | '.join(heads)} |"
    yield "| --- " * len(heads) + "|"
    for name, row in found.items():
        seconds = row.get("cpu_seconds")
        cells = [name, f"{np.mean(seconds):,.0f}" if seconds else ""]
        cells += [words(row[key]) for key in ("self_play", "cross_play", "without_worst")]
        beside = row.get("strangers", {})
        cells += [words(asdict(estimate(beside[who]))) if beside else "" for who in strangers]
        yield f"| {' | '.join(cells)} |"


def study(
    folder: Path, game: StudyGame, decks: int, strangers: int | None = None
) -> dict[str, dict[str, Any]]:
    """For each method `stats.OverModels` as a document, the matrix, and what the runs took.

    Args:
        decks: of a pair of networks.
        strangers: decks with each agent that no network has met; None to leave these out.
    """
    found, rules, pool = {}, parse_rules(game.rules), evolved() if strangers else []
    for name in game.methods:
        runs = [trained(folder, game, name, seed) for seed in range(game.seeds)]
        networks = [stages[-1].learner.network for stages in runs]
        seconds = [round(sum(run.seconds for run in stages)) for stages in runs]
        found[name] = told(networks, game, decks) | {"cpu_seconds": seconds}
        if strangers:
            files = [weights_of(stages[-1]) for stages in runs]
            beside = [with_strangers(file, pool, rules, strangers) for file in files]
            found[name]["strangers"] = {who: [each[who] for each in beside] for who in beside[0]}
        if name == "plain":
            symmetry = color_symmetry(rules)
            group = list(game.group(symmetry.colors))
            symmetric = [Symmetrizer(network, symmetry, group) for network in networks]
            found["symmetrizer"] = told(symmetric, game, decks)
    return found


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


def told(networks: Sequence[Any], game: StudyGame, decks: int) -> dict[str, Any]:
    """What cross-play of some networks says, and its matrix."""
    matrix = cross_play_matrix(networks, parse_rules(game.rules), decks)
    return asdict(over_models(matrix)) | {"matrix": matrix.tolist()}


def words(found: dict[str, Any] | None) -> str:
    """A mean with its error, if it has one."""
    if found is None:
        return "-"
    return number_words(found["mean"], found["sem"], ".2f")


if __name__ == "__main__":
    main()
