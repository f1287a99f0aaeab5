"""The workloads of `hanabi bench` under pytest-benchmark: `pytest benchmarks`."""

from __future__ import annotations

import pytest

from hanabilab.arena.speed import Workload, workloads


@pytest.mark.parametrize("workload", workloads(), ids=lambda workload: workload.name)
def test_speed(benchmark, workload: Workload) -> None:
    """One run of the workload; reports, never fails."""
    workload.run()
    units = benchmark(workload.run)
    benchmark.extra_info[workload.unit] = units / benchmark.stats.stats.min
