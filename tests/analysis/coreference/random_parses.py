"""Random parses with the kinds of their entities."""

from hypothesis import strategies as st

from tests.analysis.parses import parse

_WORDS = (
    "Ann ann NNP B-PERSON|Oslo oslo NNP B-PLACE|Berg berg NNP|WHO who NNP B-ORG|he he PRP|"
    "her she PRP$|they they PRP|it it PRP|itself itself PRP|who who WP|which which WDT|I i PRP|"
    "captain captain NN|captains captain NNS|company company NN|the the DT|is be VBZ|"
    "said say VBD|sank sink VBD|old old JJ|two two CD|, , ,|of of IN|and and CC"
).split("|")
_RELATIONS = (
    "nsubj nsubj:pass obj iobj obl nmod nmod:poss nmod:desc appos conj cc det amod acl:relcl "
    "ccomp xcomp advcl compound flat cop case punct nummod parataxis"
).split()


@st.composite
def trees(draw):
    """Up to ten words in up to two sentences, in trees of any shape."""
    size = draw(st.integers(1, 5))
    rows = [row for start in (0, size) for row in _sentence(draw, start, size)]
    return parse(*rows[: draw(st.sampled_from([size, 2 * size]))])


def _sentence(draw, start, size):
    order = draw(st.permutations(range(1, size + 1)))
    rows = {}
    for place, word in enumerate(order):
        head = start + order[draw(st.integers(0, place - 1))] if place else 0
        form, lemma, tag, *entity = draw(st.sampled_from(_WORDS)).split()
        relation = draw(st.sampled_from(_RELATIONS)) if place else "root"
        rows[word] = "/".join([form, lemma, tag, str(head), relation, *entity])
    return [rows[word] for word in sorted(rows)]
