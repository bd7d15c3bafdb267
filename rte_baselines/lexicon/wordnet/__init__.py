"""WordNet: senses and synsets, their relations and similarities."""

from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import (
    HOLONYMS,
    HYPERNYMS,
    HYPONYMS,
    MERONYMS,
    Part,
    Relation,
)
from rte_baselines.lexicon.wordnet.similarity.lesk import AdaptedLesk
from rte_baselines.lexicon.wordnet.similarity.path_measures import HirstStOnge
from rte_baselines.lexicon.wordnet.similarity.taxonomy_similarity import (
    TaxonomyMeasure,
    TaxonomySimilarity,
    tag_count_content,
    word_count_content,
)

__all__ = [
    "HOLONYMS",
    "HYPERNYMS",
    "HYPONYMS",
    "MERONYMS",
    "AdaptedLesk",
    "HirstStOnge",
    "Part",
    "Relation",
    "TaxonomyMeasure",
    "TaxonomySimilarity",
    "WordNet",
    "tag_count_content",
    "word_count_content",
    "wordnet_in_use",
]
