"""Runs of chat models: batches of OpenAI and Anthropic, and plain JSON Lines."""

import json

import pytest

from rte_baselines import Pair, compare, evaluate, read_run
from rte_baselines.errors import InputError, InputWarning, RunError
from rte_baselines.pairs import Label
from rte_baselines.runs import Prediction, Withheld, check_run, read_runs, write_run

E, C, U, N = Label


def openai(pair_id, text, *, finish="stop", refusal=None, status=200, error=None):
    message = {"role": "assistant", "content": text, "refusal": refusal}
    body = {"id": "x", "choices": [{"index": 0, "message": message, "finish_reason": finish}]}
    response = None if error else {"status_code": status, "request_id": "r", "body": body}
    failure = {"code": error, "message": "m"} if error else None
    return {"id": "batch_req", "custom_id": pair_id, "response": response, "error": failure}


def openai_response(pair_id, text, *, status="completed", reason=None, kind="output_text"):
    part = {"type": kind, "text" if kind == "output_text" else "refusal": text}
    output = [{"type": "reasoning", "summary": []}, {"type": "message", "content": [part]}]
    details = {"reason": reason} if reason else None
    body = {"status": status, "incomplete_details": details, "output": output}
    return {"custom_id": pair_id, "response": {"status_code": 200, "body": body}, "error": None}


def anthropic(pair_id, text, *, kind="succeeded", stop="end_turn"):
    thought = {"type": "thinking", "thinking": "neutral?"}
    content = [thought, {"type": "text", "text": text}]
    message = {"role": "assistant", "content": content, "stop_reason": stop}
    result = {"type": kind, "message": message} if kind == "succeeded" else {"type": kind}
    return {"custom_id": pair_id, "result": result}


def plain(pair_id, text):
    return {"id": pair_id, "response": text}


@pytest.fixture
def written(tmp_path):
    def write(*answers):
        path = tmp_path / "judge.jsonl"
        path.write_text("".join(json.dumps(answer) + "\n" for answer in answers), "utf-8")
        return path

    return write


@pytest.mark.parametrize("made", [openai, openai_response, anthropic, plain])
def test_labels_and_ids_of_every_format(written, made):
    run = read_run(written(made("a", "entailment"), made("7", "Label: neutral")))
    assert run.ids == ("a", "7")
    assert run.labels.tolist() == ["ENTAILMENT", "UNKNOWN"]
    assert (run.withheld, run.notes) == ({}, ())


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (openai("b", None, refusal="I cannot"), "refusal: stopped by the provider"),
        (openai("b", "neutral", finish="content_filter"), "refusal: stopped by the provider"),
        (openai("b", "entailment", finish="length"), "unparseable: cut off"),
        (openai("b", None), "unparseable: empty"),
        (openai("b", "neutral", status=429), "failed: status 429"),
        (openai("b", "", error="batch_expired"), "failed: batch_expired"),
        (openai_response("b", "I cannot", kind="refusal"), "refusal: stopped by the provider"),
        (
            openai_response("b", "neu", status="incomplete", reason="max_output_tokens"),
            "unparseable: cut off",
        ),
        (
            openai_response("b", "neu", status="incomplete", reason="content_filter"),
            "refusal: stopped by the provider",
        ),
        (anthropic("b", "neutral", stop="refusal"), "refusal: stopped by the provider"),
        (anthropic("b", "entailment", stop="max_tokens"), "unparseable: cut off"),
        (anthropic("b", "", kind="errored"), "failed: errored"),
        (anthropic("b", "", kind="expired"), "failed: expired"),
        (plain("b", None), "failed: no answer"),
        (plain("b", "I'm sorry, I can't."), "refusal: a refusal in words"),
        (plain("b", "maybe"), "unparseable: no label"),
    ],
)
def test_answers_without_a_label_are_counted(written, answer, reason):
    made = plain if "response" in answer and "custom_id" not in answer else openai
    problem, _, detail = reason.partition(": ")
    note = f"1 of 2 answers give no label: 1 {problem}; reasons: {detail}: 1 ('b')"
    with pytest.warns(InputWarning, match="1 of 2 answers give no label"):
        run = read_run(written(made("a", "entailment"), answer))
    kind = Withheld.ABSTAIN if problem == "refusal" else Withheld.UNPARSEABLE
    assert run.withheld == {"b": kind}
    assert run.notes == (note,)
    assert run.ids == ("a",)


def test_all_problems_are_summed_up(written):
    answers = [plain("a", "neutral"), plain("b", "?"), plain("c", None), plain("d", "Sorry, no.")]
    with pytest.warns(InputWarning):
        run = read_run(written(*answers, plain("e", "I cannot say.")))
    assert run.notes[0] == (
        "4 of 5 answers give no label: 1 failed, 2 refusals, 1 unparseable; reasons: a refusal in "
        "words: 2 ('d', 'e'); no label: 1 ('b'); no answer: 1 ('c')"
    )


def test_reasons_are_counted_the_most_frequent_first(written):
    answers = ["?", *["Answer: no"] * 4, '{"a": 1}', "yes", "?", "neutral"]
    path = written(*(plain(str(n), text) for n, text in enumerate(answers)))
    with pytest.warns(InputWarning):
        run = read_run(path)
    assert run.notes[0] == (
        "8 of 9 answers give no label: 8 unparseable; reasons: no without a stated meaning: 4 "
        "('1', '2', '3', ...); no label: 2 ('0', '7'); JSON without a field 'label', 'answer', "
        "'verdict', ... (it has 'a'): 1 ('5'); yes without a stated meaning: 1 ('6'); 5 of these "
        "answer yes or no: state what they mean: answers={'yes': 'entailment', 'no': "
        "'not_entailment'} ('no': 'contradiction' or 'no': 'neutral' keeps the run three-way)"
    )


@pytest.mark.parametrize(
    ("symbols", "hint"),
    [
        (
            "02102",
            "; 5 of these answer 0, 1 or 2: state what each means, for example "
            "answers={'0': 'entailment', '1': 'neutral', '2': 'contradiction'}",
        ),
        (
            "ABA",
            "; 3 of these answer A or B: state what each means, for example "
            "answers={'A': 'entailment', 'B': 'not_entailment'}",
        ),
        # Ratings, rather than labels, and answers of several kinds.
        ("12345", ""),
        ("4545", ""),
        ("A1A1", ""),
        ("1111", ""),
    ],
)
def test_letters_and_digits_without_a_stated_meaning(written, symbols, hint):
    answers = (plain(str(number), symbol) for number, symbol in enumerate([*symbols, "neutral"]))
    with pytest.warns(InputWarning):
        run = read_run(written(*answers))
    assert run.notes[0].endswith(f"){hint}")


def test_rare_reasons_are_counted_together(written):
    answers = (plain(str(n), json.dumps({f"field {n}": n})) for n in range(12))
    with pytest.warns(InputWarning):
        run = read_run(written(plain("a", "neutral"), *answers))
    assert run.notes[0].endswith("'field 7'): 1 ('7'); 4 other reasons: 4")


def test_meanings_are_asked_for_only_of_the_words_that_are_there(written):
    with pytest.raises(InputError) as caught:
        read_run(written(plain("a", "False."), plain("b", "?")))
    assert str(caught.value).endswith(
        "; 1 of these answer false: state what they mean: answers={'true': 'entailment', 'false': "
        "'not_entailment'} ('false': 'contradiction' or 'false': 'neutral' keeps the run three-way)"
    )


def test_two_choices_are_no_answer(written):
    answer = openai("b", "neutral")
    answer["response"]["body"]["choices"] *= 2
    with pytest.warns(InputWarning):
        run = read_run(written(openai("a", "neutral"), answer))
    assert run.withheld == {"b": Withheld.UNPARSEABLE}
    assert "2 choices: 1 ('b')" in run.notes[0]


def test_no_entailment_is_no_label_of_a_three_way_run(written):
    path = written(plain("a", "not entailment"), plain("b", "neutral"), plain("c", "entailment"))
    with pytest.warns(InputWarning, match="no entailment in a three-way run"):
        run = read_run(path)
    assert run.labels.tolist() == ["UNKNOWN", "ENTAILMENT"]
    two_way = read_run(written(plain("a", "not entailment"), plain("c", "entailment")))
    assert two_way.labels.tolist() == ["NO_ENTAILMENT", "ENTAILMENT"]


def test_yes_and_no_need_a_meaning(written):
    path = written(plain("a", "Yes"), plain("b", "No."))
    with pytest.raises(
        InputError, match=r"2 of 2 answers give no label: 2 unparseable; .* answers="
    ):
        read_run(path)
    run = read_run(path, answers={"yes": "entailment", "no": "not_entailment"})
    assert run.labels.tolist() == ["ENTAILMENT", "NO_ENTAILMENT"]
    (again,) = read_runs([path], answers={"yes": "entailment", "no": "contradiction"})
    assert again.labels.tolist() == ["ENTAILMENT", "CONTRADICTION"]


TWO_WAY = {"yes": "entailment", "no": "not_entailment"}


def test_a_stated_two_way_mapping_decides_the_scheme(written):
    answers = ["yes", "no", "Label: contradiction", "Answer: neutral", "No."]
    path = written(*(plain(str(n), text) for n, text in enumerate(answers)))
    with pytest.warns(InputWarning):
        run = read_run(path, answers=TWO_WAY)
    assert run.labels.tolist() == ["ENTAILMENT", *["NO_ENTAILMENT"] * 4]
    assert run.withheld == {}
    note = "2 of 5 answers CONTRADICTION or UNKNOWN, read as NO ENTAILMENT"
    assert run.notes == (f"{note}: the stated meanings are two-way",)


def test_a_conflated_answer_keeps_its_confidence(written):
    path = written(plain("a", '{"label": "contradiction", "confidence": 0.5}'))
    with pytest.warns(InputWarning):
        run = read_run(path, answers=TWO_WAY)
    assert list(run) == [Prediction("a", "NO ENTAILMENT", confidence=0.5)]


def test_confidences_that_cannot_be_read_are_counted(written):
    answers = (
        plain("a", '{"label": "neutral", "confidence": 85}'),
        plain("b", '{"label": "neutral", "confidence": 0.5}'),
        plain("c", '{"label": "neutral", "confidence": "high"}'),
    )
    note = (
        "2 of 3 answers with a confidence that is no number in [0, 1] (such as 'a': 85), which is "
        "not read"
    )
    with pytest.warns(InputWarning, match="2 of 3 answers with a confidence"):
        run = read_run(written(*answers))
    assert run.notes == (note,)
    assert list(run)[:2] == [Prediction("a", "UNKNOWN"), Prediction("b", "UNKNOWN", confidence=0.5)]


def test_the_cause_of_a_mixed_run_is_named_with_what_to_state(written):
    path = written(plain("a", "not entailment"), plain("b", "neutral"), plain("c", "yes"))
    mixed = "; 1 of 3 answers CONTRADICTION or UNKNOWN, so that the run is three-way, and NO "
    with pytest.warns(InputWarning):
        run = read_run(path, answers={"yes": "entailment"})
    assert mixed in run.notes[0]
    assert run.notes[0].endswith("state answers={'yes': 'entailment', 'no': 'not_entailment'}")
    with pytest.warns(InputWarning):
        run = read_run(path, answers={"yes": "entailment", "no": "contradiction"})
    assert run.notes[0].endswith("NO ENTAILMENT no label in it")


def test_a_word_with_a_stated_meaning_is_not_said_to_have_none(written):
    path = written(plain("a", "yes"), plain("b", "No, wait, yes."))
    with pytest.warns(InputWarning):
        run = read_run(path, answers=TWO_WAY)
    assert run.withheld == {"b": Withheld.UNPARSEABLE}
    assert "state" not in run.notes[0]


def test_spellings_of_a_word_may_have_the_same_label(written):
    run = read_run(written(plain("a", "Yes")), answers={"yes": "entailment", "YES": "entailed"})
    assert run.labels.tolist() == ["ENTAILMENT"]


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        (
            {"yes": "entailment", "YES": "not_entailment"},
            "^answers: 'yes' means ENTAILMENT and 'YES' means NO_ENTAILMENT, but they are spell",
        ),
        ({"x y": "neutral", " x_y ": "entailment"}, "^answers: 'x y' means UNKNOWN and 'x_y'"),
        ({"yes": "entailment", "YES": "no"}, "^answers: 'YES' means 'no', which says no label;"),
        ({"a": "True"}, "^answers: 'a' means 'True', which says no label; expected one such"),
        ({"yes": "sure"}, "^answers: unknown label 'sure'"),
        ({"yes": "entailment", "no": "not_entailment", "x": "neutral"}, "^answers: labels mix two"),
        ({" ": "entailment"}, "^answers: an empty word"),
    ],
)
def test_meanings_that_are_none(written, answers, message):
    with pytest.raises(InputError, match=message):
        read_run(written(plain("a", "yes")), answers=answers)


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (openai("a", "neutral"), "line 2: a second answer on pair 'a'"),
        ({"custom_id": "b", "response": {"status_code": 200}}, "line 2: is no answer of a chat"),
        ({"custom_id": "b", "result": {"type": "new"}}, "line 2: is no answer of a chat model"),
        ({"custom_id": "", "result": {}}, "line 2: has no id of a pair"),
        (5, "line 2: '5' is not a JSON object"),
    ],
)
def test_damaged_lines_are_named(written, second, message):
    with pytest.raises(InputError, match=message):
        read_run(written(openai("a", "neutral"), second))


def test_the_order_of_pairs_does_not_replace_ids(written):
    with pytest.raises(InputError, match="answers of chat models are matched by their ids"):
        read_run(written(openai("a", "neutral")), in_order=True)


def test_a_folder_of_answers_is_refused(written):
    path = written(openai("a", "neutral"))
    with pytest.raises(InputError, match="is of a chat model, whose answers are read from one"):
        read_run(path.parent)


def test_other_files_with_a_response_are_read_as_before(written):
    path = written({"id": "a", "prediction": "neutral", "response": "It is neutral."})
    assert read_run(path).labels.tolist() == ["UNKNOWN"]


@pytest.mark.parametrize("made", [openai, anthropic, plain])
def test_a_column_of_labels_is_refused_with_the_reason(written, made):
    with pytest.raises(InputError) as caught:
        read_run(written(made("a", '{"entailed": true}')), label_column="entailed")
    assert str(caught.value).endswith(
        "judge.jsonl: has no field 'entailed', but answers of a chat model, in which labels are "
        "found without label_column, also in fields of JSON"
    )


def test_a_column_of_labels_may_be_beside_a_response(written):
    path = written({"id": "a", "verdict": "neutral", "response": "It is neutral."})
    assert read_run(path, label_column="verdict").labels.tolist() == ["UNKNOWN"]
    path = written({"id": "a", "prediction": "neutral", "response": "It is neutral."})
    with pytest.raises(InputError, match=r"field 'verdict' is missing; expected one of 'id', 'pr"):
        read_run(path, label_column="verdict")


@pytest.fixture
def gold():
    labels = {"a": E, "b": E, "c": U, "d": C}
    return [Pair(pair_id, "a", "b", label=label) for pair_id, label in labels.items()]


@pytest.fixture
def judge(written):
    answers = [plain("a", "entailment"), plain("b", "?"), plain("c", "entailment")]
    with pytest.warns(InputWarning):
        return read_run(written(*answers, plain("d", "contradiction")))


@pytest.mark.slow
def test_the_run_is_scored_with_and_without_the_pairs_it_does_not_label(gold, judge):
    (scores,) = evaluate(gold, judge).runs
    values = {name: found.value for name, found in scores.overall.measures.items()}
    assert values["accuracy_3way"] == pytest.approx(2 / 3)
    assert values["coverage"] == 0.75
    assert values["accuracy_3way_of_all"] == 0.5
    assert values["accuracy_2way_of_all"] == 0.5
    assert "1 of 4 answers give no label" in scores.findings[0].text
    assert scores.withheld == {
        "UNPARSEABLE": {"ENTAILMENT": 1, "CONTRADICTION": 0, "UNKNOWN": 0},
    }


@pytest.mark.slow
def test_labels_that_are_all_right_may_have_been_in_the_requests(written):
    pairs = [Pair(str(n), "a", "b", label=E if n % 2 else C) for n in range(20)]
    answers = (openai(pair.id, pair.label.value) for pair in pairs)
    (scores,) = evaluate(pairs, read_run(written(*answers))).runs
    assert [finding.text for finding in scores.findings if finding.about == "gold"] == [
        "all 20 labels are equal to the gold labels; was the gold label in the requests to the "
        "chat model?"
    ]


@pytest.mark.slow
def test_a_comparison_says_how_many_pairs_are_left_out(gold, judge):
    other = judge.select([0, 1, 2], name="other")
    found = compare(gold, [judge, other], measures=["accuracy_3way"])
    assert "judge.jsonl has no label for 1 of 4 pairs (1 UNPARSEABLE)" in found.to_text()
    counts = {"UNPARSEABLE": 1}
    assert found.to_dict()["withheld"] == {"judge.jsonl": counts, "other": counts}


def test_json_lines_keep_what_is_withheld(judge, tmp_path):
    path = tmp_path / "kept.jsonl"
    write_run(judge, path)
    again = read_run(path)
    assert list(again) == list(judge)
    assert again.withheld == judge.withheld == {"b": Withheld.UNPARSEABLE}


def test_pairs_that_were_not_asked_are_missing(gold, judge):
    assert len(check_run(judge, gold)) == 3
    with pytest.raises(RunError, match=r"missing id: 1 \('e'\)"):
        check_run(judge, [*gold, Pair("e", "a", "b")])
    with pytest.raises(RunError, match=r"unknown id: 1 \('b'\)"):
        check_run(judge, [pair for pair in gold if pair.id != "b"])
    assert len(check_run(judge, gold[:1] + gold[2:], ignored=["b"])) == 3
