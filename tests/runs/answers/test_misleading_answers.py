"""Answers with a word that is no label of the pair, beside answers that must stay readable."""

import pytest

from rte_baselines.pairs import Label
from rte_baselines.runs.answers.parser import UNPARSEABLE, Answer, AnswerParser

E, C, U, N = Label
PLAIN = AnswerParser()
YES_NO = AnswerParser({"yes": E, "no": N})
LETTERS = AnswerParser({"A": E, "B": N})
DIGITS = AnswerParser({"1": E, "0": N})
THREE_DIGITS = AnswerParser({"0": E, "1": U, "2": C})
GERMAN = AnswerParser({"ja": E, "nein": N})
FRENCH = AnswerParser({"oui": E, "non": N})
SPANISH = AnswerParser({"sí": E, "no": N})
CHINESE = AnswerParser({"是": E, "否": N})


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("Answer: 0.95", None),
        ("0.95", None),
        ("Answer: **0.95**", None),
        ("0,95", None),
        (".1", None),
        ("Answer: -1", None),
        ("-1", None),
        ("+1", None),
        ("1.5", None),
        ("1:30", None),
        ("1, 0", None),
        ("1/0", None),
        ('{"label": "-1"}', None),
        ('{"label": -1}', None),
        (r"\boxed{0.9}", None),
        ("1. The ferry is named.\n2. It is not said to sink, so it does not follow.", None),
        ("1) The ferry is named.", None),
        ("(1) The ferry is named. (2) It is not said to sink.", None),
        ("Answer: 1. The ferry is named.\n2. It is not said to sink.", None),
        ("1", E),
        ("0.", N),
        ("**1**", E),
        ("- 1", E),
        ("(0)", N),
        ("Answer: 1", E),
        ("Answer: 0. The text names no ferry.", N),
        ("1, since the ferry is named.", E),
        ("0\n\nThe text names no ferry.", N),
        ("0 - the text names no ferry.", N),
        ("1. Entailment", E),
        (r"\boxed{1}", E),
        ('{"label": 1}', E),
        ('{"label": "0"}', N),
    ],
)
def test_digits(answer, label):
    assert DIGITS.parse(answer).label is label


@pytest.mark.parametrize("answer", ["1. The ferry is named.", "0.95", "-1"])
def test_a_digit_that_is_no_label_is_the_reason(answer):
    detail = f"{answer.strip('-')[0]} may be part of another number, or that of a list item"
    assert DIGITS.parse(answer) == Answer.none(detail)


@pytest.mark.parametrize(
    ("answer", "label"),
    [("[0.1, 0.8, 0.1]", None), ("1", U), ("[2]", C), ("0, 1 or 2", None), ("1, 0.9", U)],
)
def test_digits_of_three_labels(answer, label):
    assert THREE_DIGITS.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("The answer is yes?\nEntailment, it seems.</think>\nContradiction", C),
        ("Answer: entailment\n</think>\n\nThe text does not say so.", None),
        ("<think>neutral</think>contradiction</think>\nNeutral", U),
        ("<reasoning>Answer: entailment</reasoning>\nAnswer: neutral", U),
        ("<thought>Entailment</thought>It does not follow.", None),
        ("<analysis>\nEntailment\n</analysis>\nIt does not follow.", None),
        ("<reflection>Answer: neutral</reflection>", None),
        ("<scratchpad>Entailment\n</scratchpad>\nneutral", U),
        ("<think>a <analysis>neutral</analysis> b</think>\nEntailment", E),
        ("[THINK]neutral[/THINK]Entailment", E),
        ("<reasoning>so it is neutral", None),
        ("<answer>Entailment</answer>", E),
        ("Neutral (see [1])", U),
    ],
)
def test_thoughts_in_any_tags(answer, label):
    assert PLAIN.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("Thinking: the answer is yes.\nResponse: it does not follow.", None),
        ("Thinking: it is named.\nResponse: yes", E),
        ("Thinking: the answer is yes.\nResponse: yes", E),
        ("Thinking: it is named.\nAnswer: yes", E),
    ],
)
def test_a_response_after_a_label(answer, label):
    assert YES_NO.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ('{"label": "entailment", "model_label": "neutral"}', None),
        ('{"label": "entailment", "predicted_label": "not_entailment"}', None),
        ('{"label": "neutral", "final_label": "contradiction"}', None),
        ('{"label": "neutral", "corrected_label": "entailment"}', None),
        ('{"label": "entailment", "decision": "Neutral."}', None),
        ('{"label": "entailment", "class": "contradiction"}', None),
        ('{"label": "entailment", "relation": "neutral"}', None),
        ('{"answer": "yes", "output": "no"}', None),
        ('{"answer": "yes", "Final Answer": "no"}', None),
        ('{"answer": "yes", "Final Answer": false}', None),
        ('{"answer": "yes", "follows": false}', None),
        ('{"answer": "no", "follows": true}', None),
        ('{"answer": "no", "hypothesis_follows_from_text": "yes"}', None),
        ('{"entailed": true, "final_label": "neutral"}', None),
        ('{"label": "neutral", "premise": "Contradiction", "hypothesis": "entailment"}', U),
        ('{"label": "neutral", "text": "entailment", "id": "contradiction"}', U),
        ('{"label": "entailment", "final_label": "Entailment"}', E),
        ('{"label": "not_entailment", "relation": "neutral"}', N),
        ('{"answer": "yes", "follows": true}', E),
        ('{"answer": "no", "follows": false}', N),
        ('{"answer": "yes", "ambiguous": "no", "abstain": false}', E),
        ('{"answer": "yes", "explanation": "No, it is not neutral, but it follows."}', E),
        ('{"answer": "no", "confidence": 1}', N),
    ],
)
def test_a_second_verdict_in_json(answer, label):
    assert YES_NO.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        (
            "Does the premise mention a dog?\n**Yes**\n\nTherefore, not necessarily entailed.",
            None,
        ),
        (
            "Step 1 - same entity\nYes.\n\nStep 2 - same event\nIt is another one.\n\nHence the "
            "hypothesis does not follow.",
            None,
        ),
        ("Step 1 - same entity\nYes.\n\nStep 2 - same event\nAnother one.", None),
        ("## Same entity\n\nYes\n\n## Same event\n\nIt is another one.", None),
        (
            "Sub-question 1: Is John mentioned? Answer: Yes\nSub-question 2: Is he a man? The text "
            "leaves it open.",
            None,
        ),
        ("Is John mentioned?\nAnswer: Yes\n\nIs he a man? The text leaves it open.", None),
        ("Is John mentioned?\nYes\n\nIs he a man?\nYes", None),
        ("Is John mentioned?\nYes\n\nIs he a man?\nYes\n\nAnswer: yes", E),
        ("Is John mentioned?\nYes\n\nIs he a man?\nNo\n\nAnswer: no", None),
        ("Does the text entail the hypothesis?\n**Yes**\n\nIt says so.", E),
        ("Does the hypothesis follow from the text?\nNo\n\nThe text does not say so.", N),
        ("Question: Is the claim supported by the text? Answer: Yes\n\nIt is said.", E),
        ("Q: Is Rome in Italy?\nAnswer: yes\nExplanation: it is said.", E),
        ("Is Rome in Italy?\nyes", E),
        ("Question 12: Does it follow?\nYes\nIt is said.", E),
        ("## Answer\nYes\n\n## Explanation\nIt is said.", E),
        ("**Final decision**\n\nNo\n\nIt is not said.", N),
        ("Step 1: Rome is a city.\nFinal answer: yes\nIt is said.", E),
        ("Rome is a city.\nYes\n\nIt is said.", E),
        ("Step 1: Rome is a city.\nStep 2: It is in Italy.\n\nAnswer: yes", E),
    ],
)
def test_answers_to_other_questions(answer, label):
    assert YES_NO.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("A. This would need the year, which is missing.\n\nTherefore B.", None),
        ("A. It would need the year.\n\nI'd go with B.", None),
        ("Option A.\nThis can be excluded: no year is given.", None),
        ("A: It doesn't follow.", None),
        ("A. The year is missing, so B.", None),
        ("A. The year is given. So A dog barks.", E),
        ("A. Therefore A.", E),
        ("A. The year is given.\nThe author is B. Smith.", E),
        ("B. It would need the year.\nSo A is excluded.", N),
        ("B. It doesn't follow.", N),
        ("Answer: A\nThe year is given.", E),
    ],
)
def test_a_letter_that_is_chosen_later(answer, label):
    assert LETTERS.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [("0 - two are named. I'd go with 1", None), ("1, as the number of ferries is 0.", E)],
)
def test_a_digit_that_is_chosen_later(answer, label):
    assert DIGITS.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        (
            "Claim 1: It sank. Verdict: supported\nClaim 2: It was red. Verdict: not mentioned.\n"
            "So overall, only one of them is in the text.",
            None,
        ),
        ("Claim 1: Verdict: supported. Claim 2: Verdict: not mentioned.", None),
        ("Verdict: supported\nOverall verdict: half of it is in the text", None),
        ("Claim 1: It sank. Verdict: supported\nClaim 2: It is red. Verdict: supported", E),
        ("Verdict: not mentioned\nFinal verdict: neutral", U),
        ("Relation: the hypothesis repeats the text.\nLabel: entailment", E),
        ("Conclusion: the text says so.\nAnswer: entailment", E),
        ("Label: entailment\nConclusion: the text says so.", E),
    ],
)
def test_verdicts_on_claims(answer, label):
    assert PLAIN.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("Answer: Yes. However, on closer reading, the hypothesis does not follow.", None),
        ("Yes, but the hypothesis does not follow.", None),
        ("Yes, it is red. Therefore, the hypothesis cannot be inferred from the text.", None),
        ("Yes. Still, it can't necessarily be concluded.", None),
        ("Yes. But the text doesn’t entail it.", None),  # noqa: RUF001
        ("Yes, though it is not necessarily true.", None),
        ("Yes. That said, it isn't implied.", None),
        ("Yes, it is red. The hypothesis isn't really supported, though.", None),
        ("Yes, but this does not necessarily mean it is true.", None),
        ("No! The text entails it.", None),
        ("No. On a closer look, the hypothesis follows from the text.", None),
        ("Neutral. The premise clearly implies the hypothesis.", None),
        ("Neutral. The text does not entail the hypothesis.", U),
        ("Contradiction: the text does not entail it.", C),
        ("Neutral. The premise neither entails nor contradicts the hypothesis.", U),
        ("No. Nothing in the text entails it, and no sentence implies it.", N),
        ("No. The text entails the opposite.", N),
        ("No. The text implies it was blue.", N),
        ("No. The text implies this ferry was blue.", N),
        ("No. The text entails that the ferry is blue.", N),
        ("No. The negation of the hypothesis follows from the text.", N),
        ("No, it does not follow.", N),
        ("Yes. The dog does not follow the cat.", E),
        ("Yes. The hypothesis follows from the text.", E),
        ("Yes, the text entails it.", E),
    ],
)
def test_labels_that_sentences_take_back(answer, label):
    assert YES_NO.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        *((f"{whose} answer: yes", None) for whose in ("Preliminary", "Tentative", "Draft")),
        *((f"{whose} answer: yes", None) for whose in ("Naive", "Intermediate", "Initial")),
        ("The obvious answer is yes, but the text is older.", None),
        ("The tempting answer is yes, but the text is older.", None),
        ("The expected answer is yes, but the text is older.", None),
        ("The intuitive answer is yes, but the text is older.", None),
        ("The short answer is yes, but the text is older.", None),
        ("The short answer is yes.", E),
        ("In the example, the label is entailment.", None),
        ("In the first example above, the answer is yes.", None),
        ("In this example, the label is entailment.", E),
        ("Draft answer: yes\nFinal answer: no", N),
        ("Final answer: yes, but the text is older.", E),
    ],
)
def test_whose_answer_it_is(answer, label):
    assert YES_NO.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("Entailment: N/A", None),
        ("Entailment: very low", None),
        ("Entailment: low (0.1)", None),
        ("Entailment: low probability", None),
        ("Entailment: Very unlikely", None),
        ("Entailment: negative", None),
        ("Entailment: invalid", None),
        ("Entailment: incorrect", None),
        ("Entailment: missing", None),
        ("Entailment: cannot be determined.", None),
        ("Entailment: cannot be determined from the text", None),
        ("Contradiction: There is none.", None),
        ("( ) Entailment", None),
        ("- ( ) Entailment\n- (x) Neutral", U),
        ("☐ Entailment\n☑ Neutral", U),
        ("Neutral: cannot be determined from the text.", U),
        ("Contradiction: there is no ferry in the text.", C),
        ("Entailment (high confidence)", E),
        ("Entailment: low tides are tides.", E),
        ("Contradiction: negative numbers are no squares.", C),
        ("(A) Entailment", E),
    ],
)
def test_values_after_a_label(answer, label):
    assert PLAIN.parse(answer).label is label


@pytest.mark.parametrize(
    ("parser", "answer", "label"),
    [
        (GERMAN, "Ja, aber nur, wenn die Fähre rot ist.", None),
        (GERMAN, "Ja\n\nAber nur, wenn die Fähre rot ist.", None),
        (GERMAN, "Answer: Ja, vielleicht", None),
        (GERMAN, "Das stimmt nicht:\nJa", None),
        (FRENCH, "Oui, en partie", None),
        (SPANISH, "No, no puedo ayudar.", None),
        (CHINESE, "是，但是", None),  # noqa: RUF001
        (GERMAN, "Ja.", E),
        (GERMAN, "**Nein**", N),
        (GERMAN, "Die Fähre ist rot.\nAnswer: ja", E),
        (GERMAN, '{"answer": "ja", "grund": "Es steht da."}', E),
        (GERMAN, "Entailment. Es steht da.", E),
        (FRENCH, "Non !", N),
        (SPANISH, "Sí.", E),
        (SPANISH, "no", N),
        (CHINESE, "是。", E),
        (CHINESE, "Answer: 否", N),
    ],
)
def test_words_of_other_languages_count_alone(parser, answer, label):
    assert parser.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("Yes, I'd be happy to help! What is the text?", None),
        ("Yes, understood.", None),
        ("No, I need the text first.", None),
        ("No, not sure.", None),
        ("Yes, I understand the text says so.", E),
        ("No, not in the text.", N),
    ],
)
def test_replies_to_the_request(answer, label):
    found = YES_NO.parse(answer)
    assert (found.label, found.problem) == (label, "" if label else UNPARSEABLE)


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("Label: entailment. Hmm, that's not right.", None),
        ("Label: neutral. No, this isn't quite correct.", None),
        ("Label: entailment. Strike that - the opposite.", None),
        ("Label: entailment\nDisregard that.", None),
        ("Label: entailment\nHowever, upon reflection this may be incorrect.", None),
        ("Label: entailment. My answer could well be wrong.", None),
        ("Label: entailment. I might be mistaken.", None),
        ("My answer is: entailment, though I'm unsure", None),
        ("Label: entailment. However, I am not completely sure.", None),
        ("Label: entailment (tentative)", None),
        ("Entailment, tentatively.", None),
        ("Label: entailment (uncertain)", None),
        ("Label: contradiction (not sure)", None),
        ("Label: entailment. The text isn't silent on this.", E),
        ("Label: entailment. The text mentions a strike that ended in May.", E),
        ("Label: entailment. The union would not ignore this, and it struck.", E),
        ("Label: contradiction. The hypothesis is not right about the year.", C),
        ("Label: contradiction. The text says that the year is not right.", C),
        ("Label: contradiction. The hypothesis may be incorrect elsewhere, too.", C),
        ("Label: neutral. The hypothesis may be wrong, but the text does not say.", U),
        ("Label: neutral (uncertain)", U),
        ("Label: entailment - tentative plans are plans.", E),
        ("Label: entailment. I am sure.", E),
    ],
)
def test_labels_that_are_doubted_later(answer, label):
    assert PLAIN.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("Had the text said 12, the answer is entailment.", None),
        ("But were it red, the answer is entailment.", None),
        ("Had the text said 12, the answer is:\n\n\\boxed{entailment}", None),
        ("Entailment, had the text said 12.", None),
        ("Label to avoid: entailment", None),
        ("Avoid this label: entailment", None),
        ("Discarded label: entailment", None),
        ("Runner-up: entailment", None),
        ("Runner-up label: entailment\nLabel: neutral", U),
        ("Runner-up:\nentailment", None),
        ("**Runner-up:**\n\n- entailment", None),
        ("Label to avoid:\nentailment", None),
        ("Previous answer:\nentailment", None),
        ("The student's answer:\n**Entailment**", None),
        ("My first guess:\nentailment", None),
        ("Runner-up:\nentailment\n\nAnswer:\nneutral", U),
        ("Previous answer:\nentailment\nFinal answer:\nentailment", E),
        ("Runner-up: \\boxed{entailment}", None),
        ("Runner-up:\n\n$\\boxed{entailment}$", None),
        ("Previous answer: <answer>entailment</answer>", None),
        ("Initial answer: \\boxed{neutral}\nFinal answer: \\boxed{entailment}", E),
        ("The ferry: \\boxed{entailment}", E),
        ("The text names the runner-up.\nLabel:\nentailment", E),
        ("**Answer:**\n\nentailment", E),
        ("My answer:\nentailment", E),
        ("Answer (one word):\nentailment", E),
        ("The hypothesis names another ferry:\nneutral", U),
        ("The ferry had the text on it, so the answer is entailment.", E),
        ("Rome had a harbour, so the answer is entailment.", E),
        ("Were the ferries red? They were. The answer is entailment.", E),
        ("The ferry avoided the storm, so the label is entailment.", E),
        ("The runner-up is named, so the label is entailment.", E),
        ("Label: entailment. Had the text said 12, the label would differ.", E),
    ],
)
def test_labels_of_another_case(answer, label):
    assert PLAIN.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ('{"label": "entailment", "faithful": false}', None),
        ('{"label": "entailment", "is_grounded": "no"}', None),
        ('{"label": "entailment", "is_hallucination": true}', None),
        ('{"label": "entailment", "hallucinated": true}', None),
        ('{"label": "entailment", "hallucination": "yes"}', None),
        ('{"label": "neutral", "faithful": true}', None),
        ('{"label": "contradiction", "is_hallucination": false}', None),
        ('{"label": "entailment", "faithful": true, "hallucination": false}', E),
        ('{"label": "entailment", "hallucination": "none"}', E),
        ('{"label": "entailment", "faithful": 0.4}', E),
        ('{"label": "contradiction", "is_hallucination": true}', C),
        ('{"label": "neutral", "faithful": false, "hallucinated": true}', U),
        ('{"label": "not_entailment", "hallucinated": true}', N),
    ],
)
def test_fields_on_faithfulness(answer, label):
    assert PLAIN.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("Yes. It isn't.", None),
        ("Yes - the text does not.", None),
        ("Yes, the text contradicts the hypothesis.", None),
        ("Yes. The claim is at odds with the text.", None),
        ("Yes. The text and the hypothesis conflict.", None),
        ("Yes, the hypothesis conflicts with the text.", None),
        ("Yes. The text clearly refutes it.", None),
        ("Yes, it is a hallucination.", None),
        ("Yes. The claim is hallucinated.", None),
        ("No - it follows.", None),
        ("No. But the hypothesis clearly follows.", None),
        ("No. It does.", None),
        ("No. That's not right.", None),
        ("Yes. The text says so; it isn't ambiguous.", E),
        ("Yes. It isn't said in these words, but it is meant.", E),
        ("Yes. Nothing in the text contradicts the hypothesis.", E),
        ("Yes. None of the sentences says that the text contradicts it.", E),
        ("Yes. The text does not contradict the hypothesis.", E),
        ("Yes. The text contradicts the claim that the ferry is lost.", E),
        ("Yes, it is not a hallucination.", E),
        ("Yes. The claim is not hallucinated.", E),
        ("Yes, it is a clear hallucination.", None),
        ("Yes. The report conflicts with an older one, as the hypothesis says.", E),
        ("No, the text contradicts the hypothesis.", N),
        ("No. The hypothesis conflicts with the text.", N),
        ("No, it is a hallucination.", N),
        ("No, it isn't.", N),
        ("No, that's not right.", N),
        ("No. It does not follow.", N),
        ("No. The dog runs, and the text says that it follows the cat.", N),
        ("Contradiction. The text contradicts the hypothesis.", C),
        ("Neutral. It isn't said.", U),
    ],
)
def test_sentences_against_the_label(answer, label):
    assert YES_NO.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("### Runner-up\n\n**Label:** entailment", None),
        ("**Alternative label**\n\n**entailment**", None),
        ("## Draft\n\nLabel: entailment\n\n## Critique\n\nThe draft overlooks the date.", None),
        ("### Previous answer\n\\boxed{entailment}", None),
        ("### First impression\nentailment\n\n### Second look\nNo date is named.", None),
        ("### Initial answer\nentailment\n\n### Final answer\nneutral", U),
        ('Runner-up:\n```json\n{"label": "entailment"}\n```', None),
        ('Example output:\n```json\n{"label": "entailment"}\n```', None),
        ('### Draft\n{"label": "entailment"}', None),
        ('### Answer\n```json\n{"label": "entailment"}\n```', E),
        ('Output format:\n{"label": "entailment"}', None),
        ('Here is my answer in the requested format:\n{"label": "entailment"}', E),
        ("Answer in JSON format:\n\nentailment", E),
        ('Based on the given example:\n```json\n{"label": "neutral"}\n```', U),
        ("Example answer: entailment", None),
        ("In this example, the label is entailment.", E),
        ("This example's label: entailment", None),
        ("The second most likely label is entailment.", None),
        ("The most likely label is entailment.", E),
        ("Fallback label: entailment", None),
        ("Label: entailment (runner-up)", None),
        ("Label: entailment\n\nHmm, hold on.", None),
        ("Label: entailment\n\nThe crew hold on to the rope in both.", E),
        ("**entailment**\n\nThe text says 1998, so that can't be the label.", None),
        ("<draft>\nentailment\n</draft>", None),
        ("<draft><answer>entailment</answer></draft>", None),
        ("<draft>entailment</draft>\n<final_answer>neutral</final_answer>", U),
        ("<example>\nLabel: entailment\n</example>\nLabel: neutral", U),
        ("<final_answer>entailment</final_answer>", E),
        ("entailment<|eot_id|>", E),
        ("Label: entailment<|im_end|>\n<|endoftext|>\n", E),
        ("The ferry is named in both.\n\n=> entailment", E),
        ("### Answer\n**entailment**", E),
        ("**Label**\nentailment", E),
        ("### Analysis\nThe text names another ferry.\n\n### Label\nneutral", U),
        ('{"final_answer": "entailment"}', E),
        ('{"reasoning": "It is said.", "relationship": "entailment"}', E),
        ('{"judgement": "neutral"}', U),
        ('{"label": "neutral", "relation": "neutral"}', U),
        ('{"label": "neutral", "final_label": "entailment"}', None),
        ('{"relation": "neutral", "decision": "entailment"}', None),
    ],
)
def test_labels_under_headings_and_in_other_fields(answer, label):
    assert PLAIN.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("Yes, I understand the task.", None),
        ("Yes, I'm ready. Send the pair.", None),
        ("No, there is no hypothesis in your message.", None),
        ("No, I did not receive the text.", None),
        ("No: text missing.", None),
        ("No, I don't see the text.", None),
        ("No, I don't see any claim of that kind in it.", N),
        ("No, the text is missing the date.", N),
        ("No, there is no ferry in the text.", N),
        ("No, the ferry is missing in the text.", N),
        ("❌ No", N),
        ("❌ **No**, it is not said.", N),
        ("✅ Yes", E),
        ("❌ Yes", None),
        ("Entailed: No", N),
        ("**Entailment:** No", N),
        ("Entailed? No", N),
        ("Supported: no.", N),
        ("**Entailment:** Yes", E),
        ("Entailed: no\nContradicted: yes", None),
        ("Entailed: no, the text names another ferry.", None),
        ("Contradiction: No", None),
        ("Not entailment: no", None),
    ],
)
def test_yes_and_no_after_the_name_of_a_label(answer, label):
    assert YES_NO.parse(answer).label is label


def test_no_after_the_name_of_a_label_is_no_contradiction():
    three_way = AnswerParser({"yes": E, "no": C})
    assert three_way.parse("No").label is C
    assert three_way.parse("Entailed: no").label is None


@pytest.mark.parametrize(
    "answer", ["Entailed: yes", "Entailed: no", "**Entailment:** Yes", "❌ No"]
)
def test_yes_may_mean_that_it_is_not_entailed(answer):
    is_hallucinated = AnswerParser({"yes": N, "no": E})
    assert is_hallucinated.parse("Yes").label is N
    assert is_hallucinated.parse(answer).label is None


def test_true_and_false_are_read_alike():
    true_false = AnswerParser({"true": E, "false": N})
    answers = ("✅ True", "❌ False", "Entailed: true", "Entailed: false")
    assert [true_false.parse(answer).label for answer in answers] == [E, N, E, N]
