"""The feature of long texts: a trained recognizer on windows and sentences of a pair.

References
----------
.. [1] Laban, P., Schnabel, T., Bennett, P. N. and Hearst, M. A. (2022). SummaC: Re-visiting
   NLI-based models for inconsistency detection in summarization. TACL 10.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.english.sentence_boundaries import sentences_of
from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.core.quoting import counted, quoted, shortened
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Feature, Illustration, Output
from rte_baselines.features.batch import PairBatch
from rte_baselines.features.describing import wrapped
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Pair
from rte_baselines.recognizers.persistence import find_model, signature_file
from rte_baselines.recognizers.recognizer import Recognizer
from rte_baselines.rendering.drawings.shapes import Window, Windows

OverText = Literal["max", "mean"]
OverHypothesis = Literal["mean", "min", "max"]

_OPERATORS: dict[str, Callable[..., FloatArray]] = {"max": np.max, "mean": np.mean, "min": np.min}
_PAIRS_AT_A_TIME = 1_000
_LONGEST_QUOTE = 60
_MOST_EXPLAINED = 20
"""The maximum number of sentences whose reasons are shown: the least entailed ones."""


class _Parts(NamedTuple):
    """The windows of a text and the sentences of a hypothesis."""

    windows: list[str]
    sentences: list[str]


@registry.features("windowed.v1")
class Windowed(Feature):
    """The entailment score of a hypothesis, by a trained recognizer on parts of a long text.

    Recognizers are trained on texts of a sentence or two. Here, the text is split into windows
    of consecutive sentences and the hypothesis into its sentences; the recognizer scores each
    window with each sentence. The score of a sentence is that of the window that entails it best,
    and the score of the hypothesis is the mean over its sentences ([1], section 3.2.1,
    "zero-shot"). By default, the authors' class ``SummaCZS`` also subtracts the highest
    probability of contradiction. A head, such as ``threshold.v1``, then decides with a threshold
    that is tuned on training pairs; the recognizer itself is not trained again.

    The score is the certainty of entailment in [0, 1] (`Decisions.entailment`): the probability of
    ENTAILMENT, for recognizers that have one.

    Parameters
    ----------
    model : str
        A model that comes with the package, or the folder of one.
    text_sentences : int or None
        The number of sentences of a window, at least 1; None for the whole text.
    stride : int
        The number of sentences from the start of a window to that of the next, from 1 to
        `text_sentences`. The last window ends with the text.
    hypothesis : {"sentences", "whole"}
        Whether the hypothesis is split into sentences or scored as a whole.
    over_text : {"max", "mean"}
        The function that combines the scores of a sentence with all windows.
    over_hypothesis : {"mean", "min", "max"}
        The function that combines the scores of the sentences; "min" is the score of the least
        entailed sentence.
    """

    source = "Laban and others 2022, section 3.2.1"
    layers = ("words", "word_offsets")
    """The layers that sentence boundaries are found from."""
    outputs = (Output(""),)
    """The score, in [0, 1]."""

    def __init__(
        self,
        model: str = "lexical-logistic",
        text_sentences: int | None = 1,
        stride: int = 1,
        hypothesis: Literal["sentences", "whole"] = "sentences",
        over_text: OverText = "max",
        over_hypothesis: OverHypothesis = "mean",
    ) -> None:
        self.model = model
        self.text_sentences = text_sentences
        self.stride = stride
        self.hypothesis = hypothesis
        self.over_text = over_text
        self.over_hypothesis = over_hypothesis

    def check_fields(self, path: str) -> None:
        """Check the fields and their ranges, and load the model; see `Component.check_fields`."""
        super().check_fields(path)
        if self.text_sentences is not None and self.text_sentences < 1:
            raise ConfigError(f"{path}.text_sentences: {self.text_sentences} is less than 1")
        if not 1 <= self.stride <= (self.text_sentences or 1):
            most = self.text_sentences or 1
            raise ConfigError(
                f"{path}.stride: {self.stride} is not from 1 to {most}, the sentences of a window; "
                "others would leave sentences out"
            )
        try:
            self._recognizer()
        except InputError as error:
            where = "; a folder is looked up from the current one, unless its path is absolute"
            raise ConfigError(f"{path}.model: {error}{where}") from None

    @property
    def resources(self) -> set[str]:
        """Names of the resources that the model reads."""
        return self._recognizer().features.resources(default_analyzer())

    @property
    def files(self) -> dict[str, Path]:
        """The signature of the model, and the files that it reads; see `Component.files`."""
        signature = signature_file(find_model(self.model))
        return {f"model {self.model}": signature, **self._recognizer().features.files}

    def compute(self, batch: PairBatch) -> FloatArray:
        """Return the score of every pair, shape (pairs, 1)."""
        parts = list(map(self._parts, batch.texts, batch.hypotheses))
        combine = _OPERATORS[self.over_hypothesis]
        rows = [combine(self._by_sentence(matrix)) for matrix in self._matrices(parts)]
        return np.array(rows, dtype=np.float64).reshape(len(rows), 1)

    def describe(self, text: Analysis, hypothesis: Analysis) -> str:
        """Say how many windows and sentences there are, and which sentence is least entailed."""
        parts, matrix = self._scored(text, hypothesis)
        by_sentence = self._by_sentence(matrix)
        windows = counted(len(parts.windows), "window")
        if len(parts.sentences) == 1:
            return f"with {windows} of the text, the hypothesis scores {by_sentence[0]:.2f}"
        lowest = int(by_sentence.argmin())
        return (
            f"with {windows} of the text, {counted(len(parts.sentences), 'sentence')} score "
            f"{by_sentence.min():.2f} to {by_sentence.max():.2f}, the lowest being "
            f"{quoted(shortened(parts.sentences[lowest], _LONGEST_QUOTE))}"
        )

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Show each sentence of the hypothesis with its score and the reasons for the score.

        With ``over_text="max"``, the window that entails the sentence best is shown. With "mean",
        the number of windows and the range of their scores are shown, but no window.
        """
        parts, matrix = self._scored(text, hypothesis)
        if self.over_text == "mean" and len(parts.windows) > 1:
            return [_illustrated_mean(parts, matrix)]
        best, scores = matrix.argmax(axis=0).tolist(), matrix.max(axis=0)
        explained = set(np.argsort(scores, kind="stable")[:_MOST_EXPLAINED].tolist())
        shown = []
        for number, sentence in enumerate(parts.sentences):
            window, reasons = parts.windows[best[number]], None
            if number in explained:
                reasons = self._recognizer().explain(window, sentence).to_shape()
            shown.append(Window(sentence, window, float(scores[number]), reasons))
        title = "sentences, each with the window of the text that entails it best"
        return [Illustration(title, tuple(_lines(shown)), Windows(tuple(shown)))]

    def _recognizer(self) -> Recognizer:
        signature = signature_file(find_model(self.model))
        changed = signature.stat().st_mtime_ns if signature.is_file() else 0
        return _loaded(signature.parent, changed)

    def _parts(self, text: Analysis, hypothesis: Analysis) -> _Parts:
        sentences = sentences_of(hypothesis) if self.hypothesis == "sentences" else []
        return _Parts(self._windows(text), sentences or [hypothesis.text])

    def _windows(self, text: Analysis) -> list[str]:
        """Return the windows of a text; the whole text if it has no words."""
        size, sentences = self.text_sentences, sentences_of(text)
        if size is None or len(sentences) <= size:
            return [text.text]
        last = len(sentences) - size
        starts = [*range(0, last, self.stride), last]
        return [" ".join(sentences[start : start + size]) for start in starts]

    def _matrices(self, parts: Sequence[_Parts]) -> list[FloatArray]:
        """Return the recognizer's scores of each pair's parts, shape (windows, sentences)."""
        recognizer = self._recognizer()
        distinct = iter(dict.fromkeys(pair for part in parts for pair in product(*part)))
        scores: dict[tuple[str, str], float] = {}
        while some := list(islice(distinct, _PAIRS_AT_A_TIME)):
            given = [Pair(str(number), *snippets) for number, snippets in enumerate(some)]
            scores.update(zip(some, recognizer.decide(given).entailment.tolist(), strict=True))
        return [
            np.array([scores[pair] for pair in product(*part)]).reshape(*map(len, part))
            for part in parts
        ]

    def _scored(self, text: Analysis, hypothesis: Analysis) -> tuple[_Parts, FloatArray]:
        parts = self._parts(text, hypothesis)
        return parts, self._matrices([parts])[0]

    def _by_sentence(self, matrix: FloatArray) -> FloatArray:
        return _OPERATORS[self.over_text](matrix, axis=0)


def _illustrated_mean(parts: _Parts, matrix: FloatArray) -> Illustration:
    """Return the mean score of each sentence, and the range of its scores over the windows."""
    lines: list[str] = []
    for sentence, scores in zip(parts.sentences, matrix.T, strict=True):
        lines += wrapped(f"{scores.mean():.2f}  ", sentence)
        lines.append(f"   from {scores.min():.2f} to {scores.max():.2f}")
    title = f"sentences, each with its mean score over {len(parts.windows)} windows of the text"
    return Illustration(title, tuple(lines))


def _lines(windows: Iterable[Window]) -> Iterator[str]:
    for window in windows:
        yield from wrapped(f"{window.score:.2f}  ", window.sentence)
        yield from wrapped("   by ", window.window)


@cache
def _loaded(folder: Path, changed: int) -> Recognizer:
    """Return the model of a folder, read once as long as it does not change."""
    return Recognizer.load(folder)
