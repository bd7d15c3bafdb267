"""Systems of several runs: their files, the names of their seeds, their pairs."""

import warnings

import pytest

from rte_baselines.core.errors import InputError, InputWarning, RunError
from rte_baselines.evaluation import available_measures
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.seeds import System
from rte_baselines.evaluation.systems.judged import judge, parse_system, seed_names


@pytest.mark.parametrize(
    ("sources", "names"),
    [
        (["a/seed1.jsonl", "a/seed10.jsonl"], ["1", "10"]),
        (["seed10.jsonl", "seed11.jsonl"], ["10", "11"]),
        (["1/run.jsonl", "2/run.jsonl"], ["1", "2"]),
        (["run-red.csv", "run-blue.csv"], ["red", "blue"]),
        (["bert_s1_lr2.jsonl", "bert_s2_lr3.jsonl"], ["1_lr2", "2_lr3"]),
        (["run.jsonl", "run.2.jsonl"], ["run.jsonl", "run.2.jsonl"]),
        (["only.jsonl"], ["only.jsonl"]),
    ],
)
def test_seeds_are_called_by_what_differs(sources, names):
    assert list(seed_names(sources)) == names


def test_files_of_lists_and_patterns(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("b-2.jsonl", "b-1.jsonl", "rte1-1.jsonl", "odd[1].jsonl"):
        (tmp_path / name).touch()
    assert parse_system("b=b-*.jsonl") == ("b", ("b-1.jsonl", "b-2.jsonl"))
    assert parse_system("b = x.jsonl, b-1*") == ("b", ("x.jsonl", "b-1.jsonl"))
    assert parse_system("b={dataset}-*.jsonl", "rte1") == ("b", ("rte1-1.jsonl",))
    # A file of this very name is no pattern.
    assert parse_system("b=odd[1].jsonl") == ("b", ("odd[1].jsonl",))


@pytest.mark.parametrize(
    ("spelling", "message"),
    [
        ("bert", "'bert' is not of the form NAME=RUN,RUN"),
        ("=a.jsonl", "is not of the form"),
        ("bert=", "is not of the form"),
        ("bert=a.jsonl,,b.jsonl", "is not of the form"),
        ("bert=none-*.jsonl", "system bert: there is no file of the pattern 'none-"),
    ],
)
def test_misspelt_systems(spelling, message):
    with pytest.raises(InputError, match=message):
        parse_system(spelling)


def test_refused_systems(system):
    (run,) = system("a", "EN").runs
    with pytest.raises(RunError, match="a: has no run"):
        System("a", (), ())
    with pytest.raises(RunError, match="expected a seed of its own for each"):
        System("a", (run, run), ("1", "1"))


def test_pairs_that_all_runs_label(pairs, system):
    standard = Gold.from_pairs(pairs("ENEN"))
    partly = system("a", "ENEN", "EN")
    found = judge(partly, standard, partial=True)
    assert found.answered.tolist() == [0, 1]
    assert [len(judged.gold) for judged in found.judgments] == [2, 2]
    assert found.judgments[0].unanswered == 2
    with pytest.raises(RunError, match="missing id"):
        judge(partly, standard, partial=False)


def test_runs_of_different_schemes_are_scored_two_way(pairs, system):
    standard = Gold.from_pairs(pairs("ECUE"))
    mixed = judge(system("a", "ECUE", "ENNE"), standard, partial=False)
    assert {judged.scheme.value for judged in mixed.judgments} == {"two-way"}
    three_way = available_measures()["accuracy_3way"]
    assert mixed.why_undefined(three_way) == "the run is two-way (seed 2)"
    two_way = Gold.from_pairs(pairs("ENNE"))
    of_two_way_gold = judge(system("a", "ENNE", "EENE"), two_way, partial=False)
    assert of_two_way_gold.why_undefined(three_way) == "the gold labels are two-way"


def test_copies_of_a_run_are_no_other_seeds(pairs, system):
    standard = Gold.from_pairs(pairs("ENEN"))
    expected = "a: the runs with the seeds 1 and 3 have the same predictions; expected runs of diff"
    with pytest.warns(InputWarning, match=expected):
        judge(system("a", "ENEN", "ENEE", "ENEN"), standard, partial=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        judge(system("a", "ENEN", "ENEE"), standard, partial=False)
        # The same labels of other pairs.
        judge(system("a", "EN", "ENEN"), standard, partial=True)
