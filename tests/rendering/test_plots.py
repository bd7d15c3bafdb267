"""Plots as elements of a page."""

import re
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from rte_baselines.rendering.pages.templates import style_of
from rte_baselines.rendering.plots import (
    _DARK_COLOURS,
    DARK_PAPER,
    PAPER,
    draw,
    name_series,
    palette_css,
    series,
    shortened,
    standalone,
    thinned,
)

NAMES = ["_hidden", "$a^2$ & <b>", "x" * 90]


def plot(axes):
    lines = [axes.plot([0, 1], [0, n], color=series(n).colour)[0] for n in range(len(NAMES))]
    axes.fill_between([0, 1], [0, 1], hatch="//", facecolor=series(0).tint)
    name_series(axes, lines, NAMES)


@pytest.fixture(scope="module")
def svg():
    return draw("first", 'So <"1">.', plot)


@pytest.mark.slow
def test_the_element_is_well_formed_and_described_and_names_are_text_as_they_are(svg):
    root = ElementTree.fromstring(svg)
    assert (root.tag, root.get("role"), root.get("aria-label")) == ("svg", "img", 'So <"1">.')
    shown = ["".join(text.itertext()) for text in root.iter("text")]
    assert {shortened(name) for name in NAMES} <= set(shown)


@pytest.mark.slow
def test_ids_are_unique_and_refer_to_what_is_there_and_nothing_outside_is_affected(svg):
    ids, others = (re.findall(r' id="([^"]*)"', of) for of in (svg, draw("second", "So.", plot)))
    assert ids
    assert len({*ids, *others}) == len(ids) + len(others)
    referred = re.findall(r'url\(#([^)]*)\)|href="#([^"]*)"', svg)
    assert {one or other for one, other in referred} <= set(ids)
    assert not re.search(r"https?:|<style|<metadata|<script", svg)


def test_series_differ_without_colour():
    styles = [series(number) for number in range(8)]
    for sign in ("line", "marker", "hatch", "colour"):
        assert len({str(getattr(style, sign)) for style in styles}) == len(styles)
    assert len({series(number) for number in range(64)}) == 64


# What is left of linear red, green and blue where red or green cones are lacking: G. M. Machado,
# M. M. Oliveira and L. A. F. Fernandes, "A physiologically-based model for simulation of color
# vision deficiency" (2009), severity 1.
VISION = {
    "all cones": np.eye(3),
    "no red cones": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no green cones": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
}


def linear(colour):
    channels = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


# From linear colours to CIE's X, Y, which is the luminance, and Z.
XYZ = [
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
]


def lab(channels):
    """CIE L*a*b* under daylight (D65)."""
    x, y, z = np.cbrt(np.dot(XYZ, np.clip(channels, 0, 1)) / [0.95047, 1, 1.08883])
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


COLOURS = {
    PAPER: [series(number).colour for number in range(8)],
    DARK_PAPER: [line for line, _ in _DARK_COLOURS],
}


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("paper", COLOURS)
def test_colours_differ_for_the_colour_blind(vision, paper):
    seen = [lab(VISION[vision] @ linear(colour)) for colour in COLOURS[paper]]
    # A difference of 2.3 is just noticeable side by side.
    assert min(np.linalg.norm(one - other) for one, other in combinations(seen, 2)) > 15


@pytest.mark.parametrize("paper", COLOURS)
def test_colours_stand_out_from_the_background(paper):
    behind = np.dot(XYZ[1], linear(paper))
    for colour in COLOURS[paper]:
        luminance = np.dot(XYZ[1], linear(colour))
        low, high = sorted((behind, luminance))
        # As WCAG 2.1, criterion 1.4.11, asks of graphics.
        assert (high + 0.05) / (low + 0.05) >= 3


def test_plots_have_the_colours_of_the_page(svg):
    # Styles alone may use variables, which the page defines for light and dark screens.
    assert not re.search("#[0-9a-f]{6}", svg)
    assert not re.search(r' (?:fill|stroke)="var', svg)
    used = set(re.findall(r"var\((--[\w-]+)\)", svg))
    assert {"--line-0", "--line-1", "--plot-ink", "--plot-grid"} <= used
    style = style_of() + palette_css()
    colours = dict(re.findall(r"(--[\w-]+): light-dark\((#[0-9a-f]+, #[0-9a-f]+)\);", style, re.I))
    assert used <= colours.keys()
    # A file has the ground of pages.
    light, dark = colours["--ground"].split(", ")
    assert (2 * light[1:], dark) == (PAPER[1:], DARK_PAPER)


def test_long_names_keep_both_ends():
    assert re.fullmatch(r"begin.{13}end", shortened("begin" + "x" * 100 + "end", longest=21))


@pytest.mark.parametrize("points", [1, 5, 1_000_000])
def test_few_points_are_all_drawn_and_many_thinned(points):
    drawn = thinned(points)
    assert (drawn[0], drawn[-1], len(drawn)) == (0, points - 1, min(points, 1_000))


def test_a_file_has_the_colours_that_it_uses(svg):
    file = standalone(svg)
    root = ElementTree.fromstring(file)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    style = file.split("</style>")[0]
    defined = set(re.findall(r"(--[\w-]+): light-dark", style))
    assert defined >= set(re.findall(r"var\((--[\w-]+)\)", file))
