"""Run tests with a line of the library broken: `python -m tests.learning.breaking < CASES.jsonl`.

Reads lines of lists of `{module, old, new, tests}`, and prints a line for each: a list of the exit
codes that pytest ended with. Each case has a process of its own, forked from one that has imported
what takes long. No file is changed: the module is compiled from the broken text when it is
imported.
"""

from __future__ import annotations

import json
import os
import sys
from importlib.machinery import SourceFileLoader
from typing import Any

#: The text of a case is not in its module, or there more than once, or it was imported before.
STALE = 70
#: Pytest itself did not come to an end.
NO_RESULT = 71


def broken_at_import(module: str, old: str, new: str) -> None:
    """Let `module` be compiled with `new` where it has `old`."""
    usual = SourceFileLoader.get_code
    if module in sys.modules:
        os._exit(STALE)

    def get_code(self: Any, name: str) -> Any:
        if name != module:
            return usual(self, name)
        text = self.get_data(self.path).decode()
        if text.count(old) != 1:
            os._exit(STALE)
        return compile(text.replace(old, new), self.path, "exec")

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def run_case(case: dict[str, Any]) -> int:
    """The exit code of pytest, in a process of its own."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    if case["module"]:
        broken_at_import(case["module"], case["old"], case["new"])
    import pytest

    words = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:benchmark", "-p", "no:xdist"]
    try:
        os._exit(pytest.main([*words, "-m", "not slow", *case["tests"]]))
    except BaseException:  # noqa: BLE001  # whatever it is, it is no red test
        os._exit(NO_RESULT)


def main() -> None:
    """Run the cases of each line of the standard input."""
    import numba
    import torch

    import hanabilab.arena.play
    import hanabilab.runs.job  # noqa: F401

    torch.set_num_threads(1)
    numba.njit(lambda: 0)()  # what Numba makes ready at its first compilation
    # What PyTorch imports for the first optimizer of a process takes two seconds.
    torch.optim.Adam([torch.zeros(1, requires_grad=True)])
    for line in sys.stdin:
        print(json.dumps([run_case(case) for case in json.loads(line)]), flush=True)


if __name__ == "__main__":
    main()
