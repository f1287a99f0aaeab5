"""A set of puzzles: each position once, the grades in equal parts, the easiest first."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hanabilab.game.cards import NO_CARD
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.words import parse_action, parse_card
from hanabilab.notation import Record, parse_rules
from hanabilab.puzzles.forms import Puzzle

GRADES = ("easy", "medium", "hard")


def select(found: Iterable[list[Puzzle]], count: int) -> list[Puzzle]:
    """A set of puzzles, the easiest first: the grades in equal parts if there are enough of each.

    Of positions that are alike up to the names of suits, the first one is taken.

    Args:
        found: by game, in the order of the games.
        count: of puzzles at most.
    """
    seen: set[str] = set()
    by_grade: dict[str, list[Puzzle]] = {grade: [] for grade in GRADES}
    for puzzle in _in_turns(list(found)):
        game = game_of(puzzle)
        if (key := key_of(game.rules, game.view())) not in seen:
            seen.add(key)
            by_grade[puzzle.grade].append(puzzle)
    taken = _shares([len(by_grade[grade]) for grade in GRADES], count)
    chosen = [by_grade[grade][:n] for grade, n in zip(GRADES, taken, strict=True)]
    return [puzzle for each in chosen for puzzle in sorted(each, key=_ease)]


def _in_turns(found: Sequence[list[Puzzle]]) -> Iterator[Puzzle]:
    """The first puzzle of every game, then the second of every game, and so on."""
    for place in range(max(map(len, found), default=0)):
        yield from (each[place] for each in found if place < len(each))


def _shares(there: Sequence[int], count: int) -> list[int]:
    """How many of each grade: equal parts, and what one lacks is taken of the others."""
    taken = [0] * len(there)
    while sum(taken) < min(count, sum(there)):
        open_grades = [at for at, n in enumerate(there) if taken[at] < n]
        taken[min(open_grades, key=lambda at: (taken[at], at))] += 1
    return taken


def _ease(puzzle: Puzzle) -> tuple[float, float, str]:
    answer = puzzle.answer
    asked = len(answer.found_by) + len(answer.missed_by)
    return -len(answer.found_by) / max(asked, 1), -answer.lead, puzzle.id


def game_of(puzzle: Puzzle) -> Game:
    """The position of a puzzle, with all its cards.

    Raises:
        HanabiError: it is none that can be played.
    """
    rules, answer = parse_rules(puzzle.view.rules), puzzle.answer
    deck = tuple(parse_card(rules, name) for name in answer.deck)
    actions = tuple(parse_action(rules, each) for each in answer.history)
    return Record(rules=rules, deck=deck, actions=actions).replayed()


# --- Positions that are alike up to the names of suits, and of seats ------------------------------


def key_of(rules: Rules, view: Any) -> str:
    """The same for positions that differ only in how suits are called, and in who sits where.

    Suits are alike in the usual game alone: every color touches one of them, and all have the same
    cards. By other rules positions are alike if they are equal.

    Args:
        rules: of the game.
        view: VIEW row of the seat to act.
    """
    seats = [(int(view.seat) + offset) % rules.players for offset in range(rules.players)]
    suits = [_suit(rules, view, suit, seats) for suit in range(rules.suits)]
    if _are_alike(rules):
        suits.sort()
    shared = (
        int(view.information_tokens),
        int(view.token_parts),
        int(view.life_tokens),
        int(view.deck_drawn),
        int(view.turns_left),
        [[_rank_hints(rules, int(each)) for each in view.hinted[seat]] for seat in seats],
    )
    return hashlib.sha256(repr((str(rules), shared, suits)).encode()).hexdigest()


def _are_alike(rules: Rules) -> bool:
    copies = [rules.card_copies[suit * rules.ranks :][: rules.ranks] for suit in range(rules.suits)]
    return rules.is_usual and rules.colors_are_suits and len(set(copies)) == 1


def _suit(rules: Rules, view: Any, suit: int, seats: list[int]) -> tuple[Any, ...]:
    """All that the view says of one suit."""
    first, ranks = suit * rules.ranks, range(rules.ranks)
    cards = (1 << rules.ranks) - 1
    hands = [
        (
            _rank(int(view.hands[seat, slot]), first, rules.ranks),
            int(view.possible[seat, slot]) >> first & cards,
            int(view.hinted[seat, slot]) >> suit & 1 if suit < rules.num_colors else 0,
        )
        for seat in seats
        for slot in range(rules.hand_size)
    ]
    return int(view.fireworks[suit]), [int(view.discards[first + rank]) for rank in ranks], hands


def _rank(card: int, first: int, ranks: int) -> int:
    """The rank of a card of this suit; -1 of another suit or unknown, -2 of an empty slot."""
    if card == NO_CARD:
        return -2
    return card - first if first <= card < first + ranks else -1


def _rank_hints(rules: Rules, hinted: int) -> int:
    return hinted >> rules.num_colors
