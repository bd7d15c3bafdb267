"""Systems of several seeds from the command line: `compare` and `table`."""

import json

import pytest

from tests.cli.documents import document, pair, write

GOLD = document(*(pair(number, "YES" if number % 2 else "NO") for number in range(1, 9)))
RIGHT = ["YES", "NO"] * 4


def labels(wrong):
    """A run in TAC's format that is wrong on the last so many pairs."""
    told = [label if place < 8 - wrong else "NO" for place, label in enumerate(RIGHT)]
    return "".join(f"{number} {label}\n" for number, label in enumerate(told, start=1))


@pytest.fixture(autouse=True)
def files(folder):
    write("gold.xml", GOLD)
    for name in ("rte", "nli"):
        write(f"{name}.xml", GOLD)
        write(f"{name}-a-1.run", labels(2))
        write(f"{name}-a-2.run", labels(0))
        write(f"{name}-b-1.run", labels(4))
        write(f"{name}-b-2.run", labels(6))


@pytest.mark.slow
def test_compare(rte):
    systems = ("--system", "a=rte-a-1.run,rte-a-2.run", "--system", "b=rte-b-*.run")
    output = rte("compare", "gold.xml", *systems, "--measures", "accuracy_2way").output()
    assert "accuracy_2way  0.938" in output
    assert "paired over seeds if both have the same" in " ".join(output.split())


@pytest.mark.slow
def test_table(rte):
    systems = ("--system", "a={dataset}-a-*.run", "--system", "b={dataset}-b-*.run")
    output = rte("table", "rte.xml", "nli=gold.xml", *systems, "--markdown").output()
    assert "| system | rte | nli | macro average |" in output
    assert "| a | 0.938 (" in output
    found = json.loads(rte("table", "gold.xml", "--system", "a=rte-a-*.run", "--json").output())
    (of_system,) = found["measures"]["accuracy_2way"]["datasets"]["gold"]["systems"].values()
    assert of_system["by_seed"] == {"1": 0.875, "2": 1.0}


def test_each_system_may_have_columns_and_labels_of_its_own(rte):
    """Given once, they are of all; otherwise of each RUN and then of each --system."""
    gold = "id,label\n1,YES\n2,NO\n"
    write("gold.csv", gold)
    write("single.csv", "id,says\n1,j\n2,n\n")
    write("seed-1.csv", "nr,verdict\n1,1\n2,1\n")
    write("seed-2.csv", "nr,verdict\n1,1\n2,0\n")
    labels = ["--run-labels", "j=entailment,n=no_entailment"]
    arguments = ["compare", "gold.csv", "single.csv", "--system", "a=seed-*.csv", "--json"]
    columns = ["--run-columns", "label=says", "--run-columns", "id=nr,label=verdict"]
    of_seeds = ["--run-labels", "no_entailment,entailment"]
    found = json.loads(rte(*arguments, *columns, *labels, *of_seeds).output())
    measured = found["comparisons"][0]["measures"]["accuracy_2way"]
    # Of the seeds, one is right on one of two pairs, the other on both.
    assert (measured["a"], measured["b"]) == (1, 0.75)
    refusal = rte(*arguments, *columns[:2], *labels).refusal()
    assert "seed-1.csv: line 2: no column 'says'" in refusal
    refusal = rte(*arguments, *columns, "--run-columns", "label=x").refusal()
    assert "--run-columns is given 3 times for 2 runs or systems; expected it once" in refusal
    runs = ["compare", "gold.csv", "single.csv", "seed-1.csv", *columns, *labels, *of_seeds]
    assert "only single" in " ".join(rte(*runs).output().split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["table", "gold.xml", "--system", "rte-a-*.run"], "is not of the form NAME=RUN"),
        (["table", "gold.xml", "--system", "a=x*.run"], "no file of the pattern 'x*.run'"),
        (["table", "gold.xml", "--system", "a=rte-a-1.run", "--by", "task"], "option: '--by'"),
        (["compare", "gold.xml", "--system", "a=rte-a-1.run"], "1 run to compare; expected two"),
        (["compare", "gold.xml"], "0 run to compare; expected two or more"),
        (["table", "gold.xml"], "Missing option '--system'"),
        (
            ["table", "rte.xml", "nli.xml", "--system", "a=rte-a-1.run"],
            "has the same runs for all datasets; expected {dataset} in the names",
        ),
        (["table", "=gold.xml", "--system", "a=rte-a-1.run"], "is not of the form NAME=GOLD"),
    ],
)
def test_refused(rte, arguments, message):
    refusal = rte(*arguments).refusal()
    assert message in refusal
    assert len(refusal.splitlines()) == 1
