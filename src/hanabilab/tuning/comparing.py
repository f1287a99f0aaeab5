"""The final comparison: the numbers found and those given, on decks that chose nothing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hanabilab.arena.executor import Workers, executor_of
from hanabilab.stats.summary import Estimate, estimate
from hanabilab.tuning.playing import Player, finals_seed
from hanabilab.tuning.search import Tuning

#: What is told beside every comparison.
WINNERS_CURSE = (
    "Scores of the search are not told as results: the best of many candidates was also lucky, and "
    "looks better than it is (the winner's curse). The decks of this comparison chose nothing."
)


@dataclass(frozen=True)
class Comparison:
    """Two agents on the same fresh decks.

    Attributes:
        given: name of the agent that the tuning began with.
        tuned: name of the agent with the numbers found.
        games: of each.
        seed: of the decks.
        given_score: mean score with the numbers given.
        tuned_score: mean score with the tuned numbers.
        gain: of the tuned over the given one, deck by deck.
    """

    given: str
    tuned: str
    games: int
    seed: int
    given_score: Estimate
    tuned_score: Estimate
    gain: Estimate

    @property
    def conclusion(self) -> str:
        """What the comparison says, in a sentence."""
        if self.given == self.tuned:
            return "The search came back to the numbers given."
        low, high = self.gain.ci95 or (0.0, 0.0)
        if low > 0:
            return "The numbers found are better: the 95 % interval of the gain is above zero."
        if high < 0:
            return "The numbers found are worse: keep those given."
        return "No difference is shown: the 95 % interval of the gain has zero in it."


def compare(tuning: Tuning, *, threads: Workers = None) -> Comparison:
    """Play the final comparison of a tuning.

    Raises:
        AgentError: an agent that acts illegally.
    """
    settings = tuning.settings
    seed = finals_seed(settings, tuning.done)
    both = np.array([settings.start, tuning.tuned])
    scores = Player(settings).play(both, seed, range(settings.finals), executor_of(threads))
    given, tuned = (estimate(each).within(0, settings.rules.max_score) for each in scores)
    return Comparison(
        settings.agent,
        settings.agent_with(tuning.tuned).name,
        settings.finals,
        seed,
        given,
        tuned,
        estimate(scores[1] - scores[0]),
    )
