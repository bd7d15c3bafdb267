"""Mistakes that once gave figures without a word: refused, or read rightly, at every size."""

import json

import pytest

from rte_baselines import Pair, evaluate, load_pairs, read_run, write_pairs, write_run
from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError
from rte_baselines.pairs import Label, conflate, pair_digest
from rte_baselines.runs import Prediction, Run
from rte_baselines.runs.reading import read_gold
from tests.records.typed import LETTERS, csv, json_lines

pytestmark = pytest.mark.usefixtures("few_resamples", "without_data")

SIZES = 6, 800
ORDER = "EUC"
WORDS = {
    Label.ENTAILMENT: "entailment",
    Label.UNKNOWN: "neutral",
    Label.CONTRADICTION: "contradiction",
    Label.NO_ENTAILMENT: "not_entailment",
}
NUMBERED = "entailment,neutral,contradiction"
ONE_IS_ENTAILMENT = "not_entailment,entailment"


@pytest.fixture(params=SIZES)
def gold(request):
    """Balanced three-way pairs, no two with the same texts."""
    return [
        Pair(f"p{n}", f"Boat {n} left at noon.", f"Boat {n} left.", label=LETTERS[ORDER[n % 3]])
        for n in range(request.param)
    ]


@pytest.fixture
def two_way_gold(gold):
    """The same pairs with two-way labels, a half of them entailed."""
    labels = Label.ENTAILMENT, Label.NO_ENTAILMENT
    return [
        Pair(pair.id, pair.text, pair.hypothesis, label=labels[n % 2])
        for n, pair in enumerate(gold)
    ]


@pytest.fixture
def write(tmp_path):
    """Write a file: content as it stands, or rows as JSON Lines or in the form that is stated."""

    def written(content, name="run.jsonl"):
        if not isinstance(content, str):
            rows = list(content)
            is_table = name.endswith("csv")
            content = csv(rows[0], map(dict.values, rows)) if is_table else json_lines(rows)
        path = tmp_path / name
        path.write_text(content, "utf-8")
        return path

    return written


@pytest.fixture
def write_pairs_with(write):
    """Write a table of pairs with these labels."""

    def written(pairs, labels):
        header = ["id", "premise", "hypothesis", "label"]
        texts = [(pair.id, pair.text, pair.hypothesis) for pair in pairs]
        rows = [(*row, label) for row, label in zip(texts, labels, strict=True)]
        return write(csv(header, rows), "pairs.csv")

    return written


def mostly_right(pairs):
    """Return the gold labels, but for every fifth pair that of the pair after it."""
    return [
        pairs[(n + (n % 5 == 4)) % len(pairs)].label if n % 5 == 4 else pair.label
        for n, pair in enumerate(pairs)
    ]


def scored(pairs, path, **options):
    """Return the accuracy of a run file in the scheme of the pairs."""
    is_two_way = any(pair.label is Label.NO_ENTAILMENT for pair in pairs)
    measure = "accuracy_2way" if is_two_way else "accuracy_3way"
    report = evaluate(pairs, read_run(path, **options), measures=[measure])
    return report.runs[0].overall.measures[measure].value


def refused(pairs, path, **options):
    """Return the line with which reading or scoring a run is refused."""
    with advising_options(), pytest.raises(InputError) as error:
        scored(pairs, path, **options)
    assert "\n" not in str(error.value)
    return str(error.value)


def share_right(pairs, labels):
    return sum(pair.label is label for pair, label in zip(pairs, labels, strict=True)) / len(pairs)


@pytest.mark.slow
def test_gold_labels_beside_texts_and_scores_are_no_predictions(two_way_gold, write):
    labels = mostly_right(two_way_gold)
    scores = [0.9 if label is Label.ENTAILMENT else 0.1 for label in labels]
    # The layout of TRUE: the gold label beside texts, and the score of a metric.
    rows = [
        [n, pair.text, pair.hypothesis, int(pair.label is Label.ENTAILMENT), scores[n]]
        for n, pair in enumerate(two_way_gold)
    ]
    header = ["", "grounding", "generated_text", "label", "score"]
    path = write(csv(header, rows), "true.csv")
    message = refused(two_way_gold, path, in_order=True, run_labels=ONE_IS_ENTAILMENT)
    assert "--run-columns" in message
    accuracy = scored(
        two_way_gold, path, in_order=True, run_columns="label=,score=score", threshold=0.5
    )
    assert accuracy == pytest.approx(share_right(two_way_gold, labels))


@pytest.mark.slow
def test_gold_labels_beside_texts_alone_are_no_predictions(two_way_gold, write):
    rows = [
        {"premise": pair.text, "hypothesis": pair.hypothesis, "label": WORDS[pair.label]}
        for pair in two_way_gold
    ]
    path = write(rows)
    assert "--run-columns label=label" in refused(two_way_gold, path, in_order=True)
    assert scored(two_way_gold, path, in_order=True, run_columns="label=label") == 1


@pytest.mark.slow
def test_a_label_beside_a_response(gold, write):
    labels = mostly_right(gold)
    path = write(
        {"id": pair.id, "label": WORDS[pair.label], "response": f"Label: {WORDS[label]}"}
        for pair, label in zip(gold, labels, strict=True)
    )
    message = refused(gold, path)
    assert "--run-columns answer=response" in message
    assert "label=label" in message
    assert scored(gold, path, run_columns="answer=response") == share_right(gold, labels)
    assert scored(gold, path, run_columns={"label": "label"}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("has_texts", [False, True])
@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_gold_labels_given_as_a_run(gold, write, has_texts, form):
    rows = [
        {"id": pair.id, "label": WORDS[pair.label]}
        | ({"text": pair.text, "hypothesis": pair.hypothesis} if has_texts else {})
        for pair in gold
    ]
    path = write(rows, f"gold.{form}")
    assert "--run-columns label=" in refused(gold, path)
    assert scored(gold, path, run_columns={"label": "label"}) == 1
    assert scored(gold, path, run_columns="label=label") == 1


@pytest.mark.slow
def test_gold_labels_conflated_are_gold_labels(gold, write):
    """A two-way run that is right everywhere on three-way pairs is refused as well."""
    rows = [{"id": pair.id, "label": WORDS[conflate(pair.label)]} for pair in gold]
    path = write(rows)
    with pytest.raises(InputError):
        evaluate(gold, read_run(path), measures=["accuracy_2way"])
    report = evaluate(gold, read_run(path, run_columns="label=label"), measures=["accuracy_2way"])
    assert report.runs[0].overall.measures["accuracy_2way"].value == 1


@pytest.mark.slow
def test_one_wrong_label_makes_it_a_run(gold, write):
    rows = [{"id": pair.id, "label": WORDS[pair.label]} for pair in gold]
    rows[0]["label"] = "neutral"
    assert scored(gold, write(rows)) == pytest.approx(1 - 1 / len(gold))


@pytest.mark.slow
def test_a_right_run_of_this_package_is_scored(gold, tmp_path):
    model = "word-overlap@5d4f11c6d9ce"
    run = Run(
        Prediction(pair.id, pair.label, pair_digest=pair_digest(pair), trained_model=model)
        for pair in gold
    )
    write_run(run, tmp_path / "own.jsonl")
    assert scored(gold, tmp_path / "own.jsonl") == 1


EXCHANGED = {
    "E and C": ("CUE", {Label.ENTAILMENT, Label.CONTRADICTION}),
    "U and C": ("ECU", {Label.UNKNOWN, Label.CONTRADICTION}),
    "E and U": ("UEC", {Label.ENTAILMENT, Label.UNKNOWN}),
}
exchanges = pytest.mark.parametrize("exchange", EXCHANGED)
forms = pytest.mark.parametrize("has_probabilities", [False, True])


def numbered(pairs, order, has_probabilities):
    """Return a run that counts the labels in this order, right in nearly all of many pairs."""
    labels = mostly_right(pairs) if len(pairs) > 6 else [pair.label for pair in pairs]
    places = [[LETTERS[letter] for letter in order].index(label) for label in labels]
    if not has_probabilities:
        return csv(["id", "prediction"], zip((pair.id for pair in pairs), places, strict=True))
    return json_lines(
        {"id": pair.id, "probs": [0.7 if place == n else 0.15 for n in range(3)]}
        for pair, place in zip(pairs, places, strict=True)
    )


@pytest.mark.slow
@exchanges
@forms
def test_labels_in_a_wrong_order_are_the_first_finding(gold, write, exchange, has_probabilities):
    order, exchanged = EXCHANGED[exchange]
    path = write(numbered(gold, order, has_probabilities))
    report = evaluate(gold, read_run(path, run_labels=NUMBERED))
    found = report.runs[0].findings[0]
    assert found.about == "exchange"
    assert "\n" not in found.text
    for label in exchanged:
        assert label.replace("_", " ") in found.text
    first = json.loads(report.to_json())["runs"][0]["findings"][0]
    assert (first["about"], first["text"]) == ("exchange", found.text)
    text = " ".join(report.to_text(80).split())
    places = [text.find(each.text[:40]) for each in report.runs[0].findings]
    assert places[0] >= 0
    assert all(place > places[0] for place in places[1:] if place >= 0)


@pytest.mark.slow
@exchanges
@forms
def test_labels_in_the_right_order_are_no_finding(gold, write, exchange, has_probabilities):
    order, _ = EXCHANGED[exchange]
    path = write(numbered(gold, order, has_probabilities))
    names = ",".join(WORDS[LETTERS[letter]] for letter in order)
    named = "probabilities=probs" if has_probabilities else "label=prediction"
    run = read_run(path, run_labels=names, run_columns=named)
    report = evaluate(gold, run, measures=["accuracy_3way"])
    assert "exchange" not in {each.about for each in report.runs[0].findings}


@pytest.mark.slow
@pytest.mark.parametrize("column", ["id", "item"])
def test_rows_in_another_order_beside_the_ids(gold, write, column):
    labels = mostly_right(gold)
    rows = [
        {column: pair.id, "prediction": WORDS[label]}
        for pair, label in zip(gold, labels, strict=True)
    ]
    share = share_right(gold, labels)
    assert column in refused(gold, write(rows), in_order=True)
    shuffled = write(rows[1:] + rows[:1])
    assert column in refused(gold, shuffled, in_order=True)
    assert scored(gold, shuffled, run_columns={"id": column}) == pytest.approx(share)


def read_as_gold(path):
    with read_gold(path) as stream:
        return list(stream)


@pytest.mark.parametrize("has_texts", [False, True])
@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_a_run_of_this_package_is_no_gold_standard(gold, write, has_texts, form):
    rows = [
        {"id": pair.id}
        | ({"text": pair.text, "hypothesis": pair.hypothesis} if has_texts else {})
        | {"label": WORDS[label], "pair_digest": pair_digest(pair)}
        | {"trained_model": "word-overlap@5d4f11c6d9ce"}
        for pair, label in zip(gold, mostly_right(gold), strict=True)
    ]
    path = write(rows, f"run.{form}")
    with advising_options(), pytest.raises(InputError, match="trained_model"):
        read_as_gold(path)


def test_predictions_beside_texts_are_no_gold_labels(gold, write):
    rows = [
        {"text": pair.text, "hypothesis": pair.hypothesis, "prediction": WORDS[pair.label]}
        for pair in gold
    ]
    path = write(rows)
    assert {pair.label for pair in load_pairs(path)} == {None}
    stated = load_pairs(path, columns="label=prediction")
    assert [pair.label for pair in stated] == [pair.label for pair in gold]


@pytest.mark.slow
@pytest.mark.parametrize("has_ids", [False, True])
def test_a_score_that_may_be_of_the_label_or_of_entailment(two_way_gold, write, has_ids):
    labels = mostly_right(two_way_gold)
    rows = [
        ({"id": pair.id} if has_ids else {}) | {"label": WORDS[label], "score": 0.9}
        for pair, label in zip(two_way_gold, labels, strict=True)
    ]
    path = write(rows)
    options = {} if has_ids else {"in_order": True}
    message = refused(two_way_gold, path, **options)
    assert "--run-columns" in message
    assert "score=score" in message
    assert "confidence=score" in message
    run = read_run(path, run_columns="confidence=score", **options)
    assert {(each.confidence, each.score) for each in run} == {(0.9, None)}
    run = read_run(path, run_columns="score=score", **options)
    assert {(each.confidence, each.score) for each in run} == {(None, 0.9)}


def test_a_score_beside_a_confidence_is_that_of_entailment(two_way_gold, write):
    rows = [
        {"id": pair.id, "label": "entailment", "score": 0.9, "confidence": 0.8}
        for pair in two_way_gold
    ]
    run = read_run(write(rows))
    assert {(each.confidence, each.score) for each in run} == {(0.8, 0.9)}


def with_no(pairs, label):
    """Return YES, NO and, at the end only, UNKNOWN, and what they mean if NO means this label."""
    words = ["YES" if n % 2 else "NO" for n in range(len(pairs) - 1)] + ["UNKNOWN"]
    meanings = {"YES": Label.ENTAILMENT, "NO": label, "UNKNOWN": Label.UNKNOWN}
    return words, [meanings[word] for word in words]


def test_no_beside_unknown_in_pairs(gold, write_pairs_with):
    words, meant = with_no(gold, Label.CONTRADICTION)
    path = write_pairs_with(gold, words)
    with advising_options(), pytest.raises(InputError) as error:
        load_pairs(path)
    assert "--labels NO=LABEL" in str(error.value)
    read = load_pairs(path, labels="no=contradiction")
    assert [pair.label for pair in read] == meant


@pytest.mark.slow
def test_no_beside_unknown_in_a_run(gold, write):
    words, meant = with_no(gold, Label.CONTRADICTION)
    rows = [[pair.id, word] for pair, word in zip(gold, words, strict=True)]
    path = write(csv(["id", "prediction"], rows), "run.csv")
    assert "--run-labels NO=LABEL" in refused(gold, path)
    assert [each.label for each in read_run(path, run_labels="no=contradiction")] == meant


@pytest.mark.slow
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_numbers_without_a_meaning_in_a_run(two_way_gold, write, form):
    labels = mostly_right(two_way_gold)
    rows = [
        {"id": pair.id, "prediction": int(label is Label.ENTAILMENT)}
        for pair, label in zip(two_way_gold, labels, strict=True)
    ]
    path = write(rows, f"run.{form}")
    assert "--run-labels " in refused(two_way_gold, path)
    accuracy = scored(two_way_gold, path, run_labels=ONE_IS_ENTAILMENT)
    assert accuracy == pytest.approx(share_right(two_way_gold, labels))


@pytest.mark.parametrize("path", ["m.scor", "m.in.score", "m.score+m.scor"])
def test_a_path_to_a_key_that_is_not_there(write, path):
    path_of_run = write([{"id": "1", "pred": "yes", "m": {"score": 0.3, "in": {}}}])
    with pytest.raises(InputError, match=r"'m(\.in)?' has no 'scor(e)?' for the score"):
        read_run(path_of_run, run_columns=f"score={path}")


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_separator_that_is_not_stated(tmp_path, ending):
    (tmp_path / "pairs").write_bytes(ending.join(["sep=", "a,b", "c,d"]).encode())
    columns = {"text": "1", "hypothesis": "2"}
    pairs = load_pairs(tmp_path / "pairs", columns=columns)
    assert [(pair.text, pair.hypothesis) for pair in pairs] == [("a", "b"), ("c", "d")]


@pytest.mark.parametrize("columns", [None, {"text": "1", "hypothesis": "2"}])
@pytest.mark.parametrize("content", ["sep=", "sep=\n", "sep=\n\n", "sep=;\n"])
def test_a_table_of_a_separator_alone_or_of_none(write, content, columns):
    with pytest.raises(InputError, match=r"pairs\.csv: holds no pair$"):
        load_pairs(write(content, "pairs.csv"), columns=columns)


def test_pairs_without_a_label_that_come_first(gold, tmp_path):
    """JSON Lines have no field for a label that a pair does not have."""
    pairs = [Pair("first", "A boat left.", "It left."), *gold]
    write_pairs(pairs, tmp_path / "pairs.jsonl")
    assert list(read_gold(tmp_path / "pairs.jsonl")) == pairs


def test_no_pair_has_a_field_for_its_label(write):
    path = write([{"id": "1", "text": "a", "hypothesis": "b", "mine": "yes"}])
    with pytest.raises(InputError, match=r"run.jsonl: no column for the gold label among .*'mine'"):
        list(read_gold(path))
