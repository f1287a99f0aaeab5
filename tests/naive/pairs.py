"""What two searching seats among others have in common, found the slow way.

A world is what the two hold. Every world that hints and counts allow is tried at every turn, the
whole game played again in it; nothing is carried along but which worlds were common a turn before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

from hanabilab.agents import CompiledPolicy
from hanabilab.game.games import Game
from tests.following import Following
from tests.naive.game import HeldCard, NaiveGame

__all__ = ["Hand", "NaivePair", "Search", "World"]

#: Cards by their place in the deck, ascending.
Hand = tuple[tuple[int, int], ...]
#: What the leader holds, and the follower.
World = tuple[Hand, Hand]
#: The action that one of the two, 0 the leader, finds at a turn, if it may hold one of these hands
#: and the other holds that.
Search = Callable[[int, int, set[Hand], Hand], int]


class NaivePair:
    """A game up to now, in which seats 0 and 1 search and the others follow `agent`.

    Args:
        most: hands of either at most when the two begin to understand each other, and after.
        parted: the first turn at which they do so no more; None if they always do.

    Attributes:
        common: by turn, the worlds that the two have in common; None before there are few.
        waiting: by turn, the leader's turns that are still to be explained.
    """

    def __init__(
        self,
        game: Game,
        agent: CompiledPolicy,
        search: Search,
        most: int,
        parted: int | None = None,
    ) -> None:
        self.end = len(game.actions) + 1 if parted is None else parted
        self.actions, self.deck, self.rules = list(game.actions), list(game.deck), game.rules
        self.agent, self.search, self.most = agent, search, most
        ranks = game.rules.ranks
        twin = NaiveGame(game.rules, [(card // ranks, card % ranks + 1) for card in self.deck])
        self.games = [twin.copy()]
        for action in self.actions:
            twin.act(action)
            self.games.append(twin.copy())
        self.common: list[set[World] | None] = []
        self.waiting: list[list[int]] = []
        for turn in range(len(self.games)):
            before = self.common[-1] if turn else None
            worlds, waiting = (
                (self.begun(turn), []) if before is None else self.gone_on(turn, before)
            )
            self.common.append(worlds)
            self.waiting.append(waiting)

    def follows(self, turn: int) -> bool:
        """Whether the follower searches at a turn of its own."""
        leaders = {leader for leader, _ in self.common[turn] or ()}
        few = 0 < len(leaders) <= self.most
        return few and turn < self.end and not self.waiting[turn]

    def begun(self, turn: int) -> set[World] | None:
        """The worlds that are common at a turn of the follower, if they are few."""
        players = self.rules.players
        if turn % players != 1:
            return None
        told = {each for each in range(turn) if each % players}
        worlds = {world for world in self.allowed(turn) if self.explains(world, told, turn)}
        worlds = self.connected(worlds, self.truth(turn))
        if any(len({world[seat] for world in worlds}) > self.most for seat in (0, 1)):
            return None
        for asked in range(0, turn, players):
            told = {each for each in range(asked) if each % players}
            then = {w for w in self.allowed(asked) if self.explains(w, told, asked)}
            worlds = self.understood(worlds, 0, asked, then)
        return worlds

    def gone_on(self, turn: int, before: set[World]) -> tuple[set[World], list[int]]:
        """The same one turn after `before` was common."""
        asked, waiting = turn - 1, list(self.waiting[-1])
        actor = asked % self.rules.players
        worlds = {world for world in self.allowed(turn) if self.world_then(world, asked) in before}
        if actor == 0:
            waiting.append(asked)
        elif actor == 1 and self.follows(asked):
            worlds = self.understood(worlds, 1, asked, before)
        else:
            worlds = {world for world in worlds if self.explains(world, {asked}, turn)}
        while turn < self.end and waiting and len({world[1] for world in worlds}) <= self.most:
            first = waiting.pop(0)
            worlds = self.understood(
                worlds, 0, first, self.common[first] if first < turn else before
            )
        return worlds, waiting

    def understood(
        self, worlds: set[World], seat: int, asked: int, then: set[World] | None
    ) -> set[World]:
        """The worlds in which a search at turn `asked` finds what was done; `then` were common."""
        left, found = set(), {}
        for world in worlds:
            beside = self.world_then(world, asked)[1 - seat]
            if beside not in found:
                hands = {each[seat] for each in then or () if each[1 - seat] == beside}
                found[beside] = self.search(seat, asked, hands, beside)
            if found[beside] == self.actions[asked]:
                left.add(world)
        return left

    def connected(self, worlds: set[World], truth: World) -> set[World]:
        """The worlds that are reached from the true one, one hand changed at a time."""
        reached, waiting = {truth}, [truth]
        while waiting:
            leader, follower = waiting.pop()
            new = {w for w in worlds if w[0] == leader or w[1] == follower} - reached
            reached |= new
            waiting += new
        return reached

    # --- Worlds ----------------------------------------------------------------------------------

    def held(self, turn: int, seat: int) -> dict[int, HeldCard]:
        """The cards of a seat, with all hints it heard of them, by place in the deck."""
        cards = filter(None, self.games[turn].hands[seat])
        return {card.age: card for card in sorted(cards, key=lambda card: card.age)}

    def hand_then(self, now: dict[int, int], turn: int, seat: int) -> Hand:
        """What a seat held before `turn`, if the two hold the cards `now` later on."""
        return tuple((place, now.get(place, self.deck[place])) for place in self.held(turn, seat))

    def truth(self, turn: int) -> World:
        """What the two really hold."""
        return self.hand_then({}, turn, 0), self.hand_then({}, turn, 1)

    def world_then(self, world: World, turn: int) -> World:
        """What the two held before `turn` in a world of later on."""
        now = dict(world[0]) | dict(world[1])
        return self.hand_then(now, turn, 0), self.hand_then(now, turn, 1)

    def allowed(self, turn: int) -> Iterator[World]:
        """The worlds that hints and counts allow."""
        ranks, heard = self.rules.ranks, self.held(turn, 0) | self.held(turn, 1)
        seen = [place for place in range(self.games[turn].drawn) if place not in heard]
        hidden = Counter(self.deck) - Counter(self.deck[place] for place in seen)
        options = [
            [card for card in hidden if each.could_be(card // ranks, card % ranks + 1)]
            for each in heard.values()
        ]
        count = len(self.held(turn, 0))
        for cards in product(*options):
            if not Counter(cards) - hidden:
                pairs = tuple(zip(heard, cards, strict=True))
                yield pairs[:count], pairs[count:]

    def explains(self, world: World, told: set[int], now: int) -> bool:
        """Whether the agent would have acted as was done at the turns `told`."""
        cards, drawn = dict(world[0]) | dict(world[1]), self.games[now].drawn
        dealt = [cards.get(place, card) for place, card in enumerate(self.deck[:drawn])]
        coming = Counter(self.deck) - Counter(dealt)
        game = Following(self.agent, self.rules, dealt + sorted(coming.elements()))
        for turn, action in enumerate(self.actions[:now]):
            if turn in told and game.choice() != action:
                return False
            game.act(action)
        return True
