"""What all tests share: reproducible Hypothesis runs."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# No deadline: the first example of a test may compile kernels. Always the same examples, so that
# a failure in CI is a failure at home. Whole games are large examples; that is no fault of a test.
settings.register_profile(
    "hanabilab",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("hanabilab")
