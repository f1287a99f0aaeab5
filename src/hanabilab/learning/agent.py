"""`net(FILE)`: a trained network as an agent, wherever agents are asked for.

A batched policy. What the network remembers of a game is a function of what its seat has observed,
and is computed from it. It is also kept for a while under a key of the history, so that a game that
goes on costs one step of the network a turn. Whether it was kept makes no difference: the network
always works on blocks of the same number of rows, so that a row comes out the same to the bit.
Searches carry memories themselves (`agents.carrying`); there the network takes all rows at once.
"""

from __future__ import annotations

import threading
from contextlib import ExitStack
from math import prod
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from hanabilab.agents.policy import Turns, shown_name
from hanabilab.agents.random_agent import random_agent
from hanabilab.errors import AgentError
from hanabilab.game.layout import layout_of
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rules import Rules
from hanabilab.game.vectors import legal_masks
from hanabilab.learning import recalling
from hanabilab.learning.memory_store import MemoryStore
from hanabilab.learning.networks import dueling
from hanabilab.learning.rollouts import mask_illegal
from hanabilab.learning.weight_files import NETWORKS, load_weights
from hanabilab.notation.call import text_of_call

#: Memories that are kept: the latest, from so many to twice as many.
MOST_KEPT = 32_768
#: Games that are played again side by side.
_AGAIN = 512
#: Rows that the network always works on at once, zeros among them. What PyTorch computes for a row
#: may differ in the last bits with the number of rows beside it.
_BLOCK = 128


class _Room(NamedTuple):
    """What a thread works with, for games of the same rules.

    Attributes:
        table: where games are played again.
        kept: memories by the key of their history.
    """

    table: recalling.Table
    kept: MemoryStore


class NetworkAgent:
    """A network of a file that takes its best action.

    Args:
        file: of weights, or the name of some that come with the package.
        network: FILE.py:NAME of a network of a user; else the one that the card of the file tells.

    Attributes:
        name: in the grammar of agents.
        players: the number that its rules have.
        rooms: what each thread works with, see `room`.

    Raises:
        LearningError: no such weights, or damaged ones.
    """

    memory_size = 0
    games_at_once = 2048
    max_hands = 2000

    __repr__ = shown_name

    def __init__(self, file: str, network: str = "") -> None:
        self.file, self._made_by = file, network
        self.name = text_of_call("net", file, **({"network": network} if network else {}))
        self.network, self.card = load_weights(file, NETWORKS, network)
        self.players = range(self.card.rules.players, self.card.rules.players + 1)
        self.rooms = threading.local()
        self._weights = ExitStack()
        self._weights.enter_context(self.network.held())  # they never change again

    def __reduce__(self) -> tuple[Any, ...]:
        return NetworkAgent, (self.file, self._made_by)

    @property
    def plays_variants(self) -> bool:
        """Whether it has learned one; it plays what it has learned (`Card.require_rules`)."""
        return not self.card.rules.is_usual

    @property
    def native_observe(self) -> Any:
        """Nothing is remembered in the game's memory."""
        return random_agent.native_observe

    def room(self, rules: Rules) -> _Room:
        """Of the thread that asks: games of several threads are asked for at the same time.

        Args:
            rules: of the games. Actions mean other things where another seat begins, or where cards
                are drawn into other slots, though observations are of the same size.
        """
        rooms: dict[Rules, _Room] = vars(self.rooms).setdefault("by_rules", {})
        if rules not in rooms:
            table = recalling.Table(new_states(rules, 1), new_views(rules, 1))
            rooms[rules] = _Room(table, MemoryStore(MOST_KEPT, self.carried_size))
        return rooms[rules]

    @property
    def carried_size(self) -> int:
        """Numbers that a seat remembers: 336 for `net(gru-2p)`."""
        return prod(self.network.state_shape)

    def act_batch(self, turns: Turns) -> NDArray[np.int64]:
        """[G] the network's best legal action in each game."""
        self.card.require_rules(turns.rules)
        waiting, room = _waiting(turns), self.room(turns.rules)
        keys = self._keys(waiting, room)
        before = self._recall(waiting, keys[:, 0], room)
        logits, after = self._step(self._observe(turns), before)
        room.kept.put(keys[:, 1], after)
        return _best(logits, turns)

    def recall_batch(self, turns: Turns) -> NDArray[np.float32]:
        """[G, C] what the seats to act remember of their turns before this one."""
        self.card.require_rules(turns.rules)
        waiting, room = _waiting(turns), self.room(turns.rules)
        return self._recall(waiting, self._keys(waiting, room)[:, 0], room)

    def act_carrying(
        self, turns: Turns, carried: NDArray[np.float32]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """[G] the best legal actions, and [G, C] what the seats remember then."""
        logits, after = self._network_step(self._observe(turns), carried)
        return _best(logits, turns), after

    def chances(self, turns: Turns) -> NDArray[np.float64]:
        """[G, A] the network's policy.

        Raises:
            AgentError: it has learned values of actions, and has none.
        """
        if self.card.value_based:
            raise AgentError(f"{self.name} has learned values of actions, and tells no chances")
        logits, _ = self._network_step(self._observe(turns), self.recall_batch(turns))
        legal = torch.from_numpy(legal_masks(turns.rules, turns.views))
        found: NDArray[np.float64] = mask_illegal(logits, legal).double().softmax(-1).numpy()
        return found

    @torch.no_grad()  # type: ignore[untyped-decorator]  # PyTorch is not followed by mypy
    def expected_scores(self, turns: Turns, carried: NDArray[np.float32]) -> NDArray[np.float64]:
        """[G] the points on the table, and what the network says is still to come.

        Raises:
            AgentError: values of all seats were learned as one sum (VDN): one seat tells only its
                part.
        """
        if self.card.tells_parts:
            raise AgentError(f"{self.name} tells a seat's part of the value; turns must be 0")
        seen = torch.from_numpy(self._observe(turns)).float()
        state = self._as_state(carried)
        if self.card.value_based:
            legal = torch.from_numpy(legal_masks(turns.rules, turns.views))
            values = dueling(self.network(seen[None], state), legal[None])[0]
            to_come = mask_illegal(values, legal).amax(-1).double().numpy()
        else:
            to_come = self.network.judge(seen, state).double().numpy()
        points: NDArray[np.float64] = turns.views["points"] + to_come
        return points.clip(0)

    def _as_state(self, memory: NDArray[np.float32]) -> Tensor:
        """[states, G, neurons] of [G, C]."""
        if not self.carried_size:
            return self.network.first_state(len(memory))
        shape = self.network.state_shape
        return torch.from_numpy(memory).unflatten(1, shape).transpose(0, 1).contiguous()

    def _observe(self, turns: Turns) -> NDArray[np.uint8]:
        """[G, N] what the seats to act observe."""
        layout = layout_of(self.card.rules)
        observations = np.zeros((len(turns.views), layout.size), np.uint8)
        recalling.fill_now(observations, turns.views, layout.row)
        return observations

    def _keys(self, waiting: recalling.Waiting, room: _Room) -> NDArray[np.uint64]:
        """[G, 2, 2] of the seats' histories up to their last turn, and up to now."""
        keys = np.zeros((len(waiting.views), 2, 2), np.uint64)
        if self.carried_size:
            recalling.fill_keys(keys, waiting, room.table)
        return keys

    def _recall(
        self, waiting: recalling.Waiting, keys: NDArray[np.uint64], room: _Room
    ) -> NDArray[np.float32]:
        """[G, C] what the seats to act remember, looked up under `keys` [G, 2] or computed."""
        if not self.carried_size:
            return np.zeros((len(keys), 0), np.float32)
        memory, found = room.kept.get(keys)
        missing = np.flatnonzero(~found & keys.any(1))
        for start in range(0, len(missing), _AGAIN):
            rows = missing[start : start + _AGAIN]
            memory[rows] = self._recompute(waiting, rows, room.table)
        return memory

    def _recompute(
        self, waiting: recalling.Waiting, rows: NDArray[np.int64], table: recalling.Table
    ) -> NDArray[np.float32]:
        """[R, C] the same of some games from the deal, turn by turn, side by side."""
        layout = layout_of(self.card.rules)
        most = int(waiting.views["turn"][rows].max()) // self.players.start + 1
        seen, counts = np.zeros((len(rows), most, layout.size), np.uint8), np.zeros(len(rows), int)
        for index, row in enumerate(rows):
            counts[index] = recalling.fill_earlier(seen[index], waiting, row, table, layout.row)
        memory = np.zeros((len(rows), self.carried_size), np.float32)
        for turn in range(int(counts.max())):
            going = np.flatnonzero(counts > turn)
            memory[going] = self._step(seen[going, turn], memory[going])[1]
        return memory

    def _step(
        self, observations: NDArray[np.uint8], memory: NDArray[np.float32]
    ) -> tuple[Tensor, NDArray[np.float32]]:
        """[G, A] logits and [G, C] memories after a turn, block by block."""
        logits, after = [], []
        for start in range(0, len(observations), _BLOCK):
            rows = slice(start, start + _BLOCK)
            seen, before = torch.from_numpy(observations[rows]), torch.from_numpy(memory[rows])
            out, state = self._network_step(_padded(seen).numpy(), _padded(before).numpy())
            logits.append(out)
            after.append(state)
        count = len(observations)
        return torch.cat(logits)[:count], np.concatenate(after)[:count]

    @torch.no_grad()  # type: ignore[untyped-decorator]  # PyTorch is not followed by mypy
    def _network_step(
        self, observations: NDArray[np.uint8], memory: NDArray[np.float32]
    ) -> tuple[Tensor, NDArray[np.float32]]:
        """[G, A] logits and [G, C] memories after a turn, all rows at once."""
        seen = torch.from_numpy(observations).float()
        logits, after = self.network.act(seen, self._as_state(memory))
        carried: NDArray[np.float32] = after.transpose(0, 1).flatten(1).numpy()
        return logits, carried if self.carried_size else memory


def _padded(rows: Tensor) -> Tensor:
    """At most `_BLOCK` rows, filled up with zeros."""
    zeros = rows.new_zeros([_BLOCK - len(rows), *rows.shape[1:]])
    return torch.cat((rows, zeros))


def _waiting(turns: Turns) -> recalling.Waiting:
    return recalling.Waiting(turns.views, turns.known_decks, turns.actions)


def _best(logits: Tensor, turns: Turns) -> NDArray[np.int64]:
    """[G] the legal action of the greatest logit."""
    legal = torch.from_numpy(legal_masks(turns.rules, turns.views))
    actions: NDArray[np.int64] = mask_illegal(logits, legal).argmax(-1).numpy()
    return actions
