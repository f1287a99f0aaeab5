"""Python files that a card or a manifest names run on the user's word alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from hanabilab import Rules, make_agent
from hanabilab.agents.user_files import code_allowed
from hanabilab.errors import AgentError, ResumeError

torch = pytest.importorskip("torch")

from hanabilab.learning.cards import GuidedCard  # noqa: E402  # after the extra was found
from hanabilab.learning.guided_network import GuidedNetwork  # noqa: E402
from hanabilab.learning.guides import Guided  # noqa: E402
from hanabilab.learning.networks.families import Channels  # noqa: E402
from hanabilab.learning.plan import TrainingPlan  # noqa: E402
from hanabilab.learning.weight_files import GUIDED, weights_bytes  # noqa: E402

pytestmark = [pytest.mark.once]


@pytest.mark.parametrize("guide", ["{}:agent", "sparta({}:agent)"])
def test_the_guide_of_a_card_runs_no_file(tmp_path, guide):
    """A card can be anybody's: a file that it names does not run where somebody reads weights."""
    mine, ran, path = (tmp_path / name for name in ("mine.py", "ran", "w.safetensors"))
    mine.write_text(f"open({str(ran)!r}, 'w').close()\n")
    network = GuidedNetwork(Guided("smart", Rules(players=2)).symmetry, (Channels(4, 2),))
    card = GuidedCard(guide.format(mine), "full(players=2)", [[4, 2]], 0.1)
    path.write_bytes(weights_bytes(network, card, GUIDED))
    with pytest.raises(AgentError, match=r"the card of .* names .* --allow-code"):
        make_agent(f"net({path})")
    assert not ran.exists()
    with code_allowed([mine]), pytest.raises(AgentError, match="no agent"):  # the file has none
        make_agent(f"net({path})")
    assert ran.exists()


@pytest.mark.parametrize(
    ("algorithm", "setting"),
    [("ppo", "teacher"), ("dagger", "teacher"), ("belief", "agent"), ("guided-labels", "guide")],
)
@pytest.mark.parametrize("name", ["mine.py:agent", "net(gru-2p, belief=mine.py)"])
def test_a_manifest_runs_no_file(algorithm, setting, name):
    """Nor does a file that a manifest names, alone or within another name."""
    document = TrainingPlan.of({"algorithm": algorithm}).as_json() | {setting: name}
    with pytest.raises(ResumeError, match=r"the folder names mine\.py, a Python file"):
        TrainingPlan.from_json(document)
    with code_allowed([Path("mine.py")]):
        assert getattr(TrainingPlan.from_json(document).settings, setting) == name
