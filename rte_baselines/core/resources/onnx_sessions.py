"""Sessions of ONNX Runtime, which are opened when first needed and closed before a fork."""

import os
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakSet

THREADS_VARIABLE = "OMP_NUM_THREADS"
"""The environment variable with the number of threads; 1 if it is not set."""

TELEMETRY_VARIABLE = "ORT_DISABLE_TELEMETRY"
"""The environment variable that keeps ONNX Runtime from sending usage data."""

_FATAL_ONLY = 4


class OnnxSession:
    """An ONNX model, loaded when it is first needed.

    It is loaded once in a process, by the first thread that needs it, and again after a fork: with
    the session of its parent, a child would wait for ever for threads that it does not have. The
    number of threads within an operation is by default that of `THREADS_VARIABLE`.
    """

    def __init__(self, path: Path, threads: int | None = None) -> None:
        self._path = path
        self._threads = threads
        self._lock = Lock()
        self._session: Any = None
        _sessions.add(self)

    def opened(self) -> Any:
        """Return ONNX Runtime's session; its errors, of many types, are raised as they are."""
        with self._lock:
            if self._session is None:
                self._session = self._open()
            return self._session

    def close(self) -> None:
        """Close the session; it is opened again when it is next needed."""
        with self._lock:
            self._session = None

    def _open(self) -> Any:
        runtime = onnx_runtime()
        options = runtime.SessionOptions()
        # OpenMP allows a list, one number for each level of nested threads.
        threads, _, _ = os.environ.get(THREADS_VARIABLE, "").partition(",")
        stated = int(threads) if threads.strip().isdecimal() else 0
        options.intra_op_num_threads = self._threads or stated or 1
        options.inter_op_num_threads = 1
        options.use_deterministic_compute = True
        options.log_severity_level = _FATAL_ONLY
        # Waiting threads would keep the cores busy.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return runtime.InferenceSession(
            str(self._path), options, providers=["CPUExecutionProvider"]
        )


_sessions: WeakSet[OnnxSession] = WeakSet()


def _close_all() -> None:
    for session in list(_sessions):
        session.close()


os.register_at_fork(before=_close_all)


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
