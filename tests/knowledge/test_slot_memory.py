"""Memory that follows slots: against the cards' places in the deck, and sets counted by hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.game.actions import action_kind, action_slot
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import PLAY
from hanabilab.knowledge.slot_memory import (
    CARDS,
    FLAGS,
    NO_PROMISES,
    NUM_PLACES,
    count_out_named,
    count_out_own,
    deal_in,
    highest_slot,
    place_of,
    slot_after,
    slots_after,
    take_out,
)
from tests.strategies import choose_action, examples, games, rules, seeds


@examples(60, plain=10)
@given(rules(), seeds(), st.integers(0, 2**32))
def test_entries_move_with_their_cards(any_rules, seed, choices):
    """Entries marked with a card's place in the deck stay with it; a new card's says anything."""
    game, random, tables = Game(any_rules, seed=seed), Random(choices), any_rules.tables
    memory = np.zeros(NUM_PLACES, np.int64)
    deal_in(game.view(0), memory)
    require_entries(game, memory, game.state.possible)
    while not game.is_over:
        ages = game.state.deck_index.copy()
        seat, action = int(game.state.current_seat), choose_action(game, random, 0.7)
        game.act(action)
        if action_kind(tables, action) > PLAY:
            continue
        used = int(action_slot(tables, action))
        for place in range(NUM_PLACES):
            memory[place] = -1 - ages.flat[place]
        take_out(game.view(0), memory, seat, used)
        now = game.state.deck_index
        fresh = game.state.deck_drawn - 1 if now.max() > ages.max() else -1
        expected = np.where((now == fresh) | (now < 0), game.state.possible, -1 - now)
        require_entries(game, memory, expected)
        for slot in range(any_rules.hand_size):
            if ages[seat, slot] >= 0:
                moved = np.flatnonzero(now[seat, : any_rules.hand_size] == ages[seat, slot])
                found = int(moved[0]) if len(moved) else -1
                assert found == slot_after(tables, slot, used)
                assert (1 << found if found >= 0 else 0) == slots_after(tables, 1 << slot, used)


def require_entries(game, memory, expected) -> None:
    """Memory holds what is expected of each slot in use."""
    for seat in range(game.rules.players):
        for slot in range(game.rules.hand_size):
            held = game.state.deck_index[seat, slot] >= 0
            assert memory[place_of(seat, slot)] == (expected[seat, slot] if held else 0)


# --- Counting copies -----------------------------------------------------------------------------


def dealt(game, data) -> np.ndarray:
    """Memory in which each card is one of a few, some of them true to the hints."""
    memory = np.zeros(NUM_PLACES, np.int64)
    deal_in(game.view(0), memory)
    for seat in range(game.rules.players):
        for slot in range(game.rules.hand_size):
            if memory[place_of(seat, slot)]:
                any_cards = data.draw(st.sets(st.integers(0, game.rules.max_score - 1), min_size=1))
                memory[place_of(seat, slot)] = sum(1 << card for card in any_cards)
    return memory


@examples(100, plain=30)
@given(games(), st.data())
def test_named_cards_are_counted_out(game, data):
    """As by sets and counters: until no more is named."""
    view, memory = game.view(0), dealt(game, data)
    flags = data.draw(st.lists(st.sampled_from([0, *FLAGS]), min_size=NUM_PLACES))
    promises = (int(view.playable), data.draw(st.integers(0, CARDS)), int(view.useless))
    for place in range(NUM_PLACES):
        memory[place] |= flags[place] if memory[place] else 0
    expected = counted_out(game, memory, promises)
    plain = memory & CARDS
    count_out_named(view, memory, promises)
    assert expected == memory.tolist()
    expected = counted_out(game, plain, (CARDS,) * 3)
    count_out_named(view, plain, NO_PROMISES)
    assert expected == plain.tolist()


def counted_out(game, memory, promises) -> list[int]:
    """The twin of `count_out_named`."""
    view, entries, named = game.view(0), memory.tolist(), {}
    left = Counter({c: sum(int(view.left[n]) >> c & 1 for n in range(3)) for c in range(30)})
    while True:
        free = {card for card in range(30) if left[card] > list(named.values()).count(card)}
        found = dict(named)
        for seat in range(game.rules.players):
            for slot in range(game.rules.hand_size):
                place = place_of(seat, slot)
                if not any(entries[place] >> card & 1 for card in left if left[card]):
                    hinted = int(view.possible[seat, slot])
                    entries[place] = sum(1 << c for c in left if left[c] and hinted >> c & 1)
                kept = {card for card in free if entries[place] >> card & 1}
                for flag, promise in zip(FLAGS, promises, strict=True):
                    if entries[place] & flag:
                        kept &= {card for card in kept if promise >> card & 1}
                if kept:
                    entries[place] = entries[place] & ~CARDS | sum(1 << card for card in kept)
                if (entries[place] & CARDS).bit_count() == 1:
                    found[place] = (entries[place] & CARDS).bit_length() - 1
        if found == named:
            return entries
        named = found


@examples(60, plain=20)
@given(games(), st.data())
def test_the_own_named_cards_count_as_seen(game, data):
    """Beside what lies on the table and in other hands."""
    for seat in range(game.rules.players):
        view, memory = game.view(seat), dealt(game, data)
        hidden = [int(card) for card in game.state.hands[seat] if card >= 0]
        unseen = Counter(hidden + game.deck[game.state.deck_drawn :])
        for slot in range(game.rules.hand_size):
            entry = int(memory[place_of(seat, slot)])
            if entry.bit_count() == 1:
                unseen -= Counter([entry.bit_length() - 1])
        one, two, three = (int(cards) for cards in count_out_own(view, memory))
        for card in range(game.rules.max_score):
            assert unseen[card] == (one >> card & 1) + (two >> card & 1) + (three >> card & 1)


@examples(60, plain=20)
@given(games(), st.data())
def test_the_highest_slot_is_known_by_its_rank(game, data):
    """The oldest of the highest; a card of several ranks is below all that are known."""
    view, memory, ranks = game.view(0), dealt(game, data), game.rules.ranks
    known = {}
    for slot in range(game.rules.hand_size):
        entry = int(memory[place_of(0, slot)])
        of_rank = {card % ranks for card in range(30) if entry >> card & 1}
        if of_rank:
            age = int(game.state.deck_index[0, slot])
            known[slot] = (-min(of_rank) if len(of_rank) == 1 else 1, age)
    expected = min(known, key=known.__getitem__) if known else -1
    assert expected == highest_slot(view, memory)
