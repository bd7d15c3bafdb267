"""Analyses of words parsed by hand."""

import numpy as np
import pytest

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer

_PARTS = {
    **dict.fromkeys(("NN", "NNS"), "NOUN"),
    **dict.fromkeys(("NNP", "NNPS"), "PROPN"),
    **dict.fromkeys(("PRP", "PRP$", "WP", "WP$", "WDT"), "PRON"),
    **dict.fromkeys(("RB", "WRB"), "ADV"),
    **dict.fromkeys(("TO", "POS"), "PART"),
    **dict.fromkeys((",", "."), "PUNCT"),
    **{"IN": "ADP", "DT": "DET", "MD": "AUX", "JJ": "ADJ", "CC": "CCONJ", "CD": "NUM"},
}


def cases(text):
    """Read blocks of lines: what one shows, "->" and what is expected, and below it the words."""
    found = []
    for block in text.strip().split("\n\n"):
        heading, *words = block.split("\n")
        name, _, expected = heading.partition(" ->")
        found.append(pytest.param("\n".join(words), expected.strip(), id=name))
    return found


def read_words(*texts):
    """Read words such as "sank/sink/VBD/0": form, lemma, tag, head, relation and entity.

    Heads count from 1, and 0 is a root. The lemma may be left out if it is the form in lower case,
    and what follows the head if it is a root or no entity.
    """
    rows = []
    for word in " ".join(texts).split():
        parts = word.split("/")
        place = next(place for place, part in enumerate(parts) if place > 1 and part.isdigit())
        form, *lemma, tag = parts[:place]
        relation, entity = [*parts[place + 1 :], *["root", ""][len(parts) - place - 1 :]]
        rows.append(
            (form, *(lemma or [form.lower()]), tag, int(parts[place]) - 1, relation, entity)
        )
    return rows


def analysis_of(words, *, heads, entities, **layers):
    """Return the analysis of words with the layers of a parse; a full stop ends a sentence.

    The head of a root is -1. Entities are B-PERSON, I-PERSON and so on; others are no entities.
    """
    analysis = Analysis(" ".join(words), default_analyzer())
    size = len(words)
    starts = [True, *(word == "." for word in words)][:size]
    offsets = np.cumsum([0, *(len(word) + 1 for word in words)])[:size]
    analysis.layers |= {
        "words": tuple(words),
        "word_offsets": offsets,
        "heads": np.array(heads, dtype=np.int64),
        "sentence_starts": np.array(starts, dtype=np.bool_),
        "entity_labels": tuple(entity[2:] for entity in entities),
        "entity_starts": np.array([entity[:1] == "B" for entity in entities], dtype=np.bool_),
        **layers,
    }
    return analysis


def parse(*texts):
    """Return the analysis of words as `read_words` reads them; see `analysis_of`.

    Parts of speech follow from the tags, or stand in their place; verbs that are "aux" or "cop"
    are auxiliaries.
    """
    rows = read_words(*texts)
    words, lemmas, tags, heads, relations, entities = zip(*rows, strict=True) if rows else [()] * 6
    helps = [relation.partition(":")[0] in ("aux", "cop") for relation in relations]
    pos = tuple(
        "AUX" if is_helping else _part(tag) for tag, is_helping in zip(tags, helps, strict=True)
    )
    given = {"lemmas": lemmas, "tags": tags, "pos": pos, "relations": relations}
    return analysis_of(words, heads=heads, entities=entities, **given)


def _part(tag):
    if tag in _PARTS.values():
        return tag
    return _PARTS.get(tag, "VERB" if tag[0] == "V" else "X")


class HandParser:
    """Stands in for an analyzer: its snippets are words as `parse` takes them."""

    def analyze(self, snippets, layers=()):
        return [parse(snippet) for snippet in snippets]


def statuses(*texts):
    """The statuses by lemma of the predicate, of words as `parse` takes them."""
    analysis = parse(*texts)
    pairs = zip(analysis.layer("predications"), analysis.layer("statuses"), strict=True)
    return {predication.lemma: status for predication, status in pairs}
