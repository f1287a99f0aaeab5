"""Documents of commands: every one has a schema, a key means one thing, real output fits."""

from __future__ import annotations

import inspect

import pytest

from hanabilab import Rules, play_games
from hanabilab.arena.table import record_of
from hanabilab.cli.commands import COMMANDS
from hanabilab.cli.documents.registry import DOCUMENTS
from hanabilab.cli.documents.schemas import fits, make_schema, meanings, schema_of
from hanabilab.cli.documents.writing import contents
from hanabilab.cli.loading import function_of
from hanabilab.errors import NotationError
from hanabilab.notation import format_record
from tests.cli.calling import command_of, document

pytestmark = pytest.mark.once

#: Calls of quick commands, with a game of five-rule's in `game.hanabi`.
_CALLS = (
    "play random random --games 3",
    "play random random --games 1",
    "compare random,random five-rule,five-rule --games 3",
    "crossplay five-rule random newest --games 4",
    "crossplay random --challenger five-rule --games 4",
    "replay game.hanabi",
    "replay game.hanabi --turn 3",
    "review game.hanabi --agent five-rule",
    "play random random --games 101 --luck",
    "compare random,random newest,newest --games 101 --luck",
    "review game.hanabi --endgame 2",
    "review game.hanabi --luck five-rule",
    "review game.hanabi --convention h-group --level 3",
    "explain five-rule game.hanabi",
    "explain game.hanabi --convention h-group",
    "search game.hanabi --turn 9 --agent sparta(five-rule,rollouts=100) --holdout 5",
    "log deduce game.hanabi --turn 9",
    "log check game.hanabi",
    "log deck p2v0s1",
    "log winnable p2v0s1",
    "endgame game.hanabi",
    "endgame game.hanabi --blueprint five-rule --seconds 1",
    "log redeal game.hanabi --turn 9 --games 3 --agents five-rule",
    "list agents",
    "list agents smart",
    "list agents net",
    "list rules",
    "list rules 8",
    "list variants",
    "list variants rainbow 5",
    "tiny list",
    "tiny show B",
    "tiny solve B",
    "tiny solve B --method all",
    "tiny operator B --blueprint 1,0,0,1,0,0",
    "tiny operator B --iterate",
    "tiny operator B --rollouts 5",
    "tiny operator B --random 5",
    "tiny operator B --all",
    "tiny obl A --policy uniform",
    "tiny obl A",
    "tiny learn B all --seeds 2 --episodes 50",
    "tiny levers --seeds 2 --steps 100",
)


def _parts():
    """Every object of every schema, with its command."""
    for command in DOCUMENTS:
        for name, part in make_schema(command).get("$defs", {}).items():
            yield command, name, part


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a game."""
    path = tmp_path_factory.mktemp("documents")
    played = play_games(["five-rule"] * 2, Rules(players=2), games=1, seed=1)
    record = record_of(played.rules, played.table.row(0, named=True))
    (path / "game.hanabi").write_text(format_record(record), encoding="ascii")
    return path


@pytest.mark.compiled
@pytest.mark.parametrize("call", _CALLS)
@pytest.mark.late_but(20)
def test_what_a_command_prints_fits_its_schema(call, folder, monkeypatch, capsys):
    """By our types in `document`, and by a validator of others where there is one."""
    monkeypatch.chdir(folder)
    found = document(capsys, *call.split())
    validator = pytest.importorskip("jsonschema")
    command = command_of(call.split())
    validator.Draft202012Validator(schema_of(command)).validate(found)


def test_every_command_with_json_has_a_schema():
    """And nothing else has one."""
    with_json = {
        name for name in COMMANDS if "as_json" in inspect.signature(function_of(name)).parameters
    }
    assert with_json == set(DOCUMENTS)


def test_files_are_what_the_types_make():
    """`python -m hanabilab.cli.documents.writing` makes them anew."""
    for file, text in contents().items():
        assert file.read_text(encoding="utf-8") == text, file.name


def test_schemas_are_schemas():
    """By the rules of JSON Schema."""
    validator = pytest.importorskip("jsonschema").Draft202012Validator
    for command in DOCUMENTS:
        validator.check_schema(schema_of(command))


def test_a_key_has_one_meaning():
    """One sentence for each key that there is, in the order of the alphabet, and no other."""
    used = {key for _, _, part in _parts() for key in part["properties"]}
    assert sorted(used) == list(meanings())
    told = [part["properties"] for _, _, part in _parts()]
    assert all(each["description"] == meanings()[key] for one in told for key, each in one.items())


#: Keys with several forms of one and the same: a number and its estimate, a number and numbers by
#: row, or by step, text and a number, names and what belongs to them. `exact` has two meanings, one
#: for values and one for counts; `expected` and `kind` mean something else of actions that are read
#: by conventions.
_SEVERAL_FORMS = {
    "actions", "blueprint", "chances", "communicativeness", "cross_play", "curve", "default",
    "exact", "expected", "gain", "information_per_play", "kind", "mean", "players",
    "risk_aversion", "score", "seed", "self_play", "sem",
}  # fmt: skip


def _forms(told):
    """What JSON may have at a place, null left out."""
    if "anyOf" in told:
        return {form for each in told["anyOf"] for form in _forms(each)}
    if told.get("type") == "array":
        return {f"array of {form}" for form in _forms(told.get("items") or told["prefixItems"][0])}
    kind = "object" if "$ref" in told else "string" if "enum" in told else told.get("type", "any")
    return {"number" if kind == "integer" else kind} - {"null"}


def test_a_key_has_one_form_but_for_those_that_are_named():
    """A key that comes to mean two things has two forms, most often."""
    forms: dict[str, set[str]] = {}
    for _, _, part in _parts():
        for key, told in part["properties"].items():
            forms.setdefault(key, set()).update(_forms(told))
    assert {key for key, found in forms.items() if len(found) > 1} == _SEVERAL_FORMS


def test_a_name_of_an_object_stands_for_one_object():
    """In the page, which lists each of them once."""
    first: dict[str, object] = {}
    for _, name, part in _parts():
        assert first.setdefault(name, part) == part


def test_what_does_not_fit_is_told():
    """A key too many, one that is missing, another type."""
    whole = {"seed": "p2v0s1", "players": 2, "variant": "No Variant", "deck": ["r1"]}
    short = {key: value for key, value in whole.items() if key != "deck"}
    assert fits("log deck", whole) == ""
    assert "unknown field `more`" in fits("log deck", whole | {"more": 1})
    assert "missing required field `deck`" in fits("log deck", short)
    assert "Expected `int`" in fits("log deck", whole | {"players": "2"})


def test_a_command_without_a_schema():
    with pytest.raises(NotationError, match=r"no command 'plai' prints JSON \(did you mean 'play'"):
        schema_of("plai")
