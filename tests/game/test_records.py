"""The NumPy records and the protocols that name their fields for the type checker are the same."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from hanabilab.game.cards import Table
from hanabilab.game.layout import LAYOUT, LayoutRow
from hanabilab.game.rule_tables import RULE_STRUCT, RULE_TABLES, RuleTables
from hanabilab.game.state import STATE, TABLE_FIELDS, State
from hanabilab.game.view import VIEW, View

RECORDS = [
    pytest.param(STATE, State, id="STATE"),
    pytest.param(VIEW, View, id="VIEW"),
    pytest.param(RULE_TABLES, RuleTables, id="RULE_TABLES"),
    pytest.param(LAYOUT, LayoutRow, id="LAYOUT"),
]


def attributes(protocol):
    """The attributes of a protocol and of those it extends, with their types as written."""
    found = {}
    for base in protocol.__mro__[-2::-1]:
        if base.__name__ not in ("Protocol", "Generic"):
            found.update(inspect.get_annotations(base))
    return found


def type_in_words(field):
    """How a protocol should write the type of a record's field."""
    if field.names:
        return "RuleTables"
    return f"NDArray[np.{field.base}]" if field.shape else "int"


@pytest.mark.parametrize(("record", "protocol"), RECORDS)
def test_records_have_the_fields_of_their_protocol(record, protocol):
    """No field is missing, none is unknown to the type checker, and the types agree."""
    expected = {name: record.fields[name][0] for name in record.names}
    assert {name: type_in_words(field) for name, field in expected.items()} == attributes(protocol)


@pytest.mark.parametrize(("record", "protocol"), RECORDS[2:])
def test_simple_records_have_their_fields_in_order(record, protocol):
    """Where one protocol is the whole record, both are written in one order."""
    assert list(record.names) == list(attributes(protocol))


@pytest.mark.parametrize(("record", "_protocol"), RECORDS)
def test_fields_are_attributes(record, _protocol):
    """No field bears the name of one of NumPy's attributes, which would hide it with JIT off."""
    assert set() == set(record.names) & set(dir(np.record))


@pytest.mark.parametrize(("record", "_protocol"), RECORDS)
def test_fields_are_aligned(record, _protocol):
    """Every field lies where the processor likes it: compiled attribute access depends on it."""
    for name in record.names:
        field, offset = record.fields[name][:2]
        assert 0 == offset % field.base.alignment
    assert 0 == record.itemsize % record.alignment


@pytest.mark.parametrize("record", [STATE, VIEW, RULE_STRUCT])
def test_records_have_no_gaps(record):
    """A NumPy copy leaves whatever bytes were in a gap: equal rows would not be equal bytes."""
    end = 0
    for field, offset in sorted(record.fields.values(), key=lambda each: each[1]):
        assert end == offset
        end += field.itemsize
    assert end == record.itemsize


def test_state_and_view_open_with_the_same_fields():
    """What both hold lies at the same place in both, so that it is copied at once."""
    shared = [field[0] for field in TABLE_FIELDS]
    assert shared == list(STATE.names[: len(shared)]) == list(VIEW.names[: len(shared)])
    for name in shared:
        assert STATE.fields[name] == VIEW.fields[name]


def test_a_view_has_no_room_for_secrets():
    """A view has the public fields, the hands, its seat and the rules: no deck."""
    shared = [field[0] for field in TABLE_FIELDS]
    assert [*shared, "seat", "raised", "rules"] == list(VIEW.names)


def test_rules_are_a_plain_struct_inside_other_records():
    """A nested np.record would lose its alignment."""
    assert RULE_STRUCT == STATE.fields["rules"][0] == VIEW.fields["rules"][0]
    assert np.void is STATE.fields["rules"][0].type


@pytest.mark.parametrize("protocol", [State, View])
def test_states_and_views_are_tables(protocol):
    """Questions about cards take a STATE or a VIEW row alike."""
    assert Table in protocol.__mro__
