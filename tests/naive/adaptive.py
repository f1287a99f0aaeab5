"""How likely members of a pool would have done what partners did, world by world, ask by ask."""

from __future__ import annotations

from math import log

import numpy as np

from hanabilab.game.games import Game

__all__ = ["likelihoods"]


def likelihoods(rules, members, decks, actions, seat, error) -> list[float]:
    """The log-likelihood of what seats other than `seat` did, under each of the `members`.

    Args:
        members: compiled policies that throw no dice.
        decks: one for each world.
        actions: all of the game.
    """
    return [_log_of(rules, member, decks, actions, seat, error) for member in members]


def _log_of(rules, member, decks, actions, seat, error) -> float:
    hits = np.sum([_agreements(rules, member, deck, actions, seat) for deck in decks], axis=0)
    slip = error / (2 * rules.hand_size + (rules.players - 1) * (rules.suits + rules.ranks))
    return sum(log((1 - error) * hit / len(decks) + slip) for hit in hits.tolist())


def _agreements(rules, member, deck, actions, seat) -> list[bool]:
    """For each action of another seat, whether the member would have taken it, too."""
    game, agreements = Game(rules, deck=deck), []
    memories = [_opening(member) for _ in range(rules.players)]
    _remember(game, member, memories)
    for action in actions:
        actor = int(game.state.current_seat)
        if actor != seat:
            chosen = member.function(game.view(actor), memories[actor], np.ones(2, np.uint64))
            agreements.append(chosen == action)
        game.act(int(action))
        _remember(game, member, memories)
    return agreements


def _opening(member):
    memory = np.zeros(member.memory_size, np.int64)
    memory[: len(member.settings)] = member.settings
    return memory


def _remember(game, member, memories) -> None:
    for seat, memory in enumerate(memories):
        if member.observe:
            member.observe(game.view(seat), memory)
