"""Messages to people: other people's text made harmless, one line of limited length, near words.

Names, captions, paths and settings can come from anywhere. They are shown as they are, except that
what a terminal would obey is written out: an escape as a backslash, an x and 1b.
"""

from __future__ import annotations

import operator
import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

#: Longer messages lose their middle: what was wrong stands first, what would be right last.
_LONGEST = 300
_HEAD = 200
_CUT = " ... "
#: The most characters of a name beside a figure.
_LABEL = 40
#: How alike two words must be for one to be taken for the other; 1 is the same.
_NEAR = 0.7
#: What a requirement says of the extra that it is for.
_EXTRA = re.compile(r"(?:\band\s+)?extra\s*==\s*['\"]([\w.-]+)['\"]")


def printable(text: str) -> str:
    """`text` with everything written out that is not a visible character, a space or a new line."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter == "\n" else _written_out(letter)
        for letter in text
    )


def _written_out(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def one_line(text: str) -> str:
    """`text` as a message: printable, on one line, without its middle if it is too long."""
    if len(text) > 2 * _LONGEST:  # not all of what is cut need be looked at
        text = f"{text[:_LONGEST]}{_CUT}{text[-_LONGEST:]}"
    line = printable(" ".join(text.split()))
    if len(line) <= _LONGEST:
        return line
    return f"{line[:_HEAD]}{_CUT}{line[-(_LONGEST - _HEAD - len(_CUT)) :]}"


def label(name: str) -> str:
    """`name` where there is little room: a long one, such as a path, loses its middle."""
    shown = printable(name)
    return shown if len(shown) <= _LABEL else f"{shown[: _LABEL // 3]}{_CUT}{shown[-_LABEL // 2 :]}"


def quoted(path: Path | str) -> str:
    """A path as a shell takes it, for a command line in a message."""
    return shlex.quote(str(path))


def int_hint(value: object) -> str:
    """What to add where Python's whole number is needed, and another's, such as NumPy's, stands."""
    try:
        operator.index(cast("Any", value))
    except TypeError:
        return ""
    return "" if isinstance(value, int) else "; write int(...) around it"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The known word nearest to `word`, to stand behind it in a message; "" if none is near."""
    from difflib import get_close_matches

    by_lower = {name.lower(): name for name in known}
    near = get_close_matches(word[:_LONGEST].lower(), by_lower, n=1, cutoff=_NEAR)
    return f" (did you mean {by_lower[near[0]]!r}?)" if near else ""


def how_to_install(*extras: str) -> str:
    """The command that installs extras: in a checkout, from it, in the versions tested.

    A package that is installed without its checkout tells what the extras need: no registry has
    hanabilab itself, and a stranger's package may one day have its name.
    """
    checkout = Path(__file__).parents[2]
    if (checkout / "constraints.txt").is_file():
        return f"cd {quoted(checkout)}; pip install -c constraints.txt -e '.[{','.join(extras)}]'"
    needed = _needed_by(extras)
    if not needed:  # the source was copied, not installed
        return f"pip install -e '.[{','.join(extras)}]' in the checkout"
    return f"pip install {' '.join(map(quoted, needed))}"


def _needed_by(extras: tuple[str, ...]) -> list[str]:
    """What the installed package says that extras need, as pip takes it."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        needs = [line.partition(";") for line in requires("hanabilab") or ()]
    except PackageNotFoundError:
        needs = []
    found = []
    for need, _, mark in needs:
        if (extra := _EXTRA.search(mark)) and extra[1] in extras:
            other = _EXTRA.sub("", mark).strip()  # such as for which Pythons there are wheels
            found.append(f"{need.strip()}; {other}" if other else need.strip())
    return found
