"""Which objects are tables in memory; `rte_baselines.records.memory` reads them.

No library of data frames is imported here.
"""

from collections.abc import Mapping

_PACKAGE = __name__.partition(".")[0]


def is_table(given: object) -> bool:
    """Whether this is a data frame, a dataset (even one that `MemoryRows` refuses), or mappings."""
    if isinstance(given, (list, tuple)):
        return bool(given) and isinstance(given[0], Mapping)
    return is_dataset(given) or is_like_frame(given)


def is_frame(given: object) -> bool:
    """Whether this is a table other than a list of mappings."""
    return not isinstance(given, (list, tuple)) and is_table(given)


def is_like_frame(given: object) -> bool:
    """Whether this may be a data frame."""
    # Frames are recognized by an attribute, since importing a library only for its classes takes
    # long. The attribute of the class is used: lazy frames compute that of the object. Runs, which
    # also have columns, are excluded.
    return hasattr(type(given), "columns") and type(given).__module__.split(".")[0] != _PACKAGE


def is_dataset(given: object) -> bool:
    """Whether this is a dataset of Hugging Face."""
    return hasattr(type(given), "column_names") and hasattr(type(given), "with_format")
