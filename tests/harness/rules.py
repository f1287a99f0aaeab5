"""Games of any rules, beside the rules written a second time without looking at the first."""

from __future__ import annotations

from pathlib import Path
from random import Random

from hanabilab.errors import RulesError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from tests.game.test_against_naive import engine_facts, naive_facts, twin_of
from tests.harness.tally import Tally
from tests.strategies import choose_action

__all__ = ["play_beside_twin"]


def play_beside_twin(random: Random, trials: int, folder: Path) -> Tally:
    """Whole games, every fact compared at every turn."""
    tally = Tally()
    while tally.trials < trials:
        try:
            rules = _any_rules(random)
        except RulesError:
            continue
        seed = random.randrange(1 << 32)
        game, naive, skill = Game(rules, seed=seed), None, random.choice((0.0, 0.9, 1.0))
        naive = twin_of(game)
        while not game.is_over and naive_facts(naive) == engine_facts(game):
            action = choose_action(game, random, skill)
            naive.act(action)
            game.act(action)
        if naive_facts(naive) == engine_facts(game):
            tally.kept["equal at every turn"] += 1
        else:
            tally.find(f"{rules} seed {seed}: differs at turn {len(game.actions)}")
    return tally


def _any_rules(random: Random) -> Rules:
    ranks = random.randint(1, 5)
    return Rules(
        suits=random.randint(1, 6),
        ranks=ranks,
        copies=tuple(random.randint(1, 3) for _ in range(ranks)),
        players=random.randint(2, 6),
        hand_size=random.randint(1, 6),
        information_tokens=random.randint(0, 9),
        life_tokens=random.randint(1, 4),
        draw_slot=random.choice(("newest", "vacated")),
        bomb=random.choice(("zero", "keep")),
    )
