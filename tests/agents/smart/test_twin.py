"""`smart` and `keen` move and remember as their twins, written from their documentation alone."""

from __future__ import annotations

from functools import partial
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents import make_agent, with_numbers
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import parse_action
from tests.agents.watching import Watch
from tests.lanes import slow_after
from tests.naive.careful import NaiveCareful
from tests.naive.keen import NaiveKeen
from tests.naive.smart import NaiveSmart
from tests.strategies import choose_action, examples, rules, seeds

#: Numbers far from the defaults, so that games differ.
SMART = {
    "draws_for_finesse": 5,
    "short_deck": 15,
    "last_cards": 5,
    "last_cards_at_risk": 2,
    "tokens_kept": 2,
    "worth_a_hint": 25,
    "seat_cost": 6,
}
KEEN = {
    "draws_for_finesse": 8,
    "short_deck": 35,
    "last_cards": 0,
    "tokens_kept": 6,
    "tokens_kept_late": 3,
    "late_deck": 12,
    "worth_a_discard": -10,
    "worth_a_rescue": -40,
    "valuable_known": 30,
    "useless_known": 15,
    "named_known": 20,
    "needed_lost": -70,
    "playable_lost": -60,
}
CARE = {
    "care": 1,
    "needed_cost": 80,
    "held_cost": 50,
    "named_cost": 200,
    "dear_cost": 300,
    "worth_a_wait": -30,
    "worth_of_tokens": 8,
}
#: Each convention turned off by itself.
OFF = (
    {"no_warning": 0},
    {"safe_chop": 0},
    {"no_pointer": 0},
    {"by_routine": 0},
    {"wait_if_warned": 0},
)
OFF_WITH_CARE = ({"older_cards": 0}, {"play_says": 0}, {"no_pointer": 0}, {"wait_if_warned": 0})


def named(name: str, numbers: dict[str, int]) -> str:
    """What an agent with such numbers is called."""
    return with_numbers(make_agent(name), numbers).name


NAMES = {"smart": NaiveSmart, "keen": NaiveKeen, "keen(care=1)": NaiveCareful}
TWINS = NAMES | {
    named(name, numbers): partial(twin, numbers=numbers)
    for name, twin, numbers in [
        ("smart", NaiveSmart, SMART),
        ("keen", NaiveKeen, KEEN),
        ("keen", NaiveCareful, KEEN | CARE),
        *(("keen", NaiveKeen, off) for off in OFF),
        *(("keen", NaiveCareful, CARE | off) for off in OFF_WITH_CARE),
    ]
}


def compare_game(name: str, game: Game, random: Random, departs: float) -> None:
    """Play a game; at every turn each seat's memory and the move are the twin's.

    Args:
        departs: how often something else is done, in seven cases of ten something sensible.
    """
    watch = Watch(make_agent(name), game.rules, game.state)
    twins = [TWINS[name](game.rules) for _ in range(game.rules.players)]
    while True:
        for seat, twin in enumerate(twins):
            twin.observe(watch.view(seat))
            assert twin.knowledge == remembered(watch, seat)
        if game.is_over:
            return
        move = twins[watch.to_act].act(watch.view(watch.to_act))
        assert move == watch.move()
        own = random.random() >= departs
        watch.take_id(parse_action(game.rules, move) if own else choose_action(game, random, 0.7))


def remembered(watch: Watch, viewer: int):
    """What a seat remembers of the cards in all hands, in the form of the twin."""
    rules = watch.rules
    held = {}
    for seat in range(rules.players):
        for slot in range(rules.hand_size):
            known = watch.known(seat, slot, viewer)
            cards = [card for card in range(rules.max_score) if known >> card & 1]
            age = int(watch.state.deck_index[seat, slot])
            if age >= 0:
                held[age] = {(card // rules.ranks, card % rules.ranks + 1) for card in cards}
            else:
                assert not cards
    return held


@pytest.mark.parametrize(
    ("players", "name"),
    slow_after(2 * len(TWINS), [*product((2, 3), TWINS), *product((4, 5, 6), NAMES)], several=True),
)
@pytest.mark.late_but(6)
def test_it_plays_as_its_twin(players, name):
    """Every move and every memory of 4 games (1 with JIT off), in either way to draw; seed 11."""
    for index in range(4 if JIT_ENABLED else 1):
        any_rules = Rules(players=players, draw_slot="vacated" if index % 2 else "newest")
        compare_game(name, Game(any_rules, seed=11, index=index), Random(0), departs=0)


@examples(80, plain=20)
@given(
    st.sampled_from(list(TWINS)),
    rules(),
    seeds(),
    st.sampled_from([0.0, 0.1, 0.5, 1.0]),
    st.integers(0, 2**32),
)
@pytest.mark.slow
def test_it_follows_any_game_as_its_twin(name, any_rules, seed, departs, choices):
    """Under any rules, and whatever others do: play off the conventions is read alike, too."""
    compare_game(name, Game(any_rules, seed=seed), Random(choices), departs)
