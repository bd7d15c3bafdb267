"""What the formats of run files have in common."""

import gzip
import io
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.pairs import Label, Scheme
from rte_baselines.runs import Prediction, Run, read_run, read_runs, write_run
from rte_baselines.runs.reader import name_of_file

numbers = st.floats(allow_nan=False, allow_infinity=False)
shares = st.floats(0, 1)
NOT_IN_JSON = "[\ud800-\udfff]"
NOT_IN_TABLES = "[\0\t\r\n\ud800-\udfff]"
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
            draw(st.none() | st.integers(1, 2**64 - 1)),
            draw(st.sampled_from([None, "model@0123456789ab"])),
        )
        for pair_id in draw(st.lists(ids, min_size=1, max_size=6, unique=True))
    ]


def round_trip_or_refusal(run, run_format, **options):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        try:
            write_run(run, path, format=run_format, **options)
            return read_run(path), ""
        except InputError as error:
            return None, str(error)


any_id = st.text(st.characters(exclude_categories=()), min_size=1)


# Predictions are drawn once for all formats, as drawing takes longer than writing and reading.
@settings(max_examples=60)
@given(predictions(any_id | any_id.map(str.strip).filter(bool) | tac_ids))
def test_what_is_written_is_read_or_refused(expected):
    ids = [prediction.id for prediction in expected]
    for run_format in ("jsonl", "csv", "tsv", "parquet"):
        found, refusal = round_trip_or_refusal(expected, run_format)
        if found is not None:
            assert list(found) == expected, run_format
            continue
        assert "\n" not in refusal
        refused = NOT_IN_JSON if run_format == "jsonl" else NOT_IN_TABLES
        assert any(name != name.strip() for name in ids) or re.search(refused, "".join(ids))


@pytest.mark.filterwarnings("ignore:.*a TAC run file (has|keeps|puts)")
@settings(max_examples=60)
@given(predictions(any_id | tac_ids), st.booleans())
def test_tac_files_keep_ids_labels_and_ranking_or_are_refused(expected, ranked):
    run = Run(expected)
    found, refusal = round_trip_or_refusal(expected, "tac", ranked=ranked)
    if found is None:
        assert "write the run as jsonl" in refusal
        assert "\n" not in refusal
        return
    is_ranked = ranked and run.ranking is not None
    order = sorted(range(len(run)), key=run.ranking.__getitem__) if is_ranked else None
    wanted = run.select(order) if order else run
    assert found.ids == wanted.ids
    assert found.labels.tolist() == wanted.labels.tolist()
    assert found.columns.digests.tolist() == wanted.columns.digests.tolist()


IN_EVERY_FORMAT = {
    "rte_xml": '<c>\n<pair id="a" value="TRUE"/>\n<pair id="b" entailment="NO ENTAILMENT"/>\n</c>',
    "json_lines": '{"id": "a", "label": "entailment"}\n{"id": "b", "label": "not_entailment"}\n',
    "json_array": '[{"id": "a", "label": "entailment"},\n{"id": "b", "label": "not_entailment"}]\n',
    "csv": "id,label\na,entailment\nb,not_entailment\n",
    "tsv": "index\tprediction\na\tentailment\nb\tnot_entailment\n",
    "tac": "a ENTAILMENT\nb NO ENTAILMENT\n",
}
every_format = pytest.mark.parametrize("content", IN_EVERY_FORMAT.values(), ids=IN_EVERY_FORMAT)


@every_format
def test_formats_are_told_apart_by_content(read, content):
    expected = [Prediction("a", Label.ENTAILMENT), Prediction("b", Label.NO_ENTAILMENT)]
    for variant in (content, "\ufeff" + content, "\n \n" + content.replace("\n", "\r\n")):
        assert list(read(variant)) == expected


@every_format
def test_a_cut_off_line_is_refused_or_means_the_same(read, content):
    whole = content.rstrip("\n")
    last_line = whole.rindex("\n") + 1
    for end in range(last_line + 1, len(whole)):
        if whole[:end].rstrip().endswith((",no", "\tno", " NO")):
            assert list(read(whole[:end])) == list(read(whole))
            continue
        with pytest.raises(InputError, match=r"run\.txt: "):
            read(whole[:end])


def test_standard_input_and_output(monkeypatch, capsysbinary):
    write_run([Prediction("1", Label.UNKNOWN)], "-")
    assert capsysbinary.readouterr().out == b'{"id": "1", "label": "UNKNOWN"}\n'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1 UNKNOWN\n")))
    run = read_run("-")
    assert (run.ids, run.name) == (("1",), "standard input")


@pytest.mark.parametrize(
    ("names", "beginning"),
    [
        (["a.run", "a.TAC", "a.txt", "a.run.gz", "b/.jsonl/a.txt"], "1 ENTAILMENT"),
        (["a.jsonl", "a", "a.gz", "A.JSONL.GZ", ".run", "b.xml/a"], '{"id": "1", "lab'),
        (["a.csv", "a.csv.gz"], "id,label,pair_digest\n1,ENTAILMENT,x0000000000000007"),
        (["a.tsv", "a.Tsv.GZ"], "id\tlabel\tpair_digest\n1\tENTAILMENT\tx"),
    ],
)
def test_the_extension_tells_the_format(tmp_path, names, beginning):
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_run([Prediction("1", Label.ENTAILMENT, pair_digest=7)], path)
        content = path.read_bytes()
        if name.lower().endswith("gz"):
            content = gzip.decompress(content)
        assert content.decode().startswith(beginning)


@pytest.mark.parametrize("run_format", ["jsonl", "parquet", "csv", "tsv"])
def test_ids_and_numbers_that_no_run_file_holds(tmp_path, run_format):
    for pair_id in ("", " a", "a\n", "a\ud800"):
        with pytest.raises(InputError, match="begins or ends with white space, or has half"):
            write_run([Prediction(pair_id, Label.ENTAILMENT)], tmp_path / "run", run_format)
    for number in (float("nan"), float("inf")):
        with pytest.raises(InputError, match="pair '1' has a confidence, score or probability"):
            write_run([Prediction("1", Label.ENTAILMENT, number)], tmp_path / "run", run_format)
    assert list(tmp_path.iterdir()) == []


def test_predictions_are_written_as_they_come(tmp_path):
    def failing():
        yield Prediction("1", Label.ENTAILMENT)
        raise RuntimeError("the recognizer stopped")

    with pytest.raises(RuntimeError, match="stopped"):
        write_run(failing(), tmp_path / "run.jsonl", format="jsonl")
    assert list(tmp_path.iterdir()) == []


def test_unknown_format_and_missing_file(tmp_path):
    with pytest.raises(InputError, match="unknown run format 'xml'; expected one of jsonl, tac"):
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
    write_run([Prediction("1", Label.ENTAILMENT)], "first.csv")
    assert [run.name for run in read_runs(["first", "first.csv"])] == ["first", "first.csv"]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("runs/bert.jsonl", "bert"),
        ("bert.v1.csv.gz", "bert.v1"),
        ("https://example.org/bert.parquet", "bert"),
        (".csv", ".csv"),
        ("-", "standard input"),
    ],
)
def test_a_run_is_called_as_its_file_without_the_ending_of_a_format(source, name):
    assert name_of_file(source) == name


@pytest.mark.parametrize("name", ["my.xml", "my.json", "a.out", "my.csv.zip", "a.run.bak"])
def test_extensions_of_other_formats_are_refused(tmp_path, name):
    run = [Prediction("1", Label.ENTAILMENT)]
    with pytest.raises(InputError) as caught:
        write_run(run, tmp_path / name)
    message = str(caught.value)
    assert f"'{Path(name).suffix}' is not an extension of run files; expected " in message
    assert all(known in message for known in (".jsonl", ".csv", ".tsv", ".run", ".txt", ".gz"))
    assert not (tmp_path / name).exists()
    write_run(run, tmp_path / name, "jsonl")
    assert len(read_run(tmp_path / name)) == 1
