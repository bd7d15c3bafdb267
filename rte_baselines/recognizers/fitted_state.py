"""The state of a fitted recognizer, as plain data that can be written to disk."""

from collections.abc import Mapping
from dataclasses import dataclass

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.resources import resources
from rte_baselines.features import FeatureSet
from rte_baselines.heads.base import Head
from rte_baselines.pairs import Scheme
from rte_baselines.recognizers.targets import Classes
from rte_baselines.runs.columns import Digests


@dataclass(frozen=True)
class FittedState:
    """A fitted recognizer: its parts and its learned attributes.

    Parameters
    ----------
    name : str
    features : FeatureSet
    head : Head
        The unfitted head.
    fitted_head : Head
    feature_means : list of float
        The mean of each column over the training pairs.
    scheme : Scheme
    classes : Classes
    training_pairs : int
        The number of training pairs.
    training_digest : str
        Identifies the training pairs and their labels.
    training_pair_digests : ndarray of uint64, or None
        The `pair_digest` of the training pairs, sorted; None if they are not known.
    resources : mapping of str to (str or None)
        The digest of every resource that was read, by name; None if there was none.
    """

    name: str
    features: FeatureSet
    head: Head
    fitted_head: Head
    feature_means: list[float]
    scheme: Scheme
    classes: Classes
    training_pairs: int
    training_digest: str
    training_pair_digests: Digests | None
    resources: Mapping[str, str | None]


def resources_in_use(features: FeatureSet) -> dict[str, str | None]:
    """Return the digest of each resource and file that the features read; None for missing ones.

    These are resources, by their names, and files that a config names, such as rule bases.
    """
    return {
        **{
            name: None if resources.locate(name) is None else resources.digest(name)
            for name in sorted(features.resources(default_analyzer()))
        },
        **{name: resources.file_digest(file) for name, file in sorted(features.files.items())},
    }
