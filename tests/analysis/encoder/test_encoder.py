import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis.encoder.encoder import SentenceEncoder, unit_rows
from rte_baselines.analysis.encoder.network import EncoderFolder, Network
from rte_baselines.core.errors import ResourceError
from rte_baselines.core.resources.onnx_sessions import TELEMETRY_VARIABLE, THREADS_VARIABLE
from tests.analysis.encoder.reference import bert, bert_of_whole_numbers
from tests.toy_encoder import (
    SETTINGS,
    VOCABULARY,
    toy_weights,
    write_bert,
    write_graph,
    write_network,
    write_table,
)

CLS, SEP = VOCABULARY["[CLS]"], VOCABULARY["[SEP]"]
PIECES = st.lists(st.integers(4, len(VOCABULARY) - 1), max_size=40).map(
    lambda ids: np.array(ids, np.int64)
)


def opened(folder):
    return SentenceEncoder(EncoderFolder.open(folder))


def encoded(encoder, *texts):
    return list(encoder.encode([encoder.pieces(text).ids for text in texts]))


def same(one, other):
    return np.array_equal(one.pieces, other.pieces) and np.array_equal(one.whole, other.whole)


@pytest.fixture(scope="module")
def quantized(tmp_path_factory):
    return opened(write_bert(tmp_path_factory.mktemp("encoders") / "quantized"))


@pytest.fixture(scope="module")
def exact(tmp_path_factory):
    return opened(write_bert(tmp_path_factory.mktemp("encoders") / "exact", bits=32))


TABLE = {
    "[CLS]": (0, 0, 3),
    "[SEP]": (3, 0, 0),
    "ferry": (3, 4, 0),
    "boat": (0, 2, 0),
    "##s": (0, 0, 5),
}


@pytest.fixture
def table(tmp_path):
    return opened(write_table(tmp_path / "table", TABLE))


def test_pieces_with_their_places_in_the_text(quantized):
    # BERT removes lone surrogates, as all characters that are none.
    pieces = quantized.pieces("\ud800Two BOATS  sank!")
    names = "two boat ##s sank [UNK]".split()
    assert pieces.ids.tolist() == [VOCABULARY[name] for name in names]
    expected = [[1, 4], [5, 9], [9, 10], [12, 16], [16, 17]]
    assert pieces.offsets.tolist() == expected


def test_vectors_by_hand(table):
    vectors, nothing = encoded(table, "Ferry boats", "")
    np.testing.assert_allclose(vectors.pieces, [[0.6, 0.8, 0], [0, 1, 0], [0, 0, 1]], atol=1e-3)
    # The mean of (0, 0, 3), (3, 4, 0), (0, 2, 0), (0, 0, 5) and (3, 0, 0) is (6, 6, 8) / 5.
    np.testing.assert_allclose(vectors.whole, np.array([6, 6, 8]) / np.sqrt(136), atol=1e-3)
    assert nothing.pieces.shape == (0, 3)
    assert nothing.whole.tolist() == [0, 0, 0]
    assert {array.dtype.name for array in (vectors.pieces, vectors.whole)} == {"float16"}


def test_pooling_of_the_first_special_piece(tmp_path):
    pooling = {"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}
    encoder = opened(write_table(tmp_path / "cls", TABLE, **{"1_Pooling__config": pooling}))
    (vectors,) = encoded(encoder, "boat")
    assert vectors.whole.tolist() == [0, 0, 1]


def test_windows_of_a_long_text_by_hand(tmp_path):
    limit = {"max_seq_length": 5}
    encoder = opened(write_table(tmp_path / "short", TABLE, sentence_bert_config=limit))
    vectors, boat = encoded(encoder, "ferry boat boat boat ferry boat boat", "boat")
    assert len(vectors.pieces) == 7
    np.testing.assert_array_equal(vectors.pieces[[1, 2, 3, 5, 6]], boat.pieces[[0] * 5])
    # One [CLS] and one [SEP] for the whole text: (0, 0, 3) + 2 (3, 4, 0) + 5 (0, 2, 0) + (3, 0, 0).
    expected = np.array([9, 18, 3]) / np.linalg.norm([9, 18, 3])
    np.testing.assert_allclose(vectors.whole, expected, atol=1e-3)


@pytest.mark.parametrize("text", ["ferry", "two old ferries sank in oslo .", "boats " * 7])
def test_32_bits_are_bert(exact, text):
    weights = toy_weights()
    inner = exact.pieces(text).ids
    states = bert(weights, SETTINGS, [CLS, *inner, SEP])
    (vectors,) = encoded(exact, text)
    np.testing.assert_allclose(vectors.pieces, unit_rows(states[1:-1]), atol=2e-3)
    np.testing.assert_allclose(
        vectors.whole, unit_rows(states.mean(0, keepdims=True))[0], atol=2e-3
    )


@given(seed=st.integers(0, 2**16), ids=PIECES.filter(len), spread=st.sampled_from([1, 3, 30]))
def test_8_bits_are_the_bits_of_exact_integers(tmp_path_factory, seed, ids, spread):
    """Sums that saturate, and operations that depend on the processor, give other bits."""
    random = np.random.default_rng(seed)
    weights = {
        name: (values * random.uniform(0.1, spread)).astype(np.float32)
        for name, values in toy_weights(seed).items()
    }
    network = Network(write_graph(tmp_path_factory.mktemp("whole") / "model.onnx", weights))
    given_ids = ids[: SETTINGS.max_pieces]
    (found,) = network(given_ids[np.newaxis])
    # The inverse of a power that overflows is 0.
    with np.errstate(over="ignore"):
        expected = bert_of_whole_numbers(weights, SETTINGS, given_ids)
    np.testing.assert_array_equal(found, expected)


def test_8_bits_are_close_to_32(exact, quantized):
    texts = ["two old ferries sank in oslo .", "a boat burned", "not eating"]
    for one, other in zip(encoded(exact, *texts), encoded(quantized, *texts), strict=True):
        cosines = np.sum(one.pieces.astype(float) * other.pieces, axis=1)
        assert cosines.min() > 0.99
        assert one.whole.astype(float) @ other.whole > 0.99


@given(texts=st.lists(PIECES, min_size=1, max_size=8))
def test_vectors_are_the_same_in_any_batch_and_order(quantized, texts):
    together = list(quantized.encode(texts))
    backwards = list(quantized.encode(texts[::-1]))[::-1]
    for ids, one, other in zip(texts, together, backwards, strict=True):
        (alone,) = quantized.encode([ids])
        assert same(one, alone)
        assert same(other, alone)


@given(ids=PIECES)
def test_vectors_have_length_1(quantized, ids):
    (vectors,) = quantized.encode([ids])
    assert vectors.pieces.shape == (len(ids), quantized.dimensions)
    lengths = np.linalg.norm([vectors.whole, *vectors.pieces], axis=1)
    np.testing.assert_allclose(lengths, [1.0 if len(ids) else 0.0, *[1.0] * len(ids)], atol=3e-3)


@given(ids=PIECES.filter(len))
def test_a_piece_is_read_with_its_context(quantized, ids):
    """A long text's first window is that of its beginning alone."""
    long = np.concatenate([ids, np.full(40, VOCABULARY["a"])])
    (vectors,) = quantized.encode([long])
    (beginning,) = quantized.encode([long[: SETTINGS.max_pieces - 2]])
    np.testing.assert_array_equal(vectors.pieces[:6], beginning.pieces[:6])


def test_input_vectors_are_the_rows_of_the_embeddings(quantized):
    rows = toy_weights()["embeddings.word_embeddings.weight"]
    ids = quantized.pieces("two ferries").ids
    found = quantized.input_vectors(ids).astype(float)
    assert found.shape == (len(ids), 8)
    assert np.sum(found * unit_rows(rows[ids]), axis=1).min() > 0.999
    assert quantized.input_vectors(ids[:0]).shape == (0, 8)


def test_an_encoder_without_input_embeddings(table):
    with pytest.raises(ResourceError, match=r"^encoder: .*table has no input embeddings"):
        table.input_vectors(np.array([4]))


def test_damaged_input_embeddings_and_fewer_than_pieces(table):
    np.save(table.folder.path / "input_embedding_scales.npy", np.ones(3, np.float32))
    for damage in (b"", b"\x93NUMPY", b"no array"):
        (table.folder.path / "input_embeddings.npy").write_bytes(damage)
        with pytest.raises(ResourceError, match=r"input_embeddings\.npy: is damaged"):
            table.input_vectors(np.array([4]))
    np.save(table.folder.path / "input_embeddings.npy", np.ones((3, 2), np.int8))
    with pytest.raises(ResourceError, match="has 3 input embeddings, but its tokenizer has the"):
        table.input_vectors(np.array([4]))


def test_other_inputs_are_given(tmp_path):
    from onnx import helper

    nodes = [
        helper.make_node("Add", ["attention_mask", "token_type_ids"], ["ones"]),
        helper.make_node("Mul", ["input_ids", "ones"], ["ids"]),
        helper.make_node("Gather", ["table", "ids"], ["states"]),
    ]
    inputs = ("input_ids", "attention_mask", "token_type_ids")
    rows = np.eye(len(VOCABULARY), dtype=np.float32)
    write_network(tmp_path / "three", nodes, rows, inputs=inputs)
    (vectors,) = encoded(opened(tmp_path / "three"), "ferry")
    assert vectors.pieces[0].argmax() == VOCABULARY["ferry"]


def test_networks_that_are_no_encoder_of_text(tmp_path):
    from onnx import helper

    gather = helper.make_node("Gather", ["table", "input_ids"], ["states"])
    rows = np.ones((len(VOCABULARY), 2), np.float32)
    write_network(tmp_path / "odd", [gather], rows, inputs=("input_ids", "pixels"))
    with pytest.raises(ResourceError, match=r"has the input pixels of tensor\(int64\); expected"):
        encoded(opened(tmp_path / "odd"), "ferry")
    another = helper.make_node("Gather", ["table", "input_ids"], ["others"])
    write_network(tmp_path / "two", [gather, another], rows, outputs=("states", "others"))
    with pytest.raises(ResourceError, match="has the outputs states, others; expected last_hidden"):
        encoded(opened(tmp_path / "two"), "ferry")
    write_network(tmp_path / "nan", [gather], rows * np.nan)
    with pytest.raises(ResourceError, match="gives no finite vector for each word piece"):
        encoded(opened(tmp_path / "nan"), "ferry")
    write_network(tmp_path / "few", [gather], rows[:2])
    with pytest.raises(ResourceError, match=r"model\.onnx cannot be run \(.*\)$"):
        encoded(opened(tmp_path / "few"), "ferry")
    (tmp_path / "few" / "model.onnx").write_bytes(b"no ONNX")
    with pytest.raises(ResourceError, match=r"^encoder: .*model\.onnx cannot be loaded \(.*\)$"):
        encoded(opened(tmp_path / "few"), "ferry")


@pytest.mark.parametrize("content", ["", "{", "{}"])
def test_a_tokenizer_that_is_none(tmp_path, content):
    write_table(tmp_path / "damaged", TABLE)
    (tmp_path / "damaged" / "tokenizer.json").write_text(content)
    with pytest.raises(ResourceError, match=r"tokenizer\.json cannot be loaded \(.*\)$"):
        opened(tmp_path / "damaged").pieces("ferry")


def test_more_threads_give_the_same_vectors(quantized, monkeypatch):
    monkeypatch.setenv(THREADS_VARIABLE, "2")
    with_two = SentenceEncoder(quantized.folder)
    texts = ["two old ferries sank in oslo .", "a boat"]
    assert all(map(same, encoded(quantized, *texts), encoded(with_two, *texts)))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted on Linux")
def test_nothing_is_sent_and_no_thread_is_started(tmp_path):
    """ONNX Runtime sends usage data from a thread, unless it is told not to."""
    write_bert(tmp_path / "encoder")
    code = f"""
import os
from rte_baselines.analysis.encoder.encoder import SentenceEncoder
threads = set(os.listdir("/proc/self/task"))
encoder = SentenceEncoder.open({str(tmp_path / "encoder")!r})
list(encoder.encode([encoder.pieces("two ferries").ids]))
print(os.environ["ORT_DISABLE_TELEMETRY"], len(set(os.listdir("/proc/self/task")) - threads))
"""
    without = {name: value for name, value in os.environ.items() if name != TELEMETRY_VARIABLE}
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**without, THREADS_VARIABLE: "1"},
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    assert run.stdout == "1 0\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.slow
def test_a_forked_child_can_use_it(tmp_path):
    write_bert(tmp_path / "encoder")
    code = f"""
import os, sys
os.environ[{THREADS_VARIABLE!r}] = "2"
from multiprocessing import get_context
from rte_baselines.analysis.encoder.encoder import SentenceEncoder

def vector(text):
    encoder = SentenceEncoder.open({str(tmp_path / "encoder")!r})
    (found,) = encoder.encode([encoder.pieces(text).ids])
    return found.whole.tolist()

if __name__ == "__main__":
    here = vector("two ferries")
    child = os.fork()
    if not child:
        assert vector("two ferries") == here
        sys.exit(5)  # which ends the child's sessions
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5
    assert vector("two ferries") == here
    for method in ("fork", "spawn"):
        with get_context(method).Pool(2) as pool:
            assert pool.map(vector, ["two ferries"] * 4) == [here] * 4
    print("done")
"""
    script = tmp_path / "script.py"
    script.write_text(code)
    run = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=100, check=False
    )
    assert (run.stdout, run.stderr) == ("done\n", "")
