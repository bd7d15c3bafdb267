"""By which accuracy all reports lead."""

import pytest

from rte_baselines.evaluation import compare, evaluate
from rte_baselines.evaluation.measures.accuracy import headline
from rte_baselines.evaluation.page.verdict import main_measure
from rte_baselines.evaluation.seeds import DatasetRuns, System, tabulate_systems
from rte_baselines.pairs import Scheme

pytestmark = pytest.mark.usefixtures("few_resamples")


TWO, THREE = Scheme.TWO_WAY, Scheme.THREE_WAY


@pytest.mark.parametrize(
    ("schemes", "expected"),
    [
        ([THREE, THREE], "accuracy_3way"),
        ([THREE, TWO], "accuracy_2way"),
        ([TWO], "accuracy_2way"),
        # Labels that are all ENTAILMENT, as the gold labels are, fit both.
        ([THREE, None], "accuracy_3way"),
        ([None], "accuracy_2way"),
    ],
)
def test_the_headline(schemes, expected):
    assert headline(schemes).name == expected


@pytest.mark.slow
def test_all_reports_lead_with_the_headline(pairs, run_of):
    gold, letters = pairs("ECUECU"), {"a": "ECUEEE", "b": "ECCCCC", "two": "ENNNNN"}
    runs = {name: run_of(of, name) for name, of in letters.items()}
    for names, lead in ((("a", "b"), "accuracy_3way"), (("a", "two"), "accuracy_2way")):
        of = [runs[name] for name in names]
        systems = [System(run.name, (run,), ("1",)) for run in of]
        scores, compared = evaluate(gold, of), compare(gold, of)
        assert next(iter(scores.runs[0].overall.measures)) == scores.headline == lead
        assert scores.to_lines().split()[1] == lead
        assert main_measure(scores).name == lead
        assert next(iter(compared.comparisons[0].measures)) == compared.dataset.headline == lead
        assert list(tabulate_systems([DatasetRuns("d", gold, systems)]).columns) == [lead]


@pytest.mark.slow
def test_the_title_of_a_table_of_datasets_says_why(pairs, run_of):
    """One dataset is two-way, so that its labels decide for both."""
    run = run_of("ECU", "a")
    datasets = [
        DatasetRuns(name, pairs(gold), [System("a", (run,), ("1",))])
        for name, gold in (("three", "ECU"), ("two", "ENN"))
    ]
    (table,) = tabulate_systems(datasets).tables()
    assert table.title == "accuracy_2way (the labels of two are two-way)"
    (table,) = tabulate_systems(datasets[:1]).tables()
    assert table.title == "accuracy_3way (all labels are three-way)"
