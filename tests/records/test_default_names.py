"""The table of default names in docs/formats.md, name by name."""

import json

import pytest

from rte_baselines import load_pairs, read_run
from rte_baselines.core.errors import InputError
from tests.records.typed import csv, rows_under

_ROWS = rows_under("Columns")


def names_of(column):
    """Return each part and name of a column of the table, in the order of the table."""
    return [
        (row[0], name)
        for row in _ROWS
        for name in row[column].replace("or else ", "").replace(";", ",").split(", ")
        if name not in ("", "the same", "…")
    ]


OF_PAIRS = names_of(1)
OF_RUNS = [(part, name) for part, name in names_of(2) if part != "probabilities"]
PAIR = {
    "id": "7",
    "text": "A ferry leaves at noon.",
    "hypothesis": "A ferry leaves.",
    "task": "IE",
    "label": "entailment",
}


def varied(name):
    """Return the name as others may spell it."""
    return name.replace("_", " ").title().replace(" ", "-")


def written(folder, cells):
    path = folder / "data.csv"
    path.write_text(csv(cells, [cells.values()]), "utf-8")
    return path


def test_the_table_has_all_parts():
    parts = "id text hypothesis task label score confidence probabilities logits answer".split()
    assert [row[0] for row in _ROWS] == parts


@pytest.mark.parametrize("spelled", [str, varied])
@pytest.mark.parametrize(("part", "name"), OF_PAIRS)
def test_a_name_of_a_part_of_a_pair(part, name, spelled, tmp_path):
    cells = {spelled(name) if each == part else each: value for each, value in PAIR.items()}
    (pair,) = load_pairs(written(tmp_path, cells))
    found = {each: getattr(pair, each) for each in PAIR}
    assert found == PAIR | {"label": "ENTAILMENT"}


@pytest.mark.parametrize(
    ("part", "name"), [(part, name) for part, name in OF_PAIRS if name != part]
)
def test_two_names_of_a_part_of_a_pair(part, name, tmp_path):
    path = written(tmp_path, {name: PAIR[part]} | PAIR)
    if part == "id":
        assert load_pairs(path)[0].id == "7"
        return
    with pytest.raises(InputError):
        load_pairs(path)


def read_one(folder, cells, **options):
    path = folder / "run.jsonl"
    path.write_text(json.dumps(cells) + "\n", "utf-8")
    (prediction,) = read_run(path, **options)
    return prediction


@pytest.mark.parametrize("spelled", [str, varied])
@pytest.mark.parametrize("name", [name for part, name in OF_RUNS if part == "label"])
def test_a_name_of_a_predicted_label(name, spelled, tmp_path):
    read = read_one(tmp_path, {"id": "7", spelled(name): "neutral"})
    assert (read.id, read.label) == ("7", "UNKNOWN")


@pytest.mark.parametrize("name", [name for part, name in OF_PAIRS if part == "id"])
def test_a_name_of_the_id_of_a_prediction(name, tmp_path):
    assert read_one(tmp_path, {name: 7, "prediction": "neutral"}).id == "7"


@pytest.mark.parametrize("name", ["gold_label", "gold", "model_output", "pred_class", "output"])
def test_other_names_are_no_predicted_labels(name, tmp_path):
    with pytest.raises(InputError, match=name):
        read_one(tmp_path, {"id": "7", name: "neutral"})
    read = read_one(tmp_path, {"id": "7", name: "neutral"}, run_columns={"label": name})
    assert read.label == "UNKNOWN"
