"""Registration of our components with spaCy, by the entry points ``spacy_factories``.

They let `spacy.load` and spaCy's own commands read the shipped pipeline wherever this package is
installed.
"""

from rte_baselines.analysis.english import lemma_exceptions, sentence_boundaries

lemma_exceptions.register_component()
sentence_boundaries.register_component()
