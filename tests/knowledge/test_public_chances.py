"""Public chances against trying every deal of all hands."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hanabilab import Game, Rules
from hanabilab.errors import GameError
from hanabilab.knowledge import public_chances as module
from hanabilab.knowledge.public_chances import PublicDeals, public_chances
from tests.naive import hand_counts as naive
from tests.strategies import examples


@given(
    st.lists(st.sets(st.integers(0, 4)), min_size=1, max_size=5),
    st.lists(st.integers(0, 3), min_size=5, max_size=5),
)
@example([{0, 1, 2, 3}, {0, 1, 2, 3}], [0, 0, 0, 1, 0])  # more slots than copies
@examples(200)
def test_chances_are_those_of_trying_every_deal(possible, copies):
    total, ways = naive.count_hand(possible, copies)
    found = public_chances([sum(1 << card for card in cards) for cards in possible], copies)
    assert found == pytest.approx(np.array(ways) / max(total, 1), abs=1e-12)


def test_unhinted_slots_share_what_is_left():
    """Two slots of anything, one that is card 0 for sure: 0 has a copy less for the others."""
    anything = 0b111
    found = public_chances([anything, 0b001, anything], [2, 1, 1])
    assert found[0] == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    assert found[1] == pytest.approx([1, 0, 0])


def test_a_table_of_thirty_slots():
    """Six hands of five, all of one rank or none: chances of a slot sum to one."""
    copies = [3, 2, 2, 2, 1] * 5
    ranks = [sum(1 << (5 * suit + rank) for suit in range(5)) for rank in range(5)]
    everything = (1 << 25) - 1
    possible = [ranks[0]] * 3 + [ranks[1]] * 4 + [everything ^ ranks[4]] * 6 + [everything] * 17
    assert public_chances(possible, copies).sum(axis=1) == pytest.approx(np.ones(30))


def heavily_hinted(rules, turns, seed):
    """What hints leave to each slot after many hints, and the copies in hands and deck."""
    game, rng = Game(rules, seed=seed), np.random.default_rng(seed)
    for _ in range(turns):
        legal = game.legal_actions()
        hints = [action for action in legal if action >= 2 * rules.hand_size]
        game.act(int(rng.choice(hints or [action for action in legal if action < rules.hand_size])))
    left = [int(each) for each in game.state.left]
    copies = [sum(more >> card & 1 for more in left) for card in range(rules.num_cards)]
    return [int(mask) for mask in game.state.possible.ravel()], copies


@pytest.mark.parametrize(("suits", "turns"), [(5, 21), (6, 29)])
def test_many_hints_are_no_burden(suits, turns):
    """Some twenty different sets of cards. A chance is the share of deals that have the card there.

    A table of all that the sets can share out would have 2 ** 20 entries for each card.
    """
    rules = Rules(players=6, hand_size=5, suits=suits, information_tokens=20)
    possible, copies = heavily_hinted(rules, turns, seed=3)
    assert len(set(possible) - {0}) >= 20
    deals = PublicDeals(possible, copies)
    chances = deals.chances()
    rng = np.random.default_rng(1)
    anything = sum(1 << card for card, count in enumerate(copies) if count)
    for slot in rng.choice(np.flatnonzero(np.array(possible) != anything), 4, replace=False):
        for card in np.flatnonzero(chances[slot]):
            pinned = [
                1 << int(card) if each == slot else mask for each, mask in enumerate(possible)
            ]
            share = PublicDeals(pinned, copies).count / deals.count
            assert chances[slot, card] == pytest.approx(share, rel=1e-9)


def test_what_memory_cannot_hold_is_told(monkeypatch):
    monkeypatch.setattr(module, "MOST_STATES", 10)
    with pytest.raises(GameError, match="3 different sets of cards to 3 slots"):
        public_chances([0b011, 0b110, 0b101], [2, 2, 2])
