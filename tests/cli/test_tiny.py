"""`hanabi tiny`: what it prints of small games, as text and as JSON, and what it refuses."""

from __future__ import annotations

import json

import pytest

from hanabilab.cli import run
from hanabilab.cli.tiny import solve as solve_command
from hanabilab.tiny.learners import ALGORITHMS
from hanabilab.tiny.solvers import public_belief, solve_silent
from tests.cli.calling import document, printed, refusal

_SIGNALS = "examples/signal_game.py:SignalGame"
_HANABI = "hanabi(full(suits=1, ranks=2, copies=21, hand_size=1, life_tokens=1))"


def test_games_are_listed(capsys):
    """Every usage in the list, as text and as JSON."""
    usages = [row["usage"] for row in document(capsys, "tiny", "list")]
    assert "trade-comm(ITEMS, UTTERANCES)" in usages
    assert "lever(LEVERS)" in printed(capsys, "tiny", "list")


def test_a_game_is_shown_with_its_sizes_and_beliefs(capsys):
    """The published counts of game B, and the belief after an action of an optimal policy."""
    found = document(capsys, "tiny", "show", "B")
    assert found["sizes"]["beliefs"] == 7
    assert found["sizes"]["policies"]["exact"] == 64
    assert found["open_spiel"].startswith("tiny_hanabi(")
    assert found["value"] == pytest.approx(1)
    assert found["public_states"][1]["beliefs"][1]["chances"] in ([0, 1], [1, 0])
    shown = printed(capsys, "tiny", "show", "B", "--policy", "uniform", "--depth", "1")
    assert "value of the policy shown: 0.437500" in shown
    assert "states left out" in shown


def test_a_tree_is_drawn(capsys, tmp_path):
    """A PNG where it was asked for."""
    printed(capsys, "tiny", "show", "B", "--png", str(tmp_path / "b.png"))
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("method", ["beliefs", "temporal", "all"])
def test_all_methods_find_the_optimum(capsys, method):
    """Game F by each; the bounds around it."""
    found = document(capsys, "tiny", "solve", "F", "--method", method)
    assert found["value"] == pytest.approx(7 / 3)
    assert found["around"]["open hands"] == pytest.approx(2.5556, abs=5e-5)
    assert found["around"]["without signals"] == pytest.approx(2.1111, abs=5e-5)


def test_a_users_game_is_solved(capsys):
    """Two lamps tell two of three colors apart."""
    assert document(capsys, "tiny", "solve", _SIGNALS)["value"] == pytest.approx(2 / 3)
    assert "optimum 0.666667" in printed(capsys, "tiny", "solve", _SIGNALS)


@pytest.mark.compiled
@pytest.mark.late
def test_hanabi_is_solved_by_the_compiled_solver(capsys):
    """As by the general one."""
    compiled = document(capsys, "tiny", "solve", _HANABI)
    assert "compiled" in compiled["method"]
    general = document(capsys, "tiny", "solve", _HANABI, "--method", "beliefs")
    assert compiled["value"] == pytest.approx(general["value"])


def test_operators_show_the_smallest_counterexample(capsys):
    """Game B: independent search falls from .25 to 0, and goes round; joint search does not."""
    options = ("operator", "B", "--blueprint", "1,0,0,1,0,0")
    once = document(capsys, "tiny", *options)["searchers"]
    assert once["independent"]["value"] == pytest.approx(0)
    again = document(capsys, "tiny", *options, "--iterate")["searchers"]
    assert again["independent"]["cycle"] == pytest.approx([0.25, 0])
    assert again["joint"]["ends"] == "fixed"
    assert "→" in printed(capsys, "tiny", *options, "--iterate")


def test_levels_of_off_belief_learning(capsys):
    """Game C: one tie decides between 2 and 2.5; strangers who decide it otherwise lose."""
    (level,) = document(capsys, "tiny", "obl", "C", "--levels", "1")["levels"]
    assert (level["first_of_equals"], level["mixed"]) == pytest.approx((2.5, 2.125))
    assert (level["tied"], level["reached"]) == (1, 6)
    assert (level["self_play_least"], level["self_play_most"]) == pytest.approx((2, 2.5))
    assert level["cross_play"] < level["self_play"] < 2.5
    levels = document(capsys, "tiny", "obl", "C", "--start", "uniform", "--rounds", "1")["levels"]
    assert len(levels) == 3
    assert levels[0]["first_of_equals"] == pytest.approx(2.5)
    assert "2.500000" in printed(capsys, "tiny", "obl", "C")


def test_a_policy_is_held_against_the_levels(capsys):
    """Game C with action 0 everywhere is worth 1.75, and loses as its seats believe."""
    found = document(capsys, "tiny", "obl", "C", "--levels", "2", "--policy", "0,0,0,0,0,0")
    assert found["value"] == pytest.approx((3 + 2 + 2 + 0) / 4)
    first, _ = found["levels"]
    # Seat 0 with card 1 loses half a point; seat 1 loses one, but only after action 1.
    assert first["regret"] == pytest.approx(0.5 / 2)
    assert first["as_policy"] == pytest.approx(2.5)
    told = printed(capsys, "tiny", "obl", "C", "--policy", "first")
    assert "first: 1.750000" in told


def test_operators_over_all_blueprints_and_by_rollouts(capsys):
    """One of 64 blueprints is hurt by independent search; rollouts are told with their bound."""
    counted = document(capsys, "tiny", "operator", "B", "--all")["searchers"]
    assert counted["independent"]["worse"] == 1
    assert counted["joint"]["worse"] == 0
    random = document(capsys, "tiny", "operator", "B", "--random", "20")
    assert random["blueprint"] is None
    drawn = random["searchers"]
    assert drawn["joint"]["mean_after"] > drawn["joint"]["mean_before"]
    rolled = document(capsys, "tiny", "operator", "B", "--rollouts", "50", "--seeds", "3")
    joint = rolled["searchers"]["joint"]
    assert joint["bound"] < joint["mean"] <= 1


def test_gains_are_counted_in_any_unit(capsys):
    """As many policies are bettered whether payoffs are points or billionths of a point."""
    counts = [
        document(capsys, "tiny", "operator", f'matrix("{payoffs}")', "--all")["searchers"]["joint"]
        for payoffs in ("10 0; 0 9", "10e-10 0; 0 9e-10")
    ]
    names = ("better", "worse", "optimal_after_one", "optimal_in_the_end")
    assert [counts[0][name] for name in names] == [counts[1][name] for name in names]
    assert counts[0]["better"] > 0


def test_what_openspiel_cannot_hold_is_shown_without_its_text(capsys, tmp_path):
    """Fractions of a point: all else is told."""
    (tmp_path / "games.py").write_text(
        "from hanabilab.tiny.games import CardGame\n"
        "half = CardGame('half', ((((0.5, 1.0), (2.0, 3.0)),),))\n"
    )
    found = document(capsys, "tiny", "show", f"{tmp_path / 'games.py'}:half")
    assert found["open_spiel"] is None
    assert found["value"] == 3


def test_capi_says_when_it_evaluates(capsys):
    """By its settings, where it has not come so far."""
    pytest.importorskip("torch")
    few = ("--episodes", 2, "--samples", 10, "--hidden", 4, "--evaluate-every", 7)
    assert "one every 7 episodes" in printed(capsys, "tiny", "capi", "A", *few)


def test_learners_are_told_with_intervals(capsys):
    """Game D with two seeds; everything learned is worth no more than the optimum."""
    found = document(capsys, "tiny", "learn", "D", "q", "--seeds", "2", "--episodes", "3000")
    row = found["learners"][0]
    assert found["optimum"] == pytest.approx(2.5)
    assert len(row["final"]) == 2
    assert row["best_value"] <= 2.5 + 1e-9
    shown = printed(capsys, "tiny", "learn", "D", "q", "--seeds", "2", "--episodes", "3000")
    assert "2 seeds" in shown


@pytest.mark.late
def test_algorithms_that_a_game_is_too_large_for_are_left_out(capsys):
    """All others are learned; one that is asked for by its name is refused."""
    few = ("--seeds", "1", "--episodes", "10")
    assert run(["tiny", "learn", "trade-comm(3, 3)", "all", *few, "--json"]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert found["left_out"] == ["public-q", "public-reinforce", "public-actor-critic"]
    assert "left out: public-q, public-reinforce" in err
    assert len(found["learners"]) + 3 == len(ALGORITHMS)
    assert "too many for a table" in refusal(
        capsys, "tiny", "learn", "trade-comm(3, 3)", "public-q", *few
    )


def test_help_is_all_there_is_without_a_command(capsys):
    """No error beside it; and a run of few episodes has as many evaluations."""
    assert run(["tiny"]) == 0
    told = capsys.readouterr()
    assert "solve" in told.out
    assert told.err == ""
    few = document(capsys, "tiny", "learn", "A", "q", "--episodes", "3", "--seeds", "1")
    assert few["at_episodes"] == [1, 2, 3]


class Clock:
    """A clock at which Ctrl-C comes when it is looked at for the second time."""

    looks = 0

    def monotonic(self):
        self.looks += 1
        if self.looks == 2:
            raise KeyboardInterrupt
        return 0.0


@pytest.mark.parametrize(
    "arguments",
    [["show", "E"], ["learn", "E", "q"], ["bad", "E"]],
    ids=lambda arguments: arguments[0],
)
def test_an_optimum_that_was_not_found_is_not_told(capsys, monkeypatch, arguments):
    """Ctrl-C while a game is solved ends the command: bounds are no optimum."""
    if arguments[0] == "bad":
        pytest.importorskip("torch")
    monkeypatch.setattr(public_belief, "time", Clock())
    told = refusal(capsys, "tiny", *arguments, code=130)
    assert "stopped before the optimum was known" in told


@pytest.mark.parametrize("seeds", [1, 2])
def test_decoders_are_told_with_their_errors(capsys, seeds):
    """One seed has none."""
    pytest.importorskip("torch")
    short = ("--updates", "2", "--mode", "bad", "--seeds", str(seeds))
    told = printed(capsys, "tiny", "bad", "E", *short)
    (row,) = [line for line in told.splitlines() if "bad" in line]
    assert ("±" in row) == (seeds > 1)


def test_the_value_without_signals_is_shown_only_if_it_is_known(capsys, monkeypatch):
    """It gets the seconds that are left; a bound is no value."""
    given = []

    def stopped(game, seconds):
        given.append(seconds)
        monkeypatch.setattr(public_belief, "time", Clock())
        return solve_silent(game, seconds=seconds)

    monkeypatch.setattr(solve_command, "solve_silent", stopped)
    found = document(capsys, "tiny", "solve", "E", "--seconds", "60")
    assert found["solved"]
    assert "without signals" not in found["around"]
    assert 0 < given[0] < 60


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "Z"], "unknown game"),
        (["show", "B", "--policy", "0"], "6 information sets"),
        (["show", "B", "--png", "b.jpeg"], "ends in .png"),
        (["solve", "A", "--method", "all", "--seconds", "1"], "cannot be stopped early"),
        pytest.param(
            ["solve", "trade-comm(20, 20)"],
            "too many to enumerate: 2,000,000 fit",
            marks=pytest.mark.slow,
        ),
        (["solve", "hanabi(full)"], "too large"),
        (["obl", "C", "--start", "last"], "no blueprint 'last'"),
        (["obl", "C", "--levels", "0"], "--levels"),
        (["obl", "C", "--policy", "agent(smart)"], "agents play Hanabi, not 'C'"),
        (["operator", "B", "--all", "--iterate"], "exclude each other"),
        (["operator", "trade-comm(3, 3)", "--all"], "every joint policy"),
        (["learn", "A", "guess"], "no algorithm"),
        (["learn", "A", "q", "--rate", "-1"], "rate"),
        (["learn", "A", "q", "--episodes", "3", "--evaluations", "4"], "evaluations is 4"),
        (["operator", "B", "--all", "--blueprint", "first"], "not --blueprint"),
        (["operator", "B", "--random", "3", "--blueprint", "first"], "not --blueprint"),
        (["operator", "B", "--seeds", "5"], "give --rollouts, too"),
        (["operator", "B", "--all", "--seed", "3"], "--rollouts or --random"),
        (["operator", "B", "--random", "1" + 18 * "0"], "--random"),
        (["learn", "F", "q", "--seeds", 20 * "9"], "--seeds"),
        (["learn", "F", "q", "--critic-rate", "0.1"], "q has no use for --critic-rate"),
        (["learn", "F", "vdn", "--critic-rate", "0.1"], "vdn has no use for --critic-rate"),
        (["learn", "F", "reinforce", "--epsilon", "0.1"], "no use for --epsilon"),
        (["learn", "F", "reinforce", "--critic-rate", "1"], "no use for --critic-rate"),
    ],
)
def test_mistakes_are_one_line(capsys, arguments, words):
    """Exit code 2, and what would be right."""
    assert run(["tiny", *arguments]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1
