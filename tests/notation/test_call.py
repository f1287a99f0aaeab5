"""Names with arguments: what they mean, that they round-trip, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanabilab.errors import NotationError
from hanabilab.notation import Call, parse_call, split_calls
from tests.strategies import examples

LARGEST = 10**18 - 1  # numbers have at most 18 digits before the point

_names = st.from_regex(r"[A-Za-z_./~][A-Za-z0-9_./:~+-]{0,12}", fullmatch=True)
_numbers = st.integers(-LARGEST, LARGEST) | st.floats(allow_nan=False, allow_infinity=False)
_quoted = st.text([chr(code) for code in range(32, 127) if chr(code) != '"'], max_size=12)


@st.composite
def calls(draw, depth=2):
    """Any call, up to three levels deep."""
    leaves = _numbers | _quoted | _names.map(Call)
    values = leaves if depth == 0 else leaves | calls(depth - 1)
    options = draw(st.dictionaries(_names, values, max_size=3))
    return Call(
        draw(_names), tuple(draw(st.lists(values, max_size=3))), tuple(sorted(options.items()))
    )


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("five-rule", Call("five-rule")),
        (
            "sparta(five-rule, rollouts=512)",
            Call("sparta", (Call("five-rule"),), (("rollouts", 512),)),
        ),
        ("full(players=3, bomb=keep)", Call("full", (), (("players", 3), ("bomb", Call("keep"))))),
        ("examples/careful.py:careful", Call("examples/careful.py:careful")),
        ('f("a, b) =", -1, 2.5)', Call("f", ("a, b) =", -1, 2.5))),
        ("f(g(h(1)), a=g())", Call("f", (Call("g", (Call("h", (1,)),)),), (("a", Call("g")),))),
        ("f(a=g(b=1))", Call("f", (), (("a", Call("g", (), (("b", 1),))),))),
        ("~/x+y.z(2-3)", Call("~/x+y.z", (Call("2-3"),))),
        ("f(5x, 1e5x, 1.2.3)", Call("f", (Call("5x"), Call("1e5x"), Call("1.2.3")))),
    ],
)
def test_a_call_reads_as_written(text, call):
    """Names, numbers, quoted text and calls inside calls; the examples of the module's head."""
    assert call == parse_call(text)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("f()", "f"),
        (" f ( 2 ,\ta = 1 ) ", "f(2, a=1)"),
        ("f(+5, 007, -0)", "f(5, 7, 0)"),
        ("f(1e3, 1.50, -0.0)", "f(1000.0, 1.5, -0.0)"),
        ("f(g(), h( ))", "f(g, h)"),
    ],
)
def test_a_call_prints_its_canonical_text(text, canonical):
    """One space after a comma, no empty brackets, numbers as Python writes them."""
    assert canonical == str(parse_call(text))
    assert canonical == str(parse_call(canonical))


@examples(150, plain=60)
@given(calls())
@pytest.mark.late
def test_calls_round_trip(call):
    """Printing a call and parsing it gives the same call; numbers keep their type and sign."""
    again = parse_call(str(call))
    assert repr(call) == repr(again)
    assert str(call) == str(again)


@examples(60, plain=30)
@given(calls(), st.data())
@pytest.mark.late
def test_spaces_between_words_mean_nothing(call, data):
    """Blanks and tabs around brackets, commas and equal signs are ignored."""
    text, inside = "", False
    for letter in str(call):
        inside ^= letter == '"'
        space = data.draw(st.sampled_from(["", " ", "\t "])) if letter in "(),=" else ""
        text += letter if inside else f"{space}{letter}{space}"
    assert repr(call) == repr(parse_call(text))


def _cannot_read(text, column):
    return f"cannot read {text!r} at column {column}; write name, name(value, key=value)"


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("-x", 1),
        ("é", 1),
        ("a b", 3),
        ("f)", 2),
        ("f()g", 4),
        ("f(a)(b)", 5),
        ("f(1 2)", 5),
        ("f(,)", 3),
        ("f(1,)", 5),
        ("f(=1)", 3),
        ("f(a=)", 5),
        ("f(a=b=c)", 6),
        ("f((1))", 3),
        ("f(5())", 4),
        ("f(--1)", 3),
        ("f('a')", 3),
        ('f("a)', 3),
        ('f("é")', 3),
        ('f("\n")', 3),
        ("f\n(1)", 2),
    ],
)
def test_the_refusal_says_where_a_name_goes_wrong(text, column):
    """Columns count from 1; the whole text is quoted on one line."""
    with pytest.raises(NotationError) as error:
        parse_call(text)
    assert _cannot_read(text, column) == str(error.value)


@pytest.mark.parametrize("text", ["", " ", "f(", "full(players=2", "f(a=", "f(1,"])
def test_the_refusal_says_that_a_name_ends_too_early(text):
    """Nothing is wrong with what is there: more must follow."""
    with pytest.raises(NotationError) as error:
        parse_call(text)
    expected = f"cannot read {text!r} at its end; write name, name(value, key=value)"
    assert expected == str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f(a=1, 2)", "in 'f': positions come before keywords"),
        ("g(f(a=1, b))", "in 'f': positions come before keywords"),
        ("f(a=1, b=2, a=1)", "in 'f': a keyword is given twice"),
        ("f(1e999)", "'1e999' is too large a number"),
        ("f(a=-1.5e400)", "'-1.5e400' is too large a number"),
        (
            "x" * 4097,
            "name of 4,097 characters is too long; at most 4,096",
        ),
        (
            "f(" * 33 + ")" * 33,
            "name has 33 brackets; at most 32",
        ),
    ],
)
def test_arguments_that_make_no_sense_are_refused(text, message):
    """What is in the grammar and still no call is told in one line."""
    with pytest.raises(NotationError) as error:
        parse_call(text)
    assert message == str(error.value)


def test_the_longest_and_deepest_names_are_read():
    """4096 characters and 32 brackets are allowed."""
    assert Call("x" * 4096) == parse_call("x" * 4096)
    assert "f(" * 31 + "f" + ")" * 31 == str(parse_call("f(" * 32 + ")" * 32))


# --- Several names -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a, b,c", ["a", "b", "c"]),
        ("a,,b,", ["a", "", "b", ""]),
        ("f(1, 2), g(h(3, 4), 5)", ["f(1, 2)", "g(h(3, 4), 5)"]),
        ('f("a, b)"), c', ['f("a, b)")', "c"]),
        ("a), b", ["a), b"]),
        ('"a, b', ['"a, b']),
    ],
)
def test_names_are_split_at_commas_outside_brackets_and_quotes(text, parts):
    """Each part is stripped; nothing is judged here."""
    assert parts == split_calls(text)


@examples(60, plain=30)
@given(st.lists(calls(), min_size=1, max_size=6))
@pytest.mark.late
def test_names_joined_by_commas_are_split_again(several):
    """The names of a line-up come out one by one, whatever their arguments."""
    names = [str(call) for call in several]
    assert names == split_calls(", ".join(names))


def test_an_endless_list_is_refused_by_its_length():
    """Before it is split."""
    with pytest.raises(NotationError) as error:
        split_calls("x," * 5_000_000)
    told = "list of names of 10,000,000 characters is too long; at most 1,048,576"
    assert told == str(error.value)
