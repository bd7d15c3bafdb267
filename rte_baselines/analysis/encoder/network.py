"""The network of a sentence encoder, run by ONNX Runtime."""

import os
from abc import abstractmethod
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from rte_baselines.errors import ResourceError
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.quoting import shortened

THREADS_VARIABLE = "OMP_NUM_THREADS"
"""The environment variable with the number of threads; 1 if it is not set."""

TELEMETRY_VARIABLE = "ORT_DISABLE_TELEMETRY"
"""The environment variable by which ONNX Runtime sends no usage data."""

_INTEGERS = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_STATES = ("last_hidden_state", "token_embeddings")
_LONGEST_REASON = 200
_FATAL_ONLY = 4


class OnnxModel:
    """An ONNX model that reads sequences of word pieces.

    The file is read when it is first needed, once in a process, whichever thread is first, and
    again after a fork: a child would wait for ever for the threads of its parent's session.

    Parameters
    ----------
    path : Path
        Inputs are ``input_ids`` and, optionally, ``attention_mask`` and ``token_type_ids``.
    """

    kind: ClassVar[str]
    """What the model is, for messages."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        self._session: Any = None
        _models.add(self)

    def run(self, ids: IntArray, types: IntArray) -> NDArray[Any]:
        """Return the output of the model that `output` names.

        Parameters
        ----------
        ids : ndarray of int64, shape (sequences, pieces)
            The ids of the pieces, special ones included, without padding.
        types : ndarray of int64, shape (sequences, pieces)
            0 for pieces of the first segment, 1 for those of the second.

        Raises
        ------
        ResourceError
            If the file is no such model.
        """
        session = self._opened()
        feeds = {given.name: self._feed(given, ids, types) for given in session.get_inputs()}
        output = self.output(session)
        try:
            (values,) = session.run([output], feeds)
        # ONNX Runtime raises many types of errors.
        except Exception as error:
            raise self._unusable("be run", error) from error
        return np.asarray(values)

    @abstractmethod
    def output(self, session: Any) -> str:
        """Return the name of the output that is needed."""

    def close_for_fork(self) -> Lock:
        """Close the session, and return the lock, which is held until the fork is done."""
        self._lock.acquire()
        self._session = None
        return self._lock

    def _opened(self) -> Any:
        with self._lock:
            if self._session is None:
                self._session = self._open()
            return self._session

    def _open(self) -> Any:
        runtime = onnx_runtime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = _threads()
        options.inter_op_num_threads = 1
        options.use_deterministic_compute = True
        options.log_severity_level = _FATAL_ONLY
        # Waiting threads would keep the cores busy.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            return runtime.InferenceSession(
                str(self._path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            raise self._unusable("be loaded", error) from error

    def _feed(self, given: Any, ids: IntArray, types: IntArray) -> NDArray[Any]:
        """Return the value of an input: ids, a mask of ones or the types."""
        values = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": types}
        if given.name not in values or given.type not in _INTEGERS:
            raise ResourceError(
                f"{self.kind}: {self._path} has the input {given.name} of {given.type}; expected "
                f"integers, named {', '.join(values)}"
            )
        return values[given.name].astype(_INTEGERS[given.type])

    def _unusable(self, what: str, error: Exception) -> ResourceError:
        reason = shortened(" ".join(str(error).split()), _LONGEST_REASON)
        return ResourceError(f"{self.kind}: {self._path} cannot {what} ({reason})")


class Network(OnnxModel):
    """An ONNX model that turns sequences of word pieces into vectors.

    Parameters
    ----------
    path : Path
        See `OnnxModel`. The output is ``last_hidden_state``, ``token_embeddings``, or the only
        one with three axes.
    """

    kind = "encoder"

    def __call__(self, ids: IntArray) -> NDArray[np.float32]:
        """Return the vector of each piece.

        Parameters
        ----------
        ids : ndarray of int64, shape (sequences, pieces)
            The ids of the pieces, special ones included, without padding.

        Returns
        -------
        ndarray of float32, shape (sequences, pieces, dimensions)

        Raises
        ------
        ResourceError
            If the file is no such model, or gives values that are not finite.
        """
        states = self.run(ids, np.zeros_like(ids))
        if states.ndim != 3 or states.shape[:2] != ids.shape or not np.isfinite(states).all():
            raise ResourceError(
                f"encoder: {self._path} gives no finite vector for each word piece; expected an "
                "encoder of text"
            )
        return np.asarray(states, np.float32)

    def output(self, session: Any) -> str:
        """Return the name of the output with a vector for each piece."""
        outputs = session.get_outputs()
        names = [output.name for output in outputs]
        named = [name for name in _STATES if name in names]
        with_pieces = named or [output.name for output in outputs if len(output.shape or ()) == 3]
        if not named and len(with_pieces) != 1:
            raise ResourceError(
                f"encoder: {self._path} has the outputs {', '.join(names)}; expected "
                f"{' or '.join(_STATES)}"
            )
        return str(with_pieces[0])


def onnx_runtime() -> Any:
    """Import ONNX Runtime, which is kept from sending telemetry.

    Since version 1.29, the packages on PyPI send usage data over the network, from a thread that
    a forked child waits for at its end. The variable must be set before the library is loaded;
    if another package has loaded it, only what can still be turned off is. A user who sets the
    variable decides.
    """
    os.environ.setdefault(TELEMETRY_VARIABLE, "1")
    import onnxruntime

    if os.environ[TELEMETRY_VARIABLE] == "1":
        onnxruntime.disable_telemetry_events()
    return onnxruntime


_models: WeakSet[OnnxModel] = WeakSet()
_held: list[Lock] = []


def _before_fork() -> None:
    _held.extend(model.close_for_fork() for model in list(_models))


def _after_fork() -> None:
    while _held:
        _held.pop().release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork
    )


def _threads() -> int:
    """Return the number of threads within an operation."""
    # OpenMP allows a list, one number for each level of nested threads.
    first, _, _ = os.environ.get(THREADS_VARIABLE, "").partition(",")
    return int(first) if first.strip().isdecimal() and int(first) > 0 else 1
