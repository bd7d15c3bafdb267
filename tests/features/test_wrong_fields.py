"""Fields that are refused, and the ends of ranges, which are accepted."""

import math
import re

import pytest

from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry

RANGES = [
    *(
        (f"{name}.v1", "max_n", 1, math.inf)
        for name in ("bleu", "ngram_overlap", "perez_bleu_recall")
    ),
    *((f"{name}.v1", "n", 1, math.inf) for name in ("ngram_bag", "rouge_n")),
    ("rouge_w.v1", "weight", 1.0, 10.0),
    ("rouge_s.v1", "max_skip", 0, math.inf),
    ("contextual_alignment.v1", "lowest", 1, math.inf),
    *((f"{name}.v1", "minimum", 0.0, 1.0) for name in ("similarity_overlap", "transduction_cost")),
    *(
        ("transduction_cost.v1", name, 0.0, math.inf)
        for name in ("text_singleton", "hypothesis_singleton", "inversion")
    ),
    *(("tree_edit_distance.v1", name, 0.0, math.inf) for name in ("deletion", "insertion")),
    *(("graph_similarity.v1", name, 0.0, 1.0) for name in ("alpha", "beta", "gamma", "delta")),
    *(("distance_space.v1", name, 0.0, 1.0) for name in ("alpha", "beta", "gamma")),
    *(("linguistic_rules.v1", name, 0.0, 1.0) for name in ("quantitative", "short", "confirming")),
    ("predicate_argument_match.v1", "max_distance", 0, 4),
    ("rule_match.v1", "rounds", 1, math.inf),
    *(("subsumption.v1", name, 0, math.inf) for name in ("rounds", "longest_chain")),
    *(("subsumption.v1", name, 0.0, 1.0) for name in ("attribute_cost", "rule_cost")),
    *(("atomic_propositions.v1", name, 1, math.inf) for name in ("workers", "longest")),
    ("atomic_propositions.v1", "minimum", 0.0, math.inf),
    ("proofs.v1", "workers", 1, math.inf),
]


@pytest.mark.parametrize(("name", "field", "low", "high"), RANGES)
def test_numbers_out_of_range_are_refused(name, field, low, high):
    make = registry.all("features")[name]
    for end in {low, high} - {math.inf}:
        make(**{field: end}).check_fields("f")
    expected = f"{low:g} or more" if high == math.inf else f"from {low:g} to {high:g}"
    for beyond in {low - 1, high + 1} - {math.inf}:
        with pytest.raises(ConfigError, match=rf"^f\.{field}: {beyond} is not {expected}$"):
            make(**{field: beyond}).check_fields("f")


WRONG = [
    ("abduction", {"axioms": ["p(X) =>"]}, "f.axioms: line 1: column 8: the end, where a formula"),
    ("abduction", {"axioms": ["~ p(X)"]}, "f.axioms:1: the axiom is not a rule"),
    (
        *("abduction", {"axioms": ["buy.v(E) => get.v(E)"]}),
        "f.axioms: line 1: 'buy.v' has 1 argument, and 3 arguments where texts",
    ),
    ("atomic_propositions", {"seconds": 0.0}, "f.seconds: 0.0 is not above 0"),
    ("atomic_propositions", {"decay": 0.0}, "f.decay: 0.0 is not above 0 and at most 1"),
    ("proofs", {"seconds": 0.0}, "f.seconds: 0.0 is not above 0 and at most 86,400"),
    ("proofs", {"megabytes": 0}, "f.megabytes: 0 is not from 128 to 1,048,576"),
    ("proofs", {"axioms": ["p(X) =>"]}, "f.axioms: line 1: column 8: the end, where a formula"),
    ("proofs", {"senses": "some"}, "f.senses: 'some' is not one of 'first', 'first_to_any', 'all'"),
    ("rule_match", {"rules": ["X acquire Y"]}, "f.rules: 'X acquire Y' is no rule"),
    ("rule_match", {"rule_base": 3}, "f.rule_base: 3 is not"),
    *(
        (name, fields, message)
        for name in ("rule_match", "subsumption", "linguistic_rules")
        for fields, message in [
            ({"rule_base": "absent.txt"}, "f.rule_base: absent.txt: "),
            ({"rule_base": "shipped", "min_score": 7}, "f.min_score: 7 is not from 0 to 1"),
        ]
    ),
    ("similarity_overlap", {"minimum": "low"}, "f.minimum: 'low' is not a number"),
    ("similarity_overlap", {"measures": ["sum", "mean", "sum"]}, "f: asks for 'sum' twice"),
    ("subsumption", {"weights": [1, -1, 1]}, "f.weights: [1, -1, 1] is not three weights"),
    ("subsumption", {"weights": [0, 0, 0]}, "not all 0"),
    (
        *("subsumption", {"rules": ["W(POSS Z) -> W(of Z)", "buy(ARG0 X)"]}),
        "f.rules: line 2: 'buy(ARG0 X)': expected two sides",
    ),
    ("subsumption", {"unmatched_predicates": "refuse"}, "f.unmatched_predicates: 'refuse'"),
    ("windowed", {"model": "no-model"}, "f.model: no-model: not a model"),
    ("windowed", {"text_sentences": 0}, "f.text_sentences: 0 is less than 1"),
    ("windowed", {"text_sentences": 2, "stride": 3}, "f.stride: 3 is not from 1 to 2"),
    ("windowed", {"over_text": "min"}, "f.over_text: 'min' is not one of 'max', 'mean'"),
    *(
        ("similarity_overlap", {"similarity": registry.get("word_similarities", name)(given)}, why)
        for name, given, why in [
            ("wordnet.v1", "lesc", "f.similarity.measure: 'lesc' is not one of 'path'"),
            ("verbocean.v1", "perhaps", "f.similarity.missing: 'perhaps' is not one of"),
        ]
    ),
]


@pytest.mark.parametrize(("name", "fields", "message"), WRONG)
def test_wrong_fields_are_refused(name, fields, message):
    feature = registry.get("features", f"{name}.v1")(**fields)
    with pytest.raises(ConfigError, match=re.escape(message)) as caught:
        feature.check_fields("f")
    assert "\n" not in str(caught.value)
