"""One agent with many partners: how it does with each of them.

In game `g` the agent sits in seat `g mod P`, and a copy of the partner in each other seat, as in a
cross-play. All partners play the same decks.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent
from hanabilab.agents.registry import as_agent
from hanabilab.arena.executor import Workers
from hanabilab.arena.play import play_games
from hanabilab.errors import AgentError, StoppedError
from hanabilab.game.checks import check_count
from hanabilab.game.rules import Rules
from hanabilab.stats import Estimate, estimate


def play_against(
    agent: Agent | str,
    partners: Sequence[Agent | str],
    rules: Rules | None = None,
    *,
    games: int = 1000,
    seed: int = 0,
    threads: Workers = None,
) -> dict[str, Estimate]:
    """Scores of one agent with each of its partners, by the partner's name; a lost game scores 0.

    >>> from hanabilab.teamplay import play_against
    >>> found = play_against("iggi", ["piers", "random"], games=50, seed=1)
    >>> found["piers"].mean > 10 > found["random"].mean
    True

    Args:
        agent: an agent, or the name of one; `partners` likewise.
        rules: of all games; the default is the standard game of two.
        games: with each partner; two at least in each seat.
        seed: of decks and agents.
        threads: at once; the default is all cores. Results do not depend on it.

    Returns:
        A mean with its standard error and 95 % interval for each partner. Errors are over decks.

    Raises:
        AgentError: no agent, one that cannot play by these rules, two partners of one name, or too
            few games.
        StoppedError: Ctrl-C before all games were finished.
    """
    rules, games = rules or Rules(players=2), check_count(games, "games")
    if games < 2 * rules.players:
        raise AgentError(
            f"games is {games}; at least {2 * rules.players} are needed, two in each seat"
        )
    if isinstance(partners, str) or not len(partners):
        raise AgentError(f"partners is {partners!r}; a list of one or more is needed")
    others = [as_agent(partner) for partner in partners]
    names = [other.name for other in others]
    if twice := [name for name in dict.fromkeys(names) if names.count(name) > 1]:
        raise AgentError(f"partner {twice[0]!r} is there twice; name each once")
    one = as_agent(agent)
    return {
        other.name: estimate(_scores(one, other, rules, games, seed, threads)).within(
            0, rules.max_score
        )
        for other in others
    }


def _scores(
    one: Agent, other: Agent, rules: Rules, games: int, seed: int, threads: Workers
) -> NDArray[np.int64]:
    """[games] scores of one agent among copies of another, in each seat in turn."""
    scores = np.empty(games, np.int64)
    for seat in range(rules.players):
        here = range(seat, games, rules.players)
        seats = [other] * rules.players
        seats[seat] = one
        found = play_games(seats, rules, games=here, seed=seed, threads=threads)
        if not found.complete:
            raise StoppedError(f"stopped before all games with {other.name} were finished")
        scores[here.start :: here.step] = found.table["score"].to_numpy()
    return scores
