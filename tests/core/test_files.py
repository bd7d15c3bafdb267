"""Inputs are read from anywhere; outputs appear whole or not at all."""

import gzip
import io
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.core.files.reading import open_input, utf8_text
from rte_baselines.core.files.writing import (
    atomic_folder,
    atomic_output,
    check_folder_output,
    locked,
)

CONTENT = "Zürich\nŁódź\n".encode()


class _StandardStream:
    """What sys.stdin and sys.stdout are to the code: something with a buffer."""

    def __init__(self, content=b""):
        self.buffer = io.BytesIO(content)

    def flush(self):
        pass

    def isatty(self):
        return False


def _read(source):
    with open_input(source) as stream:
        return stream.read()


def test_gzip_is_told_by_content_not_by_name(tmp_path):
    (tmp_path / "compressed.xml").write_bytes(gzip.compress(CONTENT, mtime=0))
    (tmp_path / "plain.gz").write_bytes(CONTENT)
    assert _read(tmp_path / "compressed.xml") == CONTENT
    assert _read(tmp_path / "plain.gz") == CONTENT


def test_pipe_is_seekable():
    read_end, write_end = os.pipe()
    with os.fdopen(write_end, "wb") as pipe:
        pipe.write(CONTENT)
    with open_input(f"/dev/fd/{read_end}") as stream:
        assert stream.seekable()
        assert stream.read() == CONTENT
    os.close(read_end)


PACKED = gzip.compress(CONTENT, mtime=0)
CHANGED = PACKED[:-6] + bytes([PACKED[-6] ^ 1]) + PACKED[-5:]


@pytest.mark.parametrize("content", [*(PACKED[:kept] for kept in (5, 12, 20, -1)), CHANGED])
def test_gzip_that_is_cut_short_or_changed_is_reported(tmp_path, content):
    path = tmp_path / "short.gz"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"short.gz: the gzip file is damaged or cut short"):
        open_input(path)


def test_missing_file_and_folder_are_reported(tmp_path):
    with pytest.raises(InputError, match=r"none: no such file$"):
        open_input(tmp_path / "none")
    with pytest.raises(InputError, match="is a folder; name a file"):
        open_input(tmp_path)


@pytest.mark.parametrize(
    ("content", "offset", "line"),
    [
        (b"\xe9", 0, 1),
        (b"abc\nd\xe9f\n", 5, 2),
        ("é\né".encode() + b"\xc3", 5, 2),  # a character that is cut off
        # beyond any buffer, with a character in two parts
        ("ä\n".encode() * 500_000 + b"\xff", 1_500_000, 500_001),
        (b"\xef\xbb\xbf\xed\xa0\x80", 3, 1),  # a surrogate, after a byte order mark
    ],
)
def test_byte_that_is_not_utf8_is_located(content, offset, line):
    place = rf"data: byte 0x{content[offset]:02x} at offset {offset} \(line {line}\) is not UTF-8"
    with pytest.raises(InputError, match=place), utf8_text(io.BytesIO(content), "data") as text:
        text.read()


@pytest.mark.parametrize("name", ["out", "out.gz"])
@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_failure_leaves_nothing_and_keeps_what_was(tmp_path, name, error):
    def write_and_fail():
        with atomic_output(tmp_path / name) as text:
            text.write("half")
            raise error

    with pytest.raises(error):
        write_and_fail()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / name).write_text("old")
    with pytest.raises(error):
        write_and_fail()
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


def test_output_appears_only_at_the_end(tmp_path):
    path = tmp_path / "out"
    path.write_text("old")
    with atomic_output(path) as text:
        text.write("new")
        text.flush()
        assert path.read_text() == "old"
    assert path.read_text() == "new"


def test_output_has_the_permissions_of_any_new_file_or_of_the_old_one(tmp_path):
    umask = os.umask(0o027)
    try:
        with atomic_output(tmp_path / "new") as text:
            text.write("x")
    finally:
        os.umask(umask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    (tmp_path / "new").chmod(0o604)
    with atomic_output(tmp_path / "new") as text:
        text.write("y")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o604


def test_output_goes_through_a_symbolic_link(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    with atomic_output(tmp_path / "link") as text:
        text.write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_standard_output_gets_all_or_nothing(monkeypatch):
    stdout = _StandardStream()
    monkeypatch.setattr(sys, "stdout", stdout)

    def write(fails):
        with atomic_output("-") as text:
            text.write("é\n")
            if fails:
                raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        write(fails=True)
    assert stdout.buffer.getvalue() == b""
    write(fails=False)
    assert stdout.buffer.getvalue() == "é\n".encode()


def test_device_is_written_and_not_replaced():
    with atomic_output(os.devnull) as text:
        text.write("x")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_full_disk_is_reported(full_device):
    with (
        pytest.raises(InputError, match=r"/dev/full: cannot be written"),
        atomic_output(full_device) as text,
    ):
        text.write("x")


def test_output_that_cannot_be_written_is_reported_before_the_work(tmp_path):
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "none" / "out", tmp_path / "file" / "out"):
        with pytest.raises(InputError, match=r"is a folder|cannot be written") as caught:
            atomic_output(path).__enter__()
        assert caught.value.exit_code == 2
        assert "\n" not in str(caught.value)


def _build(path, *, fails=False, replaceable=False):
    with atomic_folder(path, may_replace=lambda folder: replaceable) as folder:
        (folder / "part").write_text("new")
        if fails:
            raise ValueError("stop")


def test_failed_folder_leaves_nothing_and_keeps_what_was(tmp_path):
    with pytest.raises(ValueError, match="stop"):
        _build(tmp_path / "model", fails=True)
    assert list(tmp_path.iterdir()) == []
    _build(tmp_path / "model")
    (tmp_path / "model" / "part").write_text("old")
    with pytest.raises(ValueError, match="stop"):
        _build(tmp_path / "model", fails=True, replaceable=True)
    assert (tmp_path / "model" / "part").read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_folder_is_replaced_only_if_it_may_be(tmp_path):
    model = tmp_path / "model"
    model.mkdir()
    _build(model)
    (model / "other").write_text("precious")
    with pytest.raises(InputError, match="exists and is not replaced"):
        _build(model)
    assert (model / "other").exists()
    _build(model, replaceable=True)
    assert [path.name for path in model.iterdir()] == ["part"]
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_folder_can_be_checked_before_the_work(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis").touch()
    check_folder_output(tmp_path / "new")
    check_folder_output(tmp_path / "full", may_replace=lambda folder: True)
    for name, message in {
        "file": "is a file; name a folder",
        "file/model": "cannot be written",
        "none/model": "there is no folder",
        "full": "exists and is not replaced",
    }.items():
        for check in (check_folder_output, _build):
            with pytest.raises(InputError, match=message):
                check(tmp_path / name)
    with pytest.raises(InputError, match="is a file; name a folder"):
        _build(tmp_path / "file", replaceable=True)
    assert {path.name for path in tmp_path.rglob("*")} == {"file", "full", "thesis"}


KILLED = """
import os, signal, sys
from rte_baselines.core.files.writing import atomic_folder, atomic_output
with atomic_output(sys.argv[1]) as text, atomic_folder(sys.argv[2]) as folder:
    text.write("half")
    text.flush()
    (folder / "half").touch()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_a_killed_writer_leaves_hidden_names_only(tmp_path):
    command = [sys.executable, "-c", KILLED, tmp_path / "out", tmp_path / "model"]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    left = [path.name for path in tmp_path.iterdir()]
    assert len(left) == 2
    assert all(name.startswith(".rte-baselines-") and name.endswith(".tmp") for name in left)


def test_what_several_write_at_a_time_is_not_mixed(tmp_path):
    path = tmp_path / "out"
    with atomic_output(path) as first, atomic_output(path) as second:
        first.write("1")
        second.write("22")
    assert path.read_text() == "1"
    assert list(tmp_path.iterdir()) == [path]


SEVERAL = """
import sys
from rte_baselines.core.files.writing import atomic_folder
for number in range(30):
    with atomic_folder(sys.argv[1], may_replace=lambda there: True) as folder:
        (folder / "part").write_text(sys.argv[2])
"""


@pytest.mark.slow
def test_several_processes_replace_one_folder(tmp_path):
    target = tmp_path / "model"
    writers = [
        subprocess.Popen([sys.executable, "-c", SEVERAL, target, name], stderr=subprocess.PIPE)
        for name in "abc"
    ]
    assert [writer.communicate()[1] for writer in writers] == [b""] * 3
    assert (target / "part").read_text() in set("abc")
    assert list(tmp_path.iterdir()) == [target]


def test_the_longest_name_can_be_written(tmp_path):
    with atomic_output(tmp_path / ("n" * 255)) as text:
        text.write("x")
    _build(tmp_path / ("f" * 255))


def test_a_file_is_locked_by_one_at_a_time(tmp_path):
    path = tmp_path / "lock"
    for _ in range(2):
        with path.open("w") as one, path.open("w") as other:
            assert [locked(one), locked(other)] == [True, False]


def test_nothing_is_locked_without_locks(tmp_path, monkeypatch):
    def refuse(file, how):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(pytest.importorskip("fcntl"), "flock", refuse)
    with (tmp_path / "lock").open("w") as file:
        assert locked(file)
