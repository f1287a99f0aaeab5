"""Families of a special rank: all ones, or all fives, are touched as another suit is.

Source: the site's list of variants. Names and numbers are facts of it; the families are ours.
"""

from __future__ import annotations

from typing import Final

from hanabilab.notation.variants.shapes import FULL, Family, by_age
from hanabilab.notation.variants.suits import SUITS, Touch
from hanabilab.notation.variants.variant import USUAL, Modifiers

#: Special ranks by their kind: numbers for ones and for fives, suits by age.
_RANKS = {
    "Rainbow": (
        "168-171 294-297 172-175 298-325 1310 1311 867-878 1545-1550 2217-2222",
        "526-565 1318 1319 939-950 1593-1598 2271-2276",
    ),
    "Pink": (
        "326-365 1312 1313 879-890 1551-1556 2223-2228",
        "45 46 49 50 39 14 47 48 566-597 1322 1323 951-962 1599-1604 2277-2282",
    ),
    "White": (
        "366-405 1314 1315 891-902 1557-1562 2229-2234",
        "598-637 1324 1325 963-974 1605-1610 2283-2288",
    ),
    "Brown": (
        "406-445 1316 1317 903-914 1563-1568 2235-2240",
        "638-677 1328 1329 975-986 1611-1616 2289-2294",
    ),
    "Omni": (
        "446-485 1320 1321 915-926 1569-1574 2241-2246",
        "678-717 1332 1333 987-998 1617-1622 2295-2300",
    ),
    "Null": (
        "486-525 1326 1327 927-938 1575-1580 2247-2252",
        "718-757 1336 1337 999-1010 1623-1628 2301-2306",
    ),
    "Muddy Rainbow": (
        "1011-1038 1047-1058 1330 1331 1039-1046 1059-1062 1581-1586 2253-2258",
        "1115-1142 1151-1162 1338 1339 1143-1150 1163-1166 1629-1634 2307-2312",
    ),
    "Light Pink": (
        "1063-1090 1099-1110 1334 1335 1091-1098 1111-1114 1587-1592 2259-2264",
        "1167-1194 1203-1214 1340 1341 1195-1202 1215-1218 1635-1640 2313-2318",
    ),
    "Deceptive": (
        "1671-1674 1677-1700 1713-1724 1675 1676 1701-1708 1725-1728 1709-1712 1729 1730 2265-2270",
        "1731-1734 1737-1760 1773-1784 1735 1736 1761-1768 1785-1788 1769-1772 1789 1790 2319-2324",
    ),
}


def _special_rank(kind: str, rank: int) -> Modifiers:
    """A rank that hints touch as they touch the suit of that name; or as a deceptive one."""
    suit = SUITS.get(kind)
    others = tuple(other for other in (1, 2, 3, 4, 5) if other != rank)
    if suit is None:
        return Modifiers(special_rank=rank, deceptive=True, hint_ranks=others)
    usual = suit.by_rank is Touch.OWN
    return Modifiers(
        special_rank=rank,
        special_by_color=suit.by_color,
        special_by_rank=suit.by_rank,
        hint_ranks=USUAL.hint_ranks if usual else others,
    )


#: Every family of a special rank.
SPECIAL_RANKS: Final = tuple(
    Family(
        name=f"{kind.replace(' ', '-')}-{word}",
        shape=by_age(FULL),
        numbers=numbers,
        modifiers=_special_rank(kind, rank),
    )
    for kind, both in _RANKS.items()
    for (word, rank), numbers in zip((("Ones", 1), ("Fives", 5)), both, strict=True)
)
