"""Jobs: how work is kept, read again and stopped, whatever the work is."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from hanabilab.errors import ResumeError
from hanabilab.runs import folder as folder_module
from hanabilab.runs.job import Job
from hanabilab.runs.plan import JobPlan
from hanabilab.runs.reading import MOST_BYTES, read_bytes


@dataclass(frozen=True)
class Meal(JobPlan):
    """So many plates of a dish."""

    dish: str = "rice"
    plates: int = 3
    command = "cook"
    grows = "plates"


class Plates(Job[Meal, bytes]):
    """Finished work: some plates, a letter each."""

    kind, commands = Meal, ("cook",)

    def pack(self, work):
        return b"".join(work)

    def unpack(self, data, path):
        return data


class Stew(Plates):
    """A state: how often it was stirred."""

    keeps_states = True
    seconds_between = 0.0

    def number_of(self, state):
        return len(state)


def test_a_plan_comes_back_and_grows(tmp_path):
    """Of the manifest; a plan of another command is refused."""
    Plates(Meal("soup", 2)).begin(tmp_path / "run").folder.release()
    found = Plates.find(tmp_path / "run")
    assert Meal("soup", 2) == found.plan
    found.require_same({"dish": "soup"})
    with pytest.raises(ResumeError, match="has dish soup, not rice"):
        found.require_same({"dish": "rice"})
    found.grow(5)
    with found.go_on():
        assert {"plates": 5} == found.folder.manifest.target
    with pytest.raises(ResumeError, match="is of hanabi cook, not eat"):
        Plates.find(tmp_path / "run", "eat")


@pytest.mark.parametrize("target", [{}, {"plates": 3, "bowls": 1}])
def test_a_target_that_does_not_fit_is_told(target, tmp_path):
    """A manifest that somebody has edited is told in one line."""
    Plates(Meal()).begin(tmp_path).folder.release()
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"target": target}))
    with pytest.raises(ResumeError, match=r"cannot read .*manifest\.json: "):
        Plates.find(tmp_path)


def test_less_than_a_run_has_is_refused(tmp_path):
    """The target grows alone."""
    Plates(Meal()).begin(tmp_path).folder.release()
    with pytest.raises(ResumeError, match="is of 3 plates; it can get more, not 2"):
        Plates.find(tmp_path).grow(2)


def test_finished_work_waits_and_becomes_one_part(tmp_path):
    """What waits is saved at the end; once all is done there is one part."""
    with Plates(Meal()).begin(tmp_path / "run") as job:
        job.keep(b"a")
        job.keep(b"b")
        assert [] == job.folder.parts("parts")
    again = Plates.find(tmp_path / "run").go_on()
    assert [b"ab"] == again.done
    again.keep(b"c")
    again.join(b"abc")
    again.finish()
    again.folder.release()
    found = Plates.find(tmp_path / "run")
    found.read()
    assert [b"abc"] == found.done


def test_nothing_is_kept_without_a_folder():
    """And nothing is refused."""
    with Plates(Meal()) as job:
        job.keep(b"a")
        job.hand_on()
    stew = Stew(Meal())
    stew.work([b"a", b"ab"])
    assert not job.is_kept
    assert [b"ab"] == stew.done


def test_two_states_stay_and_one_at_the_end(tmp_path):
    """A damaged one is dropped, and the one before is gone on from."""
    with Stew(Meal()).begin(tmp_path / "run") as job:
        job.work([b"a", b"ab"])
        assert 2 == job.count
        assert 2 == len(job.folder.parts("parts"))
    max((tmp_path / "run/parts").iterdir()).write_bytes(b"spoiled")
    with Stew.find(tmp_path / "run").go_on() as again:
        assert [b"a"] == again.done
        assert "1 of 3 plates" == again.progress()
        again.work([b"ab", b"abc"])
        assert 1 == len(again.folder.parts("parts"))


@pytest.mark.parametrize("in_place", [False, True])
def test_a_state_that_was_broken_off_is_not_kept(in_place, tmp_path, monkeypatch):
    """Where a step makes a new state, the one before is whole, and is kept."""
    monkeypatch.setattr(Stew, "seconds_between", 60.0)
    monkeypatch.setattr(Stew, "changes_in_place", in_place)

    def steps():
        yield b"a"
        raise KeyboardInterrupt

    with Stew(Meal()).begin(tmp_path / "run") as job, pytest.raises(KeyboardInterrupt):
        job.work(steps())
    assert (not in_place) == bool(list((tmp_path / "run").rglob("part-*")))


def test_a_stop_between_two_steps_keeps_the_state(tmp_path, monkeypatch):
    """Also where steps change it in place."""
    monkeypatch.setattr(Stew, "seconds_between", 60.0)
    monkeypatch.setattr(Stew, "changes_in_place", True)

    def stop(_):
        raise KeyboardInterrupt

    with Stew(Meal()).begin(tmp_path / "run") as job, pytest.raises(KeyboardInterrupt):
        job.work([b"a"], stop)
    found = Stew.find(tmp_path / "run")
    found.read()
    assert [b"a"] == found.done


def test_a_state_may_be_larger_than_other_files(tmp_path, monkeypatch):
    """What a run has written of itself, it reads back; other parts keep the usual limit."""
    with Stew(Meal()).begin(tmp_path / "run") as job:
        job.keep_state(bytes(500))

    def read_little(path, most=MOST_BYTES):
        return read_bytes(path, 100 if most == MOST_BYTES else most)

    monkeypatch.setattr(folder_module, "read_bytes", read_little)
    found = Stew.find(tmp_path / "run")
    found.read()
    assert [bytes(500)] == found.done
    with pytest.raises(ResumeError, match="has 500 bytes; at most 100 are read"):
        Plates.find(tmp_path / "run").read()
