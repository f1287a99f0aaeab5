"""Positions near the end of small games."""

from __future__ import annotations

from random import Random

from hanabilab import Rules
from hanabilab.game.games import Game
from tests.strategies import choose_action


def near_the_end(setting, cards: int, seed: int) -> Game:
    """A game with so many cards in the deck, played well but for some slips.

    Args:
        setting: players, hand size, suits, copies by rank, information tokens.
        cards: in the deck at most.
        seed: of the deck and of the actions; what a bomb costs alternates with it.
    """
    players, size, suits, copies, tokens = setting
    small = Rules(
        players=players,
        hand_size=size,
        suits=suits,
        ranks=len(copies),
        copies=copies,
        information_tokens=tokens,
        life_tokens=2,
        bomb="keep" if seed % 2 else "zero",
    )
    random = Random(seed)
    while True:
        game = Game(small, seed=random.randrange(10**6))
        while not game.is_over and game.cards_left > cards:
            game.act(choose_action(game, random, 0.8))
        if not game.is_over:
            return game
