"""Small games by their definitions: every end of the game, every policy, exact fractions.

What a seat knows is all it has seen and done. An end is what chance and payoff make of it, and the
moves that lead to it: who knew what, and what was done. A policy is a dictionary from (seat, what
it knows) to an action.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

__all__ = [
    "End",
    "NaiveGame",
    "naive_beliefs",
    "naive_best_response",
    "naive_open_hands",
    "naive_policies",
    "naive_search",
    "naive_silent_best",
    "naive_value",
]

Key = tuple[int, tuple]  # a seat and what it knows
Policy = dict[Key, Any]


@dataclass(frozen=True)
class End:
    """A way to the end: its share of the expected payoff if all its moves are made."""

    share: Fraction
    moves: tuple[tuple[Key, Any], ...]


@dataclass(frozen=True)
class _Path:
    """States from the deal on, and the actions between them."""

    states: tuple
    actions: tuple
    chance: Fraction


class NaiveGame:
    """A game with all its paths, and its ends."""

    def __init__(self, game) -> None:
        self.game = game
        self.paths = list(self._all_paths())
        over = [path for path in self.paths if game.turn(path.states[-1]) is None]
        self.ends = [
            End(path.chance * _fraction(game.payoff(path.states[-1])), self.moves(path))
            for path in over
        ]
        self.options: dict[Key, tuple] = {}
        for path in self.paths:
            if path not in over:
                self.options[self.key(path)] = tuple(game.actions(path.states[-1]))

    def _all_paths(self) -> Iterator[_Path]:
        waiting = [_Path((state,), (), _fraction(chance)) for state, chance in self.game.deals()]
        while waiting:
            path = waiting.pop(0)
            yield path
            state = path.states[-1]
            if self.game.turn(state) is None:
                continue
            for action in self.game.actions(state):
                for after, chance in self.game.act(state, action):
                    waiting.append(
                        _Path(
                            (*path.states, after),
                            (*path.actions, action),
                            path.chance * _fraction(chance),
                        )
                    )

    def key(self, path: _Path) -> Key:
        """The seat to act and what it knows."""
        seat = self.game.turn(path.states[-1])
        return seat, self.known(path, seat)

    def known(self, path: _Path, seat: int) -> tuple:
        seen = []
        for place, state in enumerate(path.states):
            acted = place > 0 and self.game.turn(path.states[place - 1]) == seat
            did = path.actions[place - 1] if acted else None
            seen.append((did, self.game.public(state), self.game.private(state, seat)))
        return tuple(seen)

    def moves(self, path: _Path) -> tuple[tuple[Key, Any], ...]:
        return tuple(
            (self.key(_Path(path.states[: place + 1], path.actions[:place], Fraction(1))), action)
            for place, action in enumerate(path.actions)
        )


def _fraction(number: float) -> Fraction:
    """1/3 and the like as they are meant."""
    return Fraction(number).limit_denominator(10**6)


def naive_value(naive: NaiveGame, policy: Policy) -> Fraction:
    """The expected payoff."""
    return sum(
        (end.share for end in naive.ends if all(policy[key] == did for key, did in end.moves)),
        Fraction(0),
    )


def naive_policies(naive: NaiveGame) -> Iterator[Policy]:
    """Every deterministic joint policy."""
    for actions in product(*naive.options.values()):
        yield dict(zip(naive.options, actions, strict=True))


def naive_best_response(naive: NaiveGame, policy: Policy, seat: int) -> Fraction:
    """The most that a seat can make of it, all its policies tried."""
    own = {key: actions for key, actions in naive.options.items() if key[0] == seat}
    return max(
        naive_value(naive, policy | dict(zip(own, actions, strict=True)))
        for actions in product(*own.values())
    )


def naive_search(naive: NaiveGame, policy: Policy, seats: set[int], joint: bool) -> Policy:
    """One-ply search by its definition, information sets in order of time."""
    searched = dict(policy)
    for key in sorted(naive.options, key=lambda key: len(key[1])):
        if key[0] in seats:
            worth = {
                action: _worth(naive, key, action, searched if joint else policy, policy)
                for action in naive.options[key]
            }
            if max(worth.values()) > worth[policy[key]]:
                searched[key] = max(worth, key=worth.get)
    return searched


def _worth(naive: NaiveGame, key: Key, action, before: Policy, after: Policy) -> Fraction:
    """What an action is worth if the others came here by `before`, and all go on by `after`."""
    total = Fraction(0)
    for end in naive.ends:
        if (key, action) in end.moves:
            place = end.moves.index((key, action))
            came = all(
                before[other] == did for other, did in end.moves[:place] if other[0] != key[0]
            )
            goes = all(after[other] == did for other, did in end.moves[place + 1 :])
            total += end.share if came and goes else 0
    return total


def naive_silent_best(naive: NaiveGame) -> Fraction:
    """The best policy in which seats go by what they saw alone and did, and by the time."""
    groups: dict[Any, list[Key]] = {}
    for key in naive.options:
        seat, known = key
        alone = tuple((did, private) for did, _, private in known)
        groups.setdefault((seat, alone, naive.options[key]), []).append(key)
    return max(
        naive_value(
            naive,
            {key: did for group, did in zip(groups, actions, strict=True) for key in groups[group]},
        )
        for actions in product(*(group[2] for group in groups))
    )


def naive_open_hands(game) -> Fraction:
    """The best if all is known."""

    def best(state) -> Fraction:
        if game.turn(state) is None:
            return _fraction(game.payoff(state))
        return max(
            sum(_fraction(chance) * best(after) for after, chance in game.act(state, action))
            for action in game.actions(state)
        )

    return sum(_fraction(chance) * best(state) for state, chance in game.deals())


def naive_beliefs(naive: NaiveGame, policy: Policy) -> dict[tuple, dict[tuple, Fraction]]:
    """By what everyone saw: how likely what all seats know is, where `policy` comes at all."""
    found: dict[tuple, dict[tuple, Fraction]] = {}
    for path in naive.paths:
        if all(policy[key] == did for key, did in naive.moves(path)):
            public = tuple(map(naive.game.public, path.states))
            known = tuple(naive.known(path, seat) for seat in range(naive.game.seats))
            belief = found.setdefault(public, {})
            belief[known] = belief.get(known, Fraction(0)) + path.chance
    return {
        public: {known: chance / sum(belief.values()) for known, chance in belief.items()}
        for public, belief in found.items()
    }
