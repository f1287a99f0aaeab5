"""The last resort of all conventions."""

from __future__ import annotations

from hypothesis import given

from hanabilab._jit import kernel
from hanabilab.agents.fallback import any_action
from tests.strategies import examples, games


@kernel
def _last_resort(view):
    return any_action(view)


@examples(100, plain=30)
@given(games(running=True))
def test_there_is_always_something_legal(game):
    """A hint if there can be one, else a discard, else a play."""
    action = int(_last_resort(game.view()))
    legal = game.legal_actions()
    size = game.rules.hand_size
    assert action in legal
    assert (max(legal) >= 2 * size) == (action >= 2 * size)
    assert action >= size or max(legal) < 2 * size
