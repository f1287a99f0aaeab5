"""`hanabi search`: a position of a record, every action's value, and the belief about the hand."""

from __future__ import annotations

import json
import re

import pytest

from hanabilab import Game, Rules, format_record
from hanabilab.cli import run
from hanabilab.notation import Record, parse_state
from tests.cli.calling import refusal

RULES = Rules.preset("small", players=2)
SEARCH = ["--agent", "sparta(five-rule, rollouts=500)"]


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A record of eight actions: hints while there are tokens, then discards."""
    game = Game(RULES, seed=4)
    for _ in range(8):
        game.act(game.legal_actions()[-1 if game.state.information_tokens else 0])
    path = tmp_path_factory.mktemp("record") / "game.hanabi"
    path.write_text(
        format_record(Record(rules=RULES, deck=tuple(game.deck), actions=tuple(game.actions)))
    )
    return path


@pytest.mark.compiled
def test_json_tells_all_that_was_found(record, tmp_path, capsys):
    """One document: the state, the values, and chances that add up to one in each slot."""
    assert 0 == run(
        ["search", str(record), "--turn", "5", *SEARCH, "--out", str(tmp_path), "--json"]
    )
    document = json.loads(capsys.readouterr().out)
    state = parse_state(document["state"])[1]
    assert (5, 5, int(state.current_seat)) == (document["turn"], state.turn, document["seat"])
    best = document["actions"][0]
    assert best["gain"] >= 0
    assert document["action"] in {row["action"] for row in document["actions"]}
    assert 0 < document["rollouts"] <= 500
    for slot in document["belief"]:
        assert pytest.approx(1, abs=1e-4) == sum(slot)
    assert document == json.loads((tmp_path / "search.json").read_text())
    assert (tmp_path / "search.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.compiled
def test_a_person_reads_a_table_and_a_heat_map(record, capsys):
    """Values with errors, the choice marked, and a line of chances for each suit."""
    assert 0 == run(["search", str(record), "--turn", "2", *SEARCH])
    text = capsys.readouterr().out
    for words in (
        "fireworks",
        "gain",
        "b what its blueprint",
        "±",
        "The own hand",
        "rollouts",
        " to seat ",
    ):
        assert words in text
    for word in ("worlds: ", "gain: ", "basis "):
        assert f"\n{word}" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.compiled
def test_a_narrow_terminal_cuts_no_number(record, capsys, monkeypatch):
    """Words fold; values and errors stand as in a wide one."""
    found = []
    for columns in ("160", "60"):
        monkeypatch.setenv("COLUMNS", columns)
        assert 0 == run(["search", str(record), "--turn", "2", *SEARCH])
        out = capsys.readouterr().out
        found.append(re.findall(r"[-+]?\d+\.\d{3} ± \d+\.\d{3}", out))
    assert found[0]
    assert found[0] == found[1]


@pytest.mark.compiled
def test_the_position_about_to_be_played_is_searched(record, capsys):
    """The position after the last turn of an unfinished game, which needs no number."""
    assert 0 == run(["search", str(record), "--agent", "sparta(five-rule, rollouts=0)", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert (8, 8) == (document["turn"], parse_state(document["state"])[1].turn)


def test_a_finished_game_needs_a_turn(tmp_path, capsys):
    """There is no position about to be played."""
    game = Game(RULES, seed=4)
    while not game.is_over:
        game.act(game.legal_actions()[0])
    path = tmp_path / "over.hanabi"
    path.write_text(
        format_record(Record(rules=RULES, deck=tuple(game.deck), actions=tuple(game.actions)))
    )
    last = len(game.actions)
    told = f"the game in {path} is over at turn {last}; name an earlier one with --turn"
    assert told in refusal(capsys, "search", path)
    assert told in refusal(capsys, "search", path, "--turn", last)
    asked = refusal(capsys, "search", path, "--turn", last + 1)
    assert f"turn is {last + 1}; {path} has turns 0 to {last - 1}" in asked


@pytest.mark.compiled
def test_hands_drawn_from_hints_have_no_heat_map(record, capsys):
    """Nothing was listed, so no belief is shown, and the words say so."""
    agent = "sparta(five-rule, rollouts=500, beliefs=hints)"
    assert 0 == run(["search", str(record), "--turn", "3", "--agent", agent])
    text = capsys.readouterr().out
    assert "hands drawn from hints alone" in text
    assert "The own hand" not in text


@pytest.mark.compiled
def test_held_out_worlds_and_samples_are_told(record, capsys):
    """The gain in fresh worlds, if the blueprint is left; what a sample is worth."""
    options = "rollouts=60, min_worlds=2, threshold=0, confidence=0, max_hands=1, samples=30"
    asked = ["search", str(record), "--agent", f"sparta(five-rule, {options})", "--holdout", "400"]
    left = 0
    for turn in range(9):
        assert 0 == run([*asked, "--turn", str(turn), "--json"])
        document = json.loads(capsys.readouterr().out)
        assert 1 <= document["effective_size"] <= 30
        assert document["effective_size"] <= document["range_size"] + 0.1
        if document["action"] == document["blueprint_action"]:
            assert document["held_out"] is None
            continue
        left += 1
        assert 400 == document["held_out"]["worlds"]
        assert 0 == run([*asked, "--turn", str(turn)])
        text = " ".join(capsys.readouterr().out.split())
        assert f"gain in 400 fresh worlds {document['held_out']['gain']:+.3f} ±" in text
        assert "effective sample size" in text
    assert left


def test_held_out_worlds_are_for_one_search(record, capsys):
    """One line for others."""
    asked = ["search", record, "--agent", "ismcts(five-rule)", "--holdout", "5", "--turn", "2"]
    assert "holdout is for sparta(...)" in refusal(capsys, *asked)


@pytest.mark.compiled
def test_no_rollouts_are_told(record, capsys):
    """A budget of zero leaves the blueprint's action, and the reason stands beside it."""
    agent = "sparta(five-rule, rollouts=0)"
    assert 0 == run(["search", str(record), "--turn", "3", "--agent", agent])
    assert "because: too few rollouts" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--turn", "99"], "turn is 99; "),
        (["--turn", "9"], "has turns 0 to 8"),
        (["--turn", "-1"], "has turns 0 to 8"),
        (["--turn", "2", "--agent", "five-rule"], "five-rule does not search"),
        (["--turn", "2", "--agent", "sparta(five-rule, rolls=1)"], "no option 'rolls'"),
    ],
)
def test_mistakes_are_one_line(record, arguments, message, capsys):
    """What was wrong, and what would be right."""
    assert 2 == run(["search", str(record), *arguments])
    captured = capsys.readouterr()
    assert message in captured.err
    assert 1 == captured.err.count("\n")
    assert "" == captured.out


@pytest.mark.compiled
@pytest.mark.late
def test_a_search_that_fails_leaves_no_folder(record, tmp_path, capsys):
    """So that the command can be put right and given again; one that is taken is told at once."""
    out = tmp_path / "found"
    asked = ["search", record, "--turn", "5", *SEARCH, "--out", out]
    assert "seed is" in refusal(capsys, *asked, "--seed", 2**70)
    assert not out.exists()
    assert 0 == run([*map(str, asked)])
    assert "holds a run" in refusal(capsys, *asked)
