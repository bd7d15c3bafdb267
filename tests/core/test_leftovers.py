"""What killed writers leave beside an output, and who removes it."""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.core.files import leftovers
from rte_baselines.core.files.leftovers import (
    held_alone,
    held_sibling,
    remove_leftovers,
    temporary_sibling,
)
from rte_baselines.core.files.writing import atomic_folder, atomic_output, check_folder_output
from rte_baselines.core.resources.arrays import write_arrays

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")

KILLED = """
import os, signal, sys
from rte_baselines.core.files.writing import {how}
with {how}(sys.argv[1]) as output:
    {write}
    os.kill(os.getpid(), signal.SIGKILL)
"""
WRITE = {
    "atomic_output": "output.write('half'); output.flush()",
    "atomic_folder": "(output / 'half').write_text('half')",
}


def kill_while_writing(path, how):
    script = KILLED.format(how=how, write=WRITE[how])
    finished = subprocess.run([sys.executable, "-c", script, path], check=False)
    assert finished.returncode == -signal.SIGKILL


def write_file(path):
    with atomic_output(path) as text:
        text.write("whole")


def write_folder(path):
    with atomic_folder(path, may_replace=lambda there: True) as folder:
        (folder / "part").touch()


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "write"), [("atomic_output", write_file), ("atomic_folder", write_folder)]
)
def test_the_next_write_removes_what_a_killed_one_left(tmp_path, how, write):
    kill_while_writing(tmp_path / "output", how)
    [left] = names(tmp_path)
    assert left.startswith(".")
    # Another output is another writer's.
    write(tmp_path / "other")
    assert names(tmp_path) == [left, "other"]
    write(tmp_path / "output")
    assert names(tmp_path) == ["other", "output"]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system has no /proc")
def test_a_writer_that_nobody_has_asked_how_it_ended_has_ended(tmp_path):
    script = KILLED.format(how="atomic_output", write=WRITE["atomic_output"])
    writer = subprocess.Popen([sys.executable, "-c", script, tmp_path / "output"])
    os.waitid(os.P_PID, writer.pid, os.WEXITED | os.WNOWAIT)
    assert len(names(tmp_path)) == 1
    write_file(tmp_path / "output")
    assert names(tmp_path) == ["output"]
    writer.wait()


@pytest.mark.parametrize("locked_for", [0, 3])
def test_a_writer_that_is_ending_is_waited_for(tmp_path, monkeypatch, locked_for):
    # As a process that was killed beside busy ones: it runs, and closes one file after the other.
    writer = os.getppid()
    status = tmp_path / "processes" / str(writer) / "stat"
    status.parent.mkdir(parents=True)
    status.write_text(f"{writer} (a (bracket) R) R 1 1 1 0 -1 4194564 0 0\n")
    monkeypatch.setattr(leftovers, "_PROCESSES", tmp_path / "processes")
    left = left_by(writer, tmp_path / "output")
    with ExitStack() as stack:
        stack.enter_context(held(left) if locked_for else nullcontext())
        waits = []

        def sleep(seconds):
            waits.append(seconds)
            if len(waits) == locked_for:
                stack.close()

        monkeypatch.setattr(leftovers.time, "sleep", sleep)
        write_file(tmp_path / "output")
    assert names(tmp_path) == ["output", "processes"]
    assert len(waits) == locked_for


def test_a_lock_that_outlives_its_writer_is_not_waited_for_in_vain(tmp_path, monkeypatch):
    monkeypatch.setattr(leftovers, "_LOOKS", 2)
    monkeypatch.setattr(leftovers, "_state", lambda process: "ending")
    left = left_by(os.getppid(), tmp_path / "output")
    with held(left):
        write_file(tmp_path / "output")
    assert left.exists()


def test_a_check_beforehand_removes_it_too(tmp_path):
    kill_while_writing(tmp_path / "output", "atomic_folder")
    check_folder_output(tmp_path / "output")
    assert names(tmp_path) == []


def test_a_resource_is_written_over_what_was_left(tmp_path):
    kill_while_writing(tmp_path / "output", "atomic_folder")
    about = dict.fromkeys(("version", "source", "licence"), "none")
    write_arrays(tmp_path / "output", {}, format_name="test.v1", **about)
    assert names(tmp_path) == ["output"]


def test_writers_at_work_are_left_alone(tmp_path):
    with ExitStack() as stack:
        for number in range(3):
            text = stack.enter_context(atomic_output(tmp_path / "output"))
            text.write(str(number))
            folder = stack.enter_context(
                atomic_folder(tmp_path / "folder", may_replace=lambda there: True)
            )
            (folder / str(number)).touch()
        assert len(names(tmp_path)) == 6
    assert names(tmp_path) == ["folder", "output"]
    assert (tmp_path / "output").read_text() == "0"


def ended_process():
    finished = subprocess.Popen([sys.executable, "-c", ""])
    finished.wait()
    return finished.pid


@contextmanager
def held(path):
    """Hold the lock on a file."""
    descriptor = leftovers._locked(path)
    yield
    os.close(descriptor)


def left_by(process, target):
    mine = temporary_sibling(target)
    theirs = mine.with_name(mine.name.replace(f"-{os.getpid()}-", f"-{process}-"))
    theirs.touch()
    return theirs


def test_a_running_process_keeps_its_file(tmp_path):
    left = left_by(os.getppid(), tmp_path / "output")
    write_file(tmp_path / "output")
    assert left.exists()


def test_a_lock_keeps_a_file_whose_process_is_not_seen(tmp_path):
    # So it is in a container: the numbers of others' processes mean nothing there.
    left = left_by(ended_process(), tmp_path / "output")
    with held(left):
        write_file(tmp_path / "output")
        assert left.exists()
    write_file(tmp_path / "output")
    assert not left.exists()


@pytest.mark.parametrize("write", [write_file, write_folder])
def test_an_output_is_locked_until_it_is_in_its_place(tmp_path, monkeypatch, write):
    target = tmp_path / "output"
    write(target)
    before = names(tmp_path)
    # As a process in another container sees it.
    monkeypatch.setattr(leftovers, "_has_id", lambda process: False)
    for name in ("rename", "replace"):
        monkeypatch.setattr(Path, name, removing_first(target, getattr(Path, name)))
    write(target)
    assert names(tmp_path) == before


def removing_first(target, rename):
    def renamed(path, new):
        remove_leftovers(target)
        return rename(path, new)

    return renamed


def test_a_file_that_is_removed_before_it_is_locked_is_created_again(tmp_path):
    created = []

    def create(path):
        created.append(path)
        if len(created) > 1:
            path.touch()

    with held_sibling(tmp_path / "output", create) as temporary:
        assert [temporary] == created[1:]


def test_a_file_that_is_removed_each_time_is_an_error_in_a_line(tmp_path, monkeypatch):
    monkeypatch.setattr("rte_baselines.core.files.writing._create_file", lambda path: None)
    with pytest.raises(InputError, match=r"output: cannot be written \(Device or resource busy\)$"):
        write_file(tmp_path / "output")


SWAPPED = """
import os, signal, sys
from pathlib import Path
from rte_baselines.core.files.writing import atomic_folder

def write(text):
    with atomic_folder(sys.argv[1], may_replace=lambda there: True) as folder:
        (folder / "part").write_text(text)

write("old")
rename = Path.rename
def killed(path, new):
    rename(path, new)
    os.kill(os.getpid(), signal.SIGKILL)
Path.rename = killed
write("new")
"""


@pytest.mark.slow
def test_a_folder_that_was_being_replaced_is_restored(tmp_path):
    target = tmp_path / "output"
    subprocess.run([sys.executable, "-c", SWAPPED, target], check=False)
    assert len(names(tmp_path)) == 2
    with pytest.raises(InputError, match="exists and is not replaced"):
        check_folder_output(target)
    assert names(tmp_path) == ["output"]
    assert (target / "part").read_text() == "old"


SEVERAL = """
import sys
from rte_baselines.core.files.writing import atomic_folder
for number in range(30):
    with atomic_folder(sys.argv[1], may_replace=lambda there: True) as folder:
        (folder / "part").write_text(sys.argv[2])
"""


@pytest.mark.slow
def test_several_processes_replace_one_folder(tmp_path):
    target = tmp_path / "output"
    writers = [
        subprocess.Popen([sys.executable, "-c", SEVERAL, target, name], stderr=subprocess.PIPE)
        for name in "abc"
    ]
    assert [writer.communicate()[1] for writer in writers] == [b""] * 3
    assert (target / "part").read_text() in set("abc")
    write_folder(target)
    assert names(tmp_path) == ["output"]


def test_another_host_keeps_its_file(tmp_path, monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "elsewhere")
    left = left_by(ended_process(), tmp_path / "output")
    monkeypatch.undo()
    write_file(tmp_path / "output")
    assert left.exists()


@pytest.mark.parametrize("name", [".tmp", ".hidden.tmp", ".0123456789abcdef.tmp", "notes.tmp"])
def test_other_files_stay(tmp_path, name):
    (tmp_path / name).touch()
    write_file(tmp_path / "output")
    assert names(tmp_path) == sorted([name, "output"])


def test_a_link_is_not_followed(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "thesis").touch()
    link = left_by(ended_process(), tmp_path / "output")
    link.unlink()
    link.symlink_to(kept)
    write_file(tmp_path / "output")
    assert (kept / "thesis").exists()


def test_the_longest_name_can_be_written(tmp_path):
    write_file(tmp_path / ("n" * 255))
    write_folder(tmp_path / ("f" * 255))


def test_a_lock_is_held_by_one_at_a_time(tmp_path):
    for _ in range(2):
        with (
            held_alone(tmp_path / "lock"),
            pytest.raises(BlockingIOError),
            held_alone(tmp_path / "lock"),
        ):
            pass
    assert names(tmp_path) == []


LOCKED = """
import os, signal, sys
from pathlib import Path
from rte_baselines.core.files.leftovers import held_alone
with held_alone(Path(sys.argv[1])):
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_a_killed_process_leaves_no_lock(tmp_path):
    subprocess.run([sys.executable, "-c", LOCKED, tmp_path / "lock"], check=False)
    assert names(tmp_path) == ["lock"]
    with held_alone(tmp_path / "lock"):
        pass
    assert names(tmp_path) == []


def test_a_lock_on_a_file_that_was_removed_is_none(tmp_path, monkeypatch):
    lock = tmp_path / "lock"
    flock, removed = leftovers.fcntl.flock, []

    def remove_once(descriptor, how):
        # As somebody who held the lock until now.
        if not removed:
            lock.unlink()
            removed.append(descriptor)
        flock(descriptor, how)

    monkeypatch.setattr(leftovers.fcntl, "flock", remove_once)
    with held_alone(lock):
        assert lock.exists()
        with pytest.raises(BlockingIOError), held_alone(lock):
            pass


def test_nothing_is_locked_without_locks(tmp_path, monkeypatch):
    def refuse(descriptor, how):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(leftovers.fcntl, "flock", refuse)
    with held_alone(tmp_path / "lock"), held_alone(tmp_path / "lock"):
        pass
