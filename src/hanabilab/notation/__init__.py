"""Text in and out: names with arguments, rules, states and records.

Everything here round-trips. Whatever bytes come in, the result is a value or one of the
`ValueError`s of `hanabilab.errors`.
"""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.notation.call import Call, parse_call, split_calls
    from hanabilab.notation.record import Record, format_record, load_record, parse_record, replay
    from hanabilab.notation.rules_text import format_rules, parse_rules, rules_call
    from hanabilab.notation.state_reading import parse_state
    from hanabilab.notation.state_text import format_state

__all__ = [
    "Call",
    "Record",
    "format_record",
    "format_rules",
    "format_state",
    "load_record",
    "parse_call",
    "parse_record",
    "parse_rules",
    "parse_state",
    "replay",
    "rules_call",
    "split_calls",
]

open_face(__name__)
