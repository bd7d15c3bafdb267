"""Recognizers in HTML, for notebooks."""

from typing import Any

from rte_baselines.components import Component
from rte_baselines.features import FeatureSet
from rte_baselines.heads.base import Head
from rte_baselines.html import html_of
from rte_baselines.quoting import shortened
from rte_baselines.tables import Table

_LONGEST_FIELDS = 120


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
    rows = [[part, type(component).__name__, _fields(component)] for part, component in parts]
    table = Table("", ["part", "component", "fields"], rows, keys=3)
    return html_of([table], lead=[f"{name}: {training}"])


def _fields(component: Component) -> str:
    """Return the fields that differ from their defaults."""
    import inspect

    given: dict[str, Any] = component.get_params(deep=False)
    defaults = inspect.signature(type(component)).parameters
    changed = (
        f"{name}={value!r}" for name, value in given.items() if value != defaults[name].default
    )
    return shortened(", ".join(changed), _LONGEST_FIELDS)
