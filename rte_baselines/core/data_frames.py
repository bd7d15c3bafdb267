"""Data frames of pandas, which is imported only to make one."""

from collections.abc import Mapping
from typing import Any

from rte_baselines.core.errors import InputError


def pandas_frame(columns: Mapping[str, Any], index: Any = None) -> Any:
    """Return a data frame of pandas.

    Parameters
    ----------
    columns : mapping of str to array_like
        The values of each column; those of lists are strings, None where there is none.
    index : pandas.Index, optional
        By default, the numbers of the rows from 0.

    Raises
    ------
    InputError
        If pandas is not installed.
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
