"""Q-learning of two-seat card games, written out: dictionaries, and Python's arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

__all__ = ["q_learn"]


def q_learn(
    payoffs: Sequence[Sequence[Sequence[Sequence[float]]]],
    table: dict[object, list[float]],
    words: Iterator[int],
    *,
    episodes: int,
    rates: tuple[float, float],
    epsilon: float,
    told: Callable[[int, int], object] | None = None,
) -> None:
    """Play and learn.

    Args:
        payoffs: [first card][second card][first action][second action].
        table: values of actions by card, or by (card, first action, what is told of it).
        words: random words of 64 bits.
        rates: learning rates for increases and decreases, which fall to 0, as `epsilon` does.
        told: of card and greedy action, when the first action is another.
    """
    cards = len(payoffs)
    for episode in range(episodes):
        left = 1 - episode / episodes
        one, other = divmod(int(_unit(words) * cards**2), cards)
        first = _choose(table[one], epsilon * left, words)
        best = _greedy(table[one])
        word = told(one, best) if told and first != best else None
        seen = (other, first, word)
        second = _choose(table[seen], epsilon * left, words)
        payoff = payoffs[one][other][first][second]
        for key, action in ((seen, second), (one, first)):
            error = payoff - table[key][action]
            table[key][action] += (rates[0] if error > 0 else rates[1]) * left * error


def _choose(values: Sequence[float], epsilon: float, words: Iterator[int]) -> int:
    """The greedy action, or any."""
    if _unit(words) < epsilon:
        return (next(words) >> 32) * len(values) >> 32
    return _greedy(values)


def _greedy(values: Sequence[float]) -> int:
    """The first of the best."""
    return max(range(len(values)), key=lambda action: (values[action], -action))


def _unit(words: Iterator[int]) -> float:
    return (next(words) >> 11) / 2**53
