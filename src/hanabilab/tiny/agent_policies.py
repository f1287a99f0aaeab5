"""Agents of the real game as policies of mini-Hanabi."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.asking import require_unraised
from hanabilab.agents.policy import (
    Agent,
    BatchedPolicy,
    CompiledPolicy,
    Turns,
    is_honest,
    new_memory,
)
from hanabilab.agents.traits import check_rules
from hanabilab.arena.faults import answers
from hanabilab.beliefs.history import blueprint_of
from hanabilab.errors import GameError
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.rules import Rules
from hanabilab.tiny.agent_kernels import Positions, Seen, fill_answers, fill_seen
from hanabilab.tiny.games.mini_hanabi import MiniHanabi
from hanabilab.tiny.policies import Policy, deterministic
from hanabilab.tiny.tree import GameTree


def agent_policy(tree: GameTree, agent: Agent) -> Policy:
    """What an agent does at each information set of mini-Hanabi.

    Each seat has a memory of its own, which has taken in what that seat has seen. An agent that
    draws lots draws them once for each information set.

    Raises:
        AgentError: the agent cannot play by these rules.
        GameError: not a tree of mini-Hanabi; an agent that cheats, or acts illegally.
    """
    if not isinstance(tree.game, MiniHanabi):
        raise GameError(f"agents play Hanabi, not {tree.game.name!r}; write hanabi(RULES)")
    if not is_honest(agent):
        raise GameError(f"agent {agent.name!r} sees its own hand, and is no policy of this game")
    check_rules(agent, tree.game.rules)
    chosen = _ask(tree, tree.game, agent)
    return deterministic(tree, [_place(tree, tree.game, *pair) for pair in enumerate(chosen)])


def _ask(tree: GameTree, game: MiniHanabi, agent: Agent) -> NDArray[np.int64]:
    """[I] the action ids that the agent chooses."""
    states = new_states(game.rules, len(tree.infosets))
    moves = np.full((len(tree.infosets), game.rules.max_turns), -1, np.int64)
    for infoset, deck, taken in _examples(tree, game):
        states[infoset]["deck"][: len(deck)] = deck
        moves[infoset, : len(taken)] = taken
    positions = Positions(states, moves)
    if not isinstance(agent, CompiledPolicy):
        starts = range(0, len(states), max(1, agent.games_at_once))
        rows = np.arange(len(states))
        return np.concatenate(
            [_answers(agent, game.rules, positions, rows[at:][: starts.step]) for at in starts]
        )
    chosen = np.zeros(len(states), np.int64)
    views, opening = new_views(game.rules, 1), new_memory(agent, 1)[0]
    fill_answers(chosen, positions, views, opening, blueprint_of(agent))
    require_unraised(agent, views["raised"])
    return chosen


def _answers(
    agent: BatchedPolicy, rules: Rules, positions: Positions, rows: NDArray[np.int64]
) -> NDArray[np.int64]:
    """[R] what an agent answers that is asked from Python, in the positions `rows`."""
    count = len(rows)
    turns = Turns(
        rules=rules,
        views=new_views(rules, count),
        memory=new_memory(agent, count),
        rngs=np.empty((count, 2), np.uint64),
        known_decks=np.empty((count, MAX_DECK), np.int16),
        actions=np.maximum(positions.moves[rows], 0).astype(np.int16),
    )
    seen = Seen(turns.views, turns.memory, turns.rngs, turns.known_decks)
    fill_seen(seen, positions, rows, new_memory(agent, 1)[0], agent.native_observe)
    require_unraised(agent, turns.views["raised"])
    return answers(agent, turns, rows)


def _examples(tree: GameTree, game: MiniHanabi) -> Iterator[tuple[int, list[int], list[int]]]:
    """Of each information set its first history: a deck and the action ids on the way."""
    seen = np.zeros(len(tree.infosets), np.bool_)
    waiting: deque[tuple[Any, list[int]]] = deque((state, []) for state, _ in game.deals())
    for infoset in tree.infoset.tolist():
        state, taken = waiting.popleft()
        if infoset < 0:
            continue
        if not seen[infoset]:
            seen[infoset] = True
            yield infoset, game.deck(state), taken
        for action in tree.infosets[infoset].actions:
            path = [*taken, game.action_id(action)]
            waiting.extend((after, path) for after, _ in game.act(state, action))


def _place(tree: GameTree, game: MiniHanabi, infoset: int, action: int) -> int:
    """The place of an action id among the actions of an information set."""
    actions = [game.action_id(words) for words in tree.infosets[infoset].actions]
    if action not in actions:
        raise GameError(f"the agent acts illegally: action {action} where {tree.infosets[infoset]}")
    return actions.index(action)
