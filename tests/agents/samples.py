"""Agents for tests: with a memory, with a fault, and asked in batches; and ways to ask them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hanabilab._jit import kernel
from hanabilab.agents import CompiledPolicy, policy
from hanabilab.game.actions import action_kind, is_legal
from hanabilab.game.rows import new_views
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.rules import Rules
from hanabilab.game.state import State
from hanabilab.game.view import View, look
from hanabilab.game.words import card_name, format_action
from hanabilab.notation import format_rules, parse_state
from hanabilab.randomness import seed_rng
from tests.tables import stacked_deck

__all__ = [
    "CALLS",
    "DIGEST",
    "HINTS",
    "ODD_RULES",
    "SEAT",
    "Imitator",
    "act_all",
    "decide",
    "imitate",
    "mindful",
    "position",
    "remember_all",
    "self_checking",
    "view_of",
]

#: Entries of the memory below: calls so far, hints so far, seat + 1, a digest of all that was seen.
CALLS, HINTS, SEAT, DIGEST = range(4)
#: Rules at the edges of what is allowed, for agents that must stay legal under any.
ODD_RULES = [
    Rules(information_tokens=0),
    Rules(information_tokens=0, hand_size=1),
    Rules(suits=1),
    Rules(suits=1, ranks=1, copies=(2,), hand_size=1),
    Rules(hand_size=1, players=6, life_tokens=1),
    Rules(suits=1, ranks=2, copies=(1, 1), hand_size=1),
    Rules(suits=6, hand_size=6, players=6, information_tokens=1),
    Rules(information_tokens=64, life_tokens=64, players=4),
]


def remember_all(view, memory):
    """Take in what has happened; the digest depends on every hand that the seat sees."""
    rules = view.rules
    memory[CALLS] += 1
    memory[SEAT] = view.seat + 1
    if view.last_action >= 0 and action_kind(rules, view.last_action) > PLAY:
        memory[HINTS] += 1
    seen = int(view.last_action) + 2
    for seat in range(rules.num_players):
        for slot in range(rules.hand_size):
            seen = (seen * 33 + int(view.hands[seat, slot]) + 3) % 1_000_003
    memory[DIGEST] = (memory[DIGEST] * 31 + seen) % 1_000_003


@policy("mindful", observe=remember_all, memory_size=4)
def mindful(view, memory, rng):
    """Whatever its memory says, by a digest; it seldom plays a card, so games are long."""
    rules = view.rules
    start = memory[DIGEST] % rules.num_actions
    for step in range(rules.num_actions):
        action = (start + step) % rules.num_actions
        seldom = memory[DIGEST] % 7 == 0
        if is_legal(view, action) and (seldom or action_kind(rules, action) != PLAY):
            return action
    for action in range(rules.num_actions):
        if is_legal(view, action):
            return action
    return -1


@policy("self-checking", observe=remember_all, memory_size=4)
def self_checking(view, memory, rng):
    """As `mindful`, but acts illegally when its memory is not what the table says it must be."""
    rules = view.rules
    hints = view.turn - view.points
    for card in range(rules.num_cards):
        hints -= view.discards[card]
    fine = memory[CALLS] == view.turn + 1
    if not fine or memory[HINTS] != hints or memory[SEAT] != view.seat + 1:
        return -1
    start = memory[DIGEST] % rules.num_actions
    for step in range(rules.num_actions):
        action = (start + step) % rules.num_actions
        if is_legal(view, action):
            return action
    return -1


@kernel
def act_all(actions, views, memory, rngs, act):
    """Fill `actions` [G] with what a compiled agent does in each of the games."""
    for index in range(len(actions)):
        actions[index] = act(views[index], memory[index], rngs[index])


@dataclass(frozen=True)
class Imitator:
    """A batched agent that does what a compiled one does, and keeps what it was shown."""

    name: str
    agent: CompiledPolicy
    games_at_once: int = 5
    shown: list[Any] = field(default_factory=list, compare=False)

    @property
    def memory_size(self) -> int:
        """As the agent's."""
        return self.agent.memory_size

    @property
    def settings(self) -> tuple[int, ...]:
        """As the agent's."""
        return self.agent.settings

    @property
    def native_observe(self) -> Any:
        """As the agent's."""
        return self.agent.native_observe

    @property
    def players(self) -> range:
        """As the agent's."""
        return self.agent.players

    def act_batch(self, turns):
        """[G] what the agent does."""
        actions = np.zeros(len(turns.views), np.int64)
        act_all(actions, turns.views, turns.memory, turns.rngs, self.agent.native_act)
        self.shown.append((turns, actions))
        return actions


def imitate(agent: CompiledPolicy, games_at_once: int = 5) -> Imitator:
    """The batched twin of a compiled agent."""
    return Imitator(f"batched-{agent.name}", agent, games_at_once)


def decide(agent: CompiledPolicy, rules: Rules, state: State, seed: int = 0) -> str:
    """What a compiled agent without memory does in a state, in words."""
    views, rngs = new_views(rules, 1), np.zeros((1, 2), np.uint64)
    look(views[0], state, state.current_seat)
    seed_rng(rngs[0], seed, 0, 0)
    actions = np.zeros(1, np.int64)
    act_all(actions, views, np.zeros((1, 0), np.int64), rngs, agent.native_act)
    return format_action(rules, int(actions[0]))


def view_of(rules: Rules, state: State, seat: int = 0) -> View:
    """What a seat sees of a state."""
    view: View = new_views(rules, 1)[0]
    look(view, state, seat)
    return view


def position(
    rules: Rules,
    *hands: str,
    fireworks: str = "",
    discards: str = "",
    tokens: int | None = None,
    youngest_first: bool = False,
    seat: int = 0,
) -> State:
    """A state by what lies on the table.

    Args:
        hands: of each seat, "R1 Y2:Y B3:B3 -": a card, then the color and rank it was hinted.
        fireworks: the top cards, "R1G2".
        discards: cards in order of id.
        tokens: information tokens, the most there can be by default.
        youngest_first: whether slot 0 holds the youngest card of each hand, not the oldest.
        seat: to act.
    """
    words = [hand.split() for hand in hands]
    order = [(seat, slot) for seat, hand in enumerate(words) for slot in range(len(hand))]
    order.sort(key=lambda place: -place[1] if youngest_first else place[1])
    held = [place for place in order if words[place[0]][place[1]] != "-"]
    ages = {place: age for age, place in enumerate(held)}
    tops = [fireworks[i : i + 2] for i in range(0, len(fireworks), 2)]
    piles = [f"{top[0]}{rank}" for top in tops for rank in range(1, int(top[1]) + 1)]
    piles += [discards[i : i + 2] for i in range(0, len(discards), 2)]
    first = [words[seat][slot][:2] for seat, slot in held] + piles
    deck = [card_name(rules, card) for card in stacked_deck(rules, " ".join(first))]
    text = " ".join(
        [
            format_rules(rules).replace(" ", ""),
            *(
                "+".join(
                    _slot(rules, word, ages.get((seat, slot))) for slot, word in enumerate(hand)
                )
                for seat, hand in enumerate(words)
            ),
            "".join(deck),
            fireworks or "-",
            discards or "-",
            f"d{len(first)} i{rules.information_tokens if tokens is None else tokens}",
            f"l{rules.life_tokens} t0 s{seat} c{rules.players} -",
        ]
    )
    return parse_state(text)[1]


def _slot(rules: Rules, word: str, age: int | None) -> str:
    if age is None:
        return "-"
    card, _, hinted = word.partition(":")
    suits = "".join(letter for letter in hinted if letter.isalpha()) or "RYGWBP"[: rules.suits]
    ranks = "".join(letter for letter in hinted if letter.isdigit()) or "12345"[: rules.ranks]
    return f"{card}@{age}/{suits}{ranks}/{hinted or '-'}"
