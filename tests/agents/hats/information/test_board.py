"""Weights of card sets, against counting by hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents.hats.information import information
from hanabilab.agents.hats.information.board import (
    CERTAIN,
    board_before_discard,
    private_board,
    public_board,
    share,
    weigh,
)
from hanabilab.agents.hats.information.numbers import USELESS
from hanabilab.agents.policy import new_memory
from hanabilab.game.actions import action_kind
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import DISCARD, MAX_DECK
from hanabilab.knowledge.unseen import count_unseen
from tests.strategies import choose_action, examples, games, rules, seeds


@pytest.mark.parametrize("whole", range(1, MAX_DECK + 1, 1 if JIT_ENABLED else 13))
def test_a_share_is_exact(whole):
    """The floor of the fraction, for every part in the range of `share`."""
    for part in range(min(1000, (1 << 16) // whole)):
        assert part * CERTAIN // whole == share(part, whole)


@examples(100)
@given(games(), st.integers(0, 2**30 - 1))
@pytest.mark.late
def test_a_set_weighs_its_copies_left(game, members):
    """For all seats those not played or discarded, for one those that it does not see either."""
    view = game.view(0)
    unseen = np.zeros(game.rules.max_score, np.int64)
    count_unseen(unseen, view)
    copies = Counter(game.deck)
    for card in range(game.rules.max_score):
        suit, rank = divmod(card, game.rules.ranks)
        copies[card] -= int(view.discards[card]) + (rank < view.fireworks[suit])
    for board, counts in ((public_board(view), copies), (private_board(view), unseen)):
        cards = members & int(board.copies[0])
        expected = sum(counts[card] for card in range(30) if cards >> card & 1)
        assert expected == weigh(board, cards)
        assert all((counts[card] > 0) == (board.copies[0] >> card & 1) for card in copies)


@examples(60, plain=20)
@given(rules(), seeds(), st.integers(0, 2**32))
def test_the_board_before_a_discard_is_found_again(any_rules, seed, luck):
    """From the view after it, and the cards that were useless before."""
    game, random = Game(any_rules, seed=seed), Random(luck)
    while not game.is_over:
        before = public_board(game.view(0))
        memory = new_memory(information, 1)[0]
        memory[USELESS] = before.useless
        game.act(choose_action(game, random, 0.5))
        if action_kind(any_rules.tables, game.actions[-1]) == DISCARD:
            assert before == board_before_discard(game.view(0), memory)
