"""PettingZoo's interface: seats are agents, `player_0` and so on.

    env = hanabilab.adapters.pettingzoo.env(players=3)                # one agent after the other
    env = hanabilab.adapters.pettingzoo.parallel_env(partners="smart")   # all at once
    env = pettingzoo.make("aec", "hanabilab/hanabi-v0", players=3)    # once this is imported

See docs/environments.md.
"""

from hanabilab.errors import HanabiError
from hanabilab.messages import how_to_install

try:
    import pettingzoo
except ImportError:
    raise HanabiError(
        f"PettingZoo is not installed; install it with: {how_to_install('envs')}"
    ) from None

from hanabilab.adapters.pettingzoo.aec import HanabiAEC
from hanabilab.adapters.pettingzoo.parallel import HanabiParallel

__all__ = ["HanabiAEC", "HanabiParallel", "env", "parallel_env"]

#: As PettingZoo's own modules call them.
env = HanabiAEC
parallel_env = HanabiParallel

for _face in ("aec", "parallel"):
    _name = f"{__name__}:{'env' if _face == 'aec' else 'parallel_env'}"
    pettingzoo.register(_face, "hanabilab/hanabi-v0", entry_point=_name)
