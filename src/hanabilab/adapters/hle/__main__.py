"""Runs a program that was written for HLE: `python -m hanabilab.adapters.hle SCRIPT ARGS...`."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from hanabilab.adapters.hle import install


def main() -> None:
    """Run the script of the command line as Python would, with our modules in HLE's place."""
    if len(sys.argv) < 2 or not Path(sys.argv[1]).is_file():  # itself and a script
        given = sys.argv[1] if len(sys.argv) > 1 else "nothing"
        sys.stderr.write(f"no script {given}: python -m hanabilab.adapters.hle SCRIPT ARGS...\n")
        sys.exit(2)
    install(bare=True)
    script = sys.argv[1]
    sys.argv = sys.argv[1:]
    sys.path[0] = str(Path(script).resolve().parent)
    runpy.run_path(script, run_name="__main__")


if __name__ == "__main__":
    main()
