"""Print what entailment rules change on pairs of RTE-1 to 3, as a table.

    python scripts/rule_ablation.py [--test] [RULES]

RULES is a file of rules, by default the shipped base. For each feature that takes rules, the table
has the area under the ROC curve of its value without and with them, and how many pairs they change.
With --test, the pairs are those of the test parts, by which nothing is decided.
"""

import argparse
from collections.abc import Iterator

import numpy as np
from sklearn.metrics import roc_auc_score

from rte_baselines import load_pairs
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import Feature, PairBatch
from rte_baselines.features.entailment_rules.rule_match import RuleMatch
from rte_baselines.features.linguistic_rules.linguistic_rules import LinguisticRules
from rte_baselines.features.subsumption.subsumption import ConceptSubsumption
from rte_baselines.features.trees.tree_edit_distance import TreeEditDistance
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label
from rte_baselines.rendering.markup import markdown_of
from rte_baselines.rendering.tables import Table
from rte_baselines.rules.rule_base import SHIPPED
from rte_baselines.rules.word_rules import EntailmentRuleWords

_CHALLENGES = ("rte1", "rte2", "rte3")

# Whether higher values of a feature's first output mean entailment.
_SIGNS = {"rule_match": 1, "subsumption": -1, "linguistic_rules": 1, "tree_edit_distance": -1}


def features(rules: str) -> Iterator[tuple[str, Feature, Feature]]:
    """Yield the name of each feature, and the feature without and with rules."""
    yield "rule_match", RuleMatch(rule_base=None), RuleMatch(rule_base=rules)
    yield "subsumption", ConceptSubsumption(), ConceptSubsumption(rule_base=rules)
    yield "linguistic_rules", LinguisticRules(), LinguisticRules(rule_base=rules)
    # A distance with rules treats equal lemmas in different relations in another way. So the one
    # without has the rules that are certain, of which learned bases have none.
    certain, every = (EntailmentRuleWords(rules, score) for score in (1.0, 0.0))
    yield "tree_edit_distance", TreeEditDistance(rules=certain), TreeEditDistance(rules=every)


def rows(part: str, rules: str) -> Iterator[tuple[str, ...]]:
    """Yield a row for each feature."""
    pairs = list(load_pairs(part))
    entailed = np.array([pair.label is Label.ENTAILMENT for pair in pairs])
    snippets = [snippet for pair in pairs for snippet in (pair.text, pair.hypothesis)]
    analyses = default_analyzer().analyze(snippets)
    batch = PairBatch(analyses[::2], analyses[1::2])
    for name, *both in features(rules):
        values = [_SIGNS[name] * _first_output(feature, batch) for feature in both]
        is_changed = values[0] != values[1]
        yield (
            *(part, name, str(len(pairs))),
            *(f"{100 * roc_auc_score(entailed, value):.1f}" for value in values),
            *(str(np.count_nonzero(is_changed)), str(np.count_nonzero(is_changed & entailed))),
        )


def _first_output(feature: Feature, batch: PairBatch) -> FloatArray:
    default_analyzer().prepare([*batch.texts, *batch.hypotheses], feature.layers)
    values: FloatArray = feature.compute(batch)[:, 0]
    return values


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rules", nargs="?", default=SHIPPED)
    parser.add_argument("--test", action="store_true")
    arguments = parser.parse_args()
    part = "test" if arguments.test else "dev"
    columns = (
        "part",
        "feature",
        "pairs",
        "AUC without",
        "AUC with",
        "changed",
        "entailed of these",
    )
    every = [
        row for challenge in _CHALLENGES for row in rows(f"{challenge}:{part}", arguments.rules)
    ]
    print(markdown_of([Table("Pairs with and without rules", columns, every, keys=2)], []))


if __name__ == "__main__":
    main()
