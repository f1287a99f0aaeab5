"""A position played on many times, each with the cards that somebody does not see dealt anew.

Every deal that hints allow is equally likely: what partners meant by their actions is not used. So
the same line can be judged without the luck of the one deck that it met.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from hanabilab.agents.policy import Agent
from hanabilab.arena.lineup import Lineup, Seats
from hanabilab.arena.play import check_lineup
from hanabilab.errors import AgentError
from hanabilab.game.actions import FORFEIT
from hanabilab.game.cards import NO_CARD
from hanabilab.game.checks import check_seat, check_seed
from hanabilab.game.games import Game
from hanabilab.game.state import FORFEITED, STATUS_NAMES
from hanabilab.knowledge.public_chances import public_chances


class Knowing(StrEnum):
    """Whose knowledge stays as it is.

    Attributes:
        SEAT: one seat's: its own hand and the deck are dealt anew.
        HANDS: all seats' together: the deck alone is dealt anew.
        PUBLIC: what everybody sees: all hands and the deck are dealt anew.
    """

    SEAT = "seat"
    HANDS = "hands"
    PUBLIC = "public"


@dataclass(frozen=True)
class Redealt:
    """Games that were played on from one position. N games.

    Attributes:
        scores: [N] under the rule for lost games; a game that an agent gives up keeps its points.
        statuses: [N] how each has ended, see `Game.status`; "forfeited" if an agent gave it up.
        decks: [N, D] card ids in the order they are drawn.
        actions: [N] ids, from the start of the game.
    """

    scores: NDArray[np.int64]
    statuses: list[str]
    decks: NDArray[np.int64]
    actions: list[list[int]]

    @property
    def lost(self) -> int:
        """Games that were lost by the last life."""
        return self.statuses.count("lost")


def redeal(
    game: Game,
    agents: Seats,
    games: int,
    *,
    knowing: Knowing | str = Knowing.SEAT,
    seat: int | None = None,
    seed: int = 0,
    progress: Callable[[], None] | None = None,
) -> Redealt:
    """Deal the unseen cards anew and play on, many times.

    Args:
        game: running.
        agents: one for all seats, or one for each.
        games: how many, at least one. The first of them are the same, however many there are.
        knowing: whose knowledge stays.
        seat: for `Knowing.SEAT` alone; the seat to act by default.
        seed: of cards and agents.
        progress: called after each game.

    Raises:
        AgentError: the game is over, no games, agents that cannot play it, or not one for each
            seat; or knowledge of another kind.
        RulesError: no such seat or seed.
    """
    if game.is_over:
        raise AgentError(f"the game is over ({game.status}); there is nothing to play on")
    if games < 1:
        raise AgentError(f"games is {games}; at least one is needed")
    lineup = Lineup.of(agents, game.rules.players)
    check_lineup(lineup, game.rules)
    deals, dealt = Deals(game, _hidden(game, knowing, seat)), check_seed(seed)
    played, statuses = [], []
    for number in range(games):
        rng = np.random.default_rng([dealt, number])
        played.append(deals.draw(rng))
        statuses.append(_play_on(played[-1], lineup.agents, int(rng.integers(2**31))))
        if progress:
            progress()
    return Redealt(
        np.array([each.score for each in played]),
        statuses,
        np.array([each.deck for each in played]),
        [each.actions for each in played],
    )


def _hidden(game: Game, knowing: Knowing | str, seat: int | None) -> list[int]:
    """Seats whose hands are dealt anew."""
    if knowing not in tuple(Knowing):
        raise AgentError(f"knowing is {knowing!r}; one of {', '.join(Knowing)}")
    if knowing == Knowing.SEAT:
        return [game.current_seat if seat is None else check_seat(game.rules, seat)]
    if seat is not None:
        raise AgentError(f"seat is for knowing=seat, and knowing is {knowing}")
    return [] if knowing == Knowing.HANDS else list(range(game.rules.players))


class Deals:
    """Ways to deal the unseen cards of a position, all equally likely.

    Args:
        game: the position.
        hidden: seats whose hands are unseen, as the deck is.
    """

    def __init__(self, game: Game, hidden: Sequence[int]) -> None:
        self._game, state = game, game.state
        held = [
            (seat, slot)
            for seat in hidden
            for slot in range(game.rules.hand_size)
            if state.hands[seat, slot] != NO_CARD
        ]
        # The narrowest slots first: few ways are left to those, so most draws ask the same again.
        held.sort(key=lambda place: int(state.possible[place]).bit_count())
        self._places = [int(state.deck_index[place]) for place in held]
        self._possible = [int(state.possible[place]) for place in held]
        self._drawn = int(state.deck_drawn)
        copies = np.zeros(game.rules.num_cards, np.int64)
        unseen = [game.deck[place] for place in self._places] + game.deck[self._drawn :]
        np.add.at(copies, unseen, 1)
        self._copies = copies
        self._known: dict[tuple[int, ...], NDArray[np.float64]] = {}

    def draw(self, rng: np.random.Generator) -> Game:
        """The position on a deck that may as well be the real one."""
        deck, copies = self._game.deck, self._copies.copy()
        for number, place in enumerate(self._places):
            deck[place] = int(rng.choice(len(copies), p=self._chances(number, copies)))
            copies[deck[place]] -= 1
        rest = np.repeat(np.arange(len(copies)), copies)
        deck[self._drawn :] = rng.permutation(rest).tolist()
        found = Game(self._game.rules, deck=deck)
        for action in self._game.actions:
            found.act(action)
        return found

    def _chances(self, number: int, copies: NDArray[np.int64]) -> NDArray[np.float64]:
        """[C] how likely each card is in a slot, given those of the slots before it."""
        key = (number, *copies.tolist())
        if key not in self._known:
            chances = public_chances(self._possible[number:], copies.tolist())[0]
            self._known[key] = chances / chances.sum()
        return self._known[key]


def _play_on(game: Game, agents: Sequence[Agent], seed: int) -> str:
    """Play a game to its end; how it has ended."""
    while not game.is_over:
        action = game.ask(agents[game.current_seat], seed=seed)
        if action == FORFEIT:
            return STATUS_NAMES[FORFEITED]
        game.act(action)
    return game.status
