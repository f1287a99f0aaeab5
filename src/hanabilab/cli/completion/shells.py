"""How bash, zsh and fish ask what completes a command line, and how each is told.

They ask by the scripts of typer, which `hanabi --install-completion` writes: the words are in
COMP_WORDS, a line each, and the number of the one with the cursor in COMP_CWORD (bash), or the line
up to the cursor is in _TYPER_COMPLETE_ARGS (zsh, fish).
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from hanabilab.cli.completion.candidates import Answer, complete
from hanabilab.cli.completion.words import GAME

#: Endings of files that hold a game.
_GAMES = (".game", ".hanabi", ".json", ".link")
#: What bash would not take for a part of a word, unless it is quoted.
_SPECIAL = re.compile(r"[^\w@%+=:,./~-]", re.ASCII)


@dataclass(frozen=True)
class _Line:
    """A command line up to the cursor.

    Attributes:
        before: words before that with the cursor, without the program's.
        current: what stands of the word with the cursor.
        quote: the quotation mark that it is in, if any.
        option: `--option=` if the word begins so; `current` is what is behind it.
    """

    before: list[str]
    current: str
    quote: str = ""
    option: str = ""

    def complete(self) -> Answer:
        """What may stand where the cursor is."""
        return complete([*self.before, *filter(None, [self.option.rstrip("=")])], self.current)


def _bash() -> int:
    """A line for each word, quoted where bash needs it; none, and bash completes files."""
    line = _line_of_bash()
    answer = line.complete()
    found = list(answer.found) or _games(answer, line.current)
    for word in found:
        _print(word if line.quote else _quoted(word))
    return 0


def _line_of_bash() -> _Line:
    """What bash asks for; it takes = for a word of its own."""
    told, at = os.environ.get("COMP_WORDS", ""), os.environ.get("COMP_CWORD", "")
    words = told.split("\n") if "\n" in told else told.split(" ")
    place = int(at) if at.isdecimal() else len(words) - 1
    read = [_read(word)[0] for word in words[1:place]]
    current, quote = _read(words[place]) if place < len(words) else ("", "")
    if current == "=":
        current = ""
    return _Line([word for word in read if word != "="], current, quote)


def _zsh() -> int:
    """A command that zsh runs: the words with what they are, or the files to look for."""
    line = _line_of_args()
    answer = line.complete()
    if answer.files == GAME:
        endings = "|".join(ending[1:] for ending in _GAMES)
        _print(f"_files -g '*.({endings})'")
    elif answer.files:
        _print("_files")
    elif any(answer.found.values()):
        told = answer.found.items()
        pairs = (f"{_colons(line.option + word)}:{_colons(what)}" for word, what in told)
        words = " ".join(shlex.quote(pair) for pair in pairs)
        _print(f"local -a found; found=({words}); _describe -V '' found")
    elif answer.found:
        words = " ".join(shlex.quote(line.option + word) for word in answer.found)
        _print(f"compadd -- {words}")
    return 0


def _colons(text: str) -> str:
    return text.replace(":", r"\:")


def _fish() -> int:
    """A line for each word and what it is; or whether there are words, and no files to look for."""
    line = _line_of_args()
    answer = line.complete()
    found = answer.found or dict.fromkeys(_games(answer, line.current), "")
    if os.environ.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args":
        return 0 if found or not answer.files else 1
    for word, what in found.items():
        _print(f"{line.option}{word}\t{what}" if what else f"{line.option}{word}")
    return 0


def _line_of_args() -> _Line:
    """What zsh and fish ask for."""
    words = [_read(word) for word in _split(os.environ.get("_TYPER_COMPLETE_ARGS", ""))]
    *before, (current, quote) = words[1:] or [("", "")]
    option, equals, value = current.partition("=")
    told = [word for word, _ in before]
    if option.startswith("--") and equals:
        return _Line(told, value, quote, f"{option}=")
    return _Line(told, current, quote)


def _split(text: str) -> Iterator[str]:
    """The words of a line as they are written; the last is empty behind a space."""
    start = 0
    quote = ""
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign == " ":
            if start < at:
                yield text[start:at]
            start = at + 1
    yield text[start:]


def _read(word: str) -> tuple[str, str]:
    """A word without its quotation marks, and the one that is still open."""
    found, quote, escaped = "", "", False
    for sign in word:
        if escaped:
            found, escaped = found + sign, False
        elif sign == "\\" and quote != "'":
            escaped = True
        elif quote:
            found, quote = (found, "") if sign == quote else (found + sign, quote)
        elif sign in "'\"":
            quote = sign
        else:
            found += sign
    return found, quote


def _quoted(word: str) -> str:
    """A word as bash reads it; one that goes on is left open."""
    if not _SPECIAL.search(word):
        return word
    return f'"{word}' if word.endswith("(") else f'"{word}"'


def _games(answer: Answer, current: str) -> list[str]:
    """Files with games, and folders beside them; none if the shell does as well by itself."""
    if answer.files != GAME or _SPECIAL.search(current) or current.startswith("~"):
        return []
    folder, _, begun = current.rpartition("/")
    try:
        beside = sorted(Path(folder or "/" if "/" in current else ".").iterdir())
    except OSError:
        return []
    lead = current[: len(current) - len(begun)]
    named = [path for path in beside if path.name.startswith(begun or "") and _shown(path, begun)]
    games = [f"{lead}{path.name}" for path in named if path.suffix in _GAMES]
    folders = [f"{lead}{path.name}/" for path in named if path.is_dir()]
    found = sorted(games + folders)
    return [] if not games or any(_SPECIAL.search(name) for name in found) else found


def _shown(path: Path, begun: str) -> bool:
    """Whether a file is shown: hidden ones only to those who ask."""
    return begun.startswith(".") or not path.name.startswith(".")


def _print(text: str) -> None:
    print(text)  # noqa: T201  # what the shell reads


SHELLS: Final[Mapping[str, Callable[[], int]]] = MappingProxyType(
    {"bash": _bash, "zsh": _zsh, "fish": _fish}
)
