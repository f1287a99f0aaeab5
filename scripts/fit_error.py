"""How often partners leave their blueprint, as ranges should believe: what `error` fits games.

    python scripts/fit_error.py runs/search/both-keen-2p-thorough/second --games 60

The games are of a run, played by seats that search over the agent. At every third turn the range by
conventions is worked out for several errors. The better an error fits, the more probable is the
hand that the seat holds: the table has the mean of -log of its probability, in nats.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parent.parent))

from hanabilab.agents import CompiledPolicy, make_agent
from hanabilab.beliefs import HandRange, PartnerModel, unseen_counts
from hanabilab.beliefs.chances import probabilities_of
from hanabilab.beliefs.conventions import range_by_conventions, tells_cards
from hanabilab.game.rules import Rules
from hanabilab.stats import estimate
from tests.beliefs.playing import history_of, packed_of, true_hand
from tests.following import Following

ERRORS = (0.5, 0.3, 0.2, 0.15, 0.1, 0.05, 0.02)
#: Ranges are worked out with this one; a likelihood under another is a power of its likelihoods.
_ASKED = 0.1
#: Ranges are worked out at one turn in so many.
_EVERY = 3


def positions(
    agent: CompiledPolicy, rules: Rules, games: pl.DataFrame
) -> Iterator[tuple[Following, HandRange]]:
    """Every third turn of the games from the second on, and the range of the seat to act."""
    model = PartnerModel(agent, error=_ASKED)
    for index, deck, actions in games["game", "deck", "actions"].iter_rows():
        game = Following(agent, rules, deck=deck)
        for turn, action in enumerate(actions):
            if action < 0:
                break
            if turn > 0 and (turn + index) % _EVERY == 0:
                memory = game.memories[game.state.current_seat]
                yield game, range_by_conventions(history_of(game, agent), memory, model)
            game.act(action)


def surprises(game: Following, hands: HandRange) -> list[float] | None:
    """[1 + E] -log probability of the true hand in nats, without choices and under each error.

    Returns:
        None if conventions do not allow the hand.
    """
    mine = np.flatnonzero(hands.packed_hands == packed_of(true_hand(game)))
    if not len(mine):
        return None
    unseen = unseen_counts(game.view())
    fitted = [
        replace(hands, likelihood=hands.likelihood ** (np.log(error) / np.log(_ASKED)))
        for error in (1.0, *ERRORS)
    ]
    return [-float(np.log(probabilities_of(each, unseen)[mine[0]])) for each in fitted]


def table(found: NDArray[np.float64]) -> Iterator[str]:
    """The lines of a Markdown table of [T, 1 + E] surprises."""
    yield "| `error` | -log P(true hand) | gain over none |"
    yield "| --- | --- | --- |"
    for error, column in zip(("none", *ERRORS), found.T, strict=True):
        yield f"| {error} | {column.mean():.3f} | {estimate(found[:, 0] - column)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path, help="of two players, full rules")
    parser.add_argument("--agent", default="keen", help="over which they search")
    parser.add_argument("--games", type=int, default=60, help="to look at, the first ones")
    given = parser.parse_args()
    agent = make_agent(given.agent)
    if not isinstance(agent, CompiledPolicy) or not tells_cards(agent):
        parser.error(f"{given.agent} does not say what cards can be by its conventions")
    games = pl.read_parquet(given.run / "games").sort("game").head(given.games)
    found = [surprises(*each) for each in positions(agent, Rules(players=2), games)]
    inside = np.array([each for each in found if each is not None])
    outside = len(found) - len(inside)
    print(f"{len(games)} games, {len(found)} turns; the true hand is outside at {outside}")
    print("\n".join(table(inside)))


if __name__ == "__main__":
    main()
