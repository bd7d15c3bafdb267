"""Plots as elements of a page."""

import re
from xml.etree import ElementTree

import pytest

from rte_baselines.evaluation.page.drawing import draw, name_series, series, shortened, thinned

NAMES = ["_hidden", "$a^2$ & <b>", "x" * 90]


def plot(axes):
    lines = [
        axes.plot([0, 1], [0, number], color=series(number).colour)[0]
        for number in range(len(NAMES))
    ]
    axes.fill_between([0, 1], [0, 1], hatch="//")
    name_series(axes, lines, NAMES)


@pytest.fixture(scope="module")
def svg():
    return draw("first", 'So <"1">.', plot)


def ids(svg):
    return re.findall(r' id="([^"]*)"', svg)


def test_the_element_is_sound_and_says_what_it_shows(svg):
    root = ElementTree.fromstring(svg)
    assert (root.tag, root.get("role"), root.get("aria-label")) == ("svg", "img", 'So <"1">.')


def test_the_same_plot_is_the_same_bytes(svg):
    assert draw("first", 'So <"1">.', plot) == svg


def test_ids_are_unique_on_a_page_of_many_plots(svg):
    both = ids(svg) + ids(draw("second", "So.", plot))
    assert both
    assert len(set(both)) == len(both)


def test_what_is_referred_to_is_there(svg):
    referred = re.findall(r'url\(#([^)]*)\)|href="#([^"]*)"', svg)
    assert {one or other for one, other in referred} <= set(ids(svg))


def test_nothing_reaches_out_of_the_element(svg):
    assert not re.search(r"https?:|<style|<metadata|<script", svg)


def test_names_are_text_as_they_are(svg):
    shown = ["".join(text.itertext()) for text in ElementTree.fromstring(svg).iter("text")]
    for name in NAMES:
        assert shortened(name) in shown


def test_series_differ_without_colour():
    styles = [series(number) for number in range(6)]
    for sign in ("line", "marker", "hatch", "colour"):
        assert len({str(getattr(style, sign)) for style in styles}) == len(styles)
    assert len({series(number) for number in range(36)}) == 36


def test_long_names_keep_both_ends():
    short = shortened("begin" + "x" * 100 + "end", longest=21)
    assert len(short) == 21
    assert short.startswith("begin")
    assert short.endswith("end")


@pytest.mark.parametrize("points", [1, 5, 1_000_000])
def test_few_points_are_all_drawn_and_many_thinned(points):
    drawn = thinned(points)
    assert drawn[0] == 0
    assert drawn[-1] == points - 1
    assert len(drawn) == min(points, 1_000)
