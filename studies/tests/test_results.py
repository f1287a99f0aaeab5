"""What is kept in `results/` is small, and gives the figures that pages quote."""

from __future__ import annotations

import json
import re

import numpy as np
import polars as pl
import pytest

from hanabilab.evolution.pool import Pool
from hanabilab.stats import over_models
from studies import adhoc, best_responses, search, strata
from studies.diversity import __main__ as diversity
from tests.pages import DOCS, RESULTS, missing, page, rows_of

pytestmark = pytest.mark.once

_MOST_BYTES = 1_500_000
#: Runs of six seeds of off-belief learning, by the second column of their table.
_SIX = {
    "CPU-s": ("obl-1-2p-long", range(11, 17)),
    "CPU-s beside the GPU": ("obl-1-2p-gpu", range(21, 27)),
}
#: Pairs of runs for more players, by the players and the temperature.
_MORE = {
    case: (name, f"{name}-other")
    for case, name in {
        ("3", "0"): "obl-1-3p-greedy",
        ("3", "0.1"): "obl-1-3p",
        ("4", "0.1"): "obl-1-4p",
        ("5", "0.1"): "obl-1-5p",
    }.items()
}


def test_results_are_small():
    """All files together; what a command makes belongs in `runs/`, which git ignores."""
    sizes = {path: path.stat().st_size for path in RESULTS.rglob("*") if path.is_file()}
    largest = sorted(sizes, key=sizes.get, reverse=True)[:3]
    assert sum(sizes.values()) <= _MOST_BYTES, f"the largest are {', '.join(map(str, largest))}"


def test_every_folder_of_results_is_looked_at_here():
    """Here or in `test_search_results.py`; a new one needs a test of what rests on it."""
    kept = {str(path.parent.relative_to(RESULTS)) for path in RESULTS.rglob("*") if path.is_file()}
    ours = {".", "baselines", "zero-shot", "gru-2p-gpu", "guided-keen-2p"}
    ours |= {f"zero-shot/{name}" for name, _ in _SIX.values()}
    ours |= {"zero-shot/obl-2-2p", "zero-shot/obl-2-2p-other"}
    ours |= {f"zero-shot/{name}" for pair in _MORE.values() for name in pair}
    ours |= {"tiny/capi-12", "diversity/analysis", "adhoc/pool"}
    ours |= {f"search/{name}" for name in search.STUDIES} | {f"adhoc/{name}" for name in _ADHOC}
    ours |= {f"strata/{name}" for name in strata.STUDIES}
    ours |= {"best-responses", *(f"best-responses/{name}" for name in best_responses.SEARCHES)}
    for name in ("run-1", "run-2", "run-3", "extended-1"):
        ours |= {f"diversity/{name}", f"diversity/{name}/archive"}
    assert kept == ours


def test_readme_names_every_folder_whose_run_does_not_tell_its_commit():
    """No manifest and no settings, or a commit that was not known; searches have their own test."""
    kept = {path.parent for path in RESULTS.rglob("*") if path.is_file()} - {RESULTS}
    silent = set()
    for folder in kept:
        name = str(folder.relative_to(RESULTS))
        files = [folder / told for told in ("manifest.json", "settings.json")]
        told = "".join(file.read_text() for file in files if file.exists())
        whole = '"commit"' in told and '"unknown"' not in told
        if not name.startswith("search/") and folder.name != "archive" and not whole:
            silent.add(name)
    lines = (RESULTS / "README.md").read_text().split("## Studies without a manifest")[1]
    named = re.findall(r"^\| `(\S+)`", lines, re.MULTILINE)
    assert silent == {name for name in named if not name.startswith("search/")}


# --- Ad-hoc teams ---------------------------------------------------------------------------------

_ADHOC = ("members", "strangers", "evolved-strangers", "evolved", "evolved-run-3")


def adhoc_document(name):
    """What a study of ad-hoc teams found."""
    return json.loads((RESULTS / "adhoc" / name / "adhoc.json").read_text())


def test_tables_of_ad_hoc_teams_are_those_of_their_documents():
    """Study by study, in the order of the page."""
    assert {path.parent.name for path in RESULTS.glob("adhoc/*/adhoc.json")} == {*_ADHOC}
    told = rows_of("studies/adhoc.md", "responder", "score", "gain over the generalist")
    for name, lines in zip(_ADHOC, told, strict=True):
        document = adhoc_document(name)
        printed = [line.strip("|").split("|") for line in list(adhoc.table(document))[2:]]
        for cells, line in zip(printed, lines, strict=True):
            who, agent = [*line[0].split(" (`"), ""][:2]
            assert [cell.strip() for cell in cells] == [who, *line[1:4]]
            assert agent in ("", document["generalist"] + "`)")
            here = document["responders"][who]
            if len(line) == 5 and who != "generalist":
                assert f"{here['gain_here']['sem']:.3f}" == line[4]
    (short,) = rows_of("adhoc.md", "responder", "score", "gain over the generalist")
    assert [line[:3] for line in told[0]] == short


def test_what_across_gains_over_behavior_is_that_of_the_partners():
    """The three studies with evolved partners."""
    gains = [next(adhoc.differences(adhoc_document(name))) for name in _ADHOC[2:]]
    first, second, third = [gain.split(": ")[1].split(",")[0] for gain in gains]
    assert [] == missing("studies/adhoc.md", f"gains {first}, {second} and {third} over `behavior`")


@pytest.mark.parametrize(("picture", "name"), [("adhoc", "members"), ("adhoc_evolved", "evolved")])
def test_curves_of_ad_hoc_teams_are_kept(picture, name):
    """Beside the picture, as the study's command writes them."""
    kept = pl.read_csv(DOCS / "images" / f"{picture}.csv")
    assert adhoc.curve(adhoc_document(name)).equals(kept)
    table = pl.read_parquet(RESULTS / "adhoc" / name / "sequences.parquet")
    means = table.group_by("responder", "round").agg(pl.col("score").mean())
    for who, game, mean in means.iter_rows():
        (found,) = kept.filter(responder=who, game=game + 1 - table["round"].min())["mean"]
        assert found == pytest.approx(mean, abs=1e-4)


# --- Archives -------------------------------------------------------------------------------------


def analysis():
    """What `studies.diversity.analyze` found."""
    return json.loads((RESULTS / "diversity" / "analysis" / "analysis.json").read_text())


def test_tables_of_archives_are_those_that_the_command_prints(monkeypatch, capsys):
    """Line by line."""
    monkeypatch.setattr("sys.argv", ["study", str(RESULTS / "diversity" / "analysis")])
    diversity.main()
    printed = [line for line in capsys.readouterr().out.splitlines() if line]
    told = [line for line in page("studies/diversity.md").splitlines() if line.startswith("|")]
    assert printed == told


def archive_figures(name):
    """Coverage, mean, maximum and QD-score of an archive, as pages have them."""
    scores = Pool.load(RESULTS / "diversity" / name).table()["mean"].to_numpy()
    return [str(len(scores)), f"{scores.mean():.2f}", f"{scores.max():.2f}", f"{scores.sum():,.1f}"]


def test_figures_of_archives_are_those_of_the_kept_states():
    """Of the three runs of the paper, and of the extended base as found."""
    (told,) = rows_of("evolution.md", "run", "coverage")
    ours = {line[0]: [line[1].removesuffix(" of 400"), *line[2:]] for line in told}
    for number, words in enumerate(("1,000,000, seed 1", "147,000, seed 2", "147,000, seed 3"), 1):
        assert archive_figures(f"run-{number}") == ours[f"ours, {words}"]
        run = analysis()["runs"][f"run-{number}"]
        assert f"{run['individuals']:,}, seed {run['seed']}" == words
        assert f"{run['statistics']['qd_score']:,.1f}" == ours[f"ours, {words}"][3]
    (told,) = rows_of("evolution.md", "archive", "as found")
    assert archive_figures("extended-1") == [line[1].removesuffix(" of 400") for line in told[:4]]


def test_the_curves_by_distance_are_kept():
    """Beside the pictures of run 1."""
    kept = pl.read_csv(DOCS / "images" / "by_distance.csv")
    assert diversity.curve(analysis()["runs"]["run-1"]).equals(kept)


# --- Other studies --------------------------------------------------------------------------------


def test_the_curve_of_capi_has_the_values_of_the_page():
    """Of the kept episodes; each value is a whole number of the 144 deals."""
    curve = pl.read_csv(RESULTS / "tiny" / "capi-12" / "curve.csv")
    (told,) = rows_of("studies/tiny.md", "episodes", "exact value")
    for episode, value in told:
        (found,) = curve.filter(episode=int(episode.replace(",", "")))["value"]
        digits = len(value.removeprefix("."))
        assert f"{found:.{digits}f}".removeprefix("0") == value
    assert int(told[-1][0].replace(",", "")) == curve["episode"][-1]
    deals = curve["value"].to_numpy() * 144
    assert np.abs(deals - deals.round()).max() < 1e-3
    assert [] == missing("studies/tiny.md", f"{deals[-1]:.0f} of 144 deals")


@pytest.mark.parametrize(("place", "file"), [(0, "zero_shot"), (1, "full")])
def test_tables_of_zero_shot_coordination_are_those_of_the_matrices(place, file):
    """Errors are over seeds; the last column counts pairs of seeds, both orders together."""
    found = json.loads((RESULTS / "zero-shot" / f"{file}.json").read_text())
    told = rows_of(
        "studies/zero_shot.md", "method", "self-play", "cross-play", "without the worst seed"
    )
    for line, kept in zip(told[place], found.values(), strict=True):
        matrix = np.array(kept["matrix"])
        over = over_models(matrix)
        means = (over.self_play, over.cross_play, over.without_worst)
        assert [f"{each.mean:.2f} ± {each.sem:.2f}" for each in means] == line[1:4]
        assert kept["cross_play"]["mean"] == pytest.approx(over.cross_play.mean)
        if len(line) == 5:
            both = ((matrix + matrix.T) / 2)[np.triu_indices(len(matrix), 1)]
            assert f"{(both > 10).sum()} of {len(both)}" == line[4]


def test_the_runs_of_level_2_are_those_of_their_table():
    """Every second evaluation of both, up to the last one; and scores of all pairs."""
    told = rows_of("zero_shot.md", "turns", "CPU-s", "seed 1, level 2")[0]
    curves = [
        pl.read_csv(RESULTS / "zero-shot" / name / "curve.csv")
        for name in ("obl-2-2p", "obl-2-2p-other")
    ]
    kept = []
    for one, other in zip(*(curve.rows(named=True) for curve in curves), strict=True):
        assert one["turns"] == other["turns"]
        scores = [f"{each['score']:.2f} ± {each['standard_error']:.2f}" for each in (one, other)]
        seconds = f"{one['cpu_seconds']:,}, {other['cpu_seconds']:,}"
        kept.append([f"{one['turns'] / 1e6:.2f} million", seconds, *scores])
    assert told == kept[1::2]
    found = json.loads((RESULTS / "zero-shot" / "obl-2-2p" / "crossplay.json").read_text())
    (pairs,) = rows_of("zero_shot.md", "with")
    for name, row, line in zip(found["agents"], found["matrix"], pairs, strict=True):
        assert [f"`{name}`", *(f"{score:.2f}" for score in row)] == line
    strangers = f"{found['matrix'][2][3]:.2f} ± {found['standard_errors'][2][3]:.2f}"
    assert [] == missing("zero_shot.md", f"Two strangers of level 2 score {strangers}")


def test_the_runs_for_more_players_are_those_of_their_table():
    """Self-play of both seeds and of both together, strangers, and what is lost by it."""
    (told,) = rows_of("zero_shot.md", "players", "temperature")
    for line, (case, names) in zip(told, _MORE.items(), strict=True):
        lasts, kept = [], [RESULTS / "zero-shot" / name for name in names]
        for folder in kept:
            lasts.append(pl.read_csv(folder / "curve.csv").row(-1, named=True))
            settings = json.loads((folder / "manifest.json").read_text())["settings"]
            assert f"full(players={case[0]})" == settings["rules"]
            assert settings.get("temperature", 0) == float(case[1])
        found = json.loads((kept[0] / "crossplay.json").read_text())
        alone = [found["matrix"][seed][seed] for seed in (0, 1)]
        means = [found[name] for name in ("self_play", "cross_play", "gap")]
        assert line == [
            *case,
            f"{lasts[0]['turns'] / 1e6:.2f} million",
            ", ".join(f"{last['cpu_seconds']:,}" for last in lasts),
            *(f"{score:.2f}" for score in alone),
            *(f"{mean:.2f} ± {error:.2f}" for mean, error in means),
        ]


@pytest.mark.parametrize("seconds", _SIX)
def test_six_runs_of_off_belief_learning_are_those_of_their_table(seconds):
    """Self-play and cross-play are recomputed from the scores of all pairs."""
    name, seeds = _SIX[seconds]
    kept = RESULTS / "zero-shot" / name
    told = rows_of("zero_shot.md", "seed", seconds)[0]
    found = json.loads((kept / "crossplay.json").read_text())
    matrix, lost = np.array(found["matrix"]), found.get("lost_alone")
    over = over_models(matrix)
    settings = json.loads((kept / "manifest.json").read_text())["settings"]
    assert seeds[0] == settings["seed"]
    turns = set()
    for place, (seed, line) in enumerate(zip(seeds, told, strict=True)):
        last = pl.read_csv(kept / f"curve-{seed}.csv").row(-1, named=True)
        turns.add(f"{last['turns'] / 1e6:.1f} million turns")
        assert settings["updates"] == last["updates"]
        others = np.delete((matrix + matrix.T)[place] / 2, place).mean()
        scores = [f"{matrix[place, place]:.2f}", f"{others:.2f}"]
        share = [f"{lost[place] * 100:.2f} %"] if lost else []
        assert line == [str(seed), f"{last['cpu_seconds']:,}", *scores, *share]
    means = [over.self_play, over.cross_play, over.gap, over.disjoint_pairs]
    alone, strangers, gap, disjoint = (f"{each.mean:.2f} ± {each.sem:.2f}" for each in means)
    assert 1 == len(turns)
    assert [] == missing("zero_shot.md", *turns, f"**{alone}**", f"**{strangers}**", gap)
    if lost:
        by_strangers = f"{found['lost_by_strangers'] * 100:.2f} %"
        updates = f"`updates = {settings['updates']}`"
        assert [] == missing("zero_shot.md", updates, by_strangers, disjoint)


def test_the_last_run_of_the_network_with_memory_is_that_of_its_table():
    told = rows_of("studies/learning.md", "run", "turns", "CPU-s")[0]
    curve = pl.read_csv(RESULTS / "gru-2p-gpu" / "curve.csv")
    assert [line for line in told if line[0] == "ppo, gpu"] == [
        [
            "ppo, gpu",
            f"{row['turns'] / 1e6:.1f} million",
            f"{row['cpu_seconds']:,}",
            f"{row['score']:.2f} ± {row['standard_error']:.2f}",
            f"{row['lost']:.1%}",
        ]
        for row in curve.iter_rows(named=True)
    ]


def test_the_curve_of_the_guided_network_is_that_of_its_table():
    """The page shows some of the evaluations that are kept."""
    curve = pl.read_csv(DOCS / "images" / "guided.csv")
    told = rows_of("studies/guided.md", "turns", "CPU-seconds", "bonus")[0]
    printed = [
        [
            f"{row['turns'] / 1e6:.1f} million",
            f"{row['cpu_seconds']:,}",
            f"{row['bonus']:.1f}",
            f"{row['sampled']:.2f}",
            f"{row['score']:.2f} ± {row['error']:.2f}",
            f"{100 * row['perfect']:.0f}%",
            f"{100 * row['zero']:.2f}%",
            f"{row['changes']:.1f}",
        ]
        for row in curve.iter_rows(named=True)
    ]
    assert [line for line in told if line not in printed] == []


def test_the_curve_of_the_network_beside_keen_is_that_of_its_table():
    """The page shows some of the evaluations that are kept, the last one too."""
    curve = pl.read_csv(RESULTS / "guided-keen-2p" / "curve.csv")
    told = rows_of("studies/guided.md", "turns of PPO", "CPU-seconds")[0]
    printed = [
        [
            f"{row['turns'] / 1e6:.1f} million",
            f"{row['cpu_seconds']:,}",
            f"{row['sampled']:.2f}",
            f"{row['score']:.3f} ± {row['standard_error']:.3f}",
            f"{row['lost']:.2%}",
        ]
        for row in curve.iter_rows(named=True)
    ]
    assert [line for line in told if line not in printed] == []
    assert printed[-1] == told[-1]
