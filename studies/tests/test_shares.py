"""Studies done in shares, by processes that know nothing of each other, end as in one process."""

from __future__ import annotations

import dataclasses
import json

import polars as pl
import pytest

from hanabilab import cli
from hanabilab.errors import HanabiError
from studies import partners, search
from tests.cli.keeping import contents

pytestmark = [pytest.mark.once, pytest.mark.slow]

_SMALL = {
    "algorithm": "ppo",
    "rules": "small",
    "fixed": 8,
    "colors": 4,
    "num_envs": 8,
    "num_steps": 8,
    "minibatch_size": 8,
    "evaluate_games": 4,
}


def _told(main, monkeypatch, *words) -> None:
    """Call the program of a study with these words."""
    monkeypatch.setattr("sys.argv", ["study", *map(str, words)])
    main()


def _refusal(main, monkeypatch, capsys, *words) -> str:
    """The last line of a study that refuses these words."""
    with pytest.raises(SystemExit) as refused:
        _told(main, monkeypatch, *words)
    assert refused.value.code == 2
    return capsys.readouterr().err.splitlines()[-1]


def _command(*words: str) -> None:
    """A command in this process, which has the kernels."""
    assert cli.run(list(words)) == 0


def test_a_search_study_in_shares(monkeypatch, tmp_path, capsys):
    """Two shares and --gather keep the table of one process."""
    ours = search.one_seat("sparta(five-rule, rollouts=20)", "five-rule", 2, 3)
    monkeypatch.setattr(search, "STUDIES", {"ours": ours})
    monkeypatch.setattr(search, "call", _command)
    found = []
    for name, ways in (("one", [[]]), ("two", [["--share", "2/2"], ["--share", "1/2"]])):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        for way in ways:
            _told(search.main, monkeypatch, "ours", *way)
        if name == "two":
            assert not search.KEPT.exists()
            _told(search.main, monkeypatch, "ours", "--gather")
        assert "| `sparta(five-rule, rollouts=20), five-rule` | 3 |" in capsys.readouterr().out
        found.append(pl.read_csv(search.KEPT / "ours" / "games.csv"))
    assert found[0].equals(found[1])


def test_a_search_study_goes_on_after_it_was_extended(monkeypatch, tmp_path, capsys):
    """A run that has more games than its study stays as long; one game has no interval."""
    ours = search.Study("five-rule", ("five-rule",) * 2, 1)
    monkeypatch.setattr(search, "STUDIES", {"ours": ours})
    monkeypatch.setattr(search, "call", _command)
    monkeypatch.setattr(search, "row", lambda name: f"{len(_kept(search, name))} games")
    monkeypatch.chdir(tmp_path)
    for words, games in (([], 1), (["--games", 3], 3), ([], 3), (["--games", 2], 3)):
        capsys.readouterr()
        _told(search.main, monkeypatch, "ours", *words)
        assert capsys.readouterr().out.endswith(f"\n{games} games\n")
    assert "at least 1" in _refusal(search.main, monkeypatch, capsys, "ours", "--games", 0)


def test_a_run_or_games_of_another_study_are_left_alone(monkeypatch, tmp_path):
    """Under the name of a study that has changed since, whichever has more games."""
    monkeypatch.setattr(search, "call", _command)
    out, kept = tmp_path / "run", tmp_path / "kept"
    first = search.Study("five-rule", ("five-rule",) * 2, 3)
    search.play(first, out, kept)
    before = contents(tmp_path)
    for other in (
        dataclasses.replace(first, seed=2),
        search.Study("random", ("five-rule",) * 2, 3),
    ):
        with pytest.raises(AssertionError):
            search.play(other, out, kept)
        assert before == contents(out) | contents(kept)
        with pytest.raises(HanabiError, match=r"has (seed 1, not 2|lineups)"):
            search.play(other, tmp_path / "fresh" / other.blueprint, kept)
        assert before == contents(out) | contents(kept)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty CSV"),
        ("game,blueprint,score\n", "it has no games"),
        ("game,blueprint\n0,1\n", "it has no column score"),
        ("game,blueprint,score\n0,1,26\n", "score is 26 in row 1; a whole number from 0 to 25"),
        ("game,blueprint,score\n0,1,2\n1,1,\n", "score is None in row 2"),
        ("game,blueprint,score\n0,1,2\n0,1,2\n", "game 0 is there twice"),
    ],
)
def test_kept_games_that_are_damaged_are_told(monkeypatch, tmp_path, capsys, text, says):
    """In one line that names the file, and no line of the table is printed."""
    monkeypatch.setattr(search, "KEPT", tmp_path)
    file = tmp_path / "joint-smart-2p" / "games.csv"
    file.parent.mkdir()
    file.write_text(text)
    told = _refusal(search.main, monkeypatch, capsys, "joint-smart-2p", "--table")
    assert f"{file}: {says}" in told


def test_a_row_of_one_game_has_no_interval(monkeypatch, tmp_path):
    """Nor an error."""
    monkeypatch.setattr(search, "KEPT", tmp_path)
    (tmp_path / "joint-smart-2p").mkdir()
    columns = {"game": 0, "blueprint": 22, "score": 24, "changes": 1, "rollouts": 9}
    one = pl.DataFrame({name: [value] for name, value in columns.items()})
    one.write_csv(tmp_path / "joint-smart-2p" / "games.csv")
    assert "| +2.000 (-) | 9 | 1.0 |" in search.row("joint-smart-2p")


def _kept(study, name) -> pl.DataFrame:
    return pl.read_csv(study.KEPT / name / "games.csv")


def _obl_methods(zero_shot):
    methods = zero_shot.GAMES["full"].methods
    return {name: methods[name] for name in ("obl-1", "obl-2")}


def _small_obl(stages):
    """The stages with little networks and few games."""
    sizes = {"fixed": 8, "colors": 4, "num_envs": 8, "minibatch_size": 8, "evaluate_games": 4}
    return tuple(stage | sizes for stage in stages)


def test_a_training_study_in_shares(monkeypatch, tmp_path):
    """Each share trains its runs; the table of all is that of one process."""
    pytest.importorskip("torch")
    from studies import zero_shot

    methods = {"plain": (_SMALL,), "other-play": (_SMALL | {"other_play": True},)}
    methods |= {name: _small_obl(stages) for name, stages in _obl_methods(zero_shot).items()}
    game = zero_shot.GAMES["full"]._replace(rules="small", methods=methods)
    monkeypatch.setitem(zero_shot.GAMES, "full", game)
    monkeypatch.setattr(partners, "SEARCHER", "sparta({0}, rollouts=50)")
    settings = ["--game", "full", "--seeds", 2, "--updates", 1, "--games", 5, "--strangers", 1]
    settings += ["--partner", "random", "--searched", 1]
    one, two = tmp_path / "one", tmp_path / "two"
    _told(zero_shot.main, monkeypatch, one, *settings)
    _told(zero_shot.main, monkeypatch, two, *settings, "--share", "2/2")
    trained = {"other-play-0", "other-play-1", "obl-2-0", "obl-2-1"}
    trained |= {f"obl-2-{seed}-stage-{stage}" for seed in (0, 1) for stage in (1, 2)}
    assert trained == {path.name for path in two.iterdir()}
    _told(zero_shot.main, monkeypatch, two, *settings, "--share", "1/2")
    _told(zero_shot.main, monkeypatch, two, *settings)
    found = [json.loads((path / "zero_shot.json").read_text()) for path in (one, two)]
    assert (one / "zero_shot.png").read_bytes() == (two / "zero_shot.png").read_bytes()
    for document in found:
        for method in document.values():
            method.pop("cpu_seconds", None)
    assert found[0] == found[1]
    names = ["plain", "symmetrizer", "other-play", "obl-1", "obl-1 + search", "obl-2"]
    assert names == list(found[0])
    assert [*partners.RULE_AGENTS, "random", "evolved"] == list(found[0]["obl-2"]["strangers"])


def test_a_training_study_refuses_in_one_line(monkeypatch, tmp_path, capsys):
    """One seed, which meets nobody; a folder whose runs have other settings."""
    pytest.importorskip("torch")
    from studies import zero_shot

    game = zero_shot.GAMES["small"]._replace(methods={"plain": (_SMALL,)})
    monkeypatch.setitem(zero_shot.GAMES, "small", game)
    told = _refusal(zero_shot.main, monkeypatch, capsys, tmp_path, "--seeds", 1)
    assert "cross-play needs two networks" in told
    told = _refusal(zero_shot.main, monkeypatch, capsys, tmp_path, "--partner", "smart")
    assert "no effect without --strangers" in told
    shared = [tmp_path, "--seeds", 2, "--share", "1/2", "--updates"]
    _told(zero_shot.main, monkeypatch, *shared, 1)
    before = contents(tmp_path)
    told = _refusal(zero_shot.main, monkeypatch, capsys, *shared, 2)
    assert f"the run in {tmp_path / 'plain-0'} has updates 1, not 2" in told
    assert contents(tmp_path) == before
    assert "updates is 0" in _refusal(zero_shot.main, monkeypatch, capsys, *shared, 0)
