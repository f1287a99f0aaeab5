"""Weights that are named where others are needed are told as what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanabilab.errors import AgentError, HanabiError, LearningError

pytest.importorskip("torch")

from hanabilab import make_agent
from hanabilab.learning.clone.card import CLONES  # after the extra was found
from hanabilab.learning.plan import TrainingPlan
from hanabilab.learning.shipped import SHIPPED, SHIPPED_BELIEFS
from hanabilab.learning.weight_files import BELIEFS, GUIDED, NETWORKS, load_card
from tests.learning.people_files import random_people

pytestmark = pytest.mark.once

KINDS = {
    "a network that plays": NETWORKS,
    "a learned belief": BELIEFS,
    "a network that sits on a guide": GUIDED,
    "a model of people": CLONES,
}


@pytest.fixture
def files():
    """A file of each kind."""
    return {
        "a network that plays": SHIPPED / "obl-1-2p.safetensors",
        "a learned belief": SHIPPED_BELIEFS / "obl-1-2p.safetensors",
        "a network that sits on a guide": SHIPPED / "guided-2p.safetensors",
        "a model of people": Path(random_people()),
    }


@pytest.mark.parametrize("wanted", KINDS)
@pytest.mark.parametrize("held", KINDS)
def test_weights_of_another_kind_are_told_as_what_they_are(files, held, wanted):
    """They are not damaged: the wrong file was named, and the line says which is right."""
    path, kind = files[held], KINDS[wanted]
    if held == wanted:
        load_card(path, kind)
        return
    with pytest.raises(HanabiError) as error:
        load_card(path, kind)
    assert str(error.value) == f"{path} holds {held}; {wanted} is needed"
    assert type(error.value) is kind.error


def test_users_meet_that_line(files):
    """Where the belief of the level below is taken for its network, and the other way round."""
    belief, network = (
        files[kind].as_posix() for kind in ("a learned belief", "a network that plays")
    )
    plan = TrainingPlan.of({"algorithm": "belief", "agent": "smart", "encoder": belief})
    with pytest.raises(LearningError, match=r"holds a learned belief; a network that plays is"):
        plan.begin()
    plan = TrainingPlan.of({"algorithm": "obl", "belief": network})
    with pytest.raises(LearningError, match=r"holds a network that plays; a learned belief is"):
        plan.begin()
    with pytest.raises((AgentError, LearningError), match="holds a learned belief"):
        make_agent(f'net("{belief}")')
