"""Print rules drawn at random, and the learning curve of DIRT, as tables for docs/rules.md.

    python scripts/rule_base_report.py [INDEX...]

Without an index, only the rules are printed. The curve takes the first shards of each index.
"""

import argparse
import random
import sys
from math import ceil

from rte_baselines.rules.corpus.index import CorpusIndex
from rte_baselines.rules.learning.dirt import DirtOptions, learn_rules
from rte_baselines.rules.rule_base import SHIPPED, RuleBase
from rte_baselines.tables import Table, markdown_of

_DRAWN, _SEED = 30, 0
_SHARES = (0.125, 0.25, 0.5, 1.0)
_OPTIONS = DirtOptions(min_fillers=3)


def drawn_rules() -> Table:
    """Return a table of rules of the shipped base, the best first."""
    rules = random.Random(_SEED).sample(RuleBase.open(SHIPPED).rules, _DRAWN)
    rows = [
        (f"{rule.score:.2f}", rule.left.phrase("X", "Y"), rule.right.phrase("X", "Y"))
        for rule in sorted(rules, key=lambda rule: -rule.score)
    ]
    return Table("Rules drawn at random", ("score", "left", "right"), rows, keys=3)


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


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("index", nargs="*")
    indexes = [CorpusIndex.open(folder) for folder in parser.parse_args().index]
    tables = [drawn_rules(), *([learning_curve(indexes)] if indexes else [])]
    print(markdown_of(tables, []))
    return 0


if __name__ == "__main__":
    sys.exit(main())
