"""The tables of the study of ad-hoc teams."""

from __future__ import annotations

import json

import pytest

from studies import adhoc
from studies.diversity import __main__ as diversity

NAMES = ("generalist", "behavior", "across", "oracle")


def _found(name, gain):
    """A responder that one partner has met."""
    alone = {"sem": None, "ci95": None}
    found = {"score": {"mean": 9.0 + gain} | alone, "by_partner": [9.0 + gain]}
    return found if name == "generalist" else found | {"gain": {"mean": gain} | alone}


def test_one_partner_has_no_error_and_no_interval(tmp_path, monkeypatch, capsys):
    """They are a dash in the table, and left out or a dash below it."""
    responders = {name: _found(name, float(place)) for place, name in enumerate(NAMES)}
    (tmp_path / "adhoc.json").write_text(json.dumps({"responders": responders}))
    monkeypatch.setattr("sys.argv", ["study", str(tmp_path)])
    adhoc.main()
    told = capsys.readouterr().out.splitlines()
    assert "| across | 11.000 | 2.000 | - |" in told
    assert "across less behavior: 1.000, -" in told


def _refusal(study, folder, monkeypatch, capsys) -> str:
    """The line in which a study refuses a folder; it prints nothing else to its output."""
    monkeypatch.setattr("sys.argv", ["study", str(folder)])
    with pytest.raises(SystemExit) as refused:
        study.main()
    assert refused.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()[-1]


def test_a_missing_folder_is_told_in_one_line(tmp_path, monkeypatch, capsys):
    """Before any table is printed."""
    told = _refusal(adhoc, tmp_path, monkeypatch, capsys)
    assert f"cannot read {tmp_path / 'adhoc.json'}" in told


@pytest.mark.parametrize("document", [[], {}, {"responders": 3}, {"responders": {"oracle": {}}}])
@pytest.mark.parametrize("study", [adhoc, diversity])
def test_a_document_of_something_else_is_told_in_one_line(
    tmp_path, monkeypatch, capsys, study, document
):
    """By the name of its file, before any table is printed."""
    for name in ("adhoc.json", "analysis.json"):
        (tmp_path / name).write_text(json.dumps(document))
    assert f"cannot read {tmp_path}/a" in _refusal(study, tmp_path, monkeypatch, capsys)
