"""Analyses of words parsed by hand."""

import numpy as np
import pytest

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer

_PARTS = {
    "NN": "NOUN",
    "NNS": "NOUN",
    "NNP": "PROPN",
    "PRP": "PRON",
    "WP": "PRON",
    "WDT": "PRON",
    "IN": "ADP",
    "DT": "DET",
    "MD": "AUX",
    "RB": "ADV",
    "WRB": "ADV",
    "JJ": "ADJ",
    "TO": "PART",
    "CC": "CCONJ",
    "CD": "NUM",
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


def parse(*texts):
    """Return the analysis of words as `read_words` reads them, without entities.

    Parts of speech follow from the tags; verbs that are "aux" or "cop" are auxiliaries.
    """
    rows = read_words(*texts)
    words, lemmas, tags, heads, relations, _ = zip(*rows, strict=True) if rows else [()] * 6
    analysis = Analysis(" ".join(words), default_analyzer())
    helps = [relation.partition(":")[0] in ("aux", "cop") for relation in relations]
    analysis.layers |= {
        "words": words,
        "lemmas": lemmas,
        "tags": tags,
        "pos": tuple(
            "AUX" if is_helping else _PARTS.get(tag, "VERB" if tag[0] == "V" else "X")
            for tag, is_helping in zip(tags, helps, strict=True)
        ),
        "heads": np.array(heads, dtype=np.int64),
        "relations": relations,
        "sentence_starts": np.arange(len(words)) == 0,
        "entity_labels": ("",) * len(words),
        "entity_starts": np.zeros(len(words), dtype=np.bool_),
    }
    return analysis


def statuses(*texts):
    """The statuses by lemma of the predicate, of words as `parse` takes them."""
    analysis = parse(*texts)
    pairs = zip(analysis.layer("predications"), analysis.layer("statuses"), strict=True)
    return {predication.lemma: status for predication, status in pairs}
