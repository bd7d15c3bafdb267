"""Files of pairs as datasets distribute them, each with the options that docs/formats.md shows."""

import pytest

from rte_baselines import load_pairs
from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError
from tests.records.known_pairs import BY_NAME, KNOWN_PAIRS, begun
from tests.records.typed import labels_of, option_names, options_of, rows_under

every_file = pytest.mark.parametrize("known", KNOWN_PAIRS, ids=lambda known: known.name)
with_needed_options = pytest.mark.parametrize(
    "known",
    [known for known in KNOWN_PAIRS if known.options and not known.is_read_anyway],
    ids=lambda known: known.name,
)


@every_file
def test_it_is_read_with_the_options_shown(known, tmp_path):
    pairs = load_pairs(known.written(tmp_path), **options_of(known.options))
    assert begun(pairs) == known.expected()


@with_needed_options
def test_without_them_it_is_refused_in_one_line_that_shows_an_option(known, tmp_path):
    path = known.written(tmp_path)
    with advising_options(), pytest.raises(InputError) as refused:
        load_pairs(path)
    message = str(refused.value)
    assert known.file in message
    assert "\n" not in message
    assert any(f"{option} " in message for option in option_names(known.options)), message


@with_needed_options
def test_in_python_the_line_shows_a_parameter(known, tmp_path):
    path = known.written(tmp_path)
    with pytest.raises(InputError) as refused:
        load_pairs(path)
    message = str(refused.value)
    assert "--" not in message
    names = [option.removeprefix("--") for option in option_names(known.options)]
    assert any(f"{name}=" in message for name in names), message


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("GLUE MNLI", ["index", "pairID"]),
        ("GLUE QNLI", ["question", "sentence"]),
        ("ChaosNLI", ["majority_label", "example"]),
        ("UNLI", ["pre", "hyp"]),
        ("HELP", ["ori_sentence", "new_sentence"]),
    ],
)
def test_the_line_shows_the_columns_seen(name, columns, tmp_path):
    with pytest.raises(InputError) as refused:
        load_pairs(BY_NAME[name].written(tmp_path))
    assert all(column in str(refused.value) for column in columns)


@pytest.mark.parametrize(
    ("name", "ids"), [("VitaminC", "1 2 3 4 5"), ("SciTail tsv_format", "1 2 3 4 5")]
)
def test_pairs_without_a_named_id_are_numbered(name, ids, tmp_path):
    known = BY_NAME[name]
    options = options_of("" if known.is_read_anyway else known.options)
    pairs = load_pairs(known.written(tmp_path), **options)
    assert [pair.id for pair in pairs] == ids.split()
    assert [pair.label for pair in pairs] == labels_of(known.labels)


def test_scores_are_no_labels(tmp_path):
    path = BY_NAME["UNLI"].written(tmp_path)
    with advising_options(), pytest.raises(InputError, match=r"0\.946"):
        load_pairs(path, columns="text=pre,hypothesis=hyp,label=unli")


def test_two_default_names_of_a_label_are_refused(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text("premise,hypothesis,gold_label,label\na,b,neutral,entailment\n")
    with advising_options(), pytest.raises(InputError) as refused:
        load_pairs(path)
    for part in ("gold_label", "label", "--columns label="):
        assert part in str(refused.value)
    for columns, label in (("label=gold_label", "UNKNOWN"), ("label=", None)):
        assert [pair.label for pair in load_pairs(path, columns=columns)] == [label]


def test_a_column_that_is_not_there_is_refused(tmp_path):
    path = BY_NAME["SNLI"].written(tmp_path)
    with advising_options(), pytest.raises(InputError) as refused:
        load_pairs(path, columns="label=verdict")
    for part in ("'verdict'", "gold_label", "sentence1", "--columns label="):
        assert part in str(refused.value)


def test_the_document_shows_these_files_with_these_options():
    rows = rows_under("Known data files")
    shown = {name: (options, read.partition(";")[0]) for name, options, read in rows}
    assert len(shown) == len(rows)
    assert shown == {known.name: (known.options, known.says()) for known in KNOWN_PAIRS}
