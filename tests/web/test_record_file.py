"""The file of a table: one process writes it, and nobody's actions are overwritten."""

from __future__ import annotations

import stat
from contextlib import closing

import pytest

from hanabilab.errors import OutputError
from hanabilab.game.rules import Rules
from hanabilab.notation import load_record
from hanabilab.web.live import LiveTable
from hanabilab.web.record_file import RecordFile
from hanabilab.web.setting import Setting
from hanabilab.web.terminal import Screen, play_in_terminal
from tests.cli.calling import refusal

SETTING = Setting(Rules(), ("human", "human"), seed=7)


@pytest.fixture
def table(tmp_path):
    found = LiveTable(SETTING._replace(file=tmp_path / "game.hanabi"))
    found.keep()
    return found


def test_a_file_of_another_process_is_refused(capsys, tmp_path, table):
    """In a line that names it, by a link, too; other files of the folder are free."""
    file = table.setting.file
    (tmp_path / "link.hanabi").symlink_to(file)
    claim = RecordFile.claim(file)
    for name in ("game.hanabi", "link.hanabi"):
        told = refusal(capsys, "play", "--resume", tmp_path / name, "--terminal")
        assert "game.hanabi is in use by process" in told
    RecordFile.new(tmp_path).release()
    claim.release()
    RecordFile.claim(file).release()
    assert sorted(tmp_path.iterdir()) == [file, tmp_path / "link.hanabi"]


def test_games_that_begin_at_once_have_files_of_their_own(tmp_path):
    """Also before anything is in them."""
    claims = [RecordFile.new(tmp_path / "games") for _ in range(20)]
    assert len({claim.path for claim in claims}) == 20


def test_what_another_program_wrote_stays(table):
    """Without a lock, even so: neither an action nor a way back is written over it."""
    other = LiveTable.open(table.setting.file)
    other.act(0, 0, 5)
    with pytest.raises(OutputError, match="changed by another program"):
        table.act(0, 0, 6)
    assert table.game.actions == []
    assert load_record(table.setting.file).actions == (5,)
    other.act(1, 1, 5)
    table = LiveTable.open(table.setting.file)
    other.act(0, 2, 5)
    for seat in (1, 0):
        if table.undo is None:
            table.ask_undo(seat, 2)
    with pytest.raises(OutputError, match="changed by another program"):
        table.answer_undo(0, table.undo.version, agree=True)
    assert load_record(table.setting.file).actions == (5, 5, 5)


def test_a_table_in_the_terminal_tells_so(table):
    """In a line; the action is not done, and the person may leave."""
    told = []
    typed = iter(["hint 1 1", "quit"])
    LiveTable.open(table.setting.file).act(0, 0, 6)
    assert not play_in_terminal(table, Screen(lambda _: next(typed), told.append))
    assert any("changed by another program" in str(line) for line in told)
    assert load_record(table.setting.file).actions == (6,)


def test_a_table_goes_on_from_the_real_file(tmp_path, table):
    """A link to a record stays a link; others of the machine may not read the record."""
    link = tmp_path / "link.hanabi"
    link.symlink_to(table.setting.file)
    claim = RecordFile.claim(link)
    with closing(LiveTable.open(claim.path)) as other:
        other.keep_in(claim)
        other.act(0, 0, 5)
    assert link.is_symlink()
    assert load_record(table.setting.file).actions == (5,)
    assert stat.S_IMODE(table.setting.file.stat().st_mode) == 0o600
