"""A user's Python file, loaded so that its agents or games can be named; and which files may run.

If a user names a file, it runs. A name that was read from a folder can be anybody's. The file that
it names runs only if the user has named that very file, too, or allows it.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.machinery import SourceFileLoader
from importlib.util import decode_source, module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from hanabilab.errors import AgentError, HanabiError, NotationError

#: Files loaded so far, and the bytes that they were loaded from.
_LOADED: dict[Path, tuple[bytes, ModuleType]] = {}
#: Files that may run when data names them, beside those that have been loaded; None allows all.
_ALLOWED: set[Path | None] = set()
#: What stands between names in the grammar of `notation.call`, and in a command line.
_BETWEEN_NAMES = re.compile(r"[^A-Za-z0-9_./:~+-]+")
#: A word of a name: a path, what is named in its file, a number.
_WORD = re.compile(r"[A-Za-z0-9_./~+-]+")
#: What looks like the path of a Python file, with letters that no name has.
_ANY_PATH = re.compile(r'[^(),="]+?\.py(?!\w)')


def files_in(text: str) -> list[Path]:
    """The Python files that a name, or a line of names, would run."""
    # A path, and not its text: `evil.py/` and `evil.py/.` are `evil.py` to whoever loads them.
    paths = (Path(name.partition(":")[0]) for name in _BETWEEN_NAMES.split(text))
    return [path for path in paths if path.suffix == ".py"]


def missing_file(text: str) -> Path | None:
    """The first file in a name, or a line of names, that its relative path does not lead to."""
    paths = (Path(word.partition(":")[0]) for word in _WORD.findall(text))
    return next((path for path in paths if _tells_a_file(path) and not path.exists()), None)


def _tells_a_file(path: Path) -> bool:
    """Whether a word is a relative path, and no name or number."""
    named = path.suffix and not path.suffix[1:].isdigit()
    return not path.is_absolute() and bool(named or len(path.parts) > 1)


def require_nameable_files(text: str) -> None:
    """Do nothing if a name that cannot be read leads to no file; else say what is wrong with it.

    Raises:
        NotationError: there is such a file, but its path has letters that names do not have.
    """
    whole, ending, _ = text.partition(".py")
    for path in map(str.strip, (whole + ending, *_ANY_PATH.findall(text))):
        odd = next((letter for letter in path if not _WORD.fullmatch(letter)), None)
        with suppress(OSError):  # longer than a path can be
            if odd and Path(path).is_file():
                raise NotationError(
                    f"{path!r} has {odd!r}, and a name has letters A to Z, digits and _ . / ~ + - "
                    "alone; call it from its own folder, or rename it"
                )


def whole_paths(name: str) -> str:
    """A name with each word written as a whole path, so that names of the same files are equal."""

    def whole(word: re.Match[str]) -> str:
        with suppress(FileNotFoundError):  # the current folder is gone
            return str(Path(word[0]).resolve())
        return word[0]

    return _WORD.sub(whole, name)


def allow_code(*files: str | Path) -> None:
    """Let names that are read from folders run these Python files; without any, all files."""
    _ALLOWED.update([Path(file).resolve() for file in files] or [None])


@contextmanager
def code_allowed(files: Iterable[Path], *, all_files: bool = False) -> Iterator[None]:
    """`allow_code` for a while."""
    before = _ALLOWED.copy()
    _ALLOWED.update(file.resolve() for file in files)
    if all_files:
        _ALLOWED.add(None)
    try:
        yield
    finally:
        _ALLOWED.clear()
        _ALLOWED.update(before)


def trusts_folders() -> bool:
    """Whether the user has allowed all that folders hold."""
    return None in _ALLOWED


def require_allowed_code(
    name: str, error_type: type[HanabiError] = AgentError, source: str = "the folder"
) -> None:
    """Do nothing if a name that was read from a folder runs no file but what the user allows.

    Args:
        name: of an agent or a game, or a line of names.
        error_type: what is raised.
        source: what the name was read from, for the message.

    Raises:
        HanabiError: of `error_type`: it would run another.
    """
    for file in files_in(name):
        place = file.resolve()
        if not {None, place} & _ALLOWED and place not in _LOADED:
            raise error_type(
                f"{source} names {file}, a Python file that would run; if you trust it, name it "
                "on the command line too, or give --allow-code (in Python allow_code(FILE))"
            )


def load_file(path: Path, kind: str, error_type: type[HanabiError]) -> Any:
    """The module that a file makes; `kind` says what is looked for, in messages.

    However its path is written, a file is one module, which runs again only once the file has
    changed. The module's name tells the place and the text of the file, so that native code that
    is kept on disk under this name is of this file and no other.

    Raises:
        HanabiError: of `error_type`: no such file, or one that fails.
    """
    try:
        if path.suffix != ".py" or not path.is_file():
            raise error_type(f"no {kind} file {path}")
        place = path.resolve()
        text = place.read_bytes()
    except OSError as error:
        raise error_type(f"cannot read {kind} file {path}: {error.strerror}") from None
    try:
        decode_source(text)
    except (SyntaxError, UnicodeDecodeError):
        raise error_type(
            f"{kind} file {path} is not UTF-8; save it as UTF-8, or let its first line tell its "
            "encoding"
        ) from None
    if place not in _LOADED or _LOADED[place][0] != text:
        try:
            _LOADED[place] = text, _run(place, text, path.parent.resolve())
        except HanabiError:
            raise
        except (Exception, SystemExit) as error:
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise error_type(f"{kind} file {path} fails: {reason}") from error
    return _LOADED[place][1]


class _AsRead(SourceFileLoader):
    """Runs the text that was read.

    Python itself would take what it has kept of an earlier text of the same length and second.
    """

    def __init__(self, name: str, place: Path, text: bytes) -> None:
        super().__init__(name, str(place))
        self._text = text

    def get_code(self, _name: str) -> CodeType:
        """The text, compiled."""
        return self.source_to_code(self._text, self.path)


def _run(place: Path, text: bytes, folder: Path) -> ModuleType:
    """The module of a file; as a script it may import its neighbors, and find itself by name."""
    digest = hashlib.sha256(bytes(place) + b"\0" + text).hexdigest()[:16]
    name = f"{place.stem.replace('.', '_')}_{digest}"
    loader = _AsRead(name, place, text)
    spec = spec_from_file_location(name, place, loader=loader)
    if spec is None:
        raise ImportError(f"{place} is not Python")
    module = sys.modules[name] = module_from_spec(spec)
    sys.path.insert(0, str(folder))
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        with suppress(ValueError):  # the file may have taken it away itself
            sys.path.remove(str(folder))
    return module
