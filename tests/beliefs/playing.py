"""Games in which one seat does as it likes and its partners follow an agent, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from hanabilab.agents import CompiledPolicy
from hanabilab.beliefs import HandRange, History, unseen_counts
from hanabilab.beliefs.hand_range import weigh
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules
from hanabilab.game.view import fill_known_deck
from tests.following import Following
from tests.naive.ranges import Hand

__all__ = ["history_of", "own_turns", "packed_of", "true_hand", "unpacked", "weights_of"]


def history_of(game: Game, agent: CompiledPolicy, seat: int | None = None) -> History:
    """What `seat`, by default the one to act, has seen of a game."""
    known = np.zeros(MAX_DECK, np.int16)
    fill_known_deck(known, game.state, game.state.current_seat if seat is None else seat)
    actions = np.full(game.rules.max_turns, NO_ACTION, np.int16)
    actions[: len(game.actions)] = game.actions
    return History(agent, game.rules, game.view(seat), known, actions)


def own_turns(
    rules: Rules, agent: CompiledPolicy, seat: int, seed: int, deviates: float = 0.0
) -> Iterator[Game]:
    """A game of `agent` in all seats, as it stands at every turn of `seat`.

    With probability `deviates`, `seat` does anything legal instead; but it bombs no game.
    """
    game, random = Following(agent, rules, seed=seed, luck=seed), Random(seed)
    while not game.is_over:
        action = game.choice()
        if game.state.current_seat == seat:
            yield game
            if random.random() < deviates:
                action = random.choice(_harmless(game))
        game.act(action)


def _harmless(game: Game) -> list[int]:
    size = game.rules.hand_size
    plays = range(size, 2 * size)
    legal = game.legal_actions()
    return [a for a in legal if a not in plays or game.state.life_tokens > 1] or legal


def true_hand(game: Game, seat: int | None = None) -> Hand:
    """The cards of `seat`, by default the one to act."""
    who = game.state.current_seat if seat is None else seat
    return tuple(int(card) for card in game.state.hands[who][: game.rules.hand_size])


def weights_of(hands: HandRange, history: History) -> dict[Hand, float]:
    """Each hand of a range, in its order, with its weight."""
    counts, size = unseen_counts(history.view), history.rules.hand_size
    likelihoods = hands.likelihood.tolist() or [1] * len(hands)
    return {
        unpacked(packed, size): weigh(packed, counts) * likelihood
        for packed, likelihood in zip(hands.packed_hands.tolist(), likelihoods, strict=True)
    }


def unpacked(packed: int, size: int) -> Hand:
    """The cards of a packed hand: five bits each, slot 0 of six highest; 31 is an empty slot."""
    cards = [packed // 32 ** (5 - slot) % 32 for slot in range(6)]
    assert cards[size:] == [31] * (6 - size)
    return tuple(-1 if card == 31 else card for card in cards[:size])


def packed_of(hand: Hand) -> int:
    """A hand, packed."""
    cards = [*hand, *[-1] * (6 - len(hand))]
    return sum((31 if card < 0 else card) * 32 ** (5 - slot) for slot, card in enumerate(cards))
