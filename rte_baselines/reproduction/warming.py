"""Compiling the kernels that recognizers need, before they are needed."""

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from rte_baselines.core.processes.workers import Workers, default_workers
from rte_baselines.features import Feature, FeatureSet
from rte_baselines.pairs import load_pairs
from rte_baselines.recognizers import Recognizer, shipped_configs, shipped_models
from rte_baselines.reproduction.extracted_features import feature_key

_PAIRS = 10
_EXPLAINED = 2

Task = Mapping[str, Any]
"""The config of a recognizer."""

Signature = tuple[str, str]
"""A kernel and the types of its arguments."""


class Warmed(NamedTuple):
    """The number of recognizers, and the kernels that were compiled, without those of the cache."""

    recognizers: int
    kernels: frozenset[str]


def warm(
    sources: Iterable[str | Path] = (),
    *,
    workers: int | None = None,
    advance: Callable[[], None] = lambda: None,
) -> Warmed:
    """Compile the kernels of recognizers, and cache them.

    Each distinct feature is computed and explained for some pairs of the sample, so that exactly
    what a recognizer calls is compiled, for the types of its arrays. Sources are configs, names of
    shipped models or model folders, by default all shipped configs. There is a worker for each core
    by default; `advance` is called after each step.

    Raises
    ------
    InputError
        If a recognizer cannot be found or built.
    """
    recognizers = [_recognizer(source) for source in list(sources) or shipped_configs()]
    tasks = _tasks(recognizers)
    by_task = []
    with Workers(workers or default_workers()) as pool:
        for compiled in pool.stream(_compiled_by, (("", (task,)) for task in tasks)):
            by_task.append(compiled)
            advance()
    signatures = set().union(*by_task)
    # If several processes wrote signatures of one kernel at the same time, one may be lost. Their
    # tasks are therefore repeated.
    several = Counter(kernel for kernel, _ in signatures)
    for task, compiled in zip(tasks, by_task, strict=True):
        if any(several[kernel] > 1 for kernel, _ in compiled):
            _compiled_by(task)
    return Warmed(len(recognizers), frozenset(several))


def _recognizer(source: str | Path) -> Recognizer:
    is_model = source in shipped_models() and source not in shipped_configs()
    if is_model or Path(source).is_dir():
        return Recognizer.load(source)
    return Recognizer.from_config(source)


def _tasks(recognizers: Iterable[Recognizer]) -> list[Task]:
    """Return what to compute: the distinct features of each module."""
    distinct = {
        feature_key(feature): feature
        for recognizer in recognizers
        for feature in recognizer.features.features.values()
    }
    # The features of a module call the same kernels. They form one task, so that no other process
    # has to compile these.
    by_module: dict[str, dict[str, Feature]] = {}
    for number, feature in enumerate(distinct.values()):
        by_module.setdefault(type(feature).__module__, {})[f"feature_{number}"] = feature
    head = Recognizer.from_config("majority").head
    return [Recognizer(FeatureSet(features), head).to_config() for features in by_module.values()]


def _compiled_by(task: Task) -> set[Signature]:
    """Run a task, and return the signatures of the kernels that were compiled for it."""
    from numba.core.event import install_recorder

    with install_recorder("numba:compile") as recorder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pairs = list(islice(load_pairs("sample:train"), _PAIRS))
        recognizer = Recognizer.from_config(task).fit(pairs)
        for pair in pairs[:_EXPLAINED]:
            recognizer.explain(pair)
    compiled = (
        (event.data["dispatcher"].py_func, event.data["args"]) for _, event in recorder.buffer
    )
    return {
        (f"{function.__module__}.{function.__qualname__}", str(arguments))
        for function, arguments in compiled
        if function.__module__.startswith("rte_baselines")
    }
