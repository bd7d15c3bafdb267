"""Recognizers that are NLI models of Hugging Face, run by ONNX Runtime or by PyTorch."""

import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self

from rte_baselines.analysis.encoder.network import OnnxModel
from rte_baselines.analysis.tokens.words import without_lone_surrogates
from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import ConfigError, InputError, InputWarning, ModelError
from rte_baselines.core.quoting import counted, path_name, shortened
from rte_baselines.features import FeatureSet, FeatureTable, PairBatch
from rte_baselines.features.base import Feature, Output
from rte_baselines.heads.base import Decisions, Head, Reason, parts_of
from rte_baselines.kernels.ragged import FloatArray, IntArray
from rte_baselines.pairs import Label, Scheme
from rte_baselines.recognizers.nli.folder import NliFolder
from rte_baselines.recognizers.targets import Classes

HUB = "hf:"
"""What the names of models on the hub of Hugging Face begin with."""

_FILES = (
    *("config.json", "tokenizer.json", "tokenizer_config.json"),
    *("model.onnx", "onnx/model.onnx", "*.safetensors", "model.safetensors.index.json"),
)
_PIECES_AT_ONCE = 4096
_LONGEST_REASON = 200


class NliClassifier:
    """Gives each pair the probabilities of the classes of a model.

    Pairs with equally many word pieces are read at once, without padding. A pair that is longer
    than the model can read loses the end of its text, with a warning; the hypothesis is kept.
    """

    def __init__(self, folder: NliFolder) -> None:
        self.folder = folder
        network = folder.network
        self._model = TorchModel(folder.path) if network is None else OnnxClassifier(network)
        self._tokenizer = _tokenizer(folder.tokenizer)

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        """Return the probability of each class, shape (pairs, classes), of (text, hypothesis).

        A model that cannot be run or does not fit its config is a `ModelError`, a hypothesis that
        alone is longer than the model can read an `InputError`.
        """
        inputs = [self._encoded(text, hypothesis) for text, hypothesis in pairs]
        logits = np.zeros((len(pairs), len(self.folder.labels)))
        for batch in _batches([len(ids) for ids, _ in inputs]):
            ids, types = (np.stack([inputs[place][part] for place in batch]) for part in (0, 1))
            found = self._model.logits(ids, types)
            if found.shape != (len(batch), logits.shape[1]) or not np.isfinite(found).all():
                raise ModelError(
                    f"{path_name(self.folder.path)}: gives values of shape {found.shape} to "
                    f"{counted(len(batch), 'pair')}; expected a finite one for each of "
                    f"{logits.shape[1]} classes"
                )
            logits[batch] = found
        exponents = np.exp(logits - logits.max(axis=1, initial=-np.inf, keepdims=True))
        probabilities: FloatArray = exponents / exponents.sum(axis=1, keepdims=True)
        return probabilities

    def _encoded(self, text: str, hypothesis: str) -> tuple[IntArray, IntArray]:
        """Return the ids and the types of the pieces of a pair."""
        whole = self._tokenizer.encode(*map(without_lone_surrogates, (text, hypothesis)))
        surplus = len(whole.ids) - self.folder.max_pieces
        ids, types = np.array(whole.ids, np.int64), np.array(whole.type_ids, np.int64)
        if surplus <= 0:
            return ids, types
        places = np.flatnonzero([sequence == 0 for sequence in whole.sequence_ids])
        if surplus >= len(places):
            raise InputError(
                f"the hypothesis {shortened(hypothesis)!r} has more word pieces than the "
                f"{self.folder.max_pieces} that {self.folder.path.name} reads; expected a short one"
            )
        warnings.warn(
            f"{self.folder.path.name} reads {self.folder.max_pieces} word pieces; the ends of "
            "longer texts are left out",
            InputWarning,
            stacklevel=2,
        )
        kept = np.delete(np.arange(len(ids)), places[-surplus:])
        return ids[kept], types[kept]


class OnnxClassifier(OnnxModel):
    """A model in ONNX, whose output is ``logits`` or the only one."""

    kind = "model"

    def logits(self, ids: IntArray, types: IntArray) -> NDArray[Any]:
        """Return the logits of each class; see `OnnxModel.run`."""
        return self.run(ids, types)

    def output(self, session: Any) -> str:
        """Return the name of the output with the logits."""
        names = [str(output.name) for output in session.get_outputs()]
        if "logits" not in names and len(names) != 1:
            raise ModelError(
                f"model: {self._path} has the outputs {', '.join(names)}; expected logits"
            )
        return "logits" if "logits" in names else names[0]


class TorchModel:
    """A model in safetensors, run by transformers and PyTorch; no code of the model is run."""

    def __init__(self, path: Path) -> None:
        try:
            import torch
            from transformers import AutoModelForSequenceClassification
        except ImportError:
            raise InputError(
                f"{path_name(path)}: holds no model.onnx, so that its weights need PyTorch: pip "
                "install 'rte-baselines[transformers]'"
            ) from None
        self._torch = torch
        try:
            self._model = AutoModelForSequenceClassification.from_pretrained(
                str(path), local_files_only=True, use_safetensors=True, trust_remote_code=False
            ).eval()
        # The library raises many types of errors.
        except Exception as error:
            raise _unusable(path, error) from error

    def logits(self, ids: IntArray, types: IntArray) -> NDArray[Any]:
        """Return the logits of each class, shape (sequences, classes)."""
        tensor = self._torch.from_numpy
        # Models without segments have no such embeddings, or one for all pieces.
        has_types = getattr(self._model.config, "type_vocab_size", 0) > 1
        further = {"token_type_ids": tensor(types)} if has_types else {}
        mask = tensor(np.ones_like(ids))
        with self._torch.inference_mode():
            found = self._model(input_ids=tensor(ids), attention_mask=mask, **further)
        logits: NDArray[Any] = found.logits.float().numpy()
        return logits


@lru_cache(maxsize=2)
def opened(folder: NliFolder) -> NliClassifier:
    """Return the classifier of a folder, which is opened once in a process."""
    return NliClassifier(folder)


def _tokenizer(path: Path) -> Any:
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(path))
    # The library raises plain exceptions.
    except Exception as error:
        raise _unusable(path, error) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _unusable(path: Path, error: Exception) -> ModelError:
    reason = shortened(" ".join(str(error).split()), _LONGEST_REASON)
    return ModelError(f"{path_name(path)}: cannot be loaded ({reason})")


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield the positions of inputs of one length that are read at once."""
    by_length: defaultdict[int, list[int]] = defaultdict(list)
    for place, length in enumerate(lengths):
        by_length[length].append(place)
    for length, places in by_length.items():
        at_once = max(_PIECES_AT_ONCE // max(length, 1), 1)
        for start in range(0, len(places), at_once):
            yield places[start : start + at_once]


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
        raise InputError(
            "a model of Hugging Face is trained already, and is not trained further here"
        )

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
    recognizer_class: Any, path: Path, model_labels: Sequence[str] | None, *, name: str | None
) -> Any:
    """Return a model as a recognizer of this class, called by default as its folder.

    `model_labels` are the labels of the classes, for models that do not name them. Errors are those
    of `NliFolder.open`.
    """
    folder = NliFolder.open(path.resolve(), model_labels)
    feature = NliProbabilities(str(folder.path), [label.value for label in folder.labels])
    head = MostProbable(folder.scheme.value)
    features = FeatureSet({"probability": feature})
    recognizer = recognizer_class(features, head, name or folder.path.name)
    classes = Classes.of(folder.scheme, {})
    recognizer.head_, recognizer.scheme_, recognizer.resources_ = head, folder.scheme, {}
    recognizer.classes_, recognizer.class_labels_ = classes.values, classes.labels
    recognizer.feature_means_ = [1 / len(folder.labels)] * len(folder.labels)
    recognizer.training_pairs_, recognizer.training_digest_ = 0, folder.digest()
    recognizer.training_pair_digests_ = recognizer.longest_text_ = None
    return recognizer


def hub_folder(name: str, *, download: bool = False) -> Path:
    """Return the folder of ``hf:owner/name`` in the cache of the hub, downloaded if allowed."""
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
