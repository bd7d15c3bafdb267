import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

import rte_baselines
from rte_baselines.core.resources.onnx_sessions import (
    TELEMETRY_VARIABLE,
    THREADS_VARIABLE,
    OnnxSession,
    onnx_runtime,
)
from tests.toy_encoder import write_bert


def test_many_threads_load_it_once(tmp_path, monkeypatch):
    session = OnnxSession(write_bert(tmp_path / "encoder") / "model.onnx")
    loaded, load = [], session._open
    monkeypatch.setattr(session, "_open", lambda: loaded.append(1) or load())
    with ThreadPoolExecutor(8) as pool:
        first, *others = pool.map(lambda _: session.opened(), range(16))
    assert loaded == [1]
    assert all(first is other for other in others)


@pytest.mark.parametrize(
    ("value", "expected"), [(None, 1), ("", 1), ("2", 2), ("3,1", 3), ("0", 1), ("many", 1)]
)
def test_number_of_threads(tmp_path, monkeypatch, value, expected):
    if value is None:
        monkeypatch.delenv(THREADS_VARIABLE, raising=False)
    else:
        monkeypatch.setenv(THREADS_VARIABLE, value)
    session = OnnxSession(write_bert(tmp_path / "encoder") / "model.onnx")
    options = session.opened().get_session_options()
    assert (options.intra_op_num_threads, options.inter_op_num_threads) == (expected, 1)


@pytest.mark.parametrize(("chosen", "off"), [("0", []), ("1", [1]), (None, [1])])
def test_only_the_user_may_allow_telemetry(monkeypatch, chosen, off):
    turned_off = []
    library = SimpleNamespace(disable_telemetry_events=lambda: turned_off.append(1))
    monkeypatch.setitem(sys.modules, "onnxruntime", library)
    monkeypatch.setenv(TELEMETRY_VARIABLE, chosen or "")
    if chosen is None:
        monkeypatch.delenv(TELEMETRY_VARIABLE)
    assert onnx_runtime() is library
    assert turned_off == off
    assert os.environ[TELEMETRY_VARIABLE] == (chosen or "1")


@pytest.mark.slow
def test_onnx_runtime_is_imported_in_one_place():
    package = Path(rte_baselines.__file__).parent
    sources = {path.name: path.read_text("utf-8") for path in package.rglob("*.py")}
    importing = [name for name, source in sources.items() if "import onnxruntime" in source]
    assert importing == ["onnx_sessions.py"]
