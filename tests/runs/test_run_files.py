"""What the formats of run files have in common."""

import gzip
import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label, Scheme
from rte_baselines.runs import Prediction, Run, read_run, read_runs, write_run

numbers = st.floats(allow_nan=False, allow_infinity=False)
shares = st.floats(0, 1)
tac_ids = st.text(st.characters(codec="ascii", categories=["L", "N", "P"]), min_size=1)


@st.composite
def predictions(draw, ids):
    labels = draw(st.sampled_from([scheme.labels for scheme in Scheme]))
    return [
        Prediction(
            pair_id,
            draw(st.sampled_from(labels)),
            draw(st.none() | shares),
            draw(st.none() | numbers),
            draw(st.none() | st.fixed_dictionaries(dict.fromkeys(labels, shares))),
        )
        for pair_id in draw(st.lists(ids, min_size=1, max_size=6, unique=True))
    ]


def round_trip(run, **options):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        write_run(run, path, **options)
        return read_run(path)


@settings(max_examples=60)
@given(predictions(st.text(st.characters(exclude_categories=()))))
def test_json_lines_lose_nothing(expected):
    assert list(round_trip(expected, format="jsonl")) == expected


@settings(max_examples=60)
@given(predictions(tac_ids.filter(lambda text: not text.startswith("{"))))
def test_tac_files_keep_ids_labels_and_ranking(expected):
    run = Run(expected)
    order = sorted(range(len(run)), key=run.ranking.__getitem__) if run.scores is not None else None
    found = round_trip(run)
    wanted = run.select(order) if order else run
    assert found.ids == wanted.ids
    assert found.labels.tolist() == wanted.labels.tolist()


def test_compressed_runs(tmp_path):
    run = Run([Prediction("1", Label.ENTAILMENT)])
    write_run(run, tmp_path / "run.gz")
    assert gzip.decompress((tmp_path / "run.gz").read_bytes()) == b"1 ENTAILMENT\n"
    assert list(read_run(tmp_path / "run.gz")) == list(run)


def test_standard_input_and_output(monkeypatch, capsysbinary):
    write_run([Prediction("1", Label.UNKNOWN)], "-")
    assert capsysbinary.readouterr().out == b"1 UNKNOWN\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1 UNKNOWN\n")))
    run = read_run("-")
    assert (run.ids, run.name) == (("1",), "standard input")


def test_predictions_are_written_as_they_come(tmp_path):
    def failing():
        yield Prediction("1", Label.ENTAILMENT)
        raise RuntimeError("the recognizer stopped")

    with pytest.raises(RuntimeError, match="stopped"):
        write_run(failing(), tmp_path / "run.jsonl", format="jsonl")
    assert list(tmp_path.iterdir()) == []


def test_unknown_format_and_missing_file(tmp_path):
    with pytest.raises(InputError, match="unknown run format 'xml'; expected tac or jsonl"):
        write_run([], tmp_path / "run", format="xml")
    with pytest.raises(InputError, match="no such file"):
        read_run(tmp_path / "absent")


def test_several_runs_have_names_that_tell_them_apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("first", "second", "a/run", "b/run"):
        Path(name).parent.mkdir(exist_ok=True)
        write_run([Prediction("1", Label.ENTAILMENT)], name)
    assert [run.name for run in read_runs(["first", tmp_path / "second"])] == ["first", "second"]
    assert [run.name for run in read_runs(["a/run", "b/run", "first"])] == [
        *("a/run", "b/run", "first")
    ]
