"""Whether a run may be for another dataset with the same ids."""

import numpy as np
import pytest

from rte_baselines.evaluation.findings.other_dataset import find_other_datasets
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.pairs import Label, Pair, write_pairs

IDS = [str(number) for number in range(1, 13)]
LABELS = ["ENTAILMENT", "NO_ENTAILMENT"] * 6
OPPOSITE = LABELS[1:] + LABELS[:1]
DIGESTS = np.arange(1, 13, dtype=np.uint64)


def write(folder, labels, ids=IDS):
    pairs = [
        Pair(pair_id, f"Ferry {pair_id} sank.", "It sank.", label=Label[label])
        for pair_id, label in zip(ids, labels, strict=True)
    ]
    write_pairs(pairs, folder / "rte2_dev.xml", format="rte2_xml")


def found(folder, labels):
    judgments = Judgments.from_arrays(OPPOSITE, labels)
    others = find_other_datasets(judgments, IDS, DIGESTS, folder)
    return [(other.name, other.accuracy) for other in others]


def test_a_run_of_another_dataset(tmp_path):
    write(tmp_path, LABELS)
    assert found(tmp_path, LABELS) == [("rte2:dev", 1.0)]
    assert found(tmp_path, OPPOSITE) == []


def test_pairs_may_be_in_another_order(tmp_path):
    write(tmp_path, LABELS[::-1], IDS[::-1])
    assert found(tmp_path, LABELS) == [("rte2:dev", 1.0)]


def test_another_id_is_another_dataset(tmp_path):
    write(tmp_path, LABELS, [*IDS[:-1], "99"])
    assert found(tmp_path, LABELS) == []
    write(tmp_path, LABELS, ["99", *IDS[1:]])
    assert found(tmp_path, LABELS) == []


def test_a_file_that_changes_is_read_again(tmp_path):
    assert found(tmp_path, LABELS) == []
    write(tmp_path, [*LABELS[:-1], "ENTAILMENT"])
    assert found(tmp_path, LABELS) == [("rte2:dev", 11 / 12)]
    write(tmp_path, LABELS)
    assert found(tmp_path, LABELS) == [("rte2:dev", 1.0)]


@pytest.mark.slow
def test_a_file_that_cannot_be_read_is_none(tmp_path):
    write(tmp_path, LABELS)
    whole = (tmp_path / "rte2_dev.xml").read_bytes()
    (tmp_path / "rte2_dev.xml").write_bytes(whole[:-40])
    assert found(tmp_path, LABELS) == []
