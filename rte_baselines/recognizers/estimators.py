"""Estimators of scikit-learn on disk, which are checked before they are used.

The format of skops has no code, but scikit-learn's compiled code believes what an estimator says:
it would read outside of arrays, or never end, by wrong numbers of nodes. A file may only hold what
`ClassifierHead` learns, and all indices in it are checked or computed again.
"""

import json
import warnings
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from hashlib import sha256
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile, ZipInfo

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

# Parts of scikit-learn's own classifiers that skops does not trust by default. Their code was
# reviewed: restoring one runs only code of scikit-learn and NumPy.
_TRUSTED_TYPES = frozenset(
    {
        "sklearn.calibration._CalibratedClassifier",
        "sklearn.calibration._SigmoidCalibration",
        "sklearn.ensemble._hist_gradient_boosting.predictor.TreePredictor",
        "sklearn.gaussian_process._gpc._BinaryGaussianProcessClassifierLaplace",
        "sklearn.gaussian_process.kernels.ConstantKernel",
        "sklearn.gaussian_process.kernels.Product",
        "sklearn.gaussian_process.kernels.RBF",
        "sklearn.model_selection._split.StratifiedKFold",
        "sklearn.neural_network._stochastic_optimizers.AdamOptimizer",
        "sklearn.neural_network._stochastic_optimizers.SGDOptimizer",
        "sklearn.tree._tree.Tree",
    }
)

# Where the estimators are that make up a classifier of `ClassifierHead`.
_MODULES = frozenset(
    {
        *("tree", "ensemble", "linear_model", "svm", "naive_bayes", "neighbors", "neural_network"),
        *("discriminant_analysis", "gaussian_process", "semi_supervised", "dummy"),
        *("calibration", "isotonic", "pipeline"),
    }
)
# In files of skops: the tree of objects, and in it the number and the file of an object.
_SCHEMA, _NUMBER, _FILE = "schema.json", "__id__", "file"
_PREPROCESSING = frozenset({"StandardScaler", "LabelBinarizer", "LabelEncoder"})
_OWN = "rte_baselines.heads.monotone"


class UnsafeEstimatorError(ValueError):
    """A file holds what is not known to be safe."""


def write_estimators(estimators: Mapping[str, "BaseEstimator"], path: Path) -> None:
    """Write fitted classifiers to a file of skops, with equal bytes for equal classifiers."""
    import skops.io
    from sklearn.neighbors._base import NeighborsBase

    written = deepcopy(dict(estimators))
    for part in _parts(written):
        if isinstance(part, NeighborsBase):
            part._tree = None
    path.write_bytes(_without_addresses(skops.io.dumps(written)))


def _unpadded(name: str, held: bytes) -> bytes:
    """Return a file with zeros between the fields of nodes, where NumPy leaves what was there."""
    array = np.load(BytesIO(held), allow_pickle=False) if name.endswith(".npy") else None
    if array is None or array.dtype.names is None:
        return held
    unpadded = np.zeros(array.shape, array.dtype)
    for field in array.dtype.names:
        unpadded[field] = array[field]
    written = BytesIO()
    np.save(written, unpadded, allow_pickle=False)
    return written.getvalue()


def _without_addresses(dumped: bytes) -> bytes:
    """Return a file of skops with numbers and digests in place of addresses in memory.

    Objects are stored wherever they are referred to, so that each may have its own number.
    """
    with ZipFile(BytesIO(dumped)) as archive:
        contents = {name: _unpadded(name, archive.read(name)) for name in archive.namelist()}
    schema = json.loads(contents.pop(_SCHEMA))
    names = {
        name: f"{sha256(held).hexdigest()[:32]}{Path(name).suffix}"
        for name, held in contents.items()
    }
    numbers = count()
    for part in _parts(schema):
        if isinstance(part, dict) and isinstance(part.get(_NUMBER), int):
            part[_NUMBER] = next(numbers)
        if isinstance(part, dict) and part.get(_FILE) in names:
            part[_FILE] = names[part[_FILE]]
    written = {names[name]: held for name, held in contents.items()}
    stable = BytesIO()
    with ZipFile(stable, "w") as archive:
        for name, held in sorted(
            {**written, _SCHEMA: json.dumps(schema, indent=2).encode()}.items()
        ):
            archive.writestr(ZipInfo(name), held)
    return stable.getvalue()


def read_estimators(path: Path) -> dict[str, "BaseEstimator"]:
    """Read classifiers; an `UnsafeEstimatorError`, or any other error, if that is not safe."""
    # Imported for models with classifiers only, since they take a second.
    import skops.io
    from sklearn.base import BaseEstimator, is_classifier
    from sklearn.exceptions import InconsistentVersionWarning

    unknown = set(skops.io.get_untrusted_types(file=path))
    if unknown - _TRUSTED_TYPES:
        names = ", ".join(sorted(unknown - _TRUSTED_TYPES))
        raise UnsafeEstimatorError(f"contains types that are not known to be safe: {names}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InconsistentVersionWarning)
        estimators = skops.io.load(path, trusted=sorted(unknown))
    if not isinstance(estimators, dict) or not all(
        isinstance(found, BaseEstimator) and is_classifier(found) for found in estimators.values()
    ):
        raise UnsafeEstimatorError("contains other objects than classifiers; train the model again")
    for part in _parts(estimators):
        _check(part)
    return estimators


def _parts(whole: Any) -> Iterator[Any]:
    """Yield all objects that something consists of, each once."""
    waiting, seen = [whole], {}
    while waiting:
        part = waiting.pop()
        if id(part) not in seen:
            seen[id(part)] = part  # kept, so that no other object has its id
            yield part
            waiting += _inside(part)


def _inside(part: Any) -> Iterable[Any]:
    if isinstance(part, np.ndarray):
        return part.ravel().tolist() if part.dtype.hasobject else ()
    if isinstance(part, Mapping):
        return [*part.keys(), *part.values()]
    if isinstance(part, (list, tuple, set, frozenset)):
        return part
    return getattr(part, "__dict__", {}).values()


def _check(part: Any) -> None:
    """Check an object that compiled code would believe."""
    from scipy.sparse import issparse
    from sklearn.base import BaseEstimator
    from sklearn.ensemble import GradientBoostingClassifier
    from sklearn.ensemble._hist_gradient_boosting.gradient_boosting import BaseHistGradientBoosting
    from sklearn.neighbors._base import NeighborsBase
    from sklearn.svm._base import BaseLibSVM

    if issparse(part):
        raise UnsafeEstimatorError(f"contains a {type(part).__name__}, which no head learns")
    if not isinstance(part, BaseEstimator):
        return
    _require(_is_known(type(part)), part, "is not a part of any head")
    if hasattr(part, "tree_"):
        _check_tree(part)
    if isinstance(part, GradientBoostingClassifier):
        _check_stages(part)
    if isinstance(part, BaseHistGradientBoosting):
        _check_histograms(part)
    if isinstance(part, NeighborsBase):
        _fit_again(part)
    if isinstance(part, BaseLibSVM):
        _check_vectors(part)


def _require(holds: Any, part: Any, problem: str) -> None:
    if not holds:
        raise UnsafeEstimatorError(f"is damaged: {type(part).__name__} {problem}")


def _is_known(kind: type) -> bool:
    library, _, rest = kind.__module__.partition(".")
    module = rest.partition(".")[0]
    if library == "sklearn":
        return module in _MODULES or (module == "preprocessing" and kind.__name__ in _PREPROCESSING)
    return kind.__module__ == _OWN


def _check_tree(estimator: Any) -> None:
    from sklearn.tree._tree import Tree

    tree = estimator.tree_
    _require(type(tree) is Tree, estimator, "has no tree")
    # First, as the arrays of the tree are as long as it says.
    _require(tree.node_count == tree.capacity, tree, "has another number of nodes than it says")
    left, right = tree.children_left, tree.children_right
    is_leaf = left == -1
    _require(np.array_equal(is_leaf, right == -1), tree, "has nodes with one child")
    _check_nodes(tree, ~is_leaf, (left, right), tree.feature, tree.n_features)
    _require(tree.n_features == estimator.n_features_in_, tree, "has other features")


def _check_nodes(
    tree: Any,
    is_inner: NDArray[np.bool_],
    children: Iterable[NDArray[Any]],
    feature: NDArray[Any],
    features: int,
) -> None:
    """Check that nodes are numbered from the root down, so that paths end, and use features."""
    nodes = np.arange(len(is_inner))
    _require(len(nodes), tree, "has no node")
    for child in children:
        is_below = (child > nodes) & (child < len(nodes))
        _require(is_below[is_inner].all(), tree, "has nodes in no order")
    used = feature[is_inner]
    _require(((used >= 0) & (used < features)).all(), tree, "has other features")


def _check_stages(estimator: Any) -> None:
    from sklearn.tree import DecisionTreeRegressor

    trees, features = estimator.estimators_, estimator.n_features_in_
    _require(isinstance(trees, np.ndarray) and trees.ndim == 2, estimator, "has no table of trees")
    for tree in trees.ravel():
        _require(type(tree) is DecisionTreeRegressor, estimator, "has other parts than trees")
        _check_tree(tree)
        _require(tree.n_features_in_ == features, estimator, "has trees of other features")
    first = estimator._raw_predict_init(np.zeros((1, features), dtype=np.float32))
    _require(first.shape == (1, trees.shape[1]), estimator, "has trees of other labels")


def _check_histograms(estimator: Any) -> None:
    from sklearn.ensemble._hist_gradient_boosting.predictor import TreePredictor

    for trees in estimator._predictors:
        for tree in trees:
            _require(type(tree) is TreePredictor, estimator, "has other parts than trees")
            nodes = tree.nodes
            _require(not nodes["is_categorical"].any(), tree, "has categories")
            children = [nodes[side].astype(np.int64) for side in ("left", "right")]
            feature = nodes["feature_idx"].astype(np.int64)
            is_inner = nodes["is_leaf"] == 0
            _check_nodes(tree, is_inner, children, feature, estimator.n_features_in_)


def _fit_again(estimator: Any) -> None:
    """Compute again the tree of the neighbours, which is not stored, as it is full of indices."""
    from sklearn.base import clone, is_classifier

    _require(is_classifier(estimator), estimator, "is not a part of any head")
    labels = estimator.classes_[np.asarray(estimator._y)]
    estimator.__dict__ = clone(estimator).fit(estimator._fit_X, labels).__dict__


def _check_vectors(estimator: Any) -> None:
    """Check the numbers of libsvm: for each two of the labels, weights of vectors, and a bound."""
    labels, vectors = len(estimator.classes_), estimator.support_vectors_
    twos = labels * (labels - 1) // 2
    count, features = vectors.shape
    _require(not estimator._sparse, estimator, "is sparse")
    _require(estimator.shape_fit_[1] == features, estimator, "has vectors of other features")
    _require(len(estimator._n_support) == labels, estimator, "has other labels")
    _require((estimator._n_support >= 0).all(), estimator, "has fewer vectors than none")
    _require(estimator._n_support.sum() == count, estimator, "has another number of vectors")
    _require(len(estimator.support_) == count, estimator, "has another number of vectors")
    for weights in (estimator.dual_coef_, estimator._dual_coef_):
        _require(weights.shape == (labels - 1, count), estimator, "has other weights")
    for bounds in (estimator.intercept_, estimator._intercept_):
        _require(bounds.shape == (twos,), estimator, "has other bounds")
    for fitted in (estimator._probA, estimator._probB):
        _require(fitted.shape in ((0,), (twos,)), estimator, "has other probabilities")
