"""Lists of algorithms by hand, in tests and in the docs, have all of them."""

from __future__ import annotations

import re

import pytest

from tests.pages import page

torch = pytest.importorskip("torch")

from hanabilab.learning.plan import ALGORITHMS  # noqa: E402  # after the extra was found
from tests.learning.test_broken_losses import BREAKS  # noqa: E402
from tests.learning.test_devices import CONFIGS  # noqa: E402
from tests.learning.test_settings_matter import VALUES  # noqa: E402

pytestmark = [pytest.mark.once]

#: Modules with the losses of an algorithm, where they have another name than it has.
_LOSSES = {
    "guided-labels": "counterfactual",
    "guided-ppo": "policy_gradient",
    "partner-ppo": "partner_ppo",
    "clone": "clone.fitting",
}
#: Whose losses and settings are held elsewhere: in `test_hand_beliefs`, and those of `dagger` in
#: `test_numbers_of_training`.
_ELSEWHERE = {"belief"}


def test_each_has_settings_that_matter_lines_to_break_and_a_device():
    assert set(VALUES) == set(ALGORITHMS) - _ELSEWHERE
    assert {_LOSSES.get(name, name) for name in VALUES} <= set(BREAKS) | {"dagger"}
    on_gpu = {name for name, each in ALGORITHMS.items() if each.on_gpu}
    assert {config["algorithm"] for config in CONFIGS.values()} == on_gpu


def test_each_is_in_the_docs():
    """Its name in the table of settings; whether it learns on a GPU."""
    text = page("learning.md")
    (row,) = re.findall(r"^\| `algorithm` \|.*$", text, re.MULTILINE)
    assert set(ALGORITHMS) == set(re.findall(r"`([a-z0-9-]+)`", row)) - {"algorithm"}
    (sentence,) = re.findall(r"[^.]*learn on a GPU\.", text)
    on_gpu = {name for name, each in ALGORITHMS.items() if each.on_gpu}
    assert on_gpu == set(re.findall(r"`([a-z0-9-]+)`", sentence))
