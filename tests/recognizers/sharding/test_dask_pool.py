"""Dask: the results of one process, on real worker processes, one of which is killed."""

import logging
import os
import platform
import subprocess
import sys
import time
from importlib.metadata import version
from textwrap import indent
from threading import Timer

import pytest

from rte_baselines import Recognizer, load_pairs, read_run
from rte_baselines.core.advice import advising_options
from rte_baselines.core.code_files import import_code
from rte_baselines.core.errors import InputError, InputWarning, RteBaselinesError
from rte_baselines.core.files.paths import NoRoomError
from rte_baselines.recognizers.sharding import predict_shards
from rte_baselines.recognizers.sharding.predicting import model_source
from rte_baselines.recognizers.sharding.shard import ModelSource, predict_shard
from rte_baselines.rules.rule_files import read_rules
from tests.calls import advised, calls, filled_up, lethal, negated, refused, waited
from tests.own_code import CONFIG, own_feature
from tests.recognizers.sharding.test_predicting import (  # noqa: F401
    SAMPLE,
    content,
    finished,
    overlap,
    write_shards,
)

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")
dask_pool_module = pytest.importorskip("rte_baselines.recognizers.sharding.dask_pool")
dask_pool = dask_pool_module.dask_pool
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster():
    settings = {
        # The client looks for a killed worker for so long, half a minute by default.
        "distributed.comm.timeouts.connect": "10s"
    }
    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            silence_logs="CRITICAL",
        ) as cluster,
    ):
        yield cluster


def test_results_are_in_order(cluster):
    with dask_pool(cluster.scheduler_address) as pool:
        assert list(pool.stream(negated, calls(30))) == [-number for number in range(30)]
        assert list(pool.stream(advised, calls(1))) == ["in_order=True"]
        with advising_options():
            assert list(pool.stream(advised, calls(1))) == ["--in-order"]
        with pytest.raises(InputError, match="call 0: 0 is too many"):
            list(pool.stream(refused, calls(3)))


def test_errors_name_the_worker(tmp_path, cluster):
    worker = r"\(on the worker tcp://127\.0\.0\.1:\d+\)$"
    with dask_pool(cluster.scheduler_address) as pool:
        with pytest.raises(InputError, match=f"no such file {worker}"):
            list(pool.stream(read_rules, [("rules", (tmp_path / "rules.txt",))]))
        with pytest.raises(NoRoomError, match=rf"^call 0: .*TMPDIR {worker}"):
            list(pool.stream(filled_up, calls(1)))


def test_pairs_that_a_worker_cannot_see_are_named_with_its_machine(tmp_path, cluster):
    source = str(tmp_path / "pairs.jsonl")
    task = (ModelSource("", ""), source, str(tmp_path), "pairs", "jsonl", {}, False, 0)
    with dask_pool(cluster.scheduler_address) as pool:
        (problem,) = pool.stream(predict_shard, [("pairs", task)])
    machine = f"{platform.node()} (No such file or directory)"
    assert problem == f"{source}: cannot be read on the machine {machine}"


def own_model(folder, share):
    """Write code that gives every pair the same share, and a model that needs it."""
    (folder / "own.py").write_text(own_feature(statement=f"return [{share}]"))
    (folder / "own.cfg").write_text(CONFIG)
    import_code(folder / "own.py")
    model = folder / "own.model"
    if not model.exists():
        Recognizer.from_config(folder / "own.cfg").fit(load_pairs("sample:train")).save(model)
    return model


@pytest.mark.filterwarnings("ignore:.*own.py")
def test_workers_forget_the_code_of_an_earlier_client(tmp_path, cluster, forget):
    pairs = write_shards(tmp_path / "pairs", 80)
    for name, share, count in (("no", 0.0, 0), ("yes", 1.0, 160), ("again", 1.0, 160)):
        forget()
        model = own_model(tmp_path, share)
        with dask_pool(cluster.scheduler_address, models=[model_source(model)]) as pool:
            predict_shards(model, pairs, tmp_path / name, workers=pool)
        labels = [one.label.value for one in read_run(tmp_path / name)]
        assert labels.count("ENTAILMENT") == count


def variables(names):
    return [os.environ.get(name) for name in names]


def test_workers_forget_the_resources_of_an_earlier_client(tmp_path, cluster, monkeypatch):
    (tmp_path / "verbs.txt").write_text("one\n")
    asked = [("", (["RTE_BASELINES_VERBOCEAN"],))] * 4
    with monkeypatch.context() as patch:
        patch.setenv("RTE_BASELINES_VERBOCEAN", str(tmp_path / "verbs.txt"))
        with dask_pool(cluster.scheduler_address) as pool:
            assert all(found for (found,) in pool.stream(variables, asked))
    with dask_pool(cluster.scheduler_address) as pool:
        assert list(pool.stream(variables, asked)) == [[None]] * 4


def test_another_version_is_refused(cluster, monkeypatch):
    monkeypatch.setattr(dask_pool_module, "_OWN_VERSION", "9.9")
    message = f"has version {version('rte-baselines')} of rte-baselines, and this process version 9"
    with pytest.raises(RteBaselinesError, match=message):
        dask_pool(cluster.scheduler_address).__enter__()


@pytest.mark.usefixtures("forget")
def test_code_that_was_removed_is_named(tmp_path, cluster):
    code = tmp_path / "code.py"
    code.write_text("answer = 42\n")
    import_code(code)
    code.unlink()
    with pytest.raises(InputError, match=rf"^{code}: is not there any more"):
        dask_pool(cluster.scheduler_address).__enter__()


def test_a_worker_that_comes_later_refuses_another_version(tmp_path):
    message = f"this worker has version {version('rte-baselines')} .* process version 9.9"
    with pytest.raises(RteBaselinesError, match=message):
        dask_pool_module.unpack(tmp_path, "9.9", {}, {}, [])


@pytest.mark.parametrize("address", ["nonsense://x", "host"])
def test_an_address_that_is_none(address, monkeypatch):
    monkeypatch.setattr(dask_pool_module, "_SECONDS_TO_CONNECT", 1)
    with pytest.raises(RteBaselinesError, match=address):
        dask_pool(address).__enter__()


def test_work_waits_for_a_worker_with_a_warning(monkeypatch):
    monkeypatch.setattr(dask_pool_module, "_SECONDS_BETWEEN_LOOKS", 0.1)
    options = {"dashboard_address": "127.0.0.1:0", "silence_logs": "CRITICAL"}
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, **options) as cluster,
        dask_pool(cluster.scheduler_address) as pool,
    ):
        cluster.scale(0)
        while cluster.scheduler.workers:
            time.sleep(0.01)
        later = Timer(1, cluster.scale, [1])
        later.start()
        with pytest.warns(InputWarning, match="no workers are left; waiting for one"):
            assert list(pool.stream(negated, calls(2))) == [0, -1]
        later.join()


SCHEDULER = """
import distributed
cluster = distributed.LocalCluster(
    n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs="CRITICAL"
)
print(cluster.scheduler_address, flush=True)
input()
"""


def test_a_scheduler_that_is_killed_is_said_in_one_line(capfd):
    command = [sys.executable, "-c", f"if __name__ == '__main__':{indent(SCHEDULER, ' ')}"]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    names = ("distributed", "distributed.client")
    levels = [logging.getLogger(name).level for name in names]
    with (
        subprocess.Popen(command, text=True, **streams) as scheduler,
        dask_pool(scheduler.stdout.readline().strip()) as pool,
    ):
        results = pool.stream(waited, [("call 0", (0,)), ("call 1", (60,))])
        assert next(results) == 0
        scheduler.kill()
        with pytest.raises(RteBaselinesError, match=r"^call 1: the scheduler has ended; start"):
            next(results)
    assert capfd.readouterr().err == ""
    assert [logging.getLogger(name).level for name in names] == levels


# The last two tests kill workers; nothing waits for those that replace them.


def test_a_run_survives_the_death_of_a_worker(tmp_path, cluster, overlap):  # noqa: F811
    pairs = write_shards(tmp_path / "pairs", 2)
    predict_shards(overlap, pairs, tmp_path / "one")
    address = cluster.scheduler_address
    with dask_pool(address, models=[model_source(overlap)]) as pool:
        killed = []

        def kill_once(record):
            if not killed:
                killed.extend(pool.client.run(os.getpid).values())
                os.kill(killed[0], 9)

        predict_shards(overlap, pairs, tmp_path / "dask", workers=pool, progress=kill_once)
        assert killed
    assert finished(tmp_path / "dask") == content(tmp_path / "one")
    assert len(read_run(tmp_path / "dask")) == len(SAMPLE)


def test_a_call_that_kills_its_workers_is_named(cluster, monkeypatch):
    # Three by default; each worker that a call may kill is replaced, which takes some seconds.
    monkeypatch.setattr(cluster.scheduler, "allowed_failures", 0)
    message = "call 0: its workers were killed again"
    with (
        dask_pool(cluster.scheduler_address) as pool,
        pytest.raises(RteBaselinesError, match=message),
    ):
        list(pool.stream(lethal, calls(1)))
