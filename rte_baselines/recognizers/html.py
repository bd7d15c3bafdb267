"""Recognizers in HTML, for notebooks."""

from rte_baselines.features import FeatureSet
from rte_baselines.heads.base import Head
from rte_baselines.rendering.html import html_of
from rte_baselines.rendering.tables import Table


def recognizer_html(name: str, features: FeatureSet, head: Head, training: str) -> str:
    """Return a table of the features and the head of a recognizer.

    Parameters
    ----------
    name : str
    features : FeatureSet
    head : Head
    training : str
        Whether, and on what, the recognizer is trained.
    """
    parts = [*features.features.items(), ("head", head)]
    rows = [[part, repr(component)] for part, component in parts]
    return html_of([Table("", ["part", "component"], rows, keys=2)], lead=[f"{name}: {training}"])
