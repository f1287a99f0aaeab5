"""One chunk of games: its arrays, and the loop that asks batched agents in between."""

from __future__ import annotations

import time
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hanabilab.agents.policy import BatchedPolicy, CompiledPolicy, Turns
from hanabilab.arena import loop
from hanabilab.arena.decks import Decks
from hanabilab.arena.faults import StoppedGame, answers
from hanabilab.arena.lineup import Lineup
from hanabilab.arena.loop import GameArrays
from hanabilab.arena.measure_kernels import NUM_MEASURES
from hanabilab.arena.table import COUNTS, make_table, table_layout
from hanabilab.arena.threads import aside
from hanabilab.beliefs.history import belief_seeds_of
from hanabilab.errors import AgentError
from hanabilab.game.batch import score_all
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules
from hanabilab.game.state import RUNNING

#: What batched agents have counted, [G] by name.
Counters: TypeAlias = dict[str, NDArray[np.int64]]


class Chunk(NamedTuple):
    """Games that were played together.

    Attributes:
        table: a row for each, see `arena.table`.
        counters: [P, NUM_MEASURES] what each seat did in all of them, which no table tells.
    """

    table: pl.DataFrame
    counters: NDArray[np.int64]


def compile_loop(lineup: Lineup, rules: Rules) -> None:
    """Compile before the clock starts and before threads compete for the compiler."""
    aside(partial(_play_nothing, lineup, rules))


def _play_nothing(lineup: Lineup, rules: Rules) -> None:
    arrays = new_arrays(lineup, rules, 0)
    dealing = loop.Dealing(0, np.arange(0), lineup.openings)
    loop.advance(arrays, lineup.natives, dealing, np.arange(0), loop.NO_ACTIONS)
    loop.count_rows(np.empty((len(COUNTS), 0), np.int16), arrays.history, arrays.states)


def play_chunk(
    lineup: Lineup,
    rules: Rules,
    seed: int,
    games: NDArray[np.int64],
    decks: Decks = None,
) -> Chunk:
    """Play `games` [G] of `seed` to their end, and tabulate them.

    Raises:
        AgentError: an agent that acts illegally; names agent, game, turn and reason.
    """
    began = time.perf_counter()
    arrays, counters = _played(lineup, rules, seed, games, decks)
    columns = np.empty((len(COUNTS), len(games)), np.int16)
    loop.count_rows(columns, arrays.history, arrays.states)
    seconds = time.perf_counter() - began
    table = make_table(rules, games, arrays, columns).with_columns(
        pl.lit(seconds / len(games)).alias("seconds"),
        pl.lit(lineup.name).alias("agents"),
        pl.lit(seed, pl.Int64).alias("seed"),
        **{name: pl.Series(amounts) for name, amounts in counters.items()},
    )
    return Chunk(table, arrays.measures.sum(axis=0))


def play_scores(
    lineup: Lineup, rules: Rules, seed: int, games: NDArray[np.int64]
) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """Play `games` [G] of `seed` to their end; scores [G] and what seats did [P, NUM_MEASURES].

    For line-ups by the thousand, which cannot have a table each.

    Raises:
        AgentError: an agent that acts illegally; names agent, game, turn and reason.
    """
    arrays, _ = _played(lineup, rules, seed, games)
    scores = np.empty(len(games), np.int16)
    score_all(scores, arrays.states)
    return scores, arrays.measures.sum(axis=0)


def _played(
    lineup: Lineup,
    rules: Rules,
    seed: int,
    games: NDArray[np.int64],
    decks: Decks = None,
) -> tuple[GameArrays, Counters]:
    """The arrays of `games` after their end, and what batched agents have counted."""
    arrays, counters = new_arrays(lineup, rules, len(games)), Counters()
    if isinstance(decks, str):
        arrays = arrays._replace(owners=np.zeros((len(games), rules.deck_size), np.int8))
    elif decks is not None:
        arrays.states["deck"][:, : rules.deck_size] = decks[games]
        arrays.states["status"] = loop.DECK_GIVEN
    dealing = loop.Dealing(seed, games, lineup.openings)
    everywhere = np.arange(len(games))
    loop.advance(arrays, lineup.natives, dealing, everywhere, loop.NO_ACTIONS)
    asked = True
    while asked:
        asked = False
        for seats, agent in batched_agents(lineup):
            if len(rows := waiting(arrays, everywhere, seats)):
                asked = True
                actions = ask_agent(agent, rules, arrays, rows, dealing, counters)
                loop.advance(arrays, lineup.natives, dealing, rows, actions)
    for row in np.flatnonzero(arrays.faults[:, 0] != loop.NO_FAULT)[:1]:
        stopped = arrays.faults[row], arrays.states[row], arrays.history[row]
        StoppedGame(lineup, rules, seed, int(games[row]), *stopped).raise_fault()
    return arrays, counters


def batched_agents(lineup: Lineup) -> list[tuple[NDArray[np.bool_], BatchedPolicy]]:
    """Each batched agent with the seats [P] it sits in; one call can serve several seats."""
    found: list[tuple[NDArray[np.bool_], BatchedPolicy]] = []
    for agent in lineup.agents:
        seats = np.array([other is agent for other in lineup.agents])
        if not isinstance(agent, CompiledPolicy) and all(agent is not old for _, old in found):
            found.append((seats, agent))
    return found


def new_arrays(
    lineup: Lineup, rules: Rules, count: int, memory_size: int | None = None
) -> GameArrays:
    """Arrays for `count` games, not dealt.

    Args:
        memory_size: the default is that of the agent with most memory.
    """
    size = lineup.memory_size if memory_size is None else memory_size
    return GameArrays(
        states=new_states(rules, count),
        memory=np.zeros((count, lineup.memories, size), np.int64),
        rngs=np.zeros((count, rules.players, 2), np.uint64),
        history=np.empty((count, rules.max_turns), np.int16),
        faults=np.full((count, 2), loop.NO_FAULT, np.int64),
        measures=np.zeros((count, rules.players, NUM_MEASURES), np.int64),
        views=new_views(rules, 1),
        owners=np.zeros((count, 0), np.int8),
    )


def waiting(
    arrays: GameArrays, rows: NDArray[np.int64], seats: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Those of the games `rows` that wait for one of `seats` [P]."""
    states = arrays.states
    goes_on = (states["status"][rows] == RUNNING) & (arrays.faults[rows, 0] == loop.NO_FAULT)
    return rows[goes_on & seats[states["current_seat"][rows]]]


def ask_agent(
    agent: BatchedPolicy,
    rules: Rules,
    arrays: GameArrays,
    rows: NDArray[np.int64],
    dealing: loop.Dealing,
    counters: Counters,
) -> NDArray[np.int64]:
    """[R] what a batched agent does in the games `rows`, which wait for it.

    Args:
        arrays: of all games.
        dealing: which games they are.
        counters: added to.
    """
    games = dealing.games[rows]
    who = arrays.states["current_seat"][rows]
    turns = Turns(
        rules=rules,
        views=new_views(rules, len(rows)),
        memory=arrays.memory[rows, who, : agent.memory_size],
        rngs=arrays.rngs[rows, who],
        known_decks=np.empty((len(rows), MAX_DECK), np.int16),
        actions=arrays.history[rows],
        belief_seeds=belief_seeds_of(dealing.seed, games, who),
    )
    loop.show(turns.views, turns.known_decks, arrays.states, rows)
    actions = answers(agent, turns, games)
    arrays.rngs[rows, who] = turns.rngs
    for name, amounts in turns.counters.items():
        if name not in counters:
            _require_free(agent, name, rules)
            counters[name] = np.zeros(len(arrays.states), np.int64)
        counters[name][rows] += _amounts(agent, name, amounts, len(rows))
    return actions


def _require_free(agent: BatchedPolicy, name: object, rules: Rules) -> None:
    """Refuse a counter that no column can have, or that would replace a column of the arena's."""
    if not isinstance(name, str) or not name:
        raise AgentError(f"agent {agent.name!r} has a counter named {name!r}; a name is a text")
    if name in table_layout(rules, 1).columns:
        raise AgentError(
            f"agent {agent.name!r} has a counter named {name!r}, which is a column of the table; "
            "give it another name"
        )


def _amounts(agent: BatchedPolicy, name: str, given: object, count: int) -> NDArray[np.int64]:
    """[count] what an agent has counted in each game that it was asked about."""
    try:
        amounts = np.asarray(given)
    except ValueError:  # rows of different lengths
        amounts = np.asarray(repr(given)[:80])
    whole = amounts.dtype.kind in "biu" and amounts.shape == (count,)
    if not whole or (amounts.astype(np.int64) < 0).any():
        raise AgentError(
            f"agent {agent.name!r} counts {name!r} as {np.array2string(amounts, threshold=4)}; "
            f"it must be a whole number from 0 on for each of {count} games"
        )
    return amounts.astype(np.int64)
