"""What numbers the programs of studies take."""

from __future__ import annotations

import argparse
from collections.abc import Callable


def at_least(fewest: int) -> Callable[[str], int]:
    """Reads a whole number, `fewest` at least, for `argparse`."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
        if number < fewest:
            raise argparse.ArgumentTypeError(f"{number}; at least {fewest} is needed")
        return number

    return read
