"""Abstentions and answers that could not be read: reading, checking and writing."""

import json

import pytest

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.pairs import Label, Pair
from rte_baselines.runs import (
    Prediction,
    Run,
    Withheld,
    check_run,
    check_run_on_ids,
    read_run,
    write_run,
)

E = Label.ENTAILMENT
ABSTAIN, UNPARSEABLE = Withheld

FILES = {
    "jsonl": '{"id": "1", "label": "YES"}\n{"id": "2", "label": "ABSTAIN"}\n'
    '{"id": "3", "label": "unparseable"}\n{"id": "4", "label": "NO"}\n',
    "csv": "id,label\n1,YES\n2,ABSTAIN\n3,UNPARSEABLE\n4,NO\n",
    "run": "1 YES\n2 ABSTAIN\n3 UNPARSEABLE\n4 NO\n",
}


def pairs(*ids):
    return [Pair(pair_id, "A text.", "A hypothesis.", label=E) for pair_id in ids]


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_they_are_read_from_every_format(read, content):
    run = read(content)
    assert run.ids == ("1", "4")
    assert run.withheld == {"2": ABSTAIN, "3": UNPARSEABLE}
    checked = check_run(run, pairs("4", "3", "2", "1"))
    assert checked.ids == ("4", "1")
    assert checked.withheld == run.withheld


def test_confidences_of_the_others_are_complete():
    records = [{"id": "1", "label": "YES", "confidence": 0.75}, {"id": "2", "label": "ABSTAIN"}]
    assert Run.from_records(records).confidences.tolist() == [0.75]


@pytest.mark.parametrize(
    ("withheld", "ids", "message"),
    [
        ({"2": ABSTAIN, "9": ABSTAIN}, "12", r"unknown id: 1 \('9'\)"),
        ({"2": ABSTAIN, "1": ABSTAIN}, "12", r"repeated id: 1 \('1'\)"),
        ({"3": ABSTAIN, "2": ABSTAIN}, "23", r"missing id: 2 .*unknown id: 1 \('1'\)"),
    ],
)
def test_runs_that_do_not_fit(withheld, ids, message):
    run = Run([Prediction(id="1", label=E)], withheld=withheld)
    with pytest.raises(RunError, match=message):
        check_run(run, pairs(*ids))


def test_pairs_without_agreed_label_are_ignored():
    run = Run([Prediction(id="1", label=E)], withheld={"2": ABSTAIN, "3": ABSTAIN})
    assert check_run_on_ids(run, ("1", "2"), ignored=["3"]).withheld == {"2": ABSTAIN}


def test_files_that_are_refused(read):
    abstained = '{"id": "2", "label": "ABSTAIN"}\n'
    with pytest.raises(InputError, match="holds no predictions but 1 withheld answer"):
        read(abstained)
    with pytest.raises(InputError, match="id '2' is repeated"):
        read('{"id": "1", "label": "YES"}\n' + abstained * 2)


def test_json_lines_keep_them(tmp_path):
    run = Run([Prediction(id="1", label=E)], withheld={"2": UNPARSEABLE})
    write_run(run, tmp_path / "my.jsonl")
    last = (tmp_path / "my.jsonl").read_text().splitlines()[-1]
    assert json.loads(last) == {"id": "2", "label": "UNPARSEABLE"}
    assert read_run(tmp_path / "my.jsonl").withheld == run.withheld
    for name in ("my.csv", "my.run", "my.parquet"):
        with pytest.raises(InputError, match="the run withholds 1 answer, which only JSON"):
            write_run(run, tmp_path / name)
        assert not (tmp_path / name).exists()


def test_withheld_answers_come_last(tmp_path):
    labels = ("ABSTAIN", "yes", "UNPARSEABLE", "no")
    records = [{"id": n, "label": label} for n, label in enumerate(labels, start=1)]
    run = check_run(Run.from_records(records), pairs("1", "2", "3", "4"))
    write_run(run, tmp_path / "my.jsonl")
    written = [json.loads(line)["id"] for line in (tmp_path / "my.jsonl").open()]
    assert written == run.to_pandas()["id"].tolist() == ["2", "4", "1", "3"]
