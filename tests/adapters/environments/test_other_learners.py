"""The recipes of docs/environments.md for sb3-contrib and SuperSuit, where these are installed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = [pytest.mark.once, pytest.mark.filterwarnings("ignore")]
pytest.importorskip("gymnasium")

_PAGE = Path(__file__).parents[3] / "docs" / "environments.md"


def recipe(module):
    """The code of the page that imports a module, and what it makes by name."""
    blocks = re.findall(r"```python\n(.*?)```", _PAGE.read_text(encoding="utf-8"), re.DOTALL)
    code = next(
        each for each in blocks if re.search(rf"^(from|import) {module}", each, re.MULTILINE)
    )
    made = {}
    exec(code, made)  # our own page
    return made


def test_maskable_ppo_learns_the_small_game():
    """Random play scores 0.00; one game in some is lost while it explores."""
    pytest.importorskip("sb3_contrib")
    from sb3_contrib.common.maskable.evaluation import evaluate_policy

    made = recipe("sb3_contrib")
    mean, _ = evaluate_policy(made["model"], made["env"], n_eval_episodes=200, warn=False)
    assert mean > 0.4


def test_supersuit_makes_one_batch_of_all_agents_of_all_games():
    """A row for each agent; the mask of who is not to act has one action, to do nothing."""
    pytest.importorskip("supersuit")
    made = recipe("supersuit")
    games, seen = made["games"], made["seen"]
    assert seen["observation"].shape == (2 * 8, 171)
    for _ in range(20):
        assert (seen["action_mask"].sum(axis=1) == 1).sum() >= 8
        seen, rewards, *_ = games.step(seen["action_mask"].argmax(axis=1))
        assert (rewards[::2] == rewards[1::2]).all()
