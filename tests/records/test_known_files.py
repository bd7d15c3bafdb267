"""Files of pairs as datasets distribute them, each with the options that docs/formats.md shows."""

import pytest

from rte_baselines import load_pairs
from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError
from tests.records.known_pairs import BY_NAME, KNOWN_PAIRS, begun
from tests.records.typed import option_names, options_of, rows_under

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


def test_scores_are_no_labels(tmp_path):
    path = BY_NAME["UNLI"].written(tmp_path)
    with advising_options(), pytest.raises(InputError, match=r"0\.946"):
        load_pairs(path, columns="text=pre,hypothesis=hyp,label=unli")


def test_the_document_shows_these_files_with_these_options():
    rows = rows_under("Known data files")
    shown = {name: (options, read.partition(";")[0]) for name, options, read in rows}
    assert len(shown) == len(rows)
    assert shown == {known.name: (known.options, known.says()) for known in KNOWN_PAIRS}
