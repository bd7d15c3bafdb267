"""Runs scored against gold labels."""

from functools import partial
from math import log2, log10

import catalogue
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import ConfigError, InputError, RunError
from rte_baselines.evaluation import EntailmentMetric, available_measures, evaluate, evaluate_arrays
from rte_baselines.pairs import Label, Pair, Scheme
from rte_baselines.runs import Prediction, Run

pytestmark = pytest.mark.usefixtures("few_resamples")

ORDER = "entailment,neutral,contradiction"


def values(scores):
    return {name: estimate.value for name, estimate in scores.measures.items()}


@pytest.mark.slow
def test_measures_overall_and_by_task(pairs, run_of):
    gold = pairs("ENEN", ["IE", "IE", "QA", "QA"])
    run = run_of("EENN", "run", [1, 0.5, 0.25, 0.75], [4, 3, 2, 1])
    names = "accuracy_2way accuracy_3way cws average_precision precision recall f1".split()
    (scored,) = evaluate(gold, run, measures=names).runs
    # Right: 1 and 4. By confidence: right, right, wrong, wrong. Entailed at ranks 1 and 3.
    half = dict.fromkeys(("accuracy_2way", "precision", "recall", "f1"), 1 / 2)
    ranked = {"cws": (1 + 1 + 2 / 3 + 1 / 2) / 4, "average_precision": (1 + 2 / 3) / 2}
    assert values(scored.overall) == pytest.approx(half | ranked)
    assert scored.overall.unavailable == {"accuracy_3way": "the gold labels are two-way"}
    assert scored.overall.confusion.counts.tolist() == [[1, 1], [1, 1]]
    assert {task: scores.pairs for task, scores in scored.tasks.items()} == {"IE": 2, "QA": 2}
    of_qa = {"accuracy_2way": 1 / 2, "cws": (1 + 1 / 2) / 2, "average_precision": 1}
    none_found = dict.fromkeys(("precision", "recall", "f1"), 0)
    assert values(scored.tasks["QA"]) == pytest.approx(of_qa | none_found)


def test_a_three_way_run_is_scored_both_ways(pairs, run_of):
    gold = pairs("ECUU")
    report = evaluate(gold, run_of("EUUC"), measures=["accuracy_2way", "accuracy_3way"])
    assert report.scheme is Scheme.THREE_WAY
    assert values(report.runs[0].overall) == {"accuracy_2way": 1, "accuracy_3way": 1 / 2}
    constant = [f"always {label}" for label in Scheme.THREE_WAY.labels]
    named = [system.name for system in report.trivial]
    assert named == [*constant, "uniform random", "random by gold shares"]


@pytest.mark.slow
@pytest.mark.parametrize(("gold", "given_labels"), [("ECUU", "ENNE"), ("ENNN", "ECUE")])
def test_labels_of_different_schemes_are_scored_two_way(pairs, gold, given_labels, run_of):
    gold = pairs(gold, ["IE", "QA", "QA", "QA"])
    report = evaluate(gold, run_of(given_labels))
    assert report.scheme is Scheme.TWO_WAY
    assert report.runs[0].overall.measures["accuracy_2way"].value == 3 / 4
    assert report.runs[0].overall.confusion.counts.tolist() == [[1, 0], [1, 2]]
    for system in (*report.runs, *report.trivial):
        # In IE all labels are ENTAILMENT, which does not make the run three-way.
        for scores in (system.overall, *system.tasks.values()):
            assert "two-way" in scores.unavailable["accuracy_3way"]
    names = [system.name for system in report.trivial]
    assert names[:2] == ["always ENTAILMENT", "always NO_ENTAILMENT"]


@pytest.mark.slow
def test_trivial_systems_by_task(pairs, labels):
    gold = pairs("ENNE", ["IE", "IE", "IE", "QA"])
    always_yes = evaluate(gold, labels("EEEE")).trivial[0]
    assert values(always_yes.overall)["accuracy_2way"] == 1 / 2
    assert values(always_yes.tasks["IE"])["precision"] == pytest.approx(1 / 3)
    assert always_yes.overall.measures["accuracy_2way"].low is None
    report = evaluate(gold, labels("EEEE"), by_task=False)
    assert all(system.tasks == {} for system in (*report.runs, *report.trivial))


@pytest.mark.slow
@pytest.mark.parametrize("form", [list, tuple, np.array, lambda names: [str(n) for n in names]])
def test_bare_labels_are_in_the_order_of_the_pairs(pairs, labels, form):
    report = evaluate(pairs("ENN"), form(labels("ENE")))
    assert report.runs[0].overall.measures["accuracy_2way"].value == pytest.approx(2 / 3)
    with pytest.raises(RunError, match="2 predictions in the order of 3 pairs"):
        evaluate(pairs("ENN"), form(labels("EN")))


@pytest.mark.slow
@pytest.mark.parametrize("letters", ["EN", "ECU"])
@given(data=st.data())
def test_evaluate_agrees_with_the_measures_called_on_arrays(pairs, labels, run_of, letters, data):
    letter, number = st.sampled_from(letters), st.floats(0, 1)
    rows = data.draw(st.lists(st.tuples(letter, letter, number, number), min_size=1, max_size=8))
    gold, said, scores, confidences = map(list, zip(*rows, strict=True))
    (scored,) = evaluate(pairs(gold), run_of(said, "run", confidences, scores)).runs
    columns = {"ranking": -np.array(scores), "confidences": confidences}
    for name, value in values(scored.overall).items():
        assert available_measures()[name](labels(gold), labels(said), **columns) == value


def test_one_measure_may_be_named_alone_and_runs_may_come_from_a_generator(pairs, run_of):
    gold, unknown = pairs("EU"), run_of("UU")
    for runs, measure, value in ((["YES", "NO"], "2way", 1), ([unknown], "3way", 0.5)):
        report = evaluate(gold, iter(runs), measures=f"accuracy_{measure}")
        assert values(report.runs[0].overall) == {f"accuracy_{measure}": value}


def test_a_measure_without_a_version_is_named(monkeypatch):
    monkeypatch.setitem(catalogue.REGISTRY, ("rte_baselines", "measures", "mcc"), object)
    with pytest.raises(ConfigError, match=r"measure 'mcc' needs a version, as in mcc\.v1"):
        evaluate([Pair("1", "t", "h", label=Label.ENTAILMENT)], ["YES"])


@pytest.mark.slow
def test_arrays_score_as_runs_do(pairs, labels):
    gold, said, tasks = labels("ECUE"), labels("EUUC"), ["IE", "QA", "QA", "IE"]
    scores, confidences = [4, 2, 3, 1], [1, 0.5, 0.25, 0.75]
    shares = [[0.8, 0.1, 0.1], [0.2, 0.3, 0.5], [0.3, 0.3, 0.4], [0.1, 0.9, 0]]
    named = [dict(zip(Scheme.THREE_WAY.labels, row, strict=True)) for row in shares]
    numbers = map(str, range(1, 5))
    run = Run(map(Prediction, numbers, said, confidences, scores, named), name="mine")
    of_run = evaluate(pairs("ECUE", tasks), run, measures="all")
    ranking = [-score for score in scores]
    options = {"label_order": Scheme.THREE_WAY.labels, "measures": "all", "name": "mine"}
    of_arrays = evaluate_arrays(gold, said, ranking, confidences, shares, tasks=tasks, **options)
    assert of_arrays.to_json() == of_run.to_json()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "said", "shares"),
    [
        ("no,yes", "ENNENN", [[0.1, 0.9], [0.6, 0.4], [0.6, 0.4], [0.3, 0.7], [1, 0], [0.8, 0.2]]),
        (ORDER, "ECUECU", [[0.8, 0.1, 0.1], [0.2, 0.3, 0.5], [0.3, 0.4, 0.3]] * 2),
        # Two-way labels of a three-way system: NO_ENTAILMENT has the probability of both others.
        (ORDER, "ENNENN", [[0.8, 0.1, 0.1], [0.2, 0.3, 0.5], [0.45, 0.3, 0.25]] * 2),
    ],
)
def test_probabilities_rank_and_give_confidences_as_in_run_files(
    pairs, labels, order, said, shares
):
    names = order.split(",")
    records = [
        {"label": label, "probabilities": dict(zip(names, row, strict=True))}
        for label, row in zip(labels(said), shares, strict=True)
    ]
    gold = "ECUEUE" if "C" in said else "ENNENE"
    run = Run.from_records(records, in_order=True).called("mine")
    of_run = evaluate(pairs(gold), run, measures="all")
    options = {"label_order": order, "measures": "all", "name": "mine"}
    of_arrays = evaluate_arrays(labels(gold), labels(said), probabilities=shares, **options)
    assert of_arrays.to_json() == of_run.to_json()
    assert {"cws", "average_precision", "roc_auc"} <= of_arrays.runs[0].overall.measures.keys()


def test_numbers_in_a_stated_order_are_labels():
    report = evaluate_arrays([0, 1, 2, 0], [0, 2, 2, 1], label_order=ORDER)
    assert values(report.runs[0].overall)["accuracy_3way"] == 1 / 2
    accuracy = available_measures()["accuracy_2way"]
    assert accuracy([0, 1, 2, 0], [0, 2, 2, 1], label_order=ORDER.split(",")) == 3 / 4
    with pytest.raises(InputError, match="label 0 is a number; state the labels of 0, 1"):
        evaluate_arrays([0, 1], [0, 1])


def test_measures_without_need_of_labels_need_none():
    measures = available_measures()
    assert measures["brier"](["YES", "NO"], probabilities=[1, 0.5]) == 1 / 8
    assert measures["average_precision"](["YES", "NO"], ranking=[2, 1]) == 1 / 2
    with pytest.raises(RunError, match="accuracy_2way needs labels"):
        measures["accuracy_2way"](["YES"])


@pytest.mark.slow
@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, pd.NaT])
def test_a_missing_task_is_none_and_a_missing_label_refused(pairs, labels, missing):
    report = evaluate_arrays(labels("EN"), labels("EN"), tasks=["IE", missing])
    assert set(report.runs[0].tasks) == {"IE", "(no task)"}
    for given_labels in (["YES", missing], pd.Series(["YES", missing])):
        for arrays in ((given_labels, labels("EN")), (labels("EN"), given_labels)):
            with pytest.raises(InputError, match=r"^a label is missing \("):
                evaluate_arrays(*arrays)
    with pytest.raises(InputError, match=r"^a label is missing \(.*files are read first"):
        evaluate(pairs("EN"), ["YES", missing])


@pytest.mark.parametrize(("part", "measure"), [("ranking", "roc_auc"), ("confidences", "cws")])
def test_a_number_for_each_pair(labels, part, measure):
    measure = available_measures()[measure]
    flat = measure(labels("ENEN"), labels("NEEN"), **{part: [1, 2, 3, 4]})
    assert measure(labels("ENEN"), labels("NEEN"), **{part: [[1], [2], [3], [4]]}) == flat


@pytest.mark.slow
def test_trivial_systems_give_the_true_reason(pairs, labels):
    gold = pairs("ECU")
    names = ["conditional_entropy_contradiction", "conditional_entropy_unknown", "kappa"]
    trivial = evaluate(gold, labels("ECU"), measures=names).trivial
    found = {system.name: system.overall for system in trivial}
    never = "as it is scored, the run never says CONTRADICTION"
    assert found["always ENTAILMENT"].unavailable["conditional_entropy_contradiction"] == never
    says = found["always CONTRADICTION"].measures["conditional_entropy_contradiction"]
    assert says.value == pytest.approx(log2(3))
    # There is no CONTRADICTION to guess, but a draw by gold shares would never say so.
    trivial = evaluate(pairs("EEU"), labels("EEC"), measures=names).trivial
    found = {system.name: system.overall for system in trivial}
    assert "conditional_entropy_contradiction" in found["uniform random"].measures
    unavailable = found["random by gold shares"].unavailable
    assert unavailable == {"conditional_entropy_contradiction": never}


def test_a_measure_may_be_defined_on_a_task_only(labels):
    given_here = labels("ENE"), labels("ENN"), None, None, [0.9, 0.1, 0.0]
    report = evaluate_arrays(*given_here, tasks=["IE", "IE", "QA"], measures="nlp")
    assert "for 1 of 3 pairs" in report.runs[0].overall.unavailable["nlp"]
    assert report.runs[0].tasks["IE"].measures["nlp"].value == pytest.approx(-log10(0.9))
    assert "for 1 of 1 pair" in report.runs[0].tasks["QA"].unavailable["nlp"]


@pytest.mark.parametrize("kind", [list, np.array, pd.Series])
@pytest.mark.parametrize(("order", "share"), [(None, 1.0), ("no,yes", 1.0), ("yes,no", 0.0)])
def test_booleans_are_words_or_numbers_in_the_stated_order(pairs, kind, order, share):
    bools, names = kind([True, False, True]), ["entailment", "not_entailment", "entailment"]
    chosen = {"label_order": order, "measures": "accuracy_2way"}
    for report in (
        evaluate_arrays(names, bools, **chosen),
        evaluate_arrays(bools, names, **chosen),
        evaluate(pairs("ENE"), bools, **chosen),
    ):
        assert values(report.runs[0].overall) == {"accuracy_2way": share}
    metric = EntailmentMetric(["accuracy_2way"], label_order=order)
    assert metric.compute(predictions=bools, references=names) == {"accuracy_2way": share}


def test_runs_with_ids_in_another_order_are_refused(run_of):
    run = run_of("EN")
    message = r"^gold and labels have different ids: at position 1, '1' and '2'; expected the same"
    with pytest.raises(RunError, match=message):
        evaluate_arrays(run, run.select([1, 0]))
    with pytest.raises(RunError, match=message):
        available_measures()["accuracy_2way"](run, run.select([1, 0]))
    assert available_measures()["accuracy_2way"](run, run) == 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", [set, dict.fromkeys, lambda names: pd.DataFrame(columns=names)])
def test_labels_and_tasks_without_an_order_are_refused(pairs, labels, kind):
    unordered = kind(["ENTAILMENT", "NO_ENTAILMENT"])
    with pytest.raises(RunError, match=r"^labels are a \w+, which is not in the order of the pa"):
        evaluate(pairs("EN"), unordered)
    with pytest.raises(InputError, match=r"^tasks is .*; expected a list with a value for each"):
        evaluate_arrays(labels("EN"), labels("EN"), tasks=unordered)
    series = evaluate(pairs("EN"), pd.Series(["ENTAILMENT", "NO_ENTAILMENT"]))
    assert values(series.runs[0].overall)["accuracy_2way"] == 1


def test_columns_of_probabilities_have_a_stated_order_or_names(labels):
    brier = partial(available_measures()["brier"], labels("EN"), labels("EN"))
    table = pd.DataFrame({"not_entailment": [0.1, 0.8], "entailment": [0.9, 0.2]})
    order, rows = "not_entailment,entailment", table.to_numpy()
    assert brier(probabilities=[0.9, 0.2]) == pytest.approx((0.1**2 + 0.2**2) / 2)
    for columns, stated in ((table, None), (table, order), (rows, np.array(order.split(",")))):
        assert brier(probabilities=columns, label_order=stated) == brier(probabilities=[0.9, 0.2])
    with pytest.raises(RunError, match=r"^probabilities have 2 columns, and label_order does not"):
        brier(probabilities=rows)
    with pytest.raises(RunError, match=r"^probabilities have the columns 'not_entailment', 'ent"):
        brier(probabilities=table, label_order="entailment,not_entailment")


YES = Pair("1", "t", "h", label=Label.ENTAILMENT)


@pytest.mark.parametrize(
    ("gold", "runs", "options", "message"),
    [
        ([], ["YES"], {}, "no gold pairs"),
        ([Pair("1", "t", "h")], ["YES"], {}, "^1 of 1 pair has no label; expected pairs with gold"),
        ("sample:test", ["YES"], {}, "^'sample:test' is a name; expected pairs, as of"),
        ([YES, ("a text", "a hypothesis")], ["YES"], {}, "^pair 2: .* is not a Pair"),
        (3, ["YES"], {}, "^3 is not a list of pairs"),
        ([YES], [], {}, "no run to score"),
        ([YES], [Run([Prediction("1", "YES")], name="same")] * 2, {}, "two runs are called 'same'"),
        ([YES], 3, {}, "^3 is no run; expected a run, or a label"),
        ([YES], "a.jsonl", {}, r"^'a.jsonl' is a name; expected a run, as of read_run"),
        ([YES], ["YES"], {"measures": ["bleu"]}, "unknown measure 'bleu'"),
        ([YES], ["YES"], {"measures": "cws, f1"}, r'one string; .* list, as \["cws", "f1"\]'),
        ([YES], ["YES"], {"measures": []}, "no measures; expected some of accuracy, accuracy_2way"),
        ([YES], ["YES"], {"measures": 3}, "^measures are 3; expected names of measures"),
        ([YES], ["YES"], {"measures": [3]}, "^measure 3 is neither a name nor a measure"),
        ([YES], Run([Prediction("3", "YES")]), {}, r"run: missing id: 1 .'1'.; unknown id: 1 .'3'"),
    ],
)
def test_wrong_pairs_runs_and_measures_are_refused(gold, runs, options, message):
    with pytest.raises((InputError, RunError), match=message):
        evaluate(gold, runs, **options)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"labels": ["YES"]}, "labels has 1 value for 2 gold labels"),
        ({"gold": ["NO ", "UNKNOWN "]}, "labels mix two schemes: NO_ENTAILMENT"),
        ({"labels": [["YES", "NO"]]}, r"labels have the shape \(1, 2\)"),
        ({"tasks": ["IE"]}, "tasks has 1 value for 2 pairs; expected as many"),
        ({"tasks": "IE"}, "^tasks is 'IE'; expected a list with a value for"),
        ({"name": 3}, "^name 3 of the system is not a string"),
        ({"ranking": [1]}, "ranking has 1 value"),
        ({"ranking": ["1", "x"]}, "ranking holds what is no number"),
        ({"ranking": [2**53, 2**53 + 2]}, "ranking holds integers that no float equals"),
        ({"ranking": [[1, 2], [3, 4]]}, r"^ranking has the shape \(2, 2\); expected one"),
        ({"probabilities": [[0.9, 0.2], [0.5, 0.5]]}, "probabilities of a pair do not sum to 1"),
        ({"probabilities": [1.5, 0.5]}, r"outside \[0, 1\]"),
        ({"probabilities": [[0.2] * 5] * 2}, r"probabilities have the shape \(2, 5\)"),
        ({"probabilities": [[1, 0], [1]]}, "probabilities holds what is no number, or rows of"),
        *(
            ({part: np.ma.array([0.25, 0.5], mask=[False, True])}, f"^{part} holds a masked value")
            for part in ("ranking", "confidences", "probabilities")
        ),
    ],
)
def test_wrong_arrays_are_refused(wrong, message):
    with pytest.raises((InputError, RunError), match=message):
        evaluate_arrays(**{"gold": ["YES", "NO"], "labels": ["YES", "NO"], **wrong})


@pytest.mark.parametrize(
    ("name", "values_of_pairs"),
    [
        ("labels", ["NO_ENTAILMENT", "ENTAILMENT"]),
        ("ranking", [2, 1]),
        ("confidences", [0.6, 0.9]),
        ("probabilities", [0.1, 0.9]),
        ("tasks", ["IE", "QA"]),
    ],
)
def test_an_index_in_another_order_is_refused(labels, name, values_of_pairs):
    gold = pd.Series(labels("EN"), index=["a", "b"])
    turned = pd.Series(values_of_pairs, index=["b", "a"])
    message = rf"^gold and {name} have .* 'a' and 'b'; expected {name}\.reindex\(gold\.index\) if"
    with pytest.raises(RunError, match=message):
        evaluate_arrays(**{"gold": gold, "labels": gold, name: turned})
    aligned = {"gold": gold, "labels": gold, name: turned.reindex(gold.index)}
    report = evaluate_arrays(**aligned, measures="accuracy_2way")
    assert values(report.runs[0].overall)["accuracy_2way"] == 1


@pytest.mark.parametrize(
    ("of_gold", "of_labels"),
    [
        # One id differs, all differ in their type, some are there twice, or one is the default.
        (["a", "b", "c"], ["c", "b", "d"]),
        (["1", "2", "3"], [1, 2, 3]),
        (["a", float("nan"), "b"], [float("nan"), "b", "b"]),
        (["a", "a", "b"], ["b", "a", "a"]),
        ([2, 0, 1], [0, 1, 2]),
    ],
)
def test_other_indexes_are_refused(labels, of_gold, of_labels):
    gold = pd.Series(labels("ENN"), index=of_gold)
    with pytest.raises(RunError, match=r"^gold and labels have different indexes"):
        evaluate_arrays(gold, pd.Series(labels("ENE"), index=of_labels))


def test_all_indexes_are_compared_but_with_the_default(labels):
    # The rest of a table that was split, and what a classifier predicts on it.
    rest = pd.Series(labels("ENN"), index=[7, 1, 4])
    report = evaluate_arrays(rest, pd.Series(labels("ENE")), measures="accuracy_2way")
    assert values(report.runs[0].overall)["accuracy_2way"] == 2 / 3
    given = pd.Series(labels("EN"), index=["a", "b"])
    turned = pd.Series([0.6, 0.9], index=["b", "a"])
    with pytest.raises(RunError, match=r"^labels and confidences have different indexes"):
        evaluate_arrays(pd.Series(labels("EN")), given, confidences=turned)
    table = pd.DataFrame({"premise": ["a", "b"], "hypothesis": ["c", "d"], "label": labels("EN")})
    with pytest.raises(RunError, match=r"^gold and labels have different indexes"):
        evaluate(table, table["label"].iloc[::-1])


def test_values_alone_have_neither_intervals_nor_tests(pairs, run_of):
    gold = pairs("ENEN", ["IE", "IE", "QA", "QA"])
    run = run_of("EENN", "run", [1, 0.5, 0.25, 0.75], [4, 3, 2, 1])
    (whole,) = evaluate(gold, run).runs
    (alone,) = evaluate(gold, run, intervals=False).runs
    assert values(alone.overall) == values(whole.overall)
    assert {found.low for found in alone.overall.measures.values()} == {None}
    assert whole.chance_tests
    assert not alone.chance_tests
