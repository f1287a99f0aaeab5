"""Deduction over real games: the truth is never excluded, and every reason holds."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab import Game, Rules
from hanabilab.errors import RulesError
from hanabilab.knowledge.deduction import deduce_hand
from hanabilab.knowledge.reasons import RuledOut, why_not
from hanabilab.notation.log_replay import replay_log
from hanabilab.notation.record import replay
from tests.naive import hand_counts as naive
from tests.notation.real_games import real_games
from tests.strategies import examples

RECORDS = [
    found.record(log)
    for log, _ in real_games()[::9]
    if not (found := replay_log(log)).problem and not log.options
]


def positions(step):
    """Games at every `step`-th turn."""
    for record in RECORDS:
        for turn, game in enumerate(replay(record)):
            if turn % step == 0:
                yield game


def test_the_true_hand_is_never_excluded():
    seen = 0
    for game in positions(5):
        for seat in range(game.rules.players):
            found = deduce_hand(game.view(seat))
            for slot in range(game.rules.hand_size):
                card = int(game.state.hands[seat, slot])
                if card >= 0:
                    assert card in found.can_be(slot)
                    seen += 1
    assert seen > 500


def test_chances_of_a_held_slot_sum_to_one():
    for game in positions(9):
        found = deduce_hand(game.view())
        held = game.state.hands[found.seat, : game.rules.hand_size] >= 0
        assert found.probabilities.sum(axis=1) == pytest.approx(held.astype(float))


def test_a_seat_that_is_not_there_has_no_hand():
    """A view has room for six seats; those that nobody sits in are refused."""
    view = Game(Rules(players=2), seed=1).view(1)
    assert deduce_hand(view, 0).deals > 1
    for seat in (-1, 2, 5, 6, 1.0, True, "0"):
        with pytest.raises(RulesError, match=f"^seat is {seat!r}; seats are 0 to 1$"):
            deduce_hand(view, seat)


def test_the_chance_of_what_is_certain_is_one():
    """Exactly: it is no sum of rounded chances."""
    for game in positions(9):
        found = deduce_hand(game.view())
        held = game.state.hands[found.seat, : game.rules.hand_size] >= 0
        assert found.chance((1 << game.rules.num_cards) - 1).tolist() == held.tolist()


def test_what_others_know_of_us_is_less_than_they_see():
    """The holder sees our hand, which we do not: all it may hold is among what we allow it."""
    for game in positions(7):
        asking = int(game.state.current_seat)
        for seat in range(game.rules.players):
            ours, theirs = deduce_hand(game.view(asking), seat), deduce_hand(game.view(seat))
            for slot in range(game.rules.hand_size):
                assert theirs.can_be(slot) <= ours.can_be(slot)


@given(
    st.lists(st.sets(st.integers(0, 4)), min_size=1, max_size=4),
    st.lists(st.integers(0, 2), min_size=5, max_size=5),
)
@examples(300)
def test_reasons_are_given_for_what_is_ruled_out_and_for_nothing_else(possible, copies):
    total, ways = naive.count_hand(possible, copies)
    sets = [frozenset(cards) for cards in possible]
    for slot in range(len(possible)) if total else ():
        for card in range(len(copies)) if possible[slot] else ():
            reason = why_not(slot, card, sets, copies)
            assert (reason is None) == (ways[slot][card] > 0)
            if reason and reason.kind is RuledOut.NEEDED:
                # Hall: the slots can be nothing but these cards, and have no copy to spare.
                unseen = {each for each in range(len(copies)) if copies[each]}
                held = set().union(*(sets[each] for each in reason.slots))
                assert held & unseen <= set(reason.cards)
                assert slot not in reason.slots
                assert card in reason.cards
                assert len(reason.slots) == reason.copies == sum(copies[c] for c in reason.cards)


@given(
    st.lists(st.sets(st.integers(0, 4), max_size=3), min_size=2, max_size=5),
    st.lists(st.integers(0, 2), min_size=5, max_size=5),
)
@examples(300)
def test_reasons_are_the_smallest(possible, copies):
    """Of all sets of other slots that leave no copy, none has fewer; without one of its slots, it
    is no reason any more."""
    sets = [frozenset(cards) for cards in possible]
    for slot, cards in enumerate(sets):
        for card in cards:
            reason = why_not(slot, card, sets, copies)
            if reason is None or reason.kind is not RuledOut.NEEDED:
                continue
            others = [each for each, held in enumerate(sets) if held and each != slot]
            short = [
                chosen
                for size in range(len(others) + 1)
                for chosen in combinations(others, size)
                if is_short(chosen, card, sets, copies)
            ]
            assert min(map(len, short)) == len(reason.slots)
            assert reason.slots in short
            for left_out in combinations(reason.slots, len(reason.slots) - 1):
                assert left_out not in short


def is_short(slots, card, sets, copies):
    """Whether these slots have too few copies where one of `card` is elsewhere."""
    cards = set().union(*(sets[slot] for slot in slots))
    return sum(copies[each] - (each == card) for each in cards) < len(slots)


@pytest.mark.parametrize("asks", ["holder", "other"])
def test_ways_are_those_of_every_deal(asks):
    """Near the end of games: copies are counted from the table, deals one by one."""
    looked = 0
    for game in positions(4):
        rules, state = game.rules, game.state
        if state.deck_drawn < rules.deck_size - 6:
            continue
        for seat in range(rules.players):
            asking = seat if asks == "holder" else (seat + 1) % rules.players
            copies = Counter(game.deck) - Counter(seen_by_both(game, seat, asking))
            found = deduce_hand(game.view(asking), seat)
            possible = [set() for _ in range(rules.hand_size)]
            for slot in range(rules.hand_size):
                if state.hands[seat, slot] >= 0:
                    bits = int(state.possible[seat, slot])
                    possible[slot] = {c for c in range(rules.num_cards) if bits >> c & 1}
            if prod(len(cards & set(copies)) or 1 for cards in possible) > 2000:
                continue
            possible = [cards & set(copies) for cards in possible]
            total, ways = naive.count_hand(possible, [copies[c] for c in range(rules.num_cards)])
            assert total == found.deals
            assert ways == found.ways.tolist()
            looked += 1
    assert looked > 20


def seen_by_both(game, holder, asking):
    """Cards that are drawn, but for those in the two hands that one of both cannot see."""
    hidden = {int(place) for seat in (holder, asking) for place in game.state.deck_index[seat]}
    return [game.deck[place] for place in range(game.state.deck_drawn) if place not in hidden]
