"""Variants as the engine plays them: rules from a variant, cards by the engine's ids.

A card's id counts its suit in the order in which it is played, see `game.variant`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from hanabilab.errors import NotationError, RulesError
from hanabilab.game.rule_tables import MAX_CARDS
from hanabilab.game.rules import Rules
from hanabilab.game.variant import VariantTables
from hanabilab.notation.variants.suits import COLOR_LETTERS
from hanabilab.notation.variants.variant import LogCard, Variant


def rules_name(variant: Variant) -> str:
    """What the rules of a variant are called: "Pink-Ones (5 Suits)" is pink-ones-5-suits."""
    return re.sub(r"[^a-z0-9]+", "-", variant.name.lower()).strip("-")


def rules_of_variant(variant: Variant, **options: Any) -> Rules:
    """The rules that a variant is played by; `options` are fields of `Rules`.

    Raises:
        NotationError: a variant that is not played here; says why.
        RulesError: no such field, other cards than the variant's, or impossible rules.
    """
    _require_own_cards(variant, options)
    if variant.is_plain:
        return Rules.preset("full", **{"suits": len(variant.suits), **options})
    return Rules.preset("full", **options, variant=variant_tables(variant))


def _require_own_cards(variant: Variant, options: dict[str, Any]) -> None:
    """Refuse cards that the variant has not; where copies differ by suit, `Rules` refuses them."""
    own: dict[str, Any] = {"suits": len(variant.suits), "ranks": len(variant.ranks)}
    if variant.is_plain:
        own["copies"] = tuple(variant.copies(LogCard(0, rank)) for rank in variant.ranks)
    for name, value in own.items():
        if name in options and options[name] != value:
            raise RulesError(f"the {name} are those of {variant.name}; leave {name}= out")


def why_not_played(variant: Variant) -> str:
    """Why a variant is not played here, in words; "" if it is."""
    rules = variant.modifiers
    if rules.hole:
        return "what comes of a play is hidden from all"
    if rules.cow_and_pig or rules.duck:
        return "players are not told what a hint says"
    if rules.sudoku:
        return "suits begin with any rank"
    cards = len(variant.suits) * len(variant.ranks)
    return f"it has {cards} different cards, and {MAX_CARDS} are the most" * (cards > MAX_CARDS)


@cache
def variant_tables(variant: Variant) -> VariantTables:
    """The tables of a variant.

    Raises:
        NotationError: it is not played here; says why.
    """
    if reason := why_not_played(variant):
        raise NotationError(f"the variant {variant.name} is not played here: {reason}")
    rules = variant.modifiers
    cards = [log_card(variant, card) for card in range(len(variant.suits) * len(variant.ranks))]
    by_color = [
        [variant.touches_color(card, color) for card in cards]
        for color in range(len(variant.colors))
    ]
    by_rank = [[variant.touches_rank(card, rank) for card in cards] for rank in rules.hint_ranks]
    colors, values = (1 << len(by_color)) - 1, (1 << len(by_color) + len(by_rank)) - 1
    free = colors if rules.color_hints_touch_nothing else 0
    free |= values & ~colors if rules.rank_hints_touch_nothing else 0
    return VariantTables(
        name=rules_name(variant),
        number=variant.id + 1,
        letters=variant.letters,
        ranks=tuple(
            "".join(map(str, reversed(variant.ranks) if suit.reversed else variant.ranks))
            for suit in variant.suits
        ),
        copies=tuple(map(variant.copies, cards)),
        colors=tuple(color.lower() for color in variant.colors),
        color_letters="".join(COLOR_LETTERS[color] for color in variant.colors),
        hint_ranks="".join(map(str, rules.hint_ranks)),
        touches=tuple(
            sum(1 << card for card, touched in enumerate(row) if touched)
            for row in (*by_color, *by_rank)
        ),
        empty_hints=free,
        alternates_hints=rules.alternating,
        discards_per_token=2 if rules.starved else 1,
        discards_when_full=any(suit.inverted for suit in variant.suits),
        up_or_down=rules.up_or_down,
    )


def card_id(variant: Variant, card: LogCard) -> int:
    """The engine's id of a card."""
    place = variant.ranks.index(card.rank)
    if variant.suits[card.suit].reversed:
        place = len(variant.ranks) - 1 - place
    return card.suit * len(variant.ranks) + place


def log_card(variant: Variant, card: int) -> LogCard:
    """The card of an engine's id."""
    suit, place = divmod(card, len(variant.ranks))
    ranks = variant.ranks[::-1] if variant.suits[suit].reversed else variant.ranks
    return LogCard(suit, ranks[place])
