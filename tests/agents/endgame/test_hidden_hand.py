"""The last moves of a seat that does not see its hand, against every hand and every line."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED, kernel
from hanabilab.agents.endgame.hidden_hand import MOST_HANDS, OwnHand, improved_action
from hanabilab.agents.endgame.open_hands import MOST_UNDRAWN, can_look
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.cards import UNKNOWN_CARD
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.knowledge.copies import copies_unseen
from tests.agents.hats.information.table import naive_twin
from tests.naive.game import NaiveAction, NaiveGame, all_actions
from tests.naive.hidden_hand import HiddenHand

#: Short games, so that all lines of the last turns can be tried.
RULES = [
    Rules(players=2, hand_size=2, suits=2, ranks=3, copies=(2, 2, 1), information_tokens=2),
    Rules(players=3, hand_size=2, suits=2, ranks=3, copies=(3, 2, 1), information_tokens=3),
    Rules(players=2, hand_size=3, suits=1, ranks=5, copies=(3, 2, 2, 2, 1), information_tokens=2),
    Rules(players=2, hand_size=2, suits=2, ranks=2, copies=(2, 2), life_tokens=1),
]
#: A discard is at times better than a hint where all tokens are there.
AT_MAX = Rules(
    players=2,
    hand_size=2,
    suits=1,
    ranks=5,
    copies=(2, 2, 2, 2, 1),
    information_tokens=1,
    discard_at_max=True,
)


@kernel
def _improve(view, sets, discards, action, hint):
    return improved_action(view, OwnHand(sets, copies_unseen(view), discards), action, hint)


def known_sets(twin: NaiveGame, random: Random) -> list[set]:
    """By own slot: the true card, and at times others that the seat does not see."""
    hand = [card and (card.suit, card.rank) for card in twin.hands[twin.seat]]
    unseen = sorted({card for card in hand if card} | set(twin.deck[twin.drawn :]))
    share = random.choice([0.0, 0.2, 0.6])
    return [
        {card, *(other for other in unseen if random.random() < share)} if card else set()
        for card in hand
    ]


def bits_of(sets: list[set], rules: Rules) -> np.ndarray:
    """The same as bit sets of card ids."""
    ids = [[suit * rules.ranks + rank - 1 for suit, rank in cards] for cards in sets]
    return np.array([sum(1 << card for card in cards) for cards in ids], np.int64)


def is_safe(twin: NaiveGame, action: NaiveAction) -> bool:
    """A hint, a discard, or a play that scores."""
    if action[0] != "play":
        return True
    card = twin.hands[twin.seat][action[1]]
    return twin.is_playable((card.suit, card.rank))


def last_turns(rules: Rules, random: Random, undrawn: int) -> Iterator[tuple[Game, NaiveGame]]:
    """A game at random, mostly without strikes; the positions in which the deck is short."""
    game = Game(rules, seed=random.randrange(1 << 30))
    twin, actions = naive_twin(game), all_actions(rules)
    while not game.is_over:
        if len(twin.deck) - twin.drawn <= undrawn:
            yield game, twin
        legal = twin.legal_actions()
        safe = [action for action in legal if is_safe(twin, actions[action])]
        action = random.choice(safe if safe and random.random() < 0.95 else legal)
        game.act(action)
        twin.act(action)


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("seed", range(25 if JIT_ENABLED else 2))
@pytest.mark.late_but(15)
def test_it_does_what_its_twin_does(rules, seed):
    """At every turn of a game with up to two cards in the deck, from any action that is legal."""
    random, actions = Random(seed), all_actions(rules)
    for game, twin in last_turns(rules, random, 2):
        sets = known_sets(twin, random)
        legal = twin.legal_actions()
        action = random.choice(legal)
        hints = [each for each in legal if len(actions[each]) == 3]
        hint = random.choice([NO_ACTION, *hints])
        discards = {slot for slot in range(rules.hand_size) if random.random() < 0.7}
        mask = sum(1 << slot for slot in discards)
        found = _improve(game.view(twin.seat), bits_of(sets, rules), mask, action, hint)
        naive = HiddenHand(twin, sets, discards)
        expected = naive.improved(actions[action], actions[hint] if hint != NO_ACTION else None)
        assert actions[found] == expected


@pytest.mark.slow
@pytest.mark.parametrize("rules", [RULES[3], AT_MAX], ids=["one life", "discard_at_max"])
def test_three_and_four_cards_are_looked_through(rules):
    """As its twin does, where there are not many lines."""
    random, actions, turns = Random(1), all_actions(rules), 0
    while turns < (40 if JIT_ENABLED else 3):
        for game, twin in last_turns(rules, random, 4):
            if len(twin.deck) - twin.drawn < 3:
                break
            turns += 1
            sets, action = known_sets(twin, random), random.choice(twin.legal_actions())
            found = _improve(game.view(twin.seat), bits_of(sets, rules), 0b11, action, NO_ACTION)
            naive = HiddenHand(twin, sets, {0, 1})
            assert actions[found] == naive.improved(actions[action], None)


def test_where_hands_are_too_many_it_does_what_it_would():
    """Five cards of which nothing is known: more hands than it goes through."""
    game = Game(Rules(players=2), seed=1)
    view = game.view(0)
    sets = np.full(5, (1 << 25) - 1, np.int64)
    assert MOST_HANDS < 25**5
    assert _improve(view, sets, 0b11111, 7, NO_ACTION) == 7


def test_where_another_hand_hides_a_card_it_does_what_it_would():
    """Else the deck would have more cards than it has places for."""
    rules = RULES[0]
    for game, twin in last_turns(rules, Random(3), 1):
        view, sets = game.view(twin.seat).copy(), known_sets(twin, Random(0))
        view.hands[1 - twin.seat, :] = UNKNOWN_CARD
        for action in twin.legal_actions():
            assert _improve(view, bits_of(sets, rules), 0b11, action, NO_ACTION) == action


def test_it_looks_where_the_deck_is_short_and_the_rules_are_usual():
    """At most as many cards as are asked for; by no rules that give other moves, or fewer."""
    game = Game(Rules(players=2, suits=1, hand_size=2), seed=1)
    view = game.view(0)
    undrawn = 10 - 4
    assert can_look(view, undrawn)
    assert not can_look(view, undrawn - 1)
    assert can_look(view, 100) == (undrawn <= MOST_UNDRAWN)
    others = {"all_or_nothing": True}, {"deck_plays": True}, {"information_tokens": 0}
    for other in others:
        rules = Rules(players=2, suits=1, hand_size=2, **other)
        assert not can_look(Game(rules, seed=1).view(0), undrawn)
