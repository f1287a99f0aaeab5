"""Two games of one deck: where they part."""

from __future__ import annotations

from typing import NamedTuple

from hanabilab.errors import RulesError
from hanabilab.game.position import LastAction
from hanabilab.notation.record import Record


class Difference(NamedTuple):
    """The first turn at which two games of one deck differ.

    Attributes:
        turn: the number of the action, from 1.
        seat: whose turn it is.
        actions: what the seat did in the first game and in the second, such as "plays R1 from slot
            0"; "nothing more" where a game has ended before.
    """

    turn: int
    seat: int
    actions: tuple[str, str]

    def in_words(self, names: tuple[str, str], scores: tuple[int, int]) -> str:
        """Both games in two sentences.

        Args:
            names: what the games are called.
            scores: how they ended.
        """
        one, other = (f"{name}: {did}" for name, did in zip(names, self.actions, strict=True))
        return (
            f"The games part at turn {self.turn}, at which seat {self.seat} acts. {one}, and "
            f"{scores[0]} points at the end. {other}, and {scores[1]} points at the end."
        )


def first_difference(first: Record, second: Record) -> Difference | None:
    """Where two games of one deck part; None if both have the same actions.

    Raises:
        RulesError: they have other rules, or other decks.
        IllegalActionError: at an impossible action: which, and why.
    """
    if (first.rules, first.deck) != (second.rules, second.deck):
        raise RulesError("games are compared if they have the same rules and the same deck")
    pairs = zip(first.actions, second.actions, strict=False)
    same = next(
        (turn for turn, (one, other) in enumerate(pairs) if one != other),
        min(len(first.actions), len(second.actions)),
    )
    if same == len(first.actions) == len(second.actions):
        return None
    seat = (first if same < len(first.actions) else second).replayed(same).current_seat
    return Difference(same + 1, seat, (_did(first, same + 1), _did(second, same + 1)))


def _did(record: Record, turn: int) -> str:
    """What the action of a turn did."""
    if turn > len(record.actions):
        return "nothing more"
    last = LastAction.of(record.replayed(turn).state)
    assert last is not None  # noqa: S101  # there was an action
    return last.with_card
