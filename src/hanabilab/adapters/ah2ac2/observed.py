"""A game of AH2AC2 as one seat observes it: vectors folded into a tracked game, action by action.

The vectors are JaxMARL's, which are HLE's but for one section: what cards are possible is told as
chances there, and those are not read. What a seat knows follows from the game itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hanabilab.adapters.tracked_game import TrackedGame
from hanabilab.errors import HanabiError, NotationError
from hanabilab.game.actions import discard_action, hint_action, play_action
from hanabilab.game.games import Game
from hanabilab.game.layout import layout_of
from hanabilab.game.rule_tables import COLOR_HINT
from hanabilab.game.rules import Rules

#: Kinds of the last action, as HLE's vector orders them; color hints are `COLOR_HINT`.
_PLAYED, _DISCARDED = 0, 1


class ObservedGame:
    """A game that a seat follows by its observations.

    Args:
        rules: of the game; the seat that begins is 0.
        seat: whose observations these are.
        vector: [N] its first one.

    Attributes:
        game: ours, which looks to the seat as the server's does; its own cards are any that fit.

    Raises:
        NotationError: it is the observation of no deal.
    """

    def __init__(self, rules: Rules, seat: int, vector: NDArray[np.float32]) -> None:
        self._layout = layout_of(rules)
        self._tracked = TrackedGame(rules, seat)
        hands = self._hands(vector)
        for player in range(rules.players):
            offset = (player - seat) % rules.players
            for slot in range(rules.hand_size):
                card = None if player == seat else self._card(hands[offset - 1, slot], "hands")
                self._tracked.draw(player, card)
        self.game = self._checked(vector)

    @property
    def is_next(self) -> bool:
        """Whether the seat acts next."""
        return self._tracked.next_seat == self._tracked.seat

    def hear(self, vector: NDArray[np.float32]) -> None:
        """Take in the observation after one action.

        Raises:
            NotationError: no such thing can have happened.
        """
        rules, actor = self._tracked.rules, self._tracked.next_seat
        told = (self._tracked.seat + self._one(vector, "last_seat")) % rules.players
        if told != actor:
            raise NotationError(f"the server tells of an action of seat {told} on that of {actor}")
        kind = self._one(vector, "last_kind")
        if kind >= COLOR_HINT:
            self._hinted(vector, actor, color=kind == COLOR_HINT)
        else:
            self._used(vector, actor, play_action if kind == _PLAYED else discard_action)
        self.game = self._checked(vector)

    def _used(self, vector: NDArray[np.float32], actor: int, make: object) -> None:
        rules, slot = self._tracked.rules, self._one(vector, "last_slot")
        if slot >= len(self._tracked.hands[actor]):
            raise NotationError(f"the server tells of slot {slot} of seat {actor}, which is empty")
        card = self._one(vector, "last_card")
        self._tracked.use(actor, int(make(rules.tables, slot)), card)  # type: ignore[operator]
        if len(self._tracked.cards) == rules.deck_size:
            return
        offset = (actor - self._tracked.seat) % rules.players
        newest = self._hands(vector)[offset - 1, rules.hand_size - 1]
        self._tracked.draw(actor, None if offset == 0 else self._card(newest, "hands"))

    def _hinted(self, vector: NDArray[np.float32], actor: int, *, color: bool) -> None:
        rules = self._tracked.rules
        target = (self._tracked.seat + self._one(vector, "last_target")) % rules.players
        offset = (target - actor) % rules.players
        if offset == 0:
            raise NotationError(f"the server tells of a hint of seat {actor} to itself")
        value = self._one(vector, "last_color" if color else "last_rank")
        action = int(hint_action(rules.tables, offset, value + (0 if color else rules.num_colors)))
        slots = np.flatnonzero(vector[self._indices("last_touched")] > 0)
        held = len(self._tracked.hands[target])
        if len(slots) and int(slots[-1]) >= held:
            raise NotationError(f"the server tells of a hint to slot {slots[-1]}, which is empty")
        self._tracked.hint(actor, action, slots.tolist())

    # --- Reading the vector ----------------------------------------------------------------------

    def _indices(self, section: str) -> NDArray[np.int64]:
        return self._layout.sections[section].indices()

    def _hands(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """[others, slots, cards] of the hands in sight, from the next seat on."""
        found = vector[self._indices("hands")]
        return found.reshape(*found.shape[:2], -1)

    def _one(self, vector: NDArray[np.float32], section: str) -> int:
        """The only place in a section that is set."""
        return self._card(vector[self._indices(section)].ravel(), section)

    def _card(self, bits: NDArray[np.float32], section: str) -> int:
        places = np.flatnonzero(bits > 0)
        if len(places) != 1:
            raise NotationError(
                f"the server's obs has {len(places)} entries set where one belongs, in {section}"
            )
        return int(places[0])

    def _checked(self, vector: NDArray[np.float32]) -> Game:
        """The game so far, whose observation is `vector` but for what hints leave possible.

        Raises:
            NotationError: it is not; says where.
        """
        rules = self._tracked.rules
        turn = len(self._tracked.actions)
        try:
            game = self._tracked.game()
        except HanabiError as error:
            raise NotationError(
                f"after {turn} actions no game fits the server's obs: {error}"
            ) from None
        ours = game.observation(self._tracked.seat)
        until = int(self._layout.row.possible)
        wrong = np.flatnonzero((ours[:until] > 0) != (vector[:until] > 0))
        if len(wrong):
            place, section = int(wrong[0]), self._section_at(int(wrong[0]))
            raise NotationError(
                f"after {turn} actions the server's obs has entry {place} {vector[place]:g} in "
                f"{section}, where a game of {rules.players} players leads to {ours[place]:g}"
            )
        return game

    def _section_at(self, place: int) -> str:
        before = [each for each in self._layout.sections.values() if each.offset <= place]
        return max(before, key=lambda each: each.offset).name
