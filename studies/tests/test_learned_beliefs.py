"""The study of learned beliefs: its table goes on where it is, and holds one run alone."""

from __future__ import annotations

import json

import polars as pl
import pytest

from tests.cli.keeping import contents

pytest.importorskip("torch", reason="the extra learn is not installed")

import torch

from hanabilab.agents import make_agent
from hanabilab.errors import ResumeError
from hanabilab.game.games import Game
from hanabilab.learning.cards import Card
from hanabilab.learning.networks import Architecture, Channels, Network
from hanabilab.learning.weight_files import NETWORKS, weights_bytes
from hanabilab.notation import parse_rules
from studies.learned_beliefs import KeptTable, compared, tell
from tests.learning.belief_files import belief_file

OURS = {"agent": "ours", "seed": 1, "most": 5}


def _rows(*turns):
    values = dict.fromkeys(("exact", "learned", "hints", "from_learned", "from_hints"), 1.5)
    return iter([{"turn": turn, "hands": 3, **values} for turn in turns])


def test_a_game_without_a_row_is_a_game(tmp_path):
    """The next session begins after it; so it does where no game has a row."""
    file = tmp_path / "table.csv"
    for number, turns in enumerate([(), (2, 4), (), (1,)]):
        table = KeptTable.at(file, OURS)
        assert table.games == number
        table.add(_rows(*turns))
    expected = [[1, 2], [1, 4], [3, 1]]
    assert list(map(list, pl.read_csv(file).select("game", "turn").iter_rows())) == expected


def test_rows_of_a_game_that_was_not_noted_do_not_count(tmp_path):
    """A kill comes between the table and the note of its games; the game is played again."""
    file, about = tmp_path / "table.csv", tmp_path / "table.csv.json"
    table = KeptTable.at(file, OURS)
    table.add(_rows(1))
    noted = about.read_bytes()
    table.add(_rows(2))
    about.write_bytes(noted)
    found = KeptTable.at(file, OURS)
    assert (found.games, found.table()["turn"].to_list()) == (1, [1])


@pytest.mark.parametrize(
    ("name", "value"), [("agent", "theirs"), ("seed", 2), ("most", 6), ("samples", [10])]
)
def test_a_table_of_other_settings_is_refused(tmp_path, name, value):
    """So is one that does not say what it is of; nothing is changed."""
    file = tmp_path / "table.csv"
    KeptTable.at(file, OURS).add(_rows(1))
    before = contents(tmp_path)
    with pytest.raises(ResumeError, match=rf"is of {name} {OURS.get(name)}, not "):
        KeptTable.at(file, OURS | {name: value})
    assert contents(tmp_path) == before
    (tmp_path / "table.csv.json").unlink()
    with pytest.raises(ResumeError, match=r"has no table\.csv\.json beside it"):
        KeptTable.at(file, OURS)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda rows: rows[:-1], "rows are missing"),
        (lambda rows: [*rows, rows[-1]], "rows are missing"),
        (lambda rows: [*rows[:-1], rows[-1].rpartition(",")[0]], "rows are missing"),
        (lambda rows: [rows[0].replace("turn,hands", "hands,turn"), *rows[1:]], "its columns are"),
        (lambda rows: [], "empty CSV"),
    ],
)
def test_a_table_that_is_damaged_is_refused(tmp_path, change, says):
    """A session that goes on would tell of fewer turns, or of hands for turns."""
    file = tmp_path / "table.csv"
    table = KeptTable.at(file, OURS)
    table.add(_rows(1, 2))
    table.add(_rows(3, 5))
    file.write_text("\n".join(change(file.read_text().splitlines())))
    before = contents(tmp_path)
    with pytest.raises(ResumeError, match=f"{file}: .*{says}"):
        KeptTable.at(file, OURS)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("games", [-1, 1.5, "2", True])
def test_games_that_are_no_number_are_refused(tmp_path, games):
    """So many as the table is said to have."""
    file = tmp_path / "table.csv"
    KeptTable.at(file, OURS).add(_rows(1))
    about = tmp_path / "table.csv.json"
    about.write_text(json.dumps(json.loads(about.read_text()) | {"games": games}))
    with pytest.raises(ResumeError, match=f"{about}: games is {games!r}"):
        KeptTable.at(file, OURS)


def test_a_table_of_before_rows_were_noted_goes_on(tmp_path):
    """It says how many games it has, and no more."""
    file, about = tmp_path / "table.csv", tmp_path / "table.csv.json"
    KeptTable.at(file, OURS).add(_rows(1, 2))
    found = json.loads(about.read_text())
    del found["rows"]
    about.write_text(json.dumps(found))
    assert len(KeptTable.at(file, OURS).rows) == 2


def test_a_table_without_rows_is_told(tmp_path, capsys):
    """One line says what would help."""
    tell(KeptTable.at(tmp_path / "table.csv", OURS).table())
    assert "--most lists more" in capsys.readouterr().out


def test_more_samples_come_nearer_to_the_exact_belief(tmp_path):
    """Random networks play and believe; a distance is 0 to 1, and that of many samples nearly 0."""
    text = "full(players=2, suits=2, ranks=3, copies=211, hand_size=2)"
    rules, file = parse_rules(text), tmp_path / "player.safetensors"
    torch.manual_seed(5)
    network = Network(rules, Architecture(Channels(12, 6), 1, None, facts=True))
    for weight in network.parameters():
        torch.nn.init.normal_(weight, std=0.6)
    file.write_bytes(weights_bytes(network, Card(rules, network.architecture), NETWORKS))
    agent = make_agent(f'net("{file}", belief="{belief_file(text)}")')
    games = [Game(rules, seed=seed) for seed in range(3)]
    rows = pl.DataFrame([row for game in games for row in compared(agent, game, 5000, (5, 4000))])
    offs = rows.select("off_learned", "off_hints", "off_5_samples", "off_4000_samples")
    assert offs.min_horizontal().min() >= 0
    assert offs.max_horizontal().max() <= 1
    means = offs.mean().row(0, named=True)
    assert means["off_4000_samples"] < 0.03 < means["off_5_samples"]
    assert 0 < means["off_hints"] < means["off_learned"]  # it was never trained
