"""A game's score, told apart: what was to be expected, what the cards brought, what actions did.

The *value* of a position is the mean score of games that go on from it: hands stay, the rest of the
deck is shuffled, and one agent acts in all seats. Then

    score = expectation + luck of the deal + for each action, its skill + the luck of its draw
    skill of an action = value after it, whatever is drawn, less value before it
    luck of a draw     = value after it, less the mean over all cards that may come

as backgammon players tell skill from luck. Skill is measured by the agent: 0 where it would have
acted likewise, below 0 where its action would have been worth more. Luck is 0 in expectation.

Values are means over games, each with its error; value before and after an action are of the same
orders of the deck, so that skill has a small one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.asking import require_unraised
from hanabilab.agents.policy import Agent, CompiledPolicy, new_memory
from hanabilab.agents.registry import as_agent
from hanabilab.agents.traits import check_rules
from hanabilab.arena.play import play_games
from hanabilab.beliefs.history import blueprint_of
from hanabilab.errors import AgentError
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.engine import score
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.game.state import RUNNING
from hanabilab.notation import Record
from hanabilab.review.luck_kernels import Table, begin, follow, play_rest
from hanabilab.stats import Estimate, estimate

#: Games that go on from each position, and games from the deal that say what is to be expected.
GAMES, EXPECTED_GAMES = 2_000, 20_000

#: Whose luck or skill: a seat's; that of the deal is nobody's.
DEAL = -1


class Part(NamedTuple):
    """A part of a score, in points, with its standard error."""

    mean: float
    sem: float

    def as_json(self) -> dict[str, float]:
        """Both by name."""
        return self._asdict()


@dataclass(frozen=True)
class LuckTurn:
    """An action, and the draw that followed it.

    Attributes:
        turn: its number, from 1.
        seat: who acted, and drew.
        value: of the position before it.
        skill: what the action changed.
        luck: what the draw changed; 0 where nothing was drawn.
    """

    turn: int
    seat: int
    value: float
    skill: Part
    luck: Part

    def as_json(self) -> dict[str, Any]:
        """Every number by its name."""
        parts = {"skill": self.skill.as_json(), "luck": self.luck.as_json()}
        return {"turn": self.turn, "seat": self.seat, "value_before": self.value} | parts


@dataclass(frozen=True)
class LuckReview:
    """A game told apart. Expectation, luck and skill add up to the score.

    Attributes:
        agent: by whom skill is measured.
        score: at the end; the value of the last position, if the game was not played to its end.
        expectation: mean score of the agent, over games of any deck.
        deal: the luck of the deal.
        turns: [actions].
        skill: [seats] of all actions of a seat.
        luck: [seats] of all draws of a seat, the deal left out.
    """

    agent: str
    score: float
    expectation: Estimate
    deal: Part
    turns: tuple[LuckTurn, ...]
    skill: tuple[Part, ...]
    luck: tuple[Part, ...]

    @property
    def total_skill(self) -> float:
        """Of all seats."""
        return sum(each.mean for each in self.skill)

    @property
    def total_luck(self) -> float:
        """Of the deal and all seats."""
        return self.deal.mean + sum(each.mean for each in self.luck)

    def as_json(self) -> dict[str, Any]:
        """Every number by its name."""
        seats = zip(self.skill, self.luck, strict=True)
        return {
            "agent": self.agent,
            "games": GAMES,
            "score": self.score,
            "expectation": self.expectation.mean,
            "expectation_sem": self.expectation.sem,
            "deal": self.deal.as_json(),
            "by_seat": [
                {"seat": seat, "skill": skill.as_json(), "luck": luck.as_json()}
                for seat, (skill, luck) in enumerate(seats)
            ],
            "by_turn": [turn.as_json() for turn in self.turns],
        }


def review_luck(
    record: Record,
    agent: Agent | str,
    *,
    seed: int = 0,
    progress: Callable[[], None] | None = None,
) -> LuckReview:
    """Tell the luck of a game from the skill of those who played it.

    Args:
        agent: a compiled one; it plays the games that tell values.
        seed: of these games.
        progress: called after each action.

    Raises:
        AgentError: it cannot play this game, is not compiled, or looks at its own hand.
        RulesError: the deck is not the rules' deck.
        IllegalActionError: an impossible action; which, and why.
    """
    asked = as_agent(agent)
    record.replayed()
    if not isinstance(asked, CompiledPolicy) or asked.sees_own_hand:
        raise AgentError(f"agent {asked.name!r} is too slow for luck, or looks at its own hand")
    check_rules(asked, record.rules)
    followed = _Followed(record, asked, seed)
    for action in record.actions:
        followed.act(action)
        if progress:
            progress()
    return followed.review(_expectation(record.rules, asked, seed))


@cache
def _expectation(rules: Rules, agent: CompiledPolicy, seed: int) -> Estimate:
    """The mean score of an agent, over games of any deck."""
    scores = play_games(agent, rules, games=EXPECTED_GAMES, seed=seed).table["score"]
    return estimate(scores.to_numpy())


#: By seat, or DEAL, and for each order of the deck, by number, what
#: each game that goes on [R] adds to a sum.
_Sums: TypeAlias = "defaultdict[int, defaultdict[int, NDArray[np.float64]]]"


def _new_sums() -> _Sums:
    return defaultdict(lambda: defaultdict(lambda: np.zeros(GAMES)))


class _Followed:
    """A game that is followed action by action.

    Games that go on are in the same orders of the deck until the next card is drawn.
    """

    def __init__(self, record: Record, agent: CompiledPolicy, seed: int) -> None:
        players, size = record.rules.players, agent.memory_size
        self._agent, self._seed, self._blueprint = agent, seed, blueprint_of(agent)
        self._table = Table(
            new_states(record.rules, 2),
            np.zeros((2, players, size), np.int64),
            new_views(record.rules, 1),
            np.zeros((players, 2), np.uint64),
        )
        self._table.memory[0] = new_memory(agent, players)[:, :size]
        self._skill, self._luck, self._number = _new_sums(), _new_sums(), 0
        self._turns: list[LuckTurn] = []
        begin(self._table, np.asarray(record.deck, np.int16), self._blueprint.observe)
        self._before = self._luck[DEAL][0] = self._played_on(NO_ACTION)

    def act(self, action: int) -> None:
        """Take the next action of the game."""
        state = self._table.states[0]
        seat, before, after = int(state.current_seat), self._before, self._played_on(action)
        draws = follow(self._table, action, self._blueprint.observe)
        require_unraised(self._agent, self._table.views["raised"])
        self._skill[seat][self._number] += after - before
        luck = Part(0.0, 0.0)
        self._before = after
        if draws:
            self._luck[seat][self._number] -= after
            self._number += 1
            self._before = self._played_on(NO_ACTION)
            self._luck[seat][self._number] += self._before
            gained = float(self._before.mean() - after.mean())
            luck = Part(gained, sqrt(_error(self._before) ** 2 + _error(after) ** 2))
        skill = Part(float((after - before).mean()), _error(after - before))
        self._turns.append(LuckTurn(len(self._turns) + 1, seat, float(before.mean()), skill, luck))

    def review(self, expectation: Estimate) -> LuckReview:
        """What was found."""
        seats = range(len(self._table.rngs))
        deal, error = _part(self._luck[DEAL])
        return LuckReview(
            agent=self._agent.name,
            score=float(self._before.mean()),
            expectation=expectation,
            deal=Part(deal - expectation.mean, sqrt(error**2 + (expectation.sem or 0.0) ** 2)),
            turns=tuple(self._turns),
            skill=tuple(_part(self._skill[seat]) for seat in seats),
            luck=tuple(_part(self._luck[seat]) for seat in seats),
        )

    def _played_on(self, action: int) -> NDArray[np.float64]:
        """[R] scores of games that go on from here; the score itself once the game is over."""
        scores, state = np.empty(GAMES), self._table.states[0]
        if state.status != RUNNING:
            scores[:] = score(state)
            return scores
        played = play_rest(scores, self._table, self._blueprint, action, self._seed, self._number)
        require_unraised(self._agent, self._table.views["raised"])
        if not played:
            raise AgentError(
                f"agent {self._agent.name!r} acts illegally, or gives up, where the game is played "
                f"on from turn {int(state.turn) + 1}"
            )
        return scores


def _error(scores: NDArray[np.float64]) -> float:
    return float(scores.std(ddof=1) / np.sqrt(len(scores)))


def _part(sums: dict[int, NDArray[np.float64]]) -> Part:
    """What all orders of the deck add; those of different draws are independent."""
    total = sum(float(each.mean()) for each in sums.values())
    return Part(total, sqrt(sum(_error(each) ** 2 for each in sums.values())))
