"""Obvious twins: the tree as a dictionary of action sequences, the rules by sets and lists.

The search draws the same random numbers in the same order, so its tree must be the same number for
number. What it shares with the kernels is told by its imports: worlds, the engine, and agents.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt

import numpy as np

from hanabilab.beliefs.sampled_worlds import SCRATCH_SIZE, sample_world
from hanabilab.game.actions import is_legal
from hanabilab.game.engine import apply_action, score
from hanabilab.game.rows import new_states, new_views
from hanabilab.game.rule_tables import MAX_DECK
from hanabilab.game.state import RUNNING
from hanabilab.game.view import fill_known_deck, look
from hanabilab.game.words import parse_action
from hanabilab.randomness import SEAT_STREAM, draw_below, seed_rng
from hanabilab.search.ismcts.redeterminize import imagine_card, redeal
from tests.agents.samples import view_of
from tests.naive_agents import Sight, sight_of, unseen_counts

__all__ = ["Stats", "naive_proposals", "naive_tree"]


@dataclass
class Stats:
    """A node."""

    visits: int = 0
    available: int = 0
    points: int = 0
    squares: int = 0


class _Search:
    """A search of one position; `nodes` by the actions that lead there."""

    def __init__(self, game, search, seed):
        self.game, self.search, self.rules = game, search, game.rules
        self.seat = int(game.state.current_seat)
        self.seen = view_of(self.rules, game.state, self.seat)
        self.known, self.rng = np.zeros(MAX_DECK, np.int16), np.zeros(2, np.uint64)
        fill_known_deck(self.known, game.state, self.seat)
        seed_rng(self.rng, seed, len(game.actions), SEAT_STREAM + self.seat)
        self.world, self.look_at = new_states(self.rules, 1)[0], new_views(self.rules, 1)[0]
        self.scratch = np.zeros(SCRATCH_SIZE, np.int64)
        self.nodes = {(): Stats()}

    def ask(self):
        """What the blueprint, without memory, does in the world."""
        look(self.look_at, self.world, self.world.current_seat)
        return int(self.search.blueprint.function(self.look_at, np.zeros(0, np.int64), self.rng))

    def iterate(self):
        """One world, one path, one score."""
        sample_world(self.world, self.seen, self.known, self.scratch, self.rng)
        depth = 1 if self.search.mode == "flat" else self.search.depth
        path, count = (), len(self.nodes)
        while self.world.status == RUNNING and len(path) < depth and len(self.nodes) == count:
            path = (*path, self.step(path))
        for _ in range(self.search.turns):
            if self.world.status == RUNNING:
                apply_action(self.world, self.ask())
        points = int(score(self.world))
        for end in range(len(path) + 1):
            self.nodes[path[:end]].visits += 1
            self.nodes[path[:end]].points += points
            self.nodes[path[:end]].squares += points**2

    def step(self, path) -> int:
        """The action taken after `path`, in the world."""
        mode, other = self.search.mode, self.world.current_seat != self.seat
        if other and mode == "mris":
            redeal(self.world, self.look_at, self.scratch, self.rng)
        if other and mode == "predictor":
            action = self.ask()
            self.nodes.setdefault((*path, action), Stats()).available += 1
        else:
            action = self.choose(path)
        if other and mode == "ris" and action < 2 * self.rules.hand_size:
            slot = action % self.rules.hand_size
            imagine_card(self.world, slot, self.look_at, self.scratch, self.rng)
        apply_action(self.world, action)
        return action

    def choose(self, path) -> int:
        """By confidence bounds, once every open action has been tried."""
        opened = self.open_actions()
        for action in opened:
            if (*path, action) in self.nodes:
                self.nodes[*path, action].available += 1
        if fresh := [action for action in opened if (*path, action) not in self.nodes]:
            action = fresh[draw_below(self.rng, len(fresh))]
            self.nodes[*path, action] = Stats(available=1)
            return action
        # Of equals the youngest node.
        order = {key: place for place, key in enumerate(self.nodes)}
        return max(opened, key=lambda a: (self.bound(self.nodes[*path, a]), order[*path, a]))

    def open_actions(self) -> list[int]:
        """By the rules, ascending."""
        look(self.look_at, self.world, self.world.current_seat)
        names, opened = self.search.rules.split("+"), set()
        if "none" not in names:
            told = naive_proposals(sight_of(self.rules, self.look_at), self.look_at, names)
            opened = {parse_action(self.rules, words) for words in told}
        if "blueprint" in names:
            opened.add(self.ask())
        every = range(self.rules.num_actions)
        return sorted(opened) or [action for action in every if is_legal(self.world, action)]

    def bound(self, node: Stats) -> float:
        """UCB1 with availability."""
        exploration = self.search.exploration * self.rules.max_score
        chance = sqrt(log(node.available) / node.visits)
        return node.points / node.visits + exploration * chance


def naive_tree(game, search, seed) -> dict[tuple[int, ...], Stats]:
    """The tree that `grown` gives for these arguments."""
    twin = _Search(game, search, seed)
    for _ in range(search.iterations):
        twin.iterate()
    return twin.nodes


# --- Rules ---------------------------------------------------------------------------------------


def naive_proposals(sight: Sight, view, names) -> set[str]:
    """What the rules of these names, or "all", propose, in words."""
    deck_left = sight.rules.deck_size - int(view.deck_drawn)
    found = {
        **_hint_proposals(sight),
        "play-likely": _play(sight, Fraction(7, 10)),
        "play-late": _play(sight, Fraction(4, 10)) if deck_left <= 5 else None,
        "discard-unneeded": _discard(sight),
    }
    return {words for name, words in found.items() if words and (name in names or "all" in names)}


def _hint_proposals(sight: Sight) -> dict[str, str | None]:
    hints = [_Hint(sight, offset, kind, value) for offset, kind, value in _all_hints(sight)]
    hints = [hint for hint in hints if hint.told and sight.tokens]
    kinds = {
        "tell-alone": lambda hint: len(hint.touched) == 1 and hint.newest_is_playable,
        "tell-most": lambda hint: True,
        "tell-playable": lambda hint: any(sight.playable(held.card) for held in hint.told),
        "tell-useless": lambda hint: any(sight.useless(held.card) for held in hint.told),
        "tell-newest": lambda hint: hint.newest_is_playable,
        "complete-playable": lambda hint: hint.completes(sight.playable),
        "complete-useless": lambda hint: hint.completes(sight.useless),
        "complete-later": lambda hint: hint.names_a_later_card,
        "tell-last": lambda hint: any(_is_last(sight, held.card) for held in hint.told),
    }
    found = {}
    for name, fits in kinds.items():
        fitting = [hint for hint in hints if fits(hint)]
        if name == "tell-most":
            fitting.sort(key=lambda hint: -len(hint.told))
        else:
            fitting.sort(key=lambda hint: (hint.offset, len(hint.touched)))
        found[name] = fitting[0].words if fitting else None
    return found


def _all_hints(sight: Sight):
    """In the order of action ids: all color hints come first."""
    others = range(1, sight.rules.players)
    colors = [(offset, "color", suit) for offset in others for suit in range(sight.rules.suits)]
    ranks = range(1, sight.rules.ranks + 1)
    return colors + [(offset, "rank", rank) for offset in others for rank in ranks]


class _Hint:
    """A hint, and what it would tell."""

    def __init__(self, sight, offset, kind, value):
        self.sight, self.offset, self.kind, self.value = sight, offset, kind, value
        self.touched = [held for held in sight.hands[offset] if self.fits(held.card)]
        self.told = [held for held in self.touched if self.after(held) < held.possible]

    def fits(self, card) -> bool:
        return card[self.kind == "rank"] == self.value

    def after(self, held):
        return {card for card in held.possible if self.fits(card)}

    @property
    def newest_is_playable(self) -> bool:
        return self.sight.playable(max(self.touched, key=lambda held: held.age).card)

    def completes(self, wanted) -> bool:
        return any(
            wanted(held.card)
            and all(map(wanted, self.after(held)))
            and not all(map(wanted, held.possible))
            for held in self.told
        )

    @property
    def names_a_later_card(self) -> bool:
        return any(
            len(self.after(held)) == 1
            and not self.sight.playable(held.card)
            and not self.sight.useless(held.card)
            for held in self.told
        )

    @property
    def words(self) -> str:
        colors = ("red", "yellow", "green", "white", "blue", "purple")
        return f"hint {self.offset} {colors[self.value] if self.kind == 'color' else self.value}"


def _is_last(sight: Sight, card) -> bool:
    """Whether one copy is left of a card that is needed."""
    return sight.discards[card] == sight.rules.copies[card[1] - 1] - 1 and not sight.useless(card)


def _chance(sight: Sight, counts: Counter, held, wanted) -> Fraction:
    copies = sum(counts[card] for card in held.possible)
    return Fraction(sum(counts[card] for card in held.possible if wanted(card)), max(copies, 1))


def _own_by(sight: Sight, wanted):
    """(chance, slot) of the own cards, the least likely to be `wanted` first, then the oldest."""
    counts = unseen_counts(sight)
    own = sorted(sight.hands[0], key=lambda held: held.age)
    return sorted(
        ((_chance(sight, counts, held, wanted), held.slot) for held in own),
        key=lambda pair: pair[0],
    )


def _play(sight: Sight, least: Fraction) -> str | None:
    for unlikely, slot in _own_by(sight, lambda card: not sight.playable(card))[:1]:
        if 1 - unlikely >= least:
            return f"play {slot}"
    return None


def _discard(sight: Sight) -> str | None:
    if sight.tokens == sight.rules.information_tokens:
        return None
    for _, slot in _own_by(sight, lambda card: _is_last(sight, card))[:1]:
        return f"discard {slot}"
    return None
