"""Files of predictions as other programs write them, with the options of docs/formats.md."""

import pytest

from rte_baselines import read_run
from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError
from rte_baselines.runs import Withheld
from tests.records.known_runs import (
    KNOWN_RUNS,
    expected_confidences,
    expected_probabilities,
    expected_scores,
)
from tests.records.typed import option_names, options_of, rows_under

pytestmark = pytest.mark.usefixtures("few_resamples", "without_data")

every_file = pytest.mark.parametrize("known", KNOWN_RUNS, ids=lambda known: known.name)
with_needed_options = pytest.mark.parametrize(
    "known",
    [known for known in KNOWN_RUNS if known.options and not known.is_read_anyway],
    ids=lambda known: known.name,
)


def read(known, folder, **further):
    return read_run(known.written(folder), **options_of(known.options), **further)


@every_file
def test_labels_are_read(known, tmp_path):
    run = read(known, tmp_path)
    assert run.withheld == dict.fromkeys(known.unread(), Withheld.UNPARSEABLE)
    if not known.labels:
        return
    predictions = list(run)
    if "--in-order" in known.options:
        assert [each.label for each in predictions] == list(known.expected().values())
    else:
        assert {each.id: each.label for each in predictions} == known.expected()


@every_file
def test_numbers_are_read(known, tmp_path):
    run = read(known, tmp_path)
    predictions = list(run)
    if "--in-order" not in known.options:
        predictions.sort(key=lambda each: each.id)
    if "probabilities" in known.has:
        for each, expected in zip(predictions, expected_probabilities(), strict=True):
            assert each.probabilities == pytest.approx(expected, abs=1e-6)
    if "scores" in known.has:
        assert [each.score for each in predictions] == pytest.approx(expected_scores())
    else:
        assert all(each.score is None for each in predictions)
    if "confidences" in known.has:
        assert [each.confidence for each in predictions] == pytest.approx(expected_confidences())
    else:
        assert all(each.confidence is None for each in predictions)


@with_needed_options
def test_without_the_options_it_is_refused_in_one_line_that_shows_one(known, tmp_path):
    path = known.written(tmp_path)
    with advising_options(), pytest.raises(InputError) as refused:
        read_run(path)
    message = str(refused.value)
    assert known.file in message
    assert "\n" not in message
    assert any(option in message for option in option_names(known.options)), message


def test_the_document_shows_these_files_with_these_options():
    rows = rows_under("Known prediction files")
    shown = {name: (options, read.partition(";")[0]) for name, options, read in rows}
    assert len(shown) == len(rows)
    assert shown == {known.name: (known.options, known.says()) for known in KNOWN_RUNS}
