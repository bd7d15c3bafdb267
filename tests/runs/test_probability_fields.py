"""One probability for each pair, and probabilities of labels in fields of their own."""

import json

import pytest

from rte_baselines.errors import InputError, InputWarning

YES, NO = "entailment", "not_entailment"


def _csv(rows):
    lines = [list(rows[0]), *([str(value) for value in row.values()] for row in rows)]
    return "".join(",".join(line) + "\n" for line in lines)


def _json_lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def _rows(numbers, labels=None, *, name="probability", label="prediction"):
    labels = [{}] * len(numbers) if labels is None else [{label: given} for given in labels]
    return [
        {"id": str(number), **given, name: value}
        for number, (value, given) in enumerate(zip(numbers, labels, strict=True))
    ]


def _of_entailment(run):
    return run.probabilities[:, 0].tolist()


every_format = pytest.mark.parametrize("written", [_csv, _json_lines, json.dumps])


@every_format
@pytest.mark.parametrize("name", ["probability", "Prob", "proba"])
def test_a_probability_beside_the_label(read, written, name):
    run = read(written(_rows([0.9, 0.1, 0.4], [YES, NO, NO], name=name)))
    assert _of_entailment(run) == [0.9, 0.1, 0.4]
    assert run.confidences.tolist() == pytest.approx([0.9, 0.9, 0.6])
    assert run.ranking.tolist() == [1, 3, 2]


@every_format
def test_a_probability_of_the_label(read, written):
    content = written(_rows([0.6, 0.8, 0.9], [YES, NO, NO]))
    with pytest.warns(InputWarning, match="read as those of the labels"):
        run = read(content)
    assert _of_entailment(run) == pytest.approx([0.6, 0.2, 0.1])
    assert run.confidences.tolist() == [0.6, 0.8, 0.9]
    run = read(content, score_of="entailment")
    assert _of_entailment(run) == [0.6, 0.8, 0.9]


@every_format
def test_a_probability_alone_is_that_of_entailment(read, written):
    run = read(written(_rows([0.9, 0.1, 0.6])))
    assert run.labels.tolist() == ["ENTAILMENT", "NO_ENTAILMENT", "ENTAILMENT"]
    assert _of_entailment(run) == [0.9, 0.1, 0.6]


@pytest.mark.parametrize(
    "content",
    [
        "probability\n0.9\n0.1\n",
        '[{"probability": 0.9}, {"probability": 0.1}]',
        '{"p_entailment": 0.9}\n{"p_entailment": 0.1}\n',
    ],
)
def test_in_order(read, content):
    run = read(content, in_order=True)
    assert run.labels.tolist() == ["ENTAILMENT", "NO_ENTAILMENT"]


@every_format
def test_of_three_labels_it_is_a_score(read, written):
    run = read(written(_rows([0.9, 0.1, 0.2], [YES, "neutral", "contradiction"])))
    assert run.probabilities is None
    assert run.ranking.tolist() == [1, 3, 2]


@every_format
def test_it_cannot_be_of_gold_labels(read, written):
    rows = _rows([0.9, 0.2, 0.1, 0.7], [YES, YES, NO, NO], label="gold_label")
    with pytest.raises(InputError, match="'gold_label' may hold the gold labels, as 2 of 4"):
        read(written(rows))
    cutoff = _rows([0.9, 0.4, 0.3, 0.1], [YES, YES, YES, NO], label="label")
    assert _of_entailment(read(written(cutoff))) == [0.9, 0.4, 0.3, 0.1]


@pytest.mark.filterwarnings("ignore:.*several labels are most probable")
@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"p_entailment": 0.7, "p_not_entailment": 0.3}, 0.7),
        ({"prob_entailment": 0.7}, 0.7),
        ({"Probability_Entailment": 0.7}, 0.7),
        ({"entailment": 0.7, "not_entailment": 0.3}, 0.7),
        ({"prob_0": 0.3, "prob_1": 0.7}, 0.7),
        ({"logit_entailment": 0, "logit_not_entailment": 0.0}, 0.5),
    ],
)
@pytest.mark.parametrize("written", [_csv, _json_lines])
def test_probabilities_of_labels_in_fields_of_their_own(read, written, fields, expected):
    order = ["not_entailment", "entailment"]
    for label in ({}, {"prediction": "entailment"}):
        run = read(written([{"id": "1", **label, **fields}]), label_order=order)
        assert _of_entailment(run) == [expected]


@pytest.mark.parametrize("written", [_csv, _json_lines])
def test_what_is_no_number_is_refused(read, written):
    with pytest.raises(InputError, match=r"line \d: .* is 'high'; expected a number"):
        read(written(_rows([0.5, "high"] if written is _json_lines else ["high"])))


LOGITS_OF_SOME = [
    (
        "id,logit_entailment,logit_neutral,logit_contradict\n1,2,1,3\n",
        "'logit_contradict' is the logit of no known label; did you mean 'logit_contradiction'?",
    ),
    ("id,logit_entailment,logit_neutral\n1,2,1\n", "but not of CONTRADICTION; expected a logit"),
    ("id,logit_0,logit_1\n1,2,1\n", "but not of CONTRADICTION; expected a logit of each"),
    ('{"id": 1, "logits": {"entailment": 2, "neutral": 1}}\n', "but not of CONTRADICTION"),
    ('{"id": 1, "logits": {"contradiction": 2, "neutral": 1}}\n', "but not of ENTAILMENT"),
    ('{"id": 1, "logits": {"no": 2, "neutral": 1}}\n', "but not of ENTAILMENT"),
    ('{"id": 1, "logits": {"not_entailment": 2, "neutral": 1}}\n', "labels of two schemes"),
    ('{"id": 1, "logit_entailment": 2, "logit_neutral": 1}\n', "but not of CONTRADICTION"),
    ("id,prob_0,prob_1\n1,0.6,0.4\n", "'prob_0', 'prob_1' are probabilities of some labels"),
]


@pytest.mark.parametrize(("content", "message"), LOGITS_OF_SOME)
def test_numbers_of_some_labels_only_are_refused(read, content, message):
    with pytest.raises(InputError) as caught:
        read(content, label_order=["entailment", "neutral", "contradiction"])
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [
        '{"id": 1, "logits": {"yes": 2, "no": 1, "unknown": 0}}\n',
        "id,logit_yes,logit_no,logit_unknown\n1,2,1,0\n",
        "id,logit_entailment,logit_not_entailment\n1,2,1\n",
    ],
)
def test_logits_of_a_whole_scheme_are_read(read, content):
    assert read(content).labels.tolist() == ["ENTAILMENT"]


def test_two_fields_for_one_label_are_refused(read):
    for content in (
        "id,p_entailment,prob_entailment,p_neutral\n1,0.6,0.2,0.4\n",
        '{"id": 1, "p_entailment": 0.6, "prob_entailment": 0.2}\n',
    ):
        message = "'p_entailment' and 'prob_entailment' stand for one label, ENTAILMENT"
        with pytest.raises(InputError, match=message):
            read(content)
    with pytest.raises(InputError, match="'logit_0' and 'logit_yes' stand for one label"):
        read("id,logit_0,logit_yes,logit_1\n1,1,2,3\n", label_order=["yes", "no"])


@pytest.mark.parametrize("written", [_csv, _json_lines])
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (("entailment", "contradiction"), "'entailment', 'contradiction' are .* 'neutral', too"),
        (("neutral", "Entailment"), ".* are probabilities of some labels only; .* 'contradiction'"),
    ],
)
def test_a_missing_probability_under_a_name_of_labels_is_named(read, written, fields, message):
    rows = [{"id": "1", fields[0]: 0.05, fields[1]: 0.95}, {"id": "2", fields[0]: 1, fields[1]: 0}]
    with pytest.raises(InputError, match=rf"line [12]: {message}"):
        read(written(rows))


@pytest.mark.filterwarnings("ignore:.*the numbers of")
@pytest.mark.parametrize("written", [_csv, _json_lines])
def test_a_label_beside_a_number_of_another_label_is_read(read, written):
    rows = [{"id": "1", "entailment": "yes", "contradiction": 0.2}]
    assert read(written(rows)).labels.tolist() == ["ENTAILMENT"]
    numbered = [{"id": "1", "entailment": 1, "contradiction": 0}]
    order = ["not_entailment", "entailment"]
    run = read(written(numbered), label_order=order, label_column="entailment")
    assert run.labels.tolist() == ["ENTAILMENT"]


@pytest.mark.parametrize("written", [_csv, _json_lines])
@pytest.mark.parametrize("name", ["label", "prediction"])
def test_probabilities_of_two_of_three_labels_are_refused(read, written, name):
    shares = {"entailment": (0.9, 0.05), "neutral": (0.1, 0.2), "contradiction": (0.1, 0.8)}
    rows = [
        {"id": label, name: label, "p_entailment": one, "p_contradiction": other}
        for label, (one, other) in shares.items()
    ]
    with pytest.raises(InputError, match=r"of ENTAILMENT and CONTRADICTION, and none of UNKNOWN, "):
        read(written(rows))


def test_two_labels_of_three_may_be_all_there_are(read):
    rows = [
        {"id": "1", "prediction": "entailment", "p_entailment": 0.9, "p_contradiction": 0.1},
        {"id": "2", "prediction": "contradiction", "p_entailment": 0.2, "p_contradiction": 0.8},
    ]
    assert _of_entailment(read(_json_lines(rows))) == [0.9, 0.2]
