"""Games in worlds that seats imagine, played on in step, and what a network makes of them.

Shapes: G real games, W worlds of each, B worlds that go on, P seats, N entries, A actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.errors import LearningError
from hanabilab.game.rules import Rules
from hanabilab.learning.devices import CPU, to_tensor
from hanabilab.learning.imagined_worlds import Positions, draw_worlds
from hanabilab.learning.networks import BeliefReader, Network, dueling
from hanabilab.learning.open_games import OpenGames
from hanabilab.learning.rollouts import mask_illegal

#: Rows that go through a network at once on a CPU: more of them do not fit into its cache.
_ROWS = 256


class Shown(NamedTuple):
    """What seats to act see and remember in worlds that go on.

    Attributes:
        observations: [B, N] zeros and ones.
        legal: [B, A].
        carried: [P, states, B, neurons] what seats remember, the seat to act first.
        ages: [B] turns of the games before.
    """

    observations: Tensor
    legal: Tensor
    carried: Tensor
    ages: Tensor

    def split(self, rows: int) -> list[Shown]:
        """The same in parts of so many worlds."""
        dims = (0, 0, 2, 0)
        parts = (each.split(rows, dim) for each, dim in zip(self, dims, strict=True))
        return [Shown(*part) for part in zip(*parts, strict=True)]


class ImaginedGames(OpenGames):
    """Games in worlds that seats imagine: W of each real game, which stop when they end.

    Args:
        games: how many real ones, G.
        worlds: of each, W.
        rules: of the games.
        seed: of their decks.
        discount: gamma.
        other_play: seats see colors under names of their own.

    Attributes:
        going: [B] rows of games that have not ended.
        returns: [G * W] points since the worlds were drawn, those of turn k times gamma^k.
        carried: [P, states, G * W, neurons] what seats remember: the seat that acts next comes
            first. After `draw`, the seat to act has seen its position, and comes last.
    """

    carried: Tensor

    def __init__(
        self,
        games: int,
        worlds: int,
        rules: Rules,
        *,
        seed: int,
        discount: float,
        other_play: bool,
    ) -> None:
        super().__init__(rules, games * worlds, other_play=other_play)
        self._seed, self._discount = seed, discount
        self.going, self.returns = np.arange(0), np.zeros(len(self), np.float32)
        self._weight = 1.0  # of the points of the next turn

    def draw(self, positions: Positions, hands: NDArray[np.int32], carried: Tensor) -> None:
        """Begin in worlds of the seats to act.

        Args:
            positions: [G].
            hands: [G * W]; see `draw_worlds`.
            carried: [P, states, G, neurons] what seats remember in the real games.

        Raises:
            LearningError: none was found for a seat.
        """
        place = draw_worlds(self._batch, positions, hands, self._seed, self._scratch)
        if place >= 0:
            game = positions.games[place]
            raise LearningError(f"game {game}: no world was found that a seat cannot tell from it")
        self.going, self.returns[:], self._weight = np.arange(len(self)), 0, 1.0
        self.carried = carried.repeat_interleave(len(hands) // len(positions.games), 2)

    def shown(self) -> Shown:
        """What seats to act see in worlds that go on, may do, and remember."""
        rows, device = self.going, self.carried.device
        return Shown(
            to_tensor(self.observations[rows], device),
            to_tensor(self.legal[rows], device),
            self.carried[:, :, to_tensor(rows, device)],
            to_tensor(self.states["turn"][rows], device),
        )

    def take_going(self, actions: NDArray[np.int64]) -> None:
        """Take `actions` [B], one in each game that goes on."""
        chosen = np.zeros(len(self), np.int64)
        chosen[self.going] = actions
        self._take(chosen, self.going)
        self.returns[self.going] += self._weight * self.rewards[self.going]
        self._weight *= self._discount
        self.going = self.going[~self.ended[self.going]]


def values_of(networks: Sequence[Network], shown: Shown) -> tuple[tuple[Tensor, ...], Tensor]:
    """What networks take actions to be worth; illegal ones are worst.

    Args:
        networks: which value. If they read a belief, it is the same one.
        shown: to seats to act, B.

    Returns:
        [B, A] of each network; and [P, states, B, neurons] what seats remember then.
    """
    rows = _ROWS if shown.observations.device == CPU else len(shown.observations)
    *values, carried = zip(
        *(_values_of_part(networks, part) for part in shown.split(rows)), strict=True
    )
    return tuple(map(torch.cat, values)), torch.cat(carried, 2)


def _values_of_part(networks: Sequence[Network], shown: Shown) -> tuple[Tensor, ...]:
    """Those of each network, and what seats remember then."""
    seen = shown.observations.float()[None], shown.carried, shown.ages[None]
    if isinstance(networks[0], BeliefReader):
        remembered, carried = networks[0].belief.follow_games(*seen)
        outputs = [each.games_with(seen[0], remembered, carried) for each in networks]
    else:
        outputs = [each.games(*seen) for each in networks]
    values = (dueling(out, shown.legal[None])[0] for out in outputs)
    return *(mask_illegal(each, shown.legal) for each in values), outputs[0].state
