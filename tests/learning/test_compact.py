"""Packed observations come out as they were, and take no more than 128 bytes."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Rules
from hanabilab.game.layout import layout_of
from hanabilab.learning import VectorGames

torch = pytest.importorskip("torch")

from hanabilab.learning.compact import Compact  # noqa: E402  # after the extra was found
from hanabilab.learning.replay import Replay  # noqa: E402
from hanabilab.learning.rollouts import Turns  # noqa: E402

pytestmark = [pytest.mark.once]
STANDARD = [Rules(players=players) for players in (2, 3, 4, 5)]
OTHERS = [
    Rules.preset("small", players=2),
    Rules.preset("very-small", players=3),
    Rules(players=2, suits=6),
    Rules(players=3, observation="minimal"),
    Rules(players=2, suits=2, ranks=3, hand_size=2, information_tokens=0, life_tokens=1),
    Rules(players=6, hand_size=3),
]


def _played(rules, turns=120):
    """[turns, 4, N] observations of random games."""
    games, rng, seen = VectorGames(rules, 4, seed=1), np.random.default_rng(2), []
    for _ in range(turns):
        seen.append(games.observations.copy())
        games.step([rng.choice(np.flatnonzero(legal)) for legal in games.legal])
    return torch.from_numpy(np.array(seen))


@pytest.mark.parametrize("rules", STANDARD + OTHERS, ids=str)
def test_unpacked_is_what_was_packed(rules):
    """Random games of several rules, through their ends, entry for entry."""
    compact, seen = Compact(rules), _played(rules)
    packed = compact.pack(seen)
    assert packed.shape == (120, 4, compact.bytes)
    assert packed.dtype == torch.uint8
    assert torch.equal(seen, compact.unpack(packed))


def test_standard_games_take_at_most_128_bytes():
    """The sizes that the documentation tells."""
    assert [62, 87, 93, 113] == [Compact(rules).bytes for rules in STANDARD]


def test_entries_after_the_vector_are_kept():
    """What SAD shows beside the vector is packed a bit each."""
    rules = Rules(players=2)
    compact = Compact(rules, more=55)
    more = torch.from_numpy(np.random.default_rng(1).integers(0, 2, (120, 4, 55), np.uint8))
    seen = torch.cat((_played(rules), more), -1)
    assert torch.equal(seen, compact.unpack(compact.pack(seen)))
    assert compact.bytes == 68


def test_a_replay_gives_back_what_it_was_given():
    """It keeps packed observations and draws the full ones."""
    rules = STANDARD[0]
    compact, seen = Compact(rules), _played(rules, 6)
    fields = {name: torch.zeros(6, 4) for name in Turns._fields}
    fields |= {"observations": seen, "carried": torch.zeros(2, 1, 4, 3)}
    fields["values"] = torch.zeros(7, 4)
    replay = Replay(4, priority_alpha=0.9, priority_beta=0.6, compact=compact)
    replay.add(Turns(**fields))
    sample = replay.draw(9, torch.Generator().manual_seed(1))
    assert torch.equal(seen[:, sample.rows], sample.turns.observations)
    kept = replay.arrays()["observations"]
    assert kept.shape == (6, 4, compact.bytes)
    assert kept.nbytes * 10 < seen.numel()
    assert layout_of(rules).size == seen.shape[-1]
