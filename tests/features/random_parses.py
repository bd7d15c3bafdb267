"""Random parses, of a few words that entail each other."""

from hypothesis import strategies as st

from tests.features.computing import parsed

_LEMMAS = (
    "melanoma skin cancer disease blood glucose sugar change stay continue hot cold cool"
).split()
_PARTS = ["NOUN", "VERB", "ADJ"]
_NEGATIONS = [("not", "PART", "advmod"), ("no", "DET", "det"), ("never", "ADV", "advmod")]
_RELATIONS = "nsubj obj obl nmod amod ccomp conj aux cop compound punct".split()

_words = st.tuples(
    st.sampled_from(_LEMMAS), st.sampled_from(_PARTS), st.sampled_from(_RELATIONS)
) | st.sampled_from([*_NEGATIONS, (",", "PUNCT", "punct")])


@st.composite
def sentences(draw):
    """Words with part of speech, relation and head within the sentence, and a full stop."""
    words = draw(st.lists(_words, min_size=1, max_size=6))
    # Each word but the first hangs on one before it; numbering them backwards does as well.
    heads = [-1, *(draw(st.integers(0, place - 1)) for place in range(1, len(words)))]
    if draw(st.booleans()):
        words, last = words[::-1], len(words) - 1
        heads = [-1 if head < 0 else last - head for head in heads[::-1]]
    root = heads.index(-1)
    rows = [
        (word, part, "root" if head < 0 else relation, head)
        for (word, part, relation), head in zip(words, heads, strict=True)
    ]
    return [*rows, (".", "PUNCT", "punct", root)]


def parse_of(sentences):
    """Sentences as one analysis."""
    words, heads = [], []
    for sentence in sentences:
        heads += ["0" if head < 0 else str(len(words) + head + 1) for *_, head in sentence]
        words += sentence
    forms, parts, relations = (" ".join(word[i] for word in words) for i in range(3))
    return parsed(forms, pos=parts, heads=" ".join(heads), relations=relations)
