"""The luck of games: exactly 0 over all decks, whoever plays; a mean that it leaves as it is."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from hanabilab.agents import five_rule, make_agent, policy, random_agent
from hanabilab.arena import Lineup, Tally, play_games
from hanabilab.arena.luck import Luck
from hanabilab.arena.luck_kernels import (
    KNOTS,
    NEVER,
    NUM_KNOTS,
    NUM_TRAITS,
    NUM_VARIATES,
    TRAITS,
    measure_draws,
)
from hanabilab.arena.played_games import games_of_table
from hanabilab.errors import AgentError, RulesError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from tests.agents.samples import imitate

#: Eight cards, of which four are left in the deck after the deal.
TINY = Rules(
    players=2, suits=2, ranks=2, copies=(2, 2), hand_size=2, information_tokens=1, life_tokens=2
)
GAMES = 3000


def decks_of(rules):
    """Every order of the deck, each once."""
    return np.array(sorted(set(permutations(rules.tables.sorted_deck[: rules.deck_size].tolist()))))


def draws_of(rules, table, until=NEVER):
    """[G, V] what draws brought, and [G] from where games are played on."""
    draws, late = np.full((len(table), NUM_VARIATES), np.nan), np.zeros(len(table), np.int64)
    assert measure_draws(draws, late, games_of_table(rules, table), until) == -1
    return draws, late


@pytest.fixture(scope="module")
def all_games():
    """A game of each deck of TINY, by agents without dice: these would be others in each game."""
    return play_games(["five-rule", "newest"], TINY, decks=decks_of(TINY), threads=1).table


@pytest.mark.compiled
@pytest.mark.parametrize("until", [NEVER, 2])
def test_over_all_decks_the_luck_of_draws_is_nothing(all_games, until):
    """Every deck is as likely; so each variate sums to 0 over all, whatever agents do."""
    draws, _ = draws_of(TINY, all_games, until)
    assert len(draws) == 2520
    assert np.abs(draws.sum(axis=0)).max() < 1e-8
    # And this is not because they are all 0: most traits tell these games apart.
    told = np.abs(draws).sum(axis=0).reshape(NUM_TRAITS, NUM_KNOTS).sum(axis=1)
    assert (told > 0).sum() >= NUM_TRAITS - 2


@pytest.mark.compiled
@pytest.mark.parametrize("agents", ["newest", "five-rule", "smart"])
def test_over_all_decks_it_is_nothing_for_any_agent(agents):
    """Agents that care little for what they see, and agents that react to what is drawn."""
    rules = Rules(players=2, suits=2, ranks=3, copies=(1, 1, 1), hand_size=2, life_tokens=1)
    decks = decks_of(rules)
    table = play_games(agents, rules, decks=decks, threads=1).table
    assert np.abs(draws_of(rules, table)[0].sum(axis=0)).max() < 1e-8


@pytest.mark.compiled
def test_after_each_beginning_the_luck_of_the_next_draw_is_nothing(all_games):
    """Also given what has been drawn before: luck is a martingale, not only 0 in all."""
    draws, _ = draws_of(TINY, all_games)
    decks = np.array(all_games["deck"].to_list())
    for held in ([0, 0, 1, 2], [3, 1, 1, 0]):
        same = (decks[:, :4] == held).all(axis=1)
        shifted = draws[same] - draws[same].mean(axis=0)
        dealt = draws[same].mean(axis=0)  # what the deal brought, and nothing else on average
        assert same.sum() > 10
        assert np.abs(shifted).max() > 0
        again, _ = draws_of(TINY, all_games.filter(same), until=len(decks[0]) - 4)
        assert np.allclose(again, dealt, atol=1e-9)


def test_a_draw_tells_its_traits_less_their_mean():
    """The first card of a deal, by hand: which card it is, and the mean over the deck."""
    rules = Rules(players=2)
    game = Game(rules, seed=3)
    table = play_games(random_agent, rules, games=1, decks=[game.deck], threads=1).table
    draws, late = draws_of(rules, table, until=40)  # the deal alone
    assert late[0] == 0
    playable = draws.reshape(-1, NUM_TRAITS, NUM_KNOTS)[0, TRAITS.index("playable")]
    # "Playable": a one that no hand holds yet. Drawn less expected, card by card.
    rest, held, expected = list(game.deck), set(), np.zeros(NUM_KNOTS)
    for card in game.deck[:10]:
        ones = [each for each in rest if each % 5 == 0 and each not in held]
        brought = (card % 5 == 0 and card not in held) - len(ones) / len(rest)
        rest.remove(card)
        held.add(card)
        place = np.interp(len(rest), KNOTS, np.arange(NUM_KNOTS))
        low = min(int(place), NUM_KNOTS - 2)
        expected[low] += brought * (low + 1 - place)
        expected[low + 1] += brought * (place - low)
    assert np.allclose(playable, expected)


# --- The adjusted mean ---------------------------------------------------------------------------


def luck_of(agents, rules, table, seed=5):
    """The luck of games."""
    luck = Luck(rules, Lineup.of(agents, rules.players), seed)
    luck.add(table)
    return luck


@pytest.mark.slow
@pytest.mark.once
def test_the_mean_stays_and_its_error_shrinks():
    """Over 20 seeds the mean of luck is 0 within its own errors, and the factor is above 2."""
    off = []
    for seed in range(20):
        table = play_games("smart", games=1500, seed=seed, threads=1).table
        found = luck_of("smart", Rules(players=2), table, seed).result()
        off.append(found.luck.mean / found.luck.sem)
        assert found.factor > 2
        assert found.luck.mean == pytest.approx(found.plain.mean - found.adjusted.mean, abs=1e-9)
        assert found.plain.mean == pytest.approx(table["score"].mean(), abs=1e-9)
    # Chi-squared with 20 degrees of freedom: outside in one of 1,000 runs, were seeds not fixed.
    assert 5.0 < np.square(off).sum() < 46.0


@pytest.mark.once
@pytest.mark.late
def test_errors_are_those_of_repeated_runs():
    """The adjusted means of 20 seeds scatter as their standard errors say."""
    rules = Rules(players=2)
    found = []
    for seed in range(20, 40):
        table = play_games("smart", games=400, seed=seed, threads=1).table
        found.append(luck_of("smart", rules, table, seed).result().adjusted)
    scatter = np.std([each.mean for each in found], ddof=1)
    assert scatter == pytest.approx(np.mean([each.sem for each in found]), rel=0.45)


@pytest.mark.compiled
def test_luck_does_not_depend_on_how_games_are_added():
    """Game by game, in any order, or all at once: the same to the last digit."""
    games = 150
    rules = Rules.preset("small", life_tokens=3)
    table = play_games(five_rule, rules, games=games, seed=5, threads=1).table
    whole, parts = luck_of(five_rule, rules, table), luck_of(five_rule, rules, table[:0])
    for start in reversed(range(0, games, 7)):
        parts.add(table[start : start + 7])
    assert parts.as_json() == whole.as_json()
    assert whole.as_json()["played_on"] > 0


def test_few_games_have_no_adjusted_mean():
    """Weights that are fitted on a handful of games are of no use."""
    rules = Rules.preset("small", life_tokens=3)
    table = play_games(five_rule, rules, games=20, seed=5, threads=1).table
    assert luck_of(five_rule, rules, table).as_json() is None


@pytest.mark.compiled
def test_batched_agents_are_adjusted_by_their_draws_alone():
    """Nobody waits for a search to play on from every game."""
    rules, games = Rules.preset("small", life_tokens=3), 101
    table = play_games(five_rule, rules, games=games, seed=5, threads=1).table
    slow = luck_of(imitate(five_rule), rules, table)
    assert slow.as_json()["played_on"] == 0


def test_games_of_other_rules_are_refused():
    """Decks that fit and actions that do not."""
    table = play_games(five_rule, Rules(players=2), games=3, seed=5, threads=1).table
    with pytest.raises(RulesError, match=r"game \d+ of the table was played by other rules"):
        luck_of(five_rule, Rules(players=2, information_tokens=1), table)


def test_an_agent_at_fault_is_told():
    """A user's agent may fail with other cards where it did not fail in the run."""
    rules = Rules(players=2)

    @policy(name="brittle")
    def brittle(view, memory, rng):
        """No action at all, where others would act."""
        return 999

    table = play_games(five_rule, rules, games=2, seed=5, threads=1).table
    with pytest.raises(AgentError, match="agent of brittle, brittle acts illegally, or raises"):
        luck_of(brittle, rules, table)


@pytest.mark.compiled
def test_a_tally_tells_luck_where_it_is_asked_to():
    """The document of `play --json` has it beside the plain mean, or not at all."""
    rules = Rules.preset("small", life_tokens=3)
    results = play_games(five_rule, rules, games=120, seed=5, threads=1)
    assert "without_luck" not in Tally.of(results).as_json()
    tally = Tally(rules, results.lineup, 5, luck=Luck(rules, results.lineup, 5))
    tally.add(results.table)
    tally.seconds = 1.0
    told = tally.as_json()
    assert told["without_luck"]["factor"] > 1
    assert told["mean"] == results.table["score"].mean()


@pytest.mark.compiled
def test_what_is_played_on_has_the_expectation_of_the_score():
    """Over many decks, games that go on from the last cards score as the games themselves."""
    rules, count = Rules(players=3), GAMES
    agent = make_agent("five-rule")
    table = play_games(agent, rules, games=count, seed=8, threads=1).table
    luck = Luck(rules, Lineup.of(agent, 3), 8, sums=_Recorder())
    luck.add(table)
    scores, expected = luck.sums.values, luck.sums.expected
    off = (scores - expected) / 8
    assert (off != 0).mean() > 0.5
    assert abs(off.mean()) < 4 * off.std() / np.sqrt(count)
    assert expected.var() < scores.var() / 1.5


def test_last_cards_that_are_all_alike_change_nothing():
    """Eight games go on from the same cards in the same order: eight times the score."""
    rules = Rules(players=2, suits=2, ranks=2, copies=(3, 1), hand_size=2)
    alike, mixed = [1, 3, 2, 2, 2, 0, 0, 0], [1, 3, 2, 0, 2, 2, 0, 0]
    table = play_games("five-rule", rules, decks=[alike, mixed], threads=1).table
    luck = Luck(rules, Lineup.of("five-rule", 2), 8, sums=_Recorder())
    luck.add(table)
    assert luck.played_on > 0
    assert luck.sums.expected[0] == luck.sums.values[0] == 8 * table["score"][0]


class _Recorder:
    """Takes what `Luck` adds."""

    def __init__(self) -> None:
        self.values = self.expected = np.zeros(0)

    def add(self, indices, values, expected, variates) -> None:
        self.values = np.append(self.values, values)
        self.expected = np.append(self.expected, expected)
