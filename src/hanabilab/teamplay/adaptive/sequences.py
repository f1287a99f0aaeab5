"""Sequences of games with one partner: how fast a responder comes to play well with it.

Every *responder* meets every partner in sequences of L games. Each sequence begins without
knowledge of the partner, and all responders play the same decks. Before each game the responder
names the agent that plays; after it, the responder learns from what its seat has seen. There are
two players; the responder sits in seat `round mod 2`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from threading import Event
from typing import Any, Protocol, TypeAlias

import numpy as np
import polars as pl

from hanabilab.agents.policy import Agent, Turns
from hanabilab.arena.chunk import compile_loop, play_chunk
from hanabilab.arena.lineup import Lineup
from hanabilab.arena.threads import count_threads, in_threads, stoppable
from hanabilab.beliefs.history import turns_of_one
from hanabilab.errors import AgentError, StoppedError
from hanabilab.game.checks import check_seed
from hanabilab.game.rules import Rules
from hanabilab.notation import Record

#: The scores of sequences; by place of the responder, place of the partner, number of sequence.
Played: TypeAlias = dict[tuple[int, int, int], list[int]]

#: Games of a responder at most: their scores are held in memory.
_MOST_GAMES = 1_000_000_000

_SCHEMA: dict[str, Any] = {
    "responder": pl.String,
    "partner": pl.String,
    "sequence": pl.Int32,
    "round": pl.Int32,
    "game": pl.Int64,
    "score": pl.Int8,
}


@dataclass(frozen=True)
class Finished:
    """A game that has been played.

    Attributes:
        table: the arena's table of it, one row.
        seat: where the responder sat.
    """

    rules: Rules
    table: pl.DataFrame
    seat: int


class Responder(Protocol):
    """Somebody who plays a sequence of games with one partner, and learns."""

    def agent(self) -> Agent:
        """Who plays the next game."""
        ...

    def learn(self, game: Finished) -> None:
        """Take in a game."""
        ...


#: By name, what makes a responder who knows nothing yet; it is told who the partner is, for those
#: that may know.
Responders: TypeAlias = dict[str, Callable[[str], Responder]]


@dataclass(frozen=True)
class SequencePlan:
    """What is played.

    Attributes:
        partners: names of the agents that are met.
        length: L, games of a sequence.
        sequences: S, with each partner.
        seed: of the decks; round `r` of sequence `s` with partner `p` is game `(p S + s) L + r`.

    Raises:
        AgentError: rules for more than two players, no partners, one twice, or no games.
        RulesError: an impossible seed.
    """

    rules: Rules
    partners: tuple[str, ...]
    length: int = 10
    sequences: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if self.rules.players != 2:
            raise AgentError(f"sequences are for two players, not {self.rules.players}")
        if not self.partners:
            raise AgentError("no partners; name one at least")
        for name in self.partners:
            if self.partners.count(name) > 1:
                raise AgentError(f"partner {name!r} is there twice; name each once")
        for what, number in (("length", self.length), ("sequences", self.sequences)):
            if number < 1:
                raise AgentError(f"{what} is {number}; 1 at least")
        if self.num_games > _MOST_GAMES:
            raise AgentError(f"{self.num_games:,} games of sequences; at most {_MOST_GAMES:,}")

    @property
    def num_games(self) -> int:
        """Games of each responder."""
        return len(self.partners) * self.sequences * self.length

    def games_of(self, partner: int, sequence: int) -> range:
        """The games of one sequence."""
        first = (partner * self.sequences + sequence) * self.length
        return range(first, first + self.length)


def play_sequences(
    plan: SequencePlan,
    responders: Responders,
    partners: Sequence[Agent],
    *,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    done: Played | None = None,
    keep: Callable[[Played], object] | None = None,
) -> Played:
    """Let every responder meet every partner; results do not depend on threads or stops.

    Args:
        plan: what is played.
        responders: by name.
        partners: the agents of `plan.partners`.
        threads: at once; the default is all cores.
        progress: told how many games have just been finished.
        done: what an earlier session has finished.
        keep: given each sequence once it is finished.

    Returns:
        All sequences; `table_of` tabulates them.

    Raises:
        AgentError: a partner that acts illegally.
        StoppedError: Ctrl-C.
    """
    stopped = Event()
    for partner in partners:  # compiled before threads compete for the compiler
        compile_loop(Lineup((partner, partner)), plan.rules)
    seated = stoppable(partners, stopped)
    names, played = list(responders), dict(done or {})
    everything = product(range(len(names)), range(len(partners)), range(plan.sequences))
    missing = [item for item in everything if item not in played]

    def play(item: tuple[int, int, int]) -> Played:
        who, number, sequence = item
        responder = responders[names[who]](plan.partners[number])
        games = plan.games_of(number, sequence)
        return {item: _play_one(plan, responder, seated[number], games, stopped)}

    try:
        with closing(in_threads(play, missing, count_threads(threads), stopped)) as finished:
            for found in finished:
                played |= found
                if keep:
                    keep(found)
                if progress:
                    progress(plan.length)
    except KeyboardInterrupt:
        raise StoppedError("stopped before all sequences were finished") from None
    return played


def table_of(plan: SequencePlan, responders: Iterable[str], played: Played) -> pl.DataFrame:
    """One row a game, in order of responder, partner, sequence and round.

    Columns: those four, the deck's number `game`, and the score.
    """
    names = list(responders)
    return pl.concat(
        _part(plan, (names[who], number, sequence), played[who, number, sequence])
        for who, number, sequence in sorted(played)
    )


def _part(plan: SequencePlan, item: tuple[str, int, int], scores: list[int]) -> pl.DataFrame:
    """The rows of one sequence."""
    name, number, sequence = item
    columns = {
        "responder": name,
        "partner": plan.partners[number],
        "sequence": sequence,
        "round": range(plan.length),
        "game": plan.games_of(number, sequence),
        "score": scores,
    }
    return pl.DataFrame(columns, schema=_SCHEMA)


def _play_one(
    plan: SequencePlan, responder: Responder, partner: Agent, games: range, stopped: Event
) -> list[int]:
    """The scores of one sequence."""
    scores = []
    for round_, game in enumerate(games):
        if stopped.is_set():
            raise StoppedError("the run was stopped")
        seat = round_ % 2
        agents = (responder.agent(), partner) if seat == 0 else (partner, responder.agent())
        table = play_chunk(Lineup(agents), plan.rules, plan.seed, np.array([game])).table
        scores.append(int(table["score"][0]))
        responder.learn(Finished(plan.rules, table, seat))
    return scores


def turns_after(finished: Finished) -> Turns:
    """What the responder knows after a game, as a batch of one; there is nothing left to do."""
    row = finished.table.row(0, named=True)
    actions = tuple(row["actions"][: row["turns"]])
    game = Record(rules=finished.rules, deck=tuple(row["deck"]), actions=actions).replayed()
    return turns_of_one(game, finished.seat, np.zeros((1, 0), np.int64))
