"""Files as datasets and programs write them, each with the options that docs/formats.md shows."""

import pytest

from rte_baselines import load_pairs, read_run
from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError
from rte_baselines.runs import Withheld
from tests.records.known_pairs import BY_NAME, KNOWN_PAIRS, begun
from tests.records.known_runs import (
    KNOWN_RUNS,
    expected_confidences,
    expected_probabilities,
    expected_scores,
)
from tests.records.typed import option_names, options_of, rows_under

HEADINGS = {"Known data files": KNOWN_PAIRS, "Known prediction files": KNOWN_RUNS}


def each_of(*files):
    return pytest.mark.parametrize("known", files, ids=lambda known: known.name)


def with_their_readers():
    readers = ((KNOWN_PAIRS, load_pairs), (KNOWN_RUNS, read_run))
    return [
        pytest.param(known, read, id=f"{read.__name__}-{known.name}")
        for files, read in readers
        for known in files
        if known.options and not known.is_read_anyway
    ]


@each_of(*KNOWN_PAIRS)
def test_pairs_are_read_with_the_options_shown(known, tmp_path):
    pairs = load_pairs(known.written(tmp_path), **options_of(known.options))
    assert begun(pairs) == known.expected()


@each_of(*KNOWN_RUNS)
def test_labels_and_numbers_are_read_with_the_options_shown(known, tmp_path):
    run = read_run(known.written(tmp_path), **options_of(known.options))
    assert run.withheld == dict.fromkeys(known.unread(), Withheld.UNPARSEABLE)
    predictions = list(run)
    if "--in-order" not in known.options:
        predictions.sort(key=lambda each: each.id)
        assert {each.id for each in predictions} == known.expected().keys()
    if known.labels:
        assert [each.label for each in predictions] == list(known.expected().values())
    if "probabilities" in known.has:
        for each, expected in zip(predictions, expected_probabilities(), strict=True):
            assert each.probabilities == pytest.approx(expected, abs=1e-6)
    scores = expected_scores() if "scores" in known.has else [None] * len(predictions)
    assert [each.score for each in predictions] == pytest.approx(scores)
    confidences = (
        expected_confidences() if "confidences" in known.has else [None] * len(predictions)
    )
    assert [each.confidence for each in predictions] == pytest.approx(confidences)


@pytest.mark.parametrize(("known", "read"), with_their_readers())
def test_without_them_it_is_refused_in_one_line_that_shows_an_option(known, read, tmp_path):
    path = known.written(tmp_path)
    with advising_options(), pytest.raises(InputError) as refused:
        read(path)
    message = str(refused.value)
    assert known.file in message
    assert "\n" not in message
    assert any(option in message for option in option_names(known.options)), message


def test_scores_are_no_labels(tmp_path):
    path = BY_NAME["UNLI"].written(tmp_path)
    with advising_options(), pytest.raises(InputError, match=r"0\.946"):
        load_pairs(path, columns="text=pre,hypothesis=hyp,label=unli")


@pytest.mark.parametrize("heading", HEADINGS)
def test_the_document_shows_these_files_with_these_options(heading):
    rows = rows_under(heading)
    shown = {name: (options, read.partition(";")[0]) for name, options, read in rows}
    assert len(shown) == len(rows)
    assert shown == {known.name: (known.options, known.says()) for known in HEADINGS[heading]}
