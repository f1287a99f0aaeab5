"""Any text and any bytes into every parser: a value that round-trips, or one line of refusal.

The suite is derandomized: each run tries the same thousands of inputs.
"""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hanabilab.errors import HanabiError
from hanabilab.game.rules import PRESETS, Rules
from hanabilab.game.words import format_action, parse_action
from hanabilab.notation import (
    format_record,
    format_rules,
    format_state,
    parse_call,
    parse_record,
    parse_rules,
    parse_state,
    split_calls,
)
from tests.notation.samples import MIDDLE, START, TEXT
from tests.strategies import examples

RULES = Rules(players=3)
CALL = 'sparta(five-rule, rollouts=512, epsilon=-0.5e1, a="b, (c")'
RULES_TEXT = "full(players=3, copies=33221, draw_slot=vacated, bomb=keep)"

#: Each parser with how its value is written and compared.
PARSERS = {
    "call": (parse_call, str, repr),
    "rules": (parse_rules, format_rules, repr),
    "state": (parse_state, lambda found: format_state(*found), lambda found: found[1].tobytes()),
    "record": (parse_record, format_record, repr),
    "action": (
        lambda text: parse_action(RULES, text),
        lambda action: format_action(RULES, action),
        repr,
    ),
    "split": (split_calls, ", ".join, repr),
}
VALID = {
    "call": [CALL],
    "rules": [RULES_TEXT],
    "state": [START, MIDDLE],
    "record": [TEXT],
    "action": ["play 1", "discard 0", "hint 2 yellow", "hint 1 5"],
    "split": [f"five-rule, {CALL}"],
}
SPOILERS = ["", "\0", "\n", " ", "0", "9", "A", "R", "-", "(", '"', "é", "²", "\ud800"]


def is_refused_or_round_trips(parser, given_text) -> bool:
    """Whether the parser refused; if it took the text, its value must come back from its text."""
    parse, show, facts = PARSERS[parser]
    try:
        found = parse(given_text)
    except HanabiError as error:
        assert isinstance(error, ValueError)
        assert str(error)
        assert 1 == len(str(error).splitlines())
        return True
    assert facts(found) == facts(parse(show(found)))
    return False


@st.composite
def spoiled(draw, texts):
    """One of `texts` with up to four edits: characters flipped, cut out, put in, moved."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 3) | st.integers(0, len(text))))
        piece = draw(
            st.sampled_from(SPOILERS)
            | st.text(max_size=3)
            | st.just(text[start:end] * 2)
            | st.just(text[start:end][::-1])
        )
        text = text[:start] + piece + text[end:]
    return text


@pytest.mark.parametrize("parser", PARSERS)
def test_valid_text_is_taken(parser):
    """What the other tests spoil is good as it stands."""
    for text in VALID[parser]:
        assert not is_refused_or_round_trips(parser, text)


@pytest.mark.parametrize("parser", PARSERS)
@examples(150, plain=80)
@given(given_text=st.text())
@example(given_text="\ud800")
@example(given_text="\u2028")
@example(given_text="x" * 5000)
@example(given_text="(" * 5000)
@example(given_text="f(" * 5000)
@example(given_text='"' * 5000)
@example(given_text="9" * 5000)
@pytest.mark.late_but(2)
def test_any_text_is_refused_or_round_trips(parser, given_text):
    """Whatever characters come in, also half a surrogate pair and a great many brackets."""
    is_refused_or_round_trips(parser, given_text)


@examples(150, plain=80)
@given(data=st.binary(max_size=100), place=st.integers(0, len(TEXT)))
def test_any_bytes_are_refused_or_round_trip(data, place):
    """On their own or in the middle of a good record."""
    is_refused_or_round_trips("record", data)
    is_refused_or_round_trips("record", TEXT[:place].encode() + data + TEXT[place:].encode())


@pytest.mark.parametrize("parser", PARSERS)
@examples(300, plain=100)
@given(data=st.data())
@pytest.mark.late_but(2)
def test_spoiled_text_is_refused_or_round_trips(parser, data):
    """A few edits to good text, which gets past the first checks."""
    is_refused_or_round_trips(parser, data.draw(spoiled(VALID[parser])))


@pytest.mark.parametrize(("parser", "text"), [("state", MIDDLE), ("record", TEXT)])
def test_text_cut_anywhere_is_refused(parser, text):
    """At every length short of the whole, from either end."""
    for place in range(1, len(text)):
        assert is_refused_or_round_trips(parser, text[:place])
        assert is_refused_or_round_trips(parser, text[place:])


@pytest.mark.parametrize(("parser", "text"), [("state", MIDDLE), ("record", TEXT)])
@pytest.mark.late
def test_a_spoiled_character_is_refused_or_round_trips(parser, text):
    """Every single character of good text left out, or changed into each of a dozen others."""
    refused = 0
    for place in range(len(text)):
        for spoiler in SPOILERS:
            refused += is_refused_or_round_trips(parser, text[:place] + spoiler + text[place + 1 :])
    assert refused > 0.8 * len(text) * len(SPOILERS)


_fields = list(Rules.__dataclass_fields__)
_values = st.sampled_from(
    ["1", "2", "-1", "0", "1.5", "1e3", "keep", '""', '"32221"', "f(1)", "321"]
)
_options = st.tuples(st.sampled_from([*_fields, "name", "cls", "self", "changes"]), _values)


@examples(300, plain=100)
@given(st.sampled_from(list(PRESETS)), st.lists(_options, max_size=4, unique_by=lambda o: o[0]))
def test_any_options_of_rules_are_refused_or_round_trip(preset, options):
    """Good grammar with values of all kinds under all names."""
    given_text = f"{preset}({', '.join(f'{key}={value}' for key, value in options)})"
    is_refused_or_round_trips("rules", given_text)
