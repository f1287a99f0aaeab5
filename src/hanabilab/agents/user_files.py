"""A user's Python file, loaded so that its agents or games can be named."""

from __future__ import annotations

import importlib.util
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from hanabilab.errors import HanabiError

__all__ = ["load_file"]


def load_file(path: Path, kind: str, error_type: type[HanabiError]) -> Any:
    """The module that a file makes; `kind` says what is looked for, in messages.

    Raises:
        HanabiError: of `error_type`: no such file, or one that fails.
    """
    spec = importlib.util.spec_from_file_location(f"{kind}s of {path}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise error_type(f"no {kind} file {path}")
    module = importlib.util.module_from_spec(spec)
    # As a script would have it: the file may import its neighbors, and find itself by name.
    sys.modules[spec.name] = module
    sys.path.insert(0, folder := str(path.parent.resolve()))
    try:
        spec.loader.exec_module(module)
    except HanabiError:
        raise
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise error_type(f"{kind} file {path} fails: {reason}") from error
    finally:
        with suppress(ValueError):  # the file may have taken it away itself
            sys.path.remove(folder)
    return module
