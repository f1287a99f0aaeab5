"""The NumPy records, and the protocols that name their fields for the type checker: the same."""

from __future__ import annotations

import copy
import inspect
import pickle

import numpy as np
import pytest

from hanabilab._jit import kernel
from hanabilab.game.cards import Table
from hanabilab.game.layout import LAYOUT, LayoutRow
from hanabilab.game.record import Record
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


# --- Records in Python ---------------------------------------------------------------------------

_INNER = np.dtype([("many", np.int16, (2,)), ("one", np.int64)], align=True)
_ROW = np.dtype((Record, np.dtype([("first", np.int16), ("inner", _INNER)], align=True)))


@kernel
def _count_up(row):
    row.first += 1
    row.inner.many[1] += 1


def test_a_record_is_its_row():
    """What is written to a field, by Python or by a kernel, is in the array; other rows are not."""
    rows = np.zeros(3, _ROW)
    row = rows[1]
    row.first, row.inner.one, row.inner.many = 7, 8, 9
    _count_up(row)
    assert not any(rows[0].tobytes() + rows[2].tobytes())
    expected = np.zeros(1, _ROW)
    expected["first"], expected["inner"]["one"], expected["inner"]["many"] = 8, 8, [9, 10]
    assert expected[0] == rows[1] == row
    assert (8, 9, 10, 8) == (row.first, *row.inner.many, row.inner.one)
    assert isinstance(row.inner, Record)
    assert row.data is row  # what Numba asks for: not NumPy's description of all fields


def test_a_record_keeps_its_type_in_copies_and_pickles():
    """And what it holds."""
    row = np.array((1, ((2, 3), 4)), _ROW)[()]
    for other in (copy.copy(row), copy.deepcopy(row), pickle.loads(pickle.dumps(row))):
        assert (Record, row) == (type(other), other)


def test_what_is_no_field_is_refused():
    """Read or written; a value that does not fit is refused as NumPy does."""
    row = np.zeros(1, _ROW)[0]
    with pytest.raises(AttributeError, match="no attribute 'second'"):
        row.second  # noqa: B018
    with pytest.raises(ValueError, match="no field of name second"):
        row.second = 1
    with pytest.raises(OverflowError):
        row.first = 40_000
    assert not hasattr(row, "second")
    assert row.dtype == _ROW
