"""Tables of polars as data frames of pandas, without pyarrow."""

from __future__ import annotations

from typing import Any

import polars as pl

from hanabilab.errors import HanabiError


def to_pandas(table: pl.DataFrame) -> Any:
    """A table as a data frame of pandas; `table.to_pandas()` of polars would need pyarrow, too.

    Lists become Python's lists, and null becomes what pandas has for it.

    Raises:
        HanabiError: pandas is not installed.
    """
    try:
        import pandas as pd
    except ImportError:
        raise HanabiError(
            "a data frame of pandas needs pandas: pip install pandas; polars needs nothing more"
        ) from None
    columns = {column.name: _values(column) for column in table.get_columns()}
    return pd.DataFrame(columns, columns=table.columns)


def _values(column: pl.Series) -> Any:
    """Numbers as an array, so that they keep their type; else a list."""
    whole = column.dtype.is_numeric() and not column.null_count()
    return column.to_numpy() if whole else column.to_list()
