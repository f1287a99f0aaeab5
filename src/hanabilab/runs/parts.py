"""Names of parts: the plan they are of, their number, and a digest of plan and content together."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

#: Groups: the digest of the plan, the number, the digest of plan and content.
PART = re.compile(r"part-([0-9a-f]{16})-([0-9]{12})-([0-9a-f]{16})\.(?:parquet|npz)")


def number_of(part: Path) -> int:
    """The number of a part."""
    return int(part.name.split("-")[2])


def digest_of(plan: str, data: bytes) -> str:
    """What the name of a part ends in."""
    return hashlib.sha256(plan.encode() + data).hexdigest()[:16]
