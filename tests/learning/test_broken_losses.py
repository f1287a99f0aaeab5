"""Every term of every loss, schedule and clip of training: broken, it turns a test red.

The fast tests that name a number of training are run again with one line of the library broken.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="networks need PyTorch: hanabilab[learn]")

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here"),
]

ROOT = Path(__file__).parents[2]
_LEARNING = ROOT / "src/hanabilab/learning"
_HERE = "tests/learning/"
TRAINING = (_HERE + "test_numbers_of_training.py",)
R2D2 = (_HERE + "test_numbers_of_r2d2.py", _HERE + "test_action_values.py")
OBL = (_HERE + "test_obl.py",)
LEVELS = (_HERE + "test_obl_levels.py",)
GUIDED = (_HERE + "test_guided_learning.py",)

#: Modules of `hanabilab.learning`, and more words where one comes twice: the tests that read its
#: numbers, and pairs of text and break.
BREAKS = {
    "ppo": (
        (*TRAINING, _HERE + "test_central_critic.py", _HERE + "test_partner_ppo.py"),
        [
            ("turns.actions[own]", "turns.actions.flatten()[-int(own.sum()) :]"),
            ("advantage[own], settings", "advantage.flatten()[-int(own.sum()) :], settings"),
            ("settings.value_only and acted", "settings.value_only"),
            ("policy, entropy = -clipped.gained", "policy, entropy = clipped.gained"),
            (
                "policy - settings.entropy_coef * entropy",
                "policy + settings.entropy_coef * entropy",
            ),
            ("loss = settings.value_coef * value", "loss = value"),
            ("settings.anchor * (1 - self.progress) * taught", "settings.anchor * taught"),
            ("loss + settings.anchor", "loss - settings.anchor"),
            ("now - turns.log_probs[own]", "turns.log_probs[own] - now"),
            ("self.done >= settings.value_only", "self.done > settings.value_only"),
            ("(found - found.mean())", "found"),
            ("(deviation(found) + 1e-6)", "(deviation(found) + 1)"),
            ("gae_lambda=settings.gae_lambda", "gae_lambda=1.0"),
            ("discount=settings.discount", "discount=1.0"),
            ("value + mse_loss(self.critic(", "value - mse_loss(self.critic("),
        ],
    ),
    "clone.fitting": (
        (_HERE + "clone/test_learner.py",),
        [
            ("0.3 * steps - 1, steps - 1", "0.2 * steps - 1, steps - 1"),
            ("(share - rise) / (last - rise)", "(share - rise) / last"),
            ("(_LEARNING_RATE / 25, _LEARNING_RATE)", "(_LEARNING_RATE / 20, _LEARNING_RATE)"),
            ("(0.95, 0.85)", "(0.9, 0.9)"),
            ("_LEARNING_RATE / 250_000", "0.0"),
            ("set_rate(*one_cycle(step,", "set_rate(*one_cycle(first,"),
            ("first = [], number * self._a_time", "first = [], 0"),
            ("self.generator = torch.get_rng_state()", "pass"),
            ("weight_decay=_WEIGHT_DECAY", "weight_decay=0.0"),
        ],
    ),
    "clone.learner": (
        (_HERE + "clone/test_learner.py",),
        [
            ("np.flatnonzero(~held_out), np", "np.flatnonzero(held_out), np"),
            ("nats < self.least", "nats > self.least"),
            ("self.least = nats", "pass"),
            ("self._fit.epoch(self.done)", "self._fit.epoch(0)"),
            ("self._fit.generator = generator", "_ = generator"),
        ],
    ),
    "partner_ppo": (
        (_HERE + "test_partner_ppo.py",),
        [
            ("mine = found[own]", "mine = found"),
            ("(found - mine.mean())", "found"),
            ("(deviation(mine) + 1e-6)", "1"),
            ("(1 - weight) * told", "told"),
            ("weight * pull", "-weight * pull"),
            ("weight * pull", "pull"),
            ("self.done >= self.settings.value_only", "self.done > self.settings.value_only"),
            ("torch.xlogy(chances, chances) -", "torch.xlogy(chances, chances) +"),
            ("torch.xlogy(chances, chances) -", "-"),
        ],
    ),
    "seated_partner": (
        (_HERE + "test_partner_ppo.py",),
        [
            ("~self._shared | (self._games.seats ==", "self._shared | (self._games.seats =="),
            ("(row + turn) % players", "row % players"),
            ("torch.where(own, actions, drawn)", "torch.where(own, drawn, actions)"),
            ("torch.where(own, actions, drawn)", "actions"),
            ("torch.multinomial(chances, 1, generator=generator)[:, 0]", "chances.argmax(-1)"),
            ("self._teacher.watch(started)", "pass"),
            ("round(share * games)", "round((1 - share / 2) * games)"),
        ],
    ),
    "policy_gradient": (
        TRAINING,
        [
            ("torch.minimum(", "torch.maximum("),
            ("clamp(1 - clip_epsilon, 1 + clip_epsilon)", "clamp(1 - clip_epsilon, 9)"),
            ("clamp(1 - clip_epsilon, 1 + clip_epsilon)", "clamp(0, 1 + clip_epsilon)"),
            ("return -(log_chances.exp()", "return (log_chances.exp()"),
        ],
    ),
    "returns": (
        (_HERE + "test_training.py::test_advantages_are_those_of_the_formula", *TRAINING),
        [
            ("values[1:] * goes_on - values[:-1]", "values[1:] - values[:-1]"),
            ("gae_lambda * goes_on[turn] * after", "gae_lambda * after"),
            ("after = errors[turn] + discount * gae_lambda", "after = errors[turn] + gae_lambda"),
            ("rewards + discount * values[1:]", "rewards + values[1:]"),
            ("found, found + turns.values[:-1]", "found, found + turns.values[1:]"),
            ("found, found + turns.values[:-1]", "found, found"),
        ],
    ),
    "pqn": (
        TRAINING,
        [
            ("settings.epsilon_end + left *", "settings.epsilon_end - left *"),
            ("1 - self.progress / until", "1 - self.progress"),
            ("gae_lambda=settings.td_lambda", "gae_lambda=1.0"),
        ],
    ),
    "r2d2": (
        (*R2D2, *TRAINING),
        [
            (
                "mask_illegal(values.detach(), turns.legal)",
                "mask_illegal(-values.detach(), turns.legal)",
            ),
            ("later = self.outputs(self.target_network, turns)", "later = out"),
            ("(errors * weights).sum()", "errors.sum()"),
            ("counted.sum().clamp(min=1)", "counted.numel()"),
            ("counted[:skipped] = False", "counted[:0] = False"),
            ("% settings.target_update_every == 0", "% settings.target_update_every == 1"),
            ("_LARGEST * wrong.amax(0)", "wrong.amax(0)"),
            ("taken + sum_waiting(", "taken - sum_waiting("),
            ("following + waiting", "following"),
            ("loss + settings.own_hand_coef * hand", "loss + hand"),
            ("ignore_index=-1", "ignore_index=-2"),
            ("0.1 ** (1 + 7 *", "0.1 ** (1 + 6 *"),
            ("settings.n_step * stride", "stride"),
        ],
    ),
    "replay": (
        R2D2,
        [
            ("** -self._beta", "** self._beta"),
            ("** self._alpha", "** 1.0"),
            ("(rarity / rarity.max())", "rarity"),
            ("surprises.cpu().double() + 1e-6", "surprises.cpu().double() * 0 + 1"),
            ("max(1.0, float(self._priorities.max()))", "1.0"),
        ],
    ),
    "action_values": (
        R2D2,
        [
            (
                "discount**most * following[turn + most]",
                "discount**most * following[turn + most - 1]",
            ),
            ("discount**most * following", "following"),
            ("discount**ahead * rewards", "rewards"),
            ("going &= ~ended[turn + ahead]", "pass"),
            ("torch.where(ages >= back, shifted, 0.0)", "shifted"),
            ("range(1, players)", "range(1, 2)"),
        ],
    ),
    "learner": (
        TRAINING,
        [
            ('"linear": 1 - self.progress', '"linear": 1.0'),
            ("(1 + cos(pi * self.progress)) / 2", "1 + cos(pi * self.progress)"),
            ("self.settings.learning_rate * warm *", "self.settings.learning_rate *"),
            ("(self.done + 1) / max(1,", "self.done / max(1,"),
        ],
    ),
    "descent": (
        (*TRAINING, *OBL),
        [("self.network.parameters(), self._max_grad_norm)", "self.network.parameters(), 1e9)")],
    ),
    "obl": (
        OBL,
        [
            ("settings.discount**ahead * self.worth", "self.worth"),
            (
                ".unflatten(0, (-1, settings.worlds)).mean(1)",
                ".unflatten(0, (-1, settings.worlds))[:, 0]",
            ),
            ("slow_values.gather", "values.gather"),
            ("best = values.argmax", "best = slow_values.argmax"),
            ("self.network, self.settings.target_update)", "self.network, 1.0)"),
            ("1 + alpha * torch.linspace", "1 - alpha * torch.linspace"),
            ("self.progress * (1 - settings.epsilon_end)", "self.progress * settings.epsilon_end"),
            ("smooth_l1_loss(taken, targets[0])", "smooth_l1_loss(taken, -targets[0])"),
            ("self.settings.temperature * (1 -", "self.settings.temperature * (2 -"),
            ("-1) * slow_values).sum(-1)", "-1) * values).sum(-1)"),
            ("(values / self.temperature, -1) *", "(values, -1) *"),
            ("chances = softmax(values / self.temperature", "chances = softmax(values"),
        ],
    ),
    "obl of level 2": (
        LEVELS,
        [
            (
                "chosen, imagined.carried[:, :, imagined.going] = self.best(shown)",
                "chosen, _ = self.best(shown)",
            ),
            ("belief.draw(carried[-1, 0]", "belief.draw(carried[0, 0]"),
            ("belief.draw(carried[-1, 0],", "belief.draw(carried[1, 0],"),
            ("(hands < -1).any(1)", "(hands < -1).all(1)"),
            ("np.where(dead, NO_HAND", "np.where(~dead, NO_HAND"),
        ],
    ),
    "imagined_games": (
        (*OBL, *LEVELS),
        [
            ("self._weight *= self._discount", "pass"),
            (
                "carried.repeat_interleave(len(hands) // len(positions.games), 2)",
                "carried.repeat(1, 1, len(hands) // len(positions.games), 1)",
            ),
        ],
    ),
    "networks.belief_reader": (
        LEVELS,
        [
            ("of_slots(remembered, known).exp()", "of_slots(remembered, known)"),
            ("return self._read(observations, believe)", "return self._read(observations)"),
        ],
    ),
    "networks.table_facts": (
        LEVELS,
        [
            ("believe(Known(own, unseen)) * own", "believe(Known(own, unseen))"),
            ("chances[..., self.slots - self.seen :, :]", "chances[..., : self.seen, :]"),
        ],
    ),
    "networks.hand_belief": (
        LEVELS,
        [
            (
                "known.unseen[..., None, :], known.possible).log",
                "known.unseen[..., None, :].clamp(0, 1), known.possible).log",
            )
        ],
    ),
    "hand_beliefs": (
        LEVELS,
        [
            ("hands + weight * slots", "hands + slots"),
            ("-held.masked_fill(hands < 0, 0)", "held.masked_fill(hands < 0, 0)"),
        ],
    ),
    "guided_ppo": (
        GUIDED,
        [
            (
                "settings.value_coef * misjudged - gained",
                "settings.value_coef * misjudged + gained",
            ),
            ("settings.label_coef * expected", "-settings.label_coef * expected"),
            ("(last - first) * self.progress", "(last - first)"),
            ("max(1 - self.progress, 0.05)", "1"),
            ("np.log(settings.likely)", "settings.likely"),
        ],
    ),
    "counterfactual": (
        GUIDED,
        [
            ("0.55 + 0.45 * cos(pi * self.progress)", "0.5 + 0.5 * cos(pi * self.progress)"),
            ("(predicted - gains).square()", "(predicted + gains).square()"),
        ],
    ),
    "guided_learner": (
        GUIDED,
        [("max(1 - self.decay, 1 / (self.steps + 1))", "1 - self.decay")],
    ),
    "evaluation": (
        TRAINING,
        [("scores.std(ddof=1) / len(scores) ** 0.5", "scores.std() / len(scores)")],
    ),
}


@pytest.fixture(scope="module")
def exit_codes():
    """What pytest ends with where each case is broken; one process imports what all cases need."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.learning.breaking"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip

        def ask(cases):
            print(json.dumps(cases), file=process.stdin, flush=True)
            return json.loads(process.stdout.readline())

        yield ask


def test_every_text_that_is_to_be_broken_stands_once():
    """Told at once: the tests below are slow."""
    stale = []
    for module, (_, pairs) in BREAKS.items():
        file = _LEARNING / (module.partition(" ")[0].replace(".", "/") + ".py")
        text = file.read_text("utf-8")
        stale += [(module, old) for old, _ in pairs if text.count(old) != 1]
    assert stale == []


@pytest.mark.slow
def test_no_test_is_red_where_nothing_is_broken(exit_codes):
    """In the same way of running them."""
    tests = sorted({test for tests, _ in BREAKS.values() for test in tests})
    assert [0] == exit_codes([{"module": "", "old": "", "new": "", "tests": tests}])


@pytest.mark.slow
@pytest.mark.parametrize("module", BREAKS)
def test_every_break_turns_a_test_red(module, exit_codes):
    tests, pairs = BREAKS[module]
    name = f"hanabilab.learning.{module.partition(' ')[0]}"
    cases = [{"module": name, "old": old, "new": new, "tests": tests} for old, new in pairs]
    found = dict(zip(pairs, exit_codes(cases), strict=True))
    assert {pair: code for pair, code in found.items() if code != 1} == {}
