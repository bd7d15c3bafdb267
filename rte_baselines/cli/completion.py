"""Shell completion of the values of options and arguments.

It runs at each key press, so that no large module is imported here.
"""

from collections.abc import Iterable

from rte_baselines.core.components_table import MODULES


def recognizers(incomplete: str) -> list[str]:
    """Return the shipped configs that start with the text."""
    from rte_baselines.core.resources.resources import shipped_configs

    return _starting(incomplete, shipped_configs())


def recognizers_or_models(incomplete: str) -> list[str]:
    """Return the shipped configs and models that start with the text."""
    from rte_baselines.core.resources.resources import shipped_configs, shipped_models

    return _starting(incomplete, dict.fromkeys([*shipped_configs(), *shipped_models()]))


def models(incomplete: str) -> list[str]:
    """Return the shipped models that start with the text; if none, files."""
    from rte_baselines.core.resources.resources import shipped_models

    return _starting(incomplete, shipped_models())


def models_or_datasets(incomplete: str) -> list[str]:
    """Return the shipped models and the datasets that start with the text; if none, files."""
    return [*models(incomplete), *datasets(incomplete)]


def papers(incomplete: str) -> list[str]:
    """Return the papers with shipped systems that start with the text."""
    from rte_baselines.core.resources.resources import shipped_configs

    folders = (name.split("/")[0] for name in shipped_configs() if "/" in name)
    return _starting(incomplete, dict.fromkeys(folders))


def datasets(incomplete: str) -> list[str]:
    """Return the datasets that start with the text, such as ``rte1:dev``; if none, files."""
    from rte_baselines.pairs import dataset_names

    return _starting(incomplete, dataset_names())


def families(incomplete: str) -> list[str]:
    """Return the families of datasets to train and test on, such as ``rte1``."""
    from rte_baselines.pairs.datasets import families_with_test

    return _starting(incomplete, families_with_test())


def written_formats(incomplete: str) -> list[str]:
    """Return the writable formats of pairs that start with the text."""
    from rte_baselines.pairs import format_names

    return _starting(incomplete, format_names(writable=True))


def engines(incomplete: str) -> list[str]:
    """Return the engines that start with the text, such as ``cvc5.v1``."""
    return _starting(incomplete, MODULES["engines"])


def measures(incomplete: str) -> list[str]:
    """Return completions of the last name in a list of measures, with the names before it."""
    before, comma, last = incomplete.rpartition(",")
    names = ["all", *(name.rpartition(".v")[0] for name in sorted(MODULES["measures"]))]
    chosen = before.split(",")
    known = [name for name in dict.fromkeys(names) if name not in chosen]
    return [f"{before}{comma}{name}" for name in _starting(last, known)]


def _starting(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
