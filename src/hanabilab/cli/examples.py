"""`hanabi new examples`: examples and configs of training, written where one can read and run them.

They come with the package. In a checkout `hanabilab/examples` and `hanabilab/configs` are links to
the folders at its root.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hanabilab.cli.terminal import Console
from hanabilab.errors import OutputError
from hanabilab.messages import quoted
from hanabilab.runs.files import write_file

_PACKAGE = Path(__file__).parents[1]
#: Folders that come with the package, and what their files end in.
SHIPPED = {"examples": "*.py", "configs": "*.toml"}
EXAMPLES = _PACKAGE / "examples"


def command(
    folder: Annotated[Path, typer.Argument(help="The folder to write both into.")] = Path(),
) -> int:
    """Write the folders `examples` and `configs`, whose files the documentation names."""
    require_new(*(folder / name for name in SHIPPED))
    for name, files in SHIPPED.items():
        for path in sorted((_PACKAGE / name).glob(files)):
            _copy(path, folder / name / path.name)
    agent = quoted(folder / "examples" / "careful.py")
    text = f"examples and configs are there; try: hanabi play {agent} {agent}"
    Console().print(text, soft_wrap=True)
    return 0


def _copy(source: Path, target: Path) -> None:
    data = source.read_bytes()
    write_file(target, lambda file: file.write(data))


def require_new(*paths: Path) -> None:
    """Do nothing if there is nothing at these paths.

    Raises:
        OutputError: there is something, which would be overwritten.
    """
    for path in paths:
        if path.exists() or path.is_symlink():
            raise OutputError(
                f"{path} is there already, and is not overwritten; name another place"
            )
