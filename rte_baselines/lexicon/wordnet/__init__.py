"""WordNet: senses and synsets, their relations and similarities."""

from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import (
    HOLONYMS,
    HYPERNYMS,
    HYPONYMS,
    MERONYMS,
    NO_PART,
    PARTS_OF_TAGS,
    Part,
    Relation,
    parts_of_tags,
)
from rte_baselines.lexicon.wordnet.entailment.chain_similarities import (
    DerivationalSynonymy,
    EntailmentRules,
)
from rte_baselines.lexicon.wordnet.entailment.chains import Chain, Chains, Path
from rte_baselines.lexicon.wordnet.entailment.lexical_entailment import LexicalEntailment
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import antonym_pointers
from rte_baselines.lexicon.wordnet.senses.disambiguation import (
    NO_SENSE,
    first_senses,
    fitting_senses,
    gloss_cosines,
    senses_of_lemmas,
)
from rte_baselines.lexicon.wordnet.senses.multiword_units import MultiwordUnit, MultiwordUnits
from rte_baselines.lexicon.wordnet.similarity.lesk import AdaptedLesk
from rte_baselines.lexicon.wordnet.similarity.path_measures import HirstStOnge
from rte_baselines.lexicon.wordnet.similarity.synset_similarity import SynsetSimilarity, WordSenses
from rte_baselines.lexicon.wordnet.similarity.taxonomy_similarity import (
    TaxonomyMeasure,
    TaxonomySimilarity,
    information_content,
    tag_count_content,
    word_count_content,
)

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
