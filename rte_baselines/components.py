"""What every part of a recognizer has in common: it can be written as a config."""

from collections.abc import Mapping
from typing import Any, ClassVar

from sklearn.base import BaseEstimator

from rte_baselines.registry import registry


class Component(BaseEstimator):
    """A registered class whose constructor arguments are its config fields.

    Subclasses follow scikit-learn's contract: the constructor only stores its
    arguments under their own names, and what is learned ends in ``_``. A component
    therefore is its config, and stays so when ``set_params`` changes it.
    """

    kind: ClassVar[str]
    """The registry that holds the class, such as ``features``."""

    @classmethod
    def registered_name(cls) -> str:
        """Return the name the class is registered under, such as ``bleu.v1``.

        Raises
        ------
        LookupError
            If the class is not registered.
        """
        for name, registered in registry.all(cls.kind).items():
            if registered is cls:
                return name
        raise LookupError(f"{cls.__qualname__} is not registered as one of @{cls.kind}")

    def to_config(self) -> dict[str, Any]:
        """Return the config block that builds an equal, unfitted component."""
        fields = {name: _as_config(value) for name, value in self.get_params(deep=False).items()}
        return {f"@{self.kind}": self.registered_name(), **fields}


def _as_config(value: Any) -> Any:
    if isinstance(value, Component):
        return value.to_config()
    if isinstance(value, Mapping):
        return {key: _as_config(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return list(value)
    return value
