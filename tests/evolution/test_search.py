"""MAP-Elites against its naive twin, and what its results must not depend on."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.arena.measures import RATIOS
from hanabilab.errors import EvolutionError
from hanabilab.evolution import Evaluator, Evolution, evolve, kernels
from hanabilab.evolution.evaluation import REPLAYS, series_seed
from hanabilab.evolution.individuals import Individuals
from hanabilab.game.rules import Rules
from tests.evolution.small import TINY, evolved, tiny
from tests.lanes import slow_after
from tests.naive.evolution import naive_archive, naive_genes
from tests.naive.randomness import naive_words


def by_place(evolution: Evolution) -> dict[tuple[int, ...], list[object]]:
    """What is told of each elite, by place in the grid."""
    archive = evolution.archive
    places = evolution.settings.niches.places_of(archive.filled).tolist()
    return {
        tuple(place): [
            int(archive.numbers[cell]),
            archive.genes[cell].tolist(),
            int(archive.games[cell]),
            archive.results[cell, kernels.SCORE],
            archive.results[cell, kernels.COUNTERS :].tolist(),
        ]
        for place, cell in zip(places, archive.filled.tolist(), strict=True)
    }


def require_twin(settings, individuals):
    """The archive is that of the twin, elite by elite."""
    expected = naive_archive(settings, individuals, series_seed(settings.seed, REPLAYS))
    told = {
        place: [elite.number, elite.genes, elite.games, elite.score, list(elite.counts.values())]
        for place, elite in expected.items()
    }
    found = by_place(evolved(settings, individuals))
    assert told == found
    assert len(found) > 1


@pytest.mark.parametrize("replays", ["paper", "mean", "sampling"])
def test_the_archive_is_the_twins(replays):
    """Every way of replaying, with parents from empty cells and filled ones."""
    require_twin(tiny(replays=replays, parents="all"), 24)


@pytest.mark.once
@pytest.mark.parametrize(
    ("replays", "changes"),
    slow_after(
        4,
        [
            ("paper", {"parents": "filled", "seed": 2}),
            ("mean", {"parents": "filled", "crossover": 1.0, "mutation": 0.5}),
            ("paper", {"batch": 1, "random": 20}),
            ("sampling", {"batch": 40, "random": 30, "grid": (2, 2)}),
            ("mean", {"measures": ("useless_discard_share", "communicativeness"), "grid": (4, 3)}),
            ("sampling", {"measures": ("color_share", "misplay_share"), "parents": "filled"}),
            ("paper", {"measures": (*RATIOS,), "grid": (2, 3, 2)}),
            ("mean", {"rules": Rules(players=3, suits=2, hand_size=3), "length": 9}),
            (
                "sampling",
                {"rules": Rules(players=2, suits=3, draw_slot="vacated"), "base": "extended"},
            ),
        ],
        several=True,
    ),
)
@pytest.mark.late_but(1)
def test_any_settings_give_the_twins_archive(replays, changes):
    """Grids, measures, players, points zero or kept, batches of one and of many."""
    require_twin(tiny(replays=replays, games=3, **changes), 80)


@pytest.mark.once
def test_compat_gives_the_twins_archive():
    """Games that are given up count with their points."""
    require_twin(tiny(mode="compat", rules=Rules(players=2, bomb="keep", draw_slot="vacated")), 80)


@pytest.mark.parametrize("parents", ["all", "filled"])
def test_individuals_are_the_twins(parents):
    """Random ones, of different rules; offspring, of the archive before their batch."""
    settings = tiny(parents=parents, random=3, length=15)
    genes = np.zeros((12, 15), np.int64)
    elites = np.zeros((9, 15), np.int64)
    elites[[2, 5]] = np.arange(30).reshape(2, 15)
    cells = np.arange(9) if parents == "all" else np.array([2, 5])
    variation = kernels.Variation(5, 3, 105, 0.5, 0.1)
    kernels.breed(genes, 0, elites, cells, variation, np.zeros(2, np.uint64))

    class Elite:
        def __init__(self, genes):
            self.genes = genes

    archive = {(0, 2): Elite(elites[2].tolist()), (1, 2): Elite(elites[5].tolist())}
    assert [naive_genes(settings, number, archive) for number in range(12)] == genes.tolist()
    assert all(len(set(row)) == 15 for row in genes[:3].tolist())


def test_nobody_to_come_from():
    """With parents from filled cells and none filled, an individual is random."""
    genes, nobody = np.zeros((1, 6), np.int64), np.zeros((0, 6), np.int64)
    variation = kernels.Variation(1, 0, 9, 0.5, 0.1)
    kernels.breed(genes, 0, nobody, np.arange(0), variation, np.zeros(2, np.uint64))
    assert 6 == len(set(genes[0].tolist()))


def test_series_have_seeds_of_their_own():
    """The first word of (seed, again, stream 65 on), as the generator gives it."""
    assert next(naive_words(7, 0, 65)) >> 1 == series_seed(7, REPLAYS)
    assert next(naive_words(7, 3, 66)) >> 1 == series_seed(7, 1, 3)


# --- What results do not depend on ---------------------------------------------------------------


def same(first: Evolution, second: Evolution) -> bool:
    """To the bit."""
    names = ("numbers", "genes", "games", "results")
    pairs = [(getattr(first.archive, name), getattr(second.archive, name)) for name in names]
    return all(np.array_equal(*pair) for pair in [*pairs, (first.curve, second.curve)])


@pytest.mark.once
@pytest.mark.parametrize("replays", ["paper", "mean", "sampling"])
def test_threads_change_nothing(replays):
    """One thread or three."""
    settings = tiny(replays=replays, batch=40, random=80)
    assert same(evolved(settings, 400), evolved(settings, 400, threads=3))


def test_a_stop_between_batches_changes_nothing():
    """Going on from any batch comes to the same end."""
    settings = tiny(games=1)
    states = list(evolve(Evolution.begin(settings), 16, threads=1))
    assert [4, 8, 12, 16] == [state.done for state in states]
    for state in states[:-1]:
        *_, last = evolve(state, 16, threads=1)
        assert same(states[-1], last)


@pytest.mark.once
@pytest.mark.late
def test_the_curve_has_a_row_for_each_thousand():
    """At the first batch that reaches it."""
    settings = tiny(batch=40, games=1, random=400)
    last = evolved(settings, 2040)
    assert [1000, 2000] == last.curve[:, 0].tolist()
    *_, there = evolve(Evolution.begin(settings), 1000, threads=1)
    statistics = there.statistics
    assert last.curve[0, 1:].tolist() == [
        statistics.coverage,
        statistics.mean,
        statistics.maximum,
        statistics.qd_score,
    ]


def test_an_elite_stops_once_it_has_won():
    """Its games are cut short, and what counts is the same: it has as many points."""
    settings = tiny(games=30, rules=TINY)
    player = Evaluator(settings, threads=1).player
    one = Individuals.nobody(1, 6)
    one.genes[:] = [8, 13, 27, 39, 3, 34]
    first = np.zeros(1, np.int64)
    whole = player.play_few(one.genes, first, 30, 1)[0, kernels.SCORE]
    short = player.play_few(one.genes, first, 30, 1, 3)[0, kernels.SCORE]
    assert 3 <= short < whole
    assert whole == player.play_few(one.genes, first, 30, 1, int(whole))[0, kernels.SCORE]


@pytest.mark.parametrize("individuals", [0, 3, 6])
def test_whole_batches_are_needed(individuals):
    """The line names a number that would do."""
    with pytest.raises(EvolutionError, match=r"whole batches of 4 are needed, such as [48]"):
        list(evolve(Evolution.begin(tiny()), individuals))
