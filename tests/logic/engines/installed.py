"""The engines that are installed."""

from rte_baselines.core.registry import registry

_ALL = {name: engine() for name, engine in registry.all("engines").items()}
ENGINES = {name: engine for name, engine in _ALL.items() if engine.is_installed()}
