"""Models of people beside people: figures are plain counts, verdicts follow the bars."""

from __future__ import annotations

import gzip
import json
import os
from dataclasses import replace
from pathlib import Path
from statistics import fmean, median

import numpy as np
import pytest

from hanabilab.arena import play_games, record_of
from hanabilab.errors import AgentError, NotationError, ResumeError
from hanabilab.game.games import Game
from hanabilab.game.rules import Rules
from hanabilab.notation import replay
from hanabilab.people import read_people
from hanabilab.people.game import HUMAN
from hanabilab.people.sittings import sittings_of
from hanabilab.people.validity import Verdict, errors_over, hold_beside_people, verdict_of
from hanabilab.people.validity_run import (
    KeptValidity,
    ValidityPlan,
    hold_model,
    play_missing,
)
from tests.people.telling import as_people, write_lines

pytestmark = pytest.mark.once
KEEP = Rules(bomb="keep")


def _games(person="five-rule", agent="smart", count=12, rules=KEEP, called=""):
    """Games of two agents, told as if the second were people, three of them."""
    found = []
    table = play_games([agent, person], rules, games=count, seed=9).table
    for place, row in enumerate(table.iter_rows(named=True)):
        *_, game = replay(record_of(rules, row))
        found.append(as_people(game, str(place), (called or agent, HUMAN), ("", f"p{place % 3}")))
    return found


def _file(path, games):
    return str(write_lines(path, games))


def _held(tmp_path, games, model, decks=300, **given):
    """What comes of a whole run."""
    files = (_file(tmp_path / "g.jsonl", games),)
    return hold_model(ValidityPlan(model=model, files=files, decks=decks, **given), threads=1)


def test_a_game_in_two_files_counts_once(tmp_path):
    """Counted twice, it would make the errors of people too small."""
    games = _games(count=6)
    files = (_file(tmp_path / "a.jsonl", games), _file(tmp_path / "b.jsonl", games[:4]))
    (sitting,) = ValidityPlan(model="smart", files=files).sittings
    assert len(sitting.games) == 6


def test_figures_of_people_are_plain_counts():
    """Points, lost games, turns and the actions of seat 1, counted as the games are replayed."""
    games = _games("random", count=12)
    (sitting,) = sittings_of(games)
    held = hold_beside_people(sitting, "smart", sitting.counts, "", "person")
    kept, lost, turns, kinds = [], [], [], []
    for each in games:
        game = Game(each.record.rules, deck=each.record.deck)
        for action in each.record.actions:
            if game.current_seat == 1:
                kinds.append("discard" if action < 5 else "play" if action < 10 else action < 15)
            game.act(action)
        kept.append(int(game.state.points))
        lost.append(int(game.state.life_tokens) == 0)
        turns.append(len(each.record.actions))
    people, score = held.people, [k * (not gone) for k, gone in zip(kept, lost, strict=True)]
    assert (people.games, people.persons) == (12, 3)
    assert (people.points_mean, people.points_median) == (fmean(kept), median(kept))
    assert (people.mean, people.median) == (fmean(score), median(score))
    assert people.bomb_rate == pytest.approx(fmean(lost))
    assert 0 < people.bomb_rate
    assert people.turns_mean == pytest.approx(fmean(turns))
    for name, kind in (("discard", "discard"), ("play", "play"), ("color", True), ("rank", False)):
        assert getattr(people, f"{name}_rate") == pytest.approx(kinds.count(kind) / len(kinds))
    means = [fmean(kept[person::3]) for person in range(3)]
    assert people.points_sem == pytest.approx(np.std(means, ddof=1) / np.sqrt(3))


def test_who_plays_as_people_did_is_close_and_others_are_not(tmp_path):
    """400 games of `five-rule` with `smart`, as people's; on other decks it is within .7 points."""
    games = _games(count=400)
    (own,) = _held(tmp_path, games, "five-rule")
    (other,) = _held(tmp_path, games, "random")
    assert own.verdict is Verdict.CLOSE
    assert own.lineup == ("smart", "five-rule")
    assert (other.verdict, other.points_difference < -5) == (Verdict.NOT_VALID, True)
    for name in ("discard_rate", "play_rate", "color_rate", "rank_rate"):
        assert abs(getattr(own.own, name) - getattr(own.people, name)) < 0.02


@pytest.mark.parametrize(
    ("points", "bombs", "expected"),
    [
        (0.7, -0.08, Verdict.CLOSE),
        (-0.71, 0, Verdict.VALID),
        (0, 0.081, Verdict.VALID),
        (-2.0, 0.15, Verdict.VALID),
        (2.01, 0, Verdict.NOT_VALID),
        (0, -0.151, Verdict.NOT_VALID),
    ],
)
def test_verdicts_follow_the_bars(points, bombs, expected):
    """Both differences must be within them, in either direction."""
    assert verdict_of(points, bombs) is expected


def test_the_agent_of_the_study_is_ours_by_another_name(tmp_path):
    """Files call it `outer`, which is another agent here."""
    (held,) = _held(tmp_path, _games(agent="outer-state", called="outer"), "smart", decks=4)
    assert (held.agent, held.lineup) == ("outer", ("outer-state", "smart"))


def test_a_rule_that_one_game_needs_is_that_of_all():
    """Files tell of discards at all tokens only where there was one."""
    games = [*_games(count=2), *_games(count=2, rules=replace(KEEP, discard_at_max=True))]
    (sitting,) = sittings_of(games)
    assert sitting.rules.discard_at_max
    assert len(sitting.games) == 4


def test_errors_are_over_games_where_a_person_is_not_known():
    """One game without a name is enough."""
    games = _games(count=3)
    assert errors_over(sittings_of(games)) == "person"
    games[1] = replace(games[1], persons=("", ""))
    assert errors_over(sittings_of(games)) == "game"


def test_mistakes_get_one_line(tmp_path):
    """Whom nobody sat with, what is no agent, and games that do not belong together."""
    games = _games(count=2)
    alone = [replace(game, players=(HUMAN, HUMAN)) for game in games]
    turned = [games[0], replace(games[1], players=(HUMAN, "smart"))]
    mixed = [*games, *_games(count=1, rules=Rules())]
    for wrong, agents, words in [
        (alone, (), "people sat with no agent in these games"),
        (games, ("smrt",), "did you mean 'smart'"),
        (turned, (), "at other seats"),
        (mixed, (), "have other rules"),
    ]:
        with pytest.raises(NotationError, match=words):
            sittings_of(wrong, agents)
    with pytest.raises(AgentError, match="sees its own hand"):
        _held(tmp_path, games, "cheat")
    with pytest.raises(AgentError, match="decks is 1"):
        _held(tmp_path, games, "smart", decks=1)


def test_a_file_of_games_runs_no_code(tmp_path):
    """It may come from anybody, and name a Python file as the agent that people sat with."""
    code, ran = tmp_path / "mine.py", tmp_path / "ran"
    code.write_text(f"open({str(ran)!r}, 'w')")
    with pytest.raises(AgentError, match=r"mine\.py, a Python file that would run"):
        _held(tmp_path, _games(count=2, called=str(code)), "smart")
    assert not ran.exists()


def test_a_run_goes_on_where_it_was_stopped(tmp_path):
    """Some games in a folder, the rest later: the figures are those of a run without a stop."""
    games = _games(count=6)
    whole = _held(tmp_path, games, "five-rule", decks=40)
    plan = ValidityPlan(model="five-rule", files=(str(tmp_path / "g.jsonl"),), decks=15)
    with KeptValidity(plan).begin(tmp_path / "run") as job:
        play_missing(job, 0, 1)
    found = KeptValidity.find(tmp_path / "run")
    found.grow(40)
    with found.go_on() as job:
        assert job.progress() == "15 of 40 games"
        counted = []
        play_missing(job, 0, 2, counted.append)
        assert sum(counted) == 25
        assert job.held() == whole
        (part, *_) = job.folder.parts("parts")
        for column, value in ((1, 40), (0, 1), (2, 26), (3, 2)):
            rows = job.all_rows()
            rows[0, column] = value
            with pytest.raises(ResumeError, match="games that are not planned"):
                job.unpack(job.pack([rows]), part)


def test_lost_games_of_people_are_those_without_lives():
    """As the files tell of their own lives; real games."""
    folder = os.environ.get("HANABILAB_PEOPLE")
    if not folder:
        pytest.skip("HANABILAB_PEOPLE names no folder of people's games")
    file = Path(folder) / "hanabidata.jsonl.gz"
    lives = {}
    for line in gzip.decompress(file.read_bytes()).splitlines():
        told = json.loads(line)
        lives[told["game"]] = told["meta"]["lives"]
    games = [game for game in read_people(file).games if game.is_whole]
    assert all(game.lost == (lives[game.name] == 0) for game in games)
    assert {each.agent for each in sittings_of(games)} == {"outer", "intentional", "full"}
