"""All that one seat has seen of a game, ready to be replayed under any hand of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit.guard import call_observe
from hanabilab.agents.asking import require_unraised, users_observe
from hanabilab.agents.policy import Agent, CompiledPolicy, Turns, new_memory
from hanabilab.beliefs.hand_range import card_at
from hanabilab.beliefs.replay import (
    Blueprint,
    Held,
    Placement,
    fill_moves,
    find_first_deviation,
    recall,
    watch,
)
from hanabilab.beliefs.sampled_worlds import SCRATCH_SIZE, sample_world
from hanabilab.errors import AgentError
from hanabilab.game.actions import NO_ACTION
from hanabilab.game.dealing import deal
from hanabilab.game.engine import apply_action
from hanabilab.game.games import Game
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rule_tables import MAX_CARDS, MAX_DECK, MAX_HAND
from hanabilab.game.rules import Rules
from hanabilab.game.view import fill_known_deck, look
from hanabilab.knowledge.unseen import count_unseen
from hanabilab.randomness import BELIEF_STREAM, fill_belief_seeds, seed_rng


def new_rng(seed: int = 0, turn: int = 0) -> NDArray[np.uint64]:
    """A generator for what a seat works out beside the game, which never draws from its stream."""
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, seed, turn, BELIEF_STREAM)
    return rng


def belief_seeds_of(
    seed: int, games: NDArray[np.int64], seats: NDArray[np.int64]
) -> NDArray[np.int64]:
    """[G] `Turns.belief_seeds` of seats [G] in `games` [G] of `seed`."""
    seeds = np.zeros(len(games), np.int64)
    fill_belief_seeds(seeds, seed, games, np.asarray(seats, np.int64), np.zeros(2, np.uint64))
    return seeds


def turns_of_one(
    game: Game,
    seat: int,
    memory: NDArray[np.int64],
    rngs: NDArray[np.uint64] | None = None,
    belief_seeds: NDArray[np.int64] | None = None,
) -> Turns:
    """What a seat knows of a game, as a batch of one.

    Args:
        memory: [1, memory_size] of the seat.
        rngs: [1, 2] its generator; zeros if None.
        belief_seeds: [1] as `Turns` has them.
    """
    rules = game.rules
    turns = Turns(
        rules=rules,
        views=new_views(rules, 1),
        memory=memory,
        rngs=np.zeros((1, 2), np.uint64) if rngs is None else rngs,
        known_decks=np.zeros((1, MAX_DECK), np.int16),
        actions=np.full((1, rules.max_turns), NO_ACTION, np.int16),
        belief_seeds=belief_seeds,
    )
    look(turns.views[0], game.state, seat)
    fill_known_deck(turns.known_decks[0], game.state, seat)
    turns.actions[0, : len(game.actions)] = game.actions
    return turns


def blueprint_of(policy: CompiledPolicy) -> Blueprint:
    """What kernels need of a policy."""
    return Blueprint(policy.native_act, policy.native_observe, policy.common)


def unseen_counts(view: Any) -> NDArray[np.int64]:
    """[MAX_CARDS] copies that the seat of `view` cannot see."""
    counts = np.zeros(MAX_CARDS, np.int64)
    count_unseen(counts, view)
    return counts


@dataclass(frozen=True)
class History:
    """One row of `Turns`: a game up to now, as the seat to act knows it.

    Attributes:
        policy: whose memory is kept, for all seats.
        view: VIEW row, now.
        known_deck: [MAX_DECK] cards the seat has seen, UNKNOWN_CARD elsewhere.
        actions: [max_turns] action ids so far.
        first_deviation_of_others: the first turn at which another seat may have left the policy;
            None if none has.
        deck: what `likely_deck` is to be; None to draw one.
    """

    policy: Agent
    rules: Rules
    view: Any
    known_deck: NDArray[np.int16]
    actions: NDArray[np.int16]
    first_deviation_of_others: int | None = None
    deck: NDArray[np.int16] | None = None

    @classmethod
    def of(cls, policy: Agent, turns: Turns, game: int) -> History:
        """What the seat to act knows of one of the games that wait."""
        return cls(
            policy, turns.rules, turns.views[game], turns.known_decks[game], turns.actions[game]
        )

    @property
    def seat(self) -> int:
        """Whose knowledge this is."""
        return int(self.view.seat)

    @property
    def turn(self) -> int:
        """Actions so far."""
        return int(self.view.turn)

    def actor_at(self, turn: int) -> int:
        """Who takes action number `turn`."""
        return (self.rules.first_seat + turn) % self.rules.players

    @property
    def own_turns(self) -> range:
        """The turns at which the seat was to act, the present one last."""
        return range(self.turn % self.rules.players, self.turn + 1, self.rules.players)

    def view_at(self, turn: int) -> Any:
        """The seat's VIEW row before action number `turn`.

        Raises:
            AgentError: the position cannot come from a game.
        """
        if turn == self.turn:
            return self.view
        view = new_views(self.rules, 1)[0]
        look(view, self.replay(turn, self.likely_deck)[0], self.seat)
        return view

    def turns_of(self, view: Any, policy: Agent, seed: int) -> Turns:
        """What a batched policy without memory in the game is asked about one own turn of it.

        Args:
            view: the seat's VIEW row at that turn, of `view_at`.
            policy: that is asked.
            seed: of what it draws; it depends on the turn, too.
        """
        views = new_views(self.rules, 1)
        views[0] = view
        memory, rngs = new_memory(policy, 1), new_rng(seed, int(view.turn))[None]
        decks, actions = self.known_deck[None].copy(), self.actions[None].copy()
        return Turns(self.rules, views, memory, rngs, decks, actions)

    def deck_with(self, packed: int, places: NDArray[np.int8]) -> NDArray[np.int16]:
        """`likely_deck` with the cards of `packed` at `places` [slot]."""
        deck = self.likely_deck.copy()
        for slot in np.flatnonzero(places >= 0):
            deck[places[slot]] = card_at(packed, int(slot))
        return deck

    def replay(self, turn: int, deck: NDArray[np.int16]) -> tuple[Any, NDArray[np.int64]]:
        """The position before action number `turn` with `deck`, and each seat's memory [P, M]."""
        past, look_at = new_states(self.rules, 1)[0], new_views(self.rules, 1)[0]
        memory = new_memory(self.policy, self.rules.players)
        recall(past, memory, deck, self.actions[:turn], look_at, self.policy.native_observe)
        if look_at.raised:
            self._raise_again(turn, deck)
        return past, memory

    def _raise_again(self, turn: int, deck: NDArray[np.int16]) -> None:
        """Let every seat observe once more, in plain Python, to hear what a user's function raises.

        Raises:
            Exception: what it has raised.
        """
        observe, look_at = users_observe(self.policy), new_views(self.rules, 1)[0]
        past, memory = new_states(self.rules, 1)[0], new_memory(self.policy, self.rules.players)
        past.deck[:] = deck
        deal(past)
        for number in range(turn + 1):
            for seat in range(self.rules.players):
                look(look_at, past, seat)
                if observe is not None:
                    call_observe(observe, look_at, memory[seat])
            if number < turn:
                apply_action(past, int(self.actions[number]))
        require_unraised(self.policy, raised=True)  # compiled alone

    def placement(self, past: Any, held: Held) -> Placement:
        """Where the cards of a hand that is held now were in the position `past`."""
        moved_from = np.zeros(MAX_HAND, np.int64)
        fill_moves(moved_from, past, held)
        return Placement(held.holder, moved_from)

    def watched(self, turns: range, deck: NDArray[np.int16], held: Held) -> tuple[Any, Placement]:
        """What the seat that acts at the last of `turns` saw at each: views [T], and hands in them.

        Args:
            turns: numbers of actions, one after another.
            deck: that is played with.
            held: the hand that is followed.
        """
        views = new_views(self.rules, len(turns))
        moves = np.zeros((len(turns), MAX_HAND), np.int64)
        past, actions = self.replay(turns[0], deck)[0], self.actions[turns[0] : turns[-1]]
        watch(views, moves, past, actions, self.actor_at(turns[-1]), held)
        return views, Placement(held.holder, moves)

    @cached_property
    def own_first_deviation(self) -> int:
        """The first turn at which the seat did not do as the policy does; the present if none.

        A batched policy is not asked again: taken to have been left at once.
        """
        if not isinstance(self.policy, CompiledPolicy):
            return self.own_turns[0]
        return find_first_deviation(
            self.replay(0, self.likely_deck)[0],
            new_memory(self.policy, 1)[0],
            self.actions[: self.turn],
            self.seat,
            new_views(self.rules, 1)[0],
            blueprint_of(self.policy),
            new_rng(),
        )

    @cached_property
    def likely_deck(self) -> NDArray[np.int16]:
        """A deck that agrees with all hints: the seat cannot tell its game from the real one."""
        if self.deck is not None:
            return self.deck
        world, scratch = new_states(self.rules, 1)[0], np.zeros(SCRATCH_SIZE, np.int64)
        if not sample_world(world, self.view, self.known_deck, scratch, new_rng()):
            raise AgentError("no game can reach this position")
        return world.deck.copy()
