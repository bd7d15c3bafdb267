"""Our figures beside the published ones: what is compared with what, and what is said of it."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines import Label, Pair, Recognizer, evaluate, load_pairs
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError
from rte_baselines.rendering.tables import render_text
from rte_baselines.reproduction.document import (
    contrast_lines,
    is_near,
    summary_lines,
    to_markdown,
    to_text,
)
from rte_baselines.reproduction.pages import published_plot, write_pages
from rte_baselines.reproduction.published import PublishedSystem, published_systems
from rte_baselines.reproduction.reproducing import (
    ORACLE,
    Figure,
    Reproduction,
    oracle_accuracy,
    reproduce,
)
from rte_baselines.reproduction.tables import class_table, figures_table, three_way_table
from rte_baselines.runs import Prediction, Run

from .progress import Progress

pytestmark = pytest.mark.usefixtures("only_data_asked_for")


def figure(**changed):
    values = {
        "paper": "smith1999",
        "system": "A",
        "dataset": "rte1",
        "subset": "all",
        "metric": "accuracy",
        "ours": 0.56,
        "low": 0.53,
        "high": 0.59,
        "published": 0.55,
        "stand_ins": (),
    }
    return Figure(**values | changed)


@pytest.mark.parametrize(
    ("published", "difference", "inside", "near"),
    [
        (0.55, 0.01, True, True),
        (0.53, 0.03, True, False),
        (0.535, 0.025, True, True),  # exactly as far as may be
        (0.60, -0.04, False, False),
        (None, None, None, False),
    ],
)
def test_a_figure_and_the_published_one(published, difference, inside, near):
    found = figure(published=published)
    assert found.difference == (None if difference is None else pytest.approx(difference))
    assert found.holds_published is inside
    assert is_near(found) is near


@pytest.fixture(scope="module")
def on_the_sample(remembered_analyses):
    """Two systems on the sample, scored by task."""
    systems = published_systems(["jijkoun2006"])
    progress = Progress()
    (found,) = reproduce(systems, ["sample"], per_task=True, progress=progress)
    assert progress.made == progress.announced
    assert progress.made["Training and testing"] == len(systems)
    return found


@pytest.mark.slow
def test_figures_are_those_of_the_evaluator(on_the_sample):
    train, test = load_pairs("sample:train"), load_pairs("sample:test")
    for system in on_the_sample.systems:
        report = evaluate(test, Recognizer.from_config(system.config).fit(train).predict(test))
        for subset, scores in {"all": report.runs[0].overall, **report.runs[0].tasks}.items():
            for metric, measure in (("accuracy", "accuracy_2way"), ("cws", "cws")):
                found = on_the_sample.of(system, metric, subset)
                estimate = scores.measures[measure]
                assert (found.ours, found.low, found.high) == (
                    estimate.value,
                    estimate.low,
                    estimate.high,
                )
                assert found.published is None


@pytest.mark.slow
def test_text_fits_a_terminal_and_names_stand_ins(on_the_sample):
    text = to_text([on_the_sample], 80, per_task=True)
    assert "oracle: the best accuracy of any threshold on the scores" in " ".join(text.split())
    unbroken = [line for line in text.splitlines() if "pairs:" not in line and "|" not in line]
    assert max(map(len, unbroken)) <= 80
    assert "a: Reuters-21578 and AG News instead of newspaper texts" in text
    assert "M-not-sim-imp" in text
    assert text.splitlines()[-1] == f"sample:test: {on_the_sample.results.signature}"


@pytest.mark.slow
def test_markdown(on_the_sample):
    lines = to_markdown([on_the_sample]).splitlines()
    (header,) = (line for line in lines if line.startswith("| system |"))
    # The sample has no published figures.
    assert header == "| system | accuracy (95%) | oracle | cws (95%) | stand_ins |"
    accuracy = on_the_sample.of(on_the_sample.systems[0], "accuracy")
    percent = [f"{100 * value:.1f}" for value in (accuracy.ours, accuracy.low, accuracy.high)]
    row = next(line for line in lines if line.startswith(f"| {accuracy.system} |"))
    oracle = f"{100 * on_the_sample.of(on_the_sample.systems[0], ORACLE).ours:.1f}"
    assert f"| {percent[0]} ({percent[1]}-{percent[2]}) | {oracle} |" in row


def test_the_table_of_published_figures_fits_a_terminal():
    """With the longest names, all letters and all columns."""
    stand_ins = tuple(f"a new part {number} instead of an old one" for number in range(8))
    system = PublishedSystem(
        "smith1999/A", "smith1999", "bleu+recall+stem+closed-class+wsd, T candidate", "", "",
        stand_ins, None,
    )  # fmt: skip
    figures = tuple(
        figure(system=system.name, metric=metric, published=published, stand_ins=stand_ins)
        for metric, published in (("accuracy", 0.55), (ORACLE, None), ("cws", 0.61))
    )
    table = figures_table(Reproduction((system,), figures, _NoResults(), {}), "smith1999")
    assert max(map(len, render_text(table, 80).splitlines())) <= 80
    assert [cell.partition("\n")[0] for cell in table.rows[0][1:]] == [
        *("56.0", "55.0", "yes", "56.0"),
        *("56.0", "61.0", "no", "a b c d e f g h"),
    ]


class TestOracle:
    PAIRS = tuple(
        Pair(id=str(number), text="", hypothesis="", label=label)
        for number, label in enumerate(
            [Label.ENTAILMENT, Label.NO_ENTAILMENT, Label.ENTAILMENT, Label.NO_ENTAILMENT]
        )
    )

    def run(self, scores):
        return Run(
            Prediction(
                pair.id, Label.ENTAILMENT if score >= 0.5 else Label.NO_ENTAILMENT, score=score
            )
            for pair, score in zip(self.PAIRS, scores, strict=True)
        )

    @pytest.mark.parametrize(
        ("scores", "expected"),
        [
            # A threshold of 0.3 is right on all, though that of 0.5 is right on two.
            ([0.4, 0.2, 0.3, 0.1], 1.0),
            ([0.9, 0.8, 0.7, 0.1], 3 / 4),
            # The wrong way round; calling all pairs the same is the best.
            ([0.1, 0.9, 0.2, 0.8], 1 / 2),
            # One score for all: all or none.
            ([0.6, 0.6, 0.6, 0.6], 1 / 2),
        ],
    )
    def test_by_hand(self, scores, expected):
        assert oracle_accuracy(self.run(scores), self.PAIRS) == expected

    def test_without_scores_there_is_none(self):
        run = Run(Prediction(pair.id, Label.ENTAILMENT) for pair in self.PAIRS)
        assert oracle_accuracy(run, self.PAIRS) is None

    @given(st.lists(st.floats(0, 1), min_size=4, max_size=4))
    def test_at_least_the_accuracy_of_the_run_and_of_one_label(self, scores):
        run = self.run(scores)
        accuracy = evaluate(self.PAIRS, run).runs[0].overall.measures["accuracy_2way"].value
        assert max(accuracy, 1 / 2) <= oracle_accuracy(run, self.PAIRS) <= 1


@pytest.mark.slow
def test_pages_compare_systems_and_give_the_reasons_of_deviations(on_the_sample, tmp_path):
    system = replace(on_the_sample.systems[0], deviation="the moon was full")
    missing = replace(on_the_sample.of(system, "accuracy"), published=0.0)
    figures = [missing, *on_the_sample.figures[1:]]
    assert on_the_sample.figures[0].metric == "accuracy"
    found = replace(
        on_the_sample, figures=tuple(figures), systems=(system, *on_the_sample.systems[1:])
    )
    with advising_options():
        said = "the reasons for larger deviations are written by --output FOLDER\n"
        assert said in to_text([found], 80)
        assert f"- {said}" in to_markdown([found])
    assert "no figures are published" not in to_text([found], 80)
    write_pages([found], tmp_path, command="rte-baselines reproduce")
    files = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert set(files) == {"README.md", "jijkoun2006.md", "published.svg"}
    difference = f"{100 * missing.ours:+.1f}"
    paper = files["jijkoun2006.md"]
    assert f"- **{system.name}** ({difference} points): the moon was full" in paper
    assert f"| {system.name} | {system.config} | {system.description} | {system.source} |" in paper
    assert paper.count("- a: Reuters-21578 and AG News instead of newspaper texts") == 1
    assert "by task: cws, percent" in paper
    index = files["README.md"]
    assert "accuracy on sample: 0 of 1 system;" in index
    ours = " ".join(f"{100 * value:.1f}" for value in (missing.ours, missing.low, missing.high))
    (row,) = (line for line in index.splitlines() if "](jijkoun2006.md) |" in line)
    assert re.sub(r"[|()]|(?<=\d)-", " ", row).split()[1:] == [
        *("jijkoun2006.md", *system.name.split(), "0.0", *ours.split(), difference, "no")
    ]
    assert f"- sample:test: {found.results.signature}" in index
    assert "![Published accuracies against ours](published.svg)" in index


def test_what_is_said_of_many_figures():
    overall = [figure(published=0.5), figure(system="B"), figure(system="C", published=None)]
    ablation = [
        figure(paper="jijkoun2006", system="M", ours=0.58, published=0.573),
        figure(paper="jijkoun2006", system="M-not", ours=0.57, published=0.571),
    ]
    found = Reproduction((), (*overall, *ablation), _NoResults(), {})
    (summary,) = summary_lines(found)
    # 56 against 50 is the one that is neither near nor inside 53 to 59.
    assert summary == (
        "within 2.5 points of a published accuracy on rte1: 3 of 4 systems; with it inside their "
        "95% interval: 3"
    )
    assert list(contrast_lines(found, "jijkoun2006")) == [
        "the not-rule (M minus M-not): +1.0 points, published +0.2"
    ]
    assert not list(contrast_lines(found, "smith1999"))


@pytest.mark.slow
def test_the_plot_has_a_point_and_an_interval_for_each_figure():
    figures = [figure(), figure(published=0.6), figure(published=0.54, ours=0.55)]
    plot = published_plot(figures)
    root = ElementTree.fromstring(plot)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    inside, outside = "published accuracy inside our interval (2)", "outside (1)"
    assert root.get("aria-label") == f"Published accuracies against ours: {inside}, {outside}."
    texts = {"".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert texts >= {inside, outside, "published accuracy, percent"}
    # Each point, and one for each group in the legend.
    uses = [use.get("style", "") for use in root.iter("{http://www.w3.org/2000/svg}use")]
    assert [sum(f"--line-{n})" in style for style in uses) for n in (0, 1)] == [2 + 1, 1 + 1]


class _NoResults:
    family = "rte1"


def test_the_entailed_class_is_shown_where_it_was_published():
    systems = tuple(
        PublishedSystem(f"smith1999/{name}", "smith1999", name, "", "", (), None) for name in "AB"
    )
    figures = tuple(
        figure(system=name, metric=metric, published=0.5 if name == "A" else None)
        for name in "AB"
        for metric in ("accuracy", "precision", "recall", "f1")
    )
    table = class_table(Reproduction(systems, figures, _NoResults(), {}), "smith1999")
    assert table.title == "smith1999 on the test part of rte1: the entailed class, percent"
    assert [row[:3] for row in table.rows] == [["A", "56.0\n53.0-59.0", "50.0\n+6.0"]]
    without = Reproduction(systems[1:], figures, _NoResults(), {})
    assert class_table(without, "smith1999") is None


@pytest.mark.slow
def test_three_way_accuracy_of_systems_with_three_labels():
    cascade = PublishedSystem("lexical-cascade", "toolkit", None, "", "", (), None)
    majority = PublishedSystem("word-overlap", "toolkit", None, "", "", (), None)
    (found,) = reproduce([cascade, majority], ["sample"])
    table = three_way_table(found, "toolkit")
    train, test = load_pairs("sample:train"), load_pairs("sample:test")
    run = Recognizer.from_config("lexical-cascade").fit(train).predict(test)
    expected = evaluate(test, run, measures=["accuracy_3way"]).runs[0].overall
    (row,) = table.rows
    assert row[0] == "lexical-cascade"
    share = 100 * expected.measures["accuracy_3way"].value
    assert row[1].startswith(f"{share:.1f}\n")


@pytest.mark.slow
def test_operations_on_trees_are_counted():
    (found,) = reproduce(published_systems(["kouylekov2006", "nltk"]), ["sample"])
    assert {name.partition("/")[0] for name in found.operations} == {"kouylekov2006"}
    # An analysis is shared by equal hypotheses, each of which counts.
    hypotheses = default_analyzer().analyze([pair.hypothesis for pair in load_pairs("sample:test")])
    words = sum(int((~hypothesis.is_punctuation).sum()) for hypothesis in hypotheses)
    # All words of the hypotheses but the marks, whatever becomes of them.
    for counts in found.operations.values():
        assert counts.insertions + counts.substitutions == words
    text = to_text([found], 80)
    assert "kouylekov2006 on the test part of sample, operations on trees" in text
    assert "nltk on the test part of sample, operations" not in text


@pytest.mark.slow
def test_everything_is_checked_first(without_data):
    progress = Progress()
    with pytest.raises(InputError, match="dataset rte1:dev not found"):
        reproduce(published_systems(["nltk"]), ["sample", "rte1"], progress=progress)
    assert not progress.made
