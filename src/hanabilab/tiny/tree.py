"""Every history of a small game, in arrays: information sets, public states, choices.

Letters: N histories, I information sets, C choices (an information set with one of its actions), U
public states, S seats.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.tiny.game import Action, SmallGame
from hanabilab.tiny.levels import Level, make_levels


@dataclass(frozen=True)
class InformationState:
    """What a seat knows: all it has seen, link by link.

    Attributes:
        before: what it knew one turn earlier; None at the deal.
        did: the action it took since, if it was to act; None else.
        public: what everyone sees now.
        private: what it alone sees now.
    """

    before: InformationState | None
    did: Action | None
    public: Hashable
    private: Hashable

    def __str__(self) -> str:
        return f"{in_words(self.private)} after {in_words(self.public)}"

    @property
    def alone(self) -> str:
        """All that the seat has seen alone and done, from the deal on, without repeats."""
        parts, link = [in_words(self.private)], self.before
        while link is not None:
            words = in_words(link.private)
            if words != parts[-1]:
                parts.append(words)
            link = link.before
        return ", then ".join(reversed(parts))


def in_words(seen: Hashable) -> str:
    """What is seen, in short."""
    if isinstance(seen, tuple):
        return " ".join(in_words(part) for part in seen) or "the deal"
    return "nothing" if seen is None else str(seen)


@dataclass(frozen=True)
class Infoset:
    """Histories that the seat to act cannot tell apart.

    Attributes:
        seat: who acts.
        actions: what it may do.
        public: index of the public state that it belongs to.
        information_state: what the seat has seen.
    """

    seat: int
    actions: tuple[Any, ...]
    public: int
    information_state: InformationState

    def __str__(self) -> str:
        return f"seat {self.seat} sees {self.information_state}"


@dataclass(frozen=True, eq=False)
class GameTree:
    """A game with all its histories enumerated; parents come before children.

    Attributes:
        game: the game.
        parent: [N] the history one action earlier; -1 for a deal.
        choice: [N] the choice that led here; -1 for a deal.
        chance: [N] probability of all chance on the way.
        infoset: [N] information set of the seat to act; -1 at an end.
        public: [N] public state.
        information_state: [N, S] what each seat knows: equal numbers of a seat are histories it
            cannot tell apart, whoever is to act.
        information_states: what each number in `information_state` stands for.
        payoff: [N] at the ends, else 0.
        infosets: the I information sets; those of a public state are neighbors, and a public state
            comes after those it follows.
        public_parent: [U] the public state before; -1 at first.
        public_seat: [U] the seat to act; -1 at an end.
        public_seen: [U] what everyone saw last.
    """

    game: SmallGame
    parent: NDArray[np.int64]
    choice: NDArray[np.int64]
    chance: NDArray[np.float64]
    infoset: NDArray[np.int64]
    public: NDArray[np.int64]
    information_state: NDArray[np.int64]
    information_states: tuple[InformationState, ...]
    payoff: NDArray[np.float64]
    infosets: tuple[Infoset, ...]
    public_parent: NDArray[np.int64]
    public_seat: NDArray[np.int64]
    public_seen: tuple[Hashable, ...]

    @property
    def size(self) -> int:
        """N, the number of histories, ends included."""
        return len(self.parent)

    @cached_property
    def num_actions(self) -> NDArray[np.int64]:
        """[I] how many actions each information set has."""
        return np.array([len(infoset.actions) for infoset in self.infosets], np.int64)

    @cached_property
    def first_choice(self) -> NDArray[np.int64]:
        """[I] index of each information set's first choice; the others follow."""
        return np.concatenate([[0], np.cumsum(self.num_actions)[:-1]]).astype(np.int64)

    @property
    def num_choices(self) -> int:
        """C, the number of choices."""
        return int(self.num_actions.sum())

    @cached_property
    def owner(self) -> NDArray[np.int64]:
        """[C] information set of each choice."""
        return np.repeat(np.arange(len(self.infosets)), self.num_actions)

    @cached_property
    def place(self) -> NDArray[np.int64]:
        """[C] which of its information set's actions each choice is."""
        return np.arange(self.num_choices) - self.first_choice[self.owner]

    @cached_property
    def seat_of(self) -> NDArray[np.int64]:
        """[I] the seat of each information set."""
        return np.array([infoset.seat for infoset in self.infosets], np.int64)

    @cached_property
    def public_of(self) -> NDArray[np.int64]:
        """[I] the public state of each information set."""
        return np.array([infoset.public for infoset in self.infosets], np.int64)

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The steps of the game, first to last."""
        return make_levels(self.parent, self.choice, self.owner, self.seat_of)

    @cached_property
    def ends(self) -> NDArray[np.float64]:
        """[N] probability of chance times payoff."""
        return self.chance * self.payoff

    @cached_property
    def largest_payoff(self) -> float:
        """The largest absolute payoff."""
        return float(np.abs(self.payoff).max())

    def choices_of(self, infoset: int) -> slice:
        """Where the choices of an information set stand."""
        first = int(self.first_choice[infoset])
        return slice(first, first + int(self.num_actions[infoset]))
