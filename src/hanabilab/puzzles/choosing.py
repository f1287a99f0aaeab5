"""A set of puzzles: each position once, the grades in equal parts, the easiest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hanabilab.game.games import Game
from hanabilab.game.words import parse_action, parse_card
from hanabilab.notation import Record, parse_rules
from hanabilab.puzzles.alike import key_of
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
