"""Learning with networks. Needs the extra `learn`."""

from typing import TYPE_CHECKING

from hanabilab._lazy import open_face

if TYPE_CHECKING:
    from hanabilab.tiny.deep.bad import BAD_MODES, BadLearning, BadSettings, learn_bad
    from hanabilab.tiny.deep.capi import Capi, CapiPlan, CapiSettings, KeptCapi
    from hanabilab.tiny.deep.public_model import PublicModel, model_of, trade_model, tree_model

__all__ = [
    "BAD_MODES",
    "BadLearning",
    "BadSettings",
    "Capi",
    "CapiPlan",
    "CapiSettings",
    "KeptCapi",
    "PublicModel",
    "learn_bad",
    "model_of",
    "trade_model",
    "tree_model",
]

open_face(__name__)
