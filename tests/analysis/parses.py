"""Analyses of words parsed by hand."""

import numpy as np

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


def parse(*rows):
    """Return the analysis of words given as "form lemma tag head relation"; heads from 1, 0 a root.

    Parts of speech follow from the tags; verbs that are "aux" or "cop" are auxiliaries.
    """
    cells = [row.split() for row in rows]
    words = tuple(row[0] for row in cells)
    analysis = Analysis(" ".join(words), default_analyzer())
    relations = tuple(row[4] for row in cells)
    auxiliary = [relation.partition(":")[0] in ("aux", "cop") for relation in relations]
    analysis.layers |= {
        "words": words,
        "lemmas": tuple(row[1] for row in cells),
        "tags": tuple(row[2] for row in cells),
        "pos": tuple(
            "AUX" if helps else _PARTS.get(row[2], "VERB" if row[2][0] == "V" else "X")
            for row, helps in zip(cells, auxiliary, strict=True)
        ),
        "heads": np.array([int(row[3]) - 1 for row in cells], dtype=np.int64),
        "relations": relations,
        "sentence_starts": np.arange(len(words)) == 0,
        "entity_labels": ("",) * len(words),
        "entity_starts": np.zeros(len(words), dtype=np.bool_),
    }
    return analysis
