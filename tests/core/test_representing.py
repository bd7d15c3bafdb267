"""What Python shows of the public classes is one short line."""

import inspect
from dataclasses import dataclass, replace
from importlib import import_module

import numpy as np
import pytest

from rte_baselines import Label, Pair, Prediction, Recognizer, Run, compare, evaluate, load_pairs
from rte_baselines.analysis.analyzer import Analyzer, default_analyzer
from rte_baselines.core.code_files import Origin
from rte_baselines.core.registry import registry
from rte_baselines.core.representing import brief, named, plain
from rte_baselines.evaluation.comparison.agreement import agreement
from rte_baselines.evaluation.inputs.judgments import Judgments
from rte_baselines.evaluation.measures.base import available_measures
from rte_baselines.evaluation.rasch import rasch_analysis
from rte_baselines.evaluation.scorers import EntailmentMetric
from rte_baselines.features import FeatureSet, PairBatch
from rte_baselines.features.base import Alignment, Illustration, Output, PairFeature
from rte_baselines.pairs import (
    LabelReader,
    Record,
    Scheme,
    dataset_names,
    find_dataset,
    named_dataset,
    read_pairs,
    write_pairs,
)
from rte_baselines.rendering.tables import Table
from rte_baselines.reproduction import published_figures, published_systems
from rte_baselines.reproduction.experiment import DatasetResults
from rte_baselines.reproduction.reproducing import Figure, Reproduction
from rte_baselines.reproduction.resplitting import RecognizerSpreads, ResplitResults, Spread
from rte_baselines.reproduction.warming import Warmed
from rte_baselines.runs import Withheld
from tests.conftest import draw_few_resamples

LONGEST = 300
ROOMS = ("pairs", "runs", "analysis", "features", "heads", "recognizers", "evaluation")
LONG = "a very long text, " * 60
IDS = [f"{LONG}{number}" for number in range(500)]


class OneHalf(PairFeature):
    """A feature in a class of its own."""

    layers = ("norms",)
    outputs = (Output(""),)

    def compute_pair(self, text, hypothesis):
        return [0.5]


def public_classes():
    """The classes that the package and its rooms name as public, but for abstract ones."""
    found = {}
    for name in ("", *(f".{room}" for room in (*ROOMS, "lexicon", "reproduction"))):
        module = import_module(f"rte_baselines{name}")
        members = (getattr(module, member) for member in module.__all__)
        found |= {m.__name__: m for m in members if inspect.isclass(m)}
    return {name: cls for name, cls in found.items() if not inspect.isabstract(cls)}


@pytest.fixture(scope="module", autouse=True)
def as_many_resamples_as_needed():
    """Draw few resamples: intervals are as long in print, whatever they are."""
    with pytest.MonkeyPatch.context() as patch:
        draw_few_resamples(patch)
        yield


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    """An object of every public class, as large as they get."""
    shards = tmp_path_factory.mktemp("a_very_long_name" * 12)
    for number in range(2):
        pair = Pair(str(number), LONG, LONG, label=Label.ENTAILMENT)
        write_pairs([pair], shards / f"{number}.jsonl")
    train = load_pairs("sample:train")
    pairs = [Pair(pair_id, LONG, LONG, LONG, Label.ENTAILMENT, {LONG: LONG}) for pair_id in IDS]
    gold = [replace(pair, id=f"{LONG}{pair.id}") for pair in train]
    probabilities = {Label.ENTAILMENT: 1 / 3, Label.CONTRADICTION: 1 / 3, Label.UNKNOWN: 1 / 3}
    prediction = Prediction(LONG, Label.ENTAILMENT, 1 / 3, -1e300 / 3, probabilities)
    runs = [
        Run([replace(prediction, id=pair.id) for pair in gold], name=f"{LONG}{number}")
        for number in range(2)
    ]
    report = evaluate(gold, runs)
    comparison = compare(gold, runs)
    recognizer = Recognizer.from_config("lexical-cascade").fit(train)
    explanation = recognizer.explain(LONG, LONG[:-1])
    table = recognizer.features.extract(train, default_analyzer())
    analyses = default_analyzer().analyze([LONG])
    analyses[0].layer("stems")
    many = FeatureSet({f"{LONG}{i}": feature for i, feature in enumerate(table.columns)})
    spread = Spread(1 / 3, (1 / 3,) * 1000)
    results = DatasetResults("rte1", LONG, LONG, report, dict.fromkeys(IDS, LONG))
    codes = np.zeros(1000, dtype=np.int8)
    return [
        *(report, *report.runs, report.runs[0].overall, report.runs[0].overall.confusion),
        *(comparison, *comparison.comparisons, prediction, *runs, runs[0].columns),
        *(pairs[0], *train[:3], recognizer, recognizer.features, recognizer.head, many),
        *(recognizer.head_.decide(table), table, explanation, *explanation.features[:1]),
        *(analyses[0], Analyzer(), PairBatch(analyses, analyses), read_pairs("sample:train")),
        LabelReader("e=entailment"),
        *(Record(1, LONG, LONG, LONG, LONG, LONG, {LONG: LONG}), Label.UNKNOWN, Scheme.THREE_WAY),
        Withheld.UNPARSEABLE,
        *(Alignment(1, 2, "same word"), Illustration(LONG, (LONG,) * 50), Output("number")),
        *(named_dataset(dataset_names()[0]), find_dataset(named_dataset("sample:train"))),
        *(
            OneHalf(),
            registry.get("features", "ngram_bag.v1")(),
            registry.get("weightings", "uniform.v1")(),
            Origin("own.py"),
            Table(LONG, IDS, [IDS]),
        ),
        *available_measures().values(),
        EntailmentMetric("all"),
        agreement([["YES", "NO"] * 50, ["NO", "YES"] * 50]),
        Judgments(codes, codes),
        rasch_analysis(np.random.default_rng(0).integers(0, 2, (5, 50))),
        *(results, ResplitResults("rte1", 10, (RecognizerSpreads(LONG, {}),) * 50, LONG), spread),
        *published_systems(),
        *published_figures(),
        Figure("a", LONG, "rte1", "all", "cws", 1 / 3, 1 / 3, 1 / 3, 1 / 3, (LONG,) * 20),
        Reproduction(tuple(published_systems()), (), results, {}),
        Warmed(len(IDS), frozenset(IDS)),
        read_pairs(shards),
    ]


@pytest.mark.slow
def test_every_public_object_fits_a_line(examples):
    for example in examples:
        shown = repr(example)
        assert "\n" not in shown, shown
        assert len(shown) <= LONGEST, shown
        assert type(example).__name__ in shown


@pytest.mark.slow
def test_every_public_class_is_looked_at(examples):
    seen = {cls.__name__ for example in examples for cls in type(example).__mro__}
    assert set(public_classes()) <= seen


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["features", "heads", "weightings", "word_similarities"])
def test_components_with_long_fields(kind):
    for component in registry.all(kind).values():
        names = inspect.signature(component).parameters
        shown = repr(component(**dict.fromkeys(names, [LONG] * 100)))
        assert "\n" not in shown
        assert len(shown) <= LONGEST


@pytest.mark.parametrize("name", ["majority", "strongest"])
def test_a_recognizer_says_what_it_is(name):
    recognizer = Recognizer.from_config(name)
    assert repr(recognizer).startswith(f"Recognizer('{name}', FeatureSet(")
    assert repr(recognizer).endswith("fitted=False)")
    assert name in recognizer._repr_html_()


def test_short_objects_are_shown_whole():
    pair = Pair("1", "Two ferries sank.", "It sank.", "IE", Label.ENTAILMENT)
    assert repr(pair) == (
        "Pair(id='1', text='Two ferries sank.', hypothesis='It sank.', task='IE', "
        "label='ENTAILMENT')"
    )
    assert repr(Pair("1", "a", "b")) == "Pair(id='1', text='a', hypothesis='b')"
    prediction = Prediction("1", Label.UNKNOWN, 0.5)
    assert repr(prediction) == "Prediction(id='1', label='UNKNOWN', confidence=0.5)"
    assert repr(Run([prediction], name="mine")) == "Run('mine', 1 prediction, ranked=False)"


@pytest.mark.slow
def test_a_report_is_printed_as_a_table_and_shown_in_a_line():
    gold = [Pair("1", "a", "b", label="YES"), Pair("2", "a", "b", label="NO")]
    runs = [Run([Prediction("1", "YES"), Prediction("2", "YES")], name=name) for name in "ab"]
    report, comparison = evaluate(gold, runs), compare(gold, runs)
    assert repr(report) == "Report(a, b, 2 pairs, two-way)"
    assert repr(comparison) == "Comparison(a, b, 2 pairs)"
    for found in (report, comparison):
        assert len(str(found).splitlines()) > 5
        assert found._repr_markdown_() == found.to_markdown()


def test_long_values_and_many_items():
    @brief
    @dataclass
    class Example:
        text: str
        items: list
        array: np.ndarray
        absent: int | None = None

    example = Example("x" * 100, list(range(500)), np.zeros((3, 4)))
    cut = "x" * 37
    assert repr(example) == f"Example(text='{cut}...', items=<500 int>, array=<array (3, 4)>)"
    assert repr(Example("", [1, "a"], np.zeros(2), 3)) == (
        "Example(text='', items=[1, 'a'], array=<array (2,)>, absent=3)"
    )
    assert len(named(example, *["x" * 50] * 50)) == LONGEST


def test_plain_data_is_what_json_has():
    @dataclass
    class Inner:
        label: Label
        counts: np.ndarray

    given = {Label.ENTAILMENT: (Inner(Label.UNKNOWN, np.array([[1, 2]])), None, 0.5)}
    assert plain(given) == {"ENTAILMENT": [{"label": "UNKNOWN", "counts": [[1, 2]]}, None, 0.5]}
    assert type(next(iter(plain(given)))) is str
