"""Data frames of pandas, which is imported only to make one."""

from collections.abc import Mapping
from typing import Any

from rte_baselines.core.errors import InputError


def pandas_frame(columns: Mapping[str, Any], index: Any = None) -> Any:
    """Return a data frame of pandas, if that is installed.

    The columns of lists are strings, None where there is none.
    """
    try:
        import pandas
    except ImportError:
        raise InputError("data frames need the package pandas: pip install pandas") from None
    arrays = {
        name: pandas.array(values, "string") if isinstance(values, list) else values
        for name, values in columns.items()
    }
    return pandas.DataFrame(arrays, index=index)
