"""The headers and the deck of a game of the language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from hanabilab.errors import NotationError
from hanabilab.messages import did_you_mean
from hanabilab.notation.game_log import ANONYMOUS, OPTIONS, GameLog, OptionValue
from hanabilab.notation.language.lines import Finding, Mistake, Statement, Taken
from hanabilab.notation.language.words import card_of, long_card_of, text_of
from hanabilab.notation.site.seeds import Seed, parse_seed, seed_fault, seed_text
from hanabilab.notation.variants import (
    NO_VARIANT,
    LogCard,
    Variant,
    variant_named,
)

_MIN_PLAYERS = 2
_OPTION_NAMES = {name.lower(): name for name in OPTIONS}
_ACTIONS = {"play", "discard", "hint", "end"}


@dataclass
class Setting:
    """The headers and cards as far as they are read.

    Each `take_` method takes in a statement of that kind, and raises `Mistake` where it is wrong.
    """

    variant: Variant = NO_VARIANT
    names: tuple[str, ...] = ()
    options: dict[str, OptionValue] = field(default_factory=dict)
    seed: str = ""
    seed_statement: Statement | None = None
    id: int | None = None
    cards: list[LogCard] = field(default_factory=list)
    last_card_line: int = 1
    misread_cards: bool = False
    taken: Taken = field(default_factory=Taken)

    def take_variant(self, statement: Statement) -> None:
        """Take in the name of a variant."""
        self.taken.once(statement)
        try:
            name = str(statement.words[0]).strip()
            self.variant = variant_named(name)
        except NotationError as error:
            raise statement.mistake(0, str(error)) from None

    def take_players(self, statement: Statement) -> None:
        """Take in the names of the players."""
        self.taken.once(statement)
        names = tuple(text_of(statement, index) for index in range(len(statement.words)))
        if not _MIN_PLAYERS <= len(names) <= len(ANONYMOUS):
            raise statement.mistake(0, f"{len(names)} players; a game has 2 to {len(ANONYMOUS)}")
        self.names = names

    def take_option(self, statement: Statement) -> None:
        """Take in an option, with the number that some need."""
        name, *values = map(str, statement.words)
        name = _OPTION_NAMES.get(name.lower(), name)
        if name not in OPTIONS:
            message = f"no option {name!r}{did_you_mean(name, OPTIONS)}"
            raise statement.mistake(0, message, OPTIONS)
        self.taken.once(statement, name)
        needs_number = OPTIONS[name] is int
        if needs_number != bool(values):
            wanted = "a number follows it" if needs_number else "no number follows it"
            raise statement.mistake(0, f"option {name}: {wanted}")
        self.options[name] = int(values[0]) if values else True

    def take_seed(self, statement: Statement) -> None:
        """Take in the seed of the deck."""
        self.taken.once(statement)
        self.seed_statement = statement
        try:
            self.seed = seed_text(str(statement.words[0]))
        except NotationError as error:
            raise statement.mistake(0, str(error)) from None

    def take_game_id(self, statement: Statement) -> None:
        """Take in the site's number of the game."""
        self.taken.once(statement)
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
        seed = self._seed_of_today()
        players = len(self.names) or (seed.players if seed else _seats_in(statements))
        return GameLog(
            variant=self.variant,
            players=self.names or ANONYMOUS[:players],
            deck=tuple(self.cards or (seed.deck() if seed else ())),
            actions=(),
            options=tuple(self.options.items()),
            seed=self.seed,
            id=self.id,
        )

    def _seed_of_today(self) -> Seed | None:
        """The seed; None if there is none, or if the site lacks its variant today."""
        try:
            return parse_seed(self.seed)
        except NotationError:
            return None

    def check(self, shape: GameLog) -> Iterator[Finding]:
        """What is wrong with the deck, or with the seed that stands for it.

        Beside cards the seed decides nothing: that it does not fit is for replay to remark.
        """
        if self.misread_cards:
            return
        if self.cards or not self.seed_statement:
            yield from self._check_deck(shape)
        elif fault := seed_fault(shape):
            yield self.seed_statement.mistake(0, fault).finding

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
