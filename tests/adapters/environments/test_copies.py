"""Environments are copied and pickled within a game; the copies play on alike, partners and all."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from hanabilab.adapters.gymnasium import HanabiEnv, HanabiVectorEnv
from hanabilab.arena import Lineup

pytestmark = pytest.mark.once

PARTNERS = [None, "smart", ["random", "rules(8, 41, 13, 38, 27)"]]


def _pickled(thing):
    return pickle.loads(pickle.dumps(thing))  # its own


def _played(env, mask, steps):
    """What some steps show and bring, with actions drawn alike in all copies; and the last mask."""
    rng, told = np.random.default_rng(1), []
    for _ in range(steps):
        seen, rewards, ended, _, infos = env.step((rng.random(mask.shape) * mask).argmax(1))
        told.append((seen.tolist(), rewards.tolist(), ended.tolist()))
        mask = infos["action_mask"]
    return told, mask


@pytest.mark.parametrize("copied", [copy.deepcopy, _pickled])
@pytest.mark.parametrize("partners", PARTNERS)
def test_a_copy_plays_on_as_the_environment_does(partners, copied):
    """Two decks' worth of steps: games end and others begin, with partners drawn anew."""
    env = HanabiVectorEnv(6, players=3, partners=partners, seats=None if partners is None else [1])
    _, infos = env.reset(seed=3)
    _, mask = _played(env, infos["action_mask"], 9)
    other = copied(env)
    assert _played(other, mask, 60)[0] == _played(env, mask, 60)[0]


def test_one_game_is_copied_to_look_ahead():
    """What a search by the user does: try every action in copies, and take one in the game."""
    env = HanabiEnv("small(players=2)", partners="five-rule")
    seen, _ = env.reset(seed=5)
    for action in np.flatnonzero(env.action_masks()):
        ahead = copy.deepcopy(env)
        tried = ahead.step(action)
        assert (env.games.observations[0] == seen).all()
    assert env.step(action)[:3][1:] == tried[1:3]


def test_a_partner_of_arrays_finds_its_own_in_another_process(tmp_path):
    """Weights of a network lie elsewhere there, and so do the memories that tell where."""
    pytest.importorskip("torch")
    env = HanabiVectorEnv(4, players=2, partners="net(obl-1-2p)")
    _, infos = env.reset(seed=3)
    _, mask = _played(env, infos["action_mask"], 5)
    (tmp_path / "env").write_bytes(pickle.dumps((env, mask)))
    asked = (
        "import pickle, sys; from pathlib import Path; "
        f"from {__name__} import _played; "
        "print(_played(*pickle.loads(Path(sys.argv[1]).read_bytes()), 20)[0])"
    )
    there = subprocess.run(
        [sys.executable, "-c", asked, str(tmp_path / "env")],
        capture_output=True,
        check=True,
        text=True,
    )
    assert there.stdout.strip() == str(_played(env, mask, 20)[0])


def test_a_lineup_is_pickled_after_it_has_played():
    """Its native functions are found again; they were what could not be pickled."""
    lineup = Lineup.of("smart", 3)
    _ = lineup.natives
    assert _pickled(lineup) == lineup == copy.deepcopy(lineup)
