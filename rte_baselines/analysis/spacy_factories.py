"""What spaCy imports to know our components: the entry points ``spacy_factories`` name it.

Thus `spacy.load` and spaCy's own commands read the shipped pipeline wherever this package is
installed.
"""

from rte_baselines.analysis import lemma_exceptions, sentence_boundaries

lemma_exceptions.register_component()
sentence_boundaries.register_component()
