"""What a system says of one pair."""

from collections.abc import Mapping
from dataclasses import dataclass

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.pairs.labels import as_label
from rte_baselines.pairs.pair import as_pair_id
from rte_baselines.quoting import quoted
from rte_baselines.representing import brief


@brief
@dataclass(frozen=True, slots=True)
class Prediction:
    """What a system says of one pair.

    Parameters
    ----------
    id : str
        The pair's id. An integer is kept as a string.
    label : Label
        Any name that `parse_label` knows is kept as the `Label` that it means; so are
        the labels of `probabilities`.
    confidence : float or None
        How sure the system is that its label is right, in [0, 1].
    score : float or None
        How surely the text entails the hypothesis; any real number, higher is surer.
        Pairs are ranked by it.
    probabilities : mapping of Label to float, or None
        One probability for each label of the scheme.
    pair_digest : int or None
        What `rte_baselines.pairs.pair_digest` says of the pair that was labelled, so that
        the run is not taken for one on other pairs with the same ids.

    Raises
    ------
    InputError
        If a label has no meaning (a number has none without an order of labels) or two
        probabilities are of one label, or the id is neither a string nor an integer.
    """

    id: str
    label: Label
    confidence: float | None = None
    score: float | None = None
    probabilities: Mapping[Label, float] | None = None
    pair_digest: int | None = None

    def __post_init__(self) -> None:
        labels = self.probabilities or ()
        if type(self.id) is str and {type(self.label), *map(type, labels)} == {Label}:
            return
        object.__setattr__(self, "id", as_pair_id(self.id))
        try:
            object.__setattr__(self, "label", as_label(self.label))
            if self.probabilities is not None:
                object.__setattr__(self, "probabilities", _by_label(self.probabilities))
        except InputError as error:
            raise InputError(f"prediction on pair {quoted(self.id)}: {error}") from None


def _by_label(probabilities: Mapping[Label, float]) -> Mapping[Label, float]:
    by_label = {as_label(label): share for label, share in probabilities.items()}
    if len(by_label) < len(probabilities):
        raise InputError("two probabilities are of one label; expected one of each label")
    return by_label
