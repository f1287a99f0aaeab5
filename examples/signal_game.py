"""A small game of one's own, in a class of a few lines.

    hanabi tiny solve examples/signal_game.py:SignalGame

The first seat sees a ball of three colors and lights one of two lamps; the second sees the lamp,
and guesses the color. Two lamps cannot tell three colors apart.
"""

from __future__ import annotations

from hanabilab.tiny import enumerate_game, uniform_policy, value_of

COLORS = ("red", "green", "blue")


class SignalGame:
    """A state is what has happened: the ball, the lamp, the guess."""

    name = "signal"
    seats = 2

    def deals(self) -> list[tuple[tuple[str, ...], float]]:
        return [((ball,), 1 / 3) for ball in COLORS]

    def turn(self, state: tuple[str, ...]) -> int | None:
        return len(state) - 1 if len(state) < 3 else None

    def actions(self, state: tuple[str, ...]) -> tuple[str, ...]:
        return ("left", "right") if len(state) == 1 else COLORS

    def act(self, state: tuple[str, ...], action: str) -> list[tuple[tuple[str, ...], float]]:
        return [((*state, action), 1.0)]

    def public(self, state: tuple[str, ...]) -> tuple[str, ...]:
        return state[1:]

    def private(self, state: tuple[str, ...], seat: int) -> str | None:
        return state[0] if seat == 0 else None

    def payoff(self, state: tuple[str, ...]) -> float:
        return float(state[0] == state[2])


if __name__ == "__main__":
    tree = enumerate_game(SignalGame())
    value = value_of(tree, uniform_policy(tree))
    print(f"{tree.size} histories, {len(tree.infosets)} information sets; guessing: {value:.4f}")
    assert abs(value - 1 / 3) < 1e-12
