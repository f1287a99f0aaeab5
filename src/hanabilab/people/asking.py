"""All decisions of people in some games, asked of an agent in batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.asking import require_unraised
from hanabilab.agents.policy import Agent, CompiledPolicy, Turns, is_honest, new_memory
from hanabilab.agents.traits import check_rules, tells_chances
from hanabilab.arena.faults import answers
from hanabilab.errors import AgentError
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules
from hanabilab.people.asking_kernels import Rows, Watched, act_rows, show_game
from hanabilab.people.game import PeoplesGame
from hanabilab.randomness import MAX_SEED

#: Decisions that are kept in memory at a time, at most about so many.
_AT_ONCE = 4096


@dataclass(frozen=True)
class Answers:
    """What an agent would have done where people acted. D decisions, A actions.

    Attributes:
        actions: [D] the agent's.
        people: [D] the people's.
        legal: [D] how many actions were allowed.
        games: [D] the place of the game among those that were asked about.
        chances: [D] how likely the agent found the person's action; None if it tells no chances.
    """

    actions: NDArray[np.int64]
    people: NDArray[np.int64]
    legal: NDArray[np.int64]
    games: NDArray[np.int64]
    chances: NDArray[np.float64] | None


def ask_all(agent: Agent, games: Sequence[PeoplesGame], *, seed: int = 0) -> Answers:
    """What `agent` would have done at every decision that counts, with the people's past.

    It is taken to have sat at every seat. Points that stay after the last life are not told to it.
    Nor are discards at all tokens told to rule agents. Networks and models of people have learned
    what can be done, and batched agents play the past again: they have to know the rule.

    Args:
        games: all with the same number of players.
        seed: of its random numbers.

    Raises:
        AgentError: it cannot play these rules, sees its own hand, or fails; or no decision counts.
    """
    if not is_honest(agent):
        raise AgentError(f"agent {agent.name!r} sees its own hand; people did not")
    if not any(game.decisions for game in games):
        raise AgentError("no decision of the games counts; there is nothing to ask")
    for rules in {game.record.rules for game in games}:
        check_rules(agent, _rules_told(agent, rules))
    parts = [_ask(agent, shown) for shown in show_all(agent, games, seed=seed)]
    told = [part.chances for part in parts if part.chances is not None]
    return Answers(
        actions=np.concatenate([part.actions for part in parts]),
        people=np.concatenate([part.people for part in parts]),
        legal=np.concatenate([part.legal for part in parts]),
        games=np.concatenate([part.games for part in parts]),
        chances=np.concatenate(told) if len(told) == len(parts) else None,
    )


def _parts(games: Sequence[PeoplesGame]) -> Iterator[range]:
    """Ranges of games with about `_AT_ONCE` decisions, and with the same rules."""
    first, count = 0, 0
    for place, game in enumerate(games):
        other = game.record.rules != games[first].record.rules
        if count and (other or count + game.decisions > _AT_ONCE):
            yield range(first, place)
            first, count = place, 0
        count += game.decisions
    if count:
        yield range(first, len(games))


@dataclass(frozen=True)
class Shown:
    """Decisions of people in games of the same rules, as an agent at every seat sees them.

    Attributes:
        rules: of the games.
        rows: the decisions.
        people: [D] what people did.
        games: [D] the place of the game among those that are shown.
    """

    rules: Rules
    rows: Rows
    people: NDArray[np.int64]
    games: NDArray[np.int64]


def show_all(agent: Agent, games: Sequence[PeoplesGame], *, seed: int = 0) -> Iterator[Shown]:
    """All decisions that count, some thousands at a time.

    Args:
        agent: who watches from every seat, and remembers.
        seed: of the generators of the decisions.
    """
    for part in _parts(games):
        yield _show(agent, games, part, seed)


def _show(agent: Agent, games: Sequence[PeoplesGame], part: range, seed: int) -> Shown:
    rules = games[part[0]].record.rules
    counts = [np.array(games[place].counts, np.bool_) for place in part]
    taken = [np.array(games[place].record.actions, np.int16) for place in part]
    rows = _rows(agent, rules, sum(int(each.sum()) for each in counts))
    row, sizes = 0, []
    for place, count, actions in zip(part, counts, taken, strict=True):
        states = new_states(rules, 1)
        states[0].deck[: rules.deck_size] = games[place].record.deck
        memory = new_memory(agent, rules.players)
        game = Watched(states[0], memory, new_views(rules, 1)[0], agent.native_observe)
        own = (seed + place) & MAX_SEED  # those behind the last seed begin again
        before, row = row, show_game(rows, row, game, actions, count, own)
        require_unraised(agent, game.look_at.raised)
        sizes.append(row - before)
    people = np.concatenate([a[c] for a, c in zip(taken, counts, strict=True)]).astype(np.int64)
    return Shown(rules, rows, people, np.repeat(np.array(part), sizes))


def _rules_told(agent: Agent, rules: Rules) -> Rules:
    """What an agent is told of the rules."""
    told = replace(rules, bomb="zero")
    if isinstance(agent, CompiledPolicy) and not hasattr(agent, "card"):
        told = replace(told, discard_at_max=False)
    return told


def _ask(agent: Agent, shown: Shown) -> Answers:
    told = _rules_told(agent, shown.rules)
    shown.rows.views["rules"] = told.tables
    chosen, chances = _answers(agent, told, shown.rows)
    own = None if chances is None else chances[np.arange(len(chosen)), shown.people]
    return Answers(chosen, shown.people, shown.rows.legal.sum(axis=1), shown.games, own)


def _rows(agent: Agent, rules: Rules, count: int) -> Rows:
    return Rows(
        views=new_views(rules, count),
        memory=np.zeros((count, agent.memory_size), np.int64),
        known_decks=np.zeros((count, MAX_DECK), np.int16),
        histories=np.full((count, rules.max_turns), NO_ACTION, np.int16),
        legal=np.zeros((count, rules.num_actions), np.bool_),
        rngs=np.zeros((count, 2), np.uint64),
    )


def _answers(
    agent: Agent, rules: Rules, rows: Rows
) -> tuple[NDArray[np.int64], NDArray[np.float64] | None]:
    """[D] the actions, and [D, A] the chances if the agent tells them."""
    chosen = np.zeros(len(rows.views), np.int64)
    tells = tells_chances(agent)
    if isinstance(agent, CompiledPolicy):
        act_rows(chosen, rows, agent.native_act)
        require_unraised(agent, rows.views["raised"])
        told = agent.chances_of(rows.views, rows.memory) if tells else None  # type: ignore[attr-defined]
        return chosen, told
    found = []
    step = max(1, agent.games_at_once)
    for first in range(0, len(chosen), step):
        part = slice(first, first + step)
        turns = Turns(
            rules=rules,
            views=rows.views[part],
            memory=rows.memory[part],
            rngs=rows.rngs[part],
            known_decks=rows.known_decks[part],
            actions=rows.histories[part],
        )
        chosen[part] = answers(agent, turns, np.arange(first, first + len(turns.views)))
        if tells:
            found.append(agent.chances(turns))  # type: ignore[attr-defined]
    return chosen, np.concatenate(found) if found else None
