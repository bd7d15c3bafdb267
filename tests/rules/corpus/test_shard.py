"""Shards on disk."""

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


def test_changed_arrays_are_refused(tmp_path):
    folder = written(tmp_path / "shard", shard_arrays([PHRASE]))
    lemmas = np.load(folder / "lemmas.npy")
    np.save(folder / "lemmas.npy", lemmas[::-1])
    with pytest.raises(ResourceError, match="is damaged"):
        Shard.open(folder)
