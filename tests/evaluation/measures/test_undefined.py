"""Measures without a value say why they have none."""

import pytest

from rte_baselines.core.errors import RunError
from rte_baselines.evaluation import available_measures

OF_PROBABILITIES = (
    "classification_error nlp log_loss nlp_clipped information_gain brier calibration_error "
    "lift_loss"
)
WEIGHTED = "entropy_gold_weighted mutual_information_weighted"
NO_WEIGHTS = "confidences cannot be weights"
CERTAINLY_WRONG = {"probabilities": [0.0, 1.0, 0.0]}


@pytest.mark.parametrize(
    ("names", "gold", "said", "options", "reason"),
    [
        ("accuracy_3way", "EN", "EC", {}, "the gold labels are two-way"),
        ("accuracy_3way recall_unknown", "EU", "EN", {}, "the run is two-way"),
        ("kappa", "UUU", "UUU", {}, "all labels, gold and the run's, are"),
        ("kappa", "NNN", "NNN", {}, "all labels, gold and the run's, are"),
        ("matthews_corrcoef", "EE", "EN", {}, "all gold labels are the"),
        ("precision recall f1", "NN", "EN", {}, "no gold label is ENTAILMENT"),
        ("accuracy_3way_by_gold", "EU", "EC", {}, "no gold label is CONTRADICTION"),
        ("macro_f1 balanced_accuracy", "EC", "EU", {}, "no gold label is UNKNOWN"),
        ("information_share", "EEE", "ECU", {}, "all gold labels are the same"),
        (
            "conditional_entropy_unknown",
            "ECU",
            "ECC",
            {},
            "as it is scored, the run never says UNKNOWN",
        ),
        (
            "conditional_entropy_unknown",
            "ECU",
            "ENN",
            {},
            "as it is scored, the run never says UNKNOWN",
        ),
        (
            "conditional_entropy_no_entailment",
            "EU",
            "EU",
            {},
            "as it is scored, the run never says NO ENT",
        ),
        (
            "conditional_entropy_no_entailment",
            "EE",
            "EE",
            {},
            "as it is scored, the run never says NO ENT",
        ),
        ("cws mutual_information_weighted", "EC", "EC", {}, "the run has no confidence"),
        (WEIGHTED, "EC", "EC", {"confidences": [0, 0]}, f"{NO_WEIGHTS}: all are 0"),
        (WEIGHTED, "EC", "EC", {"confidences": [0.5, -0.1]}, f"{NO_WEIGHTS}: one is negative"),
        (OF_PROBABILITIES, "EN", "EN", {}, "the run has no probabilities"),
        ("nlp information_gain", "ENN", "EEE", CERTAINLY_WRONG, "is 0 for 2 of 3 pairs; nlp_cl"),
        ("lift_loss", "EE", "EE", {"probabilities": [0.1, 0.2]}, "every gold label is ENTAILMENT"),
        ("lift_loss", "N", "E", {"probabilities": [0.1]}, "no gold label is ENTAILMENT"),
        ("nlp_clipped", "E", "E", {"probabilities": [0.6]}, "there is one pair"),
        ("average_precision", "E", "E", {}, "the run is not ranked"),
        ("average_precision roc_auc", "NN", "NN", {"ranking": [1, 2]}, "no gold label is ENTAILME"),
        ("roc_auc", "EE", "EE", {"ranking": [1, 2]}, "every gold label is ENTAILMENT"),
    ],
)
def test_the_reason_is_given(labels, names, gold, said, options, reason):
    for name in names.split():
        with pytest.raises(RunError, match=f"^{name} is undefined: .*{reason}"):
            available_measures()[name](labels(gold), labels(said), **options)
