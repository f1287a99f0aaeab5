"""A game of any variant, as slow and plain as can be: sets of cards, stacks as lists of ranks.

It shares no code with the engine, and asks `notation.variants` for decks and touched cards alone,
which have tests of their own against the rules as written.
"""

from __future__ import annotations

from fractions import Fraction

from hanabilab.notation.variants import START_RANK, LogCard, Variant

_UP, _DOWN = [1, 2, 3, 4, 5], [5, 4, 3, 2, 1]


def ways(variant: Variant, suit: int) -> list[list[int]]:
    """Every order in which a suit may be played to its end."""
    if variant.modifiers.up_or_down:
        return [_UP, _DOWN, [START_RANK, *_UP[1:]], [START_RANK, *_DOWN[1:]]]
    return [_DOWN if variant.suits[suit].reversed else _UP]


class NaiveTable:
    """What is true at the table.

    Args:
        deck: in the order drawn.
    """

    def __init__(self, variant: Variant, players: int, deck: list[LogCard], **options: bool):
        self.variant, self.players, self.deck = variant, players, deck
        self.options = {name for name, on in options.items() if on}
        self.drawn = 0
        self.tokens, self.lives, self.turn = Fraction(8), 3, 0
        self.stacks: list[list[int]] = [[] for _ in variant.suits]
        self.discards: list[LogCard] = []
        self.last_hint = ""
        self.turns_left: int | None = None
        self.lost = False
        size = 5 if players < 4 else 4 if players < 6 else 3
        #: [seat] places in the deck, oldest first.
        self.hands = [list(range(seat * size, seat * size + size)) for seat in range(players)]
        self.drawn = players * size
        everything = {LogCard(suit, rank) for suit, rank in set(variant.cards)}
        #: By place in the deck.
        self.possible = [set(everything) for _ in deck]

    # --- Cards -----------------------------------------------------------------------------------

    def ways_left(self, suit: int) -> list[list[int]]:
        """Ways to play a suit that begin as it has been, cut where every copy is discarded."""
        stack, found = self.stacks[suit], []
        for way in ways(self.variant, suit):
            if way[: len(stack)] == stack:
                rest = list(stack)
                for rank in way[len(stack) :]:
                    card = LogCard(suit, rank)
                    if self.discards.count(card) == self.variant.copies(card):
                        break
                    rest.append(rank)
                found.append(rest)
        return found

    def fits(self, card: LogCard) -> bool:
        """Whether it may be played now."""
        stack = self.stacks[card.suit]
        return [*stack, card.rank] in [
            way[: len(stack) + 1] for way in ways(self.variant, card.suit)
        ]

    def is_needed(self, card: LogCard) -> bool:
        """Whether it can still be played some day."""
        played = len(self.stacks[card.suit])
        return any(card.rank in way[played:] for way in self.ways_left(card.suit))

    @property
    def points(self) -> int:
        return sum(map(len, self.stacks))

    @property
    def reachable(self) -> int:
        suits = range(len(self.stacks))
        return sum(max(map(len, self.ways_left(suit))) for suit in suits)

    # --- What may be done ------------------------------------------------------------------------

    @property
    def actor(self) -> int:
        return self.turn % self.players

    @property
    def is_over(self) -> bool:
        perfect = 5 * len(self.variant.suits)
        if self.lives == 0 or self.points == perfect or self.turns_left == 0:
            return True
        if "all_or_nothing" not in self.options:
            return False
        return self.reachable < perfect or not self.legal()

    def touched(self, seat: int, kind: str, value: int) -> list[int]:
        """Places in the deck of the cards that a hint touches."""
        touches = self.variant.touches_color if kind == "color" else self.variant.touches_rank
        return [place for place in self.hands[seat] if touches(self.deck[place], value)]

    def may_be_empty(self, kind: str) -> bool:
        rules = self.variant.modifiers
        blind = {
            "color": rules.color_hints_touch_nothing,
            "rank": rules.rank_hints_touch_nothing,
        }
        return blind[kind] or "empty_hints" in self.options

    def legal(self) -> set[tuple[str, int, int]]:
        """Kind, place in the deck or seat, and what is told."""
        found: set[tuple[str, int, int]] = set()
        full = self.tokens == 8 and not any(suit.inverted for suit in self.variant.suits)
        full &= "discard_at_max" not in self.options
        for place in self.hands[self.actor]:
            found.add(("play", place, 0))
            if not full:
                found.add(("discard", place, 0))
        if "deck_plays" in self.options and self.drawn == len(self.deck) - 1:
            found.add(("play", self.drawn, 0))
        if self.tokens < 1:
            return found
        told = {
            "color": range(len(self.variant.colors)),
            "rank": self.variant.modifiers.hint_ranks,
        }
        for seat in set(range(self.players)) - {self.actor}:
            for kind, values in told.items():
                if self.variant.modifiers.alternating and kind == self.last_hint:
                    continue
                found |= {
                    (kind, seat, value)
                    for value in values
                    if self.touched(seat, kind, value) or self.may_be_empty(kind)
                }
        return found

    # --- What is done ----------------------------------------------------------------------------

    def act(self, kind: str, target: int, value: int) -> None:
        last_round = self.drawn == len(self.deck) and "all_or_nothing" not in self.options
        if last_round and self.turns_left is None:
            self.turns_left = self.players
        if kind in ("color", "rank"):
            self._hint(kind, target, value)
        else:
            self._use(kind, target)
        if last_round and self.turns_left is not None:
            self.turns_left -= 1
        self.turn += 1

    def _hint(self, kind: str, seat: int, value: int) -> None:
        self.tokens -= 1
        self.last_hint = kind
        touched = self.touched(seat, kind, value)
        touches = self.variant.touches_color if kind == "color" else self.variant.touches_rank
        for place in self.hands[seat]:
            self.possible[place] = {
                card for card in self.possible[place] if touches(card, value) == (place in touched)
            }

    def _use(self, kind: str, place: int) -> None:
        card = self.deck[place]
        gain = Fraction(1, 2) if self.variant.modifiers.starved else Fraction(1)
        if kind == "play" and self.fits(card):
            self.stacks[card.suit].append(card.rank)
            if len(self.stacks[card.suit]) == 5:
                self.tokens = min(Fraction(8), self.tokens + gain)
        else:
            self.discards.append(card)
            if kind == "discard":
                self.tokens = min(Fraction(8), self.tokens + gain)
            else:
                self.lives -= 1
        if place == self.drawn:
            self.drawn += 1
            return
        self.hands[self.actor].remove(place)
        if self.drawn < len(self.deck):
            self.hands[self.actor].append(self.drawn)
            self.drawn += 1
