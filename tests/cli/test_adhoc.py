"""`hanabi adhoc`, and pools in `hanabi crossplay`, as a user meets them."""

from __future__ import annotations

import json

import polars as pl
import pytest

from hanabilab.cli import run
from hanabilab.cli.adhoc import drawn
from hanabilab.teamplay.adaptive import sequences
from tests.cli.calling import document, refusal
from tests.evolution.small import TINY

NAMES = ["five-rule", "newest", "random"]
RESPONDERS = ["generalist", "behavior", "within", "across", "oracle"]
LENGTH = 3
RULES = "very-small"


@pytest.fixture(scope="module")
def pool(tmp_path_factory):
    """A finished cross-play."""
    path = tmp_path_factory.mktemp("pool")
    assert run(["crossplay", *NAMES, "--rules", RULES, "--games", "4", "--out", str(path)]) == 0
    return path


@pytest.mark.compiled
@pytest.mark.late
def test_a_pool_meets_itself(pool, tmp_path, capsys):
    """Five responders, three partners; files agree with the document; threads change nothing."""
    arguments = ["adhoc", pool, "--length", LENGTH, "--seed", 5]
    found = document(capsys, *arguments, "--out", tmp_path)
    assert json.loads((tmp_path / "adhoc.json").read_text()) == found
    assert (found["partners"], found["length"], found["seed"]) == (NAMES, LENGTH, 5)
    assert list(found["responders"]) == RESPONDERS
    assert list(found["oracle"]) == NAMES
    assert found["oracle_games"] == 0
    table = pl.read_parquet(tmp_path / "sequences.parquet")
    assert len(table) == 5 * 3 * LENGTH
    for name, told in found["responders"].items():
        own = table.filter(responder=name)
        assert told["score"]["mean"] == pytest.approx(own["score"].mean())
        assert len(told["by_round"]) == LENGTH
    assert (tmp_path / "adhoc.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((tmp_path / "manifest.json").read_text())["status"] == "finished"
    again = document(capsys, *arguments, "--threads", 2)
    assert again["responders"] == found["responders"]


@pytest.mark.compiled
@pytest.mark.late
def test_partners_from_outside(pool, capsys):
    """By name or by folder; the oracle tries all members with a stranger."""
    partners = ["--partners", "iggi, piers", "--partners", pool, "--limit", 3]
    few = ["--length", 1, "--oracle-games", 4]
    found = document(capsys, "adhoc", pool, *partners, *few)
    assert found["partners"] == ["iggi", "five-rule", "random"]
    assert found["oracle_games"] == 4
    assert set(found["oracle"].values()) <= set(NAMES)


def test_a_table_for_people(pool, capsys):
    """Gains with intervals, and scores by round; one partner has no interval."""
    assert run(["adhoc", str(pool), "--limit", "1", "--length", "2"]) == 0
    text = capsys.readouterr().out
    for words in ("gain over", "1 partners", "mean score by game", *RESPONDERS):
        assert words in text


def test_a_stop_is_one_line(pool, capsys, monkeypatch):
    """Exit code 130, and nothing on stdout."""

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sequences, "count_threads", stop)
    assert "stopped" in refusal(capsys, "adhoc", pool, "--length", 1, code=130)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["nowhere"], "no finished cross-play in nowhere"),
        (["POOL", "--seed", "0"], "seed 0 is that of the payoff matrix"),
        (["POOL", "--partners", "nobody"], "unknown agent 'nobody'"),
        (["POOL", "--partners", "iggi,iggi"], "'iggi' is there twice"),
        (["POOL", "--partners", "iggi,iggi()"], "'iggi' and 'iggi()' are one agent"),
        (["POOL", "--partners", "cox-information"], "plays with 5 players, not 2"),
        (["POOL", "--partners", "."], "no finished cross-play and no evolution in ."),
        (["POOL", "--partners", "iggi", "--oracle-games", "3"], "--oracle-games"),
        (["POOL", "--oracle-games", "8"], "--oracle-games has no effect on partners that are all"),
        (["POOL", "--length", "0"], "--length"),
        (["POOL", "--out", "/proc/nowhere"], "cannot write results"),
    ],
)
def test_mistakes_get_one_line(pool, arguments, expected, capsys):
    """What was wrong, and exit code 2."""
    given = [str(pool) if each == "POOL" else each for each in arguments]
    assert expected in refusal(capsys, "adhoc", *given)


def test_three_players_are_told(tmp_path, capsys):
    """A pool of three players has no sequences."""
    three = ["--rules", "small", "--players", "3", "--games", "6", "--out", str(tmp_path)]
    assert run(["crossplay", "five-rule", "random", *three]) == 0
    assert "two players, not 3" in refusal(capsys, "adhoc", tmp_path)


def test_partners_are_drawn_evenly():
    """From the middle of as many equal parts as are wanted."""
    names = tuple("abcdefghi")
    assert ("b", "e", "h") == drawn(names, 3)
    assert ("e",) == drawn(names, 1)
    assert names == drawn(names, 9) == drawn(names, 20) == drawn(names, None)


def test_the_adaptive_agent_has_a_name(pool, capsys):
    """`hanabi play` finds it, and shows how both sides behaved."""
    name = f"adaptive({pool}, worlds=2)"
    arguments = ["play", name, "newest", "--rules", RULES, "--games", "2"]
    assert document(capsys, *arguments)["agents"] == [name, "newest"]
    assert run(arguments) == 0


# --- Pools in cross-play -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def evolution(tmp_path_factory):
    """A small evolution."""
    from hanabilab.evolution import EvolutionPlan, Kept
    from tests.evolution.small import evolved, tiny

    path = tmp_path_factory.mktemp("evolution")
    kept = Kept(EvolutionPlan(tiny(), 8)).begin(path)
    kept.keep_state(evolved(tiny(), 8))
    kept.folder.release()
    return path


@pytest.mark.late
def test_elites_play_with_each_other_under_their_rules(evolution, capsys):
    """The matrix in `pairs` of the evolution is a payoff matrix of it."""
    from hanabilab.evolution import Pool
    from hanabilab.notation import format_rules

    elites = Pool.load(evolution).names()
    found = document(
        capsys, "crossplay", "--pool", evolution, "--games", 4, "--out", evolution / "pairs"
    )
    assert found["ones"] == found["others"] == elites
    assert found["rules"] == format_rules(TINY)
    told = document(capsys, "adhoc", evolution, "--length", 1, "--limit", 1)
    assert set(told["partners"]) <= set(elites)
    more = document(
        capsys, "crossplay", "five-rule", "--pool", evolution, "--games", 4, "--slots", "shift"
    )
    assert more["ones"] == ["five-rule", *elites]
    assert "vacated" not in more["rules"]


def test_runs_play_against_runs(evolution, pool, capsys):
    """Ones of one pool, others of another; rules and players asked for come before a pool's."""
    arguments = ["--pool", evolution, "--others-pool", pool, "--games", 4, "--rules", "small"]
    found = document(capsys, "crossplay", *arguments)
    assert found["others"] == NAMES
    assert found["ones"][0].startswith("pool(")
    assert found["rules"] == "small(players=2)"
    assert "exclude each other" in refusal(
        capsys, "crossplay", "random", "--challenger", "iggi", "--others-pool", pool
    )
    assert "no finished cross-play and no evolution" in refusal(
        capsys, "crossplay", "--pool", "nowhere"
    )


@pytest.mark.compiled
def test_too_many_games_are_told_before_a_folder_is_made(pool, tmp_path, capsys):
    """Of sequences, and of what the oracle has to play with partners from outside."""
    asked = ["adhoc", pool, "--seed", 5, "--out", tmp_path / "new"]
    assert "sequences" in refusal(capsys, *asked, "--sequences", 10**20)
    games = refusal(capsys, *asked, "--partners", "smart", "--oracle-games", 2 * 10**9)
    assert "games of all pairs; at most" in games
    assert not (tmp_path / "new").exists()
