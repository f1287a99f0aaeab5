"""Variants of the public site: their names, numbers, suits and rules; what a deck of one holds.

Source: the site's list of variants, restated in docs/compiler.md, "Variants".
"""

from __future__ import annotations

from functools import cache
from typing import Final

from hanabilab.errors import NotationError
from hanabilab.game.rules import Rules
from hanabilab.messages import did_you_mean
from hanabilab.notation.variants.families import all_variants
from hanabilab.notation.variants.former import former_letters
from hanabilab.notation.variants.playing import (
    card_id,
    log_card,
    rules_name,
    rules_of_variant,
    variant_tables,
    why_not_played,
)
from hanabilab.notation.variants.shapes import COLORS, suit_named
from hanabilab.notation.variants.suits import COLOR_LETTERS, Suit, Touch
from hanabilab.notation.variants.variant import START_RANK, LogCard, Modifiers, RankRule, Variant

__all__ = [
    "COLOR_LETTERS",
    "NO_VARIANT",
    "START_RANK",
    "LogCard",
    "Modifiers",
    "RankRule",
    "Suit",
    "Touch",
    "Variant",
    "card_id",
    "former_letters",
    "log_card",
    "plain_variant",
    "rules_name",
    "rules_of_variant",
    "site_variant",
    "variant_called",
    "variant_in_any_case",
    "variant_named",
    "variant_of_id",
    "variants",
    "why_not_played",
]

NO_VARIANT: Final = Variant(0, "No Variant", tuple(map(suit_named, COLORS[5])))


@cache
def variants() -> tuple[Variant, ...]:
    """Every variant, by number."""
    return tuple(sorted(all_variants(), key=lambda variant: variant.id))


@cache
def _by_name() -> dict[str, Variant]:
    return {variant.name: variant for variant in variants()}


def variant_named(name: str) -> Variant:
    """The variant of a name.

    Raises:
        NotationError: there is none; says which one may be meant.
    """
    if name == NO_VARIANT.name:
        return NO_VARIANT
    if found := _by_name().get(name):
        return found
    raise NotationError(
        f"the site has no variant {name[:60]!r}{did_you_mean(name, _by_name())}; names are such as "
        f"'6 Suits', 'Rainbow (5 Suits)', 'Pink-Ones & Null (4 Suits)'"
    )


@cache
def _by_rules_name() -> dict[str, Variant]:
    return {rules_name(variant): variant for variant in variants()}


def variant_called(text: str) -> Variant | None:
    """The variant of a name in any case, or of its rules; None if there is none."""
    return _by_rules_name().get(text) or variant_in_any_case(text)


def variant_in_any_case(name: str) -> Variant | None:
    """The variant of a name in small or capital letters; None if there is none."""
    return _by_small_name().get(name.lower())


@cache
def _by_small_name() -> dict[str, Variant]:
    return {variant.name.lower(): variant for variant in variants()}


def plain_variant(num_suits: int) -> Variant:
    """The variant of so many plain suits.

    Raises:
        NotationError: there is none.
    """
    for variant in variants():
        if variant.is_plain and len(variant.suits) == num_suits:
            return variant
    raise NotationError(f"the site has no game of {num_suits} suits; it has 3 to 6")


def site_variant(rules: Rules) -> Variant:
    """The variant of the site that rules are about, whatever they say beside cards and hints.

    Raises:
        NotationError: there is none; a variant that a user made may have the name or the number of
            one of the site's, and is another game.
    """
    if rules.variant is None:
        return plain_variant(rules.suits)
    found = variant_called(rules.variant.name)
    if found is None or why_not_played(found) or variant_tables(found) != rules.variant:
        raise NotationError(
            f"the site has no variant of the name, the cards and the hints of {rules.variant.name}"
        )
    return found


def variant_of_id(number: int) -> Variant:
    """The variant of a number.

    Raises:
        NotationError: there is none.
    """
    if number == NO_VARIANT.id:
        return NO_VARIANT
    if number < len(variants()):
        return variants()[number]
    raise NotationError(f"the site has no variant {number}; they are 0 to {len(variants()) - 1}")
