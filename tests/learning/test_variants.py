"""Networks that have learned rules that few agents play: they play these, and no others of them."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from hanabilab import play_games  # noqa: E402  # after the extra was found
from hanabilab.errors import AgentError  # noqa: E402
from hanabilab.learning.plan import TrainingPlan  # noqa: E402
from hanabilab.learning.settings import EVALUATION_SEED  # noqa: E402
from hanabilab.notation import parse_rules  # noqa: E402

pytestmark = [pytest.mark.once]

RULES = [
    "clue-starved-5-suits(players=2, bomb=keep)",
    "full(players=2, all_or_nothing=1, bomb=keep)",
]
#: A network that is asked in batches, one that is compiled, and one on a guide.
KINDS = {
    "gru": {"algorithm": "ppo", "memory": "gru", "minibatch_size": 4},
    "none": {"algorithm": "ppo", "memory": "none", "minibatch_size": 4},
    "guided": {"algorithm": "guided-labels", "guide": "five-rule"},
}


def _learned(folder, kind, rules):
    """The name of a network after an update, its rules and its evaluation."""
    config = {"fixed": 4, "colors": 2, "num_envs": 4, "num_steps": 4, "evaluate_games": 6}
    learner = TrainingPlan.of({**config, **KINDS[kind], "rules": rules}).begin()
    learner.update()
    file = folder / "weights.safetensors"
    file.write_bytes(learner.weights({"algorithm": learner.name}))
    return f"net({file})", learner.settings.rules, learner.evaluation()


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_network_plays_the_variant_that_it_has_learned(tmp_path, kind, rules):
    """In the arena it scores what the curve of its run tells."""
    name, learned, told = _learned(tmp_path, kind, rules)
    table = play_games([name] * 2, learned, games=6, seed=EVALUATION_SEED).table
    assert table["score"].mean() == pytest.approx(told["score"])


@pytest.mark.parametrize("kind", KINDS)
def test_it_plays_no_other_variant(tmp_path, kind):
    name, _, _ = _learned(tmp_path, kind, RULES[0])
    with pytest.raises(AgentError, match=r"learned|trained"):
        play_games([name] * 2, parse_rules("alternating-clues-5-suits(players=2)"), games=2, seed=1)


@pytest.mark.parametrize(
    "name", ["net(gru-2p)", "net(obl-1-2p)", "net(guided-2p)", "net(guided-keen-2p)"]
)
def test_networks_of_the_usual_game_play_no_variant(name):
    for rules in ("full(players=2, all_or_nothing=1)", RULES[0]):
        with pytest.raises(AgentError, match=r"does not play|learned|trained"):
            play_games([name] * 2, parse_rules(rules), games=2, seed=1)
