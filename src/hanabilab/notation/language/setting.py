"""The headers and the deck of a game of the language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from hanabilab.errors import NotationError
from hanabilab.messages import did_you_mean
from hanabilab.notation.game_log import ANONYMOUS, OPTIONS, GameLog, OptionValue
from hanabilab.notation.language.lines import Finding, Mistake, Statement
from hanabilab.notation.language.words import card_of, long_card_of, text_of
from hanabilab.notation.site.seeds import Seed, parse_seed
from hanabilab.notation.variants import NO_VARIANT, LogCard, Variant, variant_named

_MIN_PLAYERS = 2
_ACTIONS = {"play", "discard", "hint", "end"}


@dataclass
class Setting:
    """The headers and cards as far as they are read.

    Each `take_` method takes in a statement of that kind, and raises `Mistake` where it is wrong.
    """

    variant: Variant = NO_VARIANT
    names: tuple[str, ...] = ()
    options: dict[str, OptionValue] = field(default_factory=dict)
    seed: Seed | None = None
    seed_statement: Statement | None = None
    id: int | None = None
    cards: list[LogCard] = field(default_factory=list)
    last_card_line: int = 1
    misread_cards: bool = False

    def take_variant(self, statement: Statement) -> None:
        """Take in the name of a variant."""
        try:
            self.variant = variant_named(str(statement.words[0]).strip())
        except NotationError as error:
            raise statement.mistake(0, str(error)) from None

    def take_players(self, statement: Statement) -> None:
        """Take in the names of the players."""
        names = tuple(text_of(statement, index) for index in range(len(statement.words)))
        if not _MIN_PLAYERS <= len(names) <= len(ANONYMOUS):
            raise statement.mistake(0, f"{len(names)} players; a game has 2 to {len(ANONYMOUS)}")
        self.names = names

    def take_option(self, statement: Statement) -> None:
        """Take in an option, with the number that some need."""
        name, *values = map(str, statement.words)
        if name not in OPTIONS:
            message = f"no option {name!r}{did_you_mean(name, OPTIONS)}"
            raise statement.mistake(0, message, OPTIONS)
        needs_number = OPTIONS[name] is int
        if needs_number != bool(values):
            wanted = "a number follows it" if needs_number else "no number follows it"
            raise statement.mistake(0, f"option {name}: {wanted}")
        self.options[name] = int(values[0]) if values else True

    def take_seed(self, statement: Statement) -> None:
        """Take in the seed of the deck."""
        try:
            self.seed, self.seed_statement = parse_seed(str(statement.words[0])), statement
        except NotationError as error:
            raise statement.mistake(0, str(error)) from None

    def take_game_id(self, statement: Statement) -> None:
        """Take in the site's number of the game."""
        self.id = int(statement.words[0])

    def take_card(self, statement: Statement) -> None:
        """Take in a card, its color and rank as words."""
        self._add(statement, lambda: [long_card_of(statement, self.variant)])

    def take_short_cards(self, statement: Statement) -> None:
        """Take in cards such as "Y1"."""
        places = range(len(statement.words))
        self._add(statement, lambda: [card_of(statement, word, self.variant) for word in places])

    def _add(self, statement: Statement, cards: Callable[[], list[LogCard]]) -> None:
        self.last_card_line = statement.line
        try:
            self.cards += cards()
        except Mistake:
            self.misread_cards = True  # told once, and not again as a deck that is not whole
            raise

    # --- Once all lines are read -----------------------------------------------------------------

    def shape(self, statements: list[Statement]) -> GameLog:
        """The game without its actions; players that nobody names are counted in the actions."""
        players = len(self.names) or (self.seed.players if self.seed else _seats_in(statements))
        return GameLog(
            variant=self.variant,
            players=self.names or ANONYMOUS[:players],
            deck=tuple(self.cards or (self.seed.deck() if self.seed else ())),
            actions=(),
            options=tuple(self.options.items()),
            seed=self.seed.text if self.seed else "",
            id=self.id,
        )

    def check(self, shape: GameLog) -> Iterator[Finding]:
        """What is wrong with the seed and the deck, taken together with the rest."""
        players = len(shape.players)
        if self.seed and self.seed_statement:
            if (self.seed.players, self.seed.variant) != (players, self.variant):
                message = (
                    f"the seed is of {self.seed.players} players and {self.seed.variant.name}; "
                    f"the game is of {players} and {self.variant.name}"
                )
                yield self.seed_statement.mistake(0, message).finding
            elif self.cards and not self.misread_cards and self.cards != self.seed.deck():
                yield self.seed_statement.mistake(0, "the deck is not that of this seed").finding
        if not self.misread_cards:
            yield from self._check_deck(shape)

    def _check_deck(self, shape: GameLog) -> Iterator[Finding]:
        if not shape.deck:
            yield Finding(1, 1, "there is neither a deck nor a seed")
        elif fault := self.variant.deck_fault(shape.deck):
            yield Finding(self.last_card_line, 1, fault)


def _seats_in(statements: list[Statement]) -> int:
    """As many players as act or are hinted, 2 at least."""
    seats = [
        int(str(word)[1])
        for statement in statements
        if statement.kind in _ACTIONS
        for word in statement.words
        if word.type == "TAG"
    ]
    return min(max([_MIN_PLAYERS, *(seat + 1 for seat in seats)]), len(ANONYMOUS))
