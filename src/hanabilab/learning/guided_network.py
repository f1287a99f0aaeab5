"""The network that sits on a guide: color-equivariant, feed-forward, and quick on one core.

The layers are those of `learning.networks` for channels of order 0 and 1, kept as two arrays, one
for what no permutation moves and one with a row for each color. No order 2, nothing is gathered or
joined between layers: a turn takes about 5 microseconds in batches of 512.
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import torch
from torch import Tensor, nn

from hanabilab.learning.networks.families import Channels
from hanabilab.learning.symmetry import ColorSymmetry


class ColorLayer(nn.Module):  # type: ignore[misc]  # PyTorch is not followed by mypy
    """An affine map that commutes with permutations of colors, of channels of order 0 and 1.

    `y0 = b0 + x0 A00 + sum(x1) A10` and `y1 = b1 + x0 A01 + sum(x1) A11 + x1 W`, `x1` having a row
    for each color.
    """

    def __init__(self, inputs: Channels, outputs: Channels) -> None:
        super().__init__()
        self.inputs, self.outputs = inputs, outputs
        read, written = inputs.fixed + inputs.colors, outputs.fixed + outputs.colors
        bound = 1 / sqrt(read + inputs.colors)
        self.of_all = nn.Parameter(torch.empty(read, written).uniform_(-bound, bound))
        self.of_color = nn.Parameter(
            torch.empty(inputs.colors, outputs.colors).uniform_(-bound, bound)
        )
        self.bias = nn.Parameter(torch.zeros(written))

    def forward(self, fixed: Tensor, color: Tensor) -> tuple[Tensor, Tensor]:
        """[B, outputs.fixed], [B, colors, outputs.colors] of the same of inputs."""
        split = self.inputs.fixed
        of_all = torch.addmm(self.bias, fixed, self.of_all[:split])
        of_all = torch.addmm(of_all, color.sum(1), self.of_all[split:])
        each = color @ self.of_color + of_all[:, None, self.outputs.fixed :]
        return of_all[:, : self.outputs.fixed], each


class GuidedNetwork(nn.Module):  # type: ignore[misc]
    """From observations beside a guide to one number for each action, and one for the position.

    Args:
        symmetry: of the guide's observations, `Guided.symmetry`.
        hidden: channels of each hidden layer, order 0 and 1.
    """

    def __init__(self, symmetry: ColorSymmetry, hidden: tuple[Channels, ...]) -> None:
        super().__init__()
        entries, actions = symmetry.observation, symmetry.actions
        self.colors, self.fixed = symmetry.colors, entries.fixed.size
        heads = Channels(actions.fixed.size + 1, actions.moved.shape[1])
        sizes = [Channels(self.fixed, entries.moved.shape[1]), *hidden, heads]
        self.layers = nn.ModuleList(ColorLayer(a, b) for a, b in pairwise(sizes))
        self.register_buffer("act_order", torch.from_numpy(actions.inverse), persistent=False)
        with torch.no_grad():
            for weight in self.layers[-1].parameters():
                weight.zero_()

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Of actions [B, A] and of the position [B], from observations [B, N] in color-major order.

        Both are zero before training.
        """
        fixed = observations[:, : self.fixed]
        color = observations[:, self.fixed :].unflatten(1, (self.colors, -1))
        for layer in self.layers[:-1]:
            fixed, color = layer(fixed, color)
            fixed, color = fixed.relu(), color.relu()
        fixed, color = self.layers[-1](fixed, color)
        actions = torch.cat((fixed[:, :-1], color.flatten(1)), 1)[:, self.act_order]
        return actions, fixed[:, -1]

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def scale_actions(self, factor: float) -> None:
        """Multiply what is said of actions; what is said of the position stays."""
        head = self.layers[-1]
        position = head.outputs.fixed - 1
        for weight in (head.of_all, head.bias):
            weight[..., :position] *= factor
            weight[..., position + 1 :] *= factor
        head.of_color *= factor
