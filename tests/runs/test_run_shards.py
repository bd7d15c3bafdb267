"""Runs and gold labels in several files: the same as in one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines import Pair, Prediction, read_run, write_run
from rte_baselines.core.errors import InputError
from tests.records.typed import write_shards

PAIRS = [Pair(f"p{n}", f"Ship {n} sank.", "A ship sank.", label="ENTAILMENT") for n in range(12)]
RUN = [Prediction(pair.id, "ENTAILMENT", 0.5 + n / 99, n / 12) for n, pair in enumerate(PAIRS)]


@given(size=st.integers(1, 12), ending=st.sampled_from(["jsonl.gz", "csv"]))
def test_shards_of_any_size_are_one_run(tmp_path_factory, size, ending):
    folder = write_shards(tmp_path_factory.mktemp("any") / "run", RUN, size, ending, write_run)
    assert list(read_run(folder)) == RUN
    assert read_run(folder).ranking.tolist() == list(range(12, 0, -1))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("b.jsonl", '{"id": "9", "label": "perhaps"}', "b.jsonl: line 1: .*perhaps"),
        ("b.csv", "id,output\n9,ENTAILMENT\n", "b.csv: line 2: no column for the label, answer"),
    ],
)
def test_a_damaged_or_different_file_is_named(tmp_path, name, content, message):
    write_run(RUN, tmp_path / "a.jsonl")
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=message):
        read_run(tmp_path)


def test_tac_run_files_are_refused(tmp_path):
    for name in ("a.tac", "b.tac"):
        (tmp_path / name).write_text(f"{name} YES\n")
    with pytest.raises(InputError, match=r"a\.tac: is one of several files"):
        read_run(f"{tmp_path}/*.tac")
