"""Labels in the answers of chat models."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.pairs import Label
from rte_baselines.runs.answers.parser import REFUSED, UNPARSEABLE, Answer, AnswerParser

E, C, U, N = Label
PLAIN = AnswerParser()
YES_NO = AnswerParser({"yes": E, "no": N})
LETTERS = AnswerParser({"A": E, "B": U, "C": C})


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("Entailment", E),
        ("**Neutral**.", U),
        ("  contradiction\n", C),
        ("NOT_ENTAILMENT", N),
        ("not entailment", N),
        ("Non-entailment (neutral)", N),
        ("“Contradiction”", C),
        ("Answer: neutral, because the text does not say.", U),
        ("The answer is: **Contradiction**", C),
        ("The answer is not entailment", N),
        ("The text is about cats. Is this entailment? No.\n\nFinal answer: contradiction", C),
        ("It may be entailment.\nNeutral", U),
        ("Label: neutral\nExplanation: the text does not entail it.", U),
        ("Neutral. The text does not entail the hypothesis, and no evidence is against it.", U),
        ("Neutral — the text neither confirms nor denies.", U),
        ("Entailment\n\nThe text says so.", E),
        ("Both are about ferries, and two ferries are ferries, so this is entailment.", E),
        ("Therefore, the label is **neutral**.", U),
        ("<think>entailment? or contradiction?</think>\nNeutral", U),
        ("<thinking>Is it neutral?</thinking>Entailment", E),
        (r"\boxed{neutral}", U),
        (r"The text says so. The answer is $\boxed{\text{Entailment}}$.", E),
        (r"So \[\boxed{\mathbf{not\_entailment}}\]", N),
        (r"**Final Answer:** \fbox{contradiction}", C),
        (r"\boxed{neutral}, that is, \boxed{neutral}", U),
        ("<answer>entailment</answer>", E),
        ("It does not say so.\n<label>\n  neutral\n</label>", U),
        ("(A) entailment", E),
        ("Answer: (B) neutral", U),
        ("**C. Contradiction** because no ferry sank", C),
        ("b) neutral", U),
        ("A) entailment\nB) neutral\nC) contradiction\n\nAnswer: C) contradiction", C),
        (r"\boxed{\text{(B) neutral}}", U),
        ("Final answer -> entailment", E),
        (r"The answer is~\boxed{neutral}", U),
        (r"Here it is! \boxed{neutral}", U),
        (r"The ferry seems to have sunk, so the answer is \boxed{contradiction}", C),
        (r"The most likely label is \boxed{neutral}", U),
        ("It is not said, so the answer is:\n\n$$\\boxed{neutral}$$", U),
        ("- the captain: not mentioned\n\nAs shown:\n\\boxed{neutral}", U),
        ("She did not say whether it did or not.\n\\boxed{neutral}", U),
        ("Neutral\n\nNot enough is said about her.", U),
        ("**Neutral**\nIf she sang, nobody says so.", U),
        ("\\boxed{neutral}\n\nMaybe she sang.", U),
        ("**Answer: entailment**\n\nWould you like to know why?", E),
        (r"\boxed{neutral}: who was the captain? The text leaves it open.", U),
        ("Contradiction. The hypothesis is wrong.", C),
        ("Contradiction. The claim is incorrect.", C),
        ("Contradiction. It is wrong that he sleeps.", C),
        ("Contradiction. He sleeps, they say, and this is false.", C),
        ("Label: Contradiction\nReason: The hypothesis is incorrect because the cat is black.", C),
        ('{"label": "contradiction"}\n\nThe hypothesis is wrong.', C),
        (r"\boxed{contradiction} because the hypothesis is wrong.", C),
        ("Neutral. He took the wrong train.", U),
        ("Neutral. It would follow if she sang.", U),
        ("Entailment: all that fails is named.", E),
        ("Entailment (high confidence)", E),
        ("Entailment - likely ferries are ferries.", E),
        ("The relation between the text and the hypothesis is neutral.", U),
        ("The hypothesis is therefore neutral.", U),
        ("Based on this, the pair is best described as neutral.", U),
        ("I classify this as neutral.", U),
        ("This counts as entailment.", E),
        ("I think the answer is neutral.", U),
        ("The student's reasoning is right, so the answer is entailment.", E),
        ("Answer：neutral。", U),  # noqa: RUF001
        ("Neutral。文章没有提到。", U),
        ("「neutral」", U),
        ("«neutral»", U),
        ("Antwort: „neutral“", U),
        ("**Neutral** ✅", U),
        ("🟡 Neutral", U),
        ("neutral\u200b", U),
        ("\ufeffneutral", U),
        ("__neutral__", U),
        ("\\textbf{neutral}", U),
        ("$\\text{neutral}$", U),
        ("It's neutral.", U),
        ("Label - neutral", U),
        ("Verdict — **NEUTRAL**", U),
        ("The correct option is (B) Neutral", U),
        ("Neutral/Unknown", U),
        ("Final Label: Neutral (Not Enough Info)", U),
        ("Entailment！", E),  # noqa: RUF001
        ("ENTAILMENT ✅", E),
        ("[x] Entailment", E),
        ("The choice is clear. Answer: neutral\nNobody says so.", U),
        ('{"evidence":\n[],\n"label": "entailment"}', E),
        ('label = "entailment"\n# other = "neutral"', E),
        ("- [ ] Entailment\n- [x] Neutral\n- [ ] Contradiction", U),
        ("# Label: neutral", U),
        ('# Label = "entailment"\nlabel = "neutral"', U),
        ('{"label": "entailment"}', E),
        ('[{"label": "entailment"}]', E),
        ('So it is.\n```json\n[\n  {"label": "entailment"}\n]\n```', E),
        ('```json\n{"reason": "not neutral", "Answer": "contradiction"}\n```', C),
        ('The text {sic} says so.\n{"verdict": "not_entailment"}', N),
        ('{"label": "entailment", "correct": true}', E),
        ('{"label": "entailment", "isValid": "Yes", "holds": 1}', E),
        ('{"label": "entailment", "correct": null, "wrong": false}', E),
        ('{"label": "entailment", "abstain": false, "refused": "no"}', E),
        ('{"label": "entailment", "is_contradiction": false}', E),
        ('{"label": "contradiction", "hypothesis_is_true": false}', C),
        ('{"label": "contradiction", "is_true": false}', C),
        ('{"label": "neutral", "valid": "The text names no captain."}', U),
        ('{"label": "entailment", "entailed": true, "neutral": 0}', E),
        ('{"label": "contradiction", "entailed": false, "isNotEntailment": "yes"}', C),
        ('{"label": "not_entailment", "contradiction": true, "is_neutral": false}', N),
        ('{"label": "entailment", "entailment": 0.3, "neutral": "not said", "refuted": null}', E),
        # Ratings, percentages and counts, of which 1 is none that is true.
        ('{"label": "neutral", "entailment": 1, "neutral": 98, "contradiction": 1}', U),
        ('{"label": "entailment", "supported": 3, "refuted": 1}', E),
        ('{"label": "contradiction", "hypothesis_entails_text": true}', C),
        ('{"label": "(neutral)."}', U),
        ('{"label": "B. neutral"}', U),
    ],
)
def test_a_label_given_as_the_answer(answer, label):
    found = PLAIN.parse(answer)
    assert (found.label, found.problem) == (label, "")


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("<think>so it is neutral", "cut off"),
        ("<thinking>so it is neutral", "cut off"),
        ("I see.", "no label"),
        ("The text does not entail the hypothesis.", "a sentence on the pair in place of a label"),
        ("Yes", "yes without a stated meaning"),
        ("No, it does not", "no without a stated meaning"),
        ("True", "true without a stated meaning"),
        ('{"label": "yes"}', "yes without a stated meaning"),
        ("2", "2 without a stated meaning"),
        ("**Answer:** (b).", "B without a stated meaning"),
        (r"So it is \boxed{1}", "1 without a stated meaning"),
        ("-1", "no label"),
        ("2</answer>", "no label"),
        ("Answer: A\nAnswer: B", "no label"),
        ("12", "no label"),
        ("0.5", "no label"),
        ("C is a hotel.", "no label"),
        ("entailment or neutral", "two labels"),
        ("entailment\nneutral", "two labels"),
        ("Answer: entailment\nAnswer: neutral", "two labels"),
        ("Answer: neutral, not entailment", "two labels"),
        ("Label: neutral\nActually, contradiction.", "two labels"),
        ("Entailment. Hmm, contradiction.", "two labels"),
        ("Entailment: 0.2\nNeutral: 0.7", "two labels"),
        ("It is entailment rather than neutral", "two labels"),
        ("not a contradiction", "a label that is not given as the answer"),
        ("Answer: not neutral", "a label that is not given as the answer"),
        ("This is not a contradiction.", "a label that is not given as the answer"),
        ("It is unclear whether this is entailment", "a label that is not given as the answer"),
        ("It isn't so that this is entailment.", "a label that is not given as the answer"),
        ("It would be wrong to say the answer is entailment.", "a label that is not given as th"),
        ("I do not think the answer is: entailment", "a label that is not given as the answer"),
        ("Entailment: no", "a label that is not given as the answer"),
        ("Entailment:\nNo", "a label that is not given as the answer"),
        ("**Entailment**: False", "a label that is not given as the answer"),
        ("Entailment? No.", "a label that is not given as the answer"),
        ("Entailment (no)", "a label that is not given as the answer"),
        ("Entailment: 0.2", "a label that is not given as the answer"),
        ("Answer:\nNot **entailment**", "a label that is not given as the answer"),
        ("Never\nentailment", "a label that is not given as the answer"),
        ("Answer: entailment. Wait, no.", "a label that is taken back"),
        ("The answer is entailment, isn't it? No.", "a label that is taken back"),
        ("Contradiction. I was wrong.", "a label that is taken back"),
        ("Contradiction. That is wrong.", "a label that is taken back"),
        ("Contradiction. This answer is incorrect.", "a label that is taken back"),
        ("Contradiction. The label is wrong.", "a label that is taken back"),
        ("Contradiction. The answer above is incorrect.", "a label that is taken back"),
        ("Answer: entailment\nEntailment is clearly wrong.", "a label that is taken back"),
        ("Entailment. My mistake.", "a label that is taken back"),
        ("Entailment. That is the wrong answer", "a label that is taken back"),
        ("Entailment.\n\nHmm, no. The text says the opposite.", "a label that is taken back"),
        ("Entailment. This is false.", "a label that is taken back"),
        ("Entailment. Sorry, I misread the text.", "a label that is taken back"),
        ("Entailment. EDIT: the reverse is the case.", "a label that is taken back"),
        ("Entailment. Just kidding.", "a label that is taken back"),
        ("Contradiction! Nope.", "a label that is not given as the answer"),
        ("Answer: Entailment (I am not sure)", "a label that is not given as the answer"),
        ("Contradiction, if the speaker is serious.", "a label that is not given as the answer"),
        ("Neutral, unless she sang", "a label that is not given as the answer"),
        ("Entailment: low", "a label that is not given as the answer"),
        ("Entailment: unlikely", "a label that is not given as the answer"),
        ("Entailment: fails", "a label that is not given as the answer"),
        ("Entailment: rejected", "a label that is not given as the answer"),
        ("Contradiction: absent", "a label that is not given as the answer"),
        ("Contradiction: ruled out.", "a label that is not given as the answer"),
        ("Entailment, does not hold.", "a label that is not given as the answer"),
        ("Entailment - fails.", "a label that is not given as the answer"),
        ("Entailment: ❌", "a label that is not given as the answer"),
        ("Entailment: ✗", "a label that is not given as the answer"),
        ("Entailment: ✅", "a label that is not given as the answer"),
        ("Label: contradiction ❌", "a label that is not given as the answer"),
        ('label != "contradiction"', "a label that is not given as the answer"),
        ('# label = "contradiction"', "no label"),
        ('// {"label": "entailment"}', "no label"),
        ("- [ ] entailment", "no label"),
        ("[ ] Entailment", "no label"),
        ("[x] Entailment\n[x] Neutral", "two labels"),
        ("I disagree that the answer is entailment.", "a label that is not given as the answer"),
        ("You said that the label is entailment.", "a label that is not given as the answer"),
        ("You said that it is entailment.", "a label that is not given as the answer"),
        ("My colleague says the answer is entailment.", "a label that is not given as the answer"),
        ("Previous answer: entailment", "a label that is not given as the answer"),
        ("The student's answer: entailment", "a label that is not given as the answer"),
        ("Alternative label: neutral", "a label that is not given as the answer"),
        ("Second choice: neutral", "a label that is not given as the answer"),
        ("The second best answer is neutral.", "a label that is not given as the answer"),
        ("One option is neutral.", "a label that is not given as the answer"),
        ("At first glance, the answer is entailment.", "a label that is not given as the answer"),
        ("Some say the answer is entailment.", "a label that is not given as the answer"),
        ("Sweden is a country that is neutral.", "a label that is not given as the answer"),
        ("Switzerland is neutral.", "a label that is not given as the answer"),
        ("The text states that Sweden is neutral", "a label that is not given as the answer"),
        ("The hypothesis says that Sweden is neutral.", "a label that is not given as the answer"),
        ("The speaker's attitude is neutral.", "a label that is not given as the answer"),
        ("Neutral/Entailment", "two labels"),
        ("Neutral (Entailment)", "two labels"),
        ("Label - not neutral", "a label that is not given as the answer"),
        ("Answer：not neutral", "a label that is not given as the answer"),  # noqa: RUF001
        ("Entailment？", "a label that is not given as the answer"),  # noqa: RUF001
        ("__neutral__ or __entailment__", "two labels"),
        ("Maybe: entailment", "a label that is not given as the answer"),
        ("I doubt that it is entailment", "a label that is not given as the answer"),
        ("Not sure. Entailment.", "a label that is not given as the answer"),
        ("| Label | neutral |", "a label that is not given as the answer"),
        ("Answer: entailment vs neutral: neutral", "two labels"),
        ('Answer: neutral\n{"label": "entailment"}', "two labels"),
        ('```\n{"label": "entailment"}\n```\nActually, it is neutral.', "two labels"),
        (r"\boxed{42}", "no label"),
        (r"\boxed{yes}", "yes without a stated meaning"),
        (r"not \boxed{entailment}", "a label that is not given as the answer"),
        (r"\boxed{entailment} or \boxed{neutral}", "a label that is not given as the answer"),
        (r"\boxed{entailment}, \boxed{neutral}", "two labels"),
        (r"\boxed{entailment or neutral}", "two labels"),
        (r"Answer: neutral. \boxed{entailment}", "two labels"),
        (r"\boxed{entailment}. Wait, no.", "a label that is taken back"),
        (r"\neg\boxed{entailment}", "a label that is not given as the answer"),
        (r"$\lnot \boxed{entailment}$", "a label that is not given as the answer"),
        (r"¬\boxed{entailment}", "a label that is not given as the answer"),
        (r"It is !\boxed{entailment}", "a label that is not given as the answer"),
        ("!entailment", "a label that is not given as the answer"),
        ("Answer: !entailment", "a label that is not given as the answer"),
        (r"\cancel{\boxed{entailment}}", "a label that is not given as the answer"),
        (r"~~\boxed{entailment}~~", "a label that is not given as the answer"),
        (r"~~The answer is \boxed{entailment}.~~", "a label that is not given as the answer"),
        ("~~Answer: entailment.~~", "a label that is not given as the answer"),
        (r"<del>It is \boxed{entailment}</del>", "a label that is not given as the answer"),
        (r"anything but \boxed{entailment}", "a label that is not given as the answer"),
        ("It is anything but\nentailment", "a label that is not given as the answer"),
        ("Not\n\\boxed{entailment}", "a label that is not given as the answer"),
        ("It is not\n\\[\n\\boxed{entailment}\n\\]", "a label that is not given as the answer"),
        ("It isn't so that the label is:\n\\boxed{neutral}", "a label that is not given as the"),
        (r"It isnt \boxed{entailment}", "a label that is not given as the answer"),
        (r"It isn`t \boxed{entailment}", "a label that is not given as the answer"),
        (r"\boxed{entailment} is not the answer.", "a label that is not given as the answer"),
        (r"It seems \boxed{entailment}", "a label that is not given as the answer"),
        (r"It appears that the answer is $\boxed{neutral}$", "a label that is not given as the an"),
        ("It is probably: entailment", "a label that is not given as the answer"),
        ("It seems that the answer is: neutral", "a label that is not given as the answer"),
        ("It seems that this is entailment.", "a label that is not given as the answer"),
        (r"\boxed{entailment}, probably", "a label that is not given as the answer"),
        ("Entailment, maybe", "a label that is not given as the answer"),
        (r"\boxed{entailment}?", "a label that is not given as the answer"),
        (r"Is it $\boxed{entailment}$? Hard to say.", "a label that is not given as the answer"),
        ("<answer>entailment</answer>?", "a label that is not given as the answer"),
        ("Entailment, right?", "a label that is not given as the answer"),
        ("<answer>entailment</answer> or neutral", "two labels"),
        ("(A) entailment\n(B) neutral", "two labels"),
        ("(A) entailment, (B) neutral", "two labels"),
        ("1. entailment", "a label that is not given as the answer"),
        ("A) B) entailment", "a label that is not given as the answer"),
        ('{"label": "maybe"}', "no label"),
        ('{"label": null}', "no label"),
        (
            '{"label": "entailment", "answer": "neutral"}',
            "JSON with 2 fields for a label: 'label', 'a",
        ),
        ("{}", "JSON without a field 'label', 'answer', 'verdict', ... (it has none)"),
        (
            '{"text": "entailment", "reason": "?"}',
            "JSON without a field 'label', 'answer', 'verdict', ... (it has 'text', 'reason')",
        ),
        ('```\n{"label": "neutral"}\n```\n```\n{"label": "neutral"}\n```', "several JSON objects"),
        ('[{"label": "neutral"}, {"label": "neutral"}]', "several JSON objects"),
        ('```json\n[{"label": "neutral"},\n{"label": "neutral"}]\n```', "several JSON objects"),
        ("[]", "no label"),
        ('{"label": "entailment", "label": "neutral"}', "two labels"),
        ("Contradiction. No, the text says the opposite.", "a label that is not given as the"),
        ("Entailment. No, wait, contradiction.", "two labels"),
    ],
)
def test_no_label_is_guessed(answer, detail):
    found = PLAIN.parse(answer)
    assert found.label is None
    assert found.problem == UNPARSEABLE
    assert found.detail.startswith(detail)


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("No.", "no"),
        ("Answer: no", "no"),
        ("- Yes", "yes"),
        ("The answer is: **Yes**.", "yes"),
        ("**Label:** True, as it sank.", "true"),
        ("It sank.\n\nFalse", "false"),
        ("<answer>\nno\n</answer>", "no"),
        (r"It sank, so $\boxed{\text{yes}}$", "yes"),
        ('{"answer": "no"}', "no"),
    ],
)
def test_a_word_that_needs_a_meaning_is_named_wherever_a_label_would_be_read(answer, word):
    assert PLAIN.parse(answer) == Answer.none(f"{word} without a stated meaning")
    stated = AnswerParser({word: U}).parse(answer)
    assert (stated.label, stated.problem) == (U, "")


@pytest.mark.parametrize("answer", ["No one knows.", "Answer: no one knows", "It is true or false"])
def test_other_uses_of_such_words_need_no_meaning(answer):
    assert PLAIN.parse(answer) == Answer.none("no label")


@pytest.mark.parametrize(
    "answer",
    [
        "The text does not entail the hypothesis.",
        "The text entails the hypothesis.",
        "The text supports the hypothesis.",
        "The hypothesis contradicts the text.",
        "The hypothesis is entailed by the text.",
        "The hypothesis is not supported by the text.",
        "The hypothesis follows from the text.",
        "Entailed by the text",
    ],
)
def test_sentences_on_the_pair_are_not_interpreted_and_have_one_reason(answer):
    assert PLAIN.parse(answer) == Answer.none("a sentence on the pair in place of a label")


@pytest.mark.parametrize(
    ("answer", "label", "field"),
    [
        ('{"label": "entailment", "correct": false}', "entailment", "'correct': false"),
        ('{"label": "neutral", "isLabelCorrect": 0}', "neutral", "'isLabelCorrect': 0"),
        ('{"is_valid": "No.", "label": "Neutral"}', "Neutral", "'is_valid': \"No.\""),
        ('{"label": "neutral", "isCorrect": 0}', "neutral", "'isCorrect': 0"),
        ('{"label": "neutral", "label_is_right": "n"}', "neutral", "'label_is_right': \"n\""),
        ('{"label": "entailment", "label_holds": "unsure"}', "entailment", "'label_holds': \"uns"),
        ('[{"label": "neutral", "label applies": false}]', "neutral", "'label applies': false"),
        ('{"label": "entailment", "entailed": false}', "entailment", "'entailed': false"),
        ('{"is_entailment": false, "label": "entailment"}', "entailment", "'is_entailment': false"),
        (
            '{"label": "entailment", "hypothesis_is_entailed": "No."}',
            "entailment",
            "'hypothesis_is_entailed': \"No.\"",
        ),
        ('{"label": "entailment", "isContradiction": true}', "entailment", "'isContradiction': tr"),
        ('{"label": "neutral", "is_entailment": 1}', "neutral", "'is_entailment': 1"),
        ('{"label": "neutral", "contradiction": "yes"}', "neutral", "'contradiction': \"yes\""),
        ('{"label": "neutral", "not entailed": false}', "neutral", "'not entailed': false"),
        ('{"label": "not_entailment", "supported": true}', "not_entailment", "'supported': true"),
        ('{"label": "entailment", "entails": false}', "entailment", "'entails': false"),
        ('{"label": "entailment", "does_entail": false}', "entailment", "'does_entail': false"),
        ('{"label": "entailment", "contradicts": true}', "entailment", "'contradicts': true"),
        (
            '{"label": "entailment", "is_hypothesis_entailed": false}',
            "entailment",
            "'is_hypothesis_entailed': false",
        ),
        (
            '{"label": "neutral", "premise_entails_hypothesis": "yes"}',
            "neutral",
            "'premise_entails_hypothesis': \"yes\"",
        ),
        ('{"label": "entailment", "entailment_holds": 0}', "entailment", "'entailment_holds': 0"),
        (
            '[{"label": "contradiction", "is_a_contradiction": "unsure"}]',
            "contradiction",
            "'is_a_contradiction': \"unsure\"",
        ),
        ('{"answer": "neutral", "Wrong": true}', "neutral", "'Wrong': true"),
        ('{"label": "neutral", "is_invalid": "yes"}', "neutral", "'is_invalid': \"yes\""),
        ('{"entailed": true, "correct": "no"}', "entailed", "'correct': \"no\""),
        ('{"entailed": true, "isEntailment": false}', "entailed", "'isEntailment': false"),
        ('{"contradiction": true, "not_entailed": false}', "contradiction", "'not_entailed': fal"),
        ('{"entailed": false, "wrong": true}', "no entailment", "'wrong': true"),
    ],
)
def test_a_field_that_denies_the_label_is_named(answer, label, field):
    found = PLAIN.parse(answer)
    assert (found.label, found.problem) == (None, UNPARSEABLE)
    assert found.detail.startswith(f"label {label}, which the field {field}")
    assert found.detail.endswith(" denies")


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ('{"entailed": true}', E),
        ('{"entailed": false}', N),
        ('{"is_entailed": "Yes"}', E),
        ('{"text_entails_hypothesis": true, "contradicts": false}', E),
        ('{"hypothesis_is_entailed": "no.", "reason": "neutral?"}', N),
        ('{"isEntailment": "TRUE", "is_contradiction": false}', E),
        ('{"entailment": false, "contradiction": true, "neutral": false}', C),
        ('{"contradiction": "no", "neutral": "yes"}', U),
        ('{"neutral": true}', U),
        ('{"not_entailed": true}', N),
        ('{"not_entailed": true, "entailed": false}', N),
        ('{"entailed": true, "supported": true}', E),
        # It may be neutral, of which nothing is said.
        ('{"entailment": false, "contradiction": false}', N),
        ('{"entailed": true, "confidence": 0.5, "correct": true}', E),
        ('It does.\n```json\n[{"entailed": true}]\n```\nSo it is.', E),
    ],
)
def test_fields_with_the_names_of_labels(answer, label):
    for parser in (PLAIN, YES_NO):
        assert parser.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        ('{"entailed": "maybe"}', "JSON whose field 'entailed' is neither true nor false"),
        ('{"entailment": 0.9}', "JSON whose field 'entailment' is neither true nor false"),
        ('{"entailed": 1}', "JSON whose field 'entailed' is neither true nor false"),
        ('{"entailed": true, "neutral": null}', "JSON whose field 'neutral' is neither true nor"),
        ('{"entailed": true, "neutral": "not said"}', "JSON whose field 'neutral' is neither"),
        ('{"entailed": {"is": true}}', "JSON whose field 'entailed' is neither true nor false"),
        ('{"entailed": true, "neutral": true}', "JSON with two labels that are true: 'entailed', "),
        ('{"not_entailed": true, "contradiction": true}', "JSON with two labels that are true: "),
        ('{"contradiction": false}', "JSON whose fields leave no label: 'contradiction'"),
        ('{"not_entailed": false}', "JSON whose fields leave no label: 'not_entailed'"),
        ('{"entailed": false, "not_entailed": false}', "JSON whose fields leave no label: "),
        (
            '{"entailment": false, "contradiction": false, "neutral": false}',
            "JSON whose fields leave no label: 'entailment', 'contradiction', 'neutral'",
        ),
        (
            '{"not_entailed": true, "refuted": false, "neutral": false}',
            "JSON whose fields leave no label: 'not_entailed', 'refuted', 'neutral'",
        ),
        (
            '{"hypothesis_entails_text": true}',
            "JSON without a field 'label', 'answer', 'verdict', ... (it has 'hyp",
        ),
        ('{"entailed": true}\n{"entailed": true}', "a label that is not given as the answer"),
        ('[{"entailed": true}, {"entailed": true}]', "several JSON objects"),
        ('{"entailed": true, "entailed": false}', "a label that is not given as the answer"),
        ('Answer: neutral\n{"entailed": true}', "two labels"),
        ('```\n{"entailed": true}\n```\nActually, it is neutral.', "two labels"),
        ('```\n{"entailed": true}\n```\nWait, no.', "a label that is taken back"),
        ('{"label": null, "entailed": true}', "no label"),
    ],
)
def test_fields_with_the_names_of_labels_that_give_none(answer, detail):
    found = PLAIN.parse(answer)
    assert (found.label, found.problem) == (None, UNPARSEABLE)
    assert found.detail.startswith(detail)


@pytest.mark.parametrize(
    "answer",
    [
        "I'm sorry, but I can't help with that.",
        "I cannot judge this text.",
        "As an AI, I do not judge.",
        "Sorry, I can’t say whether that is entailment.",  # noqa: RUF001
    ],
)
def test_refusals_in_words(answer):
    assert PLAIN.parse(answer).problem == REFUSED


@pytest.mark.parametrize(
    "answer",
    [
        "No, I can't help with that.",
        "No, I cannot determine this.",
        "No - I'm unable to judge this.",
        "No. I'm sorry, I can't assess this claim.",
        "No, sorry, I cannot answer that.",
        "No, I am not able to answer without the text.",
    ],
)
def test_refusals_that_begin_with_a_word_for_a_label(answer):
    for parser in (PLAIN, YES_NO):
        assert parser.parse(answer).problem == REFUSED


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("Yes", E),
        ("**no**.", N),
        ("Yes, it does.", E),
        ("No. It is a contradiction.", N),
        ("Reasoning is not needed.\nAnswer: yes", E),
        ("Answer: no entailment", N),
        ('{"answer": "Yes"}', E),
        (r"\boxed{yes}", E),
        ("<answer>No</answer>", N),
        ("(A) yes", E),
        ("(A) Yes, it follows.", E),
        ("**Answer:** yes", E),
        ("Answer: (B) no", N),
        ("(A) yes, (B) no", None),
        ("Yes, it's a contradiction", None),
        ("Yes, there is no doubt", None),
        ("No, wait, yes", None),
        ("There is no evidence.", None),
        ("Yes or no", None),
        ("yes\nno", None),
        ("Yes, I can help with that! Please give the text.", None),
        ("Yes, of course! Let me look at the text first.", None),
        ("Yes, of course.", E),
        ("Yes, if you accept the premise.", None),
        ("Yes, but only if the ferry is red.", None),
        ("Yes, partially.", None),
        ("Yes, but not fully.", None),
        ("No, unless the ferry is red.", None),
        ("No, this is false.", N),
        ("No, the claim is wrong.", N),
        ("No, I cannot conclude that from the text.", N),
    ],
)
def test_words_with_a_stated_meaning(answer, label):
    assert YES_NO.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "label"),
    [
        ("A", E),
        ("(C)", C),
        ("A. Entailment", E),
        ("Answer: B", U),
        (r"\boxed{A}", E),
        ("(B) neutral", U),
        ("A: entailment\nB: neutral\nC: contradiction\nAnswer: B", U),
        ("A. Neutral", None),
        ("(A) neutral", None),
        ("A dog barks", None),
        ("A, B and C are possible", None),
        ("It is as C says", None),
        ("C. The text does not say.", C),
        ("C. the text does not say.", C),
        ("C. Contradiction", C),
        ("C. Contradicted by the text.", C),
        ("B. Explanation: nobody says so.", U),
        ("**C.** Ferries are boats.", C),
        ("C.\nLewis wrote the book.", C),
        ("C. 3 ferries sank.", C),
        ("A. Two ferries sank.", E),
        ("B. Based on the text, nobody knows.", U),
        ("A. U.S. ferries sank.", E),
        ("A. I.e., it sank.", E),
        ("Answer: C. Ferries sank.", C),
        ("C. S. Lewis wrote the book.", None),
        ("C.S. Lewis wrote the book.", None),
        ("**C. S. Lewis** wrote the book.", None),
        ("A. A. Milne wrote the book.", None),
        ("Answer: C. S. Lewis", None),
        ("<answer>C. S. Lewis</answer>", None),
        ("It was C. S. Lewis.", None),
        ("Option A", E),
        ("**option B**, as nobody says so", U),
        ("The answer is Choice C.", C),
        ("Option A: entailment", E),
        ("Option A: neutral", None),
        ("Option A or option B", None),
        ("Option A: it follows.\nOption B: it may be so.", None),
        ("Option A, as option B calls for doubt", None),
        ("Option A\n\nThe text says so.", E),
        ("Option A.\nOption A is what the text says.", E),
        ("A: it follows.\nB: it may be so.", None),
        ("Option A is wrong", None),
        ("Option D", None),
    ],
)
def test_letters_with_a_stated_meaning(answer, label):
    assert LETTERS.parse(answer).label is label


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        ("C. S. Lewis wrote the book.", "C may be an initial"),
        ("<answer>C. S. Lewis</answer>", "C may be an initial"),
        ("Answer: A. A. Milne", "A may be an initial"),
        ("It is as D. S. said.", "no label"),
        ("It is as C says", "no label"),
    ],
)
def test_a_letter_that_may_be_an_initial_is_the_reason(answer, detail):
    assert LETTERS.parse(answer) == Answer.none(detail)


@pytest.mark.parametrize(
    ("value", "confidence", "unread"),
    [
        (0.25, 0.25, ""),
        (1, 1.0, ""),
        (None, None, ""),
        (85, None, "85"),
        (-0.1, None, "-0.1"),
        ("high", None, '"high"'),
        (True, None, "true"),
    ],
)
def test_confidences_in_json(value, confidence, unread):
    fields = {"label": "neutral", "confidence": value}
    for answer in (fields, [fields]):
        found = PLAIN.parse(json.dumps(answer))
        assert found.label is U
        assert (found.confidence, found.unread_confidence) == (confidence, unread)


NAMES = {"entailment": E, "contradiction": C, "neutral": U}
WORDS = st.sampled_from(
    ["the", "text", "is", "so", "Answer:", "not", "no", ".", "\n", ",", "**", "(A)", "\\boxed{"]
)


@pytest.mark.slow
@given(st.lists(st.one_of(WORDS, st.sampled_from(list(NAMES)))))
def test_a_label_that_is_not_mentioned_is_never_read(words):
    text = " ".join(words)
    label = PLAIN.parse(text).label
    mentioned = {NAMES[word] for word in words if word in NAMES}
    assert label is None or label in mentioned or (label is N and E in mentioned)


@pytest.mark.slow
@given(
    st.sampled_from(list(NAMES)),
    st.sampled_from(["not", "never", "isn't", "isnt", "hardly", "anything but", r"\neg", "¬"]),
)
def test_a_denied_label_is_never_read(name, denial):
    for form in (
        "{} {}",
        "{} a {}",
        "It is {} {}.",
        "Answer: {} {}",
        "So it is {} {}",
        r"{} \boxed{{{}}}",
        "{}\n\\boxed{{{}}}",
        "(A) {} {}",
    ):
        assert PLAIN.parse(form.format(denial, name)).label in (None, N)
        assert PLAIN.parse(form.format(denial, name)).label is not NAMES[name]


@pytest.mark.slow
@given(st.text())
def test_any_text_has_a_label_or_a_reason(text):
    for parser in (PLAIN, YES_NO, LETTERS):
        found = parser.parse(text)
        assert (found.label is None) == bool(found.problem)


@pytest.mark.parametrize(
    "answer",
    [
        "Label: enta\u0131lment",
        "\\boxed{ENTA\u0130LMENT}",
        "The label is ENTA\u0130LMENT",
        "entailment, and not CONTRAD\u0130CTION",
        "noentailment",
    ],
)
def test_words_that_only_look_like_labels_are_none(answer):
    assert PLAIN.parse(answer).label is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [
        *("? ", "?", " ", "answer ", "is ", "but ", "hm", "neutral/", "relation of ", "Neutral. "),
        *("Neutral\n", "Answer: neutral ", "\n", "<think>", "word ", "is, ", "\u00ac", "$!"),
        *("C. S. ", "C. ", "```[{}", "\\boxed{neutral}\n", "<s>x</s>\\boxed{neutral}\n"),
        *("so ", "so*", "Verdict: no. ", "Verdict: x\n", "Is it?\nyes\n", "The text entails it. "),
        *("</think>", "does not ", "1. ", "( ) x\n", "in the example ", "very ", "the "),
    ],
)
@pytest.mark.parametrize(("start", "end"), [("No", "}"), ("", "is\n\\boxed{neutral}")])
def test_long_answers(start, part, end):
    """A search of all that stands before each of many labels would take minutes."""
    assert isinstance(YES_NO.parse(start + part * (30_000 // len(part)) + end), Answer)


@pytest.mark.parametrize("answer", ["D", "Answer: D", r"\boxed{2}"])
def test_other_letters_and_digits_are_not_named_if_some_have_a_meaning(answer):
    assert LETTERS.parse(answer) == Answer.none("no label")
