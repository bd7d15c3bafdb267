"""WordNet: senses and synsets, their relations and similarities."""

from rte_baselines.lexicon.wordnet.antonymy import antonym_pointers
from rte_baselines.lexicon.wordnet.chains import Chain, Chains
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.derivational_synonymy import DerivationalSynonymy
from rte_baselines.lexicon.wordnet.disambiguation import (
    NO_SENSE,
    first_senses,
    fitting_senses,
    gloss_cosines,
    senses_of_lemmas,
)
from rte_baselines.lexicon.wordnet.entailment_rules import EntailmentRules
from rte_baselines.lexicon.wordnet.hirst_st_onge import HirstStOnge
from rte_baselines.lexicon.wordnet.information_content import (
    information_content,
    tag_count_content,
    word_count_content,
)
from rte_baselines.lexicon.wordnet.lesk import AdaptedLesk
from rte_baselines.lexicon.wordnet.lexical_entailment import LexicalEntailment
from rte_baselines.lexicon.wordnet.multiword_units import MultiwordUnit, MultiwordUnits
from rte_baselines.lexicon.wordnet.parts import NO_PART, PARTS_OF_TAGS, Part, parts_of_tags
from rte_baselines.lexicon.wordnet.paths import Path
from rte_baselines.lexicon.wordnet.relations import (
    HOLONYMS,
    HYPERNYMS,
    HYPONYMS,
    MERONYMS,
    Relation,
)
from rte_baselines.lexicon.wordnet.synset_similarity import SynsetSimilarity, WordSenses
from rte_baselines.lexicon.wordnet.taxonomy_similarity import TaxonomyMeasure, TaxonomySimilarity

__all__ = [
    "HOLONYMS",
    "HYPERNYMS",
    "HYPONYMS",
    "MERONYMS",
    "NO_PART",
    "NO_SENSE",
    "PARTS_OF_TAGS",
    "AdaptedLesk",
    "Chain",
    "Chains",
    "DerivationalSynonymy",
    "EntailmentRules",
    "HirstStOnge",
    "LexicalEntailment",
    "MultiwordUnit",
    "MultiwordUnits",
    "Part",
    "Path",
    "Relation",
    "SynsetSimilarity",
    "TaxonomyMeasure",
    "TaxonomySimilarity",
    "WordNet",
    "WordSenses",
    "antonym_pointers",
    "first_senses",
    "fitting_senses",
    "gloss_cosines",
    "information_content",
    "parts_of_tags",
    "senses_of_lemmas",
    "tag_count_content",
    "word_count_content",
    "wordnet_in_use",
]
