"""What a model of people is told of each action, and of the position: columns by name."""

from __future__ import annotations

from typing import Final

# --- Of an action --------------------------------------------------------------------------------

#: The kind of action: four columns, in the order of `game.rule_tables`.
KIND = 0

# Of a play or a discard: the age of the card in its hand, and what hints have told of it.
OLDEST, NEWEST, AGE, ON_CHOP = range(4, 8)
HINTED, COLOR_TOLD, RANK_TOLD, HINTS, LOWEST_TOLD, FIVE_TOLD = range(8, 14)
# How likely it is playable, useless, the last copy of a needed card, and what follows from that.
MAY_PLAY, MAY_BE_USELESS, MAY_BE_CRITICAL, SURE_PLAY, SURELY_USELESS, WIDTH = range(14, 20)
BEST_PLAY, BEHIND_BEST, BEST_DISCARD, NEWER_ALIKE, OLDER_ALIKE = range(20, 25)
# The last hint that touched it: since the seat's last turn, just now, how many turns ago, with how
# many others of the hand; its part in that hint.
THIS_ROUND, JUST_NOW, TURNS_AGO, TOUCHED_WITH = range(25, 29)
PART_NEWEST, PART_OLDEST, PART_CHOP, PART_ALONE, PART_BY_RANK = range(29, 34)

# Of a hint: how many cards it touches, how many of them for the first time, and what they are.
TOUCHES, TOUCHES_NEW, TOUCHES_ONE = range(34, 37)
PLAYABLES, USELESSES, CRITICALS, NEW_PLAYABLES = range(37, 41)
NEWEST_PLAYABLE, NEWEST_USELESS, NEWEST_CRITICAL = range(41, 44)
OLDEST_PLAYABLE, OLDEST_USELESS, OLDEST_CRITICAL = range(44, 47)
# The newest that no hint had touched.
FRESH_PLAYABLE, FRESH_USELESS = range(47, 49)
# What the receiver learns by the letter: cards surely playable, known, useless; how much in all.
TELLS_PLAY, TELLS_CARD, TELLS_USELESS, TELLS, NO_NEWS = range(49, 54)
# How playable touched cards then look, those that are and those that are not.
LOOKS_RIGHT, LOOKS_WRONG = range(54, 56)
# What is told already: a touched card, any card of that hand, another copy of a touched card.
KNEW_PLAY, HAS_PLAY, IS_TWIN = range(56, 59)
# The receiver's chop if it is touched; who it is; the rank that is told.
TOUCHES_CHOP, SAVES_CHOP, PLAYS_CHOP = range(59, 62)
TO_NEXT, TO_SECOND, TO_LATER = range(62, 65)
RANK_ONE, RANK_FIVE, RANK, LOWEST_RANK = range(65, 69)

ACTION_COLUMNS: Final = 69

# --- Of the position -----------------------------------------------------------------------------

# Tokens, lives, how far the game is.
TOKENS, NO_TOKEN, ONE_TOKEN, ALL_TOKENS, ONE_LIFE, TWO_LIVES = range(6)
DECK, LAST_CARDS, LAST_ROUND, POINTS, TURN = range(6, 11)
# The own hand, the next player's, all other hands.
OWN_PLAY, OWN_USELESS, OWN_SURE_PLAYS, OWN_SURELY_USELESS, OWN_HINTED = range(11, 16)
NEXT_PLAYS, NEXT_USELESS = range(16, 18)
NEXT_CHOP_CRITICAL, NEXT_CHOP_PLAYABLE, NEXT_CHOP_USELESS = range(18, 21)
SEEN_PLAYABLE, SEEN_HINTED_PLAYABLE, SEEN_CRITICAL = range(21, 24)
#: The kind of the last action: four columns.
LAST_KIND = 24
# How the last action went, and whether it was a hint to this seat.
SCORED, FAILED_NOW, HINTED_ME, TOUCHED_NOW = range(28, 32)
#: How often this seat, and the one before it, did each kind of action: four columns each.
OWN_DONE, BEFORE_DONE = 32, 36
# Their plays that failed.
OWN_FAILED, BEFORE_FAILED = range(40, 42)
#: The kind of this seat's last action: four columns.
OWN_LAST = 42

POSITION_COLUMNS: Final = 46
