"""`net(FILE)`: a trained network as an agent, wherever agents are asked for.

A batched policy. What the network remembers of a game is a function of what its seat has observed,
and is computed from it. It is also kept for a while under a key of the history, so that a game that
goes on costs one step of the network a turn. Whether it was kept makes no difference: the network
always works on blocks of the same number of rows, so that a row comes out the same to the bit.
"""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.agents.policy import Turns
from hanabilab.agents.random_agent import random_agent
from hanabilab.errors import AgentError
from hanabilab.game.games import new_states, new_views
from hanabilab.game.layout import layout_of
from hanabilab.game.vectors import legal_masks
from hanabilab.learning import recalling
from hanabilab.learning.blocks import BLOCK, padded
from hanabilab.learning.rollouts import mask_illegal
from hanabilab.learning.weight_files import load_network
from hanabilab.notation import format_rules

#: Memories that are kept: the latest.
MOST_KEPT = 50_000


class _Room(NamedTuple):
    """What a thread works with.

    Attributes:
        table: where games are played again.
        kept: memories by the key of their history, the latest last.
    """

    table: recalling.Table
    kept: dict[bytes, Tensor]


class NetworkAgent:
    """A network of a file that takes its best action.

    Args:
        file: of weights, or the name of some that come with the package.

    Attributes:
        name: in the grammar of agents.
        players: the number that its rules have.
        rooms: what each thread works with, see `room`.

    Raises:
        LearningError: no such weights, or damaged ones.
    """

    memory_size = 0
    games_at_once = 2048

    def __init__(self, file: str) -> None:
        self.file, self.name = file, f"net({file})"
        self.network, self.card = load_network(file)
        self.players = range(self.card.rules.players, self.card.rules.players + 1)
        self.rooms = threading.local()
        self._weights = ExitStack()
        self._weights.enter_context(self.network.held())  # they never change again

    def __reduce__(self) -> tuple[Any, ...]:
        return NetworkAgent, (self.file,)

    @property
    def native_observe(self) -> Any:
        """Nothing is remembered in the game's memory."""
        return random_agent.native_observe

    @property
    def room(self) -> _Room:
        """Of the thread that asks: games of several threads are asked for at the same time."""
        if not hasattr(self.rooms, "room"):
            rules = self.card.rules
            self.rooms.room = _Room(recalling.Table(new_states(rules, 1), new_views(rules, 1)), {})
        room: _Room = self.rooms.room
        return room

    def act_batch(self, turns: Turns) -> NDArray[np.int64]:
        """[G] the network's best legal action in each game."""
        self._require_rules(turns)
        layout = layout_of(self.card.rules)
        observations = np.zeros((len(turns.views), layout.size), np.uint8)
        recalling.fill_now(observations, turns.views, layout.row)
        logits = self._logits(torch.from_numpy(observations), turns)
        legal = torch.from_numpy(legal_masks(turns.rules, turns.views))
        actions: NDArray[np.int64] = mask_illegal(logits, legal).argmax(-1).numpy()
        return actions

    def _require_rules(self, turns: Turns) -> None:
        """Refuse games whose vectors or actions are others than those that were learned."""
        ours, theirs = self.card.rules, turns.rules
        sizes = [(layout_of(rules).size, rules.num_actions) for rules in (ours, theirs)]
        if sizes[0] != sizes[1]:
            learned, asked = format_rules(ours), format_rules(theirs)
            raise AgentError(f"this network has learned {learned}, and cannot play {asked}")

    def _logits(self, observations: Tensor, turns: Turns) -> Tensor:
        """[G, A] of the network, whose memories are looked up or computed, and kept."""
        if self.network.memory is None:
            return self._step(observations, self.network.first_state(len(observations)))[0]
        waiting = recalling.Waiting(turns.views, turns.known_decks, turns.actions)
        keys = np.zeros((len(observations), 2, 2), np.uint64)
        table, kept = self.room
        recalling.fill_keys(keys, waiting, table)
        before = [self._recall(keys[row, 0], waiting, row) for row in range(len(keys))]
        logits, after = self._step(observations, torch.stack(before, 1))
        for row, state in enumerate(after.unbind(1)):
            kept[keys[row, 1].tobytes()] = state
        while len(kept) > MOST_KEPT:
            del kept[next(iter(kept))]
        return logits

    def _recall(self, key: NDArray[np.uint64], waiting: recalling.Waiting, row: int) -> Tensor:
        """[states, neurons] what the seat of a game remembers of its turns before this."""
        if not key.any():
            return self.network.first_state(1)[:, 0]
        found = self.room.kept.get(key.tobytes())
        return self._recompute(waiting, row) if found is None else found

    def _recompute(self, waiting: recalling.Waiting, row: int) -> Tensor:
        """The same from the deal, turn by turn."""
        layout = layout_of(self.card.rules)
        seen = np.zeros((self.card.rules.max_turns, layout.size), np.uint8)
        count = recalling.fill_earlier(seen, waiting, row, self.room.table, layout.row)
        state = self.network.first_state(1)
        for turn in range(count):
            state = self._step(torch.from_numpy(seen[turn : turn + 1]), state)[1]
        return state[:, 0]

    @torch.no_grad()  # type: ignore[untyped-decorator]  # PyTorch is not followed by mypy
    def _step(self, observations: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """[G, A] logits and [states, G, neurons] memories after a turn, block by block."""
        logits, after = [], []
        for start in range(0, len(observations), BLOCK):
            rows = slice(start, start + BLOCK)
            seen, remembered = padded(observations[rows], 0), padded(state[:, rows], 1)
            out = self.network(seen.float()[None], remembered)
            logits.append(out.actions[0])
            after.append(out.state)
        count = len(observations)
        return torch.cat(logits)[:count], torch.cat(after, 1)[:, :count]
