"""Symmetric layers commute with permutations of colors, exactly; plain ones are PyTorch's own."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from hanabilab import Rules
from hanabilab.learning.symmetry import all_permutations, color_symmetry, cyclic_group

torch = pytest.importorskip("torch")

from hanabilab.learning.networks import (  # noqa: E402  # after the extra was found
    Architecture,
    Channels,
    Network,
    SymmetricLinear,
    SymmetricRecurrent,
    Symmetrizer,
    dueling,
)
from hanabilab.learning.networks.families import tie_biases, tie_weights  # noqa: E402
from tests.learning.permuting import permute_neurons  # noqa: E402

pytestmark = [pytest.mark.once]
IN, OUT = Channels(3, 2, 2), Channels(2, 3, 1)
TWO = Rules(players=2)


@pytest.fixture(autouse=True)
def _seeded():
    torch.manual_seed(7)


def test_orders_have_the_published_number_of_maps():
    """20 maps between channels of order 0, 1 and 2."""
    one = [Channels(1), Channels(0, 1), Channels(0, 0, 1)]
    counts = [[tie_weights(source, to, 5).total for to in one] for source in one]
    assert counts == [[1, 1, 1], [1, 2, 3], [1, 3, 7]]
    assert tie_weights(Channels(1, 1, 1), Channels(1, 1, 1), 5).total == 20


@pytest.mark.parametrize("colors", [1, 2, 3, 4, 5, 6])
def test_tied_places_are_the_orbits(colors):
    """A dense matrix of distinct orbits is the same after every permutation of both its sides."""
    index = tie_weights(IN, OUT, colors).place
    for permutation in permutations(range(colors)):
        rows, columns = permute_neurons(OUT, permutation), permute_neurons(IN, permutation)
        assert (index[rows][:, columns] == index).all()
        assert (tie_biases(OUT, colors).place[rows] == tie_biases(OUT, colors).place).all()


@pytest.mark.parametrize("colors", [2, 3, 5])
def test_linear_layers_commute_with_all_permutations(colors):
    """layer(pi(x)) = pi(layer(x)) to 1e-6 in single precision, over the whole group."""
    layer = SymmetricLinear(IN, OUT, colors)
    torch.nn.init.normal_(layer.bias)
    _commutes(layer, IN, OUT, colors)


def test_linear_layers_span_all_maps_that_commute():
    """The three products reach each of the 20 maps, and give nothing that is not tied so."""
    one = Channels(1, 1, 1)
    layer, orbits = SymmetricLinear(one, one, 5).double(), tie_weights(one, one, 5)
    weights = [weight for weight in layer.parameters() if weight is not layer.bias]
    identity = torch.eye(one.count_neurons(5), dtype=torch.float64)
    maps = []
    for weight in weights:
        for place in range(weight.numel()):
            with torch.no_grad():
                for other in layer.parameters():
                    other.zero_()
                weight.view(-1)[place] = 1
                maps.append(layer(identity).T.numpy().copy())
    assert np.linalg.matrix_rank(np.array(maps).reshape(len(maps), -1)) == 20
    for dense in maps:
        for orbit in range(orbits.total):
            assert np.ptp(dense[orbits.place == orbit]) < 1e-12


def test_plain_layers_are_those_of_pytorch():
    """Channels of order 0 alone: the same numbers as nn.Linear and nn.GRU with these weights."""
    layer, plain = SymmetricLinear(Channels(6), Channels(4), 5), torch.nn.Linear(6, 4)
    cell, gru = SymmetricRecurrent("gru", Channels(6), Channels(4), 5), torch.nn.GRU(6, 4)
    with torch.no_grad():
        plain.weight.copy_(layer.of_all.T)
        plain.bias.copy_(layer.bias)
        for ours, theirs in zip(cell.dense_weights(), gru.parameters(), strict=True):
            theirs.copy_(ours)
    values = torch.randn(3, 2, 6)
    assert torch.allclose(layer(values), plain(values), atol=1e-6)
    assert torch.allclose(cell(values, cell.first_state(2))[0], gru(values)[0], atol=1e-6)


@pytest.mark.parametrize("cell", ["gru", "lstm"])
def test_recurrent_layers_commute_with_all_permutations(cell):
    """Over six turns, to 1e-6, with what is remembered."""
    layer = SymmetricRecurrent(cell, IN, OUT, 5)
    values = torch.randn(6, 2, IN.count_neurons(5))
    out, state = layer(values, layer.first_state(2))
    for permutation in all_permutations(5):
        source, to = permute_neurons(IN, permutation), permute_neurons(OUT, permutation)
        renamed, memory = layer(values[..., source], layer.first_state(2))
        assert (renamed - out[..., to]).abs().max() < 1e-6
        assert (memory - state[..., to]).abs().max() < 1e-6


@pytest.mark.parametrize("cell", ["gru", "lstm"])
def test_gradients_are_those_of_finite_differences(cell):
    """Through the tied weights of a cell and through a linear layer."""
    layer = SymmetricRecurrent(cell, Channels(1, 1), Channels(1, 1), 3).double()
    linear = SymmetricLinear(Channels(1, 1, 1), Channels(1, 1, 1), 3).double()
    values = torch.randn(2, 1, 4, dtype=torch.float64)
    flat = torch.randn(2, 10, dtype=torch.float64)

    def of_cell(*weights):
        named = dict(zip(dict(layer.named_parameters()), weights, strict=True))
        return torch.func.functional_call(layer, named, (values, layer.first_state(1)))[0]

    def of_linear(*weights):
        named = dict(zip(dict(linear.named_parameters()), weights, strict=True))
        return torch.func.functional_call(linear, named, (flat,))

    for run, module in ((of_cell, layer), (of_linear, linear)):
        weights = tuple(weight.detach().clone().requires_grad_() for weight in module.parameters())
        assert torch.autograd.gradcheck(run, weights)


@pytest.mark.parametrize("memory", [None, "gru", "lstm"])
@pytest.mark.parametrize("players", [2, 3])
def test_symmetric_networks_treat_colors_alike(memory, players):
    """Rename the colors of an observation: hints follow, all else stays, over all permutations."""
    symmetry = color_symmetry(Rules(players=players))
    architecture = Architecture(Channels(8, 4, 1), 2, memory, own_hand=True, waiting=True)
    network = Network(Rules(players=players), architecture)
    values = torch.rand(3, 2, symmetry.observation.order.size)
    out = network(values, network.first_state(2))
    assert out.actions.shape == (3, 2, Rules(players=players).num_actions)
    for permutation in all_permutations(5):
        seen = symmetry.observation.permuted(permutation)
        renamed = network(values[..., seen], network.first_state(2))
        acts = symmetry.actions.permuted(permutation)
        assert (renamed.actions - out.actions[..., acts]).abs().max() < 1e-6
        assert (renamed.waiting - out.waiting[..., acts]).abs().max() < 1e-6
        assert (renamed.value - out.value).abs().max() < 1e-6
        assert (renamed.own_hand - out.own_hand).abs().max() < 1e-6


def test_plain_networks_do_not():
    """The test above would find a network that tells colors apart."""
    symmetry = color_symmetry(TWO)
    network = Network(TWO, Architecture(Channels(16)))
    values = torch.rand(1, 1, 658)
    seen = symmetry.observation.permuted((1, 0, 2, 3, 4))
    there = network(values[..., seen], network.first_state(1)).value
    assert (there - network(values, network.first_state(1)).value).abs() > 1e-4


@pytest.mark.parametrize("memory", [None, "lstm"])
def test_symmetrized_networks_commute_with_their_group(memory):
    """The mean over rotations is the same under rotations, also of what is remembered."""
    symmetry = color_symmetry(TWO)
    plain = Network(TWO, Architecture(Channels(16), 1, memory, own_hand=True))
    whole = Symmetrizer(plain, symmetry, cyclic_group(5))
    values = torch.rand(4, 3, 658)
    out = whole(values, whole.first_state(3))
    for permutation in cyclic_group(5):
        seen = symmetry.observation.permuted(permutation)
        renamed = whole(values[..., seen], whole.first_state(3))
        acts = symmetry.actions.permuted(permutation)
        assert (renamed.actions - out.actions[..., acts]).abs().max() < 1e-6
        assert (renamed.value - out.value).abs().max() < 1e-6


def test_a_symmetric_network_is_its_own_mean():
    """The symmetrizer changes nothing in a network that commutes already."""
    symmetry = color_symmetry(TWO)
    network = Network(TWO, Architecture(Channels(8, 4), 1, "gru"))
    whole = Symmetrizer(network, symmetry, cyclic_group(5))
    values = torch.rand(3, 2, 658)
    ours, mean = network(values, network.first_state(2)), whole(values, whole.first_state(2))
    assert (ours.actions - mean.actions).abs().max() < 1e-6


def test_turns_one_by_one_are_the_whole_sequence():
    """A state carried from turn to turn gives what the sequence at once gives."""
    network = Network(TWO, Architecture(Channels(8, 4), 1, "lstm"))
    values, state = torch.rand(5, 2, 658), network.first_state(2)
    out = network(values, state)
    for turn in range(5):
        step = network(values[turn : turn + 1], state)
        state = step.state
        assert torch.allclose(step.actions[0], out.actions[turn], atol=1e-6)
    assert torch.allclose(state, out.state, atol=1e-6)


def test_dueling_values_have_the_position_as_their_mean():
    """Over legal actions, the mean of their values is the value of the position."""
    network = Network(TWO, Architecture(Channels(8)))
    out = network(torch.rand(2, 3, 658), network.first_state(3))
    legal = torch.rand(2, 3, 20) < 0.5
    legal[..., 0] = True
    values = dueling(out, legal)
    mean = (values * legal).sum(-1) / legal.sum(-1)
    assert torch.allclose(mean, out.value, atol=1e-5)


def _commutes(layer, inputs, outputs, colors):
    values = torch.randn(2, 3, inputs.count_neurons(colors))
    out = layer(values)
    for permutation in permutations(range(colors)):
        renamed = layer(values[..., permute_neurons(inputs, permutation)])
        assert (renamed - out[..., permute_neurons(outputs, permutation)]).abs().max() < 1e-6
