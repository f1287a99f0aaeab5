"""What a user is told beside the results, on stderr."""

from __future__ import annotations

import sys

from hanabilab.messages import one_line


def note(text: str) -> None:
    """Tell a user something beside the results."""
    print(f"hanabi: {one_line(text)}", file=sys.stderr)  # noqa: T201  # not among the results
