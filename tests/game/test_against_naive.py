"""The engine and the encoder against their naive twins, at every ply of any game."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.game.games import Game
from hanabilab.game.rule_tables import MAX_COPIES
from hanabilab.game.rules import Rules
from hanabilab.game.state import STATUS_NAMES
from tests.naive.encoding import naive_observation
from tests.naive.game import HeldCard, NaiveGame, all_actions
from tests.strategies import choose_action, examples, rules, seeds


def twin_of(game: Game) -> NaiveGame:
    """The naive game on the same deck, before its first action."""
    ranks = game.rules.ranks
    return NaiveGame(game.rules, [(card // ranks, card % ranks + 1) for card in game.deck])


def naive_facts(game: NaiveGame) -> dict[str, object]:
    """Everything that is true at the table, in plain values."""
    return {
        "turn": (game.turn, game.seat, game.turns_left, game.status),
        "tokens": (game.tokens, game.lives),
        "points": (game.points, game.score, game.reachable_score),
        "fireworks": list(game.fireworks.values()),
        "discards": sorted(game.discards),
        "deck": game.drawn,
        "left": [[card for card in game.cards() if game.left(card) > n] for n in range(MAX_COPIES)],
        "playable": [card for card in game.cards() if game.is_playable(card)],
        "useless": [card for card in game.cards() if game.is_useless(card)],
        "hands": [[held and _held_facts(game.rules, held) for held in hand] for hand in game.hands],
        "last": _last_facts(game),
        "legal": game.legal_actions(),
    }


def _held_facts(rules: Rules, held: HeldCard) -> dict[str, object]:
    suits, ranks = range(rules.suits), range(1, rules.ranks + 1)
    return {
        "card": (held.suit, held.rank),
        "age": held.age,
        "possible": [(suit, rank) for suit in suits for rank in ranks if held.could_be(suit, rank)],
        "hinted": [
            *(suit for suit in suits if held.was_told("color", suit)),
            *(rules.suits + rank - 1 for rank in ranks if held.was_told("rank", rank)),
        ],
    }


def _last_facts(game: NaiveGame) -> dict[str, object] | None:
    if game.last is None:
        return None
    facts = vars(game.last).copy()
    facts["action"] = all_actions(game.rules).index(game.last.action)
    return facts


def engine_facts(game: Game) -> dict[str, object]:
    """The same of a STATE row."""
    rules, state = game.rules, game.state
    cards = [(card // rules.ranks, card % rules.ranks + 1) for card in range(rules.max_score)]
    counts = state.discards[: rules.max_score]
    return {
        "turn": (state.turn, state.current_seat, state.turns_left, STATUS_NAMES[state.status]),
        "tokens": (state.information_tokens, state.life_tokens),
        "points": (state.points, game.score, game.max_reachable_score),
        "fireworks": state.fireworks[: rules.suits].tolist(),
        "discards": [card for card, count in zip(cards, counts, strict=True) for _ in range(count)],
        "deck": state.deck_drawn,
        "left": [_members(cards, some) for some in state.left],
        "playable": _members(cards, state.playable),
        "useless": _members(cards, state.useless),
        "hands": [
            [_slot_facts(game, cards, seat, slot) for slot in range(rules.hand_size)]
            for seat in range(rules.players)
        ],
        "last": _engine_last_facts(game, cards),
        "legal": game.legal_actions(),
    }


def _members(cards: list[tuple[int, int]], some: int) -> list[tuple[int, int]]:
    """The cards of a bit set, which holds no other bits."""
    assert 0 <= int(some) < 1 << len(cards)
    return [card for number, card in enumerate(cards) if int(some) >> number & 1]


def _slot_facts(
    game: Game, cards: list[tuple[int, int]], seat: int, slot: int
) -> dict[str, object] | None:
    state, rules = game.state, game.rules
    if state.hands[seat, slot] < 0:
        return None
    hinted = int(state.hinted[seat, slot])
    return {
        "card": cards[state.hands[seat, slot]],
        "age": state.deck_index[seat, slot],
        "possible": _members(cards, state.possible[seat, slot]),
        "hinted": [value for value in range(rules.suits + rules.ranks) if hinted >> value & 1],
    }


def _engine_last_facts(game: Game, cards: list[tuple[int, int]]) -> dict[str, object] | None:
    state = game.state
    if state.last_seat < 0:
        return None
    touched = range(game.rules.hand_size)
    return {
        "seat": state.last_seat,
        "action": state.last_action,
        "card": None if state.last_card < 0 else cards[state.last_card],
        "touched": [slot for slot in touched if state.last_touched >> slot & 1],
        "scored": state.last_scored,
        "gained_token": state.last_gained_token,
    }


def observations(game: Game) -> list[list[int]]:
    """What every seat sees, encoded."""
    return [game.observation(seat).astype(int).tolist() for seat in range(game.rules.players)]


@examples(300)
@given(rules(), seeds(), st.sampled_from([0.0, 0.9, 1.0]), st.integers(0, 2**32))
@pytest.mark.late
def test_engine_agrees_with_its_twin(any_rules, seed, skill, choices):
    """Deal, legal actions, effects, knowledge, end and score are those of the rules as written."""
    game, random = Game(any_rules, seed=seed), Random(choices)
    naive = twin_of(game)
    while not game.is_over:
        assert naive_facts(naive) == engine_facts(game)
        action = choose_action(game, random, skill)
        naive.act(action)
        game.act(action)
    assert naive_facts(naive) == engine_facts(game)


@examples(100, plain=10)
@given(rules(), seeds(), st.sampled_from([0.0, 0.9, 1.0]), st.integers(0, 2**32))
def test_encoder_agrees_with_its_twin(any_rules, seed, skill, choices):
    """Every seat's vector is that of HLE's documentation, also where HLE has no such rules."""
    game, random = Game(any_rules, seed=seed), Random(choices)
    naive = twin_of(game)
    while True:
        expected = [naive_observation(naive, seat) for seat in range(any_rules.players)]
        assert expected == observations(game)
        if game.is_over:
            break
        action = choose_action(game, random, skill)
        naive.act(action)
        game.act(action)
