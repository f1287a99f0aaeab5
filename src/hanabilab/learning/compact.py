"""Observations in few bytes: HLE's vector packed, and unpacked where the network is.

The entries of the vector are zeros and ones, so that a bit is enough for each. Two kinds of parts
need less: in a *choice* at most one entry is 1 (which card, which height of a stack), and a
*thermometer* is filled from its first entry on (cards left). Both are kept as a number. Which
sections these are stands below; all else follows from the schema of the vector, for any rules.

Shapes: N entries of the vector, B bytes: 62 for two players, 113 for five.
"""

from __future__ import annotations

from math import prod

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hanabilab.game.layout import Section, layout_of
from hanabilab.game.rules import Rules

#: Sections whose last axes, so many, hold a choice or a thermometer.
_CHOICES = {"hands": 2, "fireworks": 1, "last_card": 2}
_THERMOMETERS = {"deck": 1, "information_tokens": 1, "life_tokens": 1}


class Compact(nn.Module):  # type: ignore[misc]  # PyTorch is not followed by mypy
    """Packs observations into bytes, and unpacks them.

    Args:
        rules: of the games.
        more: entries after the vector that are packed, too, a bit each.

    Attributes:
        bytes: that an observation takes, B.
    """

    def __init__(self, rules: Rules, more: int = 0) -> None:
        super().__init__()
        layout = layout_of(rules)
        self.parts = nn.ModuleList(
            _Numbers(_entries(layout.sections[name], axes), filled=filled)
            for named, filled in ((_CHOICES, False), (_THERMOMETERS, True))
            for name, axes in named.items()
            if layout.sections[name].shape[-1]
        )
        packed = np.concatenate([part.entries.numpy().ravel() for part in self.parts])
        plain = np.setdiff1d(np.arange(layout.size + more), packed)
        self.register_buffer("plain", torch.from_numpy(plain), persistent=False)
        order = np.argsort(np.concatenate((plain, packed)))
        self.register_buffer("order", torch.from_numpy(order), persistent=False)
        self.register_buffer("bits", torch.arange(8, dtype=torch.uint8), persistent=False)
        self.widths = [len(plain), *(part.count * part.width for part in self.parts)]
        self.bytes = -(-sum(self.widths) // 8)

    def pack(self, observations: Tensor) -> Tensor:
        """[..., B] uint8 of `observations` [..., N]."""
        seen = observations.to(torch.uint8)
        bits = torch.cat([seen[..., self.plain], *(part.pack(seen) for part in self.parts)], -1)
        bits = nn.functional.pad(bits, (0, 8 * self.bytes - bits.shape[-1]))
        packed: Tensor = (bits.unflatten(-1, (-1, 8)) << self.bits).sum(-1, dtype=torch.uint8)
        return packed

    def unpack(self, packed: Tensor) -> Tensor:
        """[..., N] uint8 zeros and ones of `packed` [..., B]."""
        bits = ((packed.unsqueeze(-1) >> self.bits) & 1).flatten(-2)
        plain, *numbers = bits[..., : sum(self.widths)].split(self.widths, -1)
        shown = [part.unpack(each) for part, each in zip(self.parts, numbers, strict=True)]
        entries: Tensor = torch.cat([plain, *shown], -1)[..., self.order]
        return entries


class _Numbers(nn.Module):  # type: ignore[misc]
    """Choices or thermometers of K entries each, as numbers from 0 to K."""

    def __init__(self, entries: NDArray[np.int64], *, filled: bool) -> None:
        super().__init__()
        self.count, length = entries.shape
        self.filled, self.width = filled, length.bit_length()
        self.register_buffer("entries", torch.from_numpy(entries), persistent=False)
        steps = torch.arange(1, length + 1, dtype=torch.uint8)
        self.register_buffer("steps", steps, persistent=False)
        bits = torch.arange(self.width, dtype=torch.uint8)
        self.register_buffer("bits", bits, persistent=False)

    def pack(self, seen: Tensor) -> Tensor:
        """[..., count * width] bits of `seen` [..., N]."""
        entries = seen[..., self.entries]
        numbers = (entries if self.filled else entries * self.steps).sum(-1, dtype=torch.uint8)
        bits: Tensor = ((numbers.unsqueeze(-1) >> self.bits) & 1).flatten(-2)
        return bits

    def unpack(self, bits: Tensor) -> Tensor:
        """[..., count * K] entries of `bits` [..., count * width]."""
        numbers = (bits.unflatten(-1, (self.count, self.width)) << self.bits).sum(-1, keepdim=True)
        shown = numbers >= self.steps if self.filled else numbers == self.steps
        entries: Tensor = shown.to(torch.uint8).flatten(-2)
        return entries


def _entries(section: Section, axes: int) -> NDArray[np.int64]:
    """[count, K] where each choice or thermometer of a section stands in the vector."""
    indices = section.indices()
    length = prod(section.shape[-axes:])
    return indices.reshape(-1, length)
