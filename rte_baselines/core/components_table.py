"""The components of this package by kind and name, each with the module that registers it.

A module is imported when one of its components is asked for, so that commands load only what they
use. `tests/core/test_components_table.py` compares the table with what the modules register.
"""

_NAMES = {
    "formats": {"pairs.xml_formats": "fracas_xml rte1_xml rte2_xml rte4_xml"},
    "layers": {
        "analysis.tokens.word_classes": (
            "closed_class.v1 content_tokens.v1 negation.v1 stop_words.v1"
        ),
        "analysis.coreference.layer": "coreference.v1",
        "analysis.tokens.numbers": "dates.v1 numbers.v1",
        "analysis.english.dependency_tree": "dependents.v1",
        "analysis.english.pipeline": "english.v1",
        "analysis.english.labels": "function_words.v1 tagged_lemmas.v1",
        "analysis.encoder.layers": (
            "input_vectors.v1 piece_vectors.v1 piece_words.v1 pieces.v1 sentence_vectors.v1 "
            "token_vectors.v1"
        ),
        "analysis.tokens.words": "letter_shapes.v1 norms.v1 porter_stems.v1 stems.v1 words.v1",
        "analysis.coreference.noun_phrases": "noun_phrases.v1",
        "analysis.predicates.layer": "predications.v1",
        "lexicon.wordnet.senses.disambiguation": "senses.v1",
        "analysis.predicates.embedding": "statuses.v1",
    },
    "weightings": {
        "lexicon.frequency.weightings": "idf.v1 inverse_collection_frequency.v1",
        "lexicon.weighting": "uniform.v1",
    },
    "word_similarities": {
        "lexicon.word_similarity": "contextual.v1 equality.v1",
        "lexicon.wordnet.entailment.chain_similarities": (
            "derivational_synonymy.v1 wordnet_rules.v1"
        ),
        "rules.word_rules": "entailment_rules.v1",
        "lexicon.thesaurus.thesaurus": "thesaurus.v1",
        "lexicon.verbs.verbocean": "verbocean.v1",
        "lexicon.wordnet.similarity.word_similarity": "wordnet.v1",
    },
    "engines": {"logic.engines.provers": "cvc5.v1 e.v1 spass.v1 z3.v1"},
    "features": {
        "features.abduction.abduction": "abduction.v1",
        "features.similarity.word_probabilities": "alignment_score.v1 lexical_alignment.v1",
        "features.mismatch.mismatch": (
            "antonymy_mismatch.v1 capitalized_mismatch.v1 date_mismatch.v1 negation_mismatch.v1 "
            "number_mismatch.v1 polarity_mismatch.v1"
        ),
        "features.atomic_propositions.atomic_propositions": "atomic_propositions.v1",
        "features.surface.bleu": "bleu.v1 ngram_overlap.v1 perez_bleu.v1 perez_bleu_recall.v1",
        "features.similarity.contextual_alignment": "contextual_alignment.v1",
        "features.surface.counts": "counts.v1 lengths.v1 nltk_rte.v1",
        "features.proofs.deep_semantics": "deep_semantics.v1",
        "features.graph_matching.distance_space": "distance_space.v1",
        "features.trees.entailed_nodes": "entailed_nodes.v1 tree_inclusion.v1",
        "features.mismatch.entities": "entity_mismatch.v1",
        "features.graph_matching.graph_similarity": "graph_similarity.v1",
        "features.verbs.lcs_verbs": "lcs_verbs.v1",
        "features.linguistic_rules.linguistic_rules": "linguistic_rules.v1",
        "features.similarity.sentence_similarity": (
            "lsi_cosine.v1 sentence_similarity.v1 vector_concatenation.v1"
        ),
        "features.verbs.adverbial_negation": "negation_counts.v1",
        "features.surface.ngram_bag": "ngram_bag.v1",
        "features.surface.overlap": "word_overlap.v1",
        "features.predicate_arguments.predicate_argument_match": "predicate_argument_match.v1",
        "features.proofs.proofs": "proofs.v1",
        "features.surface.rouge": "rouge_l.v1 rouge_n.v1 rouge_s.v1 rouge_w.v1",
        "features.entailment_rules.rule_match": "rule_match.v1",
        "features.similarity.similarity_overlap": "similarity_overlap.v1",
        "features.surface.string_metrics": "string_metrics.v1",
        "features.subsumption.subsumption": "subsumption.v1",
        "features.trees.transduction_cost": "transduction_cost.v1",
        "features.trees.tree_edit_distance": "tree_edit_distance.v1",
        "features.verbs.verb_relations": "verb_relations.v1",
        "features.mismatch.vetoed": "vetoed.v1",
        "recognizers.faithfulness.windowed": "windowed.v1",
        "features.similarity.word_alignment": "word_alignment.v1",
    },
    "heads": {
        "heads.bag_logistic": "bag_logistic.v1",
        "heads.c45": "c45.v1",
        "heads.cascade": "cascade.v1 marked_contradiction.v1",
        "heads.classifier": "classifier.v1",
        "heads.threshold": "threshold.v1",
        "heads.trivial": "trivial.v1",
    },
    "recognizers": {"recognizers.recognizer": "features_and_head.v1"},
    "measures": {
        "evaluation.measures.accuracy": (
            "accuracy.v1 accuracy_2way.v1 accuracy_3way.v1 kappa.v1 matthews_corrcoef.v1"
        ),
        "evaluation.measures.coverage": (
            "accuracy_2way_of_all.v1 accuracy_3way_of_all.v1 coverage.v1 "
            "accuracy_at_coverage_50.v1 accuracy_at_coverage_80.v1 aurc.v1 excess_aurc.v1"
        ),
        "evaluation.measures.classes": (
            "f1.v1 f1_contradiction.v1 f1_no_entailment.v1 f1_unknown.v1 precision.v1 "
            "precision_contradiction.v1 precision_no_entailment.v1 precision_unknown.v1 recall.v1 "
            "recall_contradiction.v1 recall_no_entailment.v1 recall_unknown.v1 "
            "accuracy_2way_by_gold.v1 accuracy_2way_by_label.v1 accuracy_3way_by_gold.v1 "
            "accuracy_3way_by_label.v1 balanced_accuracy.v1 macro_f1.v1"
        ),
        "evaluation.measures.rankings": "average_precision.v1 cws.v1",
        "evaluation.measures.separation": (
            "lift_loss.v1 precision_at_recall_80.v1 precision_at_recall_90.v1 roc_auc.v1"
        ),
        "evaluation.measures.probabilities": (
            "brier.v1 classification_error.v1 information_gain.v1 log_loss.v1 nlp.v1 nlp_clipped.v1"
        ),
        "evaluation.measures.calibration": "calibration_error.v1",
        "evaluation.measures.information": "information_share.v1 mutual_information.v1",
        "evaluation.measures.entropies": (
            "conditional_entropy.v1 conditional_entropy_contradiction.v1 "
            "conditional_entropy_entailment.v1 conditional_entropy_no_entailment.v1 "
            "conditional_entropy_unknown.v1 entropy_gold.v1"
        ),
        "evaluation.measures.weighted_information": (
            "entropy_gold_by_rank.v1 entropy_gold_weighted.v1 mutual_information_by_rank.v1 "
            "mutual_information_weighted.v1"
        ),
    },
}
"""The names of components by kind, and by the module in this package that registers them."""

MODULES = {
    kind: dict(
        sorted(
            (name, f"rte_baselines.{module}")
            for module, names in modules.items()
            for name in names.split()
        )
    )
    for kind, modules in _NAMES.items()
}
"""The modules, by kind and name."""

_PROVIDED = {
    "closed_class.v1": "is_closed_class",
    "content_tokens.v1": "content_token_offsets content_tokens",
    "coreference.v1": "coreference mentions",
    "dates.v1": "dates is_date",
    "dependents.v1": "dependents",
    "english.v1": "entity_labels entity_starts heads lemmas pos relations sentence_starts tags",
    "function_words.v1": "is_function_word",
    "input_vectors.v1": "input_vectors",
    "letter_shapes.v1": "is_capitalized is_punctuation",
    "negation.v1": "is_negation is_negation_particle",
    "norms.v1": "norms",
    "noun_phrases.v1": "noun_phrases",
    "numbers.v1": "numbers",
    "piece_vectors.v1": "piece_vectors snippet_vector",
    "piece_words.v1": "piece_words",
    "pieces.v1": "piece_ids piece_offsets",
    "porter_stems.v1": "porter_stems",
    "predications.v1": "predications",
    "senses.v1": "senses stemmed_senses",
    "sentence_vectors.v1": "sentence_vectors",
    "statuses.v1": "statuses",
    "stems.v1": "stems",
    "stop_words.v1": "is_stop_word",
    "tagged_lemmas.v1": "tagged_lemmas",
    "token_vectors.v1": "token_vectors",
    "words.v1": "word_offsets words",
}
"""The layers of analysis that each component provides."""

LAYER_NAMES = {
    layer: component for component, layers in _PROVIDED.items() for layer in layers.split()
}
"""The component that provides each layer of analysis, by the name of the layer."""

MEASURES_BY_DEFAULT = (
    *("accuracy", "accuracy_2way", "accuracy_3way", "average_precision", "brier", "cws", "f1"),
    *("kappa", "mutual_information", "nlp", "precision", "recall"),
)
"""The measures of this package whose `by_default` is true, so that the others are not imported."""
