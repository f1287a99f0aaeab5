"""Names that settings of training had in earlier releases.

Configs and kept runs may use them for one release more. What a run is called by stays as its
manifest has it, so its parts go on belonging to it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from hanabilab.errors import HanabiError

#: What a setting was called, and is called now. A pair speaks of those algorithms alone that have a
#: setting of the new name, and none of the former.
_PAIRS = (
    ("games", "num_envs"),
    ("turns", "num_steps"),
    ("layers", "num_layers"),
    ("minibatch", "minibatch_size"),
    ("schedule", "lr_schedule"),
    ("passes", "epochs"),
    ("trace", "gae_lambda"),
    ("trace", "td_lambda"),
    ("clip", "clip_epsilon"),
    ("entropy", "entropy_coef"),
    ("value_weight", "value_coef"),
    ("policy_weight", "policy_coef"),
    ("label_weight", "label_coef"),
    ("inference_weight", "inference_coef"),
    ("random_first", "epsilon_start"),
    ("random_last", "epsilon_end"),
    ("random_until", "epsilon_decay"),
    ("together", "vdn"),
    ("greedy_actions", "sad"),
    ("own_hand", "own_hand_coef"),
    ("kept", "replay_capacity"),
    ("gradients", "gradient_steps"),
    ("steps", "n_step"),
    ("warm_up", "burn_in"),
    ("sharpness", "priority_alpha"),
    ("correction", "priority_beta"),
    ("copied_every", "target_update_every"),
)

#: Settings that runs of earlier releases lack. They had what is now the default.
CAME_LATER = (
    "lr_warmup",
    "max_grad_norm",
    "network",
    "belief",
    "epsilon",
    "slots_coef",
    "temperature",
)


def former_names(known: Collection[str]) -> dict[str, str]:
    """The former names of settings, and which of those `known` each means."""
    return {old: new for old, new in _PAIRS if new in known and old not in known}


def with_new_names(
    document: Mapping[str, Any], known: Collection[str], error: type[HanabiError]
) -> dict[str, Any]:
    """Settings by the names that they have now.

    Args:
        known: the names of the algorithm's settings.

    Raises:
        HanabiError: a setting is given by both of its names; of the class `error`.
    """
    former, found = former_names(known), dict(document)
    for old in [name for name in document if name in former]:
        if (new := former[old]) in document:
            raise error(f"{old} and {new} are one setting; give {new} alone")
        found[new] = found.pop(old)
    return found


def as_named_in(document: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings as `document` calls them, without those that came later and that it lacks."""
    former = {new: old for old, new in former_names(settings).items() if old in document}
    return {
        former.get(name, name): value
        for name, value in settings.items()
        if name in document or name not in CAME_LATER
    }
