"""Off-belief learning by its definition: every path from every history, exact fractions.

A policy is a dictionary from (seat, what it knows) to the chance of each action. Slips are what
they are: actions with a small chance, added to the policy that is believed in.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tests.naive.small_games import Key, NaiveGame, _fraction, _Path

__all__ = ["naive_level", "naive_worth", "with_slips"]

Chances = dict[Key, dict]

#: A value that differs by less is the same: slips make it differ by as much.
TIE = Fraction(1, 10**6)
_SLIP = Fraction(1, 10**15)


def with_slips(naive: NaiveGame, policy: Chances) -> Chances:
    """`policy`, and a slip now and then to any action."""
    return {
        key: {action: policy[key].get(action, 0) + _SLIP for action in actions}
        for key, actions in naive.options.items()
    }


def naive_level(
    naive: NaiveGame, before: Chances, *, mixed: bool, rounds: int | None = None
) -> tuple[Chances, dict[Key, dict]]:
    """What is played if the past was `before`, and what each action is worth.

    Args:
        mixed: of actions that are as good each is as likely; else the first is taken.
        rounds: own turns of a seat until a value by its belief is taken; None plays to the end.
    """
    found: Chances = {}
    worth: dict[Key, dict] = {}
    for key in sorted(naive.options, key=lambda key: -len(key[1])):
        worth[key] = {
            action: naive_worth(naive, key, action, (before, found, worth), rounds)
            for action in naive.options[key]
        }
        best = max(worth[key].values())
        good = [action for action, value in worth[key].items() if value > best - TIE]
        good = good if mixed else good[:1]
        found[key] = dict.fromkeys(good, Fraction(1, len(good)))
    return found, worth


def naive_worth(naive: NaiveGame, key: Key, action, parts, rounds: int | None) -> Fraction:
    """The mean over all histories that the seat cannot tell apart, each as likely as believed."""
    before, found, worth = parts
    total, weights = Fraction(0), Fraction(0)
    for path in _histories(naive, key):
        weight = path.chance
        for other, did in naive.moves(path):
            if other[0] != key[0]:
                weight *= before[other][did]
        weights += weight
        for after, chance in _after(naive, path, action):
            total += weight * chance * _follow(naive, after, key[0], rounds, (found, worth))
    return total / weights


def _histories(naive: NaiveGame, key: Key) -> Iterator[_Path]:
    for path in naive.paths:
        if naive.game.turn(path.states[-1]) is not None and naive.key(path) == key:
            yield path


def _after(naive: NaiveGame, path: _Path, action) -> Iterator[tuple[_Path, Fraction]]:
    for state, chance in naive.game.act(path.states[-1], action):
        share = _fraction(chance)
        yield (
            _Path((*path.states, state), (*path.actions, action), path.chance * share),
            share,
        )


def _follow(naive: NaiveGame, path: _Path, seat: int, rounds: int | None, known) -> Fraction:
    """What `seat` takes a history to be worth."""
    found, worth = known
    game, state = naive.game, path.states[-1]
    acting = game.turn(state)
    if acting is None:
        return _fraction(game.payoff(state))
    key = naive.key(path)
    if acting == seat and rounds is not None:
        if rounds == 1:
            return sum(chance * worth[key][did] for did, chance in found[key].items())
        rounds -= 1
    return sum(
        chance * share * _follow(naive, after, seat, rounds, known)
        for did, chance in found[key].items()
        for after, share in _after(naive, path, did)
    )
