"""`information` against its naive twin: every action, and all that is known of every card."""

from __future__ import annotations

from random import Random

import pytest

from hanabilab._jit import JIT_ENABLED
from hanabilab.agents.hats.information import information
from hanabilab.agents.numbers import values_of, with_numbers
from hanabilab.agents.policy import CompiledPolicy
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from tests.agents.hats.information.table import Table, naive_twin
from tests.naive.game import all_actions
from tests.naive.information import Mind

ODD_RULES = [
    Rules(players=2, draw_slot="vacated", first_seat=1),
    Rules(players=3, hand_size=2, suits=3),
    Rules(players=2, hand_size=1, suits=2, copies=(3, 3, 3, 3, 3)),
    Rules(players=2, hand_size=3, ranks=2, copies=(3, 3), information_tokens=2),
    Rules(players=3, hand_size=3, suits=1, copies=(3, 3, 3, 3, 3), information_tokens=3),
    Rules(players=4, hand_size=6, suits=6, ranks=3, information_tokens=1, draw_slot="vacated"),
    Rules(players=2, information_tokens=0, life_tokens=20),
    Rules(players=5, information_tokens=40, life_tokens=1, first_seat=3),
    Rules(players=6, hand_size=2, suits=4, draw_slot="vacated"),
]


def require_twins(rules: Rules, seed: int, agent: CompiledPolicy = information) -> None:
    """Play a game, and compare at every turn."""
    table = Table(Game(rules, seed=seed), agent)
    twin = naive_twin(table.game)
    minds = [Mind(rules, seat, values_of(agent)) for seat in range(rules.players)]
    actions = all_actions(rules)
    while not table.game.is_over:
        for mind in minds:
            assert known_cards(mind) == remembered_cards(table)
        action = minds[twin.seat].decide(twin)
        assert action == actions[table.choose()]
        before = twin.copy()
        table.act()
        twin.act(actions.index(action))
        for mind in minds:
            mind.learn(before, action, twin)


def known_cards(mind: Mind) -> list[list[set[int]]]:
    """What a mind holds possible, by seat and slot."""
    ranks = mind.rules.ranks
    return [
        [{suit * ranks + rank - 1 for suit, rank in table} for table in hand]
        for hand in mind.public
    ]


def remembered_cards(table: Table) -> list[list[set[int]]]:
    """What the agent's memory holds possible."""
    rules = table.game.rules
    return [
        [{card for card in range(rules.max_score) if int(cards) >> card & 1} for cards in hand]
        for hand in map(table.hand, range(rules.players))
    ]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.late_but(2)
def test_it_moves_and_knows_as_its_twin(players):
    """Every move and every card of 3 games (1 with JIT off); seeds 1, 2, 3."""
    for seed in range(1, 4 if JIT_ENABLED else 2):
        require_twins(Rules(players=players), seed)


@pytest.mark.parametrize("rules", ODD_RULES, ids=str)
@pytest.mark.late_but(3)
def test_it_moves_and_knows_as_its_twin_by_odd_rules(rules):
    """Small hands, few cards, no tokens or many; 3 games (1 with JIT off) each, seeds 1, 2, 3."""
    for seed in range(1, 4 if JIT_ENABLED else 2):
        require_twins(rules, seed)


@pytest.mark.parametrize("seed", range(24 if JIT_ENABLED else 3))
@pytest.mark.late_but(6)
def test_it_moves_and_knows_as_its_twin_by_other_numbers(seed):
    """All numbers drawn but `endgame`, which has its own twin: `tests.naive.hidden_hand`."""
    random = Random(seed)
    drawn = {number.name: random.randint(number.low, number.high) for number in information.numbers}
    require_twins(
        Rules(players=2 + seed % 4), seed, with_numbers(information, drawn | {"endgame": -1})
    )
