"""The memory of conventions: it knows no hand, it holds under any play, and seats read alike."""

from __future__ import annotations

from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.agents.conventions.chains import R_MAYBE
from hanabilab.agents.conventions.memory import (
    BUILT_LEVELS,
    COUNT,
    LEVEL,
    MEMORY_SIZE,
    MOST_PROMISES,
    NUM_FIELDS,
    P_GIVER,
    P_PASSED,
    P_PLAYS,
    P_RECEIVER,
    P_SAVES,
    PROMISES,
    age_of,
    note_of,
    stamp_of,
)
from hanabilab.agents.conventions.observing import observe
from hanabilab.agents.conventions.reading import reading_of
from hanabilab.game.cards import UNKNOWN_CARD
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import MAX_HAND
from hanabilab.game.rules import Rules
from hanabilab.game.view import look_openly
from tests.strategies import examples, seeds

_LEVELS = st.sampled_from(BUILT_LEVELS)


def walk(seed, players, level, draw_slot="newest"):
    """A game of random legal actions, with the memory after each of them; hints come often."""
    chance = Random(seed)
    game = Game(Rules(players=players, draw_slot=draw_slot, life_tokens=30), seed=seed % 1000)
    memory = new_memory(level)
    observe(game.view(0), memory)
    yield game, memory
    while not game.is_over:
        legal = game.legal_actions()
        hints = [action for action in legal if action >= 2 * game.rules.hand_size]
        game.act(chance.choice(hints if hints and chance.random() < 0.6 else legal))
        observe(game.view(0), memory)
        yield game, memory


def new_memory(level):
    """A memory before it has observed anything."""
    memory = np.zeros(MEMORY_SIZE, np.int64)
    memory[LEVEL] = level
    return memory


@examples(20)
@given(seeds(), st.integers(2, 6), _LEVELS)
def test_the_memory_does_not_depend_on_hands(seed, players, level):
    """It is the same if hands hold other cards, or cards that nobody knows."""
    chance = Random(seed)
    others = [new_memory(level), new_memory(level)]
    for game, memory in walk(seed, players, level):
        blind, shuffled = game.view(0), game.view(1)
        blind.hands[blind.hands >= 0] = UNKNOWN_CARD
        held = shuffled.hands[shuffled.hands >= 0].tolist()
        shuffled.hands[shuffled.hands >= 0] = chance.sample(held, len(held))
        for view, other in zip((blind, shuffled), others, strict=True):
            observe(view, other)
            assert memory.tolist() == other.tolist()


@examples(20)
@given(seeds(), st.integers(2, 6), _LEVELS)
def test_seats_with_the_same_information_read_alike(seed, players, level):
    """What a seat reads is the same from its own view and from one that shows all hands."""
    for game, memory in walk(seed, players, level):
        for reader in range(players):
            own = reading_of(game.view(reader), memory, reader)
            view = game.view((reader + 1) % players)
            look_openly(view, game.state, (reader + 1) % players)
            other = reading_of(view, memory, reader)
            assert own.tolist() == other.tolist()
            assert own[R_MAYBE] == 0


@examples(20)
@given(seeds(), st.integers(2, 6), _LEVELS, st.sampled_from(["newest", "vacated"]))
def test_the_memory_stays_in_bounds(seed, players, level, draw_slot):
    """Whatever is played: ages follow the cards, notes are what hints allow, promises are few."""
    for game, memory in walk(seed, players, level, draw_slot):
        check_memory(game, memory)


def check_memory(game, memory):
    """The bounds of a memory beside its game."""
    state, players = game.state, game.rules.players
    for seat in range(players):
        for slot in range(MAX_HAND):
            place = seat * MAX_HAND + slot
            assert int(age_of(memory, place)) == int(state.deck_index[seat, slot]) + 1
            assert (stamp_of(memory, place) > 0) == (state.hinted[seat, slot] != 0)
            note, literal = int(note_of(memory, place)), int(state.possible[seat, slot])
            held = state.deck_index[seat, slot] >= 0
            assert note & ~literal == 0 if held else note == 0
            assert note != 0 or not held
    assert 0 <= memory[COUNT] <= MOST_PROMISES
    for index in range(MOST_PROMISES):
        promise = memory[PROMISES + index * NUM_FIELDS :][:NUM_FIELDS]
        if index >= memory[COUNT]:
            assert not promise.any()
            continue
        assert promise[P_GIVER] != promise[P_RECEIVER]
        assert 0 <= min(promise[P_GIVER], promise[P_RECEIVER])
        assert max(promise[P_GIVER], promise[P_RECEIVER]) < players
        assert 0 <= promise[P_PASSED] < 1 << players
        assert (promise[P_PLAYS] | promise[P_SAVES]) >> game.rules.num_cards == 0
