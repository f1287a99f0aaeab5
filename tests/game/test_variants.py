"""The engine on variants of the public site: equal to a naive table, and what always holds."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.game.dealing import count_cards
from hanabilab.game.games import Game, Games
from hanabilab.game.layout import layout_of
from hanabilab.game.stacks import NUM_STACKS, STACK_AFTER, stack_places
from hanabilab.game.state import COMPLETED, LOST, RUNNING
from hanabilab.notation import Record, format_record, format_state, parse_record, parse_state
from hanabilab.notation.rules_text import format_rules, parse_rules
from hanabilab.notation.variants import (
    card_id,
    log_card,
    rules_of_variant,
    variant_named,
    variants,
    why_not_played,
)
from tests.naive.variants import NaiveTable

PLAYED = [variant for variant in variants() if not why_not_played(variant)]
#: One of every family at least, and of every rule.
NAMED = [
    "Rainbow (5 Suits)", "Pink (4 Suits)", "Dark Null & Cocoa Rainbow (6 Suits)",
    "Dual-Color & Prism (6 Suits)", "Ambiguous & White (3 Suits)", "Omni-Fives & Gray (6 Suits)",
    "Deceptive-Ones & Light Pink (4 Suits)", "White Reversed & Rainbow (6 Suits)",
    "Reversed (5 Suits)", "Up or Down (5 Suits)", "Up or Down & Omni (5 Suits)",
    "Clue Starved & Brown (5 Suits)", "Alternating Clues (3 Suits)", "Odds and Evens (5 Suits)",
    "Funnels & Prism (5 Suits)", "Chimneys (4 Suits)", "Synesthesia & White (5 Suits)",
    "Critical Fours (6 Suits)", "Scarce Ones (5 Suits)", "Color Blind (4 Suits)",
    "Number Blind (5 Suits)", "Color Mute (6 Suits)", "Number Mute (3 Suits)",
    "Totally Blind (4 Suits)", "Orange (5 Suits)", "Special Mix (6 Suits)", "6 Suits", "3 Suits",
]  # fmt: skip


def _sample(count):
    """Named variants, and others drawn at random, with 2 to 6 players."""
    random = Random(5)
    chosen = list(map(variant_named, NAMED))[:count]
    chosen += random.sample(PLAYED, max(0, count - len(chosen)))
    return [(variant, 2 + place % 5) for place, variant in enumerate(chosen)]


def _names(case):
    return f"{case[0].name}-{case[1]}p" if isinstance(case, tuple) else str(case)


def _as_naive(game, variant, action):
    """An action of ours as the naive table's: kind, place in the deck or seat, value."""
    tables, state = game.rules.tables, game.state
    kind, place = int(tables.action_kind[action]), int(tables.action_place[action])
    if kind <= 1:
        from_deck = place == game.rules.hand_size
        held = state.deck_drawn if from_deck else state.deck_index[state.current_seat, place]
        return ("discard", "play")[kind], int(held), 0
    seat = (int(state.current_seat) + place) % game.rules.players
    value = int(tables.action_value[action])
    if kind == 2:
        return "color", seat, value
    return "rank", seat, variant.modifiers.hint_ranks[value - len(variant.colors)]


def _require_equal(game, variant, table):
    """Everything that the two tables tell is the same."""
    state, rules = game.state, game.rules
    assert table.points == state.points
    tokens = state.information_tokens + state.token_parts / rules.tables.discards_per_token
    assert (float(table.tokens), table.lives) == (tokens, state.life_tokens)
    assert table.reachable == game.max_reachable_score
    cards = [log_card(variant, card) for card in range(rules.num_cards)]
    for card, each in enumerate(cards):
        assert table.fits(each) == bool(state.playable >> card & 1), each
        assert table.is_needed(each) != bool(state.useless >> card & 1), each
        assert table.discards.count(each) == state.discards[card]
    for seat in range(rules.players):
        for place, slot in zip(table.hands[seat], range(rules.hand_size), strict=False):
            assert state.deck_index[seat, slot] == place
            possible = {
                card for card in cards if state.possible[seat, slot] >> card_id(variant, card) & 1
            }
            assert possible == table.possible[place]
    assert table.is_over == game.is_over


def _play_both(variant, players, random, **options):
    """One random game at both tables, compared before every action."""
    rules = rules_of_variant(variant, players=players, **options)
    game = Game(rules, seed=random.randrange(10**9))
    table = NaiveTable(variant, players, [log_card(variant, card) for card in game.deck], **options)
    careful = random.random() < 0.8
    while not game.is_over:
        _require_equal(game, variant, table)
        legal = {_as_naive(game, variant, action): action for action in game.legal_actions()}
        assert set(legal) == table.legal()
        choices = list(legal)
        if careful:
            fitting = [
                each for each in choices if each[0] == "play" and table.fits(table.deck[each[1]])
            ]
            choices = fitting or [each for each in choices if each[0] != "play"] or choices
        chosen = random.choice(choices)
        game.act(legal[chosen])
        table.act(*chosen)
    _require_equal(game, variant, table)
    return game


@pytest.mark.parametrize("case", _sample(len(NAMED)), ids=_names)
@pytest.mark.late_but(9)
def test_the_engine_plays_as_the_naive_table(case):
    """Legal actions, tokens, what is playable, useless, possible and reachable, and the end."""
    variant, players = case
    for number in range(2 if JIT_ENABLED else 1):
        _play_both(variant, players, Random(f"{variant.name}{number}"))


@pytest.mark.parametrize(
    "option", ["empty_hints", "deck_plays", "all_or_nothing", "discard_at_max"]
)
@pytest.mark.late_but(1)
def test_options_are_those_of_the_naive_table(option):
    """Hints that touch nothing, a play from the deck, no last round, discards at all tokens."""
    random = Random(option)
    for name in (
        "No Variant",
        "Null (4 Suits)",
        "Up or Down & Black (6 Suits)",
        "Reversed (5 Suits)",
    ):
        variant = variant_named(name)
        if not why_not_played(variant):
            for _ in range(6):
                _play_both(variant, random.randint(2, 6), random, **{option: True})


@pytest.mark.slow
@pytest.mark.compiled
def test_the_engine_plays_as_the_naive_table_in_one_variant_of_eight():
    random = Random(11)
    for variant in PLAYED[::8]:
        _play_both(variant, random.randint(2, 6), random)


# --- What always holds ---------------------------------------------------------------------------


def _require_invariants(rules, states):
    """Every card is in one place, hints tell the truth, and counts are in their ranges."""
    held = states["hands"] >= 0
    game, _, _ = np.nonzero(held)
    cards = states["hands"][held]
    assert (states["possible"][held] >> cards & 1).all()
    assert (states["deck"][game, states["deck_index"][held]] == cards).all()
    played = np.zeros((len(states), rules.num_cards), np.int64)
    kind = int(rules.tables.stack_kind)
    for suit in range(rules.suits):
        for row, stack in enumerate(states["fireworks"][:, suit].tolist()):
            played[row, [suit * rules.ranks + place for place in stack_places(kind, stack)]] = 1
    on_table = played + states["discards"][:, : rules.num_cards]
    left = sum(states["left"][:, more, None] >> np.arange(rules.num_cards) & 1 for more in range(3))
    assert (on_table + left == np.array(rules.card_copies)).all()
    in_hands = np.zeros_like(played)
    np.add.at(in_hands, (game, cards), 1)
    assert (in_hands.sum(axis=1) + on_table.sum(axis=1) == states["deck_drawn"]).all()
    assert (states["points"] == played.sum(axis=1)).all()
    assert (states["points"] <= rules.max_score).all()
    assert ((states["information_tokens"] >= 0) & (states["information_tokens"] <= 8)).all()
    full = states["information_tokens"] == 8
    assert (states["token_parts"][full] == 0).all()
    assert (states["turn"] <= rules.max_turns).all()
    perfect = states["points"] == rules.max_score
    assert ((states["status"] == COMPLETED) == (perfect & (states["life_tokens"] > 0))).all()
    assert (states["status"][states["life_tokens"] == 0] == LOST).all()


def _play_many(rules, count, seed):
    """Random games in step, checked after every action."""
    games, rng = Games(rules, count, seed=seed), np.random.default_rng(seed)
    while games.running.any():
        legal = games.legal()
        assert legal.any(axis=1)[games.running].all()
        games.step((rng.random(legal.shape) * legal).argmax(axis=1))
        _require_invariants(rules, games.states)
    return games


@pytest.mark.parametrize("case", _sample(8), ids=_names)
def test_random_games_keep_the_invariants(case):
    variant, players = case
    _play_many(rules_of_variant(variant, players=players), 20, 1)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("case", _sample(60), ids=_names)
def test_a_thousand_random_games_of_sixty_variants_keep_the_invariants(case):
    variant, players = case
    games = _play_many(rules_of_variant(variant, players=players), 1000, 2)
    assert (games.states["status"] != RUNNING).all()


# --- Texts and vectors ---------------------------------------------------------------------------


@pytest.mark.parametrize("case", _sample(len(NAMED)), ids=_names)
@pytest.mark.late_but(9)
def test_states_records_and_rules_come_back_from_their_texts(case):
    variant, players = case
    rules = rules_of_variant(variant, players=players, bomb="keep")
    assert parse_rules(format_rules(rules)) == rules
    game, random = Game(rules, seed=3), Random(3)
    while not game.is_over:
        again_rules, again = parse_state(format_state(rules, game.state))
        assert (again_rules, again.tobytes()) == (rules, game.state.tobytes())
        game.act(random.choice(game.legal_actions()))
    assert str(game).startswith(f"turn {len(game.actions)}: {game.status}")
    record = Record(rules=rules, deck=tuple(game.deck), actions=tuple(game.actions))
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("case", _sample(len(NAMED)), ids=_names)
def test_a_deal_counts_the_cards_as_any_moment_does(case):
    """The deal copies its counts from the rules: they are those of empty fireworks and discards."""
    variant, players = case
    game = Game(rules_of_variant(variant, players=players), seed=4)
    before = game.states.tobytes()
    assert game.state.left[0] != 0
    assert game.state.playable != 0
    count_cards(game.state)
    assert before == game.states.tobytes()


@pytest.mark.parametrize("case", _sample(len(NAMED)), ids=_names)
def test_vectors_hold_what_a_seat_sees(case):
    """Others' cards, what hints leave of each card, stacks, tokens and discards, read back."""
    variant, players = case
    rules = rules_of_variant(variant, players=players)
    sections, random = layout_of(rules).sections, Random(4)
    game = Game(rules, seed=4)
    for _ in range(12):
        if not game.is_over:
            game.act(random.choice(game.legal_actions()))
    vector, state, seat = game.observation(0), game.state, 0
    entries = {name: vector[section.indices()] for name, section in sections.items()}
    assert vector.size == layout_of(rules).size
    assert set(np.unique(vector)) <= {0, 1}
    for offset in range(1, players):
        hand = state.hands[(seat + offset) % players]
        for slot in range(rules.hand_size):
            seen = np.flatnonzero(entries["hands"][offset - 1, slot].ravel())
            assert seen.tolist() == [hand[slot]] * int(hand[slot] >= 0)
    for offset in range(players):
        for slot in range(rules.hand_size):
            told = entries["possible"][offset, slot].ravel()
            cards = state.possible[(seat + offset) % players, slot]
            assert told.tolist() == [cards >> card & 1 for card in range(rules.num_cards)]
    parts = int(rules.tables.discards_per_token)
    assert (
        entries["information_tokens"].sum() == state.information_tokens * parts + state.token_parts
    )
    assert entries["discards"].sum() == state.discards.sum()
    for suit in range(rules.suits):
        stack = int(state.fireworks[suit])
        assert np.flatnonzero(entries["fireworks"][suit]).tolist() == [stack - 1] * int(stack > 0)


# --- Suits that go up or down --------------------------------------------------------------------


def test_stacks_that_go_up_or_down():
    """Four ways to complete a suit, of 5 cards each; no stack but those on the way."""
    complete = [s for s in range(NUM_STACKS) if len(stack_places(1, s)) == 5]
    assert sorted(stack_places(1, stack) for stack in complete) == [
        (0, 1, 2, 3, 4), (4, 3, 2, 1, 0), (5, 1, 2, 3, 4), (5, 3, 2, 1, 0),
    ]  # fmt: skip
    assert not STACK_AFTER[complete].any()
    assert NUM_STACKS == 20
