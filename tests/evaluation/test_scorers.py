"""Measures as scikit-learn's scorers: the same values as the evaluator's."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline

from rte_baselines import Prediction, Recognizer, Run, load_pairs
from rte_baselines.core.errors import InputError, InputWarning, RunError
from rte_baselines.evaluation import (
    accuracy_2way_score,
    accuracy_3way_score,
    available_measures,
    average_precision_tac,
    cws_score,
    measure_score,
    measure_scorer,
)
from rte_baselines.pairs import conflate

MEASURES = available_measures()
YES, NO = "ENTAILMENT", "NO_ENTAILMENT"
GOLD = [YES, NO, YES, NO]


def test_worked_by_hand():
    # In the order 0.9, 0.8, 0.6, 0.4 of probabilities: E N E N, precisions 1/1 and 2/3.
    scores = [0.9, 0.8, 0.6, 0.4]
    assert average_precision_tac(GOLD, scores) == pytest.approx((1 + 2 / 3) / 2)
    # Labels Y Y Y N with confidences 0.9 0.8 0.6 0.6: right, wrong, then two right, tied.
    assert cws_score(GOLD, scores) == pytest.approx((1 + 1 / 2 + 2 / 3 + 3 / 4) / 4)
    labels = [YES, YES, YES, NO]
    assert cws_score(GOLD, labels, confidences=[0.9, 0.8, 0.6, 0.6]) == cws_score(GOLD, scores)
    assert accuracy_2way_score(GOLD, labels) == 0.75
    assert accuracy_3way_score([YES, "neutral"], [YES, "contradiction"]) == 0.5
    assert accuracy_2way_score([YES, "neutral"], [YES, "contradiction"]) == 1


@pytest.mark.slow
@given(st.data(), st.lists(st.sampled_from([YES, NO]), min_size=1, max_size=8))
def test_probabilities_score_as_arrays_do(data, gold):
    of_each = [st.sampled_from([0.0, 0.2, 0.5, 0.7, 1.0])] * len(gold)
    probabilities = np.array(data.draw(st.tuples(*of_each)))
    labels = [YES if probability >= 0.5 else NO for probability in probabilities]
    confidences = np.maximum(probabilities, 1 - probabilities)
    for name in ("cws", "average_precision", "brier", "nlp_clipped", "mutual_information_weighted"):
        given = (gold, labels, -probabilities, confidences, probabilities)
        try:
            expected = MEASURES[name](*given)
        except RunError:
            with pytest.raises(RunError, match=f"^{name} is undefined"):
                measure_score(gold, probabilities, measure=name)
        else:
            assert measure_score(gold, probabilities, measure=name) == expected


def test_columns_of_probabilities_are_those_of_the_classes():
    gold = ["neutral", "entailment", "contradiction", "entailment"]
    # In alphabetical order: contradiction, entailment, neutral.
    rows = np.array([[0.1, 0.2, 0.7], [0.2, 0.5, 0.3], [0.6, 0.3, 0.1], [0.5, 0.1, 0.4]])
    expected = MEASURES["average_precision"](gold, gold, -rows[:, 1])
    assert average_precision_tac(gold, rows) == expected
    order = ["neutral", "contradiction", "entailment"]
    assert average_precision_tac(gold, rows[:, [2, 0, 1]], labels=order) == expected
    labels = ["neutral", "entailment", "contradiction", "contradiction"]
    confidences = rows.max(axis=1)
    assert cws_score(gold, rows) == MEASURES["cws"](gold, labels, confidences=confidences)
    with pytest.raises(RunError, match=r"the classes are UNKNOWN, ENTAILMENT; .* labels=\.\.\."):
        average_precision_tac(gold[:2], rows[:2], labels=["neutral", "entailment"])
    with pytest.raises(RunError, match=r"has the shape \(2, 3\)"):
        average_precision_tac(["neutral", "entailment"], rows[:2])


def test_numbers_mean_what_is_stated():
    gold, scores = [1, 0, 1, 0], [0.9, 0.8, 0.6, 0.4]
    expected = average_precision_tac(GOLD, scores)
    order = ["not_entailment", "entailment"]
    assert average_precision_tac(gold, scores, pos_label=1) == expected
    assert average_precision_tac(gold, scores, label_order=order) == expected
    assert average_precision_tac(np.array(gold, bool), scores, pos_label=True) == expected
    with pytest.raises(InputError, match="label 1 is a number; state the labels of 0, 1"):
        average_precision_tac(gold, scores)
    with pytest.raises(InputError, match="pos_label is 0, which is NO_ENTAILMENT in the"):
        average_precision_tac(gold, scores, pos_label=0, label_order=order)
    with pytest.raises(InputError, match="the classes are 0, 1, 2, and pos_label is 1"):
        average_precision_tac([0, 1, 2], [0.1, 0.2, 0.3], pos_label=1)
    # Each list alone has one other class.
    with pytest.raises(InputError, match=r"^the classes are 'a', 'b', and pos_label is 'c'; state"):
        measure_score(["a", "a"], ["b", "b"], measure="accuracy_2way", pos_label="c")


@pytest.mark.parametrize(
    ("y_pred", "message"),
    [
        ([1, 0, 1, 0], "cws needs labels and confidences, and there are labels"),
        (GOLD, "cws needs labels and confidences, and there are labels"),
        ([0.5] * 3, "3 predictions for 4 gold labels"),
        ([1.5] * 4, "probabilities hold a value outside"),
    ],
)
def test_what_cannot_be_scored_is_refused(y_pred, message):
    with pytest.raises(RunError, match=message):
        cws_score(GOLD, y_pred)


def test_what_is_no_label_is_refused():
    with pytest.raises(InputError, match=r"^label {'label': .*} is neither a string nor a num"):
        accuracy_2way_score([YES], [{"label": YES}])


def test_a_run_has_its_own_confidences_and_ranking():
    rows = [(YES, 0.9, 0.9), (YES, 0.8, 0.2), (NO, 0.6, 0.5), (NO, 0.6, 0.1)]
    run = Run([Prediction(str(n), *row) for n, row in enumerate(rows)])
    for name in ("cws", "average_precision", "accuracy_2way", "roc_auc"):
        arguments = (GOLD, run.labels, run.ranking, run.confidences)
        assert measure_score(GOLD, run, measure=name) == MEASURES[name](*arguments)
    with pytest.raises(RunError, match="cws is undefined: the run has no confidence"):
        cws_score([YES], Run([Prediction("1", YES)]))


def test_scorers_negate_losses_and_go_to_other_processes():
    signs = {name: measure_scorer(name)._sign for name in ("brier", "kappa")}
    assert signs == {"brier": -1, "kappa": 1}
    with pytest.raises(InputError, match="no value of entropy_gold is better"):
        measure_scorer("entropy_gold")
    for scorer in (make_scorer(cws_score), measure_scorer("cws")):
        assert repr(pickle.loads(pickle.dumps(scorer))) == repr(scorer)


@pytest.fixture(scope="module")
def training():
    pairs = load_pairs("sample:train")[:24]
    return pairs, np.array([str(conflate(pair.label)) for pair in pairs])


@pytest.mark.slow
def test_recognizers_are_scored_as_by_the_evaluator(training):
    pairs, labels = training
    recognizer = Recognizer.from_config("word-overlap")
    run = recognizer.fit(pairs, labels).predict(pairs)
    arguments = (labels, run.labels, run.ranking, run.confidences)
    for function, name in ((cws_score, "cws"), (average_precision_tac, "average_precision")):
        assert make_scorer(function)(recognizer, pairs, labels) == MEASURES[name](*arguments)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "yes"), [(int, 1), (int, 0), (bool, 1)])
def test_numbers_mean_what_the_recognizer_was_fitted_on(training, kind, yes):
    """Figures are those of a recognizer that was fitted on names."""
    pairs, labels = training
    order = sorted(["entailment", "not_entailment"], reverse=yes)
    samples = [(pair.text, pair.hypothesis) for pair in pairs]
    entailment = kind(order.index("entailment"))
    numbers = np.where(labels == YES, entailment, kind(not entailment))
    by_name = Recognizer.from_config("word-overlap").fit(samples, labels)
    recognizer = Recognizer.from_config("word-overlap").set_params(label_order=order)
    recognizer.fit(samples, numbers)
    for name in ("cws", "average_precision", "accuracy_2way", "f1"):
        expected = measure_scorer(name)(by_name, samples, labels)
        assert measure_scorer(name)(recognizer, samples, numbers) == expected
        stated = measure_scorer(name, label_order=order)
        assert stated(recognizer, samples, numbers) == expected
    expected = make_scorer(cws_score)(by_name, samples, labels)
    assert make_scorer(cws_score, pos_label=entailment)(recognizer, samples, numbers) == expected
    assert cws_score(labels, recognizer.predict(samples)) == expected
    with pytest.raises(ValueError, match="pos_label=ENTAILMENT is not a valid label"):
        make_scorer(cws_score)(recognizer, samples, numbers)
    for wrong, message in (
        ({"pos_label": kind(not entailment)}, f"^{kind(not entailment)} is stated to be ENT"),
        ({"label_order": order[::-1]}, "^0 is stated to be "),
    ):
        with pytest.raises(InputError, match=message):
            cws_score(numbers, recognizer.predict(samples), **wrong)
    with pytest.raises(InputError, match=r"^label 2 is a number; state "):
        cws_score([2] * len(samples), recognizer.predict(samples))


def test_a_run_knows_numbers_with_gaps():
    run = Run([Prediction("1", YES), Prediction("2", NO)], classes={YES: 2, NO: 0})
    for pos_label in ("entailment", 2):
        assert measure_score([2, 0], run, measure="accuracy_2way", pos_label=pos_label) == 1
    with pytest.raises(InputError, match=r"^0 is stated to be ENTAILMENT, and the recognizer was"):
        measure_score([2, 0], run, measure="accuracy_2way", pos_label=0)


@pytest.mark.slow
def test_other_classifiers_are_scored_by_probabilities(training):
    pairs, labels = training
    texts = [f"{pair.text} {pair.hypothesis}" for pair in pairs]
    classifier = make_pipeline(CountVectorizer(), LogisticRegression())
    probabilities = classifier.fit(texts, labels).predict_proba(texts)[:, 0]
    assert classifier.classes_[0] == YES
    scorer = make_scorer(average_precision_tac, response_method="predict_proba")
    assert scorer(classifier, texts, labels) == average_precision_tac(labels, probabilities)
    assert scorer(classifier, texts, labels) > 0.9
    by_name = measure_scorer("average_precision", response_method="predict_proba")
    assert by_name(classifier, texts, labels) == scorer(classifier, texts, labels)
    by_decision = make_scorer(average_precision_tac, response_method="decision_function")
    assert by_decision(classifier, texts, labels) == scorer(classifier, texts, labels)
    found = cross_val_score(classifier, texts, labels, cv=2, scoring=scorer)
    assert np.isfinite(found).all()
    with pytest.raises(ValueError, match="pos_label=ENTAILMENT is not a valid label"):
        scorer(classifier.fit(texts, labels == YES), texts, labels == YES)


@pytest.mark.parametrize(
    "wrong", [np.array([0.9, np.nan]), [np.inf, 0.1], pd.Series([0.9, None], dtype="Float64")]
)
@pytest.mark.parametrize("measure", ["average_precision", "brier", "cws"])
def test_scores_that_are_missing_are_refused(measure, wrong):
    with pytest.raises(RunError, match=r"^y_pred holds a value that is not finite; expected "):
        measure_score([YES, NO], wrong, measure=measure)
    masked = np.ma.array([0.9, 0.1], mask=[False, True])
    with pytest.raises(RunError, match=r"^y_pred holds a masked value; expected "):
        measure_score([YES, NO], masked, measure=measure)


@pytest.mark.parametrize("measure", ["average_precision", "brier", "cws"])
@pytest.mark.parametrize(
    ("positive", "other"),
    [(1, 0), (0, 1), ("entailment", "not_entailment"), ("contradiction", "entailment"), ("z", "a")],
)
def test_names_of_columns_are_the_classes(measure, positive, other):
    gold = [positive, other, positive, positive]
    positively = np.array([0.9, 0.2, 0.6, 0.4])
    table = pd.DataFrame({positive: positively, other: 1 - positively})
    expected = measure_score(gold, positively, measure=measure, pos_label=positive)
    for columns in ([positive, other], [other, positive]):
        found = measure_score(gold, table[columns], measure=measure, pos_label=positive)
        assert found == pytest.approx(expected)


def test_other_names_of_columns_need_the_classes():
    gold = ["entailment", "not_entailment", "entailment"]
    table = pd.DataFrame({"prob_yes": [0.9, 0.2, 0.6], "prob_no": [0.1, 0.8, 0.4]})
    with pytest.raises(InputError, match=r"^unknown label 'prob_yes'; expected a name"):
        average_precision_tac(gold, table)
    classes = ["entailment", "not_entailment"]
    assert average_precision_tac(gold, table, labels=classes) == 1
    assert average_precision_tac(gold, pd.DataFrame(table.to_numpy())) == 1
    with pytest.raises(RunError, match=r"columns 'entailment', 'not_entailment', and labels says"):
        average_precision_tac(gold, table.set_axis(classes, axis=1), labels=classes[::-1])
    with pytest.raises(RunError, match=r"columns 'entailment', 'not_entailment', and labels says"):
        average_precision_tac(gold, table.set_axis(classes, axis=1), labels=["NO", "YES"])


def test_an_index_in_another_order_is_refused():
    gold = pd.Series([YES, NO], index=["a", "b"])
    with pytest.raises(RunError, match=r"^y_true and y_pred have different indexes"):
        accuracy_2way_score(gold, gold.iloc[::-1])
    with pytest.raises(RunError, match=r"^y_true and confidences have different indexes"):
        cws_score(gold, gold, confidences=pd.Series([0.9, 0.6], index=["b", "a"]))


ORDER = ["entailment", "neutral", "contradiction"]
ROWS = np.array([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]])


@pytest.mark.parametrize("measure", ["average_precision", "brier", "cws"])
def test_columns_that_fit_in_another_order_are_warned_of(measure):
    message = r"^the columns of .* would raise accuracy from 0.000 to 1.000, .*: labels=\[\.\.\.\]$"
    with pytest.warns(InputWarning, match=message):
        measure_score(ORDER, ROWS, measure=measure)


def often_right(share):
    """Three hundred gold labels and probabilities in ORDER, of which a share is right."""
    rng = np.random.default_rng(1)
    gold = rng.integers(0, 3, 300)
    said = np.where(rng.random(300) < share, gold, rng.integers(0, 3, 300))
    return [ORDER[code] for code in gold], ROWS[said]


def test_columns_in_order_stated_or_unclear_are_not_warned_of(recwarn):
    gold, rows = often_right(0.5)
    measure_score(gold, rows[:, [2, 0, 1]], measure="brier")
    measure_score(gold, rows, measure="brier", labels=ORDER)
    measure_score(gold, pd.DataFrame(rows, columns=ORDER), measure="brier")
    # By chance, and with scores that are no probabilities.
    measure_score(gold, often_right(0.0)[1][::-1], measure="brier")
    average_precision_tac(gold, 3 * rows - 1)
    assert [found for found in recwarn if found.category is InputWarning] == []
