"""What does not change during a game: seats, suits, ranks, as the page is told them.

A suit is told apart by a symbol, a letter and a color, never by color alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from hanabilab.agents.registry import make_agent
from hanabilab.agents.traits import check_rules
from hanabilab.errors import AgentError, HanabiError, NotationError
from hanabilab.game.cards import SUIT_NAMES
from hanabilab.game.rules import Rules
from hanabilab.game.stacks import NUM_STACKS, STACK_AFTER, STACKS_UP, stack_places
from hanabilab.game.variant import Names
from hanabilab.notation import Record, format_rules
from hanabilab.notation.game_files import log_of_record
from hanabilab.notation.game_log import ANONYMOUS
from hanabilab.notation.variants import Variant, site_variant

#: The form of documents and positions.
FORMAT = 1

#: An agent that plays well, and one that plays by all rules that there are.
_BEST, _ANY_RULES = "smart", "five-rule"
_SYMBOLS = "♥★♣◆●▲"
#: Colors that people with any color vision tell apart, by the letter of a suit.
#: Source: Okabe and Ito 2008, "Color Universal Design".
_COLORS = {
    "R": "#d55e00",
    "Y": "#f0e442",
    "G": "#009e73",
    "W": "#f5f5f5",
    "B": "#0072b2",
    "P": "#cc79a7",
    "T": "#56b4e9",
    "K": "#3a3a3a",
    "O": "#e69f00",
}
#: For the suits of variants whose letter has no color, or whose color is taken.
_OTHER_COLORS = ("#56b4e9", "#e69f00", "#cc79a7", "#8c8c8c", "#3a3a3a", "#f5f5f5", "#009e73")


def table(
    rules: Rules,
    names: Sequence[str] = (),
    *,
    site_slots: bool = False,
    variant: Variant | None = None,
) -> dict[str, Any]:
    """The table of a game.

    Args:
        names: who sits where; the default is Alice, Bob and so on.
        site_slots: tell slots also as the public site counts them, from 1, the newest.

        variant: that of its log, by whose names people know suits and hints.

    Raises:
        NotationError: not a name for each seat.
    """
    said = _said(rules, variant)
    if names and len(names) != rules.players:
        raise NotationError(f"{len(names)} names for {rules.players} seats")
    return {
        "format": FORMAT,
        "players": rules.players,
        "suits": _suits(rules, variant, said.letters),
        "ranks": sorted({int(rank) for ranks in rules.names.ranks for rank in ranks}),
        "hand_size": rules.hand_size,
        "seats": named_apart(names or ANONYMOUS[: rules.players]),
        "rules": format_rules(rules),
        "max_score": rules.max_score,
        "deck_size": rules.deck_size,
        "cards": [rules.names.card(card) for card in range(rules.num_cards)],
        "copies": list(rules.card_copies),
        "hints": list(said.hints),
        "hint_letters": said.hint_letters,
        "record_hints": list(rules.names.hints),
        "variant": variant.name if variant else "",
        "num_colors": rules.num_colors,
        "touches": list(rules.touches),
        "engine": _engine(rules),
        "site": _site(rules),
        "site_slots": site_slots,
        "agent": usual_agent(rules),
    }


def named_apart(names: Sequence[str]) -> list[str]:
    """Names of seats, of which no two are alike: "smart (seat 2)"."""
    apart = list(names)
    while len(set(apart)) < len(apart):  # a name may look like one that was told apart
        apart = [
            f"{name} (seat {seat})" if apart.count(name) > 1 else name
            for seat, name in enumerate(apart)
        ]
    return apart


def usual_agent(rules: Rules) -> str:
    """Whom a page asks if nobody is named: one that plays these rules."""
    try:
        check_rules(make_agent(_BEST), rules)
    except AgentError:
        return _ANY_RULES
    return _BEST


def _site(rules: Rules) -> dict[str, Any] | None:
    """What links of the public site need; None where they cannot hold games of these rules."""
    if rules.first_seat or rules.draw_slot != "newest":
        return None
    deck = tuple(card for card, count in enumerate(rules.card_copies) for _ in range(count))
    try:
        log = log_of_record(Record(rules=rules, deck=deck, actions=()))
    except HanabiError:
        return None
    if log.options:
        return None
    ranks = dict(zip(deck, (card.rank for card in log.deck), strict=True))
    return {
        "variant": log.variant.id,
        "ranks": [ranks[card] for card in range(rules.num_cards)],
        "hint_ranks": list(log.variant.modifiers.hint_ranks),
    }


def _engine(rules: Rules) -> dict[str, Any]:
    """What the twin of the engine in the browser needs beside cards and hints."""
    tables, turns = rules.tables, rules.tables.stack_kind != STACKS_UP
    return {
        "first_seat": rules.first_seat,
        "max_information_tokens": rules.information_tokens,
        "max_life_tokens": rules.life_tokens,
        "draw_slot": rules.draw_slot,
        "bomb_keeps_points": rules.bomb == "keep",
        "deck_plays": rules.deck_plays,
        "all_or_nothing": rules.all_or_nothing,
        "empty_hints": int(tables.empty_hints),
        "alternates_hints": bool(tables.alternates_hints),
        "discards_per_token": int(tables.discards_per_token),
        "discards_below": int(tables.discards_below),
        "stack_after": STACK_AFTER.tolist() if turns else None,
        "stack_places": [
            list(stack_places(int(tables.stack_kind), stack)) for stack in range(NUM_STACKS)
        ]
        if turns
        else None,
    }


def _said(rules: Rules, variant: Variant | None) -> Names:
    """What cards and hints are called by people: as in the log, if there is one."""
    if variant is None or rules.variant is not None:
        return rules.names  # those of a variant are the log's
    digits = rules.names.hints[rules.num_colors :]
    return Names(
        variant.letters,
        rules.names.ranks,
        (*(color.lower() for color in variant.colors), *digits),
        variant.letters + "".join(digits),
    )


def _suits(rules: Rules, variant: Variant | None, printed: str) -> list[dict[str, Any]]:
    """The suits: a letter as cards have it in records, and one that is printed on them."""
    names = [suit.name.lower() for suit in variant.suits] if variant else _names(rules)
    taken: set[str] = set()
    suits: list[dict[str, Any]] = []
    for suit, name in enumerate(names):
        wanted = [_COLORS.get(printed[suit], ""), *_OTHER_COLORS]
        color = next(each for each in wanted if each and each not in taken)
        taken.add(color)
        suits.append(
            {
                "name": name,
                "letter": rules.names.letters[suit],
                "printed": printed[suit],
                "symbol": _SYMBOLS[suit],
                "color": color,
                **_stripes(rules, suit),
            }
        )
    return suits


def _stripes(rules: Rules, suit: int) -> dict[str, list[str]]:
    """The colors of the hints that touch a whole suit, if they are several."""
    cards = ((1 << rules.ranks) - 1) << suit * rules.ranks
    letters = [
        rules.names.hint_letters[value]
        for value in range(rules.num_colors)
        if rules.touches[value] & cards == cards
    ]
    found = [_COLORS[letter] for letter in letters if letter in _COLORS]
    return {"stripes": found} if len(found) > 1 else {}


def _names(rules: Rules) -> Sequence[str]:
    """The suits' names, in small letters.

    Those of a user's own variant have letters alone; one is called as the color of its letter.
    """
    if rules.variant is None:
        return SUIT_NAMES[: rules.suits]
    with suppress(NotationError):
        return [suit.name.lower() for suit in site_variant(rules).suits]
    colors = dict(zip(rules.variant.color_letters, rules.variant.colors, strict=True))
    return [colors.get(letter, f"suit {letter}") for letter in rules.names.letters]
