"""Exact ranges: hand for hand those of playing the game again, however they were come by."""

from __future__ import annotations

from collections import Counter
from math import comb

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule, information, random_agent, smart
from hanabilab.agents.hats.cox_information import cox_information
from hanabilab.beliefs import (
    PartnerModel,
    RangeCache,
    condition_on_actions,
    marginals_of,
    range_update,
    update_range,
)
from hanabilab.beliefs.range_update import range_of_onlooker
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from tests.agents.samples import mindful
from tests.beliefs.playing import history_of, own_turns, true_hand, weights_of
from tests.naive.ranges import count_options, dealt_hands, naive_range
from tests.tables import card_words, play_all, stacked

TINY = Rules(players=2, suits=2, ranks=2, hand_size=2, information_tokens=3)
TWO = Rules(players=2, suits=2, ranks=4, hand_size=3, information_tokens=4, life_tokens=4)
TWO_FIXED = Rules(players=2, suits=3, ranks=3, hand_size=2, draw_slot="vacated", first_seat=1)
THREE = Rules(players=3, suits=3, ranks=3, hand_size=3, information_tokens=5, life_tokens=5)
FOUR_FIXED = Rules(players=4, suits=3, ranks=4, hand_size=2, draw_slot="vacated", first_seat=2)
FIVE = Rules(players=5, suits=4, ranks=4, hand_size=2, life_tokens=6)

TABLES = [
    *((TWO, agent) for agent in (five_rule, mindful, smart, information)),
    *((TWO_FIXED, agent) for agent in (five_rule, mindful, smart, information, random_agent)),
    *((THREE, agent) for agent in (mindful, smart, information)),
    *((FOUR_FIXED, agent) for agent in (five_rule, mindful, smart, information)),
    (FIVE, cox_information),
]
NAMES = [f"{agent.name}-{rules.players}" for rules, agent in TABLES]


def assert_exact(game, agent, hands) -> None:
    """The range is all that a slow search finds, with the same weights, and holds the truth."""
    history = history_of(game, agent)
    found = weights_of(hands, history)
    assert naive_range(game, agent) == found
    assert ("exact", 0, len(game.actions)) == (hands.basis, hands.since, hands.turn)
    assert sorted(hands.packed_hands.tolist()) == hands.packed_hands.tolist()
    assert len(found) == len(hands)
    assert true_hand(game) in found


# --- Against the slow way ------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("deviates", [0.0, 0.3], ids=["model", "deviates"])
@pytest.mark.parametrize(("rules", "agent"), TABLES, ids=NAMES)
@pytest.mark.late_but(8)
def test_a_range_is_what_playing_again_finds(rules, agent, deviates):
    """At every turn of a seat in whole games, also where the seat itself leaves the policy."""
    for seed in range(2):
        cache = RangeCache()
        for game in own_turns(rules, agent, seed, seed, deviates):
            hands = cache.range_of(history_of(game, agent), PartnerModel(agent))
            assert_exact(game, agent, hands)


@pytest.mark.parametrize("agent", [five_rule, mindful, random_agent], ids=lambda a: a.name)
def test_a_range_of_a_tiny_game_is_what_playing_again_finds(agent):
    """As above, few enough hands for kernels as plain Python."""
    cache = RangeCache()
    for game in own_turns(TINY, agent, 1, seed=5, deviates=0.3):
        hands = cache.range_of(history_of(game, agent), PartnerModel(agent))
        assert_exact(game, agent, hands)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("players", "agent"), [(2, smart), (4, information)], ids=["smart-2", "information-4"]
)
def test_a_range_of_a_real_game_is_what_playing_again_finds(players, agent):
    """Late in a standard game, where hints leave at most 500 hands; a script looks at 500."""
    looked, cache = 0, RangeCache()
    for game in own_turns(Rules(players=players), agent, 0, seed=4, deviates=0.1):
        if len(game.actions) > 20 and count_options(game) <= 500:
            hands = cache.range_of(history_of(game, agent), PartnerModel(agent))
            assert_exact(game, agent, hands)
            looked += 1
    assert looked >= 3


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("players", "agent", "seed"), [(3, information, 2), (5, cox_information, 8)], ids=["3", "5"]
)
@pytest.mark.late_but(1)
def test_memories_that_a_departure_sets_apart_are_asked_one_by_one(players, agent, seed):
    """A wrong code is read differently by each receiver: what partners do then depends on it.

    The range is the one found when every hand has the whole past remembered anew, and in these
    games one memory for all hands would be wrong.
    """
    wrong = 0
    rules, seat = Rules(players=players, hand_size=3), seed % players
    for game in own_turns(rules, agent, seat, seed, deviates=0.3):
        if len(game.actions) < 12:
            continue
        history = history_of(game, agent)
        found = update_range(history, None, PartnerModel(agent)).packed_hands.tolist()
        assert found == _codes(history, agent, lambda *_: -1)
        wrong += found != _codes(history, agent, lambda _, turn, __: turn)
    assert wrong > 0


def _codes(history, agent, memory_fixed_until) -> list[int]:
    """The range where memories are taken to be alike up to the turn that is told."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(condition_on_actions, "memory_fixed_until", memory_fixed_until)
        return update_range(history, None, PartnerModel(agent)).packed_hands.tolist()


# --- Truth ---------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rules", "agent", "count"),
    [
        (Rules(players=2, hand_size=3), smart, 12),
        (Rules(players=3, hand_size=3), smart, 12),
        (Rules(players=4, hand_size=3, draw_slot="vacated"), information, 12),
        (Rules(players=5), information, 3),
        (Rules(players=4, hand_size=3), mindful, 4),
    ],
    ids=["smart-2", "smart-3", "information-4", "information-5", "mindful-4"],
)
@pytest.mark.late_but(1)
def test_the_true_hand_is_never_excluded(rules, agent, count):
    """Partners follow the model, the seat does not always; the script plays ten thousand games."""
    for seed in range(count):
        cache = RangeCache()
        for game in own_turns(rules, agent, seed % rules.players, seed, deviates=0.1):
            history = history_of(game, agent)
            hands = cache.range_of(history, PartnerModel(agent))
            assert hands.basis == "exact"
            assert true_hand(game) in weights_of(hands, history)


def test_after_own_draws_weights_are_those_of_the_copies_left():
    """A card is drawn to a hand that was known: it is as likely as its copies, not as it was.

    Seat 0 knows its Y2 by a hint, discards it and draws. Hidden are then one R1, one R2 and three
    Y1, its new card among them: to take over the old hand's weight would make them equally likely.
    """
    rules = Rules(players=2, suits=2, ranks=2, hand_size=1, information_tokens=3)
    game = play_all(stacked("Y2 R1", rules), "hint 1 1; hint 1 yellow; discard 0; discard 0")
    history = history_of(game, random_agent)
    found = weights_of(update_range(history, None, PartnerModel(random_agent)), history)
    assert {"R1": 1, "R2": 1, "Y1": 3} == {
        card_words(rules, list(hand)): weight for hand, weight in found.items()
    }


def test_weights_of_a_first_hand_are_all_deals():
    """With nothing told, weights sum up to the ways to draw a hand from the unseen, in order."""
    game = Game(TINY, seed=1)
    history = history_of(game, random_agent)
    hands = update_range(history, None, PartnerModel(random_agent))
    unseen = TINY.deck_size - TINY.hand_size
    assert comb(unseen, 2) * 2 == sum(weights_of(hands, history).values())
    assert dealt_hands(game) == weights_of(hands, history)


@pytest.mark.parametrize("agent", [five_rule, mindful], ids=lambda agent: agent.name)
def test_marginals_are_the_shares_of_the_weights(agent):
    """Each slot's row adds up to one over the hands; a slot that is empty has none."""
    for game in own_turns(TINY, agent, 0, seed=3, deviates=0.5):
        history = history_of(game, agent)
        hands = update_range(history, None, PartnerModel(agent))
        expected = np.zeros((TINY.hand_size, TINY.max_score))
        weights = naive_range(game, agent)
        for hand, weight in weights.items():
            for slot, card in enumerate(hand):
                if card >= 0:
                    expected[slot, card] += weight / sum(weights.values())
        assert np.allclose(expected, marginals_of(hands, history.view))


# --- However it was come by ----------------------------------------------------------------------


def facts(hands) -> tuple:
    """All that a range says."""
    return (
        hands.packed_hands.tolist(),
        hands.likelihood.tolist(),
        hands.places.tolist(),
        hands.turn,
        hands.basis,
        hands.since,
    )


MODELS = [{}, {"error": 0.1}, {"max_hands": 30, "samples": 40}, {"max_hands": 30, "error": 0.2}]


@pytest.mark.parametrize("options", MODELS, ids=["exact", "error", "sampled", "sampled error"])
@pytest.mark.parametrize("partner", [five_rule, mindful], ids=lambda agent: agent.name)
@pytest.mark.late_but(2)
def test_a_range_made_from_an_earlier_one_is_that_made_from_the_deal(options, partner):
    """From the range of any own turn before, and none of these is changed by it.

    The partner plays `five-rule`, is believed to play `partner`, and so may be off the model.
    """
    model = PartnerModel(partner, **options)
    earlier = [None]
    for game in own_turns(TINY, five_rule, 0, seed=6, deviates=0.4):
        history = history_of(game, partner)
        kept = [each and facts(each) for each in earlier]
        found = [update_range(history, each, model) for each in earlier]
        assert 1 == len({str(facts(each)) for each in found})
        assert kept == [each and facts(each) for each in earlier]
        earlier.append(found[0])


@pytest.mark.parametrize("limits", [{"_MAX_RANGES": 1}, {"_MAX_HANDS": 0}, {}], ids=str)
@pytest.mark.late_but(1)
def test_a_cache_changes_no_range(limits, monkeypatch):
    """Games side by side, in turns, with little room or much: the ranges made from the deal."""
    for name, value in limits.items():
        monkeypatch.setattr(range_update, name, value)
    cache, models = RangeCache(), [PartnerModel(five_rule), PartnerModel(five_rule, error=0.5)]
    tables = [own_turns(TINY, five_rule, seed % 2, seed, deviates=0.3) for seed in range(3)]
    for games in zip(*tables, strict=False):
        for game in games:
            history = history_of(game, five_rule)
            for model in models:
                expected = facts(update_range(history, None, model))
                assert expected == facts(cache.range_of(history, model))
                assert expected == facts(cache.range_of(history, model))


def test_a_cache_serves_a_position_gone_back_to():
    """An earlier turn of the same game is no continuation of a later one."""
    cache, model = RangeCache(), PartnerModel(five_rule)
    histories = [history_of(game, five_rule) for game in own_turns(TINY, five_rule, 0, seed=8)]
    for history in (*reversed(histories), *histories):
        found = facts(cache.range_of(history, model))
        assert facts(update_range(history, None, model)) == found


def test_a_cache_tells_games_apart_by_what_a_hint_touched():
    """The same actions and the same cards in sight, but the hint was about another slot."""
    cache, model = RangeCache(), PartnerModel(random_agent)
    for own, touched in (("R2 Y2", 0), ("Y2 R2", 1)):
        game = play_all(stacked(f"{own} R1 Y1", TINY), "hint 1 1; hint 1 red")
        history = history_of(game, random_agent)
        found = weights_of(cache.range_of(history, model), history)
        assert true_hand(game) in found
        assert {"R"} == {card_words(TINY, [hand[touched]])[0] for hand in found}


@pytest.mark.compiled
@pytest.mark.parametrize("error", [0.0, 0.1])
@pytest.mark.late
def test_threads_share_the_work_and_change_nothing(error, monkeypatch):
    """Ranges that are cut in pieces of a hundred are put together again."""
    monkeypatch.setattr(condition_on_actions, "MIN_SHARE", 100)
    rules = Rules(players=3, suits=3, hand_size=3)
    for agent in (smart, mindful):
        for game in own_turns(rules, agent, 1, seed=2):
            history = history_of(game, agent)
            one, two, many = (
                update_range(history, None, PartnerModel(agent, error=error, threads=threads))
                for threads in (1, 2, 7)
            )
            assert facts(one) == facts(two) == facts(many)
            if len(game.actions) > 12:
                break


def test_who_looks_on_weighs_what_errors_would_explain():
    """At a turn of its own, likelihoods are those of the range that is carried."""
    model = PartnerModel(smart, error=0.1)
    for game in own_turns(TWO, smart, 1, seed=2):
        history = history_of(game, smart)
        carried, at_once = update_range(history, None, model), range_of_onlooker(history, model)
        ours, theirs = (
            dict(zip(hands.packed_hands.tolist(), hands.likelihood.tolist(), strict=True))
            for hands in (at_once, carried)
        )
        assert ours.keys() == theirs.keys()
        assert all(ours[hand] == pytest.approx(theirs[hand], rel=1e-4) for hand in ours)


@pytest.mark.parametrize("agent", [five_rule, mindful, random_agent], ids=lambda agent: agent.name)
def test_who_waits_has_the_range_that_playing_again_finds(agent):
    """At turns of its partner: no hand more and none less, with the same weights."""
    looked = 0
    for game in own_turns(TINY, agent, 1, seed=5):
        history = history_of(game, agent, seat=0)
        found = weights_of(range_of_onlooker(history, PartnerModel(agent)), history)
        assert naive_range(game, agent, 0) == found
        assert true_hand(game, 0) in found
        looked += 1
    assert looked > 1


def test_a_range_keeps_no_more_memory_than_it_needs():
    """Its arrays are not cut from the longer ones that it was found in."""
    cache = RangeCache()
    for game in own_turns(TWO if JIT_ENABLED else TINY, five_rule, 0, seed=4):
        hands = cache.range_of(history_of(game, five_rule), PartnerModel(five_rule))
        assert hands.packed_hands.base is None
        assert Counter(hands.packed_hands.tolist()).most_common(1)[0][1] == 1
