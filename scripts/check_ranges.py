"""Check exact ranges on real games: against playing again, and that they never lose the truth.

    python scripts/check_ranges.py --positions 500
    python scripts/check_ranges.py --positions 0 --games 5000 --hand-size 3
    python scripts/check_ranges.py --positions 0 --conventions 1000 --deviates 0.2 --agent keen

`--positions` compares ranges, hand for hand and weight for weight, with the slow search that the
tests use (`tests/naive/ranges.py`), where hints leave it few enough hands to try. `--games` looks
for the true hand in the range at every turn of one seat. `--conventions` counts the turns at which
a card is none of those that the agent's conventions leave, which may happen where a seat does not
follow them. Partners follow the agent; the seat does anything legal at a tenth of its turns.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from hanabilab.agents import CompiledPolicy, make_agent
from hanabilab.beliefs import HandRange, History, PartnerModel, RangeCache
from hanabilab.beliefs.conventions import cards_by_convention, tells_cards
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from tests.beliefs.playing import history_of, own_turns, packed_of, true_hand, weights_of
from tests.naive.ranges import count_options, dealt_hands, naive_range

#: Share of its turns at which the seat does anything legal, if nothing else is said.
_DEVIATES = 0.1


def ranges(
    rules: Rules, agent: CompiledPolicy, seed: int
) -> Iterator[tuple[Game, History, HandRange]]:
    """Every turn of one seat in game `seed`, with its range made from the one before."""
    cache, model = RangeCache(), PartnerModel(agent)
    for game in own_turns(rules, agent, seed % rules.players, seed, deviates=_DEVIATES):
        history = history_of(game, agent)
        hands = cache.range_of(history, model)
        assert hands.basis == "exact", game
        yield game, history, hands


def few_options(
    rules: Rules, agent: CompiledPolicy, seed: int, most: int
) -> Iterator[tuple[Game, History, HandRange]]:
    """The turns from game `seed` on where hints leave `most` hands to try."""
    for index in count(seed):
        for game, history, hands in ranges(rules, agent, index):
            if count_options(game) <= most:
                yield game, history, hands


def check_positions(rules: Rules, agent: CompiledPolicy, args: argparse.Namespace) -> str:
    """Compare with the slow search; one line on what was compared."""
    tried, sizes, slow = 0, [], 0.0
    positions = few_options(rules, agent, args.seed, args.most)
    for game, history, hands in islice(positions, args.positions):
        began = time.process_time()
        expected = naive_range(game, agent)
        slow += time.process_time() - began
        assert expected == weights_of(hands, history), game
        assert true_hand(game) in expected, game
        tried += len(dealt_hands(game))
        sizes.append(len(hands))
    return (
        f"{len(sizes)} positions, ranges of {min(sizes)} to {max(sizes)} hands, {sum(sizes):,} in "
        f"all of {tried:,} tried: equal, weights too; the slow search took {slow:.0f} CPU-seconds"
    )


def check_games(rules: Rules, agent: CompiledPolicy, args: argparse.Namespace) -> str:
    """Look for the true hand in every range; one line on how often it was looked for."""
    looked, largest, began = 0, 0, time.process_time()
    for seed in range(args.seed, args.seed + args.games):
        for game, _, hands in ranges(rules, agent, seed):
            assert (hands.packed_hands == packed_of(true_hand(game))).any(), game
            looked, largest = looked + 1, max(largest, len(hands))
    seconds = time.process_time() - began
    return (
        f"{args.games} games, {looked:,} ranges of up to {largest:,} hands: "
        f"the true hand is in each; {seconds:.0f} CPU-seconds"
    )


def check_conventions(rules: Rules, agent: CompiledPolicy, args: argparse.Namespace) -> str:
    """Compare own cards with what conventions leave; one line on how often they are right."""
    looked, wrong = 0, 0
    for seed in range(args.seed, args.seed + args.conventions):
        for game in own_turns(rules, agent, seed % rules.players, seed, args.deviates):
            memory = game.memories[game.state.current_seat]  # type: ignore[attr-defined]  # follows
            allowed = cards_by_convention(agent, rules, game.view(), memory)
            cards = true_hand(game)
            wrong += any(
                card >= 0 and not allowed[slot] >> card & 1 for slot, card in enumerate(cards)
            )
            looked += 1
    return (
        f"{args.conventions} games, {looked:,} turns of a seat that does anything legal on "
        f"{args.deviates:.0%} of them: at {wrong} a card is none that conventions leave"
    )


def main() -> None:
    """Check what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agent", default="smart", help="whom partners follow")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--hand-size", type=int, default=0, help="0 for the standard")
    parser.add_argument("--draw-slot", choices=["newest", "vacated"], default="newest")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--positions", type=int, default=500, help="to be compared")
    parser.add_argument("--most", type=int, default=3000, help="hands that the slow search tries")
    parser.add_argument("--games", type=int, default=0, help="to look for the true hand in")
    parser.add_argument("--conventions", type=int, default=0, help="games to compare cards in")
    parser.add_argument("--deviates", type=float, default=_DEVIATES, help="in these games")
    args = parser.parse_args()
    agent = make_agent(args.agent)
    if not isinstance(agent, CompiledPolicy):
        parser.error(f"{args.agent} is not a compiled agent")
    rules = Rules(players=args.players, hand_size=args.hand_size, draw_slot=args.draw_slot)
    if args.conventions and not tells_cards(agent):
        parser.error(f"{args.agent} does not say what cards can be")
    checks = [
        (args.positions, check_positions),
        (args.games, check_games),
        (args.conventions, check_conventions),
    ]
    for wanted, check in checks:
        if wanted:
            print(f"{agent.name}, {rules.players} players, hands of {rules.hand_size}:", flush=True)
            print(f"  {check(rules, agent, args)}", flush=True)


if __name__ == "__main__":
    main()
