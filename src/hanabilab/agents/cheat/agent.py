"""`cheat`: sees its own hand. An upper bound for honest agents, not one of them.

It does not see the order of the deck. Hints say nothing, they pass the turn. On its turn a seat

1. plays: the playable card of lowest rank; of those, one that no other seat holds, a last copy, the
   highest slot;
2. passes, if it may not discard;
3. discards, without tokens;
4. passes, if every draw counts (as many cards are still to be played as to be drawn, or more) and
   one of the next seats, as many as there are tokens, can play;
5. passes, if the next seat holds nothing that is needed and itself does, and few tokens are
   missing, so that rather the other draws;
6. discards a card not needed, or of which its hand has another; with few tokens, also a card that
   another seat holds;
7. passes, if one of the next seats, as many as there are tokens, can play or discards at less cost;
8. discards.

It discards what costs least: a card not needed or held twice; one that another seat holds; one
with another copy in the deck, of high rank rather; a last copy, of high rank rather.

With two cards or fewer in the deck it looks at all that can follow (`endgame`), and does something
else if that makes more points.

Source: our own. That most of it has to be like this was found by others with open hands, see
`CheatBot` (Quuxplusone/Hanabi) and `cheating_player` (fpvandoorn/hanabi).
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.cheat.endgame import improved_action
from hanabilab.agents.endgame.open_hands import can_look
from hanabilab.agents.fallback import any_action
from hanabilab.agents.policy import Memory, policy
from hanabilab.game.actions import discard_action, play_action, seat_at
from hanabilab.game.cards import bit, is_playable, is_useless
from hanabilab.game.view import View
from hanabilab.game.words import action_words
from hanabilab.knowledge.card_sets import count_members, hand_cards, needed_cards, other_hands
from hanabilab.randomness import Rng

#: What a discard costs: nothing; little, for a card that another seat holds; more, the more the
#: lower the rank, for one with another copy in the deck; most for a last copy.
_FREE, _HELD, _IN_DECK, _LAST_COPY = 0, 1, 2, 10
#: The most tokens at which a card that another seat holds is discarded without more ado.
_FEW_TOKENS = 5
#: Cards in the deck, at most, from which it looks at all that can follow.
_SHORT_DECK = 2
#: The most missing tokens for which a seat with nothing needed is left the draw.
_FEW_MISSING = 3

_PLAY, _FULL, _EMPTY, _WAIT, _LEAVE_DRAW, _CHEAP, _OTHERS, _CHEAPEST, _ENDGAME = range(9)
_REASONS = (
    "it is playable",
    "nothing may be discarded",
    "there is no token",
    "every draw counts, and another seat can play",
    "the next seat holds nothing that is needed, and may draw",
    "it costs little",
    "another seat can play, or discard at less cost",
    "no other seat can do better",
    "it makes more points in the end",
)


@kernel
def _best_play(view: View) -> int:
    """The slot of rule 1; -1 if there is none."""
    held = other_hands(view, view.seat)
    best, best_key = -1, 1 << 10
    for slot in range(view.rules.hand_size):
        card = view.hands[view.seat, slot]
        if card >= 0 and is_playable(view, card):
            key = 4 * int(view.rules.rank_of[card]) + 2 * (held >> card & 1)
            key += view.left[1] >> card & 1
            if key <= best_key:
                best, best_key = slot, key
    return best


@kernel
def _cheapest(view: View, seat: int) -> tuple[int, int]:
    """The slot that a seat had best discard, and what it costs."""
    held, own = other_hands(view, seat), 0
    best, best_cost = -1, 1 << 10
    for slot in range(view.rules.hand_size):
        card = view.hands[seat, slot]
        if card < 0:
            continue
        below_top = view.rules.num_ranks - 1 - view.rules.rank_of[card]
        if is_useless(view, card) or own >> card & 1:
            cost = _FREE
        elif held >> card & 1:
            cost = _HELD
        else:
            cost = (_IN_DECK if view.left[1] >> card & 1 else _LAST_COPY) + below_top
        own |= bit(card)
        if cost < best_cost:
            best, best_cost = slot, cost
    return best, best_cost


@kernel
def _another_can_play(view: View, cost: int) -> bool:
    """Whether one of the seats that tokens reach can play, or discard at less than `cost`."""
    for offset in range(1, min(view.rules.num_players - 1, view.information_tokens) + 1):
        seat = seat_at(view, offset)
        if hand_cards(view, seat) & view.playable or _cheapest(view, seat)[1] < cost:
            return True
    return False


@kernel
def _leaves_draw(view: View) -> bool:
    """Whether to leave the next draw to a seat that holds nothing needed, as rule 5 says."""
    missing = view.rules.max_information_tokens - view.information_tokens
    needed_here = hand_cards(view, view.seat) & ~view.useless
    needed_next = hand_cards(view, seat_at(view, 1)) & ~view.useless
    return missing <= _FEW_MISSING and needed_here != 0 and needed_next == 0


@kernel
def _rule(view: View) -> tuple[int, int]:
    """What the rules say, and which of `_REASONS`."""
    rules = view.rules
    slot = _best_play(view)
    if slot >= 0:
        return play_action(rules, slot), _PLAY
    tokens = view.information_tokens
    if tokens == rules.max_information_tokens:
        return any_action(view), _FULL
    slot, cost = _cheapest(view, view.seat)
    if slot < 0:  # no card is left, where there is no last round
        return any_action(view), _EMPTY
    discard = discard_action(rules, slot)
    if tokens == 0:
        return discard, _EMPTY
    to_play = count_members(needed_cards(view))
    if to_play > rules.deck_size - view.deck_drawn and _another_can_play(view, _FREE):
        return any_action(view), _WAIT
    if _leaves_draw(view):
        return any_action(view), _LEAVE_DRAW
    if cost == _FREE or (cost == _HELD and tokens <= _FEW_TOKENS):
        return discard, _CHEAP
    if _another_can_play(view, cost):
        return any_action(view), _OTHERS
    return discard, _CHEAPEST


@kernel
def _decide(view: View) -> tuple[int, int]:
    """The action, and which of `_REASONS` it has."""
    action, reason = _rule(view)
    if can_look(view, _SHORT_DECK):
        better = improved_action(view, action)
        if better != action:
            return better, _ENDGAME
    return action, reason


def _explain(view: View, memory: Memory) -> str:  # noqa: ARG001  # protocol
    action, reason = _decide(view)
    return f"{action_words(view, action, view.seat)}: {_REASONS[reason]}"


@policy("cheat", sees_own_hand=True, explain=_explain, plays_variants=True)
def cheat(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # protocol
    """Cheats: it sees its own hand. An upper bound for the honest agents."""
    return _decide(view)[0]
