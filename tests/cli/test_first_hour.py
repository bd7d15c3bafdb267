"""The ten most frequent mistakes of a first hour: one line answers each, and says what to type.

What it says is typed as it stands there; only names in capitals are filled in.
"""

import csv
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from rte_baselines import load_pairs

LABELS = ("entailment", "neutral", "contradiction")
ORDER = "--run-labels entailment,neutral,contradiction"

# What was typed; what the line says to type; and the next command, which has that.
MISTAKES = {
    "the name of a file is misspelt": (
        "evaluate sample:test mein.csv",
        "mine.csv",
        "evaluate sample:test mine.csv --brief",
    ),
    "an option is misspelt": (
        "evaluate sample:test mine.csv --label entailment,neutral,contradiction",
        "--labels",
        "evaluate sample:test mine.csv --labels entailment,neutral,contradiction --brief",
    ),
    "the run comes before the dataset": (
        "evaluate mine.csv sample:test",
        "sample:test RUN",
        "evaluate sample:test mine.csv --brief",
    ),
    "labels are in a column of another name": (
        "train word-overlap --train pairs.csv --output my.model",
        "--columns label=COLUMN",
        "train word-overlap --train pairs.csv --output my.model --columns label=verdict",
    ),
    "labels are numbers": (
        "evaluate sample:test numbers.csv",
        "--run-labels LABEL,LABEL,LABEL",
        f"evaluate sample:test numbers.csv {ORDER} --brief",
    ),
    "a run has no ids": (
        "evaluate sample:test rows.csv",
        "--in-order",
        "evaluate sample:test rows.csv --in-order --brief",
    ),
    "a recognizer is not trained": (
        "predict majority sample:test --output run.jsonl",
        "rte-baselines train majority --train PAIRS --output majority.model",
        "train majority --train sample:train --output majority.model",
    ),
    "baselines need texts": (
        "evaluate gold.csv mine.csv --baselines --brief",
        "name pairs that have texts, or leave out --baselines",
        "evaluate sample:test mine.csv --baselines --brief",
    ),
    "there is no folder for the output": (
        "convert sample:test --output results/pairs.csv",
        "mkdir -p results",
        "convert sample:test --output results/pairs.csv",
    ),
    "the name of a measure is misspelt": (
        "evaluate sample:test mine.csv --measures kapa --brief",
        "kappa",
        "evaluate sample:test mine.csv --measures kappa --brief",
    ),
}


FILLED_IN = {
    "LABEL,LABEL,LABEL": "entailment,neutral,contradiction",
    "RUN": "mine.csv",
    "COLUMN": "verdict",
    "PAIRS": "sample:train",
}


def write_table(name, header, rows):
    with Path(name).open("w", newline="") as stream:
        csv.writer(stream).writerows([header, *rows])


@pytest.fixture
def files(folder):
    """The files of a user: pairs with verdicts, and predictions in several forms."""
    pairs = load_pairs("sample:test")
    given = [(pair.id, number % 3) for number, pair in enumerate(pairs)]
    words = [(pair_id, LABELS[number]) for pair_id, number in given]
    labelled = load_pairs("sample:train")[:20]
    write_table("mine.csv", ["id", "label"], words)
    write_table("numbers.csv", ["id", "label"], given)
    write_table("rows.csv", ["label"], [[word] for _, word in words])
    write_table("gold.csv", ["id", "label"], [(pair.id, pair.label.value) for pair in pairs])
    verdicts = [(pair.text, pair.hypothesis, pair.label.value) for pair in labelled]
    write_table("pairs.csv", ["text", "hypothesis", "verdict"], verdicts)


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_answered_by_what_to_type(rte, files, mistake):
    typed, said, corrected = MISTAKES[mistake]
    answered = rte(*shlex.split(typed))
    assert answered.exit_code == 2
    (line,) = (each for each in answered.stderr.splitlines() if each.startswith("error: "))
    assert said in line
    filled_in = re.sub("|".join(FILLED_IN), lambda name: FILLED_IN[name[0]], said)
    if said.startswith("mkdir"):
        subprocess.run(shlex.split(said), check=True)
    elif not said.startswith("name pairs"):
        assert filled_in in f"rte-baselines {corrected}"
    result = rte(*shlex.split(corrected)).succeeded()
    assert result.stderr.count("warning: ") == result.stderr.count("merged into NO_ENTAILMENT")
