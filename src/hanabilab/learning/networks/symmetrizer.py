"""A plain network made symmetric after training, by averaging over permutations of colors.

The average over a group of all permuted copies of a function commutes with the group. Each copy
sees the game under names of its own and keeps a memory of its own, in training as in play: so it
can remember which color anything was about. It costs as many passes as the group has members.

Source: Muglich et al. 2022, "Equivariant Networks for Zero-Shot Coordination", section 4. Their
released code averages memories too after each step; here they stay apart.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from hanabilab.learning.networks.network import Network, Output
from hanabilab.learning.symmetry import ColorSymmetry, Permutation


class Symmetrizer(nn.Module):  # type: ignore[misc]  # PyTorch is not followed by mypy
    """The mean of a network over a group of permutations; used as the network itself.

    Args:
        network: any network over the same observations and actions.
        symmetry: of `learning.symmetry`.
        group: the permutations; must be a group for the mean to commute with it, as
            `cyclic_group`, `dihedral_group` and `all_permutations` are.
    """

    def __init__(
        self, network: Network, symmetry: ColorSymmetry, group: Sequence[Permutation]
    ) -> None:
        super().__init__()
        self.network, self.members = network, len(group)
        there = [symmetry.observation.permuted(permutation) for permutation in group]
        back = [symmetry.actions.permuted(_inverse(permutation)) for permutation in group]
        self.register_buffer("there", torch.from_numpy(np.array(there)), persistent=False)
        self.register_buffer("back", torch.from_numpy(np.array(back)), persistent=False)

    def first_state(self, batch: int) -> Tensor:
        """As of the network, for each member of the group."""
        return self.network.first_state(self.members * batch)

    def forward(self, observations: Tensor, state: Tensor) -> Output:
        """As of the network, means over the group; without inferences and waiting seats."""
        turns, batch, _ = observations.shape
        renamed = observations[..., self.there]  # [T, B, members, N]
        renamed = renamed.movedim(2, 1).reshape(turns, self.members * batch, -1)
        out = self.network(renamed, state)
        actions = out.actions.unflatten(1, (self.members, batch))
        index = self.back[None, :, None].expand_as(actions)
        return Output(
            actions.gather(-1, index).mean(1),
            out.value.unflatten(1, (self.members, batch)).mean(1),
            out.own_hand.unflatten(1, (self.members, batch)).mean(1),
            out.inferences[:, :batch, :0],
            out.waiting[:, :batch, :0],
            out.state,
        )


def _inverse(permutation: Permutation) -> Permutation:
    return tuple(permutation.index(color) for color in range(len(permutation)))
