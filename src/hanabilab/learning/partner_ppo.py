"""PPO beside an agent: a best response to it, or play that stays near to it.

In a share of the games the agent, the partner, has all seats but one. Its turns are no actions of
the network, so the policy does not learn from them; but the network judges them, since what follows
depends on them. Beside the loss of `ppo` there may be a pull: how much the partner's chances differ
from the network's, as the Kullback-Leibler divergence of the two, exact over legal actions, at
every turn. An agent that tells no chances is taken to be sure of the action that it draws. With the
weight w of the pull the loss is

    (1 - w) * loss of PPO + w * mean of sum_a partner(a) * ln(partner(a) / network(a))

With w = 1 the partner's play is distilled. With less, the network leaves it where that brings
points. With a model of people as partner this is the published form for agents that stay near to
people (Dizdarevic et al. 2025, HDR-IPPO). There the pull is towards a recurrent clone, from which
the run also starts; here the model is a file of `hanabi log imitate`, and a run starts anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.errors import LearningError
from hanabilab.learning.evaluation import as_it_plays, first_scores, tell_scores
from hanabilab.learning.networks import Output
from hanabilab.learning.policy_gradient import deviation
from hanabilab.learning.ppo import Ppo, PpoSettings
from hanabilab.learning.rollouts import Player, Turns, mask_illegal
from hanabilab.learning.seated_partner import SeatedPartner, games_with_partner
from hanabilab.learning.settings import EVALUATION_SEED
from hanabilab.learning.vector_games import VectorGames
from hanabilab.runs.settings import Setting


@dataclass(frozen=True, kw_only=True)
class PartnerPpoSettings(PpoSettings):
    """Settings of PPO beside an agent."""

    partner: Annotated[str, Setting("The agent beside the network, a compiled one.")] = ""
    partner_share: Annotated[
        float, Setting("Share of the games in which the partner has all seats but one.", 0, 1)
    ] = 1.0
    pull_coef: Annotated[
        float, Setting("Weight of the pull towards the partner, w; all else has 1 - w.", 0, 1)
    ] = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.partner:
            raise LearningError("partner-ppo needs a partner: a compiled agent")
        if self.other_play:
            raise LearningError(
                "with other_play a seat has its own names of colors, and a partner knows the true"
                " ones; leave out other_play"
            )
        if self.partner_share and not games_with_partner(self.partner_share, self.num_envs):
            raise LearningError(
                f"partner_share is {self.partner_share:g} of {self.num_envs} games (num_envs),"
                " which is none; raise one of them, or set partner_share = 0"
            )


class PartnerPpo(Ppo):
    """PPO beside an agent."""

    name, kind, on_gpu = "partner-ppo", PartnerPpoSettings, False
    settings: PartnerPpoSettings
    partner: SeatedPartner

    def new_player(self, games: VectorGames, generator: torch.Generator) -> Player:
        """The network; the partner sits beside it."""
        player = super().new_player(games, generator)
        settings = self.settings
        self.partner = SeatedPartner(settings.partner, games, settings.partner_share)
        player.partner = self.partner
        return player

    def targets(self, turns: Turns) -> tuple[Tensor, ...]:
        """Advantages with mean zero and deviation one at the network's turns, and returns.

        Also which turns are the network's, and what the partner's chances were.
        """
        (_, returns), (chances, own) = super().targets(turns), self.partner.take_turns()
        found = returns - turns.values[:-1]
        mine = found[own]
        return (found - mine.mean()) / (deviation(mine) + 1e-6), returns, own, chances

    def losses(self, turns: Turns, out: Output, targets: tuple[Tensor, ...]) -> dict[str, Tensor]:
        """The loss of PPO, and the pull."""
        *of_ppo, chances = targets
        told = super().losses(turns, out, tuple(of_ppo))
        log_probs = mask_illegal(out.actions, turns.legal).log_softmax(-1)
        pull = divergence(chances, log_probs)
        told["pull"] = pull.detach()
        if self.done >= self.settings.value_only:
            weight = self.settings.pull_coef
            told["loss"] = (1 - weight) * told["loss"] + weight * pull
        return told

    def evaluate(self, games: int) -> dict[str, float]:
        """What a row of the curve tells: scores with itself, and in one seat beside the partner."""
        found = super().evaluate(games)
        if self.settings.partner_share:
            scores = tell_scores(self._scores_with_partner(games))
            found |= {f"{name}_with_partner": value for name, value in scores.items()}
        return found

    def _scores_with_partner(self, games: int) -> NDArray[np.int64]:
        vector = VectorGames(self.settings.rules, games, seed=EVALUATION_SEED)
        generator = torch.Generator().manual_seed(EVALUATION_SEED)
        player = Player(self.network, vector, None, generator, greedy=1.0)
        partner = player.partner = SeatedPartner(self.settings.partner, vector, share=1.0)

        def step() -> None:
            player.step()
            partner.take_turns()

        with as_it_plays(self.network):
            return first_scores(vector, step)


def divergence(chances: Tensor, log_probs: Tensor) -> Tensor:
    """The mean Kullback-Leibler divergence of a network from its partner, in nats.

    Args:
        chances: [..., A] of the partner; 0 for illegal actions.
        log_probs: [..., A] of the network; of illegal actions any finite numbers.
    """
    return (torch.xlogy(chances, chances) - chances * log_probs).sum(-1).mean()
