"""The published systems among the shipped configs."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import brief
from rte_baselines.core.suggestions import did_you_mean
from rte_baselines.recognizers import read_config, shipped_configs


@brief
@dataclass(frozen=True)
class PublishedSystem:
    """A shipped config of a published system, with the ``paper`` in its ``[about]``.

    Parameters
    ----------
    config : str
        The name of the config.
    paper : str
    published_name : str or None
        Its name in `published_figures`; None for variants without published figures.
    description, source : str
    stand_ins : tuple of str
        The parts of the paper's system that this one replaces: "the shipped parser for
        Minipar".
    deviation : str or None
        The reason why our figure differs from the published one, as far as the errors show
        it; for a system without a published figure, a remark on its figure.
    """

    config: str
    paper: str
    published_name: str | None
    description: str
    source: str
    stand_ins: tuple[str, ...]
    deviation: str | None

    @property
    def name(self) -> str:
        """The published name, or else the name of the config without its folder."""
        return self.published_name or self.config.rpartition("/")[2]


def published_systems(papers: Sequence[str] = ()) -> list[PublishedSystem]:
    """Return the systems of some papers, or of all.

    Raises
    ------
    InputError
        If a paper has no system; the message names the papers that have one.
    """
    systems = _systems_of(tuple(shipped_configs().items()))
    known = sorted({system.paper for system in systems})
    for paper in papers:
        if paper not in known:
            hint = did_you_mean(paper, known)
            raise InputError(
                f"no system of {quoted(paper)}; {hint}expected one of {', '.join(known)}"
            )
    return [system for system in systems if not papers or system.paper in papers]


@cache
def _systems_of(configs: tuple[tuple[str, Path], ...]) -> tuple[PublishedSystem, ...]:
    return tuple(
        _system(name, about)
        for name, path in configs
        if "paper" in (about := read_config(path)["about"])
    )


def _system(config: str, about: dict[str, str]) -> PublishedSystem:
    return PublishedSystem(
        config=config,
        paper=about["paper"],
        published_name=about.get("system"),
        description=about["description"],
        source=about["source"],
        stand_ins=tuple(about.get("stand_ins", ())),
        deviation=about.get("deviation"),
    )
