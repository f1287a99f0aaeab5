"""The page of everything that an agent may read: nothing is left out, and all is explained."""

from __future__ import annotations

import inspect
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "docs"))

import reading

from hanabilab import knowledge
from hanabilab.game import actions
from hanabilab.game.rule_tables import MAX_HAND, MAX_PLAYERS, RULE_STRUCT
from hanabilab.game.view import VIEW

pytestmark = pytest.mark.once

_RECORDS = {"VIEW": VIEW, "RULE_TABLES": RULE_STRUCT}
_FIELDS = {
    (name, field.name): field
    for (name, _), (record, protocols) in zip(
        _RECORDS.items(), reading.RECORDS.values(), strict=True
    )
    for field in reading.fields_of(record, protocols)
}


def test_every_field_is_there_once():
    """Of the view, and of the rules within it."""
    wanted = {(name, field) for name, record in _RECORDS.items() for field in record.names}
    assert wanted == set(_FIELDS)
    page = reading.page()
    assert all(f"``{name}``" in page for _, name in wanted)


@pytest.mark.parametrize("place", _FIELDS, ids=".".join)
def test_every_field_has_a_meaning_and_its_shape(place):
    """The comment beside it; as many axes as it has, of the sizes that it has."""
    record, field = _RECORDS[place[0]], _FIELDS[place]
    assert field.meaning, f"{place[1]} has no comment in its protocol"
    assert (record[place[1]].subdtype or (None, ()))[1] == field.shape
    assert len(field.shape) == len([axis for axis in field.axes.split(", ") if axis])


def test_the_page_says_what_the_hands_are():
    """One row in full, as a reader has it."""
    field = _FIELDS["VIEW", "hands"]
    assert ("seat, slot", (MAX_PLAYERS, MAX_HAND), "int16") == field[1:4]
    assert "card id, NO_CARD or UNKNOWN_CARD" == field.meaning
    row = f"   * - ``hands``\n     - [seat, slot], {MAX_PLAYERS} by {MAX_HAND}\n     - int16\n"
    assert f"{row}     - card id, NO_CARD or UNKNOWN_CARD\n" in reading.page()


def test_a_field_without_a_comment_would_be_seen():
    """It is listed last, without a meaning: the tests above would fail."""
    record = np.dtype([("turn", np.int16), ("mystery", np.int8, (3, 2))])
    fields = reading.fields_of(record, ("hanabilab.game.state:PublicTable",))
    assert ["turn", "mystery"] == [field.name for field in fields]
    assert ("", (3, 2), "int8", "") == fields[1][1:]


def _public_functions(module) -> set[str]:
    """Functions that a module defines, as Python finds them; kernels are not plain functions."""
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and not inspect.isclass(value)
        and callable(value)
        and getattr(value, "__module__", "") == module.__name__
        and hasattr(value, "__name__")
    }


def test_every_function_is_there():
    """Of `game.actions`, and of every module of `knowledge`, with what it does."""
    page, folder = reading.page(), Path(knowledge.__file__).parent
    names = [f"hanabilab.knowledge.{path.stem}" for path in folder.glob("[!_]*.py")]
    assert {*names, actions.__name__} <= set(reading.modules())
    for name in (*names, actions.__name__):
        helpers = reading.helpers_of(name)
        listed = {helper.name for helper in helpers}
        if name.rpartition(".")[2] not in ("smt", "model_count"):  # which need extras
            assert _public_functions(import_module(name)) <= listed
        for helper in helpers:
            assert helper.meaning, f"{name}.{helper.name} has no docstring"
            assert f"``{helper.name}({helper.arguments})``" in page


def test_kernels_are_told_from_plain_functions():
    """A star stands behind what compiled agents cannot call."""
    page = reading.page()
    assert "``is_legal(table, action)``\n" in page
    assert r"``deduce_hand(view, seat)`` \*" in page
