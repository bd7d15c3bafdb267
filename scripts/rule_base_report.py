"""Print rules drawn at random, the learning curve of DIRT, and what TEASE learns, as tables.

    python scripts/rule_base_report.py [INDEX...]

Without an index, only shipped rules are printed. The curve takes the first shards of each index.
TEASE starts from 30 transitive verbs, drawn at random from the 1,000 most frequent verbs of the
indexes, as in section 4.1 of szpektor2007.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from math import ceil

from rte_baselines.rendering.markup import markdown_of
from rte_baselines.rendering.tables import Table
from rte_baselines.rules.corpus.index import CorpusIndex
from rte_baselines.rules.corpus.shard import PARTS
from rte_baselines.rules.learning import tease
from rte_baselines.rules.learning.dirt import DirtOptions, learn_rules
from rte_baselines.rules.rule import Rule
from rte_baselines.rules.rule_base import SHIPPED, RuleBase
from rte_baselines.rules.template import Template

_DRAWN, _SEED = 10, 0
_INPUTS, _VERBS = 30, 1000
_TRANSITIVE = 10
"""How often a verb must have a subject and an object to be transitive."""
_SHARES = (0.125, 0.25, 0.5, 1.0)
_OPTIONS = DirtOptions(min_fillers=3)


def drawn_rules(rules: Sequence[Rule], name: str) -> Table:
    """Return a table of rules that are drawn at random, the best first."""
    drawn = random.Random(_SEED).sample(rules, min(_DRAWN, len(rules)))
    rows = [
        (f"{rule.score:.2f}", rule.left.phrase("X", "Y"), rule.right.phrase("X", "Y"))
        for rule in sorted(drawn, key=lambda rule: -rule.score)
    ]
    return Table(f"{name} drawn at random", ("score", "left", "right"), rows, keys=3)


def learning_curve(indexes: list[CorpusIndex]) -> Table:
    """Return a table of the rules that are learned from parts of the corpora."""
    rows = []
    for share in _SHARES:
        parts = [ceil(share * len(index.shards)) for index in indexes]
        words = sum(
            len(shard.lemmas)
            for index, part in zip(indexes, parts, strict=True)
            for shard in index.shards[:part]
        )
        rules = learn_rules(indexes, _OPTIONS, shards=parts)
        lefts = len({rule.left for rule in rules})
        best = sum(rule.score >= 0.3 for rule in rules)
        rows.append(tuple(f"{number:,}" for number in (words, lefts, len(rules), best)))
    columns = ("words", "left sides", "rules", "with a score of 0.3 or more")
    return Table("Rules by the size of the corpus", columns, rows)


def drawn_inputs(indexes: list[CorpusIndex]) -> list[Template]:
    """Return templates of transitive verbs drawn from the most frequent ones."""
    counts: Counter[str] = Counter()
    for shard in (shard for index in indexes for shard in index.shards):
        verbs = shard.lemmas[shard.parts == PARTS.index("VERB")].tolist()
        counts.update(shard.vocabulary.string(row) for row in verbs)
    frequent = sorted(counts, key=lambda verb: (-counts[verb], verb))[:_VERBS]
    shuffled = random.Random(_SEED).sample(frequent, len(frequent))
    templates = (Template(f"X <nsubj- {verb} -obj-> Y") for verb in shuffled if verb.isalpha())
    transitive = (
        one
        for one in templates
        if sum(len(index.occurrences(one)) for index in indexes) >= _TRANSITIVE
    )
    return list(islice(transitive, _INPUTS))


def rules_by_input(inputs: list[Template], rules: Sequence[Rule]) -> Table:
    """Return a table of the number of templates that each input template has led to."""
    learned = Counter(rule.left for rule in rules)
    rows = [(one.phrase("X", "Y"), str(learned[one])) for one in inputs]
    return Table("Templates learned by TEASE", ("input", "templates"), rows, keys=1)


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", nargs="*")
    indexes = [CorpusIndex.open(folder) for folder in parser.parse_args().index]
    tables = [drawn_rules(RuleBase.open(SHIPPED).rules, "Shipped rules")]
    if indexes:
        inputs = drawn_inputs(indexes)
        by_tease = tease.learn_rules(indexes, inputs)
        tables += [
            learning_curve(indexes),
            rules_by_input(inputs, by_tease),
            drawn_rules([rule for rule in by_tease if rule.left in inputs], "Rules of TEASE"),
        ]
    print(markdown_of(tables, []))
    return 0


if __name__ == "__main__":
    sys.exit(main())
