"""Published figures stand beside runs that are as the published ones."""

from __future__ import annotations

import pytest

from hanabilab import Rules
from hanabilab.evolution import Settings
from studies.diversity.paper import is_as_published


@pytest.mark.parametrize("other", [{"length": 6}, {"grid": (4, 4)}, {"rules": Rules(suits=4)}])
def test_another_space_of_agents_is_not_as_published(other):
    """Distances of lists of six rules are no distances of fifteen."""
    assert is_as_published(Settings(seed=9, games=3))
    assert not is_as_published(Settings(**other))
