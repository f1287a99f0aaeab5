"""Perft files: positions to count from, read and written, and two ways to count.

perft(position, depth) is the number of sequences of `depth` actions from a position with its deck
as it lies; a game that ends earlier counts once. A position is rules, deck and the actions so far:

    id one-life
    rules full(players=2)
    deck R1Y2...
    actions play 0; hint 1 red
    perft 2 153
    perft 4 23409

An empty line ends a position; lines that begin with "#" stand before one and are kept. The counts
are written by `scripts/make_perft.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from hanabilab._jit import copy_shared_fields, kernel
from hanabilab.game.actions import is_legal
from hanabilab.game.engine import apply_action
from hanabilab.game.games import Game
from hanabilab.game.rows import new_states
from hanabilab.game.state import RUNNING
from hanabilab.game.words import format_action, parse_card
from hanabilab.notation.rules_text import parse_rules
from tests.naive.game import NaiveGame

__all__ = ["Position", "count_naively", "perft", "perft_files", "read_positions", "write_positions"]


@dataclass
class Position:
    """One position of a perft file, as written."""

    name: str
    rules: str
    deck: str
    actions: str
    counts: dict[int, int]  # depth: sequences
    comments: tuple[str, ...] = ()

    def game(self) -> Game:
        """The position on the table."""
        rules = parse_rules(self.rules)
        pairs = [self.deck[start : start + 2] for start in range(0, len(self.deck), 2)]
        game = Game(rules, deck=[parse_card(rules, pair) for pair in pairs])
        for words in filter(None, self.actions.split("; ")):
            game.act(words)
        assert self.actions == "; ".join(format_action(rules, action) for action in game.actions)
        return game

    def count(self, depth: int) -> int:
        """Its perft, by the engine."""
        game = self.game()
        states = new_states(game.rules, depth + 1)
        states[0] = game.states[0]
        return int(perft(states, 0, depth))

    def lines(self) -> list[str]:
        """Its lines in the file."""
        facts = {"id": self.name, "rules": self.rules, "deck": self.deck, "actions": self.actions}
        return [
            *self.comments,
            *(f"{name} {value}".rstrip() for name, value in facts.items()),
            *(f"perft {depth} {count}" for depth, count in self.counts.items()),
        ]


def perft_files() -> list[Path]:
    """All perft files."""
    return sorted(Path(__file__).parent.glob("*.perft"))


def read_positions(path: Path) -> list[Position]:
    """The positions of a file."""
    return [_parse(block.splitlines()) for block in path.read_text().strip().split("\n\n")]


def write_positions(path: Path, positions: list[Position]) -> None:
    """Write a file anew."""
    path.write_text("\n\n".join("\n".join(position.lines()) for position in positions) + "\n")


def _parse(lines: list[str]) -> Position:
    comments = tuple(line for line in lines if line.startswith("#"))
    pairs = [line.partition(" ")[::2] for line in lines if not line.startswith("#")]
    counts = [value.split() for name, value in pairs if name == "perft"]
    facts = dict(pairs)
    return Position(
        name=facts["id"],
        rules=facts["rules"],
        deck=facts["deck"],
        actions=facts["actions"],
        counts={int(depth): int(count) for depth, count in counts},
        comments=comments,
    )


@kernel
def perft(states: NDArray[Any], level: int, depth: int) -> int:
    """Sequences of `depth` actions from row `level`; the `depth` rows after it are scratch."""
    state = states[level]
    if depth == 0 or state.status != RUNNING:
        return 1
    total = 0
    for action in range(state.rules.num_actions):
        if is_legal(state, action):
            copy_shared_fields(states[level + 1], state)
            apply_action(states[level + 1], action)
            total += perft(states, level + 1, depth - 1)
    return total


def count_naively(position: Position, depth: int) -> int:
    """Its perft, by the naive twin."""
    game = position.game()
    ranks = game.rules.ranks
    twin = NaiveGame(game.rules, [(card // ranks, card % ranks + 1) for card in game.deck])
    for action in game.actions:
        twin.act(action)
    return _count(twin, depth)


def _count(twin: NaiveGame, depth: int) -> int:
    if depth == 0 or twin.status != "running":
        return 1
    total = 0
    for action in twin.legal_actions():
        after = twin.copy()
        after.act(action)
        total += _count(after, depth - 1)
    return total
