"""What the tests share: settings, and the RTE data where it is at hand."""

import atexit
import gc
import os
import shutil
import signal
import tempfile

# The workers of the tests fill the cores by themselves; set before anything reads it.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# So do commands, which would start as many processes as there are cores, if nobody says how many.
os.environ.setdefault("LOKY_MAX_CPU_COUNT", "1")
# The user's own cache of analyses is not for tests to read or to fill. The processes of one run of
# the tests share one, so that each snippet is parsed once.
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["RTE_BASELINES_CACHE"] = tempfile.mkdtemp(prefix="rte-baselines-tests-")

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import catalogue
import pytest
from hypothesis import settings

from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core import code_files
from rte_baselines.core.processes.workers import Workers

# The first call of a kernel compiles it, which no deadline allows for.
# The examples are the same in each run, so that the tests say the same of the same commit.
settings.register_profile("rte_baselines", deadline=None, max_examples=25, derandomize=True)
# For a search with other examples each time: --hypothesis-profile thorough.
settings.register_profile("thorough", deadline=None, max_examples=100)
settings.load_profile("rte_baselines")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Collect tests without looking for garbage, and never look for it among them.

    There are thousands, which live as long as the process.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        # As the commands do, and for their reasons.
        gc.set_threshold(50_000)
        atexit.register(gc.freeze)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark property-based tests as slow, and run the modules with the longest tests first.

    So no worker waits for one of these at the end.
    """
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.slow)
    longest = {item.path for item in items if item.get_closest_marker("longest")}
    items.sort(key=lambda item: item.path not in longest)


def pytest_unconfigure() -> None:
    """Remove the cache of analyses after the last test."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        shutil.rmtree(os.environ["RTE_BASELINES_CACHE"], ignore_errors=True)


def _find_rte_folder() -> Path | None:
    folders = [Path(part) for part in os.environ.get("NLTK_DATA", "").split(os.pathsep) if part]
    found = (folder / "corpora" / "rte" for folder in folders)
    return next((folder for folder in found if (folder / "rte1_dev.xml").is_file()), None)


@pytest.fixture(scope="session")
def two_workers() -> Iterator[Workers]:
    """Two other processes, started once, as each loads what it computes with."""
    with Workers(2) as workers:
        # Before a test changes the environment that they inherit.
        list(workers.stream(os.path.basename, [("", ("a",)), ("", ("b",))]))
        yield workers


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let subprocesses be interrupted, which a shell ignores in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def full_device() -> Path:
    """A file that takes no byte, as on a full disk; Linux has one, other systems do not."""
    device = Path("/dev/full")
    if not device.exists():
        pytest.skip("this system has no /dev/full, the only full disk that a test can rely on")
    return device


@pytest.fixture(scope="session")
def rte_data() -> Path:
    """The folder with rte1_dev.xml and its siblings, from NLTK_DATA."""
    folder = _find_rte_folder()
    if folder is None:
        pytest.skip("RTE data not found: set NLTK_DATA to a folder with corpora/rte")
    return folder


@pytest.fixture(scope="session")
def nltk_wordnet() -> Iterator[Any]:
    """NLTK's reader of the database files, from NLTK_DATA."""
    folders = [Path(part) for part in os.environ.get("NLTK_DATA", "").split(os.pathsep) if part]
    if not any((folder / "corpora" / "wordnet" / "lexnames").is_file() for folder in folders):
        pytest.skip("WordNet's files not found: set NLTK_DATA to a folder with corpora/wordnet")
    from nltk.corpus import wordnet
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    def opened(reader: Any, name: str) -> TextIO:
        return Path(reader.abspath(name)).open(encoding=reader.encoding(name))

    with pytest.MonkeyPatch.context() as patch:
        # Lines of the files that NLTK opens by itself take twice as long to read. Its mapping to
        # WordNets of other languages, which no test needs, takes longer than all the rest.
        patch.setattr(WordNetCorpusReader, "open", opened)
        patch.setattr(WordNetCorpusReader, "map_wn", lambda _: None)
        wordnet.ensure_loaded()
        yield wordnet


@pytest.fixture(scope="session")
def released_verbocean() -> Path:
    """The file of VerbOcean's authors, from RTE_BASELINES_VERBOCEAN or RTE_BASELINES_DATA."""
    named = os.environ.get("RTE_BASELINES_VERBOCEAN")
    folder = Path(os.environ.get("RTE_BASELINES_DATA", "absent"), "lexical")
    found = [Path(named)] if named else sorted(folder.glob("verbocean.unrefined*.txt"))
    if not found:
        pytest.skip("VerbOcean not found: set RTE_BASELINES_VERBOCEAN to its unrefined release")
    return found[0]


@pytest.fixture(scope="module")
def remembered_analyses() -> Iterator[None]:
    """Analyse each snippet once in a process; tests keep no parses on disk."""
    with default_analyzer().remembering():
        yield


@pytest.fixture(scope="module")
def remembered_proofs() -> Iterator[None]:
    """Put each question to an engine once; several recognizers and features have the same."""
    from rte_baselines.logic.engines import engine

    answers: dict[Any, Any] = {}
    solve = engine.solutions

    def remember(module: str, tasks: Iterable[Any], workers: int) -> Iterator[Any]:
        for task in tasks:
            question = module, repr(task)
            if question not in answers:
                (answers[question],) = solve(module, [task], workers)
            yield answers[question]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "solutions", remember)
        yield


@pytest.fixture
def without_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the RTE data, wherever it is."""
    hide_data(monkeypatch)


def hide_data(patch: pytest.MonkeyPatch) -> None:
    """Hide the RTE data, wherever it is; an evaluation would look for other datasets there."""
    # First, as this imports nltk.data, which reads NLTK_DATA for all tests to come.
    patch.setattr("nltk.data.path", [])
    patch.delenv("NLTK_DATA", raising=False)
    patch.delenv("RTE_BASELINES_DATA", raising=False)


@pytest.fixture
def only_data_asked_for(request: pytest.FixtureRequest) -> None:
    """Hide the RTE data unless a test asks for it: an evaluation looks for other datasets."""
    if "rte_data" not in request.fixturenames:
        request.getfixturevalue("without_data")


def draw_few_resamples(patch: pytest.MonkeyPatch) -> None:
    """Use 500 resamples for intervals, where tests do not look at these, not 10,000."""
    patch.setattr("rte_baselines.evaluation.resampling.bootstrap._MOST_RESAMPLES", 500)


@pytest.fixture
def few_resamples(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw few resamples, unless a test asks for all that users get."""
    if "all_resamples" not in request.fixturenames:
        draw_few_resamples(monkeypatch)


@pytest.fixture
def all_resamples() -> None:
    """Draw as many resamples as users get."""


@pytest.fixture
def blank_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave plots blank where tests do not look at them."""
    leave_plots_blank(monkeypatch)


def leave_plots_blank(patch: pytest.MonkeyPatch) -> None:
    """Make plots with all that is in them, but write nothing except their size.

    To place and write axes, labels and lines takes most of the time of a page.
    """
    patch.setattr("rte_baselines.rendering.plots._written", _size_of)


def _size_of(figure: Any) -> str:
    width, height = 72 * figure.get_size_inches()
    return f'<svg width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}"></svg>'


@contextmanager
def _forgetting() -> Iterator[Callable[[], None]]:
    """Forget what is imported from outside the package, when asked and at the end."""
    before = dict(catalogue.REGISTRY)
    files_before = dict(code_files._code_files)

    def forgotten() -> None:
        code_files._code_files.clear()
        code_files._code_files.update(files_before)
        for key, component in list(catalogue.REGISTRY.items()):
            is_new = key[0] == "rte_baselines" and before.get(key) is not component
            defined = getattr(component, "func", component)
            if is_new and not defined.__module__.startswith("rte_baselines."):
                del catalogue.REGISTRY[key]
                catalogue.REGISTRY.update({key: before[key]} if key in before else {})

    yield forgotten
    forgotten()


@pytest.fixture
def forget() -> Iterator[Callable[[], None]]:
    """Forget the components from outside the package that a test registers, also at its end."""
    with _forgetting() as forgotten:
        yield forgotten


@pytest.fixture(scope="module", autouse=True)
def code_of_a_module() -> Iterator[None]:
    """Forget the code that tests import, which all workers to come would import, too."""
    with _forgetting():
        yield
