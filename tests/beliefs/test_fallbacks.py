"""Where a range cannot be exact: partners off the model, believed to err, or too many hands."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule, information, policy, random_agent, smart
from hanabilab.arena.plain import plain_policy
from hanabilab.beliefs import (
    PartnerModel,
    effective_size,
    marginals_of,
    unseen_counts,
    update_range,
)
from hanabilab.beliefs.chances import probabilities_of, thin
from hanabilab.beliefs.history import new_rng as beliefs_rng
from hanabilab.errors import AgentError
from hanabilab.game.actions import is_legal
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.randomness import draw_below, seed_rng
from tests.agents.samples import mindful
from tests.beliefs.exact import assert_as_likely
from tests.beliefs.playing import history_of, own_turns, true_hand, weights_of
from tests.naive.ranges import count_departures, count_options, dealt_hands, naive_range
from tests.strategies import examples, games, short_rules

TINY = Rules(players=2, suits=2, ranks=2, hand_size=2, information_tokens=3)
LONG = Rules(suits=2, ranks=3, hand_size=2, information_tokens=20, life_tokens=20)
THREE = Rules(players=3, suits=2, ranks=3, hand_size=2, information_tokens=5, life_tokens=5)


def turns_of(rules, agent, seeds=3, deviates=0.0):
    """The turns of seat 0 in some games of `agent`."""
    for seed in range(seeds):
        yield from own_turns(rules, agent, 0, seed, deviates)


# --- Partners off the model ----------------------------------------------------------------------


@pytest.mark.parametrize("believed", [five_rule, mindful], ids=lambda agent: agent.name)
@pytest.mark.parametrize("rules", [LONG, THREE], ids=["2", "3"])
@pytest.mark.late_but(1)
def test_choices_that_no_hand_explains_are_left_out(rules, believed):
    """Random partners: the range begins anew from hints, says since when, and goes on from there.

    Hand for hand, it is what hints and counts allow and what is consistent with the partners'
    choices since.
    """
    begun = set()
    for game in turns_of(rules, random_agent):
        history = history_of(game, believed)
        hands = update_range(history, None, PartnerModel(believed))
        expected = {
            hand: ways
            for hand, ways in dealt_hands(game).items()
            if not count_departures(game, believed, hand, since=hands.since, most=1)
        }
        assert expected == weights_of(hands, history)
        assert ("hints" if hands.since else "exact") == hands.basis
        assert hands.since in (0, *range(len(game.actions) % rules.players, len(game.actions) + 1))
        begun.add(hands.since)
    assert len(begun) > 1


@examples(8, plain=6)
@given(
    games(short_rules(60 if JIT_ENABLED else 10), running=True),
    st.sampled_from([five_rule, mindful]),
)
@pytest.mark.slow
def test_any_range_is_what_hints_and_the_choices_since_leave(game, believed):
    """Any rules, any game, empty hands and all; where few hands are to be tried."""
    assume(count_options(game) <= (300 if JIT_ENABLED else 30))
    history = history_of(game, believed)
    hands = update_range(history, None, PartnerModel(believed))
    expected = {
        hand: ways
        for hand, ways in dealt_hands(game).items()
        if not count_departures(game, believed, hand, since=hands.since, most=1)
    }
    assert expected == weights_of(hands, history)
    assert ("hints" if hands.since else "exact") == hands.basis


@policy("dicey")
def dicey(view, memory, rng):
    """Throws dice if the other's first card is an odd one, else takes the first legal action."""
    odd = view.hands[1 - view.seat, 0] % 2 == 1
    start = draw_below(rng, view.rules.num_actions) if odd else 0
    for step in range(view.rules.num_actions):
        action = (start + step) % view.rules.num_actions
        if is_legal(view, action):
            return action
    return -1


@pytest.mark.parametrize("agent", [random_agent, dicey], ids=lambda agent: agent.name)
def test_dice_tell_nothing(agent):
    """Hands under which the partner throws dice are consistent with all that it does."""
    looked = 0
    for game in turns_of(TINY, agent):
        history = history_of(game, agent)
        found = weights_of(update_range(history, None, PartnerModel(agent)), history)
        assert naive_range(game, agent) == found
        assert agent is dicey or dealt_hands(game) == found
        looked += len(found)
    assert looked > 20


@plain_policy("plain-dicey")
def plain_dicey(view, rng):
    """The same as an object for each seat, with random numbers of its own."""
    odd = view.hands[1 - view.seat, 0] % 2 == 1
    start = int(rng.integers(view.rules.num_actions)) if odd else 0
    ordered = [*range(start, view.rules.num_actions), *range(start)]
    return next(action for action in ordered if is_legal(view, action))


def test_dice_of_plain_agents_tell_nothing_either():
    """Whatever they fall, the range is that of the kernels' twin, and is no guess."""
    looked = 0
    for game in turns_of(TINY, dicey, seeds=9):
        history = replace(history_of(game, dicey), policy=plain_dicey)
        hands = update_range(history, None, PartnerModel(plain_dicey))
        assert "exact" == hands.basis
        assert naive_range(game, dicey) == weights_of(hands, history)
        looked += 1
    assert looked > 20


# --- Partners that err ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "believed", "played"),
    [
        (LONG, five_rule, random_agent),
        (LONG, mindful, five_rule),
        pytest.param(LONG, smart, five_rule, marks=pytest.mark.compiled),
        pytest.param(LONG, information, smart, marks=pytest.mark.compiled),
        pytest.param(THREE, information, smart, marks=pytest.mark.compiled),
        pytest.param(THREE, smart, random_agent, marks=pytest.mark.compiled),
    ],
)
@pytest.mark.late_but(2)
def test_partners_that_err_rule_no_hand_out(rules, believed, played):
    """Each choice that a hand is inconsistent with makes it less likely by a factor; float32."""
    error, spread = 0.125, 0
    for game in turns_of(rules, played):
        history = history_of(game, believed)
        hands = update_range(history, None, PartnerModel(believed, error=error))
        found, dealt = weights_of(hands, history), dealt_hands(game)
        errors = {hand: count_departures(game, believed, hand) for hand in dealt}
        fewest = min(errors.values())
        expected = {hand: dealt[hand] * error ** (errors[hand] - fewest) for hand in dealt}
        assert expected == pytest.approx(found, rel=1e-4)
        assert ("exact", 0) == (hands.basis, hands.since)
        spread += len(set(errors.values())) - 1
    assert spread > 0


def test_many_errors_leave_likelihoods_that_can_be_told_apart():
    """Sixty choices that fit no hand, a hundredth each: the likeliest hand stays at one."""
    rules = replace(TINY, information_tokens=64, life_tokens=64)
    game, random = Game(rules, seed=1), Random(1)
    while len(game.actions) < 60:
        hints = [action for action in game.legal_actions() if action >= 4]
        game.act(random.choice(hints[2:] or hints))
    history = history_of(game, five_rule)
    hands = update_range(history, None, PartnerModel(five_rule, error=0.01))
    assert 1 == hands.likelihood.max()
    assert [1] * rules.hand_size == pytest.approx(marginals_of(hands, game.view()).sum(axis=1))


def test_a_hand_that_takes_many_errors_is_never_impossible():
    """However unlikely they are: else nothing would be left once cards rule the others out."""
    for game in turns_of(LONG, random_agent):
        history = history_of(game, five_rule)
        hands = update_range(history, None, PartnerModel(five_rule, error=1e-30))
        assert min(weights_of(hands, history).values()) > 0


# --- Too many hands ------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.late
def test_hands_too_many_to_list_are_sampled_as_likely_as_they_are():
    """Against the exact range after some choices; 30,000 samples at each of the turns."""
    samples, looked = 30_000, 0
    for game in turns_of(LONG, five_rule, deviates=0.3):
        history = history_of(game, five_rule)
        hands = update_range(history, None, PartnerModel(five_rule, max_hands=5, samples=samples))
        exact, found = naive_range(game, five_rule), weights_of(hands, history)
        assert true_hand(game) in found
        if hands.basis == "sampled":
            drawn = Counter({hand: round(weight) for hand, weight in found.items()})
            assert list(drawn.values()) == pytest.approx(list(found.values()), abs=0.01)
            assert drawn.total() <= samples
            if len(exact) > 1:
                assert_as_likely(drawn, exact)
            looked += 1
        else:
            assert ("exact", exact) == (hands.basis, found)
    assert looked > 5


def test_samples_that_explain_nothing_are_kept_for_their_hints():
    """A partner off the model, and too many hands: the basis tells both."""
    found = Counter()
    for game in turns_of(LONG, random_agent):
        history = history_of(game, five_rule)
        hands = update_range(history, None, PartnerModel(five_rule, max_hands=1, samples=30))
        assert set(weights_of(hands, history)) <= set(dealt_hands(game))
        assert (hands.turn if "hints" in hands.basis else 0) == hands.since
        found[hands.basis] += 1
    assert found["sampled"]
    assert found["sampled hints"]


@pytest.mark.compiled
@pytest.mark.late
def test_samples_that_some_choices_explain_lose_no_hand():
    """A partner that leaves the model later: the sample is as it was before choices thinned it."""
    looked, samples = 0, 3000
    for game in turns_of(LONG, random_agent, seeds=12):
        history = history_of(game, five_rule)
        hands = update_range(history, None, PartnerModel(five_rule, max_hands=1, samples=samples))
        if hands.basis == "sampled hints":
            drawn = Counter({hand: round(n) for hand, n in weights_of(hands, history).items()})
            assert len(drawn) == len(hands)
            assert samples == drawn.total()
            assert_as_likely(drawn, dealt_hands(game))
            looked += 1
    assert looked > 20


@pytest.mark.compiled
@pytest.mark.late
def test_a_sample_that_is_carried_is_a_part_of_the_range():
    """At every turn its hands are of the exact range, and about as likely."""
    model = PartnerModel(five_rule, max_hands=5, samples=30_000, carries_samples=True)
    errors = []
    for game in turns_of(LONG, five_rule, deviates=0.3):
        history = history_of(game, five_rule)
        hands = update_range(history, None, model)
        exact = naive_range(game, five_rule)
        assert set(weights_of(hands, history)) <= set(exact)
        wanted = update_range(history, None, PartnerModel(five_rule))
        found, sure = (marginals_of(each, history.view) for each in (hands, wanted))
        errors.append(np.abs(found - sure).max())
    assert len(errors) > 5
    assert max(errors) < 0.03


@pytest.mark.parametrize("carries", [False, True])
@pytest.mark.parametrize("turns", [0, 1, 4])
def test_a_seed_decides_what_is_sampled(turns, carries):
    """One seed gives one sample, from the deal on or not; another gives another one."""
    game = Game(LONG, seed=2)
    for _ in range(turns):
        game.act(game.legal_actions()[-1])
    history = history_of(game, five_rule)
    sampled = {"max_hands": 1, "samples": 6, "carries_samples": carries}
    models = [PartnerModel(five_rule, **sampled, seed=seed) for seed in (1, 1, *range(2, 9))]
    found = [weights_of(update_range(history, None, model), history) for model in models]
    assert found[0] == found[1]
    assert any(found[0] != other for other in found[2:])


def test_beliefs_draw_nothing_that_deals_a_deck():
    """Nor what a seat draws in a game, of any small seed, game and stream."""
    mine = {tuple(beliefs_rng(seed, turn)) for seed in range(3) for turn in range(30)}
    rng, games = np.zeros(2, np.uint64), set()
    for seed, game, stream in product(range(3), range(30), range(8)):
        seed_rng(rng, seed, game, stream)
        games.add(tuple(rng))
    assert 3 * 30 == len(mine)
    assert not mine & games


def test_the_effective_size_of_a_sample():
    """1 / sum p²: as many as there are if all are alike, fewer if some count for more."""
    game = Game(TINY, seed=1)
    counts = unseen_counts(game.view())
    hands = update_range(history_of(game, five_rule), None, PartnerModel(five_rule))
    ways = 1 / probabilities_of(hands, counts)
    alike = replace(hands, likelihood=ways.astype(np.float32))
    assert len(hands) == pytest.approx(effective_size(alike, counts))
    weights = np.zeros(len(hands))
    weights[:3] = 1, 1, 2
    uneven = replace(hands, likelihood=(ways * weights).astype(np.float32))
    assert 16 / 6 == pytest.approx(effective_size(uneven, counts))


def test_a_range_that_is_thinned_out_is_nearly_as_likely():
    """Of thousands of hands, at most 300 stay; each card in each slot is about as likely."""
    game = Game(Rules(players=2, suits=3, hand_size=3), seed=2)
    view = game.view()
    hands = update_range(history_of(game, five_rule), None, PartnerModel(five_rule))
    few = thin(hands, unseen_counts(view), 300)
    assert len(few) <= 300 < 2000 < len(hands)
    assert set(few.packed_hands) <= set(hands.packed_hands)
    assert marginals_of(few, view) == pytest.approx(marginals_of(hands, view), abs=0.03)
    assert thin(hands, unseen_counts(view), len(hands)) is hands


@pytest.mark.compiled
@pytest.mark.late
def test_a_carried_sample_is_the_same_from_the_deal_on():
    """Whether the range of an earlier turn was kept makes no difference."""
    model, before = PartnerModel(five_rule, max_hands=5, samples=40, carries_samples=True), None
    for game in turns_of(LONG, five_rule):
        history = history_of(game, five_rule)
        if before is not None and before.turn > history.turn:
            before = None
        before = update_range(history, before, model)
        anew = update_range(history, None, model)
        assert anew.packed_hands.tolist() == before.packed_hands.tolist()
        assert anew.likelihood.tolist() == before.likelihood.tolist()


@pytest.mark.compiled
def test_a_deal_of_six_suits_is_too_large_to_list():
    """Five of thirty cards are 24 million hands; with ten million at most, they are sampled."""
    game = Game(Rules(suits=6, hand_size=5), seed=1)
    hands = update_range(history_of(game, smart), None, PartnerModel(smart, samples=5000))
    assert "sampled" == hands.basis
    assert 4000 < len(hands) <= 5000


# --- Mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"error": 1.0}, "error is 1.0; a likelihood from 0 to below 1"),
        ({"error": -0.1}, "error is -0.1; a likelihood from 0 to below 1"),
        ({"error": "much"}, "error is 'much'; a likelihood from 0 to below 1"),
        ({"error": float("nan")}, "error is nan; a likelihood from 0 to below 1"),
        ({"max_hands": 0}, "max_hands is 0; a whole number from 1 up"),
        ({"samples": 0.5}, "samples is 0.5; a whole number from 1 up"),
        ({"threads": 0}, "threads is 0; a whole number from 1 up"),
    ],
)
def test_models_out_of_range_are_refused(options, message):
    """In one line, with what would be right."""
    with pytest.raises(AgentError) as error:
        PartnerModel(five_rule, **options)
    assert message == str(error.value)


def test_partners_that_see_their_own_hands_are_refused():
    """A range is about what honest partners do."""
    cheat = policy("peek", sees_own_hand=True)(lambda view, memory, rng: 0)
    with pytest.raises(AgentError, match="'peek' sees its own hand"):
        PartnerModel(cheat)


@pytest.mark.compiled
@pytest.mark.parametrize("turns", [0, 1])
def test_a_position_that_no_game_can_reach_is_refused(turns):
    """A view whose hints allow nothing; also one that lies in the past."""
    game = Game(TINY, seed=1)
    for _ in range(turns):
        game.act("hint 1 " + "12"[int(game.state.hands[1 - game.state.current_seat, 0]) % 2])
    history = history_of(game, five_rule)
    history.view.possible[history.seat, 0] = 0
    with pytest.raises(AgentError, match="no game can reach this position"):
        update_range(history, None, PartnerModel(five_rule))


def test_views_of_the_past_are_those_that_were_seen():
    """A history shows every earlier turn of the seat as it was."""
    seen = {}
    for game in own_turns(THREE, mindful, 1, seed=5, deviates=0.3):
        history = history_of(game, mindful)
        seen[len(game.actions)] = np.asarray(game.view()).tobytes()
        assert list(seen) == list(history.own_turns)
        assert seen == {turn: history.view_at(turn).tobytes() for turn in history.own_turns}
