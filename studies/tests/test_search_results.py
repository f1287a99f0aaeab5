"""Studies of searches: what made the kept games, and that pages quote what these give."""

from __future__ import annotations

import json
import re

import polars as pl
import pytest

from hanabilab.agents import make_agent
from hanabilab.game.rules import Rules
from hanabilab.notation import format_rules, parse_call, split_calls
from hanabilab.runs.manifest import read_manifest
from hanabilab.stats import estimate
from studies import search
from tests.pages import DOCS, RESULTS, ROOT, missing, rows_of

pytestmark = pytest.mark.once

_PAGE = "studies/search.md"

_STUDIES = sorted(path.name for path in (RESULTS / "search").iterdir())


def games_of(name):
    """The kept games of a study, in order."""
    return pl.read_csv(RESULTS / "search" / name / "games.csv")


def score_of(name, first=0, end=None):
    """The scores of some games of a study."""
    return games_of(name)["score"].to_numpy()[first:end]


def gain_over(one, other, games=None):
    """The paired difference of two studies on their first games: the mean, its error, the ends.

    Both have games 0 and up, each once, as another test sees.
    """
    count = games or min(len(score_of(one)), len(score_of(other)))
    found = estimate(score_of(one, 0, count) - score_of(other, 0, count))
    return found.mean, found.sem, *found.ci95


def test_the_table_of_searches_is_that_of_its_games(monkeypatch):
    """Each line is what the study's command prints; every study that is kept has its line."""
    monkeypatch.setattr(search, "KEPT", RESULTS / "search")
    (told,) = rows_of(_PAGE, "line-up", "games")
    names = [line[-1].strip("`") for line in told]
    assert _STUDIES == sorted(names)
    for name, line in zip(names, told, strict=True):
        printed = [cell.strip() for cell in search.row(name).strip("|").split("|")]
        assert printed[1:] == line[1:]
        lineup = line[0].split("`")[1]
        searching = search.STUDIES[name].lineup
        assert split_calls(lineup) == list(searching) or lineup == searching[0], name


def test_a_row_tells_measures_that_are_left_out(monkeypatch, tmp_path):
    """They were 0 in every game, as of a search that never had enough rollouts."""
    monkeypatch.setattr(search, "KEPT", tmp_path)
    for name, more in (("without", ""), ("with", ",0,0")):
        (tmp_path / name).mkdir()
        monkeypatch.setitem(search.STUDIES, name, search.Study("iggi", ("iggi",) * 2, 2))
        head = "game,blueprint,score" + (",changes,rollouts" if more else "")
        rows = [head, f"0,20,21{more}", f"1,20,20{more}"]
        (tmp_path / name / "games.csv").write_text("\n".join(rows) + "\n")
    assert search.row("without").replace("`without`", "`with`") == search.row("with")
    assert "| 0 | 0.0 |" in search.row("without")


@pytest.mark.parametrize("name", _STUDIES)
def test_a_kept_study_says_what_made_it(name):
    """Games 0 to n - 1, each once; where its run does not tell all, `results/README.md` says so."""
    study, folder = search.STUDIES[name], RESULTS / "search" / name
    if "net(" in study.first:
        pytest.importorskip("torch", reason="the blueprint is a network")
    table = games_of(name)
    assert list(range(len(table))) == table["game"].to_list()
    if (folder / "manifest.json").exists():
        manifest = read_manifest(folder)
        settings, sessions = manifest.settings, manifest.sessions
        games = manifest.target["games"]
        assert manifest.finished
    else:
        settings = json.loads((folder / "settings.json").read_text())
        sessions, games = settings["sessions"], settings["games"][1]
    assert format_rules(Rules(players=len(study.lineup))) == settings["rules"]
    assert study.seed == settings["seed"]
    assert [list(map(canonical, split_calls(each))) for each in settings["lineups"]] == [
        list(map(canonical, split_calls(each))) for each in (study.first, study.second)
    ]
    whole = games == len(table) and all(session["commit"] != "unknown" for session in sessions)
    assert whole != (f"\n| `search/{name}` |" in (RESULTS / "README.md").read_text())


def canonical(call):
    """An agent's own name, with numbers as they are equal."""
    found = parse_call(make_agent(call).name)
    numbers = {key: float(value) for key, value in found.options if isinstance(value, int | float)}
    return found.name, found.args, dict(found.options) | numbers


def test_differences_to_one_searcher_are_those_of_the_games():
    """With three to five players, on the same decks."""
    (told,) = rows_of(_PAGE, "line-up", "players", "difference")
    pairs = [(f"joint-information-{p}p", f"sparta-information-{p}p") for p in (3, 4, 5)]
    pairs.append(("joint-smart-3p", "sparta-smart-3p"))
    for line, pair in zip(told, pairs, strict=True):
        mean, error, low, high = gain_over(*pair)
        assert line[2:] == [f"{mean:+.2f} ± {error:.2f}", f"{low:+.2f} to {high:+.2f}"]
        assert pair[0][-2] == line[1]


def test_what_the_page_says_of_the_best_pairing_is_that_of_its_games():
    """All games, those that were planned, and those that were added."""
    parts = ((0, None), (0, 400), (400, None))
    whole = [estimate(score_of("both-keen-2p-thorough", *part)) for part in parts]
    assert ["24.600 ± 0.033", "24.587 ± 0.041", "24.625 ± 0.055"] == list(map(str, whole))
    one = estimate(score_of("sparta-keen-2p-thorough"))
    interval = "(95 % interval {:.2f} to {:.2f})".format(*whole[0].ci95)
    assert [] == missing(_PAGE, *map(str, whole), str(one), interval)


_PAIRED = [
    (
        "both-keen-2p-thorough less sparta-keen-2p-thorough in 400 games",
        "{:.2f} ± {:.2f} points more than one with as many and an exact range "
        "(95 % interval {:.2f} to {:.2f})",
    ),
    (
        "both-keen-2p-thorough less sparta-keen-2p-thorough in 400 games",
        "so that the second seat's part, {:+.2f} ± {:.2f}, is not proven",
    ),
    (
        "both-keen-2p less sparta-keen-2p-conventions in 400 games",
        "Two with 10,000 score {:.2f} ± {:.2f} more",
    ),
    (
        "both-keen-2p-thorough less both-keen-2p in 400 games",
        "40,000 score {:.2f} ± {:.2f} more than 10,000",
    ),
    (
        "sparta-keen-2p-thorough less sparta-keen-2p-conventions in 400 games",
        "10,000 rollouts scores {:.2f} ± {:.2f} less",
    ),
    (
        "both-smart-2p less independent-smart-2p in 100 games",
        "which is {:.2f} ± {:.2f} more (95 % interval {:.2f} to {:.2f})",
    ),
    (
        "both-smart-2p less sparta-smart-2p in 100 games",
        "level with one searcher ({:.2f} ± {:.2f})",
    ),
    ("both-smart-2p less joint-smart-2p in 100 games", "two joint ones ({:.2f} ± {:.2f})"),
    (
        "joint-smart-2p-thorough less sparta-smart-2p-thorough in 100 games",
        "(paired {:.2f} ± {:.2f}, 95 % interval {:.2f} to {:+.2f})",
    ),
    (
        "joint-smart-2p less sparta-smart-2p in 400 games",
        "than one: {:.2f} ± {:.2f} on the same 400 games, 95 % interval {:.2f} to {:+.2f}",
    ),
    (
        "sparta-keen-2p less sparta-smart-2p in 200 games",
        "({:+.2f} ± {:.2f}, 95 % interval {:+.2f} to {:+.2f})",
    ),
    (
        "sparta-keen-2p-thorough less sparta-smart-2p-thorough in 100 games",
        "(paired {:+.2f} ± {:.2f})",
    ),
]


@pytest.mark.parametrize(("pair", "sentence"), _PAIRED)
def test_what_the_page_says_of_pairs_of_studies_is_that_of_their_games(pair, sentence):
    """Sentences that no table stands behind."""
    one, other, games = re.fullmatch(r"(\S+) less (\S+) in (\d+) games", pair).groups()
    assert [] == missing(_PAGE, sentence.format(*gain_over(one, other, int(games))))


@pytest.mark.parametrize("path", [*DOCS.rglob("*.md"), ROOT / "README.md"], ids=lambda p: p.stem)
def test_the_best_pairing_is_not_quoted_bare(path):
    """Beside it stand that it was extended because it missed the aim, and what one seat has."""
    for paragraph in re.split(r"\n\s*\n|\n(?=- )", path.read_text()):
        text = " ".join(paragraph.split())
        if "24.600" in text and not text.startswith("|"):
            assert "24.587" in text
            assert "24.558" in text
            assert "0.03 ± 0.04" in text
            assert "missed the aim" in text


@pytest.mark.parametrize("name", [f"sparta-tuned-{players}p" for players in (2, 3, 5)])
def test_scores_over_tuned_agents_are_quoted_with_their_intervals(name):
    score = estimate(score_of(name))
    low, high = score.ci95
    told = f"scores {score} in {len(score_of(name)):,} games (95 % interval {low:.3f} to {high:.3f}"
    assert [] == missing(_PAGE, told)


def test_what_one_searcher_gains_with_five_players():
    """The games that are brought to 25 and below it."""
    table = games_of("sparta-tuned-5p")
    alone, searched = table["blueprint"] == 25, table["score"] == 25
    assert [] == missing(
        _PAGE,
        f"Of the {(~alone).sum()} games",
        f"brings {(~alone & searched).sum()} there; {(alone & ~searched).sum()} others",
    )


def test_what_a_search_beside_a_stranger_gains():
    """By hints alone and by choices, beside itself and beside the stranger, on both pages."""
    alone, *told = rows_of("zero_shot.md", "the searcher believes in")[0]
    before = [games_of(f"obl-hints{kind}-2p")["blueprint"] for kind in ("", "-other")]
    assert alone[1::2] == [f"{each.mean:.2f} ± {each.sem:.2f}" for each in map(estimate, before)]
    for line, kind in zip(told, ("hints", "choices"), strict=True):
        for place, name in enumerate((f"obl-{kind}-2p", f"obl-{kind}-other-2p")):
            table = games_of(name)
            score, gain = estimate(score_of(name)), estimate(table["score"] - table["blueprint"])
            low, high = gain.ci95
            assert line[1 + 2 * place :][:2] == [
                f"{score.mean:.2f} ± {score.sem:.2f}",
                f"{gain.mean:+.2f} ({low:+.2f} to {high:+.2f})",
            ]
            assert [] == missing(_PAGE, f"{gain.mean:.2f}", f"{low:.2f} to {high:.2f}")
            assert [(table[column] == 0).sum() for column in ("score", "blueprint")] == [0, 1]
    mean, error, low, high = gain_over("obl-choices-other-2p", "obl-hints-other-2p")
    told = f"is {mean:.2f} ± {error:.2f} better (95 % interval {low:.2f} to {high:.2f})"
    assert [] == missing(_PAGE, told)
