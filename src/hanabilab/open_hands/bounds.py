"""Bounds that prove a position lost, though all cards are known. Kernels.

Both bounds deal out the rest of the deck to hands without a limit:

- *pace*: a seat can draw a card only after another has left its hand. Cards that could not be
  played by then were discarded, and only so many cards can be discarded before turns run out.
- *storage*: cards that are needed, cannot be played yet and have no later copy must all be held.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab._jit import kernel
from hanabilab.game.rule_tables import MAX_CARDS, MAX_SUITS, PLAY, RuleTables
from hanabilab.game.stacks import STACKS_UP
from hanabilab.open_hands.nodes import Deal, Node


@kernel
def reckons_with(rules: RuleTables) -> bool:
    """Whether bounds and beams are about such rules.

    Suits go up, a discard brings a token, there is a last round, and any hint passes the turn.
    """
    usual = rules.stack_kind == STACKS_UP and rules.all_or_nothing == 0
    usual &= rules.discards_per_token == 1 and rules.alternates_hints == 0
    usual &= rules.discards_below == rules.max_information_tokens
    usual &= rules.action_kind[rules.num_actions - 1] != PLAY  # of the deck
    for card in range(rules.num_cards):
        usual &= rules.touched_by[card] != 0
    return usual


@kernel
def slack(node: Node, deal: Deal) -> int:
    """How many more cards may be discarded before turns are short."""
    left = len(deal.deck) - node.next
    return left + node.turns_left - (deal.rules.max_score - node.points)


@kernel
def is_lost(node: Node, deal: Deal) -> bool:
    """Whether a bound proves that no perfect game can be reached."""
    rules = deal.rules
    spare = slack(node, deal)
    if spare < 0:
        return True
    reach = np.zeros(MAX_SUITS, np.int64)  # ranks playable by then, each suit
    for suit in range(rules.num_suits):
        reach[suit] = node.fireworks[suit]
    held = np.zeros(MAX_CARDS, np.bool_)
    bound = 0  # cards held that must be kept
    for seat in range(rules.num_players):
        for slot in range(rules.hand_size):
            card = node.hands[seat, slot]
            if card >= 0 and not held[card]:
                held[card] = True
                needed = rules.rank_of[card] >= node.fireworks[rules.suit_of[card]]
                bound += needed and deal.last_at[card] < node.next
    plays = 0
    for suit in range(rules.num_suits):
        gained, freed = _advance(reach, held, suit, int(node.next), deal)
        plays, bound = plays + gained, bound - freed
    room = rules.num_players * rules.hand_size
    for place in range(node.next, len(deal.deck)):
        if place - node.next + 1 - plays > spare or bound >= room:
            return True
        card = deal.deck[place]
        suit = rules.suit_of[card]
        if rules.rank_of[card] >= reach[suit]:
            held[card] = True
            bound += deal.last_at[card] == place
            gained, freed = _advance(reach, held, suit, place + 1, deal)
            plays, bound = plays + gained, bound - freed
    return False


@kernel
def _advance(
    reach: NDArray[np.int64], held: NDArray[np.bool_], suit: int, place: int, deal: Deal
) -> tuple[int, int]:
    """Play a suit as far as the cards held allow; how many plays, and how many were bound."""
    plays, freed, ranks = 0, 0, int(deal.rules.num_ranks)
    while reach[suit] < ranks and held[suit * ranks + reach[suit]]:
        freed += deal.last_at[suit * ranks + reach[suit]] < place
        reach[suit] += 1
        plays += 1
    return plays, freed
