"""The terminal: all that commands print goes through here, and faults of stdout are reported.

Names, captions, paths and settings are other people's text. They are shown as they are: `[x]` is
not markup, `:x:` is not a picture, and control characters are written out.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import rich.console
from rich.console import ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from hanabilab.errors import OutputError
from hanabilab.messages import printable

#: What stands for our signs where the output is not Unicode.
_ASCII = str.maketrans(
    {"±": "+-", "≠": "!", "·": ".", "…": ".", "█": "#"}
    | dict.fromkeys("▌▋▊▉", "#")
    | dict.fromkeys("▏▎▍", " ")
)


class Console(rich.console.Console):
    """Rich's console for text that may come from anywhere; style is given by `Text` alone."""

    def __init__(self, *, stderr: bool = False, quiet: bool = False) -> None:
        # Rich would fit everything into no columns, and print nothing.
        environ = {**os.environ}
        if environ.get("COLUMNS", "1").strip("0") == "":
            del environ["COLUMNS"]
        super().__init__(
            stderr=stderr,
            quiet=quiet,
            markup=False,
            emoji=False,
            highlight=False,
            _environ=environ,
        )

    def render_str(self, text: str, **how: Any) -> Text:
        """A string as text, harmless before its width is measured."""
        return super().render_str(self._shown(text), **how)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Whatever is printed, in pieces; those that were `Text` are harmless from here on."""
        for segment in super().render(renderable, options):
            shown = segment.text if segment.control else self._shown(segment.text)
            yield segment if shown == segment.text else Segment(shown, segment.style)

    def on_broken_pipe(self) -> None:
        """Leave it to the command line's entry."""
        raise BrokenPipeError

    def _shown(self, text: str) -> str:
        unicode = text.isascii() or self.encoding.startswith("utf")
        return printable(text if unicode else text.translate(_ASCII))


class _Stdout(io.TextIOWrapper):
    """Standard output that says in one line why it cannot be written to, and then gives up."""

    def write(self, text: str) -> int:
        """Write, or raise what `_given_up` returns."""
        try:
            return super().write(text)
        except OSError as error:
            raise self._given_up(error) from None

    def flush(self) -> None:
        """Flush, or raise what `_given_up` returns."""
        try:
            super().flush()
        except OSError as error:
            raise self._given_up(error) from None

    def _given_up(self, error: OSError) -> OSError:
        """Send what is left nowhere, so that it fails once; a reader who left is no mistake."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
        if isinstance(error, BrokenPipeError):
            return error
        return OutputError(f"cannot write to standard output: {error.strerror}")


def print_document(document: Any) -> None:
    """Print what programs read, as one line of JSON."""
    print(json.dumps(document))  # noqa: T201  # one line, however long


def report(document: Any, draw: Callable[[Any], object], *, as_json: bool) -> int:
    """Print a document for programs, or draw it for people; the exit code.

    Args:
        draw: takes the document, and prints what people read.
    """
    (print_document if as_json else draw)(document)
    return 0


def guard_stdin() -> None:
    """Make a stdin that whoever called us has closed an empty one, as /dev/null is."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115  # open until the end


def guard_stdout() -> None:
    """Make stdout tell its errors, and write out the characters that its encoding lacks."""
    if sys.stdout is None:  # closed by whoever called us
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115  # open until the end
    if isinstance(sys.stdout, io.TextIOWrapper):
        encoding, lines = sys.stdout.encoding, sys.stdout.line_buffering
        sys.stdout = _Stdout(
            sys.stdout.detach(), encoding, errors="backslashreplace", line_buffering=lines
        )
