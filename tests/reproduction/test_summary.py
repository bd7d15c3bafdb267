"""The one table of an experiment on several datasets."""

import pytest

from rte_baselines.evaluation import evaluate
from rte_baselines.pairs import Label, Pair
from rte_baselines.reproduction.experiment import DatasetResults
from rte_baselines.reproduction.tables import summary_table
from rte_baselines.runs import Prediction, Run

pytestmark = pytest.mark.slow

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
SILENT = [(label, None, None) for label in (YES, YES, NO, NO)]
# Surest of its one mistake: right are the judgments at ranks 2, 3 and 4.
SURE = [(YES, 0.8, 4.0), (NO, 0.9, 3.0), (NO, 0.7, 2.0), (NO, 0.6, 1.0)]


def results(family, *predicted):
    gold = [Pair(str(n), "t", "h", label=label) for n, label in enumerate([YES, YES, NO, NO])]
    runs = [
        Run((Prediction(str(n), *row) for n, row in enumerate(rows)), name=f"system-{number}")
        for number, rows in enumerate(predicted, start=1)
    ]
    return DatasetResults(family, f"{family}:dev", f"{family}:test", evaluate(gold, runs), {})


def test_by_hand():
    table = summary_table([results("rte8", SILENT, SURE), results("rte9", SURE, SILENT)])
    names = [header.split() for header in table.header]
    assert names == [["recognizer"]] + [
        [family, measure] for family in ("rte8", "rte9") for measure in ("acc", "cws", "ap")
    ]
    # cws of SURE: (0/1 + 1/2 + 2/3 + 3/4) / 4 = 0.479; both entailed pairs come first.
    silent, sure = ["100.0", "-", "-"], ["75.0", "47.9", "100.0"]
    assert table.rows[:2] == [["system-1", *silent, *sure], ["system-2", *sure, *silent]]
    # One label for all is right on half; all orders being equally likely, so is cws.
    name, accuracy, cws, *_ = table.rows[2]
    assert (name, accuracy, cws) == ("best trivial", "50.0", "50.0")
