"""Quantifiers: which there are, and which of them entails which.

`logic.meaning` has classes of its own, by the formulas that noun phrases are read as.
"""

from collections.abc import Mapping

QUANTIFIERS: Mapping[str, str] = {
    **dict.fromkeys(("all", "every", "each"), "universal"),
    "most": "majority",
    "many": "many",
    "several": "several",
    "some": "some",
    "both": "both",
    "few": "scant",
    **dict.fromkeys(("no", "none", "neither"), "none"),
}
"""The class of each quantifier."""

_SCALE = ("universal", "majority", "many", "several", "some")

ENTAILED_BY: Mapping[str, frozenset[str]] = {
    kind: frozenset(_SCALE[: place + 1]) for place, kind in enumerate(_SCALE)
}
"""The classes that entail a class: itself and those that say more, as of something there is."""
