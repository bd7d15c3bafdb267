"""Work in several processes: the same results, messages and end as in one."""

import os
import signal
import subprocess
import sys
from contextlib import nullcontext
from itertools import count, islice
from pathlib import Path

import pytest
from threadpoolctl import ThreadpoolController, threadpool_info, threadpool_limits

from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError, InputWarning, RteBaselinesError
from rte_baselines.core.processes.workers import Workers, answer, default_workers, naming
from rte_baselines.reproduction.experiment import run_experiments
from tests.calls import advised, calls, killed, negated, process, refused, warned
from tests.own_code import CONFIG, own_feature

pytestmark = pytest.mark.usefixtures("only_data_asked_for", "few_resamples")

CONFIGS = ["word-overlap", "bleu"]


def threads():
    return {library["num_threads"] for library in threadpool_info()}


@pytest.fixture(params=[1, 2])
def one_or_two(request):
    return Workers(1) if request.param == 1 else request.getfixturevalue("two_workers")


def test_one_worker_is_this_process_and_so_are_several_for_one_call():
    assert default_workers() >= 1
    for size, number in ((1, 3), (2, 1)):
        with Workers(size) as workers:
            assert list(workers.stream(process, calls(number))) == [os.getpid()] * number


@pytest.mark.slow
def test_results_are_in_order_and_of_other_processes(two_workers):
    assert list(two_workers.stream(negated, calls(20))) == [-number for number in range(20)]
    assert os.getpid() not in set(two_workers.stream(process, calls(4)))


@pytest.mark.slow
def test_errors_name_the_call(one_or_two):
    with pytest.raises(InputError, match="call 0: 0 is too many"):
        list(one_or_two.stream(refused, calls(2)))


@pytest.mark.slow
def test_each_warning_is_issued_once(one_or_two):
    # No other test issues these.
    with pytest.warns(InputWarning) as caught:
        list(one_or_two.stream(warned, calls(4)))
    assert [str(warning.message) for warning in caught] == ["0 is unusual", "1 is unusual"]


@pytest.mark.slow
def test_a_killed_worker():
    with Workers(2) as workers, pytest.raises(RteBaselinesError, match="a worker was killed"):
        list(workers.stream(killed, calls(2)))


@pytest.mark.slow
def test_workers_advise_as_the_process_that_starts_them(two_workers):
    assert list(two_workers.stream(advised, calls(2))) == ["in_order=True"] * 2
    with advising_options(), Workers(2) as workers:
        assert list(workers.stream(advised, calls(2))) == ["--in-order"] * 2


@pytest.mark.slow
def test_a_stream_takes_calls_as_they_are_needed(two_workers):
    taken = []

    def endless():
        for number in count():
            taken.append(number)
            yield f"call {number}", (number,)

    results = two_workers.stream(negated, endless())
    assert list(islice(results, 30)) == [-number for number in range(30)]
    results.close()
    assert len(taken) < 60


def test_matrix_products_use_one_thread_during_a_call():
    with threadpool_limits(2):
        found = answer(threads, "", ()).result
        assert 2 in threads()
    assert found == {1}


@pytest.fixture
def shared_processes(two_workers, monkeypatch):
    """Let what asks for two processes work in those that the tests share."""

    def shared(count):
        return nullcontext(two_workers) if count == 2 else Workers(count)

    monkeypatch.setattr("rte_baselines.reproduction.experiment.Workers", shared)


@pytest.mark.slow
@pytest.mark.usefixtures("shared_processes")
def test_figures_do_not_depend_on_the_number_of_workers(tmp_path):
    found = {
        count: run_experiments(CONFIGS, ["sample"], tmp_path / str(count), workers=count)[0]
        for count in (1, 2)
    }
    assert found[1].report.to_dict() == found[2].report.to_dict()
    assert found[1].signature == found[2].signature
    for name in CONFIGS:
        for file in ("run.jsonl", "run.txt", "model/learned.json"):
            written = [(tmp_path / count / "sample" / name / file).read_bytes() for count in "12"]
            assert written[0] == written[1]


# Workers inherit standard error, so that it ends when the last of them has.
WAITING = "import os, time; os.write(2, b'ready\\n'); time.sleep(600)"


@pytest.mark.slow
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("is_killed", [False, True], ids=["interrupted", "killed"])
def test_no_worker_outlives_the_command(tmp_path, is_killed):
    (tmp_path / "code.py").write_text(own_feature(statement=WAITING))
    (tmp_path / "mine.cfg").write_text(CONFIG)
    command = [
        *(Path(sys.executable).with_name("rte-baselines"), "demo", "--dataset", "sample"),
        *("--recognizer", "mine.cfg", "--code", "code.py", "--workers", "2"),
    ]
    options = {"stderr": subprocess.PIPE, "start_new_session": True}
    with subprocess.Popen(command, cwd=tmp_path, **options) as parent:
        assert [parent.stderr.readline() for _ in range(2)] == [b"ready\n"] * 2
        if is_killed:
            parent.kill()
        else:
            # A terminal interrupts all processes in the foreground.
            os.killpg(parent.pid, signal.SIGINT)
        try:
            _, said = parent.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            os.killpg(parent.pid, signal.SIGKILL)
            pytest.fail("a worker is left over")
    assert parent.returncode == (-signal.SIGKILL if is_killed else 130)
    assert is_killed or said.decode().splitlines()[-1] == "error: interrupted"


@pytest.mark.parametrize("message", ["a.txt: is damaged", "is damaged"])
def test_what_a_call_works_on_is_named_once(message):
    with pytest.raises(InputError, match=r"^a\.txt: is damaged$"), naming("a.txt"):
        raise InputError(message)


def test_libraries_are_looked_for_again_after_imports(monkeypatch):
    looked = []
    found = ThreadpoolController
    monkeypatch.setattr("threadpoolctl.ThreadpoolController", lambda: looked.append(1) or found())
    # More modules than before, whatever other tests have imported.
    for number in range(2):
        monkeypatch.setitem(sys.modules, f"imported_later_{number}", sys)
        answer(negated, "", (1,))
        answer(negated, "", (1,))
        assert len(looked) == number + 1
