"""HLE's names for our modules: in this process, or in one that is begun, and in all its children.

`names/` has a module of each name, which puts ours in its place when it is imported. With that
folder on PYTHONPATH, Python finds them before anything that is installed, and after what stands in
the folder of a script: a program's own `rl_env` or `agents` stays its own. Children find them too,
whichever way they are started, since they inherit PYTHONPATH.
"""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping
from importlib import import_module
from pathlib import Path

_OURS = "hanabilab.adapters.hle"
_PACKAGE = "hanabi_learning_environment"
_MODULES = ("pyhanabi", "rl_env", "agents", "agents.random_agent", "agents.simple_agent")
#: Where the modules of HLE's names stand.
NAMES = Path(__file__).parent / "names"


def install(*, bare: bool = False) -> None:
    """Let `import hanabi_learning_environment` find this package, in this process.

    Args:
        bare: also `import pyhanabi`, `import rl_env` and `import agents`, as programs do that run
            inside HLE's folder.
    """
    put_in_place(_PACKAGE)
    for name in _MODULES:
        put_in_place(f"{_PACKAGE}.{name}")
        if bare:
            put_in_place(name)


def put_in_place(name: str) -> None:
    """Let a name of HLE's mean our module; for the modules in `names`, which call it.

    A folder of this name that the program brings comes first, also without an `__init__.py`. Python
    itself would take any package that has one, ours too, before such a folder.
    """
    module = sys.modules.get(name)
    if brought := _folders_of(name) if hasattr(module, "__path__") else []:
        vars(module)["__path__"] = brought
        return
    own = name.removeprefix(_PACKAGE).strip(".")
    sys.modules[name] = import_module(f"{_OURS}.{own}" if own else _OURS)


def _folders_of(name: str) -> list[str]:
    """Folders of a bare name beside ours, where Python looks for modules."""
    if "." in name or name == _PACKAGE:
        return []
    places = (Path(each or ".") for each in sys.path)
    return [str(each / name) for each in places if each != NAMES and (each / name).is_dir()]


def with_names(environment: MutableMapping[str, str]) -> None:
    """Put `names` first on the PYTHONPATH of processes that are begun with this environment."""
    before = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = f"{NAMES}{os.pathsep}{before}" if before else str(NAMES)
