"""A full folder of temporary files is named, and no input or output is blamed for it."""

import gzip
import tempfile

import pytest

from rte_baselines.core.errors import InputError, RteBaselinesError
from rte_baselines.core.files.locations import local_copy
from rte_baselines.core.files.paths import temporary_folder
from rte_baselines.core.files.reading import open_input
from rte_baselines.core.files.writing import atomic_output

NO_ROOM = (
    r"^/full: no temporary file can be written \(No space left on device\); make room there, or "
    r"name another folder in the environment variable TMPDIR$"
)


@pytest.fixture
def full(monkeypatch, full_device, tmp_path):
    """Make all temporary files full; after `tmp_path`, which is one of them."""
    monkeypatch.setattr(tempfile, "gettempdir", lambda: "/full")
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda: full_device.open("wb"))


def refused():
    return pytest.raises(RteBaselinesError, match=NO_ROOM)


@pytest.fixture
def inputs(tmp_path):
    """Inputs that are copied to temporary files, before these are full."""
    (tmp_path / "pairs.gz").write_bytes(gzip.compress(b"content"))
    table = pytest.importorskip("pyarrow").table({"text": ["It rained."]})
    pytest.importorskip("pyarrow.parquet").write_table(table, tmp_path / "pairs.parquet")
    memory = pytest.importorskip("fsspec").filesystem("memory")
    memory.pipe_file("/pairs-of-a-test/one", b"content")
    return [tmp_path / "pairs.gz", tmp_path / "pairs.parquet", "memory://pairs-of-a-test/one"]


@pytest.mark.slow
@pytest.mark.usefixtures("full")
def test_inputs_and_outputs_are_not_blamed(inputs, tmp_path):
    for source in inputs:
        with refused() as error:
            open_input(source)
        assert not isinstance(error.value, InputError)
    for target, as_parquet in (("-", False), (tmp_path / "run.parquet", True)):
        with refused(), atomic_output(target, as_parquet=as_parquet) as text:
            text.write('{"id": "1"}\n')


def test_a_folder_that_cannot_be_made(monkeypatch):
    def make(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "gettempdir", lambda: "/full")
    monkeypatch.setattr(tempfile, "TemporaryDirectory", make)
    with refused(), temporary_folder():
        pass
    with refused(), local_copy("memory://pairs-of-a-test/one"):
        pass


def test_no_folder_for_temporary_files_at_all(monkeypatch, tmp_path):
    def find():
        raise FileNotFoundError(2, "No usable temporary directory found in ['/tmp']")

    monkeypatch.setattr(tempfile, "gettempdir", find)
    (tmp_path / "pairs.gz").write_bytes(gzip.compress(b"content"))
    message = r"^No usable temporary directory found in \['/tmp'\]; make room there"
    with pytest.raises(RteBaselinesError, match=message):
        open_input(tmp_path / "pairs.gz")
