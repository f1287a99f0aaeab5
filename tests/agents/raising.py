"""Agents of users whose `observe` raises at the fourth call."""

from __future__ import annotations

from hanabilab import policy


def count_three(view, memory):
    """Forgets that games are longer."""
    memory[0] += 1
    if memory[0] > 3:
        raise ValueError("too many")


@policy("counter", observe=count_three, memory_size=1)
def counter(view, memory, rng):
    """Remembers badly, and does not care."""
    return view.rules.hand_size


@policy("common", observe=count_three, memory_size=1, common=True)
def common(view, memory, rng):
    """The same, as if all seats remembered alike."""
    return view.rules.hand_size
