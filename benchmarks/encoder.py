"""The speed of the sentence encoder, compared with ONNX Runtime alone and with 32 bits.

    python scripts/build_sentence_encoder.py --bits 32 --output exact-encoder
    python benchmarks/encoder.py --exact exact-encoder [--data-dir FOLDER] [--repeats N]

The snippets are the first distinct ones of RTE-3's development part, or of the sample if RTE-3 is
not available. The layers of the package (word pieces, windows, vectors) are compared with a bare
session of ONNX Runtime that is given the same batches, and the shipped network with that of 32 bits
under the same package. All run on one core, in turn, after a run that opens the encoder. Without
``--exact``, the second comparison is left out.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# Use one core; ONNX Runtime is given this number of threads.
os.environ["OMP_NUM_THREADS"] = "1"
os.environ["RTE_BASELINES_CACHE"] = "off"

import numpy as np
from measuring import NOTE, ratios, seconds

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.encoder.encoder import SentenceEncoder
from rte_baselines.core.errors import DatasetNotFoundError
from rte_baselines.core.resources.onnx_sessions import onnx_runtime
from rte_baselines.pairs import load_pairs

SNIPPETS = 256
LAYERS = ("piece_vectors", "snippet_vector")


def main() -> None:
    """Measure and print."""
    options = read_options()
    name, snippets = snippets_at_hand(options.data_dir)
    encoder = SentenceEncoder.open()
    pieces = [encoder.pieces(snippet).ids for snippet in snippets]
    count = sum(map(len, pieces))
    print(f"{count:,} word pieces of {len(snippets)} snippets of {name}")
    print(f"{NOTE} of {options.repeats} repeats\n")
    session = bare_session(encoder.folder.network)
    given = batches(encoder, pieces)
    compare_with_session(snippets, session, given, options.repeats)
    if options.exact is not None:
        compare_with_exact(SentenceEncoder.open(options.exact), encoder, pieces, options.repeats)


def read_options() -> Any:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--exact", type=Path, metavar="FOLDER")
    parser.add_argument("--data-dir")
    parser.add_argument("--repeats", type=int, default=5)
    return parser.parse_args()


def snippets_at_hand(data_dir: str | None) -> tuple[str, list[str]]:
    """Return the name of the dataset and its first distinct snippets."""
    name = "rte3:dev"
    try:
        pairs = list(load_pairs(name, data_dir=data_dir))
    except DatasetNotFoundError:
        name = "sample:train"
        pairs = list(load_pairs(name))
    texts = (text for pair in pairs for text in (pair.text, pair.hypothesis))
    return name, list(dict.fromkeys(texts))[:SNIPPETS]


def bare_session(network: Path) -> Any:
    """Open a network with ONNX Runtime alone, on one core."""
    runtime = onnx_runtime()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return runtime.InferenceSession(str(network), options, providers=["CPUExecutionProvider"])


def batches(encoder: SentenceEncoder, pieces: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return the batches that the encoder gives to its network."""
    given = []
    network = encoder.network

    def recording(ids: np.ndarray) -> np.ndarray:
        given.append(ids)
        return network(ids)

    encoder.network = recording
    list(encoder.encode(pieces))
    encoder.network = network
    return given


def compare_with_session(
    snippets: Sequence[str], session: Any, given: Sequence[np.ndarray], repeats: int
) -> None:
    """Print the time of the package over that of the bare session."""
    Analyzer().analyze(snippets, LAYERS)
    ours, bare = [], []
    for _ in range(repeats):
        ours.append(seconds(lambda: Analyzer().analyze(snippets, LAYERS)))
        bare.append(seconds(lambda: [session.run(None, {"input_ids": ids}) for ids in given]))
    print(f"package / bare session: {ratios(ours, bare):.2f}")


def compare_with_exact(
    exact: SentenceEncoder, encoder: SentenceEncoder, pieces: Sequence[np.ndarray], repeats: int
) -> None:
    """Print the throughput of the encoder over that of the one with 32 bits."""
    ours, theirs = [], []
    for _ in range(repeats):
        ours.append(seconds(lambda: list(encoder.encode(pieces))))
        theirs.append(seconds(lambda: list(exact.encode(pieces))))
    print(f"throughput of 8 bits / of 32 bits: {ratios(theirs, ours):.2f}")
    median_time = sorted(ours)[len(ours) // 2]
    print(f"word pieces a second: {sum(map(len, pieces)) / median_time:,.0f}")


if __name__ == "__main__":
    main()
