"""The engines that are installed."""

from rte_baselines.core.errors import ResourceError
from rte_baselines.core.registry import registry


def _installed():
    for name, engine in registry.all("engines").items():
        try:
            engine().check_installed()
        except ResourceError:
            continue
        yield name, engine()


ENGINES = dict(_installed())
