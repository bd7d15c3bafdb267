"""Gold labels by name in any spelling, and by numbers that mean something."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone

from rte_baselines.errors import InputError
from rte_baselines.features import FeatureSet
from rte_baselines.features.surface.overlap import WordOverlap
from rte_baselines.pairs import Label, Pair, Scheme, conflate
from rte_baselines.recognizers import Recognizer
from tests.heads.test_contract import HEADS, every_head
from tests.pairs.spellings import spelled

pytestmark = [
    pytest.mark.filterwarnings("ignore:the labels given are not spelled"),
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


def learned(recognizer, pairs):
    run = recognizer.predict(pairs)
    return recognizer.classes_.tolist(), run.labels.tolist(), list(run.scores)


def test_nine_entailed_of_ten_make_a_majority():
    labels = ["ENTAILMENT"] * 9 + ["NO_ENTAILMENT"]
    majority = Recognizer.from_config("majority").fit(pairs_of(labels))
    assert set(majority.predict(pairs_of(labels)).labels) == {"ENTAILMENT"}
    assert majority.score(pairs_of(labels)) == 0.9


@pytest.mark.slow
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
@pytest.mark.parametrize(
    ("kind", "first", "second", "order"),
    [
        (bool, False, True, TWO_WAY[::-1]),
        *(
            (*kind, order)
            for kind in [(int, 0, 1), (float, 0.0, 1.0), (np.uint8, 0, 1), (np.float32, 0.0, 1.0)]
            for order in (TWO_WAY, TWO_WAY[::-1])
        ),
    ],
)
def test_numbers_stand_for_what_the_order_says(kind, first, second, order):
    pairs = pairs_of([YES] * 4 + [NO] * 5)
    entailed = order.index("entailment")
    numbers = [kind(entailed if pair.label is YES else 1 - entailed) for pair in pairs]
    expected = overlap().fit(pairs)
    for y in (numbers, np.array(numbers), pd.Series(numbers), tuple(numbers)):
        recognizer = overlap(label_order=order).fit(unlabelled(pairs), y)
        assert recognizer.classes_.tolist() == [first, second]
        assert type(recognizer.classes_.tolist()[0]) is type(first)
        run = recognizer.predict(pairs)
        assert run.labels.tolist() == expected.predict(pairs).labels.tolist()
        is_entailed = run.labels == "ENTAILMENT"
        np.testing.assert_array_equal(np.asarray(run) == entailed, is_entailed)
        assert recognizer.score(unlabelled(pairs), y) == expected.score(pairs)
        probabilities = recognizer.predict_proba(pairs)
        np.testing.assert_array_equal(
            probabilities[:, entailed], expected.predict_proba(pairs)[:, 0]
        )


@pytest.mark.slow
@pytest.mark.parametrize("kind", [list, np.array, lambda values: np.array(values, dtype=object)])
def test_booleans_mean_what_the_words_do(kind):
    pairs = pairs_of([YES] * 4 + [NO] * 5)
    right, wrong = ([(pair.label is label) for pair in pairs] for label in (YES, NO))
    stated = "the stated order says that 1 is NO_ENTAILMENT, which the word true is not"
    with pytest.raises(InputError, match=f"label True is a boolean, and {stated}; expected words"):
        overlap(label_order=TWO_WAY).fit(unlabelled(pairs), kind(right))
    with pytest.raises(InputError, match=f"label True is a boolean, and {stated}; expected words"):
        overlap(label_order=TWO_WAY).fit(unlabelled(pairs), [*right[:-1], "entailment"])
    with pytest.raises(InputError, match="label True is a boolean, which has no fixed meaning; "):
        overlap().fit(unlabelled(pairs), kind(right))
    with pytest.raises(InputError, match=r"the pairs' own labels say that [01] is (NO_)?E"):
        overlap().fit(pairs, kind(wrong))
    assert overlap().fit(pairs, kind(right)).classes_.tolist() == [False, True]
    of_numbers = overlap().fit(pairs, list(map(int, wrong)))
    with pytest.raises(InputError, match=r"the recognizer has learned that [01] is (NO_)?E"):
        of_numbers.score(pairs, kind(wrong))


@pytest.mark.slow
def test_three_way_numbers():
    labels = [YES, Label.UNKNOWN, Label.CONTRADICTION] * 4
    numbers = [0, 1, 2] * 4
    pairs = pairs_of(labels)
    three_way = {"recognizer.head.scheme_name": "three-way"}
    recognizer = Recognizer.from_config("lexical-logistic", three_way)
    expected = clone(recognizer).fit(pairs).predict(pairs).labels
    recognizer.set_params(label_order=THREE_WAY).fit(unlabelled(pairs), numbers)
    assert recognizer.class_labels_.tolist() == ["ENTAILMENT", "UNKNOWN", "CONTRADICTION"]
    run = recognizer.predict(pairs)
    assert run.labels.tolist() == expected.tolist()
    assert [recognizer.class_labels_[number] for number in np.asarray(run)] == expected.tolist()


@pytest.mark.slow
def test_numbers_without_an_order_stand_for_the_pairs_own_labels():
    pairs = pairs_of([YES] * 4 + [NO] * 5)
    expected = overlap().fit(pairs).predict(pairs).labels.tolist()
    for entailed in (0, 1):
        numbers = [entailed if pair.label is YES else 1 - entailed for pair in pairs]
        recognizer = overlap().fit(pairs, numbers)
        assert recognizer.predict(pairs).labels.tolist() == expected
        assert recognizer.class_labels_[entailed] == "ENTAILMENT"
        assert recognizer.score(unlabelled(pairs), numbers) == recognizer.score(pairs)


def test_numbers_of_conflated_labels():
    pairs = pairs_of([YES, Label.UNKNOWN, Label.CONTRADICTION] * 3)
    recognizer = overlap().fit(pairs, [0, 1, 1] * 3)
    assert recognizer.class_labels_.tolist() == ["ENTAILMENT", "NO_ENTAILMENT"]


@pytest.mark.parametrize("y", [[0, 1] * 3, np.array([0.0, 1.0] * 3)])
def test_numbers_that_nothing_says_the_meaning_of(y):
    pairs = pairs_of([YES, NO] * 3)
    stated = r"state what 0, 1, 2 stand for: set_params\(label_order=\['not_entailment', 'entail"
    with pytest.raises(InputError, match=f"^the labels are numbers; {stated}"):
        overlap().fit(unlabelled(pairs), y)
    by_name = overlap().fit(pairs)
    with pytest.raises(InputError, match=stated):
        by_name.score(unlabelled(pairs), y)
    shuffled = pairs_of([YES, YES, NO, NO, YES, NO])
    with pytest.raises(InputError, match=stated):
        overlap().fit(shuffled, y)


def test_an_order_that_the_pairs_own_labels_contradict():
    pairs = pairs_of([YES, NO] * 3)
    with pytest.raises(InputError, match="label_order says that 0 stands for NO_ENTAILMENT, and"):
        overlap(label_order=TWO_WAY[::-1]).fit(pairs, [0, 1] * 3)
    three_way = pairs_of([YES, Label.CONTRADICTION, Label.UNKNOWN] * 3)
    with pytest.raises(InputError, match="label_order says that 1 stands for UNKNOWN, and"):
        overlap(label_order=THREE_WAY).fit(three_way, [0, 1, 2] * 3)
    # Labels of other people on the same pairs are another matter.
    overlap(label_order=TWO_WAY).fit(pairs, [0, 1, 1, 1, 0, 0])


@pytest.mark.parametrize(
    ("order", "y", "message"),
    [
        (TWO_WAY, [0, 1, 2], r"label 2 is a number without a meaning; expected one of 0 \(E"),
        (TWO_WAY, [0, 1, -1], "label -1 is a number without a meaning"),
        (TWO_WAY, [0, 1, 0.5], "unknown label '0.5'"),
        (TWO_WAY, [0, 1, None], "label None is neither a string nor a number"),
        (TWO_WAY, [0, 1, float("nan")], "unknown label 'nan'"),
        (THREE_WAY, [0, 1, 2], "1 and 2 both mean NO_ENTAILMENT for this two-way recognizer"),
        (["entailment"], [0, 0, 0], "no number stands for NO_ENTAILMENT; state what 0, 1, 2"),
        (["yes", "maybe"], [0, 1, 0], "order of labels: unknown label 'maybe'"),
        (["yes", "entailment"], [0, 1, 0], "order of labels"),
    ],
)
def test_numbers_that_cannot_be_understood(order, y, message):
    pairs = unlabelled(pairs_of([YES, NO, YES]))
    with pytest.raises(InputError, match=message):
        overlap(label_order=order).fit(pairs, y)


def test_labels_of_dictionaries():
    pairs = pairs_of([YES] * 4 + [NO] * 5)
    samples = [
        {"premise": pair.text, "hypothesis": pair.hypothesis, "label": int(pair.label is NO)}
        for pair in pairs
    ]
    with pytest.raises(InputError, match=r"^sample 1: label 0 is a number; state the order"):
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
@pytest.mark.parametrize("changed", [(), (3,), (0, 9)])
def test_numbers_in_the_reverse_of_the_stated_order(form, changed):
    pairs = pairs_of([YES, NO] * 5)
    numbers = np.array([0, 1] * 5)
    numbers[list(changed)] = 1 - numbers[list(changed)]
    with pytest.raises(InputError, match=r"label_order says that \d stands for"):
        overlap(label_order=TWO_WAY[::-1]).fit(form(pairs), numbers)
    recognizer = overlap(label_order=TWO_WAY).fit(form(pairs), numbers)
    assert recognizer.class_labels_.tolist() == ["ENTAILMENT", "NO_ENTAILMENT"]
    right = recognizer.score(form(pairs), numbers)
    assert right == recognizer.score(unlabelled(pairs), numbers)
    with pytest.raises(InputError, match=r"has learned that \d stands for"):
        recognizer.score(form(pairs), 1 - numbers)
    # Without labels of the pairs' own, nothing can be said against it.
    assert recognizer.score(unlabelled(pairs), 1 - numbers) == 1 - right


@pytest.mark.parametrize("written", ["{}", "{}.0", "LABEL_{}"])
def test_numbers_written_as_strings_in_the_reverse_order(written):
    pairs = pairs_of([YES, NO] * 5)
    names = [written.format(number) for number in [0, 1] * 5]
    recognizer = overlap(label_order=TWO_WAY).fit(pairs, names)
    assert recognizer.score(pairs, names) == recognizer.score(pairs)
    with pytest.raises(InputError, match=r"label_order says that \d stands for"):
        overlap(label_order=TWO_WAY[::-1]).fit(pairs, names)


@pytest.mark.parametrize("y", [[["yes", "no"]] * 2, "yes", (name for name in ["yes"] * 4)])
def test_labels_are_one_for_each_pair(y):
    pairs = pairs_of([YES, NO] * 2)
    with pytest.raises(
        InputError, match=r"^labels have the shape \(.*\); expected one for each pair"
    ):
        overlap().fit(pairs, y)
    column = np.array(["yes", "no"] * 2).reshape(4, 1)
    assert overlap().fit(pairs, column).score(pairs, column) == overlap().fit(pairs).score(pairs)


@pytest.mark.slow
def test_two_of_three_numbers_exchanged():
    labels = [YES, Label.CONTRADICTION, Label.UNKNOWN]
    pairs = pairs_of([*labels * 4, YES])
    three_way = {"recognizer.head.scheme_name": "three-way"}
    recognizer = Recognizer.from_config("lexical-logistic", three_way)
    recognizer.set_params(label_order=THREE_WAY)
    message = "stands for (UNKNOWN|CONTRADICTION), and .* which say 0 ENTAILMENT, 1 CONTRADICTION"
    for last in (0, 1):
        with pytest.raises(InputError, match=message):
            recognizer.fit(pairs, [*[0, 1, 2] * 4, last])
    two_way_labels = [Pair(p.id, p.text, p.hypothesis, label=conflate(p.label)) for p in pairs]
    with pytest.raises(InputError, match="says that 2 stands for CONTRADICTION, and 5 of 5 pairs"):
        recognizer.fit(two_way_labels, [*[2, 1, 0] * 4, 2])
    recognizer.fit(two_way_labels, [*[0, 1, 2] * 4, 0])
    # Rare labels in which there is noise are in no other order.
    rare = pairs_of([YES] * 90 + [Label.UNKNOWN] * 6 + [Label.CONTRADICTION] * 4)
    recognizer.fit(rare, [0] * 90 + [2] * 4 + [1] * 2 + [1] * 3 + [2])


def test_numbers_of_other_judges_are_understood():
    pairs = pairs_of([YES, NO] * 10)
    numbers = np.random.default_rng(0).permutation([0, 1] * 10)
    recognizer = overlap(label_order=TWO_WAY).fit(pairs, numbers)
    assert recognizer.score(pairs, numbers) == recognizer.score(unlabelled(pairs), numbers)
    # One pair says nothing of an order.
    assert {recognizer.score(pairs[:1], [0]), recognizer.score(pairs[:1], [1])} == {0, 1}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_labels_of_samples_say_what_numbers_mean(form):
    pairs = pairs_of([YES] * 4 + [NO] * 5)
    for entailed in (0, 1):
        numbers = [entailed if pair.label is YES else 1 - entailed for pair in pairs]
        recognizer = overlap().fit(form(pairs), numbers)
        assert recognizer.class_labels_[entailed] == "ENTAILMENT"
        assert recognizer.score(form(pairs), numbers) == recognizer.score(pairs)


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


NO_AS_CONTRADICTION = ["YES", "NO", "UNKNOWN"] * 4


@pytest.mark.slow
def test_no_beside_unknown_is_contradiction():
    pairs = pairs_of([YES, Label.CONTRADICTION, Label.UNKNOWN] * 4)
    recognizer = Recognizer.from_config(
        "lexical-logistic", {"recognizer.head.scheme_name": "three-way"}
    )
    expected = learned(clone(recognizer).fit(pairs), pairs)
    for names in (NO_AS_CONTRADICTION, [name.lower() for name in NO_AS_CONTRADICTION]):
        for samples, y in ((mappings(pairs, names), None), (unlabelled(pairs), names)):
            fitted = clone(recognizer).fit(samples, y)
            assert learned(fitted, pairs) == expected
            assert fitted.score(samples, y) == fitted.score(pairs)
    numbers = [0, 1, 2] * 4
    fitted = clone(recognizer).fit(mappings(pairs, NO_AS_CONTRADICTION), numbers)
    assert fitted.class_labels_.tolist() == ["ENTAILMENT", "CONTRADICTION", "UNKNOWN"]


def test_no_in_two_spellings_beside_unknown():
    pairs = pairs_of([YES, NO, NO] * 4)
    names = ["entailment", "no", "unknown"] * 4
    for samples, y in ((mappings(pairs, names), None), (unlabelled(pairs), names)):
        with pytest.raises(InputError, match="labels mix two schemes: NO_ENTAILMENT"):
            overlap().fit(samples, y)
    # The label of a pair was no word of this spelling.
    with pytest.raises(InputError, match="labels mix two schemes: NO_ENTAILMENT"):
        overlap().fit([*pairs, *mappings(pairs, NO_AS_CONTRADICTION)])


@pytest.mark.slow
def test_numbers_outlast_saving(tmp_path):
    pairs = pairs_of([YES] * 4 + [NO] * 5)
    numbers = [pair.label is YES for pair in pairs]
    recognizer = overlap(label_order=TWO_WAY[::-1]).fit(pairs, numbers)
    recognizer.save(tmp_path / "model")
    loaded = Recognizer.load(tmp_path / "model")
    assert loaded.classes_.tolist() == [False, True]
    assert loaded.classes_.dtype == np.bool_
    np.testing.assert_array_equal(loaded.predict(pairs), recognizer.predict(pairs))
    assert loaded.score(unlabelled(pairs), numbers) == recognizer.score(pairs)
    assert loaded.scheme_ is Scheme.TWO_WAY


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
    rows = [{"id": pair.id, "text": pair.text, "hypothesis": pair.hypothesis} for pair in pairs]
    with pytest.raises(InputError, match=message):
        recognizer.score(rows, backwards)
