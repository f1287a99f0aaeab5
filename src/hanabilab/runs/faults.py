"""One place where whatever a file of others provokes becomes one line that names the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hanabilab.errors import HanabiError, ResumeError


@contextmanager
def faults_told(
    path: Path,
    kind: type[HanabiError] = ResumeError,
    *,
    words: str = "cannot read {}",
    passing: Callable[[Exception], bool] = lambda _: False,
) -> Iterator[None]:
    """Make whatever goes wrong within one line that names the file: it holds what nobody expected.

    Nothing but reading belongs within, since every error is taken for one of the file.

    Args:
        path: of the file.
        kind: what is raised.
        words: that the line begins with; `{}` stands for the path.
        passing: tells an error that is none of the file; that memory does not suffice is none.

    Raises:
        HanabiError: of `kind`; what names the file already is told as it is.
    """
    try:
        yield
    except MemoryError:
        raise
    except RecursionError:
        raise kind(f"{words.format(path)}: it has lists within lists without end") from None
    except Exception as error:  # libraries raise anything at what is not theirs
        if passing(error):
            raise
        if isinstance(error, HanabiError) and str(path) in str(error):
            raise kind(str(error)) from None
        raise kind(f"{words.format(path)}: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    """The first line of an error, or its kind where it says nothing."""
    if isinstance(error, KeyError):
        return f"{error} is missing"
    line = (str(error).splitlines() or [""])[0] or type(error).__name__
    return line if isinstance(error, HanabiError) else line[:200]
