"""A turn beside a guide as a kernel: what PyTorch says of the same observation, and the action."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab import Game, Rules
from hanabilab.agents.asking import ask, observe_once
from hanabilab.agents.policy import new_memory
from hanabilab.game.actions import NO_ACTION
from hanabilab.learning.guide_kernels import choose
from hanabilab.learning.guides import Guided, GuidedGames
from hanabilab.randomness import SEAT_STREAM, seed_rng

torch = pytest.importorskip("torch", reason="the extra learn is not installed")

from hanabilab.learning import guided_turn  # noqa: E402
from hanabilab.learning.guided_agent import policy_of  # noqa: E402
from hanabilab.learning.guided_network import GuidedNetwork  # noqa: E402
from hanabilab.learning.networks import Channels  # noqa: E402

_THRESHOLD = 0.25


def _drawn(guide, hidden):
    """A network whose weights are drawn, all of them numbers of half precision."""
    network = GuidedNetwork(guide.symmetry, tuple(Channels(*sizes) for sizes in hidden))
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for weight in network.parameters():
            weight.copy_((torch.randn(weight.shape, generator=generator) * 0.2).half().float())
    return network


@pytest.mark.parametrize(
    ("name", "rules", "hidden"),
    [
        ("smart", Rules(players=2), [(33, 16), (5, 40)]),
        ("smart", Rules(players=3, suits=3), [(20, 7)]),
        ("five-rule", Rules(players=2), [(16, 16)]),
        ("five-rule", Rules(players=2), [(9, 0)]),
        ("random", Rules(players=2), [(4, 1), (3, 2)]),
    ],
)
def test_a_turn_is_what_pytorch_makes_of_it(name, rules, hidden):
    """On positions of play, with layers whose sizes no vector divides: all numbers, and the action.

    The guide's memory follows the game behind the handle.
    """
    guide, rng = Guided(name, rules), np.random.default_rng(1)
    network = _drawn(guide, hidden)
    agent = policy_of("drawn", guide, network, _THRESHOLD)
    games = GuidedGames(guide, 1, seed=5)
    game = Game(rules, seed=5)
    memory, rngs = new_memory(agent, rules.players), np.zeros((rules.players, 2), np.uint64)
    for seat, own in enumerate(rngs):
        seed_rng(own, 5, 0, SEAT_STREAM + seat)
    for turn in range(9):
        for seat in range(rules.players):
            observe_once(game.view(seat), memory[seat], agent.native_observe)
        seat = game.current_seat
        with torch.no_grad():
            worth = network(torch.from_numpy(games.observations))[0].numpy()
        chosen = choose(worth, games.legal, games.proposals, _THRESHOLD)[0]
        thought = guided_turn.think(game.view(), memory[seat], rngs[seat].copy())
        legal = games.legal[0]
        assert thought.worth[legal] == pytest.approx(worth[0, legal], abs=1e-3)
        assert np.isneginf(thought.worth[~legal]).all()
        assert thought.proposal == games.proposals[0]
        assert ask(agent, game.view(), memory[seat], rngs[seat]) == chosen
        action = int(rng.choice(np.flatnonzero(legal))) if turn % 4 == 3 else int(thought.proposal)
        games.step([action])
        game.act(action)
        if game.is_over:
            break
    assert turn > 1


def test_it_acts_in_games_of_its_rules_alone():
    """Elsewhere its kernels would read past their arrays: they answer that there is no action."""
    guide = Guided("five-rule", Rules(players=2))
    agent = policy_of("drawn", guide, _drawn(guide, [(4, 2)]), 0.0)
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, 1, 0, 0)
    for rules in (Rules(players=2, hand_size=4), Rules(players=3), Rules(players=2, suits=4)):
        assert ask(agent, Game(rules, seed=1).view(), new_memory(agent, 1)[0], rng) == NO_ACTION
    assert ask(agent, Game(guide.rules, seed=1).view(), new_memory(agent, 1)[0], rng) >= 0
