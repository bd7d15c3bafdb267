"""The ranges of numeric fields: their ends are accepted, and what lies beyond is refused."""

import math

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
