"""Linear layers that commute with permutations of colors, in three matrix products.

Of all linear maps between layers of the channels of `families`, those that commute with every
permutation are spanned by 20 (for channels of order 0, 1 and 2). Three products hold them all: one
on what is the same for all colors, one on each color, one on each ordered pair. Sums over other
colors are means here; the span is the same, and weights of all kinds get gradients of one size.
"""

from __future__ import annotations

from math import sqrt

import torch
from torch import Tensor, nn

from hanabilab.learning.networks.families import Channels, tuples_of


class SymmetricLinear(nn.Module):  # type: ignore[misc]  # PyTorch is not followed by mypy
    """An affine map from one layer of channels to another.

    With channels of order 0 alone it is `nn.Linear`.

    Args:
        inputs: channels that it reads, [..., inputs.count_neurons(colors)].
        outputs: channels that it writes.
        colors: how many colors are permuted, 2 or more if there are channels of order 1 or 2.
    """

    def __init__(self, inputs: Channels, outputs: Channels, colors: int) -> None:
        super().__init__()
        self.inputs, self.outputs, self.colors = inputs, outputs, colors
        fixed, color, pair = outputs
        # What is read for all colors at once, for each color, and for each pair.
        read_all = sum(inputs)
        read_color = inputs.colors + 2 * inputs.pairs
        read_pair = 2 * inputs.pairs
        self.of_all = nn.Parameter(torch.empty(read_all, fixed + color + pair))
        self.of_color = nn.Parameter(torch.empty(read_color, color + 2 * pair))
        self.of_pair = nn.Parameter(torch.empty(read_pair, pair))
        self.bias = nn.Parameter(torch.zeros(fixed + color + pair))
        pairs = torch.tensor(tuples_of(2, colors), dtype=torch.long).reshape(-1, 2)
        self.register_buffer("first", pairs[:, 0], persistent=False)
        self.register_buffer("second", pairs[:, 1], persistent=False)
        swapped = [tuples_of(2, colors).index((b, a)) for a, b in tuples_of(2, colors)]
        self.register_buffer("swapped", torch.tensor(swapped, dtype=torch.long), persistent=False)
        self._draw_weights()

    def _draw_weights(self) -> None:
        """As `nn.Linear` draws them: uniform, by the number of values that an output reads."""
        read = len(self.of_all) + len(self.of_color) + len(self.of_pair)
        for weight in (self.of_all, self.of_color, self.of_pair):
            nn.init.uniform_(weight, -1 / sqrt(max(read, 1)), 1 / sqrt(max(read, 1)))

    def forward(self, values: Tensor) -> Tensor:
        """[..., outputs] of `values` [..., inputs]."""
        if not any(self.outputs):
            return values[..., :0]
        if not any(self.inputs[1:] + self.outputs[1:]):
            return values @ self.of_all + self.bias
        if not self.inputs.pairs + self.outputs.pairs:
            return self._without_pairs(values)
        fixed, color, pair = split_orders(values, self.inputs, self.colors)
        swapped = pair[..., self.swapped, :]
        by_first = pair.unflatten(-2, (self.colors, self.colors - 1)).mean(-2)
        by_second = swapped.unflatten(-2, (self.colors, self.colors - 1)).mean(-2)
        means = torch.cat((fixed, color.mean(-2), by_first.mean(-2)), -1)
        each = torch.cat((color, by_first, by_second), -1) @ self.of_color
        both = torch.cat((pair, swapped), -1) @ self.of_pair
        return self._add(means @ self.of_all + self.bias, each, both)

    def _without_pairs(self, values: Tensor) -> Tensor:
        """The same where no layer has channels of pairs: two products are enough, and quicker."""
        fixed, color, _ = split_orders(values, self.inputs, self.colors)
        of_all = torch.cat((fixed, color.mean(-2)), -1) @ self.of_all + self.bias
        fixed, color_of_all = of_all.split(list(self.outputs[:2]), -1)
        of_color = color_of_all.unsqueeze(-2) + color.contiguous() @ self.of_color
        return torch.cat((fixed, of_color.flatten(-2)), -1)

    def _add(self, of_all: Tensor, each: Tensor, both: Tensor) -> Tensor:
        """What each output reads of the three products."""
        out = self.outputs
        fixed, color, pair = of_all.split(list(out), -1)
        of_color, as_first, as_second = each.split([out.colors, out.pairs, out.pairs], -1)
        color = color.unsqueeze(-2) + of_color
        of_pair = as_first[..., self.first, :] + as_second[..., self.second, :] + both
        pair = pair.unsqueeze(-2) + of_pair
        return torch.cat((fixed, color.flatten(-2), pair.flatten(-2)), -1)


def pick(values: Tensor, places: Tensor) -> Tensor:
    """[..., *places] `values[..., places]`, which PyTorch takes three times as long for.

    Args:
        values: [..., N].
        places: whole numbers below N, of any shape.
    """
    index = places.flatten().expand(*values.shape[:-1], -1)
    return values.gather(-1, index).unflatten(-1, places.shape)


def split_orders(values: Tensor, channels: Channels, colors: int) -> tuple[Tensor, Tensor, Tensor]:
    """A flat layer by orders: [..., fixed], [..., colors, channels], [..., pairs, channels]."""
    sizes = [channels.fixed, colors * channels.colors, colors * (colors - 1) * channels.pairs]
    fixed, color, pair = values.split(sizes, -1)
    return (
        fixed,
        color.unflatten(-1, (colors, channels.colors)),
        pair.unflatten(-1, (colors * (colors - 1), channels.pairs)),
    )
