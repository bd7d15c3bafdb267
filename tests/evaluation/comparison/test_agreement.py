"""Agreement between labellings, by hand and as other packages have it."""

import json
from math import isfinite

import krippendorff
import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from nltk.metrics.agreement import AnnotationTask
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import fleiss_kappa

from rte_baselines.core.errors import InputError, RunError
from rte_baselines.core.representing import plain
from rte_baselines.evaluation.comparison.agreement import COEFFICIENTS, agreement, agreement_table
from rte_baselines.pairs import Label, Scheme
from rte_baselines.runs import Prediction, Run

pytestmark = pytest.mark.usefixtures("few_resamples")

names = {label.value[0]: label for label in Label}


def labelling(letters):
    """Labels by their first letters; a point is no label."""
    return [names.get(letter) for letter in letters]


def values(*labellings):
    """The coefficients that there are, of labellings in letters."""
    found = agreement([labelling(letters) for letters in labellings])
    return {name: estimate.value for name, estimate in found.coefficients.items()}


def repeated(cells):
    """Two labellings with so many pairs in each cell."""
    return tuple("".join(cell[side] * count for cell, count in cells.items()) for side in (0, 1))


@st.composite
def labellings(draw, most=4, letters="ECU", fewest=2):
    size = draw(st.integers(1, 12))
    column = st.text(alphabet=letters, min_size=size, max_size=size)
    return draw(st.lists(column, min_size=fewest, max_size=most))


@pytest.mark.slow
def test_two_judges_by_hand():
    # bayer2006, Figure 7, round 1: both yes 54, both no 20, both maybe 1; no and maybe 9,
    # no and yes 12, yes and maybe 4, as if the first judge had said the first.
    three_way = repeated({"EE": 54, "CC": 20, "UU": 1, "CU": 9, "CE": 12, "EU": 4})
    found = values(*three_way)
    # The first says yes 58, no 41, maybe 1; the second 66, 20, 14.
    # Both together, of 200 labels: 124, 61, 15.
    by_judge = (58 * 66 + 41 * 20 + 1 * 14) / 100**2
    together = (124**2 + 61**2 + 15**2) / 200**2
    without_replacement = (124 * 123 + 61 * 60 + 15 * 14) / (200 * 199)
    assert found == pytest.approx(
        {
            "observed_agreement": 0.75,
            "kappa": (0.75 - by_judge) / (1 - by_judge),
            "pi": (0.75 - together) / (1 - together),
            "alpha": (0.75 - without_replacement) / (1 - without_replacement),
        }
    )
    # The figure's own agreement, where maybe is no.
    two_way = repeated({"EE": 54, "NN": 20 + 1 + 9, "NE": 12, "EN": 4})
    assert values(*two_way)["observed_agreement"] == pytest.approx(0.84)


def test_three_judges_by_hand():
    # Two agree of three on the first pair, all on the second: (1/3 + 1) / 2 of the choices of
    # two judges. Of the 6 labels 5 are E, so that chance has (25 + 1) / 36 for pi, and
    # (5 * 4) / (6 * 5) for alpha.
    found = values("EE", "EE", "CE")
    pi, alpha = (2 / 3 - 26 / 36) / (10 / 36), 1 - (1 / 3) / (1 / 3)
    assert found == pytest.approx({"observed_agreement": 2 / 3, "pi": pi, "alpha": alpha})


def test_pairs_that_are_not_in_all_labellings_count_for_alpha_only():
    found = agreement([labelling(letters) for letters in ("EECC.U", "EECE.U", ".ECEE.")])
    assert (found.pairs, found.labelled_by_all) == (6, 3)
    whole = values("ECC", "ECE", "ECE")
    for name in ("observed_agreement", "pi"):
        assert found.coefficients[name].value == pytest.approx(whole[name])
    # Labels that meet another are 7 E, 4 C and 2 U; all agree but on the fourth pair, where 1
    # label agrees with 1 of 2 others, twice.
    chance = (7 * 6 + 4 * 3 + 2 * 1) / (13 * 12)
    expected = ((2 + 3 + 3 + 1 + 2) / 13 - chance) / (1 - chance)
    assert found.coefficients["alpha"].value == pytest.approx(expected)


def test_two_way_beside_three_way_labels_are_conflated():
    assert values("ECUE", "NNEE") == values("NNEE", "ENNE")
    mixed = agreement([labelling("ECU."), labelling("ENNN")])
    assert mixed.scheme is Scheme.TWO_WAY
    assert mixed.coefficients["observed_agreement"].value == 1
    assert agreement([labelling("ECU"), labelling("EEE")]).scheme is Scheme.THREE_WAY


@pytest.mark.slow
@given(labellings(most=2) | labellings(fewest=3, most=5))
def test_several_labellings_as_others_have_them(several):
    assume(len(set("".join(several))) > 1)
    found, task = values(*several), annotation_task(several)
    assert found["observed_agreement"] == pytest.approx(task.avg_Ao())
    if len(several) == 2:
        assert found["kappa"] == pytest.approx(cohen_kappa_score(*map(list, several)))
    tallies = [[pair.count(letter) for letter in "ECU"] for pair in zip(*several, strict=True)]
    assert found["pi"] == pytest.approx(fleiss_kappa(tallies))
    assert found["alpha"] == pytest.approx(task.alpha())


@pytest.mark.slow
@given(labellings(fewest=2, most=4, letters="ECU."))
def test_alpha_with_missing_labels_as_krippendorff_has_it(some):
    met = [pair for pair in zip(*some, strict=True) if len([x for x in pair if x != "."]) > 1]
    assume(len(set("".join(map("".join, met))) - {"."}) > 1)
    codes = [[np.nan if x == "." else "ECU".index(x) for x in letters] for letters in some]
    expected = krippendorff.alpha(codes, level_of_measurement="nominal")
    assert values(*some)["alpha"] == pytest.approx(expected)


def annotation_task(several):
    coders = zip(map(str, range(len(several))), several, strict=True)
    return AnnotationTask([(coder, *pair) for coder, of in coders for pair in enumerate(of)])


@pytest.mark.slow
@given(labellings(letters="ECU.", most=4), st.randoms(use_true_random=False))
def test_order_names_and_ranges(some, random):
    found = agreement(list(map(labelling, some)))
    assert [*found.coefficients, *found.unavailable] == sorted(
        COEFFICIENTS, key=lambda name: name in found.unavailable
    )
    for name, estimate in found.coefficients.items():
        lowest = 0 if name == "observed_agreement" else -1
        assert lowest <= estimate.low <= estimate.value <= estimate.high <= 1
    assert all(reason.strip() for reason in found.unavailable.values())

    pairs = list(zip(*some, strict=True))
    random.shuffle(pairs)
    shuffled = map(labelling, zip(*pairs, strict=True))
    assert agreement(list(shuffled)) == found

    swapped = agreement(list(map(labelling, some[::-1])))
    renamed = str.maketrans("ECU", "CUE")
    others = values(*(letters.translate(renamed) for letters in some))
    for name, estimate in found.coefficients.items():
        assert others[name] == pytest.approx(estimate.value)
        assert swapped.coefficients[name].value == pytest.approx(estimate.value)


def test_perfect_agreement():
    perfect = agreement([labelling("ECUE")] * 3)
    assert {e.value for e in perfect.coefficients.values()} == {1}
    # Four pairs do not show that there is no disagreement.
    assert {e.high for e in perfect.coefficients.values()} == {1}
    assert {0 < e.low < 0.6 for e in perfect.coefficients.values()} == {True}


@pytest.mark.slow
def test_the_interval_is_that_of_resamples_scored_one_by_one():
    letters = repeated({"EE": 18, "NN": 9, "EN": 5, "NE": 8})
    found = agreement(list(map(labelling, letters))).coefficients
    generator = np.random.default_rng(5)
    pairs = np.array(list(zip(*letters, strict=True)))
    drawn = pairs[generator.integers(len(pairs), size=(1000, len(pairs)))]
    share = np.mean(drawn[..., 0] == drawn[..., 1], axis=1)
    entailed = np.mean(drawn == "E", axis=1)
    chance = entailed.prod(axis=1) + (1 - entailed).prod(axis=1)
    kappas = (share - chance) / (1 - chance)
    assert kappas[0] == pytest.approx(cohen_kappa_score(*drawn[0].T))
    # An end is off by some 0.1 of the standard error among 1,000 resamples.
    for name, drawn_values in (("kappa", kappas), ("observed_agreement", share)):
        expected, within = np.quantile(drawn_values, [0.025, 0.975]), 0.35 * np.std(drawn_values)
        assert (found[name].low, found[name].high) == pytest.approx(expected, abs=within)


def test_undefined_has_its_reason():
    alike = agreement([labelling("EE"), labelling("EE")])
    assert list(alike.coefficients) == ["observed_agreement"]
    why = "no pair is in enough labellings, or all labels are the same: chance agreement is 1"
    assert alike.unavailable == dict.fromkeys(["kappa", "pi", "alpha"], why)
    apart = agreement([labelling("E."), labelling(".E")])
    assert not apart.coefficients
    assert apart.unavailable == dict.fromkeys(COEFFICIENTS, why)
    several = agreement([labelling("EN")] * 3)
    assert several.unavailable == {"kappa": "it compares two labellings; pi is of any number"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "0 labellings to compare; expected two or more"),
        ([["yes", "yes"]], "1 labellings"),
        ([[], []], "labellings of 0 pairs"),
        ([["yes", "yes"], ["yes"]], "labellings of 1 and 2 pairs"),
        ([["yes", "yes"], ["no", "contradiction"]], "labelling 2: labels mix two schemes"),
        ([["perhaps"], ["yes"]], "labelling 1: "),
        *(([["yes", "no"], other], "labelling 2 has the shape") for other in ("yes", [["yes"]], 5)),
    ],
)
def test_bad_input_is_refused(given, message):
    with pytest.raises((InputError, RunError), match=f"^{message}"):
        agreement(given)


def test_as_json_and_as_a_table():
    found = agreement([labelling("EENN"), labelling("EENE"), labelling("EEN.")])
    kept = json.loads(json.dumps(plain(found), allow_nan=False))
    assert kept["scheme"] == "two-way"
    assert set(kept["coefficients"]["pi"]) == {"value", "low", "high"}
    assert all(isfinite(number) for number in kept["coefficients"]["pi"].values())
    table = agreement_table(found)
    assert [row[0] for row in table.rows] == list(COEFFICIENTS)
    assert (table.rows[0][1], table.rows[1][1:]) == ("1.000", ["-", "-", "-"])
    assert table.title.endswith("3 of 4 pairs in all of them")


@pytest.mark.parametrize("missing", [None, "", "-", float("nan"), pd.NA, np.float32("nan"), -1])
def test_a_missing_label_in_any_form(missing):
    found = agreement([[1, 0, missing], ["YES", "YES", "NO"]], label_order=["no", "yes"])
    assert (found.pairs, found.labelled_by_all) == (3, 2)
    assert found.coefficients["observed_agreement"].value == 1 / 2


@pytest.mark.parametrize(("ids", "first"), [("21", "'1' and '2'"), ("1x", "'2' and 'x'")])
def test_a_run_is_a_labelling_with_ids(ids, first):
    """Unless it is in the order of the pairs."""
    one, other = (Run(map(Prediction, order, ("YES", "NO"))) for order in ("12", ids))
    with pytest.raises(RunError, match=rf"^labelling 1 and labelling 2 have .*{first}; expected"):
        agreement([one, other])
    in_order = Run.from_records([{"label": "YES"}, {"label": "NO"}], in_order=True)
    found = agreement([one, in_order, ["entailment", ""]])
    assert (found.labellings, found.labelled_by_all) == (3, 1)
    assert found.coefficients["alpha"].value == 1
