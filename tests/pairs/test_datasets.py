"""Named datasets are found where they are looked for."""

import sys
from pathlib import Path

import nltk
import pytest

from rte_baselines.core.errors import DatasetNotFoundError, InputError, RteBaselinesError
from rte_baselines.pairs import Label, Pair, dataset_names, load_pairs, read_pairs, write_pairs
from rte_baselines.pairs.datasets import (
    dataset_splits,
    describe_datasets,
    download_rte,
    families_with_test,
)

PAIRS = [
    Pair("1", "a", "b", "IR", Label.ENTAILMENT),
    Pair("2", "c", "d", "IR", Label.NO_ENTAILMENT),
]


@pytest.fixture
def empty(tmp_path, monkeypatch):
    """A folder where nothing is, on a machine that has no data at all."""
    monkeypatch.delenv("RTE_BASELINES_DATA", raising=False)
    monkeypatch.delenv("NLTK_DATA", raising=False)
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path / "nltk_data")])
    return tmp_path


def place(folder, name="rte1_dev.xml", format_name="rte1_xml"):
    folder.mkdir(parents=True, exist_ok=True)
    write_pairs(PAIRS, folder / name, format_name)
    return folder


def test_families_and_splits():
    assert families_with_test()["sick"] == ("sick:train", "sick:test")
    assert "med" not in families_with_test()
    assert dataset_splits()["rte2"] == ["dev", "test"]
    assert dataset_splits()["sample"] == ["train", "test"]


@pytest.mark.parametrize("below", ["", "rte", "corpora/rte"])
def test_data_folder_may_be_the_files_or_above_them(empty, below):
    place(empty / "data" / below)
    stream = read_pairs("rte1:dev", data_dir=empty / "data")
    assert list(stream) == PAIRS
    assert stream.source == "rte1:dev"


def test_nltk_path_is_searched(empty):
    place(empty / "nltk_data" / "corpora" / "rte")
    assert load_pairs("rte1:dev") == PAIRS


def test_nearer_folder_wins(empty, monkeypatch):
    folders = [place(empty / name) for name in ("ours", "nltk")]
    monkeypatch.setenv("RTE_BASELINES_DATA", str(folders[0]))
    monkeypatch.setenv("NLTK_DATA", str(folders[1]))
    for folder in folders:
        found = {dataset.name: files for dataset, files in describe_datasets()}
        assert found["rte1:dev"] is not None
        assert found["rte1:dev"].pairs == folder / "rte1_dev.xml"
        (folder / "rte1_dev.xml").unlink()


@pytest.fixture
def elsewhere(empty, monkeypatch):
    """A folder that is empty, while the environment names one with all the data."""
    for challenge, format_name in ((1, "rte1_xml"), (2, "rte2_xml"), (3, "rte2_xml")):
        for split in ("dev", "test"):
            place(empty / "ours", f"rte{challenge}_{split}.xml", format_name)
    for split in ("dev", "test"):
        labels = empty / "ours" / f"rte3_{split}_3way.tsv"
        labels.write_text("1\tENTAILMENT\n2\tCONTRADICTION\n")
    for variable in ("RTE_BASELINES_DATA", "NLTK_DATA"):
        monkeypatch.setenv(variable, str(empty / "ours"))
    (empty / "given").mkdir()
    return empty / "given"


@pytest.mark.parametrize("name", [name for name in dataset_names() if name.startswith("rte")])
def test_a_folder_that_is_named_is_the_only_one_looked_in(elsewhere, name):
    assert len(load_pairs(name)) == 2
    with pytest.raises(DatasetNotFoundError) as caught:
        read_pairs(name, data_dir=elsewhere)
    family, _, split = name.removesuffix("-3way").partition(":")
    assert f"no {family.removesuffix('-3way')}_{split}.xml in {elsewhere} (nor" in str(caught.value)
    assert "ours" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_three_way_labels_are_not_taken_from_elsewhere(elsewhere):
    place(elsewhere / "corpora" / "rte", "rte3_dev.xml", "rte2_xml")
    with pytest.raises(DatasetNotFoundError, match=f"no rte3_dev_3way.tsv in {elsewhere} "):
        read_pairs("rte3-3way:dev", data_dir=elsewhere)
    labels = elsewhere / "corpora" / "rte3_threeway" / "rte3_dev_3way.tsv"
    labels.parent.mkdir()
    labels.write_text("1\tENTAILMENT\n2\tUNKNOWN\n")
    assert load_pairs("rte3-3way:dev", data_dir=elsewhere)[1].label is Label.UNKNOWN


def write_sick(folder, file="SICK_train_trial.txt", pairs=5):
    folder.mkdir(parents=True, exist_ok=True)
    rows = (f"{number}\ta\tb\tNEUTRAL\n" for number in range(pairs))
    header = "pair_ID\tsentence_A\tsentence_B\tentailment_judgment\n"
    (folder / file).write_text(header + "".join(rows))


@pytest.mark.parametrize("below", ["", "sick", "nli/sick", "corpora/sick"])
def test_parts_of_sick(empty, monkeypatch, below):
    monkeypatch.setattr("rte_baselines.pairs.datasets._HALF_OF_SICK", 3)
    write_sick(empty / below)
    first, second, all_ids = (
        [pair.id for pair in load_pairs(f"sick:{split}", data_dir=empty)]
        for split in ("train-first", "train-second", "train")
    )
    assert (first, second) == (["0", "1", "2"], ["3", "4"])
    assert all_ids == first + second
    assert load_pairs("sick:train", data_dir=empty)[0].label is Label.UNKNOWN
    with read_pairs("sick:train", data_dir=empty) as whole:
        assert whole.count() == 5
    with read_pairs("sick:train-first", data_dir=empty) as half:
        assert half.count() is None


def test_the_whole_file_of_a_part_is_checked(empty):
    write_sick(empty)
    with (empty / "SICK_train_trial.txt").open("a") as file:
        file.write("1\ta\tb\tNEUTRAL\n")
    with pytest.raises(InputError, match=r"SICK_train_trial.txt: line 7.*'1'"):
        load_pairs("sick:train-first", data_dir=empty)


def write_med(folder, *genres):
    rows = (f"{n}\t{genre}\ta\tb\tneutral\n" for n, genre in enumerate(genres))
    header = "pairID\tgenre\tsentence1\tsentence2\tgold_label\n"
    (folder / "med.tsv").write_text(header + "".join(rows))


def test_the_tasks_of_med_are_monotonicities(empty):
    write_med(empty, "crowd:downward_monotone:npi", "paper:non_monotone", "paper:upward_monotone")
    pairs = load_pairs("med:test", data_dir=empty)
    assert [pair.task for pair in pairs] == ["downward_monotone", "non_monotone", "upward_monotone"]
    assert pairs[0].attributes == {"genre": "crowd:downward_monotone:npi"}


@pytest.mark.parametrize("genre", ["crowd:npi", "upward_monotone:non_monotone"])
def test_pairs_of_med_need_a_monotonicity(empty, genre):
    write_med(empty, genre)
    with pytest.raises(InputError, match=f"'0': the genre is '{genre}'; expected one of upward_"):
        load_pairs("med:test", data_dir=empty)


def write_hans(folder, *heuristics):
    rows = (f"ex{n}\t{name}\tcase\ta\tb\tnon-entailment\n" for n, name in enumerate(heuristics))
    header = "pairID\theuristic\tsubcase\tsentence1\tsentence2\tgold_label\n"
    (folder / "hans.tsv").write_text(header + "".join(rows))


def test_the_tasks_of_hans_are_heuristics(empty):
    write_hans(empty, "lexical_overlap", "subsequence", "constituent")
    pairs = load_pairs("hans:test", data_dir=empty)
    assert [pair.task for pair in pairs] == ["lexical_overlap", "subsequence", "constituent"]
    assert pairs[0].attributes == {"heuristic": "lexical_overlap", "subcase": "case"}
    write_hans(empty, "guessing")
    with pytest.raises(InputError, match="pair 'ex0': the heuristic is 'guessing'; expected one"):
        load_pairs("hans:test", data_dir=empty)


def test_missing_dataset_says_where_and_how(empty, monkeypatch):
    monkeypatch.setenv("RTE_BASELINES_DATA", str(empty / "ours"))
    with pytest.raises(DatasetNotFoundError) as caught:
        read_pairs("rte1:dev")
    message = str(caught.value)
    for folder in ("ours", "nltk_data"):
        assert str(empty / folder) in message
    assert "rte1_dev.xml" in message
    assert "`rte-baselines download rte`" in message
    assert "\n" not in message


@pytest.mark.parametrize("name", ["rte1:dev", "sample:test"])
def test_data_folder_must_exist(empty, name):
    with pytest.raises(InputError, match="none: no such folder"):
        read_pairs(name, data_dir=empty / "none")
    with pytest.raises(InputError, match=r"^'': no such folder"):
        read_pairs(name, data_dir="")


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("rte1:tst", "'rte1:test'"),
        ("rte1", "'rte1:dev' or 'rte1:test'"),
        ("rte3_3way:dev", "'rte3-3way:dev'"),
    ],
)
def test_unknown_name_gives_the_nearest(name, nearest):
    message = f"unknown dataset '{name}'; did you mean {nearest}"
    with pytest.raises(InputError, match=message) as error:
        read_pairs(name)
    assert all(known in str(error.value) for known in dataset_names())


def test_name_wins_over_file_and_path_does_not(empty, monkeypatch):
    monkeypatch.chdir(empty)
    for name in ("rte1:dev", "mine:dev"):
        write_pairs(PAIRS[:1], empty / name, "jsonl")
    with pytest.raises(DatasetNotFoundError):
        read_pairs("rte1:dev")
    assert load_pairs("./rte1:dev") == load_pairs(Path("rte1:dev")) == PAIRS[:1]
    assert load_pairs("mine:dev") == PAIRS[:1]


@pytest.mark.parametrize(
    "below", [".", "data", "data/rte", "data/rte3_threeway", "rte3_threeway", "data/corpora/rte"]
)
def test_three_way_labels_stand_beside_the_pairs(empty, below):
    place(empty / "data" / "rte", "rte3_dev.xml", "rte2_xml")
    folder = empty / below
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rte3_dev_3way.tsv").write_text("id\tlabel\n1\tENTAILMENT\n2\tCONTRADICTION\n")
    if not below.startswith("data"):
        with pytest.raises(DatasetNotFoundError, match=r"put rte3_dev_3way.tsv, .*`id<TAB>label`"):
            read_pairs("rte3-3way:dev", data_dir=empty / "data")
        return
    pairs = load_pairs("rte3-3way:dev", data_dir=empty / "data")
    assert [pair.label for pair in pairs] == [Label.ENTAILMENT, Label.CONTRADICTION]
    assert load_pairs("rte3:dev", data_dir=empty / "data") == PAIRS


def test_missing_datasets_are_described_as_missing(empty):
    found = {dataset.name: files for dataset, files in describe_datasets()}
    assert list(found) == dataset_names()
    assert {name for name, files in found.items() if files} == {"sample:train", "sample:test"}


def test_shipped_sample_needs_no_nltk(empty, monkeypatch):
    monkeypatch.setitem(sys.modules, "nltk", None)
    assert load_pairs("sample:train")[0].attributes["phenomenon"]


def test_download_calls_nltk(empty, monkeypatch):
    def download(package, download_dir, **options):
        assert package == "rte"
        place(Path(download_dir) / "corpora" / "rte")
        return True

    def fail(*arguments, **options):
        raise ValueError("no\nnetwork")

    monkeypatch.setattr(nltk, "download", download)
    (empty / "given").mkdir()
    assert download_rte(empty / "given") == empty / "given" / "corpora" / "rte"
    assert load_pairs("rte1:dev", data_dir=empty / "given") == PAIRS
    monkeypatch.setattr(nltk, "download", fail)
    with pytest.raises(RteBaselinesError, match=r"could not be downloaded: no network$"):
        download_rte(empty)
