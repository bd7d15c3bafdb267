"""`compare`: runs beside each other, from the command line."""

import json

import pytest

from tests.cli.documents import document, pair, write

GOLD = document(
    pair(1, "YES", text="Ada sang and danced all night long."),
    pair(2, "NO"),
    pair(3, "YES"),
    pair(4, "NO"),
)
FIRST = "1 YES\n3 YES\n2 NO\n4 NO\n"
SECOND = "1 YES\n2 YES\n3 NO\n4 NO\n"


@pytest.fixture(autouse=True)
def files(folder):
    write("gold.xml", GOLD)
    write("first.run", FIRST)
    write("second.run", SECOND)


@pytest.mark.slow
def test_json(rte):
    output = rte("compare", "gold.xml", "first.run", "second.run", "--json").output()
    (comparison,) = json.loads(output)["comparisons"]
    assert (comparison["a"], comparison["b"]) == ("first", "second")
    accuracy = comparison["measures"]["accuracy_2way"]
    assert (accuracy["a"], accuracy["b"]) == (1, 0.5)
    # A alone is right on two pairs: both or neither of two, of four ways.
    assert accuracy["p_values"]["mcnemar"] == 0.5
    assert [pair["id"] for pair in comparison["differing"]] == ["2", "3"]
    assert comparison["by_task"]["IE"]["only_a_right"] == 2


@pytest.mark.slow
def test_differing_pairs_in_markdown(rte):
    markdown = rte("compare", "gold.xml", "first.run", "second.run", "--markdown").stdout
    assert "**First 2 of 2 pairs that first and second label" in markdown
    assert "| 2 | IE | NO_ENTAILMENT | NO_ENTAILMENT | ENTAILMENT | first |" in markdown
    assert "| 3 | IE |" in markdown


@pytest.mark.slow
@pytest.mark.usefixtures("all_resamples")
def test_tables_fit_the_terminal(rte):
    write("third.run", SECOND)
    output = rte("compare", "gold.xml", "first.run", "second.run", "third.run", "--all").output()
    assert output.startswith("accuracy_2way: first is best (1.000). None of the 3 ")
    tables = output.split("difference: ")[0]
    assert max(map(len, tables.splitlines())) <= 80
    assert "\nfirst and second, on 4 pairs\n" in output
    assert "|bootstrap:10000|" in output.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.parametrize("form", [[], ["--markdown"], ["--latex"]])
def test_of_three_runs_verdicts_and_matrices_are_shown(rte, form):
    write("third.run", SECOND)
    arguments = ("compare", "gold.xml", "first.run", "second.run", "third.run")
    output = rte(*arguments, *form).output()
    assert "first is best (1.000)" in " ".join(output.split())
    for absent in ("right, two-way", "label differently", "difference: the"):
        assert absent not in output.replace("that they label differently", "")
    assert "not shown: every two runs" in output
    everything = rte(*arguments, *form, "--all").stdout
    assert len(everything.splitlines()) > 1.5 * len(output.splitlines())
    assert "not shown" not in everything
    listed = rte(*arguments, *form, "--differences", "1").stdout
    assert "First 1 of 2 pairs that first" in " ".join(listed.split())
    assert len(json.loads(rte(*arguments, "--json").stdout)["comparisons"]) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["first.run"], "1 run to compare; expected two or more"),
        (["first.run", "first.run"], "first.run is given twice; expected each run once"),
        (["first.run", "second.run", "--measures", "acuracy"], "unknown measure 'acuracy'"),
        (["first.run", "second.run", "--differences", "-1"], "'--differences'"),
        (["first.run", "second.run", "--json", "--markdown"], "exclude each other"),
    ],
)
def test_wrong_arguments(rte, arguments, message):
    assert message in rte("compare", "gold.xml", *arguments).refusal()


@pytest.mark.slow
def test_latex_for_a_paper(rte):
    output = rte("compare", "gold.xml", "first.run", "second.run", "--paper").output()
    assert "difference from first & p" in output
    assert "(p = 0.5000)" in output
    refused = rte("compare", "gold.xml", "first.run", "second.run", "--paper", "--json").refusal()
    assert refused == "error: --paper and --json exclude each other; expected one of them\n"
