"""Cards, and what hints have told of them, as HLE's `pyhanabi` shows them."""

from __future__ import annotations

from typing import Any

#: Colors in the order of their indices.
COLOR_CHAR = ["R", "Y", "G", "W", "B"]


def color_idx_to_char(color_idx: int) -> str | None:
    """The letter of a color; None for -1, no color."""
    if color_idx == -1:
        return None
    return COLOR_CHAR[color_idx]


def color_letter(color: int) -> str:
    """The letter of a color in text; a question mark for a number that no color has."""
    return COLOR_CHAR[color] if 0 <= color < len(COLOR_CHAR) else "?"


def color_char_to_idx(color_char: str) -> int:
    """The index of a color's letter.

    Raises:
        ValueError: no color has it.
    """
    if color_char not in COLOR_CHAR:
        raise ValueError(f"Invalid color: {color_char}. Should be one of {COLOR_CHAR}.")
    return COLOR_CHAR.index(color_char)


class HanabiCard:
    """A card, or a hidden one: color and rank -1.

    Args:
        color: 0 to 4.
        rank: 0 to 4.
    """

    __slots__ = ("_color", "_rank")

    def __init__(self, color: int, rank: int) -> None:
        self._color, self._rank = color, rank

    def color(self) -> int:
        """0 to 4, in the order of `COLOR_CHAR`; -1 if hidden."""
        return self._color

    def rank(self) -> int:
        """0 to 4; -1 if hidden."""
        return self._rank

    def valid(self) -> bool:
        """Whether the card is not hidden."""
        return self._color >= 0 and self._rank >= 0

    def to_dict(self) -> dict[str, Any]:
        """As in observation dictionaries: `{"color": "R", "rank": 0}`."""
        return {"color": color_idx_to_char(self._color), "rank": self._rank}

    def __str__(self) -> str:
        return f"{color_letter(self._color)}{self._rank + 1}" if self.valid() else "XX"

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HanabiCard):
            return NotImplemented
        return (self._color, self._rank) == (other._color, other._rank)

    def __hash__(self) -> int:
        return hash((self._color, self._rank))


class HanabiCardKnowledge:
    """What hints have told of one card; card counting is not part of it.

    Args:
        color: the color that was hinted; -1 for none.
        rank: the rank that was hinted; -1 for none.
        colors: bit set of the colors that hints leave.
        ranks: bit set of the ranks that hints leave.
    """

    __slots__ = ("_color", "_colors", "_rank", "_ranks")

    def __init__(self, color: int, rank: int, colors: int, ranks: int) -> None:
        self._color, self._rank = color, rank
        self._colors, self._ranks = colors, ranks

    def color(self) -> int | None:
        """The hinted color, None if none was; exclusion does not count."""
        return None if self._color < 0 else self._color

    def rank(self) -> int | None:
        """The hinted rank, None if none was; exclusion does not count."""
        return None if self._rank < 0 else self._rank

    def color_plausible(self, color_index: int) -> int:
        """1 if hints leave this color, else 0."""
        return self._colors >> color_index & 1

    def rank_plausible(self, rank_index: int) -> int:
        """1 if hints leave this rank, else 0."""
        return self._ranks >> rank_index & 1

    def to_dict(self) -> dict[str, Any]:
        """`{"color": "R" or None, "rank": 0 or None}`."""
        return {"color": color_idx_to_char(self._color), "rank": self.rank()}

    def __str__(self) -> str:
        hinted = "X" if self._color < 0 else COLOR_CHAR[self._color]
        hinted += "X" if self._rank < 0 else str(self._rank + 1)
        colors = "".join(c for index, c in enumerate(COLOR_CHAR) if self.color_plausible(index))
        return f"{hinted}|{colors}{''.join(str(r + 1) for r in range(5) if self.rank_plausible(r))}"

    __repr__ = __str__
