"""Properties of pairs, by which scores are broken down: computed ones, and attributes."""

from rte_baselines.evaluation.properties.computed import PROPERTIES, Property
from rte_baselines.evaluation.properties.values import (
    COMPUTED,
    attributes_of,
    property_values,
    single_names,
)

__all__ = ["COMPUTED", "PROPERTIES", "Property", "attributes_of", "property_values", "single_names"]
