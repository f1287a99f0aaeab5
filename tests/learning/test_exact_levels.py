"""Networks that `obl` trains on small games, held against levels as they are known exactly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import document

pytest.importorskip("torch")

pytestmark = [pytest.mark.once, pytest.mark.compiled]
_CONFIG = Path(__file__).parents[2] / "configs" / "obl-mini.toml"
_RUNG_1 = "very-small(players=2, ranks=3, copies=321, hand_size=1, information_tokens=1)"
_RUNG_2 = "small(players=2, ranks=2, copies=21, hand_size=1, information_tokens=1)"
_RUNG_0 = "very-small(players=2, ranks=2, copies=21, hand_size=1, information_tokens=1)"


def held(capsys, tmp_path, rules, past="literal", **settings):
    """What a network that was trained so is worth, and the exact level that breaks ties as it."""
    text = _CONFIG.read_text(encoding="utf-8")
    assert _RUNG_1 in text
    config, out = tmp_path / "config.toml", tmp_path / "run"
    lines = text.replace(_RUNG_1, rules).splitlines()
    kept = [line for line in lines if line.partition(" = ")[0] not in settings]
    config.write_text(
        "\n".join([*kept, *(f"{name} = {value}" for name, value in settings.items())])
    )
    document(capsys, "train", config, "--out", out)
    name = f"agent(net({(out / 'weights.safetensors').as_posix()}))"
    options = ("--levels", 1, "--seeds", 2, "--start", past, "--policy", name)
    found = document(capsys, "tiny", "obl", f"hanabi({rules})", *options)
    return found["value"], found["levels"][0]


@pytest.mark.slow
def test_the_smallest_hanabi_is_learned_without_regret(capsys, tmp_path):
    """Level 1 is perfect there: 2 points."""
    settings = {"updates": 40, "evaluate_every": 40, "evaluate_games": 20}
    value, level = held(capsys, tmp_path, _RUNG_0, **settings)
    assert level["regret"] == pytest.approx(0, abs=1e-9)
    assert value == pytest.approx(2)


@pytest.mark.slow
def test_level_1_is_learned_to_a_fiftieth_of_a_point(capsys, tmp_path):
    """As the page tells it, which has more games: the exact level that breaks ties alike.

    One of two seeds must: what a run comes to depends on how the processor rounds.
    """
    missed = []
    for seed in (1, 2):
        folder = tmp_path / str(seed)
        folder.mkdir()
        settings = {"seed": seed, "evaluate_every": 500, "evaluate_games": 20}
        value, level = held(capsys, folder, _RUNG_1, **settings)
        if value == pytest.approx(level["as_policy"], abs=0.02) and level["regret"] < 0.02:
            return
        missed.append((value, level))
    pytest.fail(f"neither seed learned it: {missed}")


@pytest.mark.slow
def test_what_a_partner_chose_is_read(capsys, tmp_path):
    """Above `five-rule`, by a belief of its games: more than level 1 can have, by any ties: 2.97.

    3.27 when this was written, with a regret of .15 by the belief that is exact.
    """
    config, out = tmp_path / "belief.toml", tmp_path / "belief"
    config.write_text(
        f'algorithm = "belief"\nrules = "{_RUNG_2}"\nagent = "five-rule"\nepsilon = 0.1\n'
        "slots_coef = 1\nfixed = 32\ncolors = 16\nnum_envs = 128\nnum_steps = 16\n"
        "minibatch_size = 32\nupdates = 100\nlearning_rate = 0.003\nevaluate_games = 400\n"
    )
    document(capsys, "train", config, "--out", out)
    belief = f'"{(out / "weights.safetensors").as_posix()}"'
    settings = {"updates": 150, "evaluate_every": 150, "evaluate_games": 20, "belief": belief}
    value, level = held(capsys, tmp_path, _RUNG_2, "agent(five-rule)", **settings)
    assert value > 3.05
    assert level["regret"] < 0.3
