"""A position as the page is told it: all that one viewer may know, as a plain dictionary.

A seat's position is made from its VIEW row and nothing else, so it cannot hold a card that the seat
may not know. Where nobody plays any more, the viewer is None and every card is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from hanabilab.game.actions import action_kind, fill_legal, touched_slots
from hanabilab.game.cards import max_reachable_score
from hanabilab.game.position import HeldCard, LastAction, Position, slots_in
from hanabilab.game.rule_tables import PLAY, RuleTables
from hanabilab.game.stacks import STACKS_UP, stack_places
from hanabilab.game.state import COMPLETED, FORFEITED, LOST, OUT_OF_CARDS, RUNNING, State
from hanabilab.game.view import VIEW, View, look, look_openly
from hanabilab.game.words import ActionMeant, action_meant, names_of

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
    now = Position.of(view)
    may_act = view.status == RUNNING and viewer in (None, int(view.current_seat))
    return {
        **_table(view, now),
        "hands": [[held and _held(held, drawn or {}) for held in hand] for hand in now.hands],
        "last": now.last and _last(view, now.last),
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


# --- The table -----------------------------------------------------------------------------------


def _table(view: View, now: Position) -> dict[str, Any]:
    rules, running = view.rules, view.status == RUNNING
    last_round = now.deck_size == 0 and not rules.all_or_nothing
    return {
        "turn": now.turn,
        "seat_to_act": now.seat_to_act,
        "status": STATUS[int(view.status)],
        "score": _score(view),
        "points": now.points,
        "max_reachable": int(max_reachable_score(view)) if running else _score(view),
        "fireworks": [_firework(rules, shown) for shown in now.fireworks],
        "stacks": [_stack(view, suit) for suit in range(rules.num_suits)],
        "playable": _cards(rules, view.playable),
        "useless": _cards(rules, view.useless),
        "critical": _cards(rules, view.left[0] & ~view.left[1] & ~view.useless),
        "information_tokens": now.information_tokens,
        "tokens_shown": now.tokens_shown,
        "max_information_tokens": now.max_information_tokens,
        "life_tokens": now.life_tokens,
        "max_life_tokens": now.max_life_tokens,
        "deck_size": now.deck_size,
        "turns_left": int(view.turns_left) if last_round else None,
        "discards": now.discards,
    }


def _score(view: View) -> int:
    """As `engine.score`, of a view."""
    return 0 if view.status == LOST and not view.rules.bomb_keeps_points else int(view.points)


def _firework(rules: RuleTables, shown: str) -> int | str:
    """The rank on top, 0 for none; where suits go up or down, with the first, "72"."""
    return int(shown[1:]) if rules.stack_kind == STACKS_UP else shown[1:]


def _stack(view: View, suit: int) -> list[str]:
    """The cards played of a suit, in the order in which they were."""
    cards, first = names_of(view.rules).cards, suit * int(view.rules.num_ranks)
    places = stack_places(int(view.rules.stack_kind), int(view.fireworks[suit]))
    return [cards[first + place] for place in places]


def _cards(rules: RuleTables, cards: int) -> list[str]:
    """The names of a bit set of cards."""
    return [name for card, name in enumerate(names_of(rules).cards) if int(cards) >> card & 1]


# --- Hands ---------------------------------------------------------------------------------------


def _held(held: HeldCard, drawn: Mapping[int, int]) -> dict[str, Any]:
    """A card, the suits and ranks that hints leave it to be, and what it was told."""
    names, ranks = held.names, len(held.names.ranks[0])
    possible = [(at, name) for at, name in enumerate(names.cards) if held.possible >> at & 1]
    return {
        "id": held.place,
        "card": held.name if held.card >= 0 else None,
        "possible": held.possible,
        "suits": sorted({card // ranks for card, _ in possible}),
        "ranks": sorted({int(name[1]) for _, name in possible}),
        "hinted": held.hinted != 0,
        "told": [name for value, name in enumerate(names.hints) if held.hinted >> value & 1],
        "drawn": drawn.get(held.place, 0),
    }


# --- Actions -------------------------------------------------------------------------------------


def _last(view: View, last: LastAction) -> dict[str, Any]:
    """The last action and what came of it; all of it is public."""
    found = _action(last.meant)
    if last.card:
        found["card"] = last.card
        found["scored"] = bool(view.last_scored)
    else:
        found["touched"] = last.touched
    found["text"] = last.with_card
    return {"seat": last.seat, "action": int(view.last_action), **found}


def _legal(view: View) -> Iterator[dict[str, Any]]:
    """The actions that the seat to act may take."""
    rules, actor = view.rules, int(view.current_seat)
    legal = np.zeros(rules.num_actions, np.bool_)
    fill_legal(legal, view)
    for action in np.flatnonzero(legal).tolist():
        found = _action(action_meant(rules, action, actor))
        if "target" in found:
            value = int(rules.action_value[action])
            found["touched"] = slots_in(touched_slots(view, found["target"], value))
        else:
            found["held"] = int((view.deck_index[actor] >= 0).sum())
        yield {"id": action, **found}


def _action(meant: ActionMeant) -> dict[str, Any]:
    """Kind, place and words of an action; seats are absolute."""
    text = f"{meant.verb} {meant.object}"
    if meant.told is None:
        return {"kind": meant.kind, "slot": meant.place, "text": text}
    return {"kind": meant.kind, "target": meant.place, "value": meant.told, "text": text}
