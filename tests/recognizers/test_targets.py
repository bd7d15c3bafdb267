"""Gold labels by name in any spelling, and by numbers of which an order says the meaning."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.features import FeatureSet
from rte_baselines.features.surface.overlap import WordOverlap
from rte_baselines.pairs import Label, Pair, Scheme
from rte_baselines.recognizers import Recognizer
from tests.heads.test_contract import HEADS, every_head
from tests.spellings import spelled

pytestmark = [
    pytest.mark.filterwarnings("ignore:CONTRADICTION and UNKNOWN were merged"),
    pytest.mark.usefixtures("remembered_analyses"),
]

WORDS = "the old ferry sank near Oslo while two men slept".split()
YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
TWO_WAY, THREE_WAY = ["entailment", "not_entailment"], ["entailment", "neutral", "contradiction"]


def pairs_of(labels):
    """Pairs of which those that share more words come first."""
    texts = [" ".join(WORDS[number % 9 :]) for number in range(len(labels))]
    return [
        Pair(str(number), text, " ".join(WORDS[4:7]), label=label)
        for number, (text, label) in enumerate(zip(texts, labels, strict=True))
    ]


def unlabelled(pairs):
    return [(pair.text, pair.hypothesis) for pair in pairs]


def overlap(**parameters):
    return Recognizer.from_config("word-overlap").set_params(**parameters)


def three_way():
    return Recognizer.from_config("lexical-logistic", {"recognizer.head.scheme_name": "three-way"})


def learned(recognizer, pairs):
    run = recognizer.predict(pairs)
    return run.labels.tolist(), list(run.scores)


@every_head
@settings(max_examples=8)
@given(data=st.data())
def test_a_labels_spelling_does_not_show(name, data):
    scheme = HEADS[name].scheme
    # Two of each label, so that every head has something to learn from.
    labels = [*scheme.labels, *scheme.labels]
    labels += data.draw(st.lists(st.sampled_from(scheme.labels), max_size=6))
    names = [data.draw(spelled(label)) for label in labels]
    recognizer = Recognizer(FeatureSet({"overlap": WordOverlap()}), clone(HEADS[name]))
    pairs = pairs_of(labels)
    expected = learned(clone(recognizer).fit(pairs), pairs)
    assert learned(clone(recognizer).fit(pairs_of(names)), pairs) == expected
    assert learned(clone(recognizer).fit(pairs_of([None] * len(pairs)), names), pairs) == expected
    fitted = clone(recognizer).fit(pairs, np.array(names, dtype=object))
    assert learned(fitted, pairs) == expected
    assert fitted.score(pairs, names) == fitted.score(pairs)


@pytest.mark.slow
@pytest.mark.parametrize("order", [TWO_WAY, TWO_WAY[::-1]])
@pytest.mark.parametrize("kind", [int, float, np.uint8, np.float32])
def test_numbers_stand_for_what_the_order_says(kind, order):
    pairs = pairs_of([YES] * 4 + [NO] * 5)
    entailed = order.index("entailment")
    numbers = [kind(entailed if pair.label is YES else 1 - entailed) for pair in pairs]
    expected = overlap().fit(pairs)
    for y in (numbers, np.array(numbers), pd.Series(numbers), tuple(numbers)):
        recognizer = overlap(label_order=order).fit(unlabelled(pairs), y)
        assert recognizer.classes_.tolist() == [0, 1]
        assert recognizer.classes_.dtype.kind == ("i" if kind in (int, np.uint8) else "f")
        run = recognizer.predict(pairs)
        assert run.labels.tolist() == expected.predict(pairs).labels.tolist()
        is_entailed = run.labels == "ENTAILMENT"
        np.testing.assert_array_equal(np.asarray(run) == entailed, is_entailed)
        assert recognizer.score(unlabelled(pairs), y) == expected.score(pairs)
        probabilities = recognizer.predict_proba(pairs)
        np.testing.assert_array_equal(
            probabilities[:, entailed], expected.predict_proba(pairs)[:, 0]
        )


@pytest.mark.parametrize("kind", [list, np.array, lambda values: np.array(values, dtype=object)])
def test_booleans_are_the_words_or_numbers_of_the_order(kind):
    pairs = pairs_of([YES] * 4 + [NO] * 5)
    right, wrong = ([(pair.label is label) for pair in pairs] for label in (YES, NO))
    expected = overlap().fit(pairs).predict(pairs).labels.tolist()
    for order, booleans in ((None, right), (TWO_WAY[::-1], right), (TWO_WAY, wrong)):
        recognizer = overlap(label_order=order).fit(unlabelled(pairs), kind(booleans))
        assert recognizer.classes_.tolist() == [False, True]
        assert recognizer.classes_.dtype == np.bool_
        run = recognizer.predict(pairs)
        assert run.labels.tolist() == expected
        assert recognizer.score(pairs, kind(booleans)) == np.mean(np.asarray(run) == booleans)
    with pytest.raises(InputError, match="no number stands for CONTRADICTION"):
        three_way().set_params(label_order=THREE_WAY).fit(unlabelled(pairs), kind(right))


@pytest.mark.slow
def test_three_way_numbers():
    labels = [YES, Label.UNKNOWN, Label.CONTRADICTION] * 4
    numbers = [0, 1, 2] * 4
    pairs = pairs_of(labels)
    recognizer = three_way()
    expected = clone(recognizer).fit(pairs).predict(pairs).labels
    recognizer.set_params(label_order=THREE_WAY).fit(unlabelled(pairs), numbers)
    assert recognizer.class_labels_.tolist() == ["ENTAILMENT", "UNKNOWN", "CONTRADICTION"]
    run = recognizer.predict(pairs)
    assert run.labels.tolist() == expected.tolist()
    assert [recognizer.class_labels_[number] for number in np.asarray(run)] == expected.tolist()


@pytest.mark.parametrize("y", [[0, 1] * 3, np.array([0.0, 1.0] * 3)])
def test_numbers_that_nothing_says_the_meaning_of(y):
    pairs = pairs_of([YES, NO] * 3)
    stated = r"state what 0, 1, 2 stand for: set_params\(label_order=\['not_entailment', 'entail"
    with pytest.raises(InputError, match=f"^the labels are numbers; {stated}"):
        overlap().fit(unlabelled(pairs), y)
    with pytest.raises(InputError, match=f"^the labels are numbers; {stated}"):
        overlap().fit(pairs, y)
    with pytest.raises(InputError, match=stated):
        overlap().fit(pairs).score(unlabelled(pairs), y)


@pytest.mark.parametrize(
    ("order", "y", "message"),
    [
        (TWO_WAY, [0, 1, 2], "label 2 is not in the stated order; expected 0 ENT"),
        (TWO_WAY, [0, 1, 0.5], "unknown label '0.5'"),
        (TWO_WAY, [0, 1, float("nan")], "unknown label 'nan'"),
        (THREE_WAY, [0, 1, 2], "1 and 2 both mean NO_ENTAILMENT for this two-way recognizer"),
        (["entailment"], [0, 0, 0], "no number stands for NO_ENTAILMENT; state what 0, 1, 2"),
        (["yes", "maybe"], [0, 1, 0], "order of labels: unknown label 'maybe'"),
    ],
)
def test_numbers_that_cannot_be_understood(order, y, message):
    pairs = unlabelled(pairs_of([YES, NO, YES]))
    with pytest.raises(InputError, match=message):
        overlap(label_order=order).fit(pairs, y)


def test_labels_of_dictionaries():
    pairs = pairs_of([YES] * 4 + [NO] * 5)
    samples = mappings(pairs, [int(pair.label is NO) for pair in pairs])
    with pytest.raises(InputError, match=r"^sample 1: label 0 is a number; .* labels of 0, 1"):
        overlap().fit(samples)
    recognizer = overlap(label_order=TWO_WAY).fit(samples)
    assert recognizer.classes_.tolist() == ["ENTAILMENT", "NO_ENTAILMENT"]
    assert recognizer.score(samples) == recognizer.score(pairs) == overlap().fit(pairs).score(pairs)


def mappings(pairs, labels=None):
    """The pairs as dictionaries, with their labels or others."""
    labels = [pair.label for pair in pairs] if labels is None else labels
    return [
        {"premise": pair.text, "hypothesis": pair.hypothesis, "label": label}
        for pair, label in zip(pairs, labels, strict=True)
    ]


FORMS = {
    "pairs": list,
    "dictionaries": mappings,
    "data frame": lambda pairs: pd.DataFrame(mappings(pairs), index=range(7, 7 + len(pairs))),
    "generator": lambda pairs: (sample for sample in mappings(pairs)),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_numbers_may_differ_from_the_samples_own_labels(form):
    pairs = pairs_of([YES, NO] * 5)
    numbers = np.array([0, 1] * 5)
    recognizer = overlap(label_order=TWO_WAY).fit(form(pairs), numbers)
    assert recognizer.class_labels_.tolist() == ["ENTAILMENT", "NO_ENTAILMENT"]
    right = recognizer.score(form(pairs), numbers)
    assert right == recognizer.score(unlabelled(pairs), numbers) == recognizer.score(form(pairs))
    assert recognizer.score(form(pairs), 1 - numbers) == pytest.approx(1 - right)


@pytest.mark.parametrize("y", [[["yes", "no"]] * 2, "yes", (name for name in ["yes"] * 4)])
def test_labels_are_one_for_each_pair(y):
    pairs = pairs_of([YES, NO] * 2)
    with pytest.raises(InputError, match=r"^labels have the shape \(.*\); expected one for each"):
        overlap().fit(pairs, y)
    column = np.array(["yes", "no"] * 2).reshape(4, 1)
    assert overlap().fit(pairs, column).score(pairs, column) == overlap().fit(pairs).score(pairs)


@pytest.mark.parametrize("own", [[1] * 9, ["sports"] * 9, [None] * 9, [["a"]] * 9])
def test_labels_that_are_not_asked_for_need_no_meaning(own):
    pairs = pairs_of([YES] * 4 + [NO] * 5)
    names = [str(pair.label) for pair in pairs]
    recognizer = overlap().fit(mappings(pairs, own), names)
    assert recognizer.score(mappings(pairs, own), names) == recognizer.score(pairs)
    two_labels = [{**sample, "gold_label": "x"} for sample in mappings(pairs, own)]
    assert recognizer.score(two_labels, names) == recognizer.score(pairs)
    with pytest.raises(InputError, match="the labels are numbers; state what"):
        overlap().fit(mappings(pairs, own), [int(pair.label is YES) for pair in pairs])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("yes", "no"), [(True, False), (0, 1), (1.0, 0.0), ("Entailed", "not-entailed"), ("0", "1")]
)
def test_spellings_outlast_saving(tmp_path, yes, no):
    pairs = pairs_of([YES] * 4 + [NO] * 5)
    y = [yes if pair.label is YES else no for pair in pairs]
    order = TWO_WAY if yes in (0, "0") else TWO_WAY[::-1]
    recognizer = overlap(label_order=order).fit(pairs, y)
    recognizer.save(tmp_path / "model")
    loaded = Recognizer.load(tmp_path / "model")
    assert loaded.classes_.tolist() == recognizer.classes_.tolist() == sorted([yes, no])
    assert loaded.classes_.dtype == recognizer.classes_.dtype
    np.testing.assert_array_equal(loaded.predict(pairs), recognizer.predict(pairs))
    assert loaded.score(unlabelled(pairs), y) == recognizer.score(pairs)
    assert loaded.scheme_ is Scheme.TWO_WAY


@pytest.mark.parametrize(
    ("names", "classes"),
    [
        (["entailment", "neutral", "contradiction"], ["entailment", "not_entailment"]),
        (["SUPPORTS", "REFUTES", "NEI"], ["NO_ENTAILMENT", "SUPPORTS"]),
        ([YES, Label.CONTRADICTION, Label.UNKNOWN], ["ENTAILMENT", "NO_ENTAILMENT"]),
    ],
)
def test_three_labels_for_a_two_way_recognizer(names, classes):
    pairs = pairs_of([YES, NO, NO] * 3)
    with pytest.warns(InputWarning, match="were merged into NO_ENTAILMENT, .* lexical-cascade$"):
        recognizer = overlap().fit(pairs, names * 3)
    assert recognizer.classes_.tolist() == classes
    assert set(np.asarray(recognizer.predict(pairs))) <= set(classes)
    assert recognizer.score(pairs, names * 3) == recognizer.score(pairs)


def test_pairs_without_a_label_are_left_out():
    pairs = pairs_of([YES, NO, None, YES, NO, None])
    with_label = [pair for pair in pairs if pair.label]
    for samples in (pairs, mappings(pairs), iter(pairs)):
        with pytest.warns(InputWarning, match="^left out 2 pairs without a label, such as '[23]'$"):
            recognizer = overlap().fit(samples)
        assert recognizer.training_pairs_ == 4
        assert recognizer.head_.threshold_ == overlap().fit(with_label).head_.threshold_
    with pytest.warns(InputWarning, match="left out 2 pairs"):
        assert recognizer.score(pairs) == recognizer.score(with_label)


def test_a_run_is_on_the_same_pairs_in_the_same_order():
    pairs = pairs_of([YES, NO, YES, NO])
    recognizer = overlap().fit(pairs)
    run = recognizer.predict(pairs)
    message = r"^pairs and labels have different ids: at position 1, '0' and '3'; expected the same"
    backwards = run.select([3, 2, 1, 0])
    for use in (recognizer.score, overlap().fit):
        with pytest.raises(InputError, match=message):
            use(pairs, backwards)
        with pytest.raises(InputError, match=message):
            use(iter(pairs), backwards)
    assert recognizer.score(pairs, run) == 1
    assert recognizer.score(unlabelled(pairs), run) == 1
