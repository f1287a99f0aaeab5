"""The site's variants, family by family: their names, their numbers, and what is special.

The site numbered variants in the order of its list as it added them, and gave numbers that became
free to later ones. So each family has its numbers in the order of its list.

Source: the site's list of variants. Names and numbers are facts of it; the families are ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hanabilab.notation.variants.shapes import (
    AMBIGUOUS,
    AMBIGUOUS_SHAPE,
    DUAL,
    EXTREMELY_AMBIGUOUS,
    EXTREMELY_SHAPE,
    FULL,
    LARGE,
    MATRYOSHKA,
    ONLY_PLAIN,
    VERY_AMBIGUOUS,
    VERY_SHAPE,
    Family,
    pairs_with,
    shape,
    suit_named,
    without,
)
from hanabilab.notation.variants.special_ranks import SPECIAL_RANKS
from hanabilab.notation.variants.variant import Modifiers, RankRule, Variant

_ONE_SUIT = (
    "1 0 15 18 2 21 3 16 17 19 106-109 13 22 26 27 69-72 176-183 160-167 1464-1467 2130-2133 "
    "11 23 137 138 59 58 89 90 242 243 255 256 290-293 1468 1469 2134 2135"
)
#: Two special suits, by the first.
_PAIRS = {
    "Black": "65 66 118 119 63 64 73 74 186-189 758 759 780 781 1470 1471 "
    "12 139 60 91 244 257 826 839 1472",
    "Rainbow": "120-122 149 6 28 29 75-78 190-192 194-196 1292-1294 782-784 1473-1475 2136-2139 "
    "140 141 67 68 92 93 245 246 258 259 1300 1301 840 841 1477 1478 2140 2141",
    "Pink": "123-130 198-205 760-763 1296-1299 1479-1482 2142-2145 "
    "131-136 247 248 260 261 827 828 1302 1303 1483 1484 2146 2147",
    "White": "79-82 206-213 764-767 786-789 1485-1487 2148-2151 "
    "83 84 142 143 94 95 249 250 262 263 829 830 842 843 1489 1490 2152 2153",
    "Brown": "214-221 768-771 790-793 1491-1494 2154-2157 "
    "85 86 144 145 87 88 251 252 264 265 831 832 844 845 1495 1496 2158 2159",
    "Omni": "222-225 772-775 794-797 1497-1499 2160-2163 "
    "226 227 230 231 234 235 238 239 266 267 833 834 846 847 1501 1502 2164 2165",
    "Null": "776-779 798-801 1503-1505 2166-2169 "
    "228 229 232 233 236 237 240 241 253 254 835 836 848 849 1507 1508 2170 2171",
    "Muddy Rainbow": "802-805 1509-1511 2172-2175 "
    "1304 1305 808-811 814 815 818 819 822 823 850 851 1513 1514 2176 2177",
    "Light Pink": "1515-1517 2178-2181 "
    "806 807 1306 1307 812 813 816 817 820 821 824 825 837 838 1519 1520 2182 2183",
    "Prism": "2184-2187 1521-1536 2188 2189",
    "Orange": "2190-2207",
    "Dark Rainbow": "146 62 96 268 269 1308 852 1537 2208",
    "Dark Pink": "147 148 270 271 853 1309 1538 2209",
    "Gray": "97 272 273 854 855 1539 2210",
    "Dark Brown": "274 275 856 857 1540 2211",
    "Dark Omni": "276 858 859 1541 2212",
    "Dark Null": "860 861 1542 2213",
    "Cocoa Rainbow": "862 1543 2214",
    "Gray Pink": "1544 2215",
    "Dark Prism": "2216",
}

_BY_SUITS = (
    Family(name="", shape=FULL, numbers=_ONE_SUIT),
    *(
        Family(name=first, shape=pairs_with(first), numbers=numbers, also=(first,))
        for first, numbers in _PAIRS.items()
    ),
    Family(
        name="Ambiguous",
        base=AMBIGUOUS,
        shape=AMBIGUOUS_SHAPE,
        numbers="8 30 1352 32 1354 1355 31 1360-1370 1641 2325 2326 1371-1378 1643 2327",
    ),
    Family(
        name="Very Ambiguous",
        base=VERY_AMBIGUOUS,
        shape=VERY_SHAPE,
        numbers="9 287 1390 1393 1396 1399 1402 1405 1408 2328",
    ),
    Family(
        name="Extremely Ambiguous",
        base=EXTREMELY_AMBIGUOUS,
        shape=EXTREMELY_SHAPE,
        numbers="288 289 282 1379 1382 1388 1389 1391 1392 1394 1395 1397 1398 1400 1401 1403 1404 "
        "1406 1407 2329 2330 1409-1424 2331 2332",
    ),
    Family(
        name="Matryoshka",
        base=MATRYOSHKA,
        shape=FULL,
        numbers="150 193 197 785 1295 1476 1488 1500 1506 1512 1518 2020-2050 2333-2336 "
        "2051-2068 2337 2338",
    ),
    Family(
        name="Dual-Color",
        base=DUAL,
        shape=shape("653", "6", "64", "6"),
        numbers="4 36 37 1425 5 38 1426-1439 1649 1650 2339 2340 1440-1447 1651 2341",
    ),
)

#: Synesthesia has no suit that all ranks touch, and no prism.
_SYNESTHESIA_SHAPE = without(FULL, "Pink, Omni, Muddy Rainbow, Light Pink, Prism")
_REVERSED_SHAPE = without(FULL, "Pink, Brown, Omni, Null, Muddy Rainbow, Light Pink")
_NOT_DARK = {suit: sizes for suit, sizes in shape("65", "", "65", "").items() if sizes}
_FOUR_SUITS = {suit: sizes for suit, sizes in shape("4", "", "4", "").items() if sizes}
_FOUR_RANKS = (1, 2, 3, 4)

_BY_RULE = (
    Family(
        name="Critical Fours",
        shape=LARGE,
        modifiers=Modifiers(critical_rank=4),
        numbers="1821 1822 1645 1823-1840 2342 2343 1807 1811 1815 1819 2102-2106 2344",
    ),
    Family(
        name="Scarce Ones",
        shape=LARGE,
        modifiers=Modifiers(scarce_ones=True),
        numbers="2393-2425",
    ),
    Family(
        name="Clue Starved",
        shape=_NOT_DARK,
        modifiers=Modifiers(starved=True),
        numbers="51-53 1278-1291 1219 1658 1659 2345 2346",
    ),
    Family(
        name="Color Blind",
        shape=ONLY_PLAIN,
        modifiers=Modifiers(color_hints_touch_nothing=True),
        numbers="10 33-35",
    ),
    Family(
        name="Number Blind",
        shape=ONLY_PLAIN,
        modifiers=Modifiers(rank_hints_touch_nothing=True),
        numbers="102-105",
    ),
    Family(
        name="Totally Blind",
        shape=ONLY_PLAIN,
        modifiers=Modifiers(color_hints_touch_nothing=True, rank_hints_touch_nothing=True),
        numbers="151-154",
    ),
    Family(
        name="Color Mute",
        shape=ONLY_PLAIN,
        modifiers=Modifiers(mute_colors=True),
        numbers="110-113",
    ),
    Family(
        name="Number Mute",
        shape=ONLY_PLAIN,
        modifiers=Modifiers(hint_ranks=()),
        numbers="114-117",
    ),
    Family(
        name="Alternating Clues",
        shape=FULL,
        modifiers=Modifiers(alternating=True),
        numbers="283-286 1244-1277 1652-1655 2347-2350 1448-1463 1656 1657 2351 2352",
    ),
    Family(
        name="Cow & Pig",
        shape=ONLY_PLAIN,
        modifiers=Modifiers(cow_and_pig=True),
        numbers="98-101",
    ),
    Family(name="Duck", shape=ONLY_PLAIN, modifiers=Modifiers(duck=True), numbers="54-57"),
    Family(
        name="Odds and Evens",
        shape=FULL,
        modifiers=Modifiers(hint_ranks=(1, 2), rank_rule=RankRule.ODDS_AND_EVENS),
        numbers="1646 1808 1812 1816 1820 1841-1877 2353-2356 1878-1895 2357 2358",
    ),
    Family(
        name="Synesthesia",
        shape=_SYNESTHESIA_SHAPE,
        modifiers=Modifiers(hint_ranks=(), synesthesia=True),
        numbers="1353 1383 1386 1387 1642 1644 1647 1648 1791-1804 2359-2362 "
        "1805 1806 1809 1810 1813 1814 1817 1818 2363 2364",
    ),
    Family(
        name="",
        shape=_REVERSED_SHAPE,
        reverse=True,
        numbers="1342-1351 1356-1359 1663-1666 2365-2368 1380 1381 1384 1385 1667 1668 2369 2370",
    ),
    Family(
        name="Up or Down",
        shape=LARGE,
        modifiers=Modifiers(up_or_down=True),
        numbers="40 24 2107 25 43 155 156 41 42 157 158 277 278 61 44 863-866 1669 1670 2371 2372 "
        "2108-2116 2373",
    ),
    Family(
        name="Throw It in a Hole",
        shape=shape("654", "6", "654", "6"),
        modifiers=Modifiers(hole=True),
        numbers="279-281 2117 1220-1243 1660-1662 2374-2376 2118-2126 2377",
    ),
    Family(
        name="Funnels",
        shape=FULL,
        modifiers=Modifiers(rank_rule=RankRule.FUNNELS),
        numbers="1896-1937 2378-2381 1938-1955 2382 2383",
    ),
    Family(
        name="Chimneys",
        shape=FULL,
        modifiers=Modifiers(rank_rule=RankRule.CHIMNEYS),
        numbers="1956-1997 2384-2387 1998-2015 2388 2389",
    ),
    Family(
        name="Sudoku",
        shape=_FOUR_SUITS,
        modifiers=Modifiers(sudoku=True, stack_size=4, hint_ranks=_FOUR_RANKS),
        numbers="2092-2101 2390",
    ),
    Family(
        name="Sudoku",
        shape=shape("5", "5", "5", "5"),
        modifiers=Modifiers(sudoku=True),
        numbers="2072-2082 2391 2083-2091 2392",
    ),
)

#: Variants that belong to no family: number, name, suits.
_ALONE = (
    (159, "Special Mix (5 Suits)", "Black, Rainbow, Pink, White, Brown"),
    (185, "Special Mix (6 Suits)", "Black, Rainbow, Pink, White, Brown, Null"),
    (20, "Ambiguous Mix", "Tomato, Mahogany, Sky, Navy, Black, White"),
    (7, "Dual-Color Mix", "Tangerine, Violet, Jade, Black, Rainbow, White"),
    (184, "Ambiguous & Dual-Color Mix", "Peach, Tangerine, Magenta, Violet, Lime, Jungle"),
    (2016, "Candy Corn Mix (5 Suits)", "Red, Tangerine, Yellow, White, Brown"),
    (2017, "Candy Corn Mix (6 Suits)", "Red, Tangerine, Yellow, White, Brown, Cocoa Rainbow"),
    (2018, "Holiday Mix (5 Suits)", "Dark Pink, Green, White, Sky, Navy"),
    (2019, "Holiday Mix (6 Suits)", "Light Pink, Red, Green, White, Sky, Navy"),
    (2069, "Valentine Mix (5 Suits)", "Red, Pink, White, Light Pink, Cocoa Rainbow"),
    (2070, "Valentine Mix (6 Suits)", "Red, Pink, White, Light Pink, Cocoa Rainbow, Null"),
    (2071, "RGB Mix (6 Suits)", "Red, Gold, Green, Cyan, Blue, Violet"),
    (
        2127,
        "White Reversed & Rainbow (6 Suits)",
        "Red, Yellow, Green, Blue, White Reversed, Rainbow",
    ),
    (2128, "White Reversed & Rainbow (5 Suits)", "Red, Green, Blue, White Reversed, Rainbow"),
    (2129, "White Reversed & Rainbow (4 Suits)", "Red, Blue, White Reversed, Rainbow"),
)

FAMILIES: Final = (*_BY_SUITS, *SPECIAL_RANKS, *_BY_RULE)


def all_variants() -> Iterator[Variant]:
    """Every variant of the site."""
    for family in FAMILIES:
        yield from family.variants()
    for number, name, suits in _ALONE:
        yield Variant(number, name, tuple(map(suit_named, suits.split(", "))))
