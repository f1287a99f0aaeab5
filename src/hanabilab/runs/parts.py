"""Parts in folders. A name tells the plan, a number, and a digest of plan and content together."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from hanabilab.errors import ResumeError
from hanabilab.runs.files import reason_of

#: Groups: the digest of the plan, the number, the digest of plan and content.
PART = re.compile(r"part-([0-9a-f]{16})-([0-9]{12})-([0-9a-f]{16})\.(?:parquet|npz)")


def number_of(part: Path) -> int:
    """The number of a part."""
    return int(part.name.split("-")[2])


def digest_of(plan: str, data: bytes) -> str:
    """What the name of a part ends in."""
    return hashlib.sha256(plan.encode() + data).hexdigest()[:16]


def entries(folder: Path) -> list[Path]:
    """What is in a folder of a run; nothing, of one that is not there.

    Unlike a glob, which finds nothing in a folder that may not be read.

    Raises:
        ResumeError: it cannot be read, or is none.
    """
    try:
        return [*folder.iterdir()] if os.path.lexists(folder) else []
    except OSError as error:
        raise ResumeError(f"cannot read {folder}: {reason_of(error)}") from None
