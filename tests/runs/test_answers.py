"""Labels in the answers of chat models, and the envelopes that services put around them."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.advice import advising_options
from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.pairs import Label, LabelReader
from rte_baselines.runs import Prediction, Withheld
from rte_baselines.runs.answers import AnswerReader

E, C, U, N = Label
ABSTAIN, UNPARSEABLE = Withheld

pytestmark = pytest.mark.filterwarnings("ignore:.* give no label:UserWarning")


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("Entailment", E),
        ("**Neutral**.", U),
        ("# neutral", U),
        ("> _Refuted_!", C),
        ("`NOT_ENTAILMENT`", N),
        ("not enough info", U),
        ("Yes", E),
        ("**Answer:** Contradiction", C),
        ("Final answer : entailment.", E),
        ("The boat left, so it left.\n\n**Label: entailment**\n\n", E),
        ("Label:\nneutral", U),
        ("abstain", ABSTAIN),
        ("Answer: UNPARSEABLE", UNPARSEABLE),
    ],
)
def test_the_whole_or_the_last_line_is_the_label(answer, label):
    assert AnswerReader(LabelReader()).read(answer) is label


@pytest.mark.parametrize(
    "answer",
    [
        *("", "?", "0", "maybe", "Label:", "Label: Answer: neutral", None, ["neutral"]),
        *("The answer is neutral.", "neutral, I think", "Verdict: neutral"),
        *("Neutral\nas nothing is said of it", '{"label": "neutral"}'),
    ],
)
def test_everything_else_is_unparseable(answer):
    assert AnswerReader(LabelReader()).read(answer) is UNPARSEABLE


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        (' {"reason": "no label: entailment", "label": "not_entailment"}\n', N),
        ('```json\n{"label": "neutral"}\n```', U),
        ('Here it is:\n```\n{"label": true}\n```\nIs that all right?', E),
        ('{"label": "ABSTAIN"}', ABSTAIN),
        ('{"label": "perhaps"}', UNPARSEABLE),
        ('{"label": null}', UNPARSEABLE),
        ('{"answer": "neutral"}', UNPARSEABLE),
        ('{"label": "neutral"', UNPARSEABLE),
        ('["neutral"]', UNPARSEABLE),
        ('```\n{"label": "neutral"}\n```\n```\n{"label": "neutral"}\n```', UNPARSEABLE),
        ("[" * 100_000, UNPARSEABLE),
    ],
)
def test_fields_of_json(answer, label):
    assert AnswerReader(LabelReader()).read(answer, ["label"]) is label


@pytest.mark.parametrize(
    ("pattern", "answer", "label"),
    [
        (r"VERDICT <(\w+)>", "entailment VERDICT <neutral> contradiction", U),
        (r"(?i)verdict: (.*)$", "Verdict: not entailed", N),
        (r"VERDICT (\w+)", "neutral", UNPARSEABLE),
        (r"VERDICT (\w+)", "ABSTAIN", Withheld.ABSTAIN),
        (r"VERDICT(?: (\w+))?", "VERDICT", UNPARSEABLE),
        (r"VERDICT (\w+)", "VERDICT neutral? No, VERDICT entailment", UNPARSEABLE),
        (r"VERDICT (\w+)", "VERDICT neutral, as said: VERDICT unknown", U),
    ],
)
def test_a_pattern_replaces_the_rules(pattern, answer, label):
    assert AnswerReader(LabelReader(), pattern).read(answer) is label


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(", "answer pattern '\\('"),
        ("label", "has 0 groups; expected one"),
        ("(a)(b)", "2 groups"),
    ],
)
def test_patterns_that_are_none(pattern, message):
    with pytest.raises(InputError, match=message):
        AnswerReader(LabelReader(), pattern)


@given(st.text(), st.sampled_from(Label))
def test_a_last_line_counts_after_any_text(text, label):
    assert AnswerReader(LabelReader()).read(f"{text}\n{label.value}") is label
    assert AnswerReader(LabelReader()).read(text) in (*Label, *Withheld)


def openai(pair_id, text, *, finish="stop", refusal=None, error=None):
    message = {"role": "assistant", "content": text, "refusal": refusal}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    response = None if error else {"status_code": 200, "body": {"choices": [choice]}}
    return {"custom_id": pair_id, "response": response, "error": error and {"code": error}}


def openai_response(pair_id, text, *, reason=None, kind="output_text"):
    part = {"type": kind, "text" if kind == "output_text" else "refusal": text}
    output = [{"type": "reasoning", "summary": []}, {"type": "message", "content": [part]}]
    body = {"incomplete_details": {"reason": reason} if reason else None, "output": output}
    return {"custom_id": pair_id, "response": {"status_code": 200, "body": body}, "error": None}


def anthropic(pair_id, text, *, kind="succeeded", stop="end_turn"):
    content = [{"type": "thinking", "thinking": "entailment?"}, {"type": "text", "text": text}]
    message = {"role": "assistant", "content": content, "stop_reason": stop}
    result = {"type": kind, "message": message} if kind == "succeeded" else {"type": kind}
    return {"custom_id": pair_id, "result": result}


def harness(pair_id, text):
    return {"doc_id": pair_id, "target": "contradiction", "filtered_resps": [text]}


def plain(pair_id, text):
    return {"id": pair_id, "response": text}


@pytest.fixture
def judged(read):
    def read_answers(*answers, **options):
        return read("".join(json.dumps(answer) + "\n" for answer in answers), **options)

    return read_answers


every_envelope = pytest.mark.parametrize(
    "made", [openai, openai_response, anthropic, harness, plain]
)


@every_envelope
def test_answers_in_json_of_every_envelope(judged, made):
    path = "response.verdict" if made is plain else "verdict"
    answers = made("a", '{"verdict": "neutral"}'), made("b", "neutral")
    run = judged(*answers, run_columns={"answer": path})
    assert (list(run), run.withheld) == ([Prediction("a", U)], {"b": UNPARSEABLE})


def test_a_confidence_in_json(judged):
    columns = "answer=response.label,confidence=response.sure"
    run = judged(plain("a", '{"label": "neutral", "sure": 0.5}'), run_columns=columns)
    assert list(run) == [Prediction("a", U, 0.5)]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (openai("b", None, refusal="I cannot"), ABSTAIN),
        (openai("b", "neutral", finish="content_filter"), ABSTAIN),
        (openai("b", "entailment", finish="length"), UNPARSEABLE),
        (openai("b", None), UNPARSEABLE),
        (openai("b", "", error="batch_expired"), UNPARSEABLE),
        (openai_response("b", "I cannot", kind="refusal"), ABSTAIN),
        (openai_response("b", "neutral", reason="max_output_tokens"), UNPARSEABLE),
        (openai_response("b", "neutral", reason="content_filter"), ABSTAIN),
        (anthropic("b", "neutral", stop="refusal"), ABSTAIN),
        (anthropic("b", "entailment", stop="max_tokens"), UNPARSEABLE),
        (anthropic("b", "", kind="errored"), UNPARSEABLE),
        (plain("b", None), UNPARSEABLE),
    ],
)
def test_answers_that_are_none(judged, answer, kind):
    made = {"id": plain, "result": anthropic}.get(
        next(k for k in ("id", "result", "response") if k in answer), openai
    )
    run = judged(made("a", "entailment"), answer)
    assert (run.ids, run.withheld) == (("a",), {"b": kind})


def test_those_without_a_label_are_counted_with_three_different_examples(judged):
    others = [
        "I would\nrather not say.",
        "I would rather not say.",
        "x" * 100,
        None,
        "?",
        "abstain",
    ]
    answers = [plain(str(n), text) for n, text in enumerate(["neutral", *others])]
    with pytest.warns(InputWarning, match="6 of 7 answers give no label"):
        run = judged(*answers)
    assert run.notes == (
        "6 of 7 answers give no label: 1 ABSTAIN, 5 UNPARSEABLE; such as 'I would rather not "
        f"say.', '...{'x' * 37}', '?'; state what words mean: run_labels={{WORD: LABEL}}, or where "
        r"the label is in every answer: answer_pattern=r'(?i)answer is: (\w+)', or, in JSON, "
        "run_columns={'answer': 'response.FIELD'}; write ABSTAIN in the place of refusals",
    )
    assert "1 UNKNOWN, 1 ABSTAIN, 5 UNPARSEABLE" in run.understood
    said = r"every answer: --answer-pattern '\(\?i\)answer is: \(\\w\+\)', or, in JSON, --run"
    with advising_options(), pytest.warns(InputWarning, match=said):
        judged(*answers)


@pytest.mark.parametrize(
    ("options", "answer", "shown"),
    [
        ({"answer_pattern": r"answer is: (\w+)"}, "The answer is: not entailment.", "'not'"),
        ({"answer_pattern": r"is (yes|no)"}, "It is yes, or it is no.", "'yes, no'"),
        ({"answer_pattern": r"is: (\w*)"}, "The answer is: **no**", "'The answer is: **no**'"),
        ({"run_columns": {"answer": "response.verdict"}}, '{"verdict": "maybe"}', "'maybe'"),
    ],
)
def test_what_was_found_is_the_example(judged, options, answer, shown):
    with pytest.raises(InputError, match=re.escape(f"such as {shown};")):
        judged(plain("1", answer), **options)


def test_where_nothing_but_refusals_gives_no_label_nothing_is_advised(judged):
    run = judged(plain("a", "neutral"), plain("b", "ABSTAIN"))
    assert run.notes == ("1 of 2 answers give no label: 1 ABSTAIN",)


def test_labels_of_two_schemes_are_read_once_what_one_means_is_stated(judged):
    texts = ["not entailment", "neutral", "entailment"]
    answers = [plain(str(n), text) for n, text in enumerate(texts)]
    run = judged(*answers, run_labels="not entailment=")
    assert (run.ids, run.withheld) == (("1", "2"), {"0": UNPARSEABLE})
    assert list(judged(answers[0], answers[2]).labels) == ["NO_ENTAILMENT", "ENTAILMENT"]
    answers = plain("0", "contradiction"), plain("1", "Answer: no")
    with advising_options(), pytest.raises(InputError, match=r"'no' means: --run-labels no=LABEL$"):
        judged(*answers)
    assert list(judged(*answers, run_labels="no=contradiction").labels) == ["CONTRADICTION"] * 2
    for stated in ("no=contradiction,yes", "no=contradiction,no=neutral", "no=abstain"):
        with pytest.raises(InputError, match=r"^run_labels: "):
            judged(*answers, run_labels=stated)


def test_a_pattern_and_words_may_be_stated_for_a_run(judged):
    answers = plain("0", "VERDICT <B>, as it may have been another boat."), plain("1", "B")
    run = judged(*answers, answer_pattern="VERDICT <(.*?)>", run_labels="B=neutral")
    assert (list(run), run.withheld) == ([Prediction("0", U)], {"1": UNPARSEABLE})
    run = judged(*answers, run_labels="B=neutral")
    assert (list(run), run.withheld) == ([Prediction("1", U)], {"0": UNPARSEABLE})


def choices(pair_id, *likelihoods):
    return {"doc_id": pair_id, "target": 0, "filtered_resps": likelihoods}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (choices(1), r"filtered_resps is \[\]; expected a list with the answer"),
        (choices(1, ["high", False]), r"\['high', False\]; expected a number"),
        (openai(" ", "neutral"), "line 2: 'id' is empty; expected the pair's id"),
        ({"custom_id": "b", "response": {"body": {"output": [5]}}}, "line 2: is no answer as the"),
        (openai("b", [{"type": "text"}]), "line 2: is no answer as the service of the first one"),
    ],
)
def test_damaged_rows_are_named(judged, row, message):
    first = harness(0, "neutral") if "doc_id" in row else openai("a", "?")
    with pytest.raises(InputError, match=message):
        judged(first, row)


def test_a_label_may_stand_beside_an_answer(judged):
    row = {"id": "a", "prediction": "neutral", "response": "It is neutral."}
    with pytest.raises(InputError, match=r"state which: .*'prediction'\} or .*'response'\}$"):
        judged(row)
    assert list(judged(row, run_columns={"label": "prediction"})) == [Prediction("a", U)]
