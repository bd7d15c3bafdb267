"""The time of proofs for the test pairs of RTE-1, and their precision on SICK.

    python benchmarks/proofs.py [--only rte1|sick] [--seconds S] [--workers N] [--data-dir FOLDER]

For RTE-1, the time of `proofs.v1` of `natural-logic` when the pairs are parsed, with a limit of 2
seconds for each of the two proofs of a pair. For SICK, what `natural-logic` and `logic-cascade` say
of the second half of the training pairs; the cascade is trained on the first half, on which both
were developed.
"""

import argparse
import resource
import time
from collections.abc import Sequence

import numpy as np
from sklearn.base import clone

from rte_baselines import Recognizer, load_pairs
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.features import FeatureTable, PairBatch
from rte_baselines.heads.base import LabelArray
from rte_baselines.logic.engines.engine import end_solvers
from rte_baselines.pairs import Label, Pair

LIMIT = 180
"""Seconds that RTE-1 may take on two cores."""


def main() -> None:
    """Measure what is asked for, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", choices=["rte1", "sick"])
    parser.add_argument("--seconds", type=float, default=2.0, help="the limit of a proof of RTE-1")
    parser.add_argument("--workers", type=int, default=2, help="processes of the engine")
    parser.add_argument("--data-dir", help="the folder with the data")
    options = parser.parse_args()
    if options.only != "sick":
        rte1(options.seconds, options.workers, options.data_dir)
    if options.only != "rte1":
        sick(options.workers, options.data_dir)


def rte1(limit: float, workers: int, data_dir: str | None) -> None:
    """Print the time of proofs for the test pairs of RTE-1, and how many are right."""
    pairs = load_pairs("rte1:test", data_dir=data_dir)
    recognizer = natural_logic(workers, limit)
    batch = analyzed(pairs, recognizer)
    (feature,) = recognizer.features.features.values()
    before, start = spent(), time.perf_counter()
    values = feature.compute(batch)
    wall, after = time.perf_counter() - start, spent()
    own, engine = after[0] - before[0], after[1] - before[1]
    print(f"RTE-1, {len(pairs)} test pairs, {limit:g} s a proof, {workers} processes of the engine")
    print(f"  {wall:.0f} s; processor time: {own:.0f} s here, {engine:.0f} s in the engine,")
    print(f"  {(own + engine) / LIMIT / 2:.0%} of what two cores have in {LIMIT} s")
    gold = np.array([pair.label is Label.ENTAILMENT for pair in pairs])
    for name, found, right in (
        ("of entailment", values[:, 0] > 0, gold),
        ("of contradiction", values[:, 1] > 0, ~gold),
    ):
        print(f"  {found.sum()} proofs {name}, {(found & right).sum()} of them right")


def sick(workers: int, data_dir: str | None) -> None:
    """Print how right two recognizers are on the second half of SICK's training pairs."""
    train, test = (
        load_pairs(f"sick:train-{half}", data_dir=data_dir) for half in ("first", "second")
    )
    cascade = Recognizer.from_config(
        "logic-cascade", {"recognizer.features.proofs.workers": workers}
    )
    learned, scored = (cascade.features.extract(part, default_analyzer()) for part in (train, test))
    gold = labels_of(test)
    print(f"\nSICK, {len(test)} pairs of the second half; said, right, precision, recall")
    for name in ("natural-logic", "logic-cascade"):
        said = decided(name, learned, labels_of(train), scored)
        print(f"  {name:14} accuracy {np.mean(said == gold):.3f}")
        for label in (Label.ENTAILMENT.value, Label.CONTRADICTION.value):
            is_said, is_right = said == label, (said == label) & (gold == label)
            precision = is_right.sum() / is_said.sum()
            recall = is_right.sum() / (gold == label).sum()
            counts = f"{is_said.sum():5}{is_right.sum():5}"
            print(f"    {label:14}{counts}  {precision:.3f}  {recall:.3f}")


def natural_logic(workers: int, limit: float) -> Recognizer:
    """Return the recognizer, with these processes and this limit."""
    fields = {"workers": workers, "seconds": limit}
    path = "recognizer.features.proofs"
    return Recognizer.from_config(
        "natural-logic", {f"{path}.{name}": value for name, value in fields.items()}
    )


def analyzed(pairs: Sequence[Pair], recognizer: Recognizer) -> PairBatch:
    """Return the pairs with all layers that proofs read."""
    layers = recognizer.features.layers
    snippets = [snippet for pair in pairs for snippet in (pair.text, pair.hypothesis)]
    analyses = default_analyzer().analyze(snippets, layers)
    return PairBatch(analyses[0::2], analyses[1::2])


def decided(
    name: str, learned: FeatureTable, labels: LabelArray, scored: FeatureTable
) -> LabelArray:
    """Return the labels by a recognizer's head; it takes the columns of proofs by their names."""
    head = clone(Recognizer.from_config(name).head)
    said: LabelArray = head.fit(learned, labels).decide(scored).labels
    return said


def labels_of(pairs: Sequence[Pair]) -> LabelArray:
    """Return the gold labels."""
    return np.array([pair.label.value for pair in pairs if pair.label is not None])


def spent() -> tuple[float, float]:
    """Return the processor seconds of this process, and of the engine's, which end here."""
    end_solvers()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    here, below = (one.ru_utime + one.ru_stime for one in used)
    return here, below


if __name__ == "__main__":
    main()
