"""Mistakes that once gave figures without a word: refused, or read rightly, at every size."""

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


@pytest.fixture(params=SIZES)
def gold(request):
    """Balanced three-way pairs, no two with the same texts."""
    return [
        Pair(f"p{n}", f"Boat {n} left at noon.", f"Boat {n} left.", label=LETTERS[ORDER[n % 3]])
        for n in range(request.param)
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


def scored(pairs, path, **options):
    """Return the three-way accuracy of a run file."""
    report = evaluate(pairs, read_run(path, **options), measures=["accuracy_3way"])
    return report.runs[0].overall.measures["accuracy_3way"].value


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
    with advising_options(), pytest.raises(InputError, match="--run-columns label="):
        scored(gold, path)
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


def test_predictions_beside_texts_are_no_gold_labels(gold, write):
    rows = [
        {"text": pair.text, "hypothesis": pair.hypothesis, "prediction": WORDS[pair.label]}
        for pair in gold
    ]
    path = write(rows)
    assert {pair.label for pair in load_pairs(path)} == {None}
    stated = load_pairs(path, columns="label=prediction")
    assert [pair.label for pair in stated] == [pair.label for pair in gold]


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
