"""Facts that are computed from vectors are those that a count of cards gives."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Game, Rules, encode_views

torch = pytest.importorskip("torch")

from hanabilab.learning.networks.table_facts import NUM_FACTS, TableFacts  # noqa: E402

pytestmark = [pytest.mark.once]


@pytest.mark.parametrize("players", [2, 4])
def test_facts_are_counted_from_the_view(players):
    """Chances, playable, useless and last copies, card by card, along random games."""
    rules = Rules(players=players)
    facts, rng = TableFacts(rules), np.random.default_rng(1)
    for seed in range(3):
        game = Game(rules, seed=seed)
        while not game.is_over:
            view = game.view()
            vector = torch.from_numpy(encode_views(rules, view[None])[0]).float()
            out = facts(vector).numpy()
            chances, told = _naive(view, rules)
            assert np.allclose(out[facts.possible.numpy()], chances, atol=1e-6)
            assert np.allclose(out[len(vector) :].reshape(-1, NUM_FACTS), told, atol=1e-5)
            game.act(int(rng.choice(game.legal_actions())))


def _naive(view, rules):
    """[S, cards] and [S + seen, NUM_FACTS], by counting."""
    copies = np.asarray(rules.tables.copies[:25]).astype(int)
    gone = np.asarray(view["discards"][:25]).astype(int)
    fireworks = np.asarray(view["fireworks"][:5]).astype(int)
    played = np.array([card % 5 < fireworks[card // 5] for card in range(25)])
    unseen = copies - gone - played
    seats = [(int(view["seat"]) + offset) % rules.players for offset in range(rules.players)]
    cards = [int(card) for seat in seats[1:] for card in view["hands"][seat][: rules.hand_size]]
    for card in cards:
        if card >= 0:
            unseen[card] -= 1
    ranks, suits = np.arange(25) % 5, np.arange(25) // 5
    marks = np.stack(
        [ranks == fireworks[suits], played, ~played & (gone == copies - 1)], axis=1
    ).astype(float)
    chances = np.zeros((rules.players * rules.hand_size, 25))
    for place, seat in enumerate(seats):
        for slot in range(rules.hand_size):
            possible = int(view["possible"][seat][slot])
            weights = np.array([(possible >> card) & 1 for card in range(25)]) * unseen
            if weights.sum():
                chances[place * rules.hand_size + slot] = weights / weights.sum()
    seen = np.array([marks[card] if card >= 0 else np.zeros(NUM_FACTS) for card in cards])
    return chances, np.concatenate((chances @ marks, seen))
