"""WordNet: senses, how they are related, and how similar they are."""

from rte_baselines.lexicon.wordnet.database import WordNet
from rte_baselines.lexicon.wordnet.hirst_st_onge import HirstStOnge
from rte_baselines.lexicon.wordnet.information_content import (
    information_content,
    tag_count_content,
    word_count_content,
)
from rte_baselines.lexicon.wordnet.lesk import AdaptedLesk
from rte_baselines.lexicon.wordnet.parts import NO_PART, PARTS_OF_TAGS, Part, parts_of_tags
from rte_baselines.lexicon.wordnet.relations import (
    HOLONYMS,
    HYPERNYMS,
    HYPONYMS,
    MERONYMS,
    Relation,
)
from rte_baselines.lexicon.wordnet.similarity import SynsetSimilarity, WordSenses
from rte_baselines.lexicon.wordnet.taxonomy_similarity import TaxonomyMeasure, TaxonomySimilarity

__all__ = [
    "HOLONYMS",
    "HYPERNYMS",
    "HYPONYMS",
    "MERONYMS",
    "NO_PART",
    "PARTS_OF_TAGS",
    "AdaptedLesk",
    "HirstStOnge",
    "Part",
    "Relation",
    "SynsetSimilarity",
    "TaxonomyMeasure",
    "TaxonomySimilarity",
    "WordNet",
    "WordSenses",
    "information_content",
    "parts_of_tags",
    "tag_count_content",
    "word_count_content",
]
