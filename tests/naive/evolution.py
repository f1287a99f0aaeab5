"""MAP-Elites one individual at a time, on lists and dictionaries; games come from the arena."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import Any

import numpy as np

from hanabilab.agents.rules.agent import rule_policy
from hanabilab.agents.rules.catalogue import BASES
from hanabilab.arena import Lineup, play_games
from hanabilab.arena.measure_kernels import KEPT_MEASURES
from hanabilab.arena.measures import MEASURES, measure_table
from tests.naive.randomness import naive_words

__all__ = ["NaiveElite", "naive_archive", "naive_genes"]

_NAMES = {
    "communicativeness": (("color_hints", "rank_hints"), "hint_turns", 1),
    "risk_aversion": (("playability",), "plays", 1_000_000_000),
    "information_per_play": (("known_attributes",), "plays", 2),
    "color_share": (("color_hints",), "hints", 1),
    "misplay_share": (("misplays",), "plays", 1),
    "useless_discard_share": (("useless_discards",), "discards", 1),
}


@dataclass
class NaiveElite:
    """Who is in a cell, and what all its games so far add up to."""

    number: int
    genes: list[int]
    games: int
    score: int
    counts: dict[str, int]

    @property
    def mean(self) -> Fraction:
        return Fraction(self.score, self.games)


def naive_archive(settings: Any, individuals: int, replay_seed: int) -> dict[tuple[int, ...], Any]:
    """The archive after so many individuals, by place in the grid; mode clean."""
    archive: dict[tuple[int, ...], NaiveElite] = {}
    for first in range(0, individuals, settings.batch):
        before = dict(archive)
        if settings.replays == "sampling":
            archive = _place_anew(settings, archive, first, replay_seed)
        for number in range(first, first + settings.batch):
            genes = naive_genes(settings, number, before)
            candidate = _played(settings, number, genes, settings.seed, number * settings.games)
            _meet(settings, archive, candidate, replay_seed)
    return archive


def _meet(settings: Any, archive: dict[Any, Any], candidate: NaiveElite, seed: int) -> None:
    place = _place(settings, candidate)
    if candidate.score == 0:
        return
    elite = archive.get(place)
    if elite and settings.replays != "sampling":
        first = candidate.number * settings.games
        fresh = _played(settings, elite.number, elite.genes, seed, first)
        if settings.replays == "mean":
            elite = archive[place] = _joined(elite, fresh)
        else:
            elite = fresh
    if not elite or candidate.mean > elite.mean:
        archive[place] = candidate


def _place_anew(settings: Any, archive: dict[Any, Any], first: int, seed: int) -> dict[Any, Any]:
    """Every elite plays again, and goes where all its games say."""
    cells = int(np.prod(settings.grid))
    after: dict[Any, NaiveElite] = {}
    for place, elite in sorted(archive.items()):
        cell = 0
        for index, size in zip(place, settings.grid, strict=True):
            cell = cell * size + index
        games = (first * cells + cell) * settings.games
        fresh = _joined(elite, _played(settings, elite.number, elite.genes, seed, games))
        now = _place(settings, fresh)
        if fresh.score and (now not in after or fresh.mean > after[now].mean):
            after[now] = fresh
    return after


def _joined(elite: NaiveElite, fresh: NaiveElite) -> NaiveElite:
    counts = {name: elite.counts[name] + fresh.counts[name] for name in elite.counts}
    return replace(
        elite, games=elite.games + fresh.games, score=elite.score + fresh.score, counts=counts
    )


def _played(settings: Any, number: int, genes: list[int], seed: int, first: int) -> NaiveElite:
    policy = rule_policy(genes, base=settings.base, mode=settings.mode)
    lineup = Lineup((policy,) * settings.rules.players)
    games = range(first, first + settings.games)
    table = play_games(lineup, settings.rules, games=games, seed=seed, threads=1).table
    totals = measure_table(settings.rules, table).sum(axis=(0, 1)).tolist()
    counts = dict(list(zip(MEASURES, totals, strict=True))[:KEPT_MEASURES])
    return NaiveElite(number, genes, settings.games, int(table["score"].sum()), counts)


def _place(settings: Any, elite: NaiveElite) -> tuple[int, ...]:
    places = []
    counts = {**elite.counts, "hints": elite.counts["color_hints"] + elite.counts["rank_hints"]}
    for name, size in zip(settings.measures, settings.grid, strict=True):
        parts, whole, unit = _NAMES[name]
        below = counts[whole] * unit
        value = sum(counts[part] for part in parts) / below if below else 0.0
        places.append(min(floor(value / (1 / size)), size - 1))
    return tuple(places)


# --- Variation -----------------------------------------------------------------------------------


def naive_genes(settings: Any, number: int, archive: dict[Any, Any]) -> list[int]:
    """The rules of an individual whose parents are in an archive."""
    words = naive_words(settings.seed, number, stream=64)
    rules = len(BASES[settings.base])
    parents = _parents(settings, archive)
    if number < settings.random or not parents:
        return _random_genes(words, rules, settings.length)
    genes = list(parents[_below(words, len(parents))])
    if _happens(words, settings.crossover):
        other = parents[_below(words, len(parents))]
        genes = [
            theirs if _happens(words, 0.5) else own
            for own, theirs in zip(genes, other, strict=True)
        ]
    return [_below(words, rules) if _happens(words, settings.mutation) else rule for rule in genes]


def _parents(settings: Any, archive: dict[Any, Any]) -> list[list[int]]:
    if settings.parents == "filled":
        return [elite.genes for _, elite in sorted(archive.items())]
    nobody = [0] * settings.length
    places = np.ndindex(*settings.grid)
    return [archive[place].genes if place in archive else nobody for place in places]


def _random_genes(words: Iterator[int], rules: int, length: int) -> list[int]:
    left = list(range(rules))
    for place in range(length):
        other = place + _below(words, rules - place)
        left[place], left[other] = left[other], left[place]
    return left[:length]


def _below(words: Iterator[int], bound: int) -> int:
    return (next(words) >> 32) * bound >> 32


def _happens(words: Iterator[int], chance: float) -> bool:
    return (next(words) >> 11) * 2.0**-53 < chance
