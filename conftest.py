"""What all tests share: reproducible Hypothesis runs, and which tests run in one lane alone."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

# No deadline: the first example of a test may compile kernels. Always the same examples, so that
# a failure in CI is a failure at home. Whole games are large examples; that is no fault of a test.
settings.register_profile(
    "hanabilab",
    deadline=None,
    derandomize=True,
    print_blob=True,
    # A mutant is killed by any failure; the smallest one takes minutes to find.
    phases=[
        p for p in Phase if p is not Phase.shrink or "HANABILAB_NO_SHRINKING" not in os.environ
    ],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("hanabilab")

#: Folders whose tests are of text, files, figures and networks. Kernels that they call are tested
#: elsewhere, so the lanes of plain Python and checked bounds leave them out.
_ONCE = (
    *(
        f"tests/{each}/"
        for each in (
            *("adapters/ah2ac2", "adapters/site", "cli", "notation", "plots", "runs", "stats"),
            *("tiny/deep", "tiny/plots", "tuning", "web"),
        )
    ),
    "studies/tests/small_games/",
)


def _is_once(path: Path) -> bool:
    here = Path(__file__).parent
    return f"{path.relative_to(here).as_posix()}/".startswith(_ONCE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where their mark is left out, these folders are not even imported."""
    left_out = "not once" in config.option.markexpr
    return True if left_out and _is_once(collection_path) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests of these folders, and cases that are late, before pytest chooses by marks."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if _is_once(item.path):
            item.add_marker(pytest.mark.once)
        if item.get_closest_marker("late_but") and not item.get_closest_marker("slow"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for found in cases.values():
        _mark_late(found)


def _mark_late(cases: list[pytest.Item]) -> None:
    """Mark all cases of a test but those that stay, which are spread evenly."""
    stay = cases[0].get_closest_marker("late_but").args[0]
    kept = {place * len(cases) // stay for place in range(stay)}
    for place, item in enumerate(cases):
        if place not in kept:
            item.add_marker(pytest.mark.late)


@pytest.fixture
def forget_code(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Forget which Python files of users may run, and, unless `ran` is False, which have run."""

    def forget(*, ran: bool = True) -> None:
        monkeypatch.setattr("hanabilab.agents.user_files._ALLOWED", set())
        if ran:
            monkeypatch.setattr("hanabilab.agents.user_files._LOADED", {})

    return forget
