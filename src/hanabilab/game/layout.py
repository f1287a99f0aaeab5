"""The layout of HLE's canonical observation vector, from one schema that names each section.

No other code knows an offset. The encoder reads the LAYOUT row made here. Code that permutes colors
or masks a part asks a `Section` for its indices, and finds its axes by name.

Source: HLE, canonical_encoders.cc; docs/encoding.md draws the vector.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hanabilab.game.record import Record
from hanabilab.game.rules import Rules
from hanabilab.game.stacks import NUM_STACKS

# Blocks in the order of the vector. A block repeats its members over its own axes; seats count
# from the observer: "seat" from itself, "other" from the next.
_Members = tuple[tuple[str, tuple[str, ...]], ...]
_SCHEMA: tuple[tuple[tuple[str, ...], _Members], ...] = (
    ((), (("hands", ("other", "slot", "suit", "rank")),)),
    ((), (("short_hands", ("seat",)),)),
    ((), (("deck", ("deck",)),)),
    ((), (("fireworks", ("suit", "stack")),)),
    ((), (("information_tokens", ("information",)),)),
    ((), (("life_tokens", ("life",)),)),
    ((), (("discards", ("suit", "copy")),)),
    ((), (("last_seat", ("seat",)),)),
    ((), (("last_kind", ("kind",)),)),
    ((), (("last_target", ("seat",)),)),
    ((), (("last_color", ("color",)),)),
    ((), (("last_rank", ("told",)),)),
    ((), (("last_touched", ("slot",)),)),
    ((), (("last_slot", ("place",)),)),
    ((), (("last_card", ("suit", "rank")),)),
    ((), (("last_scored", ("flag",)),)),
    ((), (("last_gained_token", ("flag",)),)),
    (
        ("seat", "slot"),
        (("possible", ("suit", "rank")), ("hinted_color", ("color",)), ("hinted_rank", ("told",))),
    ),
)
#: Axes that have a name of their own only where variants make a difference.
_USUAL_AXES = {"color": "suit", "told": "rank", "stack": "rank", "place": "slot"}
#: What `Rules.observation = "minimal"` leaves out.
_KNOWLEDGE = ("possible", "hinted_color", "hinted_rank")
_NAMES = tuple(name for _, members in _SCHEMA for name, _ in members)

_LAYOUT_FIELDS: list[tuple[str, Any]] = [
    *((name, np.int32) for name in _NAMES),
    ("fireworks_stride", np.int32),
    ("discards_stride", np.int32),
    ("knowledge_stride", np.int32),
    ("shows_knowledge", np.int32),
    ("length", np.int32),  # not "size", which a record has already
]
#: One row: the offset of each section, and steps from one suit or card's knowledge to the next.
LAYOUT = np.dtype((Record, np.dtype(_LAYOUT_FIELDS, align=True)))


class LayoutRow(Protocol):
    """A LAYOUT row, field for field: the offset of each section in the vector."""

    hands: int
    short_hands: int
    deck: int
    fireworks: int
    information_tokens: int
    life_tokens: int
    discards: int
    last_seat: int
    last_kind: int
    last_target: int
    last_color: int
    last_rank: int
    last_touched: int
    last_slot: int
    last_card: int
    last_scored: int
    last_gained_token: int
    possible: int
    hinted_color: int
    hinted_rank: int
    fireworks_stride: int
    discards_stride: int
    knowledge_stride: int
    shows_knowledge: int
    length: int


@dataclass(frozen=True)
class Section:
    """One named part of the vector.

    Attributes:
        axes: the name of each axis: other, seat, slot, suit, rank, copy, deck, information, life,
            kind, flag; in variants also color and told, for what hints say, stack, for how a suit
            stands, and place, for a slot or the deck.
        shape: the length of each axis.
        offset: index of the first entry.
        strides: steps in the vector from one index to the next, for each axis.
    """

    name: str
    axes: tuple[str, ...]
    shape: tuple[int, ...]
    offset: int
    strides: tuple[int, ...]

    def indices(self) -> NDArray[np.int64]:
        """Where each entry stands in the vector, an array of this section's shape."""
        steps = [
            np.arange(length).reshape(-1, *(1,) * (len(self.shape) - axis - 1)) * stride
            for axis, (length, stride) in enumerate(zip(self.shape, self.strides, strict=True))
        ]
        return np.asarray(self.offset + sum(steps), dtype=np.int64).reshape(self.shape)


@dataclass(frozen=True)
class Layout:
    """The whole vector: its size, its sections by name, and the row that the encoder reads."""

    size: int
    sections: dict[str, Section]
    row: LayoutRow


@lru_cache(maxsize=256)
def layout_of(rules: Rules) -> Layout:
    """The layout of the observation vector under `rules`."""
    lengths = _axis_lengths(rules)
    sections: dict[str, Section] = {}
    size = 0
    for block_axes, members in _SCHEMA:
        if rules.observation == "minimal" and members[0][0] in _KNOWLEDGE:
            continue
        block = _block_sections(size, block_axes, members, lengths)
        sections.update((section.name, _renamed(section, rules, lengths)) for section in block)
        size += sum(prod(section.shape) for section in block)
    return Layout(size, sections, _layout_row(sections, size))


def _renamed(section: Section, rules: Rules, lengths: dict[str, int]) -> Section:
    """The section with the usual names of its axes, where they say the same."""
    usual = {name: axis for name, axis in _USUAL_AXES.items() if lengths[name] == lengths[axis]}
    if not rules.colors_are_suits:
        usual.pop("color", None)
    return replace(section, axes=tuple(usual.get(axis, axis) for axis in section.axes))


def _axis_lengths(rules: Rules) -> dict[str, int]:
    by_suit = [
        rules.card_copies[first : first + rules.ranks]
        for first in range(0, rules.num_cards, rules.ranks)
    ]
    up_or_down = rules.variant is not None and rules.variant.up_or_down
    parts = rules.variant.discards_per_token if rules.variant else 1
    return {
        "other": rules.players - 1,
        "seat": rules.players,
        "slot": rules.hand_size,
        "suit": rules.suits,
        "rank": rules.ranks,
        "stack": NUM_STACKS - 1 if up_or_down else rules.ranks,
        "color": rules.num_colors,
        "told": rules.num_hint_values - rules.num_colors,
        "place": rules.hand_size + rules.deck_plays,
        "copy": max(map(sum, by_suit)),
        "deck": rules.deck_size - rules.players * rules.hand_size,
        "information": rules.information_tokens * parts,
        "life": rules.life_tokens,
        "kind": 4,
        "flag": 1,
    }


def _block_sections(
    offset: int, block_axes: tuple[str, ...], members: _Members, lengths: dict[str, int]
) -> list[Section]:
    """The sections of a block: each member repeats with the step of the whole block."""
    member_sizes = [prod(lengths[axis] for axis in axes) for _, axes in members]
    block_shape = tuple(lengths[axis] for axis in block_axes)
    outer = _row_major(block_shape, step=sum(member_sizes))
    sections = []
    for (name, axes), size in zip(members, member_sizes, strict=True):
        shape = tuple(lengths[axis] for axis in axes)
        strides = (*outer, *_row_major(shape, step=1))
        sections.append(
            Section(name, (*block_axes, *axes), (*block_shape, *shape), offset, strides)
        )
        offset += size
    return sections


def _row_major(shape: tuple[int, ...], step: int) -> tuple[int, ...]:
    return tuple(step * prod(shape[axis + 1 :]) for axis in range(len(shape)))


def _layout_row(sections: dict[str, Section], size: int) -> Any:
    row = np.zeros(1, LAYOUT)[0]
    for name, section in sections.items():
        row[name] = section.offset
    row.fireworks_stride = sections["fireworks"].strides[0]
    row.discards_stride = sections["discards"].strides[0]
    if "possible" in sections:
        row.shows_knowledge = 1
        row.knowledge_stride = sections["possible"].strides[1]
    row.length = size
    return row
