"""Run files as tables."""

import pytest

from rte_baselines.errors import InputError
from rte_baselines.pairs import Label
from rte_baselines.runs import Prediction

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
CONTRADICTION, UNKNOWN = Label.CONTRADICTION, Label.UNKNOWN


@pytest.mark.parametrize(
    "content",
    [
        "pairID,gold_label\n1,entailment\n2,not_entailment\n",
        "index\tprediction\r\n1\tentailment\r\n2\tnot_entailment\r\n",
        "\ufeffpair_ID\tentailment_judgment\n1\tENTAILMENT\n\n2\tNO ENTAILMENT\n",
        '"","id","Label"\n"0","1","entailment"\n"1","2","non-entailment"\n',
        "\n Id , Prediction \n1 , entailment\n2 , non-entailment\n",
        "id,entailment\n1,YES\n2,NO\n",
        'id,note,judgment\n1,"a, ""b""\n and c",YES\n2,,NO\n',
        'id\tnote\tpredicted_label\n1\t"a\tYES\n2\t\tNO\n',
    ],
)
def test_submissions_of_all_kinds(read, content):
    run = read(content)
    assert list(run) == [Prediction("1", YES), Prediction("2", NO)]
    assert run.ranking is None


def test_confidence_and_score(read):
    run = read("score,id,label,confidence\n-2,1,neutral,0.5\n,2,neutral,\n1e1,3,neutral,1\n")
    assert list(run) == [
        Prediction("1", UNKNOWN, 0.5, -2.0),
        Prediction("2", UNKNOWN),
        Prediction("3", UNKNOWN, 1.0, 10.0),
    ]


@pytest.mark.parametrize(
    "header",
    [
        "id,label,entailment,neutral,contradiction",
        "id,label,p_entailment,prob_neutral,probability_contradiction",
        "id,prediction,ENTAILMENT,UNKNOWN,CONTRADICTION",
    ],
)
def test_a_column_for_each_probability(read, header):
    first, second = read(f"{header}\n1,YES,0.5,0.25,0.25\n2,UNKNOWN,,,\n")
    assert first.probabilities == {YES: 0.5, UNKNOWN: 0.25, CONTRADICTION: 0.25}
    assert second == Prediction("2", UNKNOWN)


def test_probabilities_of_entailment_alone_leave_the_rest_to_no_entailment(read):
    first, second = read("id,label,p_entailment\n1,not_entailment,0.25\n2,entailment,\n")
    assert first.probabilities == {YES: 0.25, NO: 0.75}
    assert second.probabilities is None
    (prediction,) = read('{"id": 1, "label": "NO", "probs": {"YES": 0.25}}\n')
    assert prediction.probabilities == {YES: 0.25, NO: 0.75}
    with pytest.raises(InputError, match=r"alone with three-way labels; .* CONTRADICTION and UNK"):
        read("id,label,p_entailment\n1,neutral,0.25\n")


def test_probabilities_of_no_entailment_alone_leave_the_rest_to_entailment(read):
    (prediction,) = read("id,prediction,not_entailment_prob\n1,not_entailment,0.75\n")
    assert prediction.probabilities == {YES: 0.25, NO: 0.75}


@pytest.mark.parametrize(
    ("column", "label", "expected"),
    [
        (
            "contradiction_prob",
            "not_entailment",
            "CONTRADICTION alone; expected those of ENTAILMENT",
        ),
        ("p_neutral", "neutral", "UNKNOWN alone with three-way labels; expected those of ENTAIL"),
        (
            "p_not_entailment",
            "neutral",
            "NO_ENTAILMENT alone with three-way labels; expected those",
        ),
    ],
)
def test_probabilities_of_one_label_of_three_are_refused(read, column, label, expected):
    with pytest.raises(InputError, match=f"probabilities of {expected}"):
        read(f"id,prediction,{column}\n1,{label},0.75\n")


def test_no_beside_unknown_is_contradiction_in_probabilities_too(read):
    (prediction,) = read("id,label,p_yes,p_no,p_unknown\n1,NO,0.2,0.5,0.3\n")
    assert prediction.label is CONTRADICTION
    assert prediction.probabilities == {YES: 0.2, CONTRADICTION: 0.5, UNKNOWN: 0.3}


def test_names_of_labels_that_make_no_scheme_are_no_probabilities(read):
    (prediction,) = read("no,id,label,neutral\n17,1,neutral,x\n")
    assert prediction == Prediction("1", UNKNOWN)


def test_predictions_win_over_gold_labels(read):
    assert read("id,gold_label,label\n1,neutral,entailment\n").labels.tolist() == ["ENTAILMENT"]
    run = read("id,label,gold_label,prediction\n1,neutral,neutral,entailment\n")
    assert run.labels.tolist() == ["ENTAILMENT"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("id,label\n", "holds no judgments"),
        (
            "id,answer\n1,YES\n",
            "line 1: no column for the label among 'id', 'answer'",
        ),
        (
            "name,label\n1,YES\n",
            "line 1: no column for the id among 'name', 'label'",
        ),
        (
            "id,label,Label\n1,YES,NO\n",
            "two columns have the same name in 'id', 'label', 'label'",
        ),
        ("id,label\n1,YES\n2\n", "line 3: 1 column instead of 2"),
        ("id,label\n1,YES\n2,NO,1\n", "line 3: 3 columns instead of 2"),
        ("id,label\n1,YES\n,NO\n", "line 3: column 'id' is empty; expected the pair's id"),
        ("id,label\n1,YES\n2,\n", "line 3: unknown label ''"),
        ("id,label\n1,YES\n2,MAYBE\n", "line 3: unknown label 'MAYBE'"),
        ("id,label\n\n1,entailment\n2,not", "line 4: unknown label 'not'"),
        ("id,label\n1,entailment\n2,no", "line 3: judgment 'no' in a file that writes ENTAILMENT"),
        ('id,label\n1,YES\n2,"NO', "line 3: malformed CSV"),
        ("id,label,score\n1,YES,high\n", "line 2: column 'score' is 'high'; expected a number"),
        ("id,label,p_yes\n1,YES,x\n", "line 2: column 'p_yes' is 'x'; expected a number"),
        (b"id,label\n1,YES\n2,\xff\n", "(line 3) is not UTF-8"),
    ],
)
def test_damaged_tables_are_refused(read, content, message):
    with pytest.raises(InputError, match=r"run\.txt: ") as caught:
        read(content)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
