"""Shards on disk: what is not as it is written is refused, with the array."""

import numpy as np
import pytest

from rte_baselines.core.errors import ResourceError
from rte_baselines.core.resources.arrays import write_arrays
from rte_baselines.rules.corpus.shard import FORMAT, PARTS, Shard, shard_arrays
from tests.rules.parses import parsed

PHRASE = parsed(
    ["acme", "oil", "price", "rise"],
    [2, 2, 3, -1],
    ["nmod:poss", "compound", "compound", "root"],
    ["PROPN", "NOUN", "NOUN", "STRANGE"],
)


def written(folder, arrays):
    write_arrays(folder, arrays, format_name=FORMAT, version="1", source="a test", licence="none")
    return folder


def test_what_is_written_is_opened(tmp_path):
    shard = Shard.open(written(tmp_path / "shard", shard_arrays([PHRASE, PHRASE])))
    assert shard.sentences == 2
    assert shard.sentence(1) == "acme oil price rise"
    assert [shard.lemma(word) for word in shard.words_of(1)] == ["acme", "oil", "price", "rise"]
    assert shard.sentence_of(np.array([3, 4])).tolist() == [0, 1]
    assert shard.phrase(6, shard.sentence(1)) == "price"
    assert [PARTS[part] for part in shard.parts[:4]] == ["PROPN", "NOUN", "NOUN", "X"]


def test_a_shard_may_be_empty(tmp_path):
    assert Shard.open(written(tmp_path / "shard", shard_arrays([]))).sentences == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("lemmas", 9),
        ("parts", 99),
        ("phrases", -1),
        ("sentence_starts", 3),
        ("text_offsets", -1),
        ("heads", -1),
        ("dependents", 9),
        ("edge_relations", 9),
        ("by_dependent", -1),
        ("head_keys", 99),
        ("dependent_keys", 99),
        ("head_offsets", 2),
        ("dependent_offsets", 2),
        ("relations_rows", 9),
    ],
)
def test_forged_arrays_are_refused(tmp_path, name, value):
    arrays = {key: np.array(array) for key, array in shard_arrays([PHRASE]).items()}
    arrays[name][0] = value
    with pytest.raises(ResourceError) as caught:
        Shard.open(written(tmp_path / "shard", arrays))
    assert ".npy: " in str(caught.value)


def test_unsorted_dependencies_are_refused(tmp_path):
    arrays = shard_arrays([PHRASE])
    turned = ("heads", "dependents", "edge_relations")
    arrays |= {name: arrays[name][::-1] for name in turned}
    with pytest.raises(ResourceError, match="is not sorted by relation and lemma of the head"):
        Shard.open(written(tmp_path / "shard", arrays))
