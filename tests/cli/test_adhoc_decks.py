"""The oracle of `hanabi adhoc` chooses on other decks than those on which it is scored."""

from __future__ import annotations

import json

import pytest

from hanabilab.cli import adhoc, run


@pytest.mark.parametrize("seed", [5, 8])
@pytest.mark.late
def test_the_oracle_chooses_on_decks_of_another_seed(tmp_path, capsys, monkeypatch, seed):
    """Neither on those of its sequences, nor on those of the matrix that chose the responses."""
    pool, rules = tmp_path / "pool", ["--rules", "very-small"]
    assert (
        run(["crossplay", "five-rule", "newest", *rules, "--games", "4", "--out", str(pool)]) == 0
    )
    asked = []
    choose = adhoc.best_responses

    def spy(*arguments, **options):
        asked.append(options["seed"])
        return choose(*arguments, **options)

    monkeypatch.setattr(adhoc, "best_responses", spy)
    capsys.readouterr()
    few = ["--partners", "random", "--length", "1", "--oracle-games", "4", "--seed", str(seed)]
    assert run(["adhoc", str(pool), *few, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seed"] == seed
    assert len(asked) == 1
    assert asked[0] not in (seed, 0)
