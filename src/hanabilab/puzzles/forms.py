"""The forms of what is written: rows of move values, and puzzles. Their JSON has these keys."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class _Form(Struct, frozen=True, forbid_unknown_fields=True):
    """An object with these keys and no others."""


class MoveValue(_Form, frozen=True):
    """What a legal action is worth; where it is exact, in all worlds, which are not counted."""

    action: str  # as records write it
    words: str  # seats are absolute
    mean: float  # expected score in points, if everybody plays on as the agent that is named
    mean_sem: float  # 0 where it is exact
    gain: float  # points over the reference action, in the same worlds
    gain_sem: float  # paired over the worlds; 0 where it is exact
    worlds: int  # that it was played out in; 0 where it is exact
    reasons: list[str]  # facts about it, in sentences
    fraction: str | UnsetType = UNSET  # the mean, where it is exact


class ValueRow(_Form, frozen=True):
    """A position with the value of every legal action, in the order of their ids."""

    id: str  # of the position, by its game and turn
    split: str  # by the first hands, so no deck is in two splits
    source: str  # of the game, such as "seed=7 game=3", or its file
    rules: str
    agents: list[str]  # that played the game, by seat; may be empty
    turn: int  # actions before it
    seat: int  # that is to act
    action_taken: str  # in the game; "" if it ends here
    plays_on: str  # the agent that all seats follow afterwards in the values, this one too
    basis: str  # of the hands that the seat may hold, as `HandRange.basis`
    range_size: int  # how many hands it may hold
    exact: bool  # whether all values are
    reference: str  # the action that gains are over: the best one of a first look
    observation: str  # all that the seat may know, as text
    actions: list[MoveValue]


class PuzzleView(_Form, frozen=True):
    """What a puzzle asks: all that the seat to act may know, and nothing else."""

    rules: str
    turn: int
    seat: int
    plays_on: str
    legal: list[str]  # actions, as records write them
    observation: str
    site_slots: bool = False  # whether people also count slots as the public site does


class PuzzleAnswer(_Form, frozen=True):
    """The answer of a puzzle, the values behind it, and the game that it is from."""

    best_action: str
    lead: float  # points by which it is better than the next best action
    lead_sem: float  # 0 where values are exact
    exact: bool
    range_size: int
    found_by: list[str]  # agents that would take it
    missed_by: list[str]
    action_taken: str
    actions: list[MoveValue]  # gains are over the best action
    hand: list[str]  # the true cards of the seat to act; "--" for an empty slot
    deck: list[str]
    history: list[str]  # the actions so far, as records write them
    agents: list[str]
    source: str


class Puzzle(_Form, frozen=True):
    """A position with one clearly best action."""

    id: str
    grade: str  # easy, medium or hard
    view: PuzzleView
    help: list[str]  # sentences, to be told one after the other
    answer: PuzzleAnswer
