"""A position as the page is told it: all that one viewer may know, as a plain dictionary.

A seat's position is made from its VIEW row and nothing else, so it cannot hold a card that the seat
may not know. Where nobody plays any more, the viewer is None and every card is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np

from hanabilab.game.actions import action_kind, fill_legal, touched_slots
from hanabilab.game.cards import NO_CARD, max_reachable_score
from hanabilab.game.rule_tables import DISCARD, PLAY, RANK_HINT, RuleTables
from hanabilab.game.stacks import STACKS_UP, stack_places
from hanabilab.game.state import COMPLETED, FORFEITED, LOST, OUT_OF_CARDS, RUNNING, State
from hanabilab.game.telling import card_word, firework_word, names_of, tokens_word
from hanabilab.game.variant import Names
from hanabilab.game.view import VIEW, View, look, look_openly

#: What the page calls the status of a game.
STATUS = MappingProxyType(
    {
        RUNNING: "running",
        COMPLETED: "complete",
        LOST: "lost",
        OUT_OF_CARDS: "over",
        FORFEITED: "over",
    }
)


def position(
    state: State, viewer: int | None, drawn: Mapping[int, int] | None = None
) -> dict[str, Any]:
    """The position as `viewer` knows it.

    Args:
        state: STATE row.
        viewer: a seat; None for everything, of a replay or of a game that has ended.
        drawn: by place in the deck, the turn at which that card was drawn; see `turns_drawn`. The
            cards that were dealt need not be in it.
    """
    view: View = np.zeros(1, VIEW)[0]
    view["rules"] = state.rules  # type: ignore[index]  # a record
    if viewer is None:
        look_openly(view, state, 0)
    else:
        look(view, state, viewer)
    may_act = view.status == RUNNING and viewer in (None, int(view.current_seat))
    return {
        **_table(view),
        "hands": [list(_hand(view, seat, drawn or {})) for seat in range(view.rules.num_players)],
        "last": _last(view),
        "legal": list(_legal(view)) if may_act else [],
    }


def turns_drawn(rules: RuleTables, actions: list[int]) -> dict[int, int]:
    """By place in the deck, after which turn a card was drawn; 0 for those that were dealt.

    Args:
        actions: ids of all actions so far.
    """
    dealt = int(rules.num_players) * int(rules.hand_size)
    uses = [turn for turn, each in enumerate(actions, 1) if action_kind(rules, each) <= PLAY]
    later = range(dealt, int(rules.deck_size))
    return {**dict.fromkeys(range(dealt), 0), **dict(zip(later, uses, strict=False))}


@cache
def _card_names(names: Names) -> tuple[str, ...]:
    """[card] the names of all cards."""
    return tuple(names.card(card) for card in range(len(names.letters) * len(names.ranks[0])))


# --- The table -----------------------------------------------------------------------------------


def _table(view: View) -> dict[str, Any]:
    rules, deck_size = view.rules, int(view.rules.deck_size) - int(view.deck_drawn)
    running = view.status == RUNNING
    last_round = deck_size == 0 and not rules.all_or_nothing
    suits = range(rules.num_suits)
    return {
        "turn": int(view.turn),
        "seat_to_act": int(view.current_seat) if running else None,
        "status": STATUS[int(view.status)],
        "score": _score(view),
        "points": int(view.points),
        "max_reachable": int(max_reachable_score(view)),
        "fireworks": [_firework(view, suit) for suit in suits],
        "stacks": [_stack(view, suit) for suit in suits],
        "playable": _cards(rules, view.playable),
        "useless": _cards(rules, view.useless),
        "critical": _cards(rules, view.left[0] & ~view.left[1] & ~view.useless),
        "information_tokens": int(view.information_tokens),
        "tokens_shown": tokens_word(view),
        "max_information_tokens": int(rules.max_information_tokens),
        "life_tokens": int(view.life_tokens),
        "max_life_tokens": int(rules.max_life_tokens),
        "deck_size": deck_size,
        "turns_left": int(view.turns_left) if last_round else None,
        "discards": [
            name
            for name, count in zip(_cards_in(rules), view.discards.tolist(), strict=False)
            for _ in range(count)
        ],
    }


def _score(view: View) -> int:
    """As `engine.score`, of a view."""
    return 0 if view.status == LOST and not view.rules.bomb_keeps_points else int(view.points)


def _firework(view: View, suit: int) -> int | str:
    """The rank on top, 0 for none; where suits go up or down, as `firework_word`, "72"."""
    shown = firework_word(view.rules, suit, int(view.fireworks[suit]))[1:]
    return int(shown) if view.rules.stack_kind == STACKS_UP else shown


def _stack(view: View, suit: int) -> list[str]:
    """The cards played of a suit, in the order in which they were."""
    places = stack_places(int(view.rules.stack_kind), int(view.fireworks[suit]))
    return [card_word(view.rules, suit * int(view.rules.num_ranks) + place) for place in places]


def _cards_in(rules: RuleTables) -> tuple[str, ...]:
    """[card] the names of the cards of these rules."""
    return _card_names(names_of(rules))


def _cards(rules: RuleTables, cards: int) -> list[str]:
    """The names of a bit set of cards."""
    held = int(cards)
    return [name for card, name in enumerate(_cards_in(rules)) if held >> card & 1]


# --- Hands ---------------------------------------------------------------------------------------


def _hand(view: View, seat: int, drawn: Mapping[int, int]) -> Iterator[dict[str, Any] | None]:
    """The slots of a hand, oldest first; None for an empty one."""
    names, size = names_of(view.rules), int(view.rules.hand_size)
    rows = view.hands, view.deck_index, view.possible, view.hinted
    for card, index, possible, told in zip(
        *(row[seat, :size].tolist() for row in rows), strict=True
    ):
        if card == NO_CARD:
            yield None
            continue
        yield {
            "id": index,
            "card": names.card(card) if card >= 0 else None,
            **_possible(names, possible),
            "hinted": told != 0,
            "told": [name for value, name in enumerate(names.hints) if told >> value & 1],
            "drawn": drawn.get(index, 0),
        }


def _possible(names: Names, possible: int) -> dict[str, Any]:
    """What hints leave a card to be: the bit set of its cards, and their suits and ranks."""
    held = [(card, name) for card, name in enumerate(_card_names(names)) if possible >> card & 1]
    return {
        "possible": possible,
        "suits": sorted({card // len(names.ranks[0]) for card, _ in held}),
        "ranks": sorted({int(name[1]) for _, name in held}),
    }


# --- Actions -------------------------------------------------------------------------------------


def _last(view: View) -> dict[str, Any] | None:
    """The last action and what came of it; all of it is public."""
    if view.last_seat < 0:
        return None
    rules, card = view.rules, int(view.last_card)
    found = _action(rules, int(view.last_action), int(view.last_seat))
    if found["kind"] in ("play", "discard"):
        found["card"] = card_word(rules, card)
        found["scored"] = bool(view.last_scored)
        misplayed = found["kind"] == "play" and not view.last_scored
        verb = "misplays" if misplayed else f"{found['kind']}s"
        where = f"slot {found['slot']}" if found["slot"] < rules.hand_size else "the deck"
        found["text"] = f"{verb} {found['card']} from {where}"
    else:
        found["touched"] = _slots(rules, int(view.last_touched))
        found["text"] = f"hints {_hint_words(found)}"
    return {"seat": int(view.last_seat), "action": int(view.last_action), **found}


def _legal(view: View) -> Iterator[dict[str, Any]]:
    """The actions that the seat to act may take."""
    rules, actor = view.rules, int(view.current_seat)
    legal = np.zeros(rules.num_actions, np.bool_)
    fill_legal(legal, view)
    for action in np.flatnonzero(legal).tolist():
        found = _action(rules, action, actor)
        if "target" in found:
            value = int(rules.action_value[action])
            touched = int(touched_slots(view, found["target"], value))
            found["touched"] = _slots(rules, touched)
        yield {"id": action, **found}


def _action(rules: RuleTables, action: int, actor: int) -> dict[str, Any]:
    """Kind, place and words of an action; seats are absolute."""
    kind, place = int(action_kind(rules, action)), int(rules.action_place[action])
    if kind <= PLAY:
        word = "discard" if kind == DISCARD else "play"
        slot = f"slot {place}" if place < rules.hand_size else "the last card of the deck"
        return {"kind": word, "slot": place, "text": f"{word} {slot}"}
    target = (actor + place) % int(rules.num_players)
    told = names_of(rules).hints[int(rules.action_value[action])]
    found = {"kind": "rank" if kind == RANK_HINT else "color", "target": target, "value": told}
    return {**found, "text": f"hint {_hint_words(found)}"}


def _hint_words(hint: dict[str, Any]) -> str:
    """A hint as "red to seat 1" or "2s to seat 0"."""
    return f"{hint['value']}{'s' * (hint['kind'] == 'rank')} to seat {hint['target']}"


def _slots(rules: RuleTables, touched: int) -> list[int]:
    return [slot for slot in range(rules.hand_size) if touched >> slot & 1]
