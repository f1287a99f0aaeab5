"""Are the values of endgames in order? Blueprint <= honest seat <= open hands, for every action.

`python scripts/check_endgames.py [POSITIONS] [SECONDS]`: positions of games of small rules with up
to three cards in the deck, played by a rule agent with random slips; 10,000, or as many as there is
CPU time for. Prints how many positions and actions were compared, and how many values were exact.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from fractions import Fraction
from random import Random

from hanabilab import Rules
from hanabilab.beliefs.hand_range import card_at
from hanabilab.game.games import Game
from hanabilab.search.endgame import blueprint_values, honest_values, open_values
from hanabilab.search.endgame.blueprint import range_near_the_end

_SETTINGS = ((2, 2), (2, 3), (3, 2), (4, 2), (5, 1), (6, 1))
_AGENT, _SLIPS, _ROUNDS = "five-rule", 0.1, 2
_MOST_HANDS = 30


def main() -> None:
    """Compare, and stop at the first position that is out of order."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    limit = float(sys.argv[2]) if len(sys.argv) > 2 else float("inf")
    told: Counter[str] = Counter()
    seed = 0
    while told["positions"] < wanted and time.process_time() < limit:
        game = _position(seed)
        if game is not None and _compare(game, told):
            told["positions"] += 1
        seed += 1
    print(", ".join(f"{count:,} {name}" for name, count in told.items()), f"({seed:,} seeds)")


def _position(seed: int) -> Game | None:
    """A running game with one to three cards in the deck; None if it ended before."""
    random = Random(seed)
    players, hand = random.choice(_SETTINGS)
    suits = 3 if players > 3 else 2
    rules = Rules(
        players=players,
        hand_size=hand,
        suits=suits,
        ranks=3,
        copies=(3, 2, 1),
        information_tokens=random.randint(0, 4),
        life_tokens=random.randint(1, 3),
        bomb=random.choice(("keep", "zero")),
    )
    game, cards = Game(rules, seed=seed), random.randint(1, 3)
    while not game.is_over and rules.deck_size - int(game.state.deck_drawn) > cards:
        slips = random.random() < _SLIPS
        game.act(random.choice(game.legal_actions()) if slips else game.ask(_AGENT))
    return None if game.is_over else game


def _compare(game: Game, told: Counter[str]) -> bool:
    """Whether there were few enough hands; exits where values are out of order."""
    if len(range_near_the_end(game, None, "hints")[1]) > _MOST_HANDS:
        return False
    played = {each.action: each for each in blueprint_values(game, _AGENT, beliefs="hints").actions}
    opened = _opened_means(game)
    for each in honest_values(game, rounds=_ROUNDS).actions:
        for place, aim in enumerate(("win", "score")):
            value, least = getattr(each, aim), getattr(played[each.action], aim).lower
            most = opened[each.action][place]
            if not least <= value.upper <= most or not value.lower <= value.upper:
                sys.exit(f"out of order: {aim} of {each.action}, {least}, {value}, {most}: {game}")
            told["actions"] += place
            told[f"exact {aim} values"] += value.exact
            told[f"{aim} values below the open ones"] += value.upper < most
            told[f"lower bounds of {aim} above the blueprint"] += value.lower > least
    return True


def _opened_means(game: Game) -> dict[int, tuple[Fraction, Fraction]]:
    """What each action is worth with open hands, in the mean over the hands of the range."""
    _, hands = range_near_the_end(game, None, "hints")
    sums: dict[int, tuple[Fraction, Fraction]] = {}
    total = 0
    hidden = [int(place) for place in hands.places if place >= 0]
    pool = [game.deck[place] for place in hidden] + list(game.deck[int(game.state.deck_drawn) :])
    for packed in map(int, hands.packed_hands):
        held = [card_at(packed, slot) for slot in range(len(hands.places))]
        rest, ways, deck = list(pool), 1, list(game.deck)
        for slot, place in enumerate(hands.places):
            if place >= 0:
                ways *= rest.count(held[slot])
                rest.remove(held[slot])
                deck[place] = held[slot]
        deck[int(game.state.deck_drawn) :] = rest
        world = Game(game.rules, deck=deck)
        for action in game.actions:
            world.act(action)
        total += ways
        for each in open_values(world, seconds=60).actions:
            win, score = sums.get(each.action, (Fraction(0), Fraction(0)))
            sums[each.action] = win + ways * each.win.lower, score + ways * each.score.lower
    return {action: (win / total, score / total) for action, (win, score) in sums.items()}


if __name__ == "__main__":
    main()
