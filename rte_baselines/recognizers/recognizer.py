"""A recognizer: features and a head, as one scikit-learn estimator over pairs."""

import warnings
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from confection import Config
from numpy.typing import ArrayLike
from typing_extensions import Self

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.advice import how_to_state
from rte_baselines.core.components import Estimator, unfitted
from rte_baselines.core.errors import ConfigError, InputError, InputWarning
from rte_baselines.core.processes.workers import Pool
from rte_baselines.core.quoting import counted, quoted, shortened
from rte_baselines.core.registry import registry
from rte_baselines.core.representing import named
from rte_baselines.core.resources.resources import shipped_configs
from rte_baselines.features import FeatureSet, FeatureTable
from rte_baselines.features.nearest import TextPart
from rte_baselines.features.samples import Sample, SampleLabels, as_pairs, batches
from rte_baselines.heads.base import Decisions, Head
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Pair, Scheme, pair_digest, scheme_of
from rte_baselines.pairs.labels import parse_label_order
from rte_baselines.pairs.pair import words_digest
from rte_baselines.recognizers.config import (
    FEATURES_AND_HEAD,
    build,
    build_from,
    to_config,
    with_overrides,
)
from rte_baselines.recognizers.extracting import extracted
from rte_baselines.recognizers.fitted_state import pairs_behind, resources_in_use
from rte_baselines.recognizers.frames import predictions_frame, predictions_like, require_frame
from rte_baselines.recognizers.persistence import find_model, load_model, save_model
from rte_baselines.recognizers.targets import Classes, in_scheme, labelled, read_targets
from rte_baselines.runs import Prediction, Run
from rte_baselines.runs.checking import check_same_ids, known_ids
from rte_baselines.runs.columns import Digests
from rte_baselines.runs.prediction import trained_model

if TYPE_CHECKING:
    from sklearn.utils import Tags

    from rte_baselines.recognizers.explanation import Explanation

_LONGEST_FEATURES = 160


class Recognizer(Estimator):
    """Recognizes textual entailment by features and a head.

    A scikit-learn estimator whose samples are pairs: ``clone``, ``cross_val_score`` and
    ``GridSearchCV`` work, with parameters such as ``head__optimize`` or
    ``features__overlap__level``. Wherever pairs are expected, a sample may also be a
    (text, hypothesis) or a mapping; see `as_pairs`.

    Parameters
    ----------
    features : FeatureSet
    head : Head
    name : str
        Shown in tables.
    label_order : sequence of str, or str, optional
        What 0, 1, 2 stand for if labels are numbers, such as
        ``("entailment", "neutral", "contradiction")``, or one string separated by
        commas. It is not part of the config.

    Attributes
    ----------
    head_ : Head
        The fitted head.
    feature_means_ : list of float
        The mean of each column over the training pairs, which explanations compare with.
    training_pairs_ : int
        The number of training pairs.
    training_digest_ : str
        Identifies the training pairs and their labels.
    training_pair_digests_ : ndarray of uint64, or None
        The `words_digest` of the training pairs, and of those that resources were trained on,
        sorted, by which predictions on them are marked. None for models that were saved by version
        0.2.
    longest_text_ : int or None
        The number of words, between spaces, of the longest text of training. None for models that
        were saved by version 0.2.
    resources_ : dict of str to (str or None)
        The digest of every resource that was read, by name; None if there was none.
    scheme_ : Scheme
        The scheme of the predicted labels.
    classes_ : ndarray, shape (classes,)
        The labels of the scheme as they were given for training, sorted: names in their
        spelling, or numbers.
    class_labels_ : ndarray of str, shape (classes,)
        The label that each of `classes_` means.

    Examples
    --------
    >>> from rte_baselines import Recognizer, load_pairs
    >>> recognizer = Recognizer.from_config("word-overlap").fit(load_pairs("sample:train"))
    >>> run = recognizer.predict(load_pairs("sample:test"))
    """

    def __init__(
        self,
        features: FeatureSet,
        head: Head,
        name: str = "recognizer",
        label_order: Sequence[str] | None = None,
    ) -> None:
        self.features = features
        self.head = head
        self.name = name
        self.label_order = label_order

    @classmethod
    def from_config(
        cls,
        source: str | Path | Mapping[str, Any],
        overrides: Mapping[str, Any] | None = None,
    ) -> "Recognizer":
        """Build the recognizer that a config describes.

        Parameters
        ----------
        source : str, Path or mapping
            A config file, the name of a shipped config, or what `to_config` returned.
        overrides : mapping, optional
            Values to set, such as ``{"recognizer.head.optimize": "cws"}``.

        Raises
        ------
        ConfigError
            If the config cannot be found, read or built.
        """
        recognizer: Recognizer
        if isinstance(source, Mapping):
            recognizer = build(with_overrides(Config(dict(source)), overrides or {}))
            return recognizer
        recognizer = build_from(source, overrides)
        shipped = str(source) in shipped_configs()
        recognizer.name = str(source) if shipped else Path(source).stem
        return recognizer

    def fit(
        self,
        pairs: Iterable[Sample],
        labels: ArrayLike | None = None,
        *,
        workers: int | Pool | None = None,
    ) -> Self:
        """Learn from pairs.

        Parameters
        ----------
        pairs : iterable of Pair, (text, hypothesis) or mapping
        labels : array-like of str, bool, int or float, shape (pairs,), optional
            Gold labels, by any of their names, or numbers of which `label_order` states the
            meaning. Predictions, as an array, are spelled alike. By default those of the pairs;
            pairs without one are left out, with a warning. Three-way labels are conflated for
            a two-way head, with a warning.
        workers : int or Pool, optional
            The number of processes that compute features; by default, this one does. What
            is learned does not depend on it.

        Raises
        ------
        InputError
            If no pair has a label, one has no meaning, the labels are of the wrong scheme or
            too few to learn from, or the labels are a run with other ids than the pairs.
        """
        self.features.check_fields()
        self.head.check_fields("recognizer.head")
        order = parse_label_order(self.label_order)
        tables, digest, words_digests = [], sha256(), array("Q")
        own: list[Label | None] = []
        longest_text = 0
        ids: list[str | None] = []
        samples = _read(pairs, labels, order, ids)
        for batch, table in extracted(self.features, samples, workers):
            tables.append(table)
            for pair in batch:
                own.append(pair.label)
                longest_text = max(longest_text, len(pair.text.split()))
                digest.update(repr((pair.id, pair.text, pair.hypothesis)).encode())
                words_digests.append(words_digest(pair) or 0)
        whole = FeatureTable.concatenate(tables, self.features.columns)
        check_same_ids({"pairs": ids, "labels": known_ids(labels)})
        gold, meanings = read_targets(labels, own, order)
        scheme = self.head.scheme_for(scheme_of(gold))
        classes = Classes.of(scheme, meanings, order)
        targets = in_scheme(gold, scheme)
        if scheme is Scheme.TWO_WAY and {Label.CONTRADICTION, Label.UNKNOWN} <= set(gold):
            _warn_of_merged_labels(self.head)
        head: Head = unfitted(self.head).fit(whole, targets)
        means = whole.values.mean(axis=0) if len(whole) else whole.values.sum(axis=0)
        digest.update(repr(targets.tolist()).encode())
        in_use = resources_in_use(self.features)
        known = np.union1d(np.array(words_digests, dtype=np.uint64), pairs_behind(in_use))
        # A fit that fails leaves the recognizer unchanged.
        self.head_, self.feature_means_, self.resources_ = head, means.tolist(), in_use
        self.scheme_, self.classes_, self.class_labels_ = scheme, classes.values, classes.labels
        self.training_pairs_, self.training_digest_ = len(whole), digest.hexdigest()[:12]
        self.training_pair_digests_: Digests | None = known
        self.longest_text_: int | None = longest_text
        return self

    def predict(self, pairs: Iterable[Sample], *, workers: int | Pool | None = None) -> Run:
        """Label and rank pairs.

        Parameters
        ----------
        pairs : iterable of Pair, (text, hypothesis) or mapping
        workers : int or Pool, optional
            The number of processes that compute features; by default, this one does. The
            predictions do not depend on it, nor on the pairs that are labelled together.

        Returns
        -------
        Run
            One prediction for each pair, in order; as an array, their values in `classes_`.
        """
        self._check_is_fitted()
        predictions = self.predict_stream(pairs, workers=workers)
        return Run(predictions, name=self.name, classes=self._classes.by_label)

    def predict_stream(
        self, pairs: Iterable[Sample], *, workers: int | Pool | None = None
    ) -> Iterator[Prediction]:
        """Yield the predictions of `predict`, keeping a few batches of pairs in memory."""
        self._check_is_fitted()
        beyond, seen = 0, 0
        for batch, table in extracted(self.features, as_pairs(pairs), workers):
            yield from self._predictions(self.head_.decide(table), batch)
            beyond += self._longer_than_training(batch)
            seen += len(batch)
        self._warn_of_longer_texts(beyond, seen)

    def _longer_than_training(self, pairs: Sequence[Pair]) -> int:
        """Count the texts that leave the range of training to which the head limits features."""
        longest = self.longest_text_ if getattr(self.head_, "clip", False) else None
        return sum(longest is not None and len(pair.text.split()) > longest for pair in pairs)

    def _warn_of_longer_texts(self, beyond: int, seen: int) -> None:
        if beyond:
            warnings.warn(
                f"{beyond} of {counted(seen, 'text')} longer than {self.longest_text_} words, the "
                f"longest that {self.name} was trained on; how often it is right there is unknown",
                InputWarning,
                stacklevel=3,
            )

    def decide(self, pairs: Sequence[Pair]) -> Decisions:
        """Return the head's decisions on the pairs, as arrays."""
        self._check_is_fitted()
        self._warn_of_longer_texts(self._longer_than_training(pairs), len(pairs))
        return self.head_.decide(self.features.extract(pairs, default_analyzer()))

    def predict_frame(self, frame: Any) -> Any:
        """Return predictions on the rows of a data frame, as one of the same library.

        For Dask: ``frame.map_partitions(recognizer.predict_frame,
        meta=recognizer.frame_meta(frame))``.

        Parameters
        ----------
        frame : data frame
            Of pandas, polars or PyArrow. Columns have the names that are known in files; see
            `as_pairs`. The result has no column of ids; in pandas, ids in the index are kept.

        Returns
        -------
        data frame
            See `predictions_frame`; in pandas with the index of the rows.

        Raises
        ------
        InputError
            If `frame` is not a data frame with its rows in memory, or a row is no pair.
        """
        self._check_is_fitted()
        require_frame(frame)
        parts = [self.decide(batch) for batch in batches(as_pairs(frame))]
        return predictions_like(frame, parts, self._classes)

    def frame_meta(self, frame: Any = None) -> Any:
        """Return what `predict_frame` returns on no rows: the columns, the index and their types.

        Parameters
        ----------
        frame : data frame, optional
            Of pandas or Dask, with the index that the rows will have; by default, numbers.
        """
        self._check_is_fitted()
        # Dask keeps a frame of pandas without rows for this purpose.
        index = None if frame is None else getattr(frame, "_meta", frame).index[:0]
        return predictions_frame([], index, self._classes)

    def predict_proba(self, pairs: Iterable[Sample]) -> FloatArray:
        """Return the probability of each label, for scikit-learn's scorers.

        For heads without probabilities, the entailment score in [0, 1] is used instead.

        Returns
        -------
        ndarray of float64, shape (pairs, classes)
            In the order of `classes_`.
        """
        self._check_is_fitted()
        names = self.class_labels_.tolist()
        rows = [np.empty((0, len(names)))]
        for batch in batches(as_pairs(pairs)):
            decisions = self.decide(batch)
            if decisions.probabilities is not None:
                order = [decisions.classes.index(name) for name in names]
                rows.append(decisions.probabilities[:, order])
            else:
                certainty = {Label.ENTAILMENT.value: decisions.entailment}
                columns = [certainty.get(name, 1 - decisions.entailment) for name in names]
                rows.append(np.column_stack(columns))
        return np.vstack(rows)

    def score(self, pairs: Iterable[Sample], labels: ArrayLike | None = None) -> float:
        """Return the accuracy under the recognizer's own scheme.

        Parameters
        ----------
        pairs : iterable of Pair, (text, hypothesis) or mapping
            As for `fit`.
        labels : array-like of str, bool, int or float, shape (pairs,), optional
            As for `fit`; values that occurred there have the same meaning.

        Raises
        ------
        InputError
            If there are no pairs or another number of labels, a label has no meaning, or the
            labels are a run with other ids than the pairs.
        """
        self._check_is_fitted()
        order = parse_label_order(self.label_order)
        ids: list[str | None] = []
        found = list(_read(pairs, labels, order, ids))
        if not found:
            raise InputError("there are no pairs to score")
        check_same_ids({"pairs": ids, "labels": known_ids(labels)})
        own = [pair.label for pair in found]
        gold, _ = read_targets(labels, own, order, self._classes.meanings)
        return float(np.mean(self.predict(found).labels == in_scheme(gold, self.scheme_)))

    def explain(
        self, text: Sample, hypothesis: str | None = None, task: str | None = None
    ) -> "Explanation":
        """Explain the decision on a text and a hypothesis.

        Parameters
        ----------
        text : str, or Pair, (text, hypothesis) or mapping
            The text, or, without `hypothesis`, a sample that has both.
        hypothesis : str, optional
        task : str, optional

        Returns
        -------
        Explanation
            The aligned words, and the effect of each feature on the decision.
        """
        # Drawings come with it, which nothing else needs.
        from rte_baselines.recognizers.explaining import explain

        self._check_is_fitted()
        sample: Any = text if hypothesis is None else (text, hypothesis)
        (pair,) = as_pairs([sample])
        if task is not None:
            pair = replace(pair, task=task)
        self._warn_of_longer_texts(self._longer_than_training([pair]), 1)
        return explain(pair, self.features, self.head_, self.feature_means_)

    def save(self, folder: str | Path, *, trained_on: str | None = None) -> None:
        """Write the fitted recognizer to a folder, completely or not at all.

        Parameters
        ----------
        folder : str or Path
            A new folder, or one that holds a model, which is replaced.
        trained_on : str, optional
            The name of the training data, for the signature.

        Raises
        ------
        InputError
            If the folder holds something else or cannot be written.
        ConfigError
            If the recognizer cannot be written to a model folder.
        """
        self._check_is_fitted()
        save_model(self, folder, trained_on=trained_on)

    @staticmethod
    def load(
        model: str | Path,
        *,
        model_labels: Sequence[str] | None = None,
        download: bool = False,
    ) -> "Recognizer":
        """Read a fitted recognizer from a folder; nothing in it is executed.

        Parameters
        ----------
        model : str or Path
            A folder that `save` or ``train`` wrote, or the name of a model that comes with
            the package, such as ``"word-overlap"``; see `shipped_models`. A model in a
            folder of that name takes precedence. A `Path` is always a folder. Or a folder of an
            NLI model of Hugging Face, or the name of one on its hub, as ``"hf:owner/name"``.
        model_labels : sequence of str, or str, optional
            The labels of the classes 0, 1, 2 of a model of Hugging Face that does not name them.
        download : bool
            Whether a model on the hub may be downloaded; by default, it must be in the cache of
            Hugging Face.

        Raises
        ------
        ModelError
            If the folder is not a model, is damaged, was written in a format that this
            version does not know, or contains types that are not known to be safe.
        """
        from rte_baselines.recognizers.nli.folder import is_nli_folder
        from rte_baselines.recognizers.nli.model import HUB, hub_folder, load_nli_model

        if isinstance(model, str) and model.startswith(HUB):
            folder, name = hub_folder(model, download=download), model.rpartition("/")[2]
        else:
            folder, name = find_model(model), None
        recognizer: Recognizer
        if is_nli_folder(folder):
            recognizer = load_nli_model(Recognizer, folder, model_labels, name=name)
        elif model_labels is not None:
            raise InputError(f"model_labels are for models of Hugging Face; {folder} is none")
        else:
            recognizer = load_model(folder)
        return recognizer

    def to_config(self) -> dict[str, Any]:
        """Return the config that builds an equal, unfitted recognizer."""
        return to_config(self.features, self.head)

    def __repr__(self) -> str:
        features = shortened(repr(self.features), _LONGEST_FEATURES)
        head, fitted = type(self.head).__name__, hasattr(self, "head_")
        return named(self, quoted(self.name), features, head, f"fitted={fitted}")

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the features, the head and the training."""
        from rte_baselines.rendering.html import html_of
        from rte_baselines.rendering.tables import Table

        training = "not trained"
        if hasattr(self, "head_"):
            training = f"trained on {self.training_pairs_} pairs, {self.scheme_}"
        parts = [*self.features.features.items(), ("head", self.head)]
        rows = [[part, repr(component)] for part, component in parts]
        table = Table("", ["part", "component"], rows, keys=2)
        return html_of([table], lead=[f"{self.name}: {training}"])

    def __sklearn_tags__(self) -> "Tags":
        from sklearn.utils import ClassifierTags

        tags = super().__sklearn_tags__()
        tags.estimator_type = "classifier"
        tags.classifier_tags = ClassifierTags()
        tags.target_tags.required = True
        return tags

    def _check_is_fitted(self) -> None:
        if not hasattr(self, "head_"):
            from sklearn.utils.validation import check_is_fitted

            check_is_fitted(self)

    @property
    def _classes(self) -> Classes:
        return Classes(self.classes_, self.class_labels_)

    def _are_training_pairs(self, pairs: Sequence[Pair]) -> Sequence[bool | None]:
        """Return whether each pair was a training pair or a near-copy of one; None if unknown."""
        known = self.training_pair_digests_
        if known is None:
            return [None] * len(pairs)
        digests = [words_digest(pair) for pair in pairs]
        found = np.isin(np.array([digest or 0 for digest in digests], dtype=np.uint64), known)
        return [
            None if digest is None else is_found
            for digest, is_found in zip(digests, found.tolist(), strict=True)
        ]

    def _predictions(self, decisions: Decisions, pairs: Sequence[Pair]) -> Iterator[Prediction]:
        labels = [Label(label) for label in decisions.labels.tolist()]
        classes = [Label(label) for label in decisions.classes]
        confidences, scores = decisions.confidences.tolist(), decisions.scores.tolist()
        rows = None if decisions.probabilities is None else decisions.probabilities.tolist()
        are_known = self._are_training_pairs(pairs)
        model = trained_model(self.name, self.training_digest_)
        for index, pair in enumerate(pairs):
            yield Prediction(
                pair.id,
                labels[index],
                confidences[index],
                scores[index],
                None if rows is None else dict(zip(classes, rows[index], strict=True)),
                pair_digest(pair),
                model,
                are_known[index],
            )


def _read(
    pairs: Iterable[Sample],
    labels: ArrayLike | None,
    order: Sequence[Label],
    ids: list[str | None],
) -> Iterator[Pair]:
    """Return samples as pairs, with their own labels unless others are given; note their ids."""
    if labels is not None:
        return as_pairs(pairs, ids=ids)
    return labelled(as_pairs(pairs, labels=SampleLabels(order), ids=ids))


@registry.recognizers(FEATURES_AND_HEAD)
def build_recognizer(
    features: dict[str, Any], head: Any, text_part: TextPart = "whole"
) -> Recognizer:
    """Build a recognizer from a config's sections, or refuse them or one of their fields."""
    # confection cannot type-check the contents of nested sections.
    feature_set = FeatureSet(features, text_part)
    feature_set.check_fields()
    if not isinstance(head, Head):
        raise ConfigError('recognizer.head needs a line @heads = "..."')
    head.check_fields("recognizer.head")
    return Recognizer(feature_set, head)


def _warn_of_merged_labels(head: Head) -> None:
    three_way = "train a config that is three-way, such as lexical-cascade"
    if hasattr(head, "scheme_name"):
        three_way = how_to_state(
            "set_params(head__scheme_name='three-way')", "--recognizer.head.scheme_name three-way"
        )
    warnings.warn(
        "CONTRADICTION and UNKNOWN were merged into NO_ENTAILMENT, since the recognizer is "
        f"two-way; for three labels: {three_way}",
        InputWarning,
        stacklevel=3,
    )
