"""How well the reader of conventions reads games of people: `python -m studies.conventions GAMES`.

GAMES is a file or folder of `hanabi log likeness`. For each level: how often the note of the focus
holds the true card, and how large it is; how often a seat that is called plays the card next; how
many actions a CPU-second are read. `--random N` plays N random legal actions besides, looks
whether the memory stays in bounds, and asks the agent at every turn.

Source: docs/conventions.md.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from hanabilab.agents.conventions.chains import (
    R_CALL,
    R_CALL_CARDS,
    R_CALL_FOCUS,
    READING_SIZE,
    Reading,
)
from hanabilab.agents.conventions.memory import (
    BUILT_LEVELS,
    COUNT,
    DROPPED,
    FOCUS,
    P_FOCUS,
    P_RECEIVER,
    P_STAMP,
    at,
    stamp_of,
)
from hanabilab.agents.conventions.observing import observe
from hanabilab.agents.conventions.positions import newest_of
from hanabilab.agents.conventions.reading import read_for
from hanabilab.agents.policy import Memory, new_memory
from hanabilab.agents.registry import make_agent
from hanabilab.errors import RulesError
from hanabilab.game.actions import action_kind
from hanabilab.game.games import Game
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rule_tables import MAX_HAND, PLAY
from hanabilab.game.rules import Rules
from hanabilab.knowledge.hints import hinted_seat
from hanabilab.people.reading import read_people
from hanabilab.randomness import seed_rng
from hanabilab.review.conventions import check_convention, new_convention_memory
from hanabilab.stats.intervals import wilson_interval
from studies.conventions_kernels import play_reading, replay_reading
from studies.program import Program


class Told(NamedTuple):
    """A hint that touched a new card.

    Attributes:
        right: whether the receiver's note of the focus holds the true card.
        size: log2 of how many cards the note holds.
        useful: whether the focus can still score.
    """

    right: bool
    size: float
    useful: bool


class Called(NamedTuple):
    """A turn at which the seat to act was called to play.

    Attributes:
        answered: whether it played that card.
        holds: whether the card was what it was called for, which the seat does not see.
        is_first: whether it was the first turn after the hint, and the hint went to another seat.
    """

    answered: bool
    holds: bool
    is_first: bool


@dataclass(frozen=True)
class Measured:
    """What was measured at a level."""

    told: list[Told]
    called: list[Called]
    rate: float


def measure(games: Sequence[Any], level: int) -> Measured:
    """Read the records of games, and count.

    Args:
        games: of `hanabilab.people`.
    """
    told: list[Told] = []
    called: list[Called] = []
    for game in games:
        for found in _read(game.record, level):
            if isinstance(found, Told):
                told.append(found)
            else:
                called.append(found)
    return Measured(told, called, _rate(games, level))


def _read(record: Any, level: int) -> Iterator[Told | Called]:
    """What there is to count in one game."""
    game, memory = Game(record.rules, deck=record.deck), new_convention_memory(level)
    reading = np.zeros(READING_SIZE, np.int64)
    observe(game.view(0), memory)
    for action in record.actions:
        seat = game.current_seat
        read_for(reading, game.view(seat), memory, seat)
        if reading[R_CALL] >= 0:
            yield _called(game, memory, reading, action)
        before = memory.copy()
        game.act(action)
        observe(game.view(seat), memory)
        if action_kind(record.rules.tables, action) > PLAY:
            target = int(hinted_seat(game.view(0)))
            read_for(reading, game.view(target), memory, target)
            yield from _told(game, before, memory, reading)


def _called(game: Game, memory: Memory, reading: Reading, action: int) -> Called:
    """A call, before the seat has acted."""
    place, seat, players = int(reading[R_CALL]), game.current_seat, game.rules.players
    index = next(i for i in range(memory[COUNT]) if memory[at(i, P_FOCUS)] == reading[R_CALL_FOCUS])
    age = int(game.state.turn) + 2 - int(memory[at(index, P_STAMP)])
    card = int(game.state.hands[seat, place % MAX_HAND])
    return Called(
        answered=action == game.rules.hand_size + place % MAX_HAND,
        holds=bool(int(reading[R_CALL_CARDS]) >> card & 1),
        is_first=age < players and int(memory[at(index, P_RECEIVER)]) != seat,
    )


def _told(game: Game, before: Memory, memory: Memory, reading: Reading) -> Iterator[Told]:
    """A hint, if it touched a new card; of a fix the newest new card is looked at."""
    state, target = game.state, int(hinted_seat(game.view(0)))
    new = sum(
        1 << slot
        for slot in range(MAX_HAND)
        if int(state.last_touched) >> slot & 1 and not stamp_of(before, target * MAX_HAND + slot)
    )
    if new:
        slot = (
            (int(memory[FOCUS]) - 1) % MAX_HAND if memory[FOCUS] else newest_of(memory, target, new)
        )
        note, card = int(reading[target * MAX_HAND + slot]), int(state.hands[target, slot])
        useful = not int(state.useless) >> card & 1
        yield Told(bool(note >> card & 1), log2(max(1, note.bit_count())), useful)


def _rate(games: Sequence[Any], level: int, times: int = 5) -> float:
    """Actions a CPU-second, observed and read for the seat to act."""
    reading, actions, spent = np.zeros(READING_SIZE, np.int64), 0, 0.0
    for turn in range(times + 1):
        for game in games:
            rules, state = game.record.rules, new_states(game.record.rules, 1)
            state[0].deck[: rules.deck_size] = game.record.deck
            taken, view = np.array(game.record.actions, np.int16), new_views(rules, 1)[0]
            memory, began = new_convention_memory(level), time.process_time()
            replay_reading(state[0], taken, view, memory, reading)
            if turn:  # the first time compiles
                spent += time.process_time() - began
                actions += len(taken)
    return actions / spent if spent else 0.0


def play_randomly(actions: int, seed: int) -> tuple[int, int, int, int]:
    """Play random games of 2 to 6 players until so many actions are taken.

    Returns:
        Games, actions, faults (places out of bounds, illegal choices of the agent), promises
        for which there was no room.
    """
    games = taken = faults = dropped = 0
    reading, rng = np.zeros(READING_SIZE, np.int64), np.zeros(2, np.uint64)
    while taken < actions:
        rules, level = (
            Rules(players=2 + games % 5, life_tokens=30),
            BUILT_LEVELS[games // 5 % len(BUILT_LEVELS)],
        )
        state, agent = new_states(rules, 1), make_agent(f"h-group(level={level})")
        memory = new_memory(agent, 1)[0]
        state[0].deck[: rules.deck_size] = Game(rules, seed=seed, index=games).deck
        seed_rng(rng, seed, games, 0)
        faults += play_reading(state[0], new_views(rules, 1)[0], memory, reading, rng)
        games, taken, dropped = (
            games + 1,
            taken + int(state[0].turn),
            dropped + int(memory[DROPPED]),
        )
    return games, taken, faults, dropped


# --- Tables --------------------------------------------------------------------------------------


def table(found: dict[int, Measured]) -> Iterator[str]:
    """Rows of Markdown."""
    yield "| level | note holds the card | of useful ones | mean log2 size | actions a CPU-second |"
    yield "| --- | --- | --- | --- | --- |"
    for level, each in found.items():
        useful = [told.right for told in each.told if told.useful]
        size = np.mean([told.size for told in each.told])
        yield (
            f"| {level} | {_share([told.right for told in each.told])} | {_share(useful)} | "
            f"{size:.3f} | {each.rate:,.0f} |"
        )
    yield ""
    yield (
        "| level | called seats that play it | where they hold the card | at the first chance | "
        "both |"
    )
    yield "| --- | --- | --- | --- | --- |"
    for level, each in found.items():
        yield (
            f"| {level} | "
            + " | ".join(
                _share([call.answered for call in each.called if wanted(call)])
                for wanted in (
                    lambda _: True,
                    lambda call: call.holds,
                    lambda call: call.is_first,
                    lambda call: call.is_first and call.holds,
                )
            )
            + " |"
        )


def _share(right: Sequence[bool]) -> str:
    """A share with its 95 % interval."""
    count, total = sum(right), len(right)
    if not total:
        return "none"
    low, high = wilson_interval(count, total)
    return f"{100 * count / total:.1f} % ({100 * low:.1f} to {100 * high:.1f}; n {total})"


def command(
    path: Annotated[Path, typer.Argument(help="Games of people: a file or a folder.")],
    random: Annotated[int, typer.Option(help="Random legal actions besides.", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="Of the random actions.", min=0)] = 1,
) -> int:
    """Measure how the reader of conventions reads games of people."""
    games = read_people(path).games
    for game in games:
        try:
            check_convention("h-group", BUILT_LEVELS[0], game.record.rules)
        except RulesError as error:
            raise RulesError(f"game {game.name}: {error}") from None
    print("\n".join(table({level: measure(games, level) for level in BUILT_LEVELS})))
    if random:
        count, taken, faults, dropped = play_randomly(random, seed)
        print(
            f"\n{taken:,} random actions in {count:,} games, seed {seed}: {faults} places out of "
            f"bounds or illegal choices of the agent, {dropped} promises without room"
        )
    return 0


PROGRAM = Program("studies.conventions", command)

if __name__ == "__main__":
    PROGRAM.main()
