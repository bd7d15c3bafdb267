"""The pair of a text and a hypothesis, which everything else is about."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rte_baselines.pairs.labels import Label


@dataclass(frozen=True)
class Pair:
    """A text T and a hypothesis H, of which one asks whether T entails H.

    Parameters
    ----------
    id : str
        Unique within its dataset.
    text, hypothesis : str
        The two snippets, as read, with outer white space removed.
    task : str or None
        The application the pair comes from, such as IE, IR, QA or SUM.
    label : Label or None
        The gold label, if there is one.
    attributes : mapping of str to str
        What else the file says of the pair, such as RTE-3's ``length`` or the
        sample's ``phenomenon``. Kept by the writers; no part of equality's hash.
    """

    id: str
    text: str
    hypothesis: str
    task: str | None = None
    label: Label | None = None
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)
