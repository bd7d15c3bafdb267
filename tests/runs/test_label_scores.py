"""Scores that may be of the label, as Hugging Face's are, or of entailment."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.errors import InputError, InputWarning
from rte_baselines.pairs import Label
from rte_baselines.runs import Prediction, Run, read_run, write_run

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
CONTRADICTION, UNKNOWN = Label.CONTRADICTION, Label.UNKNOWN

TWO_WAY = [("a", YES, 0.98), ("b", NO, 0.97), ("c", YES, 0.55), ("d", NO, 0.6)]
THREE_WAY = [("a", YES, 0.9), ("b", CONTRADICTION, 0.95), ("c", UNKNOWN, 0.4), ("d", YES, 0.5)]


def lines(rows):
    return "".join(
        json.dumps({"id": pair_id, "label": str(label), "score": score}) + "\n"
        for pair_id, label, score in rows
    )


def table(rows):
    return "id,label,score\n" + "".join(f"{i},{label},{score}\n" for i, label, score in rows)


def array(rows):
    return "[" + ",\n".join(lines(rows).splitlines()) + "]"


every_format = pytest.mark.parametrize("written", [lines, table, array])


@every_format
def test_scores_of_two_labels_become_confidences_and_entailment_scores(read, written):
    with pytest.warns(InputWarning, match="run.txt: the scores are read as those") as caught:
        run = read(written(TWO_WAY))
    assert run.confidences.tolist() == [0.98, 0.97, 0.55, 0.6]
    assert run.scores.tolist() == pytest.approx([0.98, 0.03, 0.55, 0.4])
    assert run.ranking.tolist() == [1, 4, 2, 3]
    (warning,) = caught
    assert "such as NO_ENTAILMENT with 0.97" in str(warning.message)
    assert "state score_of='entailment'" in str(warning.message)
    (note,) = run.notes
    assert str(warning.message).endswith(f"run.txt: {note}")


@every_format
def test_scores_of_three_labels_do_not_rank(read, written):
    with pytest.warns(InputWarning, match="do not determine the probability of ENTAILMENT"):
        run = read(written(THREE_WAY))
    assert run.confidences.tolist() == [0.9, 0.95, 0.4, 0.5]
    assert (run.scores, run.ranking) == (None, None)


def test_a_label_of_two_that_was_one_of_three_does_not_rank(read):
    rows = [*TWO_WAY, ("e", NO, 0.4)]
    with pytest.warns(InputWarning, match="not used for ranking"):
        run = read(lines(rows))
    assert run.confidences is not None
    assert run.ranking is None


@every_format
@pytest.mark.parametrize(
    "rows",
    [
        # As P(ENTAILMENT), a cutoff at 0.5 or between 0.4 and 0.9 gives the labels.
        [("a", YES, 0.9), ("b", NO, 0.1), ("c", YES, 0.6)],
        [("a", YES, 0.9), ("b", NO, 0.2), ("c", NO, 0.8)],
        # Most probable of three, though not above a cutoff.
        [("a", YES, 0.4), ("b", UNKNOWN, 0.45), ("c", CONTRADICTION, 0.01)],
        # Nearly above a cutoff, as where each task has its own.
        [*((f"y{n}", YES, 0.6 + n / 100) for n in range(20)), ("a", NO, 0.1), ("b", NO, 0.61)],
        # No probabilities at all, but positive where entailed, or above a cutoff.
        [("a", YES, 7), ("b", NO, -9), ("c", YES, 2)],
        [("a", YES, 7), ("b", NO, -9), ("c", YES, -2)],
        # Of ENTAILMENT alone both are the same.
        [("a", YES, 0.9), ("b", YES, 0.8)],
    ],
)
def test_entailment_scores_stay(read, written, rows, recwarn):
    run = read(written(rows))
    assert run.scores.tolist() == [score for _, _, score in rows]
    assert run.confidences is None
    assert not recwarn


EITHER = [
    # Few and separate by chance.
    [("a", YES, 0.98), ("b", NO, 0.91)],
    # High, and nearly above a cutoff.
    [*((f"y{n}", YES, 0.6 + n / 100) for n in range(20)), ("a", NO, 0.5), ("b", NO, 0.61)],
    # Rejections alone.
    [("a", NO, 0.9), ("b", NO, 0.8)],
    # Neither the scores of most probable labels nor scores that the labels follow from.
    [("a", YES, 0.2), ("b", NO, 0.7)],
    [("a", YES, 1.0), ("b", NO, 1.0)],
    # Of both signs, in no order or in that of the rejections.
    [("a", YES, 7), ("b", NO, 9), ("c", YES, -2)],
    [*((f"y{n}", YES, -n - 1) for n in range(20)), *((f"n{n}", NO, n + 1) for n in range(20))],
    # Beyond probabilities, and rejections alone.
    [("a", NO, 90), ("b", NO, -80)],
]


@every_format
@pytest.mark.parametrize("rows", EITHER)
def test_scores_that_may_be_either_rank_nothing(read, written, rows):
    with pytest.warns(
        InputWarning, match="may be those of the labels.* state which they are: score_of="
    ):
        run = read(written(rows))
    assert (run.scores, run.confidences, run.ranking) == (None, None, None)


@every_format
@pytest.mark.parametrize("rows", EITHER[:2])
def test_what_scores_are_of_can_be_said(read, written, rows, recwarn):
    given = [score for _, _, score in rows]
    assert read(written(rows), score_of="entailment").scores.tolist() == given
    run = read(written(rows), score_of="label")
    assert run.confidences.tolist() == given
    entailed = [score if label is YES else 1 - score for _, label, score in rows]
    assert run.scores.tolist() == pytest.approx(entailed)
    assert not recwarn
    with pytest.raises(InputError, match="score_of is 'both'; expected 'label' or 'entailment'"):
        read(written(rows), score_of="both")


def test_scores_beside_probabilities_tell_by_them(read):
    rows = [("a", YES, 0.9), ("b", NO, 0.8), ("c", NO, 0.6)]
    for told, expected in (("label", [0.9, 0.2, 0.4]), ("entailment", [0.9, 0.2, 0.4])):
        content = "".join(
            json.dumps(
                {
                    "id": pair_id,
                    "label": str(label),
                    "score": score if told == "label" else shares,
                    "probs": {"entailment": shares, "not_entailment": 1 - shares},
                }
            )
            + "\n"
            for (pair_id, label, score), shares in zip(rows, [0.9, 0.2, 0.4], strict=True)
        )
        if told == "label":
            with pytest.warns(InputWarning, match="are read as those of the labels"):
                run = read(content)
        else:
            run = read(content)
        assert run.scores.tolist() == pytest.approx(expected)


@pytest.mark.parametrize(
    "content",
    [
        "id,label,confidence,score\na,YES,,0.98\nb,NO,,0.97\nc,YES,,0.55\n",
        '{"id": "a", "label": "YES", "score": 0.9, "pair_digest": "x0000000000000001"}\n'
        '{"id": "b", "label": "NO", "score": 0.95}\n',
        '{"id": "a", "label": "YES", "score": 0.9}\n'
        '{"id": "b", "label": "NO", "score": 0.95, "Confidence": null}\n'
        '{"id": "c", "label": "NO", "score": 0.95, "confidence": 0.5}\n',
    ],
)
def test_a_place_for_confidences_or_digests_says_that_scores_are_none(read, content, recwarn):
    assert read(content).scores[1] >= 0.95
    assert not recwarn


labels = st.sampled_from([(YES, NO), (YES, CONTRADICTION, UNKNOWN)])


@pytest.mark.slow
@given(labels.flatmap(lambda scheme: st.lists(st.tuples(st.sampled_from(scheme), st.floats(0, 1)))))
@pytest.mark.parametrize("name", ["run.jsonl", "run.csv", "run.tsv"])
def test_what_this_package_writes_is_in_no_doubt(tmp_path_factory, name, rows):
    written = [
        Prediction(str(number), label, score=score)
        for number, (label, score) in enumerate([(YES, 0.5), *rows])
    ]
    path = tmp_path_factory.mktemp("runs") / name
    write_run(written, path)
    assert list(read_run(path)) == written


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*the scores are read as")
@given(
    st.lists(st.floats(0.001, 0.999).filter(lambda share: share != 0.5), min_size=20, max_size=30)
)
def test_the_order_is_that_of_the_probability_of_entailment(shares):
    records = [
        {"label": "entailment" if share > 0.5 else "not_entailment", "score": max(share, 1 - share)}
        for share in shares
    ]
    run = Run.from_records(records, in_order=True, score_of="label")
    assert np.allclose(run.scores, shares)


@every_format
@pytest.mark.parametrize("of_label", [lambda share: 100 * share, np.log])
def test_percentages_and_logarithms_of_labels_do_not_rank(read, written, of_label):
    rows = [("a", YES, of_label(0.6)), ("b", NO, of_label(0.9)), ("c", YES, of_label(0.7))]
    with pytest.warns(InputWarning, match="not used for ranking; state which"):
        run = read(written(rows))
    assert run.ranking is None
    assert read(written(rows), score_of="entailment").ranking is not None


def confident(shares, of_label):
    return "".join(
        json.dumps(
            {
                "id": str(number),
                "label": "YES" if share >= 0.5 else "NO",
                "confidence": max(share, 1 - share) if of_label else share,
            }
        )
        + "\n"
        for number, share in enumerate(shares)
    )


def test_confidences_that_are_probabilities_of_entailment_are_warned_of(read):
    shares = [number / 20 for number in range(20)]
    with pytest.warns(InputWarning, match="name the field 'probability'"):
        run = read(confident(shares, of_label=False))
    assert run.confidences.tolist() == shares
    assert len(run.notes) == 1
    renamed = confident(shares, of_label=False).replace("confidence", "probability")
    assert read(renamed).scores.tolist() == shares


@pytest.mark.parametrize(
    "content",
    [
        confident([number / 20 for number in range(20)], of_label=True),
        confident([number / 19 for number in range(19)], of_label=False),
        confident([0.1] * 20, of_label=False),
    ],
)
def test_other_confidences_are_in_no_doubt(read, content, recwarn):
    assert read(content).confidences is not None
    assert not recwarn


def with_copies(rows, name="score"):
    return [
        {"id": pair_id, "prediction": str(label), "confidence": score, name: score}
        for pair_id, label, score in rows
    ]


@pytest.mark.parametrize("name", ["score", "probability"])
def test_scores_that_equal_the_confidences_are_those_of_labels(name):
    rows = [("a", YES, 0.9), ("b", NO, 0.95), ("c", YES, 0.6), ("d", NO, 0.7)]
    with pytest.warns(InputWarning, match="scores equal the confidences in all predictions: the"):
        run = Run.from_records(with_copies(rows, name))
    assert run.confidences.tolist() == [0.9, 0.95, 0.6, 0.7]
    assert run.scores.tolist() == pytest.approx([0.9, 0.05, 0.6, 0.3])
    stated = Run.from_records(with_copies(rows), score_of="entailment")
    assert stated.ranking.tolist() == [2, 1, 4, 3]


def test_copies_that_would_follow_from_a_cutoff_are_those_of_labels():
    with pytest.warns(InputWarning, match="scores equal the confidences in all predictions: the"):
        run = Run.from_records(with_copies([("a", YES, 0.9), ("b", NO, 0.6), ("c", YES, 0.8)]))
    assert run.scores.tolist() == pytest.approx([0.9, 0.4, 0.8])


def test_copies_with_three_labels_do_not_rank():
    with pytest.warns(InputWarning, match="scores equal the confidences .* not used for ranking"):
        run = Run.from_records(with_copies(THREE_WAY))
    assert run.ranking is None
    assert run.confidences is not None


def test_copies_of_entailment_scores_are_no_confidences():
    with pytest.warns(InputWarning, match="no confidences in the labels, which are left out"):
        run = Run.from_records(with_copies([("a", YES, 0.9), ("b", NO, 0.1), ("c", YES, 0.6)]))
    assert run.scores.tolist() == [0.9, 0.1, 0.6]
    assert run.confidences is None


@pytest.mark.parametrize(
    "records",
    [
        with_copies([("a", YES, 0.9), ("b", YES, 0.6)]),
        [
            *with_copies(TWO_WAY),
            {"id": "e", "prediction": str(NO), "confidence": 0.9, "score": 0.1},
        ],
        [
            *with_copies(TWO_WAY),
            {"id": "e", "prediction": str(NO), "confidence": None, "score": 0.1},
        ],
        [{**record, "pair_digest": "x0000000000000001"} for record in with_copies(TWO_WAY)],
    ],
)
def test_other_confidences_and_scores_are_read_as_such(records, recwarn):
    run = Run.from_records(records)
    assert run.scores.tolist() == [record["score"] for record in records]
    assert not recwarn
