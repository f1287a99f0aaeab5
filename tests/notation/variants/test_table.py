"""The table of variants against names, numbers and suits read off the site's own list."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from hanabilab.errors import NotationError
from hanabilab.notation.variants import (
    NO_VARIANT,
    RankRule,
    Touch,
    plain_variant,
    variant_named,
    variant_of_id,
    variants,
    why_not_played,
)

_SAMPLE = Path(__file__).parents[2] / "data" / "variants.tsv"
_DOCS = Path(__file__).parents[3] / "docs"
#: How many there are, with numbers from 0 on, and how many of them are played.
ALL, PLAYED = 2426, 2319
#: Letters of suits that are not their first.
_LETTERS = {
    **dict.fromkeys(("Rainbow", "Muddy Rainbow", "Cocoa Rainbow"), "M"),
    **dict.fromkeys(("Pink", "Light Pink", "Gray Pink", "Prism"), "I"),
    "Gray": "A",
    "Black": "K",
    "Brown": "N",
    "Null": "U",
}
_COLORS = {color[0]: color for color in ("Red", "Yellow", "Green", "Blue", "Purple", "Teal")}

#: Numbers of each family of a special rank, for the members named above them.
_RANK_MEMBERS = (
    " (6 Suits); (3 Suits); & Black (5 Suits); & Rainbow (4 Suits); & White (6 Suits); "
    "& Null (3 Suits); & Muddy Rainbow (5 Suits); & Light Pink (3 Suits); & Prism (6 Suits); "
    "& Dark Rainbow (5 Suits); & Dark Null (6 Suits); & Gray Pink (5 Suits); & Dark Prism (5 Suits)"
)
_RANK_NUMBERS = {
    "Rainbow-Ones": "168 171 1311 296 298 313 868 874 1545 315 324 878 1550",
    "Pink-Ones": "326 329 1313 332 338 353 880 886 1551 355 364 890 1556",
    "White-Ones": "366 369 1315 372 378 393 892 898 1557 395 404 902 1562",
    "Brown-Ones": "406 409 1317 412 418 433 904 910 1563 435 444 914 1568",
    "Omni-Ones": "446 449 1321 452 458 473 916 922 1569 475 484 926 1574",
    "Null-Ones": "486 489 1327 492 498 513 928 934 1575 515 524 938 1580",
    "Muddy-Rainbow-Ones": "1011 1014 1331 1017 1023 1038 1040 1046 1581 1048 1057 1062 1586",
    "Light-Pink-Ones": "1063 1066 1335 1069 1075 1090 1092 1098 1587 1100 1109 1114 1592",
    "Deceptive-Ones": "1671 1674 1676 1679 1685 1700 1702 1708 1709 1714 1723 1728 1730",
    "Rainbow-Fives": "526 529 1319 532 538 553 940 946 1593 555 564 950 1598",
    "Pink-Fives": "45 50 1323 47 570 585 952 958 1599 587 596 962 1604",
    "White-Fives": "598 601 1325 604 610 625 964 970 1605 627 636 974 1610",
    "Brown-Fives": "638 641 1329 644 650 665 976 982 1611 667 676 986 1616",
    "Omni-Fives": "678 681 1333 684 690 705 988 994 1617 707 716 998 1622",
    "Null-Fives": "718 721 1337 724 730 745 1000 1006 1623 747 756 1010 1628",
    "Muddy-Rainbow-Fives": "1115 1118 1339 1121 1127 1142 1144 1150 1629 1152 1161 1166 1634",
    "Light-Pink-Fives": "1167 1170 1341 1173 1179 1194 1196 1202 1635 1204 1213 1218 1640",
    "Deceptive-Fives": "1731 1734 1736 1739 1745 1760 1762 1768 1769 1774 1783 1788 1790",
}


def _suits(text: str) -> list[str]:
    """Names of suits; plain ones may be written by their letters, in a word."""
    names: list[str] = []
    for word in text.split():
        letters = all(letter in _COLORS for letter in word)
        names += [_COLORS[letter] for letter in word] if letters else [word.replace("_", " ")]
    return names


def test_names_numbers_and_suits_are_the_site_s():
    rows = [line.split("\t") for line in _SAMPLE.read_text().splitlines()[1:]]
    assert len(rows) > 230
    for number, name, suits in rows:
        variant = variant_named(name)
        assert (variant.id, [suit.name for suit in variant.suits]) == (int(number), _suits(suits))
        assert variant_of_id(int(number)) == variant


@pytest.mark.parametrize("family", _RANK_NUMBERS)
def test_special_ranks_have_the_site_s_numbers(family):
    numbers = list(map(int, _RANK_NUMBERS[family].split()))
    names = [f"{family} {member.strip()}" for member in _RANK_MEMBERS.split(";")]
    assert [variant_named(name).id for name in names] == numbers


def test_every_number_and_every_name_is_there_once():
    found = variants()
    assert [variant.id for variant in found] == list(range(ALL))
    assert len({variant.name for variant in found}) == ALL
    assert found[0] == NO_VARIANT


def test_no_two_variants_are_the_same_game():
    games = {
        (tuple(suit.name for suit in each.suits), str(each.modifiers), each.colors)
        for each in variants()
    }
    assert len(games) == ALL


def test_so_many_are_played_and_the_docs_say_so():
    assert sum(not why_not_played(variant) for variant in variants()) == PLAYED
    told = {
        "variants": (f"has {ALL:,} variants", f"plays {PLAYED:,}"),
        "compiler": (f"All {ALL:,} [variants]", f"**plays** {PLAYED:,} "),
        "quickstart": (f"{PLAYED:,} variants",),
    }
    for page, words in told.items():
        text = (_DOCS / f"{page}.md").read_text(encoding="utf-8")
        assert [each for each in words if each not in text] == [], page


def test_sizes_are_counted_as_the_site_s():
    assert Counter(len(variant.suits) for variant in variants()) == {6: 906, 5: 824, 4: 370, 3: 326}


@pytest.mark.parametrize(
    ("holds", "count"),
    [
        (lambda rules: rules.special_rank, 1188),
        (lambda rules: rules.special_rank and rules.special_by_color is Touch.ALL, 396),
        (lambda rules: rules.special_rank and rules.special_by_color is Touch.NONE, 396),
        (lambda rules: rules.special_rank and rules.special_by_rank is Touch.ALL, 396),
        (lambda rules: rules.special_rank and rules.special_by_rank is Touch.NONE, 396),
        (lambda rules: rules.deceptive, 132),
        (lambda rules: rules.hint_ranks != (1, 2, 3, 4, 5), 1041),
        (lambda rules: rules.alternating, 66),
        (lambda rules: rules.rank_rule is RankRule.ODDS_AND_EVENS, 66),
        (lambda rules: rules.rank_rule is RankRule.FUNNELS, 66),
        (lambda rules: rules.rank_rule is RankRule.CHIMNEYS, 66),
        (lambda rules: rules.hole, 44),
        (lambda rules: rules.synesthesia, 36),
        (lambda rules: rules.critical_rank == 4, 33),
        (lambda rules: rules.scarce_ones, 33),
        (lambda rules: rules.up_or_down, 33),
        (lambda rules: rules.sudoku, 33),
        (lambda rules: rules.starved, 22),
        (lambda rules: rules.stack_size != 5, 11),
        (lambda rules: rules.color_hints_touch_nothing, 8),
        (lambda rules: rules.rank_hints_touch_nothing, 8),
        (lambda rules: rules.mute_colors, 4),
        (lambda rules: rules.cow_and_pig, 4),
        (lambda rules: rules.duck, 4),
    ],
)
def test_modifiers_are_as_many_as_the_site_s(holds, count):
    """Counts of flags in the site's list (specialRank 1188, clueRanks 1041, ...)."""
    assert sum(bool(holds(variant.modifiers)) for variant in variants()) == count


def test_four_variants_are_plain():
    plain = {variant.name for variant in variants() if variant.is_plain}
    assert plain == {"No Variant", "6 Suits", "4 Suits", "3 Suits"}
    assert [plain_variant(suits).id for suits in (3, 4, 5, 6)] == [18, 15, 0, 1]


def test_letters_are_unique_and_those_that_players_write():
    """Letters of suits in notes of real games; White takes its own, Gray A, Dark Null U."""
    assert all(len(set(each.letters)) == len(each.suits) for each in variants())
    assert variant_named("Ambiguous & Dark Null (5 Suits)").letters == "TMBNU"
    assert variant_named("Scarce Ones & Gray (6 Suits)").letters == "RYGBPA"
    assert variant_named("Black & Rainbow (6 Suits)").letters == "RYGBKM"
    assert variant_named("Ambiguous & Rainbow (5 Suits)").letters == "TMBNR"


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Dark Orange (6 Suits)", "RYGBPO"),
        ("Dark Orange Reversed (5 Suits)", "RYGBO"),
        ("Omni & Dark Orange (6 Suits)", "RYGBOA"),  # O and R are taken
        ("Dark Omni & Dark Orange (6 Suits)", "RYGBOA"),
        ("Ambiguous & Dual-Color Mix", "PTMVLJ"),
        ("RGB Mix (6 Suits)", "RGECBV"),  # Gold takes G before Green
        ("Matryoshka (6 Suits)", "RTGBPA"),  # Tangerine takes T before Taupe
    ],
)
def test_a_letter_that_is_taken_gives_way_to_the_next_of_the_name(name, letters):
    assert variant_named(name).letters == letters


def test_a_dark_suit_has_the_letter_of_its_light_form_unless_that_is_taken():
    """Gray, which has a name of its own, has its own letter. Names are looked at without "Dark"."""
    for variant in variants():
        for place, suit in enumerate(variant.suits):
            light = suit.name.removesuffix(" Reversed").removeprefix("Dark ")
            free = [
                each
                for each in _LETTERS.get(light, light[0])
                if each not in variant.letters[:place]
            ]
            spelled = [each for each in light.upper() if each not in variant.letters[:place] + " "]
            assert variant.letters[place] == [*free, *spelled][0], variant.name


@pytest.mark.parametrize(
    ("find", "message"),
    [
        (lambda: variant_named("Rainbow (9 Suits)"), "did you mean 'Rainbow"),
        (lambda: variant_named("rainbow"), "no variant 'rainbow'"),
        (lambda: variant_of_id(ALL), f"0 to {ALL - 1}"),
        (lambda: plain_variant(2), "3 to 6"),
    ],
)
def test_what_the_site_lacks_is_refused(find, message):
    with pytest.raises(NotationError, match=message):
        find()
