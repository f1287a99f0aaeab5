"""What commands print with `--json`: the type of each document, and what each key means.

The types are a contract. Commands make their documents themselves; tests hold all that they print
against the types.
"""

from __future__ import annotations
