"""What a game tells of its players' behavior, from docs/measures.md: every card counted by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from tests.naive.game import HeldCard, NaiveGame, all_actions

__all__ = ["naive_measures", "naive_ratios"]


def naive_measures(game: NaiveGame, actions: Iterable[int]) -> list[Counter[str]]:
    """The counters of each seat, by name, of a game that is played on by these actions."""
    seats: list[Counter[str]] = [Counter() for _ in range(game.rules.players)]
    for number in actions:
        kind, place = all_actions(game.rules)[number][:2]
        counts = seats[game.seat]
        counts["hint_turns"] += game.tokens > 0
        if kind == "play":
            counts.update(_of_a_play(game, game.hands[game.seat][place]))
        elif kind == "discard":
            counts.update(_of_a_discard(game, game.hands[game.seat][place]))
        else:
            counts[f"{kind}_hints"] += 1
        game.act(number)
    return seats


def _of_a_play(game: NaiveGame, held: HeldCard) -> dict[str, int | Fraction]:
    """Its own card and those still to come are all that a seat cannot see."""
    own = [(card.suit, card.rank) for card in game.hands[game.seat] if card]
    hidden = [card for card in own + game.deck[game.drawn :] if held.could_be(*card)]
    told = [card for card in game.cards() if held.could_be(*card)]
    return {
        "plays": 1,
        "misplays": not game.is_playable((held.suit, held.rank)),
        "playability": Fraction(sum(map(game.is_playable, hidden)), len(hidden)),
        "known_attributes": sum(len({card[part] for card in told}) == 1 for part in range(2)),
    }


def _of_a_discard(game: NaiveGame, held: HeldCard) -> dict[str, int]:
    card = held.suit, held.rank
    needed = not game.is_useless(card)
    return {
        "discards": 1,
        "useless_discards": not needed,
        "critical_discards": needed and game.left(card) == 1,
    }


def naive_ratios(counts: Counter[str]) -> dict[str, float | None]:
    """The three ratios of some counters."""
    hints = counts["color_hints"] + counts["rank_hints"]
    return {
        "communicativeness": _divide(hints, counts["hint_turns"]),
        "risk_aversion": _divide(counts["playability"], counts["plays"]),
        "information_per_play": _divide(counts["known_attributes"], 2 * counts["plays"]),
    }


def _divide(upper: int | Fraction, lower: int) -> float | None:
    return float(Fraction(upper) / lower) if lower else None
