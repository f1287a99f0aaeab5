"""`newest` as a person would write it down: it looks back at the actions since its last turn."""

from __future__ import annotations

from tests.naive.game import HeldCard, NaiveAction, NaiveGame

__all__ = ["NaiveNewest"]


class NaiveNewest:
    """The agent in all seats; keeps what has been done."""

    def __init__(self) -> None:
        #: (actor, action, the age of the newest card that a hint touched).
        self.history: list[tuple[int, NaiveAction, int | None]] = []

    def decide(self, game: NaiveGame) -> NaiveAction:
        """What the seat to act does."""
        own = held(game, game.seat)
        for card in self.waiting(game, game.seat):
            if any(card.could_be(*fitting) for fitting in playable(game)):
                return "play", game.hands[game.seat].index(card)
        known = [
            card for card in own if is_known(card) and (card.suit, card.rank) in playable(game)
        ]
        if known:
            return "play", game.hands[game.seat].index(min(known, key=age))
        hint = self.play_hint(game)
        if game.tokens and hint:
            return hint
        if game.tokens < game.rules.information_tokens:
            top = game.rules.ranks
            low = [card for card in own if not card.was_told("rank", top)]
            return "discard", game.hands[game.seat].index(min(low or own, key=age))
        hints = [action for action in stalls(game) if game.tokens]
        harmless = [action for action in hints if not self.reads_as_play(game, action)]
        if hints:
            return harmless[0] if harmless else hints[-1]
        return "play", game.hands[game.seat].index(min(own, key=age))

    def waiting(self, game: NaiveGame, seat: int) -> list[HeldCard]:
        """The newest cards of the hints that `seat` has not had a turn to follow."""
        ages: list[int | None] = []
        for actor, action, newest_age in self.history:
            if actor == seat:
                ages.clear()
            elif len(action) == 3 and (actor + action[1]) % game.rules.players == seat:
                ages.append(newest_age)
        return [next(card for card in held(game, seat) if card.age == told) for told in ages]

    def play_hint(self, game: NaiveGame) -> NaiveAction | None:
        """The first hint whose newest card is playable; cards that others are to play count."""
        fireworks = dict(game.fireworks)
        for offset in range(1, game.rules.players):
            seat = (game.seat + offset) % game.rules.players
            waiting = self.waiting(game, seat)
            if waiting:
                card = waiting[-1]
                if fireworks[card.suit] + 1 == card.rank:
                    fireworks[card.suit] += 1
                continue
            for card in sorted(held(game, seat), key=age):
                for words in (("rank", card.rank), ("color", card.suit)):
                    if fireworks[card.suit] + 1 == card.rank and newest(game, seat, words) is card:
                        return words[0], offset, words[1]
        return None

    def reads_as_play(self, game: NaiveGame, action: NaiveAction) -> bool:
        """Whether the newest card that a hint touches could then be playable."""
        card = newest(game, (game.seat + action[1]) % game.rules.players, (action[0], action[2]))
        twin = HeldCard(card.suit, card.rank, card.age, [*card.heard, (action[0], action[2], True)])
        return any(twin.could_be(*fitting) for fitting in playable(game))

    def watch(self, before: NaiveGame, action: NaiveAction, _: NaiveGame) -> None:
        """Keep what was done."""
        told = None
        if len(action) == 3:
            seat = (before.seat + action[1]) % before.rules.players
            told = newest(before, seat, (action[0], action[2])).age
        self.history.append((before.seat, action, told))


def age(card: HeldCard) -> int:
    return card.age


def held(game: NaiveGame, seat: int) -> list[HeldCard]:
    return [card for card in game.hands[seat] if card]


def is_known(card: HeldCard) -> bool:
    return card.was_told("color", card.suit) and card.was_told("rank", card.rank)


def playable(game: NaiveGame) -> list[tuple[int, int]]:
    return [(suit, top + 1) for suit, top in game.fireworks.items() if top < game.rules.ranks]


def newest(game: NaiveGame, seat: int, words: tuple[str, int]) -> HeldCard | None:
    """The newest card of a seat that a hint touches."""
    touched = [card for card in held(game, seat) if card.is_touched(*words)]
    return max(touched, key=age) if touched else None


def stalls(game: NaiveGame) -> list[NaiveAction]:
    """All legal hints: high ranks first, then colors, last suit first; nearest seats first."""
    ranks = [("rank", rank) for rank in range(game.rules.ranks, 0, -1)]
    colors = [("color", suit) for suit in reversed(range(game.rules.suits))]
    return [
        (kind, offset, value)
        for kind, value in ranks + colors
        for offset in range(1, game.rules.players)
        if newest(game, (game.seat + offset) % game.rules.players, (kind, value))
    ]
