"""`hanabi tiny levers` as a user meets it."""

from __future__ import annotations

import pytest

from tests.cli.calling import document, printed, refusal

SMALL = ["--seeds", "3", "--starts", "4", "--steps", "200"]


def test_the_table_and_the_document_agree(capsys):
    """All methods, with errors over teams; the lever game if none is named."""
    found = document(capsys, "tiny", "levers", *SMALL)
    (game,) = found["by_game"]
    assert ("levers", 3) == (game["game"], game["seeds"])
    methods = [row["method"] for row in game["methods"]]
    text = printed(capsys, "tiny", "levers", *SMALL)
    assert all(method in text for method in methods)
    assert f"{game['methods'][0]['self_play']['mean']:.3f}" in text
    assert "3 teams, each the best of 4 starts; seed 0" in text
    assert len(game["methods"][0]["matrix"]) == 3


@pytest.mark.late
def test_all_games_are_told_and_one_is_drawn(capsys, tmp_path):
    """Each with its story; a PNG where it was asked for."""
    small = ["--seeds", "2", "--starts", "1", "--steps", "60"]
    text = printed(capsys, "tiny", "levers", "all", *small)
    assert all(f"{name}: " in text for name in ("levers", "handles", "rooms", "again"))
    printed(capsys, "tiny", "levers", "again", *small, "--png", tmp_path / "levers.png")
    assert (tmp_path / "levers.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["lever"], "unknown lever game 'lever'; there are levers, handles, rooms, again"),
        (["--seeds", "1"], "--seeds"),
        (["--steps", "10"], "--steps"),
        (["--seed", str(1 << 64)], "a whole number from 0 to 2**63 - 1 is needed"),
    ],
)
def test_mistakes_get_one_line(arguments, expected, capsys):
    """What was wrong, and exit code 2."""
    assert expected in refusal(capsys, "tiny", "levers", *arguments)
