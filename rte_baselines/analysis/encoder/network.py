"""The network of a sentence encoder, run by ONNX Runtime."""

from abc import abstractmethod
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from rte_baselines.core.errors import ResourceError
from rte_baselines.core.quoting import shortened
from rte_baselines.core.resources.onnx_sessions import OnnxSession
from rte_baselines.kernels.ragged import IntArray

_INTEGERS = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
_STATES = ("last_hidden_state", "token_embeddings")
_LONGEST_REASON = 200


class OnnxModel:
    """An ONNX model that reads sequences of word pieces; see `OnnxSession` for when it is loaded.

    Inputs are ``input_ids`` and, optionally, ``attention_mask`` and ``token_type_ids``.
    """

    kind: ClassVar[str]
    """What the model is, for messages."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._session = OnnxSession(path)

    def run(self, ids: IntArray, types: IntArray) -> NDArray[Any]:
        """Return the output of the model that `output` names.

        `ids` are those of the pieces, special ones included, without padding; `types` are 0 for
        pieces of the first segment and 1 for those of the second. Both have shape (sequences,
        pieces).
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

    def _opened(self) -> Any:
        try:
            return self._session.opened()
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

    The output is ``last_hidden_state``, ``token_embeddings``, or the only one with three axes.
    """

    kind = "encoder"

    def __call__(self, ids: IntArray) -> NDArray[np.float32]:
        """Return the vector of each piece; see `OnnxModel.run` for the ids.

        Returns
        -------
        ndarray of float32, shape (sequences, pieces, dimensions)
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
