"""Resources that are arrays in a folder, opened once per process."""

from abc import ABC, abstractmethod
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from typing_extensions import Self

from rte_baselines.core.resources import resources

_OPEN_FOLDERS = 16


class ArrayResource(ABC):
    """A resource that is opened from a folder of arrays."""

    resource: ClassVar[str]
    """The name of the resource, such as ``wordnet``."""

    @classmethod
    @abstractmethod
    def _open_folder(cls, folder: str) -> Self:
        """Open a folder, which may be missing, damaged or another resource."""

    @classmethod
    def open(cls, folder: str | Path | None = None) -> Self:
        """Open the resource; the same folder is opened once per process.

        Parameters
        ----------
        folder : str or Path, optional
            By default, the one in use (``rte-baselines resources list``).
        """
        opened: Self = _opened(cls, str(folder or resources.required(cls.resource)))
        return opened


@lru_cache(maxsize=_OPEN_FOLDERS)
def _opened(kind: type[ArrayResource], folder: str) -> Any:
    return kind._open_folder(folder)
