"""The published systems that come with the package as configs."""

from collections.abc import Sequence
from dataclasses import dataclass

from rte_baselines.errors import InputError
from rte_baselines.quoting import quoted
from rte_baselines.recognizers import read_config, shipped_configs
from rte_baselines.representing import brief
from rte_baselines.suggestions import did_you_mean


@brief
@dataclass(frozen=True)
class PublishedSystem:
    """A shipped config whose ``[about]`` names the paper that it is of.

    Parameters
    ----------
    config : str
        The name of the config.
    paper : str
    published_name : str or None
        What the paper calls it in `published_figures`; None for variants that the paper
        has no figures for.
    description, source : str
    stand_ins : tuple of str
        What stands for what of the paper's: "the shipped parser for Minipar".
    deviation : str or None
        Why our figure is elsewhere than the published one, as far as its errors tell; of a
        system without one, what there is to say of its figure.
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
        """The published name, or the config's without its folder."""
        return self.published_name or self.config.rpartition("/")[2]


def published_systems(papers: Sequence[str] = ()) -> list[PublishedSystem]:
    """Return the systems of some papers, or of all.

    Raises
    ------
    InputError
        If there is no system of one of the papers; the message names those that there are.
    """
    systems = [
        _system(name, about)
        for name, path in shipped_configs().items()
        if "paper" in (about := read_config(path)["about"])
    ]
    known = sorted({system.paper for system in systems})
    for paper in papers:
        if paper not in known:
            hint = did_you_mean(paper, known)
            raise InputError(
                f"no system of {quoted(paper)}; {hint}there are those of {', '.join(known)}"
            )
    return [system for system in systems if not papers or system.paper in papers]


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
