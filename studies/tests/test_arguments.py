"""Numbers that programs of studies take, and those that they refuse."""

from __future__ import annotations

import pytest

from studies import winnable
from studies.small_games import __main__ as small_games


@pytest.mark.parametrize(
    ("program", "words", "told"),
    [
        (winnable, ["--decks", "0"], "argument --decks: 0; at least 1 is needed"),
        (winnable, ["--decks", "few"], "argument --decks: 'few' is no whole number"),
        (winnable, ["--widest", "1"], "argument --widest: 1; at least 30 is needed"),
        (small_games, ["capi", "--seeds", "0"], "argument --seeds: 0; at least 1 is needed"),
        (small_games, ["capi", "--episodes", "-1"], "argument --episodes: -1; at least 1"),
    ],
)
def test_too_few_are_refused_in_one_line(program, words, told, monkeypatch, capsys):
    """Before anything is played, and none is taken for the default."""
    monkeypatch.setattr("sys.argv", ["study", *words])
    with pytest.raises(SystemExit) as refused:
        program.main()
    assert refused.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err.splitlines()[-1]


@pytest.mark.compiled
def test_the_table_of_decks_is_markdown(monkeypatch, capsys):
    """A head, a line below it, and a row for each number of players, of as many cells."""
    monkeypatch.setattr("sys.argv", ["study", "--decks", "1", "--widest", "30"])
    winnable.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "| --- | --- | --- | --- | --- | --- |"
    assert [line.count("|") for line in lines] == [7] * 6
