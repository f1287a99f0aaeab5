"""`hat`: a hint orders all others at once to play, to discard or to hint; 4 or 5 players.

Each of the others has one of nine orders; a hint sends their sum modulo nine (`orders`). All but
the nearest that is free get a standard order (`moment`), which everybody but its receiver can tell;
the free one gets what the hinter likes best (`planning`). Who has a play pending is left alone, so
hints may be given before an earlier one is used up (`reading`). On its turn a seat

1. plays, if it is told to;
2. in the last round, if it does not see all cards that would be playable and a mistake would not
   lose the game, plays its first slot, or its second if the first was told to be discarded;
3. discards as told by the last hint, if there is no token, or if it was the free seat;
4. without tokens, discards the card it was last told to, else slot 3;
5. discards the card it was last told to instead of hinting, see `_prefers_discard`;
6. hints.

Source: fpvandoorn/hanabi, `doc_hat_player.md` and `hat_player`, for what it does: "the player
receiving the modified action" there is the free seat here. It extends the recommendation strategy
of Cox et al. 2015.
"""

from __future__ import annotations

from hanabilab._jit import kernel
from hanabilab.agents.fallback import any_action
from hanabilab.agents.hats.van_doorn.moment import endgame, offset_of
from hanabilab.agents.hats.van_doorn.orders import (
    CODED_SLOTS,
    HINT,
    PLAYERS,
    code_hint,
    hinted_code,
    is_hint,
    is_play,
    order_slot,
    sum_code,
)
from hanabilab.agents.hats.van_doorn.planning import Plan, orders_sent, plan_hint
from hanabilab.agents.hats.van_doorn.reading import MEMORY_SIZE, Reading, observe, read_round
from hanabilab.agents.policy import Memory, policy
from hanabilab.game.actions import NO_ACTION, discard_action, may_use, play_action
from hanabilab.game.cards import bit
from hanabilab.game.rule_tables import DISCARD, PLAY
from hanabilab.game.view import View
from hanabilab.game.words import action_words
from hanabilab.knowledge.card_sets import other_hands, wide
from hanabilab.knowledge.hands import first_held_slot
from hanabilab.randomness import Rng

_NEWEST = CODED_SLOTS - 1

_TOLD_PLAY, _GAMBLE, _TOLD_DISCARD, _USELESS, _NOTHING, _SPARES, _HINT, _STUCK = range(8)
_REASONS = (
    "told to play it",
    "it may be one of the playable cards not in sight, in the last round",
    "told to discard it",
    "once told to discard it, and it cannot hint",
    "it cannot hint, and knows of nothing better to discard",
    "once told to discard it, which is worth more than a hint now",
    "it sends",
    "its code cannot be sent, and nothing may be discarded",
)


@kernel
def _decide(view: View, memory: Memory) -> tuple[int, int]:
    """The action, and which of `_REASONS` it has."""
    rules = view.rules
    reading = read_round(view, memory)
    if reading.play >= 0:
        return play_action(rules, reading.play), _TOLD_PLAY
    slot = _gamble(view, reading)
    if slot >= 0:
        return play_action(rules, slot), _GAMBLE
    may_discard = view.information_tokens < rules.max_information_tokens
    if may_discard and reading.discard >= 0 and (reading.obliged or view.information_tokens == 0):
        return discard_action(rules, reading.discard), _TOLD_DISCARD
    if view.information_tokens == 0:
        return _discard_blindly(view, reading)
    plan = plan_hint(view, memory, reading.slots)
    if may_discard and _prefers_discard(view, reading, plan):
        return discard_action(rules, reading.useless), _SPARES
    hint = code_hint(view, sum_code(plan.orders))
    return (hint, _HINT) if hint != NO_ACTION else _discard_blindly(view, reading)


@kernel
def _gamble(view: View, reading: Reading) -> int:
    """The slot to play on chance in the last round; -1 if it is not worth it."""
    rules = view.rules
    if view.deck_drawn < rules.deck_size or view.life_tokens < 2:
        return -1
    missing = wide(view.playable) & ~other_hands(view, view.seat)
    for card in range(rules.num_cards):
        if view.discards[card] > 0:
            missing &= ~bit(card)
    first = first_held_slot(view, view.seat)
    if missing == 0 or first != reading.useless:
        return first if missing else -1
    second = first + 1
    return second if second < rules.hand_size and may_use(view, PLAY, second) else first


@kernel
def _discard_blindly(view: View, reading: Reading) -> tuple[int, int]:
    """What to do without an order that counts where no hint, or not the code, can be sent."""
    if view.information_tokens == view.rules.max_information_tokens:
        return any_action(view), _STUCK
    if reading.useless >= 0:
        return discard_action(view.rules, reading.useless), _USELESS
    if view.rules.hand_size > _NEWEST and may_use(view, DISCARD, _NEWEST):
        return discard_action(view.rules, _NEWEST), _NOTHING
    return any_action(view), _NOTHING


@kernel
def _prefers_discard(view: View, reading: Reading, plan: Plan) -> bool:
    """Whether to discard what it was once told to, instead of giving the hint of `plan`.

    Not if the last hint told it to hint; nor if the hint has the free seat play, and that seat had
    no order by the last hint, or every draw counts. Otherwise it does if the hint would leave no
    token to the free seat, if draws are to spare, if it is the last token, or if nobody would play.
    """
    if reading.useless < 0 or reading.obliged:
        return False
    every_draw_counts = endgame(view) > 0
    if is_play(plan.order):
        untold = reading.hinter < 0 or offset_of(view, view.seat, reading.hinter) <= plan.free
        if untold or every_draw_counts:
            return False
    nobody_plays = plan.plays == 0 and not is_play(plan.order)
    few_tokens = view.information_tokens <= 1 or plan.tokens == 0
    return few_tokens or nobody_plays or not every_draw_counts


def _order_words(order: int) -> str:
    if order == HINT:
        return "hint"
    return f"{'play' if is_play(order) else 'discard'} slot {order_slot(order)}"


def _explain(view: View, memory: Memory) -> str:
    action, reason = _decide(view, memory)
    text = f"{action_words(view, action, view.seat)}: {_REASONS[reason]}"
    if reason == _HINT:
        plan = plan_hint(view, memory, read_round(view, memory).slots)
        text += f" {_orders_words(view, view.seat, plan.orders)}"
    return text


def _orders_words(view: View, hinter: int, orders: int) -> str:
    """Orders packed by offset, as "code 5: seat 1 play slot 0, seat 2 hint"."""
    words = []
    for offset in range(1, view.rules.num_players):
        seat = (hinter + offset) % view.rules.num_players
        words.append(f"seat {seat} {_order_words(orders >> 4 * offset & 15)}")
    return f"code {sum_code(orders)}: {', '.join(words)}"


def _interpret(view: View, before: Memory, after: Memory) -> list[str]:
    """All orders where the hinter looks on; others see the code alone, until their turn comes."""
    seat = int(view.last_seat)
    if view.last_action < 0 or not is_hint(int(after[seat])):
        return []
    code = hinted_code(int(after[seat]))
    if view.seat != seat:
        return [f"code {code}"]
    slots = read_round(view, before).slots
    return [_orders_words(view, seat, orders_sent(view, before, slots, code))]


@policy(
    "hat",
    observe=observe,
    memory_size=MEMORY_SIZE,
    players=PLAYERS,
    common=True,
    explain=_explain,
    interpret=_interpret,
)
def hat(view: View, memory: Memory, rng: Rng) -> int:  # noqa: ARG001  # protocol
    """Hat guessing after van Doorn: a hint orders all others at once to play, discard or hint."""
    return _decide(view, memory)[0]
