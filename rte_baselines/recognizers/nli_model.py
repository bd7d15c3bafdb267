"""NLI models of Hugging Face as recognizers: one feature, its probabilities, and a head."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from typing_extensions import Self

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import ConfigError, InputError, ModelError
from rte_baselines.features import FeatureSet, FeatureTable, PairBatch
from rte_baselines.features.base import Feature, Output
from rte_baselines.heads.base import Decisions, Head, Reason, parts_of
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.recognizers.fitted_state import FittedState
from rte_baselines.recognizers.nli_classifier import opened
from rte_baselines.recognizers.nli_folder import NliFolder
from rte_baselines.recognizers.targets import Classes

HUB = "hf:"
"""What the names of models on the hub of Hugging Face begin with."""

_FILES = (
    *("config.json", "tokenizer.json", "tokenizer_config.json"),
    *("model.onnx", "onnx/model.onnx", "*.safetensors", "model.safetensors.index.json"),
)
_UNTRAINABLE = "a model of Hugging Face is trained already, and is not trained further here"


class NliProbabilities(Feature):
    """The probabilities of the labels, as a model of Hugging Face gives them.

    It is in no registry, since it needs a model; `load_nli_model` makes it. `model_labels` are the
    labels of the classes of the model, in their order.
    """

    source: ClassVar[str] = "Devlin et al. 2019, BERT, section 4.1: pairs of sentences"
    layers: ClassVar[tuple[str, ...]] = ()

    def __init__(self, folder: str, model_labels: Sequence[str]) -> None:
        self.folder = folder
        self.model_labels = model_labels

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The probability of each label of the scheme."""
        return tuple(Output(label.value.lower()) for label in self._opened.scheme.labels)

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the probabilities of every pair, shape (pairs, labels)."""
        folder = self._opened
        texts = (analysis.text for analysis in batch.texts)
        hypotheses = (analysis.text for analysis in batch.hypotheses)
        pairs = list(zip(texts, hypotheses, strict=True))
        order = [folder.labels.index(label) for label in folder.scheme.labels]
        return opened(folder).probabilities(pairs)[:, order]

    def to_config(self) -> dict[str, Any]:
        """Refuse to be saved."""
        raise ConfigError(f"a model of Hugging Face is not saved; load it from {self.folder}")

    @property
    def _opened(self) -> NliFolder:
        return NliFolder.open(Path(self.folder), self.model_labels)


class MostProbable(Head):
    """The label with the highest probability; of equal ones, the first of the scheme."""

    def __init__(self, scheme_name: str) -> None:
        self.scheme_name = scheme_name

    @property
    def scheme(self) -> Scheme:
        """The scheme of the model."""
        return Scheme(self.scheme_name)

    def fit(self, table: FeatureTable, labels: ArrayLike) -> Self:
        """Refuse to learn."""
        raise InputError(_UNTRAINABLE)

    def decide(self, table: FeatureTable) -> Decisions:
        """Return the most probable labels, with all probabilities."""
        names = np.array([label.value for label in self.scheme.labels])
        return Decisions(
            labels=names[np.argmax(table.values, axis=1)],
            confidences=table.values.max(axis=1, initial=0.0),
            entailment=table.values[:, names.tolist().index(Label.ENTAILMENT.value)],
            probabilities=table.values,
            classes=tuple(names.tolist()),
        )

    def pulls(self, table: FeatureTable, means: Sequence[float]) -> FloatArray:
        """Return zeros: the probabilities are the decision, and no training mean is known."""
        return np.zeros(len(parts_of(table)))

    def reason(self, table: FeatureTable, means: Sequence[float]) -> Reason:
        """Say how probable the label is, since the network gives no other reason."""
        decisions = self.decide(table)
        return Reason(
            f"{decisions.labels[0]} has the probability {decisions.confidences[0]:.3f}, the "
            "highest of all labels"
        )


def load_nli_model(
    path: Path, model_labels: Sequence[str] | None = None, *, name: str | None = None
) -> FittedState:
    """Return a model as the state of a recognizer, called by default as its folder.

    `model_labels` are the labels of the classes, for models that do not name them. Errors are those
    of `NliFolder.open`.
    """
    folder = NliFolder.open(path.resolve(), model_labels)
    feature = NliProbabilities(str(folder.path), [label.value for label in folder.labels])
    head = MostProbable(folder.scheme.value)
    return FittedState(
        name=name or folder.path.name,
        features=FeatureSet({"probability": feature}),
        head=head,
        fitted_head=head,
        feature_means=[1 / len(folder.labels)] * len(folder.labels),
        scheme=folder.scheme,
        classes=Classes.of(folder.scheme, {}),
        training_pairs=0,
        training_digest=folder.digest(),
        training_pair_digests=None,
        resources={},
    )


def hub_folder(name: str, *, download: bool = False) -> Path:
    """Return the folder of a model such as ``hf:owner/name`` in the cache of Hugging Face.

    Files that are not in the cache are downloaded only if `download` allows it.
    """
    try:
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError
    except ImportError:
        raise InputError(
            f"{name} needs the package huggingface_hub: pip install 'rte-baselines[transformers]'"
        ) from None
    try:
        found = snapshot_download(
            name.removeprefix(HUB), local_files_only=not download, allow_patterns=list(_FILES)
        )
    except LocalEntryNotFoundError:
        how = (
            "is the hub within reach?"
            if download
            else f"to download it: {how_to_state('download=True', '--download')}"
        )
        raise ModelError(f"{name}: is not in the cache of Hugging Face; {how}") from None
    except HFValidationError:
        raise ModelError(f"{name}: is no name of a model; expected hf:owner/name") from None
    # Errors of the network and of the hub.
    except Exception as error:
        raise ModelError(
            f"{name}: cannot be downloaded ({' '.join(str(error).split())})"
        ) from error
    return Path(found)
