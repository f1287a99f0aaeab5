"""Sequences of games with one partner: how fast one who adapts comes to play well with it.

Every *responder* meets every partner for L games, from nothing known, on the same decks. Before
each game it says who plays; after it, it learns from what was seen. Two players, seats in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from threading import Event
from typing import Any, Protocol, TypeAlias

import numpy as np
import polars as pl

from hanabilab.agents.policy import Agent, CompiledPolicy, Turns
from hanabilab.arena import Lineup, play_games
from hanabilab.arena.threads import count_threads, in_threads
from hanabilab.errors import AgentError, StoppedError
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.games import Game, check_seed, new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules
from hanabilab.game.view import fill_known_deck, look

__all__ = ["Finished", "Responder", "Responders", "SequencePlan", "play_sequences", "turns_after"]


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


#: Makes a responder who knows nothing yet; told who the partner is, for those that may know.
Responders: TypeAlias = dict[str, Callable[[str], Responder]]


@dataclass(frozen=True)
class SequencePlan:
    """What is played.

    Attributes:
        partners: names of the agents that are met.
        length: games in a sequence.
        seed: of the decks; those of partner `p` are games `p * length` on.

    Raises:
        AgentError: rules for more than two players, or no games.
        RulesError: an impossible seed.
    """

    rules: Rules
    partners: tuple[str, ...]
    length: int = 10
    seed: int = 0

    def __post_init__(self) -> None:
        check_seed(self.seed)
        if self.rules.players != 2:
            raise AgentError(f"sequences are for two players, not {self.rules.players}")
        if self.length < 1:
            raise AgentError(f"length is {self.length}; a sequence has 1 game at least")


def play_sequences(
    plan: SequencePlan,
    responders: Responders,
    partners: Sequence[CompiledPolicy],
    *,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> pl.DataFrame:
    """Let every responder meet every partner; results do not depend on threads.

    Args:
        plan: what is played.
        responders: by name.
        partners: the agents of `plan.partners`.
        threads: at once; the default is all cores.
        progress: told how many games have just been finished.

    Returns:
        One row a game, in order: responder, partner (its number), round (0 to L - 1), score.

    Raises:
        StoppedError: Ctrl-C.
    """
    stopped = Event()
    lists = [(name, number) for name in responders for number in range(len(partners))]

    def play(item: tuple[str, int]) -> pl.DataFrame:
        name, number = item
        responder = responders[name](plan.partners[number])
        scores = _play_one(plan, responder, partners[number], number, stopped)
        rounds = range(len(scores))
        return pl.DataFrame(
            {"responder": name, "partner": number, "round": rounds, "score": scores},
            schema={
                "responder": pl.String,
                "partner": pl.Int32,
                "round": pl.Int32,
                "score": pl.Int8,
            },
        )

    parts = []
    try:
        with closing(in_threads(play, lists, count_threads(threads), stopped)) as finished:
            for part in finished:
                parts.append(part)
                if progress:
                    progress(len(part))
    except KeyboardInterrupt:
        raise StoppedError("stopped before all sequences were finished") from None
    order = pl.DataFrame({"responder": list(responders), "place": range(len(responders))})
    table = pl.concat(parts).join(order, on="responder")
    return table.sort("place", "partner", "round").drop("place")


def _play_one(
    plan: SequencePlan, responder: Responder, partner: Agent, number: int, stopped: Event
) -> list[int]:
    """The scores of one sequence."""
    scores = []
    for round_ in range(plan.length):
        if stopped.is_set():
            raise StoppedError("the run was stopped")
        seat = round_ % 2
        agents = (responder.agent(), partner) if seat == 0 else (partner, responder.agent())
        game = number * plan.length + round_
        table = play_games(
            Lineup(agents), plan.rules, games=[game], seed=plan.seed, threads=1
        ).table
        scores.append(int(table["score"][0]))
        responder.learn(Finished(plan.rules, table, seat))
    return scores


def turns_after(finished: Finished) -> Turns:
    """What the responder knows after a game, as a batch of one."""
    rules, row = finished.rules, finished.table.row(0, named=True)
    actions = row["actions"][: row["turns"]]
    game = Game(rules, deck=row["deck"])
    for action in actions:
        game.act(int(action))
    known: Any = np.zeros((1, MAX_DECK), np.int16)
    fill_known_deck(known[0], game.state, finished.seat)
    views = new_views(rules, 1)
    look(views[0], game.state, finished.seat)
    padded = np.full((1, rules.max_turns), NO_ACTION, np.int16)
    padded[0, : len(actions)] = actions
    memory, rngs = np.zeros((1, 0), np.int64), np.zeros((1, 2), np.uint64)
    return Turns(rules, views, memory, rngs, known, padded)
