"""Trained models that are named on the command line, and the workers that use them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rte_baselines.cli import completion
from rte_baselines.cli.console import say
from rte_baselines.cli.options import count_option
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.resources.resources import DEFAULT_MODEL, shipped_models

if TYPE_CHECKING:
    from rte_baselines.core.processes.workers import Pool
    from rte_baselines.pairs import Pair
    from rte_baselines.recognizers import Recognizer
    from rte_baselines.recognizers.sharding.shard import ModelSource
    from rte_baselines.runs import Run


def _refuse_pairs(context: typer.Context, model: str) -> str:
    """Refuse pairs in the place of the model, before it is said that the pairs are missing."""
    if context.resilient_parsing or model in shipped_models() or Path(model).is_dir():
        return model
    from rte_baselines.pairs.datasets import named_dataset

    if model == "-" or Path(model).is_file() or named_dataset(model):
        raise InputError(
            f"MODEL is missing: {quoted(model)} are pairs; expected a model before them, such as "
            f"{DEFAULT_MODEL} (see {context.command_path} --help)"
        )
    return model


WorkersOption = Annotated[
    int | None,
    count_option(
        "--workers",
        help="The number of processes; by default, one for each core. Results do not depend on it.",
    ),
]
SchedulerOption = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="The Dask scheduler whose workers do the work, as tcp://host:8786, or local.",
    ),
]
EngineOption = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="ENGINE",
        help="The engine that looks for proofs, for recognizers that need one; see `list engines`.",
        autocompletion=completion.engines,
    ),
]
ModelArgument = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        callback=_refuse_pairs,
        help="A folder that `train` wrote, or a model that comes with the package; see "
        "`list models`. Or an NLI model of Hugging Face: a folder, or hf:OWNER/NAME.",
        autocompletion=completion.models,
    ),
]
ModelLabelsOption = Annotated[
    str | None,
    typer.Option(
        "--model-labels",
        metavar="LABEL,...",
        help="The labels of the classes 0, 1, 2 of a model of Hugging Face that does not say.",
    ),
]
DownloadOption = Annotated[
    bool, typer.Option("--download", help="Download hf:OWNER/NAME, if it is not in the cache.")
]


def load_model(
    name: str | None,
    engine: str | None = None,
    *,
    model_labels: Sequence[str] | None = None,
    download: bool = False,
) -> "Recognizer":
    """Return a trained recognizer, and say on stderr if it is a shipped one.

    The name is that of a folder or a shipped model; None for the default model, which is always the
    shipped one. An engine takes the place of its own for proofs.
    """
    from rte_baselines.recognizers import Recognizer
    from rte_baselines.recognizers.nli.model import HUB
    from rte_baselines.recognizers.persistence import find_model, is_shipped

    source: str | Path
    if name is None:
        source = shipped_models()[DEFAULT_MODEL]
    else:
        source = name if name.startswith(HUB) else find_model(name)
    recognizer = Recognizer.load(source, model_labels=model_labels, download=download)
    if isinstance(source, Path) and is_shipped(source):
        say(f"using the model {source.name} that comes with the package")
    if engine is not None:
        # Engines take a while to import.
        from rte_baselines.recognizers.engines import use_engine

        use_engine(recognizer, engine)
    return recognizer


def names_model(name: str) -> bool:
    """Whether this is a model's folder, or the name of a shipped model or of one on a hub."""
    from rte_baselines.recognizers.nli.folder import is_nli_folder
    from rte_baselines.recognizers.nli.model import HUB
    from rte_baselines.recognizers.persistence import is_model

    folder = Path(name)
    is_one = is_model(folder) or is_nli_folder(folder)
    return is_one or name in shipped_models() or name.startswith(HUB)


@contextmanager
def pool_named(
    scheduler: str | None, workers: int | None, models: "Sequence[ModelSource]" = ()
) -> Iterator["Pool"]:
    """Yield the workers of a Dask scheduler, or processes of this machine.

    There is by default one for each core. The workers of a scheduler are sent the models.
    """
    if scheduler is None:
        from rte_baselines.core.processes.workers import Workers, default_workers

        with Workers(workers or default_workers()) as processes:
            yield processes
        return
    from rte_baselines.recognizers.sharding.dask_pool import dask_pool

    with dask_pool(scheduler, models=models, workers=workers) as cluster:
        yield cluster


def runs_of_baselines(pairs: "Sequence[Pair]", runs: "Sequence[Run]") -> "list[Run]":
    """Return the runs of shipped models on the labelled pairs, in the scheme of the headline."""
    from rte_baselines.evaluation.inputs.judgments import scheme_of_codes
    from rte_baselines.evaluation.measures.accuracy import headline
    from rte_baselines.pairs import scheme_of
    from rte_baselines.recognizers.ready import BASELINES, baseline_runs

    labelled = [pair for pair in pairs if pair.label is not None]
    schemes = [scheme_of(pair.label for pair in labelled if pair.label)]
    schemes += [scheme_of_codes(run.columns.codes) for run in runs if run.has_labels]
    scheme = headline(schemes).scheme
    say(f"labelling {counted(len(labelled), 'pair')} with {', '.join(BASELINES[scheme])}")
    with pool_named(None, None) as pool:
        return baseline_runs(labelled, scheme, workers=pool)
