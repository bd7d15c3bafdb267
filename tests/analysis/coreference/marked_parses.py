"""Parses written by hand with the kinds of their entities, and random ones."""

import numpy as np
from hypothesis import strategies as st

from tests.analysis.parses import parse, read_words

_PARTS = {"PRP$": "PRON", "WP$": "PRON", "NNPS": "PROPN", "POS": "PART", ",": "PUNCT", ".": "PUNCT"}


def marked_parse(*texts):
    """Return what `parse` does; words may have entities, and a full stop ends a sentence.

    Entities are B-PERSON, I-PERSON and so on.
    """
    analysis = parse(*texts)
    rows = read_words(*texts)
    marks = [entity for *_, entity in rows]
    after_stop = [True, *(form == "." for form, *_ in rows)][: len(rows)]
    analysis.layers |= {
        "pos": tuple(
            _PARTS.get(tag, part)
            for tag, part in zip(analysis.tags, analysis.layers["pos"], strict=True)
        ),
        "entity_labels": tuple(mark[2:] for mark in marks),
        "entity_starts": np.array([mark[:1] == "B" for mark in marks], dtype=np.bool_),
        "sentence_starts": np.array(after_stop, dtype=np.bool_),
    }
    return analysis


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
    return marked_parse(*rows[: draw(st.sampled_from([size, 2 * size]))])


def _sentence(draw, start, size):
    order = draw(st.permutations(range(1, size + 1)))
    rows = {}
    for place, word in enumerate(order):
        head = start + order[draw(st.integers(0, place - 1))] if place else 0
        form, lemma, tag, *entity = draw(st.sampled_from(_WORDS)).split()
        relation = draw(st.sampled_from(_RELATIONS)) if place else "root"
        rows[word] = "/".join([form, lemma, tag, str(head), relation, *entity])
    return [rows[word] for word in sorted(rows)]
