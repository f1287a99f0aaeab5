"""Weights that come with the package, by name. Needs no PyTorch."""

from __future__ import annotations

from pathlib import Path

from hanabilab.errors import LearningError

#: Where they lie: of networks that play, and of learned beliefs.
SHIPPED = Path(__file__).parent / "weights"
SHIPPED_BELIEFS = SHIPPED / "beliefs"
#: The file of a finished run of `hanabi train`.
WEIGHTS = "weights.safetensors"


def shipped_weights(folder: Path = SHIPPED) -> dict[str, Path]:
    """The weights in a folder, by name."""
    return {path.stem: path for path in sorted(folder.glob("*.safetensors"))}


def shipped_names() -> list[str]:
    """Names of the weights that come with the package: `net(NAME)` plays with them."""
    return list(shipped_weights())


def shipped_beliefs() -> list[str]:
    """Names of the learned beliefs that come with the package, each that of the network's."""
    return list(shipped_weights(SHIPPED_BELIEFS))


def find_weights(name: str, folder: Path = SHIPPED) -> Path:
    """The file that `name` means: weights that come with the package, or a path.

    Args:
        name: of shipped weights, or of a file.
        folder: `SHIPPED` or `SHIPPED_BELIEFS`.

    Raises:
        LearningError: there is none.
    """
    shipped = shipped_weights(folder)
    if name in shipped:
        return shipped[name]
    if Path(name).is_file():
        return Path(name)
    if (Path(name) / WEIGHTS).is_file():
        raise LearningError(f"{name} is a folder; its weights are {Path(name) / WEIGHTS}")
    known = ", ".join(shipped) or "none"
    raise LearningError(f"no weights {name!r}: neither a file nor among those shipped ({known})")
