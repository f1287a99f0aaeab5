"""`sparta(AGENT, beliefs=conventions)`: ranges under which partners may search, too."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import five_rule, keen, make_agent, policy, smart
from hanabilab.agents.facts import CARDS, Facts, offer_facts
from hanabilab.beliefs.conventions import range_by_conventions, tells_cards
from hanabilab.errors import AgentError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.search import Sparta, evaluate
from tests.beliefs.playing import history_of, own_turns, true_hand, weights_of
from tests.following import Following
from tests.naive.ranges import count_departures, dealt_hands

TINY = Rules(players=2, suits=2, ranks=3, hand_size=2, information_tokens=3, life_tokens=3)
SMALL = Rules.preset("small")
#: A search quick enough for kernels as plain Python.
QUICK = {"rollouts": 24, "min_worlds": 2}


def range_of(game, agent, **options):
    """The range by conventions of the seat to act."""
    memory = game.memories[game.state.current_seat]
    search = Sparta(agent, beliefs="conventions", **options)
    return range_by_conventions(history_of(game, agent), memory, search.partners)


def hands_by_hand(game):
    """Hands that hints and counts allow, and of them those of cards that memory allows."""
    seat, size = int(game.state.current_seat), game.rules.hand_size
    sets = [int(entry) for entry in game.memories[seat][6 * seat :][:size]]
    return {
        hand: ways
        for hand, ways in dealt_hands(game).items()
        if all(card < 0 or cards >> card & 1 for card, cards in zip(hand, sets, strict=True))
    }


@pytest.mark.parametrize("agent", [smart, keen], ids=lambda agent: agent.name)
@pytest.mark.parametrize("rules", [TINY, SMALL], ids=["2 suits of 3", "small"])
def test_the_range_has_every_hand_that_conventions_allow(agent, rules):
    """And no other: equal to trying all hands, hand for hand and weight for weight."""
    for seed in range(3):
        for game in own_turns(rules, agent, seat=1, seed=seed, deviates=0.1):
            found = range_of(game, agent)
            if found.basis == "conventions":
                assert hands_by_hand(game) == weights_of(found, history_of(game, agent))
            else:
                assert not hands_by_hand(game)


def test_as_many_hands_of_a_network_are_listed_as_are_quick():
    """It is asked under every hand only if partners may err; else conventions are, as of a rule."""
    pytest.importorskip("torch")
    network = make_agent("net(guided-2p)")
    usual = Sparta(smart, beliefs="conventions").partners
    for error, expected in ((0, usual.max_hands), (0.1, 20_000)):
        found = Sparta(network, beliefs="conventions", error=error).partners
        assert expected == found.max_hands
        assert (error > 0) == found.carries_samples


@pytest.mark.parametrize("agent", [smart, keen], ids=lambda agent: agent.name)
@pytest.mark.late
def test_the_exact_range_is_a_part_of_it(agent):
    """As long as all follow the agent; so the true hand is in it, too."""
    for seed in range(6 if JIT_ENABLED else 1):
        for game in own_turns(SMALL, agent, seat=0, seed=seed):
            hands = weights_of(range_of(game, agent), history_of(game, agent))
            exact = evaluate(game, Sparta(agent, rollouts=0)).hands
            assert true_hand(game) in hands
            assert set(weights_of(exact, history_of(game, agent))) <= set(hands)


def test_conventions_that_were_broken_leave_what_hints_allow():
    """Both cards of a hand are said to be the one copy of a card: then hints alone count."""
    game = Following(smart, TINY, seed=1)
    seat = int(game.state.current_seat)
    last = TINY.num_cards - 1  # of rank 3, of which there is one copy
    game.memories[seat, 6 * seat : 6 * seat + 2] = 1 << last
    if last in game.state.hands[1 - seat]:
        game.memories[seat, 6 * seat : 6 * seat + 2] = 1 << (last - TINY.ranks)
    found = range_of(game, smart)
    assert "hints" == found.basis
    assert dealt_hands(game) == weights_of(found, history_of(game, smart))


def test_with_an_error_choices_make_hands_less_likely():
    """A tenth as likely for each choice that the agent would not have made under the hand."""
    compared = 0
    for game in own_turns(TINY, smart, seat=1, seed=5, deviates=0.1):
        found = range_of(game, smart, error=0.1)
        if found.basis == "conventions":
            ways, drawn = hands_by_hand(game), weights_of(found, history_of(game, smart))
            wanted = {
                hand: number * 0.1 ** count_departures(game, smart, hand)
                for hand, number in ways.items()
            }
            largest = max(wanted[hand] / ways[hand] for hand in ways)
            assert drawn == pytest.approx({hand: each / largest for hand, each in wanted.items()})
            compared += len(drawn) > 1
    assert compared


def test_too_many_hands_are_drawn():
    """From those that conventions allow, and as often as they are likely."""
    game = Following(keen, SMALL, seed=3)
    for _ in range(2):
        game.act(game.choice())
    found = range_of(game, keen, max_hands=1, samples=4000)
    assert "sampled conventions" == found.basis
    ways, drawn = hands_by_hand(game), weights_of(found, history_of(game, keen))
    assert set(drawn) <= set(ways)
    shares = {hand: number / sum(ways.values()) for hand, number in ways.items()}
    # 4,000 draws: five standard errors of the likeliest share.
    worst = max(abs(drawn.get(hand, 0) / 4000 - share) for hand, share in shares.items())
    assert worst < 5 * np.sqrt(max(shares.values()) / 4000)


def test_a_search_tells_what_its_beliefs_rest_on():
    """The basis is conventions, and that is what was asked for."""
    game = Following(keen, SMALL, seed=3)
    game.act(game.choice())
    found = evaluate(game, Sparta(keen, beliefs="conventions", **QUICK))
    assert "conventions" == found.basis
    assert not found.is_off("conventions")
    assert hands_by_hand(game) == weights_of(found.hands, history_of(game, keen))


def test_three_players_search_too():
    """What partners remember is worked out in each world; whatever is done, worlds are possible."""
    game = Game(Rules.preset("small", players=3), seed=2)
    search = Sparta(keen, beliefs="conventions", rollouts=60, min_worlds=2)
    for _ in range(12 if JIT_ENABLED else 2):
        found = evaluate(game, search)
        assert "conventions" == found.basis
        assert found.rollouts
        game.act(found.action)


# --- Which agents tell cards ----------------------------------------------------------------------


def test_agents_without_conventions_are_refused():
    """The message says which agents have some."""
    with pytest.raises(AgentError) as error:
        Sparta(five_rule, beliefs="conventions")
    assert str(error.value).startswith("'five-rule' does not say what cards can be")


def test_an_agent_of_ones_own_tells_cards():
    """Facts whose first part is called cards are read."""
    mine = policy("mine", memory_size=1)(lambda view, memory, rng: 0)
    assert not tells_cards(mine)
    offer_facts(mine, Facts(lambda view, memory, out: None, (CARDS,), 0))
    assert tells_cards(mine)
