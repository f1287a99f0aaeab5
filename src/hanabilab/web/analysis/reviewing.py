"""What lost the perfect score, looked for harder and harder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanabilab.notation import Record
from hanabilab.review.review import REVIEW_WIDTHS, review_record
from hanabilab.web.document import facts


def review(record: Record) -> Iterator[dict[str, Any]]:
    """The facts of a document again and again, from wider beams each time.

    Yields:
        `facts` by turn, `lost_at` and `lost_between`, as `web.document` has them.
    """
    for count in range(1, len(REVIEW_WIDTHS) + 1):
        found = review_record(record, widths=REVIEW_WIDTHS[:count])
        yield facts(found)
        if found.lost_at is not None:
            return
