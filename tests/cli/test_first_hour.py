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
PROBABILITIES = "--run-columns probabilities=entailment+neutral+contradiction"
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
        ORDER,
        f"evaluate sample:test numbers.csv {ORDER} --brief",
    ),
    "ids are not those of the pairs": (
        "evaluate sample:test rows.csv",
        "--in-order --run-columns id=",
        "evaluate sample:test rows.csv --in-order --run-columns id= --brief",
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
    "probabilities are in columns of other names": (
        "evaluate sample:test probabilities.csv --measures brier --brief",
        f"{PROBABILITIES} {ORDER}",
        f"evaluate sample:test probabilities.csv {PROBABILITIES} {ORDER} --brief",
    ),
}


FILLED_IN = {"RUN": "mine.csv", "COLUMN": "verdict", "PAIRS": "sample:train"}
# These are answered by a warning, beside the scores that need no probabilities.
WARNED = {"probabilities are in columns of other names"}


def write_table(name, header, rows):
    with Path(name).open("w", newline="") as stream:
        csv.writer(stream).writerows([header, *rows])


@pytest.fixture
def files(folder):
    """The files of a user: pairs with verdicts, and predictions in several forms."""
    pairs = load_pairs("sample:test")
    given = [(pair.id, number % 3) for number, pair in enumerate(pairs)]
    words = [(pair_id, LABELS[number]) for pair_id, number in given]
    chances = [[0.6 if each == number else 0.2 for each in range(3)] for _, number in given]
    labelled = load_pairs("sample:train")[:20]
    write_table("mine.csv", ["id", "label"], words)
    write_table("numbers.csv", ["id", "label"], given)
    write_table("rows.csv", ["id", "label"], [(f"row {pair_id}", word) for pair_id, word in words])
    write_table("gold.csv", ["id", "label"], [(pair.id, pair.label.value) for pair in pairs])
    rows = [[*word, *numbers] for word, numbers in zip(words, chances, strict=True)]
    write_table("probabilities.csv", ["id", "label", *LABELS], rows)
    verdicts = [(pair.text, pair.hypothesis, pair.label.value) for pair in labelled]
    write_table("pairs.csv", ["text", "hypothesis", "verdict"], verdicts)


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_answered_by_what_to_type(rte, files, mistake):
    typed, said, corrected = MISTAKES[mistake]
    answered = rte(*shlex.split(typed))
    is_warned = mistake in WARNED
    assert answered.exit_code == (0 if is_warned else 2)
    lines = answered.stderr.splitlines()
    (line,) = (each for each in lines if each.startswith(("error: ", "warning: ")))
    assert said in line
    filled_in = re.sub("|".join(FILLED_IN), lambda name: FILLED_IN[name[0]], said)
    if said.startswith("mkdir"):
        subprocess.run(shlex.split(said), check=True)
    elif not said.startswith("name pairs"):
        assert filled_in in f"rte-baselines {corrected}"
    result = rte(*shlex.split(corrected))
    assert result.exit_code == 0, result.stderr
    assert result.stderr.count("warning: ") == result.stderr.count("merged into NO_ENTAILMENT")
