"""`hanabi new agent`: a file with a first agent, to be changed."""

from __future__ import annotations

import builtins
import io
import keyword
import re
import tokenize
from pathlib import Path
from typing import Annotated

import typer

from hanabilab.agents.registry import is_known
from hanabilab.cli.examples import EXAMPLES, require_new
from hanabilab.cli.terminal import Console
from hanabilab.errors import AgentError, NotationError
from hanabilab.messages import quoted
from hanabilab.notation import parse_call
from hanabilab.runs.files import write_file

#: The example that a first agent is written after.
_MODEL = "careful"


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help="The file to write.")],
) -> int:
    """Write a first agent that runs, to be changed into your own."""
    path = _checked(file)
    require_new(file)
    text = _first_agent(path, _name_of(file))
    write_file(file, lambda out: out.write(text.encode()))
    named = quoted(path)
    text = f"an agent is in {named}; play it: hanabi play {named} {named}"
    Console().print(text, soft_wrap=True)
    return 0


def _checked(file: Path) -> str:
    """The path, if it can stand for an agent in a line-up.

    Raises:
        AgentError: it cannot.
    """
    path = str(file)
    try:
        named = file.suffix == ".py" and ":" not in path and str(parse_call(path)) == path
    except NotationError:
        named = False
    if not named:
        raise AgentError(
            f"{path!r} cannot name an agent; write a file like mine.py, of letters, digits, _ and -"
        )
    return path


def _name_of(file: Path) -> str:
    """What the function and its agent are called: as the file, if that means nothing yet."""
    name = re.sub(r"\W", "_", file.stem)
    taken = {*_names_in(_model()), *dir(builtins), *keyword.kwlist, *keyword.softkwlist}
    free = name.isidentifier() and name not in taken - {_MODEL} and not is_known(name)
    return name if free else f"agent_{name}"


def _model() -> str:
    return (EXAMPLES / f"{_MODEL}.py").read_text(encoding="utf-8")


def _names_in(text: str) -> set[str]:
    """Names that a source uses."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


def _first_agent(path: str, name: str) -> str:
    """The example under another name."""
    text = _model().replace(f"examples/{_MODEL}.py:{_MODEL}", path)
    return re.sub(rf"\b{_MODEL}\b", name, text)
