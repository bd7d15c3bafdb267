"""The aligned words of many pairs, by the features of a recognizer."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import Alignment
from rte_baselines.features.describing import alignments_of
from rte_baselines.pairs import Pair
from rte_baselines.recognizers.recognizer import Recognizer
from rte_baselines.rendering.drawings.shapes import AlignedWords

# The number of pairs analysed together: enough for a fast parser, few enough to show progress.
_BATCH = 100


def align_words(recognizer: Recognizer, pairs: Sequence[Pair]) -> Iterator[AlignedWords]:
    """Yield the aligned words of each pair, by all features of a recognizer that align words.

    They are in the order of the hypothesis's words.
    """
    analyzer, features = default_analyzer(), list(recognizer.features.features.values())
    layers = ["words", *dict.fromkeys(layer for feature in features for layer in feature.layers)]
    for start in range(0, len(pairs), _BATCH):
        batch = pairs[start : start + _BATCH]
        texts = analyzer.analyze([pair.text for pair in batch], layers)
        hypotheses = analyzer.analyze([pair.hypothesis for pair in batch], layers)
        for text, hypothesis in zip(texts, hypotheses, strict=True):
            aligned = chain.from_iterable(
                alignments_of(feature, text, hypothesis) for feature in features
            )
            yield AlignedWords(text.words, hypothesis.words, _links(aligned))


def _links(alignments: Iterable[Alignment]) -> tuple[Alignment, ...]:
    """Return each link of two words once, however many features report it.

    A word that one feature leaves unlinked and another links is linked.
    """
    relations: dict[tuple[int, int | None], dict[str, None]] = {}
    for alignment in alignments:
        seen = relations.setdefault((alignment.hypothesis, alignment.text), {})
        seen[alignment.relation] = None
    linked = {hypothesis for hypothesis, text in relations if text is not None}
    kept = [link for link in relations if link[1] is not None or link[0] not in linked]
    return tuple(
        Alignment(hypothesis, text, ", ".join(relations[hypothesis, text]))
        for hypothesis, text in sorted(kept, key=lambda link: (link[0], link[1] or 0))
    )
