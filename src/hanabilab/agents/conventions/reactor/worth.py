"""What an action brings, in hundredths of a point, as far as the one who acts sees."""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.conventions.reactor.clues import NOTHING, TO_PLAY, meaning
from hanabilab.agents.conventions.reactor.memory import call_of, first_called
from hanabilab.agents.conventions.reactor.numbers import (
    BUSY,
    DROP,
    KNOWN,
    LIFE,
    PACE,
    PLAYED,
    SCARCE,
    SPARE,
    TOKEN,
)
from hanabilab.agents.conventions.reactor.reactions import anchor_of, answered, reaction
from hanabilab.agents.hats.public_cards import possible_cards
from hanabilab.agents.policy import Memory
from hanabilab.game.actions import seat_after
from hanabilab.game.cards import bit, is_playable, is_useless, max_reachable_score
from hanabilab.game.rule_tables import PLAY
from hanabilab.game.view import View
from hanabilab.knowledge.card_sets import count_members, critical_cards, hand_cards
from hanabilab.knowledge.unseen import unseen_cards


@kernel
def loss(view: View, memory: Memory, card: int, seat: int) -> int:
    """What is lost with a card of a seat: nothing if it is useless, more if it is the last copy."""
    if is_useless(view, card):
        return 0
    rules = view.rules
    if critical_cards(view) >> card & 1:
        return int(memory[DROP]) * (rules.num_ranks - int(rules.rank_of[card]))
    for other in range(rules.num_players):
        if other != seat and other != view.seat and hand_cards(view, other) >> card & 1:
            return 0
    return int(memory[SPARE])


@kernel
def not_promised(view: View, memory: Memory) -> int:
    """Bit set of what fits and is not called in another hand that the viewer sees."""
    cards = int(view.playable)
    for seat in range(view.rules.num_players):
        for slot in range(view.rules.hand_size):
            if view.hands[seat, slot] >= 0 and call_of(view, memory, seat, slot) > 0:
                cards &= ~bit(view.hands[seat, slot])
    return cards


@kernel
def _own_copy_cost(view: View, memory: Memory, card: int) -> int:
    """What it costs that a card of the own hand that waits to be played may be a copy of `card`."""
    cost, unseen = 0, unseen_cards(view)
    for slot in range(view.rules.hand_size):
        if call_of(view, memory, int(view.seat), slot) > 0:
            possible = possible_cards(view, memory, int(view.seat), slot) & unseen & view.playable
            if possible >> card & 1:
                cost += (int(memory[PLAYED]) + int(memory[LIFE])) // count_members(possible)
    return cost


@kernel
def play_worth(view: View, memory: Memory, playable: int, card: int, seat: int) -> int:
    """What playing a card brings, if `playable` is what fits then."""
    if playable >> card & 1:
        return int(memory[PLAYED]) - int(_own_copy_cost(view, memory, card))
    lives = int(memory[LIFE]) * (6 if view.life_tokens == 1 else 1)
    return -lives - loss(view, memory, card, seat)


@kernel
def prices(view: View, memory: Memory) -> tuple[int, int]:
    """What a token is worth now, and what a discard costs that brings the end nearer.

    Each discard takes a turn from the plays that are left: the fewer turns there are to spare, the
    more it costs.
    """
    rules = view.rules
    turns = rules.deck_size - view.deck_drawn + rules.num_players
    spare = max(0, turns - (max_reachable_score(view) - view.points))
    token = int(memory[TOKEN]) + int(memory[SCARCE]) // (1 + view.information_tokens)
    return token, int(memory[PACE]) // (1 + spare)


@kernel
def discard_worth(view: View, memory: Memory, price: tuple[int, int], card: int, seat: int) -> int:
    """What discarding a card brings: a token, less a turn and what is lost."""
    return price[0] - price[1] - loss(view, memory, card, seat)


@kernel
def after_play(view: View, playable: int, card: int) -> int:
    """What fits after a card of `playable` was played."""
    rules = view.rules
    playable &= ~bit(card)
    if rules.rank_of[card] + 1 < rules.num_ranks:
        playable |= bit(card + 1)
    return playable


@kernel
def hint_worth(
    view: View, memory: Memory, price: tuple[int, int], offset: int, value: int, touched: int
) -> int:
    """What a hint brings, less its token."""
    if offset == 1:
        return _clue_worth(view, memory, price, value, touched) - price[0]
    return _reaction_worth(view, memory, price, value) - price[0]


@kernel
def _clue_worth(
    view: View, memory: Memory, price: tuple[int, int], value: int, touched: int
) -> int:
    seat = int(seat_after(view.rules, int(view.seat), 1))
    what, slot = meaning(view, memory, seat, value, touched)
    if what == NOTHING:
        return _news(view, memory, seat, value, touched)
    card = int(view.hands[seat, slot])
    if what == TO_PLAY:
        if call_of(view, memory, seat, slot) > 0:
            return 0
        gain = int(play_worth(view, memory, not_promised(view, memory), card, seat))
        if gain > 0 and first_called(view, memory, seat, 1) >= 0:
            gain = gain * int(memory[BUSY]) // 100
        return gain
    return discard_worth(view, memory, price, card, seat)


@kernel
def _news(view: View, memory: Memory, seat: int, value: int, touched: int) -> int:
    """What cards that the hint makes known to be playable bring."""
    found = 0
    for slot in range(view.rules.hand_size):
        if touched >> slot & 1 and is_playable(view, view.hands[seat, slot]):
            possible = view.possible[seat, slot] & view.rules.touches[value]
            found += possible & ~view.playable == 0
    return found * int(memory[KNOWN])


@kernel
def _reaction_worth(view: View, memory: Memory, price: tuple[int, int], value: int) -> int:
    """What the reacter's answer and the receiver's act bring."""
    rules = view.rules
    reacter = int(seat_after(rules, int(view.seat), 1))
    receiver = int(seat_after(rules, int(view.seat), 2))
    anchor, by_rank = anchor_of(rules, value), int(value >= rules.num_suits)
    kind, slot, target = reaction(view, memory, reacter, receiver, anchor, by_rank)
    if slot < 0:
        return -int(memory[LIFE])
    card, other = int(view.hands[reacter, slot]), int(view.hands[receiver, target])
    playable = int(not_promised(view, memory))
    if kind == PLAY:
        gain = 0
        if call_of(view, memory, reacter, slot) <= 0:
            gain = int(play_worth(view, memory, playable, card, reacter))
        if is_playable(view, card):
            playable = int(after_play(view, playable, card))
    else:
        gain = int(discard_worth(view, memory, price, card, reacter))
    if answered(by_rank, kind) < 0:
        return gain + discard_worth(view, memory, price, other, receiver)
    if call_of(view, memory, receiver, target) > 0:
        return gain
    more = int(play_worth(view, memory, playable, other, receiver))
    if more > 0 and first_called(view, memory, receiver, 1) >= 0:
        more = more * int(memory[BUSY]) // 100
    return gain + more
