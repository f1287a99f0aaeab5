"""PPO that stays near to a model of people, or learns to play with it.

The loss is that of `ppo`, and beside it a pull: how much the model of people's chances differ from
the network's, as the Kullback-Leibler divergence of the two, exact over legal actions, at every
turn. With the weight w of the pull the loss is

    (1 - w) * loss of PPO + w * mean of sum_a people(a) * ln(people(a) / network(a))

With w = 1 people's play is distilled. With less, the network leaves people where that brings
points. In a share of the games the model has all seats but one. Its turns are no actions of the
network, so they have no advantage; but the network judges them, since what follows depends on them.

The published form (Dizdarevic et al. 2025, HDR-IPPO) pulls towards a recurrent clone, from which
the run also starts. Here the model is any file of `hanabi log imitate`, and a run starts anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.errors import LearningError
from hanabilab.learning.evaluation import first_scores, tell_scores
from hanabilab.learning.networks import Output
from hanabilab.learning.people_beside import PeopleBeside
from hanabilab.learning.ppo import Ppo, PpoSettings
from hanabilab.learning.rollouts import Player, Turns, mask_illegal
from hanabilab.learning.settings import EVALUATION_SEED
from hanabilab.learning.vector_games import VectorGames
from hanabilab.runs.settings import Setting


@dataclass(frozen=True, kw_only=True)
class PeoplePpoSettings(PpoSettings):
    """Settings of PPO beside a model of people."""

    people: Annotated[str, Setting("The model of people: a file of `hanabi log imitate`.")] = ""
    people_coef: Annotated[
        float, Setting("Weight of the pull towards people, w; all else has 1 - w.", 0, 1)
    ] = 0.25
    people_share: Annotated[
        float, Setting("Share of the games in which the model has all seats but one.", 0, 1)
    ] = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.people:
            raise LearningError("people-ppo needs people: a file of `hanabi log imitate`")
        if self.other_play:
            raise LearningError(
                "with other_play a seat has its own names of colors, and the model of people knows"
                " the true ones; leave out other_play"
            )


class PeoplePpo(Ppo):
    """PPO beside a model of people."""

    name, kind, on_gpu = "people-ppo", PeoplePpoSettings, False
    settings: PeoplePpoSettings
    beside: PeopleBeside

    def new_player(self, games: VectorGames, generator: torch.Generator) -> Player:
        """The network; the model of people sits beside it."""
        player = super().new_player(games, generator)
        settings = self.settings
        self.beside = PeopleBeside(settings.people, games, settings.people_share)
        player.beside = self.beside
        return player

    def targets(self, turns: Turns) -> tuple[Tensor, ...]:
        """Those of PPO, without advantages at turns of the model; and the chances of people."""
        (advantage, returns), (chances, own) = super().targets(turns), self.beside.take()
        # The mean of PPO's objective is over all turns. So it is one over those of the network.
        return advantage * own / own.float().mean(), returns, chances

    def losses(self, turns: Turns, out: Output, targets: tuple[Tensor, ...]) -> dict[str, Tensor]:
        """The loss of PPO, and the pull."""
        *of_ppo, chances = targets
        told = super().losses(turns, out, tuple(of_ppo))
        log_probs = mask_illegal(out.actions, turns.legal).log_softmax(-1)
        pull = divergence(chances, log_probs)
        told["pull"] = pull.detach()
        if self.done >= self.settings.value_only:
            weight = self.settings.people_coef
            told["loss"] = (1 - weight) * told["loss"] + weight * pull
        return told

    def evaluate(self, games: int) -> dict[str, float]:
        """What a row of the curve tells: scores with itself, and in one seat beside the model."""
        found = super().evaluate(games)
        if self.settings.people_share:
            beside = tell_scores(self._scores_with_people(games))
            found |= {f"{name}_with_people": value for name, value in beside.items()}
        return found

    def _scores_with_people(self, games: int) -> NDArray[np.int64]:
        vector = VectorGames(self.settings.rules, games, seed=EVALUATION_SEED)
        generator = torch.Generator().manual_seed(EVALUATION_SEED)
        player = Player(self.network, vector, None, generator, greedy=1.0)
        beside = player.beside = PeopleBeside(self.settings.people, vector, share=1.0)

        def step() -> None:
            player.step()
            beside.take()

        with self.network.held():
            return first_scores(vector, step)


def divergence(chances: Tensor, log_probs: Tensor) -> Tensor:
    """The mean Kullback-Leibler divergence of policies from people, in nats.

    Args:
        chances: [..., A] of people; 0 for illegal actions.
        log_probs: [..., A] of the network.
    """
    return (torch.xlogy(chances, chances) - chances * log_probs.clamp(min=-50)).sum(-1).mean()
