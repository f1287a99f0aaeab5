"""Endgames that a blueprint plays on: every deck tried, one by one; bounds; what is refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import count as counting
from itertools import permutations

import numpy as np
import pytest

from hanabilab import Rules
from hanabilab._jit import JIT_ENABLED, kernel
from hanabilab.agents.policy import CompiledPolicy
from hanabilab.beliefs.chances import pack_hands
from hanabilab.errors import AgentError
from hanabilab.game.actions import is_legal
from hanabilab.game.games import Game
from hanabilab.game.rule_tables import PLAY
from hanabilab.randomness import draw_below
from hanabilab.search.endgame import blueprint, blueprint_values, open_values
from hanabilab.search.endgame.blueprint import range_near_the_end
from hanabilab.search.endgame.own_turns import OwnTurns
from hanabilab.search.endgame.playing import next_order, play_orders, sort_cards
from tests.lanes import slow_after

#: Players, hand size, cards in the deck.
SMALL = [(2, 2, 2), (2, 3, 1), (3, 2, 1)]


def rules_of(players, hand_size):
    return Rules(
        players=players,
        hand_size=hand_size,
        suits=2,
        ranks=3,
        copies=(3, 2, 1),
        information_tokens=3,
        life_tokens=2,
        bomb="keep" if players == 3 else "zero",
    )


def near_the_end(setting, agent, seed):
    """A game of the agent with so many cards in the deck."""
    players, hand_size, cards = setting
    while True:
        game = Game(rules_of(players, hand_size), seed=seed)
        while not game.is_over and game.cards_left > cards:
            game.act(game.ask(agent))
        if not game.is_over:
            return game
        seed += 1000


def hold_back(view, memory, rng, code):
    """Discard or hint; roll dice (1) or do what is illegal (2) if two cards were played anyway."""
    rules = view.rules
    played = rules.max_life_tokens - view.life_tokens + view.points
    if played > 1 and code == 1:
        draw_below(rng, 2)
    if played > 1 and code == 2:
        return -1
    for action in range(rules.num_actions):
        if rules.action_kind[action] != PLAY and is_legal(view, action):
            return action
    return -1


def worlds_of(game, agent, *, by_choices):
    """Decks that the seat to act cannot tell from the real one, and how often each comes."""
    seat, found = game.current_seat, Counter()
    places = [int(each) for each in game.state.deck_index[seat] if each >= 0]
    places += range(int(game.state.deck_drawn), game.rules.deck_size)
    view = game.view(seat).tobytes()
    for cards in permutations([game.deck[place] for place in places]):
        deck = game.deck
        for place, card in zip(places, cards, strict=True):
            deck[place] = card
        found[tuple(deck)] += 1
    return {
        deck: count
        for deck, count in found.items()
        if is_possible(game, deck, agent if by_choices else None, seat, view)
    }


def is_possible(game, deck, agent, seat, view):
    world = Game(game.rules, deck=deck)
    for action in game.actions:
        acts = world.current_seat
        if action not in world.legal_actions():
            return False
        if agent and acts != seat and world.ask(agent) != action:
            return False
        world.act(action)
    return world.view(seat).tobytes() == view


def value_of(game, action, agent, worlds):
    """Chance of all points, and expected score, of an action that the agent plays on from."""
    wins, points, total = 0, 0, 0
    for deck, count in worlds.items():
        world = Game(game.rules, deck=deck)
        for each in (*game.actions, action):
            world.act(each)
        while not world.is_over:
            world.act(world.ask(agent))
        wins += count * (world.score == game.rules.max_score)
        points += count * world.score
        total += count
    return Fraction(wins, total), Fraction(points, total)


@pytest.mark.compiled
@pytest.mark.parametrize("agent", ["five-rule", "smart"])
@pytest.mark.parametrize("setting", SMALL)
def test_values_are_the_means_over_every_deck(setting, agent):
    """By the agent's choices and by hints alone: every order of what the seat does not see."""
    for seed in range(2):
        game = near_the_end(setting, agent, seed)
        for beliefs in ("exact", "hints"):
            worlds = worlds_of(game, agent, by_choices=beliefs == "exact")
            found = blueprint_values(game, agent, beliefs=beliefs, seconds=1000)
            assert found.exact
            assert found.basis == beliefs
            seat = game.current_seat
            places = [int(each) for each in game.state.deck_index[seat] if each >= 0]
            assert found.hands == len({tuple(deck[each] for each in places) for deck in worlds})
            assert sorted(each.action for each in found.actions) == game.legal_actions()
            for each in found.actions:
                wanted = value_of(game, each.action, agent, worlds)
                assert (each.win.lower, each.score.lower) == wanted


@pytest.mark.compiled
def test_open_hands_are_never_worth_less():
    """The mean over the worlds of what open hands are worth, of every action."""
    game = near_the_end((2, 2, 2), "five-rule", 5)
    worlds = worlds_of(game, "five-rule", by_choices=False)
    opened = Counter()
    for deck, count in worlds.items():
        world = Game(game.rules, deck=deck)
        for action in game.actions:
            world.act(action)
        for each in open_values(world, seconds=100).actions:
            opened[each.action] += count * each.score.lower
    for each in blueprint_values(game, "five-rule", beliefs="hints").actions:
        assert each.score.lower <= opened[each.action] / sum(worlds.values())


@pytest.mark.compiled
def test_bounds_close_in_on_the_value():
    game = near_the_end((2, 3, 1), "five-rule", 3)
    exact = blueprint_values(game, "five-rule", beliefs="hints", seconds=1000)
    wide = {each.action: None for each in exact.actions}
    for hands in range(exact.hands + 1):
        found = blueprint_values(game, "five-rule", beliefs="hints", hands=hands)
        assert found.exact == (hands == exact.hands)
        known = {each.action: each for each in exact.actions}
        for each in found.actions:
            value, before = known[each.action], wide[each.action]
            assert each.score.lower <= value.score.lower <= each.score.upper
            assert each.win.lower <= value.win.lower <= each.win.upper
            assert before is None or each.score.upper <= before.score.upper
            wide[each.action] = each


def best_over(worlds, agent, turns, seat, aim):
    """What the seat reaches that chooses at so many turns, world by world; the seat is to act."""
    first = next(iter(worlds))
    if turns == 0 or first.is_over:
        return sum(played_out(game, agent, aim) * ways for game, ways in worlds.items())
    actions = first.legal_actions()
    return max(value_after(worlds, agent, each, turns, seat, aim) for each in actions)


def value_after(worlds, agent, action, turns, seat, aim):
    groups = {}
    for game, ways in worlds.items():
        after, seen = game.copy(), []
        after.act(action)
        while True:
            hands = [tuple(after.state.hands[each]) for each in range(after.rules.players)]
            hands[seat] = None
            last = after.state
            seen.append((int(last.last_action), int(last.last_card), int(last.last_touched)))
            seen.append(tuple(hands))
            if after.is_over or after.current_seat == seat:
                break
            after.act(after.ask(agent))
        groups.setdefault(repr(seen), {})[after] = ways
    return sum(best_over(group, agent, turns - 1, seat, aim) for group in groups.values())


def played_out(game, agent, aim):
    after = game.copy()
    while not after.is_over:
        after.act(after.ask(agent))
    return int(after.status == "completed") if aim == "win" else after.score


@pytest.mark.compiled
@pytest.mark.parametrize("setting", slow_after(1, reversed(SMALL)))
def test_a_seat_that_chooses_at_more_turns_does_its_best_by_what_it_knows_then(setting):
    """Depth 2, and for some 3, beside choosing world by world; never less than with one less."""
    gains = 0
    for seed in range(3):
        game = near_the_end(setting, "five-rule", seed)
        found = {}
        for deck, ways in worlds_of(game, "five-rule", by_choices=False).items():
            world = Game(game.rules, deck=deck)
            for action in game.actions:
                world.act(action)
            found[world] = ways
        before = blueprint_values(game, "five-rule", beliefs="hints", seconds=1000)
        for depth in (2, 3)[: 1 + (setting[2] == 1)]:
            values = blueprint_values(game, "five-rule", beliefs="hints", seconds=1000, depth=depth)
            assert values.exact
            assert values.depth == depth
            less = {each.action: each for each in before.actions}
            for each in values.actions:
                for aim in ("win", "score"):
                    wanted = value_after(
                        found, "five-rule", each.action, depth, game.current_seat, aim
                    )
                    told = getattr(each, aim).lower
                    assert told == Fraction(wanted, sum(found.values()))
                    assert told >= getattr(less[each.action], aim).lower
                    gains += told > getattr(less[each.action], aim).lower
            before = values
    assert gains or setting == SMALL[2]  # in whose games nothing is to be gained


@pytest.mark.compiled
def test_without_time_a_deeper_look_leaves_bounds():
    game = near_the_end((2, 3, 1), "five-rule", 3)
    one = blueprint_values(game, "five-rule", beliefs="hints", seconds=1000)
    two = blueprint_values(game, "five-rule", beliefs="hints", seconds=1000, depth=2)
    cut = blueprint_values(game, "five-rule", beliefs="hints", seconds=0, hands=10**6, depth=2)
    exact, reached = ({each.action: each for each in found.actions} for found in (two, one))
    for each in cut.actions:
        assert each.score.lower <= exact[each.action].score.lower <= each.score.upper
        assert reached[each.action].score.lower <= exact[each.action].score.lower
    with pytest.raises(AgentError, match="depth is 0"):
        blueprint_values(game, "five-rule", depth=0)


def agent_after_two_plays(code):
    hold = kernel(hold_back)

    def act(view, memory, rng):
        return hold(view, memory, rng, code)

    return CompiledPolicy(f"late{code}", act)


@pytest.mark.skipif(not JIT_ENABLED, reason="agents are asked by compiled code")
@pytest.mark.compiled
def test_what_goes_wrong_after_the_second_choice_alone_is_refused():
    game = Game(rules_of(2, 2), seed=1)
    sound = agent_after_two_plays(0)
    while game.cards_left > 2:
        game.act(game.ask(sound))
    for code, message in ((1, "late1 uses random numbers"), (2, "late2 acts illegally")):
        agent = agent_after_two_plays(code)
        assert blueprint_values(game, agent, beliefs="hints", seconds=1000).exact
        with pytest.raises(AgentError, match=message):
            blueprint_values(game, agent, beliefs="hints", seconds=1000, depth=2)
    assert blueprint_values(game, sound, beliefs="hints", seconds=1000, depth=2).exact


@pytest.mark.compiled
def test_levels_are_made_as_they_are_reached_and_before_time_counts(monkeypatch):
    """Of 50 own turns few can come; a clock is asked first when all is compiled."""
    game, made = near_the_end((2, 2, 2), "five-rule", 1), []

    class Noted(OwnTurns):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            made.append(self)

    def clock():
        assert made
        return 0.0

    monkeypatch.setattr(blueprint, "OwnTurns", Noted)
    monkeypatch.setattr(blueprint.time, "monotonic", clock)
    assert blueprint_values(game, "five-rule", beliefs="hints", depth=50).exact
    assert len(made[0]._levels) < 10


def test_every_order_of_a_deck_comes_once():
    cards = np.array([3, 1, 2, 1, 3, 1], np.int16)
    alike = sort_cards(cards)
    found = [cards.tolist()]
    while next_order(cards):
        found.append(cards.tolist())
    assert sorted({*permutations([1, 1, 1, 2, 3, 3])}) == [tuple(each) for each in found]
    assert alike == 12
    for few in ([], [4]):
        assert sort_cards(np.array(few, np.int16)) == 1
        assert not next_order(np.array(few, np.int16))


@pytest.mark.skipif(not JIT_ENABLED, reason="agents are asked by compiled code")
@pytest.mark.compiled
def test_what_cannot_be_played_out_is_refused():
    game = near_the_end((2, 2, 2), "five-rule", 1)
    with pytest.raises(AgentError, match="random uses random numbers"):
        blueprint_values(game, "random")
    with pytest.raises(AgentError, match="is not compiled"):
        blueprint_values(game, "sparta(five-rule)")
    with pytest.raises(AgentError, match="sees its own hand"):
        blueprint_values(game, "cheat")
    with pytest.raises(AgentError, match="beliefs is 'sure'"):
        blueprint_values(game, "five-rule", beliefs="sure")
    full = Game(Rules(players=2), seed=1)
    while full.cards_left > 16:
        full.act(full.ask("five-rule"))
    with pytest.raises(AgentError, match="21 cards are in the deck and the own hand"):
        blueprint_values(full, "five-rule")


def ticking():
    """A clock that goes on by a second whenever it is asked."""
    clock = counting()
    return lambda: float(next(clock))


@pytest.mark.compiled
def test_the_clock_is_looked_at_before_a_hand_is_played_out(monkeypatch):
    """With 13 cards in the deck a hand has billions of orders: a few of them are played."""
    game, calls = Game(Rules(players=2), seed=3), []
    while game.cards_left > 13:
        game.act(game.ask("smart"))

    def orders(*arguments):
        calls.append(arguments[3])
        return play_orders(*arguments)

    monkeypatch.setattr(blueprint, "play_orders", orders)
    monkeypatch.setattr(blueprint.time, "monotonic", ticking())
    found = blueprint_values(game, "smart", beliefs="hints", seconds=4)
    assert calls == [1, 200, 200, 200]
    for each in found.actions:
        assert 0 <= each.win.lower < 1e-6
        assert 1 - 1e-6 < each.win.upper <= 1
        assert game.max_reachable_score - 1e-4 < each.score.upper <= game.max_reachable_score


@pytest.mark.compiled
@pytest.mark.parametrize("step", [1, 2, 5])
def test_orders_that_are_played_in_parts_are_all_played_once(monkeypatch, step):
    """Six orders or fewer of each hand; where time ends in between, bounds hold the value."""
    game = near_the_end((2, 2, 3), "five-rule", 1)
    whole = blueprint_values(game, "five-rule", beliefs="hints", seconds=1000)
    monkeypatch.setattr(blueprint, "_ORDERS", step)
    parts = blueprint_values(game, "five-rule", beliefs="hints", seconds=1000)
    assert parts.exact
    assert parts.actions == whole.actions
    known = {each.action: each for each in whole.actions}
    for seconds in range(1, 5):
        monkeypatch.setattr(blueprint.time, "monotonic", ticking())
        cut = blueprint_values(game, "five-rule", beliefs="hints", seconds=seconds)
        assert not cut.exact
        for each in cut.actions:
            for aim in ("win", "score"):
                told, value = getattr(each, aim), getattr(known[each.action], aim).lower
                assert told.lower <= value <= told.upper


@pytest.mark.compiled
def test_a_range_without_a_hand_is_refused():
    game = near_the_end((2, 3, 1), "five-rule", 3)
    _, hands = range_near_the_end(game, None, "hints")
    with pytest.raises(AgentError, match="the range has no hand; it needs one at least"):
        blueprint_values(game, "five-rule", believed=hands.first(0))


@pytest.mark.compiled
def test_hands_that_cannot_be_dealt_weigh_nothing():
    """Three copies of a card that has two copies at most: left out, or refused where alone."""
    game = near_the_end((2, 3, 1), "five-rule", 3)
    _, hands = range_near_the_end(game, None, "hints")
    odd = pack_hands(np.full((1, 3), 1))
    packed = np.concatenate([odd, hands.packed_hands])
    more = replace(hands, packed_hands=packed, likelihood=np.ones(len(packed), np.float32))
    found, known = (
        blueprint_values(game, "five-rule", believed=believed, seconds=1000)
        for believed in (more, hands)
    )
    assert found.actions == known.actions
    alone = replace(hands, packed_hands=odd, likelihood=np.ones(1, np.float32))
    with pytest.raises(AgentError, match="no hand of the range can be dealt"):
        blueprint_values(game, "five-rule", believed=alone)
