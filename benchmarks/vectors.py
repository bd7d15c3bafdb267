"""Whether the vectors of the sentence encoder depend on the processor or on ONNX Runtime.

    python benchmarks/vectors.py here.npz
    qemu-x86_64-static -cpu Nehalem .venv/bin/python benchmarks/vectors.py older.npz
    python benchmarks/vectors.py --compare here.npz older.npz

The first two write the vectors of some snippets of the sample, on this processor and on an
emulated one without AVX2; another environment of Python may have another version of ONNX Runtime.
The third prints the lowest and the mean cosine of the vectors of the same snippet.
"""

import argparse
from itertools import islice

import numpy as np
import onnxruntime

from rte_baselines import load_pairs
from rte_baselines.analysis.encoder.encoder import SentenceEncoder

SNIPPETS = 100


def write(path: str) -> None:
    """Write the vectors of the snippets to a file."""
    texts = dict.fromkeys(
        text for pair in load_pairs("sample:test") for text in (pair.text, pair.hypothesis)
    )
    encoder = SentenceEncoder.open()
    encoded = encoder.encode([encoder.pieces(text).ids for text in islice(texts, SNIPPETS)])
    np.savez(path, vectors=[vectors.whole for vectors in encoded])
    print(f"{path}: {SNIPPETS} snippets, ONNX Runtime {onnxruntime.__version__}")


def compare(first: str, second: str) -> None:
    """Print the cosines of the vectors of two files."""
    one, other = (np.load(path)["vectors"].astype(np.float64) for path in (first, second))
    lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    cosines = (one * other).sum(axis=1) / lengths
    same = (one == other).all(axis=1).sum()
    print(f"cosines: lowest {cosines.min():.4f}, mean {cosines.mean():.4f}")
    print(f"{same} of {len(one)} vectors are equal")


def main() -> None:
    """Write or compare vectors."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?")
    parser.add_argument("--compare", nargs=2, metavar="FILE")
    given = parser.parse_args()
    if given.compare:
        compare(*given.compare)
    elif given.file:
        write(given.file)
    else:
        parser.error("expected a FILE to write, or --compare FILE FILE")


if __name__ == "__main__":
    main()
