"""Gymnasium's interface: `HanabiVectorEnv`, many games at once, and `HanabiEnv`, one.

    envs = gymnasium.make_vec("hanabilab.adapters.gymnasium:Hanabi-v0", num_envs=1024, players=3)

The part before the colon is what Gymnasium imports; from then on `Hanabi-v0` will do. See
docs/environments.md.
"""

from hanabilab.errors import HanabiError
from hanabilab.messages import how_to_install

try:
    import gymnasium
except ImportError:
    raise HanabiError(
        f"Gymnasium is not installed; install it with: {how_to_install('envs')}"
    ) from None

from hanabilab.adapters.gymnasium.single import HanabiEnv
from hanabilab.adapters.gymnasium.vector import HanabiVectorEnv

__all__ = ["HanabiEnv", "HanabiVectorEnv"]

gymnasium.register(
    id="Hanabi-v0",
    entry_point="hanabilab.adapters.gymnasium.single:HanabiEnv",
    vector_entry_point="hanabilab.adapters.gymnasium.vector:HanabiVectorEnv",
    disable_env_checker=True,
)
