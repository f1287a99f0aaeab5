"""A position for people: what there is to see of a game, in words, and as text.

All that shows a game to people is made of it: texts, tables, pictures, the terminal, the page. A
position of a VIEW row holds no card that its seat may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hanabilab.game.cards import NO_CARD, UNKNOWN_CARD
from hanabilab.game.rule_tables import MAX_HAND, RuleTables
from hanabilab.game.stacks import STACKS_UP, stack_places
from hanabilab.game.state import RUNNING, STATUS_NAMES, PublicTable
from hanabilab.game.variant import Names
from hanabilab.game.words import ActionMeant, action_meant, card_name, names_of


class HeldCard(NamedTuple):
    """A card in a hand.

    Attributes:
        card: its id; UNKNOWN_CARD if its holder may not know.
        place: in the deck.
        possible: bit set of the cards that the hints leave it to be.
        hinted: bit set of the hint values that it was told.
        names: of the cards of these rules.
    """

    card: int
    place: int
    possible: int
    hinted: int
    names: Names

    @property
    def name(self) -> str:
        """As "R3"; "??" if it is unknown."""
        return "??" if self.card == UNKNOWN_CARD else self.names.cards[self.card]

    @property
    def known(self) -> str:
        """What the hints leave it to be as "RG123", "R" or "12"; "?" if they have told nothing."""
        letters, ranks = self.names.letters, self.names.ranks
        held = [name for card, name in enumerate(self.names.cards) if self.possible >> card & 1]
        left = "".join(letter for letter in letters if any(letter in name for name in held))
        digits = {name[1] for name in held}
        if digits == set("".join(ranks)):
            return left if len(left) < len(letters) else "?"
        numbers = "".join(sorted(digits))
        return numbers if len(left) == len(letters) else left + numbers


class LastAction(NamedTuple):
    """The last action and what came of it.

    Attributes:
        seat: who acted.
        meant: what it did.
        card: the name of the card that was played or discarded; None after a hint.
        misplayed: whether a card was played that did not fit.
        touched: the slots that a hint touched, as they were then.
    """

    seat: int
    meant: ActionMeant
    card: str | None
    misplayed: bool
    touched: list[int]

    @property
    def with_card(self) -> str:
        """As "misplays R3 from slot 2", "hints red to seat 3"."""
        if self.card is None:
            return self.meant.words
        verb = "misplays" if self.misplayed else f"{self.meant.verb}s"
        return f"{verb} {self.card} from {self.meant.object.removeprefix('the last card of ')}"

    @classmethod
    def of(cls, table: PublicTable) -> LastAction | None:
        """That of a STATE or VIEW row; None before the first action."""
        if table.last_seat < 0:
            return None
        rules, seat, card = table.rules, int(table.last_seat), int(table.last_card)
        meant = action_meant(rules, int(table.last_action), seat)
        return cls(
            seat=seat,
            meant=meant,
            card=card_name(rules, card) if card >= 0 else None,
            misplayed=meant.kind == "play" and not table.last_scored,
            touched=slots_in(table.last_touched),
        )


class Position(NamedTuple):
    """What there is to see of a game.

    Attributes:
        turn: actions so far.
        status: a word of `STATUS_NAMES`.
        seat_to_act: None once the game is over.
        tokens_shown: the information tokens; parts of one behind a plus sign, as "3+1/2".
        deck_size: cards left to draw.
        fireworks: [suit] its letter and the rank on top, 0 for none. Where suits go up or down, the
            first rank stands before the top: "R72" began with START.
        discards: names, in the order of card ids.
        hands: [seat, slot] oldest first; None for an empty slot.
        last: None before the first action.
    """

    turn: int
    status: str
    seat_to_act: int | None
    points: int
    max_score: int
    information_tokens: int
    tokens_shown: str
    max_information_tokens: int
    life_tokens: int
    max_life_tokens: int
    deck_size: int
    fireworks: list[str]
    discards: list[str]
    hands: list[list[HeldCard | None]]
    last: LastAction | None

    @classmethod
    def of(cls, table: PublicTable) -> Position:
        """The position of a STATE or VIEW row."""
        rules, cards = table.rules, names_of(table.rules).cards
        parts = f"+{table.token_parts}/{rules.discards_per_token}" if table.token_parts else ""
        return cls(
            turn=int(table.turn),
            status=STATUS_NAMES[table.status],
            seat_to_act=int(table.current_seat) if table.status == RUNNING else None,
            points=int(table.points),
            max_score=int(rules.max_score),
            information_tokens=int(table.information_tokens),
            tokens_shown=f"{table.information_tokens}{parts}",
            max_information_tokens=int(rules.max_information_tokens),
            life_tokens=int(table.life_tokens),
            max_life_tokens=int(rules.max_life_tokens),
            deck_size=int(rules.deck_size) - int(table.deck_drawn),
            fireworks=[
                _firework(rules, suit, int(table.fireworks[suit]))
                for suit in range(rules.num_suits)
            ],
            discards=[
                name
                for name, count in zip(cards, table.discards.tolist(), strict=False)
                for _ in range(count)
            ],
            hands=[list(_hand(table, seat)) for seat in range(rules.num_players)],
            last=LastAction.of(table),
        )

    def __str__(self) -> str:
        """Lines of text; a star marks the seat to act."""
        acts = self.status if self.seat_to_act is None else f"seat {self.seat_to_act} to act"
        return "\n".join(
            [
                f"turn {self.turn}: {acts}",
                f"points {self.points} of {self.max_score}, hints {self.tokens_shown} of "
                f"{self.max_information_tokens}, lives {self.life_tokens} of "
                f"{self.max_life_tokens}, deck {self.deck_size}",
                f"fireworks {' '.join(self.fireworks)}",
                f"discards  {' '.join(self.discards) or 'none'}",
                *self._last_line(),
                *(self._hand_line(seat) for seat in range(len(self.hands))),
            ]
        )

    def _last_line(self) -> list[str]:
        if self.last is None:
            return []
        card = f" ({self.last.card})" if self.last.card else ""
        return [f"last      seat {self.last.seat} {self.last.meant.words}{card}"]

    def _hand_line(self, seat: int) -> str:
        """A hand with slots such as "R3 ?", "?? R" and "--"."""
        cards = [f"{held.name} {held.known}" if held else "--" for held in self.hands[seat]]
        mark = "*" if seat == self.seat_to_act else " "
        return f"seat {seat} {mark}  {'  '.join(cards)}".rstrip()


def slots_in(touched: int) -> list[int]:
    """The slots of a bit set."""
    return [slot for slot in range(MAX_HAND) if int(touched) >> slot & 1]


def _firework(rules: RuleTables, suit: int, stack: int) -> str:
    letters, ranks = names_of(rules)[:2]
    places = stack_places(int(rules.stack_kind), stack)
    shown = places[-1:] if rules.stack_kind == STACKS_UP else (*places[:1], *places[1:][-1:])
    return letters[suit] + ("".join(ranks[suit][place] for place in shown) or "0")


def _hand(table: PublicTable, seat: int) -> Iterator[HeldCard | None]:
    names, size = names_of(table.rules), int(table.rules.hand_size)
    rows = table.hands, table.deck_index, table.possible, table.hinted
    for card, place, possible, hinted in zip(
        *(row[seat, :size].tolist() for row in rows), strict=True
    ):
        yield None if card == NO_CARD else HeldCard(card, place, possible, hinted, names)
