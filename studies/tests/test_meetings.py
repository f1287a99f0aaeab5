"""Networks that meet: each plays as it does alone, and symmetrized ones can join."""

from __future__ import annotations

import pytest

from hanabilab import Rules
from hanabilab.agents import make_agent
from hanabilab.agents.traits import check_rules
from hanabilab.arena import Lineup, play_games
from hanabilab.errors import AgentError, ResumeError
from hanabilab.learning import all_permutations, color_symmetry
from hanabilab.plots.figure import new_figure

torch = pytest.importorskip("torch")

from hanabilab.learning.evaluation import self_play_scores  # noqa: E402  # after it
from hanabilab.learning.networks import Architecture, Channels, Network, Symmetrizer  # noqa: E402
from hanabilab.learning.shipped import find_weights  # noqa: E402
from studies import partners, zero_shot  # noqa: E402
from studies.meetings import cross_play_matrix, team_scores  # noqa: E402
from studies.zero_shot_figure import draw_methods  # noqa: E402

pytestmark = pytest.mark.once
RULES = Rules(players=2, suits=2, ranks=3, copies=(2, 1, 1), hand_size=2)


def networks(count: int):
    """Some with memory and random weights."""
    torch.manual_seed(1)
    return [Network(RULES, Architecture(Channels(8, 4), 1, "gru")) for _ in range(count)]


def test_a_network_that_meets_itself_plays_self_play():
    """Deck by deck."""
    (network,) = networks(1)
    expected = self_play_scores(network, RULES, 20)
    assert (team_scores([network, network], RULES, 20) == expected).all()


def test_symmetrized_networks_join_in():
    """A network that is symmetric already is not changed by it, and a matrix has all pairs."""
    network, other = networks(2)
    group = list(all_permutations(2))
    averaged = Symmetrizer(network, color_symmetry(RULES), group)
    matrix = cross_play_matrix([network, averaged, other], RULES, 20)
    assert matrix[0, 0] == matrix[0, 1] == matrix[1, 1] == matrix[1, 0]
    assert matrix[0, 2] == team_scores([network, other], RULES, 20).mean()


@pytest.mark.late
def test_a_network_sits_in_each_seat_among_strangers():
    """Of three players; evolved partners share the decks, and have one mean."""
    rules, network, pool = Rules(players=3), "net(obl-1-3p)", ["five-rule", "random"]
    found = partners.with_strangers(find_weights("obl-1-3p"), ["five-rule"], pool, rules, 4)

    def mean(partner, decks):
        teams = [[network if seat == own else partner for seat in range(3)] for own in range(3)]
        played = [play_games(Lineup.of(t), rules, games=decks, seed=partners.SEED) for t in teams]
        return sum(each.table["score"].sum() for each in played) / (3 * decks)

    expected = {"five-rule": mean("five-rule", 4), "evolved": sum(mean(p, 2) for p in pool) / 2}
    assert expected == pytest.approx(found)


@pytest.mark.late
def test_evolved_partners_are_of_niches_all_over_the_archive():
    """Twenty-five of the 325 of run 3, who play with as many as rule agents do."""
    pool = partners.evolved()
    assert 25 == len({*pool})
    for name in (*pool, *partners.RULE_AGENTS):
        for players in (2, 3):
            check_rules(make_agent(name), Rules(players=players))


def test_without_the_archive_nothing_is_trained(monkeypatch, tmp_path):
    """What is missing is told before hours of training."""
    monkeypatch.setattr(partners, "POOL", tmp_path / "none")
    folder = tmp_path / "runs"
    with pytest.raises(ResumeError, match="no run in"):
        zero_shot.study(folder, zero_shot.GAMES["full"], zero_shot.Meetings(strangers=1))
    assert not folder.exists()


def test_a_partner_that_cannot_play_is_told_before_training(tmp_path):
    """Its players are not those of the game."""
    meetings = zero_shot.Meetings(strangers=1, partners=("net(obl-1-3p)",))
    with pytest.raises(AgentError, match="players"):
        zero_shot.study(tmp_path / "runs", zero_shot.GAMES["full"], meetings)
    assert not (tmp_path / "runs").exists()


@pytest.mark.late
def test_a_searcher_sits_first_and_what_was_played_is_kept(monkeypatch, tmp_path):
    """A row for who is searched over, a column for the others; one more deck is another file."""
    monkeypatch.setattr(partners, "SEARCHER", "sparta({0}, rollouts=90, error=0.1)")
    rules, files = Rules(players=2), [find_weights(f"obl-1-2p{end}") for end in ("", "-other")]

    def played(own, other):
        team = [f"sparta(net({files[own]}), rollouts=90, error=0.1)", f"net({files[other]})"]
        games = play_games(Lineup.of(team), rules, games=1, seed=partners.SEED)
        return games.table["score"].mean()

    expected = [[played(own, other) for other in (0, 1)] for own in (0, 1)]
    assert expected == partners.search_matrix(tmp_path / "kept", files, rules, 1).tolist()
    (tmp_path / "kept" / "0-1-of-1.json").write_text("[3]")
    assert 3 == partners.search_matrix(tmp_path / "kept", files, rules, 1)[0, 1]


def test_decks_of_all_meetings_are_told():
    """Of those that there are."""
    game = zero_shot.GAMES["full"]
    told = zero_shot.words_of(game, zero_shot.Meetings(strangers=100, searched=20))
    assert "1,000 decks a pair, 100 decks with each stranger, 20 decks a pair with a sea" in told
    assert "6 seeds, 9 decks a pair; " in zero_shot.words_of(game, zero_shot.Meetings(9))


def test_the_picture_reaches_to_the_best_score_of_the_game():
    """A group of bars for each method: itself, another seed, and rule agents where they are."""
    alone = {"matrix": [[8.0, 2.0], [4.0, 6.0]]}
    beside = {name: [1, 2] for name in partners.RULE_AGENTS} | {"smart": [7, 8]}
    found = {"plain": alone | {"strangers": beside | {"evolved": [9, 9], "random": [0, 0]}}}
    ax = new_figure(4, 4).add_subplot()
    draw_methods(found | {"symmetrizer": alone}, ax, 9, "nine")
    assert [7, 3, 2.5, 7, 3] == [bar.get_height() for bar in ax.patches]
    assert (0, 9) == ax.get_ylim()
