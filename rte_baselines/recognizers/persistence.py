"""Trained recognizers on disk: a folder of readable files, and no pickle.

=================  =============================================================
config.cfg         the config that builds the recognizer, untrained
learned.json       the learned attributes, except estimators
arrays.npz         arrays: those learned, and the digests of the training pairs
estimators.skops   scikit-learn estimators, if the head needs any
signature.json     versions, training data, components from outside this package, and
                   a digest of each other file
=================  =============================================================

Recognizers have the type Any here, since their class imports this module.
"""

import dataclasses
import json
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from confection import Config
from numpy.typing import NDArray

from rte_baselines.core.advice import did_you_mean, how_to_state
from rte_baselines.core.code_files import origin_of
from rte_baselines.core.errors import ConfigError, InputError, InputWarning, ModelError, read_error
from rte_baselines.core.files.inputs import note_input
from rte_baselines.core.files.writing import atomic_folder, check_folder_output
from rte_baselines.core.importing import version
from rte_baselines.core.limits import check_unpacked_size
from rte_baselines.core.registry import registry
from rte_baselines.core.resources.resources import origin, shipped_configs, shipped_models
from rte_baselines.features import FeatureSet, FeatureTable
from rte_baselines.pairs import Label, Scheme
from rte_baselines.recognizers.config import build_from
from rte_baselines.recognizers.estimators import (
    UnsafeEstimatorError,
    read_estimators,
    write_estimators,
)
from rte_baselines.recognizers.fitted_state import (
    ForeignComponent,
    below,
    foreign_components,
    resources_in_use,
    restore,
    split_learned,
)
from rte_baselines.recognizers.targets import Classes

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

_CONFIG, _LEARNED, _SIGNATURE = "config.cfg", "learned.json", "signature.json"
_ARRAYS, _ESTIMATORS = "arrays.npz", "estimators.skops"
_REQUIRED = (_CONFIG, _LEARNED, _SIGNATURE)
_FORMAT = 3
# Format 2 has no arrays.
_READABLE_FORMATS = (2, _FORMAT)
_TRAINING_PAIRS = "training_words"
# NumPy's kinds of real numbers and truth values.
_NUMBERS = frozenset("biuf")
# Packages whose version can change the predictions of a model.
_PACKAGES = ("rte-baselines", "scikit-learn", "spacy", "nltk", "numpy")


def save_model(recognizer: Any, folder: str | Path, *, trained_on: str | None = None) -> None:
    """Write a fitted recognizer to a folder; errors are those of `Recognizer.save`."""
    with atomic_folder(folder, may_replace=_is_only_a_model) as new:
        _write_model(recognizer, new, trained_on)
        # Not everything that can be trained can be read back; report this now, not on loading.
        try:
            load_model(new)
        except InputError as error:
            reason = str(error).removeprefix(f"{new}/")
            raise ConfigError(f"{recognizer.name} cannot be saved: {reason}") from None


def _write_model(recognizer: Any, folder: Path, trained_on: str | None) -> None:
    values, arrays, estimators = split_learned(recognizer.head_)
    learned = {
        "name": recognizer.name,
        "scheme": recognizer.scheme_.value,
        "feature_means": recognizer.feature_means_,
        "columns": [column.name for column in recognizer.features.columns],
        "longest_text": recognizer.longest_text_,
        "head": values,
    }
    classes, labels = recognizer.classes_.tolist(), recognizer.class_labels_.tolist()
    if classes != labels:
        learned |= {"classes": classes, "class_labels": labels}
    config = recognizer.to_config()
    Config(config).to_disk(folder / _CONFIG)
    _write_json(folder / _LEARNED, learned)
    stored: dict[str, NDArray[Any]] = {f"head.{path}": array for path, array in arrays.items()}
    if recognizer.training_pair_digests_ is not None:
        stored[_TRAINING_PAIRS] = recognizer.training_pair_digests_
    if stored:
        np.savez_compressed(folder / _ARRAYS, **stored)  # type: ignore[arg-type]
    if estimators:
        write_estimators(estimators, folder / _ESTIMATORS)
    code = foreign_components(recognizer.features, recognizer.head)
    signature = {
        "format": _FORMAT,
        "versions": {package: version(package) for package in _PACKAGES},
        "trained_on": trained_on,
        "training_pairs": recognizer.training_pairs_,
        "training_digest": recognizer.training_digest_,
        "resources": recognizer.resources_,
        "code": [dataclasses.asdict(component) for component in code],
        "config": sha256(json.dumps(config, sort_keys=True).encode()).hexdigest()[:12],
        "files": {path.name: _digest(path) for path in sorted(folder.iterdir())},
    }
    _write_json(folder / _SIGNATURE, signature)


def check_model_output(folder: str | Path) -> None:
    """Raise the errors about the folder that `save_model` would raise after the training."""
    check_folder_output(folder, may_replace=_is_only_a_model)


def load_model(folder: str | Path) -> Any:
    """Read a fitted recognizer; errors are those of `Recognizer.load`."""
    folder = Path(folder)
    if not is_model(folder):
        raise ModelError(_not_a_model(folder))
    signature = _read_json(folder / _SIGNATURE)
    _check_signature(folder, signature)
    _check_code(folder, signature)
    learned = _read_json(folder / _LEARNED)
    recognizer = build_from(folder / _CONFIG)
    arrays = _read_arrays(folder / _ARRAYS)
    estimators = _read_estimators(folder / _ESTIMATORS)
    # A file that was edited or damaged can cause any error.
    try:
        _check_columns(folder, recognizer.features, learned["columns"])
        _restore_learned(recognizer, learned, signature, arrays, estimators)
    except ModelError:
        raise
    except Exception as error:
        damaged = ModelError(f"{folder / _LEARNED}: damaged; {remedy(folder)}")
        raise read_error(folder, error, damaged) from error
    _warn_of_other_resources(folder, recognizer)
    return recognizer


def find_model(source: str | Path) -> Path:
    """Return the folder of a model, given as a folder or by the name of a shipped model.

    A model in a folder of that name takes precedence over the shipped one; a folder of that name
    that is not a model is refused. A `Path` is always a folder.
    """
    folder = Path(source)
    shipped = shipped_models().get(source) if isinstance(source, str) else None
    if shipped is None or is_model(folder):
        return folder
    if folder.is_dir():
        raise ModelError(
            f"{folder}: this folder is not a model, but has the name of one that comes with the "
            "package; rename the folder, or name the model that you mean by its path: "
            f"{shipped}"
        )
    return shipped


def training_of(folder: Path) -> tuple[str | None, int]:
    """Return the name of a model's training data, if given, and the number of its pairs."""
    signature = _read_json(folder / _SIGNATURE)
    return signature["trained_on"], signature["training_pairs"]


def is_shipped(folder: Path) -> bool:
    """Whether this is the folder of a model that comes with the package."""
    shipped = shipped_models().get(folder.name)
    return shipped is not None and folder.resolve() == shipped.resolve()


def _not_a_model(folder: Path) -> str:
    names = shipped_models()
    missing = [name for name in _REQUIRED if not (folder / name).is_file()]
    # A folder with a config alone may be anything.
    if not {_LEARNED, _SIGNATURE} <= set(missing):
        verb = "is" if len(missing) == 1 else "are"
        return f"{folder}: damaged, {' and '.join(missing)} {verb} missing; {remedy(folder)}"
    if str(folder) in shipped_configs():
        untrained = f"Recognizer.from_config({str(folder)!r}).fit(pairs)"
        command = f"rte-baselines train {folder} --train PAIRS --output {folder.name}.model"
        return (
            f"{folder}: not a model, but a recognizer that is to be trained first: "
            f"{how_to_state(untrained, command)}"
        )
    return (
        f"{folder}: not a model; {did_you_mean(str(folder), names)}expected a folder that `train` "
        f"wrote, or a model that comes with the package: {', '.join(names)}"
    )


def _restore_learned(
    recognizer: Any,
    learned: Mapping[str, Any],
    signature: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
    estimators: Mapping[str, "BaseEstimator"],
) -> None:
    """Set what a recognizer has learned, and check that its head can decide."""
    means = np.array(learned["feature_means"], dtype=np.float64)
    scheme = recognizer.head.scheme_for(Scheme(learned["scheme"]))
    head = deepcopy(recognizer.head)
    restore(head, learned["head"], dict(below("head", arrays)), estimators)
    columns = recognizer.features.columns
    head.decide(FeatureTable(("mean",), (None,), columns, means.reshape(1, -1)))
    # What the labels mean that it was trained on, if these are not the usual names.
    labels = map(Label, learned.get("class_labels", ()))
    classes = Classes.of(scheme, dict(zip(learned.get("classes", ()), labels, strict=True)))
    digests = arrays.get(_TRAINING_PAIRS)  # none in models of version 0.2
    if digests is not None and (digests.dtype != np.uint64 or digests.ndim != 1):
        raise ValueError(f"{_TRAINING_PAIRS} are {digests.dtype}")
    recognizer.name = str(learned["name"])
    recognizer.head_, recognizer.feature_means_ = head, means.tolist()
    recognizer.scheme_ = scheme
    recognizer.classes_, recognizer.class_labels_ = classes.values, classes.labels
    recognizer.training_pairs_ = int(signature["training_pairs"])
    recognizer.training_digest_ = str(signature["training_digest"])
    recognizer.training_pair_digests_ = digests
    recognizer.longest_text_ = learned.get("longest_text")
    recognizer.resources_ = dict(signature["resources"])


def signature_file(folder: Path) -> Path:
    """Return the file of a model with the digests of all others."""
    return folder / _SIGNATURE


def is_model(folder: Path) -> bool:
    """Whether the folder looks like a saved recognizer."""
    return all((folder / name).is_file() for name in _REQUIRED)


def _is_only_a_model(folder: Path) -> bool:
    """Whether the folder contains nothing but a saved recognizer."""
    names = {path.name for path in folder.iterdir()}
    return is_model(folder) and names <= {_CONFIG, _LEARNED, _ARRAYS, _ESTIMATORS, _SIGNATURE}


@contextmanager
def _reading(path: Path, problem: str) -> Iterator[None]:
    """Refuse a file in which NumPy, zlib or skops meet any error, as they may if it is damaged."""
    try:
        yield
    except (InputError, UnsafeEstimatorError) as error:
        raise ModelError(f"{path}: {error}") from None
    except Exception as error:
        damaged = ModelError(f"{path}: {problem}; {remedy(path.parent)}")
        raise read_error(path, error, damaged) from error


def _read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    if not path.exists():
        return {}
    with _reading(path, "damaged"), path.open("rb") as stream:
        check_unpacked_size(stream)
        file = np.load(stream, allow_pickle=False)
        arrays = {name: file[name] for name in file.files}
    for array in arrays.values():
        are_numbers = array.dtype.kind in _NUMBERS
        if not are_numbers or not (array.dtype == np.uint64 or np.isfinite(array).all()):
            held = "a number that is not finite" if are_numbers else "other values than numbers"
            raise ModelError(f"{path}: damaged, holds {held}; {remedy(path.parent)}")
    return arrays


def _read_estimators(path: Path) -> dict[str, "BaseEstimator"]:
    if not path.exists():
        return {}
    with _reading(path, "cannot be read as a skops file"):
        with path.open("rb") as stream:
            check_unpacked_size(stream)
        return read_estimators(path)


def _check_signature(folder: Path, signature: Any) -> None:
    if not isinstance(signature, dict) or signature.get("format") not in _READABLE_FORMATS:
        raise ModelError(f"{folder / _SIGNATURE}: not a model format that this version can read")
    digests = signature.get("files")
    present = {path.name for path in folder.iterdir()} & {_CONFIG, _LEARNED, _ARRAYS, _ESTIMATORS}
    versions = signature.get("versions")
    if not isinstance(digests, dict) or not isinstance(versions, dict):
        raise ModelError(f"{folder / _SIGNATURE}: damaged; {remedy(folder)}")
    for name in sorted(set(digests) ^ present):
        problem = "is missing" if name in digests else "was added"
        raise ModelError(f"{folder}: damaged, {name} {problem}; {remedy(folder)}")
    for name, digest in digests.items():
        if _digest(folder / name) != digest:
            raise ModelError(f"{folder / name}: damaged, its digest differs; {remedy(folder)}")
    # Tests check that shipped models give the same labels with every supported version.
    for package in () if is_shipped(folder) else _PACKAGES:
        if versions.get(package) != version(package):
            warnings.warn(
                f"{folder}: trained with {package} {versions.get(package)}, loaded with "
                f"{version(package)}; predictions may differ",
                InputWarning,
                stacklevel=3,
            )


def _check_code(folder: Path, signature: Mapping[str, Any]) -> None:
    """Check that the components from outside this package are present and unchanged."""
    try:
        needed = [ForeignComponent(**component) for component in signature.get("code", [])]
        words = [(part.kind, part.name, part.origin, part.digest or "") for part in needed]
        are_words = all(isinstance(word, str) for word in chain.from_iterable(words))
    except TypeError:
        are_words = False
    if not are_words:
        raise ModelError(f"{folder / _SIGNATURE}: damaged; {remedy(folder)}")
    for component in needed:
        if not registry.has(component.kind, component.name):
            raise ModelError(f"{folder}: {component.how_to_supply()}")
        origin = origin_of(component.kind, component.name)
        if component.digest and (origin is None or origin.digest != component.digest):
            warnings.warn(
                f"{folder}: trained with another {component.origin} than the one that "
                f"@{component.kind} {component.name!r} comes from; predictions may differ",
                InputWarning,
                stacklevel=3,
            )


def _warn_of_other_resources(folder: Path, recognizer: Any) -> None:
    if "encoder" in recognizer.resources_ and origin("encoder") == "user":
        from rte_baselines.analysis.encoder.encoder import SentenceEncoder

        # One that cannot be read is an error, and not also another one than in training.
        SentenceEncoder.open()
    in_use = resources_in_use(recognizer.features)
    for name, trained_with in recognizer.resources_.items():
        if in_use.get(name) != trained_with:
            warnings.warn(
                f"{folder}: trained with another {name} than the one in use; predictions may "
                "differ",
                InputWarning,
                stacklevel=3,
            )


def _check_columns(folder: Path, features: FeatureSet, trained: list[str]) -> None:
    columns = [column.name for column in features.columns]
    if columns != trained:
        raise ModelError(
            f"{folder}: trained on the features {', '.join(trained)}, but its config now gives "
            f"{', '.join(columns)}; train the model again"
        )


def _digest(path: Path) -> str:
    return sha256(_read_bytes(path)).hexdigest()


def _read_bytes(path: Path) -> bytes:
    note_input(path)
    # Reading a pipe or a device may never end.
    if path.exists() and not path.is_file():
        raise ModelError(f"{path}: is no file; {remedy(path.parent)}")
    try:
        return path.read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror}") from None


def _write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=2, allow_nan=False) + "\n", "utf-8")


def _read_json(path: Path) -> Any:
    try:
        return json.loads(_read_bytes(path), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path}: damaged, not JSON; {remedy(path.parent)}") from error


def _refuse_constant(name: str) -> None:
    """Refuse NaN and the infinities, which are not valid JSON and are never learned."""
    raise ValueError(f"{name} is not a number")


def remedy(folder: Path) -> str:
    """Return how to get a damaged model again, as the end of an error message."""
    if is_shipped(folder):
        return "install rte-baselines again, which this model comes with"
    return "train the model again"
