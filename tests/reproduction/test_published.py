"""Published figures, and the systems that they are of."""

import csv
import os
from pathlib import Path

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.reproduction.published import (
    published_figures,
    published_systems,
    published_test_figures,
)


def test_all_figures_are_there():
    figures = published_figures()
    assert len(figures) == 721
    assert all(0 <= figure.value <= 1 for figure in figures)
    assert {figure.dataset for figure in figures} == {"rte1"}
    assert {figure.split for figure in figures} == {"dev", "test"}


def test_they_are_those_copied_from_the_papers():
    original = Path(os.environ.get("RTE_BASELINES_DATA", ""), "papers", "published_results.csv")
    if not original.is_file():
        pytest.skip("published results not found: set RTE_BASELINES_DATA to a folder with papers/")
    with original.open(newline="") as stream:
        rows = [row | {"value": float(row["value"])} for row in csv.DictReader(stream)]
    assert [figure._asdict() for figure in published_figures()] == rows


def test_figures_of_a_system():
    # jijkoun2006 Table 1 and the table of section 7.
    found = published_test_figures("jijkoun2006", "M", "rte1")
    assert found["all", "accuracy"] == 0.573
    assert found["CD", "accuracy"] == 0.84
    assert ("all", "cws") not in found
    # The overview of the challenge reports runs that the papers do not.
    assert published_test_figures("jijkoun2006", "Jijkoun run2", "rte1")["all", "cws"] == 0.553
    assert published_test_figures("jijkoun2006", "M", "rte2") == {}
    assert published_test_figures("jijkoun2006", None, "rte1") == {}
    # On development pairs only.
    assert published_test_figures("perez2006", "bleu, H candidate, threshold 0.157", "rte1") == {}


@pytest.mark.parametrize("system", published_systems(), ids=lambda system: system.config)
def test_every_system_is_known_under_its_name(system):
    names = {(figure.paper, figure.system) for figure in published_figures()}
    if system.published_name is not None:
        assert {(system.paper, system.published_name), ("dagan2006", system.published_name)} & names
    assert system.description
    assert system.source
    assert all(" instead of " in stand_in for stand_in in system.stand_ins)


@pytest.mark.slow
def test_an_unknown_paper():
    with pytest.raises(
        InputError, match=r"no system of 'jijkon2006'; did you mean 'jijkoun2006'\?"
    ):
        published_systems(["jijkon2006"])


def test_a_system_is_chosen_by_its_config():
    found = published_systems(["jijkoun2006/m", "nltk"])
    assert [of.config for of in found if of.paper == "jijkoun2006"] == ["jijkoun2006/m"]
    assert {of.paper for of in found} == {"jijkoun2006", "nltk"}
