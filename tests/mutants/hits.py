"""Which test comes by which mutant's place: a module of a probed tree, and a plugin of pytest.

Every line that it writes is JSON: a place that a test came by, or how a test ended. Programs that a
test starts tell it, too, because they inherit the name of the test.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

#: What the running test has told. Kernels come by a place millions of times.
_told: set[int] = set()
_began: list[float] = []


def hit(number: int) -> None:
    """Say, once, that the running test came by the place of mutant `number`."""
    if number not in _told:
        _told.add(number)
        _tell({"test": os.environ.get("PYTEST_CURRENT_TEST", ""), "number": number})


def pytest_runtest_logstart() -> None:
    """Begin to count CPU seconds, those of ended children, too."""
    _began.append(_cpu())
    _told.clear()


def pytest_runtest_setup() -> None:
    """What fixtures came by is told again by the test itself."""
    _told.clear()


def pytest_runtest_logreport(report: Any) -> None:
    """Say how a test ended."""
    if report.when == "call" or report.outcome != "passed":
        seconds = round(_cpu() - _began[-1], 3)
        _tell({"test": report.nodeid, "outcome": report.outcome, "seconds": seconds})


def _cpu() -> float:
    return sum(os.times()[:4])


def _tell(fact: dict[str, Any]) -> None:
    if path := os.environ.get("HANABILAB_HITS"):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(fact) + "\n")
