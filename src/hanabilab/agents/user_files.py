"""A user's Python file, loaded so that its agents or games can be named."""

from __future__ import annotations

import hashlib
import sys
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from hanabilab.errors import HanabiError

__all__ = ["load_file"]

#: Files loaded so far, and the bytes that they were loaded from.
_LOADED: dict[Path, tuple[bytes, ModuleType]] = {}


def load_file(path: Path, kind: str, error_type: type[HanabiError]) -> Any:
    """The module that a file makes; `kind` says what is looked for, in messages.

    However its path is written, a file is one module, which runs again only once the file has
    changed. The module's name tells the place and the text of the file, so that native code that
    is kept on disk under this name is of this file and no other.

    Raises:
        HanabiError: of `error_type`: no such file, or one that fails.
    """
    if path.suffix != ".py" or not path.is_file():
        raise error_type(f"no {kind} file {path}")
    place = path.resolve()
    try:
        text = place.read_bytes()
    except OSError as error:
        raise error_type(f"cannot read {kind} file {path}: {error.strerror}") from None
    if place not in _LOADED or _LOADED[place][0] != text:
        try:
            _LOADED[place] = text, _run(place, text, path.parent.resolve())
        except HanabiError:
            raise
        except (Exception, SystemExit) as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise error_type(f"{kind} file {path} fails: {reason}") from error
    return _LOADED[place][1]


def _run(place: Path, text: bytes, folder: Path) -> ModuleType:
    """The module of a file; as a script it may import its neighbors, and find itself by name."""
    digest = hashlib.sha256(bytes(place) + b"\0" + text).hexdigest()[:16]
    name = f"{place.stem.replace('.', '_')}_{digest}"
    spec = spec_from_file_location(name, place)
    if spec is None or spec.loader is None:
        raise ImportError(f"{place} is not Python")
    module = sys.modules[name] = module_from_spec(spec)
    sys.path.insert(0, str(folder))
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        with suppress(ValueError):  # the file may have taken it away itself
            sys.path.remove(str(folder))
    return module
