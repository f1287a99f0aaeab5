"""How alike elites are, against a loop that asks one agent after the other, each seat by itself."""

from __future__ import annotations

import numpy as np
import pytest

from hanabilab.agents.policy import new_memory
from hanabilab.arena import Lineup, play_games
from hanabilab.errors import AgentError
from hanabilab.game.actions import FORFEIT, NO_ACTION
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.game.state import FORFEITED
from hanabilab.randomness import SEAT_STREAM, seed_rng
from studies.diversity import ask_all, hamming, similarity
from studies.diversity.similarity import compare_policies, similarity_matrix
from tests.evolution.elites import ELITES, pool_of, small_settings

GENES = np.array([*ELITES[0].values(), *ELITES[1].values()])[[0, 1, 3, 4, 6]]
SEED = 7


class Table:
    """A game of one agent with itself, at which others look over its shoulder seat by seat."""

    def __init__(self, settings, agents, host, index):
        self.game = Game(settings.rules, seed=SEED, index=index)
        self.agents, self.host = agents, host
        seats = range(settings.rules.players)
        self.memory = {
            (a, s): new_memory(agent, 1)[0] for a, agent in enumerate(agents) for s in seats
        }
        self.rngs = np.zeros((len(seats), 2), np.uint64)
        for seat in seats:
            seed_rng(self.rngs[seat], SEED, index, SEAT_STREAM + seat)
        self._observe()

    def _observe(self):
        for (agent, seat), memory in self.memory.items():
            self.agents[agent].native_observe(self.game.view(seat), memory)

    def ask(self) -> list[int]:
        """What all would do now; the game goes on with what the host does."""
        seat = int(self.game.state.current_seat)
        view, rng = self.game.view(), self.rngs[seat].copy()
        choices = []
        for place, agent in enumerate(self.agents):
            own = self.rngs[seat] if place == self.host else rng.copy()
            choices.append(int(agent.native_act(view, self.memory[place, seat], own)))
        if choices[self.host] == FORFEIT:
            self.game.state.status = FORFEITED
        else:
            self.game.act(choices[self.host])
            self._observe()
        return choices


def asked_one_by_one(settings, genes, games):
    """Answers [S][A], how many were legal [S], and the first state after each host's."""
    agents = [settings.policy_of(rules) for rules in genes.tolist()]
    choices, legal, ends = [], [], []
    for host in range(len(agents)):
        for index in range(games):
            table = Table(settings, agents, host, index)
            while not table.game.is_over:
                legal.append(len(table.game.legal_actions()))
                choices.append(table.ask())
        ends.append(len(choices))
    return choices, legal, ends


def require_twin(settings, genes, games, threads=1):
    """Every answer is that of the loop."""
    expected, legal, ends = asked_one_by_one(settings, genes, games)
    found = ask_all(settings, genes, games, seed=SEED, threads=threads)
    assert np.array_equal(np.transpose(expected), found.actions)
    assert legal == found.legal.tolist()
    assert ends == found.ends.tolist()
    return found


@pytest.mark.parametrize("mode", ["clean", "compat"])
def test_everyone_is_asked_as_if_alone(mode):
    """Rules that draw lots, and errors of the original or none."""
    require_twin(small_settings(0, mode=mode), GENES, 1)


@pytest.mark.compiled
@pytest.mark.parametrize("threads", [1, 3])
def test_random_lists_are_asked_as_if_alone(threads):
    """Of the whole base, in the full game; somebody gives up, and threads change nothing."""
    rules = Rules(players=2, draw_slot="vacated", bomb="keep")
    settings = small_settings(0, mode="compat", rules=rules, length=15)
    rng = np.random.default_rng(3)
    genes = np.array([rng.permutation(105)[:15] for _ in range(12)])
    found = require_twin(settings, genes, 3, threads)
    assert (found.actions == FORFEIT).any()
    assert len(set(found.actions.ravel().tolist())) > 20


@pytest.mark.compiled
def test_three_players_are_asked_as_if_alone():
    """Hints have more than one receiver."""
    require_twin(small_settings(0, rules=Rules.preset("small", players=3)), GENES, 4)


def test_the_host_does_what_it_is_said_to_do():
    """Its answers are the actions of the arena's games."""
    settings = small_settings(0)
    found = ask_all(settings, GENES, 2, seed=SEED)
    agent = settings.policy_of(GENES[1].tolist())
    table = play_games(Lineup((agent, agent)), settings.rules, games=2, seed=SEED).table
    played = [action for actions in table["actions"] for action in actions if action != NO_ACTION]
    assert played == found.actions[1, found.states_of(1, 1)].tolist()


def test_equal_lists_always_agree_and_shares_are_of_both_games():
    """By hand from the answers; lots are drawn alike for all."""
    found = ask_all(small_settings(0), GENES[[0, 1, 1, 2]], 2, seed=SEED)
    assert similarity(found, 1, 2) == 1.0
    same = states = 0
    for host in (0, 3):
        first = 0 if host == 0 else found.ends[host - 1]
        for state in range(first, found.ends[host]):
            same += found.actions[0, state] == found.actions[3, state]
            states += 1
    assert 0 < same < states
    assert similarity(found, 0, 3) == same / states
    matrix = similarity_matrix(found.actions)
    assert np.array_equal(matrix, matrix.T)
    assert matrix[1, 2] == 1.0
    assert matrix[0, 3] == (found.actions[0] == found.actions[3]).sum() / found.actions.shape[1]


def test_hamming_counts_places():
    """A rule that both have in different places is no match."""
    assert hamming(np.array([1, 2, 3, 4]), np.array([1, 3, 2, 4])) == 2
    pairs = hamming(np.array([[[1, 2]], [[3, 4]]]), np.array([[[1, 2], [3, 2]]]))
    assert pairs.tolist() == [[0, 1], [2, 1]]


def test_runs_are_compared_niche_by_niche():
    """Each run's elites in its own states; across runs those of the same niche in both's."""
    pools = [pool_of(0), pool_of(1)]
    compared = compare_policies(pools, 2, seed=SEED)
    cells = np.array([3, 7, 13])  # niches (0, 3), (1, 3), (3, 1) of a grid of 4 x 4
    across = compared.across(0, 1, cells)
    assert across.hamming.tolist() == [0, 2, 1]
    actions, half = compared.choices.actions, int(compared.choices.ends[3])
    rows = [(1, 4), (2, 5), (3, 7)]
    assert across.similarity_anywhere.tolist() == [
        (actions[a] == actions[b]).mean() for a, b in rows
    ]
    assert across.similarity.tolist() == [similarity(compared.choices, a, b) for a, b in rows]
    assert across.similarity[0] == across.similarity_anywhere[0] == 1.0
    assert across.states == actions.shape[1]
    assert across.legal == compared.choices.legal.mean()
    assert compared.states_within(1) == actions.shape[1] - half
    expected = (actions[4, half:] == actions[6, half:]).mean()
    assert compared.similarity_within(1)[0, 2] == expected
    assert compared.hamming_within(0)[1].tolist() == [6, 0, 0, 6]


def test_games_for_states_are_needed():
    """At least one."""
    with pytest.raises(AgentError, match="games for states is 0"):
        ask_all(small_settings(0), GENES, 0)
