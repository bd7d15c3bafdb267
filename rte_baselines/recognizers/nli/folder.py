"""Folders of NLI models of Hugging Face: what is in them, and what their classes mean."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import InputError, ModelError, read_error
from rte_baselines.core.quoting import listed, path_name
from rte_baselines.pairs import Label, Scheme, scheme_of
from rte_baselines.pairs.labels import label_called, label_number, parse_label_order

_CONFIG, _TOKENIZER, _TOKENIZER_CONFIG = "config.json", "tokenizer.json", "tokenizer_config.json"
_NETWORKS = ("model.onnx", "onnx/model.onnx")
_WEIGHTS = ("model.safetensors", "model.safetensors.index.json")
_SIGNATURE = "signature.json"
_MOST_PIECES = 512
# Models that do not know the length of their input have a limit of 1e30.
_LARGEST_LIMIT = 100_000
# These models number positions from that of the padding.
_WITH_OFFSET = ("roberta", "camembert", "mpnet", "longformer", "data2vec-text", "esm")


@dataclass(frozen=True)
class NliFolder:
    """A folder with a classifier of pairs of snippets, with the label of each class in their order.

    `network` is the model in ONNX, None if there are only weights for PyTorch; `max_pieces` are
    the most word pieces of a pair, special ones included.
    """

    path: Path
    labels: tuple[Label, ...]
    scheme: Scheme
    network: Path | None
    tokenizer: Path
    max_pieces: int

    @classmethod
    def open(cls, path: Path, model_labels: Sequence[str] | None = None) -> "NliFolder":
        """Find the files of a folder and its classes; `model_labels` are those of unnamed ones."""
        config = _read_json(path / _CONFIG)
        labels = _labels(path, config, parse_label_order(model_labels))
        tokenizer = path / _TOKENIZER
        if not tokenizer.is_file():
            raise ModelError(
                f"{path_name(path)}: holds no {_TOKENIZER}; save the tokenizer there: "
                "AutoTokenizer.from_pretrained(...).save_pretrained(folder)"
            )
        networks = (path / name for name in _NETWORKS if (path / name).is_file())
        network = next(networks, None)
        if network is None and not any((path / name).is_file() for name in _WEIGHTS):
            raise ModelError(
                f"{path_name(path)}: holds no {' or '.join((*_NETWORKS, _WEIGHTS[0]))}; other "
                "weights may run code when they are read: save them with safe_serialization=True"
            )
        scheme = scheme_of(labels) or Scheme.TWO_WAY
        return cls(path, labels, scheme, network, tokenizer, _limit(path, config))

    def digest(self) -> str:
        """Return twelve digits that identify the config and the model."""
        found = sha256()
        weights = sorted(path.name for path in self.path.glob("*.safetensors"))
        names = [_CONFIG, _TOKENIZER, *_NETWORKS, *weights]
        for name in names:
            if (self.path / name).is_file():
                found.update(name.encode())
                with (self.path / name).open("rb") as file:
                    while block := file.read(1 << 20):
                        found.update(block)
        return found.hexdigest()[:12]


def is_nli_folder(path: Path) -> bool:
    """Whether this is a folder of a model of Hugging Face, and not one that `save` wrote."""
    return (path / _CONFIG).is_file() and not (path / _SIGNATURE).is_file()


def _labels(path: Path, config: Mapping[str, Any], stated: Sequence[Label]) -> tuple[Label, ...]:
    names = _class_names(path, config)
    called = [label_called(name) for name in names]
    own = tuple(label for label in called if label is not None)
    are_named = len(own) == len(names)
    if not are_named and not stated:
        usual = ("entailment", "neutral", "contradiction")
        how = how_to_state(f"model_labels={usual!r}", f"--model-labels {','.join(usual)}")
        are_numbers = all(label_number(name) is not None for name in names)
        stating = f"state what the classes 0, 1, 2 are: {how}"
        advice = stating if are_numbers else "expected an NLI model"
        raise _error(path, f"calls its classes {listed(names)}, which are no labels; {advice}")
    labels = own if are_named else tuple(stated)
    if stated and tuple(stated) != labels:
        raise _error(
            path,
            f"calls its classes {', '.join(names)}, and the labels stated are "
            f"{', '.join(stated)}; expected the same, or none",
        )
    if len(labels) != len(names):
        raise _error(path, f"has {len(names)} classes, and {len(labels)} labels are stated")
    try:
        scheme = scheme_of(labels)
    except InputError as error:
        raise _error(path, str(error)) from None
    if scheme is None or set(labels) != set(scheme.labels) or len(set(labels)) < len(labels):
        raise _error(
            path,
            f"has the classes {', '.join(labels)}; expected ENTAILMENT, CONTRADICTION and UNKNOWN, "
            "or ENTAILMENT and NO_ENTAILMENT, each once",
        )
    return labels


def _class_names(path: Path, config: Mapping[str, Any]) -> list[str]:
    """Return the names of the classes in their order, as both tables of the config have them."""
    try:
        by_number = {int(number): str(name) for number, name in config["id2label"].items()}
        by_name = {str(name): int(number) for name, number in config.get("label2id", {}).items()}
    except (KeyError, AttributeError, TypeError, ValueError):
        raise _error(
            path, "has no id2label, the names of its classes; expected an NLI model"
        ) from None
    if sorted(by_number) != list(range(len(by_number))) or not by_number:
        raise _error(path, f"numbers its classes {sorted(by_number)}; expected 0, 1, 2")
    names = [by_number[number] for number in range(len(by_number))]
    differing = [name for name, number in by_name.items() if by_number.get(number) != name]
    if differing:
        raise _error(
            path,
            f"says in id2label that the classes are {', '.join(names)}, and in label2id that "
            f"{differing[0]} is {by_name[differing[0]]}; expected the same in both",
        )
    return names


def _limit(path: Path, config: Mapping[str, Any]) -> int:
    """Return the most pieces that the model reads."""
    positions = config.get("max_position_embeddings")
    kind = str(config.get("model_type", ""))
    if isinstance(positions, int) and any(name in kind for name in _WITH_OFFSET):
        positions -= int(config.get("pad_token_id") or 0) + 1
    own = _read_json(path / _TOKENIZER_CONFIG) if (path / _TOKENIZER_CONFIG).is_file() else {}
    limits = [positions, own.get("model_max_length")]
    known = [int(limit) for limit in limits if isinstance(limit, (int, float)) and limit > 0]
    return min([limit for limit in known if limit < _LARGEST_LIMIT], default=_MOST_PIECES)


def _read_json(path: Path) -> dict[str, Any]:
    damaged = ModelError(f"{path_name(path)}: is damaged; expected a JSON object")
    try:
        content = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise read_error(path_name(path), error, damaged) from None
    if not isinstance(content, dict):
        raise damaged
    return content


def _error(path: Path, message: str) -> ModelError:
    return ModelError(f"{path_name(path / _CONFIG)}: {message}")
