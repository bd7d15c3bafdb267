"""The state of a fitted recognizer, as plain data that can be written to disk.

With the resources that it reads, and its components from outside this package.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.advice import how_to_state
from rte_baselines.core.code_files import origin_of
from rte_baselines.core.quoting import quoted
from rte_baselines.core.registry import registry
from rte_baselines.core.resources import resources
from rte_baselines.features import FeatureSet
from rte_baselines.heads.base import Head
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.recognizers.config import to_config
from rte_baselines.runs.columns import Digests

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

_LEARNED_NAME = re.compile(r"[a-z]\w*_")
Value = TypeVar("Value")


@dataclass(frozen=True)
class ForeignComponent:
    """A component of a recognizer that comes from a user's file or another package."""

    kind: str  # such as features
    name: str
    origin: str  # the name of the file or of the module
    digest: str | None = None  # that of `Origin`

    def how_to_supply(self) -> str:
        """Return a message that it is missing, and how to supply it."""
        missing = f"@{self.kind} {quoted(self.name)} is missing; it comes from"
        if self.digest is not None:
            how = how_to_state(f"import_code({self.origin!r})", f"--code {self.origin}")
            return f"{missing} {self.origin}: give it with {how}"
        return (
            f"{missing} the module {quoted(self.origin)}: install its package, or give its file "
            f"with {how_to_state('import_code(FILE)', '--code FILE')}"
        )


def foreign_components(features: FeatureSet, head: Head) -> list[ForeignComponent]:
    """Return the features, heads, layers and so on from outside this package."""
    classes = default_analyzer().layer_classes(features.layers)
    layers = registry.imported("layers").items()
    used = {
        *_named(to_config(features, head)),
        *(("layers", name) for name, layer in layers if layer in classes),
    }
    origins = {component: origin_of(*component) for component in sorted(used)}
    return [
        ForeignComponent(*component, origin.name, origin.digest)
        for component, origin in origins.items()
        if origin is not None
    ]


def _named(config: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the kind and name of every component in a config."""
    for key, value in config.items():
        if isinstance(value, Mapping):
            yield from _named(value)
        elif key.startswith("@"):
            yield key.removeprefix("@"), value


def resources_in_use(features: FeatureSet) -> dict[str, str | None]:
    """Return the digests of the resources and named files of features; None for missing ones."""
    return {
        **{
            name: None if resources.locate(name) is None else resources.digest(name)
            for name in sorted(features.resources(default_analyzer()))
        },
        **{name: resources.file_digest(file) for name, file in sorted(features.files.items())},
    }


def pairs_behind(in_use: Mapping[str, str | None]) -> Digests:
    """Return the digests of pairs that resources in use were trained on (training_pairs.npy)."""
    found = [name for name, digest in in_use.items() if digest and name in resources.RESOURCES]
    files = [resources.files_of(name) / "training_pairs.npy" for name in found]
    digests = [np.load(file, allow_pickle=False) for file in files if file.is_file()]
    return np.concatenate([np.zeros(0, np.uint64), *digests])


def split_learned(
    head: Head,
) -> tuple[dict[str, Any], dict[str, FloatArray], dict[str, "BaseEstimator"]]:
    """Return a head's learned attributes: plain values; arrays, estimators by dotted path."""
    values: dict[str, Any] = {}
    arrays: dict[str, FloatArray] = {}
    estimators: dict[str, BaseEstimator] = {}
    learned = head.learned()
    # Which takes a second to import; a head may have done so just now.
    scikit_learn = sys.modules.get("sklearn.base")
    for name, value in learned.items():
        if isinstance(value, Head):
            values[name], inner_arrays, inner_estimators = split_learned(value)
            arrays |= {f"{name}.{path}": array for path, array in inner_arrays.items()}
            estimators |= {f"{name}.{path}": found for path, found in inner_estimators.items()}
        elif scikit_learn is not None and isinstance(value, scikit_learn.BaseEstimator):
            estimators[name] = value
        elif value and isinstance(value, dict) and all(map(_is_array, value.values())):
            arrays |= {f"{name}.{key}": array for key, array in value.items()}
        else:
            values[name] = value
    return values, arrays, estimators


def _is_array(value: object) -> bool:
    return isinstance(value, np.ndarray)


def restore(
    head: Head,
    values: Mapping[str, Any],
    arrays: Mapping[str, FloatArray],
    estimators: Mapping[str, "BaseEstimator"],
) -> None:
    """Set the learned attributes of an unfitted head, as split by `split_learned`."""
    for name, value in values.items():
        _check_learned_name(name)
        parameter = getattr(head, name.removesuffix("_"), None)
        if isinstance(parameter, Head) and value is not None:
            inner = deepcopy(parameter)
            restore(inner, value, dict(below(name, arrays)), dict(below(name, estimators)))
            setattr(head, name, inner)
        else:
            setattr(head, name, value)
    for path, estimator in estimators.items():
        if "." not in path:
            _check_learned_name(path)
            setattr(head, path, estimator)
    for name in dict.fromkeys(path.partition(".")[0] for path in arrays):
        if name not in values:
            _check_learned_name(name)
            setattr(head, name, dict(below(name, arrays)))


def _check_learned_name(name: str) -> None:
    """Refuse to overwrite other attributes: methods, parameters, Python's own names."""
    if not _LEARNED_NAME.fullmatch(name):
        raise ValueError(f"{name!r} is not the name of a learned attribute")


def below(name: str, values: Mapping[str, Value]) -> Iterator[tuple[str, Value]]:
    """Yield the values whose dotted paths start with a name, by the rest of their paths."""
    for path, value in values.items():
        if path.startswith(f"{name}."):
            yield path.removeprefix(f"{name}."), value
