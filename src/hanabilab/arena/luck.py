"""The luck of games that were played, and a mean score without it.

Two parts of luck are taken out of a score. Each is 0 in expectation, whatever agents do:

- the draws: traits of each card drawn, less their mean over the deck (`arena.luck_kernels`), with
  weights that are fitted on other games of the same run (`stats.control_variates`);
- the last cards: what came of the game, less the mean of games that went on from there with these
  cards shuffled (`arena.played_on`). Draws count up to there. Compiled agents alone can play such
  games by the million; where others sit, all draws count, and the end does not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.arena.chunk import new_arrays
from hanabilab.arena.lineup import Lineup
from hanabilab.arena.loop import Dealing
from hanabilab.arena.luck_kernels import NEVER, NUM_VARIATES, measure_draws
from hanabilab.arena.played_games import PlayedGames, games_of_table
from hanabilab.arena.played_on import LAST_CARDS, TIMES, play_on_from
from hanabilab.errors import AgentError, RulesError
from hanabilab.game.rules import Rules
from hanabilab.stats.control_variates import Adjusted, AdjustedSums

# Games replayed at once: a part of a long table has an array of variates.
_SLICE = 8_192


@dataclass(frozen=True)
class Measured:
    """What is known of the luck of N games, as `AdjustedSums.add` takes it.

    Attributes:
        indices: [N] numbers of the games.
        scores: [N] times TIMES.
        expected: [N] likewise, without the luck of the last cards.
        draws: [N, NUM_VARIATES] what the draws brought.
    """

    indices: NDArray[np.int64]
    scores: NDArray[np.int64]
    expected: NDArray[np.int64]
    draws: NDArray[np.float64]


@dataclass
class Luck:
    """The luck of the games of a line-up that have been added; memory does not grow with them.

    Attributes:
        played_on: games that were played on from their last cards.
    """

    rules: Rules
    lineup: Lineup
    seed: int
    played_on: int = 0
    sums: AdjustedSums = field(default_factory=lambda: AdjustedSums(NUM_VARIATES, TIMES))

    @property
    def _last_cards(self) -> int:
        """Cards left in the deck when games are played on; NEVER where an agent is not compiled."""
        compiled = self.lineup.games_at_once is None
        return int(LAST_CARDS * self.rules.deck_size) if compiled else NEVER

    def add(self, table: pl.DataFrame) -> None:
        """Add finished games of an arena's table.

        Raises:
            RulesError: they are not of these rules.
            AgentError: an agent acts illegally where a game is played on.
        """
        for part in table.iter_slices(_SLICE):
            found = self.measure(part)
            self.sums.add(found.indices, found.scores, found.expected, found.draws)

    def result(self) -> Adjusted | None:
        """The mean score without luck; None for fewer than 100 games."""
        return self.sums.result()

    def as_json(self) -> dict[str, Any] | None:
        """As `play --luck --json` has it; None for fewer than 100 games."""
        return luck_as_json(self.result(), self.played_on)

    def measure(self, table: pl.DataFrame) -> Measured:
        """The luck of finished games, which are not added.

        Raises:
            RulesError, AgentError: as `add`.
        """
        games = games_of_table(self.rules, table)
        indices = table["game"].to_numpy()
        draws, late = np.empty((len(table), NUM_VARIATES)), np.empty(len(table), np.int64)
        fault = measure_draws(draws, late, games, self._last_cards)
        if fault >= 0:
            raise RulesError(f"game {indices[fault]} of the table was played by other rules")
        scores = table["score"].to_numpy().astype(np.int64) * TIMES
        expected = scores.copy()
        chosen = np.flatnonzero(late != NEVER)
        if len(chosen):
            self.played_on += len(chosen)
            expected[chosen] = self._played_on(games, indices, late, chosen)
        return Measured(indices, scores, expected, draws)

    def _played_on(
        self,
        games: PlayedGames,
        indices: NDArray[np.int64],
        late: NDArray[np.int64],
        chosen: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """[N] sums of the scores of games that go on from the `chosen` ones."""
        sums = np.zeros(len(chosen), np.int64)
        kept = PlayedGames(
            games.states, games.decks[chosen], games.actions[chosen], games.turns[chosen]
        )
        fault = play_on_from(
            sums,
            new_arrays(self.lineup, self.rules, 2),
            self.lineup.natives,
            Dealing(self.seed, indices[chosen], self.lineup.openings),
            kept,
            late[chosen],
        )
        if fault >= 0:
            raise AgentError(
                f"an agent of {self.lineup.name} acts illegally, or raises, where game "
                f"{indices[chosen[fault]]} is played on with other cards"
            )
        return sums


class PairedLuck:
    """The luck in the difference of two line-ups on the same decks, second less first.

    What the draws of each line-up brought has weights of its own. Memory does not grow where the
    two take turns: games that one alone has played are kept until the other has.
    """

    def __init__(self, first: Luck, second: Luck) -> None:
        self._lucks = first, second
        self._alone: list[Measured | None] = [None, None]
        self._sums = AdjustedSums(2 * NUM_VARIATES, TIMES)

    def add(self, number: int, table: pl.DataFrame) -> None:
        """Add games of the first line-up, number 0, or of the second, number 1; each game once.

        Raises:
            RulesError, AgentError: as `Luck.add`.
        """
        for part in table.iter_slices(_SLICE):
            kept, found = self._alone[number], self._lucks[number].measure(part)
            self._alone[number] = found if kept is None else _joined(kept, found)
            self._match()

    def result(self) -> Adjusted | None:
        """The mean difference without luck; None for fewer than 100 pairs of games."""
        return self._sums.result()

    def as_json(self) -> dict[str, Any] | None:
        """As `compare --luck --json` has it; None for fewer than 100 pairs of games."""
        return luck_as_json(self.result(), sum(each.played_on for each in self._lucks))

    def _match(self) -> None:
        """Add the games that both have played by now, and forget them."""
        first, second = self._alone
        if first is None or second is None:
            return
        both, one, other = np.intersect1d(first.indices, second.indices, return_indices=True)
        self._sums.add(
            both,
            second.scores[other] - first.scores[one],
            second.expected[other] - first.expected[one],
            np.hstack([first.draws[one], second.draws[other]]),
        )
        self._alone = [_without(first, one), _without(second, other)]


def luck_as_json(found: Adjusted | None, played_on: int) -> dict[str, Any] | None:
    """A mean without luck, as documents have it; None for fewer than 100 games."""
    if found is None:
        return None
    return {
        "mean": found.adjusted.mean,
        "sem": found.adjusted.sem,
        "ci95": found.adjusted.ci95,
        "factor": found.factor,
        "luck": {"mean": found.luck.mean, "sem": found.luck.sem, "ci95": found.luck.ci95},
        "played_on": played_on,
    }


def _joined(first: Measured, second: Measured) -> Measured:
    return Measured(
        np.concatenate([first.indices, second.indices]),
        np.concatenate([first.scores, second.scores]),
        np.concatenate([first.expected, second.expected]),
        np.concatenate([first.draws, second.draws]),
    )


def _without(games: Measured, places: NDArray[np.int64]) -> Measured:
    kept = np.delete(np.arange(len(games.indices)), places)
    return Measured(
        games.indices[kept], games.scores[kept], games.expected[kept], games.draws[kept]
    )
