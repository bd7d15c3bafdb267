"""What features compute and align, of snippets as they are written or parsed by hand."""

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import PairBatch
from tests.analysis.parses import analysis_of


def numbers_of(feature, *pairs):
    """The numbers of (text, hypothesis) tuples of strings or analyses, shape (pairs, outputs)."""
    snippets = [snippet for pair in pairs for snippet in pair]
    if all(isinstance(snippet, str) for snippet in snippets):
        snippets = analyses_of(feature, *snippets)
    return feature.compute(PairBatch(snippets[0::2], snippets[1::2]))


def number_of(feature, text, hypothesis):
    """The first number of a text and a hypothesis."""
    return float(numbers_of(feature, (text, hypothesis))[0, 0])


def analyses_of(feature, *snippets):
    """The analyses of snippets, with the layers that a feature reads."""
    return default_analyzer().analyze(snippets, feature.layers)


def explained(feature, text, hypothesis):
    """What a feature says of a text and a hypothesis, and what it shows of them."""
    sides = analyses_of(feature, text, hypothesis)
    return feature.describe(*sides), feature.illustrate(*sides)


def named_numbers_of(feature, text, hypothesis):
    """The numbers of a text and a hypothesis by the names of the outputs."""
    [values] = numbers_of(feature, (text, hypothesis)).tolist()
    return dict(zip([output.name for output in feature.outputs], values, strict=True))


def aligned(feature, text, hypothesis):
    """The text word of each hypothesis word that the feature aligns, or None."""
    sides = default_analyzer().analyze([text, hypothesis])
    return {word: partner for word, (partner, _) in aligned_parsed(feature, *sides).items()}


def aligned_parsed(feature, text, hypothesis):
    """The text word and the relation of each hypothesis word that the feature aligns."""
    return {
        hypothesis.words[alignment.hypothesis]: (
            None if alignment.text is None else text.words[alignment.text],
            alignment.relation,
        )
        for alignment in feature.align(text, hypothesis)
    }


def parsed(words, *, lemmas=None, pos=None, heads=None, relations=None, entities=None):
    """The analysis of words parsed by hand.

    All arguments are strings with an item for each word: the words themselves, their
    lemmas (left out: the words in lower case), parts of speech, heads (counted from 1, 0
    for a root), relations, and entities such as B-PERSON, I-PERSON and O. A full stop
    ends a sentence.
    """
    size = len(words.split())
    layers = {
        "lemmas": tuple((lemmas or words.lower()).split()),
        "pos": tuple((pos or "NOUN " * size).split()),
        "heads": [int(head) - 1 for head in (heads or "0 " * size).split()],
        "relations": tuple((relations or "root " * size).split()),
        "entities": (entities or "O " * size).split(),
    }
    assert {len(layer) for layer in layers.values()} == {size}
    return analysis_of(words.split(), **layers)
