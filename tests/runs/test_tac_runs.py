"""Run files in the format of the challenges."""

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.runs import Prediction, Run, write_run

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
CONTRADICTION, UNKNOWN = Label.CONTRADICTION, Label.UNKNOWN


def labels_of(run):
    return [prediction.label for prediction in run]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("1 ENTAILMENT\n2 NO ENTAILMENT\n", [YES, NO]),
        ("1\tENTAILMENT\n2\tUNKNOWN\n", [YES, UNKNOWN]),
        ("1 CONTRADICTION\n2   UNKNOWN\n3 ENTAILMENT", [CONTRADICTION, UNKNOWN, YES]),
        ("1 TRUE\n\n2 false\n", [YES, NO]),
        ("\ufeff1 YES\n2 NO\n3 UNKNOWN\n", [YES, CONTRADICTION, UNKNOWN]),
        ("1 SUPPORTS\n2 REFUTES\n3 NOT ENOUGH INFO\n", [YES, CONTRADICTION, UNKNOWN]),
    ],
)
def test_every_spelling_is_read(read, text, labels):
    run = read(text)
    assert labels_of(run) == labels
    assert run.ids == tuple(str(number) for number in range(1, len(labels) + 1))
    assert (run.name, run.source.endswith("run.txt")) == ("run", True)
    assert "; id judgment: " in run.understood


def test_confidences_of_rte1(read):
    run = read("7 TRUE 0.25\n9 FALSE 1\n")
    assert run.confidences.tolist() == [0.25, 1.0]
    assert run.ranking is None


@pytest.mark.parametrize(
    ("text", "is_ranked"),
    [
        ("ranked: yes\n1 NO\n2 YES\n", True),
        ("Ranked:NO\n1 YES\n2 NO\n", False),
        ("1 YES\n2 YES\n3 NO\n", False),
    ],
)
def test_what_is_taken_as_ranked(read, text, is_ranked):
    assert (read(text).ranking is not None) == is_ranked
    assert (read(text, ranked=not is_ranked).ranking is not None) != is_ranked


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ranked: yes\n", "holds no predictions"),
        ("ranked: yes\nranked: no\n1 YES\n", "line 2: a header, 'ranked: no'; expected at mo"),
        ("1 YES\n2\n", "line 2: no judgment of '2'; expected 'pair_id judgment'"),
        ("1 NOT ENOUGH INFO\n2 NO", "line 2: 'NO' is a two-way label and 'NOT ENOUGH INFO' a"),
        ("1 CONTRADICTION\n2 NO ENTAILMENT\n", "line 2: 'NO ENTAILMENT' is a two-way label and"),
        ("1 TRUE 0.5\n2 TRUE\n", "line 2: expected a confidence for all pairs or for none"),
        ("1 YES\n2 NOT", "line 2: 'NOT' is no label"),
    ],
)
def test_damaged_files_are_refused_whole(read, text, message):
    with pytest.raises(InputError, match=r"run\.txt: ") as caught:
        read(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.filterwarnings("ignore:.*a TAC run file has no scores")
def test_a_ranked_run_is_written_surest_entailment_first(tmp_path):
    predictions = [Prediction("a", NO, score=0.1), Prediction("b", YES, score=0.9)]
    for run in (Run(predictions), iter(predictions)):
        write_run(run, tmp_path / "ranked.txt")
        assert (
            tmp_path / "ranked.txt"
        ).read_text() == "ranked: yes\nb ENTAILMENT\na NO ENTAILMENT\n"
    write_run(Run(predictions), tmp_path / "as-is.txt", ranked=False)
    assert (tmp_path / "as-is.txt").read_text() == "a NO ENTAILMENT\nb ENTAILMENT\n"


@pytest.mark.parametrize("pair_id", ["a b", "", "a\u00a0b", "a\n", "\u2028"])
def test_ids_that_the_format_cannot_hold(tmp_path, pair_id):
    path = tmp_path / "run.txt"
    with pytest.raises(InputError, match="write the run as jsonl"):
        write_run([Prediction("1", YES), Prediction(pair_id, YES)], path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("start", ["{", "<pair", "id,label", "[", "[{"])
def test_a_first_id_that_would_look_like_another_format(tmp_path, start):
    with pytest.raises(InputError, match="in the first line of a TAC run file would look like"):
        write_run([Prediction(start, YES)], tmp_path / "my.run")
    assert list(tmp_path.iterdir()) == []
